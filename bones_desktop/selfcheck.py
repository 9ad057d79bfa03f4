"""Runs without a window that show that the program works: `--self-check` of all shipped files, and `--demo FOLDER`."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from functools import partial
from gettext import GNUTranslations
from importlib.util import find_spec
from pathlib import Path
from random import Random
from ssl import create_default_context
from typing import Final, TextIO

from bones_desktop import __version__
from bones_desktop.cli.names import EXIT_NO_LIBRARIES, EXIT_OK, EXIT_PROBLEMS
from bones_desktop.cli.odds import reading_lines
from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import item_name, task_pool
from bones_desktop.rules.bones.book.icons import BLANK, Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant
from bones_desktop.rules.bones.fight.fights import solve
from bones_desktop.rules.bones.injury.injuries import add_printed_item, condition, lose
from bones_desktop.rules.bones.making.edits import character_from_block, new_character, set_face, set_template, set_text
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.bones.making.sheet import derive
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.bones.reading.tasks import TaskReading, challenge_dice, read_task
from bones_desktop.rules.dice import throw
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.labelsheets import common_labels
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.storage.packfile import read_table
from bones_desktop.storage.rulebookfile import load_rulebook, shipped_rulebook
from bones_desktop.systemlibraries import install_line
from bones_desktop.wording.chances import percent
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import DOMAIN, ENGLISH, LANGUAGES, _
from bones_desktop.wording.reasons import sentence

SAMPLES: Final = ("ragnar", "ragnar-half-done", "bob", "grumpy", "griffon", "swordmaster")
THEMES: Final = ("iron", "parchment", "contrast")
SOUNDS: Final = ("bone", "steel", "stone", "turn", "hurt")
THROWS: Final = range(1, 41)
"""Numbers of dice for which there are prepared rolls."""
WORDS: Final = 2048
"""Words of invitations, which differ in their first four letters."""


class Report:
    """The checked files, and a line for each fault."""

    def __init__(self) -> None:
        self.checked: list[Path] = []
        self.missing: list[str] = []

    def look(self, files: Iterable[Path], use: Callable[[Path], object]) -> None:
        """Check each file with `use`, which raises an error if the file cannot be used."""
        for file in files:
            self.checked.append(file)
            self.attempt(f"{file.parent.name}/{file.name}", use, file)

    def attempt(self, name: str, use: Callable[[Path], object], path: Path) -> None:
        """Call `use` with a file or folder. An error becomes a fault of `name`."""
        try:
            _require(path.exists(), _("is not there"))
            use(path)
        # Catch every exception, because the check must report every fault.
        except Exception as error:
            words = file_sentence(error) if isinstance(error, CharacterFileError) else str(error)
            self.missing.append(f"{name}: {words}")


def _require(is_met: bool, words: str) -> None:
    if not is_met:
        raise ValueError(words)


def self_check() -> Report:
    """Use every shipped file as the program does, and return the report. Needs a QGuiApplication."""
    resources, icons, report = shipped("resources"), shipped("icons"), Report()
    games = resources / "games"
    drawn: list[str] = []

    def load_book(folder: Path) -> None:
        drawn.extend(icon.id for icon in load_rulebook(folder).icons if icon.id not in BLANK.icons)

    report.attempt("bones", load_book, games / "bones")
    for small in SMALL_GAMES:
        folder = games / small.game.id
        report.attempt(folder.name, small.load, folder)
        report.look(sorted((folder / "samples").glob("*.bones")), small.form.read)
    report.checked += [file for folder in games.iterdir() for file in sorted(folder.glob("*.json"))]
    _check_pictures(report, icons, drawn)
    _check_looks(report, resources)
    report.look(_all(games / "bones" / "samples", "*.bones", SAMPLES), read_character)
    report.look(_all(resources / "throws", "*.throws", [f"{count:02}" for count in THROWS]), _use_throws)
    report.look(_all(resources / "sounds", "*.wav", SOUNDS), _use_sound)
    report.look(_all(resources / "schema", "*.json", ()), _use_json)
    tables = [*(resources / "tables").glob("*.txt"), *(resources / "languages").glob("*/tables/*.txt")]
    report.look(sorted(tables), partial(read_table, own=False))
    report.look(_all(resources / "print", "*.json", ["labels"]), _use_labels)
    names = [f"{code}/LC_MESSAGES/{DOMAIN}.mo" for code in LANGUAGES if code != ENGLISH]
    report.look([resources / "languages" / name for name in names], _use_catalogue)
    report.look(sorted((resources / "languages").rglob("*.po")), _use_text)
    page = resources / "table"
    report.look(sorted({page / "index.html", *page.rglob("*.*")}), _use_page_file)
    report.look([resources / "invitation-words.txt"], _use_words)
    if all(map(find_spec, ("nacl", "certifi"))):
        _check_broker(report, resources)
    return report


def _check_broker(report: Report, resources: Path) -> None:
    """Check what a table over a broker needs of other libraries: the roots of certificates, and libsodium."""
    # Imported late: they belong to the extra `table`, which a wheel can be without.
    from certifi import where

    report.attempt("certifi", create_default_context().load_verify_locations, Path(where()))
    report.attempt("libsodium", _seal_name, resources)


def _seal_name(file: Path) -> None:
    from bones_desktop.seats.sealing import seal, unseal

    key, data = bytes(32), file.name.encode()
    _require(unseal(key, "a", seal(key, "a", data)) == data, _("is not what was sealed"))


def _all(folder: Path, pattern: str, needed: Iterable[str]) -> list[Path]:
    """Return the existing files and the required files."""
    return sorted({*folder.glob(pattern), *(folder / pattern.replace("*", name) for name in needed)})


def _use_catalogue(file: Path) -> None:
    with file.open("rb") as opened:
        GNUTranslations(opened)


def _use_text(file: Path) -> None:
    _require(bool(file.read_text(encoding="utf-8")), _("is empty"))


def _use_page_file(file: Path) -> None:
    _require(bool(file.read_bytes()), _("is empty"))


def _use_words(file: Path) -> None:
    starts = {word[:4] for word in file.read_text(encoding="ascii").split()}
    _require(len(starts) == WORDS, _("does not hold {n} words").format(n=WORDS))


def _use_labels(_file: Path) -> None:
    _require(bool(common_labels()), _("holds no labels"))


def _check_pictures(report: Report, folder: Path, drawn: Iterable[str]) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from PySide6.QtGui import QImage

    from bones_desktop.desk.actions import ACTIONS

    drawings = [
        *_all(folder / "faces", "*.svg", drawn),
        *_all(folder / "actions", "*.svg", [action.icon for action in ACTIONS if action.icon]),
        *_all(folder / "app", "*.svg", ["bones-desktop"]),
        *_all(folder / "marks", "*.svg", ()),
    ]
    report.look(drawings, _use_drawing)
    report.look(
        sorted(folder.rglob("*.png")), lambda file: _require(not QImage(str(file)).isNull(), _("is not a picture"))
    )


def _use_drawing(file: Path) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from PySide6.QtSvg import QSvgRenderer

    data = file.read_bytes()
    _require(b"<svg" in data and QSvgRenderer(data).isValid(), _("is not a drawing"))


def _check_looks(report: Report, resources: Path) -> None:
    """Check fonts and themes."""
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from PySide6.QtGui import QFontDatabase, QRawFont

    from bones_desktop.theme.measures import FAMILIES, load_fonts, load_palette, load_sheet

    folder = resources / "fonts"
    report.look(sorted(folder.glob("*.ttf")), lambda file: _require(QRawFont(str(file), 16).isValid(), _("is no font")))
    report.look(sorted(folder.glob("*.txt")), _use_text)
    report.attempt(folder.name, load_fonts, folder)
    gone = sorted(set(FAMILIES.values()) - set(QFontDatabase.families()))
    report.missing += [
        _("{name}: the font {family} is not there").format(name=folder.name, family=family) for family in gone
    ]
    report.look(_all(resources / "themes", "*.json", THEMES), load_palette)
    report.look([resources / "themes" / name for name in ("sheet.qss", "touch.qss")], load_sheet)
    report.look(sorted((resources / "themes").glob("*/*.svg")), _use_drawing)


def _use_throws(file: Path) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from bones_desktop.tray.motion import ThrowFile

    throws = ThrowFile(file.read_bytes())
    for variant in range(throws.variants):
        throws.flight(variant)
    _require(throws.count == int(file.stem), _("is for {count} dice").format(count=throws.count))


def _use_sound(file: Path) -> None:
    # Imported late: if a library of Qt is missing, the check reports it and continues.
    from bones_desktop.desk.sounds import samples

    _require(bool(samples(file.stem)), _("is silent"))


def _use_json(file: Path) -> None:
    json.loads(file.read_text(encoding="utf-8"))


def run_self_check(out: TextIO) -> int:
    """Print the report and return the exit code: 0 for no faults, 1 for some, 3 when Qt's libraries are missing."""
    if sys.platform == "linux" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        # Imported late: if a library of Qt is missing, the check reports it and continues.
        from PySide6.QtGui import QGuiApplication
    except ImportError as error:
        from bones_desktop.systemlibraries import install_line

        print(f"bones-desktop: {install_line(error)}", file=out)
        return EXIT_NO_LIBRARIES
    application = QGuiApplication.instance() or QGuiApplication([])
    report = self_check()
    del application
    for each in report.missing:
        print(each, file=out)
    if report.missing:
        print(
            _("Bones Desktop {version}: {n} of its files are missing or damaged.").format(
                version=__version__, n=len(report.missing)
            ),
            file=out,
        )
        return EXIT_PROBLEMS
    print(
        _("Bones Desktop {version}: all {n} files are there and can be used.").format(
            version=__version__, n=len(report.checked)
        ),
        file=out,
    )
    return EXIT_OK


