"""What each die of a throw does in a task, and why.

Codes, beside those of `facevalues`: lost-to-damage (face), not-allowed (face, skill), all-dice-lost (face),
damages (face, n), cancels (face, n), encumbers (face, n), encumbers-nothing (face, skill), lifts-encumbrance (face, n),
lifts-darkness (face, n), lifts-stealth (face, n), idle-hindering (face), opponent-die (face).
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.facevalues import Aim, Worth, worth
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.hindering import ENCUMBERED_SKILLS, Hindrance, hindrance
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.reading import DieReading, Role
from bones_desktop.rules.reasons import Reason, reason

OWN_GROUPS: Final = frozenset({CHARACTER, ITEM, HINDERING})


@dataclass(frozen=True, slots=True)
class ShownDie:
    """One die of the throw as this task sees it."""

    place: int
    group: str
    key: str
    title: str
    face: Face
    name: str
    worth: Worth
    hindrance: Hindrance


def shown_dice(rulebook: Rulebook, goal: Aim, throw: Throw[Face]) -> list[ShownDie]:
    """Return the dice of the throw; only character and item dice can count (EQP-2)."""
    every = []
    for place, (die, face) in enumerate(zip(throw.dice, throw.faces, strict=True)):
        one = worth(rulebook, goal, face)
        if die.group not in {CHARACTER, ITEM}:
            one = replace(one, counts=0, negates=())
        name = face_name(rulebook, face)
        every.append(
            ShownDie(place, die.group, die.key, die.label or die.key, face, name, one, hindrance(face, die.group))
        )
    return every


def opposed_by_stealth(task: Task) -> bool:
    """Return whether the other side uses Stealth, as it does against Perception unless told otherwise (TASK-13)."""
    usual = "stealth" if task.skill == "perception" else ""
    return task.against is not None and (task.against_skill or usual) == "stealth"


def die_reading(
    task: Task, goal: Aim, one: ShownDie, harm: Collection[int], why_not: Reason | None, allowed: bool
) -> DieReading:
    """Return what the die did; `harm` are the places of the dice damage took, `why_not` why nothing counts."""
    if one.place in harm:
        return _read(one, Role.LOST, reason("lost-to-damage", "HIND-5", face=one.name))
    if one.group == CHALLENGE:
        nulls = one.hindrance.nulls
        if nulls:
            return _read(one, Role.HURTS, reason("cancels", "TASK-7", face=one.name, n=nulls))
        return _read(one, Role.IDLE, one.worth.reason)
    if one.group not in OWN_GROUPS:
        return _read(one, Role.IDLE, reason("opponent-die", "TASK-10", face=one.name))
    if one.hindrance.damage:
        return _read(one, Role.HURTS, reason("damages", "HIND-4", face=one.name, n=one.hindrance.damage))
    if why_not is None:
        return _counting(task, goal, one)
    if one.face.is_blank:
        return _read(one, Role.IDLE, one.worth.reason)
    if allowed:
        return _read(one, Role.IDLE, reason("all-dice-lost", "AMB-104", face=one.name))
    return _read(one, Role.IDLE, reason("not-allowed", why_not.rule, face=one.name, skill=goal.name))


def _counting(task: Task, goal: Aim, one: ShownDie) -> DieReading:
    """Return what a die does in a task that may be attempted."""
    hindrance = one.hindrance
    if one.worth.counts:
        return DieReading(one.place, one.group, one.title, one.name, one.worth.counts, Role.COUNTS, one.worth.reason)
    if hindrance.nulls:
        return _read(one, Role.HURTS, reason("cancels", "HIND-9", face=one.name, n=hindrance.nulls))
    if hindrance.encumbrance:
        if goal.id in ENCUMBERED_SKILLS:
            return _read(one, Role.HURTS, reason("encumbers", "HIND-8", face=one.name, n=hindrance.encumbrance))
        return _read(one, Role.IDLE, reason("encumbers-nothing", "HIND-8", face=one.name, skill=goal.name))
    lift = _lifting(task, goal, one)
    if lift is not None:
        return _read(one, Role.COUNTS, lift)
    if one.group == HINDERING and not one.face.is_blank:
        return _read(one, Role.IDLE, reason("idle-hindering", "HIND-1", face=one.name))
    return _read(one, Role.IDLE, one.worth.reason)


def _read(one: ShownDie, role: Role, why: Reason) -> DieReading:
    return DieReading(one.place, one.group, one.title, one.name, 0, role, why)


def _lifting(task: Task, goal: Aim, one: ShownDie) -> Reason | None:
    """Return what a face that counts for nothing still does: it lifts a penalty that stands."""
    encumbrance = one.worth.negated("encumbrance")
    if encumbrance and goal.id in ENCUMBERED_SKILLS:
        return reason("lifts-encumbrance", "AMB-19", face=one.name, n=encumbrance)
    darkness = one.worth.negated("darkness")
    if darkness and task.darkness:
        return reason("lifts-darkness", "AMB-21", face=one.name, n=darkness)
    stealth = one.worth.negated("opposed-stealth")
    if stealth and opposed_by_stealth(task):
        return reason("lifts-stealth", "AMB-22", face=one.name, n=stealth)
    return None
