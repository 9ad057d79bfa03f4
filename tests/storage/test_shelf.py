"""The shelf: what lies on it, and what happens to it."""

import json
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.storage.files import textfiles
from bones_desktop.storage.files.characterfile import (
    CHARACTERS,
    CharacterFileError,
    dump_character,
    new_id,
    read_character,
    write_character,
)
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.people import ragnar


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "characters")


def _names(shelf):
    return [entry.name for entry in shelf.entries()]


def test_a_shelf_that_is_not_there_is_empty_and_made_with_the_first_character(shelf, character):
    assert shelf.entries() == ()
    assert not shelf.folder.exists()
    path = shelf.create(character)
    (entry,) = shelf.entries()
    assert (entry.path, entry.name, entry.id, entry.kind) == (path, character.name, character.id, CharacterKind.PLAYER)
    assert (entry.dice, entry.damaged, entry.newer) == (3, None, False)


def test_entries_stand_by_name_and_other_files_are_passed_over(shelf, character):
    for name in ("bob", "Grumpy", "Abe", ""):
        shelf.create(character.with_(name=name, id=new_id()))
    (shelf.folder / "notes.txt").write_bytes(b"")
    (shelf.folder / "folder.bones").mkdir()
    assert _names(shelf) == ["Abe", "bob", "Grumpy", "No name yet"]


def test_the_same_name_twice_is_numbered(shelf, character):
    paths = [shelf.create(character.with_(name=name)) for name in ("Bob", "bob", "BOB")]
    assert [path.name for path in paths] == ["Bob.bones", "bob (2).bones", "BOB (3).bones"]


def test_the_file_follows_the_name(shelf, character):
    shelf.create(character.with_(name="Bob"))
    path = shelf.create(character.with_(name="Ragnar"))
    data = path.read_bytes()
    assert shelf.rename(path, "Ragnar") == path
    path = shelf.rename(path, "ragnar")
    assert path.name == "ragnar.bones"
    path = shelf.rename(path, "Bob")
    assert path.name == "Bob (2).bones"
    assert path.read_bytes() == data
    assert len(shelf.entries()) == 2


def test_a_removed_character_can_be_taken_back(shelf, character):
    path = shelf.create(character)
    first = shelf.remove(path)
    assert _names(shelf) == []
    assert first.path.parent == shelf.folder / "removed"
    assert shelf.restore(first) == path
    second = shelf.remove(path)
    shelf.create(character)
    back = shelf.restore(second)
    assert back != path
    assert read_character(back).value == read_character(path).value


def test_removing_the_same_name_twice_loses_neither(shelf, character):
    removed = [shelf.remove(shelf.create(character.with_(spiffs=spiffs))) for spiffs in (1, 2)]
    assert [read_character(each.path).value.spiffs for each in removed] == [1, 2]


def test_a_damaged_file_can_be_removed_and_taken_back(shelf, character):
    path = shelf.create(character)
    path.write_bytes(b"{")
    removed = shelf.remove(path)
    assert shelf.restore(removed) == path
    assert path.read_bytes() == b"{"


def test_a_character_is_imported_with_every_byte(tmp_path, shelf, character):
    document = json.loads(dump_character(character.with_(campaign="c" * 32))) | {"other": 1}
    source = tmp_path / "from afar.bones"
    source.write_text(json.dumps(document))
    path = shelf.import_file(source)
    assert path.name == "Ragnar ⚔ Ødegård.bones"
    assert path.read_bytes() == source.read_bytes()
    assert shelf.import_file(path) == path
    again = shelf.import_file(source)
    assert read_character(again).value.id != character.id
    assert read_character(again).value.campaign == ""
    assert json.loads(again.read_bytes())["other"] == 1


def test_a_damaged_file_is_not_imported(tmp_path, shelf, character, contents):
    shelf.create(character)
    before = contents(shelf.folder)
    (tmp_path / "a.bones").write_bytes(b"{")
    with pytest.raises(CharacterFileError):
        shelf.import_file(tmp_path / "a.bones")
    assert contents(shelf.folder) == before


def test_a_newer_file_is_imported_and_listed_but_not_duplicated(tmp_path, shelf, character):
    document = json.loads(dump_character(character)) | {"schema": 99}
    (tmp_path / "a.bones").write_text(json.dumps(document))
    path = shelf.import_file(tmp_path / "a.bones")
    assert shelf.entries()[0].newer
    with pytest.raises(FileProblem) as caught:
        shelf.duplicate(path, "Copy")
    assert caught.value.code == "newer"


