"""Numbers that a face gives one side in a fight against one opponent, and one exchange of blows (CMB-4..13).

The odds are sums of these numbers. `successes` reads the uses of each success, both for play and for odds.

Codes refused: allotted-too-much ().
"""

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Final, NamedTuple, cast

from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, eligibility_of
from bones_desktop.rules.bones.book.definitions import Mastery, Race
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import Aim, aim, worth
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.successes import (
    ATTACKS,
    AttackMode,
    FaceReading,
    FightFaceReader,
    Means,
    Success,
    To,
)
from bones_desktop.rules.bones.reading import tasks
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import refuse
from bones_desktop.rules.records import Record

__all__ = ["AttackMode", "Combatant", "FaceUse", "Stance"]

_TRIES: Final = frozenset({tasks.MAGIC, tasks.UNARMED})


class Combatant(Record):
    """One side of a fight: its dice, its way to attack, and its automatic successes (IMP-5)."""

    dice: tuple[Die[Face], ...]
    mode: AttackMode = AttackMode.MELEE
    automatic: int = 0
    conditions: frozenset[str] = frozenset()
    """Conditions of masteries that are fulfilled for magic: "art", "healing"."""
    horde: bool = False
    """True if the side is a horde, which only attacks (AMB-51)."""
    shoots: bool = True
    """True if the side has a missile or thrown weapon for its missile attack (AMB-35)."""


class FaceUse(NamedTuple):
    """The numbers that a face gives in a round, or their sums over a roll: successes by use, and other effects."""

    attack: int = 0
    """Successes that only attack."""
    defence: int = 0
    """Successes that only defend."""
    either: int = 0
    """Successes that attack or defend; the owner decides for each."""
    capped: int = 0
    """Successes of Magic or of Unarmed Combat that the cap of that skill limits."""
    second_attack: int = 0
    """Successes of a second weapon that only attack."""
    second_either: int = 0
    """Successes of a second weapon that attack or defend."""
    hinders: int = 0
    """Nulls for everybody else (Fear Caster, AMB-59)."""
    nulls: int = 0
    """Nulls for the side of the fighter who rolls."""
    worn: int = 0
    """Encumbrance of armour and shields, which Endurance cancels; it counts against Magic only."""
    encumbrance: int = 0
    """Other Encumbrance; it counts against Magic only."""
    lifted: int = 0
    """Points of armour and shield Encumbrance cancelled (AMB-19)."""
    two_weapon: int = 0
    """Two Weapon icons; one is enough for the second weapon to strike (AMB-18)."""
    damage: int = 0
    """Damage to the dice of the side that rolls (Poison, Flaming, HIND-4)."""
    rule: str = ""
    """Id of the rule that gives these effects."""

    @property
    def successes(self) -> int:
        """All successes before any cap. HIND-5 calls them "successes shown"."""
        return self.attack + self.defence + self.either + self.capped


