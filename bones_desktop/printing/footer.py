"""The foot of every printed page: whose it is, which page, and whose game."""

from typing import Final

from bones_desktop.printing.canvas import HAIR, MUTED, Canvas
from bones_desktop.printing.form import FOOTER
from bones_desktop.printing.items import Rect, Stroke, TextStyle
from bones_desktop.printing.text import elided

_CREDIT: Final = TextStyle("sans", 6, tone=MUTED)
_RUNNING: Final = TextStyle("sans", 7.5, tone=MUTED)


def draw_footer(canvas: Canvas, name: str, number: int, pages: int) -> None:
    """Draw the foot of page `number` of `pages`."""
    tr, area = canvas.tr, canvas.area
    top = area.bottom - FOOTER + 1.8
    canvas.add(Stroke(area.x, top, area.right, top, HAIR, MUTED))
    page = tr("page {number} of {pages}").format(number=number, pages=pages)
    running = Rect(area.x, top + 0.6, area.width, canvas.measure.leading(_RUNNING))
    room = area.width - canvas.measure.width(page, _RUNNING) - 6
    canvas.line(elided(name, room, _RUNNING, canvas.measure), running, _RUNNING)
    canvas.line(page, running, _RUNNING, "right")
    credit = tr(
        "BONES and Cold Iron were designed by Vincent K. Raven and published by Precis Intermedia. "
        "Unofficial companion for people who own the games."
    )
    below = Rect(area.x, running.bottom, area.width, canvas.measure.leading(_CREDIT))
    canvas.line(elided(credit, area.width, _CREDIT, canvas.measure), below, _CREDIT)
