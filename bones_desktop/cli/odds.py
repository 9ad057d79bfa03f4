"""The dice commands: `dice`, `roll` and `read`, and `odds` of a task.

Modules for rolling, for another side and for magic are imported late, because odds of dice given as text do not need
them.
"""

import argparse
from collections.abc import Iterator, Sequence
from typing import Any

from bones_desktop.cli.pools import Pool, house_rules_for, pool_of_text
from bones_desktop.cli.terminal import CommandError, chance_json, print_answer
from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, Task, rulebook_for
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import (
    HINDERING_USES,
    ITEM_USES,
    face_name,
    find_difficulty,
    find_skill,
    find_task_skill,
    icon_name,
    skill_label,
)
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.odds import OddsCalculator, TaskOdds
from bones_desktop.rules.bones.reading.tasks import TaskReading, borne_for, challenge_dice, parsed_pool, read_task
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.chances import NEVER, Chance, Distribution
from bones_desktop.rules.dice import Throw, throw
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.records import replace
from bones_desktop.wording.chances import chance_text, percent_change, signed
from bones_desktop.wording.language import _, ngettext


def sentence(why: Reason) -> str:
    """Return the sentence for a reason."""
    from bones_desktop.wording.reasons import sentence  # Imported late: odds rarely have a reason to show.

    return sentence(why)


def pool_given(rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace) -> Pool:
    """Return the pool of the arguments FILE or --dice, --items and --hindering, in the order of the roll."""
    if bool(given.file) == (given.dice is not None):
        raise CommandError(_("give either a file or --dice TEXT"))
    book = rulebook_for(rulebook, house_rules)
    if given.file:
        from bones_desktop.cli.fight import pool_of_file

        own = pool_of_file(rulebook, house_rules, given.file)
    else:
        own = pool_of_text(book, given.dice)
    items = parsed_pool(book, parse_dice(book, given.items, ITEM_USES), ITEM) if given.items else ()
    hindering = parse_dice(book, given.hindering, HINDERING_USES) if given.hindering else ()
    return replace(own, dice=(*own.of(CHARACTER), *items, *own.of(HINDERING), *parsed_pool(book, hindering, HINDERING)))


