"""The exact odds of tasks: the results of `read_task` for all rolls, without listing the rolls (amendment 15)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

from bones_desktop.rules.bones.book.attempts import CHALLENGE, Task, check
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.tasks import challenge_dice, hindrance, opposed_by_stealth
from bones_desktop.rules.bones.reading.tasksums import (
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
from bones_desktop.rules.reasons import Reason, Record

_OpposingWeights = Mapping[tuple[int, int], int]
"""Weights of the opposition to a task, by (its successes or Nulls, one's own Stealth successes that it senses)."""


class TaskOdds(Record):
    """The possible results of a task."""

    allowed: bool
    reason: Reason | None
    """The reason why the task may not be attempted; None if it may."""
    cap: int | None
    success: Chance
    """Chance of a net result of one or more."""
    tie: Chance | None
    """Chance of a net result of zero; None for an unopposed task."""
    net: Distribution | None
    """Chances of each net result; None if the task may not be attempted."""
    drawn: Chance | None = None
    """Chance of a tie in which at least one side has a success; without any success it is a failure."""


class SkillOdds(Record):
    """The chances of a skill against each difficulty."""

    skill: str
    allowed: bool
    reason: Reason | None
    cap: int | None
    chances: tuple[Chance, ...]
    """One for each difficulty of the rulebook, in order."""


class OddsCalculator:
    """Odds under one rulebook and one group's house rules. Its caches are only for speed."""

    def __init__(self, rulebook: Rulebook, house_rules: HouseRules) -> None:
        self._rulebook = rulebook
        self._house_rules = house_rules
        self._faces = TaskFaces(rulebook, house_rules)
        # Calculated once, because every skill of every character is measured against the same few difficulties.
        self._nulls = {level.id: self._nulls_of(level.id) for level in rulebook.difficulties}
        self._hurdles = Hurdles(self._nulls.values())
        self._rows: dict[tuple[str, int], tuple[TaskPool, SkillOdds]] = {}

    def task(self, task: Task, dice: Sequence[Die[Face]]) -> TaskOdds:
        """Return the odds of a task against its difficulty or a number of successes.

        Raise RulesError as in `read_task`.
        """
        check(task)
        return self._against(task, dice, self._opposing(task))

    def opposed(self, task: Task, dice: Sequence[Die[Face]], other: Task, other_dice: Sequence[Die[Face]]) -> TaskOdds:
        """Return the odds against another side's roll (TASK-10); the difficulties of both tasks are ignored."""
        return self._against(_against_skill(task, other), dice, self._other_side(task, other, other_dice))

    def table(self, dice: Sequence[Die[Face]], *, automatic: int = 0) -> tuple[SkillOdds, ...]:
        """Return the odds of every skill of the rulebook against every difficulty."""
        tasks = [Task(skill.id, automatic=automatic) for skill in self._rulebook.skills]
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
        """Return the chance to beat the other side with a re-roll of one own die, after both sides have rolled."""
        pool = self._pool(_against_skill(task, other), dice)
        return success_with_reroll(pool, self._other_side(task, other, other_dice))

    def _quick(self, pool: TaskPool) -> Chance:
        opposition = {number: weight for (number, _), weight in self._opposing(pool.task).items()}
        dice = [tuple([face.worth for face in die.faces]) for die in pool.dice]
        return with_best_reroll(dice, weighed(opposition), pool.room, pool.bonus)

    def _pool(self, task: Task, dice: Sequence[Die[Face]]) -> TaskPool:
        return self._faces.pool(task, dice, against_stealth=opposed_by_stealth(task))

    def _against(self, task: Task, dice: Sequence[Die[Face]], against: _OpposingWeights) -> TaskOdds:
        pool = self._pool(task, dice)
        cap = pool.allowed.cap
        opposed = not task.difficulty
        if not pool.allowed.allowed:
            return TaskOdds(False, pool.allowed.reason, cap, NEVER, NEVER if opposed else None, None)
        # Without Sixth Sense the two sides are independent sums, which is much faster than pairing all results.
        if pool.is_plain and all(not sensed for _, sensed in against):
            net = _plain_total(pool).minus(weighed({number: weight for (number, _), weight in against.items()}))
        else:
            net = weighed(margin_weights(totals(pool), against))
        tie = net.chance(0) if opposed else None
        return TaskOdds(True, None, cap, net.at_least(1), tie, net, tie and _drawn(pool, against, tie))

    def _opposing(self, task: Task) -> _OpposingWeights:
        if task.against is not None:
            return {(task.against, task.sensed): 1}
        return {(number, task.sensed): weight for number, weight in self._nulls[task.difficulty]}

    def _other_side(self, task: Task, other: Task, dice: Sequence[Die[Face]]) -> _OpposingWeights:
        found: dict[tuple[int, int], int] = {}
        pool = self._faces.pool(_against_skill(other, task), dice, against_stealth=task.skill == "stealth")
        for (number, sensed), weight in totals(pool).items():
            # A negative total of the other side counts as zero (TASK-10).
            key = (max(0, number), sensed)
            found[key] = found.get(key, 0) + weight
        return found

    def _nulls_of(self, difficulty: str) -> Distribution:
        """Return the distribution of a difficulty's Nulls, rolled and automatic."""
        dice = challenge_dice(self._rulebook, Task("", difficulty))
        # All dice of a difficulty are equal (TASK-8), so only one of them is read.
        alike = [smallest_die([hindrance(shown, CHALLENGE).nulls for shown in die.faces]) for die in dice[:1]]
        return total(alike * len(dice)).shifted(self._rulebook.difficulty(difficulty).automatic_nulls)

    def _row(self, pool: TaskPool) -> SkillOdds:
        # Editing one face changes only a few of the eighteen pools, so the others keep their odds.
        task = pool.task
        kept = self._rows.get((task.skill, task.automatic))
        if kept is not None and kept[0] is pool:
            return kept[1]
        row = self._new_row(task.skill, pool)
        self._rows[task.skill, task.automatic] = pool, row
        return row

    def _new_row(self, skill: str, pool: TaskPool) -> SkillOdds:
        allowed = pool.allowed
        if not allowed.allowed:
            return SkillOdds(skill, False, allowed.reason, allowed.cap, (NEVER,) * len(self._nulls))
        if pool.is_plain:
            return SkillOdds(
                skill, True, None, allowed.cap, self._hurdles.beaten(total(pool.counts), pool.room, pool.bonus)
            )
        weights: dict[int, int] = {}
        for (number, _), weight in totals(pool).items():
            weights[number] = weights.get(number, 0) + weight
        return SkillOdds(skill, True, None, allowed.cap, self._hurdles.beaten(weighed(weights)))


def _against_skill(task: Task, other: Task) -> Task:
    """Return the task opposed by the other's skill, with no number of successes yet. Raise RulesError as in `check`."""
    found = replace(task, difficulty="", against=0, against_skill=other.skill, sensed=0)
    check(found)
    return found


def _is_quick(pool: TaskPool) -> bool:
    """Return whether only the sum matters, all dice may be re-rolled, and all have equally many faces."""
    plain = pool.is_plain and pool.allowed.allowed and all(pool.rerollable) and not pool.task.sensed
    return plain and may_choose_best([len(die.faces) for die in pool.dice])


def _drawn(pool: TaskPool, against: _OpposingWeights, tie: Chance) -> Chance:
    """Return the chance of a tie without rolls in which neither side has a success (AMB-9)."""
    if pool.is_plain:
        mine, least = _plain_total(pool), pool.bonus - pool.task.automatic - pool.task.bought
        own, throws = {(least, 0): dict(mine).get(least, 0)}, mine.total
    else:
        own, throws = nothings(pool), prod(len(die.faces) for die in pool.dice)
    throws *= sum(against.values())
    nothing = sum(
        weight * theirs
        for (number, sensed), weight in own.items()
        for (other, other_sensed), theirs in against.items()
        if not margin(number, sensed, other, other_sensed)
    )
    return Chance(tie.num * throws - nothing * tie.den, tie.den * throws)


def _plain_total(pool: TaskPool) -> Distribution:
    counted = total(pool.counts)
    return (counted if pool.room is None else counted.at_most(pool.room)).shifted(pool.bonus)
