"""The awards of a session while the GM decides on them, and the model that shows them. Every decision is saved."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, QTimer, Signal

from bones_desktop.pages.campaign import campaignpanel
from bones_desktop.rules.bones.book.definitions import SpiffPrice
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.rules.bones.life.campaigns import Award, GameSession
from bones_desktop.rules.typedtext import clean_text
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import Index
from bones_desktop.wording.language import _

T = TypeVar("T", int, str)

OTHER: Final = ""
"""Reason of an award that is not in the rulebook. The award's note explains it."""
EACH_GOAL: Final = "adventure-award"
"""Reason of the award for a goal. Each goal reached earns an award of its own (SPF-8)."""
MOST_EACH: Final = 9
PAUSE_MS: Final = 300
"""Milliseconds before a decision is saved. Saving is slow, so quick key presses are saved together as one step."""
KeepAwards = Callable[[str, int, tuple[Award, ...]], bool]
"""Function that saves awards. It takes the campaign's id, the session's number and the awards, and returns whether
they were saved."""
_Cell = tuple[str, str]
"""Id of a member, and the reason of an award."""


@dataclass(frozen=True, slots=True)
class Reward:
    """One reason for spiffs. All texts are ready for display."""

    id: str
    short: str
    """A word for the head of a column."""
    full: str
    most: int
    """Most spiffs for this reason. If it is above 1, each key press adds one spiff."""
    noted: bool = False
    """Whether awards for this reason may have a note."""


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
    """Return a session's awards as a draft.

    The award for the log is left out: it depends only on the writer of the log. Awards of one member for one reason
    become one. Different notes are joined, up to the length of one line.
    """
    draft = AwardDraft()
    notes: dict[tuple[str, str], dict[str, None]] = {}
    for award in session.awards:
        # `AwardModel.count` adds the award for the log; in the draft it would count twice.
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
    other = Reward(OTHER, _("Other"), _("Another reason, given in the note"), MOST_EACH, noted=True)
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
    # An entry of 0 or "" is the same as none, but would make drafts unequal.
    return tuple((each, kept[each]) for each in kept if kept[each])


class AwardKeeper(QObject):
    """Saves awards with `keep`: spiffs after a short delay, notes after a pause in typing, both at once on `flush`."""

    def __init__(self, keep: KeepAwards, parent: QObject) -> None:
        """Awards that `keep` could not save stay here, by session. Saving them is tried again later."""
        super().__init__(parent)
        self._keep = keep
        self._for = ("", 0)
        self._editable = False
        self.draft = AwardDraft()
        """The awards of the session so far."""
        self._pending: dict[tuple[str, int], dict[_Cell, Award]] = {}
        self._pause = QTimer(self, singleShot=True)
        self._pause.timeout.connect(self.flush)

    @property
    def unkept(self) -> frozenset[str]:
        """Ids of the campaigns with awards that are not saved, of any session."""
        return frozenset(campaign for campaign, _session in self._pending)

    def show_session(self, campaign_id: str, session: GameSession, *, editable: bool) -> None:
        """Take the awards from the session. Decisions made here that are not saved yet stay."""
        self._for, self._editable = (campaign_id, session.number), editable
        self.draft = draft_of(session)
        pending = self._pending.get(self._for, {})
        for (member, reason), award in pending.items():
            self.draft = self.draft.give(member, reason, award.spiffs).note(member, reason, award.note)
        if not pending:
            self._pause.stop()
        elif not self._pause.isActive():
            self._pause.start(PAUSE_MS)

    def give(self, member: str, reason: str, spiffs: int) -> None:
        """Set the number of spiffs of an award, 0 for none."""
        if self._decide(self.draft.give(member, reason, spiffs), (member, reason)):
            self._pause.start(PAUSE_MS)

    def note(self, member: str, reason: str, text: str) -> None:
        """Set the note of an award."""
        # A spiff is saved sooner than text, and typing a note must not delay it.
        spiffs_wait = self._pause.isActive() and self._pause.interval() == PAUSE_MS
        if self._decide(self.draft.note(member, reason, clean_text(text)), (member, reason)) and not spiffs_wait:
            self._pause.start(campaignpanel.WRITING_MS)

    def flush(self) -> None:
        """Save the decisions made since the last save."""
        self._pause.stop()
        pending = self._pending.pop(self._for, None)  # `keep` shows the session before it returns
        if pending and not self._keep(*self._for, tuple(pending.values())):
            # Decisions made meanwhile replace the ones that could not be saved.
            self._pending[self._for] = {**pending, **self._pending.get(self._for, {})}

    def _decide(self, draft: AwardDraft, cell: _Cell) -> bool:
        """Use this draft and return whether it will be saved."""
        member, reason = cell
        award = Award(member=member, reason=reason, spiffs=draft.of(*cell), note=draft.note_of(*cell))
        if not self._editable:
            self._keep(*self._for, (award,))  # `keep` reports why the session cannot be saved
            return False
        self.draft = draft
        self._pending.setdefault(self._for, {})[cell] = award
        return True


THERE: Final = 0
"""The first column: whether the member was there. A column for each reward follows, then the two sums."""


