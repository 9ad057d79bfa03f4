"""Reading a task: its dice, each with its reason, the sum step by step, the result (ACT-11, amendment 15).

A roll uses one weapon, perhaps a second, one shield and one suit of armour (AMB-53). Tasks, odds, fights and rounds all
get them from `borne` (amendments 27 and 28); it gives a reason for equipment that is not used.

Codes of unused equipment: idle-weapon (item), idle-unfit (item), idle-beside-shield (item), idle-unarmed (item),
idle-casting (item), idle-shield (item), idle-armour (item).

Codes of the effect of a die, in addition to those of `notation`: lost-to-damage (face), not-allowed (face, skill),
all-dice-lost (face), damages (face, n), cancels (face, n), encumbers (face, n), encumbers-nothing (face, skill),
lifts-encumbrance (face, n), lifts-darkness (face, n), lifts-stealth (face, n), idle-hindering (face), idle-second
(item), opponent-die (face).

Codes of steps: step-allowed-by-gm (), step-damage (n, taken), step-counted (skill, n), step-outside-cap (n),
step-automatic (n), step-lent (n), step-lent-away (n), step-bought (n), step-cap (cap, n), step-uncapped (n),
step-fatigue (n), step-encumbrance (n), step-encumbrance-lifted (n), step-penalty (n), step-distance (n), step-darkness
(n), step-darkness-lifted (n), step-own-nulls (n), step-nulls (n), step-automatic-nulls (n), step-against (n),
step-stealth-lifted (n), step-sensed (n), step-net (n). Codes of findings: success (n), failure (n), tie (), tie-opposed
(), no-success (), no-success-opposed (), all-dice-lost-task (), dice-lost (n), and the reason of an Eligibility that
does not allow the task. Codes of consequences: player-tells (), gm-tells (), magic-lasts (), craft-tools ().

Codes refused: negative-number ().
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from bones_desktop.rules.bones.book.attempts import (
    CHALLENGE,
    CHARACTER,
    HINDERING,
    ITEM,
    Eligibility,
    Task,
    check,
    eligibility_of,
)
from bones_desktop.rules.bones.book.icons import BLANK, DAMAGE, ENCUMBRANCE, FLAMING, NULL, POISON, Face
from bones_desktop.rules.bones.book.notation import ITEM_USES, Aim, Worth, aim, face_name, worth
from bones_desktop.rules.bones.book.rulebook import DieUse, HouseRules, Rulebook
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reading import DieReading, Finding, Reading, Role, Tone
from bones_desktop.rules.reasons import Reason, reason, refuse
from bones_desktop.rules.records import Record, field, replace

WEAPON: Final = "weapon"
SHIELD: Final = "shield"
ARMOUR: Final = "armour"
"""The key of an equipment die begins with one of these words, according to the kind of equipment."""
MELEE: Final = "melee"
MISSILE: Final = "missile"
UNARMED: Final = "unarmed"
MAGIC: Final = "magic"
SECOND: Final = "second"
"""Role of a second weapon, which counts only while a die shows Two Weapon (AMB-18)."""
TWO_WEAPON: Final = "two-weapon"
"""Mastery that allows a second weapon."""
_NEITHER: Final = frozenset({UNARMED, MAGIC})
"""Ways to attack for which no weapon is used (AMB-35, AMB-73)."""


class Borne(Record):
    """The use of each equipment die in a roll."""

    weapons: Mapping[str, str] = field(default_factory=dict)
    """The use of each weapon, by the key of its die: a skill, `SECOND`, or "" for a weapon that is not used."""
    idle: Mapping[str, Reason] = field(default_factory=dict)
    """The reason why a die counts for nothing, by the die's key."""

    @property
    def second(self) -> str:
        """Key of the second weapon; "" if there is none."""
        return next((key for key, role in self.weapons.items() if role == SECOND), "")

    def used(self, skill: str) -> str:
        """Return the key of the weapon used for a skill; "" if there is none."""
        return next((key for key, role in self.weapons.items() if role == skill), "")


