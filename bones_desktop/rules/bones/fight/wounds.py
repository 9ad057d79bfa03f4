"""The effects of attacks: absorbing, soaking, dice given up together, falls, hindering dice (AMB-52, steps 8 to 10).

Codes of refusals: cannot-absorb (item), no-such-item (item), absorbs-nothing (whom), absorbed-already (item),
nothing-to-soak (), too-many-taken (damage), not-hindering-die (die), nobody-hurt-there (), and those of `blows.shares`.
"""

from collections.abc import Mapping, Sequence

from bones_desktop.rules.bones.book.character import Character, ItemKind
from bones_desktop.rules.bones.book.characterdice import FLIGHT, is_winged, item_name
from bones_desktop.rules.bones.book.rulebook import DieUse, RidersFor, Rulebook
from bones_desktop.rules.bones.fight.chips import Chips
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant, Stance
from bones_desktop.rules.bones.fight.doings import Doings
from bones_desktop.rules.bones.fight.fighters import (
    FALL,
    FATIGUE,
    HINDERING_DAMAGE,
    Absorbing,
    ChoiceError,
    Fighter,
    Round,
    falls,
    is_able,
    require,
)
from bones_desktop.rules.bones.fight.hands import FighterHand
from bones_desktop.rules.bones.fight.pairs import AttackKind, Pair
from bones_desktop.rules.bones.fight.rounds import weakest_first
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.injury.blows import ABSORBING, Blow, DamageKind, absorb_refusal, shares
from bones_desktop.rules.bones.reading.requests import fall_damage
from bones_desktop.rules.reasons import Reason, RulesError, reason
from bones_desktop.rules.records import Record


class Hurt(Record):
    """Damage from one cause: an attacker, or one of the causes named in `fighters`."""

    cause: str
    points: int
    """Damage before absorbing and soaking."""
    absorbed: int
    soaked: int

    @property
    def left(self) -> int:
        """Damage after absorbing and soaking."""
        return self.points - self.absorbed - self.soaked


class Wound(Record):
    """The effects of a round on one fighter."""

    who: str
    hurts: tuple[Hurt, ...]
    """Causes of damage: hindering dice first, then attacks in roster order, fatigue of magic, and a fall."""
    taken: int
    """Total damage, or the number set by the GM."""
    dice: tuple[int, ...]
    """Indexes of the dice lost, in order, from 0; regenerated dice are left out."""
    choosing: int
    """Number of dice that the player has yet to choose."""
    ruined: tuple[int, ...]
    """Indexes of the equipment dice given up."""
    riders: tuple[str, ...]
    """Ids of the hindering dice gained."""
    fell_m: float
    """Metres that the fighter fell; 0 for no fall."""
    unhorsed: bool
    """True if the mount can no longer carry the rider (CMB-22)."""
    slain: bool
    before: Character
    character: Character
    """The character after the round."""


def read_wound(
    doings: Doings,
    hand: FighterHand,
    chips: Sequence[Chips],
    against: Sequence[Pair],
    *,
    fatigue: int,
    slain: bool,
    mount: Wound | None = None,
    settled: bool,
) -> Wound:
    """Return the effects of a round on one fighter; `mount` is the wound of the fighter's mount.

    `fatigue` is the damage of the fighter's own magic (MAG-12). `settled` is False until everything is rolled and
    placed; before that, choices about damage that does not exist yet have no effect.
    """
    who, choices, rulebook = hand.fighter.id, doings.choices, doings.rulebook
    hurts, ruined = _hurts(doings, hand, against, fatigue, settled=settled)
    said = choices.override.get(f"taken.{who}")
    # Damage of hindering dice was applied earlier. All other damage takes dice together.
    first = hand.harm - hand.soaked
    total = sum(each.left for each in hurts)
    points = max(0, (total if said is None else said) - first)
    order = dice_in_order(rulebook, hand, chips) if points else ()
    character, lost, choosing = _lost(hand, points, order)
    # Only after the attacks is it known whether the flier has a die with a wing left (BST-3).
    fell = _height_fallen(hand.fighter, character, mount)
    if fell and not injuries.is_past_harm(character):
        hurts.append(_fall(choices, hand, fell))
        if said is None and hurts[-1].left:
            points += hurts[-1].left
            character, lost, choosing = _lost(hand, points, order or dice_in_order(rulebook, hand, chips))
    # Before the round is settled the damage may still change, so a choice that does not fit yet is not refused.
    if settled:
        _check_lose(choices, hand, points)
        _check_soak(choices, who, hurts)
    riders = _riders(doings, who, hurts, against, said, settled=settled)
    for rider in riders:
        # A file can hold no more hindering dice than this.
        if len(character.hindering) < injuries.MOST_HINDERING:
            character = injuries.add_hindering(character, injuries.hindering_from(rulebook.die(rider)))
    if ruined:
        kept = tuple(item for place, item in enumerate(character.equipment) if place not in ruined)
        character = character.with_(equipment=kept)
    if slain and not character.slain:
        character = injuries.slay(character)
    gone = tuple(place for place in hand.taken if place not in hand.healed) + lost
    taken = sum(each.left for each in hurts) if said is None else said
    unhorsed = mount is not None and (fell > 0 or not is_able(mount.character))
    before = hand.fighter.now
    return Wound(who, tuple(hurts), taken, gone, choosing, ruined, riders, fell, unhorsed, slain, before, character)