ID: Final = "0" * 31 + "1"
SEED: Final = 5
"""Fixed seed: the rolls are the same every time, so that the demonstration can be described."""
TASK: Final = Task("maneuver", "average")
DICE: Final = (
    ("gaul", {3: "riding", 4: "melee", 5: "defend"}),
    ("hunter-gatherer", {3: "perception", 4: "melee", 5: "defend"}),
    ("armsman", {4: "missile", 5: "maneuver"}),
    ("armsman", {4: "missile", 5: "maneuver"}),
)
"""Ragnar's templates, each with the faces chosen for its open places."""
BACK_STORY: Final = _(
    "Ragnar learned to track deer before he learned to count them. When raiders burned his village he walked to the "
    "nearest garrison and asked for a sword; two winters later he was teaching others how to hold one."
)
EQUIPMENT: Final = ("sword", "full-shield")
FOE: Final = "tiger"


def build_ragnar(rulebook: Rulebook) -> Character:
    """Return Ragnar, built in a player's order: culture, background, occupations, then each open face (EX-37)."""
    character = set_text(set_text(new_character(ID), "name", "Ragnar"), "back_story", BACK_STORY)
    for die, (template, _chosen) in enumerate(DICE):
        character = set_template(rulebook, character, die, template)
    for die, (_template, chosen) in enumerate(DICE):
        for face, icon in chosen.items():
            character = set_face(rulebook, character, die, face, Face((icon,)))
    for item in EQUIPMENT:
        character = add_printed_item(rulebook, character, item)
    return character