class Stance:
    """The numbers of one side's faces, for the side's own mode of attack and the opponent's mode of attack."""

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules, own: Combatant, against: AttackMode) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self.mode = own.mode
        self.against = against
        self.automatic = own.automatic
        self.armed = any(die.group == ITEM and die.key.startswith(tasks.WEAPON) for die in own.dice)
        means = Means(
            modes=frozenset({own.mode}),
            armed=self.armed,
            shoots=own.shoots,
            horde=own.horde,
            borne=tasks.borne(own.dice, {own.mode}),
            conditions=own.conditions,
        )
        self.borne = means.borne
        self._reader = FightFaceReader(rulebook, house_rules, means)
        self.goal: Aim = self._reader.magic if own.mode is AttackMode.MAGIC else self._reader.unarmed
        """The skill whose cap limits the `capped` successes."""
        self.capped_attack = self.mode is AttackMode.MAGIC or (self.mode is AttackMode.MELEE and not self.armed)
        """True if capped successes may attack; they always defend (AMB-35, MAG-23)."""
        self._attacks = ATTACKS | (To.PRICK if against is AttackMode.MELEE else To.NOTHING)
        if AttackMode.MELEE in {own.mode, against}:
            self._attacks |= To.FROST  # opponents in an exchange are always near
        self._defends = To.SHROUD | (To.PARRY if against is AttackMode.MELEE else To.BLOCK)
        self._fears = {ability.id for ability in rulebook.abilities if ability.hinders_others}
        self._uses: dict[tuple[Face, str, bool, bool, str, bool], FaceUse] = {}

    def cap(self, own: Sequence[Die[Face]]) -> int:
        """Return the maximum number of capped successes with these character dice (ACT-3, ACT-5)."""
        allowed = eligibility_of(self._rulebook, self._house_rules, self.goal, own)
        if not allowed.allowed:
            return 0
        # Without a cap (Unarmed Combat by house rule) return a number above the faces of any roll.
        return allowed.cap if allowed.cap is not None else 1 << 16

    def icons(self, die: Die[Face]) -> int:
        """Return the number of faces of the die that raise the cap."""
        return eligibility_of(self._rulebook, self._house_rules, self.goal, [die]).icons

    def use(self, die: Die[Face], shown: Face, *, may_try: bool = True) -> FaceUse:
        """Return the numbers of a die's face in this round.

        Without `may_try` the capped skill may not be attempted, and nothing counts for it (ACT-7).
        """
        if die.group == ITEM and die.key in self.borne.idle:
            shown = BLANK
        # A weapon's key decides its use, so it is part of the cache key.
        kind = die.key if die.group == ITEM and die.key.startswith(tasks.WEAPON) else ""
        worn = die.group == ITEM and tasks.is_worn(die.key)
        lets = self._house_rules.second_weapon_by_owning and any(each.has(tasks.TWO_WEAPON) for each in die.faces)
        key = (shown, kind, worn, may_try, die.group, lets)
        found = self._uses.get(key)
        if found is None:
            found = self._uses[key] = self._use(die, shown, worn, may_try, lets)
        return found

    def _use(self, die: Die[Face], shown: Face, worn: bool, may_try: bool, lets: bool) -> FaceUse:
        group = die.group
        harm = tasks.hindrance(shown, group)
        may = _TRIES if may_try else frozenset[str]()
        gives = _best([self._gives(reading) for reading in self._reader.readings(die, shown, may)])
        two_weapon = 1 if lets else shown.count * shown.icons.count(tasks.TWO_WEAPON)
        # Fear counts only on a fighter's own dice and items. A second weapon only gives strikes.
        own = group in {CHARACTER, ITEM} and die.key != self.borne.second
        hinders = shown.count * sum(icon in self._fears for icon in shown.icons) if own else 0
        magic = self.mode is AttackMode.MAGIC
        # In a fight Encumbrance cancels only Magic (HIND-8).
        lifted = worth(self._rulebook, self.goal, shown).negated("encumbrance") if magic else 0
        encumbrance = harm.encumbrance if magic else 0
        return gives._replace(
            hinders=hinders,
            nulls=harm.nulls,
            worn=encumbrance if worn else 0,
            encumbrance=0 if worn else encumbrance,
            lifted=lifted,
            damage=harm.damage,
            two_weapon=two_weapon if group == CHARACTER and self.borne.second else 0,
            rule=self._rule(gives, hinders),
        )

    def _gives(self, reading: FaceReading) -> FaceUse:
        attack = defence = either = capped = second_attack = second_either = 0
        for success in reading.successes:
            anything = success.all
            attacks, defends = bool(anything & self._attacks), bool(anything & self._defends)
            if _is_of(success, tasks.SECOND):
                second_either += attacks and defends
                second_attack += attacks and not defends
            elif _is_of(success, tasks.MAGIC) or _is_of(success, tasks.UNARMED):
                capped += 1
            else:
                either += attacks and defends
                attack += attacks and not defends
                defence += defends and not attacks
        return FaceUse(attack, defence, either, capped, second_attack, second_either)

    def _rule(self, gives: FaceUse, hinders: int) -> str:
        if gives.second_attack or gives.second_either:
            return "AMB-18"
        if gives.capped:
            return "MAG-25" if self.mode is AttackMode.MAGIC else "AMB-35"
        if hinders:
            return "BST-5"
        if sum(map(bool, (gives.attack, gives.defence, gives.either))) > 1:
            return "AMB-17"
        if gives.either:
            return "CMB-7"
        return "CMB-5" if gives.attack or gives.defence else "TASK-3"


