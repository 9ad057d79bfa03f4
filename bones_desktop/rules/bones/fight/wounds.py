"""What blows come to for those they fall on: absorbed, soaked, dice given up together, falls, riders (AMB-52, 8 to 10).

Codes of refusals: cannot-absorb (item), no-such-item (item), absorbs-nothing (whom), absorbed-already (item),
nothing-to-soak (), too-many-taken (damage), not-hindering-die (die), nobody-hurt-there (), and those of `blows.shares`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bones_desktop.rules.bones.book.character import Character, ItemKind
from bones_desktop.rules.bones.book.characterdice import FLIGHT, is_winged
from bones_desktop.rules.bones.book.rulebook import DieUse, RidersFor, Rulebook
from bones_desktop.rules.bones.fight.chips import Chips
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance
from bones_desktop.rules.bones.fight.fighters import Fighter, falls, is_able
from bones_desktop.rules.bones.fight.hands import FighterHand
from bones_desktop.rules.bones.fight.pairs import AttackKind, Pair
from bones_desktop.rules.bones.fight.roundchoices import (
    FALL,
    FATIGUE,
    HINDERING_DAMAGE,
    Absorbing,
    ChoiceError,
    Round,
    require,
)
from bones_desktop.rules.bones.fight.rounds import weakest_first
from bones_desktop.rules.bones.injury.blows import ABSORBING, Blow, DamageKind, absorb_refusal, shares
from bones_desktop.rules.bones.injury.injuries import (
    MOST_HINDERING,
    add_hindering,
    hindering_from,
    is_past_harm,
    lose,
    slay,
    suffer_all,
)
from bones_desktop.rules.bones.reading.requests import fall_damage
from bones_desktop.rules.reasons import Reason, RulesError, reason

_FROST: Final = "frost"


@dataclass(frozen=True, slots=True)
class Hurt:
    """One cause of damage: an attacker's blow, or what `roundchoices` names."""

    cause: str
    points: int
    """Before anything is done about it."""
    absorbed: int
    soaked: int

    @property
    def left(self) -> int:
        """The damage that is done."""
        return self.points - self.absorbed - self.soaked


@dataclass(frozen=True, slots=True)
class Wound:
    """What a round does to one fighter."""

    who: str
    hurts: tuple[Hurt, ...]
    """Hindering dice first, then blows in roster order, what magic costs, and a fall."""
    taken: int
    """Damage after everything, or what the GM says."""
    dice: tuple[int, ...]
    """Places of the dice lost, in order, counted from 0; without those that came back by regenerating."""
    choosing: int
    """Dice the owner has yet to choose, where the choice is his."""
    ruined: tuple[int, ...]
    """Places of the equipment given up."""
    riders: tuple[str, ...]
    """Ids of the hindering dice gained."""
    fell_m: float
    """Metres fallen; 0 for no fall."""
    unhorsed: bool
    """Whether the mount carries him no longer (CMB-22)."""
    slain: bool
    before: Character
    character: Character
    """After the round."""


def read_wound(
    rulebook: Rulebook,
    choices: Round,
    hand: FighterHand,
    chips: Sequence[Chips],
    against: Sequence[Pair],
    *,
    fatigue: int,
    slain: bool,
    mount: Wound | None = None,
    settled: bool,
) -> Wound:
    """Return what the round does to one fighter, `mount` being what it does to the one he rides.

    `fatigue` is what his magic cost him (MAG-12). Until everything is thrown and allotted, `settled`, choices about
    damage that is not there yet do nothing.
    """
    who = hand.fighter.id
    hurts, ruined = _hurts(rulebook, choices, hand, against, fatigue, settled=settled)
    said = choices.override.get(f"taken.{who}")
    # What hindering dice did is done; the rest is lost together.
    first = hand.harm - hand.soaked
    total = sum(each.left for each in hurts)
    points = max(0, (total if said is None else said) - first)
    order = dice_in_order(rulebook, hand, chips) if points else ()
    character, lost, choosing = _lost(hand, points, order)
    fell = _height_fallen(hand.fighter, character, mount)
    if fell and not is_past_harm(character):
        hurts.append(_fall(choices, hand, fell))
        if said is None and hurts[-1].left:
            points += hurts[-1].left
            character, lost, choosing = _lost(hand, points, order or dice_in_order(rulebook, hand, chips))
    if settled:
        _check_lose(choices, hand, points)
        _check_soak(choices, who, hurts)
    riders = _riders(rulebook, choices, who, hurts, against, said, settled=settled)
    for rider in riders:
        if len(character.hindering) < MOST_HINDERING:
            character = add_hindering(character, hindering_from(rulebook.die(rider)))
    if ruined:
        kept = tuple(item for place, item in enumerate(character.equipment) if place not in ruined)
        character = character.with_(equipment=kept)
    if slain and not character.slain:
        character = slay(character)
    gone = tuple(place for place in hand.taken if place not in hand.healed) + lost
    taken = sum(each.left for each in hurts) if said is None else said
    unhorsed = mount is not None and (fell > 0 or not is_able(mount.character))
    before = hand.fighter.now
    return Wound(who, tuple(hurts), taken, gone, choosing, ruined, riders, fell, unhorsed, slain, before, character)