def run_demo(folder: Path, out: TextIO) -> int:
    """Build Ragnar, roll for him, wound him, write his file and sheet to `folder`, and print each step.

    Raise OSError or FileProblem when a file cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rulebook = shipped_rulebook()
    rng = Random(SEED)  # noqa: S311 (the rolls of a demonstration must be the same each time)
    print(_("A demonstration of what Bones Desktop does, without its window."), file=out)

    ragnar = build_ragnar(rulebook)
    _tell_dice(rulebook, ragnar, out)

    print(_("\nRagnar tries Maneuver against an Average task."), file=out)
    print(*reading_lines(_attempt(rulebook, ragnar, rng), {}), sep="\n", file=out)

    _tell_fight(rulebook, ragnar, out)

    ragnar = lose(ragnar, 2, "a spear")
    print(_("\nA spear takes his third die; it lies apart now and rolls no more."), file=out)
    print(f"  {sentence(condition(ragnar).reason)}", file=out)
    print(_("He tries again, with what is left."), file=out)
    print(*reading_lines(_attempt(rulebook, ragnar, rng), {}), sep="\n", file=out)

    try:
        # Imported late: the first steps of the demonstration need no Qt.
        from bones_desktop.printing.jobs import sheet_job, write_job
    except ImportError as error:
        print(
            _("\nRagnar's sheet cannot be printed: {install_line}").format(install_line=install_line(error)), file=out
        )
        return EXIT_NO_LIBRARIES
    pdf = folder.absolute() / "ragnar.pdf"
    write_job(lambda kit: sheet_job(derive(rulebook, ragnar), "A4", kit), pdf)
    print(_("\nRagnar's sheet, with the lost die marked, was written to {pdf}").format(pdf=pdf), file=out)
    print(_("Where there is a display, `bones-desktop` opens the program itself."), file=out)
    return EXIT_OK


def _attempt(rulebook: Rulebook, character: Character, rng: Random) -> TaskReading:
    own = throw(task_pool(rulebook, character), rng)
    against = throw(challenge_dice(rulebook, TASK), rng)
    nulls = sum(face.count for face in against.faces if face.has("null"))
    return read_task(rulebook, character.house_rules, TASK, own, rolled_nulls=nulls)


def _tell_dice(rulebook: Rulebook, character: Character, out: TextIO) -> None:
    print(_("\nRagnar, a Gaul who grew up among hunters and took up arms, die by die:"), file=out)
    for number, die in enumerate(character.dice, 1):
        faces = ", ".join(face_name(rulebook, face) for face in die.faces)
        print(f"  {number}. {rulebook.template(die.template).name}: {faces}", file=out)
    carried = ", ".join(item_name(rulebook, item) for item in character.equipment)
    print(_("  He carries: {names}").format(names=carried), file=out)
    found = problems(rulebook, character)
    state = _("legal") if is_legal(found) else _("not legal")
    finished = _("complete") if is_complete(found) else _("not complete")
    print(_("  He is {state} and {finished}.").format(state=state, finished=finished), file=out)
    for problem in found:
        print(f"  {sentence(problem.reason)}", file=out)


def _tell_fight(rulebook: Rulebook, character: Character, out: TextIO) -> None:
    foe = character_from_block(rulebook, rulebook.block(FOE), ID)
    own = task_pool(rulebook, character, usual_items(rulebook, character, "melee"))
    odds = solve(rulebook, character.house_rules, Combatant(own), Combatant(task_pool(rulebook, foe))).odds
    print(
        _("\nHis odds hand to hand with a {name}, when both fight as well as can be:").format(name=foe.name), file=out
    )
    for end, chance in ((_("He wins"), odds.win), (_("Nobody wins"), odds.draw), (_("He loses"), odds.loss)):
        print(f"  {end}: {percent(chance, 1)}", file=out)
