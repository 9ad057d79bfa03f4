"""A task, and whether a character's dice may attempt it.

Codes: anyone-may-try (skill), capped (skill, icons, each, cap), no-icon (skill), allowed-by-gm (skill, cap), no-dice
(), no-such-opposition ().

Codes refused: negative-number (), no-such-opposition ().
"""

from collections.abc import Sequence
from typing import Final

from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import Aim, aim, appropriate_icons, unarmed_as_ruled
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, replace

CHARACTER: Final = "character"
ITEM: Final = "item"
HINDERING: Final = "hindering"
CHALLENGE: Final = "challenge"
OPPONENT: Final = "opponent"
"""Group of an opponent's dice, if the opponent rolls too."""

_PER_ICON: Final = {ActionClass.RESTRICTED: 2, ActionClass.SPECIAL: 1}
_PROSE_LEATHER: Final = (Face(("defend",)), Face(("encumbrance",)), BLANK, BLANK, BLANK, BLANK)


class Task(Record):
    """One attempt at one task (TASK-1): a skill against a difficulty, or against an opponent's successes."""

    skill: str
    """Skill id; "physical" or "mental" for a task without a skill (AMB-96)."""
    difficulty: str = ""
    against: int | None = None
    """Successes of the other side; None if the task is unopposed."""
    against_skill: str = ""
    """Skill of the other side; "" for the skill that usually opposes the task (TASK-13)."""
    bought: int = 0
    """Successes bought with spiffs (SPF-10)."""
    automatic: int = 0
    """Successes without a roll (IMP-5)."""
    lent: int = 0
    """Successes that other characters lend to this roll (AMB-26); negative if this roll lends successes to them."""
    fatigue: int = 0
    """Successes lost to magic beyond the safe level (MAG-11)."""
    penalty: int = 0
    """Successes lost to any other penalty."""
    distance: int = 0
    """Successes lost to distance, in a search (TASK-14) or a shot (CMB-31)."""
    sensed: int = 0
    """Own Stealth successes that the other side's Sixth Sense cancels (AMB-22)."""
    darkness: int = 0
    """Successes lost to darkness. Night Vision may prevent the loss (AMB-21)."""
    conditions: frozenset[str] = frozenset()
    """Conditions of masteries that the task fulfils: "art", "healing"."""
    weapon: str = ""
    """Key of the die of the weapon used; "" for the best weapon (AMB-53)."""
    allowed_by_gm: bool = False
    """True if the GM allows the task without a fitting icon. It has no effect on dice with a fitting icon."""


class Eligibility(Record):
    """The decision whether a task may be attempted, and the task's cap: the most successes, None for no limit."""

    allowed: bool
    cap: int | None
    icons: int
    """Number of faces on the character's dice that can count as the skill."""
    reason: Reason
    by_gm: bool = False
    """True if the task is allowed only by the GM."""

    @property
    def is_for_gm(self) -> bool:
        """True if the GM could allow the task, because there are dice but no fitting icon."""
        return not self.allowed and self.cap is not None


def check(task: Task) -> None:
    """Refuse a task with neither difficulty nor opposition, with both, or with negative numbers."""
    if bool(task.difficulty) == (task.against is not None):
        raise refuse("no-such-opposition", "TASK-5")
    check_numbers(task)


def check_numbers(task: Task) -> None:
    """Refuse a task with negative numbers."""
    # `lent` is not checked, because it is negative if the fighter lends successes.
    lost = min(task.fatigue, task.penalty, task.distance, task.sensed, task.darkness)
    if min(task.bought, task.automatic, lost, task.against or 0) < 0:
        raise refuse("negative-number", "TASK-5")


def rulebook_for(rulebook: Rulebook, house_rules: HouseRules) -> Rulebook:
    """Return the rulebook, changed by house rules on Unarmed Combat and the leather die (AMB-1, 2, 36)."""
    unarmed = next((skill for skill in rulebook.skills if skill.id == "unarmed"), None)
    if unarmed is not None:
        aptitude, action_class = unarmed_as_ruled(unarmed, house_rules)
        changed = (aptitude, action_class) != (unarmed.aptitude, unarmed.action_class)
        # An unchanged rulebook must stay the same object; otherwise all of its caches would be lost.
        unarmed = replace(unarmed, aptitude=aptitude, action_class=action_class) if changed else None
    leather = _PROSE_LEATHER if house_rules.leather_as_in_prose else None
    if unarmed is None and leather is None:
        return rulebook
    skills = tuple(unarmed if unarmed and skill.id == unarmed.id else skill for skill in rulebook.skills)
    dice = tuple(replace(die, faces=leather) if leather and die.id == "light-armour" else die for die in rulebook.dice)
    return replace(rulebook, skills=skills, dice=dice)


def eligibility(rulebook: Rulebook, house_rules: HouseRules, task: Task, dice: Sequence[Die[Face]]) -> Eligibility:
    """Return whether the character dice among `dice` may attempt the task, and its cap (ACT-1..10)."""
    goal = aim(rulebook, house_rules, task.skill, task.conditions)
    own = [die for die in dice if die.group == CHARACTER]
    return eligibility_of(rulebook, house_rules, goal, own, by_gm=task.allowed_by_gm)


def eligibility_of(
    rulebook: Rulebook, house_rules: HouseRules, goal: Aim, own: Sequence[Die[Face]], *, by_gm: bool = False
) -> Eligibility:
    """Return whether a character with the available dice `own` may attempt the task, and its cap.

    Lost dice and item dice do not count (AMB-4, 5). `by_gm` is as in `eligibility_by_icons`.
    """
    appropriate = appropriate_icons(rulebook, house_rules, goal)
    icons = sum(not appropriate.isdisjoint(shown.icons) for die in own for shown in die.faces)
    return eligibility_by_icons(goal, icons if own else None, by_gm=by_gm)


def eligibility_by_icons(goal: Aim, icons: int | None, *, by_gm: bool = False) -> Eligibility:
    """Return whether a character with this many fitting icons may attempt the task; None means no dice at all.

    With `by_gm` the GM allows the task without a fitting icon (amendment 9). By the rules the cap would then be zero,
    and nothing would count (ACT-3, ACT-5). So the cap is that of one icon, the fewest with which the rules allow the
    task. A character without an icon therefore never does better than one with an icon. Every face that counts for the
    skill counts (ACT-8).
    """
    # Without dice no task can be attempted, not even with the GM's permission (CMB-14).
    if icons is None:
        return Eligibility(False, None, 0, reason("no-dice", "CMB-14"))
    each = _PER_ICON.get(goal.action_class)
    if each is None:
        return Eligibility(True, None, icons, reason("anyone-may-try", "ACT-1", skill=goal.name))
    restricted = goal.action_class is ActionClass.RESTRICTED
    if not icons and by_gm:
        why = reason("allowed-by-gm", "ACT-2" if restricted else "ACT-4", skill=goal.name, cap=each)
        return Eligibility(True, each, 0, why, by_gm=True)
    if not icons:
        return Eligibility(False, 0, 0, reason("no-icon", "ACT-2" if restricted else "ACT-4", skill=goal.name))
    why = reason(
        "capped", "ACT-3" if restricted else "ACT-5", skill=goal.name, icons=icons, each=each, cap=each * icons
    )
    return Eligibility(True, each * icons, icons, why)
