"""The awards of a session while the GM still decides on them. Each decision is saved."""

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
"""Reason of an award without an entry in the rulebook. Its note says what it is for."""
EACH_GOAL: Final = "adventure-award"
"""Given once for each goal reached (SPF-8), so there may be several."""
MOST_EACH: Final = 9
PAUSE_MS: Final = 300
"""Saving takes longer than a press. Presses in quick succession are saved together, as one step."""
KeepAwards = Callable[[str, int, tuple[Award, ...]], bool]
"""Takes the campaign's id, the session's number and awards; returns whether they were saved."""
_Cell = tuple[str, str]
"""Member and reason."""


@dataclass(frozen=True, slots=True)
class Reward:
    """One reason for spiffs. Texts are finished."""

    id: str
    short: str
    """A word for the head of a column."""
    full: str
    most: int
    """Most spiffs for it. Above 1, each press adds one."""
    noted: bool = False
    """Whether it has a note."""


@dataclass(frozen=True, slots=True)
class AwardDraft:
    """Spiffs by member and reason, and their notes."""

    spiffs: tuple[tuple[tuple[str, str], int], ...] = ()
    notes: tuple[tuple[tuple[str, str], str], ...] = ()

    def of(self, member: str, reason: str) -> int:
        """Return the spiffs given to a member for a reason."""
        return dict(self.spiffs).get((member, reason), 0)

    def note_of(self, member: str, reason: str) -> str:
        """Return the note of this award."""
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
        """Return the draft as awards, in the order of members and rewards. Each goal reached is an award of its own."""
        shown = tuple(rewards)
        return tuple(
            Award(member=member, spiffs=spiffs, reason=reward.id, note=self.note_of(member, reward.id))
            for member in members
            for reward in shown
            for spiffs in _parts(reward, self.of(member, reward.id))
        )


def draft_of(session: GameSession) -> AwardDraft:
    """Return the awards noted in a session as a draft, without the log's, which follows from its writer.

    Awards of one member for one reason become one. Different notes are joined, as far as a line holds them.
    """
    draft = AwardDraft()
    notes: dict[tuple[str, str], dict[str, None]] = {}
    for award in session.awards:
        # `AwardModel.count` shows it from the writer; in the draft it would count twice.
        if award.reason != CAMPAIGN_LOG:
            draft = draft.give(award.member, award.reason, draft.of(award.member, award.reason) + award.spiffs)
            notes.setdefault((award.member, award.reason), {})[award.note] = None
    for (member, reason), noted in notes.items():
        draft = draft.note(member, reason, cut_line("; ".join(filter(None, noted))))
    return draft


def rewards_of(ways: Iterable[SpiffPrice]) -> tuple[Reward, ...]:
    """Return the possible rewards, as columns: the rulebook's reasons, then any other reason."""
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
    # An entry of 0 or "" says nothing and would only make drafts unequal.
    return tuple((each, kept[each]) for each in kept if kept[each])


class AwardKeeper(QObject):
    """Gives awards to `keep` after a moment, a note after a pause in typing, and both on `flush`."""

    def __init__(self, keep: KeepAwards, parent: QObject) -> None:
        """Awards that `keep` cannot save wait here, by their session, and are given to it again."""
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
        """The awards of the session so far."""
        return self._draft

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with awards that are not saved, of any session."""
        return frozenset(campaign for campaign, _session in self._pending)

    def show_session(self, campaign_id: str, session: GameSession, *, editable: bool) -> None:
        """Take the awards from the session. Decisions made here that are not saved yet stay."""
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
        """Set a note."""
        # A spiff just given is saved sooner than text, and must not wait longer because of a note.
        spiffs_wait = self._pause.isActive() and self._pause.interval() == PAUSE_MS
        if self._decide(self._draft.note(member, reason, clean_text(text)), (member, reason)) and not spiffs_wait:
            self._pause.start(writing.PAUSE_MS)

    def flush(self) -> None:
        """Save the decisions made since the last time."""
        self._pause.stop()
        pending = self._pending.pop(self._for, None)  # saving it shows the session before this returns
        if pending and not self._keep(*self._for, tuple(pending.values())):
            # Decisions made meanwhile replace those that could not be saved.
            self._pending[self._for] = {**pending, **self._pending.get(self._for, {})}

    def _decide(self, draft: AwardDraft, cell: _Cell) -> bool:
        """Take over the draft and return whether it will be saved."""
        member, reason = cell
        award = Award(member=member, reason=reason, spiffs=draft.of(*cell), note=draft.note_of(*cell))
        if not self._editable:
            self._keep(*self._for, (award,))  # which reports why it cannot be saved
            return False
        self._draft = draft
        self._pending.setdefault(self._for, {})[cell] = award
        return True
