"""The commands that need no window. Qt is imported only where a sheet is printed."""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
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
from bones_desktop.cliprint import plain, print_json
from bones_desktop.clitasks import padded, run_task
from bones_desktop.rules.bones.notation import face_name
from bones_desktop.rules.bones.problems import is_complete, is_legal, problems
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.rules.bones.statblock import StatBlockError, parse_dice
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.characterfile import CharacterFileError, read_character
from bones_desktop.storage.locations import shipped
from bones_desktop.storage.rulebookfile import load_rulebook
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.problems import place_text
from bones_desktop.wording.reasons import sentence


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
            return run_task(rulebook, given)


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
        print_json(results)
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


def _dice(rulebook: Rulebook, text: str, *, as_json: bool) -> int:
    dice = padded(parse_dice(rulebook, text))
    named = [
        (die.name or f"die {place}", [face_name(rulebook, shown) for shown in die.faces])
        for place, die in enumerate(dice, 1)
    ]
    if as_json:
        print_json([{"die": name, "faces": faces} for name, faces in named])
    else:
        for name, faces in named:
            print(f"{name}: {', '.join(faces)}")
    return EXIT_OK


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
        print_json({"pdf": str(target), "pages": pages})
    else:
        print(f"Wrote {target}")
    return EXIT_OK
