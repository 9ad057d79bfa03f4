"""What harm at the table is called: the step that takes it, and the words for an opponent's."""

from collections.abc import Callable, Sequence
from typing import Final

from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.reading.harm import Harm
from bones_desktop.wording.language import _
from bones_desktop.wording.names import listed, short_name

BRIEF: Final = 18
"""Signs of a name on a button that has other words besides."""


def harm_step(harm: Harm) -> str:
    """Return the name of the step that takes harm: "Lose die 2"."""
    if not harm.dice:
        return _("Take {n} damage").format(n=harm.damage + harm.beyond)
    words = _("Lose die {n}") if len(harm.dice) == 1 else _("Lose dice {n}")
    return words.format(n=", ".join(str(die + 1) for die in harm.dice))


def opponent_loses(name: str, harm: Harm, dice: Sequence[str]) -> str:
    """Return what harm does to an opponent, on a button: "Bjorn loses Warrior (Poison)". `dice` names those he loses.

    Long names are cut, and many dice only counted; `opponent_lost` names them all.
    """
    words = _("{name} loses {dice} ({cause})")
    if harm.kind is HarmKind.FATIGUE:
        words = _("{name} takes {n} damage from the magic")
    elif harm.kind is HarmKind.ATTACK:
        words = _("{name} takes {n} damage ({cause}), if your GM says so")
    elif not dice:
        words = _("{name} takes {n} damage more ({cause})")
    elif harm.beyond:
        words = _("{name} loses {dice}, takes {n} damage more ({cause})")
    cause = causes_words(harm, brief)
    return words.format(name=brief(name), dice=_brief_dice(dice), n=harm.beyond, cause=cause)


def strike_off(name: str, harm: Harm, dice: Sequence[str]) -> str:
    """Return what it is called to leave these dice of an opponent out: "Strike off: Warrior of Bjorn"."""
    if not dice:
        return opponent_loses(name, harm, dice)
    return _("Strike off: {dice} of {name}").format(dice=_brief_dice(dice), name=brief(name))


def keeps_dice(name: str, dice: Sequence[str]) -> str:
    """Return what it is called to take that back: "Take back: Bjorn keeps Warrior"."""
    if not dice:
        return _("Take back: no damage for {name}").format(name=brief(name))
    return _("Take back: {name} keeps {dice}").format(dice=_brief_dice(dice), name=brief(name))


def opponent_lost(name: str, harm: Harm, dice: Sequence[str]) -> str:
    """Return what harm has done to an opponent, as a sentence: "Bjorn lost Warrior (Poison)."."""
    words = _("{name} lost {dice} ({cause}).")
    if harm.kind is HarmKind.FATIGUE:
        words = _("{name} took {n} damage from the magic.")
    elif harm.kind is HarmKind.ATTACK:
        words = _("{name} took {n} damage ({cause}).")
    elif not dice:
        words = _("{name} took {n} damage more than dice were left ({cause}).")
    elif harm.beyond:
        words = _("{name} lost {dice} and took {n} damage more ({cause}).")
    named = ", ".join(short_name(die) for die in dice)
    cause = causes_words(harm)
    return words.format(name=short_name(name), dice=named, n=harm.beyond, cause=cause)


def causes_words(harm: Harm, cut: Callable[[str], str] = short_name) -> str:
    """Return what did the harm: "Poison", "Poison and Flaming"; each name is made shorter by `cut`."""
    return listed([cut(cause) or _("Damage") for cause in harm.every_cause])


def brief(name: str) -> str:
    """Return a name as it stands on a button that has other words besides."""
    return name if len(name) <= BRIEF else f"{name[: BRIEF - 1].rstrip()}…"


def _brief_dice(dice: Sequence[str]) -> str:
    named = ", ".join(dice)
    if len(dice) <= 1 or len(named) <= BRIEF:
        return brief(named)
    return _("{n} dice").format(n=len(dice))
