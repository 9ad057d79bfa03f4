"""A face not yet made: what may stand on it, small. One option is sure, a few are shown faintly, any skill is a dot."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face


@dataclass(frozen=True, slots=True)
class SlotLook:
    """What may stand on a face. Texts are finished."""

    options: tuple[str, ...] = ()
    """Codes: one when it is sure, several for a choice, none when `free`."""
    free: bool = False
    """Whether any skill may stand here."""
    tip: str = ""


_RADIUS: Final = 0.16
_GAP: Final = 0.05


def paint_slot(painter: QPainter, rect: QRectF, look: SlotLook, theme: Theme) -> None:
    """Paint a face as it will be: its picture, the options in a dashed rim, or a dot in a solid one."""
    if len(look.options) == 1 and not look.free:
        paint_face(painter, rect, FaceLook(code=look.options[0]), theme)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.color("muted"), max(1.2, rect.width() * 0.035))
    if not look.free:
        pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.setBrush(theme.color("ground"))
    radius = rect.width() * _RADIUS
    half = pen.widthF() / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)
    if look.free:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("muted"))
        painter.drawEllipse(rect.center(), rect.width() * 0.06, rect.width() * 0.06)
    else:
        _options(painter, rect, look.options, theme)
    painter.restore()


def _options(painter: QPainter, rect: QRectF, codes: tuple[str, ...], theme: Theme) -> None:
    """Paint two side by side, up to four in two rows of two, more in two rows of three."""
    columns = 2 if len(codes) <= 4 else 3
    rows = [codes[start : start + columns] for start in range(0, len(codes), columns)]
    side, gap = rect.width() * (0.40 if columns == 2 else 0.28), rect.width() * _GAP
    y = rect.center().y() - (len(rows) * side + (len(rows) - 1) * gap) / 2
    for row in rows:
        x = rect.center().x() - (len(row) * side + (len(row) - 1) * gap) / 2
        for code in row:
            theme.faces.paint(painter, QRectF(QPointF(x, y), QPointF(x + side, y + side)), code, theme.color("text"))
            x += side + gap
        y += side + gap
