"""Edits of a round: declaring and placing successes for many fighters at once, and rolling the remaining dice.

If a choice breaks the rules, it is refused when the round is read again, see `chips`.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from random import Random
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, Task
from bones_desktop.rules.bones.book.character import CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.chips import NONE, OPEN, Chips, RolledSuccess, legal_uses
from bones_desktop.rules.bones.fight.combat import Combatant, Stance
from bones_desktop.rules.bones.fight.doings import MODES, Doing, Doings, is_order, read_doings
from bones_desktop.rules.bones.fight.efforts import RESISTED_AGAIN
from bones_desktop.rules.bones.fight.fighters import (
    BOUGHT,
    Declaration,
    Encounter,
    Faces,
    Fighter,
    How,
    Round,
    RoundReroll,
    Words,
    is_able,
    is_plain,
    resisting,
    thrown_against,
)
from bones_desktop.rules.bones.fight.pairs import circumstances
from bones_desktop.rules.bones.fight.roster import Fight, allow, also, choose
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from bones_desktop.rules.bones.fight.rounds import Fall, falls
from bones_desktop.rules.bones.fight.successes import AttackMode, shoots_by_nature
from bones_desktop.rules.bones.injury.magic import MAGIC, magic_price
from bones_desktop.rules.bones.reading.plays import metres_of
from bones_desktop.rules.bones.reading.tasks import WEAPON, challenge_dice, hindrance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import Record, replace


def undeclared(fight: Fight) -> tuple[Fighter, ...]:
    """Return the fighters who can act and have neither declared nor rolled.

    A horde attacks without declaring (CMB-40).
    """
    said = {each.who for each in fight.round.declarations} | fight.thrown
    here = fight.encounter.fighters
    return tuple(each for each in here if each.id not in said and is_able(each.character) and not each.is_horde)


def may_attack(fight: Fight) -> bool:
    """Return whether a fighter without a declaration has an enemy who can act."""
    able = {each.side for each in fight.encounter.fighters if is_able(each.character)}
    return any(able - {each.side} for each in undeclared(fight))


def as_before(fight: Fight) -> tuple[tuple[int, Declaration], ...]:
    """Return the repeatable declarations of the last round, for fighters who have neither declared nor rolled.

    An attack on an enemy who is out or gone gets a new target: the nearest enemy who can fight, at that enemy's
    distance. Four kinds are not repeated: orders to minds that are no longer controlled, a coup de grace for a fighter
    who is not down, weapons that are no longer at hand, and missile attacks without a weapon for them.
    """
    encounter = fight.encounter
    here = {fighter.id: fighter for fighter in encounter.fighters}
    said = {each.who for each in fight.round.declarations} | fight.thrown
    aimed = [each for each in fight.last if each.whom in here and is_able(here[each.whom].character)]
    # All earlier attacks are counted first, so that attacks with a new target are spread over the enemies.
    struck = Counter(each.whom for each in (*fight.round.declarations, *aimed))
    found: list[tuple[int, Declaration]] = []
    for number, each in enumerate(fight.last, 1):
        who = here.get(each.who)
        if who is None or each.who in said or not is_able(who.character) or not _has_weapon(who, each):
            continue
        if number not in fight.last_allowed and not _can_shoot(who, each):
            continue
        # The Nulls, rolled or typed, were those of the previous round.
        again: Declaration | None = each.with_(nulls=None, challenge=())
        if each.whom and each not in aimed:
            # If one fighter attacked two enemies, both attacks must not get the same new target.
            own = {other.whom for other in (*aimed, *(one for _, one in found)) if other.who == each.who}
            again = _at_another(encounter, who, each, struck, own)
        # Other attacks need a target who can fight. The victim of a coup de grace must be down.
        if each.how is How.COUP:
            down = each.whom in here and not is_able(here[each.whom].character)
            again = each if down else None
        if again is not None:
            found.append((number, again))
    return tuple(found)


def _at_another(
    encounter: Encounter, who: Fighter, each: Declaration, struck: Counter[str], own: Collection[str]
) -> Declaration | None:
    """Return an attack with a new target that can fight, and count the target.

    Return None for an order, or if no enemy is left.
    """
    whom = _nearest(encounter, who, struck, own)
    if whom is None or each.magnitude is not None:
        return None
    struck[whom.id] += 1
    # Distance, cover and friends were those of the old target.
    return each.with_(whom=whom.id, distance_m=None, cover=None, friends=None)


def declare_as_before(fight: Fight) -> Fight:
    """Return the fight with the declarations of the last round repeated, see `as_before`."""
    again = as_before(fight)
    count = len(fight.round.declarations)
    after = also(fight, (each for _, each in again))
    return allow(after, (place for place, (number, _) in enumerate(again, count + 1) if number in fight.last_allowed))


def all_attack(rulebook: Rulebook, fight: Fight, odds: "AttackOdds | None" = None) -> Fight:
    """Return the fight with every fighter in `undeclared` attacking the nearest enemy who can act.

    Of enemies equally near, or without a distance, the one with the fewest attackers is chosen. Each fighter uses the
    attack with the most damage on average: in melee, with missiles, unarmed, or with magic while that causes no fatigue
    (MAG-11). Missile weapons are preferred to thrown ones (amendment 28). An enemy farther away than one move is not
    attacked in melee. `odds` keeps its averages for later rounds under the same house rules.
    """
    struck = Counter(each.whom for each in fight.round.declarations)
    odds = odds or AttackOdds(rulebook, fight.encounter.house_rules)
    found: list[Declaration] = []
    for fighter in undeclared(fight):
        foe = _nearest(fight.encounter, fighter, struck)
        if foe is not None:
            struck[foe.id] += 1
            found.append(odds.best(fight.encounter, fighter, foe))
    return also(fight, found)


def _nearest(
    encounter: Encounter, who: Fighter, struck: Mapping[str, int], but: Collection[str] = ()
) -> Fighter | None:
    """Return the nearest enemy who can act; None if there is none.

    Of several equally near enemies, return the one with the fewest attackers.
    """
    foes = [
        each for each in encounter.fighters if each.side != who.side and each.id not in but and is_able(each.character)
    ]
    # An unknown distance counts as near, as everywhere else in a fight.
    return min(foes, key=lambda foe: (encounter.stated(who.id, foe.id) or 0.0, struck.get(foe.id, 0)), default=None)


class AttackOdds:
    """Average damage of attacks under some house rules, calculated once for all equal fighters."""

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self._attacks: dict[Combatant, dict[int, int]] = {}
        self._guards: dict[tuple[Combatant, AttackMode], dict[int, int]] = {}

    def best(self, encounter: Encounter, fighter: Fighter, foe: Fighter) -> Declaration:
        """Return the attack with the most damage on average; if several have the most, the first of them."""
        ways = [
            Declaration(who=fighter.id, how=how, whom=foe.id, weapon=named)
            for how, named in dict.fromkeys(self._ways(encounter, fighter, foe))
        ]
        return max(ways, key=lambda way: self._of(encounter, fighter, foe, way))

    def _ways(self, encounter: Encounter, fighter: Fighter, foe: Fighter) -> Iterator[tuple[How, str]]:
        """Yield the possible attacks of a fighter and the weapon of each, "" for the best one."""
        held = [item for item in _held(fighter) if item.kind is ItemKind.WEAPON]
        strikes = [item.name for item in held if _bears(item, "melee")]
        flies = [item.name for item in held if _bears(item, "missile")]
        # A weapon that can also strike is thrown only if the fighter has no other missile weapon (amendment 28).
        shoots = [name for name in flies if name not in strikes] or flies
        character = fighter.character
        own = [character.dice[place] for place in character.available()]
        apart = encounter.stated(fighter.id, foe.id) or 0.0
        magic = any(face.has(MAGIC) for die in own for face in die.faces) and not magic_price(character).penalty
        # A fighter who can only fight in melee declares the attack anyway, and runs towards the enemy.
        if apart <= metres_of(character.move) or not (shoots or magic):
            yield How.MELEE, ""
            yield from ((How.MELEE, name) for name in strikes if len(strikes) > 1)
            yield How.UNARMED, ""
        if shoots or shoots_by_nature(self._rulebook, fighter.kind, own):
            yield How.MISSILE, shoots[0] if len(held) > 1 and shoots else ""
            yield from ((How.MISSILE, name) for name in shoots[1:])
        if magic:
            yield How.MAGIC, ""

    def _of(self, encounter: Encounter, fighter: Fighter, foe: Fighter, way: Declaration) -> float:
        """Return the average damage of an attack in which every success that can attack does so.

        The enemy fights in melee, and defends with half of the successes that can attack or defend.
        """
        own, there = self.combatant(fighter, way), self.combatant(foe, Declaration(who=foe.id, how=How.MELEE))
        if own not in self._attacks:
            self._attacks[own] = _summed(self._falls(own, AttackMode.MELEE), lambda fall: fall[0] + fall[2])
        if (there, own.mode) not in self._guards:
            guards = _summed(self._falls(there, own.mode), lambda fall: fall[1] + fall[2] // 2 + fall[3])
            self._guards[there, own.mode] = guards
        attacks, guards = self._attacks[own], self._guards[there, own.mode]
        off = self._taken_off(encounter, fighter, foe, way)
        done = sum(
            (attack - guard - off) * n * m
            for attack, n in attacks.items()
            for guard, m in guards.items()
            if attack > guard + off
        )
        return done / (sum(attacks.values()) * sum(guards.values()))

    def _falls(self, one: Combatant, against: AttackMode) -> dict[Fall, int]:
        return falls(Stance(self._rulebook, self._house_rules, one, against), one.dice)

    def combatant(self, fighter: Fighter, way: Declaration) -> Combatant:
        """Return a fighter with the dice to roll. Weapons other than the one in `way` are left out."""
        dice, own = fighter.dice(self._rulebook), fighter.character.available()
        kept = [dice[place] for place in own]
        kept += [die for die in dice[len(fighter.character.dice) :] if not _is_idle(die, way)]
        shoots = way.how is How.MISSILE
        plain = tuple(replace(die, label="") for die in kept)  # without labels, equal fighters get equal dice
        return Combatant(plain, MODES[way.how], fighter.automatic, horde=fighter.is_horde, shoots=shoots)

    def _taken_off(self, encounter: Encounter, fighter: Fighter, foe: Fighter, way: Declaration) -> int:
        """Return the successes that circumstances cancel; negative if circumstances add successes (CMB-23..33)."""
        # Most fights have no such circumstances, and reading the declaration takes long.
        if is_plain(encounter, (fighter, foe)):
            return 0
        # The round has only these two fighters, because the others have not declared yet.
        two = Round(encounter=encounter.with_(fighters=(fighter, foe), ruled=()), declarations=(way,))
        doings = read_doings(self._rulebook, two)
        return -sum(each.n for each in circumstances(doings, doings[fighter.id].aimed, (), ()))


def _summed(thrown: Mapping[Fall, int], of: Callable[[Fall], int]) -> dict[int, int]:
    """Return the weight of each number of successes.

    `of` counts the successes of a result.
    """
    found: dict[int, int] = {}
    for fall, weight in thrown.items():
        found[of(fall)] = found.get(of(fall), 0) + weight
    return found


def _is_idle(die: Die[Face], way: Declaration) -> bool:
    """Return whether a die is a weapon that this attack does not use."""
    if die.group != ITEM or not die.key.startswith(WEAPON):
        return False
    return way.how is How.UNARMED or bool(way.weapon and die.label != way.weapon)


def _bears(item: ItemDie, icon: str) -> bool:
    return any(face.has(icon) for face in item.faces)


def _held(fighter: Fighter) -> list[ItemDie]:
    return [fighter.character.equipment[place] for place in fighter.at_hand]


def _can_shoot(fighter: Fighter, declared: Declaration) -> bool:
    """Return whether a missile attack has a weapon or a natural missile; True for other attacks (AMB-35)."""
    shoots = any(_bears(item, "missile") for item in _held(fighter))
    return declared.how is not How.MISSILE or shoots or fighter.kind is CharacterKind.BEAST


def _has_weapon(fighter: Fighter, declared: Declaration) -> bool:
    """Return whether the weapon that a declaration names is at hand."""
    names = {name for item in _held(fighter) for name in (item.name.casefold(), item.printed)}
    return not declared.weapon or declared.weapon.casefold() in names


AS: Final = "as "
"""Prefix of a word that says how a face is read."""
Legal = Mapping[RolledSuccess, tuple[str, ...]]


def place(
    fight: Fight, reading: RoundReading, legal: Legal, chip: RolledSuccess, word: str, *, whole: bool = False
) -> Fight:
    """Return the fight with a success placed on a use.

    With `whole` the other open successes of its face are placed too, if they can have the same use.
    """
    chips = next(each for each in reading.chips[chip.who] if each.opponent == chip.opponent)
    waiting = set(chips.unplaced) if whole else set[RolledSuccess]()
    said = dict(fight.round.allot.get(chip.who, {}))
    asked = [each for each in said.get(chip.place, ()) if each.startswith(AS)]
    found = []
    for each in _at(chips, chip.place):
        along = each in waiting and word in legal.get(each, ())
        found.append(word if each.number == chip.number or along else _use(each) or OPEN)
    said[chip.place] = (*asked, *found)
    return choose(fight, "allot", chip.who, said)


def with_forced(rulebook: Rulebook, fight: Fight) -> Fight:
    """Return the fight with every success placed that has only one use, once all dice are rolled.

    If Nulls or a cap leave fewer successes than were rolled, the player still chooses which of them count. The player
    also chooses how a face is read. Nothing is placed for a fighter who has yet to choose the die that hindering damage
    takes.
    """
    # Later rolls may add attackers or Fear, which change the possible uses of successes.
    if open_throws(rulebook, fight.round):
        return fight
    reading = read_round(rulebook, fight.round)
    for who, throws in reading.chips.items():
        if reading.hands[who].choosing or reading.doings[who].fighter.is_horde:
            continue
        for chips in throws:
            legal = legal_uses(reading.doings, reading.hands, chips)
            said = fight.round.allot.get(who, {})
            found = dict(_forced(chips, legal, said))
            if found:
                fight = choose(fight, "allot", who, {**said, **found})
    return fight


def take_back(fight: Fight, who: str, place: str) -> Fight:
    """Return the fight with the placements and permissions of a fighter's die removed."""
    said = {key: words for key, words in fight.round.allot.get(who, {}).items() if key != place}
    # If the GM allowed the removed placement, the permission is removed too.
    fight = choose(fight, "override", f"allot.{who}.{place}", None)
    return choose(fight, "allot", who, said or None)


