"""The file of the log: damage, a full disk, a newer program, a second process, and what version 1 kept."""

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
import tracemalloc
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log import logschema
from bones_desktop.storage.log.logcheck import summary
from bones_desktop.storage.log.logentry import (
    NOT_KEPT,
    Cause,
    EntryKind,
    LineState,
    LogEntry,
    LogFilter,
    LoggedAct,
    LoggedDie,
    LoggedWave,
    PendingAct,
    task_findings,
)
from bones_desktop.storage.log.logfile import Mended
from bones_desktop.storage.log.logrows import LONGEST_ROW
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.log import check_sentences, mended_sentence

ROOT = Path(__file__).parents[3]
SUSPECT = "throws.sqlite3-suspect"
FACES = ("universal", "physical", "melee", "melee", "defend", "")
VERSION_1 = """
CREATE TABLE throw (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    who TEXT NOT NULL,
    character_id TEXT NOT NULL,
    task TEXT NOT NULL,
    dice TEXT NOT NULL,
    result TEXT NOT NULL,
    net INTEGER,
    tags TEXT NOT NULL
) STRICT
"""


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
    log.close()


@pytest.mark.parametrize("damage", ["header", "schema", "text", "foreign", "foreign 2", "foreign 3"])
def test_a_damaged_log_is_moved_aside_with_its_journal(opened, path, damage):
    fill(opened())
    data = path.read_bytes()
    assert len(data) > 40_000
    if damage.startswith("foreign"):
        path.unlink()
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE line (id INTEGER)")
        other.execute(f"PRAGMA user_version={damage[-1] if damage[-1].isdigit() else 1}")
        other.close()
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
    assert fresh.moved_aside == path.with_name("throws.sqlite3.bad-20261121-120000")
    assert fresh.moved_aside.read_bytes() == damaged
    assert not list(path.parent.glob("*.version-*"))
    kept = 200 if damage in {"header", "schema"} else 0
    assert [line.title for line in fresh.read(fresh.ids())] == [f"Melee {number}" for number in range(1, kept + 1)]
    assert fresh.mended == Mended("damaged", fresh.moved_aside, lines=kept)
    assert fresh.append(entry()).id == kept + 1


def test_a_line_of_an_earlier_version_turns_nothing_round(opened, path):
    dice = (LoggedDie("Ro\u202eman", FACES, 1, "character", "die\u202e 1"),)
    found = task_findings("Success \u202eby 2", 1)
    with contextlib.closing(opened()) as log:
        log.append(replace(entry(), who="Rag\u202enar", title="Mel\u202eee", dice=dice, findings=found))
    with contextlib.closing(opened()) as log:
        [line] = log.read(log.ids())
    assert (line.who, line.title, line.dice[0].name, line.result) == ("Ragnar", "Melee", "Roman", "Success by 2")
    assert line.dice[0].key == "die\u202e 1"  # by which its seed is checked


def damage_the_middle(path):
    """Write over a few pages that opening the log does not look at."""
    data = bytearray(path.read_bytes())
    start = len(data) // 4096 * 2 // 3 * 4096
    data[start : start + 4 * 4096] = b"\xff" * 4 * 4096
    path.write_bytes(data)
    return bytes(data)


def test_damage_after_an_unclean_end_is_found_at_once(opened, path):
    fill(opened())
    damaged = damage_the_middle(path)
    path.with_name("throws.sqlite3-wal").touch()
    fresh = opened()
    assert fresh.moved_aside.read_bytes() == damaged
    assert_most_is_rescued(fresh)


def assert_most_is_rescued(log):
    """Look at a log of 200 lines that was made anew after `damage_the_middle`."""
    kept = log.read(log.ids())
    assert 100 < len(kept) < 200
    assert [line.title for line in kept] == [f"Melee {line.id}" for line in kept]
    assert all(len(line.dice) == 8 for line in kept)
    assert (log.mended.lines, log.mended.missing) == (len(kept), 200 - len(kept))
    assert log.append(entry()).id == 201


def test_damage_that_is_met_later_is_mended_and_told_at_once(opened, path):
    fill(opened())
    damage_the_middle(path)
    log, told = opened(), []
    log.tell(told.append)
    assert log.moved_aside is None
    assert log.read(range(1, 300))
    assert told == [log.mended]
    assert log.moved_aside.exists()
    assert_most_is_rescued(log)
    assert not path.with_name(SUSPECT).exists()
    log.close()
    assert opened().mended is None