def _height_fallen(fighter: Fighter, character: Character, mount: Wound | None) -> float:
    """Return the metres somebody falls out of the air, himself or with his mount; 0 for none (BST-3, CMB-34)."""
    if falls(fighter, character):
        return fighter.flying_m
    if mount is None or is_winged(character):
        return 0.0
    return mount.fell_m


def _hurts(
    rulebook: Rulebook, choices: Round, hand: FighterHand, against: Sequence[Pair], fatigue: int, *, settled: bool
) -> tuple[list[Hurt], tuple[int, ...]]:
    """Return every cause of damage with what is absorbed and soaked of it, and the items given up."""
    who = hand.fighter.id
    hurts = []
    if hand.harm:
        hurts.append(Hurt(HINDERING_DAMAGE, hand.harm, 0, int(hand.soaked)))
    given = choices.absorb.get(who, ())
    ruined: list[int] = []
    struck = [pair for pair in against if pair.damage or f"net.{pair.attacker}.{who}" in choices.override]
    hurts += [_blow(rulebook, choices, hand, pair, given, ruined) for pair in struck]
    for each in given if settled else ():
        if each.by not in {pair.attacker for pair in struck}:
            require(choices, f"absorb.{who}", reason("absorbs-nothing", "EQP-5", whom=each.by))
    if fatigue:
        soaked = _soaks(choices, who, FATIGUE)
        hurts.append(Hurt(FATIGUE, fatigue, 0, min(fatigue, soaked)))
    return hurts, tuple(ruined)


def _soaks(choices: Round, who: str, cause: str) -> int:
    return int(choices.soak.get(who, "") == cause)


def _blow(
    rulebook: Rulebook, choices: Round, hand: FighterHand, pair: Pair, given: Sequence[Absorbing], ruined: list[int]
) -> Hurt:
    """Return an attacker's blow after what armour and shields absorb of it and a spiff soaks (EQP-5, AMB-40, SPF-11).

    Hoar Frost in it passes armour and no shield (AMB-62).
    """
    who = hand.fighter.id
    frost = pair.net(AttackKind.FROST)
    said = choices.override.get(f"net.{pair.attacker}.{who}")
    points = pair.damage if said is None else max(0, said)
    parts = {DamageKind.ATTACK: max(0, points - frost), DamageKind.FROST: min(points, frost)}
    items = [each.item for each in given if each.by == pair.attacker]
    for item in items:
        why = _why_not_absorbed(hand.fighter, item, parts, ruined)
        if why is not None:
            raise ChoiceError(f"absorb.{who}", why)
        ruined.append(item)
    soaks = _soaks(choices, who, pair.attacker)
    left = 0
    for harm, n in parts.items():
        using = tuple(item for item in items if absorb_refusal(hand.character, item, harm) is None)
        if not n or is_past_harm(hand.character):
            left += n
            continue
        if hand.character.house_rules.armour_absorbs_one_damage:
            using, items = using[:n], [item for item in items if item not in using[:n]]
        try:
            left += shares(rulebook, hand.character, Blow(n, absorbed_by=using, harm=harm))[0]
        except RulesError as error:
            raise ChoiceError(f"absorb.{who}", error.reason) from error
    soaked = min(left, soaks)
    return Hurt(pair.attacker, points, points - left, soaked)


def _why_not_absorbed(
    fighter: Fighter, item: int, parts: Mapping[DamageKind, int], ruined: Sequence[int]
) -> Reason | None:
    if item not in fighter.at_hand:
        return reason("no-such-item", "EQP-5", item=item + 1)
    name = fighter.character.equipment[item].name
    if item in ruined:
        return reason("absorbed-already", "EQP-5", item=name)
    if not any(parts.values()):
        return reason("blow-nothing", "CMB-13")
    refused = [absorb_refusal(fighter.character, item, harm) for harm, n in parts.items() if n]
    return None if None in refused else refused[0]


def _lost(hand: FighterHand, points: int, order: tuple[int, ...]) -> tuple[Character, tuple[int, ...], int]:
    """Return the character without the dice so many points take, chosen ones first, and how many nobody chose."""
    character = hand.character
    available = character.available()
    chosen = [place for place in hand.left_to_lose if place in available][:points]
    rest = [place for place in order if place in available and place not in chosen]
    lost = (*chosen, *rest)[:points]
    for place in lost:
        character = lose(character, place)
    character = suffer_all(character, points - len(lost))
    # Whoever loses all he has needs no choice.
    choosing = 0 if len(available) <= points else points - len(chosen)
    return character, tuple(lost), choosing


