"""The file of the log: damage, a full disk, a newer program and logs of other programs."""

import contextlib
import os
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log import logfile
from bones_desktop.storage.log.logentry import EntryKind, LogEntry, LoggedDie, PendingAct, task_findings
from bones_desktop.storage.log.logfile import Repair
from bones_desktop.storage.log.throwlog import ThrowLog

FACES = ("universal", "physical", "melee", "melee", "defend", "")


@pytest.fixture
def path(tmp_path):
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "throws.sqlite3"


def entry(number=1):
    dice = tuple(LoggedDie("Roman", FACES, index % 6, "character", f"die {index}") for index in range(8))
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    return LogEntry(
        at, who="Ragnar", title=f"Melee {number}", dice=dice, findings=task_findings("Success by 2" * 5, number)
    )


def fill(log, count=200):
    for number in range(1, count + 1):
        log.append(entry(number))


def closed(log, count=200):
    fill(log, count)
    log.close()


@pytest.mark.parametrize("backup", [True, False])
@pytest.mark.parametrize("damage", ["header", "schema", "text", "foreign", "foreign, of schema 1"])
def test_a_damaged_log_is_moved_aside_with_its_journal(opened, path, damage, backup):
    log = opened()
    fill(log, 200)
    if backup:
        log.file.back_up(lambda: True)
    log.close()
    data = path.read_bytes()
    if damage.startswith("foreign"):
        path.unlink()
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("CREATE TABLE line (id INTEGER)")
            other.execute(f"PRAGMA user_version={int(damage != 'foreign')}")
    else:
        changed = {
            "header": b"\xff" * 100 + data[100:],
            "schema": data[:100] + b"\xff" * 3000 + data[3100:],
            "text": b"no database at all\n" * 100,
        }
        path.write_bytes(changed[damage])
    path.with_name("throws.sqlite3-wal").write_bytes(b"left over")
    damaged = path.read_bytes()
    fresh = opened()
    kept = 200 if backup else 0
    assert fresh.file.repaired == Repair("damaged", kept, path.with_name("throws.sqlite3.bad-20261121-120000"))
    assert fresh.file.repaired.aside.read_bytes() == damaged
    assert fresh.file.repaired.aside.with_name(f"{fresh.file.repaired.aside.name}-wal").exists() or "foreign" in damage
    assert [line.title for line in fresh.read(fresh.ids())] == [f"Melee {number}" for number in range(1, kept + 1)]
    assert fresh.append(entry()).id == kept + 1


def damage_the_middle(path):
    """Write over a few pages that opening the log does not look at."""
    data = bytearray(path.read_bytes())
    start = len(data) // 4096 * 2 // 3 * 4096
    data[start : start + 4 * 4096] = b"\xff" * 4 * 4096
    path.write_bytes(data)
    return bytes(data)


def test_damage_after_an_unclean_end_is_found_at_once(opened, path):
    closed(opened())
    damaged = damage_the_middle(path)
    path.with_name("throws.sqlite3-wal").touch()
    fresh = opened()
    assert fresh.file.repaired.aside.read_bytes() == damaged
    assert_most_is_kept(fresh)


def assert_most_is_kept(log):
    """Look at a log of 200 lines that was made anew after `damage_the_middle`."""
    kept = log.read(log.ids())
    assert 100 < len(kept) < 200
    assert [line.title for line in kept] == [f"Melee {line.id}" for line in kept]
    assert all(len(line.dice) == 8 for line in kept)
    assert (log.file.repaired.lines, log.file.repaired.missing) == (len(kept), 200 - len(kept))
    assert log.append(entry()).id == 201


def test_damage_that_is_met_later_is_repaired_and_told_at_once(opened, path):
    closed(opened())
    damage_the_middle(path)
    log, told = opened(), []
    log.file.on_repaired = told.append
    assert log.file.repaired is None
    with pytest.raises(FileProblem):
        log.read(range(1, 300))
    assert told == [log.file.repaired]
    assert log.file.repaired.aside.exists()
    assert_most_is_kept(log)
    log.close()
    assert opened().file.repaired is None


def test_damage_that_another_thread_meets_is_left_for_the_first_thread_to_repair(opened, path):
    closed(opened())
    damage_the_middle(path)
    log = opened()
    with ThreadPoolExecutor(1) as thread, pytest.raises(FileProblem):
        thread.submit(log.read, range(1, 300)).result()
    assert log.file.repaired is None
    assert log.file.repair()
    assert_most_is_kept(log)


def test_a_repair_that_the_disk_refuses_is_made_once_there_is_room(opened, path, monkeypatch):
    closed(opened())
    damage_the_middle(path)
    log = opened()

    def refused(_file):
        raise OSError(28, "full")

    with monkeypatch.context() as full:
        full.setattr("bones_desktop.storage.log.logbackups.os.fsync", refused)
        for _ in range(2):
            with pytest.raises(FileProblem) as caught:
                log.read(log.ids())
            assert (caught.value.code, caught.value.path) == ("disk-full", path)
        assert [each.name for each in path.parent.iterdir() if "throws.sqlite3" not in each.name] == []
    log.file.look()
    assert_most_is_kept(log)


def test_a_log_that_was_closed_is_opened_without_reading_all_of_it(opened, path, monkeypatch):
    closed(opened())
    looked = []
    monkeypatch.setattr(logfile, "is_sound", lambda connection: looked.append(connection) or True)
    opened().close()
    assert not looked
    path.with_name("throws.sqlite3-wal").touch()
    opened().close()
    assert len(looked) == 1


