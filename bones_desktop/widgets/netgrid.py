"""How nets of dice are set out: as many columns as make their faces largest."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QSize

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dienet import COLUMNS, ROWS, net_size

SMALLEST: Final = 44
LARGEST: Final = 150
CROWDED: Final = 38
"""Sides of a face in pixels, the last the least for more than MANY dice. Pictures need no more with larger text."""
MANY: Final = 6
_TIGHT_GAP: Final = 8
_MOST_SPREAD: Final = 96


@dataclass(frozen=True, slots=True)
class NetGrid:
    """Where each net stands, the side of a face, and the height all of it takes."""

    columns: int
    side: int
    height: int
    cards: tuple[QRect, ...]


def net_grid(count: int, room: QSize, bar: int, theme: Theme) -> NetGrid:
    """Return how `count` nets, at least one, stand in `room`; a scroll bar takes `bar` of the width where needed."""
    gap = _TIGHT_GAP if count > MANY else theme.px(12)
    columns, side, scrolls = _best(count, room, bar, gap, theme)
    wide_room = room.width() - (bar if scrolls else 0)
    rows = -(-count // columns)
    width, height = net_size(side, theme, tight=count > MANY)
    most = theme.px(_MOST_SPREAD)
    width += _share(wide_room, width, columns, gap, most)
    height += _share(room.height(), height, rows, gap, most)
    left = max(0, (wide_room - (columns * (width + gap) - gap)) // 2)
    cards = tuple(
        QRect(left + column * (width + gap), row * (height + gap), width, height)
        for row, column in (divmod(place, columns) for place in range(count))
    )
    return NetGrid(columns, side, max(room.height(), rows * (height + gap) - gap), cards)


def _best(count: int, room: QSize, bar: int, gap: int, theme: Theme) -> tuple[int, int, bool]:
    """Return the columns and the side that make faces largest without scrolling, else those that scroll least."""
    tight = count > MANY
    across, down = net_size(0, theme, tight=tight)
    least = CROWDED if tight else SMALLEST
    most = theme.px(LARGEST)
    best = (1, 0)
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        wide = ((room.width() + gap) // columns - gap - across) // COLUMNS
        high = ((room.height() + gap) // rows - gap - down) // ROWS
        if min(wide, high, most) >= max(least, best[1] + 1):
            best = (columns, min(wide, high, most))
    if best[1]:
        return (*best, False)
    width = room.width() - bar - theme.px(4) + gap
    columns = max(1, width // (net_size(least, theme, tight=tight)[0] + gap))
    wide = (width // columns - gap - across) // COLUMNS
    return columns, max(CROWDED, min(wide, theme.px(SMALLEST + 12))), True


def _share(room: int, size: int, count: int, gap: int, most: int) -> int:
    """Return how much each of `count` cards may grow to fill the room."""
    return min(max(0, (room + gap) // count - gap - size), most)