def _is_of(success: Success, limit: str) -> bool:
    return any(stands_under == limit for _, stands_under in success.ways)


def _best(each: Sequence[FaceUse]) -> FaceUse:
    """Return the numbers of an icon with several readings.

    An icon that attacks in one reading and defends in another gives flexible successes: the lower of both numbers.
    """
    # Most icons have one reading. This shortcut saves time, because the function runs for every face of every stance.
    if len(each) == 1:
        return each[0]
    capped = max(gives.capped for gives in each)
    if capped:
        return FaceUse(capped=capped)
    attack = max(gives.attack + gives.either for gives in each)
    defence = max(gives.defence + gives.either for gives in each)
    # The owner chooses the reading after the roll, so the success can do either.
    if attack and defence:
        return FaceUse(either=min(attack, defence))
    return FaceUse(attack=attack, defence=defence)


_FOES: Final = (AttackMode.MELEE, AttackMode.MISSILE)
"""Kinds of attack that a face can stop; everything but melee counts as missile (MAG-24)."""


class TaskUse(Record):
    """A skill that a face counts for."""

    skill: str
    counts: int
    """Number of successes, above zero."""
    rule: str
    mastery: str = ""
    """Name of the mastery that a racial icon counts as, "" for none."""


class FightUse(Record):
    """The best use of a face in a fight."""

    attacks: tuple[AttackMode, ...]
    """Modes in which the face attacks; empty if it never attacks."""
    defends: tuple[AttackMode, ...]
    """Kinds of attack that the face stops: melee and missile."""
    together: bool
    """True if the face attacks and defends at once (AMB-17), rather than only one of the two."""
    successes: int
    rule: str


def task_uses(rulebook: Rulebook, house_rules: HouseRules, shown: Face) -> tuple[TaskUse, ...]:
    """Return the skills for which a face counts without a condition, in the rulebook's order (ACT-8, TASK-3)."""
    found = []
    for skill in rulebook.skills:
        value = worth(rulebook, aim(rulebook, house_rules, skill.id), shown)
        if value.counts:
            mastery = str(dict(value.reason.values).get("mastery", ""))
            found.append(TaskUse(skill.id, value.counts, value.reason.rule, mastery))
    return tuple(found)


def other_uses(rulebook: Rulebook, house_rules: HouseRules, skill: str, shown: Face) -> tuple[TaskUse, ...]:
    """Return the other uses of a racial icon or mastery in a task of `skill`; empty for all other icons (RACE-2)."""
    icons = (rulebook.icon(icon) for icon in shown.icons if rulebook.has_icon(icon))
    if not any(isinstance(icon, (Race, Mastery)) for icon in icons):
        return ()
    return tuple(use for use in task_uses(rulebook, house_rules, shown) if use.skill != skill)


def fight_use(rulebook: Rulebook, house_rules: HouseRules, own: Sequence[Die[Face]], shown: Face) -> FightUse | None:
    """Return the use of the face in an unarmed fight of a character with the dice `own`; None if it has none.

    Magic and Unarmed Combat count only if those dice may attempt them (ACT-7).
    """
    attacks: list[AttackMode] = []
    defends: list[AttackMode] = []
    best: FaceUse | None = None
    together = False
    # A die with only this face, so that the stance reads nothing else.
    die = Die((shown,), "", CHARACTER, "die 1")
    for mode in AttackMode:
        for foe in _FOES:
            stance = Stance(rulebook, house_rules, Combatant(tuple(own), mode), foe)
            use = stance.use(die, shown, may_try=stance.cap(own) > 0)
            if use.attack or use.either or (use.capped and stance.capped_attack):
                attacks.append(mode)
            if use.defence or use.either or use.capped:
                defends.append(foe)
            together = together or use.rule == "AMB-17"
            if use.successes > (best.successes if best else 0):
                best = use
    if best is None:
        return None
    return FightUse(
        tuple(mode for mode in AttackMode if mode in attacks),
        tuple(foe for foe in _FOES if foe in defends),
        together,
        best.successes,
        best.rule,
    )


