"""The odds of a whole fight between two, to the last die, when both sides play as well as can be (amendment 17).

A fight goes on exchange by exchange in the same modes. It is won by the side that alone has character dice left; when
both sides lose their last dice together, or nobody can ever be hurt, it is drawn. What reaches beyond one exchange is
left out, and `not_followed` names it.

Codes refused: fight-too-large (a, b), fight-without-dice (). Codes of what is left out: fight-leaves-hindering (),
fight-leaves-riders (face), fight-leaves-healing (face), fight-leaves-frost (face), fight-leaves-fatigue (),
fight-leaves-thrown (), fight-leaves-sacrifice ().
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest
from typing import Final, NamedTuple

from bones_desktop.rules.averages import Share
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.definitions import Ability
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, Mode, Stance
from bones_desktop.rules.bones.fight.duel import Duel, Side, StoppedError, careful_share
from bones_desktop.rules.bones.fight.losses import (
    Hands,
    TooManyHandsError,
    best_hands,
    hands_in_order,
    may_burden,
    weakest_first,
)
from bones_desktop.rules.bones.fight.rounds import Fall, falls
from bones_desktop.rules.bones.reading.borne import ARMOUR, SHIELD, borne, is_thrown
from bones_desktop.rules.bones.reading.taskdice import hindrance
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason, refuse

MOST_WORK: Final = 10_000_000
"""Pairs of results a fight may have to go through; at most some tens of seconds of work."""


def not_followed(rulebook: Rulebook, a: Combatant, b: Combatant) -> tuple[Reason, ...]:
    """Return what both sides can do that a fight of many exchanges does not follow, each once."""
    return tuple(dict.fromkeys([*_of_side(rulebook, a, b), *_of_side(rulebook, b, a)]))


def _of_side(rulebook: Rulebook, side: Combatant, foe: Combatant) -> Iterator[Reason]:
    if side.mode is Mode.MAGIC:
        yield reason("fight-leaves-fatigue", "MAG-11")
    shot_with = borne(side.dice, {side.mode}).used(Mode.MISSILE)
    for die in side.dice:
        if die.group not in {CHARACTER, ITEM} or any(hindrance(shown, die.group).damage for shown in die.faces):
            yield reason("fight-leaves-hindering", "HIND-4")
        if _is_item(die, ARMOUR, SHIELD):
            yield reason("fight-leaves-sacrifice", "EQP-5")
        if die.group == ITEM and die.key == shot_with and is_thrown(die.faces):
            yield reason("fight-leaves-thrown", "AMB-42")
        for icon in (icon for shown in die.faces for icon in shown.icons):
            ability = rulebook.icon(icon) if rulebook.has_icon(icon) else None
            if isinstance(ability, Ability):
                yield from _of_ability(rulebook, ability, foe)


def _of_ability(rulebook: Rulebook, ability: Ability, foe: Combatant) -> Iterator[Reason]:
    name = face_name(rulebook, Face((ability.id,)))
    if ability.rider:
        yield reason("fight-leaves-riders", "AMB-55", face=name)
    elif ability.id == "regenerate":
        yield reason("fight-leaves-healing", "HEAL-6", face=name)
    elif ability.id == "hoar-frost" and any(_is_item(die, ARMOUR) for die in foe.dice):
        yield reason("fight-leaves-frost", "AMB-62", face=name)


def _is_item(die: Die[Face], *kinds: str) -> bool:
    return die.group == ITEM and die.key.startswith(kinds)


class FightSide(StrEnum):
    """One of the two sides, as the command names them."""

    A = "A"
    B = "B"


@dataclass(frozen=True, slots=True)
class FightOdds:
    """How a fight ends, seen from side A."""

    win: Chance
    draw: Chance
    loss: Chance
    left_a: float
    """Character dice A has left in the end, on average over all ends."""
    left_b: float
    exact: bool
    """Whether both sides also choose the dice they give up as well as can be."""
    left_out: tuple[Reason, ...]
    """What the fighters can do that the fight does not follow."""


class SolvedFight(NamedTuple):
    """A solved fight: its odds, and the states between which both sides choose on the way."""

    odds: FightOdds
    duel: Duel
    """The side that declares second is its A."""


def solve(
    rulebook: Rulebook,
    house_rules: HouseRules,
    a: Combatant,
    b: Combatant,
    *,
    first: FightSide = FightSide.B,
    keep_on: Callable[[], bool] = lambda: True,
    best_losses: bool = True,
) -> SolvedFight:
    """Return the solved fight; `first` declares and gives up dice first in every exchange (CMB-3).

    Without `best_losses` the odds are quick to have: both sides allot as well as can be, but lose their weakest dice
    first. RulesError when a side has no dice or the fight is too large; StoppedError once `keep_on` says no.
    """
    mirrored = first is FightSide.A
    here, there = (b, a) if mirrored else (a, b)
    left_out = not_followed(rulebook, a, b)
    if not _own(a) or not _own(b):
        raise refuse("fight-without-dice", "CMB-14")
    stances = Stance(rulebook, house_rules, here, there.mode), Stance(rulebook, house_rules, there, here.mode)
    burdened = any(may_burden(stance, side.dice) for stance, side in zip(stances, (here, there), strict=True))
    try:
        mine, theirs = _sides(stances, (here, there), keep_on, best_losses=best_losses, burdened=burdened)
    except _TooLargeError:
        raise refuse("fight-too-large", "CMB-14", a=len(_own(a)), b=len(_own(b))) from None
    duel = Duel(mine, theirs)
    duel.solve(keep_on)
    share = duel.share((mine.hands.full, theirs.hands.full))
    return SolvedFight(_odds(*share, mirrored, best_losses, left_out), duel)


def careful(
    rulebook: Rulebook,
    house_rules: HouseRules,
    a: Combatant,
    b: Combatant,
    *,
    keep_on: Callable[[], bool] = lambda: True,
) -> FightOdds:
    """Return the exact odds when both sides fight by a rule of thumb instead, and lose their weakest dice first.

    They win each exchange by as much as they can and trade no blows for nothing (`exchanges.careful`), whatever the
    state of the fight. RulesError when a side has no dice; StoppedError once `keep_on` says no.
    """
    if not _own(a) or not _own(b):
        raise refuse("fight-without-dice", "CMB-14")
    mine, theirs = (
        tuple(_rolled(stance, side, hands_in_order(weakest_first(stance, _harmless_dice(side))), keep_on))
        for stance, side in (
            (Stance(rulebook, house_rules, a, b.mode), a),
            (Stance(rulebook, house_rules, b, a.mode), b),
        )
    )
    return _odds(*careful_share(mine, theirs, keep_on), False, False, not_followed(rulebook, a, b))


def _own(side: Combatant) -> tuple[Die[Face], ...]:
    return tuple(die for die in side.dice if die.group == CHARACTER)


class _TooLargeError(Exception):
    """The fight would take longer than anybody waits."""


def _sides(
    stances: Sequence[Stance],
    fighters: Sequence[Combatant],
    keep_on: Callable[[], bool],
    *,
    best_losses: bool,
    burdened: bool,
) -> tuple[Side, Side]:
    """Return what both sides bring; _TooLargeError as soon as that is too much."""
    try:
        hands = [
            best_hands(stance, own, spare_equals_only=burdened)
            if best_losses
            else hands_in_order(weakest_first(stance, own))
            for stance, own in zip(stances, map(_harmless_dice, fighters), strict=True)
        ]
    except TooManyHandsError:
        raise _TooLargeError from None
    falls_of: tuple[list[Mapping[Fall, int]], ...] = ([], [])
    work = [0, 0]
    # Both at once, the smallest hands first: what is too large is found out long before all of it is rolled.
    for both in zip_longest(*(_rolled(*each, keep_on) for each in zip(stances, fighters, hands, strict=True))):
        for place, rolled in enumerate(both):
            if rolled is not None:
                falls_of[place].append(rolled)
                work[place] += len(rolled)
        if work[0] * work[1] > MOST_WORK:
            raise _TooLargeError
    return Side(hands[0], tuple(falls_of[0])), Side(hands[1], tuple(falls_of[1]))


def _rolled(stance: Stance, side: Combatant, hands: Hands, keep_on: Callable[[], bool]) -> Iterator[Mapping[Fall, int]]:
    """Yield what the side rolls with each hand and its items, without what would hurt itself."""
    own, items = (_harmless_dice(side, group) for group in (CHARACTER, ITEM))
    for hand in hands.hands:
        if not keep_on():
            raise StoppedError
        yield falls(stance, [*(die for place, die in enumerate(own) if hand >> place & 1), *items])


def _harmless_dice(side: Combatant, group: str = CHARACTER) -> list[Die[Face]]:
    return [_without_damage(die) for die in side.dice if die.group == group]


def _without_damage(die: Die[Face]) -> Die[Face]:
    return replace(die, faces=tuple(_harmless(shown, die.group) for shown in die.faces))


def _harmless(shown: Face, group: str) -> Face:
    icons = tuple(icon for icon in shown.icons if not hindrance(Face((icon,)), group).damage)
    return shown if icons == shown.icons else Face(icons, shown.count) if icons else BLANK


def _odds(share: Share, whole: int, mirrored: bool, exact: bool, left_out: tuple[Reason, ...]) -> FightOdds:
    win, draw, left_a, left_b = share.numerators
    loss = whole - win - draw
    if mirrored:
        win, loss, left_a, left_b = loss, win, left_b, left_a
    return FightOdds(
        Chance(win, whole), Chance(draw, whole), Chance(loss, whole), left_a / whole, left_b / whole, exact, left_out
    )