def _height_fallen(fighter: Fighter, character: Character, mount: Wound | None) -> float:
    """Return the metres that a fighter or its mount falls from the air; 0 for none (BST-3, CMB-34)."""
    if falls(fighter, character):
        return fighter.flying_m
    if mount is None or is_winged(character):
        return 0.0
    return mount.fell_m


def _hurts(
    doings: Doings, hand: FighterHand, against: Sequence[Pair], fatigue: int, *, settled: bool
) -> tuple[list[Hurt], tuple[int, ...]]:
    """Return every cause of damage after absorbing and soaking, and the items given up."""
    who, choices = hand.fighter.id, doings.choices
    hurts = []
    if hand.harm:
        hurts.append(Hurt(HINDERING_DAMAGE, hand.harm, 0, int(hand.soaked)))
    given = choices.absorb.get(who, ())
    ruined: list[int] = []
    # A number set by the GM makes an attack count even if the dice did no damage.
    struck = [pair for pair in against if pair.damage or f"net.{pair.attacker}.{who}" in choices.override]
    hurts += [_blow(doings, hand, pair, given, ruined) for pair in struck]
    for each in given if settled else ():
        if each.by not in {pair.attacker for pair in struck}:
            require(choices, f"absorb.{who}", reason("absorbs-nothing", "EQP-5", whom=each.by))
    if fatigue:
        soaked = _soaks(choices, who, FATIGUE)
        hurts.append(Hurt(FATIGUE, fatigue, 0, min(fatigue, soaked)))
    return hurts, tuple(ruined)


def _soaks(choices: Round, who: str, cause: str) -> int:
    return int(choices.soak.get(who, "") == cause)


def _blow(doings: Doings, hand: FighterHand, pair: Pair, given: Sequence[Absorbing], ruined: list[int]) -> Hurt:
    """Return an attacker's damage after armour, shields and a spiff (EQP-5, AMB-40, SPF-11).

    Hoar Frost passes through armour but not through a shield (AMB-62).
    """
    who, choices = hand.fighter.id, doings.choices
    frost = pair.net(AttackKind.FROST)
    said = choices.override.get(f"net.{pair.attacker}.{who}")
    points = pair.damage if said is None else max(0, said)
    parts = {DamageKind.ATTACK: max(0, points - frost), DamageKind.FROST: min(points, frost)}
    items = [each.item for each in given if each.by == pair.attacker]
    for item in items:
        why = _why_not_absorbed(doings.rulebook, hand.fighter, item, parts, ruined)
        if why is not None:
            raise ChoiceError(f"absorb.{who}", why)
        ruined.append(item)
    soaks = _soaks(choices, who, pair.attacker)
    left = 0
    for harm, n in parts.items():
        # An item may be able to absorb the attack but not its Hoar Frost.
        using = tuple(item for item in items if absorb_refusal(doings.rulebook, hand.character, item, harm) is None)
        if not n or injuries.is_past_harm(hand.character):
            left += n
            continue
        # By this house rule each item absorbs one point, so the other items are kept for the other kind of damage.
        if hand.character.house_rules.armour_absorbs_one_damage:
            using, items = using[:n], [item for item in items if item not in using[:n]]
        try:
            left += shares(doings.rulebook, hand.character, Blow(n, absorbed_by=using, harm=harm))[0]
        except RulesError as error:
            raise ChoiceError(f"absorb.{who}", error.reason) from error
    soaked = min(left, soaks)
    return Hurt(pair.attacker, points, points - left, soaked)


