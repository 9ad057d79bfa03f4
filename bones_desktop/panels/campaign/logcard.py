"""The campaign log of one session: the text, how long it is, and whose player wrote it."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from bones_desktop.panels.campaign.cards import Card
from bones_desktop.panels.campaign.writing import WritingField
from bones_desktop.rules.bones.life.campaigns import GameSession
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choicebutton import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.days import counted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plainlabel import plain_label

NOBODY: Final = "-"
LARGE: Final = (640, 420)
"""From this size on, at 100 % text size, the log is written in larger letters."""


class LogCard(Card):
    """Keeps what is typed by itself; whose player wrote it is told."""

    writer_chosen = Signal(str)
    """A member's id, "" for nobody."""

    def __init__(self, theme: Theme, keep: Callable[[int, str], bool], parent: QWidget) -> None:
        """`keep` gets the session's number and the text, and returns whether it was kept."""
        super().__init__(parent)
        self._theme = theme
        self._keep = keep
        self._campaign = ""
        self._number = 0
        self._heading = plain_label(self, self.tr("Campaign log"))
        self.words = plain_label(self, role="muted")
        self.writer = ChoiceButton(theme, self.tr("Written by"), self.tr("Written by…"), self)
        self.writer.setToolTip(self.tr("Whose player wrote the log of a session earns a spiff for it."))
        self.field = WritingField(self.tr("Campaign log"), theme, 3, self._kept, self)
        self.field.set_hint(self.tr("What happened? The log is kept as you write and can be changed later."))
        self._head = QHBoxLayout()
        self._head.addWidget(self._heading)
        self._head.addWidget(self.words)
        self._head.addStretch(1)
        self._head.addWidget(self.writer)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._head)
        self._column.addWidget(self.field, 1)
        self.field.textChanged.connect(self._count)
        self.writer.chosen.connect(self._choose)
        self.restyle()
        self._count()

    @property
    def unkept(self) -> frozenset[str]:
        """The ids of the campaigns of whose logs something is not kept."""
        return frozenset(of.partition("/")[0] for of in self.field.unkept)

    def turn_to(self, campaign: str) -> None:
        """Show the sessions of this campaign from now on; what could not be kept of another's log waits for it."""
        if campaign != self._campaign:
            self._campaign, self._number = campaign, 0

    def show_session(self, session: GameSession, writers: Sequence[tuple[str, str]], *, editable: bool) -> None:
        """Show the log of a session; `writers` are the ids and names of those whose players may have written it."""
        if session.number != self._number:
            if self._number:
                self.field.flush()
            self._number = session.number
        self.field.show_kept(session.log, f"{self._campaign}/{session.number}")
        self.field.setReadOnly(not editable)
        nobody = Choice(NOBODY, self.tr("Nobody yet"))
        listed = [nobody, *(Choice(key, name) for key, name in writers)]
        if session.log_by and session.log_by not in dict(writers):
            listed.append(Choice(session.log_by, self.tr("Someone who left")))
        self.writer.set_choices(listed, session.log_by)
        self.writer.setEnabled(editable)

    def flush(self) -> None:
        """Keep what is still being typed."""
        self.field.flush()

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self._heading.setFont(theme.font("serif", 20, bold=True))
        self.words.setFont(theme.font("sans", 12))
        self.writer.setFixedWidth(theme.px(200))
        self._head.setSpacing(theme.px(12))
        self._column.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(6))

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write in larger letters where there is room for them."""
        super().resizeEvent(event)
        self.field.set_large(self.width() >= self._theme.px(LARGE[0]) and self.height() >= self._theme.px(LARGE[1]))

    def _kept(self, text: str) -> bool:
        return self._number > 0 and self._keep(self._number, text)

    def _choose(self, choice: object) -> None:
        if isinstance(choice, Choice):
            self.field.flush()
            self.writer_chosen.emit("" if choice.key == NOBODY else choice.key)

    def _count(self) -> None:
        words = len(self.field.value().split())
        self.words.setText(self.tr("1 word") if words == 1 else self.tr("{n} words").format(n=counted(words)))
