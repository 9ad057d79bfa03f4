"""One call to the disk is refused while the log is used: nothing is lost, put aside or left behind."""

import os
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.log import logbackups
from tests.trials.log_damage import PAGE, fill, throw, titles_in

POSIX = pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted or replaced on Windows")


@pytest.fixture
def path(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "throws.sqlite3"


def filled(opened):
    log = opened()
    fill(log, 12, Random(1))
    return log


def refused(name, call, monkeypatch, error):
    """Refuse a call of os for what has this in its name."""
    real = getattr(os, call)

    def refusing(each, *args, **options):
        if name in str(each):
            raise OSError(error, "refused")
        return real(each, *args, **options)

    monkeypatch.setattr(os, call, refusing)


def damage(path):
    data = bytearray(path.read_bytes())
    data[6 * PAGE : 7 * PAGE] = b"\xff" * PAGE  # of an index
    path.write_bytes(data)
    path.with_name(f"{path.name}-wal").touch()  # as after a kill: all of it is looked at


@POSIX
def test_a_log_that_cannot_be_looked_at_is_not_put_aside(opened, path, monkeypatch):
    log = filled(opened)
    titles = titles_in(log)
    with monkeypatch.context() as disk:
        refused("throws", "stat", disk, 5)
        throw(log, Random(2))
        assert log.file.repaired is None
    log.close()
    with monkeypatch.context() as disk:
        refused("throws.sqlite3", "stat", disk, 5)
        with pytest.raises(FileProblem):
            opened()
    assert not list(path.parent.glob("*.bad-*"))
    assert titles.items() <= titles_in(opened()).items()


@POSIX
def test_a_log_replaced_while_it_could_not_be_looked_at_is_noticed_later(opened, path, monkeypatch):
    log = filled(opened)
    titles = titles_in(log)
    path.unlink()
    with monkeypatch.context() as disk:
        refused("throws", "stat", disk, 13)
        line = throw(log, Random(2))
    throw(log, Random(3))
    log.close()
    assert {**titles, line.id: line.title}.items() <= titles_in(opened()).items()


@POSIX
def test_another_log_that_cannot_be_moved_away_takes_nothing(opened, path, monkeypatch):
    log = filled(opened)
    titles = titles_in(log)
    path.with_name("other").write_bytes(b"another one")
    path.with_name("other").replace(path)
    with monkeypatch.context() as disk:
        disk.setattr("bones_desktop.storage.log.logbackups.set_aside", lambda *_given: None)
        with pytest.raises(FileProblem) as caught:
            throw(log, Random(2))
        assert caught.value.code == "denied"
    line = throw(log, Random(2))
    assert {**titles, line.id: line.title}.items() <= titles_in(log).items()
    assert log.file.repaired.aside.read_bytes() == b"another one"


@pytest.mark.parametrize("ending", ["-part", "-part-journal", "-new"])
def test_what_a_refused_repair_left_goes_and_does_no_harm(opened, path, ending):
    filled(opened).close()
    damage(path)
    path.with_name(path.name + ending).write_bytes(b"of an earlier one" * 99)
    log = opened()
    assert log.file.repaired.lines == 14
    log.close()
    assert not [each.name for each in path.parent.iterdir() if "-part" in each.name or "-new" in each.name]


def test_a_repair_that_is_refused_leaves_nothing(opened, path, monkeypatch):
    filled(opened).close()
    damage(path)
    with monkeypatch.context() as disk:
        disk.setattr("bones_desktop.storage.log.logbackups.os.fsync", _full)
        with pytest.raises(FileProblem) as caught:
            opened()
        assert caught.value.code == "disk-full"
    assert [each.name for each in path.parent.iterdir() if "-part" in each.name] == []
    assert opened().file.repaired.lines == 14


def _full(_file):
    raise OSError(28, "full")


def test_a_backup_that_cannot_be_read_through_is_refused_and_the_log_not_called_damaged(opened, path, monkeypatch):
    log = filled(opened)

    class Refusing:
        def execute(self, _sql):
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_LOCK
            raise error

    with pytest.raises(sqlite3.OperationalError):
        logbackups.is_sound(Refusing())
    monkeypatch.setattr(logbackups, "is_sound", lambda _copy: Refusing().execute(""))
    with pytest.raises(FileProblem):
        log.file.back_up(lambda: True)
    assert not list(path.parent.glob("*-backups/*"))


def test_journals_of_a_backup_that_was_refused_are_not_those_of_the_next(opened, path):
    log = filled(opened)
    folder = path.parent / "throws-backups"
    folder.mkdir()
    for ending in ("", "-journal", "-wal", "-shm"):
        (folder / f"next.part{ending}").write_bytes(b"of an earlier one" * 99)
    assert log.file.back_up(lambda: True)
    assert [each.name for each in folder.iterdir()] == [log.file.backups.list()[0].path.name]


def test_a_version_whose_size_cannot_be_told_is_there(tmp_path, monkeypatch):
    versions = Versions(tmp_path)
    versions.keep("a" * 32, b"one", datetime(2026, 11, 23, tzinfo=UTC), Path("x"), ".bones")
    refused("00000001", "stat", monkeypatch, 5)
    assert [each.sequence for each in versions.list("a" * 32)] == [1]
