"""Names of files, fit for every system we run on, and moving files without one taking the place of another."""

import os
import re
import unicodedata
from collections.abc import Collection, Iterator
from itertools import count
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem, in_the_way, move, problem

_LONGEST: Final = 100
"""In bytes; encrypted folders allow 143 for the whole name."""
_UNSAFE: Final = re.compile(r'[<>:"/\\|?*]')
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?\Z", re.IGNORECASE)
UNNAMED: Final = "No name yet"


def safe_name(name: str) -> str:
    """Return `name` as a file name without ending: no sign or word a system reserves, short, never empty (B11).

    It does not begin with "-" either, which commands take for an option.
    """
    text = unicodedata.normalize("NFC", name)
    text = "".join(each if unicodedata.category(each) not in {"Cc", "Cf", "Cs"} else " " for each in text)
    text = " ".join(_UNSAFE.sub("-", text).split()).strip(". ").lstrip("-. ")
    text = text.encode()[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    if _RESERVED.match(text):
        text = f"{text.split('.')[0]}_"
    return text or UNNAMED


def free_name(name: str, suffix: str, taken: Collection[str]) -> str:
    """Return a safe file name that is none of `taken`, which some systems compare without regard to case."""
    folded = {_folded(each) for each in taken}
    return next(each for each in _candidates(name, suffix) if _folded(each) not in folded)


def _candidates(name: str, suffix: str) -> Iterator[str]:
    stem = safe_name(name)
    yield f"{stem}{suffix}"
    yield from (f"{stem} ({number}){suffix}" for number in count(2))


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def free_path(folder: Path, name: str, suffix: str, but: Path | None = None) -> Path:
    """Return a path in `folder` that is free for what is called `name`; the file `but` does not count as there."""
    try:
        taken = [each for each in os.listdir(folder) if but is None or each != but.name]  # noqa: PTH208 (quicker)
    except OSError:  # there is none, or it may not be listed, though files in it can be looked for by name
        paths = (folder / each for each in _candidates(name, suffix))
        return next(each for each in paths if each == but or not os.path.lexists(each))
    return folder / free_name(name, suffix, taken)


def renamed(path: Path, name: str, suffix: str) -> Path:
    """Let the file's name follow `name` and return its path; on FileProblem it is as before."""
    target = free_path(path.parent, name, suffix, path)
    if target == path:
        return path
    if target.name.casefold() == path.name.casefold():
        # Some systems take both for one name: change it by way of a third.
        between = free_path(path.parent, f"{target.stem} renamed", suffix)
        move(path, between)
        try:
            move(between, target)
        except FileProblem:
            move(between, path)
            raise
        return target
    move(path, target)
    return target


def make_folder(folder: Path, file: Path | None = None) -> None:
    """Make a folder where there is none; when it cannot be made, FileProblem about it, or about `file` if given."""
    try:
        private_folder(folder)
    except OSError as error:
        raise in_the_way(folder, file or folder) or problem(error, file or folder) from error


def put_aside(path: Path, folder: Path, name: str, suffix: str) -> Path:
    """Move a file to `folder`, made where there is none, and return its path there, made of `name`; or FileProblem."""
    try:
        path.lstat()
    except OSError as error:  # no folder is made for a file that is not there: its drive may have been taken out
        raise problem(error, path) from error
    make_folder(folder)
    target = free_path(folder, name, suffix)
    move(path, target)
    return target


def delete(path: Path) -> None:
    """Delete a file for good; FileProblem when it cannot be done."""
    try:
        path.unlink()
    except OSError as error:
        raise problem(error, path) from error
