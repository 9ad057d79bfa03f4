"""Encounters rated by `fight --against`, beside the same fights played one by one with the command `round`.

python -m tests.trials.encounters [--fights 20000] [--seed 1]

Each round is a description in a file, as a player writes it: the fighters with what they have lost, and their attacks.
What the command answers is carried into the next description. Ends with 1 if a chance differs by more than both errors.
"""

import argparse
import contextlib
import io
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.main import main as command
from bones_desktop.rules.bones.fight.encounters import MOST_ROUNDS, FightCount

ENCOUNTERS = (
    (["Fighter x2; Sword", "Fighter x2"], ["Predator x2", "Predator x2"]),
    (["Fighter x3"], ["Fighter x2"] * 3),
    (["Fighter x3", "Fighter x2", "Fighter x2; Buckler"], ["Predator x3", "Fighter x2", "Fighter x2"]),
)


def run(*arguments: str) -> Any:
    """Return the JSON that a command prints."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = command([*arguments, "--json"])
    assert code == 0, arguments
    return json.loads(out.getvalue())


def by_rounds(ours: Sequence[str], theirs: Sequence[str], fights: int, seed: int) -> int:
    """Return how many of the fights the party stands if each round is played by the command `round`."""
    rng = Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        return sum(_stands(Path(folder) / "round.json", ours, theirs, rng) for _ in range(fights))


def _stands(file: Path, ours: Sequence[str], theirs: Sequence[str], rng: Random) -> bool:
    dice = {**{f"b{n}": text for n, text in enumerate(theirs)}, **{f"a{n}": text for n, text in enumerate(ours)}}
    lost: dict[str, list[int]] = {who: [] for who in dice}
    items: dict[str, list[str]] = {who: [] for who in dice}
    able = set(dice)
    for _ in range(MOST_ROUNDS):
        sides = [[who for who in dice if who in able and who[0] == side] for side in "ab"]
        if not all(sides):
            break
        struck = dict.fromkeys(dice, 0)
        declared = []
        for who in dice:
            if who not in able:
                continue
            # Everybody attacks the foe with the fewest attackers, the first among equals, as “All attack” does.
            whom = min(sides[who[0] == "a"], key=struck.__getitem__)
            struck[whom] += 1
            declared.append({"who": who, "how": "melee", "whom": whom})
        kinds = {"a": "player", "b": "cast"}
        left = {who: _left(text, items[who]) for who, text in dice.items()}
        combatants = [
            {"id": who, "side": who[0].upper(), "kind": kinds[who[0]], "lost": lost[who], "dice": left[who]}
            for who in dice
        ]
        file.write_text(json.dumps({"seed": rng.getrandbits(32), "combatants": combatants, "declare": declared}))
        found = run("round", str(file))
        for who in dice:
            lost[who] += found["out"].get(who, [])
            items[who] += found["ruined"].get(who, [])
        able = {who for who, state in found["state"].items() if state in {"hale", "hurt"}}
    return {who[0] for who in able} == {"a"}


def _left(text: str, ruined: Sequence[str]) -> str:
    return "; ".join(each for each in text.split("; ") if each not in ruined)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--fights", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    worst = 0
    for ours, theirs in ENCOUNTERS:
        rated = run("fight", *ours, "--against", *theirs)
        count = FightCount(given.fights, by_rounds(ours, theirs, given.fights, given.seed))
        apart = abs(rated["party"] - count.stood / count.fights)
        agree = apart <= rated["error"] + count.error
        played = f"{count.stood / count.fights:.3f} ± {count.error:.3f} by round"
        print(f"{ours} against {theirs}: {rated['party']:.3f} ± {rated['error']:.3f} by fight, {played}: {agree=}")
        worst = max(worst, int(not agree))
    return worst


if __name__ == "__main__":
    sys.exit(main())
