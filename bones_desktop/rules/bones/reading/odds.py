"""The exact odds of tasks: the results of `read_task` for all rolls, which are not listed one by one (amendment 15)."""

from collections.abc import Sequence
from operator import is_

from bones_desktop.rules.bones.book.attempts import CHALLENGE, Task, check, check_numbers
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.tasks import challenge_dice, hindrance, opposed_by_stealth
from bones_desktop.rules.bones.reading.tasksums import (
    Opposition,
    TaskFaces,
    TaskPool,
    margin,
    margin_weights,
    nothings,
    smallest_die,
    success_with_reroll,
    totals,
)
from bones_desktop.rules.chances import (
    NEVER,
    Chance,
    Distribution,
    Hurdles,
    may_choose_best,
    total,
    weighed,
    with_best_reroll,
)
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import Record


class TaskOdds(Record):
    """The possible results of a task."""

    allowed: bool
    reason: Reason | None
    """The reason why the task may not be attempted; None if it may be attempted."""
    cap: int | None
    success: Chance
    """Chance of a net result of one or more."""
    tie: Chance | None
    """Chance of a net result of zero; None for an unopposed task."""
    net: Distribution | None
    """Chances of each net result; None if the task may not be attempted."""
    drawn: Chance | None = None
    """Chance of a tie in which at least one side has a success; a tie without any success counts as a failure."""


class SkillOdds(Record):
    """The chances of a skill against each difficulty."""

    skill: str
    allowed: bool
    reason: Reason | None
    cap: int | None
    chances: tuple[Chance, ...]
    """The chance against each difficulty of the rulebook, in order."""


