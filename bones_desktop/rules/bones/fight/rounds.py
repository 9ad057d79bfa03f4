"""The odds of one round between two: how each side's successes fall, and the damage both do (CMB-11, CMB-12)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from operator import itemgetter, mul
from typing import Final, cast

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, Stance
from bones_desktop.rules.bones.fight.exchanges import (
    PARTS,
    Successes,
    Sums,
    careful,
    damage,
    facing,
    gathered,
    parts,
)
from bones_desktop.rules.bones.reading.takensums import Outcome, TakeableDie, sums_after_damage
from bones_desktop.rules.chances import Chance, joint, lane_of, unpacked
from bones_desktop.rules.dice import Die

Fall = tuple[int, int, int, int]
"""Successes as a plain tuple: attack, defence, either, hinders."""

_AS_ROLLED: Final = {PARTS.index(part) for part in ("attack", "defence", "either", "hinders")}
"""Parts of a face's use that are successes just as they are."""
_fall: Final = itemgetter(*sorted(_AS_ROLLED))

_Row = tuple[int, dict[int, int], dict[int, int]]
"""Falls with as many successes: how many, their weights by those that only attack, and by those that only defend."""


_Weaker = tuple[list[int], list[int]]
"""For each most of successes that only attack: the weights by T - A, and by T, with a lane for each number less."""


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """How likely each pair of damages is in one round."""

    damage: Mapping[tuple[int, int], Chance]
    """(damage side A does to B, damage B does to A) and its chance; what cannot happen is left out."""


def round_odds(rulebook: Rulebook, house_rules: HouseRules, a: Combatant, b: Combatant) -> RoundOdds:
    """Return the odds of one round in which each side wins the exchange by as much as it can (`exchanges.careful`).

    Which side declares first makes no difference to them. Damage is not limited by the dice there are.
    """
    ours = falls(Stance(rulebook, house_rules, a, b.mode), a.dice)
    theirs = falls(Stance(rulebook, house_rules, b, a.mode), b.dice)
    weights = joint_damage(ours, theirs)
    whole = sum(ours.values()) * sum(theirs.values())
    return RoundOdds({pair: Chance(weight, whole) for pair, weight in sorted(weights.items())})


def falls(stance: Stance, dice: Sequence[Die[Face]]) -> dict[Fall, int]:
    """Return the weight of each result of a throw of the dice: attack, defence, either, hinders."""
    own = [die for die in dice if die.group == CHARACTER]
    if not own:
        return {(0, 0, 0, 0): 1}
    cap = stance.cap(own)
    used = [[stance.use(die, shown, may_try=cap > 0) for shown in die.faces] for die in dice]
    given = [[parts(use) for use in uses] for uses in used]
    seen = [place for place, column in enumerate(zip(*chain(*given), strict=True)) if any(column)]
    if not stance.automatic and _AS_ROLLED.issuperset(seen) and not any(use.damage for uses in used for use in uses):
        # Nothing is capped, cancelled or taken.
        return cast("dict[Fall, int]", joint([list(map(_fall, faces)) for faces in given]))
    pool = [
        TakeableDie(
            tuple(
                Outcome(use.successes, use.damage, tuple([numbers[place] for place in seen]))
                for use, numbers in zip(uses, faces, strict=True)
            ),
            die.group == CHARACTER,
        )
        for die, uses, faces in zip(dice, used, given, strict=True)
    ]
    sums, lost = sums_after_damage(pool)
    found: dict[Fall, int] = {}
    if lost:
        found[0, 0, 0, 0] = lost
    for vector, weight in sums.items():
        whole = [0] * len(PARTS)
        for place, number in zip(seen, vector, strict=True):
            whole[place] = number
        fallen = gathered(stance, cap, Sums(*whole))
        key = (fallen.attack, fallen.defence, fallen.either, fallen.hinders)
        found[key] = found.get(key, 0) + weight
    return found


def joint_damage(ours: Mapping[Fall, int], theirs: Mapping[Fall, int]) -> dict[tuple[int, int], int]:
    """Return the weight of each (damage to them, damage to us) when both sides allot as `careful` says."""
    return Blows(ours).joint_damage(Blows(theirs))


