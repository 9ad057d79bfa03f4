"""The index makes a shelf quick and is never the truth: whatever becomes of it, the shelf says what the files say."""

import contextlib
import os
import sqlite3
import threading
import time
from dataclasses import fields

import pytest

from bones_desktop.rules.bones.book.icons import face
from bones_desktop.storage.files import textfiles
from bones_desktop.storage.files.characterfile import CharacterFileError, dump_character, new_id
from bones_desktop.storage.shelf import shelfcatalogue, shelfindex
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.storage.shelf.shelfcatalogue import Catalogue
from bones_desktop.storage.shelf.shelfindex import ShelfIndex


@pytest.fixture
def folder(tmp_path, character):
    shelf = Shelf(tmp_path / "characters")
    shelf.create(character.with_(tags=("Friday", "odd \x1f\x1e one"), portrait="QUJD", race="Elf"))
    shelf.create(character.with_(id=new_id(), name="", dice=()))
    (shelf.folder / "Broken.bones").write_bytes(b'{"format":\n !')
    (shelf.folder / "Broken too.bones").write_bytes(dump_character(character).replace(b'"melee x2"', b'"MELEE"'))
    return shelf.folder


@pytest.fixture(autouse=True)
def _fine_clock(monkeypatch):
    """Let a file just written be believed at once."""
    monkeypatch.setattr(shelfcatalogue, "_TICK_NS", -1)


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


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


def test_the_index_says_what_the_files_say_and_nothing_is_read_again(folder, cache, reads):
    truth = said(Catalogue(folder).entries())
    assert said(Catalogue(folder, cache).entries()) == truth
    reads.clear()
    again = Catalogue(folder, cache)
    assert said(again.known()) == truth
    assert said(again.entries()) == truth
    assert reads == []


def test_what_changed_was_added_or_is_gone_is_found(folder, cache, reads, character):
    Catalogue(folder, cache).entries()
    reads.clear()
    (folder / "Broken.bones").write_bytes(dump_character(character.with_(id=new_id(), name="Mended")))
    (folder / "Broken too.bones").unlink()
    (folder / "New.bones").write_bytes(dump_character(character.with_(id=new_id(), name="New")))
    assert said(Catalogue(folder, cache).entries()) == said(Catalogue(folder).entries())
    assert sorted(reads[:2]) == ["Broken.bones", "New.bones"]
    reads.clear()
    names = {entry.name for entry in Catalogue(folder, cache).known()}
    assert names >= {"Mended", "New"}
    assert "Broken too" not in names


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(b"this is no database at all, but long enough to look at" * 40),
        lambda path: path.write_bytes(path.read_bytes()[:1000]),
        lambda path: path.write_bytes(b""),
        lambda path: path.unlink(),
        lambda path: (path.unlink(), path.mkdir()),
        lambda path: _execute(path, "PRAGMA user_version = 7"),
        lambda path: _execute(path, "UPDATE entry SET said = 'one', size = 'many'"),
        lambda path: _execute(path, "UPDATE entry SET said = replace(said, '\"damaged\":[', '[')"),
        lambda path: _execute(path, "DROP TABLE entry"),
    ],
)
def test_a_spoilt_index_is_done_without_and_made_anew(folder, cache, harm):
    truth = said(Catalogue(folder).entries())
    Catalogue(folder, cache).entries()
    path = ShelfIndex(cache, folder).path
    harm(path)
    assert said(Catalogue(folder, cache).entries()) == truth
    if path.is_file():
        assert said(Catalogue(folder, cache).known()) == truth


def _execute(path, statement):
    with sqlite3.connect(path) as database:
        database.execute(statement)
    database.close()


