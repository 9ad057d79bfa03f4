"""Sentences about the difficulty of an encounter: for the command, a fight's roster, and the printed encounter."""

from collections.abc import Mapping
from math import ceil
from typing import Final

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.encounters import MOST_RATED, Outlook, is_two_sided, outlooks, party_of
from bones_desktop.rules.bones.fight.fighters import Encounter
from bones_desktop.wording.chances import chance_text, one_decimal, points_of
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.reasons import sentence

_PRINTED_TURNS: Final = 2_000
_CLEAR: Final = 0.25
"""Maximum error of a chance up to which a word, such as "hard", describes the chance too."""


def stands_text(outlook: Outlook) -> str:
    """Return the party's chance with its error and a word for the chance: "The party stands: 74 % ± 2 (hard)."."""
    # After one or two fights the error is large, and a word would make the guess look more certain than it is.
    text = _("The party stands: {chance} ({word}).") if outlook.error <= _CLEAR else _("The party stands: {chance}.")
    return text.format(chance=_chance(outlook), word=outlook.rating.name)


def lost_text(outlook: Outlook, names: Mapping[str, str]) -> str:
    """Return the expected number of dice that each member loses; `names` has the name of each member by id."""
    each = "; ".join(f"{names[who]} {one_decimal(dice)}" for who, dice in outlook.lost.items())
    return _("Dice lost on average: {each}.").format(each=each)


def encounter_note(rulebook: Rulebook, encounter: Encounter, known: Outlook | None = None) -> str:
    """Return a line for the printed encounter; "" if one side has nobody who can act.

    Without a `known` outlook, a few fights are played, which takes a second or two; with too many fighters, "" is
    returned instead.
    """
    if not is_two_sided(encounter) or (known is None and len(encounter.fighters) > MOST_RATED):
        return ""
    outlook = known or list(outlooks(rulebook, encounter, most_turns=_PRINTED_TURNS))[-1]
    return f"{stands_text(outlook)} {lost_text(outlook, {each.id: each.name for each in party_of(encounter)})}"


def basis_text(outlook: Outlook) -> str:
    """Return how the chance was found: calculated exactly, or from a number of fights.

    For an exact calculation, also say what the calculation leaves out.
    """
    if not outlook.fights:
        return " ".join([_("Calculated exactly."), *map(sentence, outlook.left_out)])
    return ngettext("From {n} fight played.", "From {n} fights played.", outlook.fights).format(n=outlook.fights)


def _chance(outlook: Outlook) -> str:
    if not outlook.fights:
        return chance_text(outlook.stands)
    # The error is rounded up, so that the chance does not look more precise than it is.
    return _("{n} % ± {error}").format(n=points_of(outlook.stands), error=ceil(100 * outlook.error))
