"""Exact odds of Margin, from the ways so many dice make each sum (4(c))."""

from collections.abc import Callable
from functools import lru_cache

from bones_desktop.rules.chances import shares
from bones_desktop.rules.games import Odds, Plan
from bones_desktop.rules.margin import throws
from bones_desktop.rules.margin.throws import DICE, Asked


@lru_cache(128)
def sums(dice: int) -> dict[int, int]:
    """Return in how many ways so many six-sided dice make each sum."""
    found = {0: 1}
    for _die in range(dice):
        after: dict[int, int] = {}
        for total, ways in found.items():
            for face in range(1, 7):
                after[total + face] = after.get(total + face, 0) + ways
        found = after
    return found


def odds(plan: Plan) -> Odds:
    """Return the chances of every finding of `plan`; they sum to 1."""
    asked = plan.asked
    if not isinstance(asked, Asked):
        return Odds({})
    match plan.roll:
        case "check" | "escape":
            won = _counted(asked, lambda _shown, total: "success" if total > asked.target else "failure")
            margin = _counted(asked, lambda _shown, total: str(total - asked.target))
            return Odds({"success": shares({"success": 0, "failure": 0, **won}), "margin": shares(margin)})
        case "attack" | "defence":
            defending = plan.roll == "defence"
            hurt = _counted(asked, lambda shown, total: str(throws.damage(asked, shown, total, defending=defending)))
            some, none = ("hurt", "unhurt") if defending else ("hit", "miss")
            hit = {some: sum(ways for each, ways in hurt.items() if each != "0"), none: hurt.get("0", 0)}
            return Odds({"hit": shares(hit), "damage": shares(hurt)})
        case "jump":
            return Odds({"feet": shares(_counted(asked, lambda _shown, total: str(throws.jumped(asked, total))))})
        case "fall":
            hurt = {}
            for shown, ways in sums(len(plan.dice)).items():
                key = str(throws.fallen_damage(asked, shown))
                hurt[key] = hurt.get(key, 0) + ways
            return Odds({"damage": shares(hurt)})
    first = {"win": 0, "tie": 0, "lose": 0}
    for ours, ways in sums(asked.dice).items():
        for theirs, more in sums(DICE).items():
            over = ours + asked.bonus - theirs - asked.their_bonus
            first["tie" if not over else "win" if over > 0 else "lose"] += ways * more
    return Odds({"first-throw": shares(first)})


def _counted(asked: Asked, outcome: Callable[[int, int], str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for shown, ways in sums(asked.dice).items():
        key = outcome(shown, shown + asked.bonus)
        found[key] = found.get(key, 0) + ways
    return found
