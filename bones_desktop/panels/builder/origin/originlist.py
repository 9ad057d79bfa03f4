"""The cards of the Origin page in a list that keys and mouse work in."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.builder.origin.origincardpainter import OriginCardDelegate
from bones_desktop.panels.builder.origin.origincards import OriginCard, OriginCardModel
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.picklist import PickList
from bones_desktop.widgets.guarded import guarded


class OriginList(PickList):
    """The cards below each other. `side_arrow_pressed` carries -1 for left, 1 for right."""

    side_arrow_pressed = Signal(int)
    looked_at_changed = Signal()
    """The pointer or the keyboard is at another card, has come or gone."""

    def __init__(self, theme: Theme, name: str, parent: QWidget) -> None:
        """`name` is read to those who cannot see it."""
        super().__init__(parent)
        self.cards = OriginCardModel(self)
        self.setModel(self.cards)
        self.setItemDelegate(OriginCardDelegate(theme, lambda: self.card_width, self))
        self.setProperty("kind", "bare")
        self.setAccessibleName(name)
        self._pointed = QPersistentModelIndex()
        self.entered.connect(self._point)
        self.cards.modelReset.connect(lambda: self._point(QModelIndex()))
        self.selectionModel().currentChanged.connect(lambda *_: self.looked_at_changed.emit())
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the cards out for the new width, and keep the current one in sight."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.doItemsLayout()
        self.scrollTo(self.currentIndex())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Follow focus."""
        super().focusInEvent(event)
        self.looked_at_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Follow focus."""
        super().focusOutEvent(event)
        self.looked_at_changed.emit()

    @property
    def card(self) -> OriginCard | None:
        """The current card."""
        return self.cards.at(self.currentIndex())

    @property
    def looked_at_card(self) -> OriginCard | None:
        """The card the pointer is over, else the current one while the list has focus."""
        pointed = self.cards.at(self._pointed)
        return pointed if pointed is not None else self.card if self.hasFocus() else None

    @property
    def chosen(self) -> OriginCard | None:
        """The card that is chosen."""
        return next((card for card in self.cards.rows if card.chosen), None)

    @property
    def card_width(self) -> int:
        """The width of the cards: the same with and without a scroll bar, so that none changes its height."""
        return max(1, self.width() - self.verticalScrollBar().sizeHint().width())

    def show_cards(self, cards: Sequence[OriginCard]) -> None:
        """Show these cards; the current card stays while the list has focus.

        Else they begin at the chosen one, or the first allowed, and what may be chosen is in view.
        """
        before = self.card if self.hasFocus() else None
        shown = self.cards.rows
        self.cards.set_cards(cards)
        row = self.cards.row_of(before) if before is not None else -1
        if row >= 0:
            self.setCurrentIndex(self.cards.index(row))
        elif cards and (self.cards.rows != shown or not self.currentIndex().isValid()):
            self._begin()

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Begin anew when it is seen again: a card that was only looked at is not what the die is made from."""
        super().hideEvent(event)
        if self.cards.rows:
            self._begin()

    @property
    def _beginning(self) -> int:
        """The row that is current first."""
        cards = self.cards.rows
        allowed = next((row for row, card in enumerate(cards) if card.allowed), 0)
        return next((row for row, card in enumerate(cards) if card.chosen), allowed)

    def _begin(self) -> None:
        self.setCurrentIndex(self.cards.index(self._beginning))
        self.scrollToTop()
        self.scrollTo(self.currentIndex())

    def leaveEvent(self, event: QEvent) -> None:
        """Tell that the pointer has gone."""
        super().leaveEvent(event)
        self._point(QModelIndex())

    def _point(self, index: QModelIndex) -> None:
        self._pointed = QPersistentModelIndex(index)
        self.looked_at_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk to the list beside this one with the arrows left and right; all else as in any list."""
        if self._pointed.isValid():
            self._point(QModelIndex())
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.side_arrow_pressed.emit(step)
