"""A kill at any moment leaves the character with the history of the state that is in its file, every step of it."""

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.storage.files.characterfile import write_character
from tests.document.historywriter import act, opened
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")]
ROOT = Path(__file__).parents[2]
KILLS = 5


def _run_and_kill(path: Path, undo: Path, first: int, chance: random.Random) -> int:
    """Return the last number the writer told of."""
    command = [sys.executable, "-m", "tests.document.historywriter", path, undo, str(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == b"ready\n"
        said = [writer.stdout.readline() for _ in range(chance.randrange(30))]
        time.sleep(chance.random() * 0.02)  # within a step, wherever it is by then
        writer.kill()
        said += writer.stdout.read().split(b"\n")[:-1]
    return int(said[-1]) if said else first


def test_no_step_is_lost_by_a_kill_and_none_is_wrong(qapp: object, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """A sample; other moments with `--chance WORD`."""
    chance, path, at = random.Random(f"3{pytestconfig.getoption('chance')}"), tmp_path / "Ragnar.bones", 0
    write_character(path, ragnar())
    expected = CharacterDocument(rulebook(), ragnar())
    for _ in range(KILLS):
        told = _run_and_kill(path, tmp_path / "undo", at, chance)
        document, session = opened(path, tmp_path / "undo")
        session.forget()
        while at < told:
            at += 1
            act(expected, at)
        if document.character != expected.character:
            at += 1
            act(expected, at)
        assert document.character == expected.character
        steps, undone = document.history()
        told_steps, told_undone = expected.history()
        assert steps[: len(steps) - undone] == told_steps[: len(told_steps) - told_undone]
    assert at > 5 * KILLS
