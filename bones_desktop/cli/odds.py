"""The commands that say how likely a task is to succeed, and how a fight between two will end."""

import argparse
import sys
from typing import Any

from bones_desktop.cli.dice import Pool, house_rules_of, pool_given, pool_of_either
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.parser import CommandError
from bones_desktop.cli.printing import chance_json, plain, print_json
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.notation import find_difficulty, find_task_skill, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant, Mode
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, estimate, solve
from bones_desktop.rules.bones.reading.odds import Odds, TaskOdds
from bones_desktop.rules.chances import NEVER, Chance, Distribution
from bones_desktop.rules.reasons import RulesError


def run_odds(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the task; CommandError where the arguments do not go together."""
    if given.versus is None and given.versus_skill:
        raise CommandError("--versus-skill goes with --versus")
    pool = pool_given(rulebook, given)
    task = Task(
        skill=find_task_skill(rulebook, given.skill),
        difficulty=find_difficulty(rulebook, given.difficulty).id if given.difficulty else "",
        bought=given.bought,
        automatic=given.automatic + pool.automatic,
        penalty=given.penalty,
        allowed_by_gm=given.allowed,
    )
    again: Chance | None = None
    if given.versus is None:
        odds = Odds(rulebook, house_rules_of(pool))
        found = odds.task(task, pool.dice)
        if given.reroll:
            again = odds.with_reroll(task, pool.dice) if found.allowed else NEVER
    else:
        other = pool_of_either(rulebook, given.versus)
        opposition = Task(_opposing_skill(rulebook, task, given.versus_skill), automatic=other.automatic)
        odds = Odds(rulebook, house_rules_of(pool, other))
        found = odds.opposed(task, pool.dice, opposition, other.dice)
        if given.reroll:
            again = odds.opposed_with_reroll(task, pool.dice, opposition, other.dice) if found.allowed else NEVER
    if given.json:
        print_json(_json(found, again))
    else:
        _print(found, again)
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


def _print(found: TaskOdds, again: Chance | None) -> None:
    from bones_desktop.wording.chances import chance_text, percent_change, signed
    from bones_desktop.wording.reasons import sentence

    if found.reason is not None:
        print(sentence(found.reason, plain))
        return
    print(f"Success: {chance_text(found.success, plain)}")
    if found.tie is not None:
        print(f"Tie, which is no success: {chance_text(found.tie, plain)}")
    if again is not None:
        change = percent_change(found.success, again, plain, 1)
        points = f" ({change} points)" if change else ""
        print(f"With the best die rolled again: {chance_text(again, plain)}{points}")
    if found.cap is not None:
        print(f"At most {found.cap} rolled successes count.")
    print("Net result:")
    for net, chance in _each(found.net):
        print(f"  {signed(net)}: {chance_text(chance, plain)}")


def _each(net: Distribution | None) -> list[tuple[int, Chance]]:
    return [] if net is None else [(number, Chance(weight, net.total)) for number, weight in net]


def _gain(before: Chance, after: Chance) -> float:
    return (after.num * before.den - before.num * after.den) / (after.den * before.den)


def run_fight(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the fight under the best play of both sides (amendment 17).

    What the fight does not follow is said after the answer, with --json apart from it on stderr.
    """
    a, b = pool_of_either(rulebook, given.a), pool_of_either(rulebook, given.b)
    mode = Mode(given.mode)

    def fighter(pool: Pool) -> Combatant:
        return Combatant(pool.dice, mode, pool.automatic)

    fight = (rulebook, house_rules_of(a, b), fighter(a), fighter(b))
    first = FightSide(given.declares_first)
    try:
        odds = solve(*fight, first=first)
    except RulesError as error:
        if error.reason.code != "fight-too-large":
            raise
        odds = estimate(*fight, first=first)
    notes = _notes(odds, a, b)
    if given.json:
        _print_fight_json(odds)
    else:
        _print_fight(odds)
    for note in notes:
        print(note, file=sys.stderr if given.json else sys.stdout)
    return EXIT_OK


def _notes(odds: FightOdds, *sides: Pool) -> list[str]:
    from bones_desktop.wording.reasons import sentence

    notes = []
    if not odds.exact:
        notes.append("Too many different dice to work out exactly: here both sides lose their weakest dice first.")
    for name, side in zip("AB", sides, strict=True):
        if side.left_behind:
            notes.append(f"{name} fights without equipment: {', '.join(side.left_behind)}.")
    return notes + [sentence(why, plain) for why in odds.left_out]


def _print_fight_json(odds: FightOdds) -> None:
    answer: dict[str, Any] = {
        "win": chance_json(odds.win),
        "draw": chance_json(odds.draw),
        "loss": chance_json(odds.loss),
        "dice_left": {"A": odds.left_a, "B": odds.left_b},
    }
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # exact fractions of a long fight have many thousand digits
    try:
        print_json(answer)
    finally:
        sys.set_int_max_str_digits(usual)


def _print_fight(odds: FightOdds) -> None:
    from bones_desktop.wording.chances import chance_text

    for end, chance in (("A wins", odds.win), ("Nobody wins", odds.draw), ("B wins", odds.loss)):
        print(f"{end}: {chance_text(chance, plain)}")
    print(f"Dice left on average: A {odds.left_a:.2f}, B {odds.left_b:.2f}")