def borne(
    dice: Iterable[Die[Face]],
    skills: Collection[str],
    chosen: Mapping[str, str] | None = None,
    lost_to_range: Mapping[str, int] | None = None,
) -> Borne:
    """Return the use of the equipment among `dice` in a roll of `skills`, or in a round with such attacks.

    `chosen` gives the key of the weapon for a skill; otherwise the first weapon for the skill is used. For missiles,
    weapons that shoot come before thrown ones. Among several, the one with the most expected successes is used, less
    `lost_to_range` by key (amendment 28); a weapon of unknown range comes last. If two ways to attack need different
    weapons, missiles come first, because they need a weapon (AMB-35). The first shield and the first suit of armour are
    worn.
    """
    dice = tuple(dice)
    items = [die for die in dice if die.group == ITEM]
    weapons = [die for die in items if die.key.startswith(WEAPON)]
    shields, armours = ([die for die in items if die.key.startswith(kind)] for kind in (SHIELD, ARMOUR))
    # The first shield and the first suit of armour are used. The player can change the order on the sheet.
    idle = {die.key: reason("idle-shield", "AMB-53", item=die.label) for die in shields[1:]}
    idle |= {die.key: reason("idle-armour", "AMB-53", item=die.label) for die in armours[1:]}
    roles = dict.fromkeys((die.key for die in weapons), "")
    # Without an attack, a fighter holds a melee weapon. An example is a fighter who only defends.
    wanted = sorted(set(skills) - _NEITHER, key=lambda skill: skill != MISSILE) or ([] if skills else [MELEE])
    why = reason("idle-casting", "MAG-25", item="") if MAGIC in skills else reason("idle-unarmed", "AMB-35", item="")
    if weapons and wanted:
        # A weapon that the player chose is used even if another weapon is better.
        named = [(skill, key) for skill in wanted if (key := (chosen or {}).get(skill, "")) in roles]
        serving = [(skill, best.key) for skill in wanted if (best := _serving(weapons, skill, lost_to_range or {}))]
        # A weapon without icons of the skill may still be used, but a melee weapon cannot shoot.
        others = [(wanted[0], die.key) for die in weapons if wanted != [MISSILE] or not _serving([die], MELEE, {})]
        skill, used = next(iter(named or serving or others), ("", ""))
        roles |= {used: skill} if used else {}
        why = reason("idle-weapon", "AMB-53", item="") if used else reason("idle-unfit", "AMB-35", item="")
        second = _serving([die for die in weapons if die.key != used], MELEE, {})
        # A shield occupies the hand that the second weapon needs (AMB-18).
        if skill == MELEE and second is not None and owns_two_weapon(dice):
            if shields:
                why = reason("idle-beside-shield", "AMB-18", item="")
            else:
                roles[second.key] = SECOND
    idle |= {die.key: replace(why, values=(("item", die.label),)) for die in weapons if not roles[die.key]}
    return Borne(roles, idle)


def owns_two_weapon(dice: Iterable[Die[Face]]) -> bool:
    """Return whether a character die among these has the mastery that allows a second weapon."""
    return any(die.group == CHARACTER and any(shown.has(TWO_WEAPON) for shown in die.faces) for die in dice)


def is_thrown(faces: Collection[Face]) -> bool:
    """Return whether a weapon has both Melee and Missile faces, so that a missile attack throws it (EQP-3)."""
    return all(any(shown.has(skill) for shown in faces) for skill in (MELEE, MISSILE))