def show_dice(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print each die of a text with its faces."""
    named = [
        (die.label, [face_name(rulebook, shown) for shown in die.faces])
        for die in pool_of_text(rulebook, given.text).dice
    ]
    lines = (f"{name}: {', '.join(faces)}" for name, faces in named)
    return print_answer(given, [{"die": name, "faces": faces} for name, faces in named], lines)


def _make_task(rulebook: Rulebook, given: argparse.Namespace) -> Task:
    return Task(
        skill=find_task_skill(rulebook, given.skill),
        difficulty=find_difficulty(rulebook, given.difficulty).id if given.difficulty else "",
        against=given.against,
        against_skill=find_skill(rulebook, given.against_skill).id if given.against_skill else "",
        penalty=given.penalty,
        allowed_by_gm=given.allowed,
    )


def _indices(pool: Pool, group: str, faces: Sequence[int], option: str) -> tuple[int, ...]:
    dice = pool.of(group)
    if len(faces) != len(dice):
        raise CommandError(
            _("{option}: {n} dice are rolled, {given} faces given").format(option=option, n=len(dice), given=len(faces))
        )
    return tuple(face - 1 for face in faces)


def run_task(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Read the given faces, or roll, and print the result. Raise CommandError if the arguments do not fit together."""
    house_rules = house_rules_for(given, given.file)
    pool = pool_given(rulebook, house_rules, given)
    task = replace(_make_task(rulebook, given), automatic=pool.automatic)
    task, said = by_magic(rulebook, house_rules, task, given)
    extra: dict[str, Any] = {}
    if given.command == "read":
        reading = _read(rulebook, house_rules, given, pool, task)
    else:
        reading, extra = _roll(rulebook, house_rules, given, pool, task)
    answer = reading_json(reading) | ({"difficulty": task.difficulty} if said else {}) | extra
    return print_answer(given, answer, (*said, *reading_lines(reading, extra)))


def _read(
    rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace, pool: Pool, task: Task
) -> TaskReading:
    if given.difficulty and given.nulls is None:
        raise CommandError(_("--difficulty needs --nulls N, the Nulls rolled on its challenge dice"))
    if given.against is not None and given.nulls is not None:
        raise CommandError(_("--nulls goes with --difficulty, not with --against"))
    shown = Throw(
        pool.dice,
        (
            *_indices(pool, CHARACTER, given.faces, "--faces"),
            *_indices(pool, ITEM, given.item_faces, "--item-faces"),
            *_indices(pool, HINDERING, given.hindering_faces, "--hindering-faces"),
        ),
    )
    most = len(challenge_dice(rulebook, task)) if task.difficulty else 0
    if given.nulls is not None and given.nulls > most:
        raise CommandError(
            _("--nulls: {most} challenge dice cannot show {nulls} Nulls").format(most=most, nulls=given.nulls)
        )
    return read_task(rulebook, house_rules, task, shown, rolled_nulls=given.nulls or 0)


def _roll(
    rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace, pool: Pool, task: Task
) -> tuple[TaskReading, dict[str, Any]]:
    """Roll the dice. Return what they mean, and the data with which the same roll can be repeated or read."""
    import random
    import secrets

    # A seed of 48 bits is short enough to type, and too long to search for a seed that gives the desired dice.
    seed = given.seed if given.seed is not None else secrets.randbits(48)
    rng = random.Random(seed)  # noqa: S311 (a repeatable roll is asked for; the seed is from the system)
    shown = throw(pool.dice, rng)
    challenge = throw(challenge_dice(rulebook, task), rng)
    whole = Throw((*shown.dice, *challenge.dice), (*shown.indices, *challenge.indices))
    reading = read_task(rulebook, house_rules, task, whole)
    return reading, {
        "faces": _faces(shown, CHARACTER),
        "item_faces": _faces(shown, ITEM),
        "hindering_faces": _faces(shown, HINDERING),
        "nulls": reading.rolled_nulls,
        "seed": seed,
    }


def by_magic(
    rulebook: Rulebook, house_rules: HouseRules, task: Task, given: argparse.Namespace
) -> tuple[Task, list[str]]:
    """Return the task changed by --by-magic, with a line that explains the change.

    Without --by-magic, return the task unchanged and no lines.
    """
    if not given.by_magic:
        return task, []
    from bones_desktop.rules.bones.reading.requests import done_by_magic
    from bones_desktop.wording.table import raised_text

    found = done_by_magic(rulebook, house_rules, task)
    beyond = house_rules.nulls_beyond_impossible
    return found, [
        _("By magic: {chances}").format(chances=raised_text(rulebook, task.difficulty, 1, nulls_beyond=beyond))
    ]


def _faces(shown: Throw[Face], group: str) -> list[int]:
    return [index + 1 for die, index in zip(shown.dice, shown.indices, strict=True) if die.group == group]


def reading_json(reading: TaskReading) -> dict[str, Any]:
    """Return a reading as values for JSON, without the challenge dice."""
    return {
        "allowed": reading.allowed,
        "allowed_by_gm": reading.allowed_by_gm,
        "reason": sentence(reading.reason) if reading.reason else None,
        "cap": reading.cap,
        "successes": reading.successes,
        "net": reading.net,
        "success": reading.success,
        "damage": reading.damage,
        "dice": [
            {"die": die.label, "face": die.face, "counts": die.counts, "why": sentence(die.reason)}
            for die in reading.reading.dice
            if die.group != CHALLENGE
        ],
    }


def reading_lines(reading: TaskReading, extra: dict[str, Any]) -> Iterator[str]:
    """Yield lines that explain a roll, step by step and die by die. `extra` has the rolled faces, if there are any."""
    for finding in reading.reading.findings:
        yield sentence(finding.reason)
    for step in reading.reading.steps:
        yield f"  {sentence(step)}"
    if reading.allowed:
        yield f"  {' '.join(sentence(each) for each in reading.follows)}"
    for die in reading.reading.dice:
        if die.group != CHALLENGE:
            yield _("  {label}: {face} counts {counts}. {sentence}").format(
                label=die.label, face=die.face, counts=die.counts, sentence=sentence(die.reason)
            )
    if extra:
        yield _("  Faces {faces}; Nulls {nulls}; seed {seed}").format(
            faces=",".join(map(str, extra["faces"])), nulls=extra["nulls"], seed=extra["seed"]
        )


def run_odds(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print the odds of the task. Raise CommandError if the arguments do not fit together."""
    if given.versus is None and given.versus_skill:
        raise CommandError(_("--versus-skill goes with --versus"))
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
    odds = OddsCalculator(rulebook, house_rules)
    if given.versus is None:
        found = odds.task(task, pool.dice)
        if given.reroll:
            again = odds.with_reroll(task, pool.dice) if found.allowed else NEVER
    else:
        from bones_desktop.cli.fight import pool_of_either

        other = pool_of_either(rulebook, house_rules, given.versus)
        opposition = Task(_opposing_skill(rulebook, task, given.versus_skill), automatic=other.automatic)
        idle += [sentence(why) for why in borne_for(opposition, other.dice).idle.values()]
        found = odds.opposed(task, pool.dice, opposition, other.dice)
        if given.reroll:
            again = odds.opposed_with_reroll(task, pool.dice, opposition, other.dice) if found.allowed else NEVER
    answer = _json(found, again) | ({"difficulty": task.difficulty} if said else {}) | ({"idle": idle} if idle else {})
    return print_answer(given, answer, (*said, *_lines(found, again), *idle))


def _opposing_skill(rulebook: Rulebook, task: Task, named: str) -> str:
    """Return the named skill, or the opponent's default skill (TASK-13). Raise CommandError if there is none."""
    if named:
        return find_task_skill(rulebook, named)
    skill = next((each for each in rulebook.skills if each.id == task.skill), None)
    if skill is None or not skill.often_opposed_by:
        name = skill_label(skill) if skill else icon_name(rulebook, task.skill)
        raise CommandError(_("--versus needs --versus-skill NAME: no skill usually opposes {name}").format(name=name))
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
    if found.reason is not None:
        yield sentence(found.reason)
        return
    yield _("Success: {chance}").format(chance=chance_text(found.success))
    if found.tie is not None:
        yield _("Tie, which is no success: {chance}").format(chance=chance_text(found.tie))
    if again is not None:
        change = percent_change(found.success, again, 1)
        points = _(" ({change} points)").format(change=change) if change else ""
        yield _("With the best die rolled again: {chance}{points}").format(chance=chance_text(again), points=points)
    if found.cap is not None:
        words = ngettext("At most 1 rolled success counts.", "At most {n} rolled successes count.", found.cap)
        yield words.format(n=found.cap)
    yield _("Net result:")
    for net, chance in _each(found.net):
        yield f"  {signed(net)}: {chance_text(chance)}"


def _each(net: Distribution | None) -> list[tuple[int, Chance]]:
    return [] if net is None else [(number, Chance(weight, net.total)) for number, weight in net]


def _gain(before: Chance, after: Chance) -> float:
    return (after.num * before.den - before.num * after.den) / (after.den * before.den)
