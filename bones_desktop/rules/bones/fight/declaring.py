"""What everybody declares at one press: the acts of the last round, or the attacks with the best expected damage."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from bones_desktop.rules.bones.book.attempts import ITEM
from bones_desktop.rules.bones.book.character import ItemDie, ItemKind, Kind
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, Stance
from bones_desktop.rules.bones.fight.doings import MODES, read_doings
from bones_desktop.rules.bones.fight.fighters import Encounter, Fighter, is_able
from bones_desktop.rules.bones.fight.pairs import circumstances
from bones_desktop.rules.bones.fight.roster import Fight, allow, also
from bones_desktop.rules.bones.fight.roundchoices import Declaration, How, Round
from bones_desktop.rules.bones.fight.rounds import Fall, falls
from bones_desktop.rules.bones.fight.successes import Mode, shoots_by_nature
from bones_desktop.rules.bones.injury.magic import MAGIC, magic_price
from bones_desktop.rules.bones.reading.borne import WEAPON
from bones_desktop.rules.dice import Die

_MOVE_METRES = 15
"""Metres that a move score of 1 covers in a round (MOVE-1)."""


def undeclared(fight: Fight) -> tuple[Fighter, ...]:
    """Return who can act and has neither declared nor thrown; a horde attacks unasked (CMB-40)."""
    said = {each.who for each in fight.round.declarations} | fight.thrown
    here = fight.encounter.fighters
    return tuple(each for each in here if each.id not in said and is_able(each.character) and not each.is_horde)


def may_attack(fight: Fight) -> bool:
    """Return whether anybody who has not declared has a foe who can still act."""
    able = {each.side for each in fight.encounter.fighters if is_able(each.character)}
    return any(able - {each.side} for each in undeclared(fight))


def as_before(fight: Fight) -> tuple[tuple[int, Declaration], ...]:
    """Return what can be done again by those who neither declared nor threw, each with its number in the last round.

    A blow at somebody who is out or gone is aimed at the nearest foe who still stands, at a distance of its own. Left
    out are orders to minds that are gone, the coup de grace for those who are not down, weapons no longer at hand, and
    missiles of those with nothing left to shoot or throw.
    """
    encounter = fight.encounter
    here = {fighter.id: fighter for fighter in encounter.fighters}
    said = {each.who for each in fight.round.declarations} | fight.thrown
    aimed = [each for each in fight.last if each.whom in here and is_able(here[each.whom].character)]
    struck = Counter(each.whom for each in (*fight.round.declarations, *aimed))
    found: list[tuple[int, Declaration]] = []
    for number, each in enumerate(fight.last, 1):
        who = here.get(each.who)
        if who is None or each.who in said or not is_able(who.character) or not _has_weapon(who, each):
            continue
        if number not in fight.last_allowed and not _can_shoot(who, each):
            continue
        # Nulls were those of the round before, thrown or typed.
        again: Declaration | None = each.with_(nulls=None, challenge=())
        if each.whom and each not in aimed:
            own = {other.whom for other in (*aimed, *(one for _, one in found)) if other.who == each.who}
            again = _at_another(encounter, who, each, struck, own)
        if each.how is How.COUP:
            down = each.whom in here and not is_able(here[each.whom].character)
            again = each if down else None
        if again is not None:
            found.append((number, again))
    return tuple(found)


def _at_another(
    encounter: Encounter, who: Fighter, each: Declaration, struck: Counter[str], own: Collection[str]
) -> Declaration | None:
    """Return a blow aimed at a foe who stands, and count it; None for an order, or where no other foe is left."""
    whom = _nearest(encounter, who, struck, own)
    if whom is None or each.magnitude is not None:
        return None
    struck[whom.id] += 1
    return each.with_(whom=whom.id, distance_m=None, cover=None, friends=None)


def declare_as_before(fight: Fight) -> Fight:
    """Return the fight with everybody doing what he did in the round before, as `as_before` returns it."""
    again = as_before(fight)
    count = len(fight.round.declarations)
    after = also(fight, (each for _, each in again))
    return allow(after, (place for place, (number, _) in enumerate(again, count + 1) if number in fight.last_allowed))


def all_attack(rulebook: Rulebook, fight: Fight) -> Fight:
    """Return the fight with everybody in `undeclared` attacking the nearest foe who can still act.

    Of foes as near, or at no stated distance, the one whom fewest attack. Each attacks as does most damage on average:
    by hand, with missiles, unarmed, or with magic while that is free of fatigue (MAG-11). What shoots comes before what
    is thrown (amendment 28), and a foe farther away than a move is not attacked by hand.
    """
    struck = Counter(each.whom for each in fight.round.declarations)
    odds = _Expected(rulebook, fight.encounter)
    found: list[Declaration] = []
    for fighter in undeclared(fight):
        foe = _nearest(fight.encounter, fighter, struck)
        if foe is not None:
            struck[foe.id] += 1
            found.append(odds.best(fighter, foe))
    return also(fight, found)


def _nearest(
    encounter: Encounter, who: Fighter, struck: Mapping[str, int], but: Collection[str] = ()
) -> Fighter | None:
    """Return the nearest foe who can still act, of several the one whom fewest attack; None for none."""
    foes = [
        each for each in encounter.fighters if each.side != who.side and each.id not in but and is_able(each.character)
    ]
    return min(foes, key=lambda foe: (encounter.stated(who.id, foe.id) or 0.0, struck.get(foe.id, 0)), default=None)


class _Expected:
    """Average damage of attacks in this encounter; alike fighters are worked out once."""

    def __init__(self, rulebook: Rulebook, encounter: Encounter) -> None:
        self._rulebook = rulebook
        self._encounter = encounter
        self._attacks: dict[Combatant, dict[int, int]] = {}
        self._guards: dict[tuple[Combatant, Mode], dict[int, int]] = {}

    def best(self, fighter: Fighter, foe: Fighter) -> Declaration:
        """Return the attack that does most damage on average, of equals the first that is offered."""
        ways = [
            Declaration(who=fighter.id, how=how, whom=foe.id, weapon=named)
            for how, named in dict.fromkeys(self._ways(fighter, foe))
        ]
        return max(ways, key=lambda way: self._of(fighter, foe, way))

    def _ways(self, fighter: Fighter, foe: Fighter) -> Iterator[tuple[How, str]]:
        """Yield how somebody may attack, and with which weapon, "" for the one that serves."""
        held = [item for item in _held(fighter) if item.kind is ItemKind.WEAPON]
        strikes = [item.name for item in held if _bears(item, "melee")]
        flies = [item.name for item in held if _bears(item, "missile")]
        shoots = [name for name in flies if name not in strikes] or flies
        character = fighter.character
        own = [character.dice[place] for place in character.available()]
        apart = self._encounter.stated(fighter.id, foe.id) or 0.0
        magic = any(face.has(MAGIC) for die in own for face in die.faces) and not magic_price(character).penalty
        if apart <= _MOVE_METRES * character.move or not (shoots or magic):
            yield How.MELEE, ""
            yield from ((How.MELEE, name) for name in strikes if len(strikes) > 1)
            yield How.UNARMED, ""
        if shoots or shoots_by_nature(self._rulebook, fighter.kind, own):
            yield How.MISSILE, shoots[0] if len(held) > 1 and shoots else ""
            yield from ((How.MISSILE, name) for name in shoots[1:])
        if magic:
            yield How.MAGIC, ""

    def _of(self, fighter: Fighter, foe: Fighter, way: Declaration) -> float:
        """Return the average damage of an attack with all successes that may attack.

        The foe strikes back by hand, and defends with half of those that may do either.
        """
        own, there = self._combatant(fighter, way), self._combatant(foe, Declaration(who=foe.id, how=How.MELEE))
        if own not in self._attacks:
            self._attacks[own] = _summed(self._falls(own, Mode.MELEE), lambda fall: fall[0] + fall[2])
        if (there, own.mode) not in self._guards:
            guards = _summed(self._falls(there, own.mode), lambda fall: fall[1] + fall[2] // 2 + fall[3])
            self._guards[there, own.mode] = guards
        attacks, guards = self._attacks[own], self._guards[there, own.mode]
        off = self._taken_off(fighter, foe, way)
        done = sum(
            (attack - guard - off) * n * m
            for attack, n in attacks.items()
            for guard, m in guards.items()
            if attack > guard + off
        )
        return done / (sum(attacks.values()) * sum(guards.values()))

    def _falls(self, one: Combatant, against: Mode) -> dict[Fall, int]:
        return falls(Stance(self._rulebook, self._encounter.house_rules, one, against), one.dice)

    def _combatant(self, fighter: Fighter, way: Declaration) -> Combatant:
        """Return a fighter with the dice he throws, other weapons than the one he names left out."""
        dice, own = fighter.dice(self._rulebook), fighter.character.available()
        kept = [dice[place] for place in own]
        kept += [die for die in dice[len(fighter.character.dice) :] if not _is_idle(die, way)]
        shoots = way.how is How.MISSILE
        plain = tuple(replace(die, label="") for die in kept)  # alike fighters have alike dice
        return Combatant(plain, MODES[way.how], fighter.automatic, horde=fighter.is_horde, shoots=shoots)

    def _taken_off(self, fighter: Fighter, foe: Fighter, way: Declaration) -> int:
        """Return what circumstances take off the attack, below zero for what they add (CMB-23..33)."""
        two = Round(encounter=self._encounter.with_(fighters=(fighter, foe), ruled=()), declarations=(way,))
        doings = read_doings(self._rulebook, two)
        return -sum(each.n for each in circumstances(two, doings, doings[fighter.id].aimed, (), ()))


def _summed(thrown: Mapping[Fall, int], of: Callable[[Fall], int]) -> dict[int, int]:
    """Return the weight of each number of successes of a kind."""
    found: dict[int, int] = {}
    for fall, weight in thrown.items():
        found[of(fall)] = found.get(of(fall), 0) + weight
    return found


def _is_idle(die: Die[Face], way: Declaration) -> bool:
    """Return whether a die is a weapon that this attack leaves alone."""
    if die.group != ITEM or not die.key.startswith(WEAPON):
        return False
    return way.how is How.UNARMED or bool(way.weapon and die.label != way.weapon)


def _bears(item: ItemDie, icon: str) -> bool:
    return any(face.has(icon) for face in item.faces)


def _held(fighter: Fighter) -> list[ItemDie]:
    return [fighter.character.equipment[place] for place in fighter.at_hand]


def _can_shoot(fighter: Fighter, declared: Declaration) -> bool:
    """Return whether a missile, if that is declared, has something to come from, at hand or by nature (AMB-35)."""
    shoots = any(_bears(item, "missile") for item in _held(fighter))
    return declared.how is not How.MISSILE or shoots or fighter.kind is Kind.BEAST


def _has_weapon(fighter: Fighter, declared: Declaration) -> bool:
    """Return whether the weapon that a declaration names is at hand."""
    names = {name for item in _held(fighter) for name in (item.name.casefold(), item.printed)}
    return not declared.weapon or declared.weapon.casefold() in names
