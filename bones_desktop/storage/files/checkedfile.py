"""Small JSON files with a checksum, so that damage is noticed; and traces of the last run.

The traces are the look of the window, the number of failed starts, and the trace of a crash. The module imports little,
because a start reads the files before its first frame. No function for the traces raises.
"""

import base64
import binascii
import contextlib
import hashlib
import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_file, move, open_regular, read_bytes, save_bytes


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


LIMIT: Final = 1_000_000
"""Maximum size of the settings file and of the layout file, in bytes."""
SMALLEST_TEXT: Final = 100
LARGEST_TEXT: Final = 200
"""Largest text size that can be chosen, in per cent."""
# Number of failed starts in a row that cause a safe start. A single failed start may be an accident, such as a power
# cut.
FAILED_STARTS: Final = 2
ALIVE_AFTER: Final = 10
"""Seconds after which a start counts as successful."""
_LONGEST: Final = 200_000


class LastLook(NamedTuple):
    """The last look of the window, used to draw it before its content is loaded. `geometry` is in Qt's format."""

    theme: str = "system"
    """The theme chosen in the settings."""
    shown: str = ""
    """The theme that was shown; "" if unknown."""
    text_size: int = 100
    geometry: bytes = b""
    language: str = ""
    """Code of the language chosen in the settings; "" for the system's."""


def last_look(settings: Path, window: Path) -> LastLook:
    """Return the last look of the window. Missing, damaged or out-of-range values get their defaults.

    Damage is not reported here, because `SettingsFiles` reports it a moment later.
    """
    usual = LastLook()
    chosen, left = _read(settings), _read(window)
    theme, text_size, language = chosen.get("theme"), chosen.get("text_size"), chosen.get("language")
    shown, geometry = left.get("theme"), left.get("geometry")
    return LastLook(
        theme if isinstance(theme, str) else usual.theme,
        shown if isinstance(shown, str) else usual.shown,
        # `isinstance` would also accept True, as 1 %.
        text_size if type(text_size) is int and SMALLEST_TEXT <= text_size <= LARGEST_TEXT else usual.text_size,
        unpacked(geometry) if isinstance(geometry, str) else usual.geometry,
        language if isinstance(language, str) else usual.language,
    )


def packed(data: bytes) -> str:
    """Return `data` as text that JSON can store."""
    return base64.b64encode(data).decode("ascii")


def unpacked(text: str) -> bytes:
    """Return the bytes stored in `text`; b"" if it is damaged."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return b""


def _read(path: Path) -> dict[str, Any]:
    try:
        stored = read_checked(path, LIMIT)
    except (DamagedFileError, FileProblem):
        return {}
    return stored if isinstance(stored, dict) else {}


class StartCounter:
    """Counts starts that ended too early, in a file that contains one number."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self) -> bool:
        """Count this start. Return whether it should be a safe start because the last two failed (A9)."""
        # Every start counts as failed until `succeeded` is called, because a program that crashes cannot count itself.
        failed = self._failed()
        self._write(failed + 1)
        return failed >= FAILED_STARTS

    def succeeded(self) -> None:
        """Reset the count. Called after ten seconds, or when the user closes the program."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _failed(self) -> int:
        try:
            return max(0, min(99, int(read_bytes(self._path, 80)[:8])))
        except (FileProblem, ValueError):
            return 0

    def _write(self, count: int) -> None:
        with contextlib.suppress(OSError):
            private_folder(self._path.parent)
            # The file is written in place and without a sync: the window is not yet shown, and losing the number does
            # no harm.
            with os.fdopen(open_regular(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
                file.write(b"%d" % count)


def take_last_crash(log: Path) -> str:
    """Return the trace of the last crash in `log` and rename the file to `.previous`; "" if there is none (A5).

    The folder is created, so that the caller can open `log` for the next trace.
    """
    with contextlib.suppress(OSError, FileProblem):
        private_folder(log.parent)
        if is_file(log) and log.stat().st_size:
            previous = log.with_name(f"{log.name}.previous")
            log.replace(previous)
            return read_bytes(previous, 20 * _LONGEST)[:_LONGEST].decode("utf-8", "replace").strip()
    return ""
