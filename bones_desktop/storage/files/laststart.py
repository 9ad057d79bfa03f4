"""What the program left behind when it last ran: the look of its window, starts that failed, the trace of a crash.

It is read in a plain and quick way, for the first frame of a start waits for it. Nothing here raises.
"""

import base64
import binascii
import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem, is_file, open_regular, read_bytes

LIMIT: Final = 1_000_000
"""Bytes that the settings or the layout may have."""
SMALLEST_TEXT: Final = 100
LARGEST_TEXT: Final = 200
"""What may be chosen as the text size, in per cent."""
FAILED_STARTS: Final = 2
ALIVE_AFTER: Final = 10
"""Seconds after which a start has succeeded."""
_LONGEST: Final = 200_000


@dataclass(frozen=True, slots=True)
class LastLook:
    """What can be seen of a window before anything is in it; `geometry` is what Qt made of it."""

    theme: str = "system"
    """The theme as chosen."""
    shown: str = ""
    """The theme that was in view; "" when it is not known."""
    text_size: int = 100
    geometry: bytes = b""


def last_look(settings: Path, window: Path) -> LastLook:
    """Return how the window was left; whatever is missing, damaged or out of bounds is as in the first start of all.

    Damage is not reported here: `SettingsFiles` does that a moment later.
    """
    usual = LastLook()
    chosen, left = _read(settings), _read(window)
    theme, text_size = chosen.get("theme"), chosen.get("text_size")
    shown, geometry = left.get("theme"), left.get("geometry")
    return LastLook(
        theme if isinstance(theme, str) else usual.theme,
        shown if isinstance(shown, str) else usual.shown,
        text_size if type(text_size) is int and SMALLEST_TEXT <= text_size <= LARGEST_TEXT else usual.text_size,
        unpacked(geometry) if isinstance(geometry, str) else usual.geometry,
    )


def packed(data: bytes) -> str:
    """Return `data` as text for JSON."""
    return base64.b64encode(data).decode("ascii")


def unpacked(text: str) -> bytes:
    """Return the bytes in `text`; none when it is damaged."""
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
    """Counts starts that did not live long enough, in a file of one number."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self) -> bool:
        """Count this start; return whether it should be a safe one, since the last two failed (A9)."""
        failed = self._failed()
        self._write(failed + 1)
        return failed >= FAILED_STARTS

    def succeeded(self) -> None:
        """Forget the failures: the program has been alive for ten seconds, or ended as the user asked."""
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
            handle = open_regular(self._path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            try:
                os.write(handle, b"%d" % count)
            finally:
                os.close(handle)


def take_last_crash(log: Path) -> str:
    """Return what the last crash left in `log`, "" if it did not crash, and put it aside as `.previous` (A5).

    Its folder is made, so that the caller can open `log` for the next trace.
    """
    with contextlib.suppress(OSError, FileProblem):
        private_folder(log.parent)
        if is_file(log) and log.stat().st_size:
            previous = log.with_name(f"{log.name}.previous")
            log.replace(previous)
            return read_bytes(previous, 20 * _LONGEST)[:_LONGEST].decode("utf-8", "replace").strip()
    return ""
