"""Where the rulebook leaves a choice: one value of switches, saved with the character, the usual ruling as default."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.values import Value


class RidersFor(StrEnum):
    """What each gives one Poison or Flaming die to whom an attack damages (AMB-55)."""

    ATTACK = "attack"
    ICON = "icon"
    DAMAGE = "damage"


class LaterResistance(StrEnum):
    """What a ruled mind that resists an order again is measured against (AMB-75)."""

    STANDING = "standing"
    """The successes the magic was cast with."""
    NET = "net"
    """What the first resistance left of them."""
    ANY = "any"
    """Nothing: any success breaks free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRules(Value):
    """The switches a group may set otherwise; each names the ambiguity it settles."""

    unarmed_class: Literal[ActionClass.RESTRICTED, ActionClass.SPECIAL] = ActionClass.RESTRICTED
    """AMB-1: how Unarmed Combat is capped."""
    unarmed_aptitude: Aptitude = Aptitude.MENTAL
    """AMB-2: which half-universal success counts for Unarmed Combat."""
    only_own_icons_open_a_skill: bool = False
    """AMB-3: with True, only a skill's basic icon and its own masteries allow and cap it."""
    bought_success_inside_cap: bool = False
    """AMB-8, amendment 7: with True, a success bought with spiffs falls under the cap."""
    second_weapon_by_owning: bool = False
    """AMB-18: with True, a second weapon strikes while a die held bears Two Weapon, rolled or not."""
    nulls_beyond_impossible: bool = False
    """AMB-29: with True, each level beyond Impossible takes two more successes off."""
    weapons_never_defend: bool = False
    """AMB-31: with True, a weapon's Melee face only attacks."""
    leather_as_in_prose: bool = False
    """AMB-36: with True, the light armour die is Defend, Encumbrance and four blanks."""
    armour_absorbs_one_damage: bool = False
    """AMB-40, amendment 11: with True, a sacrificed armour or shield die absorbs one damage, not the whole blow."""
    riders_for: RidersFor = RidersFor.ATTACK
    """AMB-55: what each gives one Poison or Flaming die."""
    universal_is_no_ability: bool = False
    """AMB-56, amendment 12: with True, a Universal face is never read as a beast's ability."""
    later_resistance: LaterResistance = LaterResistance.STANDING
    """AMB-75: what a ruled mind resists an order with against."""
    beasts_without_aptitudes: bool = False
    """AMB-57: with True, Physical and Mental faces of beasts are blank."""
    fear_spares_own_side: bool = False
    """AMB-59, amendment 14: with True, Fear Caster does not hinder those on its own side."""
    elf_icon_allows_magic: bool = True
    """AMB-70: with False, the Elf icon alone opens no Magic and adds nothing to its cap."""
    first_icon_at_new_rate: bool = False
    """AMB-80: with True, the icon that begins a die costs what its others do, not what those of the last die did."""
    successes_from_tenth_gained: bool = False
    """AMB-82, amendment 14: with True, sessions count toward automatic successes before the tenth die is full."""
    automatic_success_used_once: bool = False
    """AMB-81: with True, a success that sessions bring is used up by the throw it is used for."""
    occupations_only_noted: bool = False
    """AMB-90, amendment 25: with True, an occupation that culture, background or first occupation do not allow is only
    noted."""


USUAL: Final = HouseRules()
"""The rulings of the rulebook's text, and of the amendments where that leaves a choice."""
