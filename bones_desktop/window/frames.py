"""Plain frames that the parts of a page stand in."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.theme.theme import Theme


def column(*widgets: QWidget, growing: QWidget) -> QWidget:
    """Return a frame with the widgets one below the other; `growing` takes the room that is left."""
    frame = QWidget()
    layout = QVBoxLayout(frame)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    for widget in widgets:
        layout.addWidget(widget, 1 if widget is growing else 0)
    return frame


def padded(widget: QWidget, theme: Theme) -> QWidget:
    """Return a frame with room around `widget`."""
    frame = QWidget()
    layout = QVBoxLayout(frame)
    gap = theme.px(12)
    layout.setContentsMargins(gap, theme.px(8), gap, theme.px(8))
    layout.addWidget(widget)
    return frame
