"""Possible uses of each success of a face in a fight. Odds, rounds and the fight page share this code.

The uses depend on the way of fighting (`Means`), never on the opponent. Callers decide whose attacks a success stops
and which targets it reaches (CMB-4..8, AMB-17, 18, 30, 31, 35, 56, 73, amendments 12, 18 and 20).
"""

from collections.abc import Iterable, Sequence
from enum import IntFlag, StrEnum
from functools import lru_cache, reduce
from itertools import product
from operator import or_
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM
from bones_desktop.rules.bones.book.character import CharacterDie, CharacterKind
from bones_desktop.rules.bones.book.definitions import (
    Ability,
    Count,
    Mastery,
    MasteryType,
    Race,
    RacialReading,
    SuccessUse,
)
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import Aim, aim, worth
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.tasks import ARMOUR, MAGIC, SECOND, UNARMED, Borne
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import Record, field, replace

FROST_REACH: Final = 3
"""Metres within which Hoar Frost strikes everybody (BST-8)."""
_FROST: Final = "hoar-frost"
_BY_UNIVERSAL: Final = frozenset({_FROST, "poison-melee", "poison-missile", "fire-breathing"})
"""Abilities that a Universal face can count as. As any other ability it could only defend (AMB-56)."""
_MOST_READINGS: Final = 32


class AttackMode(StrEnum):
    """The way of attacking in a round (AMB-30); for defence, everything but melee counts as missile (MAG-24)."""

    MELEE = "melee"
    MISSILE = "missile"
    MAGIC = "magic"


class To(IntFlag):
    """Possible uses of a success, as flags."""

    NOTHING = 0
    MELEE = 1
    MISSILE = 2
    MAGIC = 4
    FROST = 8
    """Strikes everybody within 3 m, through armour (BST-8)."""
    PRICK = 16
    """Automatic strike against every melee attacker (BST-11)."""
    PARRY = 32
    """Stops a melee success."""
    BLOCK = 64
    """Stops a missile or magic success."""
    SHROUD = 128
    """Stops one success of each attacker, automatically (BST-9)."""
    LEND = 256
    """Helps another fighter's roll (MAST 14, 32, 36, 44)."""


DEFENDS: Final = To.PARRY | To.BLOCK
ATTACKS: Final = To.MELEE | To.MISSILE | To.MAGIC
OF_MODE: Final = {AttackMode.MELEE: To.MELEE, AttackMode.MISSILE: To.MISSILE, AttackMode.MAGIC: To.MAGIC}


def any_of(uses: Iterable[To]) -> To:
    """Return the combination of all flags in `uses`."""
    return reduce(or_, uses, To.NOTHING)


class Success(Record):
    """One success of a face: its possible uses, each with the id of its cap ("" for none)."""

    ways: tuple[tuple[To, str], ...]
    rider: str = ""
    """Hindering die for a damaged target (BST-6, BST-10)."""
    worn: bool = False
    """True if the success comes from armour, which does not stop Hoar Frost (AMB-62)."""
    lends: str = ""
    """Skill of the task that the success can be lent for."""

    @property
    def all(self) -> To:
        """All possible uses of the success."""
        # Most successes have one use. This code runs for every success of every reading.
        return self.ways[0][0] if len(self.ways) == 1 else any_of([way for way, _ in self.ways])

    def limit(self, use: To) -> str | None:
        """Return the id of the cap for a use, "" for no cap; None if the use is impossible."""
        return min((limit for way, limit in self.ways if way & use), default=None)


class FaceReading(Record):
    """One reading of a face: its successes and other effects."""

    names: tuple[str, ...]
    """Ids by which a player can choose the reading. The first belongs to this reading only."""
    successes: tuple[Success, ...] = ()
    negates: tuple[tuple[str, int], ...] = ()
    commands: str = ""

    def negated(self, what: str) -> int:
        """Return the points of `what` that this reading cancels."""
        return sum(points for negated, points in self.negates if negated == what)


