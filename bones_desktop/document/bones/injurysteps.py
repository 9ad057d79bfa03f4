"""Edits of a character's dice: pure functions with their names in the history."""

from collections.abc import Callable
from dataclasses import dataclass

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.wording.language import _

Edit = Callable[[Character], Character]


@dataclass(frozen=True, slots=True)
class InjuryStep:
    """An edit and its name; `of` names its subject."""

    name: str
    edit: Edit
    of: str = ""


def loss(now: Character, chosen: int, cause: str) -> InjuryStep:
    """Return a step of one damage: the chosen die if it is held, else the last held one, else below zero."""
    available = now.available()
    if not available:
        return InjuryStep(_("Take damage below zero"), lambda each: injuries.suffer(each, cause))
    die = chosen if chosen in available else available[-1]
    return InjuryStep(_("Lose die {n}").format(n=die + 1), lambda each: injuries.suffer(each, cause, die))


def healing(now: Character, chosen: int) -> InjuryStep:
    """Return a step of one healing: below zero first, then the chosen die if it is lost, else the one lost last."""
    out = [entry.die for entry in now.lost]
    # A die held by magic that is kept going cannot heal.
    free = [entry.die for entry in now.lost if not entry.held]
    die = chosen if chosen in out else free[-1] if free else -1
    if now.excess_damage or die < 0:
        return InjuryStep(_("Heal damage below zero"), injuries.heal)
    return InjuryStep(_("Heal die {n}").format(n=die + 1), lambda each: injuries.heal(each, die))


def rare_steps() -> tuple[InjuryStep, ...]:
    """Return steps that are seldom needed."""
    return (
        InjuryStep(_("Heal everything"), injuries.heal_all),
        InjuryStep(_("Killed outright"), injuries.slay),
        InjuryStep(_("Back from death"), injuries.revive),
    )


def hindering_steps(rulebook: Rulebook) -> tuple[InjuryStep, ...]:
    """Return a step for each hindering die of the rulebook that adds it."""
    dice = (injuries.hindering_from(die) for die in rulebook.dice if die.use is DieUse.HINDERING)
    return tuple(InjuryStep(_("Add {die}").format(die=die.name), _adding(die), die.name) for die in dice)


def _adding(die: HinderingDie) -> Edit:
    return lambda each: injuries.add_hindering(each, die)
