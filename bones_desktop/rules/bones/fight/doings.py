"""The actions of a round: this module reads and checks the declarations and finds the melees.

Codes of refusals: nobody-by-that-id (who), needs-target (), attacks-itself (), item-not-at-hand (item), weapon-cannot
(item), one-weapon (), task-needs-skill (), unknown-difficulty (text, suggestion), one-task (), not-incapacitated
(whom), horde-only-attacks (), does-not-evade (skill), nothing-to-shoot (who), declared-twice ().
"""

from collections.abc import Collection, Iterable, Mapping
from math import ceil
from typing import Final

from bones_desktop.rules.bones.book.attempts import ITEM
from bones_desktop.rules.bones.book.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.book.characterdice import item_key, item_name
from bones_desktop.rules.bones.book.icons import PHYSICAL, Aptitude
from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.fighters import (
    ChoiceError,
    Declaration,
    Encounter,
    Fighter,
    Health,
    How,
    Round,
    Ruled,
    health,
    is_able,
    require,
)
from bones_desktop.rules.bones.fight.successes import AttackMode, FightFaceReader, Means, shoots_by_nature
from bones_desktop.rules.bones.reading.requests import range_losses
from bones_desktop.rules.bones.reading.tasks import MAGIC, UNARMED, WEAPON, Borne, borne, is_thrown
from bones_desktop.rules.reasons import Reason, reason
from bones_desktop.rules.records import Record

MODES: Final = {
    How.MELEE: AttackMode.MELEE,
    How.UNARMED: AttackMode.MELEE,
    How.MISSILE: AttackMode.MISSILE,
    How.MAGIC: AttackMode.MAGIC,
    How.MIND: AttackMode.MAGIC,
}
_BUSY: Final = frozenset({How.TASK, How.MOVE, How.COUP})


class Aimed(Record):
    """A declaration with a target: an attack, or magic on a mind."""

    number: int
    """Number of the declaration, from 1; 0 for a horde that attacks without a declaration."""
    declaration: Declaration

    @property
    def whom(self) -> str:
        """Id of the target."""
        return self.declaration.whom

    @property
    def mode(self) -> AttackMode:
        """The mode of the attack."""
        return MODES[self.declaration.how]

    @property
    def on_mind(self) -> bool:
        """True if the declaration is magic on a mind, which does no damage."""
        return self.declaration.how is How.MIND


class Doing(Record):
    """The declared actions of one fighter in a round, and the weapons used."""

    fighter: Fighter
    able: bool
    """True if the fighter has dice to roll."""
    aimed: tuple[Aimed, ...]
    orders: tuple[Ruled, ...]
    """Orders to minds already under control, for which the fighter does not roll."""
    task: Declaration | None
    """The declared task or movement, if any."""
    coup: str
    """The victim of a coup de grace; "" for nobody."""
    means: Means
    reader: FightFaceReader
    warnings: tuple[Reason, ...] = ()

    @property
    def attacks(self) -> tuple[Aimed, ...]:
        """The declared attacks, except magic on minds."""
        return tuple(each for each in self.aimed if not each.on_mind)

    @property
    def fights(self) -> bool:
        """True if the fighter takes part in the combat task and may defend (CMB-2, AMB-34)."""
        return self.able and not self.task and not self.coup and (bool(self.attacks) or not self.aimed)

    @property
    def throws(self) -> bool:
        """True if the fighter rolls dice in this round."""
        return self.able and not self.coup

    @property
    def uses_magic(self) -> bool:
        """True if the roll is a use of magic (MAG-16)."""
        return self.able and (AttackMode.MAGIC in self.means.modes or (bool(self.task) and self.skill == "magic"))

    def weapon(self, mode: AttackMode) -> ItemDie | None:
        """Return the weapon for a mode; None if there is none."""
        place = self._place(mode)
        return None if place is None else self.fighter.character.equipment[place]

    @property
    def throws_away(self) -> int | None:
        """Index of the weapon that is thrown and must be picked up again (AMB-42), if any."""
        weapon = self.weapon(AttackMode.MISSILE)
        return self._place(AttackMode.MISSILE) if weapon is not None and is_thrown(weapon.faces) else None

    def _place(self, mode: AttackMode) -> int | None:
        key = self.means.borne.used(mode)
        return next((place for place in self.fighter.at_hand if self.fighter.item_key(place) == key), None)

    @property
    def skill(self) -> str:
        """Skill of the task; the skill of a movement is Maneuver (MOVE-4)."""
        if self.task is None:
            return ""
        return "maneuver" if self.task.how is How.MOVE else self.task.skill


