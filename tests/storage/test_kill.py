"""A1 and A2: the process is killed at any moment, again and again; what it said was saved is there."""

import hashlib
import json
import os
import random
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bones_desktop.rules.values import MOST_PROPOSED
from bones_desktop.storage.files.textfiles import sweep_temporaries
from bones_desktop.storage.log.throwlog import ThrowLog

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")]
WRITER = Path(__file__).with_name("writer.py")
ROOT = Path(__file__).parents[2]
START = f"import runpy, sys; sys.path[:0] = [{str(ROOT)!r}]; runpy.run_path({str(WRITER)!r}, run_name='__main__')"


def _run_and_kill(path, how, first, chance):
    """Return the numbers the writer said it had saved before it was killed, a moment after some of them."""
    writer = subprocess.Popen(
        [sys.executable, "-E", "-c", START, path, how, str(first)],
        stdout=subprocess.PIPE,
    )
    with writer:
        assert writer.stdout.readline() == b"ready\n"
        said = [writer.stdout.readline() for _ in range(chance.randrange(6))]
        time.sleep(chance.random() * 0.01)
        writer.kill()
        said += writer.stdout.read().split(b"\n")[:-1]
    return [int(line) for line in said]


def _names(folder):
    return sorted(each.name for each in folder.iterdir())


def _kill_loop(folder, how, times):
    chance, path, last, damaged, lost = random.Random(1), folder / "document", 0, 0, 0
    for _ in range(times):
        said = _run_and_kill(path, how, last, chance)
        try:
            whole = json.loads(path.read_bytes())
            assert hashlib.sha256(whole["body"].encode()).hexdigest() == whole["sha"]
            found = json.loads(whole["body"])["number"]
        except FileNotFoundError:
            found = 0
        except (ValueError, AssertionError):
            damaged += 1
            found = said[-1] if said else last
        lost += bool(said) and found < said[-1]
        last = max(found, last)
    return damaged, lost, last


def test_ex_a1_a_killed_save_leaves_the_old_file_or_the_new(tmp_path):
    damaged, lost, saves = _kill_loop(tmp_path, "durable", 20)
    assert (damaged, lost) == (0, 0)
    assert saves > 20
    sweep_temporaries(tmp_path, datetime.now(UTC) + timedelta(hours=2))
    assert _names(tmp_path) == ["document"]


def test_a_plain_write_fails_in_the_same_trial(tmp_path):
    damaged, _lost, _saves = _kill_loop(tmp_path, "plain", 20)
    assert damaged > 0


def test_ex_a2_every_throw_that_was_told_is_in_the_log_with_what_it_owes(tmp_path):
    chance, path, told = random.Random(2), tmp_path / "throws.sqlite3", 1
    for _ in range(12):
        told = max([told, *_run_and_kill(path, "log", told, chance)])
        log = ThrowLog(path, lambda: datetime.now(UTC))
        try:
            assert log.file.repaired is None
            lines = log.read(log.ids())
            drawn = [line.number for line in lines[1:]]
            owed = [int(each.id) for each in log.pending("0" * 32)]
            last = log.evening().draws
        finally:
            log.close()
        assert [line.id for line in lines] == list(range(1, len(lines) + 1))
        assert len(lines) >= told
        assert drawn == sorted(set(drawn))
        assert owed == drawn[-MOST_PROPOSED:]
        # What was given out and not written down was never shown: the process was killed before.
        assert last >= max(drawn, default=0)
    assert told > 12
