"""The commands that need no window. Qt is imported only where a sheet is printed."""

import argparse
import contextlib
import io
import json
import os
import random
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from bones_desktop.cliparser import (
    EXIT_ERROR,
    EXIT_NO_LIBRARIES,
    EXIT_OK,
    EXIT_PROBLEMS,
    CommandError,
    parser,
)
from bones_desktop.rules.bones.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.icons import BLANK, Face
from bones_desktop.rules.bones.notation import (
    HINDERING_USES,
    ITEM_USES,
    face_name,
    find_difficulty,
    find_skill,
    find_task_skill,
)
from bones_desktop.rules.bones.problems import is_complete, is_legal, problems
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.statblock import ParsedDie, StatBlockError, parse_dice
from bones_desktop.rules.bones.tasks import (
    Task,
    TaskReading,
    challenge_dice,
    parsed_pool,
    read_task,
    rulebook_for,
    task_pool,
)
from bones_desktop.rules.dice import Die, Throw, throw
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.characterfile import CharacterFileError, read_character
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.rulebookfile import load_rulebook
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.problems import place_text
from bones_desktop.wording.reasons import sentence


def plain(text: str) -> str:
    """Return `text` as it is: the commands speak English."""
    return text


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; mistakes are one line on stderr."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal of another encoding than UTF-8 has no sign for “ or −.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        code = _run(parser().parse_args(arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except CommandError as error:
        message = str(error)
    except (RulesError, StatBlockError) as error:
        message = sentence(error.reason, plain)
    except (CharacterFileError, FileProblem) as error:
        message = file_sentence(error, plain)
    except SystemExit as asked_for_help:
        return int(asked_for_help.code or 0)
    except BrokenPipeError:
        _let_go_of_stdout()
        return EXIT_ERROR
    except OSError as error:
        _let_go_of_stdout()
        message = f"the answer could not be written: {error.strerror or error}"
    print(f"bones-desktop: {' '.join(message.split())}", file=sys.stderr)
    return EXIT_ERROR