def test_export_writes_the_file_elsewhere(tmp_path, shelf, character):
    path = shelf.create(character)
    shelf.export_file(path, tmp_path / "out.bones")
    assert (tmp_path / "out.bones").read_bytes() == path.read_bytes()
    with pytest.raises(FileProblem) as caught:
        shelf.export_file(path, tmp_path / "none" / "out.bones")
    assert caught.value.code == "folder-gone"


def test_a_duplicate_is_a_character_of_its_own(shelf, character):
    path = shelf.create(character.with_(campaign="c" * 32))
    copy = read_character(shelf.duplicate(path, "Twin")).value
    assert (copy.name, copy.dice) == ("Twin", character.dice)
    assert copy.id != character.id
    assert copy.campaign == "", "the campaign does not know it"


def test_a_duplicate_and_an_export_keep_the_colour_of_the_dice(tmp_path, shelf, character):
    path = shelf.create(character.with_(dice_colour="lilac"))
    shelf.export_file(path, tmp_path / "out.bones")
    for each in (shelf.duplicate(path, "Twin"), tmp_path / "out.bones"):
        assert read_character(each).value.dice_colour == "lilac"


def test_what_was_removed_is_listed_and_comes_back(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = shelf.create(ragnar())
    assert shelf.removed.entries() == ()
    removed = shelf.remove(path)
    assert [(each.name, each.path) for each in shelf.removed.entries()] == [("Ragnar", removed.path)]
    assert shelf.restore(removed) == path
    assert shelf.removed.entries() == ()


def test_a_name_too_long_for_a_copy_is_cut(shelf, character):
    path = shelf.create(character.with_(name="N" * LINE))
    copy = read_character(shelf.duplicate(path, "N" * LINE + " (copy)")).value
    assert copy.name == "N" * LINE


def test_one_imported_while_it_lies_among_the_removed_is_of_its_own_when_that_comes_back(tmp_path, shelf, character):
    path = shelf.create(character)
    shelf.export_file(path, tmp_path / "out.bones")
    removed = shelf.remove(path)
    imported = shelf.import_file(tmp_path / "out.bones")
    back = shelf.restore(removed)
    ids = [read_character(each).value.id for each in (imported, back)]
    assert ids[1] == character.id
    assert len(set(ids)) == 2


def test_importing_many_reads_each_only_a_few_times(tmp_path, shelf, character, monkeypatch):
    sources = [tmp_path / f"{number}.bones" for number in range(12)]
    for source in sources:
        write_character(source, character.with_(id=new_id()))
    read = []
    real = textfiles.open_regular
    monkeypatch.setattr(textfiles, "open_regular", lambda path, *given: (read.append(path), real(path, *given))[1])
    for source in sources:
        shelf.import_file(source)
    counts = Counter(path for path in read if path.suffix == ".bones")
    assert len(counts) == 2 * len(sources)
    assert max(counts.values()) <= 2


def test_a_file_of_a_newer_program_is_imported_as_it_is(tmp_path, character):
    shelf, source = Shelf(tmp_path / "characters"), tmp_path / "Newer.bones"
    shelf.create(character)
    source.write_bytes(replace(CHARACTERS, schema=2).dump(character))
    assert shelf.import_file(source).read_bytes() == source.read_bytes()


def test_a_folder_that_vanished_is_not_made_again(tmp_path, character):
    folder = tmp_path / "stick" / "characters"
    folder.mkdir(parents=True)
    shelf = Shelf(folder)
    path = shelf.create(character)
    elsewhere = tmp_path / "elsewhere.bones"
    write_character(elsewhere, character.with_(id="e" * 32))
    folder.parent.rename(tmp_path / "taken out")
    for attempt in (
        lambda: shelf.create(character),
        lambda: shelf.import_file(elsewhere),
        lambda: shelf.remove(path),
        lambda: shelf.rename(path, "Other"),
    ):
        with pytest.raises(FileProblem) as caught:
            attempt()
        assert caught.value.code == "folder-gone"
        assert not folder.parent.exists()
    (tmp_path / "taken out").rename(folder.parent)
    assert shelf.missing() is None
    shelf.create(character)


def test_a_folder_that_was_chosen_is_not_made_but_the_usual_one_is(tmp_path, character):
    chosen = Shelf(tmp_path / "stick" / "characters", chosen=True)
    with pytest.raises(FileProblem) as caught:
        chosen.create(character)
    assert (caught.value.code, caught.value.path.parent) == ("folder-gone", chosen.folder)
    assert chosen.missing() is not None
    assert not (tmp_path / "stick").exists()
    usual = Shelf(tmp_path / "data" / "characters")
    assert usual.missing() is None
    usual.create(character)
    shutil.rmtree(usual.folder)
    assert usual.missing() is not None
