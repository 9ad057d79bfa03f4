"""What a session gives each of the party while the GM still decides; it is saved as it is decided."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from PySide6.QtCore import QObject, QTimer

from bones_desktop.pages.campaign import writing
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import Award, GameSession
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.wording.language import _

T = TypeVar("T", int, str)

OTHER: Final = ""
"""The reason of an award that the rulebook has no entry for; its note says what for."""
EACH_GOAL: Final = "adventure-award"
"""Given once for each goal reached (SPF-8), so that there may be several."""
MOST_EACH: Final = 9
PAUSE_MS: Final = 300
"""Keeping takes longer than a press; those that follow one another at once are kept together, as one step."""
KeepAwards = Callable[[str, int, tuple[Award, ...]], bool]
"""Gets the campaign's id, the session's number and awards; returns whether they were kept."""
_Cell = tuple[str, str]
"""Member and reason."""


@dataclass(frozen=True, slots=True)
class Reward:
    """One thing spiffs are given for. Texts are finished."""

    id: str
    short: str
    """A word for the head of a column."""
    full: str
    most: int
    """Spiffs for it at the most; above 1 they are counted up one by one."""
    noted: bool = False
    """Whether it goes with a note."""


@dataclass(frozen=True, slots=True)
class AwardDraft:
    """Spiffs by member and reason, and their notes."""

    spiffs: tuple[tuple[tuple[str, str], int], ...] = ()
    notes: tuple[tuple[tuple[str, str], str], ...] = ()

    def of(self, member: str, reason: str) -> int:
        """Return the spiffs given to a member for a reason."""
        return dict(self.spiffs).get((member, reason), 0)

    def note_of(self, member: str, reason: str) -> str:
        """Return the note that goes with them."""
        return dict(self.notes).get((member, reason), "")

    def give(self, member: str, reason: str, spiffs: int) -> "AwardDraft":
        """Return the draft with this number of spiffs for it, 0 for none."""
        return replace(self, spiffs=_with(self.spiffs, (member, reason), spiffs))

    def note(self, member: str, reason: str, text: str) -> "AwardDraft":
        """Return the draft with another note for it."""
        return replace(self, notes=_with(self.notes, (member, reason), text))

    def total(self, member: str) -> int:
        """Return all spiffs of a member."""
        return sum(spiffs for (each, _reason), spiffs in self.spiffs if each == member)

    def awards(self, members: Iterable[str], rewards: Iterable[Reward]) -> tuple[Award, ...]:
        """Return them as awards in the order of members and rewards; goals reached are one award each."""
        shown = tuple(rewards)
        return tuple(
            Award(member=member, spiffs=spiffs, reason=reward.id, note=self.note_of(member, reward.id))
            for member in members
            for reward in shown
            for spiffs in _parts(reward, self.of(member, reward.id))
        )


def draft_of(session: GameSession) -> AwardDraft:
    """Return the awards noted in a session as a draft; the log's follows from its writer and is left out.

    Those of one member for one reason become one; notes that differ are joined, as far as a line holds them.
    """
    draft = AwardDraft()
    notes: dict[tuple[str, str], dict[str, None]] = {}
    for award in session.awards:
        if award.reason != CAMPAIGN_LOG:
            draft = draft.give(award.member, award.reason, draft.of(award.member, award.reason) + award.spiffs)
            notes.setdefault((award.member, award.reason), {})[award.note] = None
    for (member, reason), noted in notes.items():
        draft = draft.note(member, reason, cut_line("; ".join(filter(None, noted))))
    return draft


def rewards_of(ways: Iterable[SpiffPrice]) -> tuple[Reward, ...]:
    """Return what can be given for, as columns: the rulebook's ways, then any other reason."""
    short = _short_words()
    listed = [
        Reward(
            way.id,
            short.get(way.id, way.name),
            way.name,
            MOST_EACH if way.id == EACH_GOAL else way.most or MOST_EACH,
            noted=way.id == EACH_GOAL,
        )
        for way in ways
    ]
    other = Reward(OTHER, _("Other"), _("Another reason, told in the note"), MOST_EACH, noted=True)
    return (*listed, other)


def _short_words() -> Mapping[str, str]:
    return {
        "good-role-playing": _("Role"),
        "funny-moment": _("Laugh"),
        CAMPAIGN_LOG: _("Log"),
        "campaign-help": _("Help"),
        "portraits": _("Portrait"),
        EACH_GOAL: _("Goal"),
    }


def _parts(reward: Reward, spiffs: int) -> tuple[int, ...]:
    if not spiffs:
        return ()
    return (1,) * spiffs if reward.id == EACH_GOAL else (spiffs,)


def _with(
    pairs: tuple[tuple[tuple[str, str], T], ...], key: tuple[str, str], value: T
) -> tuple[tuple[tuple[str, str], T], ...]:
    kept = {**dict(pairs), key: value}
    return tuple((each, kept[each]) for each in kept if kept[each])


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
        self._pause = QTimer(self, singleShot=True)
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
        """Set the number of spiffs, 0 for none."""
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
