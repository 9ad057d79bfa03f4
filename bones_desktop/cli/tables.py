"""The command `tables`: the list of random tables, or a roll on one of them."""

import argparse
import sys
from functools import partial
from operator import attrgetter
from random import Random

from bones_desktop.cli.characters import locations_of
from bones_desktop.cli.names import EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import CommandError, file_problem, print_answer
from bones_desktop.rules.dice import Die, throw
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.tables import TableRoll, TableSet, roll_table
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.tables import load_tables
from bones_desktop.wording.reasons import sentence


def run_tables(given: argparse.Namespace) -> int:
    """Print all tables, or one roll on the named table. Report files that cannot be used on stderr."""
    known = load_tables(locations_of(given).tables)
    if given.name:
        return _roll(known, given)
    found = [
        {"name": each.name, "title": each.title, "entries": len(each.entries), "own": each.own}
        for each in sorted(known.tables.values(), key=attrgetter("name"))
    ]
    width = max((len(str(each["name"])) for each in found), default=0)
    lines = (
        f"{each['name']:{width}}  {clean_text(str(each['title']))} ({each['entries']}{', own' if each['own'] else ''})"
        for each in found
    )
    print_answer(given, found, lines)
    for error in known.refused.values():
        print(f"bones-desktop: {_why(error)}", file=sys.stderr)
    return EXIT_PROBLEMS if known.refused else EXIT_OK


def _roll(known: TableSet, given: argparse.Namespace) -> int:
    try:
        rng = Random(given.seed)  # noqa: S311 (a repeatable roll is asked for; without a seed the system gives one)
        made = roll_table(known, given.name, partial(_indices, rng))
    except FileProblem as error:
        raise CommandError(file_problem(error)) from error
    except RulesError as error:
        hint = " The command “tables” without a name lists them." if error.reason.code == "table-unknown" else ""
        raise CommandError(f"{sentence(error.reason)}{hint}") from error
    return print_answer(given, _json(made), _lines(made))


def _indices(rng: Random, dice: list[Die[int]]) -> tuple[int, ...]:
    return throw(dice, rng).indices


def _why(error: Exception) -> str:
    if isinstance(error, FileProblem):
        return file_problem(error)
    return sentence(error.reason) if isinstance(error, RulesError) else str(error)


def _json(made: TableRoll) -> dict[str, object]:
    rolls = [
        {
            "table": step.table,
            "title": step.title,
            "die": f"d{len(step.dice[0].faces)}",
            "rolled": step.rolled,
            "text": step.text,
        }
        for step in made.steps
    ]
    return {"name": made.table.name, "title": made.table.title, "text": made.text, "rolls": rolls}


def _lines(made: TableRoll) -> list[str]:
    return [made.text, *(f"  {line}" for line in made.lines())]
