"""The result of a round. It can be read in any phase: a missing choice has no effect yet and is listed.

`steps` list the events in the order of AMB-52. A choice that the rules refuse raises a ChoiceError with the key of the
choice.

Codes of refusals: spiffs-for-players (), spiffs-too-few (n, have), override-unknown (key), nobody-by-that-id (who).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.chips import Chips, read_chips
from bones_desktop.rules.bones.fight.doings import Doings, read_doings
from bones_desktop.rules.bones.fight.efforts import Effort, MindMagic, Order, read_effort, read_mind, read_orders
from bones_desktop.rules.bones.fight.fighters import (
    BOUGHT,
    FALL,
    HINDERING_DAMAGE,
    ChoiceError,
    Encounter,
    Fighter,
    Health,
    Posture,
    Round,
    Ruled,
    allotting_order,
    health,
)
from bones_desktop.rules.bones.fight.hands import FighterHand, read_hands
from bones_desktop.rules.bones.fight.pairs import Pairs, read_pairs
from bones_desktop.rules.bones.fight.roundsteps import RoundEvents, RoundStep, steps_of
from bones_desktop.rules.bones.fight.wounds import Wound, may_absorb, read_wound
from bones_desktop.rules.bones.injury.blows import SOAK
from bones_desktop.rules.bones.injury.magic import magic_price, overreach, use_magic
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL, price, spend_on
from bones_desktop.rules.reasons import reason
from bones_desktop.rules.records import Record, replace


class Phase(StrEnum):
    """The phases of a round, in order (AMB-52)."""

    DECLARE = "declare"
    THROW = "throw"
    HINDER = "hinder"
    REROLL = "reroll"
    ALLOT = "allot"
    ABSORB = "absorb"
    SOAK = "soak"
    LOSE = "lose"
    CLOSE = "close"


class OpenChoice(Record):
    """A choice that a player has yet to make."""

    phase: Phase
    who: str
    n: int = 1
    """Number of successes to place, or of dice to choose."""


class Spent(Record):
    """The spiffs and items spent in the round."""

    spiffs: int = 0
    magic_uses: int = 0


class RoundReading(RoundEvents):
    """The result of a round, as far as its choices are made."""

    spent: Mapping[str, Spent]
    """Spiffs and items spent, by fighter; fighters who spent none are left out."""
    questions: tuple[OpenChoice, ...]
    """Missing choices in the order of phases. Within a phase they are in the order of allotting."""

    @property
    def steps(self) -> tuple[RoundStep, ...]:
        """The events of the round as sentences."""
        return steps_of(self)

    @property
    def phase(self) -> Phase:
        """The first phase with a missing choice."""
        return self.questions[0].phase if self.questions else Phase.CLOSE

    @property
    def taken(self) -> dict[str, int]:
        """Damage taken in the round, by fighter."""
        return {who: wound.taken for who, wound in self.wounds.items()}

    @property
    def out(self) -> dict[str, tuple[int, ...]]:
        """Numbers of the dice lost this round, from 1, by fighter."""
        return {who: tuple(sorted(place + 1 for place in wound.dice)) for who, wound in self.wounds.items()}

    @property
    def states(self) -> dict[str, Health]:
        """State after the round, by fighter."""
        return {who: health(wound.character) for who, wound in self.wounds.items()}

    @property
    def hurt_by(self) -> dict[str, dict[str, int]]:
        """Damage of attacks by victim and attacker; pairs without damage are left out.

        Falls, fatigue and hindering dice are not included; `taken` and the steps include their damage.
        """
        found = {
            who: {each.cause: each.left for each in wound.hurts if each.left > 0 and each.cause in self.wounds}
            for who, wound in self.wounds.items()
        }
        return {who: by for who, by in found.items() if by}

    @property
    def net(self) -> dict[str, dict[str, int]]:
        """Net successes by attacker and target, also for magic on minds.

        For a task, the same fighter is both attacker and target.
        """
        found: dict[str, dict[str, int]] = {}
        for pair in self.pairs.pairs.values():
            blow = next((each for each in self.wounds[pair.target].hurts if each.cause == pair.attacker), None)
            found.setdefault(pair.attacker, {})[pair.target] = pair.damage if blow is None else blow.points
        for mind in self.minds:
            found.setdefault(mind.who, {})[mind.whom] = mind.net or 0
        for effort in self.efforts.values():
            found.setdefault(effort.who, {})[effort.who] = effort.reading.net
        return found

    @property
    def acted(self) -> frozenset[str]:
        """Ids of the fighters who have no missing choice."""
        waiting = {question.who for question in self.questions}
        return frozenset(self.doings.by_id) - waiting


def read_round(rulebook: Rulebook, choices: Round, earlier: RoundReading | None = None) -> RoundReading:
    """Return the result of a round. Raise ChoiceError for the first choice that the rules refuse.

    `earlier` is a reading of the same round with fewer choices. Parts of it that later choices do not change are used
    again.
    """
    encounter = choices.encounter
    _check_names(choices)
    if earlier is not None and _rolled_alike(choices, earlier.doings.choices):
        doings, order, hands = replace(earlier.doings, choices=choices), earlier.order, earlier.hands
    else:
        earlier = None
        doings = read_doings(rulebook, choices)
        order = allotting_order(rulebook, encounter)
        hands = read_hands(doings)
    spent = dict(_spending(doings, hands))
    if earlier is not None and choices.allot is earlier.doings.choices.allot:
        chips, efforts, pairs, minds, orders = (
            earlier.chips, earlier.efforts, earlier.pairs, earlier.minds, earlier.orders
        )  # fmt: skip
    else:
        chips = read_chips(doings, hands)
        efforts = {
            who: effort
            for who, hand in hands.items()
            if (effort := read_effort(doings, hands, hand, chips)) is not None
        }
        evading = {who: effort.evades for who, effort in efforts.items()}
        pairs = read_pairs(doings, hands, chips, evading)
        minds = tuple(read_mind(doings, hands, pair, n) for pair, n in pairs.minds.items() if hands[pair[0]].is_thrown)
        orders = read_orders(doings, minds)
    open_ = (*_to_throw(order, doings, hands, efforts, (*minds, *orders)), *_to_allot(order, doings, hands, chips))
    slain = {doing.coup for doing in doings.by_id.values() if doing.able and doing.coup}
    found: dict[str, Wound] = {}
    # A rider's fall depends on the state of the mount.
    for who in _mounts_first(encounter):
        found[who] = read_wound(
            doings,
            hands[who],
            chips.get(who, ()),
            tuple(pairs.against(who)),
            fatigue=_fatigue(hands[who], chips.get(who, ()), efforts.get(who)),
            slain=who in slain,
            mount=found.get(hands[who].fighter.on),
            settled=not open_,
        )
    # Wounds are displayed in roster order.
    wounds = {who: found[who] for who in hands}
    questions = (*open_, *_about_damage(doings, hands, pairs, wounds))
    return RoundReading(order, doings, hands, chips, pairs, efforts, minds, orders, wounds, spent, questions)


_BEFORE_ALLOTTING: Final = (
    "encounter", "declarations", "faces", "horde_faces", "rerolls", "resist", "resist_again", "lose", "override",
)  # fmt: skip
"""Parts of a round that decide the rolls and the soaking of hindering damage."""


def _rolled_alike(choices: Round, before: Round) -> bool:
    """Return whether two rounds differ only in choices that are made after the rolls are read."""
    # Edits keep the objects that they do not change, so identity is enough. Comparing contents would take too long.
    same = all(getattr(choices, part) is getattr(before, part) for part in _BEFORE_ALLOTTING)
    soaking = [{who for who, cause in each.soak.items() if cause == HINDERING_DAMAGE} for each in (choices, before)]
    return same and soaking[0] == soaking[1]


def _mounts_first(encounter: Encounter) -> list[str]:
    """Return the ids of all fighters, mounts before their riders."""

    def depth(fighter: Fighter) -> int:
        mount, n = encounter.mount(fighter), 0
        # The limit ends the loop if two fighters ride each other, which a file may contain.
        while mount is not None and n < len(encounter.fighters):
            mount, n = encounter.mount(mount), n + 1
        return n

    return [fighter.id for fighter in sorted(encounter.fighters, key=depth)]


def after(read: RoundReading, today: str = "") -> Encounter:
    """Return the encounter before the next round.

    Dice, items, hindering dice, spiffs (with ledger entries on the date `today`) and uses of magic are updated.
    Fighters who fell are prone, riders of a mount that is out are on foot, and a melee weapon that was thrown is no
    longer in use (AMB-42).
    """
    encounter = read.doings.encounter
    fighters = tuple(_after(read, fighter, today) for fighter in encounter.fighters)
    return encounter.with_(fighters=fighters, round=encounter.round + 1, ruled=_ruled(read, encounter))


def _ruled(read: RoundReading, encounter: Encounter) -> tuple[Ruled, ...]:
    """Return the minds under control after a round: new ones, and earlier ones that did not break free."""
    cast = {(mind.who, mind.whom): mind for mind in read.minds}
    free = {(each.ruled.by, each.ruled.whom) for each in read.orders if each.is_free}
    dead = {who for who, state in read.states.items() if state is Health.DEAD}
    # A new spell of the same fighter replaces the earlier control.
    kept = [each for each in encounter.ruled if (each.by, each.whom) not in {*cast, *free}]
    new = [
        Ruled(by=who, whom=whom, standing=mind.standing, net=mind.net)
        for (who, whom), mind in cast.items()
        if mind.net is not None and mind.net > 0 and (who, whom) not in free
    ]
    return tuple(each for each in (*kept, *new) if not dead & {each.by, each.whom})


def _after(read: RoundReading, fighter: Fighter, today: str) -> Fighter:
    who = fighter.id
    wound, hand = read.wounds[who], read.hands[who]
    character = wound.character
    for purchase in _purchases(read.doings.choices, who):
        character = spend_on(read.doings.rulebook, character, purchase, today)
    if hand.uses_magic:
        used = use_magic(fighter.now)
        character = character.with_(recent_magic=used.recent_magic, magic_beyond=used.magic_beyond)
    gone = {*wound.ruined, hand.doing.throws_away if hand.is_thrown else None}
    kept = [place for place in fighter.at_hand if place not in gone]
    # Indexes decrease when earlier items are given up.
    at_hand = tuple(place - sum(ruined < place for ruined in wound.ruined) for place in kept)
    lent = fighter.lent - sum(place >= len(fighter.own.equipment) for place in wound.ruined)
    changes: dict[str, Any] = {"posture": Posture.PRONE, "flying_m": 0.0} if wound.fell_m else {}
    if wound.unhorsed:
        on_foot = Posture.STANDING if fighter.posture is Posture.MOUNTED else fighter.posture
        changes = {"posture": on_foot, "on": "", "war_trained": False, **changes}
    # The file may have other equipment than the roll, so the indexes of the items in use are looked up again.
    if fighter.sheet is not None:
        character, at_hand = _with_sheets_equipment(fighter, fighter.sheet, character, wound.ruined, kept)
    return fighter.with_(character=character, at_hand=at_hand, lent=lent, sheet=None, **changes)


def _with_sheets_equipment(
    fighter: Fighter, sheet: Character, character: Character, ruined: Collection[int], kept: Sequence[int]
) -> tuple[Character, tuple[int, ...]]:
    """Return the character with its sheet's equipment, without items given up, and the indexes of the items in use."""
    had, own = fighter.character.equipment, len(fighter.own.equipment)
    equipment = list(sheet.equipment)
    for place in ruined:
        # Equal items are removed, whatever their index, because the player may have reordered the equipment in the
        # file.
        if place < own and had[place] in equipment:
            equipment.remove(had[place])
    equipment += (item for place, item in enumerate(had) if place >= own and place not in ruined)
    held = [had[place] for place in kept]
    at_hand = [place for place, item in enumerate(equipment) if item in held]
    return character.with_(equipment=tuple(equipment)), tuple(at_hand)


