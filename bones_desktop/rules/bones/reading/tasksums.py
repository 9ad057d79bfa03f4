"""Exact distributions of a pool of dice in a task, with damage that takes dice, and the worth of a re-roll.

The possible rolls are never listed one by one (HIND-5). The worth of a re-roll is calculated before and after a roll
(SPF-9, AMB-52, AMB-85).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import gcd, lcm, prod
from operator import add, attrgetter, itemgetter, sub
from typing import Final

from bones_desktop.rules.bones.book.attempts import CHARACTER, HINDERING, ITEM, Eligibility, Task, eligibility_by_icons
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import Aim, aim, appropriate_icons, worth
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.tasks import (
    ENCUMBERED_SKILLS,
    OWN_GROUPS,
    SECOND,
    TWO_WEAPON,
    borne_for,
    hindrance,
    is_worn,
    second_counts,
)
from bones_desktop.rules.chances import NEVER, Chance, Distribution, joint
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import Record

# No die has as many successes as this number, so dice without a success are taken last.
_LAST: Final = 1 << 30

Vector = tuple[int, ...]
COUNTS, UNCAPPED, STRIKES, SHOWS, NULLS, BURDEN, WORN, LIFTED, SEEN, SENSED = range(10)
"""Places in the full vector of a face.

COUNTS are the successes under the cap, UNCAPPED the successes outside the cap. STRIKES are the successes of a second
weapon, SHOWS the Two Weapon icons that let them count. NULLS are Nulls on own dice. WORN is the Encumbrance of armour
and shields, LIFTED the points of WORN that are cancelled, BURDEN the Encumbrance of other dice. SEEN is the darkness
cancelled, SENSED the other side's Stealth cancelled.
"""
_FULL: Final = 10
_ONLY_COUNTS: Final = frozenset({COUNTS})
# Caches beyond this size are emptied, so that editing many characters cannot fill the memory.
_MOST_KEPT: Final = 1 << 10
_MOST_POOLS: Final = 1 << 4
"""Maximum number of whole pools of dice to remember, because the same pool is used several times in a row."""
_ReadFace = tuple[int, Vector, int, bool, bool]
"""A face read for a skill.

The tuple holds the damage to the own side, the full vector, its COUNTS, whether the face opens the skill, and whether
the face does nothing except give COUNTS.
"""
_Skill = tuple[str, frozenset[str], str]
"""The circumstances that decide how a face is read.

The tuple holds the skill and the conditions, and for equipment its use: `_IDLE`, `SECOND`, `_ALWAYS` or "".
"""
_IDLE: Final = "idle"
_ALWAYS: Final = "always"
"""Use of a second weapon that always counts, by house rule (AMB-18)."""


class Outcome(Record):
    """One face of a die: its successes for HIND-5, its damage to its own side, and the numbers that it adds."""

    worth: int
    damage: int
    adds: Vector


class TakeableDie(Record):
    """A die of a pool, as a list of its equally likely faces."""

    faces: tuple[Outcome, ...]
    own: bool
    """True if damage may take the die: character dice only (EQP-5)."""


Opposition = Mapping[int, Distribution]
"""The successes or Nulls of the other side, for each number of one's own Stealth successes that it senses.

The totals of the distributions are weights.
"""

Result = Vector
"""The numbers that a face adds in a scene, then two more numbers.

The first of these two is 1 if damage takes the die, which then adds nothing, else 0. The second is the damage of the
face.
"""

Scene = tuple[tuple[Result, ...], ...]
"""Possible results of each die, for all rolls without damage, or in which damage takes the same last die.

