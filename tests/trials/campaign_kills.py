"""A campaign is killed at random moments: every step it told of is there, the next whole or not at all.

python -m tests.trials.campaign_kills [kills] [seed]
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from PySide6.QtCore import QCoreApplication

from tests.trials.campaigndesk import RAGNAR_ID, Desk, Kept
from tests.trials.campaignsteps import STEPS, Needs

ROOT = Path(__file__).parents[2]
MOST_STEPS = 24
"""Steps that are waited for before a kill, at most: how fast the machine is must not decide how far the player gets."""
LONGEST = 0.02
"""Seconds from the last of these steps to the kill, at most: a few steps more."""


@dataclass(slots=True)
class Tally:
    """What came of the kills."""

    kills: int = 0
    told: int = 0
    begun: int = 0
    """Kills after which a step was there that had not been told of."""
    finished: int = 0
    """Campaigns played to their end."""
    wrong: list[str] = field(default_factory=list)
    """What was lost, or there by halves."""
    last_step: dict[int, int] = field(default_factory=dict)
    """How many kills came after so many steps."""


def states(folder: Path) -> list[Kept]:
    """Return what the disk holds before the first step and after each, played without a kill."""
    desk = Desk(folder)
    found = [desk.kept()]
    for step in STEPS:
        step.act(desk)
        found.append(desk.kept())
    desk.close()
    return found


def run(folder: Path, kills: int, seed: int, tell: Callable[[str], None] = lambda _line: None) -> Tally:
    """Kill the campaign so many times in folders below `folder`, and on until one kill came in the midst of a step.

    Needs a QCoreApplication.
    """
    chance, tally = Random(seed), Tally()
    expected = states(folder / "whole")
    turn = at = 0
    while tally.kills < kills or not tally.begun:
        played = folder / f"played {turn}"
        told = _play_and_kill(played, at, chance)
        tally.kills += 1
        tally.told += told - at
        tally.last_step[told] = tally.last_step.get(told, 0) + 1
        desk = Desk(played, _opened(told))
        kept = desk.kept()
        following = [number for number in (told + 1, told) if number <= len(STEPS) and expected[number] == kept]
        if not following:
            tally.wrong.append(
                f"kill {tally.kills}, in {played}: after {told} steps, {_difference(expected, told, kept)}"
            )
            tell(tally.wrong[-1])
            turn, at = turn + 1, 0
        else:
            at = following[0]
            tally.begun += at > told
            at = _without_memory(desk, expected, at)
        desk.close()
        if at == len(STEPS):
            tally.finished += 1
            turn, at = turn + 1, 0
    return tally


def _play_and_kill(folder: Path, first: int, chance: Random) -> int:
    """Return how many steps the player told of, those before it counted."""
    command = [sys.executable, "-m", "tests.trials.campaignplayer", folder, str(first), _opened(first)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT) as player:
        assert player.stdout is not None
        assert player.stdout.readline() == b"ready\n"
        lines = [player.stdout.readline() for _ in range(chance.randrange(MOST_STEPS))]
        time.sleep(chance.random() * LONGEST)
        player.kill()
        lines = b"".join((*lines, player.stdout.read())).split(b"\n")[:-1]
    return int(lines[-1]) if lines else first


def _opened(steps: int) -> str:
    """Return who is open after so many steps."""
    return next((step.opens for step in reversed(STEPS[:steps]) if step.opens), RAGNAR_ID)


def _without_memory(desk: Desk, expected: list[Kept], at: int) -> int:
    """Return from where to go on: what only the killed process could undo or redo is put right by hand."""
    to = at
    while to < len(STEPS) and STEPS[to].needs is Needs.MEMORY:
        to += 1
    if expected[to] != expected[at]:
        wanted = expected[to]
        desk.campaigns.apply("By hand", lambda _now: wanted.campaign)
        for path, character in zip(
            map(desk.places().get, ("a" * 32, "b" * 32)), (wanted.ragnar, wanted.bob), strict=True
        ):
            desk.anyone.apply(path, "By hand", lambda _now, character=character: character)
        assert desk.kept() == wanted
    return to


def _difference(expected: list[Kept], told: int, kept: Kept) -> str:
    near = expected[told], expected[min(told + 1, len(STEPS))]
    parts = [
        name for name in Kept.__dataclass_fields__ if all(getattr(kept, name) != getattr(each, name) for each in near)
    ]
    name = STEPS[told].name if told < len(STEPS) else "the end"
    return f"at {name!r}: {', '.join(parts) or 'parts of both steps'}"


def main() -> None:
    kills, seed = (int(each) for each in (*sys.argv[1:], *("200", "1")[len(sys.argv) - 1 :]))
    application = QCoreApplication([])
    begun = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="kills"))
    tally = run(folder, kills, seed, print)
    print(f"{tally.kills} kills in {time.monotonic() - begun:.0f} s, of campaigns of {len(STEPS)} steps")
    print(f"{tally.told} steps told of, {tally.finished} campaigns finished")
    print(f"{tally.begun} kills after a step was whole and before it was told of")
    print(f"killed after {len(tally.last_step)} different numbers of steps")
    print(f"wrong: {len(tally.wrong)}", *tally.wrong, sep="\n")
    del application
    sys.exit(bool(tally.wrong))


if __name__ == "__main__":
    main()
