"""Limits that several parts share: faces, dice, lengths of texts, counts, metres of movement."""

from typing import Final

FACES: Final = 6
MOST_DICE: Final = 40
"""More than any printed creature has (Fire Drake: 15); keeps a hostile file small."""
MOST_GIFT: Final = 100
"""Spiffs that one award may give."""
LINE: Final = 200
"""Characters of a text in one line."""
NOTE: Final = 2_000
"""Characters of a note."""
TEXT: Final = 200_000
"""Characters of a long text."""
MOST_COUNTED: Final = 10_000
"""Spiffs or sessions a character may hold."""
FASTEST: Final = 1_000
"""Metres of movement."""
