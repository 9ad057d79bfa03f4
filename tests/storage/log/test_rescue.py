"""What is left of a log when its file is damaged, deleted or replaced, and what is said of it."""

import contextlib
import errno
import os
import shutil
import sqlite3
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bones_desktop.rules.fairdice import sealed_indices
from bones_desktop.rules.fairness import Sealed, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logdamaged import Damaged, present
from bones_desktop.storage.log.logentry import (
    EntryKind,
    LineState,
    LogEntry,
    LogFilter,
    LoggedAct,
    LoggedDie,
    PendingAct,
    task_findings,
)
from bones_desktop.storage.log.logfile import Mended
from bones_desktop.storage.log.logplaces import may_owe, places
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.log import mended_sentence
from tests.support.disks import refusing

ROOT = Path(__file__).parents[3]
FACES = ("universal", "physical", "melee", "melee", "defend", "")
SEED = bytes(range(32))
RAGNAR = "0" * 32
POSIX = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted or replaced on Windows")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "throws.sqlite3"


def thrown(log, number=0):
    """Throw for the evening that lasts, as the table does, and return the line."""
    evening = log.evening() or log.begin_evening(SEED)
    number = log.next_number(evening.id)
    fell = sealed_indices(evening.seed, number, [("die 1", 6), ("die 2", 6)])
    dice = tuple(LoggedDie("Roman", FACES, index, "character", f"die {n}") for n, index in enumerate(fell, 1))
    title = f"Melee {number}"
    at = datetime(2026, 11, 21, 12, tzinfo=UTC)
    found = task_findings("Success", number)
    return log.append(
        LogEntry(at, who="Ragnar", character_id=RAGNAR, title=title, dice=dice, findings=found,
                 evening=evening.id, number=number),
        PendingAct(f"{number:032}", RAGNAR, "hurt", "{}"),
    )  # fmt: skip


def titles(log):
    return [line.title for line in log.read(log.ids()) if line.kind is EntryKind.THROW]


def assert_sealed(log, evening, draws):
    """Look whether every draw of an evening is there once and is what its seed says."""
    found = verify(
        Sealed(log._evenings("WHERE id = ?", (evening,))[0].commitment, SEED, last=draws), log.draws(evening)
    )
    assert found.sound, found


def gone(path):
    path.unlink()


def gone_with_journal(path):
    path.unlink()
    path.with_name(f"{path.name}-wal").unlink()


def journal_gone(path):
    path.with_name(f"{path.name}-wal").unlink()


def moved(path):
    path.rename(path.with_name("elsewhere"))


def folder_gone(path):
    shutil.rmtree(path.parent)


def emptied(path):
    path.write_bytes(b"")


def written_over(path):
    path.write_bytes(b"no log at all" * 999)


def replaced_by_text(path):
    path.unlink()
    path.write_bytes(b"no log at all" * 999)


def replaced_by_another(path):
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE line (id INTEGER)")


def a_folder(path):
    path.unlink()
    path.mkdir()


def restored_beside(path):
    path.unlink()
    shutil.copy(path.with_name("before"), path)


def restored_in_place(path):
    shutil.copyfile(path.with_name("before"), path)


