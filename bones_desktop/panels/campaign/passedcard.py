"""What became of each while days passed or someone was treated, and the offer to take it back."""

from collections.abc import Iterable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.linemodel import Line
from bones_desktop.panels.campaign.linetable import LineTable
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.announce import announce
from bones_desktop.widgets.text.plainlabel import plain_label


class PassedCard(Card):
    """Hidden until there is something to tell."""

    take_back_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.words = plain_label(self, wrap=True)
        heads = (self.tr("Who"), self.tr("Healed"), self.tr("Whole"), self.tr("Hindered by"))
        self.table = LineTable(theme, heads, self.tr("What became of each"), self, wide=1)
        self.take_back = QPushButton(self.tr("Take back"), self)
        self.take_back.clicked.connect(self.take_back_requested)
        self.close_button = QToolButton(self)
        self.close_button.setToolTip(self.tr("Put this away"))
        self.close_button.setAccessibleName(self.tr("Put this away"))
        self.close_button.clicked.connect(self.hide)
        self._head = QHBoxLayout()
        self._head.addWidget(self.words, 1)
        self._head.addWidget(self.take_back, 0, Qt.AlignmentFlag.AlignTop)
        self._head.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignTop)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.table)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def show_lines(self, words: str, lines: Iterable[Line]) -> None:
        """Tell what was done in `words`, and a line for each whom it concerned."""
        self.words.setText(words)
        self.table.lines.set_lines(lines)
        self.table.setVisible(bool(self.table.lines.lines))
        self.table.updateGeometry()
        self.show()
        self._restyle()
        said = "; ".join(", ".join(cell.text for cell in line.cells) for line in self.table.lines.lines)
        announce(self, f"{words} {said}")

    def _restyle(self) -> None:
        theme = self._theme
        self.words.setFont(theme.font("serif", 20, bold=True))
        self.close_button.setIcon(theme.icon("close"))
        self.table.restyle()
        self._head.setSpacing(theme.px(8))
        self._column.setContentsMargins(theme.px(16), theme.px(12), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(8))