def test_damage_that_cannot_be_mended_is_told_and_looked_into_at_the_next_start(opened, path, monkeypatch):
    fill(opened())
    damage_the_middle(path)
    log = opened()

    def refused(_file):
        raise OSError(28, "full")

    with monkeypatch.context() as full:
        full.setattr("bones_desktop.storage.log.logrescue.os.fsync", refused)
        with pytest.raises(FileProblem) as caught:
            log.read(log.ids())
        assert (caught.value.code, caught.value.path) == ("disk-full", path)
        assert path.with_name(SUSPECT).exists()
    assert_most_is_rescued(opened())


def test_a_sound_log_under_suspicion_stays(opened, path):
    fill(opened())
    path.with_name(SUSPECT).touch()
    log = opened()
    assert log.moved_aside is None
    assert len(log.ids()) == 200
    assert sorted(each.name for each in path.parent.iterdir() if "wal" not in each.name) == ["throws.sqlite3"]


def test_a_log_that_was_closed_is_opened_without_reading_all_of_it(opened, path, monkeypatch):
    fill(opened())
    looked = []
    prepare = logschema.prepare
    monkeypatch.setattr(
        "bones_desktop.storage.log.logfile.prepare",
        lambda *given, thorough: (looked.append(thorough), prepare(*given, thorough=thorough)),
    )
    opened().close()
    path.with_name("throws.sqlite3-wal").touch()
    opened().close()
    assert looked == [False, True]


def test_a_log_of_a_newer_program_is_left_alone(opened, path):
    log = opened()
    log.append(entry())
    with log._file.writing():
        log._file.connection.execute("PRAGMA user_version=7")
    log.close()
    data = path.read_bytes()
    with pytest.raises(FileProblem) as caught:
        opened()
    assert caught.value.code == "newer"
    assert path.read_bytes() == data


def folder(path):
    path.mkdir()


def link_to_itself(path):
    path.symlink_to(path)


