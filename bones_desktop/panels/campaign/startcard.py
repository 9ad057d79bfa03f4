"""Beginning a session: what it is called, and who is there."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.linemodel import Cell, Line
from bones_desktop.panels.campaign.linetable import LineTable
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField


class StartCard(Card):
    """`asked` carries the title and the ids of those present."""

    asked = Signal(str, tuple)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._members: tuple[tuple[str, str], ...] = ()
        self._absent: set[str] = set()
        self.heading = plain_label(self)
        self.day = plain_label(self, role="muted")
        self.title = LineField(self.tr("What the session is called"), self)
        self.title.setPlaceholderText(self.tr("What it is called, if you like"))
        self.title.setMaxLength(LINE)
        self.start = QPushButton(self.tr("Start session"), self)
        self.start.setProperty("kind", "primary")
        self.table = LineTable(theme, (self.tr("Who is there"),), self.tr("Who is there"), self)
        self.nobody = plain_label(
            self, self.tr("No one is in the party yet; the Party tab adds members."), "muted", wrap=True
        )
        self._press = QHBoxLayout()
        self._press.addWidget(self.title, 1)
        self._press.addWidget(self.start)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.heading)
        self._column.addWidget(self.day)
        self._column.addLayout(self._press)
        self._column.addWidget(self.table)
        self._column.addWidget(self.nobody)
        self._column.addStretch(1)
        self.table.lines.ticked.connect(self._tick)
        self.start.clicked.connect(self._ask)
        self.title.returnPressed.connect(self._ask)
        self.restyle()

    def show_start(self, number: int, day: str, members: Sequence[tuple[str, str]]) -> None:
        """Offer to begin session `number` on `day`, both in words; `members` are ids and names."""
        self.heading.setText(self.tr("Session {n}").format(n=number))
        self.day.setText(day)
        self._members = tuple(members)
        self._fill()

    def clear(self) -> None:
        """Begin anew: no title, everyone there."""
        self.title.clear()
        self._absent.clear()
        self._fill()

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self.heading.setFont(theme.font("serif", 28, bold=True))
        self.day.setFont(theme.font("sans", 16))
        self.table.restyle()
        self._press.setSpacing(theme.px(8))
        self._column.setContentsMargins(theme.px(20), theme.px(16), theme.px(20), theme.px(16))
        self._column.setSpacing(theme.px(12))

    def _fill(self) -> None:
        self.table.lines.set_lines(
            Line(key, (Cell(name, bold=True),), key not in self._absent) for key, name in self._members
        )
        self.table.setVisible(bool(self._members))
        self.table.updateGeometry()
        self.nobody.setVisible(not self._members)

    def _tick(self, member: str, there: bool) -> None:
        if there:
            self._absent.discard(member)
        else:
            self._absent.add(member)
        self._fill()

    def _ask(self) -> None:
        there = tuple(key for key, _name in self._members if key not in self._absent)
        self.asked.emit(" ".join(self.title.text().split()), there)
