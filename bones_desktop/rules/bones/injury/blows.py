"""One attack's damage as one step: absorbing, soaking with a spiff, dice lost (CMB-13..15, EQP-5, SPF-11).

Codes refused: blow-nothing, dead-already, horde-broken, no-dice-to-lose, cannot-absorb (item), cannot-absorb-this,
frost-passes-armour (item), no-such-item (item), absorbs-once (item), absorbed-enough, nothing-to-soak, no-such-die
(die), die-already-lost (die), taken-twice (die), too-many-taken (damage), text-too-long (most), and those of
`spiffs.spend_on`.
"""

from enum import StrEnum
from typing import Final

from bones_desktop.rules.bones.book.character import Character, ItemKind
from bones_desktop.rules.bones.book.characterdice import is_grounded, item_name
from bones_desktop.rules.bones.book.fields import fit_line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.injuries import Condition, State, condition, lose, suffer_all
from bones_desktop.rules.bones.injury.spiffs import price, spend_on, why_not_spent
from bones_desktop.rules.reasons import Reason, reason, refuse, refuse_if
from bones_desktop.rules.records import Record

SOAK: Final = "soak"
"""Id of the rulebook's price for soaking."""
ABSORBING: Final = frozenset({ItemKind.ARMOUR, ItemKind.SHIELD})


class DamageKind(StrEnum):
    """The kind of damage. It decides whether armour and shields can absorb it (AMB-41, AMB-62)."""

    ATTACK = "attack"
    FALL = "fall"
    FROST = "frost"
    """Hoar Frost and the Flaming attack of beasts: armour does not absorb it, shields do."""
    POISON = "poison"
    FLAMING = "flaming"
    FATIGUE = "fatigue"
    """Fatigue from magic beyond the safe level (MAG-12)."""


# Damage from inside the body, which armour and shields cannot stop (AMB-41).
_INWARD: Final = frozenset({DamageKind.POISON, DamageKind.FLAMING, DamageKind.FATIGUE})


class Blow(Record):
    """The damage of one attacker, and the choices of the victim about it."""

    points: int
    cause: str = ""
    dice: tuple[int, ...] = ()
    """Dice to give up, in order. Damage beyond these dice takes the last dice left (AMB-13)."""
    absorbed_by: tuple[int, ...] = ()
    """Indexes of the armour and shield dice given up."""
    soaked: bool = False
    """True if one point of damage is soaked with spiffs (SPF-11)."""
    harm: DamageKind = DamageKind.ATTACK


class BlowPlan(Record):
    """The effects of an attack on a character, and its condition afterwards."""

    absorbed: int
    soaked: int
    dice: tuple[int, ...]
    """Dice lost, in order, counted from 0."""
    below_zero: int
    wasted: int
    """Damage without effect, because the victim is already dead or the horde already broken."""
    ruined: tuple[str, ...]
    """Names of the items whose dice are discarded."""
    spiffs: int
    """Number of spiffs spent."""
    after: Condition
    grounded: bool
    """True if the last available die with a wing is lost (BST-3)."""


def blow_plan(rulebook: Rulebook, character: Character, blow: Blow) -> BlowPlan:
    """Return the effects of `take_blow`; refused for the same reasons."""
    left, absorbed, soaked = shares(rulebook, character, blow)
    hurt = _hurt(character, blow, left)
    # Lost dice are added at the end of the list, so these are the dice that this attack took.
    dice = tuple(entry.die for entry in hurt.lost[len(character.lost) :])
    below = hurt.excess_damage - character.excess_damage
    return BlowPlan(
        absorbed=absorbed,
        soaked=soaked,
        dice=dice,
        below_zero=below,
        wasted=left - len(dice) - below,
        ruined=tuple(item_name(rulebook, character.equipment[place]) for place in blow.absorbed_by),
        spiffs=price(rulebook, SOAK) if soaked else 0,
        after=condition(hurt),
        grounded=is_grounded(hurt) and not is_grounded(character),
    )


