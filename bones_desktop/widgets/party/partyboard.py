"""All members of a party at a glance, as cards as large as the room allows."""

from typing import Final

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_bare_list
from bones_desktop.widgets.party.partydelegate import PartyDelegate, SquareOf
from bones_desktop.widgets.party.partyfit import PartyFit, fit_party
from bones_desktop.widgets.party.partymodel import GlanceRow, PartyModel

_LEAST_ROOM: Final = (320, 170)
_FROM_AFAR: Final = 0.7
"""The text size that cards may shrink to where nobody scrolls."""


class PartyBoard(QListView):
    """Shows members; all at once where they are readable then, else they scroll."""

    opened = Signal(str)
    """Id of a member: Enter, or a double click."""

    def __init__(
        self, theme: Theme, square_of: SquareOf, parent: QWidget | None = None, *, unattended: bool = False
    ) -> None:
        """`square_of` makes a picture of a portrait (`document.portraits.square_of_portrait`).

        `unattended`, where nobody scrolls or chooses, many cards become smaller than one at a desk would like,
        whatever the text size.
        """
        super().__init__(parent)
        self._theme = theme
        self.members: Final = PartyModel(self)
        self._unattended = unattended
        self._fitted: tuple[PartyFit, int, int] | None = None
        self._cards = PartyDelegate(theme, self.members, square_of, self)
        self._empty = self.tr("Nobody is here yet.")
        self.setModel(self.members)
        self.setItemDelegate(self._cards)
        set_bare_list(self)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        modes = QAbstractItemView.SelectionMode
        self.setSelectionMode(modes.NoSelection if unattended else modes.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setMinimumSize(theme.px(_LEAST_ROOM[0]), theme.px(_LEAST_ROOM[1]))
        self.setAccessibleName(self.tr("The party"))
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self._restyle)
        self._fit()

    @property
    def cards(self) -> PartyDelegate:
        """What paints the cards."""
        return self._cards

    def show_members(self, rows: tuple[GlanceRow, ...]) -> None:
        """Show these members; the choice stays with the one it is on while that one is there."""
        chosen = self.members.at(self.currentIndex())
        self.members.set_rows(rows)
        self._fit()
        if chosen is not None and not self.currentIndex().isValid():
            self.choose(chosen.id)

    def choose(self, member_id: str) -> None:
        """Mark a member, as when it is chosen beside the board; one who is not here is passed over."""
        place = next((place for place, row in enumerate(self.members.rows) if row.id == member_id), -1)
        if place >= 0:
            self.setCurrentIndex(self.members.index(place))

    def set_below_zero(self, told: bool) -> None:
        """Tell damage below zero in numbers, or only in words."""
        self.members.set_below_zero(told)

    def set_empty_text(self, text: str) -> None:
        """Say something else while there is nobody to show."""
        self._empty = text
        self.viewport().update()

    @guarded(None)
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter, on every platform alike."""
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if plain and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the cards to the new room."""
        super().resizeEvent(event)
        self._fit()

    @guarded(None)
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards, or the words for an empty party."""
        super().paintEvent(event)
        if not self.members.rows:
            painter = QPainter(self.viewport())
            painter.setFont(self._theme.font("serif", 20))
            painter.setPen(self._theme.color("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.viewport().rect(), flags, self._empty)
            painter.end()

    def _open(self, index: QModelIndex) -> None:
        row = self.members.at(index)
        if row is not None:
            self.opened.emit(row.id)

    def _fit(self) -> None:
        """Work out the grid from the room that does not change with it, and centre it there."""
        room = self.contentsRect()
        bar = self.verticalScrollBar().sizeHint().width()
        count = len(self.members.rows)
        text = _FROM_AFAR if self._unattended else self._theme.text_size / 100
        # One pixel less: a list breaks a line that fills the room exactly.
        fit = fit_party(count, room.width() - 1, room.height(), text, bar)
        across = max(0, room.width() - 1 - fit.columns * fit.width - (bar if fit.scrolls else 0)) // 2
        down = 0 if fit.scrolls else max(0, room.height() - fit.rows * fit.height) // 2
        if (fit, across, down) == self._fitted:
            return
        self._fitted = fit, across, down
        self._cards.fit = fit
        bars = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if fit.scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bars)
        self.verticalScrollBar().setSingleStep(max(1, fit.height // 3))
        self.setViewportMargins(across, down, across, 0)
        self.setGridSize(QSize(fit.width, fit.height))

    def _restyle(self) -> None:
        self.setMinimumSize(self._theme.px(_LEAST_ROOM[0]), self._theme.px(_LEAST_ROOM[1]))
        self._fit()
        self.viewport().update()
