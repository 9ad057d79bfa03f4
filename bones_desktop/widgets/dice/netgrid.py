"""How nets of dice are set out: as many columns as make their faces largest."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QSize

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import COLUMNS, ROWS, net_size

SMALLEST: Final = 44
LARGEST: Final = 150
CROWDED: Final = 38
"""Sides of a face in pixels, the last the least for more than MANY dice. Pictures need no more with larger text."""
MANY: Final = 6
_TIGHT_GAP: Final = 8
_MOST_SPREAD: Final = 96


@dataclass(frozen=True, slots=True)
class NetGrid:
    """Where each net stands, the side of a face, the height all of it takes, and whether gaps are small."""

    columns: int
    side: int
    height: int
    cards: tuple[QRect, ...]
    tight: bool


def net_grid(count: int, room: QSize, bar: int, theme: Theme) -> NetGrid:
    """Return how `count` nets, at least one, stand in `room`; a scroll bar takes `bar` of the width where needed.

    Faces are as large as they can be without scrolling. More than MANY dice do without most gaps, and have smaller
    faces, rather than to scroll.
    """
    found = _largest(count, room, theme, SMALLEST, tight=False)
    tight = found is None and count > MANY
    if tight:
        found = _largest(count, room, theme, CROWDED, tight=True)
    scrolls = found is None
    columns, side = found or _scrolling(count, room.width() - bar, theme, tight=tight)
    gap = _gap(theme, tight)
    wide_room = room.width() - (bar if scrolls else 0)
    rows = -(-count // columns)
    width, height = net_size(side, theme, tight=tight)
    most = theme.px(_MOST_SPREAD)
    width += _share(wide_room, width, columns, gap, most)
    height += _share(room.height(), height, rows, gap, most)
    left = max(0, (wide_room - (columns * (width + gap) - gap)) // 2)
    cards = tuple(
        QRect(left + column * (width + gap), row * (height + gap), width, height)
        for row, column in (divmod(place, columns) for place in range(count))
    )
    return NetGrid(columns, side, max(room.height(), rows * (height + gap) - gap), cards, tight)


def _largest(count: int, room: QSize, theme: Theme, least: int, *, tight: bool) -> tuple[int, int] | None:
    """Return the columns and the side that make faces largest without scrolling, None where `least` does not fit."""
    gap = _gap(theme, tight)
    across, down = net_size(0, theme, tight=tight)
    best: tuple[int, int] | None = None
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        wide = ((room.width() + gap) // columns - gap - across) // COLUMNS
        high = ((room.height() + gap) // rows - gap - down) // ROWS
        side = min(wide, high, theme.px(LARGEST))
        if side >= least and (best is None or side > best[1]):
            best = (columns, side)
    return best


def _scrolling(count: int, width: int, theme: Theme, *, tight: bool) -> tuple[int, int]:
    """Return the columns and the side where the room is too small to show all."""
    gap = _gap(theme, tight)
    across = net_size(0, theme, tight=tight)[0]
    least = net_size(CROWDED if tight else SMALLEST, theme, tight=tight)[0]
    columns = min(count, max(1, (width - theme.px(4) + gap) // (least + gap)))
    wide = ((width - theme.px(4) + gap) // columns - gap - across) // COLUMNS
    return columns, max(CROWDED, min(wide, theme.px(SMALLEST + 12)))


def _gap(theme: Theme, tight: bool) -> int:
    return _TIGHT_GAP if tight else theme.px(12)


def _share(room: int, size: int, count: int, gap: int, most: int) -> int:
    """Return how much each of `count` cards may grow to fill the room."""
    return min(max(0, (room + gap) // count - gap - size), most)