def read_as(fight: Fight, who: str, place: str, name: str) -> Fight:
    """Return the fight with a different reading of a face. Placements of its successes are removed."""
    said = {**fight.round.allot.get(who, {}), place: (AS + name,)}
    return choose(fight, "allot", who, said)


def throw_again(rulebook: Rulebook, fight: Fight, who: str, again: RoundReroll) -> Fight:
    """Return the fight with a die re-rolled for a spiff. Placements of its old face are removed (SPF-9)."""
    fight = choose(take_back(fight, who, str(again.die)), "rerolls", who, again)
    return with_forced(rulebook, fight)


def copied(fight: Fight, reading: RoundReading, who: str, others: Collection[str]) -> Fight:
    """Return the fight in which `others` place their successes like `who`.

    Faces with the same name are used in the same way, in order. Other faces get the most frequent use of `who`.
    Fighters with other targets attack their own. A success that fits no use stays open.
    """
    habits: dict[str, list[str]] = {}
    readings: dict[str, Words] = {}
    for chip in _chips(reading, who):
        if chip.use and not chip.is_unasked:
            habits.setdefault(chip.face, []).append(_use(chip))
        words = fight.round.allot.get(who, {}).get(chip.place, ())
        readings[chip.face] = tuple(word for word in words if word.startswith(AS))
    usual = [word for word, _ in Counter(word for words in habits.values() for word in words).most_common()]
    for other in others:
        given = fight.round.allot.get(other, {})
        said = {place: words for place, words in given.items() if place == BOUGHT}
        done: Counter[str] = Counter()
        for chips in reading.chips.get(other, ()) if other != who else ():
            legal = legal_uses(reading.doings, reading.hands, chips)
            for here in dict.fromkeys(chip.place for chip in chips.chips):
                uses: list[str] = []
                for chip in _at(chips, here):
                    own = habits.get(chip.face, [])[done[chip.face] :][:1] or habits.get(chip.face, [])[-1:]
                    done[chip.face] += 1
                    uses.append(_fitting((*own, *usual), legal.get(chip, ())))
                if any(use != OPEN for use in uses):
                    said[here] = (*readings.get(_at(chips, here)[0].face, ()), *uses)
            fight = choose(fight, "allot", other, said or None)
    return fight


