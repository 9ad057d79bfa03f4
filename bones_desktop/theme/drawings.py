"""SVG drawings in one colour, recoloured when they are rendered."""

import re
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray
from PySide6.QtGui import QColor
from PySide6.QtSvg import QSvgRenderer

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


@cache
def load_drawing(path: Path) -> Drawing | None:
    """Return the drawing at `path`, or None when there is no such file; read once."""
    return Drawing(path) if path.is_file() else None
