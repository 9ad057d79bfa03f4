"""The odds of one round between two sides: their successes, and the damage of both (CMB-11, CMB-12).

`RoundOdds` holds the odds of one round. `Throws` lists every result of two rolls in a duel, without its worth. `Hands`
lists the dice that an owner can have left after losses (AMB-13).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from operator import itemgetter, mul
from typing import Final, NamedTuple, Self, cast

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import (
    PARTS,
    Combatant,
    FaceUse,
    Stance,
    Successes,
    careful,
    damage,
    facing,
    gathered,
    parts,
)
from bones_desktop.rules.bones.reading.tasksums import Outcome, TakeableDie, sums_after_damage
from bones_desktop.rules.chances import Chance, joint, lane_of, unpacked
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import Record

Fall = tuple[int, int, int, int]
"""Successes as a plain tuple: attack, defence, either, hinders."""

_AS_ROLLED: Final = {PARTS.index(part) for part in ("attack", "defence", "either", "hinders")}
"""Indexes in `PARTS` of the successes to which no cap applies."""
_fall: Final = itemgetter(*sorted(_AS_ROLLED))

_Row = tuple[int, dict[int, int], dict[int, int]]
"""Results with the same number of successes: the number, and their weights by attack only and by defence only."""


_Weaker = tuple[list[int], list[int]]
"""For each number of successes that only attack: weights in lanes.

The first list is by T - A, the second by T; `_by_the_stronger` explains both.
"""
Losses = tuple[int, int]
"""Dice lost by each side in one exchange, A first."""
RankRange = tuple[int, int]
"""The lowest and the highest rank of an undecided result; `Throws.ranked` explains ranks."""


class SomeFalls(NamedTuple):
    """Results of one side with equally many flexible successes, after the other side's Nulls."""

    attack: int
    """The highest attack of these results."""
    guard: int
    """The highest defence of these results."""
    falls: list[tuple[int, int, int]]
    """For each result: its attack, the difference between `guard` and its defence, and its weight."""


class RoundOdds(Record):
    """The chance of each pair of damages in one round."""

    damage: Mapping[tuple[int, int], Chance]
    """(damage of side A to B, damage of B to A) and its chance; impossible pairs are left out."""


def round_odds(rulebook: Rulebook, house_rules: HouseRules, a: Combatant, b: Combatant) -> RoundOdds:
    """Return the odds of one round in which each side wins by as much as it can (`combat.careful`).

    The odds do not depend on the side that declares first. Damage is not limited by the number of dice.
    """
    ours = falls(Stance(rulebook, house_rules, a, b.mode), a.dice)
    theirs = falls(Stance(rulebook, house_rules, b, a.mode), b.dice)
    weights = joint_damage(ours, theirs)
    whole = sum(ours.values()) * sum(theirs.values())
    return RoundOdds({pair: Chance(weight, whole) for pair, weight in sorted(weights.items())})


def falls(stance: Stance, dice: Sequence[Die[Face]]) -> dict[Fall, int]:
    """Return the weight of each result of a roll of the dice: attack, defence, either, hinders."""
    own = [die for die in dice if die.group == CHARACTER]
    if not own:
        return {(0, 0, 0, 0): 1}
    cap = stance.cap(own)
    used = [[stance.use(die, shown, may_try=cap > 0) for shown in die.faces] for die in dice]
    given = [[parts(use) for use in uses] for uses in used]
    seen = [place for place, column in enumerate(zip(*chain(*given), strict=True)) if any(column)]
    if not stance.automatic and _AS_ROLLED.issuperset(seen) and not any(use.damage for uses in used for use in uses):
        # This shortcut is for rolls without caps, cancellations and hindering damage.
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
        fallen = gathered(stance, cap, FaceUse._make([*whole, 0, ""]))
        key = (fallen.attack, fallen.defence, fallen.either, fallen.hinders)
        found[key] = found.get(key, 0) + weight
    return found


def joint_damage(ours: Mapping[Fall, int], theirs: Mapping[Fall, int]) -> dict[tuple[int, int], int]:
    """Return the weight of each (damage to them, damage to us) if both sides allot by `careful`."""
    return Blows(ours).joint_damage(Blows(theirs))


