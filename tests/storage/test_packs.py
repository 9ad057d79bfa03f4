"""The folder of packs: reading, saving, removing; a damaged pack stops nothing."""

import os
from pathlib import Path

import pytest

from bones_desktop.rules.bones.life.packs import Pack
from bones_desktop.storage import packfile
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import PackFile, PackFileError, PackFolder, read_pack, write_pack
from tests.support.packs import norse


@pytest.fixture
def folder(tmp_path):
    return PackFolder(tmp_path / "data" / "packs")


def test_no_folder_is_no_packs_and_none_is_made(folder):
    assert folder.load().packs == ()
    assert folder.load().damaged == ()
    assert not folder.folder.exists()


def test_packs_are_saved_and_found_by_name(folder):
    for pack in (norse(), Pack(id="arab", name="Zanj"), Pack(id="zulu", name="amaZulu")):
        folder.save(PackFile(folder.path_for(pack), pack))
    assert [pack.id for pack in folder.load().packs] == ["zulu", "norse", "arab"]
    assert [file.path.name for file in folder.load().files][1] == "norse.bonespack.json"


def test_a_damaged_pack_is_told_and_the_others_are_used(folder):
    folder.save(PackFile(folder.path_for(norse()), norse()))
    (folder.folder / "broken.json").write_text('{"format": ', encoding="utf-8")
    (folder.folder / "notes.txt").write_text("no pack", encoding="utf-8")
    found = folder.load()
    assert found.packs == (norse(),)
    assert [error.path.name for error in found.damaged] == ["broken.json"]


def test_of_two_packs_with_one_id_the_first_file_counts(folder):
    folder.save(PackFile(folder.path_for(norse()), norse()))
    write_pack(folder.folder / "other.json", norse().with_(name="Others"))
    found = folder.load()
    assert [pack.name for pack in found.packs] == ["The Norse"]
    (error,) = found.damaged
    assert isinstance(error, PackFileError)
    assert (error.errors[0].code, error.errors[0].spot.line, error.errors[0].hint) == (
        "same-id", 4, "norse.bonespack.json",
    )  # fmt: skip


def test_what_something_else_has_changed_is_not_overwritten(folder):
    saved = folder.save(PackFile(folder.path_for(norse()), norse()))
    write_pack(saved.path, norse().with_(name="Changed elsewhere"))
    with pytest.raises(FileProblem) as refused:
        folder.save(PackFile(saved.path, norse().with_(note="mine"), digest=saved.digest))
    assert refused.value.code == "changed-outside"
    assert read_pack(saved.path).pack.name == "Changed elsewhere"


def test_a_removed_pack_is_kept_aside(folder):
    for _ in range(2):
        saved = folder.save(PackFile(folder.path_for(norse()), norse()))
        folder.remove(saved.path)
    assert folder.load().packs == ()
    assert len(list((folder.folder / "removed").iterdir())) == 2


def test_a_copy_to_give_away_is_the_same_pack(folder, tmp_path):
    saved = folder.save(PackFile(folder.path_for(norse()), norse()))
    folder.export(saved, tmp_path / "given.bonespack.json")
    assert (tmp_path / "given.bonespack.json").read_bytes() == saved.path.read_bytes()


def test_a_pack_that_comes_back_overwrites_nothing(folder):
    saved = folder.save(PackFile(folder.path_for(norse()), norse()))
    folder.remove(saved.path)
    assert folder.path_again(saved) == saved.path
    write_pack(saved.path, Pack(id="other", name="Other"))
    assert folder.path_again(saved) == folder.folder / "norse (2).bonespack.json"


def test_no_more_packs_are_read_and_made_than_a_start_has_time_for(folder, monkeypatch):
    monkeypatch.setattr(packfile, "MOST_FILES", 3)
    for number in range(3):
        pack = Pack(id=f"p{number}", name=f"P {number}")
        folder.save(PackFile(folder.path_for(pack), pack))
    with pytest.raises(FileProblem) as refused:
        folder.path_for(norse())
    assert refused.value.code == "too-many"
    write_pack(folder.folder / "z.json", norse())
    found = folder.load()
    assert [pack.id for pack in found.packs] == ["p0", "p1", "p2"]
    assert [(each.path.name, each.errors[0].code) for each in found.damaged] == [("z.json", "too-many")]
    monkeypatch.setattr(packfile, "MOST_BYTES", 10)
    assert folder.load().packs == ()


def test_a_folder_that_may_not_be_read_is_told_and_put_nowhere(folder, monkeypatch):
    saved = folder.save(PackFile(folder.path_for(norse()), norse()))
    may = os.access
    with monkeypatch.context() as now:
        now.setattr(os, "access", lambda at, how: Path(at) != folder.folder and may(at, how))
        now.setattr(packfile, "is_file", lambda _path: False)
        found = folder.load()
        assert (found.packs, [(each.code, each.path) for each in found.damaged]) == ((), [("denied", folder.folder)])
    with pytest.raises(FileProblem):
        folder.remove(folder.folder)
    assert folder.load().files[0].path == saved.path
