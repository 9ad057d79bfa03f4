"""What a face is good for: the skills whose tasks it counts for, and what it does in any way of fighting."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.definitions import Mastery, Race
from bones_desktop.rules.bones.book.facevalues import aim, worth
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, FaceUse, Mode, Stance
from bones_desktop.rules.dice import Die

_FOES: Final = (Mode.MELEE, Mode.MISSILE)
"""How blows come: all that is not melee counts as missile for defence (MAG-24)."""


@dataclass(frozen=True, slots=True)
class TaskUse:
    """A skill whose tasks a face counts for."""

    skill: str
    counts: int
    """Successes, above zero."""
    rule: str
    mastery: str = ""
    """Name of the mastery that a racial icon works as for it, "" for none."""


@dataclass(frozen=True, slots=True)
class FightUse:
    """What a face does in a fight, at best."""

    attacks: tuple[Mode, ...]
    """Ways of attacking in which it attacks; empty when it never does."""
    defends: tuple[Mode, ...]
    """Kinds of blows it stops, melee and missile."""
    together: bool
    """Whether it attacks and defends at once (AMB-17), not one of the two."""
    successes: int
    rule: str


def task_uses(rulebook: Rulebook, house_rules: HouseRules, shown: Face) -> tuple[TaskUse, ...]:
    """Return the skills the face counts for without any standing condition, in the rulebook's order (ACT-8, TASK-3)."""
    found = []
    for skill in rulebook.skills:
        value = worth(rulebook, aim(rulebook, house_rules, skill.id), shown)
        if value.counts:
            mastery = str(dict(value.reason.values).get("mastery", ""))
            found.append(TaskUse(skill.id, value.counts, value.reason.rule, mastery))
    return tuple(found)


def other_uses(rulebook: Rulebook, house_rules: HouseRules, skill: str, shown: Face) -> tuple[TaskUse, ...]:
    """Return what a racial icon or a mastery counts for beside a task of `skill`; nothing for other icons (RACE-2)."""
    icons = (rulebook.icon(icon) for icon in shown.icons if rulebook.has_icon(icon))
    if not any(isinstance(icon, (Race, Mastery)) for icon in icons):
        return ()
    return tuple(use for use in task_uses(rulebook, house_rules, shown) if use.skill != skill)


def fight_use(rulebook: Rulebook, house_rules: HouseRules, own: Sequence[Die[Face]], shown: Face) -> FightUse | None:
    """Return what the face does in a fight of a character with the dice `own`, bare-handed; None for nothing.

    Magic and Unarmed Combat count only where those dice allow to attempt them (ACT-7).
    """
    attacks: list[Mode] = []
    defends: list[Mode] = []
    best: FaceUse | None = None
    together = False
    die = Die((shown,), "", CHARACTER, "die 1")
    for mode in Mode:
        for foe in _FOES:
            stance = Stance(rulebook, house_rules, Combatant(tuple(own), mode), foe)
            use = stance.use(die, shown, may_try=stance.cap(own) > 0)
            if use.attack or use.either or (use.capped and stance.capped_attack):
                attacks.append(mode)
            if use.defence or use.either or use.capped:
                defends.append(foe)
            together = together or use.rule == "AMB-17"
            if use.successes > (best.successes if best else 0):
                best = use
    if best is None:
        return None
    return FightUse(
        tuple(mode for mode in Mode if mode in attacks),
        tuple(foe for foe in _FOES if foe in defends),
        together,
        best.successes,
        best.rule,
    )