class Doings(Record):
    """A round with the actions of all fighters, and the pairs in melee."""

    rulebook: Rulebook
    choices: Round
    by_id: Mapping[str, Doing]
    melee: frozenset[frozenset[str]]
    """Pairs of fighters in which one attacks the other in melee, or both do."""

    @property
    def encounter(self) -> Encounter:
        """The fighters and their surroundings."""
        return self.choices.encounter

    def __getitem__(self, who: str) -> Doing:
        return self.by_id[who]

    def attackers(self, whom: str) -> tuple[Doing, ...]:
        """Return every able fighter who declared an attack on the target."""
        return tuple(
            doing for doing in self.by_id.values() if doing.able and any(each.whom == whom for each in doing.attacks)
        )

    def metres(self, a: str, b: str) -> float | None:
        """Return the distance between two fighters, set for the pair or declared; None if unknown."""
        said = self.encounter.stated(a, b)
        if said is not None:
            return said
        return next((metres for each, other in ((a, b), (b, a)) for metres in self._declared(each, other)), None)

    def range(self, aimed: Aimed) -> float:
        """Return the distance of a shot in metres: as declared, else that of the pair, else 0 (CMB-31)."""
        own = aimed.declaration.distance_m
        if own is not None:
            return own
        return self.metres(aimed.declaration.who, aimed.whom) or 0

    def within(self, a: str, b: str, metres: float) -> bool:
        """Return whether two fighters are within this many metres.

        If their distance is unknown, they are near only if they are in melee with each other.
        """
        apart = self.metres(a, b)
        return frozenset({a, b}) in self.melee if apart is None else apart <= metres

    def in_melee(self, who: str) -> frozenset[str]:
        """Return everybody in the same melee, including the fighter; empty if the fighter is in no melee."""
        reached: set[str] = set()
        # A melee includes everybody connected by attacks, also through others (CMB-28).
        edge = {who} if any(who in pair for pair in self.melee) else set[str]()
        while edge:
            reached |= edge
            edge = {each for pair in self.melee if pair & edge for each in pair} - reached
        return frozenset(reached)

    def _declared(self, who: str, whom: str) -> Iterable[float]:
        for each in self.by_id[who].aimed if who in self.by_id else ():
            if each.whom == whom and each.declaration.distance_m is not None:
                yield each.declaration.distance_m


def read_doings(rulebook: Rulebook, choices: Round) -> Doings:
    """Return the actions of all fighters. Raise ChoiceError for a declaration that the rules refuse.

    A fighter who declares nothing, or "none", may defend. A horde that declares nothing attacks the fighters that its
    dice were rolled for, else every enemy who can act (CMB-40). Fighters who cannot act do nothing, even if they
    declared something.
    """
    encounter = choices.encounter
    known = {fighter.id: fighter for fighter in encounter.fighters}
    given: dict[str, list[tuple[int, Declaration]]] = {who: [] for who in known}
    for number, declaration in enumerate(choices.declarations, 1):
        place = f"declare.{number}"
        if declaration.who not in known:
            raise ChoiceError(f"{place}.who", reason("nobody-by-that-id", "", who=declaration.who[:60]))
        if declaration.whom and declaration.whom not in known:
            raise ChoiceError(f"{place}.whom", reason("nobody-by-that-id", "", who=declaration.whom[:60]))
        given[declaration.who].append((number, declaration))
        _check(rulebook, choices, number, declaration, known)
    by_id = {}
    for who, fighter in known.items():
        declared = given[who]
        if fighter.is_horde and not declared:
            declared = [(0, each) for each in _of_horde(choices, fighter)]
        _check_together(choices, declared)
        by_id[who] = _doing(rulebook, choices, fighter, declared)
    melee = frozenset(
        frozenset({doing.fighter.id, each.whom})
        for doing in by_id.values()
        if doing.able
        for each in doing.attacks
        if each.mode is AttackMode.MELEE
    )
    return Doings(rulebook, choices, by_id, melee)


def check_declared(rulebook: Rulebook, choices: Round, who: Collection[str]) -> None:
    """Refuse two mistakes: the same declaration twice, and missiles without a weapon for them (AMB-35).

    A fighter with magic only gets a warning. A round is still readable if the weapon was lost later, for example a bow
    that was laid down.
    """
    for number, declaration in enumerate(choices.declarations, 1):
        twice = declaration.who in who and declaration in choices.declarations[: number - 1]
        require(choices, f"declare.{number}", reason("declared-twice", "CMB-2") if twice else None)
    for doing in read_doings(rulebook, choices).by_id.values():
        character = doing.fighter.character
        magic = any(face.has(MAGIC) for place in character.available() for face in character.dice[place].faces)
        shots = [each.number for each in doing.aimed if each.mode is AttackMode.MISSILE]
        if doing.fighter.id in who and doing.able and shots and not doing.means.shoots and not magic:
            require(choices, f"declare.{shots[0]}", reason("nothing-to-shoot", "AMB-35", who=doing.fighter.name))