Only rolls are included that lose exactly one die for each point of damage and keep at least one of the character's
dice.
"""


def scenes(dice: Sequence[TakeableDie]) -> Iterator[Scene]:
    """Yield scenes that have no roll in common, and together contain every roll in which an own die is left.

    Damage takes the own die with the fewest successes above zero, the later of equal dice. If no own die has a success,
    it takes the last one (amendment 8). A die that is taken adds nothing. Damage is that of the whole roll, including
    dice taken.
    """
    # The scene without damage comes first, because most rolls have no damage.
    yield tuple(tuple((*face.adds, 0, 0) for face in die.faces if not face.damage) for die in dice)
    if any(face.damage for die in dice for face in die.faces):
        for last in sorted({_key(face, place) for place, die in enumerate(dice) if die.own for face in die.faces}):
            yield tuple(_results(die, place, last) for place, die in enumerate(dice))


def scene_sums(scene: Scene, own: int) -> dict[Vector, int]:
    """Return the weight of each sum of a scene with `own` own dice.

    The last two numbers of the results are left out of the sums.
    """
    if not all(scene):
        return {}
    sums: dict[Vector, int] = {}
    for (*vector, taken, hurt), weight in joint(scene).items():
        # Any other roll belongs to another scene, or has no own die left, so that nothing counts (AMB-104).
        if taken == hurt < own:
            sums[tuple(vector)] = sums.get(tuple(vector), 0) + weight
    return sums


def sums_after_damage(dice: Sequence[TakeableDie]) -> tuple[dict[Vector, int], int]:
    """Return the weight of each sum in rolls that keep an own die, and the weight of the rolls that keep none."""
    # Without damage no die depends on the others, so the calculation is faster.
    if not any(face.damage for die in dice for face in die.faces):
        return joint([[face.adds for face in die.faces] for die in dice]), 0
    own = sum(die.own for die in dice)
    sums: dict[Vector, int] = {}
    for scene in scenes(dice):
        for vector, weight in scene_sums(scene, own).items():
            sums[vector] = sums.get(vector, 0) + weight
    return sums, prod(len(die.faces) for die in dice) - sum(sums.values())


def _key(face: Outcome, place: int) -> tuple[int, int]:
    """Return a key that sorts own dice by the faces they show, in the order in which damage takes them."""
    # Of equal dice the later is taken first, as in `take_dice`.
    return (face.worth or _LAST, -place)


def _results(die: TakeableDie, place: int, last: tuple[int, int]) -> tuple[Result, ...]:
    found = []
    for face in die.faces:
        key = _key(face, place)
        if not die.own or key > last:
            found.append((*face.adds, 0, face.damage))
        elif key == last or -last[1] != place:
            found.append((*(0 for _ in face.adds), 1, face.damage))
    if -last[1] == place:
        # In every roll of the scene this die is taken last.
        return tuple(result for result in found if result[-2])
    return tuple(found)


class _ReadDie:
    """A die read for one skill: damage and full vector of each face.

    `icons` is the number of faces that open the skill and raise its cap.
    """

    # While the builder shows odds for every edit, there are thousands of these dice. Slots keep them small.
    __slots__ = ("_damages", "_narrowed", "_vectors", "counts", "group", "hurts", "icons", "is_plain", "used")

    def __init__(self, group: str, faces: Sequence[_ReadFace]) -> None:
        self._damages, self._vectors, counts, fits, plain = zip(*faces, strict=True)
        self.group = group
        self.icons = sum(fits) if group == CHARACTER else 0
        self.is_plain = all(plain)
        self.hurts, self.used = False, _ONLY_COUNTS
        if not self.is_plain:
            self.hurts = any(self._damages)
            self.used = frozenset(part for part in range(_FULL) if any(map(itemgetter(part), self._vectors)))
        self.counts = smallest_die(counts)
        self._narrowed: dict[tuple[int, ...], TakeableDie] = {}

    def narrowed(self, parts: tuple[int, ...]) -> TakeableDie:
        """Return the die with vectors that contain only these parts."""
        found = self._narrowed.get(parts)
        if found is None:
            faces = [
                Outcome(full[COUNTS] + full[UNCAPPED], hurt, tuple([full[part] for part in parts]))
                for hurt, full in zip(self._damages, self._vectors, strict=True)
            ]
            found = self._narrowed[parts] = TakeableDie(tuple(faces), self.group == CHARACTER)
        return found


_COUNTS, _IS_PLAIN, _ICONS, _HURTS, _USED = map(attrgetter, ("counts", "is_plain", "icons", "hurts", "used"))


class TaskPool:
    """One side's dice, as read for one task."""

    # A table of odds makes a pool for each skill, and a `Record` would take twice the time to make.
    __slots__ = ("allowed", "bought_inside_cap", "is_plain", "parts", "read", "task")

    def __init__(
        self, task: Task, allowed: Eligibility, read: Sequence[_ReadDie], bought_inside_cap: bool, against_stealth: bool
    ) -> None:
        self.task = task
        self.allowed = allowed
        self.read = read
        """Own dice, in order."""
        self.bought_inside_cap = bought_inside_cap
        self.is_plain = all(map(_IS_PLAIN, read))
        """True if only the number of counted successes matters, and damage takes no die."""
        self.parts: tuple[int, ...] = (COUNTS,)
        """Indexes of the full vector that can differ from zero; COUNTS is always among them."""
        if not self.is_plain:
            self.parts = self._parts(against_stealth)
            self.is_plain = self.parts == (COUNTS,) and not any(map(_HURTS, read))

    def _parts(self, against_stealth: bool) -> tuple[int, ...]:
        used = {COUNTS}.union(*map(_USED, self.read))
        # Numbers that this task does not use would only increase the number of sums.
        useless = {SEEN: not self.task.darkness, SENSED: not against_stealth, SHOWS: STRIKES not in used}
        useless[LIFTED] = WORN not in used
        return tuple([part for part in sorted(used) if not useless.get(part)])

    @property
    def dice(self) -> tuple[TakeableDie, ...]:
        """Own dice, in order. Each face adds a vector that contains only the `parts`."""
        # Shorter vectors give fewer different sums, and the time needed grows with the number of sums.
        return tuple([die.narrowed(self.parts) for die in self.read])

    @property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        """For each die, its numbers of successes, reduced to the fewest faces that give the same chances."""
        return tuple(map(_COUNTS, self.read))

    @property
    def rerollable(self) -> tuple[bool, ...]:
        """For each die, True if the player may re-roll it: character and item dice only (AMB-85)."""
        return tuple([die.group != HINDERING for die in self.read])

    @property
    def room(self) -> int | None:
        """Number of successes on the dice that can count under the cap; None without a cap."""
        cap, task = self.allowed.cap, self.task
        return None if cap is None else cap - task.automatic - (task.bought if self.bought_inside_cap else 0)

    @property
    def bonus(self) -> int:
        """Number added to the capped successes in every roll; negative if penalties exceed the bonuses."""
        return self.least + self.task.automatic + self.task.bought

    @property
    def least(self) -> int:
        """The result if nothing counts: zero, or below zero for penalties."""
        task = self.task
        return -task.fatigue - task.penalty - task.distance - task.darkness

    def total(self, sums: Sequence[int]) -> int:
        """Return the successes left with these sums, before the opposition is subtracted (ACT-11)."""
        full = self._full(sums)
        task = self.task
        left = self._under_cap(full) + task.automatic + task.bought - task.fatigue
        left -= min(max(0, left), full[BURDEN] + max(0, full[WORN] - full[LIFTED]))
        seen = min(task.darkness, full[SEEN])
        return left - task.penalty - task.distance - task.darkness + seen - full[NULLS]

    def reached(self, sums: Sequence[int]) -> int:
        """Return the capped successes with these sums, and automatic and bought ones, before anything is subtracted."""
        return self._under_cap(self._full(sums)) + self.task.automatic + self.task.bought

    def _full(self, sums: Sequence[int]) -> list[int]:
        full = [0] * _FULL
        for place, number in zip(self.parts, sums, strict=True):
            full[place] = number
        return full

    def _under_cap(self, full: Sequence[int]) -> int:
        """Return the successes of the dice up to the cap, plus the successes that the cap does not limit."""
        counted = full[COUNTS] + (full[STRIKES] if full[SHOWS] else 0)
        return (counted if self.room is None else min(counted, self.room)) + full[UNCAPPED]

    def sensed(self, sums: Sequence[int]) -> int:
        """Return the points of the other side's Stealth that these sums cancel (AMB-22)."""
        return sums[self.parts.index(SENSED)] if SENSED in self.parts else 0