class Blows:
    """The results of one side, prepared for exchanges with several other sides."""

    def __init__(self, falls: Mapping[Fall, int]) -> None:
        self.falls = falls
        self.whole = sum(falls.values())
        self.hinders = any(map(itemgetter(3), falls))
        self.rows = _rows(falls)
        self.most_attack = max(map(itemgetter(0), falls))
        self._weaker: dict[int, list[_Weaker]] = {}

    def joint_damage(self, other: "Blows") -> dict[tuple[int, int], int]:
        """Return the weight of each (damage to the other, damage to this side)."""
        # Fear depends on both rolls, so the quick sums over a single side do not work.
        if self.hinders or other.hinders:
            return _pair_by_pair(self.falls, other.falls)
        # Each lane has room for the greatest possible weight, so no lane overflows into the next.
        lane = lane_of(self.whole * other.whole)
        # Ties are counted in the first call only.
        found = _by_the_stronger(self, other, 1, lane)
        for (done, suffered), weight in _by_the_stronger(other, self, 0, lane).items():
            found[suffered, done] = found.get((suffered, done), 0) + weight
        return found

    def weaker(self, lane: int) -> list["_Weaker"]:
        """Return sums over the results with fewer than 0, 1, 2… successes. Each sum has lanes of `lane` bits."""
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
    """Return the weights of a side's results, grouped by the numbers that decide the damage."""
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
    """Return the weights of (damage to the weak, damage to the strong) where `strong` has at least as many successes.

    With A, D, T the attack, defence and all successes of each side:
    A_weak <= D_strong: max(0, (T - D)_strong - (T - A)_weak) to the weak, none to the strong;
    A_weak <= (T - A)_strong: T_strong - T_weak to the weak, none to the strong;
    otherwise A_weak - (T - A)_strong more to both.

    Each case is a difference of two numbers, one of each side. So all weights of the weak side are packed into one
    integer with a lane for each number. A result of the strong side then shifts and multiplies them all at once.
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
    """Yield the number and the weight of each lane that is not empty. Lanes are counted from `first`."""
    weights = unpacked(packed, -(-packed.bit_length() // lane), lane)
    return ((number, weight) for number, weight in enumerate(weights, first) if weight)


class HandFalls:
    """The results of one hand, less the other side's Nulls. All states with that hand share this object."""

    def __init__(self, falls: Mapping[Fall, int]) -> None:
        self._falls = falls
        self._left: dict[tuple[int, int], dict[int, SomeFalls]] = {}
        self.hinders = {hinders for *_, hinders in falls}

    def less(self, hinders: int, nulls: int) -> dict[int, SomeFalls]:
        """Return the results with exactly `hinders` Nulls for the other side, after `nulls` Nulls of the other side.

        The results are grouped by the number of flexible successes, which is the key.
        """
        kept = self._left.get((hinders, nulls))
        if kept is not None:
            return kept
        found: dict[int, dict[tuple[int, int], int]] = {}
        for (attack, defence, either, own), weight in self._falls.items():
            if own != hinders:
                continue
            left = Successes(attack, defence, either).less(nulls)
            key = (left.attack, left.most_defence)
            weights = found.setdefault(left.either, {})
            weights[key] = weights.get(key, 0) + weight
        self._left[hinders, nulls] = listed = {either: _some(weights) for either, weights in found.items()}
        return listed


def _some(weights: Mapping[tuple[int, int], int]) -> SomeFalls:
    attack, guard = (max(map(itemgetter(part), weights)) for part in (0, 1))
    return SomeFalls(attack, guard, [(some, guard - held, weight) for (some, held), weight in weights.items()])


