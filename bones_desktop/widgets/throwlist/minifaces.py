"""Small faces drawn once and kept: a list of throws shows hundreds of them at a time."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPen, QPixmap

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini

MOST: Final = 2048
FADED: Final = 0.6


class MiniFaces:
    """Draws faces of thrown dice by code and kind; `clear` when the looks change."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[tuple[str, str, int, float, bool], QPixmap] = {}

    def clear(self) -> None:
        """Forget what is drawn."""
        self._kept.clear()

    def paint(self, painter: QPainter, at: QPointF, side: int, code: str, group: str, *, crossed: bool = False) -> None:
        """Draw a face of `side` pixels with its upper left corner at `at`; `crossed` when it does not stand."""
        ratio = painter.device().devicePixelRatioF()
        key = (code, group, side, ratio, crossed)
        pixmap = self._kept.get(key)
        if pixmap is None:
            if len(self._kept) >= MOST:
                self._kept.clear()
            pixmap = self._kept[key] = self._draw(code, group, side, ratio, crossed=crossed)
        painter.drawPixmap(at, pixmap)

    def _draw(self, code: str, group: str, side: int, ratio: float, *, crossed: bool) -> QPixmap:
        pixmap = QPixmap(QSize(side, side) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if crossed:
            painter.setOpacity(FADED)
        paint_mini(painter, QRectF(0, 0, side, side), self._theme, code, group)
        if crossed:
            painter.setOpacity(1)
            painter.setPen(QPen(self._theme.color("bad"), max(1.5, side * 0.075), c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(side * 0.12, side * 0.88), QPointF(side * 0.88, side * 0.12))
        painter.end()
        return pixmap