def _fitting(wanted: Sequence[str], legal: Sequence[str]) -> str:
    """Return the first wanted word that is allowed, with another target if necessary."""
    for word in wanted:
        if word in legal or (word == NONE and legal):
            return word
        like = next((each for each in legal if each.partition(" ")[0] == word.partition(" ")[0]), "")
        if like:
            return like
    return OPEN


def _forced(chips: Chips, legal: Legal, said: Mapping[str, Words]) -> Iterator[tuple[str, Words]]:
    waiting = [chip for chip in chips.chips if not chip.use and not chip.is_unasked]
    # Nulls or a cap cancel some successes, so the player chooses which count.
    if len(chips.unplaced) < len(waiting):
        return
    # If a face has several readings, the player chooses one.
    chosen = {shown.place for shown in chips.shown if shown.others}
    for place in dict.fromkeys(chip.place for chip in waiting):
        words = tuple(legal[each][0] if len(legal.get(each, ())) == 1 else OPEN for each in _at(chips, place))
        if place not in said and place not in chosen and any(word != OPEN for word in words):
            yield place, words


def _chips(reading: RoundReading, who: str) -> Iterator[RolledSuccess]:
    return (chip for chips in reading.chips.get(who, ()) for chip in chips.chips)


def _at(chips: Chips, place: str) -> list[RolledSuccess]:
    return [chip for chip in chips.chips if chip.place == place]


