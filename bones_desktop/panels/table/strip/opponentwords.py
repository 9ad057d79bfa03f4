"""What is said of an opponent's dice; no widgets."""

from bones_desktop.rules.bones.book.attempts import Eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.widgets.choice.fighters import summary
from bones_desktop.wording import Translate


def opponent_brief(rulebook: Rulebook, character: Character, allowed: Eligibility, tr: Translate) -> str:
    """Return his dice in a line, and the cap of his skill."""
    text = summary(rulebook, character, tr)
    if allowed.allowed and allowed.cap is not None:
        return tr("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
    return text


def why_no_successes(allowed: Eligibility, name: str, skill: str, tr: Translate) -> str:
    """Return why he can have no successes in a skill, by its name, or only by the GM's word; "" when he can."""
    if allowed.allowed and not allowed.by_gm:
        return ""
    if allowed.reason.code == "no-dice":
        return tr("{name} has no dice left: no successes.").format(name=name)
    words = tr("{name} has no fitting icon for {skill}: no successes.")
    if allowed.by_gm:
        words = tr("{name} has no fitting icon for {skill}; the GM allows it.")
    return words.format(name=name, skill=skill)


def dice_out(character: Character, tr: Translate) -> str:
    """Return how many of his dice are lost: "1 of 5 dice out"; "" for none."""
    lost = len(character.lost)
    if not lost:
        return ""
    words = tr("1 of {m} dice out") if lost == 1 else tr("{n} of {m} dice out")
    return words.format(n=lost, m=len(character.dice))
