"""Which dice their owner would give up in a fight: the hands that can be left after losses chosen well (AMB-13)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.fight.combat import FaceUse, Stance
from bones_desktop.rules.dice import Die

Hand = int
"""The character dice held, one bit for each place."""

MOST_HANDS: Final = 1 << 12
"""All the hands of twelve dice no two of which can stand for each other; with each die more there are twice as many."""


class TooManyHandsError(Exception):
    """The dice can be lost in more ways than anybody would wait for."""


@dataclass(frozen=True, slots=True)
class Hands:
    """Every hand that choosing owners can come to, fewest dice first, and what each becomes by one more loss."""

    hands: tuple[Hand, ...]
    after_loss: tuple[tuple[int, ...], ...]
    """For each hand the places in `hands` of those with one die less; none for the empty hand."""

    @property
    def full(self) -> int:
        """The place of the hand nothing has been lost from."""
        return len(self.hands) - 1

    def sizes(self) -> tuple[int, ...]:
        """Return how many dice each hand holds."""
        return tuple(hand.bit_count() for hand in self.hands)


def best_hands(stance: Stance, dice: Sequence[Die[Face]], *, spare_equals_only: bool = False) -> Hands:
    """Return the hands left when no owner gives up a die that can do all that a die he keeps can do.

    Leaving the others out changes no chance: whoever holds the better die can play it as the worse one. That takes
    that no success and no die is ever a burden; where dice hinder their own side only equal ones stand for each other.
    TooManyHandsError when there are more than MOST_HANDS.
    """
    count = len(dice)
    beats = [0] * count
    for one in range(count):
        for other in range(count):
            if one == other or not _covers(stance, dice[one], dice[other]):
                continue
            # Of equal dice the later goes first, so that they do not hold each other back.
            equal = _covers(stance, dice[other], dice[one])
            if (equal and one < other) or not (equal or spare_equals_only):
                beats[one] |= 1 << other
    return _closed(count, lambda hand: [die for die in range(count) if hand >> die & 1 and not hand & beats[die]])


def may_burden(stance: Stance, dice: Sequence[Die[Face]]) -> bool:
    """Return whether a character die among these may leave its owner worse off than without it."""
    uses = [stance.use(die, shown) for die in dice if die.group == CHARACTER for shown in die.faces]
    return any(use.nulls or use.encumbrance or use.worn for use in uses)


def hands_in_order(order: Sequence[int]) -> Hands:
    """Return the hands left when dice are lost in a fixed order of their places, the first of it first."""
    return _closed(len(order), lambda hand: [next(die for die in order if hand >> die & 1)])


def weakest_first(stance: Stance, dice: Sequence[Die[Face]]) -> tuple[int, ...]:
    """Return the places of the dice from the one worth least on average to the one worth most.

    A success that may attack or defend is taken as worth a quarter more than one that may do but one.
    """

    def worth(place: int) -> tuple[float, int]:
        uses = [stance.use(dice[place], shown) for shown in dice[place].faces]
        value = sum(
            use.attack + use.defence + 1.25 * (use.either + use.capped) - use.nulls + use.hinders for use in uses
        )
        return value, -place

    return tuple(sorted(range(len(dice)), key=worth))


def _closed(count: int, may_lose: Callable[[Hand], list[int]]) -> Hands:
    """Return all hands that come of `count` dice, where `may_lose` gives the dice a hand may do without."""
    children: dict[Hand, list[Hand]] = {}
    level: list[Hand] = [(1 << count) - 1]
    levels = [level]
    while level[0]:
        if len(children) + len(level) >= MOST_HANDS:  # the empty hand is still to come
            raise TooManyHandsError
        for hand in level:
            children[hand] = [hand & ~(1 << die) for die in may_lose(hand)]
        level = sorted({child for hand in level for child in children[hand]})
        levels.append(level)
    children[0] = []
    hands = tuple(hand for level in reversed(levels) for hand in level)
    place = {hand: number for number, hand in enumerate(hands)}
    return Hands(hands, tuple(tuple(place[child] for child in children[hand]) for hand in hands))


def _covers(stance: Stance, one: Die[Face], other: Die[Face]) -> bool:
    """Return whether each face of `other` can be given a face of `one` of its own that does as much."""
    if stance.icons(one) < stance.icons(other) or len(one.faces) != len(other.faces):
        return False
    ours = [stance.use(one, shown) for shown in one.faces]
    theirs = [stance.use(other, shown) for shown in other.faces]
    given: dict[int, int] = {}

    def find(place: int, tried: set[int]) -> bool:
        for mine, use in enumerate(ours):
            if mine not in tried and _does_as_much(use, theirs[place]):
                tried.add(mine)
                if mine not in given or find(given[mine], tried):
                    given[mine] = place
                    return True
        return False

    return all(find(place, set()) for place in range(len(theirs)))


def _does_as_much(one: FaceUse, other: FaceUse) -> bool:
    if one.hinders < other.hinders or one.lifted < other.lifted or one.two_weapon < other.two_weapon:
        return False
    if one.nulls > other.nulls or one.encumbrance > other.encumbrance or one.worn > other.worn:
        return False
    # A flexible success outside the cap does at least what one under it does.
    either = one.either - max(0, other.capped - one.capped)
    return (
        either >= 0
        and one.attack + either >= other.attack + other.either
        and one.defence + either >= other.defence + other.either
        and one.attack + one.defence + either >= other.attack + other.defence + other.either
    )
