"""Exact odds of Story Bones: every die is an Odd in half of all throws, ties that are thrown again included (1(c))."""

from collections import defaultdict
from math import comb, lcm

from bones_desktop.rules.chances import Chance, shares
from bones_desktop.rules.games import Odds, Plan
from bones_desktop.rules.story_bones.book import COMPLETE_FAILURE, DEGREES, degree
from bones_desktop.rules.story_bones.character import DEAD, LADDER
from bones_desktop.rules.story_bones.throws import Pools

_DEGREES = (*(name for _least, name in DEGREES), COMPLETE_FAILURE)


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1.

    Of a throw with risk also `fate`: on which rung of the ladder the character stands then, if it is somebody's throw.
    """
    pools = plan.asked
    if not isinstance(pools, Pools):
        return Odds({})
    ours, theirs = pools.thrown
    dice = ours + theirs
    # Theirs that are even are to us as ours that are odd: one binomial for both sides.
    ways = {pools.ahead - theirs + odd: comb(dice, odd) for odd in range(dice + 1)}
    found = _contest(ways) if pools.is_contest else _task(pools, ways)
    if pools.risk and pools.health is not None:
        lost = {int(outcome): chance for outcome, chance in found["levels"].items()}
        total = lcm(*(chance.den for chance in lost.values()))
        fate: dict[str, int] = defaultdict(int)
        for levels, chance in lost.items():
            fate[LADDER[min(DEAD, pools.health + levels)]] += chance.num * (total // chance.den)
        found = {"fate": shares({rung: fate.get(rung, 0) for rung in LADDER}), **found}
    return Odds(found)


def _task(pools: Pools, ways: dict[int, int]) -> dict[str, dict[str, Chance]]:
    degrees = dict.fromkeys(_DEGREES, 0)
    levels: dict[str, int] = defaultdict(int)
    for margin, count in ways.items():
        degrees[degree(margin)] += count
        levels[str(max(0, -margin))] += count
    found = {"degree": shares(degrees), "margin": _numbers(ways)}
    return {**found, "levels": _sorted(levels)} if pools.risk else found


def _contest(ways: dict[int, int]) -> dict[str, dict[str, Chance]]:
    won = sum(count for margin, count in ways.items() if margin > 0)
    lost = sum(count for margin, count in ways.items() if margin < 0)
    tie = ways.get(0, 0)
    degrees = dict.fromkeys(_DEGREES, 0)
    first = shares({"win": won, "tie": tie, "lose": lost})
    if not won + lost:
        winner, levels = {"win": 0, "lose": 0, "stalemate": 1}, {"0": 1}
    else:
        winner, levels = {"win": won, "lose": lost, "stalemate": 0}, {"0": won}
        for margin, count in ways.items():
            if margin:
                degrees[degree(margin)] += count
        for margin, count in ways.items():
            if margin < 0:
                levels[str(-margin)] = count
    return {
        "first-throw": first,
        "winner": shares(winner),
        **({"degree": shares(degrees)} if won + lost else {}),
        "margin": _numbers(ways),
        "levels": _sorted(levels),
    }


def _numbers(ways: dict[int, int]) -> dict[str, Chance]:
    return shares({str(margin): ways[margin] for margin in sorted(ways)})


def _sorted(ways: dict[str, int]) -> dict[str, Chance]:
    return shares({outcome: ways[outcome] for outcome in sorted(ways, key=int)})