_KnownDie = tuple[tuple[Face, ...], list[dict[_Skill, _ReadFace]], dict[_Skill, _ReadDie]]
"""The faces of a die, the readings of each face by skill, and the readings of the whole die by skill."""
_KnownDice = tuple[tuple[Die[Face], ...], list[Die[Face]], list[dict[_Skill, _ReadDie]], set[str]]
"""The dice of a roll, one side's own dice among them, the own dice's readings by skill, and their groups."""


class TaskFaces:
    """Reads dice for tasks.

    Each die is read once for each skill, because a table of odds needs the same readings again and again.
    """

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self._aims: dict[_Skill, Aim] = {}
        self._allowed: dict[tuple[_Skill, int | None, bool], Eligibility] = {}
        self._known_dice: dict[int, _KnownDice] = {}
        self._dice: dict[tuple[int, str, bool], _KnownDie] = {}
        self._faces: dict[tuple[Face, str, bool], dict[_Skill, _ReadFace]] = {}

    def pool(self, task: Task, dice: Sequence[Die[Face]], *, against_stealth: bool = False) -> TaskPool:
        """Return the pool of one side. `against_stealth` is True if the other side uses Stealth."""
        return next(self.pools([task], dice, against_stealth=against_stealth))

    def pools(
        self, tasks: Iterable[Task], dice: Sequence[Die[Face]], *, against_stealth: bool = False
    ) -> Iterator[TaskPool]:
        """Yield the pool of each task for the same dice; dice that are read in the same way are the same object."""
        _, own, known, groups = self._known(tuple(dice))
        has_items, has_dice = ITEM in groups, CHARACTER in groups
        inside = self._house_rules.bought_success_inside_cap
        for task in tasks:
            skill = (task.skill, task.conditions, "")
            skills = self._skills(task, skill, own) if has_items else [skill] * len(own)
            read = [
                by_skill.get(each) or self._read(each, die)
                for each, by_skill, die in zip(skills, known, own, strict=True)
            ]
            icons = sum(map(_ICONS, read)) if has_dice else None
            key = (skill, icons, task.allowed_by_gm)
            allowed = self._allowed.get(key)
            if allowed is None:
                goal = self._aim(skill)
                allowed = self._allowed[key] = eligibility_by_icons(goal, icons, by_gm=task.allowed_by_gm)
            yield TaskPool(task, allowed, read, inside, against_stealth)

    def _skills(self, task: Task, skill: _Skill, own: Sequence[Die[Face]]) -> Iterator[_Skill]:
        """Yield the circumstances for reading each die, if some of the dice are equipment."""
        used = borne_for(task, own)
        second = _ALWAYS if self._house_rules.second_weapon_by_owning else SECOND
        for die in own:
            if die.group != ITEM:
                yield skill
            elif die.key in used.idle:
                yield (*skill[:2], _IDLE)
            else:
                yield (*skill[:2], second if used.weapons.get(die.key) == SECOND else "")

    def _aim(self, skill: _Skill) -> Aim:
        found = self._aims.get(skill)
        if found is None:
            found = self._aims[skill] = aim(self._rulebook, self._house_rules, *skill[:2])
        return found

    def _known(self, dice: tuple[Die[Face], ...]) -> _KnownDice:
        """Return one side's own dice among `dice`, with the cached readings of each."""
        # Comparing and hashing dice is slow, so they are found by id. The tuple is kept, so that no other object gets
        # its id.
        found = self._known_dice.get(id(dice))
        if found is None:
            if len(self._known_dice) >= _MOST_POOLS:
                self._known_dice.clear()
            own = [die for die in dice if die.group in OWN_GROUPS]
            found = dice, own, [self._known_die(die)[2] for die in own], {die.group for die in own}
            self._known_dice[id(dice)] = found
        return found

    def _known_die(self, die: Die[Face]) -> _KnownDie:
        """Return the cache of the die's readings; dice with the same tuple of faces share it."""
        worn = die.group == ITEM and is_worn(die.key)
        key = (id(die.faces), die.group, worn)
        found = self._dice.get(key)
        if found is None:
            if len(self._dice) >= _MOST_KEPT:
                self._dice.clear()
                self._faces.clear()
            # An edited die shares most faces with other dice, so each face is read once.
            each = [self._faces.setdefault((shown, die.group, worn), {}) for shown in die.faces]
            found = self._dice[key] = die.faces, each, {}
        return found

    def _read(self, skill: _Skill, die: Die[Face]) -> _ReadDie:
        _, each, by_skill = self._known_die(die)
        faces = [
            known.get(skill) or self._read_face(skill, die, shown, known)
            for known, shown in zip(each, die.faces, strict=True)
        ]
        found = by_skill[skill] = _ReadDie(die.group, faces)
        return found

    def _read_face(self, skill: _Skill, die: Die[Face], shown: Face, known: dict[_Skill, _ReadFace]) -> _ReadFace:
        goal, role = self._aim(skill), skill[2]
        damage = 0 if role else hindrance(shown, die.group).damage
        numbers = _numbers(self._rulebook, goal, die, shown, role)
        fits = not appropriate_icons(self._rulebook, self._house_rules, goal).isdisjoint(shown.icons)
        found = known[skill] = damage, numbers, numbers[COUNTS], fits, not damage and not any(numbers[COUNTS + 1 :])
        return found