def test_a_locked_index_is_done_without(folder, cache, monkeypatch):
    monkeypatch.setattr(shelfindex, "_WAIT", 0.01)
    truth = said(Catalogue(folder).entries())
    Catalogue(folder, cache).entries()
    with sqlite3.connect(ShelfIndex(cache, folder).path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert said(Catalogue(folder, cache).entries()) == truth
        other.execute("ROLLBACK")
    other.close()


def test_what_a_locked_index_did_not_hear_it_hears_later(folder, cache, monkeypatch):
    monkeypatch.setattr(shelfindex, "_WAIT", 0.01)
    catalogue = Catalogue(folder, cache)
    catalogue.entries()
    (folder / "Broken.bones").unlink()
    with sqlite3.connect(ShelfIndex(cache, folder).path, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        catalogue.entries()
        other.execute("ROLLBACK")
    other.close()
    assert len(Catalogue(folder, cache).known()) == 4
    catalogue.entries()
    assert said(Catalogue(folder, cache).known()) == said(Catalogue(folder).entries())


def test_the_index_hears_of_a_file_in_the_order_things_happened(folder, cache, character, monkeypatch):
    catalogue = Catalogue(folder, cache)
    catalogue.entries()
    path = folder / "Brief.bones"
    path.write_bytes(dump_character(character.with_(id=new_id())))
    real, slow = ShelfIndex.store, threading.Event()

    def store(index, rows, gone=()):
        if rows:
            slow.set()
            time.sleep(0.2)
        return real(index, rows, gone)

    monkeypatch.setattr(ShelfIndex, "store", store)
    first = threading.Thread(target=catalogue.entries)
    first.start()
    assert slow.wait(45)
    path.unlink()
    catalogue.entries()
    first.join()
    assert path not in {entry.path for entry in Catalogue(folder, cache).known()}


def test_an_index_that_cannot_be_written_is_done_without(folder, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    assert said(Catalogue(folder, tmp_path / "file").entries()) == said(Catalogue(folder).entries())


def test_an_index_of_another_version_is_not_believed(folder, cache, monkeypatch):
    Catalogue(folder, cache).entries()
    monkeypatch.setattr(shelfindex, "_STAMP", 12)
    assert Catalogue(folder, cache).known() == ()


def test_each_folder_has_an_index_of_its_own(folder, tmp_path, cache):
    Catalogue(folder, cache).entries()
    assert Catalogue(tmp_path / "elsewhere", cache).known() == ()


def test_a_change_within_one_tick_of_the_disks_clock_is_found(folder, cache, character, monkeypatch):
    monkeypatch.setattr(shelfcatalogue, "_TICK_NS", 2_000_000_000)
    path = folder / "Twin.bones"
    path.write_bytes(dump_character(character.with_(id=new_id(), name="Anna")))
    before = path.stat()
    catalogue = Catalogue(folder, cache)
    assert "Anna" in {entry.name for entry in catalogue.entries()}
    path.write_bytes(path.read_bytes().replace(b"Anna", b"Bert"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "Bert" in {entry.name for entry in catalogue.entries()}
    assert "Bert" in {entry.name for entry in Catalogue(folder, cache).known()}
    path.write_bytes(path.read_bytes().replace(b"Bert", b"Cleo"))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "Cleo" in {entry.name for entry in Catalogue(folder, cache).entries()}


def test_a_file_long_unchanged_is_believed(folder, cache, reads, monkeypatch):
    monkeypatch.setattr(shelfcatalogue, "_TICK_NS", 2_000_000_000)
    for path in folder.iterdir():
        os.utime(path, (1_000, 1_000))
    Catalogue(folder, cache).entries()
    reads.clear()
    Catalogue(folder, cache).entries()
    assert reads == []


def test_a_file_the_disk_refused_is_asked_for_again(folder, cache, monkeypatch):
    def refuse(_path, _flags=0):
        raise OSError(5, "input/output error")

    catalogue = Catalogue(folder, cache)
    with monkeypatch.context() as broken:
        broken.setattr(textfiles, "open_regular", refuse)
        assert [entry.damaged.code for entry in catalogue.entries()] == ["other"] * 4
    assert said(catalogue.entries()) == said(Catalogue(folder).entries())


@pytest.mark.parametrize("when", [2**63, 2**70, -(2**63) - 1])
def test_a_file_of_an_impossible_time_keeps_no_other_from_the_index(folder, cache, reads, monkeypatch, when):
    def signature(path):
        seen = path.stat()
        return (seen.st_size, when if path.name == "Broken.bones" else seen.st_mtime_ns)

    monkeypatch.setattr(shelfcatalogue, "_signature", signature)
    assert len(Catalogue(folder, cache).entries()) == 4
    rows = ShelfIndex(cache, folder).load()
    assert len(rows) == 4
    assert not rows["Broken.bones"].holds(rows["Broken.bones"].size, when)
    reads.clear()
    assert len(Catalogue(folder, cache).entries()) == 4
    assert reads == ["Broken.bones"]


def test_a_name_that_is_no_text_is_indexed(folder, cache):
    odd = os.fsdecode(b"caf\xe9.bones")
    try:
        (folder / odd).write_bytes(b"{")
    except OSError:
        pytest.skip("this system has only names that are text")
    assert said(Catalogue(folder, cache).entries()) == said(Catalogue(folder, cache).known())


def test_news_comes_bit_by_bit_with_the_last_changed_first(folder, cache, monkeypatch):
    monkeypatch.setattr(shelfcatalogue, "_FIRST_BATCH", -1)
    monkeypatch.setattr(shelfcatalogue, "_LONGEST_BATCH", -1)
    for place, path in enumerate(sorted(folder.iterdir())):
        os.utime(path, (1_000 + place, 1_000 + place))
    first, *news = Catalogue(folder, cache).look(lambda: True)
    assert (first.entries, first.gone, first.done, first.total) == ((), (), 0, 4)
    found = [entry for each in news for entry in each.entries]
    assert [entry.path.name for entry in found] == [path.name for path in sorted(folder.iterdir(), reverse=True)]
    assert [(each.done, each.total) for each in news] == [(n, 4) for n in (1, 2, 3, 4)]


def test_a_look_that_is_called_off_keeps_what_it_has_read(folder, cache, reads, monkeypatch):
    monkeypatch.setattr(shelfcatalogue, "_FIRST_BATCH", -1)
    monkeypatch.setattr(shelfcatalogue, "_LONGEST_BATCH", -1)
    look = Catalogue(folder, cache).look(lambda: len(reads) < 2)
    assert sum(len(each.entries) for each in look) == 2
    assert len(Catalogue(folder, cache).known()) == 2


def test_a_brief_look_says_whether_all_is_known_and_keeps_what_it_read(folder, cache):
    catalogue = Catalogue(folder, cache)
    assert not catalogue.look_briefly(-1)
    assert catalogue.look_briefly(60)
    assert len(catalogue.known()) == 4
    assert catalogue.look_briefly(-1)


def test_what_was_read_when_a_look_is_called_off_is_known(folder, cache, reads):
    list(Catalogue(folder, cache).look(lambda: len(reads) < 3))
    assert len(Catalogue(folder, cache).known()) == 3


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


def test_newest_reads_no_more_than_asked_for(folder, cache, reads, character):
    for place, path in enumerate(sorted(folder.iterdir())):
        os.utime(path, (1_000 + place, 1_000 + place))
    first = next(Catalogue(folder, cache).newest())
    assert reads == [first.path.name]


def test_an_id_is_found_whether_its_file_was_read_or_not(folder, cache, reads, character):
    catalogue = Catalogue(folder, cache)
    assert catalogue.has_id(character.id)
    assert not catalogue.has_id("f" * 32)
    assert reads == []
    catalogue.entries()
    assert catalogue.has_id(character.id)
    assert not catalogue.has_id("f" * 32)


def test_what_is_known_as_it_is_is_not_read_again(folder, cache, reads, character):
    catalogue = Catalogue(folder, cache)
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


def test_what_the_program_does_is_known_without_a_look(folder, cache, character):
    shelf = Shelf(folder, cache)
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


def test_a_damaged_file_keeps_its_reason_in_the_index(folder, cache):
    Catalogue(folder, cache).entries()
    [broken] = [each for each in Catalogue(folder, cache).known() if each.name == "Broken"]
    assert isinstance(broken.damaged, CharacterFileError)
    assert (broken.damaged.code, broken.damaged.line) == ("not-json", 2)


def test_that_a_character_uses_house_rules_is_kept(folder, cache, character):
    of_house = tuple(
        die.with_(template="house/citizen") if not place else die for place, die in enumerate(character.dice)
    )
    Shelf(folder, cache).create(character.with_(id=new_id(), name="House", dice=of_house))
    Shelf(folder, cache).create(character.with_(id=new_id(), name="Troll", racial_icon="norse/troll"))
    Shelf(folder, cache).entries()
    known = {entry.name: entry.house for entry in Shelf(folder, cache).known()}
    assert known["House"]
    assert known["Troll"]
    assert not known[character.name]


def test_the_campaign_a_character_is_in_is_kept(folder, cache, character):
    Shelf(folder, cache).create(character.with_(id=new_id(), name="Member", campaign="c" * 32))
    Shelf(folder, cache).entries()
    known = {entry.name: entry.campaign for entry in Shelf(folder, cache).known()}
    assert (known["Member"], known[character.name]) == ("c" * 32, "")


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("file", b"a\0b.bones"),
        ("file", b"../other.bones"),
        ("file", "text"),
        ("size", "many"),
        ("said", '{"name":"Odin"}'),
        ("said", '{"dice":"many"}'),
        ("said", "{"),
        ("said", 7),
    ],
)
def test_a_damaged_row_lets_the_index_be_made_anew(tmp_path, character, column, value) -> None:
    shelf = Shelf(tmp_path / "shelf", tmp_path / "cache")
    shelf.create(character)
    shelf.entries()
    index = ShelfIndex(tmp_path / "cache", tmp_path / "shelf")
    with contextlib.closing(sqlite3.connect(index.path)) as database, database:
        database.execute(f"UPDATE entry SET {column} = ?", (value,))
    again = Shelf(tmp_path / "shelf", tmp_path / "cache")
    assert [each.name for each in again.entries()] == [character.name]
    [row] = ShelfIndex(tmp_path / "cache", tmp_path / "shelf").load().values()
    assert row.entry.name == character.name


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
