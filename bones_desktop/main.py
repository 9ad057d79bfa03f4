"""Entry point: reads the arguments, prepares logging and crash handling, and starts a command or the window."""

import atexit
import builtins
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from bones_desktop import __version__
from bones_desktop.cli.names import COMMANDS, EXIT_ERROR, EXIT_NO_LIBRARIES
from bones_desktop.storage.files.shippedfiles import shipped_folder
from bones_desktop.wording.language import LANGUAGES, _, system_language, use, use_for_argparse

if TYPE_CHECKING:
    from pathlib import Path


class Options(NamedTuple):
    """Command line options for the window."""

    files: Sequence[str] = ()
    safe: bool = False
    data_dir: str | None = None
    self_check: bool = False
    licences: bool = False
    demo: str | None = None
    language: str | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code: 0 success, 1 problems found, 2 usage error, 3 no system libraries."""
    given, language = _without_language(list(sys.argv[1:] if arguments is None else arguments))
    given = _command_first(given)
    if language is not None and language not in LANGUAGES:
        speak(None)
        wrong = _("--language takes one of these codes: {codes}").format(codes=", ".join(LANGUAGES))
        print(f"bones-desktop: {wrong}", file=sys.stderr)  # noqa: T201
        return EXIT_ERROR
    if _is_nowhere():
        speak(language)
        nowhere = _("the folder this was started in is not there any more; start it in another")
        print(f"bones-desktop: {nowhere}", file=sys.stderr)  # noqa: T201
        return EXIT_ERROR
    if given and given[0] in COMMANDS:
        if arguments is None:
            _spare_the_collector()
        # This comes first, because the modules of commands contain the texts of their help.
        speak(language)
        # Imported late: each way to start imports only its own modules.
        from bones_desktop.cli.commands import run

        return run(given)
    if any(each.startswith("-") for each in given):
        speak(language)
    options = _options(given)
    if options is None:
        return EXIT_ERROR
    if options.self_check:
        from bones_desktop.selfcheck import run_self_check

        return run_self_check(sys.stdout)
    if options.licences:
        return _licences()
    if options.demo is not None:
        from pathlib import Path

        return _demo(Path(options.demo))
    stray = next((name for name in options.files if _is_no_file(name)), None)
    if stray is not None:
        speak(language)
        wrong = _("there is no file and no command “{name}”; the commands are {commands}")
        if stray in COMMANDS:
            wrong = _("write the command before files and options: bones-desktop {name} …")
        wrong = wrong.format(name=stray, commands=", ".join(COMMANDS))
        print(f"bones-desktop: {wrong}", file=sys.stderr)  # noqa: T201
        return EXIT_ERROR
    return _window(options, language)


def _without_language(given: list[str]) -> tuple[list[str], str | None]:
    """Return the arguments without `--language` and its value, and the value; None if it was not given."""
    for place, each in enumerate(given):
        if each == "--language":
            return [*given[:place], *given[place + 2 :]], given[place + 1] if given[place + 1 :] else ""
        if each.startswith("--language="):
            return [*given[:place], *given[place + 1 :]], each.partition("=")[2]
    return given, None


def speak(language: str | None) -> None:
    """Show all texts in `language`, or in the system's language if it is None."""
    folder = f"{shipped_folder('resources')}/languages"
    # A catalogue that is missing is reported by --self-check. The program speaks English then.
    with suppress(OSError):
        use(language or system_language(), folder)
        use_for_argparse(folder)


def _spare_the_collector() -> None:
    """Let the garbage collector run rarely, because this process ends soon.

    Modules and the rulebook have many objects and no garbage. Searching all of them, also at exit, took a quarter of
    the time of a command.
    """
    gc.set_threshold(100_000)
    atexit.register(gc.freeze)


def _command_first(given: list[str]) -> list[str]:
    """Return the arguments with a leading `--data-dir` moved behind the command."""
    name = given[0] if given else ""
    at = 2 if name == "--data-dir" else 1 if name.startswith("--data-dir=") else 0
    return [given[at], *given[:at], *given[at + 1 :]] if len(given) > at and given[at] in COMMANDS else given


def _is_nowhere() -> bool:
    """Return whether the current folder was deleted. Relative file names cannot be used then."""
    try:
        os.getcwd()  # noqa: PTH109 (the fastest way, because every start waits for it)
    except FileNotFoundError:
        return True
    return False


