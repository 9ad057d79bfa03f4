"""What hinders: Poison, Flaming, Nulls and Encumbrance on one's own dice, and the dice that damage takes (HIND-1..9).

Codes refused: not-your-die, taken-twice, must-take-a-counting-die (die), too-many-taken (damage).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.icons import DAMAGE, ENCUMBRANCE, FLAMING, NULL, POISON, Face
from bones_desktop.rules.reasons import refuse

ENCUMBERED_SKILLS: Final = frozenset({"magic", "maneuver", "stealth"})
"""The skills whose successes Encumbrance cancels (ICON-7, HIND-8)."""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What a rolled face does against the one who rolled it."""

    damage: int = 0
    nulls: int = 0
    encumbrance: int = 0


def hindrance(shown: Face, group: str) -> Hindrance:
    """Return how `shown` hinders its owner, doubled and tripled faces as often (DICE-12).

    A Damage icon hurts the owner on a hindering die only; anywhere else it is meant for a target (AMB-7).
    """
    hurting = {POISON, FLAMING, DAMAGE} if group == "hindering" else {POISON, FLAMING}
    return Hindrance(
        damage=shown.count * sum(icon in hurting for icon in shown.icons),
        nulls=shown.count * shown.icons.count(NULL),
        encumbrance=shown.count * shown.icons.count(ENCUMBRANCE),
    )


def is_worn(key: str) -> bool:
    """Return whether the item may be armour or a shield, whose Encumbrance alone Endurance negates (AMB-19)."""
    return not key.startswith(("weapon", "magic-item"))


def take_dice(counts: Mapping[int, int], damage: int, chosen: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the places of the dice that `damage` takes, in order (HIND-5, amendment 8).

    `counts` gives, for each character die's place in the throw, what its face counts for the task. While a die that
    counted is left it must be one of those. `chosen` are the owner's choices; what they leave open goes to the die
    that counted least, the later of equals.
    """
    if len(chosen) > damage:
        raise refuse("too-many-taken", "HIND-5", damage=damage)
    left = dict(counts)
    taken: list[int] = []
    for number in range(min(damage, len(counts))):
        useful = {place for place, worth in left.items() if worth > 0}
        if number < len(chosen):
            place = chosen[number]
            _check(place, counts, left, useful)
        else:
            place = min(useful or left, key=lambda place: (left[place], -place))
        del left[place]
        taken.append(place)
    return tuple(taken)


def _check(place: int, counts: Mapping[int, int], left: Mapping[int, int], useful: set[int]) -> None:
    if place not in counts:
        raise refuse("not-your-die", "HIND-5", die=place + 1)
    if place not in left:
        raise refuse("taken-twice", "HIND-5", die=place + 1)
    if useful and place not in useful:
        raise refuse("must-take-a-counting-die", "HIND-5", die=place + 1)
