"""The commands `odds` (exact chances of a task) and `fight` (exact chances of one exchange between two sides)."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.tasks import Pool, by_magic, house_rules_for, pool_given, pool_of_either
from bones_desktop.cli.terminal import CommandError, chance_json, print_json
from bones_desktop.rules.bones.book.attempts import CHARACTER, ITEM, Task, eligibility_of
from bones_desktop.rules.bones.book.notation import aim, find_difficulty, find_task_skill, skill_label
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode, Combatant
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, solve
from bones_desktop.rules.bones.reading.odds import OddsCalculator, TaskOdds
from bones_desktop.rules.bones.reading.taskdice import SHIELD, Borne, borne, borne_for
from bones_desktop.rules.chances import NEVER, Chance, Distribution
from bones_desktop.rules.reasons import RulesError, reason
from bones_desktop.wording.reasons import sentence


def run_fight(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the fight under the best play of both sides (amendment 17).

    Rules that the calculation leaves out are named after the answer; with --json on stderr.
    """
    house_rules = house_rules_for(given, given.a, given.b)
    a = pool_of_either(rulebook, house_rules, given.a, given.items_a)
    b = pool_of_either(rulebook, house_rules, given.b, given.items_b)

    def fighter(pool: Pool, mode: AttackMode) -> Combatant:
        if mode is AttackMode.MAGIC and pool.of(CHARACTER):
            goal = aim(rulebook, house_rules, mode.value)
            allowed = eligibility_of(rulebook, house_rules, goal, pool.of(CHARACTER))
            if not allowed.allowed:
                raise RulesError(allowed.reason)
        # Without this check the odds would be those of a fighter who never attacks.
        if mode is AttackMode.MISSILE and pool.unarmed:
            raise RulesError(reason("nothing-to-shoot", "AMB-35", who=pool.unarmed))
        return Combatant(pool.dice, mode, pool.automatic, horde=pool.horde)

    sides = fighter(a, AttackMode(given.mode_a or given.mode)), fighter(b, AttackMode(given.mode_b or given.mode))
    fight = (rulebook, house_rules, *sides)
    first = FightSide(given.declares_first)
    try:
        odds = solve(*fight, first=first).odds
    except RulesError as error:
        # Trying all ways to lose dice is too much for many different dice. A fixed order still gives a useful answer.
        if error.reason.code != "fight-too-large":
            raise
        odds = solve(*fight, first=first, best_losses=False).odds
    used = [borne(side.dice, {side.mode}) for side in sides]
    idle = [f"{name}: {sentence(why)}" for name, each in zip("AB", used, strict=True) for why in each.idle.values()]
    notes = _notes(rulebook, odds, (a, b), used) + idle
    if given.json:
        _print_json(odds, idle)
    else:
        _print(odds)
    for note in notes:
        print(note, file=sys.stderr if given.json else sys.stdout)
    return EXIT_OK


def _notes(rulebook: Rulebook, odds: FightOdds, pools: Sequence[Pool], used: Sequence[Borne]) -> list[str]:
    notes = []
    if not odds.exact:
        notes.append("Too many different dice to work out exactly: here both sides lose their weakest dice first.")
    both_hands = {die.name for die in rulebook.dice if die.two_handed}
    for name, side, each in zip("AB", pools, used, strict=True):
        if side.left_behind:
            notes.append(f"{name} fights without equipment: {', '.join(side.left_behind)}.")
        if any(die.key.startswith(SHIELD) for die in side.of(ITEM)):
            unwise = [die.label for die in side.dice if each.weapons.get(die.key) and die.label in both_hands]
            said = [reason("two-handed-and-shield", "AMB-53", item=item) for item in unwise]
            notes += [f"{name}: {sentence(why)}" for why in said]
    return notes + [sentence(why) for why in odds.left_out]


def _print_json(odds: FightOdds, idle: list[str]) -> None:
    answer: dict[str, Any] = {
        "win": chance_json(odds.win),
        "draw": chance_json(odds.draw),
        "loss": chance_json(odds.loss),
        "dice_left": {"A": odds.left_a, "B": odds.left_b},
    }
    if idle:
        answer["idle"] = idle
    usual = sys.get_int_max_str_digits()
    # Exact fractions of a long fight have many thousands of digits, more than Python prints by default.
    sys.set_int_max_str_digits(0)
    try:
        print_json(answer)
    finally:
        sys.set_int_max_str_digits(usual)


def _print(odds: FightOdds) -> None:
    from bones_desktop.wording.chances import chance_text

    for end, chance in (("A wins", odds.win), ("Nobody wins", odds.draw), ("B wins", odds.loss)):
        print(f"{end}: {chance_text(chance)}")
    print(f"Dice left on average: A {odds.left_a:.2f}, B {odds.left_b:.2f}")


def run_odds(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the task; CommandError if the arguments do not go together."""
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
        odds = OddsCalculator(rulebook, house_rules)
        found = odds.task(task, pool.dice)
        if given.reroll:
            again = odds.with_reroll(task, pool.dice) if found.allowed else NEVER
    else:
        other = pool_of_either(rulebook, house_rules, given.versus)
        opposition = Task(_opposing_skill(rulebook, task, given.versus_skill), automatic=other.automatic)
        idle += [sentence(why) for why in borne_for(opposition, other.dice).idle.values()]
        odds = OddsCalculator(rulebook, house_rules)
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
    """Return the named skill, or the usual one of the opponent (TASK-13); CommandError if there is none."""
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