def test_a_log_of_a_newer_program_is_left_alone(opened, path):
    log = opened()
    log.append(entry())
    with log.file.writing():
        log.file.connection.execute("PRAGMA user_version=7")
    log.close()
    data = path.read_bytes()
    with pytest.raises(FileProblem) as caught:
        opened()
    assert caught.value.code == "newer"
    assert path.read_bytes() == data


@pytest.mark.parametrize("share", [0, 1, 2, 3])
def test_its_own_wal_is_taken_in_whenever_the_kill_came(opened, path, tmp_path, share):
    """Part of it may be in the log already: that alone is not sound then."""
    closed(opened(), 30)
    log = opened()
    scene = log.append(replace(entry(31), kind=EntryKind.SCENE))
    log.file.connection.execute("PRAGMA wal_checkpoint")
    log.remove_heading(scene.id)
    for number in range(32, 120):
        log.append(entry(number))
    stored = log.read(log.ids())
    killed = tmp_path / "killed"
    killed.mkdir()
    data = bytearray(path.read_bytes())
    wal = path.with_name("throws.sqlite3-wal").read_bytes()
    pages = [(place, int.from_bytes(wal[place : place + 4])) for place in range(32, len(wal), 24 + 4096)]
    for place, number in pages:
        if number % 3 < share:
            data.extend(bytes(max(0, number * 4096 - len(data))))
            data[number * 4096 - 4096 : number * 4096] = wal[place + 24 : place + 24 + 4096]
    (killed / path.name).write_bytes(data)
    (killed / f"{path.name}-wal").write_bytes(wal)
    with contextlib.closing(ThrowLog(killed / path.name, lambda: datetime.now(UTC))) as again:
        assert again.file.repaired is None
        assert again.read(again.ids()) == stored


def test_the_largest_round_of_hordes_is_drawn_stored_and_read_again(opened, path):
    log = opened()
    evening = log.begin_evening(bytes(32)).id
    number = log.next_number(evening, [("Rabble of the lower town attack-1", 6)] * 32_000)
    dice = [LoggedDie(f"Ополчение {index % 800}", FACES, index % 6, "character", "1") for index in range(40_000)]
    found = task_findings("Ополчение нижнего города: удар. " * 9_000)
    line = log.append(replace(entry(), evening=evening, number=number, dice=tuple(dice), findings=found))
    log.close()
    log = opened()
    assert log.entry(line.id) == line
    check = log.check()
    assert (log.file.repaired, check.faults, check.unread) == (None, (), 0)


def test_on_a_full_disk_nothing_is_stored_by_halves(opened, path):
    log = opened()
    log.begin_evening(bytes(32))
    first = log.append(replace(entry(), evening=1, number=1))
    pages = log.file.connection.execute("PRAGMA page_count").fetchone()[0]
    log.file.connection.execute(f"PRAGMA max_page_count={pages}")
    faces = tuple(f"{letter}{'x' * 2000}" for letter in "abcdef")
    large = replace(entry(2), dice=(LoggedDie("Large", faces, 3),), evening=1, number=2)
    owed = PendingAct("a" * 32, "0" * 32, "pay", "")
    for act in (lambda: log.append(large, owed), lambda: log.amend(replace(first, title="x" * 20_000), (owed,))):
        with pytest.raises(FileProblem) as caught:
            act()
        assert caught.value.code == "disk-full"
        assert log.latest(1) == (first,)
        assert log.pending("0" * 32) == ()
    log.file.connection.execute("PRAGMA max_page_count=1000000")
    stored = log.append(large, owed)
    log.close()
    log = opened()
    assert log.file.repaired is None
    assert log.entry(stored.id) == stored
    assert log.pending("0" * 32) == (replace(owed, line=stored.id),)


def test_a_damaged_byte_in_a_line_costs_one_sign(opened, path):
    log = opened()
    for _ in range(3):
        log.append(entry())
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE line SET title = CAST(x'4dff' AS TEXT) WHERE id IN (2, 3)")
    again = opened()
    assert again.file.repaired is None
    assert [line.title for line in again.latest()] == [entry().title, "M\ufffd", "M\ufffd"]


def test_a_log_that_a_tool_of_sqlite_has_analysed_is_sound(opened, path):
    closed(opened(), 20)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ANALYZE")
        assert connection.execute("SELECT count(*) FROM sqlite_stat1").fetchone()[0]
        with contextlib.suppress(sqlite3.OperationalError):  # made by SQLite that is compiled to
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)")
    log = opened()
    assert (log.file.repaired, log.check().faults, len(log.ids())) == (None, (), 20)


def test_a_new_evening_is_not_one_of_which_lines_are_left(opened, path):
    log = opened()
    first = log.begin_evening(bytes(32)).id
    log.append(replace(entry(), evening=first, number=log.next_number(first)))
    log.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM evening")
    assert opened().begin_evening(bytes(range(32))).id == first + 1


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_log_that_is_a_link_into_a_folder_that_is_gone_is_told_as_such(opened, path):
    target = path.parent / "stick" / "throws.sqlite3"
    path.symlink_to(target)
    with pytest.raises(FileProblem) as caught:
        opened()
    assert caught.value.code == "folder-gone"
    target.parent.mkdir()
    assert opened().append(entry()).id == 1
    assert target.exists()
