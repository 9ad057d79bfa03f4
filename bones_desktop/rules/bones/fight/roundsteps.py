"""The story of a round: every event with its rule, in the order of AMB-52.

Codes: round-lies-prone (), round-rides-to-war (), round-out (), round-not-thrown (), round-hindered (n),
round-die-taken (dice), round-fear (n), round-regenerates (dice), round-pricks (n), round-shrouds (n),
round-thrown-again (die, face), round-bought (), round-magic-use (), round-fatigue (n), round-encumbrance (n),
round-attacks (whom, n), round-defends (n), round-lends (whom, n), round-commands (whom), round-above (n),
round-throws-away (item), round-unplaced (n), round-defence-wasted (n), round-no-defence (), round-evades (n),
round-moves (metres), round-coup (whom), round-strikes (whom, n), round-stopped (whom, n), round-net (whom, n),
round-damage-icons (whom, n), round-mind (whom, n, resisted), round-mind-open (whom, n), round-mind-fails (whom),
round-mind-degree (whom, n, meaning), round-order-refused (whom, n), round-order-open (whom, n), round-order-left
(whom, resisted, n), round-order-obeyed (whom, n, meaning), round-mind-freed (whom), round-unhorsed (), round-no-magic
(), round-absorbs (item, whom, n), round-soaks (n), round-fatigue-damage (n), round-falls (metres, n), round-loses
(dice, n), round-below (n), round-gains (die), round-dies (), round-sets-taken (n), round-sets-attack,
round-sets-defence, round-sets-net (whom, n), round-allowed-die (die), round-allowed ().
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from bones_desktop.rules.bones.book.characterdice import item_name
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.chips import ATTACK, DEFEND, LEND, Chips
from bones_desktop.rules.bones.fight.doings import Doing, Doings
from bones_desktop.rules.bones.fight.efforts import RESISTED_AGAIN, Effort, MindMagic, Order
from bones_desktop.rules.bones.fight.fighters import (
    BOUGHT,
    FALL,
    FATIGUE,
    HINDERING_DAMAGE,
    Posture,
    Round,
    rides_to_war,
)
from bones_desktop.rules.bones.fight.hands import FighterHand
from bones_desktop.rules.bones.fight.pairs import Pair, Pairs
from bones_desktop.rules.bones.fight.successes import To
from bones_desktop.rules.bones.fight.wounds import Hurt, Wound
from bones_desktop.rules.bones.injury.injuries import condition
from bones_desktop.rules.bones.reading.tasks import SECOND
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record

CAUSES: Final = frozenset({HINDERING_DAMAGE, FATIGUE, FALL})
_SET: Final = frozenset({"taken", "attack", "defence", "net"})
"""Keys of overrides that set a number. Every other key allows a refused choice if its value is not 0."""


class RoundStep(Record):
    """One event of a round, its fighters and its rule."""

    who: str
    reason: Reason


class RoundEvents(Record):
    """The events of a round that follow from the choices made so far."""

    order: tuple[str, ...]
    """Ids of the fighters who can act, in the order of allotting (AMB-33)."""
    doings: Doings
    hands: Mapping[str, FighterHand]
    chips: Mapping[str, tuple[Chips, ...]]
    """Successes of all fighters whose dice count; for a horde, one entry for each opponent."""
    pairs: Pairs
    efforts: Mapping[str, Effort]
    minds: tuple[MindMagic, ...]
    orders: tuple[Order, ...]
    """Orders to minds controlled since an earlier round, and demanding orders given in the same action as the magic."""
    wounds: Mapping[str, Wound]


def steps_of(read: RoundEvents) -> tuple[RoundStep, ...]:
    """Return the events of a round as sentences, as far as its choices are made."""
    told: list[RoundStep] = []
    doings, chips, pairs = read.doings, read.chips, read.pairs
    rulebook, choices = doings.rulebook, doings.choices

    def tell(who: str, reasons: Iterator[Reason]) -> None:
        told.extend(RoundStep(who, each) for each in reasons)

    names = {who: doing.fighter.name for who, doing in doings.by_id.items()}
    for who, doing in doings.by_id.items():
        tell(who, _declared(rulebook, choices, doing, names))
    for who in read.order:
        tell(who, _before(rulebook, choices, read.hands[who], chips.get(who, ())))
    for who in read.order:
        tell(who, _unasked(who, chips.get(who, ()), pairs))
        tell(who, _allotted(doings[who], chips.get(who, ()), pairs, names))
        if who in read.efforts:
            tell(who, _tried(read.efforts[who]))
        tell(who, _thrown_away(rulebook, read.hands[who]))
    for pair in pairs.pairs.values():
        tell(pair.attacker, _fought(pair, read.wounds[pair.target], names))
    for mind in read.minds:
        tell(mind.who, _ruled(rulebook, mind, names))
    for given in read.orders:
        tell(given.ruled.by, _ordered(rulebook, given, names))
    for who, wound in read.wounds.items():
        tell(who, _suffered(rulebook, wound, names))
    for key, n in choices.override.items():
        told += _set_by_gm(key, n, names)
    return tuple(told)


def _set_by_gm(key: str, n: int, names: Mapping[str, str]) -> Iterator[RoundStep]:
    """Yield the step for a number or permission of the GM, by a key of `Round.override` (amendment 9)."""
    part, _, rest = key.partition(".")
    who, _, whom = rest.partition(".")
    if part == "taken":
        yield RoundStep(who, reason("round-sets-taken", "amendment 9", n=n))
    elif part in _SET:
        # For a task both ids are the same. The step of the task states the net result, so no extra step is needed.
        if who != whom:
            yield RoundStep(who, reason(f"round-sets-{part}", "amendment 9", whom=names[whom], n=n))
    elif n and part == "allot" and whom.isdigit():
        yield RoundStep(who, reason("round-allowed-die", "amendment 9", die=whom))
    elif n:
        yield RoundStep(who if who in names else "", reason("round-allowed", "amendment 9"))


def _declared(rulebook: Rulebook, choices: Round, doing: Doing, names: Mapping[str, str]) -> Iterator[Reason]:
    if not doing.able:
        yield reason("round-out", "CMB-14")
        return
    if doing.fighter.posture is Posture.PRONE:
        yield reason("round-lies-prone", "CMB-26")
    elif rides_to_war(rulebook, choices.encounter, doing.fighter):
        yield reason("round-rides-to-war", "CMB-21")
    yield from doing.warnings
    if doing.coup:
        yield reason("round-coup", "CMB-16", whom=names[doing.coup])


def _before(rulebook: Rulebook, choices: Round, hand: FighterHand, chips: Sequence[Chips]) -> Iterator[Reason]:
    """Yield the events before any success was placed."""
    if not hand.is_thrown:
        if hand.doing.throws and (not hand.fighter.is_horde or hand.doing.attacks):
            yield reason("round-not-thrown", "DICE-8")
        return
    who = hand.fighter.id
    if hand.harm:
        yield reason("round-hindered", "HIND-4", n=hand.harm)
    if hand.taken:
        yield reason("round-die-taken", "HIND-5", dice=_listed(hand.taken))
    if hand.healed:
        yield reason("round-regenerates", "BST-12", dice=_listed(hand.healed))
    if who in choices.rerolls:
        again = choices.rerolls[who]
        face = hand.throws[0].now[again.die - 1]
        name = face_name(rulebook, face) if face else ""
        yield reason("round-thrown-again", "SPF-9", die=again.die, face=name)
    if BOUGHT in choices.allot.get(who, {}):
        yield reason("round-bought", "SPF-10")
    if hand.uses_magic:
        yield reason("round-magic-use", "MAG-16")
    elif hand.doing.uses_magic:
        yield reason("round-no-magic", "ACT-4")
        return
    yield from _taken_off(chips)
    seconds = [(chip, throw) for throw in chips for chip in throw.chips if chip.limit == SECOND]
    if seconds and not any(throw.limits[SECOND] for _, throw in seconds):
        place = int(seconds[0][0].place) - 1
        yield reason("idle-second", "AMB-18", item=hand.dice[place].label)


def _taken_off(chips: Sequence[Chips]) -> Iterator[Reason]:
    for throw in chips:
        if throw.fatigue:
            yield reason("round-fatigue", "MAG-11", n=throw.fatigue)
        if throw.encumbrance and throw.limits.get("magic") is not None:
            yield reason("round-encumbrance", "HIND-8", n=throw.encumbrance)
        if throw.nulls:
            yield reason("round-fear", "HIND-9", n=throw.nulls)


def _listed(places: Sequence[int]) -> str:
    return ", ".join(str(place + 1) for place in sorted(places))


def _allotted(doing: Doing, chips: Sequence[Chips], pairs: Pairs, names: Mapping[str, str]) -> Iterator[Reason]:
    who = doing.fighter.id
    # Defences are counted together, because most of them stop every attacker.
    placed = (chip for throw in chips for chip in throw.placed)
    used = Counter((chip.use, chip.whom if chip.use != DEFEND else "") for chip in placed)
    for throw in chips:
        for shown in throw.shown:
            if shown.reading.commands:
                yield reason("round-commands", "AMB-27", whom=shown.reading.commands)
    for (use, whom), n in used.items():
        if use == ATTACK:
            yield reason("round-attacks", "CMB-4", whom=names[whom], n=n)
        elif use == LEND:
            yield reason("round-lends", "AMB-26", whom=names[whom], n=n)
        else:
            yield reason("round-defends", "CMB-4", n=n)
    # The step for Fear mentions successes lost to Nulls, so only successes above a cap are counted here.
    above = sum(max(0, throw.wasted - throw.nulls) for throw in chips)
    if above:
        yield reason("round-above", "ACT-6", n=above)
    left = sum(len(throw.unplaced) for throw in chips)
    if left:
        yield reason("round-unplaced", "AMB-108", n=left)
    wasted = sum(chip.who == who for chip in pairs.wasted)
    if wasted:
        yield reason("round-defence-wasted", "CMB-10", n=wasted)
    attacked = any(pair.target == who and sum(pair.attack.values()) for pair in pairs.pairs.values())
    # This step is only for fighters who were attacked: the players might ask why these fighters did not defend.
    if attacked and not doing.fights and doing.able and not (doing.task and doing.task.evades):
        yield reason("round-no-defence", "AMB-34")


def _thrown_away(rulebook: Rulebook, hand: FighterHand) -> Iterator[Reason]:
    place = hand.doing.throws_away
    if hand.is_thrown and place is not None:
        thrown = hand.fighter.character.equipment[place]
        yield reason("round-throws-away", "AMB-42", item=item_name(rulebook, thrown))


def _unasked(who: str, chips: Sequence[Chips], pairs: Pairs) -> Iterator[Reason]:
    """Yield the effects on attackers that need no choice."""
    met = any(pairs.against(who))
    ways = [chip.via for throw in chips for chip in throw.acting() if met and chip.is_unasked]
    for way, code, rule in ((To.PRICK, "round-pricks", "BST-11"), (To.SHROUD, "round-shrouds", "BST-9")):
        n = sum(bool(via & way) for via in ways)
        if n:
            yield reason(code, rule, n=n)


def _tried(effort: Effort) -> Iterator[Reason]:
    yield from effort.why
    yield from effort.reading.reading.steps
    yield from (finding.reason for finding in effort.reading.reading.findings)
    if effort.evades:
        yield reason("round-evades", "CMB-18", n=effort.evades)
    if effort.metres is not None:
        yield reason("round-moves", "MOVE-2", metres=f"{effort.metres:g}")


def _fought(pair: Pair, wound: Wound, names: Mapping[str, str]) -> Iterator[Reason]:
    whom = names[pair.target]
    struck = sum(pair.struck.values())
    # An attack without any success gets no step.
    if not (struck or pair.damage_icons or any(pair.attack.values())):
        return
    yield reason("round-strikes", "CMB-11", whom=whom, n=struck)
    yield from (each.reason for each in pair.circumstances)
    stopped = sum(pair.defence.values())
    if stopped:
        yield reason("round-stopped", "CMB-10", whom=whom, n=stopped)
    if pair.damage_icons:
        yield reason("round-damage-icons", "AMB-7", whom=whom, n=pair.damage_icons)
    blow = next((each for each in wound.hurts if each.cause == pair.attacker), None)
    yield reason("round-net", "CMB-11", whom=whom, n=pair.damage if blow is None else blow.points)


def _ruled(rulebook: Rulebook, mind: MindMagic, names: Mapping[str, str]) -> Iterator[Reason]:
    whom = names[mind.whom]
    if mind.resisted is None:
        yield reason("round-mind-open", "MAG-18", whom=whom, n=mind.successes)
        return
    yield reason("round-mind", "MAG-19", whom=whom, n=mind.successes, resisted=mind.resisted)
    if not mind.degree:
        yield reason("round-mind-fails", "MAG-19", whom=whom)
        return
    meaning = next((each.meaning for each in rulebook.mind_degrees if each.net == mind.degree), "")
    yield reason("round-mind-degree", "MAG-20", whom=whom, n=mind.degree, meaning=meaning)
    if mind.magnitude is not None and mind.degree < mind.magnitude:
        yield reason("round-order-refused", "MAG-20", whom=whom, n=mind.magnitude)


def _ordered(rulebook: Rulebook, order: Order, names: Mapping[str, str]) -> Iterator[Reason]:
    """Yield the result of an order to a controlled mind (MAG-21, AMB-75)."""
    whom, n = names[order.whom], order.magnitude
    if order.left is None:
        yield reason("round-order-open", "MAG-21", whom=whom, n=n)
        return
    if n > RESISTED_AGAIN:
        yield reason("round-order-left", "AMB-75", whom=whom, resisted=order.resisted or 0, n=max(0, order.left))
    if order.is_free:
        yield reason("round-mind-freed", "AMB-75", whom=whom)
    elif order.is_obeyed:
        meaning = next((each.meaning for each in rulebook.mind_degrees if each.net == n), "")
        yield reason("round-order-obeyed", "MAG-20", whom=whom, n=n, meaning=meaning)
    else:
        yield reason("round-order-refused", "MAG-20", whom=whom, n=n)


def _suffered(rulebook: Rulebook, wound: Wound, names: Mapping[str, str]) -> Iterator[Reason]:
    for place in wound.ruined:
        by = next((each for each in wound.hurts if each.absorbed and each.cause not in CAUSES), None)
        item = item_name(rulebook, wound.before.equipment[place])
        whom = names.get(by.cause, "") if by else ""
        yield reason("round-absorbs", "EQP-5", item=item, whom=whom, n=by.absorbed if by else 0)
    for hurt in wound.hurts:
        yield from _hurt(hurt, wound)
    # The step for a fall names the metres and is enough.
    if wound.unhorsed and not wound.fell_m:
        yield reason("round-unhorsed", "CMB-22")
    if wound.dice:
        yield reason("round-loses", "CMB-13", dice=_listed(wound.dice), n=len(wound.dice))
    below = wound.character.excess_damage - wound.before.excess_damage
    if below > 0:
        yield reason("round-below", "CMB-15", n=below)
    for rider in wound.riders:
        yield reason("round-gains", "AMB-55", die=rulebook.die(rider).name)
    if wound.slain:
        yield reason("round-dies", "CMB-16")
    if wound.taken or wound.dice or wound.slain:
        yield condition(wound.character).reason


def _hurt(hurt: Hurt, wound: Wound) -> Iterator[Reason]:
    if hurt.cause == FATIGUE:
        yield reason("round-fatigue-damage", "MAG-12", n=hurt.points)
    elif hurt.cause == FALL:
        yield reason("round-falls", "BST-3", metres=int(wound.fell_m), n=hurt.points)
    if hurt.soaked:
        yield reason("round-soaks", "SPF-11", n=hurt.soaked)
