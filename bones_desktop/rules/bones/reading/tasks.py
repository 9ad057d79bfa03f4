"""Reading a task: each die with its reason, the sum step by step, the result (ACT-11, amendment 15).

Codes of dice: see `taskdice`. Codes of steps: step-allowed-by-gm (), step-damage (n, taken), step-counted (skill, n),
step-outside-cap (n), step-automatic (n), step-lent (n), step-lent-away (n), step-bought (n), step-cap (cap, n),
step-uncapped (n), step-fatigue (n), step-encumbrance (n), step-encumbrance-lifted (n), step-penalty (n), step-distance
(n), step-darkness (n), step-darkness-lifted (n), step-own-nulls (n), step-nulls (n), step-automatic-nulls (n),
step-against (n), step-stealth-lifted (n), step-sensed (n), step-net (n).
Codes of findings: success (n), failure (n), tie (), tie-opposed (), no-success (), no-success-opposed (),
all-dice-lost-task (), dice-lost (n), and the reason of an Eligibility that does not allow the task.
Codes of what follows: player-tells (), gm-tells (), magic-lasts (), craft-tools ().

Codes refused: negative-number ().
"""

from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, ITEM, Eligibility, Task, check, eligibility_of
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import Aim, aim
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.taskdice import (
    ENCUMBERED_SKILLS,
    OWN_GROUPS,
    ShownDie,
    die_reading,
    is_worn,
    opposed_by_stealth,
    shown_dice,
    take_dice,
    without_second,
)
from bones_desktop.rules.dice import Throw
from bones_desktop.rules.reading import Finding, Reading, Tone
from bones_desktop.rules.reasons import Reason, reason, refuse


@dataclass(frozen=True, slots=True)
class TaskReading:
    """The meaning of a throw for a task."""

    allowed: bool
    reason: Reason | None
    """Why it is not allowed; None if it is."""
    cap: int | None
    successes: int
    """After hindering damage and the cap, with bought ones; before fatigue, Encumbrance, penalties and Nulls."""
    net: int
    """After everything, may be negative. A task succeeds at one or more."""
    success: bool
    damage: int
    """Unsoaked damage of hindering dice, also beyond the number of dice."""
    nulls: int
    """Nulls of the challenge, rolled and automatic."""
    rolled_nulls: int
    reading: Reading
    allowed_by_gm: bool = False
    """Whether only the GM's word allows it."""
    after_fatigue: int = 0
    """Successes after fatigue alone (MAG-14); negative if it takes more than there are."""
    soaked: int = 0
    """Damage of hindering dice that was soaked."""
    follows: tuple[Reason, ...] = ()
    """Consequences: who describes the result (TASK-12), how long magic lasts (MAG-5), the effect of tools (TASK-15)."""
    counted: tuple[int, ...] = ()
    """The places of one's own dice that counted, those lost to damage included."""


@dataclass(slots=True)
class _Sum:
    """The running total and its steps."""

    total: int
    steps: list[Reason]

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
    taken: tuple[int, ...] = (),
    lost: tuple[int, ...] | None = None,
    soaked: int = 0,
) -> TaskReading:
    """Return the meaning of the throw for the task.

    Nulls are those of the challenge dice in the throw, or `rolled_nulls` if they were rolled separately. `taken` are
    the places of the dice the owner gives to hindering damage; the rest is chosen automatically. `lost` are dice lost
    before a re-roll: they stay lost, and no new damage counts (AMB-52). `soaked` points of hindering damage have no
    effect (SPF-11); `lost` allows for them already. RulesError for a task with no or two measures, or a die in `taken`
    that may not be given.
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
    # In a task that is not allowed no die counts, so damage may take any die.
    counts = {one.place: one.worth.counts if allowed.allowed else 0 for one in own}
    # Soaking more than the damage must not be left over for other causes here; `plays` does that.
    soaked = min(soaked, damage)
    if lost is None:
        damage -= soaked
        harm = take_dice(counts, damage, taken)
    else:
        harm, damage = lost, len(lost)
    if rolled_nulls is None:
        rolled_nulls = sum(one.hindrance.nulls for one in shown if one.group == CHALLENGE)
    automatic_nulls = rulebook.difficulty(task.difficulty).automatic_nulls if task.difficulty else 0
    why_not = _why_not(allowed, harm, own)
    shown = without_second(house_rules, task, throw, shown, harm)
    live = [one for one in shown if one.group in OWN_GROUPS and one.place not in harm]
    running = _Sum(0, [reason("step-allowed-by-gm", allowed.reason.rule)] if allowed.by_gm else [])
    # Told before counting, because lost dice no longer count (amendment 15).
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
    # Ties fail: one success more than the other side is needed (TASK-5, TASK-6).
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
    """Return who describes the result, and notes on magic that works and on missing tools."""
    found = [reason("player-tells", "TASK-12") if success else reason("gm-tells", "TASK-12")]
    if success and task.skill == "magic":
        found.append(reason("magic-lasts", "MAG-5"))
    if task.skill == "craft" and task.difficulty:
        found.append(reason("craft-tools", "TASK-15"))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Opposition:
    """The opposition of another side's throw to a task."""

    successes: int
    """Never below zero."""
    sensed: int
    """Stealth successes that its Sixth Sense takes off (AMB-22); 0 for any other skill."""