class Throws:
    """The results of both rolls of one state. Results that allot in the same way are counted together."""

    def __init__(self, a: HandFalls, b: HandFalls, most_a: int, most_b: int) -> None:
        self._most = most_a, most_b
        pairs = [(a.less(by_a, by_b), b.less(by_b, by_a)) for by_a in a.hinders for by_b in b.hinders]
        self._pad = max(max(of_a) + max(of_b) for of_a, of_b in pairs)
        self._width = most_b + 1 + 2 * self._pad
        self._classes: dict[tuple[int, int], dict[int, int]] = {}
        """Weights by the flexible successes of A and B, then by place in the padded table of damage."""
        for of_a, of_b in pairs:
            for either_a, some_a in of_a.items():
                for either_b, some_b in of_b.items():
                    self._pair(some_a, some_b, either_a, either_b)

    def _pair(self, a: SomeFalls, b: SomeFalls, either_a: int, either_b: int) -> None:
        """Count both excesses: the attack of A less the guard of B, and the attack of B less the guard of A."""
        most_a, most_b = self._most
        pad, width, least = self._pad, self._width, -either_a - either_b
        # The places cover every excess that two of these results can have, from the lowest to the highest.
        columns = _limited(range(-b.guard, a.attack + 1), least, most_b, pad, 1)
        rows = _limited(range(-a.guard, b.attack + 1), least, most_a, pad, width)
        classes = self._classes.setdefault((either_a, either_b), {})
        others = b.falls
        for attack_a, open_a, weight_a in a.falls:
            column, row = columns[attack_a:], rows[open_a:]
            # This loop takes most of the time of a large fight.
            for attack_b, open_b, weight_b in others:
                place = row[attack_b] + column[open_b]
                if place in classes:
                    classes[place] += weight_a * weight_b
                else:
                    classes[place] = weight_a * weight_b

    def ranked(self, rank: Mapping[Losses, int]) -> tuple[dict[int, int], dict[RankRange, int]]:
        """Return the weight of each settled result by rank, and of each open result by its (lowest, highest) rank.

        Ranks order the results by their worth to A. If nobody is hurt, another exchange follows, and its worth is
        unknown. An open result has this unknown worth, limited by the worths of its lowest and highest rank. A lowest
        rank of -1 and a highest of len(rank) mean no limit.
        """
        pad, width = self._pad, self._width
        # If one success moves from defence to attack, the damage to both sides grows by one. That is one step.
        step = width + 1
        most = max(either_a for either_a, _ in self._classes)
        low, high = (
            _Answers.up_to(most, _padded({**rank, (0, 0): unknown}, *self._most, pad), step)
            for unknown in (-1, len(rank))
        )
        settled: dict[int, int] = {}
        open_: dict[RankRange, int] = {}
        hurt = (pad + 1) * width
        for (either_a, either_b), classes in self._classes.items():
            lows, highs, reach = low[either_a], high[either_a], either_b + 1
            for key, weight in classes.items():
                place, line = divmod(key, step)
                lowest = highest = min(lows[line][place : place + reach])
                if key < hurt and key % width <= pad:
                    highest = min(highs[line][place : place + reach])
                if lowest == highest:
                    settled[lowest] = settled.get(lowest, 0) + weight
                else:
                    open_[lowest, highest] = open_.get((lowest, highest), 0) + weight
        return settled, open_


def _limited(numbers: range, least: int, most: int, pad: int, width: int) -> list[int]:
    """Return the places of the numbers, limited to `least` and `most`, in a table that begins at -pad."""
    below, above = max(0, least - numbers.start), max(0, numbers.stop - 1 - most)
    within = range((max(least, numbers.start) + pad) * width, (min(most, numbers.stop - 1) + pad) * width + 1, width)
    return [(least + pad) * width] * below + list(within) + [(most + pad) * width] * above


class _Answers(dict[int, list[int]]):
    """For each row of ranks: the highest rank that A can reach from each place in a given number of steps.

    A row holds every n-th rank. B allots before A and keeps the best rank that A can reach as low as possible.
    """

    def __init__(self, ranks: list[int], step: int, fewer: Sequence[Self]) -> None:
        super().__init__()
        self._ranks = ranks
        self._step = step
        self._fewer = fewer[-1] if fewer else None
        self._steps = len(fewer)

    @classmethod
    def up_to(cls, most: int, ranks: list[int], step: int) -> list[Self]:
        """Return the answers for 0, 1, 2… steps up to `most`."""
        found: list[Self] = []
        for _ in range(most + 1):
            found.append(cls(ranks, step, found))
        return found

    def __missing__(self, line: int) -> list[int]:
        ranks = self._ranks[line :: self._step]
        found = ranks if self._fewer is None else list(map(max, self._fewer[line], ranks[self._steps :]))
        self[line] = found
        return found


