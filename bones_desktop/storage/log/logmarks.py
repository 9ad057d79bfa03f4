"""Files beside the log that say something of it without opening it."""

import os
from pathlib import Path
from typing import Final

JOURNALS: Final = ("-wal", "-shm", "-journal")
"""Endings of what SQLite keeps beside the log."""


def beside(path: Path, ending: str) -> Path:
    """Return the file beside the log at `path`."""
    return path.with_name(path.name + ending)


def owing(path: Path) -> Path:
    """Return the file that exists while a closed log has pending acts."""
    return beside(path, "-owing")


def may_owe(path: Path) -> bool:
    """Return whether the closed log at `path` may have pending acts: it has, or the program was killed."""
    # Not by `Path.exists`, which raises where the folder may not be searched.
    return os.path.exists(owing(path)) or os.path.exists(beside(path, "-wal"))  # noqa: PTH110
