"""Putting files into folders under free names: none ever takes the place of another."""

import contextlib
import os
from pathlib import Path

from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.names import free_name
from bones_desktop.storage.files.textfiles import FileProblem, move, problem


def free_path(folder: Path, name: str, suffix: str, but: Path | None = None) -> Path:
    """Return a path in `folder` that is free for what is called `name`; the file `but` does not count as there."""
    taken: list[str] = []
    with contextlib.suppress(OSError):
        taken = [each for each in os.listdir(folder) if but is None or each != but.name]  # noqa: PTH208 (quicker)
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


def make_folder(folder: Path) -> None:
    """Make a folder of the user's where there is none; FileProblem when it cannot be made."""
    try:
        private_folder(folder)
    except OSError as error:
        raise problem(error, folder) from error