in_the_way = [
    folder,
    pytest.param(link_to_itself, marks=pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")),
    pytest.param(
        lambda path: os.mkfifo(path), id="fifo", marks=pytest.mark.skipif(os.name != "posix", reason="has FIFOs")
    ),
]


@pytest.mark.parametrize("make", in_the_way)
@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal", "-part", "-rescued"])
def test_what_is_no_file_is_moved_out_of_the_way(opened, path, make, ending):
    log = opened()
    log.append(entry())
    log.close()
    if not ending:
        path.unlink()
    make(path.with_name(path.name + ending))
    log = opened()
    assert os.path.lexists(log.moved_aside)
    assert log.mended.cause == ("stray" if ending else "damaged")
    assert log.append(entry(2)).id == (2 if ending else 1)
    log.close()
    assert opened().mended is None


@pytest.mark.skipif(os.name != "posix", reason="has FIFOs")
def test_a_pipe_that_takes_its_place_is_moved_out_of_the_way_of_the_next_throw(opened, path):
    log = opened()
    log.append(entry(1))
    path.unlink()
    os.mkfifo(path)
    log.append(entry(2))
    assert [line.title for line in log.read(log.ids())] == ["Melee 1", "Melee 2"]


def test_a_journal_of_another_database_is_not_rolled_in(opened, path, tmp_path):
    fill(opened(), 30)
    other = tmp_path / "other.sqlite3"
    with contextlib.closing(sqlite3.connect(other, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE a (b)")
        connection.execute("INSERT INTO a VALUES (zeroblob(60000))")
        connection.execute("PRAGMA cache_size=2")
        connection.execute("BEGIN")
        connection.execute("UPDATE a SET b = randomblob(60000)")
        for _row in range(50):
            connection.execute("INSERT INTO a VALUES (randomblob(9000))")
        shutil.copy(f"{other}-journal", f"{path}-journal")
        connection.execute("ROLLBACK")
    log = opened()
    assert log.mended is None
    assert len(log.ids()) == 30
    log.close()
    assert list(path.parent.glob("throws.sqlite3-journal.bad-*")), "it is kept"


def copied_wal(path, folder, lines):
    """Return the journal of a log of that many lines, as a kill leaves it."""
    (folder / "other").mkdir()
    with contextlib.closing(ThrowLog(folder / "other" / path.name, lambda: datetime.now(UTC))) as log:
        for number in range(lines):
            log.append(replace(entry(number), at=datetime(2026, 11, 20, tzinfo=UTC)))
        return (folder / "other" / f"{path.name}-wal").read_bytes()


@pytest.mark.parametrize("lines", [1, 20, 40])
def test_the_wal_of_another_log_does_not_take_the_place_of_the_log(opened, path, tmp_path, lines):
    fill(opened(), 30)
    strange = copied_wal(path, tmp_path, lines)
    path.with_name("throws.sqlite3-wal").write_bytes(strange)
    log = opened()
    assert [line.title for line in log.read(log.ids())] == [f"Melee {number}" for number in range(1, 31)]
    assert log.mended == Mended("journal", path.with_name("throws.sqlite3-wal.bad-20261121-120000"), lines=30)
    assert log.moved_aside.read_bytes() == strange
    assert "throws made last may be in it" in mended_sentence(log.mended)
    assert log.append(entry()).id == 31
    log.close()
    assert {each.name for each in path.parent.iterdir()} == {path.name, log.moved_aside.name}


def test_the_wal_of_another_database_does_not_take_the_place_of_the_log(opened, path, tmp_path):
    fill(opened(), 30)
    with contextlib.closing(sqlite3.connect(tmp_path / "other")) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE a AS SELECT randomblob(90000)")
        connection.commit()
        shutil.copy(tmp_path / "other-wal", f"{path}-wal")
    log = opened()
    assert (log.mended.cause, len(log.ids())) == ("journal", 30)


def test_a_wal_of_the_log_from_an_earlier_day_takes_no_line_away(opened, path):
    log = opened()
    for number in range(1, 6):
        log.append(entry(number))
    wal = path.with_name("throws.sqlite3-wal")
    earlier = wal.read_bytes()
    for number in range(6, 31):
        log.append(entry(number))
    log.close()
    wal.write_bytes(earlier)
    log = opened()
    assert [line.title for line in log.read(log.ids())] == [f"Melee {number}" for number in range(1, 31)]
    assert log.mended.cause == "journal"


@pytest.mark.parametrize("share", [0, 1, 2, 3])
def test_its_own_wal_is_taken_in_whenever_the_kill_came(opened, path, tmp_path, share):
    """Part of it may be in the log already: that alone is not sound then."""
    fill(opened(), 30)
    log = opened()
    scene = log.append(replace(entry(31), kind=EntryKind.SCENE))
    log._file.connection.execute("PRAGMA wal_checkpoint")
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
        assert again.mended is None
        assert again.read(again.ids()) == stored


@pytest.mark.parametrize("damage", ["bit", "dice", "id", "value"])
def test_its_own_wal_is_taken_in_although_a_line_of_the_log_is_damaged(opened, path, tmp_path, damage):
    fill(opened(), 30)
    if damage == "value":
        changed(path, f"UPDATE line SET dice = zeroblob({2 * LONGEST_ROW}) WHERE id = 3")
    log = opened()
    for number in range(31, 41):
        log.append(entry(number))
    wal = path.with_name("throws.sqlite3-wal").read_bytes()
    log.close()
    killed = tmp_path / path.name
    killed.write_bytes(path.read_bytes())
    if damage != "value":
        changed(killed, "DELETE FROM line WHERE id > 30", "UPDATE sqlite_sequence SET seq = 30 WHERE name = 'line'")
    if damage == "bit":
        changed(killed, "UPDATE line SET at = replace(at, '2026', '2027') WHERE id = 30")
    elif damage == "dice":
        changed(killed, "UPDATE line SET dice = zeroblob(8) WHERE id = 30")
    elif damage == "id":
        changed(killed, "UPDATE line SET id = 1054 WHERE id = 30", "UPDATE sqlite_sequence SET seq = 30")
    killed.with_name(f"{path.name}-wal").write_bytes(wal)
    with contextlib.closing(ThrowLog(killed, lambda: datetime.now(UTC))) as again:
        assert len(again.ids()) == 40


def test_a_line_of_a_million_dice_hides_no_other(opened, path):
    fill(opened(), 3)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE line SET dice = randomblob(8000000) WHERE id = 2")
    log = opened()
    assert [len(line.dice) for line in log.read(log.ids())] == [8, 0, 8]


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
    assert (log.mended, check.faults, check.unread) == (None, (), 0)


def test_a_backup_whose_lines_have_no_end_is_refused(tmp_path):
    backup = tmp_path / "backup.sqlite3"
    with contextlib.closing(sqlite3.connect(backup)) as connection:
        connection.execute(
            "CREATE VIEW line AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)"
            " SELECT id, '' AS at FROM n"
        )
    with pytest.raises(FileProblem):
        summary(backup)


def test_on_a_full_disk_nothing_is_stored_by_halves(opened, path):
    log = opened()
    log.begin_evening(bytes(32))
    first = log.append(replace(entry(), evening=1, number=1))
    pages = log._file.connection.execute("PRAGMA page_count").fetchone()[0]
    log._file.connection.execute(f"PRAGMA max_page_count={pages}")
    faces = tuple(f"{letter}{'x' * 2000}" for letter in "abcdef")
    large = replace(entry(2), dice=(LoggedDie("Large", faces, 3),), evening=1, number=2)
    owed = PendingAct("a" * 32, "0" * 32, "pay", "")
    for act in (lambda: log.append(large, owed), lambda: log.amend(replace(first, title="x" * 20_000), (owed,))):
        with pytest.raises(FileProblem) as caught:
            act()
        assert caught.value.code == "disk-full"
        assert log.latest(1) == (first,)
        assert log.pending("0" * 32) == ()
    log._file.connection.execute("PRAGMA max_page_count=1000000")
    stored = log.append(large, owed)
    log.close()
    log = opened()
    assert log.moved_aside is None
    assert log.entry(stored.id) == stored
    assert log.pending("0" * 32) == (replace(owed, line=stored.id),)


OWED = (
    "CREATE TABLE owed (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, character_id TEXT NOT NULL,"
    " spiffs INTEGER NOT NULL, before INTEGER NOT NULL, line INTEGER NOT NULL) STRICT"
)
OWED_USE = (
    "CREATE TABLE owed_use (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, character_id TEXT NOT NULL,"
    " by_gm INTEGER NOT NULL, recent INTEGER NOT NULL, beyond INTEGER NOT NULL, day INTEGER NOT NULL,"
    " line INTEGER NOT NULL) STRICT"
)


@pytest.mark.parametrize("version", [2, 3, 4])
def test_an_earlier_log_keeps_all_and_what_it_owes_is_pending(opened, path, version):
    log = opened()
    wave = LoggedWave(Cause.REROLL, ((0, 1),), counts=False, number=2)
    stored = [log.append(replace(entry(number), waves=(wave,))) for number in (1, 2)]
    undone = LineState.of(stored[0])
    act = LoggedAct("c" * 32, undone, replace(undone, counts=(True,)))
    log.amend(stored[0], (), [act])
    connection = log._file.connection
    connection.execute("DROP TABLE pending")
    connection.execute("DROP TABLE sealed")
    connection.execute("ALTER TABLE evening DROP COLUMN words")
    for column in ("result TEXT NOT NULL DEFAULT ''", "net INTEGER", "rerolls TEXT NOT NULL DEFAULT ''"):
        connection.execute(f"ALTER TABLE line ADD COLUMN {column}")
    again = "[[0,2,1,2,true,null]]"
    connection.execute("UPDATE line SET result = ?, net = id, rerolls = ?", ("Success by 2" * 5, again))
    for column in ("game", "findings", "waves"):
        connection.execute(f"ALTER TABLE line DROP COLUMN {column}")
    telling = json.dumps(["Success by 2" * 5, 1, [], [True]])
    connection.execute("UPDATE act SET undone = ?, done = ?", (telling, telling.replace("true", "false")))
    connection.execute(OWED)
    connection.execute("INSERT INTO owed VALUES (1, 'a', 'somebody', -1, 3, 2)")
    if version < 4:
        connection.execute("DROP TABLE act")
    if version > 2:
        connection.execute(OWED_USE)
        connection.execute("INSERT INTO owed_use VALUES (1, 'b', 'somebody', 1, 1, 0, 7, 1)")
    connection.execute(f"PRAGMA user_version={version}")
    log._file._close()  # without a look at what else has written to it
    log = opened()
    assert log.moved_aside is None
    assert list(log.latest()) == stored
    with contextlib.closing(sqlite3.connect(path.with_name(f"throws.version-{version}.sqlite3"))) as copy:
        assert copy.execute("PRAGMA user_version").fetchone() == (version,)
        assert copy.execute("SELECT result FROM line").fetchall() == [("Success by 2" * 5,)] * 2
    pay = PendingAct("a", "somebody", "spend-spiffs", '{"by": -1, "before": 3}', line=2)
    use = PendingAct("b", "somebody", "use-magic", '{"by_gm": true, "before": [1, 0, 7]}', line=1)
    assert log.pending("somebody") == ((pay, use) if version > 2 else (pay,))
    assert log.acts([act.id]) == ({act.id: (stored[0].id, act)} if version > 3 else {})
    log.amend(stored[0], (PendingAct("d", "somebody", "hurt", ""),), [act])
    log.close()
    assert opened().acts([act.id]) == {act.id: (stored[0].id, act)}


def write_version_1(path, count):
    connection = sqlite3.connect(path)
    connection.execute(VERSION_1)
    for number in range(1, count + 1):
        connection.execute(
            "INSERT INTO throw VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number * 2,
                f"2026-11-{number % 28 + 1:02}T20:00:00+01:00",
                "Ragnar ⚔",
                "0" * 32,
                f"Melee against {number}",
                json.dumps([["Roman", "melee"], ["Challenge", "null"]] * 4),
                "1 success",
                None if number % 2 else number,
                json.dumps(["damage", NOT_KEPT]),
            ),
        )
    connection.execute("PRAGMA user_version=1")
    connection.commit()
    connection.close()


def assert_taken_over(log, count):
    lines = log.read(log.ids())
    assert [line.id for line in lines] == [number * 2 for number in range(1, count + 1)]
    for number, line in enumerate(lines, 1):
        assert line == LogEntry(
            datetime.fromisoformat(f"2026-11-{number % 28 + 1:02}T20:00:00+01:00"),
            who="Ragnar ⚔",
            character_id="0" * 32,
            title=f"Melee against {number}",
            dice=(LoggedDie("Roman", ("melee",), 0), LoggedDie("Challenge", ("null",), 0)) * 4,
            findings=task_findings("1 success", None if number % 2 else number),
            tags=("damage", NOT_KEPT),
            id=number * 2,
        )


def test_every_throw_of_version_1_is_taken_over(opened, path):
    write_version_1(path, 60)
    log = opened()
    assert log.moved_aside is None
    assert_taken_over(log, 60)
    assert log.face_counts(str) == ()
    assert [line.title for line in log.read(log.ids(LogFilter("MELEE 47")))] == ["Melee against 47"]
    assert log.append(entry()).id == 121
    log.close()
    assert len(opened().ids()) == 61


def test_a_damaged_line_of_version_1_keeps_what_can_be_read(opened, path):
    write_version_1(path, 3)
    connection = sqlite3.connect(path)
    connection.execute("UPDATE throw SET at = 'x', dice = '[[1', tags = '{' WHERE id = 4")
    connection.commit()
    connection.close()
    line = opened().entry(4)
    assert (line.title, line.dice, line.tags, line.at.year) == ("Melee against 2", (), (), 1970)


@pytest.mark.parametrize("column", ["dice", "tags"])
def test_a_line_of_version_1_that_leads_nowhere_does_not_stop_the_log_from_opening(opened, path, column):
    write_version_1(path, 3)
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE throw SET {column} = ? WHERE id = 4", ("[" * 100_000,))
    log = opened()
    assert log.moved_aside is None
    assert (log.entry(4).title, getattr(log.entry(4), column)) == ("Melee against 2", ())


def test_a_damaged_byte_in_a_line_costs_one_sign(opened, path):
    log = opened()
    for _ in range(3):
        log.append(entry())
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE line SET title = CAST(x'4dff' AS TEXT) WHERE id IN (2, 3)")
    again = opened()
    assert again.moved_aside is None
    assert [line.title for line in again.latest()] == [entry().title, "M\ufffd", "M\ufffd"]


@pytest.mark.parametrize("row", [1, 30, 60])
def test_version_1_is_left_as_it_is_when_the_disk_refuses_in_between(opened, path, monkeypatch, row):
    write_version_1(path, 60)
    insert, done = logschema.insert, []

    def refused(*given):
        done.append(given)
        if len(done) == row:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return insert(*given)

    with monkeypatch.context() as full:
        full.setattr(logschema, "insert", refused)
        with pytest.raises(FileProblem) as caught:
            opened()
    assert caught.value.code == "disk-full"
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT count(*) FROM throw").fetchone() == (60,)
    assert connection.execute("SELECT count(*) FROM sqlite_master WHERE name = 'line'").fetchone() == (0,)
    connection.close()
    assert_taken_over(opened(), 60)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")
def test_version_1_is_taken_over_whenever_the_process_is_killed(path, tmp_path, clock):
    write_version_1(path, 1500)
    original = tmp_path / "original"
    shutil.copy(path, original)
    opens = (
        f"import sys; sys.path[:0] = [{str(ROOT)!r}]\n"
        "from bones_desktop.storage.log.throwlog import ThrowLog\n"
        "from datetime import datetime, UTC\nfrom pathlib import Path\n"
        "print('ready', flush=True)\n"
        "ThrowLog(Path(sys.argv[1]), lambda: datetime.now(UTC))\n"
        "print('open', flush=True)\nsys.stdin.read()"
    )
    chance, unfinished = Random(3), 0
    for _ in range(12):
        for each in path.parent.iterdir():
            each.unlink()
        shutil.copy(original, path)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        with subprocess.Popen([sys.executable, "-E", "-c", opens, path], **pipes) as process:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(chance.random() * 0.06)
            process.kill()
            unfinished += process.stdout.read() == b""
        log = ThrowLog(path, clock)
        try:
            assert log.moved_aside is None
            assert_taken_over(log, 1500)
        finally:
            log.close()
    assert unfinished > 2


SPARSE = pytest.mark.skipif(os.name != "posix", reason="files with holes")
HUGE = 3 << 30
BREAK = "UPDATE sqlite_schema SET sql = replace(sql, 'title TEXT NOT NULL', ?) WHERE name = 'line'"
BROKEN = "UPDATE sqlite_schema SET sql = replace(sql, 'game TEXT NOT NULL', 'game TEXT NOT NULL UNIQUE')"
CHECK = "title TEXT NOT NULL CHECK (length(hex(zeroblob(50000000))) > 0)"
GENERATED = "title TEXT NOT NULL GENERATED ALWAYS AS (hex(zeroblob(50000000))) VIRTUAL"


@pytest.fixture
def frugal(monkeypatch):
    """See to it that no huge file is copied, and that nothing is read into memory."""

    def copyfile(source, target, copied=shutil.copyfile):
        assert Path(source).stat().st_size < HUGE
        return copied(source, target)

    monkeypatch.setattr(shutil, "copyfile", copyfile)
    tracemalloc.start()
    yield
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


@SPARSE
def test_a_huge_journal_is_put_aside_unread_and_the_log_goes_on(opened, path, frugal):
    fill(opened())
    wal = path.with_name("throws.sqlite3-wal")
    wal.touch()
    os.truncate(wal, HUGE)
    log = opened()
    assert log.mended == Mended("damaged", log.moved_aside, lines=200)
    assert log.moved_aside.with_name(f"{log.moved_aside.name}-wal").stat().st_size == HUGE
    assert log.append(entry()).id == 201


@SPARSE
@pytest.mark.parametrize("data", [b"", b"\0" * 100, None], ids=["empty", "zeros", "schema"])
def test_a_huge_file_in_the_place_of_the_log_is_put_aside_without_a_copy(opened, path, frugal, data):
    fill(opened())
    if data is None:
        data = path.read_bytes()[:100] + b"\xff" * 3000
    path.write_bytes(data)
    os.truncate(path, HUGE)
    log = opened()
    assert (log.mended.cause, log.mended.lines) == ("damaged", 0)
    assert log.moved_aside.stat().st_size == HUGE
    assert log.append(entry()).id == 1


@SPARSE
def test_a_huge_log_is_not_read_through_unasked(opened, path, monkeypatch):
    fill(opened())
    os.truncate(path, HUGE)
    path.with_name(SUSPECT).touch()
    prepare, looked = logschema.prepare, []
    monkeypatch.setattr(
        "bones_desktop.storage.log.logfile.prepare",
        lambda *given, thorough: (looked.append(thorough), prepare(*given, thorough=thorough)),
    )
    assert len(opened().ids()) == 200
    assert looked == [False]


def test_a_huge_log_that_is_damaged_gives_what_sqlite_finds(opened, path, frugal, monkeypatch):
    fill(opened())
    damage_the_middle(path)
    monkeypatch.setattr("bones_desktop.storage.log.logplaces._LARGEST", 1 << 14)
    log = opened()
    assert log.read(range(1, 300))
    assert_most_is_rescued(log)


@pytest.mark.parametrize("column", [CHECK, GENERATED])
def test_what_unpacks_with_each_line_is_no_log_of_ours(opened, path, column):
    fill(opened(), 5)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(BREAK, (column,))
    log = opened()
    assert log.mended == Mended("damaged", log.moved_aside, lines=5)
    assert log.append(entry(6)).id == 6
    with pytest.raises(FileProblem):
        summary(log.moved_aside)


@pytest.mark.parametrize("column", ["tags", "title", "findings"])
def test_a_text_of_megabytes_is_cut_off_and_its_line_stays(opened, path, frugal, column):
    fill(opened(), 5)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"UPDATE line SET {column} = ? WHERE id = 3", (f"[{'1,' * 10_000_000}1]",))
    log = opened()
    assert log.check().faults == ("a text in it is far longer than the program writes",)
    lines = log.read(log.ids())
    assert [line.id for line in lines] == [1, 2, 3, 4, 5]
    assert [len(line.title) for line in lines] == [7, 7, 1000 if column == "title" else 7, 7, 7]
    assert log.mended == Mended("damaged", log.moved_aside, lines=5)
    assert log.check().faults == ()


@pytest.mark.parametrize("texts", [{"search": 3, "title": 3, "findings": 3}, {"title": 8}])
def test_a_line_that_is_too_long_as_a_whole_is_cut_in_a_rescue(opened, path, texts):
    """Each text has fewer letters than a value may have bytes."""
    fill(opened(), 5)
    for column, share in texts.items():
        length = share * LONGEST_ROW // 8 // (3 if len(texts) == 1 else 1) + 3
        text = ("\u4e00" if len(texts) == 1 else "x") * length
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(f"UPDATE line SET {column} = ? WHERE id = 3", (text,))
    changed(path, BROKEN)
    log = opened()
    lines = log.read(log.ids())
    assert [(line.id, len(line.title), len(line.dice)) for line in lines][2] == (3, 1000, 8)
    assert (len(lines), lines[2].findings) == (5, () if "findings" in texts else entry(3).findings)


def test_a_long_line_of_the_program_is_whole_after_a_rescue(opened, path):
    log = opened()
    dice = tuple(LoggedDie("Roman", FACES, index % 6, "character", f"die {index % 8}") for index in range(30_000))
    wave = LoggedWave(Cause.REROLL, tuple((index, 1) for index in range(30_000)), counts=True)
    line = log.append(replace(entry(), dice=dice, waves=(wave,), findings=task_findings("Успех " * 50_000)))
    log.close()
    changed(path, BROKEN)
    log = opened()
    assert log.mended.cause == "damaged"
    assert log.read(log.ids()) == (line,)


def test_a_count_of_draws_that_cannot_be_is_told_and_misses_none(opened, path):
    log = opened()
    evening = log.begin_evening(bytes(32))
    number = log.next_number(evening.id)
    log.append(replace(entry(), evening=evening.id, number=number))
    log.append(replace(entry(), evening=evening.id, number=log.next_number(evening.id) + 1))
    log.end_evening()
    with log._file.writing():
        log._file.connection.execute("UPDATE evening SET draws = 9223372036854775807")
    found = log.check()
    assert (found.evenings, found.missing, found.miscounted) == (1, 0, 1)
    told = "The count of draws of 1 evening is damaged, so whether one is missing cannot be told."
    assert told in check_sentences(found, "")
    assert "9223372036854775" not in check_sentences(found, "")
    assert "of 2 evenings" in check_sentences(replace(found, miscounted=2), "")


def test_an_evening_whose_count_of_draws_cannot_be_goes_on_after_the_last_that_is_known(opened, path):
    log = opened()
    evening = log.begin_evening(bytes(32))
    assert [log.next_number(evening.id) for _ in range(3)] == [1, 2, 3]
    log.close()
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE evening SET draws = 9223372036854775807")
    assert opened().next_number(evening.id) == 4


def changed(path, *statements):
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema=ON")
        for each in statements:
            connection.execute(each)


@pytest.mark.parametrize(
    "made",
    [
        "CREATE UNIQUE INDEX pending_of_character ON pending (game)",
        "CREATE UNIQUE INDEX pending_of_character ON pending (character_id, state)",
        "CREATE INDEX pending_of_character ON pending (state, character_id)",
    ],
)
def test_an_index_that_is_not_as_the_program_makes_it_is_made_anew(opened, path, made):
    opened().close()
    changed(path, "DROP INDEX pending_of_character", made)
    log = opened()
    for number in (1, 2):
        log.append(entry(number), PendingAct(f"{number:032}", "0" * 32, "hurt", "{}"))
    assert len(log.pending("0" * 32)) == 2
    assert log.mended is None
    [(sql,)] = log._file.connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'pending_of_character'")
    assert sql == logschema._MADE["pending_of_character"]


@pytest.mark.parametrize(
    ("there", "now"),
    [
        ("game TEXT NOT NULL", "game TEXT NOT NULL UNIQUE"),
        ("id TEXT NOT NULL UNIQUE", "id TEXT NOT NULL"),
        ("DEFAULT ''pending''", "DEFAULT ''done''"),
        (" AUTOINCREMENT", ""),
    ],
)
def test_a_table_that_is_not_as_the_program_makes_it_is_made_anew(opened, path, there, now):
    fill(opened(), 5)
    changed(path, f"UPDATE sqlite_schema SET sql = replace(sql, '{there}', '{now}')")
    log = opened()
    assert log.mended == Mended("damaged", log.moved_aside, lines=5)
    for number in (1, 2):
        log.append(entry(number), PendingAct(f"{number:032}", "0" * 32, "hurt", "{}"))
    assert len(log.pending("0" * 32)) == 2


def test_a_log_that_a_tool_of_sqlite_has_analysed_is_sound(opened, path):
    fill(opened(), 20)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("ANALYZE")
        assert connection.execute("SELECT count(*) FROM sqlite_stat1").fetchone()[0]
        with contextlib.suppress(sqlite3.OperationalError):  # made by SQLite that is compiled to
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)")
    log = opened()
    assert (log.mended, log.check().faults, len(log.ids())) == (None, (), 20)


def test_lines_that_no_search_finds_are_found_after_a_check(opened, path):
    fill(opened(), 5)
    changed(path, "UPDATE line SET search = '' WHERE id > 1")
    log = opened()
    assert len(log.ids(LogFilter("melee"))) == 1
    found = log.check()
    assert (found.faults, found.unread, found.unsearched) == ((), 0, (2, 3, 4, 5))
    assert "Searching did not find 4 lines; now it does." in check_sentences(found, "")
    assert len(log.ids(LogFilter("melee success"))) == 5
    assert log.check().unsearched == ()


@pytest.mark.parametrize("damage", ["findings = substr(findings, 1, 20)", "title = CAST(x'4d656cff6565' AS TEXT)"])
def test_a_line_of_which_a_part_is_damaged_is_still_found_by_it_after_a_check(opened, path, damage):
    fill(opened(), 2)
    changed(path, f"UPDATE line SET {damage} WHERE id = 2")
    log = opened()
    assert log.check().unsearched == ()
    assert len(log.ids(LogFilter("melee success"))) == 2


def test_where_nothing_can_be_written_a_check_still_tells(opened, path):
    fill(opened(), 5)
    changed(path, "UPDATE line SET search = '' WHERE id > 1")
    log = opened()
    log._file.connection.execute("PRAGMA query_only=ON")
    found = log.check()
    assert (found.faults, found.lines, found.unsearched) == ((), 5, ())


def test_a_draw_of_an_impossible_number_does_not_become_the_count_of_its_evening(opened, path):
    log = opened()
    evening = log.begin_evening(bytes(32)).id
    for _ in range(3):
        line = log.append(replace(entry(), evening=evening, number=log.next_number(evening)))
    log.close()
    changed(path, f"UPDATE line SET number = 9223372036854775807 WHERE id = {line.id}")
    log = opened()
    assert log.evening().draws == 3
    found = log.check()
    assert (found.unread, found.missing, found.miscounted) == (1, 0, 0)
    assert log.next_number(evening) == 4


@pytest.mark.parametrize("number", [-1, 0, 1 << 53, (1 << 63) - 1])
def test_an_evening_of_an_impossible_number_takes_no_throw(opened, path, number):
    log = opened()
    first = log.begin_evening(bytes(32)).id
    log.append(replace(entry(), evening=first, number=log.next_number(first)))
    log.close()
    changed(path, f"UPDATE evening SET id = {number}")
    log = opened()
    assert log.mended.cause == "damaged"
    evening = log.begin_evening(bytes(range(32))).id
    assert evening != first, "throws of that are there"
    line = log.append(replace(entry(), evening=evening, number=log.next_number(evening)))
    assert log.entry(line.id) == line
    assert line.number == 1


@pytest.mark.parametrize("left", ["line", "draw"])
def test_a_new_evening_is_not_one_of_which_throws_are_left(opened, path, left):
    log = opened()
    first = log.begin_evening(bytes(32)).id
    log.append(replace(entry(), evening=first, number=log.next_number(first)))
    log.close()
    changed(path, "DELETE FROM evening")
    if left == "line":
        changed(path, "DELETE FROM draw")
    else:
        changed(path, "DELETE FROM line")
    assert opened().begin_evening(bytes(range(32))).id == first + 1


@pytest.mark.skipif(os.name != "posix", reason="links as POSIX has them")
def test_a_log_that_is_a_link_into_a_folder_that_is_gone_is_told_as_such(opened, path):
    target = path.parent / "stick" / "throws.sqlite3"
    path.symlink_to(target)
    with pytest.raises(FileProblem) as caught:
        opened()
    assert (caught.value.code, caught.value.values) == ("dead-link", {"thing": str(path), "target": str(target)})
    target.parent.mkdir()
    assert opened().append(entry()).id == 1
    assert target.exists()
