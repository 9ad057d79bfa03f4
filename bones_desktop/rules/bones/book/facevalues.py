"""What one rolled face is worth for a task, and why.

Codes: counts-universal (n), counts-aptitude (face, skill, n), counts-skill (face, skill, n),
counts-mastery (face, skill, n), counts-racial (face, skill, n), counts-racial-mastery (face, mastery, skill, n),
counts-ability (face, skill, n), counts-both (face, skill, n), wrong-skill (face, skill),
counts-in-a-fight (face, skill), wrong-aptitude (face, skill), condition-not-met (face, skill), blank (),
damage-for-target ().

Codes refused: unknown-skill (text, suggestion).
"""

from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.definitions import Ability, ActionClass, Count, Mastery, Race, Skill
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import DAMAGE, MENTAL, PHYSICAL, UNIVERSAL, Aptitude, Face
from bones_desktop.rules.bones.book.notation import face_name, icon_name, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import Reason, reason, refuse

_ATTACKING: Final = frozenset({"melee", "missile", "unarmed"})


@dataclass(frozen=True, slots=True)
class Aim:
    """What a task counts: a skill (or "physical", "mental" alone, AMB-96), its letter, class and conditions."""

    id: str
    name: str
    aptitude: Aptitude
    action_class: ActionClass
    conditions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Worth:
    """Successes a face counts as, what its mastery negates besides, and the reason for the count."""

    counts: int
    reason: Reason
    negates: tuple[tuple[str, int], ...] = ()
    uncapped: int = 0
    """How many of the successes stand outside the cap (amendments 20 and 24)."""

    def negated(self, what: str) -> int:
        """Return the points this face takes off `what`."""
        return sum(points for negated, points in self.negates if negated == what)


def aim(rulebook: Rulebook, house_rules: HouseRules, skill: str, conditions: frozenset[str] = frozenset()) -> Aim:
    """Return what a task of `skill` counts, under the group's switches; RulesError `unknown-skill` otherwise."""
    if skill in {PHYSICAL, MENTAL}:
        return Aim(skill, icon_name(rulebook, skill), Aptitude(skill), ActionClass.UNIVERSAL, conditions)
    found = next((entry for entry in rulebook.skills if entry.id == skill), None)
    if found is None:
        raise refuse("unknown-skill", text=skill[:60], suggestion="")
    aptitude, action_class = unarmed_as_ruled(found, house_rules)
    return Aim(found.id, skill_label(found), aptitude, action_class, conditions)


def unarmed_as_ruled(skill: Skill, house_rules: HouseRules) -> tuple[Aptitude, ActionClass]:
    """Return the skill's letter and class; for Unarmed Combat those the group chose (AMB-1, AMB-2)."""
    if skill.id == "unarmed":
        return house_rules.unarmed_aptitude, house_rules.unarmed_class
    return skill.aptitude, skill.action_class


def is_appropriate(rulebook: Rulebook, house_rules: HouseRules, goal: Aim, shown: Face) -> bool:
    """Return whether the face is an appropriate icon for eligibility and caps (ACT-10, AMB-3, AMB-70)."""
    for icon in shown.icons:
        if icon == goal.id and icon not in {PHYSICAL, MENTAL}:
            return True
        if not rulebook.has_icon(icon):
            continue
        found = rulebook.icon(icon)
        if isinstance(found, Mastery) and found.skill == goal.id:
            return True
        if house_rules.only_own_icons_open_a_skill:
            continue
        if isinstance(found, Race) and found.id == "elf" and goal.id == "magic":
            if house_rules.elf_icon_allows_magic:
                return True
        elif isinstance(found, (Mastery, Race, Ability)) and _icon_worth(rulebook, goal, icon, "").counts:
            return True
    return False


