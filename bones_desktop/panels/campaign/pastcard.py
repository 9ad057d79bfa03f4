"""A session that has ended: who was there, what each got, and its log, which may still be written."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.linemodel import Line
from bones_desktop.panels.campaign.linetable import LineTable
from bones_desktop.panels.campaign.logcard import LogCard
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.life.campaigns import GameSession
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField


class PastCard(QWidget):
    """Shows one session. A title typed is told when it is finished."""

    writer_chosen = Signal(str)
    """The id of the member whose player wrote the log, "" for nobody."""
    titled = Signal(int, str)
    """The session's number, and what it is called."""
    reopen_asked = Signal()

    def __init__(self, theme: Theme, keep: Callable[[int, str], bool], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = 0
        self._title = ""
        self._card = Card(self)
        self.heading = plain_label(self._card)
        self.when = plain_label(self._card, role="muted")
        self.title = LineField(self.tr("What the session is called"), self._card)
        self.title.setPlaceholderText(self.tr("What it is called"))
        self.title.setMaxLength(LINE)
        self.reopen = QPushButton(self.tr("Reopen"), self._card)
        self.reopen.setToolTip(self.tr("The session goes on; what it gave stays noted until it ends anew."))
        heads = (self.tr("Who"), self.tr("Session"), self.tr("Spiffs"), self.tr("For"))
        self.table = LineTable(theme, heads, self.tr("Who was there, and who got what"), self._card, wide=3)
        self.nobody = plain_label(self._card, self.tr("Nobody was there, and nobody got anything."), "muted")
        self.log = LogCard(theme, keep, self)
        self._head = QHBoxLayout()
        self._head.addWidget(self.heading)
        self._head.addWidget(self.title, 1)
        self._head.addWidget(self.reopen)
        self._card_column = QVBoxLayout(self._card)
        self._card_column.addLayout(self._head)
        self._card_column.addWidget(self.when)
        self._card_column.addWidget(self.table)
        self._card_column.addWidget(self.nobody)
        self._parts = QVBoxLayout(self)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.addWidget(self._card)
        self._parts.addWidget(self.log, 1)
        self.title.editingFinished.connect(self.finish)
        self.reopen.clicked.connect(self.reopen_asked)
        self.log.writer_chosen.connect(self.writer_chosen)
        self.restyle()

    def show_session(
        self,
        session: GameSession,
        when: str,
        lines: Sequence[Line],
        writers: Sequence[tuple[str, str]],
        *,
        reopens: bool,
        editable: bool,
    ) -> None:
        """Show a session; `lines` say who got what, `reopens` whether it is the last and may go on."""
        self._number, self._title = session.number, session.title
        self.heading.setText(self.tr("Session {n}").format(n=session.number))
        self.title.set_value(session.title)
        self.title.setReadOnly(not editable)
        self.when.setText(when)
        self.table.lines.set_lines(lines)
        self.table.setVisible(bool(lines))
        self.table.updateGeometry()
        self.nobody.setVisible(not lines)
        self.reopen.setVisible(reopens)
        self.reopen.setEnabled(editable)
        self.log.show_session(session, writers, editable=editable)

    def finish(self) -> None:
        """Tell of a title that was typed and not told yet."""
        title = " ".join(self.title.text().split())
        if self._number and title != self._title:
            self._title = title
            self.titled.emit(self._number, title)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self.heading.setFont(theme.font("serif", 28, bold=True))
        self.when.setFont(theme.font("sans", 14))
        self.table.restyle()
        self.log.restyle()
        self._head.setSpacing(theme.px(16))
        self._card_column.setContentsMargins(theme.px(20), theme.px(8), theme.px(20), theme.px(12))
        self._card_column.setSpacing(theme.px(6))
        self._parts.setSpacing(theme.px(12))
