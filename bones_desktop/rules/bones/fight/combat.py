"""How a face may be used in a fight, decided once for play and odds alike (CMB-4..8, AMB-17, 18, 30, 31, 35, 73).

Codes: combat-either, combat-attack, combat-defence, combat-both, combat-magic, combat-unarmed, combat-unarmed-defence,
combat-hinders, combat-second-weapon (each: face, n), combat-nothing (face).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, eligibility_of
from bones_desktop.rules.bones.book.definitions import Ability, Count, Mastery, MasteryType, Race, RacialReading, Use
from bones_desktop.rules.bones.book.facevalues import Aim, Worth, aim, worth
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL, UNIVERSAL, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.taskdice import hindrance, is_worn
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason, reason

WEAPON: Final = "weapon"
_SHIELD: Final = "shield"
_TWO_WEAPON: Final = "two-weapon"
_UNARMED: Final = "unarmed"
_MAGIC: Final = "magic"


class Mode(StrEnum):
    """How a combatant attacks in a round (AMB-30); all that is not melee counts as missile for defence (MAG-24)."""

    MELEE = "melee"
    MISSILE = "missile"
    MAGIC = "magic"


@dataclass(frozen=True, slots=True)
class Combatant:
    """One side of a fight: character and item dice, how it attacks, successes it has without rolling (IMP-5)."""

    dice: tuple[Die[Face], ...]
    mode: Mode = Mode.MELEE
    automatic: int = 0
    conditions: frozenset[str] = frozenset()
    """Standing conditions of masteries used for magic: "art", "healing"."""


@dataclass(frozen=True, slots=True)
class FaceUse:
    """What a rolled face gives in a round: successes by what they may be used for, and what it does besides."""

    attack: int
    """Successes that only attack."""
    defence: int
    """Successes that only defend."""
    either: int
    """Successes that attack or defend, one by one, as the owner allots them."""
    capped: int
    """Successes of Magic, or of Unarmed Combat, which stand under that skill's cap."""
    hinders: int
    """Nulls it gives everyone else (Fear Caster, AMB-59)."""
    nulls: int
    """Nulls it gives its own side."""
    worn: int
    """Encumbrance of armour and shields, which Endurance lifts; counts against Magic only."""
    encumbrance: int
    """Other Encumbrance; counts against Magic only."""
    lifted: int
    """Points of worn Encumbrance it lifts (AMB-19)."""
    damage: int
    """Damage it does to its own side's dice (Poison, Flaming, HIND-4)."""
    two_weapon: int
    """How many Two Weapon icons it shows, one of which lets the second weapon strike (AMB-18)."""
    second_attack: int
    """Successes of a second weapon that only attack."""
    second_either: int
    """Successes of a second weapon that attack or defend."""
    reason: Reason

    @property
    def successes(self) -> int:
        """All successes, before any cap; what HIND-5 calls a success shown."""
        return self.attack + self.defence + self.either + self.capped


@dataclass(frozen=True, slots=True)
class _Reach:
    """Successes of one reading of an icon, and whether they reach the foe or the blows of the foe."""

    n: int
    attacks: bool
    defends: bool


