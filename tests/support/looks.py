"""How widgets look, asked and changed by tests."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme


def theme_of(widget: QWidget) -> Theme:
    """Return the theme that a widget of the program paints itself in."""
    theme = widget._theme
    assert isinstance(theme, Theme)
    return theme


class Counted(QObject):
    """Counts how often the style of a widget changed."""

    def __init__(self) -> None:
        super().__init__()
        self.seen = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Count and let pass."""
        self.seen += event.type() == QEvent.Type.StyleChange
        return False
