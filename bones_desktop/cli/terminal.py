"""Arguments of the commands, and their output as lines for people or as JSON for programs.

Every mistake in the arguments is one line and exit code 2.
"""

import argparse
import contextlib
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final, NoReturn

from bones_desktop.cli.names import EXIT_OK
from bones_desktop.rules.typedtext import AnswerError, clean_text, whole_number
from bones_desktop.wording.language import _

if TYPE_CHECKING:
    from bones_desktop.rules.chances import Chance
    from bones_desktop.seats.invitation import Broker
    from bones_desktop.storage.files.datafile import DataFileError
    from bones_desktop.storage.files.locations import Locations
    from bones_desktop.storage.files.textfiles import FileProblem


class CommandError(AnswerError):
    """Raised for a mistake in the arguments or the files. The message is the one line shown to the user."""


class _OneLineParser(argparse.ArgumentParser):
    """Raises CommandError instead of printing the usage and exiting."""

    def format_help(self) -> str:
        """Return the help, as wide as the terminal."""
        self.formatter_class = argparse.HelpFormatter
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        raise CommandError(" ".join(message.split()))


def _faces(text: str) -> tuple[int, ...]:
    faces: list[int] = []
    for part in text.split(",") if text.strip() else ():
        piece = part.strip()
        # Compared as text, because int() would accept other digits and signs.
        if piece not in {"1", "2", "3", "4", "5", "6"}:
            raise argparse.ArgumentTypeError(
                _("faces are numbers from 1 to 6 with commas between, not {piece!r}").format(piece=piece[:20])
            )
        faces.append(int(piece))
    return tuple(faces)


def _count(text: str) -> int:
    # Limited, because Python's int() is slow for huge numbers.
    number = whole_number(text, digits=4)
    if number is None or number < 0:
        raise argparse.ArgumentTypeError(
            _("a whole number from 0 to 9999 is needed, not {text!r}").format(text=text[:20])
        )
    return number


def _seed(text: str) -> int:
    number = whole_number(text, digits=40)
    if number is None:
        raise argparse.ArgumentTypeError(
            _("a seed is a whole number of at most 40 digits, not {text!r}").format(text=text[:20])
        )
    return number


_LENGTH: Final = re.compile(r"-?[0-9]{1,3}(?:[.][0-9]{1,3})?")


def _millimetres(text: str) -> float:
    if not _LENGTH.fullmatch(text):
        raise argparse.ArgumentTypeError(
            _("a number of millimetres is needed, such as 16 or 12.5, not {text!r}").format(text=text[:20])
        )
    return float(text)


def _offset(text: str) -> tuple[float, float]:
    right, comma, below = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(
            _("two numbers with a comma between are needed, not {text!r}").format(text=text[:20])
        )
    return _millimetres(right), _millimetres(below)


def _place(text: str) -> tuple[str, int]:
    """Return an address of this computer and a port."""
    from ipaddress import ip_address  # Imported late: only tables have addresses.

    host, _colon, port = text.rpartition(":")
    number = whole_number(port, digits=5)
    with contextlib.suppress(ValueError):
        address = str(ip_address("127.0.0.1" if host == "localhost" else host.strip("[]")))
        if number is not None and 0 <= number <= 65535:
            return address, number
    raise argparse.ArgumentTypeError(
        _("an address and a port are needed, such as 127.0.0.1:0 or 192.168.0.5:4711, not {text!r}").format(
            text=text[:60]
        )
    )