@lru_cache(_MOST_KEPT)
def smallest_die(values: tuple[int, ...]) -> tuple[int, ...]:
    """Return the die with the fewest faces that gives the same chances."""
    often = {value: values.count(value) for value in values}
    # For example, a die with one success on three of its six faces has the same chances as a coin.
    common = gcd(*often.values())
    return tuple(value for value, times in sorted(often.items()) for _ in range(times // common))


def _numbers(rulebook: Rulebook, goal: Aim, die: Die[Face], shown: Face, role: str) -> Vector:
    full = [0] * _FULL
    if role:
        full[COUNTS if role == _ALWAYS else STRIKES] = second_counts(goal, shown) if role != _IDLE else 0
        return tuple(full)
    harm = hindrance(shown, die.group)
    full[NULLS] = harm.nulls
    if goal.id in ENCUMBERED_SKILLS:
        full[WORN if die.group == ITEM and is_worn(die.key) else BURDEN] = harm.encumbrance
    if die.group != HINDERING:
        value = worth(rulebook, goal, shown)
        full[COUNTS], full[UNCAPPED] = value.counts - value.uncapped, value.uncapped
        full[SHOWS] = shown.icons.count(TWO_WEAPON) if die.group == CHARACTER else 0
        full[LIFTED] = value.negated("encumbrance")
        full[SEEN] = value.negated("darkness")
        full[SENSED] = value.negated("opposed-stealth")
    return tuple(full)


def totals(pool: TaskPool) -> dict[tuple[int, int], int]:
    """Return the weight of each pair of successes left and Stealth cancelled.

    Without own dice no success is left (AMB-104).
    """
    if not pool.allowed.allowed:
        return {(0, 0): 1}
    sums, lost = sums_after_damage(pool.dice)
    found: dict[tuple[int, int], int] = {(0, 0): lost} if lost else {}
    for vector, weight in sums.items():
        key = (pool.total(vector), pool.sensed(vector))
        found[key] = found.get(key, 0) + weight
    return found


def nothings(pool: TaskPool) -> dict[tuple[int, int], int]:
    """Return the part of `totals` that comes from rolls without a counted success, before anything is subtracted."""
    sums, lost = sums_after_damage(pool.dice)
    found = {(0, 0): lost} if lost else dict[tuple[int, int], int]()
    for vector, weight in sums.items():
        if not pool.reached(vector):
            key = (pool.total(vector), pool.sensed(vector))
            found[key] = found.get(key, 0) + weight
    return found


def margin_weights(own: Mapping[tuple[int, int], int], against: Opposition) -> dict[int, int]:
    """Return the weight of each `margin` of one's own `totals` over the other side's totals."""
    found: dict[int, int] = {}
    for (mine, i_sense), my_weight in own.items():
        for they_sense, numbers in against.items():
            for theirs, weight in numbers:
                difference = margin(mine, i_sense, theirs, they_sense)
                found[difference] = found.get(difference, 0) + my_weight * weight
    return found


def throws_of(against: Opposition) -> int:
    """Return the total weight of all results of the opposition."""
    return sum(numbers.total for numbers in against.values())


def margin(mine: int, i_sense: int, theirs: int, they_sense: int) -> int:
    """Return own successes less the other side's, which are zero or more, after Sixth Sense (TASK-10, AMB-22)."""
    theirs = max(0, theirs)
    return mine - min(max(0, mine), they_sense) - theirs + min(theirs, i_sense)


def most_beaten(mine: int, i_sense: int, they_sense: int) -> int:
    """Return the highest number of the other side that leaves a `margin` of one; -1 if not even zero leaves it."""
    left = mine - min(max(0, mine), they_sense)
    return left - 1 + i_sense if left >= 1 else -1


class RerollChance(Record):
    """The effect of re-rolling one die of a roll."""

    die: int
    """Index of the die in the roll."""
    success: Chance
    """Chance of success of the task, with that die re-rolled."""
    gain: float
    """Change of the chance of success: above zero if a re-roll helps, below zero if it makes success less likely."""
    margin: float = 0.0
    """Average change of the net result; 0 if there is no net result."""


def success_with_reroll(pool: TaskPool, against: Opposition) -> Chance:
    """Return the chance of success if the best die is re-rolled after any failed roll."""
    if not pool.allowed.allowed:
        return NEVER
    sizes = [len(die.faces) for die in pool.dice]
    # With this unit all shares are whole numbers, so nothing is rounded.
    unit = lcm(*sizes)
    own = sum(die.own for die in pool.dice)
    good = sum(
        _SceneOdds(pool, scene, own, unit, sense).good(numbers)
        for scene in scenes(pool.dice)
        for sense, numbers in against.items()
        if all(scene)
    )
    return Chance(good, unit * prod(sizes) * throws_of(against))


class _SceneOdds:
    """Counts the successes of one scene of a pool, if the other side cancels a given number of Stealth successes."""

    def __init__(self, pool: TaskPool, scene: Scene, own: int, unit: int, sense: int) -> None:
        self._pool = pool
        self._scene = scene
        self._own = own
        self._unit = unit
        self._sense = sense
        self._beaten: dict[Vector, int] = {}
        self._changes: dict[tuple[Vector, ...], int] = {}
        # The effects of re-rolling a face are numbered, so that equal effects are calculated once.
        self._numbers = [[self._number(place, result) for result in die] for place, die in enumerate(scene)]
        self._filtered: dict[tuple[int, ...], list[tuple[int, dict[Vector, int]]]] = {}

    def good(self, against: Distribution) -> int:
        """Return the weight of success against the other side's successes, multiplied by the unit."""
        return sum(self._with_best(sums, ways, against) for sums, ways in scene_sums(self._scene, self._own).items())

    def _number(self, place: int, result: Result) -> int:
        changes: tuple[Vector, ...] = ()
        # A die taken by damage (AMB-85) or a hindering die cannot be re-rolled.
        if self._pool.rerollable[place] and not result[-2]:
            shown = result[:-2]
            changes = tuple(sorted(tuple(map(sub, face.adds, shown)) for face in self._pool.dice[place].faces))
        return self._changes.setdefault(changes, len(self._changes))

    def _with_best(self, sums: Vector, ways: int, against: Distribution) -> int:
        now = self._most_beaten(sums)
        again = [[self._most_beaten(tuple(map(add, sums, change))) for change in changes] for changes in self._changes]
        most = max(max(beaten, default=now) for beaten in again)
        good = 0
        for theirs, weight in against:
            # The roll already succeeds, and nobody re-rolls a success.
            if theirs <= now:
                good += weight * self._unit * ways
            elif theirs <= most:
                shares = [sum(theirs <= one for one in beaten) * self._unit // (len(beaten) or 1) for beaten in again]
                good += weight * self._best_of(sums, tuple(shares))
        return good

    def _best_of(self, sums: Vector, shares: tuple[int, ...]) -> int:
        """Return the weight of the rolls with these sums.

        Each roll is multiplied by the greatest share among its faces.
        """
        found = before = 0
        for level, weights in self._up_to(shares):
            here = weights.get(sums, 0)
            found += level * (here - before)
            before = here
        return found

    def _up_to(self, shares: tuple[int, ...]) -> list[tuple[int, dict[Vector, int]]]:
        """Return for each share, lowest first, the weights of the sums of rolls without a greater share."""
        if shares not in self._filtered:
            levels = sorted(set(shares))
            self._filtered[shares] = [(level, scene_sums(self._without(shares, level), self._own)) for level in levels]
        return self._filtered[shares]

    def _without(self, shares: tuple[int, ...], level: int) -> Scene:
        """Return the scene without the faces whose share is above the level."""
        return tuple(
            tuple(result for result, number in zip(die, numbers, strict=True) if shares[number] <= level)
            for die, numbers in zip(self._scene, self._numbers, strict=True)
        )

    def _most_beaten(self, sums: Vector) -> int:
        found = self._beaten.get(sums)
        if found is None:
            left = most_beaten(self._pool.total(sums), self._pool.sensed(sums), self._sense)
            found = self._beaten[sums] = left
        return found