def _check(
    rulebook: Rulebook, choices: Round, number: int, declaration: Declaration, known: Mapping[str, Fighter]
) -> None:
    """Refuse a declaration that is impossible by itself, whatever else the fighter declares."""
    place = f"declare.{number}"
    how, whom = declaration.how, declaration.whom
    # The GM cannot allow an attack without a target, so this is an error, not a refusal that the GM can override.
    if how in MODES or how is How.COUP:
        if not whom:
            raise ChoiceError(f"{place}.whom", reason("needs-target", "CMB-2"))
        require(choices, place, reason("attacks-itself", "CMB-2") if whom == declaration.who else None)
    if how is How.TASK:
        if not declaration.skill:
            raise ChoiceError(f"{place}.skill", reason("task-needs-skill", "TASK-1"))
        if declaration.difficulty and all(each.id != declaration.difficulty for each in rulebook.difficulties):
            why = reason("unknown-difficulty", "", text=declaration.difficulty, suggestion="")
            raise ChoiceError(f"{place}.difficulty", why)
    if declaration.evades and how is How.TASK:
        require(choices, place, _why_not_evading(rulebook, declaration.skill))
    if how is How.COUP and health(known[whom].character) not in {Health.INCAPACITATED, Health.DYING}:
        require(choices, place, reason("not-incapacitated", "CMB-16", whom=known[whom].name))
    if known[declaration.who].is_horde and how not in {How.MELEE, How.UNARMED, How.MOVE, How.NONE}:
        require(choices, place, reason("horde-only-attacks", "AMB-51"))
    if declaration.weapon:
        _weapon(known[declaration.who], declaration, f"{place}.weapon")


def _why_not_evading(rulebook: Rulebook, skill: str) -> Reason | None:
    """Return why a task cannot evade attacks; None for physical tasks, which can (CMB-19)."""
    if skill == PHYSICAL:
        return None
    found = next((each for each in rulebook.skills if each.id == skill), None)
    if found is not None and found.aptitude is Aptitude.PHYSICAL:
        return None
    return reason("does-not-evade", "CMB-19", skill=skill_label(found) if found else skill)


def _check_together(choices: Round, declared: list[tuple[int, Declaration]]) -> None:
    """Refuse two tasks of one fighter in a round (CMB-1, TASK-2, AMB-105, AMB-111)."""
    hows = [each.how for _, each in declared if each.how is not How.NONE]
    if len(hows) > 1 and _BUSY.intersection(hows):
        number = next(number for number, each in declared[1:] if each.how is not How.NONE)
        require(choices, f"declare.{number}", reason("one-task", "CMB-1"))


def _of_horde(choices: Round, horde: Fighter) -> list[Declaration]:
    thrown_for = choices.horde_faces.get(horde.id)
    return [
        Declaration(who=horde.id, how=How.MELEE, whom=each.id)
        for each in choices.encounter.fighters
        if each.id != horde.id
        and (each.side != horde.side and is_able(each.character) if thrown_for is None else each.id in thrown_for)
    ]


def _weapon(fighter: Fighter, declaration: Declaration, place: str) -> str:
    """Return the key of the weapon in a declaration."""
    wanted = declaration.weapon.casefold()
    for at in fighter.at_hand:
        item = fighter.character.equipment[at]
        if item.name.casefold() != wanted and item.printed != wanted:
            continue
        if item.kind is not ItemKind.WEAPON:
            raise ChoiceError(place, reason("weapon-cannot", "AMB-35", item=item.name))
        return fighter.item_key(at)
    raise ChoiceError(place, reason("item-not-at-hand", "AMB-53", item=declaration.weapon))


