"""A widget that stands for the page: the focus is sent home to it."""

from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.focus import FOCUS_HOME


def make_home(widget: QWidget) -> None:
    """Make `widget` the page that takes the focus, away from which it goes first."""
    widget.setProperty(FOCUS_HOME, True)
    for child in widget.findChildren(QWidget):
        if child.isEnabled():
            child.setFocus()
            break
    assert not is_home(widget)


def is_home(widget: QWidget) -> bool:
    """Return whether the focus was sent to the page `widget` last, whether or not its window is active."""
    return widget.focusWidget() is widget