def _purchases(choices: Round, who: str) -> Iterator[str]:
    """Yield the ids of a fighter's purchases with spiffs this round, once each (SPF-16, AMB-84)."""
    if who in choices.rerolls:
        yield REROLL
    if BOUGHT in choices.allot.get(who, {}):
        yield ADDED_SUCCESS
    if choices.soak.get(who):
        yield SOAK


def _spending(doings: Doings, hands: Mapping[str, FighterHand]) -> Iterator[tuple[str, Spent]]:
    places = {REROLL: "reroll.{}", ADDED_SUCCESS: "allot.{}." + BOUGHT, SOAK: "soak.{}"}
    for who, doing in doings.by_id.items():
        spiffs = 0
        for purchase in _purchases(doings.choices, who):
            place = places[purchase].format(who)
            # Only players have spiffs; fighters of the GM have none (AMB-107).
            if doing.fighter.kind is not CharacterKind.PLAYER:
                raise ChoiceError(place, reason("spiffs-for-players", "AMB-107"))
            spiffs += price(doings.rulebook, purchase)
            have = doing.fighter.now.spiffs
            if spiffs > have:
                raise ChoiceError(place, reason("spiffs-too-few", "SPF-18", n=spiffs, have=have))
        uses = int(hands[who].uses_magic)
        if spiffs or uses:
            yield who, Spent(spiffs, uses)


