"""File names made from the names of characters: fit for every system we run on."""

import re
import unicodedata
from collections.abc import Collection
from typing import Final

_LONGEST: Final = 100
"""In bytes; encrypted folders allow 143 for the whole name."""
_UNSAFE: Final = re.compile(r'[<>:"/\\|?*]')
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:\..*)?\Z", re.IGNORECASE)
UNNAMED: Final = "No name yet"


def safe_name(name: str) -> str:
    """Return `name` as a file name without ending: no sign or word a system reserves, short, never empty (B11)."""
    text = unicodedata.normalize("NFC", name)
    text = "".join(each if unicodedata.category(each) not in {"Cc", "Cf", "Cs"} else " " for each in text)
    text = " ".join(_UNSAFE.sub("-", text).split()).strip(". ")
    text = text.encode()[:_LONGEST].decode("utf-8", "ignore").rstrip(". ")
    if _RESERVED.match(text):
        text = f"{text.split('.')[0]}_"
    return text or UNNAMED


def free_name(name: str, suffix: str, taken: Collection[str]) -> str:
    """Return a safe file name that is none of `taken`, which some systems compare without regard to case."""
    stem = safe_name(name)
    folded = {_folded(each) for each in taken}
    number = 1
    while True:
        candidate = f"{stem}{suffix}" if number == 1 else f"{stem} ({number}){suffix}"
        if _folded(candidate) not in folded:
            return candidate
        number += 1


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