class Means(Record):
    """The way in which a fighter fights in a round."""

    modes: frozenset[AttackMode]
    """Modes of attack; none for a fighter who only defends."""
    armed: bool = False
    """True if a weapon's die is rolled: then Unarmed icons only defend (AMB-35)."""
    shoots: bool = True
    """True if the fighter has a weapon to shoot or throw (AMB-35)."""
    horde: bool = False
    """True if the fighter is a horde: every success attacks and none defends (AMB-51)."""
    borne: Borne = field(default_factory=Borne)
    """Uses of the equipment dice, and the equipment dice that are not used (AMB-53)."""
    conditions: frozenset[str] = frozenset()
    abilities: frozenset[str] = frozenset()
    """Abilities on available dice, which a Universal face can count as (AMB-56)."""

    @property
    def only_magic(self) -> bool:
        """True if the roll of the round is for Magic alone (AMB-73)."""
        return self.modes == {AttackMode.MAGIC}


def shoots_by_nature(rulebook: Rulebook, kind: CharacterKind, dice: Iterable[CharacterDie]) -> bool:
    """Return whether a fighter has natural missiles (AMB-35, AMB-54).

    Natural missiles are a beast's spikes, and breath or spit on the dice.
    """
    for icon in {icon for die in dice for shown in die.faces for icon in shown.icons}:
        found = rulebook.icon(icon) if rulebook.has_icon(icon) else None
        if icon == AttackMode.MISSILE and kind is CharacterKind.BEAST:
            return True
        if isinstance(found, Ability) and any(count.skill == AttackMode.MISSILE for count in found.combat):
            return True
    return False


_Read = dict[tuple[Face, str, str, frozenset[str]], tuple["FaceReading", ...]]


@lru_cache(maxsize=64)
def _known(_rulebook: Rulebook, _house_rules: HouseRules, *_means: object) -> _Read:
    """Return the cache of readings for these rules.

    Odds and rounds read the same faces again and again, so the readings are kept.
    """
    return {}


