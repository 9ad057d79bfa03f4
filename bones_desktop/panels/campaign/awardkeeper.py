"""The awards of the session that goes on, which are kept by themselves as they are decided."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from bones_desktop.panels.campaign import writing
from bones_desktop.panels.campaign.awards import AwardDraft, draft_of
from bones_desktop.rules.bones.life.campaigns import Award, GameSession
from bones_desktop.rules.typedtext import clean_text

PAUSE_MS: Final = 300
"""Keeping takes longer than a press; those that follow one another at once are kept together, as one step."""

KeepAwards = Callable[[str, int, tuple[Award, ...]], bool]
"""Gets the campaign's id, the session's number and awards; returns whether they were kept."""

_Cell = tuple[str, str]
"""Member and reason."""


class AwardKeeper(QObject):
    """Spiffs are given to `keep` after an instant, a note after a pause in typing, and both when `flush` is called."""

    def __init__(self, keep: KeepAwards, parent: QObject) -> None:
        """Have what `keep` does not keep wait here, by its session, to be given to it again."""
        super().__init__(parent)
        self._keep = keep
        self._for = ("", 0)
        self._editable = False
        self._draft = AwardDraft()
        self._pending: dict[tuple[str, int], dict[_Cell, Award]] = {}
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self.flush)

    @property
    def draft(self) -> AwardDraft:
        """What the session is going to give."""
        return self._draft

    @property
    def unkept(self) -> frozenset[str]:
        """The ids of the campaigns of which something is not kept, of whichever session."""
        return frozenset(campaign for campaign, _session in self._pending)

    def show_session(self, campaign_id: str, session: GameSession, *, editable: bool) -> None:
        """Take the awards from the session; what was decided here since and is not kept yet stays."""
        self._for, self._editable = (campaign_id, session.number), editable
        self._draft = draft_of(session)
        pending = self._pending.get(self._for, {})
        for (member, reason), award in pending.items():
            self._draft = self._draft.give(member, reason, award.spiffs).note(member, reason, award.note)
        if not pending:
            self._pause.stop()
        elif not self._pause.isActive():
            self._pause.start(PAUSE_MS)

    def give(self, member: str, reason: str, spiffs: int) -> None:
        """Decide on so many spiffs, 0 for none."""
        if self._decide(self._draft.give(member, reason, spiffs), (member, reason)):
            self._pause.start(PAUSE_MS)

    def note(self, member: str, reason: str, text: str) -> None:
        """Decide on a note."""
        spiffs_wait = self._pause.isActive() and self._pause.interval() == PAUSE_MS
        if self._decide(self._draft.note(member, reason, clean_text(text)), (member, reason)) and not spiffs_wait:
            self._pause.start(writing.PAUSE_MS)

    def flush(self) -> None:
        """Keep what was decided since."""
        self._pause.stop()
        pending = self._pending.pop(self._for, None)  # keeping it shows the session before this returns
        if pending and not self._keep(*self._for, tuple(pending.values())):
            self._pending[self._for] = {**pending, **self._pending.get(self._for, {})}

    def _decide(self, draft: AwardDraft, cell: _Cell) -> bool:
        """Take the draft over and return whether it is going to be kept."""
        member, reason = cell
        award = Award(member=member, reason=reason, spiffs=draft.of(*cell), note=draft.note_of(*cell))
        if not self._editable:
            self._keep(*self._for, (award,))  # which tells why it cannot be
            return False
        self._draft = draft
        self._pending.setdefault(self._for, {})[cell] = award
        return True
