"""What successes come to where they are only counted: metres moved, damage of a fall, coins earned; and how likely."""

from bones_desktop.rules.bones.modifiers import fall_damage
from bones_desktop.rules.bones.plays import METRES_A_POINT, income
from bones_desktop.rules.bones.requests import Occasion, ThrowKind
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.tasks import movement
from bones_desktop.rules.chances import Distribution, weighed


def outcome(rulebook: Rulebook, occasion: Occasion, successes: int) -> int:
    """Return metres of a movement, damage of a fall, coins of an income action; of other kinds the successes."""
    match occasion.kind:
        case ThrowKind.MOVEMENT:
            return round(movement(occasion.move, successes) * METRES_A_POINT)
        case ThrowKind.FALL:
            return fall_damage(occasion.metres, successes, yielding=occasion.yielding)
        case ThrowKind.INCOME:
            return income(rulebook, occasion.task.skill, max(0, successes), occasion.assets)
    return max(0, successes)


def outcome_odds(rulebook: Rulebook, occasion: Occasion, net: Distribution) -> Distribution:
    """Return how likely each outcome is, from how likely each net result is."""
    weights: dict[int, int] = {}
    for successes, weight in net:
        reached = outcome(rulebook, occasion, successes)
        weights[reached] = weights.get(reached, 0) + weight
    return weighed(weights)


def likeliest(odds: Distribution) -> int:
    """Return the outcome that comes most often; of several the least."""
    return max(odds, key=lambda entry: (entry[1], -entry[0]))[0]