def read_opposition(
    rulebook: Rulebook, house_rules: HouseRules, task: Task, throw: Throw[Face], against_skill: str
) -> Opposition:
    """Return the opposition of the other side's throw for its own `task` to a task of `against_skill` (TASK-10).

    The measure of `task` is ignored. For the one who acts: `Task.against` and `Task.sensed`.
    """
    alone = replace(task, difficulty="", against=0, against_skill=against_skill, sensed=0)
    reading = read_task(rulebook, house_rules, alone, throw)
    goal = aim(rulebook, house_rules, task.skill, task.conditions)
    harm = reading.reading.lost
    live = [one for one in shown_dice(rulebook, goal, task, throw) if one.group in OWN_GROUPS and one.place not in harm]
    sensing = reading.allowed and against_skill == "stealth"
    sensed = sum(one.worth.negated("opposed-stealth") for one in live) if sensing else 0
    return Opposition(max(0, reading.net), sensed)


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
    """Count, then cap; a bought success counts inside or outside the cap by house rule (AMB-8)."""
    counted = sum(one.worth.counts for one in live)
    # Without a cap everything is inside it, and a step about successes outside would only confuse.
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
    """Take off fatigue, Encumbrance, penalties, darkness and Nulls on the character's own dice (ACT-11)."""
    running.add(-task.fatigue, reason("step-fatigue", "MAG-11", n=task.fatigue))
    if goal.id in ENCUMBERED_SKILLS:
        # Endurance lifts only Encumbrance of armour and shields, so it is counted apart (AMB-19).
        worn = sum(one.hindrance.encumbrance for one in live if one.group == ITEM and is_worn(one.key))
        every = sum(one.hindrance.encumbrance for one in live)
        lifted = min(worn, sum(one.worth.negated("encumbrance") for one in live))
        # Encumbrance cancels successes, so it takes nothing if none are left.
        cancels = min(every, max(0, running.total))
        saved = cancels - min(every - lifted, cancels)
        running.add(-cancels, reason("step-encumbrance", "HIND-8", n=cancels))
        running.add(saved, reason("step-encumbrance-lifted", "AMB-19", n=saved))
    running.add(-task.penalty, reason("step-penalty", "TASK-14", n=task.penalty))
    running.add(-task.distance, reason("step-distance", "TASK-14", n=task.distance))
    running.add(-task.darkness, reason("step-darkness", "CMB-30", n=task.darkness))
    # Seeing in the dark removes the penalty but never becomes a bonus.
    seen = min(task.darkness, sum(one.worth.negated("darkness") for one in live))
    running.add(seen, reason("step-darkness-lifted", "AMB-21", n=seen))
    nulls = sum(one.hindrance.nulls for one in live)
    running.add(-nulls, reason("step-own-nulls", "HIND-9", n=nulls))
    # Sensing takes Stealth successes away; it cannot take more than there are (AMB-22).
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
        # Nothing on both sides fails like a tie, but is not called one.
        none = reason("no-success", "TASK-5") if task.against is None else reason("no-success-opposed", "AMB-9")
        first = Finding("task", none, Tone.BAD, net)
    else:
        first = result_finding(task, net)
    if not harm:
        return (first,)
    return (first, Finding("damage", reason("dice-lost", "HIND-5", n=len(harm)), Tone.BAD, len(harm)))
