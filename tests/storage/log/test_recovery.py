"""The log when its file is damaged, deleted or replaced, and its backups."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bones_desktop.rules.fairdice import sealed_indices
from bones_desktop.rules.fairness import Sealed, verify
from bones_desktop.storage.files.textfiles import FileProblem
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
from bones_desktop.storage.log.logfile import Repair
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.wording.log import repair_sentence
from tests.trials import log_damage

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
    assert found.commitment_matches, found
    assert (found.missing, found.repeated, found.changed) == ((), (), ()), found


def gone(path):
    path.unlink()


def moved(path):
    path.rename(path.with_name("elsewhere"))


def folder_gone(path):
    shutil.rmtree(path.parent)


def replaced_by_text(path):
    path.unlink()
    path.write_bytes(b"no log at all" * 999)


def replaced_by_another(path):
    path.unlink()
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE line (id INTEGER)")


def replaced_by_a_folder(path):
    path.unlink()
    path.mkdir()


def replaced_by_its_earlier_self(path):
    path.unlink()
    shutil.copy(path.with_name("before"), path)


@POSIX
@pytest.mark.parametrize(
    "done",
    [gone, moved, folder_gone, replaced_by_text, replaced_by_another, replaced_by_a_folder,
     replaced_by_its_earlier_self],
)  # fmt: skip
def test_no_roll_is_lost_when_the_file_is_deleted_or_replaced_while_it_is_open(opened, path, done):
    log = opened()
    thrown(log)
    log.close()
    shutil.copy(path, path.with_name("before"))
    log, told = opened(), []
    log.file.on_repaired = told.append
    lines = [thrown(log) for _ in range(20)]
    act = LoggedAct("a" * 32, LineState.of(lines[0]), LineState.of(lines[0]))
    log.amend(lines[0], (), [act])
    log.settle(f"{5:032}")
    done(path)
    more = thrown(log)
    assert told == [log.file.repaired]
    assert log.file.repaired.cause == "gone"
    assert log.entry(more.id) == more
    log.close()
    log = opened()
    assert log.file.repaired is None
    assert titles(log) == [f"Melee {number}" for number in range(1, 23)]
    assert list(log.read([each.id for each in (*lines, more)])) == [*lines, more]
    assert log.acts([act.id])[act.id] == (lines[0].id, act)
    assert {each.id for each in log.pending(RAGNAR)} == {f"{n:032}" for n in range(1, 23) if n != 5}
    assert log.evening().draws == 22
    assert_sealed(log, more.evening, 22)


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
    assert log.file.repaired.aside.read_bytes() == b"somebody else's"


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
    assert log.file.repaired.cause == "gone"
    assert log.read([first.id, second.id]) == (first, second)


def test_nothing_is_said_of_a_log_whose_touch_alone_is_another(opened, path):
    log = opened()
    thrown(log)
    os.utime(path)
    thrown(log)
    assert log.file.repaired is None
    assert not list(path.parent.glob("*.bad-*"))
    assert titles(log) == ["Melee 1", "Melee 2"]


def test_an_empty_file_where_there_were_backups_is_filled_from_the_newest(opened, path, clock):
    log = opened()
    for _ in range(4):
        thrown(log)
    assert log.file.back_up(lambda: True)
    log.close()
    path.write_bytes(b"")
    log = opened()
    assert (log.file.repaired.cause, log.file.repaired.lines) == ("damaged", 5)
    assert titles(log) == [f"Melee {number}" for number in range(1, 5)]
    assert log.evening() is None  # what was drawn after the backup is not known: the evening does not go on
    assert len(log.pending(RAGNAR)) == 4  # the character's file says which of them are done
    assert log.next_number(log.begin_evening(SEED).id) == 1


def test_a_log_cut_off_after_its_first_byte_is_not_taken_for_a_new_one(opened, path):
    log = opened()
    thrown(log)
    log.file.back_up(lambda: True)
    log.close()
    os.truncate(path, 1)
    log = opened()
    assert titles(log) == ["Melee 1"]
    assert log.file.repaired.aside.stat().st_size == 1


def blank_the_middle(path):
    data = bytearray(path.read_bytes())
    start = len(data) // 4096 // 2 * 4096
    data[start : start + 8 * 4096] = bytes(8 * 4096)
    path.write_bytes(data)
    path.with_name("throws.sqlite3-wal").touch()  # as after a kill: all of it is looked at


def test_what_the_damaged_log_lacks_comes_from_the_newest_backup(opened, path):
    log = opened()
    for _ in range(300):
        thrown(log)
    log.append(LogEntry(datetime(2026, 11, 21, 12, tzinfo=UTC), EntryKind.SCENE, title="The ford"))
    log.file.back_up(lambda: True)
    after = [thrown(log) for _ in range(2)]
    log.close()
    blank_the_middle(path)
    log = opened()
    assert (log.file.repaired.lines, log.file.repaired.missing) == (304, 0)
    assert log.read([each.id for each in after]) == tuple(after)
    assert titles(log) == [f"Melee {number}" for number in range(1, 303)]
    assert_sealed(log, 1, 302)
    assert log.ids(LogFilter("melee 302 ragnar"))[0] == after[-1].id


def test_a_damaged_backup_is_passed_over(opened, path, clock):
    log = opened()
    thrown(log)
    log.file.back_up(lambda: True)
    clock.go(hours=2)
    thrown(log)
    log.file.back_up(lambda: True)
    log.close()
    log.file.backups.list()[0].path.write_bytes(b"no log at all" * 999)
    path.unlink()
    log = opened()
    assert titles(log) == ["Melee 1"]
    with pytest.raises(FileProblem):
        log.file.restore(log.file.backups.list()[0].path)
    assert titles(log) == ["Melee 1"]


def test_a_backup_is_thinned_and_whole(opened, path, clock):
    log = opened()
    thrown(log)
    for _ in range(100):
        clock.go(hours=12)
        assert log.file.backups.is_due(clock.now)
        assert log.file.back_up(lambda: True)
        assert not log.file.backups.is_due(clock.now)
    kept = log.file.backups.list()
    assert 5 < len(kept) < 30
    assert kept[0].sequence == 100
    assert {each.name for each in kept[0].path.parent.iterdir()} == {each.path.name for each in kept}
    with contextlib.closing(sqlite3.connect(kept[0].path)) as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*) FROM line").fetchone() == (2,)


def test_a_backup_that_is_not_wanted_any_more_leaves_nothing(opened, path):
    log = opened()
    thrown(log)
    assert log.file.back_up(lambda: False)
    assert not log.file.backups.list()
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
    assert log.file.repaired is None
    assert not log.file.back_up(lambda: True)
    assert not log.file.backups.list()
    assert log.file.repair()
    assert log.file.back_up(lambda: True)


def test_a_backup_is_restored_and_the_log_before_it_kept(opened, path):
    log = opened()
    for _ in range(3):
        thrown(log)
    log.file.back_up(lambda: True)
    thrown(log)
    log.file.restore(log.file.backups.list()[0].path)
    assert (log.file.repaired.cause, log.file.repaired.lines) == ("restored", 4)
    assert titles(log) == ["Melee 1", "Melee 2", "Melee 3"]
    assert thrown(log).evening == 2  # the numbers given out since the backup are not given out again
    with contextlib.closing(sqlite3.connect(log.file.repaired.aside)) as before:
        assert before.execute("SELECT title FROM line ORDER BY id DESC").fetchone() == ("Melee 4",)


@pytest.mark.parametrize("backups", [True, False])
def test_a_log_deleted_while_the_program_was_closed_comes_from_the_newest_backup(opened, path, backups):
    log = opened()
    for _ in range(4):
        thrown(log)
    log.file.back_up(lambda: True)
    log.close()
    path.unlink()
    if not backups:
        shutil.rmtree(path.with_name("throws-backups"))
    log = opened()
    assert titles(log) == ([f"Melee {number}" for number in range(1, 5)] if backups else [])
    assert log.file.repaired == (Repair("gone", 5) if backups else None)
    if log.file.repaired:
        assert repair_sentence(log.file.repaired).endswith("a new one was made from its backup, with 5 lines.")


@pytest.mark.parametrize("left", ["the old log", "its journal", "nothing"])
def test_a_repair_that_was_killed_is_finished_at_the_next_start(opened, path, left):
    log = opened()
    line = thrown(log)
    log.close()
    if left == "the old log":
        shutil.copy(path, path.with_name("throws.sqlite3-new"))
    else:
        path.rename(path.with_name("throws.sqlite3-new"))
    if left == "its journal":
        path.with_name("throws.sqlite3-wal").write_bytes(b"of the damaged one")
    log = opened()
    assert log.entry(line.id) == line
    assert log.file.repaired is None
    log.close()
    assert not path.with_name("throws.sqlite3-new").exists()


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
        line = thrown(log)
        assert log.file.repaired is None
    assert log.entry(line.id) == line


def test_a_log_that_another_holds_is_opened_when_something_is_written_later(opened, path, clock):
    holder = opened()
    first = thrown(holder)
    log, told = ThrowLog(path, clock, later=True), []
    log.file.on_repaired = told.append
    assert log.file.refusal.code == "in-use"
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


def test_a_sample_of_damaged_logs_opens_and_goes_on(tmp_path):
    figures = defaultdict(log_damage.Figures)
    logs = log_damage.make_logs(tmp_path / "sound", ("an evening", "an evening, killed"))
    for number in range(12):
        chance, folder = Random(f"sample {number}"), tmp_path / f"damaged {number}"
        done, wrong = log_damage.one(chance.choice(logs), folder, chance, figures)
        assert not wrong, (number, done)
    assert figures["all"].kept >= 0.8 * figures["all"].lines