def _fatigue(hand: FighterHand, chips: tuple[Chips, ...], effort: Effort | None) -> int:
    """Return the damage of magic beyond the safe level without a success (MAG-12, amendment 10)."""
    if not hand.uses_magic:
        return 0
    cost = magic_price(hand.fighter.character)
    left = effort.reading.after_fatigue if effort is not None else max((each.magic_left for each in chips), default=0)
    return overreach(cost, left)


def _check_names(choices: Round) -> None:
    """Refuse choices for unknown fighters, and unknown keys of overrides."""
    known = {fighter.id for fighter in choices.encounter.fighters}
    parts: dict[str, Mapping[str, object]] = {
        "faces": {**choices.faces, **choices.horde_faces},
        "reroll": choices.rerolls,
        "resist": {name: 0 for key in (*choices.resist, *choices.resist_again) for name in key.split(" ")},
        "allot": choices.allot,
        "absorb": choices.absorb,
        "soak": choices.soak,
        "lose": choices.lose,
        "riders": choices.riders,
    }
    for name, part in parts.items():
        for who in part:
            if who not in known:
                raise ChoiceError(f"{name}.{who[:60]}", reason("nobody-by-that-id", "", who=who[:60]))
    for key in choices.override:
        name, _, rest = key.partition(".")
        first, _, second = rest.partition(".")
        fits = {
            "taken": rest in known,
            **dict.fromkeys(("net", "attack", "defence"), first in known and second in known),
            "allot": first in known and bool(second),
            "declare": rest.isdigit(),
        }
        if not fits.get(name, name in parts and rest in known):
            raise ChoiceError(f"override.{key[:60]}", reason("override-unknown", "", key=key[:60]))


