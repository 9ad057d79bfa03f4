"""What harm at the table is called: the step that takes it, and what is told of an opponent's."""

from collections.abc import Callable, Sequence

from bones_desktop.rules.bones.harm import Harm
from bones_desktop.wording.names import short_name

Translate = Callable[[str], str]


def harm_step(harm: Harm, tr: Translate) -> str:
    """Return the name of the step that takes harm: "Lose die 2"."""
    if not harm.dice:
        return tr("Take {n} damage").format(n=harm.damage + harm.beyond)
    words = tr("Lose die {n}") if len(harm.dice) == 1 else tr("Lose dice {n}")
    return words.format(n=", ".join(str(die + 1) for die in harm.dice))


def opponent_loses(name: str, harm: Harm, dice: Sequence[str], tr: Translate) -> str:
    """Return what harm does to an opponent: "Bjorn loses Warrior (Poison)". `dice` names those he loses."""
    if not dice:
        words = tr("{name} takes {n} damage more than dice were left ({cause})")
    elif harm.beyond:
        words = tr("{name} loses {dice} and takes {n} damage more ({cause})")
    else:
        words = tr("{name} loses {dice} ({cause})")
    return _filled(words, name, harm, dice, tr)


def opponent_lost(name: str, harm: Harm, dice: Sequence[str], tr: Translate) -> str:
    """Return the same once it is done: "Bjorn lost Warrior (Poison)"."""
    if not dice:
        words = tr("{name} took {n} damage more than dice were left ({cause})")
    elif harm.beyond:
        words = tr("{name} lost {dice} and took {n} damage more ({cause})")
    else:
        words = tr("{name} lost {dice} ({cause})")
    return _filled(words, name, harm, dice, tr)


def _filled(words: str, name: str, harm: Harm, dice: Sequence[str], tr: Translate) -> str:
    cause = short_name(harm.cause) or tr("Damage")
    named = ", ".join(short_name(die) for die in dice)
    return words.format(name=short_name(name), dice=named, n=harm.beyond, cause=cause)
