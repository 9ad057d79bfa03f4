"""What successes come to where they are only counted: metres moved, damage of a fall, coins earned; and how likely."""

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.modifiers import fall_damage
from bones_desktop.rules.bones.reading.plays import METRES_A_POINT, income, income_rate
from bones_desktop.rules.bones.reading.requests import Occasion, ThrowKind
from bones_desktop.rules.bones.reading.tasks import movement
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


def outcome_scale(rulebook: Rulebook, occasion: Occasion) -> tuple[float, int]:
    """Return the least outcome there can be, and by how much each next one is more."""
    match occasion.kind:
        case ThrowKind.MOVEMENT:
            return movement(occasion.move, 0) * METRES_A_POINT, METRES_A_POINT
        case ThrowKind.INCOME:
            return 0, income_rate(rulebook, occasion.task.skill).coins
    return 0, 1


def outcome_places(odds: Distribution, scale: tuple[float, int]) -> Distribution:
    """Return how likely each place on the scale of outcomes is, counted from the least."""
    first, step = scale
    return weighed({round((reached - first) / step): weight for reached, weight in odds})


def likeliest(odds: Distribution) -> int:
    """Return the outcome that comes most often; of several the least."""
    return max(odds, key=lambda entry: (entry[1], -entry[0]))[0]