class OddsCalculator:
    """Calculates odds under one rulebook and one group's house rules; its caches change only the speed."""

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self._faces = TaskFaces(rulebook, house_rules)
        # Calculated once, because every skill of every character is measured against the same few difficulties.
        self._nulls = {level.id: self._nulls_of(level.id) for level in rulebook.difficulties}
        self._hurdles = Hurdles(self._nulls.values())
        self._asked: dict[int, list[Task]] = {}
        self._rows: dict[tuple[str, int], tuple[Sequence[object], SkillOdds]] = {}

    def task(self, task: Task, dice: Sequence[Die[Face]]) -> TaskOdds:
        """Return the odds of a task against its difficulty or a number of successes.

        Raise RulesError as in `read_task`.
        """
        check(task)
        return self._against(self._pool(task, dice), self._opposing(task), opposed=not task.difficulty)

    def opposed(self, task: Task, dice: Sequence[Die[Face]], other: Task, other_dice: Sequence[Die[Face]]) -> TaskOdds:
        """Return the odds against another side's roll (TASK-10); the difficulties of both tasks are ignored."""
        return self._against(
            self._pool_against(task, other, dice), self._other_side(task, other, other_dice), opposed=True
        )

    def table(self, dice: Sequence[Die[Face]], *, automatic: int = 0) -> tuple[SkillOdds, ...]:
        """Return the odds of every skill of the rulebook against every difficulty."""
        tasks = self._asked.get(automatic)
        if tasks is None:
            tasks = self._asked[automatic] = [Task(skill.id, automatic=automatic) for skill in self._rulebook.skills]
        return tuple(map(self._row, self._faces.pools(tasks, dice)))

    def skill(self, skill: str, dice: Sequence[Die[Face]], *, automatic: int = 0) -> SkillOdds:
        """Return the odds of one skill against every difficulty."""
        return self._row(self._faces.pool(Task(skill, automatic=automatic), dice))

    def with_reroll(self, task: Task, dice: Sequence[Die[Face]]) -> Chance:
        """Return the chance of success with the best re-roll of one die after the roll (SPF-9)."""
        check(task)
        pool = self._pool(task, dice)
        return success_with_reroll(pool, self._opposing(task)) if not _is_quick(pool) else self._quick(pool)

    def opposed_with_reroll(
        self, task: Task, dice: Sequence[Die[Face]], other: Task, other_dice: Sequence[Die[Face]]
    ) -> Chance:
        """Return the chance to beat the other side if one own die may be re-rolled after both sides rolled."""
        pool = self._pool_against(task, other, dice)
        return success_with_reroll(pool, self._other_side(task, other, other_dice))

    def _quick(self, pool: TaskPool) -> Chance:
        dice = [tuple([face.worth for face in die.faces]) for die in pool.dice]
        (opposition,) = self._opposing(pool.task).values()
        return with_best_reroll(dice, opposition, pool.room, pool.bonus)

    def _pool(self, task: Task, dice: Sequence[Die[Face]]) -> TaskPool:
        return self._faces.pool(task, dice, against_stealth=opposed_by_stealth(task))

    def _pool_against(self, task: Task, other: Task, dice: Sequence[Die[Face]]) -> TaskPool:
        """Return the pool of a task opposed by the other's skill. Raise RulesError for a negative number."""
        check_numbers(task)
        return self._faces.pool(task, dice, against_stealth=other.skill == "stealth")

    def _against(self, pool: TaskPool, against: Opposition, *, opposed: bool) -> TaskOdds:
        cap = pool.allowed.cap
        if not pool.allowed.allowed:
            return TaskOdds(False, pool.allowed.reason, cap, NEVER, NEVER if opposed else None, None)
        # Without Sixth Sense the two sides are independent. Subtracting their sums is then much faster than pairing all
        # results.
        apart = pool.is_plain and list(against) == [0]
        own = _plain_total(pool) if apart else None
        net = own.minus(against[0]) if own else weighed(margin_weights(totals(pool), against))
        if not opposed:
            return TaskOdds(True, None, cap, net.at_least(1), None, net)
        # A tie without a success on either side is a failure (AMB-9). The other side's result is never below zero. So
        # without Sixth Sense only the lowest result of both sides makes such a tie.
        nothing = own.weight(pool.least) * against[0].weight(pool.least) if own else _nothing(pool, against)
        drawn = Chance(net.weight(0) - nothing, net.total)
        return TaskOdds(True, None, cap, net.at_least(1), net.chance(0), net, drawn)

    def _opposing(self, task: Task) -> Opposition:
        return {task.sensed: self._nulls[task.difficulty] if task.against is None else _sure(task.against)}

    def _other_side(self, task: Task, other: Task, dice: Sequence[Die[Face]]) -> Opposition:
        pool = self._pool_against(other, task, dice)
        if not pool.allowed.allowed:
            return {0: _sure(0)}
        # A negative total of the other side counts as zero (TASK-10).
        if pool.is_plain:
            return {0: _plain_total(pool).no_less_than(0)}
        found: dict[int, dict[int, int]] = {}
        for (number, sensed), weight in totals(pool).items():
            weights = found.setdefault(sensed, {})
            weights[max(0, number)] = weights.get(max(0, number), 0) + weight
        return {sensed: weighed(weights) for sensed, weights in found.items()}

    def _nulls_of(self, difficulty: str) -> Distribution:
        """Return the distribution of a difficulty's Nulls, rolled and automatic."""
        dice = challenge_dice(self._rulebook, Task("", difficulty))
        # All dice of a difficulty are equal (TASK-8), so only the first is read.
        alike = [smallest_die(tuple([hindrance(shown, CHALLENGE).nulls for shown in die.faces])) for die in dice[:1]]
        return total(alike * len(dice)).shifted(self._rulebook.difficulty(difficulty).automatic_nulls)

    def _row(self, pool: TaskPool) -> SkillOdds:
        task, allowed = pool.task, pool.allowed
        if not allowed.allowed:
            return SkillOdds(task.skill, False, allowed.reason, allowed.cap, (NEVER,) * len(self._nulls))
        if pool.is_plain:
            chances = self._hurdles.beaten(total(pool.counts), pool.room, pool.bonus)
            return SkillOdds(task.skill, True, None, allowed.cap, chances)
        # Editing one face changes only a few of the eighteen pools, so the odds of the other pools are kept.
        kept = self._rows.get((task.skill, task.automatic))
        # The readings are compared by identity, because equal readings of a die are always the same object.
        if kept is not None and len(kept[0]) == len(pool.read) and all(map(is_, kept[0], pool.read)):
            return kept[1]
        weights: dict[int, int] = {}
        for (number, _), weight in totals(pool).items():
            weights[number] = weights.get(number, 0) + weight
        row = SkillOdds(task.skill, True, None, allowed.cap, self._hurdles.beaten(weighed(weights)))
        self._rows[task.skill, task.automatic] = pool.read, row
        return row


def _sure(number: int) -> Distribution:
    return Distribution(number, (1,), 1)


def _is_quick(pool: TaskPool) -> bool:
    """Return whether only the sum counts, all dice may be re-rolled, and all dice have the same number of faces."""
    plain = pool.is_plain and pool.allowed.allowed and all(pool.rerollable) and not pool.task.sensed
    return plain and may_choose_best([len(die.faces) for die in pool.dice])


def _nothing(pool: TaskPool, against: Opposition) -> int:
    """Return the weight of the ties in which neither side has a success."""
    return sum(
        mine * weight
        for (number, sensed), mine in nothings(pool).items()
        for other_sensed, numbers in against.items()
        for other, weight in numbers
        if not margin(number, sensed, other, other_sensed)
    )


def _plain_total(pool: TaskPool) -> Distribution:
    counted = total(pool.counts)
    return (counted if pool.room is None else counted.at_most(pool.room)).shifted(pool.bonus)
