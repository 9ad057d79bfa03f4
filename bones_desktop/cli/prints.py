"""Commands that draw with Qt: sheets, dice and papers for the table as PDF, SVG, PNG or models."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from bones_desktop.cli.characters import any_in, sheet_of
from bones_desktop.cli.names import EXIT_OK
from bones_desktop.cli.terminal import CommandError, print_answer, print_json, reported_files
from bones_desktop.printing import diemodel, stickers
from bones_desktop.printing.columns import Columns
from bones_desktop.printing.diemodel import svg_files
from bones_desktop.printing.jobs import (
    LEAST_WIDTH,
    MOST_WIDTH,
    PrintJob,
    cards_job,
    encounter_job,
    legend_job,
    nets_job,
    party_job,
    png_of,
    screen_job,
    sheets_job,
    stickers_job,
    write_job,
)
from bones_desktop.printing.painter import Ink, PrintKit, offscreen_kit
from bones_desktop.printing.stickers import DieFaces, dice_of
from bones_desktop.rules.bones.book.notation import find_block
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.encounters import MOST_RATED, encounter_of
from bones_desktop.rules.bones.fight.roster import MOST_ALIKE
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.rules.typedtext import whole_number
from bones_desktop.storage.files.characterfile import SUFFIX
from bones_desktop.storage.files.labelsheets import LabelSheet, common_labels, find_labels
from bones_desktop.storage.files.locations import make_folder
from bones_desktop.storage.files.textfiles import is_there, require_kind, save_export
from bones_desktop.widgets.localized import usual_paper
from bones_desktop.wording.language import _, decimal
from bones_desktop.wording.scenes import encounter_note


def sheet(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the sheets of characters of any game as one PDF."""
    sheets = [sheet_of(rulebook, *any_in(name)) for name in given.files]
    return _write_pdf(rulebook, given, partial(sheets_job, sheets, given.paper))


