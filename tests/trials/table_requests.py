"""Rolls, choices and nonsense of many seats at one table of all five games: the host fails at none of them.

python -m tests.trials.table_requests [--seed 1] [--requests 5000]
"""

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.storage.games import GAMES
from tests.seats.tableseats import SAMPLES, Device, Hosted

ODD: tuple[object, ...] = (True, False, -1, 10**6, "", "x" * 50, "1,2", 0, "none")
SAID = ("", "Troll", "\u202ebad", "x" * 100)


class Requests:
    """A table with every sample character, a seat for each and a game master. `kinds` counts the answers."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self.hosted, self.rng = Hosted(folder), rng
        shelf = self.hosted.locations.characters
        shelf.mkdir(parents=True)
        files = [path for game in GAMES for path in (SAMPLES / game.game.id / "samples").glob("*.bones")]
        for path in files:
            shutil.copy(path, shelf)
        self.names = sorted(path.stem for path in files)
        self.hosted.open(*self.names)
        self.people = list(self.hosted.host.view.people.values())
        self.seats = [self.hosted.seat(f"P{who.id[:8]}", who.id) for who in self.people]
        self.gm = self.hosted.seat("Gus", role="gm")
        self.kinds: Counter[str] = Counter()
        self.failed: list[str] = []

    def ask(self) -> None:
        """Send one request of a seat."""
        at = self.rng.randrange(len(self.people))
        who, device = self.people[at], self.gm if self.rng.random() < 0.2 else self.seats[at]
        answers = self._roll(device, who) if self.rng.random() < 0.45 else self._choose(device, who)
        self.kinds.update(each["kind"] for each in answers)
        self.failed += [each["reason"] for each in answers if "program failed" in each.get("reason", "")]
        for each in (*self.seats, self.gm):
            del each.said[:-100]
        if self.rng.random() < 0.03:
            who.document.undo_stack.undo()

    def _roll(self, device: Device, who: Any) -> list[dict[str, Any]]:
        roll = self.rng.choice(who.rolls()["rolls"])
        given = {"roll": roll["id"], "set": self._set(roll["fields"], 0.4), "character": who.id}
        if self.rng.random() < 0.2:
            return device.send("odds", **given)
        answers = device.send("throw", **given, secret=self.rng.random() < 0.1, by_hand=self.rng.random() < 0.3)
        if answers and answers[0]["kind"] == "asked":
            answers += device.send("faces", asked=answers[0]["id"], faces=self._faces(answers[0]["dice"]))
        return answers

    def _choose(self, device: Device, who: Any) -> list[dict[str, Any]]:
        choices = who.owed(gm=device is self.gm)["choices"]
        after = [each for each in choices if not each["id"].startswith("act-")]
        choice = self.rng.choice(after if after and self.rng.random() < 0.6 else choices)
        needs, given = choice["needs"] or {"kind": ""}, dict[str, Any]()
        if needs["kind"] == "dice":
            dice = [each["n"] for each in needs["dice"]]
            given["dice"] = self.rng.sample(dice, min(len(dice), needs["most"])) if self.rng.random() < 0.8 else [20]
        elif needs["kind"] == "fields":
            given["set"] = self._set(needs["fields"], 0.7)
        thrown = needs["dice"] if needs["kind"] == "face" else needs.get("thrown")
        if thrown and self.rng.random() < 0.5:
            given["faces"] = self._faces(thrown)
        return device.send("choose", choice=choice["id"], character=who.id, **given)

    def _faces(self, dice: list[dict[str, Any]]) -> list[int]:
        return [self.rng.randint(1, len(each["faces"])) for each in dice]

    def _set(self, fields: list[dict[str, Any]], share: float) -> dict[str, object]:
        return {each["id"]: self._value(each) for each in fields if self.rng.random() < share}

    def _value(self, field: dict[str, Any]) -> object:
        rng, dice = self.rng, [each["n"] for each in field.get("dice", ())]
        if rng.random() < 0.1:
            return rng.choice(ODD)
        match field["kind"]:
            case "number":
                return rng.randint(field["least"], min(field["most"], field["least"] + rng.choice((3, 30))))
            case "choice":
                return rng.choice([each["key"] for each in field.get("choices", ())] or [""])
            case "yes-no":
                return rng.random() < 0.5
            case "dice":
                return ",".join(map(str, rng.sample(dice, min(len(dice), rng.randint(0, 2)))))
        return rng.choice(SAID)

    def reopen(self) -> int:
        """Close the table, open it again, and return how many characters sit there."""
        self.hosted.leave()
        return len(self.hosted.open(*self.names).view.people)


def main() -> None:
    from PySide6.QtCore import QCoreApplication

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--requests", type=int, default=5_000)
    given = parser.parse_args()
    application = QCoreApplication([])
    with tempfile.TemporaryDirectory() as folder:
        trial = Requests(Path(folder), Random(given.seed))
        for _request in range(given.requests):
            trial.ask()
        print(dict(trial.kinds), f"failed: {len(trial.failed)}", f"there again: {trial.reopen()}", sep="\n")
        trial.hosted.leave()
    del application
    sys.exit(bool(trial.failed))


if __name__ == "__main__":
    main()
