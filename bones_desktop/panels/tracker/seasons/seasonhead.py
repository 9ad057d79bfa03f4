"""The season the character is in, how many actions it still has, and the way to the next one."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.widgets.text.plainlabel import plain_label


class SeasonHead(QWidget):
    """Words to be read from across the table."""

    next_requested = Signal()
    """The next season is to begin, or the calendar of the campaign to be shown, as the button says."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.season = plain_label(self)
        self.left = ElidedLabel(self)
        self.next = QPushButton(self)
        self.next.clicked.connect(self.next_requested)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.season)
        self._row.addWidget(self.left, 1)
        self._row.addWidget(self.next)

    def show_season(self, title: str, left: str, *, done: bool) -> None:
        """Show the season; when all is `done` the button is the next thing to press."""
        self.season.setText(title)
        self.left.set_full_text(left)
        self._set(self.left, "role", "muted" if done else "good")
        self._set(self.next, "kind", "primary" if done else "")

    def show_next(self, words: str, tip: str, *, enabled: bool) -> None:
        """Say where the button leads."""
        self.next.setText(words)
        self.next.setToolTip(tip)
        self.next.setEnabled(enabled)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        self.season.setFont(self._theme.font("serif", 40, bold=True))
        self.left.setFont(self._theme.font("serif", 28, bold=True))
        self._row.setSpacing(self._theme.px(20))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set the type anew: a style sheet takes it from labels when they are first shown."""
        super().showEvent(event)
        self.restyle()

    def _set(self, widget: QWidget, name: str, value: str) -> None:
        if set_sheet_property(widget, name, value):
            self.restyle()
