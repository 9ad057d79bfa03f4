"""The program is killed in every phase of a round; the fight stands as it stood when it is opened again."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bones_desktop.storage.files.characterfile import read_character
from tests.support.people import bob, ragnar
from tests.window.fightseat import FightSeat, shelve
from tests.window.pages.fightphases import PHASES, standing

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")]
ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("phase", PHASES)
def test_a_fight_stands_as_it_stood_after_a_kill(qapp, tmp_path, phase):
    shelve(tmp_path, bob().with_(id="b" * 32), ragnar().with_(id="a" * 32))
    command = [sys.executable, "-m", "tests.window.pages.fightwriter", str(tmp_path), phase]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as writer:
        said = writer.stdout.readline().strip()
        writer.kill()
    assert said
    with FightSeat(tmp_path) as seat:
        assert seat.fight.name == "At the bridge"
        assert standing(seat) == said
        if phase == "closed":
            hurt = read_character(seat.pages.file_of("b" * 32)).value
            assert hurt == seat.fighter("bob").own
            seat.trigger("undo")
            assert seat.fight.encounter.round == 1
            assert read_character(seat.pages.file_of("b" * 32)).value == seat.fighter("bob").own
