"""What may stand in the texts a user types."""

import unicodedata
from typing import Final

_KEPT: Final = frozenset("\n\t\u200c\u200d")
"""Line end and tab, and the two joiners that emoji families and some scripts are spelled with."""
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs"})


def clean_text(text: str) -> str:
    """Return `text` without control and direction characters and halves of characters, and with plain line ends."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    if plain.isprintable():
        return plain
    return "".join(each for each in plain if each in _KEPT or unicodedata.category(each) not in _REFUSED)


def folded(text: str) -> str:
    """Return `text` as it is searched: without regard to case and accents, "Éowyn" as "eowyn"."""
    if text.isascii():
        return text.lower()
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(each for each in apart if not unicodedata.combining(each)).replace("ø", "o")
