"""Brass plates on the rim: which throw it is, and whose dice lie on which side."""

from collections.abc import Sequence
from math import ceil, floor
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from bones_desktop.panels.tray.art import mixed
from bones_desktop.panels.tray.camera import Camera
from bones_desktop.theme.theme import Theme

_BRASS: Final = QColor("#c9a45c")
_SHINE: Final = QColor("#fff3cf")
_EDGE: Final = QColor(60, 36, 8)
_WORDS: Final = QColor("#2c1a06")

_SMALLEST: Final = 11
"""Least height of letters in pixels, before words are shortened."""
_LEAST: Final = 7
"""Least height of letters in pixels on a low rim: higher ones would stand on the dice."""
_LINES: Final = 1
"""Pixels of its edge above words and below them."""
_MARK: Final = 3
"""Pixels of the mark around a die."""
_APART: Final = 10
"""Pixels between two plates, with their edges and the glow around them."""


class Plates:
    """Paints plates on the rim of a tray of `tray` die edges, as `camera` sees it at `size`."""

    def __init__(self, theme: Theme, camera: Camera, size: QSize, tray: tuple[float, float]) -> None:
        self._theme, self._camera, self._size, self._tray = theme, camera, size, tray

    def throw(self, painter: QPainter, text: str, glow: float) -> None:
        """Paint the plate in the middle of the near rim; `glow` from 0 to 1 lights it up."""
        self._plate(painter, text, 0.0, near=True, share=0.26, glow=glow)

    def own_side(self, painter: QPainter, text: str) -> None:
        """Paint whose dice lie near."""
        self._plate(painter, text, -self._tray[0] * 0.31, near=True, share=0.36)

    def far_side(self, painter: QPainter, text: str, lying: Sequence[QRect] = ()) -> None:
        """Paint whose dice lie far, beside any of those `lying` that lean over the rim there."""
        self._plate(painter, text, 0.0, near=False, share=0.6, lying=lying)

    def _plate(
        self,
        painter: QPainter,
        text: str,
        x: float,
        *,
        near: bool,
        share: float,
        glow: float = 0.0,
        lying: Sequence[QRect] = (),
    ) -> None:
        if not text:
            return
        side = -1 if near else 1
        inner, high = self._tray[1] / 2 * side, self._camera.rim
        zoom = self._camera.zoom((x, inner, high))
        edge = self._camera.point(x, inner, high)[1]
        # Outside the rim nothing lies: a low rim lends the plate what is left there.
        low, top = (self._size.height() - 2, ceil(edge)) if near else (floor(edge), 1)
        theme = self._theme
        font = theme.font("serif", 12, bold=True)
        pixels = round(max(theme.px(11), min(zoom * high * 0.52, theme.px(20))))
        font.setPixelSize(pixels)
        room = zoom * self._tray[0] * share - _APART
        while pixels > _LEAST and QFontMetrics(font).height() + 2 * _LINES > low - top:
            pixels -= 1
            font.setPixelSize(pixels)
        while pixels > _SMALLEST and _wide(QFontMetrics(font), text) > room:
            pixels -= 1
            font.setPixelSize(pixels)
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(1, round(room) - _wide(metrics, "")))
        plate = QRect(0, 0, _wide(metrics, shown), min(metrics.height() + 4, max(1, low - top)))
        middle = self._camera.point(x, inner + high / 2 * side, high)
        plate.moveCenter(QPointF(*middle).toPoint())
        plate.moveTop(max(top, min(plate.top(), low - plate.height())))
        ends = (self._camera.point(self._tray[0] / 2 * end, inner, high)[0] for end in (-1, 1))
        plate.moveLeft(_free_place(plate, lying, *map(round, ends)))
        painter.setFont(font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if glow > 0:
            painter.setPen(QPen(QColor(255, 226, 150, round(170 * glow)), 2 + 6 * glow))
            painter.drawRoundedRect(plate, 5, 5)
        painter.setPen(_EDGE)
        painter.setBrush(mixed(_BRASS, _SHINE, glow))
        painter.drawRoundedRect(plate, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(255, 240, 200, 120))
        painter.drawRoundedRect(plate.adjusted(2, 2, -2, -2), 3, 3)
        painter.setPen(_WORDS)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)


def _free_place(plate: QRect, lying: Sequence[QRect], first: int, last: int) -> int:
    """Return where between two ends a plate begins, as near as may be, to cover nothing; where it is for no room."""
    marked = (each.adjusted(-_MARK, -_MARK, _MARK, _MARK) for each in lying)
    high = [each for each in marked if each.top() <= plate.bottom()]
    wide = plate.width()
    places = [plate.left(), *(each.left() - wide for each in high), *(each.right() + 1 for each in high)]
    free = [
        left
        for left in places
        if first <= left <= last - wide and not any(left <= each.right() and each.left() < left + wide for each in high)
    ]
    return min(free, key=lambda left: abs(left - plate.left()), default=plate.left())


def _wide(metrics: QFontMetrics, text: str) -> int:
    """Return how wide a plate with these words is."""
    return metrics.horizontalAdvance(text) + round(1.5 * metrics.height())