def _padded(rank: Mapping[Losses, int], most_a: int, most_b: int, pad: int) -> list[int]:
    """Return ranks row by row for damage from -pad to most + pad; outside the table, the table's nearest rank."""
    rows = []
    for a in range(most_a + 1):
        row = [rank[a, b] for b in range(most_b + 1)]
        rows.append(row[:1] * pad + row + row[-1:] * pad)
    return [*(rows[0] * pad), *(number for row in rows for number in row), *(rows[-1] * pad)]


Hand = int
"""The character dice left, one bit for each die."""

MOST_HANDS: Final = 1 << 12
"""Maximum number of hands to calculate. Twelve different dice have this many; each further die doubles the number."""


class TooManyHandsError(Exception):
    """Raised if there are too many different ways to lose dice."""


class Hands(Record):
    """All hands that owners can choose, fewest dice first, and the hands that follow from each if a die is lost."""

    hands: tuple[Hand, ...]
    after_loss: tuple[tuple[int, ...], ...]
    """For each hand, the indexes in `hands` of the hands with one die fewer; empty for the hand without dice."""

    @property
    def full(self) -> int:
        """Index of the hand without losses."""
        return len(self.hands) - 1

    def sizes(self) -> tuple[int, ...]:
        """Return the number of dice in each hand."""
        return tuple(hand.bit_count() for hand in self.hands)


def best_hands(stance: Stance, dice: Sequence[Die[Face]], *, spare_equals_only: bool = False) -> Hands:
    """Return the possible hands if an owner gives up a die only after every die that it can replace.

    Leaving out other hands changes no chance, because an owner can use the better die like the worse die. This holds
    only if no success and no die is a burden. If dice hinder their own side, only equal dice replace each other. Raise
    TooManyHandsError for more than MOST_HANDS.
    """
    count = len(dice)
    beats = [0] * count
    for one in range(count):
        for other in range(count):
            if one == other or not _covers(stance, dice[one], dice[other]):
                continue
            # Of two equal dice only the later can be given up first; otherwise each would prevent giving up the other.
            equal = _covers(stance, dice[other], dice[one])
            if (equal and one < other) or not (equal or spare_equals_only):
                beats[one] |= 1 << other
    return _closed(count, lambda hand: [die for die in range(count) if hand >> die & 1 and not hand & beats[die]])


def may_burden(stance: Stance, dice: Sequence[Die[Face]]) -> bool:
    """Return whether the owner of these character dice can be better off without one of them."""
    uses = [stance.use(die, shown) for die in dice if die.group == CHARACTER for shown in die.faces]
    return any(use.nulls or use.encumbrance or use.worn for use in uses)


def hands_in_order(order: Sequence[int]) -> Hands:
    """Return the hands if dice are lost in the given order of places."""
    return _closed(len(order), lambda hand: [next(die for die in order if hand >> die & 1)])


def weakest_first(stance: Stance, dice: Sequence[Die[Face]]) -> tuple[int, ...]:
    """Return the indexes of the dice, from the least to the most valuable on average.

    A success that can attack or defend counts a quarter more than a success with a single use.
    """

    def worth(place: int) -> tuple[float, int]:
        uses = [stance.use(dice[place], shown) for shown in dice[place].faces]
        # An estimate is enough to order the dice; only the solved fight knows the exact worth of a die.
        value = sum(
            use.attack + use.defence + 1.25 * (use.either + use.capped) - use.nulls + use.hinders for use in uses
        )
        return value, -place

    return tuple(sorted(range(len(dice)), key=worth))


def _closed(count: int, may_lose: Callable[[Hand], list[int]]) -> Hands:
    """Return each hand that can remain when `count` dice are lost one at a time.

    `may_lose` gives the dice that a hand can lose next.
    """
    children: dict[Hand, list[Hand]] = {}
    level: list[Hand] = [(1 << count) - 1]
    levels = [level]
    while level[0]:
        if len(children) + len(level) >= MOST_HANDS:  # the empty hand, which is added below, counts too
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
    """Return whether each face of `other` can be matched with its own face of `one` that does as much."""
    # More icons of the capped skill raise the cap, so a die with more of them is worth keeping.
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
    # A flexible success without a cap is worth at least as much as a capped success.
    either = one.either - max(0, other.capped - one.capped)
    return (
        either >= 0
        and one.attack + either >= other.attack + other.either
        and one.defence + either >= other.defence + other.either
        and one.attack + one.defence + either >= other.attack + other.defence + other.either
    )