def _serving(weapons: Iterable[Die[Face]], skill: str, lost: Mapping[str, int]) -> Die[Face] | None:
    """Return the best weapon for a skill, the first of several equally good weapons; None if there is none."""
    bearing = [die for die in weapons if any(shown.has(skill) for shown in die.faces)]

    def worth(die: Die[Face]) -> tuple[bool, bool, float]:
        icons = sum(shown.count * shown.icons.count(skill) for shown in die.faces)
        return not is_thrown(die.faces), die.key in lost, icons / len(die.faces) - lost.get(die.key, 0)

    return max(bearing, key=worth, default=None) if skill == MISSILE else next(iter(bearing), None)


if TYPE_CHECKING:
    from bones_desktop.rules.bones.book.notation import ParsedDie

ENCUMBERED_SKILLS: Final = frozenset({"magic", "maneuver", "stealth"})
"""The skills whose successes Encumbrance cancels (ICON-7, HIND-8)."""
OWN_GROUPS: Final = frozenset({CHARACTER, ITEM, HINDERING})


def parsed_pool(rulebook: Rulebook, dice: "Sequence[ParsedDie]", group: str) -> tuple[Die[Face], ...]:
    """Return dice that were given as text as dice of `group`; the keys of items say how the items are used.

    A printed item keeps its use. An item given by its faces is a weapon if it has Melee or Missile icons. Missing faces
    are blank.
    """
    kinds = {die.id: die.use.value for die in rulebook.dice if die.use in ITEM_USES}
    own = "die" if group == CHARACTER else group
    pool = []
    for number, die in enumerate(dice, 1):
        armed = group == ITEM and any(shown.has(MELEE) or shown.has(MISSILE) for shown in die.faces)
        kind = kinds.get(die.printed, WEAPON if armed else group) if group == ITEM else own
        # Missing faces count as blank, so that an unfinished die can be rolled.
        faces = tuple(BLANK if shown.is_unfilled else shown for shown in die.faces)
        label = die.name or rulebook.face_texts["die"].format(n=number)
        pool.append(Die(faces, label, group, f"{kind} {number}"))
    return tuple(pool)


def challenge_dice(rulebook: Rulebook, task: Task) -> tuple[Die[Face], ...]:
    """Return the challenge dice of the task; none if it is opposed (TASK-8)."""
    if not task.difficulty:
        return ()
    printed = next(die for die in rulebook.dice if die.use is DieUse.CHALLENGE)
    number = rulebook.difficulty(task.difficulty).dice
    return tuple(Die(printed.faces, printed.name, CHALLENGE, f"challenge {place + 1}") for place in range(number))


class Hindrance(Record):
    """The effects of a face against its owner."""

    damage: int = 0
    nulls: int = 0
    encumbrance: int = 0


def hindrance(shown: Face, group: str) -> Hindrance:
    """Return how `shown` hinders its owner; doubled and tripled faces count two and three times (DICE-12).

    A Damage icon hurts the owner of the die only on a hindering die; on other dice it hurts a target (AMB-7).
    """
    hurting = {POISON, FLAMING, DAMAGE} if group == "hindering" else {POISON, FLAMING}
    return Hindrance(
        damage=shown.count * sum(icon in hurting for icon in shown.icons),
        nulls=shown.count * shown.icons.count(NULL),
        encumbrance=shown.count * shown.icons.count(ENCUMBRANCE),
    )


def is_worn(key: str) -> bool:
    """Return whether the item is, or may be, armour or a shield.

    Endurance cancels the Encumbrance of armour and shields only (AMB-19).
    """
    return not key.startswith(("weapon", "magic-item"))


def borne_for(task: Task, dice: Sequence[Die[Face]]) -> Borne:
    """Return the use of the equipment among the dice in a task (AMB-53)."""
    if not any(die.group == ITEM for die in dice):
        return Borne()
    return borne(dice, {task.skill}, {task.skill: task.weapon} if task.weapon else None)


