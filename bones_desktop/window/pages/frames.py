"""Plain frames that the parts of a page stand in."""

from typing import Final

from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox

EDGE: Final = 8
"""Room above and below a widget, before the text size."""


def column(*widgets: QWidget, growing: QWidget) -> QWidget:
    """Return a frame with the widgets one below the other; `growing` takes the room that is left."""
    frame = QWidget()
    layout = vbox(frame, margins=0, spacing=0)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is growing else 0)
    return frame


class Padded(QWidget):
    """A frame with room around one widget, as wide as the text size asks for."""

    def __init__(self, widget: QWidget, theme: Theme, *, right: bool) -> None:
        super().__init__()
        self._theme = theme
        self._right = right
        self._layout = vbox(self, widget)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        gap, edge = self._theme.px(12), self._theme.px(EDGE)
        self._layout.setContentsMargins(gap, edge, gap if self._right else 0, edge)


def padded(widget: QWidget, theme: Theme, *, right: bool = True) -> QWidget:
    """Return a frame with room around `widget`; without `right` for one that keeps it there itself."""
    return Padded(widget, theme, right=right)
