"""The commands that read or roll a task, and how they say what a throw means."""

import argparse
import random
import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bones_desktop.cli.dice import Pool, house_rules_for, pool_given
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, print_json
from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, Task
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import find_difficulty, find_skill, find_task_skill
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.requests import done_by_magic
from bones_desktop.rules.bones.reading.taskdice import challenge_dice
from bones_desktop.rules.bones.reading.tasks import TaskReading, read_task
from bones_desktop.rules.dice import Throw, throw
from bones_desktop.wording.reasons import sentence


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
        raise CommandError(f"{option}: {len(dice)} dice are thrown, {len(faces)} faces given")
    return tuple(face - 1 for face in faces)


def run_task(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Read the faces given, or roll, and print the result; CommandError when the arguments do not go together."""
    house_rules = house_rules_for(given, given.file)
    pool = pool_given(rulebook, house_rules, given)
    task = replace(_make_task(rulebook, given), automatic=pool.automatic)
    task, said = by_magic(rulebook, house_rules, task, given)
    extra: dict[str, Any] = {}
    if given.command == "read":
        reading = _read(rulebook, house_rules, given, pool, task)
    else:
        reading, extra = _roll(rulebook, house_rules, given, pool, task)
    if given.json:
        print_json(reading_json(reading) | ({"difficulty": task.difficulty} if said else {}) | extra)
    else:
        print(said, end="")
        print_reading(reading, extra)
    return EXIT_OK


def _read(
    rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace, pool: Pool, task: Task
) -> TaskReading:
    if given.difficulty and given.nulls is None:
        raise CommandError("--difficulty needs --nulls N, the Nulls rolled on its challenge dice")
    if given.against is not None and given.nulls is not None:
        raise CommandError("--nulls goes with --difficulty, not with --against")
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
        raise CommandError(f"--nulls: {most} challenge dice cannot show {given.nulls} Nulls")
    return read_task(rulebook, house_rules, task, shown, rolled_nulls=given.nulls or 0)


def _roll(
    rulebook: Rulebook, house_rules: HouseRules, given: argparse.Namespace, pool: Pool, task: Task
) -> tuple[TaskReading, dict[str, Any]]:
    """Return the reading of a new throw, and what is needed to make or to read the same throw again."""
    seed = given.seed if given.seed is not None else secrets.randbits(48)
    rng = random.Random(seed)  # noqa: S311 (a repeatable throw is asked for; the seed is from the system)
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


def by_magic(rulebook: Rulebook, house_rules: HouseRules, task: Task, given: argparse.Namespace) -> tuple[Task, str]:
    """Return the task as --by-magic makes it, and the line that says so; without it the task as it is, and ""."""
    from bones_desktop.wording.table import raised_text

    if not given.by_magic:
        return task, ""
    found = done_by_magic(rulebook, house_rules, task)
    beyond = house_rules.nulls_beyond_impossible
    return found, f"By magic: {raised_text(rulebook, task.difficulty, 1, nulls_beyond=beyond)}\n"


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


def print_reading(reading: TaskReading, extra: dict[str, Any]) -> None:
    """Print what a throw means, step by step and die by die; `extra` is what was rolled, empty for faces given."""
    for finding in reading.reading.findings:
        print(sentence(finding.reason))
    for step in reading.reading.steps:
        print(f"  {sentence(step)}")
    if reading.allowed:
        print(f"  {' '.join(sentence(each) for each in reading.follows)}")
    for die in reading.reading.dice:
        if die.group == CHALLENGE:
            continue
        print(f"  {die.label}: {die.face} counts {die.counts}. {sentence(die.reason)}")
    if extra:
        print(f"  Faces {','.join(map(str, extra['faces']))}; Nulls {extra['nulls']}; seed {extra['seed']}")
