"""How the window was left, read in a plain and quick way for the first frame of the next start."""

import base64
import binascii
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked
from bones_desktop.storage.files.textfiles import FileProblem

LIMIT: Final = 1_000_000
"""Bytes that the settings or the layout may have."""
SMALLEST_TEXT: Final = 100
LARGEST_TEXT: Final = 200
"""What may be chosen as the text size, in per cent."""


@dataclass(frozen=True, slots=True)
class LastLook:
    """What can be seen of a window before anything is in it; `geometry` is what Qt made of it."""

    theme: str = "system"
    """The theme as chosen."""
    shown: str = ""
    """The theme that was in view; "" when nobody knows."""
    text_size: int = 100
    geometry: bytes = b""


def last_look(settings: Path, window: Path) -> LastLook:
    """Return how the window was left; whatever is missing, damaged or out of bounds is as in the first start of all.

    Nothing is put aside or told of here: `SettingsFiles` does that a moment later.
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
