"""The command that says how likely a task is to succeed."""

import argparse
from collections.abc import Iterator
from typing import Any

from bones_desktop.cli.dice import house_rules_for, pool_given, pool_of_either
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.tasks import by_magic
from bones_desktop.cli.terminal import CommandError, chance_json, print_json
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.notation import find_difficulty, find_task_skill, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.odds import Odds, TaskOdds
from bones_desktop.rules.bones.reading.taskdice import borne_for
from bones_desktop.rules.chances import NEVER, Chance, Distribution
from bones_desktop.wording.reasons import sentence


def run_odds(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the task; CommandError where the arguments do not go together."""
    if given.versus is None and given.versus_skill:
        raise CommandError("--versus-skill goes with --versus")
    house_rules = house_rules_for(given, given.file, given.versus)
    pool = pool_given(rulebook, house_rules, given)
    task = Task(
        skill=find_task_skill(rulebook, given.skill),
        difficulty=find_difficulty(rulebook, given.difficulty).id if given.difficulty else "",
        bought=given.bought,
        automatic=given.automatic + pool.automatic,
        penalty=given.penalty,
        allowed_by_gm=given.allowed,
    )
    task, said = by_magic(rulebook, house_rules, task, given)
    again: Chance | None = None
    idle = [sentence(why) for why in borne_for(task, pool.dice).idle.values()]
    if given.versus is None:
        odds = Odds(rulebook, house_rules)
        found = odds.task(task, pool.dice)
        if given.reroll:
            again = odds.with_reroll(task, pool.dice) if found.allowed else NEVER
    else:
        other = pool_of_either(rulebook, house_rules, given.versus)
        opposition = Task(_opposing_skill(rulebook, task, given.versus_skill), automatic=other.automatic)
        idle += [sentence(why) for why in borne_for(opposition, other.dice).idle.values()]
        odds = Odds(rulebook, house_rules)
        found = odds.opposed(task, pool.dice, opposition, other.dice)
        if given.reroll:
            again = odds.opposed_with_reroll(task, pool.dice, opposition, other.dice) if found.allowed else NEVER
    if given.json:
        raised_to = {"difficulty": task.difficulty} if said else {}
        print_json(_json(found, again) | raised_to | ({"idle": idle} if idle else {}))
    else:
        print(said + "\n".join([*_lines(found, again), *idle]))
    return EXIT_OK


def _opposing_skill(rulebook: Rulebook, task: Task, named: str) -> str:
    """Return the skill named, or the one the other side usually rolls (TASK-13); CommandError when there is none."""
    if named:
        return find_task_skill(rulebook, named)
    skill = next((each for each in rulebook.skills if each.id == task.skill), None)
    if skill is None or not skill.often_opposed_by:
        name = skill_label(skill) if skill else task.skill
        raise CommandError(f"--versus needs --versus-skill NAME: no skill usually opposes {name}")
    return skill.often_opposed_by


def _json(found: TaskOdds, again: Chance | None) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "allowed": found.allowed,
        "cap": found.cap,
        "success": chance_json(found.success),
        "tie": None if found.tie is None else chance_json(found.tie),
        "distribution": [
            {"net": net, "num": chance.num, "den": chance.den} for net, chance in _each(found.net) if found.allowed
        ],
    }
    if again is not None:
        answer["reroll"] = {"success": chance_json(again), "gain": _gain(found.success, again)}
    return answer


def _lines(found: TaskOdds, again: Chance | None) -> Iterator[str]:
    from bones_desktop.wording.chances import chance_text, percent_change, signed

    if found.reason is not None:
        yield sentence(found.reason)
        return
    yield f"Success: {chance_text(found.success)}"
    if found.tie is not None:
        yield f"Tie, which is no success: {chance_text(found.tie)}"
    if again is not None:
        change = percent_change(found.success, again, 1)
        points = f" ({change} points)" if change else ""
        yield f"With the best die rolled again: {chance_text(again)}{points}"
    if found.cap is not None:
        yield f"At most {found.cap} rolled successes count."
    yield "Net result:"
    for net, chance in _each(found.net):
        yield f"  {signed(net)}: {chance_text(chance)}"


def _each(net: Distribution | None) -> list[tuple[int, Chance]]:
    return [] if net is None else [(number, Chance(weight, net.total)) for number, weight in net]


def _gain(before: Chance, after: Chance) -> float:
    return (after.num * before.den - before.num * after.den) / (after.den * before.den)