def _is_no_file(name: str) -> bool:
    """Return whether `name` is a mistyped command: one plain word that is not the name of a file."""
    return name.isascii() and name.isalpha() and len(name) <= 40 and not os.path.exists(name)  # noqa: PTH110


def _options(given: list[str]) -> Options | None:
    """Return the options; None if the usage was wrong. The mistake has then been reported."""
    if not any(each.startswith("-") for each in given):
        return Options(given)
    # Imported late: only needed for options.
    import argparse

    parser = argparse.ArgumentParser(
        prog="bones-desktop",
        description=_("Build, roll, injure and print characters of the BONES dice role-playing game."),
        epilog=_("Commands that need no window: {commands} (each with --help).").format(commands=", ".join(COMMANDS)),
        exit_on_error=False,
    )
    parser.add_argument("files", nargs="*", metavar="FILE", help=_("character files to open"))
    told = _("show program's version number and exit")
    parser.add_argument("--version", action="version", version=f"Bones Desktop {__version__}", help=told)
    parser.add_argument("--safe", action="store_true", help=_("start with the default layout and open nothing"))
    parser.add_argument("--data-dir", metavar="DIR", help=_("keep everything in this folder"))
    parser.add_argument("--self-check", action="store_true", help=_("load every shipped file and say what is missing"))
    parser.add_argument("--licences", action="store_true", help=_("print the licences of the program and its parts"))
    parser.add_argument(
        "--language", metavar="CODE", help=_("language of all texts: {codes}").format(codes=", ".join(LANGUAGES))
    )
    parser.add_argument("--demo", metavar="DIR", help=_("show what the program does without a window; files go to DIR"))
    try:
        options, unknown = parser.parse_known_args(given)
    except argparse.ArgumentError as error:
        print(f"bones-desktop: {' '.join(str(error).split())}", file=sys.stderr)  # noqa: T201
        return None
    if unknown:
        wrong = _("unknown option {name}; --help lists what there is").format(name=unknown[0])
        print(f"bones-desktop: {wrong}", file=sys.stderr)  # noqa: T201
        return None
    return Options(**vars(options))


def _licences() -> int:
    # Imported late: only needed for this option.
    from bones_desktop.storage.files.labelsheets import licences

    rule = "=" * 80
    for name, text in licences().items():
        print(f"{rule}\n{name}\n{rule}\n\n{text.rstrip()}\n")  # noqa: T201
    return 0


def _demo(folder: "Path") -> int:
    # Imported late: only needed for this option.
    from bones_desktop.selfcheck import run_demo
    from bones_desktop.storage.files.textfiles import FileProblem, problem
    from bones_desktop.wording.files import file_sentence

    try:
        return run_demo(folder, sys.stdout)
    except FileProblem as found:
        refused = found
    except OSError as error:
        refused = problem(error, folder)
    print(file_sentence(refused), file=sys.stderr)  # noqa: T201
    return EXIT_ERROR


def _window(options: Options, language: str | None) -> int:
    # Imported late: only needed for the window.
    from pathlib import Path

    from bones_desktop.systemlibraries import NoScreenError, check_screen, install_line

    try:
        check_screen(os.environ)
        prepare_imports()
        from bones_desktop.start.start import start

        return start(
            tuple(Path(name) for name in options.files),
            data_dir=Path(options.data_dir) if options.data_dir else None,
            safe=options.safe,
            language=language,
        )
    except NoScreenError as error:
        print(f"bones-desktop: {error}", file=sys.stderr)  # noqa: T201
        return EXIT_ERROR
    except ImportError as error:
        print(f"bones-desktop: {install_line(error)}", file=sys.stderr)  # noqa: T201
        return EXIT_NO_LIBRARIES


def prepare_imports() -> None:
    """Load PySide, and switch off its import hook and the garbage collector, which slow down imports.

    The garbage collector is off until `start.start` switches it on: almost nothing created while modules load is
    garbage.
    """
    gc.disable()
    import PySide6.QtCore  # noqa: F401 (replaces Python's import function)

    # The program changes nothing else in Python or Qt. PySide wraps the import function to find modules that use
    # snake_case names, and reads the source of every imported module for that; our modules do not use them. PySide
    # keeps the original function, which is restored here. Nothing else changes without the wrapper.
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
