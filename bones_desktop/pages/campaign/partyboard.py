"""All members of a party as cards, as large as possible."""

from collections.abc import Callable
from math import ceil
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.pages.campaign.partycard import PORTRAIT, GlanceRow, PartyCard, PartyModel
from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import CARD_RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.rows import Index, RowDelegate, set_bare_list
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.wording.language import _

CARD: Final = (300, 166)
"""Width and height of a card with its gap at scale 1, in pixels."""
SMALLEST: Final = 0.92
"""Smallest scale of cards at 100 % text size. If the cards do not fit at this scale, they scroll."""
LARGEST: Final = 3.2
"""Largest scale. Cards larger than this are no easier to read across a table."""
_ROOMIER: Final = 1.5
"""Largest cell of the grid, as a multiple of the card's size."""


class PartyFit(Record):
    """The grid in which the cards of a party are shown."""

    columns: int
    rows: int
    width: int
    """Width in pixels of one cell of the grid."""
    height: int
    scale: float
    """Scale of text and dice."""
    scrolls: bool = False
    """True if all rows together are higher than the space."""


def fit_party(count: int, width: int, height: int, text: float = 1.0, bar: int = 0) -> PartyFit:
    """Return the grid that shows `count` cards as large as possible in `width` by `height` pixels.

    `text` is the user's text size as a factor. It raises the smallest allowed scale. If the cards do not fit at that
    scale, they scroll, and a scroll bar takes `bar` pixels of the width.
    """
    count = max(1, count)
    least = SMALLEST * text
    # If several grids allow the same scale, the grid with the fewest columns is used, because its cards are wider.
    columns = max(range(1, count + 1), key=lambda each: (_scale(count, each, width, height), -each))
    scale = _scale(count, columns, width, height)
    if scale < least:
        room = max(1, width - bar)
        columns = min(count, max(1, int(room / (CARD[0] * least))))
        rows = ceil(count / columns)
        cell = round(CARD[1] * least)
        return PartyFit(columns, rows, room // columns, cell, least, scrolls=rows * cell > height)
    rows = ceil(count / columns)
    scale = min(scale, LARGEST)
    most = (round(CARD[0] * scale * _ROOMIER), round(CARD[1] * scale * _ROOMIER))
    return PartyFit(columns, rows, min(width // columns, most[0]), min(height // rows, most[1]), scale)


def _scale(count: int, columns: int, width: int, height: int) -> float:
    return min(width / columns / CARD[0], height / ceil(count / columns) / CARD[1])


GAP: Final = 5
"""Gap around a card at scale 1."""
_KEPT: Final = 64
SquareOf = Callable[[str, int], QImage]
"""Function that returns the middle square of a portrait, `side` pixels wide; a null image without a portrait."""


class PartyDelegate(RowDelegate[GlanceRow]):
    """Paints cards of one size, given by `fit`."""

    def __init__(self, theme: Theme, model: PartyModel, square_of: SquareOf, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._model = model
        self._square_of = square_of
        self._squares: dict[tuple[str, int], QImage] = {}
        """Portraits by size. They are cached, because reading a portrait is slower than painting a card."""
        self.fit: PartyFit = fit_party(1, 1, 1)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a card with the gap around it."""
        return QSize(self.fit.width, self.fit.height)

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: GlanceRow) -> None:
        gap = max(1, round(GAP * self.fit.scale))
        card = option.rect.adjusted(gap, gap, -gap, -gap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, QRectF(card), option.state)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        picture = self._picture(row, painter.device().devicePixelRatioF())
        content = PartyCard(self._theme, painter, QRectF(card), self.fit.scale)
        content.paint(row, picture, below_zero=self._model.below_zero)

    def _ground(self, painter: QPainter, card: QRectF, state: QStyle.StateFlag) -> None:
        theme = self._theme
        radius = CARD_RADIUS * self.fit.scale
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        rim = theme.color("focus" if focused else "second" if chosen else "line")
        painter.setPen(QPen(rim, max(2, 2 * self.fit.scale) if focused or chosen else 1))
        painter.setBrush(theme.color("raised" if state & QStyle.StateFlag.State_MouseOver else "surface"))
        painter.drawRoundedRect(card.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _picture(self, row: GlanceRow, ratio: float) -> QImage:
        if row.glance is None or not row.glance.character.portrait:
            return QImage()
        key = row.glance.character.portrait, round(PORTRAIT * self.fit.scale * ratio)
        if key not in self._squares:
            # Sizes change while the user resizes a window, and portraits of earlier sizes are not needed again.
            if len(self._squares) >= _KEPT:
                self._squares.clear()
            self._squares[key] = self._square_of(*key)
        return self._squares[key]


_LEAST_ROOM: Final = (290, 170)
_FROM_AFAR: Final = 0.7
"""Smallest text size, as a factor, of cards in a view that does not scroll."""


class PartyBoard(Guarded, QListView):
    """Shows all members at once if their cards are readable; otherwise the cards scroll."""

    opened = Signal(str)
    """Emitted with the id of a member on Enter or a double click."""

    def __init__(
        self, theme: Theme, square_of: SquareOf, parent: QWidget | None = None, *, unattended: bool = False
    ) -> None:
        """`square_of` makes the picture of a portrait (`document.portraits.square_of_portrait`).

        `unattended` is for a screen where nobody scrolls or selects a card. Many cards then get smaller than is
        comfortable at a desk, whatever the text size is.
        """
        super().__init__(parent)
        self._theme = theme
        self.members: Final = PartyModel(self)
        self._unattended = unattended
        self._fitted: tuple[PartyFit, int, int] | None = None
        self.cards = PartyDelegate(theme, self.members, square_of, self)
        """The delegate that paints the cards."""
        self._empty = _("Nobody is here yet.")
        self.setModel(self.members)
        self.setItemDelegate(self.cards)
        set_bare_list(self)
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(True)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setUniformItemSizes(True)
        # On a screen for the players, a selected card would be a distraction.
        modes = QAbstractItemView.SelectionMode
        self.setSelectionMode(modes.NoSelection if unattended else modes.SingleSelection)
        # Tab moves the focus out of the list; arrow keys move between members.
        self.setTabKeyNavigation(False)
        set_lengths(theme, self, least_width=_LEAST_ROOM[0], least_height=_LEAST_ROOM[1])
        self.setAccessibleName(_("The party"))
        self.doubleClicked.connect(self._open)
        theme.changed.connect(self._restyle)
        self._fit()

    def show_members(self, rows: tuple[GlanceRow, ...]) -> None:
        """Show these members. The chosen member stays chosen."""
        chosen = self.members.at(self.currentIndex())
        self.members.set_rows(rows)
        self._fit()
        # A reset of the model drops the current row.
        if chosen is not None and not self.currentIndex().isValid():
            self.choose(chosen.id)

    def choose(self, member_id: str) -> None:
        """Choose a member by id. An unknown id is ignored."""
        place = next((place for place, row in enumerate(self.members.rows) if row.id == member_id), -1)
        if place >= 0:
            self.setCurrentIndex(self.members.index(place))

    def set_empty_text(self, text: str) -> None:
        """Set the text shown without members."""
        self._empty = text
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a member with Enter; on macOS, Qt would start editing instead."""
        plain = event.modifiers() in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier}
        if plain and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the cards to the new size."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the cards, or the text of an empty party."""
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
        """Calculate the grid from the size without scroll bars, and centre it."""
        room = self.contentsRect()
        bar = self.verticalScrollBar().sizeHint().width()
        count = len(self.members.rows)
        text = _FROM_AFAR if self._unattended else self._theme.text_size / 100
        # The width is reduced by one pixel, because Qt wraps a row that fills the width exactly.
        fit = fit_party(count, room.width() - 1, room.height(), text, bar)
        across = max(0, room.width() - 1 - fit.columns * fit.width - (bar if fit.scrolls else 0)) // 2
        down = 0 if fit.scrolls else max(0, room.height() - fit.rows * fit.height) // 2
        # Setting margins resizes the list, which calls this method again. The second call stops here, because nothing
        # has changed.
        if (fit, across, down) == self._fitted:
            return
        self._fitted = fit, across, down
        self.cards.fit = fit
        bars = Qt.ScrollBarPolicy.ScrollBarAlwaysOn if fit.scrolls else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        self.setVerticalScrollBarPolicy(bars)
        self.verticalScrollBar().setSingleStep(max(1, fit.height // 3))
        self.setViewportMargins(across, down, across, 0)
        self.setGridSize(QSize(fit.width, fit.height))

    def _restyle(self) -> None:
        self._fit()
        self.viewport().update()
