"""Where the rulebook leaves a choice: one value of switches, saved with the character, the usual ruling as default."""

from dataclasses import dataclass
from typing import Final, Literal

from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.values import Value


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
    leather_as_in_prose: bool = False
    """AMB-36: with True, the light armour die is Defend, Encumbrance and four blanks."""
    armour_absorbs_one_damage: bool = False
    """AMB-40, amendment 11: with True, a sacrificed armour or shield die absorbs one damage, not the whole blow."""
    elf_icon_allows_magic: bool = True
    """AMB-70: with False, the Elf icon alone opens no Magic and adds nothing to its cap."""
    first_icon_at_new_rate: bool = False
    """AMB-80: with True, the icon that begins a die costs what its others do, not what those of the last die did."""
    successes_from_tenth_gained: bool = False
    """AMB-82, amendment 14: with True, sessions count toward automatic successes before the tenth die is full."""
    automatic_success_used_once: bool = False
    """AMB-81: with True, a success that sessions bring is used up by the throw it is used for."""


USUAL: Final = HouseRules()
"""The rulings of the rulebook's text, and of the amendments where that leaves a choice."""
