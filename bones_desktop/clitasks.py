"""The commands that read or roll a task: the dice and the task out of the arguments, and what was thrown."""

import argparse
import random
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bones_desktop.cliparser import EXIT_OK, CommandError
from bones_desktop.cliprint import print_json, print_reading, reading_json
from bones_desktop.rules.bones.attempts import CHARACTER, HINDERING, ITEM
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.characterpool import task_pool
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.icons import BLANK, Face
from bones_desktop.rules.bones.notation import (
    HINDERING_USES,
    ITEM_USES,
    find_difficulty,
    find_skill,
    find_task_skill,
)
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.statblock import ParsedDie, parse_dice
from bones_desktop.rules.bones.tasks import (
    Task,
    TaskReading,
    challenge_dice,
    parsed_pool,
    read_task,
    rulebook_for,
)
from bones_desktop.rules.dice import Die, Throw, throw
from bones_desktop.storage.characterfile import read_character


def padded(dice: Sequence[ParsedDie]) -> tuple[ParsedDie, ...]:
    """Return the dice with a blank for each face that the text left out."""
    return tuple(
        replace(die, faces=tuple(BLANK if shown.is_unfilled else shown for shown in die.faces)) for die in dice
    )


@dataclass(frozen=True, slots=True)
class _Pool:
    """What is thrown for a task, and the house rules it is read under."""

    dice: tuple[Die[Face], ...]
    house_rules: HouseRules

    def of(self, group: str) -> tuple[Die[Face], ...]:
        return tuple(die for die in self.dice if die.group == group)


def _pool(rulebook: Rulebook, given: argparse.Namespace) -> _Pool:
    if bool(given.file) == (given.dice is not None):
        raise CommandError("give either a file or --dice TEXT")
    house_rules = HouseRules()
    own: tuple[Die[Face], ...]
    if given.file:
        character: Character = read_character(Path(given.file).absolute()).character
        house_rules = character.house_rules
        own = task_pool(rulebook, character)
    else:
        own = parsed_pool(rulebook, padded(parse_dice(rulebook, given.dice)), CHARACTER)
    book = rulebook_for(rulebook, house_rules)
    items = parsed_pool(book, padded(parse_dice(book, given.items, ITEM_USES)), ITEM) if given.items else ()
    parsed = parse_dice(rulebook, given.hindering, HINDERING_USES) if given.hindering else ()
    hindering = parsed_pool(rulebook, padded(parsed), HINDERING)
    mine = tuple(die for die in own if die.group == CHARACTER)
    carried = tuple(die for die in own if die.group == HINDERING)
    return _Pool((*mine, *items, *carried, *hindering), house_rules)


def _make_task(rulebook: Rulebook, given: argparse.Namespace) -> Task:
    return Task(
        skill=find_task_skill(rulebook, given.skill),
        difficulty=find_difficulty(rulebook, given.difficulty).id if given.difficulty else "",
        against=given.against,
        against_skill=find_skill(rulebook, given.against_skill).id if given.against_skill else "",
        penalty=given.penalty,
    )


def _indices(pool: _Pool, group: str, faces: Sequence[int], option: str) -> tuple[int, ...]:
    dice = pool.of(group)
    if len(faces) != len(dice):
        raise CommandError(f"{option}: {len(dice)} dice are thrown, {len(faces)} faces given")
    return tuple(face - 1 for face in faces)


def run_task(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Read the faces given, or roll, and print what came of it; CommandError where the arguments do not go together."""
    pool, task = _pool(rulebook, given), _make_task(rulebook, given)
    extra: dict[str, Any] = {}
    if given.command == "read":
        reading = _read(rulebook, given, pool, task)
    else:
        reading, extra = _roll(rulebook, given, pool, task)
    if given.json:
        print_json(reading_json(reading) | extra)
    else:
        print_reading(reading, extra)
    return EXIT_OK


def _read(rulebook: Rulebook, given: argparse.Namespace, pool: _Pool, task: Task) -> TaskReading:
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
    return read_task(rulebook, pool.house_rules, task, shown, rolled_nulls=given.nulls or 0)


def _roll(rulebook: Rulebook, given: argparse.Namespace, pool: _Pool, task: Task) -> tuple[TaskReading, dict[str, Any]]:
    """Return the reading of a new throw, and what is needed to make or to read the same throw again."""
    seed = given.seed if given.seed is not None else secrets.randbits(48)
    rng = random.Random(seed)  # noqa: S311 (a repeatable throw is asked for; the seed is from the system)
    shown = throw(pool.dice, rng)
    challenge = throw(challenge_dice(rulebook, task), rng)
    whole = Throw((*shown.dice, *challenge.dice), (*shown.indices, *challenge.indices))
    reading = read_task(rulebook, pool.house_rules, task, whole)
    return reading, {
        "faces": _faces(shown, CHARACTER),
        "item_faces": _faces(shown, ITEM),
        "hindering_faces": _faces(shown, HINDERING),
        "nulls": reading.rolled_nulls,
        "seed": seed,
    }


def _faces(shown: Throw[Face], group: str) -> list[int]:
    return [index + 1 for die, index in zip(shown.dice, shown.indices, strict=True) if die.group == group]