class Successes(Record):
    """Successes of one side after caps and cancellations. `hinders` are Nulls for the other side."""

    attack: int = 0
    """Successes that only attack."""
    defence: int = 0
    """Successes that only defend."""
    either: int = 0
    """Successes that attack or defend, chosen for each success."""
    hinders: int = 0
    """Nulls for the other side."""

    @property
    def most_attack(self) -> int:
        """Maximum number of successes that can attack."""
        return self.attack + self.either

    @property
    def most_defence(self) -> int:
        """Maximum number of successes that can defend."""
        return self.defence + self.either

    @property
    def all(self) -> int:
        """All successes, for attack and defence."""
        return self.attack + self.defence + self.either

    def less(self, nulls: int) -> "Successes":
        """Return the successes left after each Null has cancelled one, the least useful first (HIND-9).

        Nulls first cancel successes with a single use, because flexible ones keep more choices open.
        """
        if nulls <= 0:
            return self
        left = max(0, self.all - nulls)
        attack, defence = min(self.most_attack, left), min(self.most_defence, left)
        return Successes(left - defence, left - attack, attack + defence - left, self.hinders)


class Allotment(Record):
    """One side's split of its successes into attack and defence."""

    attack: int
    defence: int


PARTS: Final = FaceUse._fields[:-2]
"""The numbers of a face that are added up over the dice of a roll."""

parts: Final = cast("Callable[[FaceUse], tuple[int, ...]]", itemgetter(slice(-2)))
"""Return the numbers of one face that are added up, in the order of `PARTS`."""


def gathered(stance: Stance, cap: int, sums: FaceUse) -> Successes:
    """Return the successes of a side after its cap, then Encumbrance on Magic, then its own Nulls (amendment 15)."""
    attack, defence, either = sums.attack, sums.defence, sums.either
    # One Two Weapon icon is enough for all strikes of the second weapon (AMB-18).
    if sums.two_weapon:
        attack, either = attack + sums.second_attack, either + sums.second_either
    if stance.goal.id == "magic":
        burden = sums.encumbrance + max(0, sums.worn - sums.lifted)
        either += max(0, min(sums.capped + stance.automatic, cap) - burden)
    else:
        either += stance.automatic
        if stance.capped_attack:
            either += min(sums.capped, cap)
        else:
            defence += min(sums.capped, cap)
    return Successes(attack, defence, either, sums.hinders).less(sums.nulls)


def facing(mine: Successes, theirs: Successes) -> tuple[Successes, Successes]:
    """Return both sides after each has lost successes to the other's Nulls (AMB-59)."""
    return mine.less(theirs.hinders), theirs.less(mine.hinders)


def allot(side: Successes, attack: int) -> Allotment:
    """Return the allotment with `attack` of the flexible successes attacking and the rest defending (AMB-108)."""
    if not 0 <= attack <= side.either:
        raise refuse("allotted-too-much", "CMB-4")
    return Allotment(side.attack + attack, side.most_defence - attack)


def damage(first: Allotment, second: Allotment) -> tuple[int, int]:
    """Return the damage to the first and to the second side; both attack at the same time (CMB-11, CMB-12)."""
    return max(0, second.attack - first.defence), max(0, first.attack - second.defence)


def careful(first: Successes, second: Successes) -> tuple[Allotment, Allotment]:
    """Return the allotments in which each side wins by as much as it can, without trading equal damage.

    Net damage depends only on how many flexible successes attack in all, so neither side gains by declaring last. The
    side with more successes defends just enough and attacks with the rest. The other side defends with every success
    that can defend. Both sides have already lost successes to the other's Nulls.
    """
    # The code below assumes that the first side is the stronger one.
    if second.all > first.all:
        theirs, mine = careful(second, first)
        return mine, theirs
    # Each further attack would cost as much defence as it gains.
    spare = min(first.either, max(0, first.most_defence - second.attack))
    return allot(first, spare), allot(second, 0)
