"""Dice and rolls of every game. A die is an ordered tuple of faces; a roll is one index of a face for each die."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from bones_desktop.rules.records import Record

if TYPE_CHECKING:
    from random import Random

FaceT = TypeVar("FaceT")


class Die(Record, Generic[FaceT]):
    """A die with any number of faces: faces with icons for symbol dice, whole numbers for number dice."""

    faces: tuple[FaceT, ...]
    label: str = ""
    group: str = ""
    """Kind of die: "character", "item", "hindering", "challenge"; it decides the look and the place in the tray."""
    key: str = ""
    """Owner and number of the die ("die 2"), the same in every roll of the same pool."""


class Throw(Record, Generic[FaceT]):
    """Dice and the index of the face that each die shows; nothing else in the program is random."""

    dice: tuple[Die[FaceT], ...]
    indices: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.dice) != len(self.indices):
            raise ValueError(f"{len(self.dice)} dice need as many faces, not {len(self.indices)}")
        for die, index in zip(self.dice, self.indices, strict=True):
            if not 0 <= index < len(die.faces):
                raise ValueError(f"no face {index + 1} on a die of {len(die.faces)}")

    @property
    def faces(self) -> tuple[FaceT, ...]:
        """The faces shown, one for each die, in order."""
        return tuple(die.faces[index] for die, index in zip(self.dice, self.indices, strict=True))


def throw(dice: Sequence[Die[FaceT]], rng: "Random") -> Throw[FaceT]:
    """Return one roll of `dice` in order; each face of a die is equally likely."""
    return Throw(tuple(dice), tuple(rng.randrange(len(die.faces)) for die in dice))


def shown_code(die: Die[int], index: int) -> str:
    """Return the text that a numbered die shows. A ten-sided die shows 0 for ten, as a real one does."""
    number = die.faces[index]
    return "0" if len(die.faces) == 10 and number == 10 else str(number)


def die_name(die: Die[int], group: str) -> str:
    """Return the name of a numbered die in a group: "Canny d6"."""
    return die.label if group in {"", die.label} else f"{group} {die.label}".strip()