@dataclass(frozen=True, slots=True)
class Player:
    """A member of the party on the board."""

    id: str
    name: str
    earns: bool = True
    """Whether it is a player character. Others earn neither spiffs nor sessions."""
    present: bool = True


class AwardModel(Guarded, QAbstractTableModel):
    """Shows the draft. A change is only requested; the owner makes it and shows the result."""

    present_requested = Signal(str, bool)
    """Emitted with a member's id, and whether the member should be present."""
    awarded = Signal(str, str, int)
    """Emitted with a member's id, a reason, and the number of spiffs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rewards: tuple[Reward, ...] = ()
        """The reasons for awards."""
        self.players: tuple[Player, ...] = ()
        """The members of the party, one for each row."""
        self._draft = AwardDraft()
        self._writer = ""

    def set_board(self, players: Iterable[Player], rewards: Sequence[Reward], draft: AwardDraft, writer: str) -> None:
        """Show these awards. `writer` is the member whose player wrote the log, "" for none."""
        players, rewards = tuple(players), tuple(rewards)
        same = [each.id for each in players] == [each.id for each in self.players] and rewards == self.rewards
        # A reset clears the selection, so that it happens only when rows or columns differ.
        if not same:
            self.beginResetModel()
        self.players, self.rewards, self._draft, self._writer = players, rewards, draft, writer
        if not same:
            self.endResetModel()
        elif players:
            self.dataChanged.emit(self.index(0, 0), self.index(len(players) - 1, self.columnCount() - 1))

    def player(self, index: Index) -> Player | None:
        """Return the member of the row."""
        return self.players[index.row()] if index.isValid() and index.row() < len(self.players) else None

    def reward(self, index: Index) -> Reward | None:
        """Return the reason of the column; None for the name and the sums."""
        place = index.column() - 1
        return self.rewards[place] if index.isValid() and 0 <= place < len(self.rewards) else None

    def count(self, index: Index) -> int:
        """Return the spiffs of a cell."""
        player, reward = self.player(index), self.reward(index)
        if player is None or reward is None:
            return 0
        # The log's spiff goes to its one writer, so it is not a number in the draft.
        if reward.id == CAMPAIGN_LOG:
            return int(player.id == self._writer)
        return self._draft.of(player.id, reward.id)

    def give(self, index: Index, count: int) -> None:
        """Request a number of spiffs for a cell, at most its limit."""
        player, reward = self.player(index), self.reward(index)
        if player is not None and reward is not None and player.earns:
            self.awarded.emit(player.id, reward.id, max(0, min(count, reward.most)))

    def step(self, index: Index) -> None:
        """Request one spiff more in a cell, or none after its limit. In the first column, toggle presence."""
        player = self.player(index)
        if player is None:
            return
        if index.column() == THERE:
            self.present_requested.emit(player.id, not player.present)
            return
        reward = self.reward(index)
        if reward is not None:
            self.give(index, (self.count(index) + 1) % (reward.most + 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of members."""
        return 0 if parent.isValid() else len(self.players)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the columns: the name, the rewards, spiffs and sessions."""
        return 0 if parent.isValid() else len(self.rewards) + 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, spoken text, tip or tick of a cell."""
        player = self.player(index)
        if player is None:
            return None
        match role:
            case Qt.ItemDataRole.CheckStateRole if index.column() == THERE:
                return Qt.CheckState.Checked if player.present else Qt.CheckState.Unchecked
            case Qt.ItemDataRole.DisplayRole:
                return self._text(index, player)
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(index, player)
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(self._tip(index, player)) or None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the short heading of a column; its tip has the full one."""
        if orientation is Qt.Orientation.Vertical:
            texts = {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole}
            return self.players[section].name if role in texts and 0 <= section < len(self.players) else None
        if not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._head(section)
        if role == Qt.ItemDataRole.ToolTipRole and 0 < section <= len(self.rewards):
            return plain_tip(self.rewards[section - 1].full)
        return None

    def _head(self, section: int) -> str:
        if section == THERE:
            return _("Was there")
        if section <= len(self.rewards):
            return self.rewards[section - 1].short
        return _("Spiffs") if section == len(self.rewards) + 1 else _("Session")

    def _text(self, index: Index, player: Player) -> str:
        if index.column() == THERE or not player.earns:
            return ""
        if self.reward(index) is not None:
            count = self.count(index)
            return str(count) if count else ""
        if index.column() == len(self.rewards) + 1:
            total = self._draft.total(player.id) + int(player.id == self._writer)
            return f"+{total}" if total else "–"
        return "+1" if player.present else "–"

    def _said(self, index: Index, player: Player) -> str:
        if index.column() == THERE:
            words = _("{name} was there") if player.present else _("{name} was not there")
            return words.format(name=player.name)
        if not player.earns:
            return _("{name} earns nothing: only player characters do").format(name=player.name)
        reward = self.reward(index)
        head = reward.full if reward is not None else self._head(index.column())
        return f"{player.name}, {head}: {self._text(index, player) or 0}"

    def _tip(self, index: Index, player: Player) -> str:
        if not player.earns:
            return _("Only player characters earn spiffs and sessions.")
        reward = self.reward(index)
        if reward is None:
            return ""
        note = self._draft.note_of(player.id, reward.id)
        return f"{reward.full}: {note}" if note else reward.full
