"""The commands `backup`, `restore` and `tables`, which need the user's folder but no rulebook."""

import argparse
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import partial
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from bones_desktop.cli.names import EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.terminal import (
    CommandError,
    alone,
    file_problem,
    locations_of,
    print_answer,
    reported_files,
)
from bones_desktop.rules.dice import Die, throw
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.tables import TableRoll, TableSet, roll_table
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.storage import backup
from bones_desktop.storage.backup import Home, RestorePlan
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import load_tables
from bones_desktop.wording.language import _, dice_words
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.versions import backup_contents, plan_lines

_OPEN = _("Bones Desktop is open; close it first, or use “Back up everything” and “Restore a backup” in its File menu")


def _now() -> datetime:
    return datetime.now(UTC)


def run_backup(given: argparse.Namespace) -> int:
    """Write a backup of everything. Raise CommandError when that fails."""
    locations = locations_of(given)
    target = Path(given.file).absolute()
    with alone(locations, _OPEN), reported_files():
        home = Home(locations)
        made = backup.back_up(home, target, _now(), backup.log_copier(locations, _now))
    names = [each.path for each in made.files]
    lines = [_("Wrote {target}: {backup_contents}.").format(target=target, backup_contents=backup_contents(names))]
    lines += [
        _("Left out, because it is too large to be of this program: {path}").format(path=path) for path in home.left_out
    ]
    answer = {"file": str(target), "files": names, "left_out": [str(path) for path in home.left_out]}
    return print_answer(given, answer, lines)


def run_restore(given: argparse.Namespace) -> int:
    """Print the effect of restoring a backup, and restore it with --yes. Raise CommandError when that fails."""
    locations = locations_of(given)
    path = Path(given.file).absolute()
    kept: Path | None = None
    with alone(locations, _OPEN), reported_files():
        home, copy_log = Home(locations), backup.log_copier(locations, _now)
        if given.yes:
            plan, kept = (done := backup.restore(path, home, _now(), copy_log)).plan, done.kept
        else:
            plan = backup.look(path, home, copy_log)
    print_answer(given, _plan_json(plan, kept, done=given.yes), _lines(plan, kept, done=given.yes))
    return EXIT_OK


def _lines(plan: RestorePlan, kept: Path | None, *, done: bool) -> Iterator[str]:
    yield from plan_lines(plan, done=done)
    if kept is not None:
        yield _("What was replaced is in {kept}. Restore that file to take this back.").format(kept=kept)
    elif plan.changes_nothing:
        yield _("Everything is as in this backup already.")
    elif not done:
        yield _("Nothing was changed. Add --yes to restore.")


def _plan_json(plan: RestorePlan, kept: Path | None, *, done: bool) -> dict[str, Any]:
    return {
        "made": plan.manifest.made,
        "program": plan.manifest.program,
        "new": plan.new,
        "replaced": plan.replaced,
        "removed": plan.removed,
        "equal": len(plan.equal),
        "done": done,
        "kept": str(kept or ""),
    }


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
    own = {True: _(", own"), False: ""}
    lines = (
        f"{each['name']:{width}}  {clean_text(str(each['title']))} ({each['entries']}{own[bool(each['own'])]})"
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
    except (FileProblem, RulesError) as error:
        unknown = isinstance(error, RulesError) and error.reason.code == "table-unknown"
        hint = _(" The command “tables” without a name lists them.") if unknown else ""
        raise CommandError(f"{_why(error)}{hint}") from error
    return print_answer(given, _json(made), _roll_lines(made))


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


def _roll_lines(made: TableRoll) -> list[str]:
    return [made.text, *(f"  {dice_words(line)}" for line in made.lines())]
