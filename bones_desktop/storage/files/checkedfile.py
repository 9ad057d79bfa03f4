"""JSON files with a checksum, so that damage is noticed: small ones written as a whole, and ones that grow by lines.

Each line is sealed together with all before it, so that none is valid without them.
"""

import errno
import hashlib
import json
import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from bones_desktop.storage.files.textfiles import FileProblem, move, open_regular, problem, read_bytes, save_bytes, sync


class DamagedFileError(Exception):
    """The file does not hold what was written to it."""


def to_json(value: object) -> str:
    """Return `value` as JSON that is the same for the same value."""
    return json.dumps(value, sort_keys=True, indent=1, allow_nan=False)


def _digest(body: object) -> str:
    return hashlib.sha256(to_json(body).encode()).hexdigest()


def write_checked(path: Path, body: object) -> None:
    """Write `body` with its checksum; FileProblem when it cannot be written."""
    save_bytes(path, checked_bytes(body)[0])


def checked_bytes(body: object) -> tuple[bytes, str]:
    """Return the file with `body`, and its checksum."""
    digest = _digest(body)
    return (to_json({"body": body, "sha256": digest}) + "\n").encode(), digest


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


@dataclass(frozen=True, slots=True)
class Place:
    """The end of a line."""

    seal: str
    """Of all up to there."""
    end: int
    """In bytes; what follows was appended later, or is what a killed program left of a line."""


@dataclass(frozen=True, slots=True)
class Line:
    """The first body of the file, or one that was appended."""

    body: Any
    place: Place


@dataclass(frozen=True, slots=True)
class Lines:
    """All that is sound in the file."""

    every: tuple[Line, ...]
    size: int
    """Bytes of the file, with what is not sound at its end."""


def read_lines(path: Path, limit: int) -> Lines:
    """Read the file; FileProblem when that cannot be done, DamagedFileError when its first body is not sound."""
    data = read_bytes(path, limit)
    text = data.decode("latin-1")  # all that was written is ASCII, and every byte stays one letter
    try:
        first, end = json.JSONDecoder().raw_decode(text)
        body = checked_body(first)
    except (ValueError, RecursionError) as error:
        raise DamagedFileError from error
    if text[end : end + 1] != "\n":
        raise DamagedFileError
    place = Place(first["sha256"], end + 1)
    found = [Line(body, place)]
    while (end := text.find("\n", place.end)) >= 0:
        seal, _, line = text[place.end : end].partition(" ")
        if seal != _seal(place.seal, line):
            break
        place = Place(seal, end + 1)
        found.append(Line(json.loads(line), place))
    return Lines(tuple(found), len(data))


def write_first(path: Path, body: object) -> Place:
    """Replace the file by one with a first body alone; FileProblem when it cannot be written."""
    data, seal = checked_bytes(body)
    save_bytes(path, data)
    return Place(seal, len(data))


def next_line(before: Place, body: object) -> tuple[Place, bytes]:
    """Return the end of the line with `body` that begins at `before`, and its bytes."""
    text = json.dumps(body, separators=(",", ":"), allow_nan=False)
    seal = _seal(before.seal, text)
    data = f"{seal} {text}\n".encode()
    return Place(seal, before.end + len(data)), data


def append(path: Path, before: Place, size: int, data: bytes) -> bool:
    """Put `data` at `before`, instead of what follows; False when the file has not `size` bytes: it is another by now.

    It is on the device when this returns: the file that it belongs to is saved next, and a power cut shall not leave
    that one without its line. FileProblem when it cannot be written.
    """
    try:
        handle = open_regular(path, os.O_RDWR)
        try:
            if os.fstat(handle).st_size != size:
                return False
            if size != before.end:
                os.ftruncate(handle, before.end)
            os.lseek(handle, before.end, os.SEEK_SET)
            if os.write(handle, data) != len(data):
                raise OSError(errno.ENOSPC, "not all was written")
            sync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise problem(error, path, len(data)) from error
    return True


def _seal(before: str, text: str) -> str:
    return hashlib.sha256(f"{before} {text}".encode("latin-1")).hexdigest()
