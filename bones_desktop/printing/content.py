"""What stands on a printed sheet: the derived sheet put into the words and columns of SHT-1 to SHT-7."""

from dataclasses import dataclass
from typing import Final

DICE_IN_A_ROW: Final = 5
DICE_ON_PAPER: Final = 10
ITEMS_ON_PAPER: Final = 5


@dataclass(frozen=True, slots=True)
class PrintedFace:
    """A face of a column: the code its picture is drawn from and its name."""

    code: str = ""
    name: str = ""


NO_FACES: Final = (PrintedFace(),) * 6


@dataclass(frozen=True, slots=True)
class Column:
    """One die: a character, equipment or hindering die, or an empty column to fill in by hand."""

    heading: str
    faces: tuple[PrintedFace, ...] = NO_FACES
    note: str = ""
    injured: bool = False
    item: str = ""


@dataclass(frozen=True, slots=True)
class Content:
    """All text of one sheet, ready to be laid out. Empty columns are part of it."""

    name: str = ""
    age: str = ""
    race: str = ""
    gender: str = ""
    description: str = ""
    back_story: str = ""
    dice: tuple[Column, ...] = ()
    equipment: tuple[Column, ...] = ()
    hindering: tuple[Column, ...] = ()
    spiffs: str = ""
    finances: str = ""
    other_equipment: str = ""
    notes: str = ""
    summary: str = ""
    """What has no printed field: templates, movement, condition, sessions, house rules (SHT-7, AMB-92)."""


def padded(columns: tuple[Column, ...], empty: tuple[Column, ...]) -> tuple[Column, ...]:
    """Return `columns` with `empty` ones up to the places on paper, then up to whole rows of five."""
    missing = max(len(empty), -(-len(columns) // DICE_IN_A_ROW) * DICE_IN_A_ROW) - len(columns)
    spare = empty[len(columns) :]
    return columns + spare + tuple(Column("") for _ in range(missing - len(spare)))
