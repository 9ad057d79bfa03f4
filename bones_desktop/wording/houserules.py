"""The house rules as text, in the order in which every form shows them."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import Aptitude
from bones_desktop.rules.bones.book.rulebook import LaterResistance, RidersFor
from bones_desktop.rules.records import Record
from bones_desktop.wording.language import _, ngettext


class Switch(Record):
    """One field of `HouseRules`. Its texts are already translated."""

    field: str
    text: str
    """Text of the switch. If the switch has choices, the text begins a sentence that each choice completes."""
    tip: str
    """The effect of the switch."""
    choices: tuple[tuple[StrEnum, str], ...] = ()
    """The values and their texts, the default first; empty for an on-off switch."""


def switches() -> tuple[Switch, ...]:
    """Return every switch; switches with choices come first."""
    return (
        Switch(
            "unarmed_class",
            _("Unarmed Combat is"),
            _("Decides how many successes each icon that allows Unarmed Combat lets count."),
            choices=(
                (ActionClass.RESTRICTED, _("Restricted: at most two successes per icon")),
                (ActionClass.SPECIAL, _("Special: one success per icon")),
            ),
        ),
        Switch(
            "unarmed_aptitude",
            _("Unarmed Combat counts as"),
            _("Decides whether Mental or Physical faces are successes of Unarmed Combat."),
            choices=((Aptitude.MENTAL, _("Mental, as printed")), (Aptitude.PHYSICAL, _("Physical"))),
        ),
        Switch(
            "riders_for",
            _("One Poison or Flaming die for"),
            _("Decides how many hindering dice a target gains from a poisoned or flaming attack."),
            choices=(
                (RidersFor.ATTACK, _("Each attack that does damage")),
                (RidersFor.ICON, _("Each icon in the attack")),
                (RidersFor.DAMAGE, _("Each point of damage")),
            ),
        ),
        Switch(
            "later_resistance",
            _("Later resistance to magic must beat"),
            _("Decides what a ruled mind needs to refuse a later order or to break free."),
            choices=(
                (LaterResistance.STANDING, _("All successes of the magic")),
                (LaterResistance.NET, _("The successes left after the first resistance")),
                (LaterResistance.ANY, _("Nothing: any success is enough")),
            ),
        ),
        Switch(
            "only_own_icons_open_a_skill",
            _("Only a skill's own icons allow it and set its cap"),
            _("Usually every face does that may count as the skill, such as a racial icon or another skill's mastery."),
        ),
        Switch(
            "bought_success_inside_cap",
            _("Successes bought with spiffs count towards the cap"),
            _("Usually it is added to the successes that the cap allows."),
        ),
        Switch(
            "nulls_beyond_impossible",
            _("Each level beyond Impossible removes two successes"),
            _("Usually nothing is harder than Impossible."),
        ),
        Switch(
            "second_weapon_by_owning",
            _("A second weapon strikes without Two Weapon rolled"),
            _("Usually the second weapon strikes only in a roll that shows Two Weapon."),
        ),
        Switch(
            "weapons_never_defend",
            _("A weapon's Melee faces only attack"),
            _("Usually they stop melee blows too."),
        ),
        Switch(
            "leather_as_in_prose",
            _("Light armour has one Defend and one Encumbrance face"),
            _("Usually it has two Defend faces, as in the rulebook's tables."),
        ),
        Switch(
            "armour_absorbs_one_damage",
            _("Armour or a shield given up absorbs one damage"),
            _("Usually it absorbs the whole blow of one attacker."),
        ),
        Switch(
            "universal_is_no_ability",
            _("A Universal face is never a beast's ability"),
            _("Usually it may be, as long as a remaining die has the ability."),
        ),
        Switch(
            "beasts_without_aptitudes",
            _("Physical and Mental faces of beasts are blank"),
            _("Usually the Barrow Wight's Fighter dice keep theirs."),
        ),
        Switch(
            "fear_spares_own_side",
            _("Fear Caster spares its own side"),
            _("Usually it hinders everybody within 10 m, friend or foe."),
        ),
        Switch(
            "elf_icon_allows_magic",
            _("The Elf icon alone allows Magic"),
            _("Without this, an elf needs a Magic icon as well, and the Elf icon adds nothing to the cap."),
        ),
        Switch(
            "first_icon_at_new_rate",
            _("The first icon of a new die costs as much as its others"),
            _("Usually it costs as much as on the die before, and ten dice take 57 sessions instead of 60."),
        ),
        Switch(
            "successes_from_tenth_gained",
            _("Sessions bring successes once a tenth die is gained"),
            _("Usually they count when every face of the tenth die has its icon."),
        ),
        Switch(
            "automatic_success_used_once",
            _("Successes that sessions bring are used once each"),
            _("Usually they are added to every roll; otherwise each is used up by the roll it is chosen for."),
        ),
        Switch(
            "occupations_only_noted",
            _("Occupations that do not fit are only noted"),
            _("Usually culture, background and first occupation limit them, unless the GM permits one."),
        ),
    )


def trust_words(told: Mapping[str, Any]) -> list[str]:
    """Return the exceptions made for a character as text.

    `told` is the result of `taken_on_trust`, or a mapping with the house rules only.
    """
    played, permitted = told.get("played_before", 0), told.get("permitted", 0)
    sessions, rules = told.get("sessions_without_line", 0), len(told["house_rules"])
    kind = {
        "cast": _("it is a cast member, not a player's character"),
        "beast": _("it is a beast, not a player's character"),
        "horde": _("it is a horde, not a player's character"),
    }.get(told.get("kind", ""), "")
    found = (
        (played, ngettext("it has played {n} session before", "it has played {n} sessions before", played)),
        (permitted, ngettext("the GM permitted {n} change of it", "the GM permitted {n} changes of it", permitted)),
        (
            sessions,
            ngettext(
                "{n} of its sessions is missing from its ledger",
                "{n} of its sessions are missing from its ledger",
                sessions,
            ),
        ),
        (rules, ngettext("played by {n} house rule", "played by {n} house rules", rules)),
    )
    counted = [text.format(n=n) for n, text in found if n]
    return [kind, *counted] if kind else counted