def take_dice(counts: Mapping[int, int], damage: int, chosen: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the indexes of the dice that `damage` takes, in order (HIND-5, amendment 8).

    `counts` gives the successes of each character die's face in the task, by the place of the die in the roll. While a
    die that counted is left, such a die must be taken. `chosen` are the dice that the owner chose; the caller checks
    the choice. Each further point takes the die with the fewest successes; of equal dice, the later one.
    """
    left = {place: worth for place, worth in counts.items() if place not in chosen}
    taken = [*chosen]
    for _ in range(min(damage, len(counts)) - len(chosen)):
        # The remaining dice are looked at again for each point. After some points only dice that did not count may be
        # left.
        useful = {place for place, worth in left.items() if worth > 0}
        place = min(useful or left, key=lambda place: (left[place], -place))
        del left[place]
        taken.append(place)
    return tuple(taken)


class ShownDie(Record):
    """One die of the roll and its value for this task."""

    place: int
    group: str
    key: str
    title: str
    face: Face
    name: str
    worth: Worth
    hindrance: Hindrance


def shown_dice(rulebook: Rulebook, goal: Aim, task: Task, throw: Throw[Face]) -> list[ShownDie]:
    """Return the dice of the roll; only character and item dice count (EQP-2), and only equipment in use.

    A second weapon is read as if it may strike; `without_second` corrects this.
    """
    every = []
    used = borne_for(task, throw.dice)
    for place, (die, face) in enumerate(zip(throw.dice, throw.faces, strict=True)):
        one = worth(rulebook, goal, face)
        harm = hindrance(face, die.group)
        if die.group not in {CHARACTER, ITEM}:
            one = replace(one, counts=0, negates=(), uncapped=0)
        elif die.key in used.idle and die.group == ITEM:
            one, harm = Worth(0, used.idle[die.key]), Hindrance()
        elif die.group == ITEM and die.key == used.second:
            one, harm = replace(one, counts=second_counts(goal, face), negates=()), Hindrance()
        name = face_name(rulebook, face)
        every.append(ShownDie(place, die.group, die.key, die.label or die.key, face, name, one, harm))
    return every


def second_counts(goal: Aim, shown: Face) -> int:
    """Return the successes of a second weapon's face if the weapon may strike; only icons of the skill give any.

    See AMB-18.
    """
    return shown.count * shown.icons.count(goal.id)


def without_second(
    house_rules: HouseRules, task: Task, throw: Throw[Face], shown: Sequence[ShownDie], harm: Collection[int]
) -> list[ShownDie]:
    """Return the dice; a second weapon counts only if an available die shows Two Weapon (AMB-18)."""
    second = borne_for(task, throw.dice).second
    left = [one for one in shown if one.group == CHARACTER and one.place not in harm]
    owning = house_rules.second_weapon_by_owning and owns_two_weapon(throw.dice)
    # A die lost to damage no longer counts, not even for its Two Weapon icon.
    if not second or owning or any(one.face.has(TWO_WEAPON) for one in left):
        return list(shown)
    return [
        replace(one, worth=Worth(0, reason("idle-second", "AMB-18", item=one.title)))
        if one.group == ITEM and one.key == second
        else one
        for one in shown
    ]


def opposed_by_stealth(task: Task) -> bool:
    """Return whether the other side uses Stealth, which is the default against Perception (TASK-13)."""
    usual = "stealth" if task.skill == "perception" else ""
    return task.against is not None and (task.against_skill or usual) == "stealth"


def die_reading(
    task: Task, goal: Aim, one: ShownDie, harm: Collection[int], why_not: Reason | None, allowed: bool
) -> DieReading:
    """Return the effect of a die.

    `harm` holds the indexes of the dice lost to damage. `why_not` is the reason if nothing counts.
    """
    if one.place in harm:
        return _read(one, Role.LOST, reason("lost-to-damage", "HIND-5", face=one.name))
    if one.group == CHALLENGE:
        nulls = one.hindrance.nulls
        if nulls:
            return _read(one, Role.HURTS, reason("cancels", "TASK-7", face=one.name, n=nulls))
        return _read(one, Role.IDLE, one.worth.reason)
    if one.group not in OWN_GROUPS:
        return _read(one, Role.IDLE, reason("opponent-die", "TASK-10", face=one.name))
    if one.hindrance.damage:
        return _read(one, Role.HURTS, reason("damages", "HIND-4", face=one.name, n=one.hindrance.damage))
    # Damage comes first, because dice hurt their owner even in a task that is not allowed.
    if why_not is None:
        return _counting(task, goal, one)
    if one.face.is_blank:
        return _read(one, Role.IDLE, one.worth.reason)
    if allowed:
        return _read(one, Role.IDLE, reason("all-dice-lost", "AMB-104", face=one.name))
    return _read(one, Role.IDLE, reason("not-allowed", why_not.rule, face=one.name, skill=goal.name))


def _counting(task: Task, goal: Aim, one: ShownDie) -> DieReading:
    """Return the effect of a die in a task that may be attempted."""
    hindrance = one.hindrance
    if one.worth.counts:
        return DieReading(one.place, one.group, one.title, one.name, one.worth.counts, Role.COUNTS, one.worth.reason)
    if hindrance.nulls:
        return _read(one, Role.HURTS, reason("cancels", "HIND-9", face=one.name, n=hindrance.nulls))
    if hindrance.encumbrance:
        if goal.id in ENCUMBERED_SKILLS:
            return _read(one, Role.HURTS, reason("encumbers", "HIND-8", face=one.name, n=hindrance.encumbrance))
        return _read(one, Role.IDLE, reason("encumbers-nothing", "HIND-8", face=one.name, skill=goal.name))
    lift = _lifting(task, goal, one)
    if lift is not None:
        return _read(one, Role.COUNTS, lift)
    if one.group == HINDERING and not one.face.is_blank:
        return _read(one, Role.IDLE, reason("idle-hindering", "HIND-1", face=one.name))
    return _read(one, Role.IDLE, one.worth.reason)


def _read(one: ShownDie, role: Role, why: Reason) -> DieReading:
    return DieReading(one.place, one.group, one.title, one.name, 0, role, why)


def _lifting(task: Task, goal: Aim, one: ShownDie) -> Reason | None:
    """Return the penalty that a face cancels without giving a success; None if it cancels no penalty."""
    encumbrance = one.worth.negated("encumbrance")
    if encumbrance and goal.id in ENCUMBERED_SKILLS:
        return reason("lifts-encumbrance", "AMB-19", face=one.name, n=encumbrance)
    darkness = one.worth.negated("darkness")
    if darkness and task.darkness:
        return reason("lifts-darkness", "AMB-21", face=one.name, n=darkness)
    stealth = one.worth.negated("opposed-stealth")
    if stealth and opposed_by_stealth(task):
        return reason("lifts-stealth", "AMB-22", face=one.name, n=stealth)
    return None


class TaskReading(Record):
    """The meaning of a roll for a task."""

    allowed: bool
    reason: Reason | None
    """The reason why the task is not allowed; None if it is."""
    cap: int | None
    successes: int
    """Successes after hindering damage and the cap, including bought ones.

    Fatigue, Encumbrance, penalties and Nulls are not subtracted yet.
    """
    net: int
    """The net result after all steps; it may be negative. A task succeeds at one or more."""
    success: bool
    damage: int
    """Damage of hindering dice that was not soaked, including points beyond the number of dice."""
    nulls: int
    """Number of Nulls: rolled on the challenge dice, and automatic."""
    rolled_nulls: int
    reading: Reading
    allowed_by_gm: bool = False
    """True if the task is allowed only by the GM."""
    after_fatigue: int = 0
    """Successes after fatigue only (MAG-14); negative if fatigue costs more successes than there are."""
    soaked: int = 0
    """Damage of hindering dice that was soaked."""
    follows: tuple[Reason, ...] = ()
    """Consequences: who describes the result (TASK-12), how long magic lasts (MAG-5), the effect of tools (TASK-15)."""
    counted: tuple[int, ...] = ()
    """Indexes of one's own dice that counted, including dice lost to damage."""


class _Sum:
    """The running total of a roll, and its steps."""

    def __init__(self, total: int, steps: list[Reason]) -> None:
        self.total = total
        self.steps = steps

    def add(self, amount: int, step: Reason) -> None:
        if amount:
            self.total += amount
            self.steps.append(step)


def movement(base: float, maneuver_successes: int) -> float:
    """Return the movement score of a round spent on moving (MOVE-2, MOVE-3)."""
    return base + 1 + max(0, maneuver_successes) // 2


def read_task(
    rulebook: Rulebook,
    house_rules: HouseRules,
    task: Task,
    throw: Throw[Face],
    rolled_nulls: int | None = None,
    lost: tuple[int, ...] | None = None,
    soaked: int = 0,
) -> TaskReading:
    """Return the meaning of the roll for the task.

    The Nulls are those of the challenge dice in the roll, or `rolled_nulls` if the challenge dice were rolled
    separately. `lost` are dice lost before a re-roll: they stay lost, and no new damage counts (AMB-52). `soaked`
    points of hindering damage have no effect (SPF-11); dice saved by soaking must not be in `lost`. Raise RulesError
    for a task with neither difficulty nor opposition, or with both.
    """
    check(task)
    if rolled_nulls is not None and rolled_nulls < 0:
        raise refuse("negative-number", "TASK-7")
    goal = aim(rulebook, house_rules, task.skill, task.conditions)
    shown = shown_dice(rulebook, goal, task, throw)
    own = [one for one in shown if one.group == CHARACTER]
    available = [throw.dice[one.place] for one in own]
    allowed = eligibility_of(rulebook, house_rules, goal, available, by_gm=task.allowed_by_gm)
    damage = sum(one.hindrance.damage for one in shown if one.group in OWN_GROUPS)
    # In a task that is not allowed no die counts, so damage may take any of the dice.
    counts = {one.place: one.worth.counts if allowed.allowed else 0 for one in own}
    # Soaked points beyond this damage are used for damage of other causes, see `plays`.
    soaked = min(soaked, damage)
    if lost is None:
        damage -= soaked
        harm = take_dice(counts, damage)
    else:
        harm, damage = lost, len(lost)
    if rolled_nulls is None:
        rolled_nulls = sum(one.hindrance.nulls for one in shown if one.group == CHALLENGE)
    automatic_nulls = rulebook.difficulty(task.difficulty).automatic_nulls if task.difficulty else 0
    why_not = _why_not(allowed, harm, own)
    shown = without_second(house_rules, task, throw, shown, harm)
    live = [one for one in shown if one.group in OWN_GROUPS and one.place not in harm]
    running = _Sum(0, [reason("step-allowed-by-gm", allowed.reason.rule)] if allowed.by_gm else [])
    # Lost dice no longer count, so this step comes before counting (amendment 15).
    if damage:
        running.steps.append(reason("step-damage", "HIND-5", n=damage, taken=len(harm)))
    if why_not is None:
        _count(house_rules, task, goal, allowed, live, running)
    successes = running.total
    if why_not is None:
        _hinder(task, goal, live, running)
        running.add(-rolled_nulls, reason("step-nulls", "TASK-7", n=rolled_nulls))
        running.add(-automatic_nulls, reason("step-automatic-nulls", "TASK-8", n=automatic_nulls))
        _oppose(task, live, running)
        running.steps.append(reason("step-net", "TASK-5", n=running.total))
    # A tie fails: one success more than the other side is needed (TASK-5, TASK-6).
    success = why_not is None and running.total >= 1
    dice = tuple(die_reading(task, goal, one, harm, why_not, allowed.allowed) for one in shown)
    findings = _findings(task, successes, running.total, why_not, harm)
    return TaskReading(
        allowed=allowed.allowed,
        reason=None if allowed.allowed else allowed.reason,
        cap=allowed.cap,
        successes=successes,
        net=running.total if why_not is None else -_resistance(task, rolled_nulls + automatic_nulls),
        success=success,
        damage=damage,
        nulls=rolled_nulls + automatic_nulls,
        rolled_nulls=rolled_nulls,
        reading=Reading(findings, dice, tuple(running.steps), lost=harm),
        allowed_by_gm=allowed.by_gm,
        after_fatigue=successes - task.fatigue,
        soaked=soaked,
        follows=what_follows(task, success=success),
        counted=tuple(place for place, worth in counts.items() if worth > 0),
    )


def what_follows(task: Task, *, success: bool) -> tuple[Reason, ...]:
    """Return the consequences: who describes the result, and notes on successful magic and on missing tools."""
    found = [reason("player-tells", "TASK-12") if success else reason("gm-tells", "TASK-12")]
    if success and task.skill == "magic":
        found.append(reason("magic-lasts", "MAG-5"))
    if task.skill == "craft" and task.difficulty:
        found.append(reason("craft-tools", "TASK-15"))
    return tuple(found)


def opposed(rulebook: Rulebook, house_rules: HouseRules, task: Task, theirs: Task, throw: Throw[Face]) -> Task:
    """Return a task opposed by the other side's roll for its task `theirs` (TASK-10).

    The opposition that `theirs` names is ignored. The successes of the other side are never below zero. Its Sixth Sense
    cancels Stealth and nothing else (AMB-22).
    """
    alone = replace(theirs, difficulty="", against=0, against_skill=task.skill, sensed=0)
    reading = read_task(rulebook, house_rules, alone, throw)
    goal = aim(rulebook, house_rules, theirs.skill, theirs.conditions)
    harm = reading.reading.lost
    live = [
        one for one in shown_dice(rulebook, goal, alone, throw) if one.group in OWN_GROUPS and one.place not in harm
    ]
    sensing = reading.allowed and task.skill == "stealth"
    sensed = sum(one.worth.negated("opposed-stealth") for one in live) if sensing else 0
    return replace(task, difficulty="", against=max(0, reading.net), against_skill=theirs.skill, sensed=sensed)


def _why_not(allowed: Eligibility, harm: tuple[int, ...], own: list[ShownDie]) -> Reason | None:
    """Return why nothing counts: the task is not allowed, or all its dice are lost (AMB-104)."""
    if not allowed.allowed:
        return allowed.reason
    return reason("all-dice-lost-task", "AMB-104") if len(harm) == len(own) else None


def _resistance(task: Task, nulls: int) -> int:
    return nulls if task.against is None else task.against


def _count(
    house_rules: HouseRules, task: Task, goal: Aim, allowed: Eligibility, live: list[ShownDie], running: _Sum
) -> None:
    """Count the successes, then apply the cap. House rules say whether the cap limits a bought success (AMB-8)."""
    counted = sum(one.worth.counts for one in live)
    # Without a cap every success counts under it, so a step about successes outside the cap would only confuse.
    uncapped = sum(one.worth.uncapped for one in live) if allowed.cap is not None else 0
    running.total = counted - uncapped
    running.steps.append(reason("step-counted", "ACT-11", skill=goal.name, n=running.total))
    running.add(task.automatic, reason("step-automatic", "IMP-5", n=task.automatic))
    running.add(max(0, task.lent), reason("step-lent", "AMB-26", n=task.lent))
    running.add(min(0, task.lent), reason("step-lent-away", "AMB-26", n=-task.lent))
    bought = reason("step-bought", "SPF-10", n=task.bought)
    if house_rules.bought_success_inside_cap:
        running.add(task.bought, bought)
    if allowed.cap is None:
        running.steps.append(reason("step-uncapped", "ACT-1", n=running.total))
    elif running.total > allowed.cap:
        over = running.total - allowed.cap
        running.add(-over, reason("step-cap", allowed.reason.rule, cap=allowed.cap, n=over))
    running.add(uncapped, reason("step-outside-cap", "amendment 24", n=uncapped))
    if not house_rules.bought_success_inside_cap:
        running.add(task.bought, bought)


def _hinder(task: Task, goal: Aim, live: list[ShownDie], running: _Sum) -> None:
    """Subtract fatigue, Encumbrance, penalties, darkness and Nulls on the character's own dice (ACT-11)."""
    running.add(-task.fatigue, reason("step-fatigue", "MAG-11", n=task.fatigue))
    if goal.id in ENCUMBERED_SKILLS:
        # Encumbrance of armour and shields is counted separately, because Endurance cancels nothing else (AMB-19).
        worn = sum(one.hindrance.encumbrance for one in live if one.group == ITEM and is_worn(one.key))
        every = sum(one.hindrance.encumbrance for one in live)
        lifted = min(worn, sum(one.worth.negated("encumbrance") for one in live))
        # Encumbrance only cancels successes, so it has no effect if none are left.
        cancels = min(every, max(0, running.total))
        saved = cancels - min(every - lifted, cancels)
        running.add(-cancels, reason("step-encumbrance", "HIND-8", n=cancels))
        running.add(saved, reason("step-encumbrance-lifted", "AMB-19", n=saved))
    running.add(-task.penalty, reason("step-penalty", "TASK-14", n=task.penalty))
    running.add(-task.distance, reason("step-distance", "TASK-14", n=task.distance))
    running.add(-task.darkness, reason("step-darkness", "CMB-30", n=task.darkness))
    # Seeing in the dark removes the penalty but never adds a bonus.
    seen = min(task.darkness, sum(one.worth.negated("darkness") for one in live))
    running.add(seen, reason("step-darkness-lifted", "AMB-21", n=seen))
    nulls = sum(one.hindrance.nulls for one in live)
    running.add(-nulls, reason("step-own-nulls", "HIND-9", n=nulls))
    # Sixth Sense cancels at most as many Stealth successes as there are (AMB-22).
    sensed = min(task.sensed, max(0, running.total))
    running.add(-sensed, reason("step-sensed", "AMB-22", n=sensed))


def _oppose(task: Task, live: list[ShownDie], running: _Sum) -> None:
    if task.against is None:
        return
    running.add(-task.against, reason("step-against", "TASK-10", n=task.against))
    if opposed_by_stealth(task):
        sensed = min(task.against, sum(one.worth.negated("opposed-stealth") for one in live))
        running.add(sensed, reason("step-stealth-lifted", "AMB-22", n=sensed))


def result_finding(task: Task, net: int) -> Finding:
    """Return the finding for a net result: success, failure or a tie (TASK-5, TASK-6, AMB-9)."""
    if net >= 1:
        return Finding("task", reason("success", "TASK-5", n=net), Tone.GOOD if net < 3 else Tone.GREAT, net)
    if net == 0:
        tie = reason("tie", "TASK-6") if task.against is None else reason("tie-opposed", "AMB-9")
        return Finding("task", tie, Tone.BAD, net)
    return Finding("task", reason("failure", "TASK-5", n=-net), Tone.BAD, net)


def _findings(
    task: Task, successes: int, net: int, why_not: Reason | None, harm: tuple[int, ...]
) -> tuple[Finding, ...]:
    if why_not is not None:
        first = Finding("task", why_not, Tone.BAD)
    elif net == 0 and not successes:
        # If neither side has a success, the finding is that there was no success, not that there was a tie.
        none = reason("no-success", "TASK-5") if task.against is None else reason("no-success-opposed", "AMB-9")
        first = Finding("task", none, Tone.BAD, net)
    else:
        first = result_finding(task, net)
    if not harm:
        return (first,)
    return (first, Finding("damage", reason("dice-lost", "HIND-5", n=len(harm)), Tone.BAD, len(harm)))
