"""The page that tells how exact a printer is: rulers, crosses at known places, and outlines of labels."""

from typing import Final

from bones_desktop.printing.canvas import HAIR, MUTED, THIN, Canvas
from bones_desktop.printing.items import Box, Page, PageSize, Rect, Stroke, TextStyle
from bones_desktop.printing.text import Measure
from bones_desktop.storage.files.labelsheets import LabelSheet
from bones_desktop.wording.language import _

CROSS: Final = 20.0
"""How far, in millimetres, each cross lies from the two edges of the paper next to it."""
ACROSS: Final = 150
DOWN: Final = 200
"""Millimetres of each ruler."""

_ARM: Final = 5.0
_RULERS_AT: Final = (30.0, 40.0)
_TITLE: Final = TextStyle("serif", 15, bold=True)
_TEXT: Final = (TextStyle("serif", 11),)
_CLEAR: Final = 0.999
"""As good as white: outlines of labels do not run through the words."""
_FIGURE: Final = TextStyle("sans", 7, tone=MUTED)


def lay_out_calibration(
    size: PageSize, measure: Measure,
    labels: LabelSheet | None = None, offset: tuple[float, float] = (0.0, 0.0),
) -> tuple[Page, ...]:  # fmt: skip
    """Return one page; with `labels` their outlines lie below the rulers, to be held against a sheet of them."""
    canvas = Canvas(size, measure, {})
    if labels is not None:
        for number in range(labels.count):
            row, column = divmod(number, labels.columns)
            left, top = labels.left + column * labels.across, labels.top + row * labels.down
            canvas.add(Box(Rect(left, top, labels.width, labels.height), HAIR, tone=0.6))
    for x in (CROSS, size.width - CROSS):
        for y in (CROSS, size.height - CROSS):
            canvas.add(Stroke(x - _ARM, y, x + _ARM, y, THIN), Stroke(x, y - _ARM, x, y + _ARM, THIN))
    x, y = _RULERS_AT
    _draw_ruler(canvas, x, y)
    text = Rect(x + 20, y + 20, size.width - x - 20 - CROSS - 8, 70)
    canvas.add(Box(text, fill=_CLEAR))
    canvas.line(_("Is the printer exact?"), Rect(text.x, text.y, text.width, 8), _TITLE)
    words = _(
        "Print this page at 100 %, without “fit to page”.\n\n"
        "Both rulers must be as long as a real one: {across} mm across and {down} mm down. If they are not, the page "
        "was made smaller or larger.\n\n"
        "The middle of each cross must lie {cross} mm from the two edges next to it. If all of them lie too far to "
        "the right, write that distance with a minus before it as the offset to the right; too far down likewise. "
        "Everything that is made to measure is then moved by it."
    ).format(across=ACROSS, down=DOWN, cross=f"{CROSS:g}")
    canvas.paragraph(words, Rect(text.x, text.y + 10, text.width, text.height), _TEXT, _("Is the printer exact?"))
    if offset != (0.0, 0.0):
        told = _("Moved by {right} mm to the right and {below} mm down.")
        told = told.format(right=f"{offset[0]:g}", below=f"{offset[1]:g}")
        canvas.line(told, Rect(text.x, text.y + 84, text.width, 6), _FIGURE)
    return (canvas.page(offset),)


def _draw_ruler(canvas: Canvas, x: float, y: float) -> None:
    """Draw a ruler to the right and one downwards from a corner, a figure at each centimetre."""
    canvas.add(Stroke(x, y, x + ACROSS, y, THIN), Stroke(x, y, x, y + DOWN, THIN))
    for place in range(max(ACROSS, DOWN) + 1):
        length = 6.0 if place % 10 == 0 else 4.0 if place % 5 == 0 else 2.5
        if place <= ACROSS:
            canvas.add(Stroke(x + place, y, x + place, y - length, HAIR))
        if place <= DOWN:
            canvas.add(Stroke(x, y + place, x - length, y + place, HAIR))
        if place % 10 == 0 and place:
            if place <= ACROSS:
                canvas.line(str(place), Rect(x + place - 5, y - 10, 10, 4), _FIGURE, "middle")
            if place <= DOWN:
                canvas.line(str(place), Rect(x - 14, y + place - 2, 7, 4), _FIGURE, "right")
