"""The program is killed in every phase of a round. The reopened fight is the same as before."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bones_desktop.storage.files.characterfile import read_character
from tests.pages.fight.fightphases import PHASES, standing
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob, ragnar

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill as POSIX has it")]
ROOT = Path(__file__).parents[3]


class Played:
    """A folder in which a fight was played, as a kill would have left it after each phase."""

    def __init__(self, folder: Path, kept: Path) -> None:
        self.folder, self._kept = folder, kept
        self.said: dict[str, str] = {}

    def keep(self, phase: str, said: str) -> None:
        """Copy the folder while the program that writes to it still runs."""
        self.said[phase] = said
        shutil.copytree(self.folder, self._kept / phase)

    def put_back(self, phase: str) -> None:
        """Make the folder what it was after a phase; files name one another by their place."""
        shutil.rmtree(self.folder)
        shutil.copytree(self._kept / phase, self.folder)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Play all phases in one program and kill it after the last."""
    made = Played(tmp_path_factory.mktemp("fight"), tmp_path_factory.mktemp("kept"))
    shelve(made.folder, bob().with_(id="b" * 32), ragnar().with_(id="a" * 32))
    command = [sys.executable, "-m", "tests.pages.fight.fightwriter", str(made.folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, text=True) as writer:
        assert writer.stdin is not None
        assert writer.stdout is not None
        for number, phase in enumerate(PHASES):
            if number:
                writer.stdin.write("\n")
                writer.stdin.flush()
            made.keep(phase, writer.stdout.readline().strip())
        writer.kill()
    return made


@pytest.mark.parametrize("phase", PHASES)
def test_a_fight_stands_as_it_stood_after_a_kill(qapp, played, phase):
    played.put_back(phase)
    assert played.said[phase]
    with FightSeat(played.folder) as seat:
        assert seat.fight.name == "At the bridge"
        assert standing(seat) == played.said[phase]
        if phase == "closed":
            hurt = read_character(seat.pages.file_of("b" * 32)).value
            assert hurt == seat.fighter("bob").own
            seat.trigger("undo")
            assert seat.fight.encounter.round == 1
            assert read_character(seat.pages.file_of("b" * 32)).value == seat.fighter("bob").own
