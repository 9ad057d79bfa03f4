"""How many faces a die has, and how many dice we follow."""

from typing import Final

FACES: Final = 6
MOST_DICE: Final = 40
"""More than any printed creature has (Fire Drake: 15); keeps a hostile file small."""
