"""The odds of one round between two: how each side's successes fall, and the damage both do (CMB-11, CMB-12)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.attempts import CHARACTER
from bones_desktop.rules.bones.combat import Combatant, Stance
from bones_desktop.rules.bones.exchanges import PARTS, Successes, Sums, careful, damage, facing, gathered, parts
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.takensums import Outcome, TakeableDie, sums_after_damage
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die

Fall = tuple[int, int, int, int]
"""Successes as a plain tuple: attack, defence, either, hinders."""

_LANE: Final = 64


@dataclass(frozen=True, slots=True)
class RoundOdds:
    """How likely each pair of damages is in one round."""

    damage: Mapping[tuple[int, int], Chance]
    """(damage side A does to B, damage B does to A) and its chance; what cannot happen is left out."""

    def done_by_a(self) -> dict[int, Chance]:
        """Return how likely each damage to B is, by itself."""
        return self._one_side(0)

    def done_by_b(self) -> dict[int, Chance]:
        """Return how likely each damage to A is, by itself."""
        return self._one_side(1)

    def _one_side(self, side: int) -> dict[int, Chance]:
        found: dict[int, Chance] = {}
        for pair, chance in sorted(self.damage.items()):
            before = found.get(pair[side], Chance(0, 1))
            found[pair[side]] = Chance(before.num * chance.den + chance.num * before.den, before.den * chance.den)
        return found


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
    cap = stance.cap(own)
    used = [[stance.use(die, shown) for shown in die.faces] for die in dice]
    seen = [place for place in range(len(PARTS)) if any(parts(use)[place] for uses in used for use in uses)]
    pool = [
        TakeableDie(
            tuple(Outcome(use.successes, use.damage, tuple([parts(use)[place] for place in seen])) for use in uses),
            die.group == CHARACTER,
        )
        for die, uses in zip(dice, used, strict=True)
    ]
    sums, lost = sums_after_damage(pool)
    found: dict[Fall, int] = {}
    if lost:
        found[0, 0, 0, 0] = lost
    for vector, weight in sums.items():
        whole = [0] * len(PARTS)
        for place, number in zip(seen, vector, strict=True):
            whole[place] = number
        fallen = gathered(stance, cap, _sums(whole))
        key = (fallen.attack, fallen.defence, fallen.either, fallen.hinders)
        found[key] = found.get(key, 0) + weight
    return found


def _sums(whole: Sequence[int]) -> Sums:
    attack, defence, either, capped, hinders, nulls, worn, encumbrance, lifted = whole
    return attack, defence, either, capped, hinders, nulls, worn, encumbrance, lifted


def joint_damage(ours: Mapping[Fall, int], theirs: Mapping[Fall, int]) -> dict[tuple[int, int], int]:
    """Return the weight of each (damage to them, damage to us) when both sides allot as `careful` says."""
    if any(fall[3] for side in (ours, theirs) for fall in side):
        return _pair_by_pair(ours, theirs)
    found: dict[tuple[int, int], int] = {}
    _stronger(ours, theirs, 1, found)
    mirrored: dict[tuple[int, int], int] = {}
    _stronger(theirs, ours, 0, mirrored)
    for (done, suffered), weight in mirrored.items():
        found[suffered, done] = found.get((suffered, done), 0) + weight
    return found


def _pair_by_pair(ours: Mapping[Fall, int], theirs: Mapping[Fall, int]) -> dict[tuple[int, int], int]:
    found: dict[tuple[int, int], int] = {}
    for mine, my_weight in ours.items():
        for other, weight in theirs.items():
            suffered, done = damage(*careful(*facing(Successes(*mine), Successes(*other))))
            found[done, suffered] = found.get((done, suffered), 0) + my_weight * weight
    return found


def _stronger(
    strong: Mapping[Fall, int], weak: Mapping[Fall, int], ties: int, found: dict[tuple[int, int], int]
) -> None:
    """Add the weights of (damage to the weak, damage to the strong) where `strong` has more successes, or as many.

    With A, D, F, T the attack, defence, flexible and all successes of each side, and E = D + F:
    A_weak <= D_strong: max(0, T_strong - D_strong - E_weak) to the weak, none to the strong;
    A_weak <= E_strong: T_strong - T_weak and none; otherwise A_weak - E_strong to the strong and that much more.
    """
    by_all: dict[int, list[tuple[int, int, int]]] = {}
    for (attack, defence, either, _), weight in weak.items():
        by_all.setdefault(attack + defence + either, []).append((attack, defence + either, weight))
    groups: dict[int, list[tuple[int, int, int, int]]] = {}
    for (attack, defence, either, _), weight in strong.items():
        groups.setdefault(attack + defence + either, []).append((attack, defence, either, weight))
    most = max((attack for attack, *_ in weak), default=0)
    guard = max((defence + either for _, defence, either, _ in weak), default=0)
    # Below: for each attack of the weak, their weights spread over their defence, and over all their successes.
    by_guard, by_sum = [0] * (most + 1), [0] * (most + 1)
    lane = _LANE * -(-(sum(strong.values()) * sum(weak.values())).bit_length() // _LANE)
    spans = sorted(groups)
    waiting = sorted(by_all)
    mask = (1 << lane) - 1
    for whole in spans:
        while waiting and waiting[0] < whole + ties:
            their_all = waiting.pop(0)
            for attack, cover, weight in by_all[their_all]:
                by_guard[attack] += weight << lane * (guard - cover)
                by_sum[attack] += weight << lane * their_all
        behind = _running(by_guard)
        sums = _running(by_sum)
        _add(groups[whole], whole, guard, behind, sums, by_sum, lane, mask, found)


def _running(rows: list[int]) -> list[int]:
    total, found = 0, []
    for row in rows:
        total += row
        found.append(total)
    return found


def _add(
    group: Sequence[tuple[int, int, int, int]],
    whole: int,
    guard: int,
    behind: list[int],
    sums: list[int],
    by_sum: list[int],
    lane: int,
    mask: int,
    found: dict[tuple[int, int], int],
) -> None:
    top = len(behind) - 1
    open_blow = 0
    held = 0
    traded: dict[int, int] = {}
    for attack, defence, either, weight in group:
        cover = defence + either
        if behind[min(defence, top)]:
            open_blow += weight * (behind[min(defence, top)] << lane * (attack + either))
        between = sums[min(cover, top)] - sums[min(defence, top)]
        if between:
            held += weight * between
        for blow in range(cover + 1, top + 1):
            if by_sum[blow]:
                traded[blow - cover] = traded.get(blow - cover, 0) + weight * by_sum[blow]
    place = -guard
    while open_blow:
        if open_blow & mask:
            key = (max(0, place), 0)
            found[key] = found.get(key, 0) + (open_blow & mask)
        open_blow >>= lane
        place += 1
    for suffered, packed in ((0, held), *traded.items()):
        their_all = 0
        rest = packed
        while rest:
            if rest & mask:
                key = (suffered + whole - their_all, suffered)
                found[key] = found.get(key, 0) + (rest & mask)
            rest >>= lane
            their_all += 1
