"""The packs while the program runs: saved at once, undone, and reported if missing or damaged."""

import pytest

from bones_desktop.pages.packs.packlibrary import PackLibrary
from bones_desktop.rules.bones.life.packs import Pack
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import read_pack, write_pack
from tests.support.packs import norse
from tests.support.rulebooks import rulebook

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def library(tmp_path):
    library = PackLibrary(rulebook(), tmp_path / "packs")
    yield library
    library.close()


def on_disk(library):
    return {path.name: read_pack(path).pack for path in sorted(library.folder.glob("*.json"))}


def test_no_packs_is_the_rulebook_itself_and_makes_no_folder(library):
    assert library.rulebook is rulebook()
    assert not library.folder.exists()


def test_a_new_pack_is_saved_and_used_at_once_and_undone(library, qtbot):
    with qtbot.waitSignal(library.rulebook_changed):
        library.add("New pack", norse())
    assert on_disk(library) == {"norse.bonespack.json": norse()}
    assert library.rulebook.has_template("norse/raider")
    library.undo_stack.undo()
    assert on_disk(library) == {}
    assert library.rulebook is rulebook()
    library.undo_stack.redo()
    assert on_disk(library) == {"norse.bonespack.json": norse()}


def test_an_edit_is_one_step(library):
    library.add("New pack", norse())
    library.edit("Rename", "norse", lambda pack: pack.with_(name="Vikings"))
    library.edit("Nothing", "norse", lambda pack: pack)
    assert library.undo_stack.count() == 2
    assert on_disk(library)["norse.bonespack.json"].name == "Vikings"
    library.undo_stack.undo()
    assert on_disk(library)["norse.bonespack.json"] == norse()


def test_typing_is_one_step_and_saved_after_a_pause(library, qtbot):
    library.add("New pack", norse())
    for text in ("V", "Vi", "Vik"):
        library.edit("Rename", "norse", lambda pack, text=text: pack.with_(name=text), merge="name")
    assert library.undo_stack.count() == 2
    assert library.files[0].pack.name == "Vik"
    assert on_disk(library)["norse.bonespack.json"].name == "The Norse"
    with qtbot.waitSignal(library.rulebook_changed):
        pass
    assert on_disk(library)["norse.bonespack.json"].name == "Vik"
    library.undo_stack.undo()
    assert on_disk(library)["norse.bonespack.json"].name == "The Norse"


def test_what_is_typed_is_saved_when_asked(library):
    library.add("New pack", norse())
    library.edit("Rename", "norse", lambda pack: pack.with_(name="V"), merge="name")
    library.flush()
    assert on_disk(library)["norse.bonespack.json"].name == "V"


def test_a_removed_pack_comes_back(library):
    library.add("New pack", norse())
    library.remove("Remove", "norse")
    assert on_disk(library) == {}
    library.undo_stack.undo()
    assert on_disk(library) == {"norse.bonespack.json": norse()}


def test_a_pack_from_elsewhere_is_taken_in_and_replaces_one_of_its_id(library, tmp_path):
    library.add("New pack", norse())
    given = tmp_path / "given.json"
    write_pack(given, norse().with_(note="newer"))
    assert library.take_in("Import", given).note == "newer"
    assert on_disk(library)["norse.bonespack.json"].note == "newer"
    library.take_in("Import", given)
    assert library.undo_stack.count() == 2
    library.undo_stack.undo()
    assert on_disk(library)["norse.bonespack.json"].note == ""


def test_what_was_changed_outside_is_kept_until_it_is_decided(library):
    library.add("New pack", norse())
    path = library.folder / "norse.bonespack.json"
    write_pack(path, norse().with_(note="theirs"))
    troubles = []
    library.save_failed.connect(troubles.append)
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    assert [error.code for error in troubles] == ["changed-outside"]
    assert read_pack(path).pack.note == "theirs"
    library.retry(overwrite=True)
    assert read_pack(path).pack.note == "mine"
    write_pack(path, norse().with_(note="theirs"))
    library.reload()
    assert library.files[0].pack.note == "theirs"
    assert library.undo_stack.count() == 0


def test_a_change_that_cannot_be_saved_is_told_and_saved_later(library, tmp_path, monkeypatch):
    library.add("New pack", norse())
    path = library.folder / "norse.bonespack.json"
    path.chmod(0o444)
    troubles = []
    library.save_failed.connect(troubles.append)
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    assert [error.code for error in troubles] == ["read-only"]
    assert library.files[0].pack.note == "mine"
    path.chmod(0o644)
    library.retry()
    assert read_pack(path).pack.note == "mine"


