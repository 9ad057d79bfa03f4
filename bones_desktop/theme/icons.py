"""Icons of actions: one drawing each, tinted for every state, at the sizes and pixel densities in use."""

from itertools import accumulate
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from bones_desktop.theme.drawings import Drawing, load_drawing

_SIZES: Final = (16, 20, 24, 32, 48, 64)
"""Pixels; other sizes are scaled down from the next. A custom QIconEngine would be exact, and crashes when cloned."""

_PLACES: Final = tuple(accumulate(_SIZES[:-1], initial=0))


def tinted_icon(path: Path, normal: QColor, disabled: QColor, checked: QColor) -> QIcon:
    """Return the icon drawn at `path`; an empty icon when there is no such drawing."""
    icon = QIcon()
    drawing = load_drawing(path)
    if drawing is None:
        return icon
    shapes = _shapes(drawing)
    plain, chosen, grey = (_tinted(shapes, colour) for colour in (normal, checked, disabled))
    for left, pixels in zip(_PLACES, _SIZES, strict=True):
        square = QRect(left, 0, pixels, pixels)
        off, on, out = plain.copy(square), chosen.copy(square), grey.copy(square)
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Active, QIcon.Mode.Selected):
            icon.addPixmap(off, mode, QIcon.State.Off)
            icon.addPixmap(on, mode, QIcon.State.On)
        icon.addPixmap(out, QIcon.Mode.Disabled, QIcon.State.Off)
        icon.addPixmap(out, QIcon.Mode.Disabled, QIcon.State.On)
    return icon


def _shapes(drawing: Drawing) -> QPixmap:
    """Return the drawing at every size in a row: one pixmap to tint instead of many."""
    pixmap = QPixmap(sum(_SIZES), max(_SIZES))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer = drawing.renderer(QColor(Qt.GlobalColor.black))
    for left, pixels in zip(_PLACES, _SIZES, strict=True):
        renderer.render(painter, QRectF(left, 0, pixels, pixels))
    painter.end()
    return pixmap


def _tinted(shape: QPixmap, colour: QColor) -> QPixmap:
    pixmap = QPixmap(shape)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), colour)
    painter.end()
    return pixmap
