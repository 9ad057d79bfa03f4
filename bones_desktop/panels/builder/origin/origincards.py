"""What a die may be made from, or a character be, as cards in an item model."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import Qt

from bones_desktop.widgets.dice.slotface import SlotLook
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index, RowModel
from bones_desktop.widgets.text.plaintip import plain_tip


@dataclass(frozen=True, slots=True)
class OriginCard:
    """One thing to choose. Texts are finished; `key` is "" for a name without a template."""

    key: str
    name: str
    note: str = ""
    """Why not; or, when it is allowed, what to agree with the GM."""
    brief: str = ""
    """The same in the few words a card has room for; "" where `note` is as short."""
    allowed: bool = True
    badge: str = ""
    slots: tuple[SlotLook, ...] = ()
    """The six faces of a template, or the one face a race brings."""
    words: str = ""
    """What its faces leave to choose, in words, or what a race brings."""
    chosen: bool = False
    said: str = ""
    """For screen readers."""


class CardRole(IntEnum):
    """Roles beside Qt's own."""

    CARD = Qt.ItemDataRole.UserRole + 1


class OriginCardModel(RowModel[OriginCard]):
    """The cards in the order given."""

    def set_cards(self, cards: Sequence[OriginCard]) -> None:
        """Show these cards; when they are the same ones in the same order, only their state is told anew."""
        self._update(cards, _identity)

    def row_of(self, card: OriginCard) -> int:
        """Return the row the same card is now at, -1 when it is not shown."""
        wanted = _identity(card)
        return next((row for row, each in enumerate(self._rows) if _identity(each) == wanted), -1)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name, a tip, what a screen reader says, or the card itself."""
        card = self.at(index)
        if card is None:
            return None
        if role == CardRole.CARD:
            return card
        if role == Qt.ItemDataRole.DisplayRole:
            return card.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(part for part in (card.name, card.note, card.words) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return card.said
        return None


def _identity(card: OriginCard) -> tuple[str, str]:
    return card.key, card.name