def _broker(text: str) -> "Broker":
    """Return the broker at an address."""
    from bones_desktop.seats.invitation import read_broker  # Imported late: only tables have brokers.

    try:
        return read_broker(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _paper(text: str) -> str:
    return {"a4": "A4", "letter": "Letter"}.get(text.lower(), text)


_NARROW: Final = partial(argparse.HelpFormatter, width=80)
"""Creates the formatter with which argparse checks each added argument.

The default formatter asks the terminal for its width every time, and imports modules for archives to do so.
"""
_Adding = Callable[[Any], object]
"""Adds one argument to a parser, or to a group of arguments."""
_argument: Final[Callable[..., _Adding]] = partial(methodcaller, "add_argument")


def _one_of(*arguments: _Adding) -> _Adding:
    """Return a function that adds arguments of which exactly one must be given."""

    def add(parser: argparse.ArgumentParser) -> None:
        group = parser.add_mutually_exclusive_group(required=True)
        for each in arguments:
            each(group)

    return add


_FILE: Final = _argument("file", metavar="FILE")
_FILES: Final = _argument("files", nargs="+", metavar="FILE")
_HOUSE: Final = _argument("--house", action="append", default=[], metavar="NAME=VALUE", help=_("a house rule"))
_SAME_DICE: Final = _argument("--seed", type=_seed, metavar="N", help=_("the same seed gives the same dice"))
_PAPER: Final = _argument(
    "--paper", type=_paper, choices=("A4", "Letter"), help=_("as usual in your country by default")
)
_TITLE: Final = _argument("--title", default="", metavar="WORDS", help=_("the title at the top"))
_ANSWERS: Final = _argument("--set", action="append", default=[], metavar="NAME=VALUE")


_PDF: Final = _argument("--pdf", required=True, metavar="OUT", help=_("the file to write"))
_PRINT: Final = (
    _PAPER,
    _argument("--ink", choices=("colour", "light", "grey"), default="colour", help=_("the colours of the print")),
)
_PAGES: Final = (_PDF, *_PRINT)
_OFFSET: Final = _("millimetres to move everything by, for a printer that is not exact; write --offset=-0.5,1")
_DICE: Final = (
    _FILES,
    *_PRINT,
    _argument("--offset", type=_offset, default=(0.0, 0.0), metavar="RIGHT,DOWN", help=_OFFSET),
)


def _export(form: str) -> _Adding:
    words = _("the file to write for {form}; - or none prints it").format(form=form)
    return _argument(f"--{form.lower()}", nargs="?", const="-", default="", metavar="OUT", help=words)


_POOL: Final = (
    _HOUSE,
    _argument("file", nargs="?", metavar="FILE", help=_("a .bones file")),
    _argument("--dice", metavar="TEXT", help=_("dice as text instead of a file")),
    _argument("--skill", required=True, metavar="NAME", help=_("the skill of the task")),
    _argument("--items", metavar="TEXT", default="", help=_("equipment dice rolled too")),
    _argument("--hindering", metavar="TEXT", default="", help=_("hindering dice rolled too")),
    _argument("--allowed", action="store_true", help=_("the GM allows it, also without a fitting icon")),
    _argument("--penalty", type=_count, default=0, metavar="N", help=_("successes to subtract")),
    _argument(
        "--by-magic", action="store_true", help=_("one level harder than the difficulty, which is without magic")
    ),
)
_DIFFICULTY: Final = _argument("--difficulty", metavar="NAME")
_TASK: Final = (
    *_POOL,
    _one_of(_DIFFICULTY, _argument("--against", type=_count, metavar="N", help=_("successes of the other side"))),
    _argument("--against-skill", metavar="NAME", default="", help=_("skill of the other side")),
)
_GAME: Final = (
    _argument("file", nargs="?", metavar="FILE", help=_("a character whose numbers are filled in")),
    _argument("--game", metavar="ID", default="", help=_("the game, as `games` lists them")),
    _argument("--roll", metavar="ROLL", help=_("the kind of roll")),
    _argument("--set", action="append", default=[], metavar="NAME=VALUE", help=_("a detail of the roll")),
    _HOUSE,
)
_MODES: Final = ("melee", "missile", "magic")
_SIDE: Final = _("a .bones file, a cast member or beast by name, or dice as text")
_COMMANDS: Final[dict[str, tuple[str, *tuple[_Adding, ...]]]] = {
    "check": (_("List what is missing or not allowed in character files."), _FILES, _HOUSE),
    "read": (
        _("Read a roll whose faces are given."),
        *_TASK,
        _argument("--faces", type=_faces, required=True, metavar="1,4,2,6", help=_("the face of each die, 1 to 6")),
        _argument("--item-faces", type=_faces, default=(), metavar="LIST"),
        _argument("--hindering-faces", type=_faces, default=(), metavar="LIST"),
        _argument("--nulls", type=_count, metavar="N", help=_("Nulls rolled on the challenge dice")),
    ),
    "read --game": (
        _("Read a roll of a smaller game whose faces are given."),
        *_GAME,
        _argument("--faces", action="append", default=[], metavar="GROUP=4,6/1", help=_("the faces; / begins a wave")),
        _argument("--choose", action="append", default=[], metavar="OFFER=VALUE", help=_("an offer to accept")),
    ),
    "roll": (
        _("Roll the dice and read them."),
        *_TASK,
        _argument("--seed", type=_seed, metavar="N", help=_("the same seed gives the same roll")),
    ),
    "odds": (
        _("Calculate the odds of a task."),
        *_POOL,
        _one_of(
            _DIFFICULTY,
            _argument("--versus", metavar="FILE|TEXT", help=_("the other side: a .bones file, or dice as text")),
        ),
        _argument("--versus-skill", metavar="NAME", default="", help=_("skill of the other side; else the usual one")),
        _argument("--automatic", type=_count, default=0, metavar="N", help=_("automatic successes")),
        _argument("--bought", type=_count, choices=(0, 1), default=0, help=_("successes bought with spiffs")),
        _argument("--reroll", action="store_true", help=_("also with the best die re-rolled after the roll")),
    ),
    "odds --game": (_("Calculate the odds of a roll of a smaller game."), *_GAME),
    "fight": (
        _("Calculate the odds of a fight between two. For a party against foes, see fight --against --help."),
        _HOUSE,
        _argument("a", metavar="A", help=_SIDE),
        _argument("b", metavar="B", help=_SIDE),
        _argument("--mode", choices=_MODES, default="melee", help=_("how both sides attack")),
        _argument("--mode-a", choices=_MODES, help=_("how A alone attacks")),
        _argument("--items-a", metavar="NAMES", default="", help=_("equipment of A, commas between")),
        _argument("--mode-b", choices=_MODES, help=_("how B alone attacks")),
        _argument("--items-b", metavar="NAMES", default="", help=_("equipment of B, commas between")),
        _argument(
            "--declares-first", type=str.upper, choices=("A", "B"), default="B", help=_("B by default, as the cast")
        ),
    ),
    "fight --against": (
        _("Estimate how hard a fight against these foes is for a party."),
        _HOUSE,
        _argument("party", nargs="*", metavar="PARTY", help=_("a file, a name of the shelf or the cast, NAME=N")),
        _argument("--against", nargs="*", metavar="FOE", default=[], help=_("the foes, named in the same way")),
        _argument(
            "--seed", type=_seed, metavar="N", help=_("another seed gives other fights; by default always the same")
        ),
    ),
    "round": (
        _("Play one round of a fight from a description."),
        _argument("file", metavar="FILE", help=_("a JSON file")),
        _HOUSE,
    ),
    "scene": (
        _("Play a scene of a smaller game from a description."),
        _argument("file", metavar="FILE", help=_("a JSON file: game, who, acts")),
        _HOUSE,
    ),
    "sheet": (_("Write character sheets as a PDF."), _FILES, *_PAGES),
    "faces": (
        _("Write stickers for real dice as a PDF."),
        *_DICE,
        _argument("--pdf", default="", metavar="OUT", help=_("the file to write")),
        _argument("--size", type=_millimetres, default=16, metavar="MM", help=_("the side of a face, 16 by default")),
        _argument("--svg", default="", metavar="FOLDER", help=_("write each face as an SVG file there")),
        _argument("--labels", metavar="NAME", default="", help=_("a sheet of labels, such as L7160 or 5160")),
        _argument("--start", type=_count, default=1, metavar="N", help=_("the label to begin at")),
        _argument("--no-marks", action="store_true", help=_("without marks to cut by")),
    ),
    "nets": (
        _("Write dice to be cut out and folded as a PDF."),
        *_DICE,
        _PDF,
        _argument("--size", type=_millimetres, default=20, metavar="MM", help=_("the side of a face, 20 by default")),
    ),
    "legend": (_("Write what the icons on dice mean as a PDF."), _FILES, *_PAGES),
    "cards": (
        _("Write cards of cast and beasts as a PDF, nine to a page."),
        _argument("who", nargs="*", metavar="FILE|NAME", help=_("a file, or the name of a stat block")),
        _argument("--all", action="store_true", help=_("every stat block of the rulebook")),
        *_PAGES,
    ),
    "party": (
        _("Write a PDF with a card for each character of a party."),
        _argument("who", nargs="+", metavar="FILE"),
        _TITLE,
        *_PAGES,
    ),
    "encounter": (
        _("Write the fighters of a fight as a PDF, with boxes to tick."),
        _argument("who", nargs="+", metavar="FILE|NAME[=N]"),
        _TITLE,
        *_PAGES,
    ),
    "screen": (_("Write the game master's tables as a PDF."), *_PAGES),
    "model": (
        _("Write a die with engraved faces for a 3D printer."),
        _FILE,
        _argument("--die", type=_count, default=1, metavar="N", help=_("the number of the die; equipment comes last")),
        _argument("--3mf", dest="threemf", default="", metavar="OUT", help=_("the file to write")),
        _argument("--stl", default="", metavar="OUT", help=_("the same as STL")),
        _argument("--size", type=_millimetres, default=16, metavar="MM", help=_("the side, 16 by default")),
        _argument(
            "--depth", type=_millimetres, default=0.6, metavar="MM", help=_("how deep to engrave, 0.6 by default")
        ),
    ),
    "text": (
        _("Print a character as text that can be pasted back, or as Markdown."),
        _FILE,
        _argument("--plain", action="store_true", help=_("without the line that brings back the same character")),
        _argument("--markdown", action="store_true", help=_("as Markdown, to be read")),
    ),
    "export": (
        _("Write a character for other programs."),
        _FILE,
        _export("Foundry"),
        _export("Obsidian"),
        _export("Roll20"),
        _export("Discord"),
    ),
    "picture": (
        _("Write a character sheet as a PNG."),
        _FILE,
        _argument("--png", required=True, metavar="OUT", help=_("the file to write")),
        _argument("--width", type=_count, default=1_600, metavar="PX", help=_("pixels, 1600 by default")),
        _PAPER,
    ),
    "dice": (_("Read dice written as text."), _argument("text", metavar="TEXT")),
    "paste": (
        _("Make characters from copied text or from an actor of Foundry."),
        _argument("file", metavar="FILE|-", help=_("a text or an actor; - reads a text from the standard input")),
        _argument("--out", metavar="FOLDER", default="", help=_("write each character to a file there")),
    ),
    "verify": (
        _("Check the evenings of an exported log against their seals."),
        _argument("file", metavar="LOG", help=_("a log exported as JSON")),
        _argument("--head", metavar="HEAD", default="", help=_("a head of the chain that a player noted")),
    ),
    "tables": (
        _("List the random tables, or roll on one."),
        _argument("name", nargs="?", default="", metavar="NAME", help=_("the table to roll on")),
        _argument("--seed", type=_seed, metavar="N", help=_("the same seed gives the same result")),
    ),
    "backup": (_("Write everything you made to one file."), _FILE),
    "restore": (
        _("List what a backup would change; restore it with --yes."),
        _FILE,
        _argument("--yes", action="store_true", help=_("restore it; what is replaced is kept in another backup")),
    ),
    "host": (
        _("Open a table for phones and programs until the input ends. It reads: admit, remove, ask, take-back, close."),
        _argument("characters", nargs="*", metavar="CHARACTER", help=_("a file or a name of the shelf")),
        _argument("--campaign", default="", metavar="FILE", help=_("the campaign whose party sits at the table")),
        _argument(
            "--listen",
            type=_place,
            metavar="ADDRESS:PORT",
            help=_("an address of this computer; 127.0.0.1 for this computer only, port 0 for a free port"),
        ),
        _argument(
            "--broker",
            type=_broker,
            metavar="URL",
            help=_("also, or only, over a broker: mqtt://HOST:PORT or mqtts://NAME:PASSWORD@HOST:PORT"),
        ),
        _argument(
            "--admit",
            choices=("all", "ask"),
            default="ask",
            help=_("let everybody in who is invited, or wait for admit"),
        ),
        _argument(
            "--seed",
            default="",
            metavar="WORD",
            help=_("the same word gives the same dice in a new evening, if seats add the same words to them"),
        ),
    ),
    "join": (
        _("Take a seat at a table: print its messages and send those of the input, each a line of JSON."),
        _argument(
            "invitation",
            nargs="+",
            metavar="INVITATION",
            help=_("the link that the game master shows, or six words and the address of the broker"),
        ),
        _argument("--name", required=True, metavar="NAME", help=_("your name")),
        _argument("--character", default="", metavar="NAME", help=_("the character to roll for; else you only watch")),
        _argument(
            "--serve",
            type=_place,
            metavar="ADDRESS:PORT",
            help=_("over a broker: an address of this computer at which devices in this house join the table"),
        ),
    ),
    "games": (_("List the games."),),
    "new": (
        _("Make a character of one of the smaller games, or any of BONES at random."),
        _argument("--game", default="", metavar="ID"),
        _argument("--surprise", action="store_true", help=_("a whole legal character of BONES, drawn at random")),
        _argument("--concept", default="", metavar="NAME", help=_("the concept, such as fighter or wizard")),
        _argument("--culture", default="", metavar="NAME", help=_("the culture in Cold Iron, such as roman")),
        _argument("--cast", action="store_true", help=_("make a cast member")),
        _argument("--force", action="store_true", help=_("replace a file that exists already")),
        _ANSWERS,
        _SAME_DICE,
        _argument("--out", required=True, metavar="FILE", help=_("the file to write")),
    ),
    "acts": (_("List the acts that are possible for a character of any game."), _FILE),
    "do": (
        _("Do one of these acts."),
        _FILE,
        _argument("act", metavar="ACT"),
        _argument("--faces", action="append", default=[], metavar="GROUP=4,6", help=_("what the dice show")),
        _ANSWERS,
        _SAME_DICE,
        _argument("--out", metavar="FILE", help=_("the file to write")),
    ),
}
"""The description and the arguments of each command. With some options, a command takes other arguments."""


def parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Return the parser of the command that the arguments begin with. Parsing raises CommandError on a mistake.

    Raise KeyError if there is no such command. Parsers of other commands are not made, because that would take longer
    than the command.
    """
    name = arguments[0]
    options = {"--game" if option == "--roll" else option for option in (each.split("=")[0] for each in arguments)}
    kind = next((known for known in map(f"{name} {{}}".format, options) if known in _COMMANDS), name)
    description, *adding = _COMMANDS[kind]
    command = _OneLineParser(prog=f"bones-desktop {name}", description=description, formatter_class=_NARROW)
    command.set_defaults(command=kind)
    for add in adding:
        add(command)
    command.add_argument("--json", action="store_true", help=_("print JSON"))
    command.add_argument("--data-dir", metavar="DIR", default="", help=_("folder of settings and characters"))
    return command


def file_problem(error: "DataFileError | FileProblem") -> str:
    """Return the sentence for a file that could not be read or written."""
    # Imported late: a command that succeeds need not wait for 45 modules.
    from bones_desktop.storage.files.textfiles import FileProblem
    from bones_desktop.wording.files import file_sentence

    if isinstance(error, FileProblem) and error.code == "file-gone":
        return _("There is no file {name} in {parent}.").format(
            name=error.path.name, parent=error.path.absolute().parent
        )
    if isinstance(error, FileProblem) and error.code == "changed-outside":
        return _("Another program changed {name} meanwhile. Nothing was written. Give the command again.").format(
            name=error.path.name
        )
    return clean_text(file_sentence(error))  # The sentence may contain text from a file of unknown origin.


@contextlib.contextmanager
def reported_files() -> Iterator[None]:
    """Turn an error of reading or writing a file inside the block into CommandError with its sentence."""
    # Imported late: only commands that read characters need it, and they have imported it already.
    from bones_desktop.storage.files.datafile import DataFileError
    from bones_desktop.storage.files.textfiles import FileProblem

    try:
        yield
    except (DataFileError, FileProblem) as error:
        raise CommandError(file_problem(error)) from error


def locations_of(given: argparse.Namespace) -> "Locations":
    """Return the folders that a command uses."""
    # Imported late: most commands need no folder.
    from pathlib import Path

    from bones_desktop.storage.files.locations import Locations

    return Locations.under(Path(given.data_dir)) if given.data_dir else Locations.usual()


@contextlib.contextmanager
def alone(locations: "Locations", is_open: str, *, as_host: bool = False) -> Iterator[None]:
    """Keep windows and hosts from starting inside the block. Raise CommandError with `is_open` if there is a window.

    With `as_host`, a window that starts meanwhile says that a table is open.
    """
    # Imported late: few commands need Qt.
    from PySide6.QtCore import QLockFile

    from bones_desktop.storage.files.locations import START_LOCK, TABLE_LOCK, make_folder

    with reported_files():
        make_folder(locations.state)
    table, lock = (QLockFile(str(locations.state / name)) for name in (TABLE_LOCK, START_LOCK))
    for each, sentence in ((table, _("a table is open (bones-desktop host); end that program first")), (lock, is_open)):
        each.setStaleLockTime(1)  # As in the window: a power cut may have left an empty lock.
        if not each.tryLock(0) and each.error() is QLockFile.LockError.LockFailedError:
            raise CommandError(sentence)
    if not as_host:
        table.unlock()
    try:
        yield
    finally:
        for each in (lock, table):
            each.unlock()


def follow_input(take: Callable[[str], object], end: Callable[[], object]) -> None:
    """Call `take` in another thread with each line of the standard input, and `end` at its end."""
    # Imported late: only tables have a second thread.
    from threading import Thread

    def read() -> None:
        left = b""
        with contextlib.suppress(OSError):
            # Not `sys.stdin`: a thread that waits there holds a lock that Python needs to end.
            while piece := os.read(0, 1 << 16):
                *lines, left = (left + piece).split(b"\n")
                for line in lines:
                    take(line.decode("utf-8", "replace").strip())
        if left:
            take(left.decode("utf-8", "replace").strip())
        end()

    Thread(target=read, name="input", daemon=True).start()


def print_answer(given: argparse.Namespace, value: object, lines: Iterable[str]) -> int:
    """Print an answer: as JSON if --json is given, else as its lines. Return the exit code for success."""
    if given.json:
        print_json(value)
    else:
        for line in lines:
            print(line)
    return EXIT_OK


def print_json(value: object) -> None:
    """Print `value` as JSON that people can read too."""
    print(json.dumps(value, ensure_ascii=False, indent=1))


def chance_json(chance: "Chance") -> dict[str, Any]:
    """Return a chance as a fraction in lowest terms and as a decimal."""
    return {"num": chance.num, "den": chance.den, "value": chance.value}