def worth(rulebook: Rulebook, goal: Aim, shown: Face) -> Worth:
    """Return what the face counts as; doubled faces twice (DICE-12), a racial icon as one thing only (RACE-2)."""
    if shown.is_blank:
        return Worth(0, reason("blank", "DICE-13"))
    name = face_name(rulebook, shown)
    each = [_icon_worth(rulebook, goal, icon, name) for icon in shown.icons]
    total = shown.count * sum(one.counts for one in each)
    negates = tuple((what, points * shown.count) for one in each for what, points in one.negates)
    counting = [one for one in each if one.counts]
    uncapped = shown.count * sum(one.uncapped for one in each)
    if len(counting) > 1:
        return Worth(total, reason("counts-both", "DICE-12", face=name, skill=goal.name, n=total), negates, uncapped)
    why = (counting or each)[0].reason
    if counting:
        why = Reason(why.code, why.rule, tuple((key, total if key == "n" else value) for key, value in why.values))
    return Worth(total, why, negates, uncapped)


def _icon_worth(rulebook: Rulebook, goal: Aim, icon: str, name: str) -> Worth:
    skill = goal.name
    if icon == UNIVERSAL:
        return Worth(1, reason("counts-universal", "ICON-1", n=1))
    if icon in {PHYSICAL, MENTAL}:
        if icon == goal.aptitude:
            return Worth(1, reason("counts-aptitude", "ACT-8", face=name, skill=skill, n=1))
        return Worth(0, reason("wrong-aptitude", "ACT-8", face=name, skill=skill))
    if icon == goal.id:
        return Worth(1, reason("counts-skill", "TASK-3", face=name, skill=skill, n=1))
    if icon == "defend" and goal.id in _ATTACKING:
        return Worth(0, reason("counts-in-a-fight", "TASK-4", face=name, skill=skill))
    if icon == DAMAGE:
        return Worth(0, reason("damage-for-target", "AMB-7"))
    if not rulebook.has_icon(icon):
        return Worth(0, reason("wrong-skill", "TASK-3", face=name, skill=skill))
    found = rulebook.icon(icon)
    match found:
        case Mastery():
            return _mastery(goal, found, name)
        case Race():
            return _racial(rulebook, goal, found, name)
        case Ability():
            n = _best(found.counts, goal)
            if n:
                return Worth(n, reason("counts-ability", found.source, face=name, skill=skill, n=n))
    return Worth(0, reason("wrong-skill", "TASK-3", face=name, skill=skill))


def _mastery(goal: Aim, mastery: Mastery, name: str) -> Worth:
    negates = tuple((negation.what, negation.points) for negation in mastery.negates)
    n = _best(mastery.counts, goal)
    if n:
        why = reason("counts-mastery", mastery.source, face=name, skill=goal.name, n=n)
    elif any(count.skill == goal.id for count in mastery.counts):
        why = reason("condition-not-met", mastery.source, face=name, skill=goal.name)
    else:
        why = reason("wrong-skill", "TASK-3", face=name, skill=goal.name)
    return Worth(n, why, negates, n if goal.id == mastery.skill == "unarmed" else 0)


def _racial(rulebook: Rulebook, goal: Aim, race: Race, name: str) -> Worth:
    """Return the best single reading: what counts most, then what negates something."""
    best = Worth(0, reason("wrong-skill", "RACE-2", face=name, skill=goal.name))
    for reading in race.readings:
        if reading.mastery:
            mastery = rulebook.mastery(reading.mastery)
            one = _mastery(goal, mastery, name)
            if one.counts:
                why = reason(
                    "counts-racial-mastery",
                    "AMB-69",
                    face=name,
                    mastery=mastery.name,
                    skill=goal.name,
                    n=one.counts,
                )
                one = Worth(one.counts, why, one.negates)
        elif reading.skill == goal.id:
            one = Worth(1, reason("counts-racial", "RACE-2", face=name, skill=goal.name, n=1))
        else:
            continue
        if (one.counts, len(one.negates)) > (best.counts, len(best.negates)):
            best = one
    return best


def _best(counts: tuple[Count, ...], goal: Aim) -> int:
    fitting = (
        count.successes
        for count in counts
        if count.skill == goal.id and (not count.condition or count.condition in goal.conditions)
    )
    return max(fitting, default=0)
