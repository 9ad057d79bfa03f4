"""The catalogue reads each file once, and says what the files say."""

import os
import sqlite3
import threading
from dataclasses import fields

import pytest

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.storage import shelfcatalogue
from bones_desktop.storage.files import textfiles
from bones_desktop.storage.files.characterfile import CharacterFileError, dump_character, new_id
from bones_desktop.storage.shelfcatalogue import Catalogue, Shelf


@pytest.fixture
def folder(tmp_path, character):
    shelf = Shelf(tmp_path / "characters")
    shelf.create(character.with_(tags=("Friday", "odd \x1f\x1e one"), portrait="QUJD", race="Elf"))
    shelf.create(character.with_(id=new_id(), name="", dice=()))
    (shelf.folder / "Broken.bones").write_bytes(b'{"format":\n !')
    (shelf.folder / "Broken too.bones").write_bytes(dump_character(character).replace(b'"melee x2"', b'"MELEE"'))
    return shelf.folder


@pytest.fixture
def reads(monkeypatch):
    """The names of files that were read."""
    read = []
    real = shelfcatalogue.read_entry

    def noted(path, modified):
        read.append(path.name)
        return real(path, modified)

    monkeypatch.setattr(shelfcatalogue, "read_entry", noted)
    return read


def said(entries):
    """Return what entries say, errors by what they hold."""

    def value(entry, name):
        found = getattr(entry, name)
        return (found.code, found.where, found.line, found.column, found.hint, found.path) if (
            name == "damaged" and found
        ) else found  # fmt: skip

    return sorted([tuple(str(value(entry, each.name)) for each in fields(entry)) for entry in entries])


def _execute(path, statement):
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()


def test_a_file_the_disk_refused_is_asked_for_again(folder, monkeypatch):
    def refuse(_path, _flags=0):
        raise OSError(5, "input/output error")

    catalogue = Catalogue(folder)
    with monkeypatch.context() as broken:
        broken.setattr(textfiles, "open_regular", refuse)
        assert [entry.damaged.code for entry in catalogue.entries()] == ["other"] * 4
    assert said(catalogue.entries()) == said(Catalogue(folder).entries())


def test_a_name_that_is_no_text_is_listed(folder):
    odd = os.fsdecode(b"caf\xe9.bones")
    try:
        (folder / odd).write_bytes(b"{")
    except OSError:
        pytest.skip("this system has only names that are text")
    assert odd in {entry.path.name for entry in Catalogue(folder).entries()}


def test_progress_comes_bit_by_bit_with_the_last_changed_first(folder, reads, monkeypatch):
    monkeypatch.setattr(shelfcatalogue, "_FIRST_BATCH", -1)
    monkeypatch.setattr(shelfcatalogue, "_LONGEST_BATCH", -1)
    for place, path in enumerate(sorted(folder.iterdir())):
        os.utime(path, (1_000 + place, 1_000 + place))
    assert list(Catalogue(folder).look(lambda: True)) == [(n, 4) for n in (0, 1, 2, 3, 4, 4)]
    assert reads == [path.name for path in sorted(folder.iterdir(), reverse=True)]


def test_a_look_that_is_called_off_keeps_what_it_has_read(folder, reads):
    catalogue = Catalogue(folder)
    assert list(catalogue.look(lambda: len(reads) < 2)) == [(0, 4)]
    assert len(catalogue.known()) == 2


def test_a_brief_look_says_whether_all_is_known_and_keeps_what_it_read(folder):
    catalogue = Catalogue(folder)
    assert not catalogue.look_briefly(-1)
    assert catalogue.look_briefly(60)
    assert len(catalogue.known()) == 4
    assert catalogue.look_briefly(-1)


def test_what_was_read_when_a_look_is_called_off_is_known(folder, reads):
    catalogue = Catalogue(folder)
    list(catalogue.look(lambda: len(reads) < 3))
    assert len(catalogue.known()) == 3


def test_what_changes_during_a_look_is_not_overwritten_by_older_news(folder, character, monkeypatch):
    catalogue = Catalogue(folder)
    real = shelfcatalogue.read_entry

    def read_late(path, modified):
        entry = real(path, modified)
        if path.name == "Broken.bones" and entry.damaged:
            path.write_bytes(dump_character(character.with_(id=new_id(), name="Mended")))
            catalogue.note(path)
        return entry

    monkeypatch.setattr(shelfcatalogue, "read_entry", read_late)
    list(catalogue.look(lambda: True))
    assert "Mended" in {entry.name for entry in catalogue.known()}


def test_newest_reads_no_more_than_asked_for(folder, reads, character):
    for place, path in enumerate(sorted(folder.iterdir())):
        os.utime(path, (1_000 + place, 1_000 + place))
    first = next(Catalogue(folder).newest())
    assert reads == [first.path.name]