def _doing(rulebook: Rulebook, choices: Round, fighter: Fighter, declared: list[tuple[int, Declaration]]) -> Doing:
    house_rules = choices.encounter.house_rules
    orders = {each.whom: each for each in choices.encounter.ruled if each.by == fighter.id}
    given = [each.whom for _, each in declared if is_order(choices.encounter, each)]
    aimed = tuple(
        Aimed(number, each) for number, each in declared if each.how in MODES and not is_order(choices.encounter, each)
    )
    dice = fighter.dice(rulebook)
    # Any armed attack means that the weapon is in the hand (AMB-35).
    bare = {each.declaration.how for each in aimed} == {How.UNARMED}
    named: dict[str, str] = {}
    for each in aimed:
        if each.declaration.weapon and each.declaration.how is not How.UNARMED:
            key = _weapon(fighter, each.declaration, f"declare.{each.number}.weapon")
            if named.setdefault(each.mode, key) != key and each.mode is not AttackMode.MELEE:
                require(choices, f"declare.{each.number}", reason("one-weapon", "AMB-53"))
    if len(set(named.values())) > 1:
        require(choices, f"declare.{aimed[-1].number}", reason("one-weapon", "AMB-53"))
    modes = frozenset(each.mode for each in aimed)
    used = borne(
        dice,
        {UNARMED} if bare else modes,
        named,
        lost_to_range(choices.encounter, fighter, (each.declaration for each in aimed)),
    )
    available = [fighter.character.dice[place] for place in fighter.character.available()]
    icons = {icon for die in available for shown in die.faces for icon in shown.icons}
    means = Means(
        modes=modes,
        armed=not bare and any(die.group == ITEM and die.key.startswith(WEAPON) for die in dice),
        shoots=bool(used.used(AttackMode.MISSILE))
        or shoots_by_nature(rulebook, fighter.kind, available)
        # If the GM allows a shot without a weapon, the fighter counts as having a weapon for it.
        or any(each.mode is AttackMode.MISSILE and choices.override.get(f"declare.{each.number}") for each in aimed),
        horde=fighter.is_horde,
        borne=used,
        abilities=frozenset(each.id for each in rulebook.abilities) & icons,
    )
    # A fighter who does a task uses no weapon, so warnings about unused weapons would be useless.
    busy = any(each.how in _BUSY for _, each in declared)
    return Doing(
        fighter=fighter,
        able=is_able(fighter.character),
        aimed=aimed,
        orders=tuple(orders[whom] for whom in dict.fromkeys(given)),
        task=next((each for _, each in declared if each.how in {How.TASK, How.MOVE}), None),
        coup=next((each.whom for _, each in declared if each.how is How.COUP), ""),
        means=means,
        reader=FightFaceReader(rulebook, house_rules, means),
        warnings=(*_warnings(rulebook, fighter, means), *(() if busy else used.idle.values())),
    )


def is_order(encounter: Encounter, declaration: Declaration) -> bool:
    """Return whether a declaration is an order to a mind already under control, rather than a new spell (MAG-21)."""
    ruled = encounter.ruling(declaration.who, declaration.whom)
    return declaration.how is How.MIND and declaration.magnitude is not None and ruled is not None


def lost_to_range(encounter: Encounter, fighter: Fighter, declared: Iterable[Declaration]) -> dict[str, int]:
    """Return the successes each weapon loses to range, for the farthest shot declared, by weapon key (CMB-31)."""
    shots = (_said_of(encounter, each) for each in declared if each.how is How.MISSILE)
    return range_losses(fighter.character, ceil(max(shots, default=0.0)))


def _said_of(encounter: Encounter, shot: Declaration) -> float:
    """Return the distance of a shot in metres: as declared, else as set for the pair; 0 if unknown."""
    return shot.distance_m if shot.distance_m is not None else encounter.stated(shot.who, shot.whom) or 0.0


def _warnings(rulebook: Rulebook, fighter: Fighter, means: Means) -> tuple[Reason, ...]:
    """Return warnings: missiles without a weapon for them (AMB-35), both hands used with a shield (AMB-53)."""
    bare = AttackMode.MISSILE in means.modes and not means.shoots
    found = [reason("nothing-to-shoot", "AMB-35", who=fighter.name)] if bare else []
    return (*found, *both_hands(rulebook, fighter.character, fighter.at_hand, means.borne))


def both_hands(rulebook: Rulebook, character: Character, places: Iterable[int], used: Borne) -> list[Reason]:
    """Return warnings for the weapons in use that need both hands, if equipment at `places` is a shield (AMB-53)."""
    items = [(place, character.equipment[place]) for place in places]
    two_handed = {die.id for die in rulebook.dice if die.two_handed}
    return [
        reason("two-handed-and-shield", "AMB-53", item=item_name(rulebook, item))
        for place, item in items
        if used.weapons.get(item_key(item, place)) and item.printed in two_handed
        if any(item.kind is ItemKind.SHIELD for _, item in items)
    ]
