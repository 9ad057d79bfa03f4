"""Where sessions that were played are awarded, with a few words on what happened."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSpinBox, QWidget

from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField

MOST: Final = 99


class AwardBox(QFrame):
    """A number and a note. Enter in the note awards; the fields stay until `clear`, so that a refusal loses nothing."""

    award_requested = Signal(int, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._heading = plain_label(self, self.tr("Sessions played"))
        self.number = QSpinBox(self)
        self.number.setRange(1, MOST)
        self.number.setAccessibleName(self.tr("Sessions to award"))
        self.note = LineField(self.tr("What was played"), self)
        self.note.setPlaceholderText(self.tr("What was played"))
        self.note.setMaxLength(LINE)
        self.award = QPushButton(self.tr("Award"), self)
        self.award.setToolTip(self.tr("Adds the sessions to those saved, and a line to the ledger."))
        self.award.clicked.connect(self._ask)
        self.note.returnPressed.connect(self._ask)
        self._grid = QGridLayout(self)
        self._grid.addWidget(self._heading, 0, 0, 1, 3)
        self._grid.addWidget(self.number, 1, 0)
        self._grid.addWidget(self.note, 1, 1)
        self._grid.addWidget(self.award, 1, 2)
        self._grid.setColumnStretch(1, 1)
        theme.changed.connect(self._restyle)
        self._restyle()

    def set_least(self, least: int) -> None:
        """Allow numbers from `least` on; below zero sessions are taken back."""
        self.number.setMinimum(max(least, -MOST))

    def clear(self) -> None:
        """Begin anew: one session, no note."""
        self.number.setValue(1)
        self.note.clear()

    def _ask(self) -> None:
        self.award_requested.emit(self.number.value(), self.note.text())

    def _restyle(self) -> None:
        theme = self._theme
        self._heading.setFont(theme.font("serif", 16, bold=True))
        self.number.setFixedWidth(theme.px(76))
        self._grid.setContentsMargins(theme.px(20), theme.px(12), theme.px(20), theme.px(16))
        self._grid.setSpacing(theme.px(8))
