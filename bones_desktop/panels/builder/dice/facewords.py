"""What a face is about, what it counts for and does in a fight, in words; no widgets."""

from collections.abc import Callable, Sequence

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.definitions import Mastery, Race, Skill
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.book.totals import skill_lines
from bones_desktop.rules.bones.fight.combat import Mode
from bones_desktop.rules.bones.fight.faceuses import FightUse, TaskUse, task_uses

Translate = Callable[[str], str]


def task_words(rulebook: Rulebook, character: Character, shown: Face, tr: Translate) -> tuple[str, str] | None:
    """Return which of its tasks the character has the face for, and the rule; None for an icon of one skill.

    `character` is the one that bears it: what it may not attempt is left out (ACT-7).
    """
    if UNIVERSAL in shown.icons:
        return tr("Counts for every task you may attempt."), "ICON-1"
    races = any(isinstance(rulebook.icon(icon), Race) for icon in shown.icons if rulebook.has_icon(icon))
    if not races and not {PHYSICAL, MENTAL} & set(shown.icons):
        return None
    allowed = {line.skill_id for line in skill_lines(rulebook, character) if line.allowed}
    uses = [use for use in task_uses(rulebook, character.house_rules, shown) if use.skill in allowed]
    if not uses:
        return tr("Counts for none of the tasks you may attempt."), "ACT-7"
    if races:
        names = listed([_counted(rulebook, use) for use in uses], tr, last=tr("{these} or {last}"))
        return tr("Counts for one of: {skills}.").format(skills=names), "RACE-2"
    names = listed([skill_label(rulebook.skill(use.skill)) for use in uses], tr)
    return tr("Counts for your tasks of {skills}.").format(skills=names), uses[0].rule


def skill_of(rulebook: Rulebook, face: Face) -> str:
    """Return the skill a face bears or is a mastery of, "" for any other face."""
    for icon in face.icons:
        found = rulebook.icon(icon) if rulebook.has_icon(icon) else None
        if isinstance(found, Skill):
            return found.id
        if isinstance(found, Mastery):
            return found.skill
    return ""


def fight_words(use: FightUse, tr: Translate) -> str:
    """Return what a face does in a fight: "In a fight: melee attack or defence against melee"."""
    attack, defence = _attack(use.attacks, tr), _defence(use.defends, tr)
    if attack and defence:
        both = tr("{attack} and {defence} at once") if use.together else tr("{attack}, or {defence}")
        told = both.format(attack=attack, defence=defence)
    else:
        told = attack or defence
    if use.successes > 1:
        return tr("In a fight: {uses}; {n} successes.").format(uses=told, n=use.successes)
    return tr("In a fight: {uses}.").format(uses=told)


def listed(names: Sequence[str], tr: Translate, last: str = "") -> str:
    """Return names as a list in words: "Craft, Riding and Outdoorsman"; `last` joins the last one otherwise."""
    if len(names) < 2:
        return "".join(names)
    return (last or tr("{these} and {last}")).format(these=", ".join(names[:-1]), last=names[-1])


def _counted(rulebook: Rulebook, use: TaskUse) -> str:
    name = skill_label(rulebook.skill(use.skill))
    return f"{name} ({use.counts})" if use.counts > 1 else name


def _attack(modes: Sequence[Mode], tr: Translate) -> str:
    if len(modes) == len(Mode):
        return tr("any attack")
    names = {Mode.MELEE: tr("melee"), Mode.MISSILE: tr("missile"), Mode.MAGIC: tr("magic")}
    kinds = listed([names[mode] for mode in modes], tr, last=tr("{these} or {last}"))
    return tr("{kinds} attack").format(kinds=kinds) if kinds else ""


def _defence(blows: Sequence[Mode], tr: Translate) -> str:
    if not blows:
        return ""
    if len(blows) > 1:
        return tr("any defence")
    return tr("defence against melee") if blows[0] is Mode.MELEE else tr("defence against missiles")