class FightFaceReader:
    """Reads faces for one way of fighting."""

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules, means: Means) -> None:
        self._rulebook = rulebook
        self._means = means
        self._house_rules = house_rules
        self._modes = means.modes if means.shoots else means.modes - {AttackMode.MISSILE}
        self.magic: Aim = aim(rulebook, house_rules, MAGIC, means.conditions)
        self.unarmed: Aim = aim(rulebook, house_rules, UNARMED, means.conditions)
        # The key needs no weapons: it contains the kind of each die, and readings depend on nothing else about weapons.
        how = means.modes, means.armed, means.shoots, means.horde, means.conditions, means.abilities
        self._read: _Read = _known(rulebook, house_rules, *how)

    def readings(self, die: Die[Face], shown: Face, may: frozenset[str]) -> tuple[FaceReading, ...]:
        """Return every reading of a face of the die, at least one, the most useful first.

        `may` names which of the skills `MAGIC` and `UNARMED` may be attempted (ACT-7).
        """
        kind = self._kind(die)
        key = (shown, die.group, kind, may)
        found = self._read.get(key)
        if found is None:
            found = self._read[key] = self._face(shown, die.group, kind, may)
        return found

    def _kind(self, die: Die[Face]) -> str:
        """Return the use of an item: "melee", "missile", "second", "armour", "idle"; "" for other dice."""
        if die.group != ITEM:
            return ""
        if die.key in self._means.borne.idle:
            return "idle"
        return ARMOUR if die.key.startswith(ARMOUR) else self._means.borne.weapons.get(die.key, "")

    def _face(self, shown: Face, group: str, kind: str, may: frozenset[str]) -> tuple[FaceReading, ...]:
        if group not in {CHARACTER, ITEM} or kind == "idle" or shown.is_blank:
            return (FaceReading(("",)),)
        each = [_merged(self._icon(icon, kind, may)) for icon in shown.icons]
        found: list[FaceReading] = []
        for parts in product(*each):
            # If all icons of a face had many readings, nobody could choose from all the combinations.
            if len(found) >= _MOST_READINGS:
                break
            successes = [one for part in parts for one in part.successes] * shown.count
            found.append(
                FaceReading(
                    tuple(name for part in parts for name in part.names),
                    tuple(kept for kept in map(self._as_meant, successes) if kept.all),
                    tuple((what, n * shown.count) for part in parts for what, n in part.negates),
                    "".join(part.commands for part in parts),
                )
            )
        # The first reading is the default, so the reading with the most successes comes first.
        return tuple(sorted(found, key=lambda one: (-len(one.successes), -len(one.negates))))

    def _as_meant(self, success: Success) -> Success:
        if not self._means.horde:
            return success
        return replace(success, ways=tuple((way & ~(DEFENDS | To.SHROUD), limit) for way, limit in success.ways))

    def _icon(self, icon: str, kind: str, may: frozenset[str]) -> list[FaceReading]:
        """Return the readings of one icon."""
        # A second weapon only attacks (AMB-18).
        if kind == SECOND and icon != AttackMode.MELEE:
            return [FaceReading((icon,))]
        if icon in {UNIVERSAL, PHYSICAL, MENTAL}:
            return self._symbol(icon, may)
        if icon == UNARMED and not self._means.only_magic:
            return [FaceReading((icon,), (Success(self._unarmed_ways(may)),))]
        found = self._rulebook.icon(icon) if self._rulebook.has_icon(icon) else None
        match found:
            case Mastery():
                readings = self._mastery(found, kind)
            case Race():
                readings = [self._race(reading, kind) for reading in found.readings]
            case Ability():
                readings = [self._ability(found, kind)]
            case _:
                readings = [FaceReading((icon,), self._of([Count(icon)], kind))]
        magic = self._magic(icon, may)
        if magic is None:
            return readings
        # A plain icon that has no other effect here has only one reading.
        plain = not isinstance(found, Mastery | Race | Ability) and not readings[0].successes
        return [magic] if plain else [magic, *readings]

    def _symbol(self, icon: str, may: frozenset[str]) -> list[FaceReading]:
        attacks = any_of(OF_MODE[mode] for mode in self._modes if mode is not AttackMode.MAGIC)
        magic = ((To.MAGIC | DEFENDS, MAGIC),) if AttackMode.MAGIC in self._modes and MAGIC in may else ()
        ways: tuple[tuple[To, str], ...] = ()
        if icon in {UNIVERSAL, PHYSICAL} and not self._means.only_magic:
            ways = ((attacks | DEFENDS, ""),)
        elif icon == self.unarmed.aptitude and not self._means.only_magic:
            ways = self._unarmed_ways(may)
        if icon in {UNIVERSAL, self.magic.aptitude}:
            ways += magic
        readings = [FaceReading((icon,), (Success(ways),))]
        if icon == UNIVERSAL and not self._means.only_magic:
            readings += [
                replace(self._ability(self._rulebook.ability(each), ""), names=(each,))
                if each in _BY_UNIVERSAL
                else FaceReading((each,), (Success(((DEFENDS, ""),)),))
                for each in sorted(self._means.abilities if not self._house_rules.universal_is_no_ability else ())
                if self._rulebook.ability(each).combat
            ]
        return readings

    def _unarmed_ways(self, may: frozenset[str]) -> tuple[tuple[To, str], ...]:
        if UNARMED not in may:
            return ()
        # With a weapon in hand, unarmed icons only defend (AMB-35).
        attacks = To.MELEE if AttackMode.MELEE in self._modes and not self._means.armed else To.NOTHING
        return ((attacks | DEFENDS, UNARMED),)

    def _magic(self, icon: str, may: frozenset[str]) -> FaceReading | None:
        if AttackMode.MAGIC not in self._modes or MAGIC not in may:
            return None
        n = worth(self._rulebook, self.magic, Face((icon,))).counts
        return FaceReading((MAGIC, icon), (Success(((To.MAGIC | DEFENDS, MAGIC),)),) * n) if n else None

    def _mastery(self, mastery: Mastery, kind: str) -> list[FaceReading]:
        names = (mastery.id, *(count.skill for count in mastery.combat))
        negates = tuple((each.what, each.points) for each in mastery.negates)
        if mastery.type is MasteryType.BOTH:
            return [FaceReading(names, self._of(mastery.combat, kind), negates)]
        if mastery.lends:
            lent = Success(((To.LEND, ""),), lends=mastery.skill)
            readings = [FaceReading(names, (lent,), negates)]
        else:
            readings = [FaceReading(names, self._of([count], kind), negates) for count in mastery.combat]
        if mastery.commands:
            readings.append(FaceReading((mastery.commands, "command", mastery.id), commands=mastery.commands))
        return readings or [FaceReading(names, (), negates)]

    def _race(self, reading: RacialReading, kind: str) -> FaceReading:
        if not reading.mastery:
            return FaceReading((reading.skill,), self._of([Count(reading.skill)], kind))
        found = _merged(self._mastery(self._rulebook.mastery(reading.mastery), kind))[0]
        return replace(found, names=tuple(dict.fromkeys((reading.mastery, reading.skill, *found.names))))

    def _ability(self, ability: Ability, kind: str) -> FaceReading:
        names = (ability.id,)
        if ability.id == "incorporeal":
            return FaceReading(names, (Success(((To.SHROUD, ""),)),))
        if ability.together:
            # Prickly gives one Defend and strikes melee attackers in every way of fighting.
            found = [
                Success(((To.PRICK if count.skill == "melee" else self._reach(count, kind), ""),))
                for count in ability.combat
                for _ in range(count.successes)
            ]
            return FaceReading(names, tuple(found))
        reach = To.NOTHING
        for count in ability.combat:
            strikes = ability.independent and count.skill == "melee"
            reach |= To.FROST if strikes else self._reach(count, kind)
        return FaceReading(names, (Success(((reach, ""),), rider=ability.rider),) if reach else ())

    def _of(self, counts: Iterable[Count], kind: str) -> tuple[Success, ...]:
        """Return the successes of combat counts that apply together."""
        limit = SECOND if kind == SECOND else ""
        return tuple(
            Success(((reach, limit),), worn=kind == ARMOUR)
            for count in counts
            for reach in [self._reach(count, kind)] * count.successes
            if reach
        )

    def _reach(self, count: Count, kind: str) -> To:
        """Return the uses of a success of a combat skill."""
        if count.skill == "defend":
            return DEFENDS
        if self._means.only_magic:
            # A caster's roll is a roll of Magic, in which only the Defend icons of other skills count (AMB-73).
            return To.NOTHING
        if count.skill == "melee" and kind != AttackMode.MISSILE:
            strikes = AttackMode.MELEE in self._modes and count.use in {SuccessUse.ANY, SuccessUse.ATTACK}
            reach = To.MELEE if strikes else To.NOTHING
            only_attacks = self._house_rules.weapons_never_defend and kind in {AttackMode.MELEE, SECOND}
            if count.use in {SuccessUse.ANY, SuccessUse.DEFENCE, SuccessUse.MELEE_DEFENCE} and not only_attacks:
                reach |= To.PARRY
            return reach | (To.BLOCK if count.use is SuccessUse.MISSILE_DEFENCE else To.NOTHING)
        if count.skill == "missile" and kind not in {AttackMode.MELEE, SECOND} and AttackMode.MISSILE in self._modes:
            return To.MISSILE if count.use in {SuccessUse.ANY, SuccessUse.ATTACK} else To.NOTHING
        return To.NOTHING


def _merged(readings: Sequence[FaceReading]) -> list[FaceReading]:
    """Return the readings; readings that differ only in the uses of their successes are merged."""
    found: list[FaceReading] = []
    for one in readings:
        # Several successes cannot be merged, because each of them might have another use.
        plain = len(one.successes) == 1 and not one.commands and not one.successes[0].lends
        twin = next((place for place, other in enumerate(found) if plain and _alike(one, other)), None)
        if twin is None:
            found.append(one)
            continue
        other = found[twin]
        mine, theirs = one.successes[0], other.successes[0]
        every = (*theirs.ways, *mine.ways)
        limits = dict.fromkeys(limit for _, limit in every)
        ways = tuple((any_of(way for way, under in every if under == limit), limit) for limit in limits)
        names = tuple(dict.fromkeys((*other.names, *one.names)))
        found[twin] = replace(other, names=names, successes=(replace(theirs, ways=ways),))
    return found


def _alike(one: FaceReading, other: FaceReading) -> bool:
    if len(other.successes) != 1 or (one.negates, one.commands) != (other.negates, other.commands):
        return False
    mine, theirs = one.successes[0], other.successes[0]
    return (mine.rider, mine.worn, mine.lends) == (theirs.rider, theirs.worn, theirs.lends)
