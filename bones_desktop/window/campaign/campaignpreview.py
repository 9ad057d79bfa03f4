"""What an earlier version of a campaign holds, and what comes of bringing it back."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from bones_desktop.panels.campaign.sessionwords import played_on, session_title
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.fitscroll import FitBoard
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.wording.seasons import game_date_words

SESSIONS: Final = 10
"""Told one by one, the last first; the others are counted."""
NOTES: Final = 600
"""Letters shown of the GM's notes."""


class CampaignPreview(QScrollArea):
    """Scrolls by the keys. What comes of it stands first, for by that one chooses."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(self.tr("What this version holds"))
        inside = FitBoard(self)
        self._column = QVBoxLayout(inside)
        self.name = plain_label(inside, wrap=True)
        self.date = plain_label(inside, role="muted", wrap=True)
        for label in (self.name, self.date):
            self._column.addWidget(label)
        self._theme = theme
        self._heads: list[QLabel] = []
        self._outcome_card, first = self._part(inside, self.tr("If you bring it back"))
        self._outcome = [first]
        self.members = self._part(inside, self.tr("Party"))[1]
        self.sessions = self._part(inside, self.tr("Sessions"))[1]
        self._notes_card, self.notes = self._part(inside, self.tr("GM's notes"))
        self._column.addStretch(1)
        self._column.setContentsMargins(theme.px(8), 0, theme.px(8), theme.px(8))
        self._column.setSpacing(theme.px(8))
        self.setWidget(inside)

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set the fonts; the style sheet takes them back when it is first shown."""
        super().showEvent(event)
        self.name.setFont(self._theme.font("serif", 20, bold=True))
        for head in self._heads:
            head.setFont(self._theme.font("serif", 16, bold=True))

    def show_campaign(self, campaign: Campaign, outcome: Sequence[str]) -> None:
        """Show what a version holds; `outcome` says what comes of bringing it back."""
        self.name.setText(campaign.name or self.tr("Unnamed campaign"))
        self.date.setText(game_date_words(campaign.day, campaign.first_year, self.tr))
        self._show_outcome(outcome)
        names = [self._member(member.name, hidden=member.hidden) for member in campaign.members]
        self.members.setText(", ".join(names) or self.tr("No members yet"))
        self.sessions.setText("\n".join(self._sessions(campaign)) or self.tr("None yet"))
        notes = campaign.gm_notes.strip()
        self.notes.setText(notes if len(notes) <= NOTES else f"{notes[:NOTES].rstrip()}…")
        self._notes_card.setVisible(bool(notes))
        self.verticalScrollBar().setValue(0)

    @property
    def outcome(self) -> tuple[str, ...]:
        """What is said to come of bringing it back."""
        return tuple(label.text() for label in self._outcome if not label.isHidden())

    def _show_outcome(self, lines: Sequence[str]) -> None:
        column = self._outcome_card.layout()
        while len(self._outcome) < len(lines):
            label = plain_label(self._outcome_card, wrap=True)
            self._outcome.append(label)
            if column is not None:
                column.addWidget(label)
        for place, label in enumerate(self._outcome):
            label.setText(lines[place] if place < len(lines) else "")
            label.setVisible(place < len(lines))

    def _member(self, name: str, *, hidden: bool) -> str:
        name = name or self.tr("Unnamed")
        return self.tr("{name} (GM's secret)").format(name=name) if hidden else name

    def _sessions(self, campaign: Campaign) -> list[str]:
        lines = []
        for session in reversed(campaign.sessions[-SESSIONS:]):
            when = played_on(session.on, self.tr) if session.ended else self.tr("under way")
            lines.append(self.tr("{session}, {when}").format(session=session_title(session, self.tr), when=when))
        more = len(campaign.sessions) - len(lines)
        if more > 0:
            lines.append(self.tr("and {n} earlier").format(n=more))
        return lines

    def _part(self, parent: QWidget, heading: str) -> tuple[QFrame, QLabel]:
        theme = self._theme
        card = QFrame(parent)
        card.setProperty("kind", "card")
        head = plain_label(card, heading)
        self._heads.append(head)
        words = plain_label(card, wrap=True)
        column = QVBoxLayout(card)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        column.setSpacing(theme.px(4))
        column.addWidget(head)
        column.addWidget(words)
        self._column.addWidget(card)
        return card, words
