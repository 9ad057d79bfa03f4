"""The `.bones-fight` file, which is one fight as JSON: who is in it, and the round that is being played."""

from collections.abc import Iterator
from typing import Final

from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.values import Fault
from bones_desktop.storage.files.datafile import DataFileError, Form

SUFFIX: Final = ".bones-fight"
FORMAT: Final = "bones-desktop-fight"
LARGEST: Final = 16_000_000


class FightFileError(DataFileError):
    """The file does not hold a fight we can read."""

    kind = "fight"
    suffix = SUFFIX


def _faults(fight: Fight) -> Iterator[Fault]:
    """Find two fighters of one id, and equipment at hand or lent that is not there."""
    seen: set[str] = set()
    for place, fighter in enumerate(fight.encounter.fighters):
        where = ("round", "encounter", "fighters", place)
        if fighter.id in seen:
            yield Fault((*where, "id"), "fighter_twice")
        seen.add(fighter.id)
        if any(not 0 <= item < len(fighter.character.equipment) for item in fighter.at_hand):
            yield Fault((*where, "at_hand"), "less_than_equal")
        if fighter.lent > len(fighter.character.equipment):
            yield Fault((*where, "lent"), "less_than_equal")


FIGHTS: Final[Form[Fight]] = Form(
    FORMAT,
    "bones",
    "fight",
    Fight,
    SUFFIX,
    LARGEST,
    FightFileError,
    "not-fight",
    faults=_faults,
)
"""Files of BONES fights."""
