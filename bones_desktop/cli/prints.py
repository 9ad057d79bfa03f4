"""The commands that print to PDF: sheets, stickers, paper dice, and the papers of the table."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bones_desktop.cli.names import EXIT_NO_LIBRARIES, EXIT_OK
from bones_desktop.cli.terminal import CommandError, file_problem, plain, print_json
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.blocks import character_from_block
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.rules.typedtext import key, whole_number
from bones_desktop.storage.files.characterfile import CHARACTERS, SUFFIX, CharacterFileError
from bones_desktop.storage.files.datafile import DataFile
from bones_desktop.storage.files.labelsheets import LabelSheet, common_labels, find_labels
from bones_desktop.storage.files.placing import make_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_there, save_bytes
from bones_desktop.storage.games.games import StoredGame, read_any, shared_of_game
from bones_desktop.wording.files import file_sentence

MOST_ALIKE = 40
"""How many of one kind are in an encounter."""

if TYPE_CHECKING:
    from bones_desktop.printing.columns import Columns
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
    if not (given.pdf or given.svg):
        raise CommandError("say where to: --pdf OUT, or --svg FOLDER")
    sheets = sheets_in(rulebook, given.files)
    labels = _labels(given.labels) if given.labels else None
    if given.svg:
        code = _svg_faces(rulebook, sheets, given)
        if not given.pdf or code != EXIT_OK:
            return code

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


def _svg_faces(rulebook: Rulebook, sheets: Sequence[Sheet], given: argparse.Namespace) -> int:
    """Write a file for each face into a folder, made where there is none."""
    try:
        from PySide6.QtGui import QGuiApplication

        from bones_desktop.printing.facesvg import svg_files
        from bones_desktop.printing.painter import Ink, PrintKit
        from bones_desktop.printing.stickers import LEAST_SIZE, MOST_SIZE
    except ImportError as error:
        return _no_libraries(error)
    _check_size(given.size, LEAST_SIZE, MOST_SIZE)
    app = QGuiApplication.instance() or QGuiApplication(["bones-desktop", "-platform", "offscreen"])
    kit, ink, folder = PrintKit.shipped(rulebook.letters), Ink(given.ink), Path(given.svg)
    files = []
    try:
        make_folder(folder)
        for name, data in svg_files(_dice(sheets), given.size, kit if ink is kit.ink else kit.copy(ink)):
            save_bytes(folder / name, data)
            files.append(name)
    except FileProblem as error:
        raise CommandError(file_sentence(error, plain)) from error
    del app
    if given.json and not given.pdf:
        print_json({"svg": str(folder), "files": files})
    elif not given.json:
        print(f"Wrote {len(files)} files into {folder}")
    return EXIT_OK


def nets(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the dice of characters as nets to be folded, as a PDF."""
    sheets = sheets_in(rulebook, given.files)

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.jobs import nets_job
        from bones_desktop.printing.nets import LEAST_SIZE, MOST_SIZE

        _check_size(given.size, LEAST_SIZE, MOST_SIZE)
        return nets_job(_dice(sheets), given.size, given.paper, kit, given.offset)

    return written(make, rulebook, given)