def _why_not_absorbed(
    rulebook: Rulebook, fighter: Fighter, item: int, parts: Mapping[DamageKind, int], ruined: Sequence[int]
) -> Reason | None:
    if item not in fighter.at_hand:
        return reason("no-such-item", "EQP-5", item=item + 1)
    if item in ruined:
        return reason("absorbed-already", "EQP-5", item=item_name(rulebook, fighter.character.equipment[item]))
    if not any(parts.values()):
        return reason("blow-nothing", "CMB-13")
    refused = [absorb_refusal(rulebook, fighter.character, item, harm) for harm, n in parts.items() if n]
    return None if None in refused else refused[0]


def _lost(hand: FighterHand, points: int, order: tuple[int, ...]) -> tuple[Character, tuple[int, ...], int]:
    """Return the character without the dice lost to this damage, those dice, and the number of dice still to choose."""
    character = hand.character
    available = character.available()
    chosen = [place for place in hand.left_to_lose if place in available][:points]
    rest = [place for place in order if place in available and place not in chosen]
    lost = (*chosen, *rest)[:points]
    for place in lost:
        character = injuries.lose(character, place)
    character = injuries.suffer_all(character, points - len(lost))
    # A fighter who loses all dice has no choice.
    choosing = 0 if len(available) <= points else points - len(chosen)
    return character, tuple(lost), choosing


def dice_in_order(rulebook: Rulebook, hand: FighterHand, chips: Sequence[Chips]) -> tuple[int, ...]:
    """Return the indexes of the dice left, in the order to give them up (AMB-13).

    Dice that gave the least to the roll come first; of equal dice, the weaker on average. A flier in the air keeps a
    wing.
    """
    fighter, character = hand.fighter, hand.character
    modes = hand.doing.means.modes
    # The value of a die depends on the way of fighting; melee is the default.
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
    """Refuse to give up more dice than there is damage."""
    who = hand.fighter.id
    if len(hand.left_to_lose) > points and (hand.is_thrown or not hand.doing.throws):
        damage = points + len(choices.lose.get(who, ())) - len(hand.left_to_lose)
        require(choices, f"lose.{who}", reason("too-many-taken", "AMB-13", damage=damage))


def _check_soak(choices: Round, who: str, hurts: Sequence[Hurt]) -> None:
    """Refuse to soak a cause without damage (SPF-11)."""
    cause = choices.soak.get(who, "")
    if cause and cause != HINDERING_DAMAGE and not any(each.cause == cause and each.soaked for each in hurts):
        require(choices, f"soak.{who}", reason("nothing-to-soak", "SPF-11"))


def _fall(choices: Round, hand: FighterHand, metres: float) -> Hurt:
    """Return the damage of a fall from the air (BST-3, CMB-34)."""
    points = fall_damage(int(metres), 0, yielding=False)
    return Hurt(FALL, points, 0, min(points, _soaks(choices, hand.fighter.id, FALL)))


def _riders(
    doings: Doings, who: str, hurts: Sequence[Hurt], against: Sequence[Pair], said: int | None, *, settled: bool
) -> tuple[str, ...]:
    """Return the hindering dice gained from damaging attacks and from the GM (AMB-55)."""
    done = {each.cause: each.left for each in hurts}
    rulebook, choices = doings.rulebook, doings.choices
    rule = choices.encounter.house_rules.riders_for
    found = [
        rider
        for pair in against
        if said != 0
        for rider in riders_gained(rule, pair.riders, done.get(pair.attacker, 0))[: injuries.MOST_HINDERING]
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
    # A die that the attack gives anyway is not added a second time for the GM.
    more = [rider for rider in given if by_magic or rider not in found]
    return (*found, *more)


def riders_gained(rule: RidersFor, icons: Sequence[str], damage: int) -> tuple[str, ...]:
    """Return the hindering dice for an attack with these icons and this damage (AMB-55)."""
    if damage <= 0:
        return ()
    if rule is RidersFor.ICON:
        return tuple(sorted(icons))
    kinds = tuple(sorted(set(icons)))
    return kinds if rule is RidersFor.ATTACK else tuple(kind for kind in kinds for _ in range(damage))


def may_absorb(hand: FighterHand, pair: Pair) -> tuple[int, ...]:
    """Return the indexes of the items that can absorb damage of an attack (EQP-5)."""
    fighter = hand.fighter
    frost_only = pair.net(AttackKind.FROST) == pair.damage
    return tuple(
        place
        for place in fighter.at_hand
        if fighter.character.equipment[place].kind in ABSORBING
        and not (frost_only and fighter.character.equipment[place].kind is ItemKind.ARMOUR)
    )
