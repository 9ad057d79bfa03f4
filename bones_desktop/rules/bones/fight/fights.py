"""The odds of a whole fight between two sides, to the last die, if both play as well as possible (amendment 17).

A fight goes on exchange by exchange in the same modes. A side wins when only it has character dice left. It is a draw
if both lose their last dice together, or if nobody can ever be hurt. Effects beyond one exchange are left out;
`not_followed` lists them.

A fight is solved exactly as a game of two sides with dice to lose, from its last exchanges backward. A state is a pair
of hands. Its worth is A's chance to win plus half the chance of a draw. In each exchange both rolls are visible; B
allots first, then A; then B gives up dice, then A. If nobody is hurt, the state stays the same, and its worth v is
unknown. Each result is then worth v, limited to the range between two known worths. v is the only root of a decreasing
function made of straight pieces. Chances are fractions over a running product of whole numbers, so nothing is rounded:
two worths that nearly agree as decimals are compared as fractions. Only these states and the first one get a fraction.

`careful_share` estimates fights that are too large to solve: each side wins every exchange by as much as possible, and
dice are lost in a fixed order.

Codes refused: fight-too-large (a, b), fight-without-dice (). Codes of effects left out: fight-leaves-hindering (),
fight-leaves-riders (face), fight-leaves-healing (face), fight-leaves-frost (face), fight-leaves-fatigue (),
fight-leaves-thrown (), fight-leaves-sacrifice ().
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cmp_to_key
from itertools import zip_longest
from math import gcd, inf, prod
from typing import Final, NamedTuple

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.definitions import Ability
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance
from bones_desktop.rules.bones.fight.rounds import (
    Blows,
    Fall,
    HandFalls,
    Hands,
    RankRange,
    Throws,
    TooManyHandsError,
    best_hands,
    falls,
    hands_in_order,
    may_burden,
    weakest_first,
)
from bones_desktop.rules.bones.reading.tasks import ARMOUR, SHIELD, borne, hindrance, is_thrown
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, replace


class WeighedShare(Record):
    """Several numerators with a common denominator, which is the product of the first `level` factors in `Averages`."""

    level: int
    numerators: tuple[int, ...]


class Averages:
    """Calculates shares as weighted means of earlier shares."""

    def __init__(self) -> None:
        self._factors: list[int] = []
        self._products = [1]

    @staticmethod
    def known(*numbers: int) -> WeighedShare:
        """Return a share with whole numbers as its numerators."""
        return WeighedShare(0, numbers)

    def denominator(self, share: WeighedShare) -> int:
        """Return the denominator of a share's numerators."""
        return self._products[share.level]

    def mean(self, parts: Iterable[tuple[WeighedShare, int]]) -> WeighedShare:
        """Return the weighted mean of shares; there must be at least one, and all must have equally many numerators."""
        # Shares are sorted by level, so that the sum rarely needs a larger denominator.
        ordered = sorted(parts, key=lambda part: part[0].level)
        whole = sum(weight for _, weight in ordered)
        common = gcd(*(weight for _, weight in ordered))
        sums = [0] * len(ordered[0][0].numerators)
        level = 0
        for share, weight in ordered:
            sums = self._raised(sums, level, share.level)
            level = share.level
            lowest = weight // common
            sums = [number + lowest * numerator for number, numerator in zip(sums, share.numerators, strict=True)]
        sums = self._raised(sums, level, len(self._factors))
        # A factor of one would only make the list of factors longer.
        if whole > common:
            self._factors.append(whole // common)
            self._products.append(self._products[-1] * (whole // common))
        return WeighedShare(len(self._factors), tuple(sums))

    def _raised(self, sums: list[int], level: int, to: int) -> list[int]:
        if level == to:
            return sums
        step = prod(self._factors[level:to])
        return [number * step for number in sums]


# Worths are compared as decimals first. Rounding errors are smaller than this number, real differences much larger.
_NEAR: Final = 1e-12

Pair = tuple[int, int]
"""State of a fight: the indexes of side A's and side B's hands, each in that side's `Hands`."""


def _to_the_end() -> bool:
    """Return True, so that the calculation is never stopped."""
    return True


class StoppedError(Exception):
    """Raised when the calculation is stopped."""


class DuelSide(Record):
    """One side: its hands, and for each hand the weight of each result."""

    hands: Hands
    falls: tuple[Mapping[Fall, int], ...]


class Duel:
    """A solved game. Call `solve` before reading anything from the game."""

    def __init__(self, a: DuelSide, b: DuelSide) -> None:
        self.sides = a, b
        self._sizes = a.hands.sizes(), b.hands.sizes()
        self._falls = [[HandFalls(falls) for falls in side.falls] for side in self.sides]
        width = len(b.hands.hands)
        self._worth = [[0.0] * width for _ in a.hands.hands]
        self._averages = Averages()
        self._ends: dict[Pair, Mapping[Pair, int]] = {}
        """For each state that has no share yet, the weights of the states that can follow."""
        self._shares: dict[Pair, WeighedShare] = {}
        self._after_a: dict[Pair, list[int]] = {}
        self._after: dict[Pair, list[list[Pair]]] = {}

    def solve(self, keep_on: Callable[[], bool]) -> None:
        """Solve every state, fewest dice first. Raise StoppedError when `keep_on` returns False."""
        a, b = self.sides
        for i in range(len(a.hands.hands)):
            for j in range(len(b.hands.hands)):
                if not keep_on():
                    raise StoppedError
                self._list_losses(i, j)
                if self._sizes[0][i] and self._sizes[1][j]:
                    self._solve(i, j)
                else:
                    self._end(i, j)

    def share(self, state: Pair) -> tuple[WeighedShare, int]:
        """Return averages of (A wins, draw, dice A has left, dice B has left) as numerators, and the denominator."""
        # Few states need a share, and numbers with thousands of digits are slow.
        if state in self._ends:
            ends = self._ends.pop(state)
            self._shares[state] = self._averages.mean((self.share(end)[0], weight) for end, weight in ends.items())
        share = self._shares[state]
        return share, self._averages.denominator(share)

    def worth(self, state: Pair) -> float:
        """Return A's chance to win plus half the chance of a draw, rounded only at the end."""
        share, whole = self.share(state)
        return _doubled(share) / (2 * whole)

    def after(self, state: Pair, lost_a: int, lost_b: int) -> Pair:
        """Return the state after these losses, if both sides choose the dice; more than all dice count as all dice."""
        i, j = state
        return self._after[state][min(lost_a, self._sizes[0][i])][min(lost_b, self._sizes[1][j])]

    def higher(self, one: Pair, other: Pair) -> bool:
        """Return whether A prefers state `one`.

        States are compared by worth, then by A's lead in dice over B, then by place.
        """
        return self._compare(one, other) > 0

    # Choosing the dice to give up.

    def _list_losses(self, i: int, j: int) -> None:
        """List the losses that each side can choose. As in allotting, B chooses first, and A sees the choice."""
        a, b = self.sides
        by_worth = cmp_to_key(self._compare)
        mine = [i]
        for lost in range(1, self._sizes[0][i] + 1):
            options = {(self._after_a[child, j][lost - 1], j) for child in a.hands.after_loss[i]}
            mine.append(max(options, key=by_worth)[0])
        self._after_a[i, j] = mine
        table: list[list[Pair]] = []
        for lost_a in range(self._sizes[0][i] + 1):
            row = [(mine[lost_a], j)]
            for lost_b in range(1, self._sizes[1][j] + 1):
                choices = {self._after[i, child][lost_a][lost_b - 1] for child in b.hands.after_loss[j]}
                row.append(min(choices, key=by_worth))
            table.append(row)
        self._after[i, j] = table

    def _order(self, one: Pair, other: Pair) -> int:
        """Return 1 if state `one` is worth more to A, -1 if it is worth less, 0 if both have the same worth."""
        here, there = self._worth[one[0]][one[1]], self._worth[other[0]][other[1]]
        # Exact numbers are compared only if the decimals nearly agree.
        if abs(here - there) > _NEAR:
            return 1 if here > there else -1
        (own, whole), (others, whole_of_others) = self.share(one), self.share(other)
        mine, theirs = _doubled(own) * whole_of_others, _doubled(others) * whole
        return (mine > theirs) - (mine < theirs)

    def _compare(self, one: Pair, other: Pair) -> int:
        if one == other:
            return 0
        lead, behind = 0.0, 0.0
        order = self._order(one, other)
        if not order:
            lead, behind = self._lead(one), self._lead(other)
        # Equally good states always compare in the same order, so that play makes the same choice as the calculation.
        return order or (lead > behind) - (lead < behind) or (one > other) - (one < other)

    def _lead(self, state: Pair) -> float:
        share, whole = self.share(state)
        _, _, left_a, left_b = share.numerators
        return (left_a - left_b) / whole

    # Solving one state.

    def _end(self, i: int, j: int) -> None:
        left_a, left_b = self._sizes[0][i], self._sizes[1][j]
        self._keep((i, j), int(left_a > 0), int(left_a == left_b == 0), left_a, left_b)

    def _keep(self, state: Pair, *numbers: int) -> None:
        self._ends.pop(state, None)
        share = self._shares[state] = Averages.known(*numbers)
        self._worth[state[0]][state[1]] = _doubled(share) / 2

    def _solve(self, i: int, j: int) -> None:
        table = self._after[i, j]
        most_a, most_b = self._sizes[0][i], self._sizes[1][j]
        cells = [(a, b) for a in range(most_a + 1) for b in range(most_b + 1) if a or b]
        by_worth = cmp_to_key(self._compare)
        cells.sort(key=lambda cell: by_worth(table[cell[0]][cell[1]]))
        rank = {cell: place for place, cell in enumerate(cells)}
        throws = Throws(self._falls[0][i], self._falls[1][j], most_a, most_b)
        settled, open_ = throws.ranked(rank)
        after = [table[a][b] for a, b in cells]
        worths = [self._worth[s][t] for s, t in after]
        chosen = _choose(worths, settled, open_)
        # A correction only ever turns a result into another exchange, so the loop ends.
        for _ in range(len(open_) + 1):
            taken = _taken(settled, open_, chosen)
            # Nobody is ever hurt, so the fight never ends: it is a draw.
            if not taken:
                self._keep((i, j), 0, 1, most_a, most_b)
                return
            by_state: dict[Pair, int] = {}
            for place, weight in taken.items():
                by_state[after[place]] = by_state.get(after[place], 0) + weight
            self._ends[i, j] = by_state
            whole = sum(taken.values())
            self._worth[i][j] = sum(weight * self._worth[s][t] for (s, t), weight in by_state.items()) / whole
            mended = self._mend((i, j), after, chosen)
            if mended == chosen:
                return
            chosen = mended
        # The loop always returns, as explained above. If it did not, an endless loop would be worse than an error
        # report.
        raise AssertionError(f"what is played in state {(i, j)} has not settled")

    def _mend(
        self, state: Pair, after: Sequence[Pair], chosen: Mapping[RankRange, int | None]
    ) -> dict[RankRange, int | None]:
        """Return the choices corrected for rounding errors, by the exact worth of the state."""
        mended = dict(chosen)
        for (low, high), place in chosen.items():
            if place is not None and self._order(state, after[place]) == (1 if place == low else -1):
                mended[low, high] = None
        return mended


def _choose(
    worths: Sequence[float], settled: Mapping[int, int], open_: Mapping[RankRange, int]
) -> dict[RankRange, int | None]:
    """Return for each open result the rank that the sides choose, or None for another exchange."""
    last = len(worths)
    bounds = {
        (low, high): (worths[low] if low >= 0 else -inf, worths[high] if high < last else inf) for low, high in open_
    }
    worth = _root(worths, settled, open_, bounds)
    chosen: dict[RankRange, int | None] = {}
    for result, (least, most) in bounds.items():
        # A side that loses nothing by ending the fight ends the fight, so that no fight lasts forever.
        if worth <= least + _NEAR:
            chosen[result] = result[0]
        elif worth >= most - _NEAR:
            chosen[result] = result[1]
        else:
            chosen[result] = None
    return chosen


def _root(
    worths: Sequence[float],
    settled: Mapping[int, int],
    open_: Mapping[RankRange, int],
    bounds: Mapping[RankRange, tuple[float, float]],
) -> float:
    """Return the worth v that equals the average over all results; an open result is worth v within its bounds.

    If every v of a range fits, the fight may go on for ever, and the v nearest to a draw is returned.
    """
    whole = sum(settled.values()) + sum(open_.values())
    fixed = sum(weight / whole * worths[place] for place, weight in settled.items())
    shares = [(open_[result] / whole, *bounds[result]) for result in open_]
    # More than one v can fit only if no roll decides the fight.
    if not settled:
        least = max(low for _, low, _ in shares)
        most = min(high for _, _, high in shares)
        if least <= most:
            return min(max(0.5, least), most)

    def excess(worth: float) -> float:
        return fixed + sum(share * min(max(worth, low), high) for share, low, high in shares) - worth

    # Between two neighbouring bounds the function is a straight line. A search among the bounds finds the line with the
    # root.
    points = sorted({0.0, 1.0, *(edge for _, low, high in shares for edge in (low, high) if 0 < edge < 1)})
    below, above = 0, len(points) - 1
    while above - below > 1:
        middle = (below + above) // 2
        if excess(points[middle]) >= 0:
            below = middle
        else:
            above = middle
    left, right = points[below], points[above]
    high, low = excess(left), excess(right)
    if high <= 0:
        return left
    return right if low >= 0 else left + (right - left) * high / (high - low)


def _taken(
    settled: Mapping[int, int], open_: Mapping[RankRange, int], chosen: Mapping[RankRange, int | None]
) -> dict[int, int]:
    """Return the weight of each result by its rank, without results that lead to another exchange."""
    taken = dict(settled)
    for result, weight in open_.items():
        place = chosen[result]
        if place is not None:
            taken[place] = taken.get(place, 0) + weight
    return taken


def _doubled(share: WeighedShare) -> int:
    """Return the numerator of twice the worth of a state; a draw counts half a win."""
    win, draw, *_ = share.numerators
    return 2 * win + draw


def careful_share(
    a: Sequence[Mapping[Fall, int]], b: Sequence[Mapping[Fall, int]], keep_on: Callable[[], bool] = _to_the_end
) -> tuple[WeighedShare, int]:
    """Return the averages of (A wins, draw, dice A has left, dice B has left) as numerators, and their denominator.

    `a[n]` and `b[n]` hold the weights of the results of a roll of n dice. Raise StoppedError when `keep_on` returns
    False.
    """
    blows_a, blows_b = ([Blows(falls) for falls in side] for side in (a, b))
    averages = Averages()
    shares: dict[tuple[int, int], WeighedShare] = {}
    for i, mine in enumerate(blows_a):
        for j, theirs in enumerate(blows_b):
            if not keep_on():
                raise StoppedError
            if not i or not j:
                shares[i, j] = Averages.known(int(i > 0), int(i == j), i, j)
                continue
            ends: dict[tuple[int, int], int] = {}
            for (done, suffered), weight in mine.joint_damage(theirs).items():
                end = (max(0, i - suffered), max(0, j - done))
                ends[end] = ends.get(end, 0) + weight
            # An exchange without damage is repeated. If no exchange can do damage, nobody ever wins.
            ends.pop((i, j), None)
            if ends:
                shares[i, j] = averages.mean((shares[end], weight) for end, weight in ends.items())
            else:
                shares[i, j] = Averages.known(0, 1, i, j)
    share = shares[len(a) - 1, len(b) - 1]
    return share, averages.denominator(share)


MOST_WORK: Final = 10_000_000
"""Maximum number of pairs of results that a fight may need.

Solving so many takes a few tens of seconds at most.
"""


def not_followed(rulebook: Rulebook, a: Combatant, b: Combatant) -> tuple[Reason, ...]:
    """Return the abilities of both sides that the odds of a whole fight leave out, without repetition."""
    return tuple(dict.fromkeys([*_of_side(rulebook, a, b), *_of_side(rulebook, b, a)]))


def _of_side(rulebook: Rulebook, side: Combatant, foe: Combatant) -> Iterator[Reason]:
    if side.mode is AttackMode.MAGIC:
        yield reason("fight-leaves-fatigue", "MAG-11")
    shot_with = borne(side.dice, {side.mode}).used(AttackMode.MISSILE)
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
    """One of the two sides, with the name that the command uses."""

    A = "A"
    B = "B"


class FightOdds(Record):
    """The outcome of a fight, seen from side A."""

    win: Chance
    draw: Chance
    loss: Chance
    left_a: float
    """Character dice A has left at the end, on average."""
    left_b: float
    exact: bool
    """True if both sides also choose in the best way which dice to give up."""
    left_out: tuple[Reason, ...]
    """Abilities of the fighters that the calculation ignores."""


class SolvedFight(NamedTuple):
    """A solved fight: its odds, and the states that both sides choose between."""

    odds: FightOdds
    duel: Duel
    """The solved game; in it, A is the side that declares second."""


def solve(
    rulebook: Rulebook,
    house_rules: HouseRules,
    a: Combatant,
    b: Combatant,
    *,
    first: FightSide = FightSide.B,
    keep_on: Callable[[], bool] = _to_the_end,
    best_losses: bool = True,
) -> SolvedFight:
    """Return the solved fight; `first` declares and gives up dice first in every exchange (CMB-3).

    Without `best_losses` the calculation is quick: both sides allot in the best way, but lose their weakest dice first.
    Raise RulesError for a side without dice or a fight that is too large. Raise StoppedError when `keep_on` returns
    False.
    """
    # In a Duel, B always declares first. So the sides are swapped here, and the odds are swapped back at the end.
    mirrored = first is FightSide.A
    here, there = (b, a) if mirrored else (a, b)
    left_out = not_followed(rulebook, a, b)
    if not _own(a) or not _own(b):
        raise refuse("fight-without-dice", "CMB-14")
    stances = Stance(rulebook, house_rules, here, there.mode), Stance(rulebook, house_rules, there, here.mode)
    burdened = any(may_burden(stance, side.dice) for stance, side in zip(stances, (here, there), strict=True))
    try:
        mine, theirs = _sides(stances, (here, there), keep_on, best_losses=best_losses, burdened=burdened)
    except TooManyHandsError:
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
    keep_on: Callable[[], bool] = _to_the_end,
) -> FightOdds:
    """Return the exact odds if both sides allot by a rule of thumb and lose their weakest dice first.

    They win each exchange by as much as they can without trading equal damage (`combat.careful`), whatever the state of
    the fight. Raise RulesError for a side without dice. Raise StoppedError when `keep_on` returns False.
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


def _sides(
    stances: Sequence[Stance],
    fighters: Sequence[Combatant],
    keep_on: Callable[[], bool],
    *,
    best_losses: bool,
    burdened: bool,
) -> tuple[DuelSide, DuelSide]:
    """Return both sides, prepared for a duel. Raise TooManyHandsError if the duel would be too large."""
    hands = [
        best_hands(stance, own, spare_equals_only=burdened)
        if best_losses
        else hands_in_order(weakest_first(stance, own))
        for stance, own in zip(stances, map(_harmless_dice, fighters), strict=True)
    ]
    falls_of: tuple[list[Mapping[Fall, int]], ...] = ([], [])
    work = [0, 0]
    # Both sides are rolled together, smallest hands first, so that a fight that is too large is noticed early.
    for both in zip_longest(*(_rolled(*each, keep_on) for each in zip(stances, fighters, hands, strict=True))):
        for place, rolled in enumerate(both):
            if rolled is not None:
                falls_of[place].append(rolled)
                work[place] += len(rolled)
        if work[0] * work[1] > MOST_WORK:
            raise TooManyHandsError
    return DuelSide(hands[0], tuple(falls_of[0])), DuelSide(hands[1], tuple(falls_of[1]))


def _rolled(stance: Stance, side: Combatant, hands: Hands, keep_on: Callable[[], bool]) -> Iterator[Mapping[Fall, int]]:
    """Yield the results of each hand and its items, without successes that hurt their own side."""
    # The odds of a whole fight leave out damage that a side does to itself; `not_followed` tells the player.
    own, items = (_harmless_dice(side, group) for group in (CHARACTER, ITEM))
    for hand in hands.hands:
        if not keep_on():
            raise StoppedError
        yield falls(stance, [*(die for place, die in enumerate(own) if hand >> place & 1), *items])


def _harmless_dice(side: Combatant, group: str = CHARACTER) -> list[Die[Face]]:
    dice = (die for die in side.dice if die.group == group)
    return [replace(die, faces=tuple(_harmless(shown, group) for shown in die.faces)) for die in dice]


def _harmless(shown: Face, group: str) -> Face:
    icons = tuple(icon for icon in shown.icons if not hindrance(Face((icon,)), group).damage)
    return shown if icons == shown.icons else Face(icons, shown.count) if icons else BLANK


def _odds(share: WeighedShare, whole: int, mirrored: bool, exact: bool, left_out: tuple[Reason, ...]) -> FightOdds:
    win, draw, left_a, left_b = share.numerators
    loss = whole - win - draw
    if mirrored:
        win, loss, left_a, left_b = loss, win, left_b, left_a
    return FightOdds(
        Chance(win, whole), Chance(draw, whole), Chance(loss, whole), left_a / whole, left_b / whole, exact, left_out
    )