def _use(chip: RolledSuccess) -> str:
    return f"{chip.use} {chip.whom}".strip()


class ThrowFor(StrEnum):
    """The purpose of a roll."""

    ROUND = "round"
    """The roll for the declared action."""
    RESISTANCE = "resistance"
    """Resistance to magic on a mind (MAG-22)."""
    ORDER = "order"
    """Resistance to a demanding order that is given in the same action as the magic (MAG-21)."""
    CHALLENGE = "challenge"
    """Challenge dice against a task."""


class OpenThrow(Record):
    """Dice that are rolled together: the dice of one fighter, or of a horde for one opponent (CMB-40)."""

    who: str
    purpose: ThrowFor
    opponent: str
    """The opponent of a horde; the caster whose magic is resisted, if there are several casters; else ""."""
    places: tuple[int, ...]
    """Index of each die among the fighter's dice or the challenge dice, from 0."""
    dice: tuple[Die[Face], ...]
    declaration: int = 0
    """Index of the declaration that challenge dice belong to."""


def open_throws(rulebook: Rulebook, choices: Round) -> tuple[OpenThrow, ...]:
    """Return all rolls still to be made, in roster order. Raise ChoiceError for declarations that the rules refuse.

    Rolls for the round come first, then challenge dice in the order of declarations, then resistance to magic, then
    resistance to orders.
    """
    doings = read_doings(rulebook, choices)
    found: list[OpenThrow] = []
    for who, doing in doings.by_id.items():
        if not doing.throws:
            continue
        if not doing.fighter.is_horde:
            found += _of_fighter(rulebook, doing, "", choices.faces.get(who))
            continue
        given = choices.horde_faces.get(who, {})
        # Two attacks on one opponent share one roll (CMB-40).
        for opponent in dict.fromkeys(aimed.whom for aimed in doing.attacks):
            found += _of_fighter(rulebook, doing, opponent, given.get(opponent))
    for number, declaration in enumerate(choices.declarations):
        found += _challenge(rulebook, number, declaration)
    found += _to_magic(rulebook, choices, doings)
    return tuple(found)


