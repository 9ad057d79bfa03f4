"""Dice at the table that do as a test says, instead of an evening's sealed seed."""

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random

from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.rules.dice import Die, throw


class GivenDice(EveningDice):
    """Draws from `rng`; draws are counted as in an evening that the log knows nothing of."""

    def __init__(self, rng: Random) -> None:
        super().__init__(None, lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC))
        self._rng = rng
        self._drawn = 0

    def draw(self, dice: Sequence[Die]) -> Drawn:
        """Throw the dice."""
        self._drawn += 1
        return Drawn(throw(dice, self._rng), 0, self._drawn)


class Faces(Random):
    """Shows the faces of a list in turn, then the first face for ever."""

    def __init__(self, *faces: int) -> None:
        super().__init__(0)
        self._faces = list(faces)

    def randrange(self, *_args: object) -> int:
        """Return the next face."""
        return self._faces.pop(0) if self._faces else 0
