"""Arguments of the commands, and their output as lines for people or as JSON for programs.

Every mistake in the arguments is one line and exit code 2. Answers to the questions of acts are NAME=VALUE.
"""

import argparse
import contextlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from bones_desktop.cli.names import EXIT_OK
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.reasons import Reason
from bones_desktop.rules.typedtext import clean_text, whole_number
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.rules.chances import Chance
    from bones_desktop.rules.games import Roll
    from bones_desktop.storage.files.datafile import DataFileError


def pairs(given: Sequence[str], flag: str) -> dict[str, str]:
    """Return NAME=VALUE arguments by name. Raise CommandError for any other form, or for a name given twice."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            # Long input is cut in messages, which must stay one readable line.
            raise CommandError(f"{flag} takes NAME=VALUE, not {each[:40]!r}")
        if name in found:
            raise CommandError(f"{flag} {name[:40]} is given twice")
        found[name] = value
    return found


def answer(asked: Parameter, text: str, flag: str = "--set") -> Value:
    """Return the value of an argument. Raise CommandError if it is invalid."""
    called = f"{flag} {asked.id}"
    match asked.kind:
        case ParameterKind.NUMBER:
            number = whole_number(text)
            if number is None or not asked.least <= number <= asked.most:
                raise CommandError(f"{called} is {_range(asked, 'a whole number from ')}")
            # The proposed value needs no check, because leaving the argument out gives the same value.
            if number != asked.first:
                _allow(asked.why_not, called)
            return number
        case ParameterKind.YES_NO:
            if text not in {"yes", "no"}:
                raise CommandError(f"{called} is yes or no")
            if text == "yes":
                _allow(asked.why_not, called)
            return int(text == "yes")
        case ParameterKind.CHOICE:
            if text == "none" and text not in asked.choices:
                text = ""
            if text not in asked.choices:
                known = ", ".join(each or "none" for each in asked.choices)
                raise CommandError(f"{called} is one of {known}" if known else f"{called}: there is nothing to choose")
            _allow(asked.refused.get(text) or (asked.why_not if text != asked.first else None), called)
            return text
        case ParameterKind.DICE:
            return _dice(asked, text, called)
    words = clean_text(text)
    if asked.most and len(words) > asked.most:
        raise CommandError(f"{called} has at most {asked.most} letters")
    return words


def _allow(why_not: Reason | None, called: str) -> None:
    if why_not is not None:
        raise CommandError(f"{called}: {sentence(why_not)}")


def _dice(asked: Parameter, text: str, called: str) -> tuple[int, ...]:
    """Return the places of dice, counted from 0. In the argument they are counted from 1 and separated by commas."""
    numbers = [whole_number(each.strip()) for each in text.split(",")] if text.strip() else []
    if numbers:
        _allow(asked.why_not, called)
    dice = tuple(number - 1 for number in numbers if number is not None)
    if len(dice) < len(numbers) or not set(dice) <= set(asked.dice):
        known = ", ".join(str(die + 1) for die in sorted(asked.dice)) or "none"
        raise CommandError(f"{called} takes dice by their numbers, with commas between; there are: {known}")
    if len(set(dice)) < len(dice):
        raise CommandError(f"{called} names a die twice")
    if not asked.least <= len(dice) <= asked.most:
        raise CommandError(f"{called} takes {_range(asked)} of the dice, not {len(dice)}")
    return dice


def _range(asked: Parameter, before: str = "") -> str:
    return str(asked.most) if asked.least == asked.most else f"{before}{asked.least} to {asked.most}"


def answers(asked: Iterable[Parameter], given: dict[str, str], flag: str = "--set") -> Answers:
    """Return the answers to all parameters. Missing ones get the proposed value, or are left out if optional."""
    asked = [each for each in asked if each.kind is not ParameterKind.THROW]
    left = dict(given)
    values: dict[str, Value] = {}
    for each in asked:
        if each.id in left:
            values[each.id] = answer(each, left.pop(each.id), flag)
        elif not each.optional:
            values[each.id] = each.first
    if left:
        known = ", ".join(each.id for each in asked) or "none"
        raise CommandError(f"there is no {flag} {next(iter(left))[:40]} here; there are: {known}")
    return Answers(values)


def house_answers(asked: Iterable[Parameter], given: Sequence[str]) -> dict[str, Value]:
    """Return the house rules that were given on the command line."""
    named = pairs(given, "--house")
    return {id: value for id, value in answers(asked, named, "--house").values.items() if id in named}


def act_answers(act: Act[Any], given: dict[str, str]) -> Answers:
    """Return the answers to an act. Its parameters are read again after every answer, as in the window."""
    found = act.settled(lambda each: _for_now(each, given))
    return answers(act.parameters(found), given)


def roll_answers(roll: "Roll", given: dict[str, str], flag: str = "--set") -> Answers:
    """Return the answers to a roll. A chosen weapon or spell fills in missing answers."""
    chosen = {each.id: _for_now(each, given) for each in roll.parameters if each.id in given}
    return answers(roll.asked(Answers(chosen)), given, flag)


def _for_now(asked: Parameter, given: dict[str, str]) -> Value:
    """Return the given value. If it is invalid because other answers are missing, return the proposed value."""
    try:
        return answer(asked, given[asked.id]) if asked.id in given else asked.first
    except CommandError:
        return asked.first


class CommandError(Exception):
    """Raised for a mistake in the arguments or the files. The message is the one line shown to the user."""


class _OneLineParser(argparse.ArgumentParser):
    """Raises CommandError instead of printing the usage and exiting."""

    def error(self, message: str) -> NoReturn:
        raise CommandError(" ".join(message.split()))


def _faces(text: str) -> tuple[int, ...]:
    faces: list[int] = []
    for part in text.split(",") if text.strip() else ():
        piece = part.strip()
        # Compared as text, because int() would accept other digits and signs.
        if piece not in {"1", "2", "3", "4", "5", "6"}:
            raise argparse.ArgumentTypeError(f"faces are numbers from 1 to 6 with commas between, not {piece[:20]!r}")
        faces.append(int(piece))
    return tuple(faces)


def _count(text: str) -> int:
    # Limited, because Python's int() is slow for huge numbers.
    number = whole_number(text, digits=4)
    if number is None or number < 0:
        raise argparse.ArgumentTypeError(f"a whole number from 0 to 9999 is needed, not {text[:20]!r}")
    return number


def _seed(text: str) -> int:
    number = whole_number(text, digits=40)
    if number is None:
        raise argparse.ArgumentTypeError(f"a seed is a whole number of at most 40 digits, not {text[:20]!r}")
    return number


_LENGTH: Final = re.compile(r"-?[0-9]{1,3}(?:[.][0-9]{1,3})?")


def _millimetres(text: str) -> float:
    if not _LENGTH.fullmatch(text):
        raise argparse.ArgumentTypeError(f"a number of millimetres is needed, such as 16 or 12.5, not {text[:20]!r}")
    return float(text)


def _offset(text: str) -> tuple[float, float]:
    right, comma, below = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"two numbers with a comma between are needed, not {text[:20]!r}")
    return _millimetres(right), _millimetres(below)


def _paper(text: str) -> str:
    return {"a4": "A4", "letter": "Letter"}.get(text.lower(), text)


def _pages_arguments(parser: argparse.ArgumentParser, *, pdf: bool = True) -> None:
    """Add the arguments of every command that writes pages. With `pdf`, a PDF file must be named."""
    parser.add_argument("--pdf", required=pdf, default="", metavar="OUT", help="the file to write")
    parser.add_argument("--paper", type=_paper, choices=("A4", "Letter"), help="as usual in your country by default")
    parser.add_argument("--ink", choices=("colour", "light", "grey"), default="colour", help="the colours of the print")


def _dice_arguments(parser: argparse.ArgumentParser, size: float, *, pdf: bool = True) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE")
    _pages_arguments(parser, pdf=pdf)
    parser.add_argument(
        "--size", type=_millimetres, default=size, metavar="MM", help=f"the side of a face, {size:g} by default"
    )
    parser.add_argument(
        "--offset",
        type=_offset,
        default=(0.0, 0.0),
        metavar="RIGHT,DOWN",
        help="millimetres to move everything by, for a printer that is not exact; write --offset=-0.5,1",
    )


def _house_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--house", action="append", default=[], metavar="NAME=VALUE", help="a house rule")


def _pool_arguments(parser: argparse.ArgumentParser) -> None:
    _house_argument(parser)
    parser.add_argument("file", nargs="?", metavar="FILE", help="a .bones file")
    parser.add_argument("--dice", metavar="TEXT", help="dice as text instead of a file")
    parser.add_argument("--skill", required=True, metavar="NAME", help="the skill of the task")
    parser.add_argument("--items", metavar="TEXT", default="", help="equipment dice rolled too")
    parser.add_argument("--hindering", metavar="TEXT", default="", help="hindering dice rolled too")
    parser.add_argument("--allowed", action="store_true", help="the GM allows it, also without a fitting icon")
    parser.add_argument("--penalty", type=_count, default=0, metavar="N", help="successes to subtract")
    parser.add_argument(
        "--by-magic", action="store_true", help="the difficulty is that without magic: by magic one level harder"
    )


def _task_arguments(parser: argparse.ArgumentParser, *, faces: bool) -> None:
    _pool_arguments(parser)
    if faces:
        parser.add_argument(
            "--faces", type=_faces, required=True, metavar="1,4,2,6", help="the face of each die, 1 to 6"
        )
        parser.add_argument("--item-faces", type=_faces, default=(), metavar="LIST")
        parser.add_argument("--hindering-faces", type=_faces, default=(), metavar="LIST")
        parser.add_argument("--nulls", type=_count, metavar="N", help="Nulls rolled on the challenge dice")
    else:
        parser.add_argument("--seed", type=_seed, metavar="N", help="the same seed gives the same roll")
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--difficulty", metavar="NAME")
    against.add_argument("--against", type=_count, metavar="N", help="successes of the other side")
    parser.add_argument("--against-skill", metavar="NAME", default="", help="skill of the other side")


def _odds_arguments(parser: argparse.ArgumentParser) -> None:
    _pool_arguments(parser)
    against = parser.add_mutually_exclusive_group(required=True)
    against.add_argument("--difficulty", metavar="NAME")
    against.add_argument("--versus", metavar="FILE|TEXT", help="the other side: a .bones file, or dice as text")
    parser.add_argument(
        "--versus-skill", metavar="NAME", default="", help="skill of the other side; else the usual one"
    )
    parser.add_argument("--automatic", type=_count, default=0, metavar="N", help="automatic successes")
    parser.add_argument("--bought", type=_count, choices=(0, 1), default=0, help="successes bought with spiffs")
    parser.add_argument("--reroll", action="store_true", help="also with the best die re-rolled after the roll")


def _fight_arguments(parser: argparse.ArgumentParser) -> None:
    _house_argument(parser)
    for side in ("A", "B"):
        parser.add_argument(
            side.lower(), metavar=side, help="a .bones file, a cast member or beast by name, or dice as text"
        )
    modes = ("melee", "missile", "magic")
    parser.add_argument("--mode", choices=modes, default="melee", help="how both sides attack")
    for side in ("a", "b"):
        parser.add_argument(f"--mode-{side}", choices=modes, help=f"how {side.upper()} alone attacks")
        parser.add_argument(
            f"--items-{side}", metavar="NAMES", default="", help=f"equipment of {side.upper()}, commas between"
        )
    parser.add_argument(
        "--declares-first",
        type=str.upper,
        choices=("A", "B"),
        default="B",
        help="who declares first: B, as the cast does",
    )


def _encounter_arguments(parser: argparse.ArgumentParser) -> None:
    _house_argument(parser)
    parser.add_argument("party", nargs="*", metavar="PARTY", help="a file, a name of the shelf or the cast, NAME=N")
    parser.add_argument("--against", nargs="*", metavar="FOE", default=[], help="the foes, named in the same way")
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="another seed gives other fights; always the same one by default"
    )


def _game_arguments(parser: argparse.ArgumentParser, *, faces: bool) -> None:
    parser.add_argument("file", nargs="?", metavar="FILE", help="a character whose numbers are filled in")
    parser.add_argument("--game", metavar="ID", default="", help="the game, as `games` lists them")
    parser.add_argument("--roll", metavar="ROLL", help="the kind of roll")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a detail of the roll")
    _house_argument(parser)
    if faces:
        parser.add_argument(
            "--faces", action="append", default=[], metavar="GROUP=4,6/1", help="what dice show; / begins a wave"
        )
        parser.add_argument("--choose", action="append", default=[], metavar="OFFER=VALUE", help="an offer to accept")


def of_small_game(arguments: Sequence[str]) -> bool:
    """Return whether the arguments describe a roll of a smaller game."""
    return any(each.split("=")[0] in {"--game", "--roll"} for each in arguments)


def has_foes(arguments: Sequence[str]) -> bool:
    """Return whether the arguments name the foes of a party."""
    return any(each.split("=")[0] == "--against" for each in arguments)


def parser(*, small: bool = False, against: bool = False) -> argparse.ArgumentParser:
    """Return the parser; with `small`, the one for rolls of the smaller games, with `against`, for a party and foes.

    Parsing raises CommandError on a mistake.
    """
    top = _OneLineParser(prog="bones-desktop", description="Commands that need no window.")
    commands = top.add_subparsers(dest="command", required=True, parser_class=_OneLineParser)
    check = commands.add_parser("check", help="list what is missing or not allowed in character files")
    check.add_argument("files", nargs="+", metavar="FILE")
    _house_argument(check)
    read = commands.add_parser("read", help="read a roll whose faces are given")
    odds = commands.add_parser("odds", help="calculate the odds of a task")
    # Two commands have the same name for the smaller games, but take other arguments there.
    if small:
        _game_arguments(read, faces=True)
        _game_arguments(odds, faces=False)
    else:
        _task_arguments(read, faces=True)
        _odds_arguments(odds)
    _task_arguments(commands.add_parser("roll", help="roll the dice and read them"), faces=False)
    fight = commands.add_parser("fight", help="calculate the odds of a fight between two, or of a party --against foes")
    # The exact duel of two has arguments that mean nothing for a party, and the other way round.
    (_encounter_arguments if against else _fight_arguments)(fight)
    round_ = commands.add_parser("round", help="play one round of a fight from a description")
    round_.add_argument("file", metavar="FILE", help="a JSON file")
    _house_argument(round_)
    scene = commands.add_parser("scene", help="play a scene of a smaller game from a description")
    scene.add_argument("file", metavar="FILE", help="a JSON file: game, who, acts")
    _house_argument(scene)
    sheet = commands.add_parser("sheet", help="write character sheets as a PDF")
    sheet.add_argument("files", nargs="+", metavar="FILE")
    _pages_arguments(sheet)
    faces = commands.add_parser("faces", help="write stickers for real dice as a PDF")
    _dice_arguments(faces, 16, pdf=False)
    faces.add_argument("--svg", default="", metavar="FOLDER", help="write each face as an SVG file there")
    faces.add_argument("--labels", metavar="NAME", default="", help="a sheet of labels, such as L7160 or 5160")
    faces.add_argument("--start", type=_count, default=1, metavar="N", help="the label to begin at")
    faces.add_argument("--no-marks", action="store_true", help="without marks to cut by")
    _dice_arguments(commands.add_parser("nets", help="write dice to be cut out and folded as a PDF"), 20)
    legend = commands.add_parser("legend", help="write what the icons on dice mean as a PDF")
    legend.add_argument("files", nargs="+", metavar="FILE")
    cards = commands.add_parser("cards", help="write cards of cast and beasts as a PDF, nine to a page")
    cards.add_argument("who", nargs="*", metavar="FILE|NAME", help="a file, or the name of a stat block")
    cards.add_argument("--all", action="store_true", help="every stat block of the rulebook")
    party = commands.add_parser("party", help="write a PDF with a card for each character of a party")
    encounter = commands.add_parser("encounter", help="write the fighters of a fight as a PDF, with boxes to tick")
    screen = commands.add_parser("screen", help="write the game master's tables as a PDF")
    for command, who in ((party, "FILE"), (encounter, "FILE|NAME[=N]")):
        command.add_argument("who", nargs="+", metavar=who)
        command.add_argument("--title", default="", metavar="WORDS", help="the title at the top")
    for command in (legend, cards, party, encounter, screen):
        _pages_arguments(command)
    model = commands.add_parser("model", help="write a die with engraved faces for a 3D printer")
    model.add_argument("--die", type=_count, default=1, metavar="N", help="the number of the die; equipment comes last")
    model.add_argument("--3mf", dest="threemf", default="", metavar="OUT", help="the file to write")
    model.add_argument("--stl", default="", metavar="OUT", help="the same as STL")
    model.add_argument("--size", type=_millimetres, default=16, metavar="MM", help="the side, 16 by default")
    model.add_argument(
        "--depth", type=_millimetres, default=0.6, metavar="MM", help="the depth of the engraving, 0.6 by default"
    )
    text = commands.add_parser("text", help="print a character as text that can be pasted back, or as Markdown")
    text.add_argument("--plain", action="store_true", help="without the line that brings back the same character")
    text.add_argument("--markdown", action="store_true", help="as Markdown, to be read")
    export = commands.add_parser("export", help="write a character for other programs")
    for form in ("foundry", "obsidian", "roll20", "discord"):
        words = f"the file to write for {form.title()}; - or none prints it"
        export.add_argument(f"--{form}", nargs="?", const="-", default="", metavar="OUT", help=words)
    picture = commands.add_parser("picture", help="write a character sheet as a PNG")
    picture.add_argument("--png", required=True, metavar="OUT", help="the file to write")
    picture.add_argument("--width", type=_count, default=1_600, metavar="PX", help="pixels, 1600 by default")
    picture.add_argument("--paper", type=_paper, choices=("A4", "Letter"), help="as usual in your country by default")
    dice = commands.add_parser("dice", help="read dice written as text")
    dice.add_argument("text", metavar="TEXT")
    paste = commands.add_parser("paste", help="make characters from copied text or from an actor of Foundry")
    paste.add_argument("file", metavar="FILE|-", help="a text or an actor; - reads a text from the standard input")
    paste.add_argument("--out", metavar="FOLDER", default="", help="write each character to a file there")
    verify = commands.add_parser("verify", help="check the evenings of an exported log against their seals")
    verify.add_argument("file", metavar="LOG", help="a log exported as JSON")
    verify.add_argument("--head", metavar="HEAD", default="", help="a head of the chain that a player noted")
    tables = commands.add_parser("tables", help="list the random tables, or roll on one")
    tables.add_argument("name", nargs="?", default="", metavar="NAME", help="the table to roll on")
    tables.add_argument("--seed", type=_seed, metavar="N", help="the same seed gives the same result")
    backup = commands.add_parser("backup", help="write everything you made to one file")
    restore = commands.add_parser("restore", help="list what a backup would change; restore it with --yes")
    restore.add_argument("--yes", action="store_true", help="restore it; what is replaced is kept in another backup")
    commands.add_parser("games", help="list the games")
    new = commands.add_parser("new", help="make a character of one of the smaller games, or any of BONES at random")
    new.add_argument("--game", default="", metavar="ID")
    new.add_argument("--surprise", action="store_true", help="a whole legal character of BONES, drawn at random")
    new.add_argument("--concept", default="", metavar="NAME", help="the concept, such as fighter or wizard")
    new.add_argument("--culture", default="", metavar="NAME", help="the culture in Cold Iron, such as roman")
    new.add_argument("--cast", action="store_true", help="make a cast member")
    new.add_argument("--force", action="store_true", help="replace a file that exists already")
    acts = commands.add_parser("acts", help="list the acts that are possible for a character of any game")
    do = commands.add_parser("do", help="do one of these acts")
    for command in (model, text, export, picture, acts, do, backup, restore):
        command.add_argument("file", metavar="FILE")
    do.add_argument("act", metavar="ACT")
    do.add_argument("--faces", action="append", default=[], metavar="GROUP=4,6", help="what the dice show")
    for command in (new, do):
        command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
        command.add_argument("--seed", type=_seed, metavar="N", help="the same seed gives the same dice")
        command.add_argument("--out", required=command is new, metavar="FILE", help="the file to write")
    # Every command has these two. They are added last, so that none is forgotten.
    for command in commands.choices.values():
        command.add_argument("--json", action="store_true", help="print JSON")
        command.add_argument("--data-dir", metavar="DIR", default="", help="folder of settings and characters")
    return top


def file_problem(error: "DataFileError | FileProblem") -> str:
    """Return the sentence for a file that could not be read or written."""
    # Imported late: a command that succeeds need not wait for 45 modules.
    from bones_desktop.wording.files import file_sentence

    if isinstance(error, FileProblem) and error.code == "file-gone":
        return f"There is no file {error.path.name} in {error.path.absolute().parent}."
    if isinstance(error, FileProblem) and error.code == "changed-outside":
        return f"Another program changed {error.path.name} meanwhile. Nothing was written. Give the command again."
    return clean_text(file_sentence(error))  # The sentence may contain text from a file of unknown origin.


@contextlib.contextmanager
def reported_files() -> Iterator[None]:
    """Turn an error of reading or writing a file inside the block into CommandError with its sentence."""
    # Imported late: only commands that read characters need it, and they have imported it already.
    from bones_desktop.storage.files.datafile import DataFileError

    try:
        yield
    except (DataFileError, FileProblem) as error:
        raise CommandError(file_problem(error)) from error


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
