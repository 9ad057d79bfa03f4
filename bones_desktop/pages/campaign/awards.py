"""The awards of a session while the GM decides on them. Every decision is saved."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from PySide6.QtCore import QObject, QTimer

from bones_desktop.pages.campaign import campaignpanel
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import Award, GameSession
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.wording.language import _

OTHER: Final = ""
"""Reason for an award that is not in the rulebook.

The award's note explains the reason.
"""
EACH_GOAL: Final = "adventure-award"
"""Reason for the award for reaching a goal.

Each goal reached is a separate award (SPF-8).
"""
MOST_EACH: Final = 9
PAUSE_MS: Final = 300
"""Milliseconds before a decision is saved. Saving is slow, so quick key presses are saved together as one step."""
KeepAwards = Callable[[str, int, tuple[Award, ...]], bool]
"""Function that saves awards, and returns whether the awards were saved.

It takes the campaign's id, the session's number and the awards.
"""
Cell = tuple[str, str]
"""Cell of the table of awards: a member's id, and the reason for an award."""
Draft = Mapping[Cell, Award]
"""One award for each member and reason."""


class Reward(Record):
    """One reason for spiffs. All texts are ready for display."""

    id: str
    short: str
    """Short name of the reason, shown as a column heading."""
    full: str
    most: int
    """Largest number of spiffs for this reason. If it is above 1, each key press adds one spiff."""
    noted: bool = False
    """True if awards for this reason may have a note."""


class Player(Record):
    """A member of the party on the board."""

    id: str
    name: str
    earns: bool = True
    """True for a player character. Cast and beasts earn neither spiffs nor sessions."""
    present: bool = True


def rewards_of(ways: Iterable[SpiffPrice]) -> tuple[Reward, ...]:
    """Return a column for each reason to award spiffs: the rulebook's reasons first, then any other reason."""
    short = {
        "good-role-playing": _("Role"),
        "funny-moment": _("Laugh"),
        CAMPAIGN_LOG: _("Log"),
        "campaign-help": _("Help"),
        "portraits": _("Portrait"),
        EACH_GOAL: _("Goal"),
    }
    listed = []
    for way in ways:
        is_goal = way.id == EACH_GOAL
        most = MOST_EACH if is_goal else way.most or MOST_EACH
        listed.append(Reward(way.id, short.get(way.id, way.name), way.name, most, noted=is_goal))
    return (*listed, Reward(OTHER, _("Other"), _("Another reason, given in the note"), MOST_EACH, noted=True))


def draft_of(session: GameSession) -> dict[Cell, Award]:
    """Return a session's awards as a draft.

    The award for the log is left out, because it depends only on the writer of the log. Several awards to a member for
    the same reason become one award. Different notes are joined, up to the length of one line.
    """
    draft: dict[Cell, Award] = {}
    for award in session.awards:
        if award.reason == CAMPAIGN_LOG:
            continue
        cell = award.member, award.reason
        before = draft.get(cell)
        if before is not None:
            notes = dict.fromkeys(filter(None, f"{before.note}; {award.note}".split("; ")))
            award = award.with_(spiffs=before.spiffs + award.spiffs, note=cut_line("; ".join(notes)))
        draft[cell] = award
    return draft


def awards_of(draft: Draft, members: Iterable[str], rewards: Iterable[Reward]) -> tuple[Award, ...]:
    """Return the awards of a draft, in the order of members and rewards. Each goal reached is a separate award."""
    shown = tuple(rewards)
    found = (draft[member, reward.id] for member in members for reward in shown if (member, reward.id) in draft)
    given: list[Award] = []
    for award in (each for each in found if each.spiffs):
        given += [award.with_(spiffs=1)] * award.spiffs if award.reason == EACH_GOAL else [award]
    return tuple(given)


class AwardKeeper(QObject):
    """Saves awards with `keep`: spiffs after a short delay, notes after a pause in typing, all of them on `flush`."""

    def __init__(self, keep: KeepAwards, parent: QObject) -> None:
        """Save awards with `keep`.

        Awards that `keep` could not save are stored here by session, and saving is tried again later.
        """
        super().__init__(parent)
        self._keep = keep
        self._for = ("", 0)
        self._editable = False
        self.draft: Draft = {}
        """The awards of the session so far."""
        self._pending: dict[tuple[str, int], dict[Cell, Award]] = {}
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self.flush)

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with awards that are not saved, of any session."""
        return frozenset(campaign for campaign, _session in self._pending)

    def show_session(self, campaign_id: str, session: GameSession, *, editable: bool) -> None:
        """Make the awards of a session the current draft.

        Decisions made here that are not saved yet replace the awards in the session.
        """
        self._for, self._editable = (campaign_id, session.number), editable
        pending = self._pending.get(self._for, {})
        self.draft = {**draft_of(session), **pending}
        if not pending:
            self._pause.stop()
        elif not self._pause.isActive():
            self._pause.start(PAUSE_MS)

    def award_of(self, member: str, reason: str) -> Award:
        """Return the member's award for a reason, or an award without spiffs if none was given."""
        return self.draft.get((member, reason)) or Award(member=member, reason=reason, spiffs=0)

    def give(self, member: str, reason: str, spiffs: int) -> None:
        """Set the number of spiffs of an award, 0 for none."""
        if self._decide(self.award_of(member, reason).with_(spiffs=spiffs)):
            self._pause.start(PAUSE_MS)

    def note(self, member: str, reason: str, text: str) -> None:
        """Set the note of an award."""
        # A spiff is saved sooner than text, and typing a note must not delay it.
        spiffs_wait = self._pause.isActive() and self._pause.interval() == PAUSE_MS
        if self._decide(self.award_of(member, reason).with_(note=clean_text(text))) and not spiffs_wait:
            self._pause.start(campaignpanel.WRITING_MS)

    def flush(self) -> None:
        """Save the decisions that are not saved yet."""
        self._pause.stop()
        pending = self._pending.pop(self._for, None)  # removed first: `keep` shows the session before it returns
        if pending and not self._keep(*self._for, tuple(pending.values())):
            # Decisions made meanwhile replace the ones that could not be saved.
            self._pending[self._for] = {**pending, **self._pending.get(self._for, {})}

    def _decide(self, award: Award) -> bool:
        """Put this award into the draft, and return whether it will be saved."""
        if not self._editable:
            self._keep(*self._for, (award,))  # `keep` reports why the session cannot be saved
            return False
        cell = award.member, award.reason
        self.draft = {**self.draft, cell: award}
        self._pending.setdefault(self._for, {})[cell] = award
        return True
