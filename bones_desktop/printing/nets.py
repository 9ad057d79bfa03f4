"""Paper dice: nets to cut out, fold and glue. Lengths are in millimetres."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from bones_desktop.printing.canvas import MUTED, Canvas, Measure, wrap
from bones_desktop.printing.form import FOOTER, finished
from bones_desktop.printing.items import FacePicture, Page, PageSize, Rect, Stroke, TextStyle
from bones_desktop.printing.stickers import INSET, DieFaces, owners_of

LEAST_SIZE: Final = 12.0
MOST_SIZE: Final = 60.0

_PLACES: Final = ((0, 1), (1, 0), (1, 1), (1, 2), (1, 3), (2, 1))
"""Column and row of each face: the window's net set upright, with 1 and 6, 2 and 4, 3 and 5 on opposite sides."""
_TABS: Final = frozenset({
    (1, "left"), (1, "right"), (1, "top"), (3, "left"), (3, "right"), (4, "left"), (4, "right")
})  # fmt: skip
"""Face (counted from 0) and edge of each tab. Of two edges that meet when the die is folded, one has a tab."""
_FOLDED: Final = frozenset({
    (0, "right"), (2, "left"), (2, "right"), (5, "left"), (1, "bottom"), (2, "top"), (2, "bottom"), (3, "top"),
    (3, "bottom"), (4, "top"),
})  # fmt: skip
"""Edges between two faces."""
_TAB: Final = 0.24
_TALLEST_TAB: Final = 6.0
_SLANT: Final = 0.6
"""How much narrower a tab gets at each end, as a share of its height."""
_BETWEEN: Final = 4.0
_CUT: Final = 0.2
_FOLD: Final = 0.12
_CAPTION: Final = TextStyle("sans", 6, tone=MUTED)


def lay_out_nets(
    dice: Sequence[DieFaces], side: float, size: PageSize, measure: Measure,
    offset: tuple[float, float] = (0.0, 0.0),
) -> tuple[Page, ...]:  # fmt: skip
    """Return pages of nets of dice with faces of `side`. Solid lines are cut, dashed ones folded."""
    # Glue needs only a few millimetres, however large the die is.
    tab = min(_TALLEST_TAB, side * _TAB)
    width, height = 3 * side, 4 * side + tab
    canvases: list[Canvas] = []
    probe = Canvas(size, measure, {})
    area = probe.area
    columns = max(1, int((area.width + _BETWEEN + 1e-6) / (width + _BETWEEN)))
    rows = max(1, int((area.height - FOOTER + _BETWEEN + 1e-6) / (height + _BETWEEN)))
    for number, die in enumerate(dice):
        place = number % (columns * rows)
        if place == 0:
            canvases.append(Canvas(size, measure, {}))
        row, column = divmod(place, columns)
        x, y = area.x + column * (width + _BETWEEN), area.y + row * (height + _BETWEEN)
        _draw_net(canvases[-1], die, Rect(x, y, width, height), side, tab)
    return finished(canvases, owners_of(dice), offset=offset)


def _draw_net(canvas: Canvas, die: DieFaces, rect: Rect, side: float, tab: float) -> None:
    inset = side * INSET
    for face, (column, row) in enumerate(_PLACES):
        square = Rect(rect.x + column * side, rect.y + tab + row * side, side, side)
        for edge in ("left", "right", "top", "bottom"):
            _draw_edge(canvas, square, face, edge, tab)
        if die.faces[face]:
            canvas.add(FacePicture(square.inset(inset, inset), die.faces[face]))
    # The corner below the right arm, next to the tab, is free.
    corner = Rect(rect.x + 2 * side + tab + 1, rect.y + tab + 3 * side + 1, side - tab - 1, side - 1)
    text = f"{die.owner}\n{die.name}" if die.owner else die.name
    most = int(corner.height / canvas.measure.leading(_CAPTION))
    lines = wrap(text, corner.width, _CAPTION, canvas.measure)
    canvas.lines(lines[:most], corner.x, corner.y, _CAPTION)


def _draw_edge(canvas: Canvas, square: Rect, face: int, edge: str, tab: float) -> None:
    x1, y1, x2, y2 = {
        "left": (square.x, square.bottom, square.x, square.y),
        "top": (square.x, square.y, square.right, square.y),
        "right": (square.right, square.y, square.right, square.bottom),
        "bottom": (square.right, square.bottom, square.x, square.bottom),
    }[edge]
    if (face, edge) in _TABS:
        # Outside is to the left on the way from the first corner to the second.
        side = square.width
        along = ((x2 - x1) / side, (y2 - y1) / side)
        out = (along[1], -along[0])
        slant = tab * _SLANT
        near = (x1 + along[0] * slant + out[0] * tab, y1 + along[1] * slant + out[1] * tab)
        far = (x2 - along[0] * slant + out[0] * tab, y2 - along[1] * slant + out[1] * tab)
        corners = ((x1, y1), near, far, (x2, y2))
        for (from_x, from_y), (to_x, to_y) in pairwise(corners):
            canvas.add(Stroke(from_x, from_y, to_x, to_y, _CUT))
        canvas.add(Stroke(x1, y1, x2, y2, _FOLD, 0.4, dashed=True))
    elif (face, edge) not in _FOLDED:
        canvas.add(Stroke(x1, y1, x2, y2, _CUT))
    # Each folded edge belongs to two faces and must be drawn only once.
    elif edge in {"right", "bottom"}:
        canvas.add(Stroke(x1, y1, x2, y2, _FOLD, 0.4, dashed=True))
