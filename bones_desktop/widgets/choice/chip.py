"""A chip: a choice that is on or off, such as a die thrown along."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.wording.names import short_name


class Chip(QPushButton):
    """A choice that is on or off, told by a tick and its rim; a long text is shortened, but told to screen readers."""

    def __init__(self, theme: Theme, text: str, parent: QWidget) -> None:
        super().__init__(short_name(text).replace("&", "&&"), parent)
        self._theme = theme
        self.setCheckable(True)
        self.setAutoDefault(False)  # in a dialog, Enter elsewhere would toggle it
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(text)
        self.toggled.connect(self.restyle)
        self.restyle()

    def restyle(self) -> None:
        """Draw the tick or the plus in the colours of the theme."""
        self.setIcon(self._theme.icon("check" if self.isChecked() else "add"))