def _let_go_of_stdout() -> None:
    """Keep the interpreter from writing once more, as it ends, what could not be written."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(given: argparse.Namespace) -> int:
    rulebook = load_rulebook(shipped("resources") / "games" / "bones")
    match given.command:
        case "check":
            return _check(rulebook, [Path(name) for name in given.files], as_json=given.json)
        case "dice":
            return _dice(rulebook, given.text, as_json=given.json)
        case "sheet":
            return _sheet(rulebook, given)
        case _:
            return _task(rulebook, given)


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False, indent=1))


def _check(rulebook: Rulebook, files: Sequence[Path], *, as_json: bool) -> int:
    results: list[dict[str, Any]] = []
    unreadable: list[str] = []
    for path in files:
        try:
            character = read_character(path.absolute()).character
        except (CharacterFileError, FileProblem) as error:
            unreadable.append(" ".join(file_sentence(error, plain).split()))
            continue
        found = problems(rulebook, character)
        results.append(
            {
                "file": str(path),
                "legal": is_legal(found),
                "complete": is_complete(found),
                "problems": [
                    {"rule": p.reason.rule, "where": place_text(p.place, plain), "text": sentence(p.reason, plain)}
                    for p in found
                ],
            }
        )
    if as_json:
        _print_json(results)
    else:
        for result in results:
            state = "legal" if result["legal"] else "not legal"
            state += " and complete" if result["complete"] else ", not complete"
            print(f"{result['file']}: {state}")
            for problem in result["problems"]:
                print(f"  {problem['where']}: {problem['text']} ({problem['rule']})")
    for line in unreadable:
        print(f"bones-desktop: {line}", file=sys.stderr)
    if unreadable:
        return EXIT_ERROR
    return EXIT_OK if all(result["legal"] and result["complete"] for result in results) else EXIT_PROBLEMS


def _padded(dice: Sequence[ParsedDie]) -> tuple[ParsedDie, ...]:
    """Return the dice with a blank for each face that the text left out."""
    return tuple(
        replace(die, faces=tuple(BLANK if shown.is_unfilled else shown for shown in die.faces)) for die in dice
    )


def _dice(rulebook: Rulebook, text: str, *, as_json: bool) -> int:
    dice = _padded(parse_dice(rulebook, text))
    named = [
        (die.name or f"die {place}", [face_name(rulebook, shown) for shown in die.faces])
        for place, die in enumerate(dice, 1)
    ]
    if as_json:
        _print_json([{"die": name, "faces": faces} for name, faces in named])
    else:
        for name, faces in named:
            print(f"{name}: {', '.join(faces)}")
    return EXIT_OK


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
        own = parsed_pool(rulebook, _padded(parse_dice(rulebook, given.dice)), CHARACTER)
    book = rulebook_for(rulebook, house_rules)
    items = parsed_pool(book, _padded(parse_dice(book, given.items, ITEM_USES)), ITEM) if given.items else ()
    parsed = parse_dice(rulebook, given.hindering, HINDERING_USES) if given.hindering else ()
    hindering = parsed_pool(rulebook, _padded(parsed), HINDERING)
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


def _task(rulebook: Rulebook, given: argparse.Namespace) -> int:
    pool = _pool(rulebook, given)
    task = _make_task(rulebook, given)
    extra: dict[str, Any] = {}
    if given.command == "read":
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
        reading = read_task(rulebook, pool.house_rules, task, shown, rolled_nulls=given.nulls or 0)
    else:
        seed = given.seed if given.seed is not None else secrets.randbits(48)
        rng = random.Random(seed)  # noqa: S311 (a repeatable throw is asked for; the seed is from the system)
        shown = throw(pool.dice, rng)
        challenge = throw(challenge_dice(rulebook, task), rng)
        whole = Throw((*shown.dice, *challenge.dice), (*shown.indices, *challenge.indices))
        reading = read_task(rulebook, pool.house_rules, task, whole)
        extra = {
            "faces": [index + 1 for die, index in _shown(shown, CHARACTER)],
            "item_faces": [index + 1 for die, index in _shown(shown, ITEM)],
            "hindering_faces": [index + 1 for die, index in _shown(shown, HINDERING)],
            "nulls": reading.rolled_nulls,
            "seed": seed,
        }
    result = _as_json(reading) | extra
    if given.json:
        _print_json(result)
    else:
        _print_reading(reading, extra)
    return EXIT_OK


def _shown(shown: Throw[Face], group: str) -> list[tuple[Die[Face], int]]:
    return [(die, index) for die, index in zip(shown.dice, shown.indices, strict=True) if die.group == group]


def _as_json(reading: TaskReading) -> dict[str, Any]:
    return {
        "allowed": reading.allowed,
        "reason": sentence(reading.reason, plain) if reading.reason else None,
        "cap": reading.cap,
        "successes": reading.successes,
        "net": reading.net,
        "success": reading.success,
        "damage": reading.damage,
        "dice": [
            {"die": die.label, "face": die.face, "counts": die.counts, "why": sentence(die.reason, plain)}
            for die in reading.reading.dice
            if die.group != CHALLENGE
        ],
    }


def _print_reading(reading: TaskReading, extra: dict[str, Any]) -> None:
    for finding in reading.reading.findings:
        print(sentence(finding.reason, plain))
    for step in reading.reading.steps:
        print(f"  {sentence(step, plain)}")
    for die in reading.reading.dice:
        if die.group == CHALLENGE:
            continue
        print(f"  {die.label}: {die.face} counts {die.counts}. {sentence(die.reason, plain)}")
    if extra:
        print(f"  Faces {','.join(map(str, extra['faces']))}; Nulls {extra['nulls']}; seed {extra['seed']}")


def _sheet(rulebook: Rulebook, given: argparse.Namespace) -> int:
    from bones_desktop.rules.bones.sheet import derive

    character = read_character(Path(given.file).absolute()).character
    try:
        from bones_desktop.printing.export import write_sheet_pdf
    except ImportError as error:
        from bones_desktop.systemlibraries import install_line

        print(f"bones-desktop: {install_line(error)}", file=sys.stderr)
        return EXIT_NO_LIBRARIES
    target = Path(given.pdf)
    pages = write_sheet_pdf(derive(rulebook, character), target, paper={"a4": "A4", "letter": "Letter"}[given.paper])
    if given.json:
        _print_json({"pdf": str(target), "pages": pages})
    else:
        print(f"Wrote {target}")
    return EXIT_OK
