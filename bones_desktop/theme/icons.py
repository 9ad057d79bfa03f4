"""Icons of actions: one drawing each, tinted for every state, at the sizes and pixel densities in use."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap

from bones_desktop.theme.drawings import Drawing, load_drawing

_SIZES: Final = (16, 20, 24, 32, 48, 64)
"""Pixels; other sizes are scaled down from the next. A custom QIconEngine would be exact, and crashes when cloned."""


def tinted_icon(path: Path, normal: QColor, disabled: QColor, checked: QColor) -> QIcon:
    """Return the icon drawn at `path`; an empty icon when there is no such drawing."""
    icon = QIcon()
    drawing = load_drawing(path)
    if drawing is None:
        return icon
    for pixels in _SIZES:
        shape = _shape(drawing, pixels)
        plain, chosen, grey = (_tinted(shape, colour) for colour in (normal, checked, disabled))
        for mode in (QIcon.Mode.Normal, QIcon.Mode.Active, QIcon.Mode.Selected):
            icon.addPixmap(plain, mode, QIcon.State.Off)
            icon.addPixmap(chosen, mode, QIcon.State.On)
        icon.addPixmap(grey, QIcon.Mode.Disabled, QIcon.State.Off)
        icon.addPixmap(grey, QIcon.Mode.Disabled, QIcon.State.On)
    return icon


def _shape(drawing: Drawing, pixels: int) -> QPixmap:
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    drawing.renderer(QColor(Qt.GlobalColor.black)).render(painter, QRectF(pixmap.rect()))
    painter.end()
    return pixmap


def _tinted(shape: QPixmap, colour: QColor) -> QPixmap:
    pixmap = QPixmap(shape)
    painter = QPainter(pixmap)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), colour)
    painter.end()
    return pixmap
