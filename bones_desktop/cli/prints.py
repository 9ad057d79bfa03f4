"""The commands that print to PDF: sheets, stickers and paper dice."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bones_desktop.cli.names import EXIT_NO_LIBRARIES, EXIT_OK
from bones_desktop.cli.terminal import CommandError, file_problem, plain, print_json
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.storage.files.characterfile import CHARACTERS, CharacterFileError
from bones_desktop.storage.files.datafile import DataFile
from bones_desktop.storage.files.labelsheets import LabelSheet, common_labels, find_labels
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games.games import StoredGame, read_any
from bones_desktop.wording.files import file_sentence

if TYPE_CHECKING:
    from bones_desktop.printing.dicefaces import DieFaces
    from bones_desktop.printing.jobs import PrintJob
    from bones_desktop.printing.painter import PrintKit


def sheet(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the sheets of characters of any game as one PDF."""
    characters = [_any_in(name) for name in given.files]

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.gamesheet import game_sheet
        from bones_desktop.printing.jobs import sheets_job

        sheets = [
            derive(rulebook, held.value) if stored.form is CHARACTERS else game_sheet(stored, held.value)
            for stored, held in characters
        ]
        return sheets_job(sheets, given.paper, kit)

    return written(make, rulebook, given)


def _any_in(name: str) -> tuple[StoredGame[Any, Any], DataFile[Any]]:
    try:
        return read_any(Path(name).absolute())
    except (CharacterFileError, FileProblem) as error:
        raise CommandError(file_problem(error)) from error


def sheets_in(rulebook: Rulebook, files: Sequence[str]) -> list[Sheet]:
    """Return the sheets of files of BONES; CommandError for one that cannot be read or is of another game."""
    found = []
    for name in files:
        stored, held = _any_in(name)
        if stored.form is not CHARACTERS:
            raise CommandError(f"{name} is a character of {stored.game.title}, whose dice are ordinary ones.")
        found.append(derive(rulebook, held.value))
    return found


def faces(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write stickers for the dice of characters as a PDF."""
    sheets = sheets_in(rulebook, given.files)
    labels = _labels(given.labels) if given.labels else None

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.jobs import stickers_job
        from bones_desktop.printing.stickers import LEAST_SIZE, MOST_SIZE, Stickers, per_label

        _check_size(given.size, LEAST_SIZE, MOST_SIZE)
        if labels is not None and not any(per_label(labels, given.size)):
            raise CommandError(
                f"faces of {given.size:g} mm have no room on labels of {labels.width:g} × {labels.height:g} mm"
            )
        if not 1 <= given.start <= (labels.count if labels else 1):
            raise CommandError(
                f"the sheet has {labels.count} labels: --start is from 1 to {labels.count}"
                if labels
                else "--start counts labels: it goes with --labels"
            )
        wanted = Stickers(given.size, labels, given.start, not given.no_marks, given.offset)
        return stickers_job(_dice(sheets), wanted, given.paper, kit)

    return written(make, rulebook, given)


def nets(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the dice of characters as nets to be folded, as a PDF."""
    sheets = sheets_in(rulebook, given.files)

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.jobs import nets_job
        from bones_desktop.printing.nets import LEAST_SIZE, MOST_SIZE

        _check_size(given.size, LEAST_SIZE, MOST_SIZE)
        return nets_job(_dice(sheets), given.size, given.paper, kit, given.offset)

    return written(make, rulebook, given)


def written(make: Callable[["PrintKit"], "PrintJob"], rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the job's pages to the PDF asked for and say so; return the exit code."""
    try:
        from bones_desktop.printing.jobs import write_job
        from bones_desktop.printing.painter import Ink
    except ImportError as error:
        from bones_desktop.systemlibraries import install_line

        print(f"bones-desktop: {install_line(error)}", file=sys.stderr)
        return EXIT_NO_LIBRARIES
    target = Path(given.pdf)
    try:
        pages = write_job(make, target, rulebook.letters, Ink(given.ink))
    except FileProblem as error:
        raise CommandError(file_sentence(error, plain)) from error
    if given.json:
        print_json({"pdf": str(target), "pages": pages})
    else:
        print(f"Wrote {target}")
    return EXIT_OK


def _dice(sheets: Sequence[Sheet]) -> "tuple[DieFaces, ...]":
    from bones_desktop.printing.dicefaces import dice_of

    dice = tuple(die for sheet in sheets for die in dice_of(sheet))
    if not any(die.stickers for die in dice):
        raise CommandError("no die has a face yet: there is nothing to print")
    return dice


def _check_size(size: float, least: float, most: float) -> None:
    if not least <= size <= most:
        raise CommandError(f"--size is from {least:g} to {most:g} mm, not {size:g}")


def _labels(name: str) -> LabelSheet:
    found = find_labels(name)
    if found is None:
        known = ", ".join(each.codes[0] for each in common_labels())
        raise CommandError(f"no sheet of labels is called {name[:40]!r}; known are {known}")
    return found
