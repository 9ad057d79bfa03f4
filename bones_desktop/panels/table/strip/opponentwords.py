"""What is said of an opponent's dice; no widgets."""

from collections.abc import Callable

from bones_desktop.rules.bones.attempts import Eligibility, Task, eligibility
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.characterpool import task_pool
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.widgets.fighters import summary
from bones_desktop.wording.table import skill_name

Translate = Callable[[str], str]


def opponent_brief(rulebook: Rulebook, house_rules: HouseRules, character: Character, skill: str, tr: Translate) -> str:
    """Return his dice in a line, and the cap of his skill."""
    allowed = _allowed(rulebook, house_rules, character, skill)
    text = summary(rulebook, character, tr)
    if allowed.allowed and allowed.cap is not None:
        return tr("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
    return text


def why_no_successes(
    rulebook: Rulebook, house_rules: HouseRules, character: Character, name: str, skill: str, tr: Translate
) -> str:
    """Return why he can have no successes in the skill; "" when he can."""
    allowed = _allowed(rulebook, house_rules, character, skill)
    if allowed.allowed:
        return ""
    if allowed.reason.code == "no-dice":
        return tr("{name} has no dice left: no successes.").format(name=name)
    words = tr("{name} has no fitting icon for {skill}: no successes.")
    return words.format(name=name, skill=skill_name(rulebook, skill))


def dice_out(character: Character, tr: Translate) -> str:
    """Return how many of his dice are lost: "1 of 5 dice out"; "" for none."""
    lost = len(character.lost)
    if not lost:
        return ""
    words = tr("1 of {m} dice out") if lost == 1 else tr("{n} of {m} dice out")
    return words.format(n=lost, m=len(character.dice))


def _allowed(rulebook: Rulebook, house_rules: HouseRules, character: Character, skill: str) -> Eligibility:
    return eligibility(rulebook, house_rules, Task(skill), task_pool(rulebook, character))