def with_faces(choices: Round, throws: Sequence[OpenThrow], indices: Sequence[int]) -> Round:
    """Return the round with the faces of `throws` filled in.

    `indices` has one index of a face, from 0, for each die in order.
    """
    faces, resist, again = dict(choices.faces), dict(choices.resist), dict(choices.resist_again)
    hordes = {who: dict(thrown) for who, thrown in choices.horde_faces.items()}
    declarations = list(choices.declarations)
    left = iter(indices)
    for each in throws:
        shown = [next(left) for _ in each.dice]
        # Challenge dice belong to a declaration, which stores the faces and their Nulls.
        if each.purpose is ThrowFor.CHALLENGE:
            pairs = zip(each.dice, shown, strict=True)
            nulls = sum(hindrance(die.faces[index], die.group).nulls for die, index in pairs)
            faces_shown = tuple(index + 1 for index in shown)
            declarations[each.declaration] = declarations[each.declaration].with_(nulls=nulls, challenge=faces_shown)
            continue
        fighter = choices.encounter.fighter(each.who)
        own = len(fighter.character.dice)
        # The mind resists with its own dice, so equipment and hindering dice are not rolled (MAG-22).
        count = own if each.purpose in {ThrowFor.RESISTANCE, ThrowFor.ORDER} else own + len(fighter.at_hand)
        if each.purpose is ThrowFor.ROUND:
            count += len(fighter.character.hindering)
        kept = {ThrowFor.RESISTANCE: resist, ThrowFor.ORDER: again}.get(each.purpose, faces)
        key = each.who
        if each.opponent and each.purpose is ThrowFor.ROUND:
            kept, key = hordes.setdefault(each.who, {}), each.opponent
        elif each.opponent:
            key = resisting(each.who, each.opponent)
        # Faces rolled earlier are kept; only missing faces are filled in.
        now = list(kept.get(key) or (None,) * count)
        for place, index in zip(each.places, shown, strict=True):
            now[place] = index + 1
        kept[key] = tuple(now)
    return choices.with_(
        faces=faces, horde_faces=hordes, declarations=tuple(declarations), resist=resist, resist_again=again
    )