def _to_allot(
    order: tuple[str, ...], doings: Doings, hands: Mapping[str, FighterHand], chips: Mapping[str, tuple[Chips, ...]]
) -> Iterator[OpenChoice]:
    for who in order:
        if hands[who].choosing:
            yield OpenChoice(Phase.HINDER, who, hands[who].harm - hands[who].soaked)
    for who in order:
        left = sum(len(each.unplaced) for each in chips.get(who, ()))
        if left and not doings[who].fighter.is_horde:
            yield OpenChoice(Phase.ALLOT, who, left)


def _about_damage(
    doings: Doings, hands: Mapping[str, FighterHand], pairs: Pairs, wounds: Mapping[str, Wound]
) -> Iterator[OpenChoice]:
    """Yield the missing choices about damage. Re-rolls and bought successes are optional, so they are not listed."""
    for who in wounds:
        # An attack without damage leaves nothing to choose.
        hurting = [pair for pair in pairs.against(who) if pair.damage and may_absorb(hands[who], pair)]
        if hurting and who not in doings.choices.absorb:
            yield OpenChoice(Phase.ABSORB, who)
    for who, wound in wounds.items():
        if _may_soak(doings.rulebook, wound) and who not in doings.choices.soak:
            yield OpenChoice(Phase.SOAK, who)
    for who, wound in wounds.items():
        if wound.choosing:
            yield OpenChoice(Phase.LOSE, who, wound.choosing)


def _to_throw(
    order: tuple[str, ...],
    doings: Doings,
    hands: Mapping[str, FighterHand],
    efforts: Mapping[str, Effort],
    resisted: tuple[MindMagic | Order, ...],
) -> Iterator[OpenChoice]:
    for who in order:
        doing = doings[who]
        if doing.fighter.is_horde:
            thrown = {each.opponent for each in hands[who].throws}
            waiting = sum(each.whom not in thrown for each in doing.attacks)
            if waiting:
                yield OpenChoice(Phase.THROW, who, waiting)
        elif doing.throws and (not hands[who].is_thrown or (who in efforts and efforts[who].open)):
            yield OpenChoice(Phase.THROW, who)
    for each in resisted:
        if each.resisted is None:
            yield OpenChoice(Phase.THROW, each.whom)


def _may_soak(rulebook: Rulebook, wound: Wound) -> bool:
    character: Character = wound.before
    able = character.kind is CharacterKind.PLAYER and character.spiffs >= price(rulebook, SOAK)
    return able and any(each.left for each in wound.hurts if each.cause != FALL)
