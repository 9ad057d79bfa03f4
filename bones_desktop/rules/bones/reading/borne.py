"""Which equipment dice a roll uses: one weapon, perhaps a second, one shield, one suit of armour (AMB-53).

Tasks, odds, fights and rounds all ask here (amendments 27 and 28). What does not count lies idle, for a reason.

Codes: idle-weapon (item), idle-unfit (item), idle-beside-shield (item), idle-unarmed (item), idle-casting (item),
idle-shield (item), idle-armour (item).
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason

WEAPON: Final = "weapon"
SHIELD: Final = "shield"
ARMOUR: Final = "armour"
"""How the keys of equipment dice begin, by what they are."""
MELEE: Final = "melee"
MISSILE: Final = "missile"
UNARMED: Final = "unarmed"
MAGIC: Final = "magic"
SECOND: Final = "second"
"""Role of a second weapon, which counts only while Two Weapon shows (AMB-18)."""
TWO_WEAPON: Final = "two-weapon"
"""Mastery that lets a second weapon strike."""
_NEITHER: Final = frozenset({UNARMED, MAGIC})
"""Ways to attack in which no weapon counts (AMB-35, AMB-73)."""


@dataclass(frozen=True, slots=True)
class Borne:
    """What each equipment die of a roll is used for."""

    weapons: Mapping[str, str] = field(default_factory=dict)
    """By the key of a weapon's die the skill it serves, `SECOND`, or "" for a weapon that lies idle."""
    idle: Mapping[str, Reason] = field(default_factory=dict)
    """By the key of a die why it counts for nothing."""

    @property
    def second(self) -> str:
        """Key of the second weapon, "" for none."""
        return next((key for key, role in self.weapons.items() if role == SECOND), "")

    def used(self, skill: str) -> str:
        """Return the key of the weapon that serves a skill, "" for none."""
        return next((key for key, role in self.weapons.items() if role == skill), "")


def borne(
    dice: Iterable[Die[Face]],
    skills: Collection[str],
    chosen: Mapping[str, str] | None = None,
    lost_to_range: Mapping[str, int] | None = None,
) -> Borne:
    """Return what the equipment among `dice` is used for in a roll of `skills`, or in a round of such attacks.

    `chosen` names by its key the weapon for a skill. Otherwise the first that bears it serves; for missiles what shoots
    before what is thrown, among several the one of most expected successes, less what `lost_to_range` takes off by
    key, whatever its place (amendment 28); one whose range is not known comes last. Of two ways to attack that need
    different weapons, missiles come first: they cannot do without one (AMB-35). The first shield and the first suit of
    armour named are the ones worn.
    """
    dice = tuple(dice)
    items = [die for die in dice if die.group == ITEM]
    weapons = [die for die in items if die.key.startswith(WEAPON)]
    shields, armours = ([die for die in items if die.key.startswith(kind)] for kind in (SHIELD, ARMOUR))
    idle = {die.key: reason("idle-shield", "AMB-53", item=die.label) for die in shields[1:]}
    idle |= {die.key: reason("idle-armour", "AMB-53", item=die.label) for die in armours[1:]}
    roles = dict.fromkeys((die.key for die in weapons), "")
    wanted = sorted(set(skills) - _NEITHER, key=lambda skill: skill != MISSILE) or ([] if skills else [MELEE])
    why = reason("idle-casting", "MAG-25", item="") if MAGIC in skills else reason("idle-unarmed", "AMB-35", item="")
    if weapons and wanted:
        named = [(skill, key) for skill in wanted if (key := (chosen or {}).get(skill, "")) in roles]
        serving = [(skill, best.key) for skill in wanted if (best := _serving(weapons, skill, lost_to_range or {}))]
        # One that bears other icons may still be used, but nothing is shot with a blade.
        others = [(wanted[0], die.key) for die in weapons if wanted != [MISSILE] or not _serving([die], MELEE, {})]
        skill, used = next(iter(named or serving or others), ("", ""))
        roles |= {used: skill} if used else {}
        why = reason("idle-weapon", "AMB-53", item="") if used else reason("idle-unfit", "AMB-35", item="")
        second = _serving([die for die in weapons if die.key != used], MELEE, {})
        if skill == MELEE and second is not None and owns_two_weapon(dice):
            if shields:
                why = reason("idle-beside-shield", "AMB-18", item="")
            else:
                roles[second.key] = SECOND
    idle |= {die.key: replace(why, values=(("item", die.label),)) for die in weapons if not roles[die.key]}
    return Borne(roles, idle)


def owns_two_weapon(dice: Iterable[Die[Face]]) -> bool:
    """Return whether a character die among these bears the mastery that lets a second weapon strike."""
    return any(die.group == CHARACTER and any(shown.has(TWO_WEAPON) for shown in die.faces) for die in dice)


def is_thrown(faces: Collection[Face]) -> bool:
    """Return whether a weapon of these faces is one for the hand, which a missile attack throws (EQP-3)."""
    return all(any(shown.has(skill) for shown in faces) for skill in (MELEE, MISSILE))


def _serving(weapons: Iterable[Die[Face]], skill: str, lost: Mapping[str, int]) -> Die[Face] | None:
    """Return the weapon that serves a skill; None where none bears it. Of equals the first."""
    bearing = [die for die in weapons if any(shown.has(skill) for shown in die.faces)]

    def worth(die: Die[Face]) -> tuple[bool, bool, float]:
        icons = sum(shown.count * shown.icons.count(skill) for shown in die.faces)
        return not is_thrown(die.faces), die.key in lost, icons / len(die.faces) - lost.get(die.key, 0)

    return max(bearing, key=worth, default=None) if skill == MISSILE else next(iter(bearing), None)
