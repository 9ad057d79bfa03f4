"""Words of the Table page: tasks, throws and what became of them."""

from collections.abc import Callable

from bones_desktop.rules.bones.attempts import Task
from bones_desktop.rules.bones.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.notation import icon_name, skill_label
from bones_desktop.rules.bones.rulebook import Rulebook

Translate = Callable[[str], str]


def skill_name(rulebook: Rulebook, skill: str) -> str:
    """Return what a task of this skill is called; "physical" and "mental" are tasks without a skill (AMB-96)."""
    return icon_name(rulebook, skill) if skill in {PHYSICAL, MENTAL} else skill_label(rulebook.skill(skill))


def task_name(rulebook: Rulebook, task: Task, tr: Translate) -> str:
    """Return the task in words: "Maneuver against Average", "Melee against 3 successes"."""
    skill = skill_name(rulebook, task.skill)
    if task.difficulty:
        return tr("{skill} against {other}").format(skill=skill, other=rulebook.difficulty(task.difficulty).name)
    if task.against == 1:
        return tr("{skill} against one success").format(skill=skill)
    return tr("{skill} against {n} successes").format(skill=skill, n=task.against or 0)


def spiff_count(number: int, tr: Translate) -> str:
    """Return "1 spiff", "2 spiffs"."""
    return tr("1 spiff") if number == 1 else tr("{n} spiffs").format(n=number)


def dice_count(count: int, tr: Translate) -> str:
    """Return a number of challenge dice in words."""
    return tr("one challenge die") if count == 1 else tr("{n} challenge dice").format(n=count)


def dice_left(available: int, owned: int, tr: Translate) -> str:
    """Return how many dice there are to throw."""
    if not owned:
        return tr("no dice")
    if available == owned:
        return tr("one die") if owned == 1 else tr("{n} dice").format(n=owned)
    return tr("{available} of {owned} dice").format(available=available, owned=owned)
