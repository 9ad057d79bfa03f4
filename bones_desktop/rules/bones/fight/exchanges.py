"""One exchange of blows between two sides: what each throw gives, how it is allotted, what it costs (CMB-4..13).

Codes refused: allotted-too-much ().
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from typing import Final, NamedTuple, cast

from bones_desktop.rules.bones.fight.combat import FaceUse, Stance
from bones_desktop.rules.reasons import refuse


@dataclass(frozen=True, slots=True, order=True)
class Successes:
    """What one side rolled, after caps and everything that cancels successes; `hinders` goes to the other side."""

    attack: int = 0
    """Successes that only attack."""
    defence: int = 0
    """Successes that only defend."""
    either: int = 0
    """Successes that attack or defend, one by one."""
    hinders: int = 0
    """Nulls for the other side."""

    @property
    def most_attack(self) -> int:
        """Attack when all that can attacks."""
        return self.attack + self.either

    @property
    def most_defence(self) -> int:
        """Defence when all that can defends."""
        return self.defence + self.either

    @property
    def all(self) -> int:
        """Attack and defence together, however they are allotted."""
        return self.attack + self.defence + self.either

    def less(self, nulls: int) -> "Successes":
        """Return what is left when the owner gives up a success for each Null, those of least use to him (HIND-9).

        Giving up one that can do little leaves the choice among the rest wider: what only attacks and what only defends
        are as good as flexible until the Nulls have taken their number.
        """
        if nulls <= 0:
            return self
        left = max(0, self.all - nulls)
        attack, defence = min(self.most_attack, left), min(self.most_defence, left)
        return Successes(left - defence, left - attack, attack + defence - left, self.hinders)


@dataclass(frozen=True, slots=True)
class Allotment:
    """How one side uses its successes."""

    attack: int
    defence: int


class Sums(NamedTuple):
    """What the faces of a throw give in all, part by part as `FaceUse` names them."""

    attack: int = 0
    defence: int = 0
    either: int = 0
    capped: int = 0
    hinders: int = 0
    nulls: int = 0
    worn: int = 0
    encumbrance: int = 0
    lifted: int = 0
    two_weapon: int = 0
    second_attack: int = 0
    second_either: int = 0


PARTS: Final = Sums._fields
"""The numbers of a face's use that add up over the dice of a throw."""

parts: Final = cast("Callable[[FaceUse], tuple[int, ...]]", attrgetter(*PARTS))
"""Return the numbers of one face that add up, in the order of `PARTS`."""


def gathered(stance: Stance, cap: int, sums: Sums) -> Successes:
    """Return a side's successes: cap, then Encumbrance on Magic, then its own Nulls (amendment 15)."""
    attack, defence, either = sums.attack, sums.defence, sums.either
    if sums.two_weapon:
        attack, either = attack + sums.second_attack, either + sums.second_either
    if stance.goal.id == "magic":
        borne = sums.encumbrance + max(0, sums.worn - sums.lifted)
        either += max(0, min(sums.capped + stance.automatic, cap) - borne)
    else:
        either += stance.automatic
        if stance.capped_attack:
            either += min(sums.capped, cap)
        else:
            defence += min(sums.capped, cap)
    return Successes(attack, defence, either, sums.hinders).less(sums.nulls)


def facing(mine: Successes, theirs: Successes) -> tuple[Successes, Successes]:
    """Return both sides after each has suffered the other's Nulls (AMB-59)."""
    return mine.less(theirs.hinders), theirs.less(mine.hinders)


def allot(side: Successes, attack: int) -> Allotment:
    """Return the allotment with `attack` of the flexible successes attacking and the rest defending (AMB-108)."""
    if not 0 <= attack <= side.either:
        raise refuse("allotted-too-much", "CMB-4")
    return Allotment(side.attack + attack, side.most_defence - attack)


def damage(first: Allotment, second: Allotment) -> tuple[int, int]:
    """Return the damage done to the first and to the second side, both blows falling together (CMB-11, CMB-12)."""
    return max(0, second.attack - first.defence), max(0, first.attack - second.defence)


def careful(first: Successes, second: Successes) -> tuple[Allotment, Allotment]:
    """Return the allotments by which each side wins the exchange by most, without trading blows for nothing.

    Net damage depends only on how many flexible successes attack in all, so neither gains by declaring last: the side
    with more successes defends just enough and attacks with the rest, the other defends with all it can. Both sides
    have already suffered the other's Nulls.
    """
    if second.all > first.all:
        theirs, mine = careful(second, first)
        return mine, theirs
    spare = min(first.either, max(0, first.most_defence - second.attack))
    return allot(first, spare), allot(second, 0)