def dice_against(rulebook: Rulebook, declaration: Declaration) -> tuple[Die[Face], ...]:
    """Return the challenge dice of a declared task."""
    return challenge_dice(rulebook, Task(declaration.skill, difficulty=declaration.difficulty))


def throw_rest(rulebook: Rulebook, choices: Round, rng: Random) -> Round:
    """Return the round with all dice rolled. Raise ChoiceError for declarations that the rules refuse."""
    throws = open_throws(rulebook, choices)
    indices = [rng.randrange(len(die.faces)) for each in throws for die in each.dice]
    return with_faces(choices, throws, indices)


def throws_of(throws: Sequence[OpenThrow], who: Collection[str]) -> tuple[OpenThrow, ...]:
    """Return the rolls that belong to the fighters in `who`."""
    return tuple(each for each in throws if each.who in who)


def _of_fighter(rulebook: Rulebook, doing: Doing, opponent: str, given: Faces | None) -> Iterator[OpenThrow]:
    """Yield the roll of the fighter's dice that still need a face.

    Yield nothing for a wrong number of faces, which is refused when the round is read.
    """
    dice = doing.fighter.dice(rulebook)
    if given is not None and len(given) != len(dice):
        return
    available = set(doing.fighter.character.available())
    places = tuple(
        place
        for place, die in enumerate(dice)
        if (given is None or given[place] is None) and (die.group != CHARACTER or place in available)
    )
    if places:
        who = doing.fighter.id
        yield OpenThrow(who, ThrowFor.ROUND, opponent, places, tuple(dice[place] for place in places))


def _challenge(rulebook: Rulebook, number: int, declaration: Declaration) -> Iterator[OpenThrow]:
    if declaration.how is How.TASK and declaration.difficulty and declaration.nulls is None:
        dice = dice_against(rulebook, declaration)
        yield OpenThrow(declaration.who, ThrowFor.CHALLENGE, "", tuple(range(len(dice))), dice, number)


def _to_magic(rulebook: Rulebook, choices: Round, doings: Doings) -> Iterator[OpenThrow]:
    """Yield rolls of resistance to magic (MAG-22), then to demanding orders given with that magic (MAG-21)."""
    magic: dict[str, dict[str, None]] = {}
    orders: dict[str, dict[str, None]] = {}
    for doing in doings.by_id.values():
        who = doing.fighter.id
        for each in doing.aimed if doing.able else ():
            if each.on_mind:
                magic.setdefault(each.whom, {})[who] = None
                if (each.declaration.magnitude or 0) > RESISTED_AGAIN:
                    orders.setdefault(each.whom, {})[who] = None
        for order in choices.declarations if doing.able else ():
            if order.who == who and is_order(choices.encounter, order) and (order.magnitude or 0) > RESISTED_AGAIN:
                magic.setdefault(order.whom, {})[who] = None
    resisted = (magic, choices.resist, ThrowFor.RESISTANCE), (orders, choices.resist_again, ThrowFor.ORDER)
    for victims, thrown, purpose in resisted:
        for whom, by in victims.items():
            yield from _resisting(rulebook, choices.encounter.fighter(whom), thrown, tuple(by), purpose)


def _resisting(
    rulebook: Rulebook, victim: Fighter, thrown: Mapping[str, Faces], by: Sequence[str], purpose: ThrowFor
) -> Iterator[OpenThrow]:
    """Yield the victim's missing rolls; the magic of each fighter in `by` is resisted separately (MAG-22)."""
    dice = victim.dice(rulebook)
    for who in by:
        given = thrown_against(thrown, victim.id, who)
        if given is not None and len(given) != len(victim.character.dice):
            continue
        places = tuple(place for place in victim.character.available() if given is None or given[place] is None)
        if places:
            # The victim's id is the whole key if only one fighter uses magic on the victim.
            alone = len(by) == 1 or victim.id in thrown
            yield OpenThrow(victim.id, purpose, "" if alone else who, places, tuple(dice[place] for place in places))
            if alone:
                return
