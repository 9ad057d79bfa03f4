"""Limits that several parts share: faces of a die, dice we follow, spiffs of an award."""

from typing import Final

FACES: Final = 6
MOST_DICE: Final = 40
"""More than any printed creature has (Fire Drake: 15); keeps a hostile file small."""
MOST_GIFT: Final = 100
"""Spiffs that one award may give."""
