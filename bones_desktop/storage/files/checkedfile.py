"""Small JSON files with a checksum, so that damage is noticed.

The module imports little, because a start reads such files before its first frame.
"""

import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from bones_desktop.storage.files.textfiles import FileProblem, move, read_bytes, save_bytes


class DamagedFileError(Exception):
    """Raised when a file no longer contains what the program wrote to it."""


def to_json(value: object) -> str:
    """Return `value` as JSON. Equal values give the same text."""
    return json.dumps(value, sort_keys=True, indent=1, allow_nan=False)


def _digest(body: object) -> str:
    return hashlib.sha256(to_json(body).encode()).hexdigest()


def write_checked(path: Path, body: object) -> None:
    """Write `body` with its checksum. Raise FileProblem when the file cannot be written."""
    save_bytes(path, checked_bytes(body))


def checked_bytes(body: object) -> bytes:
    """Return the content of a file with `body` and its checksum."""
    return (to_json({"body": body, "sha256": _digest(body)}) + "\n").encode()


def read_checked(path: Path, limit: int) -> Any:  # noqa: ANN401 (JSON)
    """Return the body of a file.

    Raise DamagedFileError when its checksum is wrong, FileProblem when it cannot be read.
    """
    try:
        return parse_checked(read_bytes(path, limit))
    except FileProblem as error:
        if error.code == "too-large":
            raise DamagedFileError from error
        raise


def parse_checked(data: bytes) -> Any:  # noqa: ANN401 (JSON)
    """Return the body of a file with this content. Raise DamagedFileError when its checksum is wrong."""
    try:
        stored = json.loads(data)
        sound = isinstance(stored, dict) and stored.keys() == {"body", "sha256"}
        if sound and stored["sha256"] == _digest(stored["body"]):
            return stored["body"]
    except (ValueError, RecursionError) as error:
        raise DamagedFileError from error
    raise DamagedFileError


def set_aside(path: Path, now: datetime) -> Path | None:
    """Rename a damaged file to `.bad-<time>` and return its new path; None if it cannot be renamed."""
    stamp = f"{now:%Y%m%d-%H%M%S}"
    # Two damaged files may be found in the same second. The limit keeps a full folder from blocking the start.
    for number in range(1, 100):
        aside = path.with_name(f"{path.name}.bad-{stamp}" + (f"-{number}" if number > 1 else ""))
        try:
            move(path, aside)
        except FileProblem as error:
            if error.code != "exists":
                return None
        else:
            return aside
    return None
