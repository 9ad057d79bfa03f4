"""The dice of a throw by hand as small tiles in rows, known ones with their face and the others with a question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from bones_desktop.panels.table.byhandkeys import felt_ring
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import BODIES, paint_mini
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_label

_LEAST: Final = 44
"""Side of a tile in pixels, whatever the text size: a finger does not grow with it."""
_SIDE: Final = 36
_RING: Final = 3
_CORNER: Final = 0.16
_APART: Final = 16
_INK: Final = 0.7
"""Height of the question mark in its tile, at most."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """What a tile shows."""

    code: str | None = None
    """The face it shows, None while it is not known."""
    group: str = ""
    name: str = ""
    """For the tip and for screen readers."""
    current: bool = False


class HandTile(Guarded, QAbstractButton):
    """One die, with room for the ring around it. The whole entry handles keys, so a tile takes none."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = TileLook()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def look(self) -> TileLook:
        """What is shown."""
        return self._look

    def set_look(self, look: TileLook) -> None:
        """Show another look; nothing is repainted when it is the same."""
        if look != self._look:
            self._look = look
            self.setAccessibleName(look.name)
            self.setToolTip(plain_tip(look.name))
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face, or a question in the colour of the die."""
        theme, look, painter = self._theme, self._look, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(_RING, _RING, -_RING, -_RING)
        if look.code is not None:
            paint_mini(painter, rect, theme, look.code, look.group)
        else:
            self._question(painter, rect.adjusted(1, 1, -1, -1))
        if look.current:
            felt_ring(painter, QRectF(self.rect()), theme, _RING - 0.5, rect.width() * _CORNER + _RING)
        painter.end()

    def _question(self, painter: QPainter, rect: QRectF) -> None:
        theme = self._theme
        body = QColor(theme.color(BODIES.get(self._look.group, "bone")))
        body.setAlphaF(0.35 if self.underMouse() else 0.2)
        rim = QColor(theme.color("on-felt"))
        rim.setAlphaF(0.6)
        pen = QPen(rim, 1.5)
        pen.setDashPattern([3.0, 2.0])
        painter.setPen(pen)
        painter.setBrush(body)
        painter.drawRoundedRect(rect, rect.width() * _CORNER, rect.width() * _CORNER)
        painter.setPen(theme.color("on-felt"))
        font = theme.font("serif", 20, bold=True)
        font.setPixelSize(min(font.pixelSize(), round(rect.height() * _INK)))
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")


class HandTiles(Guarded, QScrollArea):
    """All dice of the throw, those of a row together under their caption; scrolls where there are too many."""

    die_clicked = Signal(int)
    """A die was clicked."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[QLabel, list[HandTile]]] = []
        self.tiles: list[HandTile] = []
        """One a die, in the order of the throw."""
        self._most = _LEAST
        self._small = False
        self._board = QWidget(self)
        self._board.setAutoFillBackground(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setWidget(self._board)
        theme.changed.connect(self._restyle)

    def lay(self, rows: Sequence[Sequence[int]], captions: Sequence[str]) -> None:
        """Lay out a throw of other dice: the places of the dice in rows, and what the rows are called."""
        for caption, tiles in self._rows:
            for widget in (caption, *tiles):
                widget.hide()
                widget.deleteLater()
        self._rows = []
        found: dict[int, HandTile] = {}
        for row, text in zip(rows, captions, strict=True):
            label = plain_label(self._board, text, "felt")
            label.setFont(self._theme.font("sans", 12))
            tiles = [HandTile(self._theme, self._board) for _ in row]
            for place, tile in zip(row, tiles, strict=True):
                tile.clicked.connect(lambda _checked=False, place=place: self.die_clicked.emit(place))
                found[place] = tile
            for widget in (label, *tiles):
                widget.show()
            self._rows.append((label, tiles))
        self.tiles = [found[place] for place in sorted(found)]
        self._place()
        self.verticalScrollBar().setValue(0)

    def reveal(self, place: int) -> None:
        """Scroll until a die is in view, and its caption if there is room."""
        tile, bar, room = self.tiles[place], self.verticalScrollBar(), self.viewport().height()
        bar.setValue(max(bar.value(), tile.geometry().bottom() + 1 - room))
        bar.setValue(min(bar.value(), tile.y() - self._caption_height()))

    def beside(self, place: int, down: int) -> int:
        """Return the die above (-1) or below (1) another, the same where there is none."""
        here = self.tiles[place].geometry().center()
        lines = sorted({tile.y() for tile in self.tiles if (tile.geometry().center().y() - here.y()) * down > 0})
        if not lines:
            return place
        line = lines[0 if down > 0 else -1]
        there = [number for number, tile in enumerate(self.tiles) if tile.y() == line]
        return min(there, key=lambda number: abs(self.tiles[number].geometry().center().x() - here.x()))

    def set_small(self, small: bool) -> None:
        """Make tiles no larger than a finger needs, whatever the text size, or let them grow with it."""
        if small != self._small:
            self._small = small
            self._place()

    def set_room(self, width: int, height: int, most: int) -> None:
        """Take as much of `height` as the rows need at `width`, with tiles of `most` pixels or less."""
        self._most = most
        self.setFixedHeight(max(1, min(height, self._height(self._side_for(width, height), width))))

    def minimumSizeHint(self) -> QSize:
        """Return room for one row."""
        return QSize(0, self._least() + 2 * _RING + self._caption_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the rows out for the new width."""
        super().resizeEvent(event)
        self._place()

    def _restyle(self) -> None:
        for caption, _tiles in self._rows:
            set_font(caption, self._theme.font("sans", 12))
        self._place()

    def _least(self) -> int:
        return _LEAST if self._small else max(_LEAST, self._theme.px(_SIDE))

    def _caption_height(self) -> int:
        return QFontMetrics(self._theme.font("sans", 12)).height()

    def _place(self) -> None:
        """Make tiles as large as lets all of them be seen, and no smaller than a finger can hit."""
        room = self.maximumViewportSize()
        width, side = room.width(), self._side_for(room.width(), room.height())
        # Not by the viewport: less width may need less height, and its bar would come and go without end.
        if self._height(side, width) > room.height():
            width -= self.verticalScrollBar().sizeHint().width()
        self._set(side, width)

    def _side_for(self, width: int, height: int) -> int:
        least = self._least()
        return next((side for side in range(self._most, least, -4) if self._height(side, width) <= height), least)

    def _height(self, side: int, width: int) -> int:
        return max((place.bottom() + 1 for place, _ in self._blocks(side, width)), default=0)

    def _set(self, side: int, width: int) -> None:
        cell, head = side + 2 * _RING, self._caption_height()
        for (caption, tiles), (block, columns) in zip(self._rows, self._blocks(side, width), strict=True):
            caption.setGeometry(block.x() + _RING, block.y(), block.width() - _RING, head)
            for number, tile in enumerate(tiles):
                down, right = divmod(number, columns)
                tile.setGeometry(block.x() + right * cell, block.y() + head + down * cell, cell, cell)
        self._board.resize(max(1, width), self._height(side, width))

    def _blocks(self, side: int, width: int) -> list[tuple[QRect, int]]:
        """Return where each row goes and in how many columns: side by side while they fit, a long one in more lines."""
        cell, head = side + 2 * _RING, self._caption_height()
        found: list[tuple[QRect, int]] = []
        x = y = line = 0
        for caption, tiles in self._rows:
            lines = -(-len(tiles) // max(1, width // cell))
            columns = -(-len(tiles) // lines)
            wide = max(columns * cell, caption.sizeHint().width() + _RING)
            if x and x + wide > width:
                x, y, line = 0, y + line + self._theme.px(4), 0
            tall = head + lines * cell
            found.append((QRect(x, y, min(wide, max(1, width - x)), tall), columns))
            x += wide + self._theme.px(_APART)
            line = max(line, tall)
        return found
