"""Exact odds of every throw of Five Modes, and the joint table of a check, whose findings depend on one another."""

from collections import defaultdict
from itertools import product
from typing import Final

from bones_desktop.rules.chances import Chance, shares
from bones_desktop.rules.five_modes import checks
from bones_desktop.rules.games import JointOutcome, Odds, Plan

_OUTCOMES: Final[dict[str, tuple[str, ...]]] = {
    "task": ("success", "failure"),
    "threat": ("befalls", "passes"),
    "doubles": ("yes", "no"),
    "light": ("drops", "stays"),
    "spell": ("takes", "fails"),
    "strain": (),
}
"""Of each finding of a check; of a number whichever can be."""
Ways = dict[tuple[int, int], int]
"""In how many ways dice give a sum and a number of strains."""


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1."""
    match plan.roll:
        case "check":
            return _check(plan)
        case "hits":
            return Odds({"hits": _hits(plan)})
    good, bad = ("hit", "miss") if plan.roll == "attack" else ("saved", "failed")
    ways = min(20, max(0, checks.d20_least(plan)))
    return Odds({"hit" if plan.roll == "attack" else "save": {good: Chance(ways, 20), bad: Chance(20 - ways, 20)}})


def _hits(plan: Plan) -> dict[str, Chance]:
    ways: dict[int, int] = defaultdict(int)
    for numbers in product(*(die.faces for die in plan.dice)):
        ways[checks.hits_of(plan, numbers)] += 1
    return shares({str(hits): count for hits, count in sorted(ways.items())})


def _check(plan: Plan) -> Odds:
    """Count every pair of canny and uncanny, and the Magic Dice by their sum and strains."""
    asked = plan.answers
    with_chance, with_threat, with_light = asked.given("chance"), asked.given("threat"), asked.yes("light")
    chance, can_fail, base = checks.chance_of(asked), checks.can_fail(asked), checks.base_counts(asked)
    magic = asked.number("magic")
    spells = _magic(magic)
    findings: dict[str, dict[str, int]] = {}
    joint: dict[tuple[tuple[str, str], ...], int] = defaultdict(int)

    def found(finding: str, outcome: str, count: int) -> None:
        ways = findings.setdefault(finding, {})
        ways[outcome] = ways.get(outcome, 0) + count

    for canny, uncanny in product(plan.dice[0].faces, plan.dice[1].faces):
        cell = []
        if with_chance:
            good = checks.task_succeeds(chance, canny, uncanny, can_fail=can_fail)
            cell.append(("task", "success" if good else "failure"))
        if with_threat:
            cell.append(("threat", "befalls" if uncanny <= asked.number("threat") else "passes"))
        cell.append(("doubles", "yes" if canny == uncanny else "no"))
        if with_light:
            cell.append(("light", "drops" if uncanny == 1 else "stays"))
        for (total, strain), count in spells.items():
            whole = list(cell)
            if magic:
                takes = total + (uncanny if base else 0) > asked.number("complexity")
                whole.append(("spell", "takes" if takes else "fails"))
                found("strain", str(strain + (base and uncanny >= checks.STRAINS)), count)
            for finding, outcome in whole:
                found(finding, outcome, count)
            joint[tuple(whole)] += count
    whole_ways = sum(joint.values())
    cells = tuple(JointOutcome(dict(cell), Chance(count, whole_ways)) for cell, count in joint.items())
    each_finding = {}
    for finding, outcomes in _OUTCOMES.items():
        if ways := findings.get(finding):
            each_finding[finding] = shares({each: ways.get(each, 0) for each in outcomes or sorted(ways, key=int)})
    return Odds(each_finding, cells)


def _magic(count: int) -> Ways:
    """Return in how many ways so many Magic Dice give each sum and number of strains."""
    ways: Ways = {(0, 0): 1}
    for _die in range(count):
        after: Ways = defaultdict(int)
        for (total, strain), so_far in ways.items():
            for face in range(1, 7):
                after[total + face, strain + (face >= checks.STRAINS)] += so_far
        ways = after
    return ways
