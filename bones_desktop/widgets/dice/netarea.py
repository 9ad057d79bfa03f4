"""Dice as nets in equal rows and columns, as large as there is room for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import COLUMNS, ROWS, DieNet, NetLook, net_size
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.text.labels import plain_label

SMALLEST: Final = 44
LARGEST: Final = 150
CROWDED: Final = 38
"""Sides of a face in pixels, the last the least for more than MANY dice. Pictures need no more with larger text."""
MANY: Final = 6
_TIGHT_GAP: Final = 8
_MOST_SPREAD: Final = 96


@dataclass(frozen=True, slots=True)
class NetGrid:
    """Where each net stands, the side of a face, the height all of it takes, and whether gaps are small."""

    columns: int
    side: int
    height: int
    cards: tuple[QRect, ...]
    tight: bool


def net_grid(count: int, room: QSize, bar: int, theme: Theme) -> NetGrid:
    """Return how `count` nets, at least one, stand in `room`; a scroll bar takes `bar` of the width where needed.

    Faces are as large as they can be without scrolling. More than MANY dice do without most gaps, and have smaller
    faces, rather than to scroll.
    """
    found = _largest(count, room, theme, SMALLEST, tight=False)
    tight = found is None and count > MANY
    if tight:
        found = _largest(count, room, theme, CROWDED, tight=True)
    scrolls = found is None
    columns, side = found or _scrolling(count, room.width() - bar, theme, tight=tight)
    gap = _gap(theme, tight)
    wide_room = room.width() - (bar if scrolls else 0)
    rows = -(-count // columns)
    width, height = net_size(side, theme, tight=tight)
    most = theme.px(_MOST_SPREAD)
    width += _share(wide_room, width, columns, gap, most)
    height += _share(room.height(), height, rows, gap, min(most, side))
    left = max(0, (wide_room - (columns * (width + gap) - gap)) // 2)
    cards = tuple(
        QRect(left + column * (width + gap), row * (height + gap), width, height)
        for row, column in (divmod(place, columns) for place in range(count))
    )
    return NetGrid(columns, side, max(room.height(), rows * (height + gap) - gap), cards, tight)


def _largest(count: int, room: QSize, theme: Theme, least: int, *, tight: bool) -> tuple[int, int] | None:
    """Return the columns and the side that make faces largest without scrolling, None where `least` does not fit."""
    gap = _gap(theme, tight)
    across, down = net_size(0, theme, tight=tight)
    best: tuple[int, int] | None = None
    for columns in range(1, count + 1):
        rows = -(-count // columns)
        wide = ((room.width() + gap) // columns - gap - across) // COLUMNS
        high = ((room.height() + gap) // rows - gap - down) // ROWS
        side = min(wide, high, theme.px(LARGEST))
        if side >= least and (best is None or side > best[1]):
            best = (columns, side)
    return best


def _scrolling(count: int, width: int, theme: Theme, *, tight: bool) -> tuple[int, int]:
    """Return the columns and the side where the room is too small to show all."""
    gap = _gap(theme, tight)
    across = net_size(0, theme, tight=tight)[0]
    least = net_size(CROWDED if tight else SMALLEST, theme, tight=tight)[0]
    columns = min(count, max(1, (width - theme.px(4) + gap) // (least + gap)))
    wide = ((width - theme.px(4) + gap) // columns - gap - across) // COLUMNS
    return columns, max(CROWDED, min(wide, theme.px(SMALLEST + 12)))


def _gap(theme: Theme, tight: bool) -> int:
    return _TIGHT_GAP if tight else theme.px(12)


def _share(room: int, size: int, count: int, gap: int, most: int) -> int:
    """Return how much each of `count` cards may grow to fill the room."""
    return min(max(0, (room + gap) // count - gap - size), most)


class NetArea(Guarded, QScrollArea):
    """Lays out the first `_count` of its nets; MANY are kept when fewer are shown. Without any it invites."""

    def __init__(self, theme: Theme, invitation: str, parent: QWidget | None = None) -> None:
        """`invitation` stands in the middle while there are no dice."""
        super().__init__(parent)
        self._theme = theme
        self._made: list[DieNet] = []
        self._count = 0
        self._columns = 1
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._page = QWidget()
        self.setWidget(self._page)
        self._invitation = plain_label(self._page, invitation, role="muted", theme=theme, size=20, serif=True)
        self._invitation.setWordWrap(True)
        self._invitation.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._invitation.setFont(theme.font("serif", 20))
        theme.changed.connect(self._restyle)

    @property
    def nets(self) -> tuple[DieNet, ...]:
        """The nets shown, first die first."""
        return tuple(self._made[: self._count])

    @property
    def columns(self) -> int:
        """How many nets stand side by side."""
        return self._columns

    def sizeHint(self) -> QSize:
        """Return room for two dice side by side at the least size."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(2 * width, 2 * height)

    def minimumSizeHint(self) -> QSize:
        """Return room for one die."""
        width, height = net_size(self._theme.px(SMALLEST), self._theme)
        return QSize(width + self._theme.px(16), height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the dice as large as the new room allows."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._invitation.setVisible(not self._count)
        if not self._count:
            self._page.resize(self.viewport().size())
            self._invitation.setGeometry(self._page.rect())
            return
        room = self.maximumViewportSize()
        bar = self.verticalScrollBar().sizeHint().width()
        grid = net_grid(self._count, room, bar, self._theme)
        self._columns = grid.columns
        self._page.resize(room.width() - (bar if grid.height > room.height() else 0), grid.height)
        for net, card in zip(self.nets, grid.cards, strict=True):
            net.setGeometry(card)
            net.set_side(grid.side, tight=grid.tight)

    def _show_nets(self) -> None:
        """Show the first `_count` nets, and delete the others but for what the next character may need."""
        while len(self._made) > max(self._count, MANY):
            net = self._made.pop()
            net.hide()
            net.deleteLater()
        for place, net in enumerate(self._made):
            net.setVisible(place < self._count)

    def _restyle(self) -> None:
        self._arrange()
        for net in self._made:
            net.update()


class NetPreview(NetArea):
    """Shows nets in equal rows and columns; the keys scroll."""

    def __init__(self, theme: Theme, invitation: str, parent: QWidget | None = None) -> None:
        """`invitation` stands in the middle while there are no dice."""
        super().__init__(theme, invitation, parent)
        self.setAccessibleName(self.tr("The dice"))

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice."""
        while len(self._made) < len(looks):
            net = DieNet(self._theme, self._page)
            for tile in net.tiles:
                tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            self._made.append(net)
        for look, net in zip(looks, self._made, strict=False):
            net.set_look(look)
        self.setAccessibleDescription("; ".join(look.name for look in looks))
        if len(looks) != self._count:
            self._count = len(looks)
            self._show_nets()
            self._arrange()