def faces(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write stickers for the dice of characters as a PDF, or each face as an SVG."""
    if not (given.pdf or given.svg):
        raise CommandError(_("name the output: --pdf OUT or --svg FOLDER"))
    sheets = _bones_in(rulebook, given.files)
    labels = _labels(given.labels) if given.labels else None
    if given.svg:
        _svg_faces(rulebook, sheets, given)
        if not given.pdf:
            return EXIT_OK
    _check_size(given.size, *stickers.STICKER_SIZES)
    if labels is not None and not any(stickers.per_label(labels, given.size)):
        raise CommandError(
            _("faces of {size} mm have no room on labels of {width} × {height} mm").format(
                size=_mm(given.size), width=_mm(labels.width), height=_mm(labels.height)
            )
        )
    if not 1 <= given.start <= (labels.count if labels else 1):
        raise CommandError(
            _("the sheet has {count} labels: --start is from 1 to {count}").format(count=labels.count)
            if labels
            else _("--start counts labels: it goes with --labels")
        )
    wanted = stickers.Stickers(given.size, labels, given.start, not given.no_marks, given.offset)
    dice = _dice(sheets)
    return _write_pdf(rulebook, given, partial(stickers_job, dice, wanted, given.paper))


def _svg_faces(rulebook: Rulebook, sheets: Sequence[Sheet], given: argparse.Namespace) -> None:
    """Write a file for each face to a folder, which is created if needed."""
    _check_size(given.size, *stickers.STICKER_SIZES)
    folder = Path(given.svg)
    with offscreen_kit(rulebook.letters, Ink(given.ink)) as kit, reported_files():
        make_folder(folder)
        made = list(svg_files(_dice(sheets), given.size, kit))
        # All names are checked before the first file is written, so that a refusal leaves nothing incomplete.
        for name, data in made:
            require_kind(folder / name, data)
        for name, data in made:
            save_export(folder / name, data)
    if not given.json:
        print(_("Wrote {n} files into {folder}").format(n=len(made), folder=folder))
    elif not given.pdf:
        print_json({"svg": str(folder), "files": [name for name, _data in made]})


def paper_dice(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the dice of characters as nets to be folded, as a PDF."""
    sheets = _bones_in(rulebook, given.files)
    _check_size(given.size, *stickers.NET_SIZES)
    dice = _dice(sheets)
    return _write_pdf(rulebook, given, partial(nets_job, dice, given.size, given.paper, offset=given.offset))


def legend(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the meanings of the icons on the dice of characters as a PDF."""
    sheets = _bones_in(rulebook, given.files)
    return _write_pdf(rulebook, given, partial(legend_job, rulebook, sheets, given.paper))


def cards(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write cards of files, of stat blocks by name, or of all stat blocks, as a PDF."""
    if bool(given.who) is given.all:
        raise CommandError(_("name files or stat blocks, or give --all"))
    if given.all:
        sheets = [derive(rulebook, character_from_block(rulebook, block, "0" * 32)) for block in rulebook.blocks]
    else:
        sheets = [_of_bones(name, _at_table(rulebook, name), _("another game")) for name in given.who]
    return _write_pdf(rulebook, given, partial(cards_job, rulebook, sheets, given.paper))


def party(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write a PDF: an overview of characters of any game, or a fight with boxes for its rounds."""
    fight = given.command == "encounter"
    sheets: list[Sheet | Columns] = []
    for each in given.who:
        which, _sign, count = each.rpartition("=") if fight else ("", "", "")
        number = whole_number(count) if which else 1
        if number is None or not 1 <= number <= MOST_ALIKE:
            raise CommandError(
                _("{each!r}: how many is a whole number from 1 to {most}").format(each=each[:40], most=MOST_ALIKE)
            )
        sheets += [_at_table(rulebook, which or each)] * number
    people = [each.character for each in sheets if isinstance(each, Sheet)]
    # Characters of different games share no rules for a fight.
    rated = fight and len(people) == len(sheets) <= MOST_RATED
    note = partial(encounter_note, rulebook, encounter_of(people)) if rated else None
    make = partial(encounter_job, rulebook, note=note) if fight else party_job
    return _write_pdf(rulebook, given, partial(make, sheets, given.paper, title=given.title))


def screen(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the game master's tables as a PDF."""
    return _write_pdf(rulebook, given, partial(screen_job, rulebook, given.paper))


def picture(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write the sheet of a character of any game as a PNG."""
    found = sheet_of(rulebook, *any_in(given.file))
    if not LEAST_WIDTH <= given.width <= MOST_WIDTH:
        raise CommandError(
            _("--width is from {least_width} to {most_width} pixels").format(
                least_width=LEAST_WIDTH, most_width=MOST_WIDTH
            )
        )
    data, width, height = png_of(found, given.paper, rulebook.letters, given.width, _say)
    with reported_files():
        save_export(Path(given.png), data)
    return print_answer(
        given, {"png": given.png, "width": width, "height": height}, [_("Wrote {png}").format(png=given.png)]
    )


def model(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Write a die of a character for a 3D printer, as 3MF, as STL, or both."""
    if not (given.threemf or given.stl):
        raise CommandError(_("name the output: --3mf OUT or --stl OUT"))
    # Links are resolved, because two names of one file would overwrite each other.
    if given.threemf and given.stl and os.path.realpath(given.threemf) == os.path.realpath(given.stl):
        raise CommandError(_("--3mf and --stl name the same file"))
    dice = _dice(_bones_in(rulebook, [given.file]))
    if not 1 <= given.die <= len(dice):
        known = ", ".join(f"{number} {die.name}" for number, die in enumerate(dice, 1)) or "none"
        raise CommandError(_("there is no die {die}: there are {known}").format(die=given.die, known=known))
    _check_size(given.size, *diemodel.MODEL_SIZES)
    if not 0 < given.depth <= given.size * diemodel.DEEPEST:
        raise CommandError(
            _("--depth is more than 0 and at most {value} mm for this size").format(
                value=_mm(given.size * diemodel.DEEPEST)
            )
        )
    die = dice[given.die - 1]
    try:
        with offscreen_kit(rulebook.letters) as kit:
            made = diemodel.die_model(die, given.size, given.depth, kit)
    except ImportError as error:
        raise CommandError(
            _(
                "models need the library manifold3d, which no package of the program has: install the program with "
                "python -m pip install '.[models]'"
            )
        ) from error
    title = f"{die.owner}, {die.name}".strip(", ")
    with reported_files():
        if given.threemf:
            save_export(Path(given.threemf), diemodel.three_mf(made, title))
        if given.stl:
            save_export(Path(given.stl), diemodel.stl(made))
    files = [each for each in (given.threemf, given.stl) if each]
    told = {"files": files, "die": die.name, "triangles": len(made.triangles), "volume": round(made.volume, 1)}
    return print_answer(given, told, [_("Wrote {names}: {title}").format(names=_(" and ").join(files), title=title)])


def _at_table(rulebook: Rulebook, name: str) -> Sheet | Columns:
    """Return the sheet of a file, or of a stat block by its name. Raise CommandError if it is neither."""
    path = Path(name)
    block = find_block(rulebook, name)
    if block is not None and path.suffix != SUFFIX:
        return derive(rulebook, character_from_block(rulebook, block, "0" * 32))
    if path.suffix != SUFFIX and not is_there(path):
        raise CommandError(_("{name!r} is neither a file nor the name of a stat block").format(name=name[:40]))
    return sheet_of(rulebook, *any_in(name))


def _bones_in(rulebook: Rulebook, files: Sequence[str]) -> list[Sheet]:
    """Return the sheets of BONES files. Raise CommandError for one that cannot be read or belongs to another game."""
    found = []
    for name in files:
        stored, held = any_in(name)
        found.append(_of_bones(name, sheet_of(rulebook, stored, held), stored.game.title))
    return found


def _of_bones(name: str, found: Sheet | Columns, game: str) -> Sheet:
    if isinstance(found, Columns):
        raise CommandError(
            _("{name} is a character of {game}, whose dice are ordinary ones.").format(name=name, game=game)
        )
    return found


def _dice(sheets: Sequence[Sheet]) -> tuple[DieFaces, ...]:
    dice = tuple(die for sheet in sheets for die in dice_of(sheet))
    if not any(die.stickers for die in dice):
        raise CommandError(_("no die has a face yet: there is nothing to print"))
    return dice


def _mm(size: float) -> str:
    return decimal(f"{size:g}")


def _check_size(size: float, least: float, most: float) -> None:
    if not least <= size <= most:
        raise CommandError(
            _("--size is from {least} to {most} mm, not {size}").format(
                least=_mm(least), most=_mm(most), size=_mm(size)
            )
        )


def _labels(name: str) -> LabelSheet:
    found = find_labels(name)
    if found is None:
        known = ", ".join(each.codes[0] for each in common_labels())
        raise CommandError(
            _("no sheet of labels is called {name!r}; known are {known}").format(name=name[:40], known=known)
        )
    return found


def _write_pdf(rulebook: Rulebook, given: argparse.Namespace, make: Callable[[PrintKit], PrintJob]) -> int:
    """Write the job's pages to the requested PDF and report it. Return the exit code."""
    target = Path(given.pdf)
    with reported_files():
        pages = write_job(make, target, rulebook.letters, Ink(given.ink), _say)
    return print_answer(given, {"pdf": str(target), "pages": pages}, [_("Wrote {target}").format(target=target)])


def _say(sentence: str) -> None:
    print(f"bones-desktop: {sentence}", file=sys.stderr)


_COMMANDS = {
    "sheet": sheet, "faces": faces, "nets": paper_dice, "legend": legend, "cards": cards, "party": party,
    "encounter": party, "screen": screen, "picture": picture, "model": model,
}  # fmt: skip


_KINDS = {"pdf": b"%PDF", "png": b"\x89PNG", "threemf": b"PK\x03\x04", "stl": b"Bones"}
"""First bytes of each kind of output file, by the argument that names the file."""


def run_print(rulebook: Rulebook, given: argparse.Namespace) -> int:
    """Run a command of this module with the named paper, or with the default paper of the user's country.

    Raise CommandError, before anything is written, if an output file would replace a file of another kind.
    """
    with reported_files():
        for name, start in _KINDS.items():
            if out := getattr(given, name, ""):
                # A mistyped path must not overwrite a document of another kind.
                require_kind(Path(out), start)
    if given.command != "model" and given.paper is None:
        # Set late, because finding the country's paper needs Qt.
        given.paper = {"a4": "A4", "letter": "Letter"}[usual_paper()]
    return _COMMANDS[given.command](rulebook, given)
