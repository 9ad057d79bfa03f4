"""The commands about whole characters, checking their files and the sheet, and the user's packs such commands read.

Qt is imported only for the sheet.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from bones_desktop.cli.names import EXIT_ERROR, EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import CommandError, file_problem, plain, print_json
from bones_desktop.rules.bones.book.advancement import switched, taken_on_trust
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.problems import Problem, Weight, is_legal
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError, read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.textfiles import FileProblem, is_folder
from bones_desktop.storage.games.games import StoredGame, is_whole, read_any
from bones_desktop.wording.houserules import trust_words
from bones_desktop.wording.names import place_text
from bones_desktop.wording.reasons import sentence

WEIGHTS: Final = {Weight.ILLEGAL: "error", Weight.ADVICE: "warning", Weight.UNFINISHED: "note"}


def with_own_packs(rulebook: Rulebook, given: argparse.Namespace) -> Rulebook:
    """Return the rulebook with the packs of the data folder; those that cannot be used are reported on stderr."""
    locations = Locations.under(Path(given.data_dir)) if given.data_dir else Locations.usual()
    if not is_folder(locations.packs):
        return rulebook

    from bones_desktop.rules.bones.life.packedrulebook import with_packs
    from bones_desktop.storage.packs.packs import PackFolder
    from bones_desktop.wording.packfiles import damaged_pack_sentence

    found = PackFolder(locations.packs).load()
    for error in found.damaged:
        print(f"bones-desktop: {' '.join(damaged_pack_sentence(error, plain).split())}", file=sys.stderr)
    return with_packs(rulebook, found.packs)


def character_in(name: str) -> Character:
    """Return the character in a file; CommandError when it cannot be read or holds none."""
    try:
        return read_character(Path(name).absolute()).value
    except (CharacterFileError, FileProblem) as error:
        raise CommandError(file_problem(error)) from error


def check(rulebook: Rulebook, files: Sequence[str], *, as_json: bool) -> int:
    """Print what is missing or not allowed in each file.

    A file that cannot be read is reported on stderr, and listed among the results with the reason as "refused".
    """
    results: list[dict[str, Any]] = []
    for name in files:
        try:
            stored, held = read_any(Path(name).absolute())
        except (CharacterFileError, FileProblem) as error:
            told = " ".join(file_problem(error).split())
            refused = {"legal": False, "complete": False, "refused": told, "problems": []}
            results.append({"file": str(Path(name)), **refused})
            continue
        if stored.form is not CHARACTERS:
            results.append(_other_result(name, stored, held.value))
            continue
        found = problems(rulebook, held.value)
        results.append(
            {
                "file": str(Path(name)),
                "legal": is_legal(found),
                "complete": is_whole(stored, held.value, found),
                **taken_on_trust(held.value),
                "problems": [
                    {"rule": p.reason.rule, "where": place_text(p.place, plain), "text": sentence(p.reason, plain)}
                    for p in found
                ],
            }
        )
    if as_json:
        print_json(results)
    else:
        _print(result for result in results if "refused" not in result)
    refusals = [result["refused"] for result in results if "refused" in result]
    for told in refusals:
        print(f"bones-desktop: {told}", file=sys.stderr)
    if refusals:
        return EXIT_ERROR
    return EXIT_OK if all(result["legal"] and result["complete"] for result in results) else EXIT_PROBLEMS


def _other_result(name: str, stored: StoredGame[Any, Any], who: Any) -> dict[str, Any]:  # noqa: ANN401 (of any game)
    found = stored.game.check(stored.book, who)
    return {
        "file": str(Path(name)),
        "legal": is_legal(found),
        "complete": is_whole(stored, who, found),
        "house_rules": switched(who.house),
        "problems": [problem_json(p) for p in found],
    }


def problem_json(problem: Problem[str]) -> dict[str, str]:
    """Return a problem of a character of any game, its place the field of a step."""
    return {
        "rule": problem.reason.rule,
        "where": problem.place,
        "weight": WEIGHTS[problem.weight],
        "text": sentence(problem.reason, plain),
    }


def _print(results: Iterable[dict[str, Any]]) -> None:
    for result in results:
        state = "legal" if result["legal"] else "not legal"
        state += (" and complete" if result["legal"] else ", complete") if result["complete"] else ", not complete"
        print("; ".join((f"{result['file']}: {state}", *trust_words(result, plain))))
        for problem in result["problems"]:
            print(f"  {problem['where']}: {problem['text']} ({problem['rule']})")
