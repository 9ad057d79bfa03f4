"""The session that goes on: its log, and the board of who gets what at its end."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QPushButton, QWidget

from bones_desktop.panels.campaign.awardboard import AwardBoard
from bones_desktop.panels.campaign.awardmodel import Player
from bones_desktop.panels.campaign.awards import AwardDraft, AwardKeeper, KeepAwards, Reward
from bones_desktop.panels.campaign.campaignpanel import Card
from bones_desktop.panels.campaign.sessioncards import LogCard
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import GameSession
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label

WIDE: Final = 1_400
"""From this width on, at 100 % text size, the log stands beside the board."""


class NowCard(QWidget):
    """What is decided here is kept in the campaign at once; nobody gets anything before the session ends."""

    present_requested = Signal(tuple)
    """The ids of those who are there now."""
    writer_changed = Signal(str)
    """The id of the member whose player wrote the log, "" for nobody."""
    end_requested = Signal(object)
    """The AwardDraft."""

    def __init__(
        self, theme: Theme, keep_log: Callable[[int, str], bool], keep_awards: KeepAwards, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._session: GameSession | None = None
        self._players: tuple[Player, ...] = ()
        self._rewards: tuple[Reward, ...] = ()
        self._awards = AwardKeeper(keep_awards, self)
        self.title = ElidedLabel(self, theme=theme, size=28, serif=True, bold=True)
        self.when = plain_label(self, role="muted", theme=theme, size=14)
        self._card = Card(self)
        self.board = AwardBoard(theme, self._card)
        self.says = plain_label(self._card, role="muted", wrap=True)
        self.end = QPushButton(self.tr("End session and give"), self._card)
        self.end.setProperty("kind", "primary")
        self.log = LogCard(theme, keep_log, self)
        self._press = hbox(None, (self.says, 1), self.end, theme=theme, gap=12)
        self._card_column = vbox(self._card, self.title, self.when, self.board, self._press, STRETCH)
        set_gaps(theme, self._card_column, gap=4, edges=(20, 8, 20, 12))
        self._parts = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        set_gaps(theme, self._parts, gap=12)
        self._parts.setContentsMargins(0, 0, 0, 0)
        self._parts.addWidget(self._card)
        self._parts.addWidget(self.log, 1)
        awards = self.board.table.awards
        awards.awarded.connect(self._give)
        awards.present_requested.connect(self._present)
        self.board.note_edited.connect(self._note)
        self.board.note.editingFinished.connect(self._awards.flush)
        self.end.clicked.connect(lambda: self.end_requested.emit(self.draft))
        self.log.writer_changed.connect(self.writer_changed)

    def show_session(
        self,
        campaign_id: str,
        session: GameSession,
        head: tuple[str, str],
        players: Sequence[Player],
        rewards: Sequence[Reward],
        *,
        editable: bool,
    ) -> None:
        """Show the session that goes on; `head` are its title and its day in words."""
        self._awards.show_session(campaign_id, session, editable=editable)
        self._session, self._players, self._rewards = session, tuple(players), tuple(rewards)
        self.title.set_full_text(head[0])
        self.when.setText(head[1])
        self.log.show_session(session, [(each.id, each.name) for each in players if each.earns], editable=editable)
        self.end.setEnabled(editable)
        self._fill()

    @property
    def draft(self) -> AwardDraft:
        """What the session is going to give."""
        return self._awards.draft

    @property
    def unkept(self) -> frozenset[str]:
        """The ids of the campaigns of which something is not kept."""
        return self._awards.unkept | self.log.unkept

    def flush(self) -> None:
        """Keep what was decided or typed and is not kept yet."""
        self._awards.flush()
        self.log.flush()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the log beside the board where there is room."""
        super().resizeEvent(event)
        wide = self.width() >= self._theme.px(WIDE)
        direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if direction != self._parts.direction():
            self._parts.setDirection(direction)
            self._parts.setStretch(0, int(wide))

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Keep what was decided before the page goes."""
        super().hideEvent(event)
        self._awards.flush()

    def _fill(self) -> None:
        writer = self._session.log_by if self._session is not None else ""
        self.board.table.awards.set_board(self._players, self._rewards, self.draft, writer)
        self.board.table.updateGeometry()
        self.board.set_notes(dict(self.draft.notes))
        there = sum(each.present and each.earns for each in self._players)
        spiffs = sum(self.draft.total(each.id) for each in self._players) + bool(writer)
        said = self.tr("1 player gets a session") if there == 1 else self.tr("{n} players get a session")
        given = self.tr("1 spiff in all.") if spiffs == 1 else self.tr("{n} spiffs in all.")
        self.says.setText(f"{said.format(n=there)}, {given.format(n=spiffs)}")

    def _give(self, member: str, reason: str, spiffs: int) -> None:
        if reason == CAMPAIGN_LOG:
            self.flush()
            self.writer_changed.emit(member if spiffs else "")
            return
        self._awards.give(member, reason, spiffs)
        self._fill()

    def _note(self, member: str, reason: str, text: str) -> None:
        self._awards.note(member, reason, text)
        self._fill()

    def _present(self, member: str, there: bool) -> None:
        self._awards.flush()
        self.present_requested.emit(
            tuple(each.id for each in self._players if (there if each.id == member else each.present))
        )
