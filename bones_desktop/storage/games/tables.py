"""Tables of the smaller games: JSON lists of one kind of value each, shipped with the program."""

import json
from pathlib import Path
from typing import TypeVar

from bones_desktop.storage.files.plainvalues import reader

T = TypeVar("T")


class TableError(Exception):
    """A shipped table is missing or damaged; the message names its file."""


def load_table(path: Path, kind: type[T]) -> tuple[T, ...]:
    """Return the values of a table; TableError when it cannot be read or holds anything else."""
    of_kind: type = kind
    try:
        entries = json.loads(path.read_bytes())
        if not isinstance(entries, list):
            raise TypeError("no list")
        return tuple(map(reader(of_kind), entries))
    except (OSError, ValueError, TypeError, LookupError, ArithmeticError, RecursionError) as error:
        raise TableError(f"{path.name}: {error}") from error