class Blows:
    """A side's falls made ready for exchanges with several others."""

    def __init__(self, falls: Mapping[Fall, int]) -> None:
        self.falls = falls
        self.whole = sum(falls.values())
        self.hinders = any(map(itemgetter(3), falls))
        self.rows = _rows(falls)
        self.most_attack = max(map(itemgetter(0), falls))
        self._weaker: dict[int, list[_Weaker]] = {}

    def joint_damage(self, other: "Blows") -> dict[tuple[int, int], int]:
        """Return the weight of each (damage to the other, damage to this side)."""
        if self.hinders or other.hinders:
            return _pair_by_pair(self.falls, other.falls)
        lane = lane_of(self.whole * other.whole)
        found = _by_the_stronger(self, other, 1, lane)
        for (done, suffered), weight in _by_the_stronger(other, self, 0, lane).items():
            found[suffered, done] = found.get((suffered, done), 0) + weight
        return found

    def weaker(self, lane: int) -> list["_Weaker"]:
        """Return what falls with fewer than 0, 1, 2… successes come to, in lanes of so many bits."""
        if lane not in self._weaker:
            self._weaker[lane] = self._up_to_each(lane)
        return self._weaker[lane]

    def _up_to_each(self, lane: int) -> list["_Weaker"]:
        top = self.rows[-1][0]
        guards, wholes, none = ([0] * (self.most_attack + 1) for _ in range(3))
        found = [(none, none)]
        reached = 0
        for whole, by_attack, _ in self.rows:
            found += [found[-1]] * (whole - reached)
            for attack, weight in by_attack.items():
                guards[attack] += weight << lane * (top - whole + attack)
                wholes[attack] += weight << lane * (top - whole)
            found.append((list(accumulate(guards)), list(accumulate(wholes))))
            reached = whole + 1
        return found


def _pair_by_pair(ours: Mapping[Fall, int], theirs: Mapping[Fall, int]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for mine, my_weight in ours.items():
        for other, weight in theirs.items():
            suffered, done = damage(*careful(*facing(Successes(*mine), Successes(*other))))
            found[done, suffered] = found.get((done, suffered), 0) + my_weight * weight
    return found


def _rows(falls: Mapping[Fall, int]) -> list[_Row]:
    """Return the weights of a side's falls by no more than what the damage of an exchange depends on."""
    found: dict[int, _Row] = {}
    for (attack, defence, either, _), weight in falls.items():
        whole = attack + defence + either
        if whole not in found:
            found[whole] = (whole, {}, {})
        _, by_attack, by_defence = found[whole]
        by_attack[attack] = by_attack.get(attack, 0) + weight
        by_defence[defence] = by_defence.get(defence, 0) + weight
    return sorted(found.values(), key=itemgetter(0))


def _by_the_stronger(strong: Blows, weak: Blows, ties: int, lane: int) -> dict[tuple[int, int], int]:
    """Return the weights of (damage to the weak, damage to the strong) where `strong` has more successes, or as many.

    With A, D, T the attack, defence and all successes of each side:
    A_weak <= D_strong: max(0, (T - D)_strong - (T - A)_weak) to the weak, none to the strong;
    A_weak <= (T - A)_strong: T_strong - T_weak and none; otherwise A_weak - (T - A)_strong more to both.

    Each is a difference of two numbers, one of each side. So the weights of the weak lie in one integer, a lane for
    each number taken from the greatest, and a result of the strong shifts and weighs them all at once.
    """
    top, most = weak.rows[-1][0], weak.most_attack
    weaker = weak.weaker(lane)
    opened = 0
    traded = [0] * (most + 1)
    for whole, by_attack, by_defence in strong.rows:
        guards, wholes = weaker[min(whole + ties, top + 1)]
        held = [0] * (most + 1)
        for defence, weight in by_defence.items():
            parried = min(defence, most)
            opened += guards[parried] * weight << lane * (whole - defence)
            held[parried] -= weight
        for attack, weight in by_attack.items():
            cover = whole - attack
            held[min(cover, most)] += weight
            for blow in range(cover + 1, most + 1):
                traded[blow - cover] += (wholes[blow] - wholes[blow - 1]) * weight << lane * whole
        traded[0] += sum(map(mul, held, wholes)) << lane * whole
    found: dict[tuple[int, int], int] = {}
    for place, weight in _lanes(opened, lane, -top):
        key = (max(0, place), 0)
        found[key] = found.get(key, 0) + weight
    for suffered, packed in enumerate(traded):
        for done, weight in _lanes(packed, lane, suffered - top):
            found[done, suffered] = found.get((done, suffered), 0) + weight
    return found


def _lanes(packed: int, lane: int, first: int) -> Iterator[tuple[int, int]]:
    """Yield the number of each lane that is not empty, counted from `first`, and its weight."""
    weights = unpacked(packed, -(-packed.bit_length() // lane), lane)
    return ((number, weight) for number, weight in enumerate(weights, first) if weight)