def legend(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write what the icons on the dice of characters mean as a PDF."""
    sheets = sheets_in(rulebook, given.files)

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.jobs import legend_job

        return legend_job(rulebook, sheets, given.paper, kit)

    return written(make, rulebook, given)


def cards(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write cards of files, of stat blocks by name, or of all of them, as a PDF."""
    if bool(given.who) is given.all:
        raise CommandError("say whose cards: files, names of stat blocks, or --all")
    if given.all:
        sheets = [derive(rulebook, character_from_block(rulebook, block, "0" * 32)) for block in rulebook.blocks]
    else:
        sheets = [_bones_of(rulebook, each) for each in given.who]

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.jobs import cards_job

        return cards_job(rulebook, sheets, given.paper, kit)

    return written(make, rulebook, given)


def party(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write characters of any game at a glance, or a fight with boxes for its rounds, as a PDF."""
    from bones_desktop.printing.columns import Columns

    fight = given.command == "encounter"
    sheets: list[Sheet | Columns] = []
    for each in given.who:
        which, _sign, count = each.rpartition("=") if fight else ("", "", "")
        number = whole_number(count) if which else 1
        if number is None or not 1 <= number <= MOST_ALIKE:
            raise CommandError(f"{each[:40]!r}: how many is a whole number from 1 to {MOST_ALIKE}")
        found = _at_table(rulebook, which or each)
        sheets += [found] * number

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.printing.jobs import encounter_job, party_job

        return (encounter_job if fight else party_job)(sheets, given.title, given.paper, kit)

    return written(make, rulebook, given)


def screen(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the game master's tables as a PDF."""

    def make(kit: "PrintKit") -> "PrintJob":
        from bones_desktop.panels.reference.screen import screen_tables
        from bones_desktop.printing.columns import Part, PartKind, Section
        from bones_desktop.printing.jobs import screen_job

        sections = [
            Section(title, tuple(Part(PartKind.PLAIN, name, note=note, text=text) for name, note, text in lines))
            for title, lines in screen_tables(rulebook, plain)
        ]
        return screen_job(sections, given.paper, kit)

    return written(make, rulebook, given)


def _bones_of(rulebook: Rulebook, name: str) -> Sheet:
    found = _at_table(rulebook, name)
    if not isinstance(found, Sheet):
        raise CommandError(f"{name} is a character of another game, whose dice are ordinary ones.")
    return found


def _at_table(rulebook: Rulebook, name: str) -> "Sheet | Columns":
    """Return the sheet of a file, or of a stat block by its name; CommandError when it is neither."""
    path = Path(name)
    block = next((each for each in rulebook.blocks if key(name) in {key(each.id), key(each.name)}), None)
    if block is not None and path.suffix != SUFFIX:
        return derive(rulebook, character_from_block(rulebook, block, "0" * 32))
    if path.suffix != SUFFIX and not is_there(path):
        raise CommandError(f"{name[:40]!r} is neither a file nor the name of a stat block")
    stored, held = _any_in(name)
    if stored.form is CHARACTERS:
        return derive(rulebook, held.value)
    from bones_desktop.printing.gamesheet import game_sheet

    return game_sheet(stored, held.value)


def written(make: Callable[["PrintKit"], "PrintJob"], rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the job's pages to the PDF asked for and say so; return the exit code."""
    try:
        from bones_desktop.printing.jobs import write_job
        from bones_desktop.printing.painter import Ink
    except ImportError as error:
        return _no_libraries(error)
    target = Path(given.pdf)
    try:
        pages = write_job(make, target, rulebook.letters, Ink(given.ink), _say)
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


def text(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Print a character as text that can be pasted back: a stat block, of other games Markdown; or Markdown alone."""
    stored, held = _any_in(given.file)
    of_bones = stored.form is CHARACTERS
    if of_bones and not given.markdown:
        from bones_desktop.rules.bones.making.blocks import block_of
        from bones_desktop.storage.files.sharedtext import shared_text

        said = (block_of if given.plain else shared_text)(rulebook, held.value)
    else:
        try:
            from bones_desktop.printing.gamesheet import game_sheet
            from bones_desktop.printing.share import markdown_of
        except ImportError as error:
            return _no_libraries(error)
        said = markdown_of(derive(rulebook, held.value) if of_bones else game_sheet(stored, held.value))
        if not (of_bones or given.markdown or given.plain):
            said = shared_of_game(stored, held.value, said)
    if given.json:
        print_json({"name": held.value.name, "text": said})
    else:
        print(said.rstrip())
    return EXIT_OK


def picture(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the sheet of a character of any game as a PNG."""
    stored, held = _any_in(given.file)
    try:
        from bones_desktop.printing.gamesheet import game_sheet
        from bones_desktop.printing.share import LEAST_WIDTH, MOST_WIDTH, png_of
    except ImportError as error:
        return _no_libraries(error)
    if not LEAST_WIDTH <= given.width <= MOST_WIDTH:
        raise CommandError(f"--width is from {LEAST_WIDTH} to {MOST_WIDTH} pixels")
    found = derive(rulebook, held.value) if stored.form is CHARACTERS else game_sheet(stored, held.value)
    data, width, height = png_of(found, given.paper, rulebook.letters, given.width, _say)
    try:
        save_bytes(Path(given.png), data)
    except FileProblem as error:
        raise CommandError(file_sentence(error, plain)) from error
    if given.json:
        print_json({"png": given.png, "width": width, "height": height})
    else:
        print(f"Wrote {given.png}")
    return EXIT_OK


def model(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write a die of a character for a 3D printer, as 3MF, as STL, or both."""
    if not (given.threemf or given.stl):
        raise CommandError("say where to: --3mf OUT, or --stl OUT")
    dice = _dice(sheets_in(rulebook, [given.file]))
    if not 1 <= given.die <= len(dice):
        known = ", ".join(f"{number} {die.name}" for number, die in enumerate(dice, 1)) or "none"
        raise CommandError(f"there is no die {given.die}: there are {known}")
    try:
        from PySide6.QtGui import QGuiApplication

        from bones_desktop.printing import diemodel
        from bones_desktop.printing.painter import PrintKit
    except ImportError as error:
        return _no_libraries(error)
    _check_size(given.size, diemodel.LEAST_SIZE, diemodel.MOST_SIZE)
    if not 0 < given.depth <= given.size * diemodel.DEEPEST:
        raise CommandError(f"--depth is more than 0 and at most {given.size * diemodel.DEEPEST:g} mm for this size")
    app = QGuiApplication.instance() or QGuiApplication(["bones-desktop", "-platform", "offscreen"])
    die = dice[given.die - 1]
    try:
        made = diemodel.die_model(die, given.size, given.depth, PrintKit.shipped(rulebook.letters))
    except ImportError as error:
        raise CommandError(
            "models need the library manifold3d, which no package of the program has: install the program with "
            "python -m pip install '.[models]'"
        ) from error
    title = f"{die.owner}, {die.name}".strip(", ")
    try:
        if given.threemf:
            save_bytes(Path(given.threemf), diemodel.three_mf(made, title))
        if given.stl:
            save_bytes(Path(given.stl), diemodel.stl(made))
    except FileProblem as error:
        raise CommandError(file_sentence(error, plain)) from error
    del app
    files = [each for each in (given.threemf, given.stl) if each]
    if given.json:
        print_json({"files": files, "die": die.name, "triangles": len(made.triangles), "volume": round(made.volume, 1)})
    else:
        print(f"Wrote {' and '.join(files)}: {title}")
    return EXIT_OK


def _say(sentence: str) -> None:
    print(f"bones-desktop: {sentence}", file=sys.stderr)


def _no_libraries(error: ImportError) -> int:
    from bones_desktop.systemlibraries import install_line

    print(f"bones-desktop: {install_line(error)}", file=sys.stderr)
    return EXIT_NO_LIBRARIES


_COMMANDS = {
    "sheet": sheet, "faces": faces, "nets": nets, "legend": legend, "cards": cards, "party": party,
    "encounter": party, "screen": screen, "text": text, "picture": picture,
    "model": model,
}  # fmt: skip


def run_print(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Run one of these commands, on the paper that was named or that of the user's country."""
    if given.command not in {"text", "model"} and given.paper is None:
        try:
            from bones_desktop.widgets.localized import usual_paper
        except ImportError as error:
            return _no_libraries(error)
        given.paper = {"a4": "A4", "letter": "Letter"}[usual_paper()]
    return _COMMANDS[given.command](rulebook, given)