def test_what_is_known_as_it_is_is_not_read_again(folder, reads, character):
    catalogue = Catalogue(folder)
    path = folder / "New.bones"
    for name in ("Anna", "Bertha"):
        path.write_bytes(dump_character(character.with_(id=new_id(), name=name)))
        for _ in range(3):
            catalogue.learn(path)
        assert catalogue.by_file()[path.name].name == name
    assert reads == [path.name] * 2
    path.unlink()
    catalogue.learn(path)
    assert path.name not in catalogue.by_file()


def test_what_the_program_does_is_known_without_a_look(folder, character):
    shelf = Shelf(folder)
    shelf.entries()

    def known(where):
        return {entry.path.name for entry in where.catalogue.known()}

    path = shelf.create(character.with_(id=new_id(), name="Anna"))
    assert path.name in known(shelf)
    path = shelf.rename(path, "Berta")
    assert known(shelf) >= {"Berta.bones"}
    assert "Anna.bones" not in known(shelf)
    removed = shelf.remove(path)
    assert (path.name in known(shelf), path.name in known(shelf.removed)) == (False, True)
    path = shelf.restore(removed)
    assert (path.name in known(shelf), path.name in known(shelf.removed)) == (True, False)
    shelf.delete(shelf.remove(path).path)
    assert (path.name in known(shelf), path.name in known(shelf.removed)) == (False, False)
    assert not shelf.removed.catalogue.holds_any()


def test_an_entry_tells_who_it_is_and_shows_each_die(folder, character):
    entry = next(each for each in Catalogue(folder).entries() if each.id == character.id and not each.damaged)
    assert entry.tags == ("Friday", "odd  one")
    assert (entry.race, entry.portrait, entry.dice) == ("Elf", True, 3)
    assert entry.origins == ("roman", "gaul")
    assert entry.faces == ("melee x2", "", "")
    assert entry.icons == ("defend", "encumbrance", "melee", "riposte")


def test_each_die_shows_the_face_that_tells_it_from_the_others(tmp_path, character):
    one = character.dice[0].with_(faces=tuple(map(face, ("universal", "mental", "magic", "craft", "magic", "magic"))))
    two = one.with_(faces=tuple(map(face, ("universal", "mental", "magic", "healer", "magic", "magic"))))
    shelf = Shelf(tmp_path)
    shelf.create(character.with_(dice=(one, two), lost=()))
    (entry,) = shelf.entries()
    assert (entry.faces, entry.emblem) == (("craft", "healer"), "magic")


def test_a_damaged_file_has_its_reason(folder):
    [broken] = [each for each in Catalogue(folder).entries() if each.name == "Broken"]
    assert isinstance(broken.damaged, CharacterFileError)
    assert (broken.damaged.code, broken.damaged.line) == ("not-json", 2)


def test_a_character_says_whether_it_uses_house_rules(folder, character):
    of_house = tuple(
        die.with_(template="house/citizen") if not place else die for place, die in enumerate(character.dice)
    )
    Shelf(folder).create(character.with_(id=new_id(), name="House", dice=of_house))
    Shelf(folder).create(character.with_(id=new_id(), name="Troll", racial_icon="norse/troll"))
    known = {entry.name: entry.house for entry in Shelf(folder).entries()}
    assert known["House"]
    assert known["Troll"]
    assert not known[character.name]


def test_a_character_says_which_campaign_it_is_in(folder, character):
    Shelf(folder).create(character.with_(id=new_id(), name="Member", campaign="c" * 32))
    known = {entry.name: entry.campaign for entry in Shelf(folder).entries()}
    assert (known["Member"], known[character.name]) == ("c" * 32, "")


def test_a_slow_disk_keeps_nobody_waiting_who_asks_for_what_is_known(folder, monkeypatch):
    catalogue = Catalogue(folder)
    catalogue.entries()
    asked, answer = threading.Event(), threading.Event()
    real = shelfcatalogue._signature

    def slow(path):
        asked.set()
        assert answer.wait(60)
        return real(path)

    (folder / "Broken.bones").unlink()
    monkeypatch.setattr(shelfcatalogue, "_signature", slow)
    looking = threading.Thread(target=catalogue.entries)
    looking.start()
    try:
        assert asked.wait(45)
        found = []
        reader = threading.Thread(target=lambda: found.append(catalogue.known()), daemon=True)
        reader.start()
        reader.join(45)
        assert found
    finally:
        answer.set()
        looking.join()
    assert folder / "Broken.bones" not in [each.path for each in catalogue.known()]


def test_what_changed_was_added_or_is_gone_is_found_and_nothing_else_read_again(folder, reads, character):
    catalogue = Catalogue(folder)
    catalogue.entries()
    reads.clear()
    assert len(catalogue.entries()) == 4
    assert reads == []
    (folder / "Broken.bones").write_bytes(dump_character(character.with_(id=new_id(), name="Mended")))
    (folder / "Broken too.bones").unlink()
    (folder / "New.bones").write_bytes(dump_character(character.with_(id=new_id(), name="New")))
    assert said(catalogue.entries()) == said(Catalogue(folder).entries())
    assert sorted(reads[:2]) == ["Broken.bones", "New.bones"]
    assert "Broken too" not in {entry.name for entry in catalogue.known()}
