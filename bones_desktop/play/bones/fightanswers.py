"""What a fighter may answer in a round, in words: uses of successes, absorbing, soaking, and dice to lose."""

from collections.abc import Iterator, Mapping
from typing import Any

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight import roster, roundedits
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, LEND, NONE, legal_uses
from bones_desktop.rules.bones.fight.fighters import FALL, FATIGUE, HINDERING_DAMAGE, Absorbing, How
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundedits import Legal
from bones_desktop.rules.bones.fight.roundreading import Phase, RoundReading
from bones_desktop.rules.bones.fight.wounds import may_absorb
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.spiffs import price
from bones_desktop.rules.records import Record
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.table import spiff_count


def names_of(fight: Fight) -> dict[str, str]:
    """Return each fighter's name by id, shortened for display."""
    return {fighter.id: short_name(fighter.name) for fighter in fight.encounter.fighters}


def how_word(how: How) -> str:
    """Return the word for a kind of action."""
    return {
        How.MELEE: _("melee"),
        How.MISSILE: _("missile"),
        How.UNARMED: _("unarmed"),
        How.MAGIC: _("magic"),
        How.MIND: _("magic on the mind"),
        How.MOVE: _("moves"),
        How.TASK: _("a task"),
        How.COUP: _("coup de grace"),
        How.NONE: _("defends"),
    }[how]


def use_text(use: str, whom: str, names: Mapping[str, str]) -> str:
    """Return a use of a success in words."""
    name = names.get(whom, whom)
    if use == DEFEND:
        return _("Defend against {whom}").format(whom=name) if whom else _("Defend")
    return {
        ATTACK: _("Attack {whom}").format(whom=name),
        LEND: _("Lend to {whom}").format(whom=name),
        NONE: _("Nothing"),
    }.get(use, "")


def cause_text(cause: str, names: Mapping[str, str]) -> str:
    """Return the cause of damage in words."""
    known = {HINDERING_DAMAGE: _("Hindering dice"), FATIGUE: _("Magic past the safe level"), FALL: _("The fall")}
    return known.get(cause) or names.get(cause, cause)


def uses_of(reading: RoundReading, who: str) -> Legal:
    """Return every legal use for each success of a fighter; none for hordes, who choose nothing."""
    throws = reading.chips.get(who, ())
    if not throws or reading.doings[who].fighter.is_horde:
        return {}
    return legal_uses(reading.doings, reading.hands, throws[0])


class DamageAnswer(Record):
    """A possible answer to damage, ready for display."""

    id: str
    text: str
    chosen: bool
    part: str
    """The part of the round that stores the answer: `absorb` or `soak`."""
    value: Any
    """The value of that part after the answer is pressed: None if pressing removes a chosen answer."""

    def edit(self, fight: Fight, who: str) -> Fight:
        """Return the fight after the answer of a fighter is pressed."""
        return roster.choose(fight, self.part, who, self.value)

    @property
    def name(self) -> str:
        """Name of the step."""
        if self.part == "soak":
            return _("Soak damage")
        return _("Give up nothing") if self.id == "absorb" else _("Give up armour or a shield")


def damage_answers(rulebook: Rulebook, fight: Fight, reading: RoundReading, who: str) -> Iterator[DamageAnswer]:
    """Yield the possible answers of a fighter to damage (EQP-5, SPF-11)."""
    now, names, hand, wound = fight.round, names_of(fight), reading.hands[who], reading.wounds[who]
    given = now.absorb.get(who, ())
    asked = {question.phase for question in reading.questions if question.who == who}
    for pair in reading.pairs.against(who):
        for item in may_absorb(hand, pair) if pair.damage else ():
            name = item_name(rulebook, hand.fighter.character.equipment[item])
            text = _("{item} absorbs {whom}").format(item=short_name(name), whom=short_name(names[pair.attacker]))
            each = Absorbing(item=item, by=pair.attacker)
            kept = tuple(one for one in given if one.item != each.item)
            # A second press removes the choice; None means that the question is open again.
            value = kept or None if each in given else (*kept, each)
            yield DamageAnswer(f"absorb.{item}.{pair.attacker}", text, each in given, "absorb", value)
    # "Nothing" is an answer too: the round waits until the player has decided.
    if Phase.ABSORB in asked or who in now.absorb:
        none = now.absorb.get(who) == ()
        yield DamageAnswer("absorb", _("Give up nothing"), none, "absorb", None if none else ())
    soaked, cost = now.soak.get(who), price(rulebook, SOAK)
    character = wound.before
    if character.kind is CharacterKind.PLAYER and character.spiffs >= cost:
        for hurt in wound.hurts:
            if hurt.points - hurt.absorbed > 0:
                cause = short_name(cause_text(hurt.cause, names))
                text = _("Soak 1 from {cause} ({spiffs})").format(cause=cause, spiffs=spiff_count(cost))
                chosen = soaked == hurt.cause
                yield DamageAnswer(f"soak.{hurt.cause}", text, chosen, "soak", None if chosen else hurt.cause)
    if Phase.SOAK in asked or who in now.soak:
        yield DamageAnswer("soak", _("Soak nothing"), soaked == "", "soak", None if soaked == "" else "")


class DiceToLose(Record):
    """The dice among which a fighter chooses those to lose."""

    usual: tuple[int, ...]
    """Indices of the dice that are lost unless the user chooses other dice; empty if there is nothing to choose."""
    among: tuple[int, ...]
    waits: bool
    """True if the round waits for the choice."""


def dice_to_lose(fight: Fight, reading: RoundReading, who: str) -> DiceToLose:
    """Return the choice of dice to lose. For hindering damage these are dice that showed a success (HIND-5)."""
    hand, wound = reading.hands[who], reading.wounds[who]
    waits = hand.choosing or bool(wound.choosing)
    if hand.choosing:
        own = hand.fighter.character.available()
        shown = {chip.place for chips in reading.chips.get(who, ()) for chip in chips.chips}
        useful = tuple(place for place in own if place in hand.taken or str(place + 1) in shown)
        # The useful dice alone offer a choice only if there are more of them than the damage takes.
        return DiceToLose(hand.taken, useful if len(useful) > len(hand.taken) else own, waits)
    # Dice lost to hindering damage were chosen in an earlier phase.
    taken = set(hand.taken) - set(hand.healed)
    rest = tuple(place for place in wound.dice if place not in taken)
    return DiceToLose(rest if wound.choosing or fight.round.lose.get(who) else (), hand.character.available(), waits)


def losing(rulebook: Rulebook, fight: Fight, reading: RoundReading, who: str, dice: tuple[int, ...]) -> Fight:
    """Return the fight after a fighter chose the dice to lose, given by their indices.

    Once the dice lost to poison are known, successes of other dice with a single use are placed.
    """
    hand = reading.hands[who]
    # Dice chosen for hindering damage come first in the same list, counted from 1.
    before = () if hand.choosing else tuple(place + 1 for place in hand.taken)
    value = (*before, *(place + 1 for place in dice))
    return roundedits.with_forced(rulebook, roster.choose(fight, "lose", who, value))
