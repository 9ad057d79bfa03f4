"""The model of a session's awards: a row for each member of the party, a column for each reason."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt, Signal

from bones_desktop.pages.campaign.awards import AwardDraft, Reward
from bones_desktop.rules.bones.injury.spiffs import CAMPAIGN_LOG
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import Index
from bones_desktop.wording.language import _

NAME: Final = 0
"""The first column. A column for each reward follows, then the two sums."""


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
    """A member's id, and whether it should be present."""
    awarded = Signal(str, str, int)
    """A member's id, a reason, and the spiffs for it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rewards: tuple[Reward, ...] = ()
        self._players: tuple[Player, ...] = ()
        self._draft = AwardDraft()
        self._writer = ""

    @property
    def players(self) -> tuple[Player, ...]:
        """The rows."""
        return self._players

    @property
    def rewards(self) -> tuple[Reward, ...]:
        """The reasons for awards."""
        return self._rewards

    def set_board(self, players: Iterable[Player], rewards: Sequence[Reward], draft: AwardDraft, writer: str) -> None:
        """Show other awards. `writer` is the member whose player wrote the log, "" for none."""
        players, rewards = tuple(players), tuple(rewards)
        same = [each.id for each in players] == [each.id for each in self._players] and rewards == self._rewards
        # A reset clears the selection, so that it happens only when rows or columns differ.
        if not same:
            self.beginResetModel()
        self._players, self._rewards, self._draft, self._writer = players, rewards, draft, writer
        if not same:
            self.endResetModel()
        elif players:
            self.dataChanged.emit(self.index(0, 0), self.index(len(players) - 1, self.columnCount() - 1))

    def player(self, index: Index) -> Player | None:
        """Return the member of the row."""
        return self._players[index.row()] if index.isValid() and index.row() < len(self._players) else None

    def reward(self, index: Index) -> Reward | None:
        """Return the reason of the column; None for the name and the sums."""
        place = index.column() - 1
        return self._rewards[place] if index.isValid() and 0 <= place < len(self._rewards) else None

    def count(self, index: Index) -> int:
        """Return the spiffs of a cell."""
        player, reward = self.player(index), self.reward(index)
        if player is None or reward is None:
            return 0
        # The log has one writer, who earns its spiff: it is a choice, not a number in the draft.
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
        if index.column() == NAME:
            self.present_requested.emit(player.id, not player.present)
            return
        reward = self.reward(index)
        if reward is not None:
            self.give(index, (self.count(index) + 1) % (reward.most + 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of members."""
        return 0 if parent.isValid() else len(self._players)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the columns: the name, the rewards, spiffs and sessions."""
        return 0 if parent.isValid() else len(self._rewards) + 3

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, spoken text, tip or tick of a cell."""
        player = self.player(index)
        if player is None:
            return None
        match role:
            case Qt.ItemDataRole.CheckStateRole if index.column() == NAME:
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
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == NAME else Qt.AlignmentFlag.AlignHCenter
            return side | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.DisplayRole:
            return self._head(section)
        if role == Qt.ItemDataRole.ToolTipRole and 0 < section <= len(self._rewards):
            return plain_tip(self._rewards[section - 1].full)
        return None

    def _head(self, section: int) -> str:
        if section == NAME:
            return _("Was there")
        if section <= len(self._rewards):
            return self._rewards[section - 1].short
        return _("Spiffs") if section == len(self._rewards) + 1 else _("Session")

    def _text(self, index: Index, player: Player) -> str:
        if index.column() == NAME:
            return player.name
        if not player.earns:
            return ""
        if self.reward(index) is not None:
            count = self.count(index)
            return str(count) if count else ""
        if index.column() == len(self._rewards) + 1:
            total = self._draft.total(player.id) + int(player.id == self._writer)
            return f"+{total}" if total else "–"
        return "+1" if player.present else "–"

    def _said(self, index: Index, player: Player) -> str:
        if index.column() == NAME:
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
            return player.name if index.column() == NAME else ""
        note = self._draft.note_of(player.id, reward.id)
        return f"{reward.full}: {note}" if note else reward.full
