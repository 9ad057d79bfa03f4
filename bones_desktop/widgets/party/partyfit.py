"""How large the cards of a party are, so that all of them are seen at once where that is possible."""

from dataclasses import dataclass
from math import ceil
from typing import Final

CARD: Final = (300, 166)
"""Width and height of a card in pixels at scale 1, with the gap around it: what it needs to show everything."""
SMALLEST: Final = 0.92
"""Scale at 100 % text size below which cards scroll rather than shrink."""
LARGEST: Final = 3.2
"""Scale beyond which more size reads no better across a table."""
_ROOMIER: Final = 1.5
"""How much more room than it needs a card takes up at most."""


@dataclass(frozen=True, slots=True)
class PartyFit:
    """A grid of cards within a room."""

    columns: int
    rows: int
    width: int
    """Pixels of one cell of the grid."""
    height: int
    scale: float
    """How large type and dice are."""
    scrolls: bool = False
    """Whether the rows are higher than the room together."""


def fit_party(count: int, width: int, height: int, text: float = 1.0, bar: int = 0) -> PartyFit:
    """Return the grid that shows `count` cards the largest in a room of `width` by `height` pixels.

    `text` scales the smallest type allowed; where that is too large for all to be seen at once, they scroll beside a
    bar that is `bar` pixels wide.
    """
    count = max(1, count)
    least = SMALLEST * text
    columns = max(range(1, count + 1), key=lambda each: (_scale(count, each, width, height), -each))
    scale = _scale(count, columns, width, height)
    if scale < least:
        room = max(1, width - bar)
        columns = min(count, max(1, int(room / (CARD[0] * least))))
        rows = ceil(count / columns)
        cell = round(CARD[1] * least)
        return PartyFit(columns, rows, room // columns, cell, least, scrolls=rows * cell > height)
    rows = ceil(count / columns)
    scale = min(scale, LARGEST)
    most = (round(CARD[0] * scale * _ROOMIER), round(CARD[1] * scale * _ROOMIER))
    return PartyFit(columns, rows, min(width // columns, most[0]), min(height // rows, most[1]), scale)


def _scale(count: int, columns: int, width: int, height: int) -> float:
    return min(width / columns / CARD[0], height / ceil(count / columns) / CARD[1])