def test_damaged_packs_are_told_and_can_be_put_aside(library):
    library.add("New pack", norse())
    (library.folder / "bad.json").write_text("{", encoding="utf-8")
    library.reload()
    assert [error.path.name for error in library.damaged] == ["bad.json"]
    assert [file.pack.id for file in library.files] == ["norse"]
    library.remove_damaged(library.damaged[0].path)
    assert library.damaged == ()
    assert not (library.folder / "bad.json").exists()


def test_faults_know_the_other_packs(library):
    library.add("New pack", norse())
    more = norse().templates[2].with_(id="more/skald", name="Skald", opened_by=("norse/sea-farer",))
    library.add("New pack", Pack(id="more", name="More", templates=(more,)))
    assert library.faults("more") == ()
    library.remove("Remove", "norse")
    assert [fault.reason.code for fault in library.faults("more")] == ["pack-opens-unknown"]


def test_what_is_not_saved_outlives_reading_the_folder_anew(library):
    library.add("New pack", norse())
    path = library.folder / "norse.bonespack.json"
    path.chmod(0o444)
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    library.reload()
    assert library.files[0].pack.note == "mine"
    path.chmod(0o644)
    library.reload()
    assert read_pack(path).pack.note == "mine"


def test_typing_and_taking_it_back_leaves_no_step(library):
    library.add("New pack", norse())
    for text in ("The Norsemen", "The Norse"):
        library.edit("Rename", "norse", lambda pack, text=text: pack.with_(name=text), merge="name")
    assert library.undo_stack.count() == 1
    library.flush()
    assert on_disk(library) == {"norse.bonespack.json": norse()}


def test_a_pack_that_comes_back_overwrites_nothing_and_stays_where_it_lies(library):
    library.add("New pack", norse())
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    library.remove("Remove", "norse")
    path = library.folder / "norse.bonespack.json"
    write_pack(path, Pack(id="stranger", name="Precious"))
    library.undo_stack.undo()
    assert {name: pack.id for name, pack in on_disk(library).items()} == {
        "norse.bonespack.json": "stranger", "norse (2).bonespack.json": "norse",
    }  # fmt: skip
    library.undo_stack.undo()
    assert on_disk(library)["norse (2).bonespack.json"] == norse()
    library.undo_stack.undo()
    assert list(on_disk(library)) == ["norse.bonespack.json"]


def test_a_file_renamed_outside_ends_the_history(library):
    library.add("New pack", norse())
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    (library.folder / "norse.bonespack.json").rename(library.folder / "z.bonespack.json")
    library.reload()
    assert library.undo_stack.count() == 0
    library.edit("Note", "norse", lambda pack: pack.with_(note="more"))
    library.undo_stack.undo()
    assert list(on_disk(library)) == ["z.bonespack.json"]


def test_reading_the_folder_anew_keeps_the_history_when_nothing_has_changed(library):
    library.add("New pack", norse())
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    library.remove("Remove", "norse")
    library.undo_stack.undo()
    library.reload()
    assert library.undo_stack.count() == 3


@pytest.fixture
def stuck(library, monkeypatch):
    """Nothing can be put aside while the list says so."""
    held = [True]
    remove = library._folder.remove

    def refusing(path):
        if held:
            raise FileProblem("denied", path)
        remove(path)

    monkeypatch.setattr(library._folder, "remove", refusing)
    return held


def test_a_file_that_cannot_be_put_aside_is_tried_again(library, stuck):
    library.add("New pack", norse())
    troubles = []
    library.save_failed.connect(troubles.append)
    library.remove("Remove", "norse")
    assert [error.code for error in troubles] == ["denied"]
    assert not library.saved
    library.reload()
    assert library.files == ()
    stuck.clear()
    library.retry()
    assert on_disk(library) == {}
    assert library.saved


def test_a_pack_whose_file_still_lies_there_comes_back_to_it(library, stuck):
    library.add("New pack", norse())
    library.remove("Remove", "norse")
    library.undo_stack.undo()
    assert library.saved
    assert on_disk(library) == {"norse.bonespack.json": norse()}
    library.edit("Note", "norse", lambda pack: pack.with_(note="mine"))
    assert on_disk(library)["norse.bonespack.json"].note == "mine"
