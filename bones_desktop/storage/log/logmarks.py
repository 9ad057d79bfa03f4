"""What lies beside the log of the table, and tells something of it without opening it."""

from pathlib import Path


def beside(path: Path, ending: str) -> Path:
    """Return the file beside the log at `path`."""
    return path.with_name(path.name + ending)


def owing(path: Path) -> Path:
    """Return the file that is there while a closed log owes something to a character."""
    return beside(path, "-owing")


def may_owe(path: Path) -> bool:
    """Return whether the closed log at `path` may owe something: it does, or the program ended before closing it."""
    return owing(path).exists() or beside(path, "-wal").exists()
