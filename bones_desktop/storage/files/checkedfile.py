"""Small JSON files with a checksum, so that damage is noticed."""

import hashlib
import json
from datetime import datetime
from pathlib import Path
from typing import Any

from bones_desktop.storage.files.textfiles import FileProblem, move, read_bytes, save_bytes


class DamagedFileError(Exception):
    """The file does not hold what was written to it."""


def to_json(value: object) -> str:
    """Return `value` as JSON that is the same for the same value."""
    return json.dumps(value, sort_keys=True, indent=1, allow_nan=False)


def _digest(body: object) -> str:
    return hashlib.sha256(to_json(body).encode()).hexdigest()


def write_checked(path: Path, body: object) -> None:
    """Write `body` with its checksum; FileProblem when it cannot be written."""
    save_bytes(path, (to_json({"body": body, "sha256": _digest(body)}) + "\n").encode())


def checked_body(stored: object) -> Any:  # noqa: ANN401 (JSON)
    """Return the body of what a file holds; DamagedFileError when it is not what was written."""
    sound = isinstance(stored, dict) and stored.keys() == {"body", "sha256"}
    if isinstance(stored, dict) and sound and stored["sha256"] == _digest(stored["body"]):
        return stored["body"]
    raise DamagedFileError


def read_checked(path: Path, limit: int) -> Any:  # noqa: ANN401 (JSON)
    """Return the body of the file; DamagedFileError when it is not what was written, FileProblem when unreadable."""
    try:
        return checked_body(json.loads(read_bytes(path, limit)))
    except (ValueError, RecursionError) as error:
        raise DamagedFileError from error
    except FileProblem as error:
        if error.code == "too-large":
            raise DamagedFileError from error
        raise


def set_aside(path: Path, now: datetime) -> Path | None:
    """Rename a damaged file to `.bad-<time>` and return its new place; None where that cannot be done."""
    stamp = f"{now:%Y%m%d-%H%M%S}"
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
