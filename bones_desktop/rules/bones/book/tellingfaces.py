"""Which face of a die tells it from the character's others, to show a die by one face."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from bones_desktop.rules.bones.book.character import CharacterDie
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL

ON_EVERY_DIE: Final = frozenset({UNIVERSAL, PHYSICAL, MENTAL})
"""Icons that tell no die from another."""


def own_faces(die: CharacterDie) -> list[str]:
    """Return the codes of the faces that not every die has, in their order."""
    return [shown.code for shown in die.faces if not shown.is_blank and shown.icons[0] not in ON_EVERY_DIE]


def counted_faces(dice: Iterable[CharacterDie]) -> Counter[str]:
    """Return how often each of those faces stands on the dice."""
    return Counter(code for die in dice for code in own_faces(die))


def telling_faces(dice: Iterable[CharacterDie]) -> tuple[str, ...]:
    """Return for each die the code of the face that tells it from the others: its rarest, of several the first.

    "" for a die with nothing chosen.
    """
    dice = tuple(dice)
    counted = counted_faces(dice)
    return tuple(_telling(die, counted) for die in dice)


def _telling(die: CharacterDie, counted: Counter[str]) -> str:
    own = own_faces(die)
    if own:
        return min(own, key=lambda code: counted[code])
    return next((shown.code for shown in die.faces if not shown.is_blank), "")