def dice_in_order(rulebook: Rulebook, hand: FighterHand, chips: Sequence[Chips]) -> tuple[int, ...]:
    """Return the places of the dice held, from the one to give up first to the last (AMB-13).

    First those that gave least to the throw, of equals the weaker on average; a flier in the air keeps a wing.
    """
    fighter, character = hand.fighter, hand.character
    modes = hand.doing.means.modes
    mode = AttackMode.MELEE if not modes or AttackMode.MELEE in modes else min(modes)
    dice = fighter.with_(character=character).dice(rulebook)
    own = tuple(dice[place] for place in character.available())
    stance = Stance(rulebook, fighter.character.house_rules, Combatant(own, mode), AttackMode.MELEE)
    average = {character.available()[at]: rank for rank, at in enumerate(weakest_first(stance, own))}
    gave = dict.fromkeys(average, 0)
    for throw in chips:
        for chip in throw.chips:
            place = int(chip.place) - 1 if chip.place.isdigit() else -1
            if place in gave and place < len(fighter.character.dice):
                gave[place] += 1
    flies = fighter.flying_m > 0

    def rank(place: int) -> tuple[bool, int, int]:
        wing = flies and any(shown.has(FLIGHT) for shown in character.dice[place].faces)
        return wing, gave[place], average[place]

    return tuple(sorted(average, key=rank))


def _check_lose(choices: Round, hand: FighterHand, points: int) -> None:
    """Refuse more dice given up than there is damage."""
    who = hand.fighter.id
    if len(hand.left_to_lose) > points and (hand.is_thrown or not hand.doing.throws):
        damage = points + len(choices.lose.get(who, ())) - len(hand.left_to_lose)
        require(choices, f"lose.{who}", reason("too-many-taken", "AMB-13", damage=damage))


def _check_soak(choices: Round, who: str, hurts: Sequence[Hurt]) -> None:
    """Refuse to soak of what does no damage (SPF-11)."""
    cause = choices.soak.get(who, "")
    if cause and cause != HINDERING_DAMAGE and not any(each.cause == cause and each.soaked for each in hurts):
        require(choices, f"soak.{who}", reason("nothing-to-soak", "SPF-11"))


def _fall(choices: Round, hand: FighterHand, metres: float) -> Hurt:
    """Return the damage of falling out of the air (BST-3, CMB-34)."""
    points = fall_damage(int(metres), 0, yielding=False)
    return Hurt(FALL, points, 0, min(points, _soaks(choices, hand.fighter.id, FALL)))


def _riders(
    rulebook: Rulebook,
    choices: Round,
    who: str,
    hurts: Sequence[Hurt],
    against: Sequence[Pair],
    said: int | None,
    *,
    settled: bool,
) -> tuple[str, ...]:
    """Return the hindering dice gained: those of damaging attacks, and the GM's (AMB-55)."""
    done = {each.cause: each.left for each in hurts}
    rule = choices.encounter.house_rules.riders_for
    found = [
        rider
        for pair in against
        if said != 0
        for rider in riders_gained(rule, pair.riders, done.get(pair.attacker, 0))[:MOST_HINDERING]
    ]
    given = choices.riders.get(who, ())
    known = {die.id for die in rulebook.dice if die.use is DieUse.HINDERING}
    for rider in given:
        if rider not in known:
            raise ChoiceError(f"riders.{who}", reason("not-hindering-die", "MAG-27", die=rider))
    if given and not sum(done.values()) and not said:
        if not settled:
            return tuple(found)
        require(choices, f"riders.{who}", reason("nobody-hurt-there", "MAG-27"))
    by_magic = any(pair.by_magic and done.get(pair.attacker, 0) > 0 for pair in against)
    # What an attack brings by itself the GM need not say again.
    more = [rider for rider in given if by_magic or rider not in found]
    return (*found, *more)


def riders_gained(rule: RidersFor, icons: Sequence[str], damage: int) -> tuple[str, ...]:
    """Return the hindering dice gained by an attack with so many icons that did so much damage (AMB-55)."""
    if damage <= 0:
        return ()
    if rule is RidersFor.ICON:
        return tuple(sorted(icons))
    kinds = tuple(sorted(set(icons)))
    return kinds if rule is RidersFor.ATTACK else tuple(kind for kind in kinds for _ in range(damage))


def may_absorb(hand: FighterHand, pair: Pair) -> tuple[int, ...]:
    """Return the places of the items that could be given up for a blow (EQP-5)."""
    fighter = hand.fighter
    frost_only = pair.net(AttackKind.FROST) == pair.damage
    return tuple(
        place
        for place in fighter.at_hand
        if fighter.character.equipment[place].kind in ABSORBING
        and not (frost_only and fighter.character.equipment[place].kind is ItemKind.ARMOUR)
    )