def journal_damaged(path):
    wal = path.with_name(f"{path.name}-wal")
    data = bytearray(wal.read_bytes())
    data[len(data) // 2 :] = bytes(len(data) - len(data) // 2)
    wal.write_bytes(data)


DONE_TO_IT = [
    gone, gone_with_journal, journal_gone, moved, folder_gone, emptied, written_over, replaced_by_text,
    replaced_by_another, a_folder, restored_beside, restored_in_place, journal_damaged,
]  # fmt: skip

UNHARMED = {(restored_in_place, "in the journal"), (journal_damaged, "in the file")}
"""The program has all in the other file."""


@POSIX
@pytest.mark.parametrize("written", ["in the journal", "in the file"])
@pytest.mark.parametrize("done", DONE_TO_IT)
def test_whatever_becomes_of_the_file_while_the_program_runs_no_throw_is_lost(opened, path, done, written):
    log, told = opened(), []
    log.tell(told.append)
    thrown(log)
    log.close()
    shutil.copy(path, path.with_name("before"))
    log = opened()
    log.tell(told.append)
    lines = [thrown(log) for _ in range(20)]
    act = LoggedAct("a" * 32, LineState.of(lines[0]), LineState.of(lines[0]))
    log.amend(lines[0], (), [act])
    log.settle(f"{5:032}")
    if written == "in the file":
        log._file.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
        log._file._seen = places(path)
    done(path)
    more = thrown(log)
    if (done, written) not in UNHARMED:
        assert told == [log.mended]
        assert log.mended.cause in {"gone", "changed"}
    assert log.entry(more.id) == more
    log.close()
    log = opened()
    assert log.mended is None
    own = [f"Melee {number}" for number in range(2, 23)]
    assert titles(log)[-21:] == own
    assert list(log.read([each.id for each in (*lines, more)])) == [*lines, more]
    assert log.acts([act.id])[act.id] == (lines[0].id, act)
    assert f"{5:032}" not in {each.id for each in log.pending(RAGNAR)}
    assert {each.id for each in log.pending(RAGNAR)} >= {f"{n:032}" for n in (2, 3, 4, *range(6, 23))}
    assert log.evening().draws == 22
    if titles(log) == ["Melee 1", *own]:
        assert_sealed(log, more.evening, 22)
    assert log.next_number(log.evening().id) == 23
    assert titles(log)[0] == "Melee 1" or done in {emptied, written_over}


@POSIX
def test_a_log_deleted_after_the_last_throw_is_there_after_the_end(opened, path):
    log = opened()
    line = thrown(log)
    path.unlink()
    log.close()
    assert opened().entry(line.id) == line


@POSIX
def test_what_lies_in_the_place_of_the_log_is_kept(opened, path):
    log = opened()
    thrown(log)
    path.unlink()
    path.write_bytes(b"somebody else's")
    thrown(log)
    assert log.mended.aside.read_bytes() == b"somebody else's"


@POSIX
def test_a_second_program_with_the_new_file_is_not_robbed_of_it(opened, path, clock):
    log = opened()
    first = thrown(log)
    path.unlink()
    holds = (
        f"import sys; sys.path[:0] = [{str(ROOT)!r}]\n"
        "from bones_desktop.storage.log.throwlog import ThrowLog\n"
        "from datetime import datetime, UTC\nfrom pathlib import Path\n"
        "log = ThrowLog(Path(sys.argv[1]), lambda: datetime.now(UTC))\n"
        "log.people()\n"
        "print('open', flush=True)\nsys.stdin.read()"
    )
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-E", "-c", holds, path], **pipes) as process:
        assert process.stdout.readline() == b"open\n"
        with pytest.raises(FileProblem) as caught:
            thrown(log)
        assert caught.value.code == "in-use"
        assert log.entry(first.id) == first
        process.stdin.close()
    second = thrown(log)
    assert log.mended.cause == "changed"
    assert log.read([first.id, second.id]) == (first, second)


@POSIX
@pytest.mark.parametrize("at", [0.0, 0.1, 0.5, 0.9])
def test_damage_in_the_journal_of_a_killed_program_does_not_take_away_what_follows_it(opened, path, tmp_path, at):
    log = opened()
    for _ in range(30):
        thrown(log)
    killed = tmp_path / "killed"
    killed.mkdir()
    for each in path.parent.glob(f"{path.name}*"):
        shutil.copy(each, killed)
    log.close()
    journal = killed / f"{path.name}-wal"
    data = bytearray(journal.read_bytes())
    data[40 + int(at * (len(data) - 4096))] ^= 0x20
    journal.write_bytes(data)
    with contextlib.closing(ThrowLog(killed / path.name, lambda: datetime.now(UTC))) as found:
        assert found.mended.lines >= 30
        assert found.moved_aside.with_name(f"{found.moved_aside.name}-wal").read_bytes() == data
        assert titles(found) == [f"Melee {number}" for number in range(1, 31)]
        assert found.evening() is None or found.next_number(1) > 30


def test_nothing_is_said_of_a_log_whose_touch_alone_is_another(opened, path):
    log = opened()
    thrown(log)
    os.utime(path)
    thrown(log)
    assert log.mended is None
    assert not list(path.parent.glob("*.bad-*"))
    assert titles(log) == ["Melee 1", "Melee 2"]


WRONG = [
    ("DROP INDEX line_of_character",),
    ("DROP INDEX one_evening",),
    ("DROP TABLE pending",),
    ("DROP TABLE line",),
    ("ALTER TABLE line DROP COLUMN waves",),
    ("CREATE TRIGGER hostile AFTER INSERT ON line BEGIN DELETE FROM line; END",),
    ("CREATE VIEW other AS SELECT 1",),
    ("PRAGMA user_version=0",),
    ("PRAGMA user_version=3",),
    ("PRAGMA user_version=-7",),
    ("PRAGMA user_version=123456789",),
    ("UPDATE line SET id = 9223372036854775807 WHERE id = 3",),
    ("UPDATE sqlite_sequence SET seq = 9223372036854775807",),
    ("UPDATE sqlite_sequence SET seq = 'x'",),
    ("UPDATE die SET id = id + 4294967296",),
    ("UPDATE die SET id = 9223372036854775807 WHERE id = 1",),
]


@pytest.mark.parametrize("changes", WRONG)
def test_a_log_with_other_tables_goes_on(opened, path, changes):
    log = opened()
    for _ in range(5):
        thrown(log)
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        for change in changes:
            connection.execute(change)
    log = opened()
    assert_usable(log)
    assert len(titles(log)) == (1 if "DROP TABLE line" in changes else 6)
    if changes[0].startswith("DROP INDEX"):
        assert log.mended is None


VALUES = (None, 7, -1, 1 << 62, 3.5, b"\xff\xfe", b"", "", "\ufffd", "[", "x" * 9, "[[1]]")


def assert_usable(log):
    """Read, search and count everything, and throw; nothing is raised."""
    log.read(log.ids())
    log.latest()
    log.ids(LogFilter("ragnar melee", character_id=RAGNAR, evening=1))
    log.scenes(), log.people(), log.evenings(), log.face_counts(str)
    for evening in log.evenings():
        log.draws(evening.id)
    for who, _name in log.people():
        log.pending(who), log.is_pending(who)
    log.acts(["a" * 32])
    line = thrown(log)
    assert log.entry(line.id) == line
    log.amend(line)
    log.owed_by(line.id)


@pytest.mark.parametrize("table", ["die", "evening", "line", "draw", "act", "pending"])
@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_no_wrong_kind_of_value_in_any_column_stops_the_log(opened, path, table, value):
    log = opened()
    lines = [thrown(log) for _ in range(3)]
    log.amend(lines[0], (), [LoggedAct("a" * 32, LineState.of(lines[0]), LineState.of(lines[0]))])
    log.end_evening()
    log.close()
    sound = path.read_bytes()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
    for column in columns:
        path.write_bytes(sound)
        with contextlib.closing(sqlite3.connect(path)) as connection, connection:
            made = connection.execute("SELECT sql FROM sqlite_schema WHERE name = ?", (table,)).fetchone()[0]
            loose = made.replace("STRICT, ", "").replace("STRICT", "").replace("NOT NULL", "").replace("INTEGER", "")
            loose = loose.replace("TEXT", "").replace("BLOB", "").replace("id  PRIMARY", "id INTEGER PRIMARY")
            loose = loose.replace("number  PRIMARY", "number INTEGER PRIMARY")
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("UPDATE sqlite_schema SET sql = ? WHERE name = ?", (loose, table))
        with contextlib.closing(sqlite3.connect(path)) as connection, contextlib.suppress(sqlite3.Error), connection:
            connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
        log = opened()
        assert_usable(log)
        log.close()


def test_an_empty_file_where_there_were_backups_is_filled_from_the_newest(opened, path, clock):
    log = opened()
    for _ in range(4):
        thrown(log)
    assert log.back_up(lambda: True)
    log.close()
    path.write_bytes(b"")
    log = opened()
    assert (log.mended.lines, log.mended.lent) == (0, 5)
    assert titles(log) == [f"Melee {number}" for number in range(1, 5)]
    assert log.evening() is None  # what was drawn after the backup is not known: the evening does not go on
    assert log.next_number(log.begin_evening(SEED).id) == 1


def test_what_the_damaged_log_lacks_comes_from_the_newest_backup(opened, path):
    log = opened()
    for _ in range(300):
        thrown(log)
    log.append(LogEntry(datetime(2026, 11, 21, 12, tzinfo=UTC), EntryKind.SCENE, title="The ford"))
    log.back_up(lambda: True)
    after = [thrown(log) for _ in range(2)]
    log.close()
    data = bytearray(path.read_bytes())
    start = len(data) // 4096 // 2 * 4096
    data[start : start + 8 * 4096] = bytes(8 * 4096)
    path.write_bytes(data)
    path.with_name("throws.sqlite3-suspect").touch()
    log = opened()
    assert log.mended.lent
    assert log.mended.lines + log.mended.lent == 304
    assert not log.mended.missing
    assert log.read([each.id for each in after]) == tuple(after)
    assert titles(log) == [f"Melee {number}" for number in range(1, 303)]
    assert_sealed(log, 1, 302)


def test_a_backup_is_thinned_and_whole(opened, path, clock):
    log = opened()
    thrown(log)
    for _ in range(100):
        clock.go(hours=12)
        assert log.backups.is_due(clock.now)
        assert log.back_up(lambda: True)
        assert not log.backups.is_due(clock.now)
    kept = log.backups.list()
    assert 5 < len(kept) < 30
    assert kept[0].sequence == 100
    assert {each.name for each in kept[0].path.parent.iterdir()} == {each.path.name for each in kept}
    with contextlib.closing(sqlite3.connect(kept[0].path)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*) FROM line").fetchone() == (2,)


def test_a_backup_that_is_not_wanted_any_more_leaves_nothing(opened, path):
    log = opened()
    thrown(log)
    assert log.back_up(lambda: False)
    assert not log.backups.list()
    assert not list(path.parent.glob("*/*.part"))


def test_a_damaged_log_gives_no_backup(opened, path):
    log = opened()
    for _ in range(200):
        thrown(log)
    log.end_evening()
    log.close()
    data = bytearray(path.read_bytes())
    start = data.index(b"Melee 100") // 4096 * 4096
    data[start : start + 4096] = b"\xff" * 4096
    path.write_bytes(data)
    log = opened()
    assert log.mended is None
    assert not log.back_up(lambda: True)
    assert not log.backups.list()
    assert log.mend()
    assert log.back_up(lambda: True)


def test_a_backup_is_brought_back_with_what_was_thrown_since_the_start(opened, path):
    log = opened()
    for _ in range(3):
        thrown(log)
    log.back_up(lambda: True)
    log.close()
    log = opened()
    line = thrown(log)
    log.restore(log.backups.list()[0].path)
    assert log.mended.cause == "restored"
    assert log.mended.lines == 5
    assert log.moved_aside.exists()
    assert titles(log) == [f"Melee {number}" for number in range(1, 5)]
    assert log.entry(line.id) == line
    assert thrown(log).number == 5


def test_what_a_kill_left_half_written_is_swept_once_it_is_old(opened, path, clock):
    log = opened()
    thrown(log)
    log.back_up(lambda: True)
    log.close()
    halves = (path.with_name("throws.sqlite3-part"), path.with_name("throws-backups") / "next.part")
    for age, left in ((timedelta(minutes=50), 2), (timedelta(minutes=70), 0)):
        for each in halves:
            each.write_bytes(b"half")
            os.utime(each, (0, (clock.now - age).timestamp()))
        opened().close()
        assert sum(each.exists() for each in halves) == left
    assert len(opened().backups.list()) == 1


@pytest.mark.parametrize("backups", [True, False])
def test_a_log_deleted_while_the_program_was_closed_comes_from_the_newest_backup(opened, path, backups):
    log = opened()
    for _ in range(4):
        thrown(log)
    log.back_up(lambda: True)
    log.close()
    path.unlink()
    if not backups:
        shutil.rmtree(path.with_name("throws-backups"))
    log = opened()
    assert titles(log) == ([f"Melee {number}" for number in range(1, 5)] if backups else [])
    assert log.mended == (Mended("gone", None, lent=5) if backups else None)
    if log.mended:
        assert mended_sentence(log.mended).endswith("; it was made again, with 5 lines from its backup.")


@pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")
def test_a_rescue_that_was_killed_is_finished_at_the_next_start(opened, path):
    log = opened()
    line = thrown(log)
    log.close()
    path.rename(path.with_name("throws.sqlite3-rescued"))
    path.with_name("throws.sqlite3-wal").write_bytes(b"of the damaged one")
    log = opened()
    assert log.entry(line.id) == line
    assert log.mended is None
    assert replace(line, id=2) == line


@pytest.mark.parametrize("share", [0, 1, 5000, 0.5, 1.0])
def test_where_names_cannot_be_changed_a_rescue_that_was_killed_is_finished_too(opened, path, clock, share):
    log = opened()
    lines = [thrown(log) for _ in range(60)]
    log.end_evening()
    log.close()
    whole = path.read_bytes()
    half = whole[: share if isinstance(share, int) else int(len(whole) * share)]
    waits, part = path.with_name("throws.sqlite3-rescued"), path.with_name("throws.sqlite3-part")
    for old, copy in ((waits, path), (part, waits)):
        path.unlink(missing_ok=True)
        old.write_bytes(whole)
        copy.write_bytes(half)
        os.utime(old, (0, (clock.now - timedelta(days=1)).timestamp()))
        log = opened()
        assert list(log.read([line.id for line in lines])) == lines
        log.close()
        assert not waits.exists()
        assert not part.exists()


def test_where_names_cannot_be_changed_a_damaged_log_is_mended_all_the_same(opened, path, monkeypatch):
    log = opened()
    lines = [thrown(log) for _ in range(3)]
    log.close()
    data = bytearray(path.read_bytes())
    data[100:3000] = b"\xff" * 2900
    path.write_bytes(data)
    monkeypatch.setattr(Path, "replace", refusing(errno.EPERM))
    log = opened()
    assert log.mended.cause == "damaged"
    assert log.moved_aside.read_bytes() == data
    assert list(log.read([line.id for line in lines])) == lines


@POSIX
def test_where_names_cannot_be_changed_a_log_that_was_deleted_is_made_again(opened, path, monkeypatch):
    log = opened()
    first = thrown(log)
    path.unlink()
    monkeypatch.setattr(Path, "replace", refusing(errno.EPERM))
    second = thrown(log)
    assert log.mended.cause == "gone"
    assert list(log.read([first.id, second.id])) == [first, second]


def test_dice_that_are_there_twice_stay_in_their_lines(opened, path):
    log = opened()
    line = thrown(log)
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(
            "UPDATE sqlite_schema SET sql = replace(sql, 'UNIQUE (name, faces, kind, key)', 'CHECK (1)')"
        )
        connection.execute("DELETE FROM sqlite_schema WHERE name LIKE 'sqlite_autoindex_die%'")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("INSERT INTO die SELECT id + 7, name, faces, kind, key FROM die")
        again = line.dice[0].index | 8 << 32, line.dice[1].index | 9 << 32
        packed = b"".join(each.to_bytes(8, "little") for each in again)
        connection.execute("UPDATE line SET dice = ? WHERE id = ?", (packed, line.id))
    log = opened()
    assert log.entry(line.id) == line
    assert thrown(log).number == 2
    assert log.entry(line.id) == line


def test_a_journal_without_its_log_gives_what_it_holds(opened, path, tmp_path):
    log = opened()
    lines = [thrown(log) for _ in range(3)]
    killed = tmp_path / "killed"
    killed.mkdir()
    shutil.copy(path.with_name(f"{path.name}-wal"), killed)
    with contextlib.closing(ThrowLog(killed / path.name, lambda: datetime.now(UTC))) as found:
        assert list(found.read([line.id for line in lines])) == lines


def test_no_draw_is_given_out_twice_though_the_evening_counts_too_few(opened, path):
    log = opened()
    for _ in range(4):
        thrown(log)
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE evening SET draws = 0")
        connection.execute("DELETE FROM draw")
    log = opened()
    assert thrown(log).number == 5


def test_what_was_asked_of_a_damaged_log_and_does_not_hold_of_the_mended_one_is_a_problem_and_no_error(opened, path):
    log = opened()
    lines = [thrown(log) for _ in range(300)]
    log.close()
    data = bytearray(path.read_bytes())
    for start in range(4 * 4096, len(data) - 8 * 4096, 4096):
        data[start : start + 4096] = bytes(4096)
    path.write_bytes(data)
    log = opened()
    refused = 0
    for line in lines[::20]:
        try:
            log.amend(line)
        except FileProblem:
            refused += 1
        except ValueError:
            assert log.mended is not None
    assert refused <= 1
    assert_usable(log)


@pytest.mark.parametrize("place", range(16, 24))
def test_no_byte_of_the_header_keeps_the_log_closed(opened, path, place):
    log = opened()
    line = thrown(log)
    log.close()
    sound = path.read_bytes()
    for value in (0, 1, 2, 3, 0x20, 0x7F, 0xFF):
        path.write_bytes(sound[:place] + bytes([value]) + sound[place + 1 :])
        log = opened()
        assert log.entry(line.id) == line
        assert thrown(log).id == line.id + 1
        log.close()


@POSIX
def test_a_folder_that_may_not_be_looked_into_is_told_and_the_open_log_goes_on(opened, path, monkeypatch):
    log = opened()
    thrown(log)
    stat = os.stat

    def denied(each, **options):
        if "throws" in str(each):
            raise PermissionError(13, "denied")
        return stat(each, **options)

    with monkeypatch.context() as shut:
        shut.setattr(os, "stat", denied)
        assert not may_owe(path)
        line = thrown(log)
        assert log.mended is None
    assert log.entry(line.id) == line


def test_of_two_evenings_that_both_last_the_later_goes_on(opened, path):
    log = opened()
    thrown(log)
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DROP INDEX one_evening")
        connection.execute("INSERT INTO evening (begun, commitment, seed) SELECT begun, commitment, seed FROM evening")
        connection.execute("PRAGMA user_version=0")
    log = opened()
    assert log.evening().id == 2
    assert [each.id for each in log.evenings()] == [1, 2]
    assert log.evenings()[0].ended == log.evenings()[0].begun


def test_a_log_that_another_holds_is_opened_when_something_is_written_later(opened, path, clock):
    holder = opened()
    first = thrown(holder)
    log, told = ThrowLog(path, clock, later=True), []
    log.tell(told.append)
    assert log.refusal.code == "in-use"
    for refused in (log.latest, log.evening, lambda: thrown(log)):
        with pytest.raises(FileProblem) as caught:
            refused()
        assert caught.value.code == "in-use"
    holder.close()
    with pytest.raises(FileProblem):
        log.latest()  # reading does not try
    second = thrown(log)
    assert [each.cause for each in told] == ["opened"]
    assert log.read([first.id, second.id]) == (first, second)
    log.close()
    with pytest.raises(FileProblem):
        log.latest()


@POSIX
def test_what_could_not_be_made_again_is_made_once_there_is_room(opened, path, monkeypatch):
    log = opened()
    lines = [thrown(log) for _ in range(3)]
    log._file.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    log._file._seen = places(path)
    path.write_bytes(b"written over" * 999)

    def refused(_file):
        raise OSError(28, "full")

    with monkeypatch.context() as full:
        full.setattr("bones_desktop.storage.log.logrescue.os.fsync", refused)
        for _ in range(2):
            with pytest.raises(FileProblem) as caught:
                thrown(log)
            assert caught.value.code == "disk-full"
    more = thrown(log)
    assert list(log.read([each.id for each in (*lines, more)])) == [*lines, more]
    assert more.number == 4


def test_letters_of_another_case_in_the_schema_cost_nothing(opened, path, tmp_path):
    log = opened()
    thrown(log)
    log.close()

    def rows(name):
        (tmp_path / name).mkdir()
        return list(Damaged(path, tmp_path / name).rows(present()))

    sound = rows("sound")
    with contextlib.closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'character_id TEXT', 'charaCter_id TEXT')")
    assert rows("damaged") == sound


ENDLESS = """
CREATE VIEW act AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
SELECT id, id line, '' undone, '' done FROM n
"""
OPEN = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from bones_desktop.storage.log.throwlog import ThrowLog
log = ThrowLog(Path(sys.argv[1]), lambda: datetime(2026, 11, 21, 12, tzinfo=UTC))
print([each.title for each in log.latest(1)], log.mended.cause)
log.close()
"""


def test_a_view_without_end_in_the_place_of_a_table_does_not_hold_the_program_up(opened, path):
    log = opened()
    thrown(log)
    log.close()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE act")
        connection.execute(ENDLESS)
    done = subprocess.run(
        [sys.executable, "-c", OPEN, path], capture_output=True, text=True, cwd=ROOT, timeout=30, check=False
    )
    assert (done.stdout, done.stderr) == ("['Melee 1'] damaged\n", "")


def test_a_log_cut_off_after_its_first_byte_is_not_taken_for_a_new_one(opened, path):
    log = opened()
    thrown(log)
    log.back_up(lambda: True)
    log.close()
    os.truncate(path, 1)
    log = opened()
    assert titles(log) == ["Melee 1"]
    assert log.moved_aside is not None
    assert log.moved_aside.stat().st_size == 1
