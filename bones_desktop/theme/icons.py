"""SVG drawings in one colour, and icons of actions that are drawn when and as they are painted."""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from shiboken6 import isValid

from bones_desktop.theme.keeping import to_keep

_DRAWN_IN: Final = "#000"
_INK: Final = re.compile(r'data-ink="([a-z0-9-]+)"')


class Drawing:
    """One drawing: `role` is the colour it is printed in, "ink" when its file names none."""

    def __init__(self, path: Path) -> None:
        self._text = path.read_text(encoding="utf-8")
        match = _INK.search(self._text)
        self.role = match[1] if match else "ink"
        self._renderers: dict[str, QSvgRenderer] = {}

    def renderer(self, colour: QColor) -> QSvgRenderer:
        """Return a renderer that draws in `colour`; kept for the next time."""
        name = colour.name()
        renderer = self._renderers.get(name)
        if renderer is None:
            renderer = QSvgRenderer(QByteArray(self._text.replace(_DRAWN_IN, name).encode()))
            self._renderers[name] = renderer
        return renderer


def read_drawing(path: Path) -> Drawing | None:
    """Return the drawing at `path`, or None when there is no such file. One drawing is for one thread."""
    return Drawing(path) if path.is_file() else None


load_drawing = cache(read_drawing)
"""Returns the window's drawing at a path; read once."""


class StateColours(NamedTuple):
    """The colours of an icon's drawing."""

    normal: QColor
    disabled: QColor
    checked: QColor

    def of(self, mode: QIcon.Mode, state: QIcon.State) -> QColor:
        """Return the colour for a button in `mode` and `state`."""
        if mode == QIcon.Mode.Disabled:
            return self.disabled
        return self.checked if state == QIcon.State.On else self.normal


def tinted_icon(path: Path, colours: StateColours) -> QIcon:
    """Return the icon drawn at `path`; an empty icon when there is no such drawing."""
    drawing = load_drawing(path)
    return QIcon() if drawing is None else QIcon(_DrawnWhenPainted(drawing, colours))


class _DrawnWhenPainted(QIconEngine):
    """A square drawing for QIcon, kept in every size, density and colour that was asked for.

    Most icons of a window are hidden or painted in one size and state only, so none is drawn ahead.
    """

    _alive: Final[list[QIconEngine]] = []
    """Kept from Python, which would delete a clone, or one in garbage, although an icon owns it."""

    def __init__(self, drawing: Drawing, colours: StateColours) -> None:
        super().__init__()
        self._drawing = drawing
        self._colours = colours
        self._drawn: dict[tuple[int, float, int], QPixmap] = {}
        self._alive[:] = [*(each for each in self._alive if isValid(each)), self]

    def actualSize(self, size: QSize, _mode: QIcon.Mode, _state: QIcon.State) -> QSize:
        """Return the largest square within `size`: there is no size it cannot be drawn in."""
        side = min(size.width(), size.height())
        return QSize(side, side)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        """Return the drawing for a screen of usual density."""
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State, scale: float) -> QPixmap:
        """Return the drawing in `size`, for a screen with `scale` pixels each way for one of these."""
        side = min(size.width(), size.height())
        colour = self._colours.of(mode, state)
        key = (side, scale, colour.rgba())
        if key not in self._drawn:
            self._drawn[key] = self._draw(QSize(side, side) * scale, colour)
            self._drawn[key].setDevicePixelRatio(scale)  # else every painting copies it to do so
        return self._drawn[key]

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, state: QIcon.State) -> None:
        """Paint the drawing in the middle of `rect`."""
        pixmap = self.scaledPixmap(rect.size(), mode, state, painter.device().devicePixelRatio())
        side = min(rect.width(), rect.height())
        free = QPoint((rect.width() - side) // 2, (rect.height() - side) // 2)
        painter.drawPixmap(rect.topLeft() + free, pixmap)

    def clone(self) -> QIconEngine:
        """Return a copy for an icon that is changed."""
        return _DrawnWhenPainted(self._drawing, self._colours)

    def _draw(self, pixels: QSize, colour: QColor) -> QPixmap:
        pixmap = QPixmap(pixels)
        pixmap.fill(Qt.GlobalColor.transparent)
        if not pixmap.isNull():
            painter = QPainter(pixmap)
            self._drawing.renderer(colour).render(painter, QRectF(pixmap.rect()))
            painter.end()
        return to_keep(pixmap)
