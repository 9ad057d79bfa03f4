"""The commands that run without a window.

Each command imports its modules only when it is called, so that the other commands start fast.
"""

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Final

from bones_desktop.cli.names import EXIT_ERROR, EXIT_NO_LIBRARIES, PRINTS
from bones_desktop.cli.terminal import CommandError, parser
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import AnswerError
from bones_desktop.storage.rulebookfile import shipped_rulebook
from bones_desktop.wording.language import _

_LIBRARIES: Final = frozenset({"websockets", "segno", "paho", "nacl", "certifi"})
"""Modules that the extra `table` brings."""


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code. Each error is one line on stderr."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal with another encoding than UTF-8 cannot show “ or −.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        given = parser(arguments).parse_args(arguments[1:])
        code = _run_small(given) if given.command in SMALL else _run(given)
        # A full disk or a closed pipe is noticed only when the output is flushed.
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except AnswerError as error:
        message = str(error)
    except ImportError as error:
        # Imported late: few commands fail.
        from bones_desktop.systemlibraries import install_line

        print(f"bones-desktop: {install_line(error)}", file=sys.stderr)
        return EXIT_NO_LIBRARIES
    except RulesError as error:
        from bones_desktop.wording.reasons import sentence

        message = sentence(error.reason)
    # argparse exits after printing the help.
    except SystemExit as asked_for_help:
        return int(asked_for_help.code or 0)
    # The reader, such as `head`, has closed the pipe. That is not an error.
    except BrokenPipeError:
        _detach_stdout()
        return EXIT_ERROR
    except OSError as error:
        _detach_stdout()
        message = _("the answer could not be written: {value}").format(value=error.strerror or error)
    print(f"bones-desktop: {' '.join(message.split())}", file=sys.stderr)
    return EXIT_ERROR


def _detach_stdout() -> None:
    """Keep Python from trying again, when it exits, to write output that could not be written."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _names_files(given: argparse.Namespace) -> bool:
    """Return whether the command reads character files, which may need the user's packs."""
    if getattr(given, "files", None) or getattr(given, "file", None):
        return True
    if getattr(given, "party", None):
        return True  # A name may be the name of a character on the shelf.
    sides = (getattr(given, name, None) for name in ("a", "b", "versus"))
    return any(side and side.casefold().endswith(".bones") for side in sides)


SMALL: Final = ("games", "new", "acts", "do", "scene", "odds --game", "read --game")


def _run_small(given: argparse.Namespace) -> int:
    if given.command == "scene":
        from bones_desktop.cli.scene import run_scene  # Needs pydantic, which other commands do not.

        return run_scene(given)
    from bones_desktop.cli import games  # Other games are not imported for a command of BONES.

    commands = {
        "games": games.list_games,
        "new": games.make_new,
        "acts": games.run_acts,
        "do": games.run_do,
        "odds --game": games.run_game_odds,
        "read --game": games.run_game_read,
    }
    return commands[given.command](given)


def _run_table(given: argparse.Namespace) -> int:
    try:
        if given.command == "join":
            from bones_desktop.cli.join import run_join  # Needs no Qt.

            return run_join(given)
        from bones_desktop.cli.host import run_host

        return run_host(given)
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in _LIBRARIES:
            raise
        raise CommandError(_("tables need more libraries: add them with python -m pip install '.[table]'")) from error


def _run(given: argparse.Namespace) -> int:
    # Each command imports only what it needs: reading character files imports 98 modules, and printing needs Qt.
    if given.command == "verify":
        from bones_desktop.cli.characters import run_verify  # A log needs no rulebook.

        return run_verify(given)
    if given.command == "tables":
        from bones_desktop.cli.ownfiles import run_tables  # Needs no rulebook either.

        return run_tables(given)
    if given.command in {"backup", "restore"}:
        from bones_desktop.cli.ownfiles import run_backup, run_restore

        return (run_backup if given.command == "backup" else run_restore)(given)
    if given.command in {"host", "join"}:
        return _run_table(given)
    rulebook = shipped_rulebook()
    # Reading packs takes time, and most commands do not need them.
    if _names_files(given):
        from bones_desktop.cli.characters import with_own_packs

        rulebook = with_own_packs(rulebook, given)
    match given.command:
        case "check" | "text" | "paste" | "export" as name:
            from bones_desktop.cli import characters

            of_files = {
                "check": characters.check,
                "text": characters.text,
                "paste": characters.run_paste,
                "export": characters.export,
            }
            return of_files[name](rulebook, given)
        case "round":
            from bones_desktop.cli.round import run_round

            return run_round(rulebook, given)
        case "fight --against":
            from bones_desktop.cli.encounters import run_encounter

            return run_encounter(rulebook, given)
        case name if name in PRINTS:
            from bones_desktop.cli.prints import run_print

            return run_print(rulebook, given)
        case "fight":
            from bones_desktop.cli.fight import run_fight

            return run_fight(rulebook, given)
    from bones_desktop.cli import odds

    of_dice = {"dice": odds.show_dice, "odds": odds.run_odds}
    return of_dice.get(given.command, odds.run_task)(rulebook, given)