def take_blow(rulebook: Rulebook, character: Character, blow: Blow, today: str) -> Character:
    """Return the character after an attack, as one step.

    First the armour or shield given up absorbs damage, and its die is discarded (EQP-5). One die absorbs the whole
    attack, or one point each by house rule (AMB-40, amendment 11). Then spiffs soak at most one point (SPF-11, SPF-16),
    noted in the ledger under `today`. The rest takes dice, then counts below zero. Refused for a dead victim, for items
    that cannot absorb this damage, for absorbing or soaking without effect, and for dice that cannot be lost.
    """
    left, _absorbed, soaked = shares(rulebook, character, blow)
    hurt = _hurt(character, blow, left)
    if blow.absorbed_by:
        kept = tuple(item for place, item in enumerate(hurt.equipment) if place not in blow.absorbed_by)
        hurt = hurt.with_(equipment=kept)
    if not soaked:
        return hurt
    return spend_on(rulebook, hurt, SOAK, today, note=blow.cause)


def absorb_refusal(rulebook: Rulebook, character: Character, place: int, harm: DamageKind) -> Reason | None:
    """Return why the die of the item at `place` cannot absorb this damage; None if it can (EQP-5, AMB-41, AMB-62)."""
    if not 0 <= place < len(character.equipment):
        return reason("no-such-item", "EQP-5", item=place + 1)
    item = character.equipment[place]
    if item.kind not in ABSORBING:
        return reason("cannot-absorb", "EQP-5", item=item_name(rulebook, item))
    if harm in _INWARD:
        return reason("cannot-absorb-this", "AMB-41")
    if harm is DamageKind.FROST and item.kind is ItemKind.ARMOUR:
        return reason("frost-passes-armour", "AMB-62", item=item_name(rulebook, item))
    return None


def shares(rulebook: Rulebook, character: Character, blow: Blow) -> tuple[int, int, int]:
    """Return the points of damage left, absorbed and soaked. Refused for the same reasons as `take_blow`."""
    if blow.points < 1:
        raise refuse("blow-nothing", "CMB-13")
    # This is checked first: nobody should give up armour for a victim who cannot be hurt any more.
    _require_vulnerable(character)
    absorbed = _absorbed(rulebook, character, blow)
    left = blow.points - absorbed
    if not blow.soaked:
        return left, absorbed, 0
    refuse_if(why_not_spent(rulebook, character, SOAK))
    # If armour stopped the attack completely, a spiff would be wasted.
    if not left:
        raise refuse("nothing-to-soak", "SPF-11")
    return left - 1, absorbed, 1


def _absorbed(rulebook: Rulebook, character: Character, blow: Blow) -> int:
    for number, item in enumerate(blow.absorbed_by):
        refuse_if(absorb_refusal(rulebook, character, item, blow.harm))
        if item in blow.absorbed_by[:number]:
            raise refuse("absorbs-once", "EQP-5", item=item_name(rulebook, character.equipment[item]))
    if not blow.absorbed_by:
        return 0
    # By the default rule one die absorbs the whole attack, so a second one has no effect (AMB-40).
    one_each = character.house_rules.armour_absorbs_one_damage
    if len(blow.absorbed_by) > (blow.points if one_each else 1):
        raise refuse("absorbed-enough", "AMB-40")
    return len(blow.absorbed_by) if one_each else blow.points


def _hurt(character: Character, blow: Blow, left: int) -> Character:
    if len(blow.dice) > left:
        raise refuse("too-many-taken", "AMB-13", damage=left)
    cause = fit_line(blow.cause)
    for number, die in enumerate(blow.dice):
        if die in blow.dice[:number]:
            raise refuse("taken-twice", "AMB-13", die=die + 1)
        character = lose(character, die, cause)
    return suffer_all(character, left - len(blow.dice), cause)


def _require_vulnerable(character: Character) -> None:
    state = condition(character).state
    if state is State.DEAD:
        raise refuse("dead-already", "CMB-15")
    if state is State.BROKEN:
        raise refuse("horde-broken", "AMB-51")
    if not character.dice:
        raise refuse("no-dice-to-lose", "CMB-13")
