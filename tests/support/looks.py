"""How widgets look, asked and changed by tests."""

from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme


def theme_of(widget: QWidget) -> Theme:
    """Return the theme that a widget of the program paints itself in."""
    theme = widget._theme
    assert isinstance(theme, Theme)
    return theme