class Stance:
    """How one side's faces count while it attacks in one mode and is attacked in another."""

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules, own: Combatant, against: Mode) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self.mode = own.mode
        self.against = against
        self.automatic = own.automatic
        weapons = [die for die in own.dice if die.group == ITEM and die.key.startswith(WEAPON)]
        self.armed = bool(weapons)
        self._second = self._spare_weapons(weapons)
        self._shielded = any(die.group == ITEM and die.key.startswith(_SHIELD) for die in own.dice)
        skill = _MAGIC if own.mode is Mode.MAGIC else _UNARMED
        self.goal: Aim = aim(rulebook, house_rules, skill, own.conditions)
        """The skill whose cap stands over the capped successes."""
        self.capped_attack = self.mode is Mode.MAGIC or (self.mode is Mode.MELEE and not self.armed)
        """Whether capped successes may attack; they always defend (AMB-35, MAG-23)."""
        self._uses: dict[tuple[Face, bool, bool, bool, bool, str], FaceUse] = {}

    def _spare_weapons(self, weapons: Sequence[Die[Face]]) -> frozenset[str]:
        """Return the keys of all weapons but the one in hand: the first that is of use in this mode (AMB-53)."""
        strikes = "missile" if self.mode is Mode.MISSILE else "melee"
        in_hand = next((die for die in weapons if any(shown.has(strikes) for shown in die.faces)), None)
        in_hand = in_hand or (weapons[0] if weapons else None)
        return frozenset(die.key for die in weapons if in_hand is not None and die.key != in_hand.key)

    def cap(self, own: Sequence[Die[Face]]) -> int:
        """Return how many capped successes may count while these character dice are held (ACT-3, ACT-5)."""
        allowed = eligibility_of(self._rulebook, self._house_rules, self.goal, own)
        if not allowed.allowed:
            return 0
        # Without a limit only when the group plays Unarmed Combat so; no throw has more faces than this.
        return allowed.cap if allowed.cap is not None else 1 << 16

    def icons(self, die: Die[Face]) -> int:
        """Return the faces of the die that raise the cap."""
        return eligibility_of(self._rulebook, self._house_rules, self.goal, [die]).icons

    def use(self, die: Die[Face], shown: Face, *, may_try: bool = True) -> FaceUse:
        """Return what a face of the die gives when it is rolled in this round.

        Without `may_try` the skill that stands under the cap may not be attempted, and nothing counts for it (ACT-7).
        """
        weapon = die.group == ITEM and die.key.startswith(WEAPON)
        spare = weapon and die.key in self._second
        worn = die.group == ITEM and is_worn(die.key)
        key = (shown, weapon, spare, worn, may_try, die.group)
        found = self._uses.get(key)
        if found is None:
            found = self._uses[key] = self._use(shown, weapon, spare, worn, may_try, die.group)
        return found

    def _use(self, shown: Face, weapon: bool, spare: bool, worn: bool, may_try: bool, group: str) -> FaceUse:
        harm = hindrance(shown, group)
        attack = defence = either = capped = hinders = second_attack = second_either = 0
        for icon in shown.icons if group in {CHARACTER, ITEM} else ():
            a, d, e, c, h = self._icon(icon, weapon, may_try)
            if spare:
                # Two Weapon lets its Melee count and nothing else of it, and never beside a shield (AMB-18).
                if icon == "melee" and not self._shielded:
                    second_attack, second_either = second_attack + a, second_either + e
                continue
            attack, defence, either, capped, hinders = attack + a, defence + d, either + e, capped + c, hinders + h
        n = shown.count
        magic = self.mode is Mode.MAGIC
        lifted = worth(self._rulebook, self.goal, shown).negated("encumbrance") if magic else 0
        encumbrance = harm.encumbrance if magic else 0
        return FaceUse(
            attack=attack * n,
            defence=defence * n,
            either=either * n,
            capped=capped * n,
            hinders=hinders * n,
            nulls=harm.nulls,
            worn=encumbrance if worn else 0,
            encumbrance=0 if worn else encumbrance,
            lifted=lifted,
            damage=harm.damage,
            two_weapon=n * shown.icons.count(_TWO_WEAPON) if group == CHARACTER and self._second else 0,
            second_attack=second_attack * n,
            second_either=second_either * n,
            reason=self._second_reason(shown, (second_attack + second_either) * n)
            or self._reason(shown, attack * n, defence * n, either * n, capped * n, hinders * n),
        )

    def _icon(self, icon: str, weapon: bool, may_try: bool) -> tuple[int, int, int, int, int]:
        """Return (attack, defence, either, capped, hinders) of one icon."""
        magic = self.mode is Mode.MAGIC
        if weapon and magic:
            return 0, 0, 0, 0, 0
        if icon == UNIVERSAL or (icon == PHYSICAL and not magic):
            return (0, 0, 0, int(may_try), 0) if magic else (0, 0, 1, 0, 0)
        if icon in {PHYSICAL, MENTAL}:
            return (0, 0, 0, int(may_try and icon == self.goal.aptitude), 0)
        if magic:
            counted: Worth = worth(self._rulebook, self.goal, Face((icon,)))
            if counted.counts and may_try:
                return 0, 0, 0, counted.counts, 0
        elif icon == _UNARMED:
            return 0, 0, 0, int(may_try), 0
        found = self._rulebook.icon(icon) if self._rulebook.has_icon(icon) else None
        match found:
            case Mastery():
                return *self._mastery(found, weapon), 0, 0
            case Race():
                return *self._best([self._race(reading, weapon) for reading in found.readings]), 0, 0
            case Ability():
                return *self._ability(found, weapon), 0, int(found.hinders_others)
        return *self._best([self._count(Count(icon), weapon)]), 0, 0

    def _mastery(self, mastery: Mastery, weapon: bool) -> tuple[int, int, int]:
        reached = [self._count(count, weapon) for count in mastery.combat]
        return self._together(reached) if mastery.type is MasteryType.BOTH else self._best(reached)

    def _race(self, reading: RacialReading, weapon: bool) -> _Reach:
        if not reading.mastery:
            return self._count(Count(reading.skill), weapon)
        attack, defence, either = self._mastery(self._rulebook.mastery(reading.mastery), weapon)
        return _Reach(attack + defence + either, bool(attack or either), bool(defence or either))

    def _ability(self, ability: Ability, weapon: bool) -> tuple[int, int, int]:
        reached = [
            # An independent blow falls on whoever fights hand to hand, however its owner fights (BST-4, 8, 11).
            _Reach(count.successes, True, False)
            if ability.independent and count.skill == "melee" and self.against is Mode.MELEE
            else self._count(count, weapon)
            for count in ability.combat
        ]
        if not ability.together:
            return self._best(reached)
        if self.against is not Mode.MELEE:
            reached = [self._count(count, weapon) for count in ability.combat if count.skill != "melee"]
        return self._together(reached)

    def _count(self, count: Count, weapon: bool) -> _Reach:
        """Return what one count of a combat skill reaches in this exchange."""
        n, use = count.successes, count.use
        attacks = defends = False
        if count.skill == "defend":
            defends = True
        elif self.mode is Mode.MAGIC:
            # A caster's round is a roll of Magic: only Defend icons count beside it (AMB-73).
            return _Reach(n, False, False)
        elif count.skill == "melee":
            attacks = self.mode is Mode.MELEE and use in {Use.ANY, Use.ATTACK}
            thrown = weapon and self.mode is Mode.MISSILE
            if self.against is Mode.MELEE:
                defends = use in {Use.ANY, Use.DEFENCE, Use.MELEE_DEFENCE} and not thrown
            else:
                defends = use is Use.MISSILE_DEFENCE and not thrown
        elif count.skill == "missile":
            attacks = self.mode is Mode.MISSILE and use in {Use.ANY, Use.ATTACK}
        return _Reach(n, attacks, defends)

    @staticmethod
    def _best(reached: Sequence[_Reach]) -> tuple[int, int, int]:
        """Return (attack, defence, either) of an icon read as one of several; the lesser count when they differ."""
        attack = max((reach.n for reach in reached if reach.attacks), default=0)
        defence = max((reach.n for reach in reached if reach.defends), default=0)
        if attack and defence:
            return 0, 0, min(attack, defence)
        return attack, defence, 0

    @staticmethod
    def _together(reached: Sequence[_Reach]) -> tuple[int, int, int]:
        """Return (attack, defence, either) of an icon whose readings all apply at once (AMB-17)."""
        attack = sum(reach.n for reach in reached if reach.attacks and not reach.defends)
        defence = sum(reach.n for reach in reached if reach.defends and not reach.attacks)
        return attack, defence, sum(reach.n for reach in reached if reach.attacks and reach.defends)

    def _second_reason(self, shown: Face, second: int) -> Reason | None:
        if not second:
            return None
        return reason("combat-second-weapon", "AMB-18", face=face_name(self._rulebook, shown), n=second)

    def _reason(self, shown: Face, attack: int, defence: int, either: int, capped: int, hinders: int) -> Reason:
        name = face_name(self._rulebook, shown)
        if capped:
            if self.mode is Mode.MAGIC:
                return reason("combat-magic", "MAG-25", face=name, n=capped)
            code = "combat-unarmed" if self.capped_attack else "combat-unarmed-defence"
            return reason(code, "AMB-35", face=name, n=capped)
        if hinders:
            return reason("combat-hinders", "BST-5", face=name, n=hinders)
        if sum(map(bool, (attack, defence, either))) > 1:
            return reason("combat-both", "AMB-17", face=name, n=attack + defence + either)
        if either:
            return reason("combat-either", "CMB-7", face=name, n=either)
        if attack:
            return reason("combat-attack", "CMB-5", face=name, n=attack)
        if defence:
            return reason("combat-defence", "CMB-5", face=name, n=defence)
        return reason("combat-nothing", "TASK-3", face=name)
