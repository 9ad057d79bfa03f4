"""Large keys for the faces of a die or the number of dice, and small tiles for all dice of the roll."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QScrollArea, QSizePolicy, QWidget

from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.byhand.byhandstate import Question
from bones_desktop.widgets.dice.facelook import BODIES, paint_mini
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_font
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

_GAP: Final = 6
_WIDEST: Final = 128
_NUMBER: Final = 72
_DISC: Final = 22
_DISC_PART: Final = 0.4
"""Largest width of the disc with the digit, as a share of the face."""
_INK: Final = 0.64
"""Largest height of a digit in its disc, or of a number in its key, as a share."""
_BARE: Final = 4
"""Margin around a face without a name, in pixels at any text size."""
_ASKED_FOR: Final = 12
"""Distance in pixels between the face to be counted and the keys with the numbers."""


def felt_ring(painter: QPainter, rect: QRectF, theme: Theme, width: float, radius: float) -> None:
    """Draw the ring of a focused or selected item in a colour that is visible on felt."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("on-felt"), width))
    inset = width / 2
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)


class AnswerKey(Guarded, QAbstractButton):
    """A key with a face, its name and its digit, or with a number only. Space presses it too."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.digit = ""
        self._code: str | None = None
        self._group = ""
        self._name = ""
        self.picture = 0
        """Side of the picture in pixels."""
        self.named = True
        """Whether the name is below the picture; otherwise it is only in the tooltip."""
        self.setCheckable(True)
        # A click must leave the focus with the entry, which handles digits.
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_face(self, digit: int, code: str, name: str, group: str) -> None:
        """Show a face."""
        self.digit, self._code, self._name, self._group = str(digit), code, name, group
        self.setAccessibleName(_("{face}, key {n}").format(face=name, n=digit))
        self.setToolTip(plain_tip(name))
        self.update()

    def set_number(self, number: str, name: str) -> None:
        """Show a number. `name` is its text for screen readers."""
        self.digit, self._code, self._name = number, None, ""
        self.setAccessibleName(name)
        self.setToolTip("")
        self.update()

    def nextCheckState(self) -> None:
        """Do nothing, because the answers decide which key is marked."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the key with Space. All other keys are passed to the entry."""
        if event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a recess in the felt, and in it the face or the number."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lifted = self.isDown() or self.underMouse()
        # A key is darker than the felt, but less so under the pointer.
        ground = theme.color("felt").darker(105 if self.isDown() else 115 if lifted else 130)
        rim = QColor(theme.color("on-felt"))
        rim.setAlphaF(0.9 if lifted else 0.45)
        rect, radius = QRectF(self.rect()), float(theme.px(RADIUS))
        painter.setBrush(ground)
        painter.setPen(QPen(rim, 1))
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setPen(theme.color("on-felt"))
        if self._code is None:
            painter.setFont(_no_higher(theme.font("serif", 20, bold=True), self.height() * _INK))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.digit)
        else:
            self._paint_face(painter, self._code)
        if self.isChecked():
            felt_ring(painter, rect, theme, 3, radius)
        painter.end()

    def _paint_face(self, painter: QPainter, code: str) -> None:
        theme, pad = self._theme, self._theme.px(_GAP) if self.named else (self.height() - self.picture) // 2
        tile = QRectF((self.width() - self.picture) / 2, pad, self.picture, self.picture)
        paint_mini(painter, tile, theme, code, self._group)
        self._paint_digit(painter)
        if not self.named:
            return
        room = QRect(pad // 2, pad + self.picture, self.width() - pad, self.height() - self.picture - pad)
        wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
        name = self._name
        for size in (14, 12):
            painter.setFont(theme.font("sans", size))
            bounds = painter.fontMetrics().boundingRect(room, wrapped, name)
            if bounds.height() <= room.height() and bounds.width() <= room.width():
                break
        else:
            name = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, wrapped, name)

    def _paint_digit(self, painter: QPainter) -> None:
        """Paint the digit on a dark disc in the corner, as on the cards of dice."""
        theme, radius = self._theme, min(self._theme.px(_DISC), self.picture * _DISC_PART) / 2
        centre = QPointF(radius + 2, radius + 2)
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.setBrush(theme.color("ground"))
        painter.drawEllipse(centre, radius, radius)
        painter.setPen(theme.color("text"))
        painter.setFont(_no_higher(theme.font("sans", 14, bold=True), 2 * radius * _INK))
        disc = QRectF(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, self.digit)
        painter.setPen(theme.color("on-felt"))


class KeyPad(Fitting):
    """The keys of a question. Keys are reused, and the height stays the same for the next question."""

    answer_pressed = Signal(int)
    """Emitted with the number of the pressed answer."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._question: Question | None = None
        self._group = ""
        self._keys: list[AnswerKey] = []
        self._side = theme.px(64)
        self._lines = 1
        self._add_key()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def keys(self) -> list[AnswerKey]:
        """The keys shown."""
        return self._keys[: self._question.answers if self._question is not None else 0]

    def ask(self, question: Question | None, group: str, answer: int | None) -> None:
        """Show the keys for `question` about dice of `group`; mark the key of `answer`."""
        self._question, self._group = question, group
        for _unused in range(len(self._keys), question.answers if question is not None else 0):
            self._add_key()
        shown = self.keys
        for number, key in enumerate(self._keys):
            key.setVisible(number < len(shown))
            key.setChecked(number == answer)
        for number, key in enumerate(shown):
            key.named = self._lines > 0
            self._label(key, number)
        self._fit()
        self.update()

    def _add_key(self) -> None:
        key, number = AnswerKey(self._theme, self), len(self._keys)
        key.clicked.connect(partial(self.answer_pressed.emit, number))
        if self._keys:
            # New widgets would come last in the Tab order.
            QWidget.setTabOrder(self._keys[-1], key)
        self._keys.append(key)

    def _label(self, key: AnswerKey, number: int) -> None:
        question = self._question
        if question is None:
            return
        if question.counted:
            face, count = question.options[0].name, len(question.places)
            key.set_number(str(number), _("{n} of {all} show {face}").format(n=number, all=count, face=face))
        elif question.numbered:
            key.set_number(question.options[number].name, question.options[number].name)
        else:
            option = question.options[number]
            key.set_face(number + 1, option.code, option.name, self._group)

    def set_picture(self, side: int, lines: int) -> None:
        """Set the size of the faces to `side` pixels, with `lines` for names. Without names, keys are closer."""
        self._side, self._lines = side, lines
        for key in self._keys:
            key.named = lines > 0
            key.update()
        self.setFixedHeight(self.sizeHint().height())
        self._fit()

    def words_height(self, lines: int) -> int:
        """Return how much higher than its picture a key is, if its name has `lines` lines."""
        if not lines:
            return 2 * _BARE
        return lines * QFontMetrics(self._theme.font("sans", 14)).height() + 2 * self._theme.px(_GAP)

    def width_of(self, side: int, count: int) -> int:
        """Return the preferred width of `count` faces of `side` pixels."""
        return count * (self._key_width(side) + self._theme.px(_GAP))

    def bare_side(self, width: int, count: int) -> int:
        """Return the side of `count` faces without names in `width` pixels."""
        return (width + _BARE) // count - 2 * _BARE

    def _key_width(self, side: int) -> int:
        return max(side + self._theme.px(4 * _GAP), self._theme.px(_WIDEST))

    def sizeHint(self) -> QSize:
        """Return the height of a face with its name."""
        return QSize(0, self._side + self.words_height(self._lines))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face to be counted next to the numbers."""
        question = self._question
        if question is not None and question.counted:
            painter = QPainter(self)
            square = QRectF(0, (self.height() - self._side) / 2, self._side, self._side)
            paint_mini(painter, square, self._theme, question.options[0].code, self._group)
            painter.end()

    def _fit(self) -> None:
        """Place the keys again."""
        question, shown = self._question, self.keys
        if question is None or not shown:
            return
        px, gap = self._theme.px, self._theme.px(_GAP) if self._lines else _BARE
        if question.counted or question.numbered:
            left = self._side + px(_ASKED_FOR) if question.counted else 0
            side = _largest(px(_NUMBER), len(shown), self.width() - left, self.height(), gap)
            self._grid(shown, left, QSize(side, side), gap)
            return
        best = self._key_width(self._side) if self._lines else self._side + 2 * gap
        width = min(best, (self.width() + gap) // len(shown) - gap)
        for key in shown:
            key.picture = max(1, min(self._side, width - gap))
        self._grid(shown, 0, QSize(max(1, width), self.height()), gap)

    def _grid(self, keys: list[AnswerKey], left: int, size: QSize, gap: int) -> None:
        columns = max(1, (self.width() - left + gap) // (size.width() + gap))
        rows = -(-len(keys) // columns)
        # Rows of equal length look better than a full row and a short one.
        columns = -(-len(keys) // rows)
        top = (self.height() - rows * (size.height() + gap) + gap) // 2
        for number, key in enumerate(keys):
            row, column = divmod(number, columns)
            x, y = left + column * (size.width() + gap), top + row * (size.height() + gap)
            key.setGeometry(x, y, size.width(), size.height())


def _no_higher(font: QFont, height: float) -> QFont:
    """Return the font, made smaller if this is needed to fit `height`."""
    if font.pixelSize() > height:
        font.setPixelSize(max(1, int(height)))
    return font


def _largest(wanted: int, count: int, width: int, height: int, gap: int) -> int:
    """Return the largest side, up to `wanted`, at which `count` squares fit into `width` and `height`."""
    for side in range(wanted, 1, -1):
        columns = max(1, (width + gap) // (side + gap))
        if -(-count // columns) * (side + gap) - gap <= height:
            return side
    return 1


_LEAST: Final = 44
"""Smallest side of a tile in pixels at any text size, so that a finger can hit the tile."""
_SIDE: Final = 36
_RING: Final = 3
_CORNER: Final = 0.16
_APART: Final = 16
_MARK_INK: Final = 0.7
"""Largest height of the question mark, as a share of its tile."""


@dataclass(frozen=True, slots=True)
class TileLook:
    """The content of a tile."""

    code: str | None = None
    """Code of the face; None while unknown."""
    group: str = ""
    name: str = ""
    """Text for the tooltip and screen readers."""
    current: bool = False


class HandTile(Guarded, QAbstractButton):
    """A die, with room for a ring around it. It takes no keys, because the entry handles them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = TileLook()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def look(self) -> TileLook:
        """The look shown."""
        return self._look

    def set_look(self, look: TileLook) -> None:
        """Show another look, or do nothing if it is the same."""
        if look != self._look:
            self._look = look
            self.setAccessibleName(look.name)
            self.setToolTip(plain_tip(look.name))
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face, or a question mark in the colour of the die."""
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
        font.setPixelSize(min(font.pixelSize(), round(rect.height() * _MARK_INK)))
        painter.setFont(font)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, "?")


class HandTiles(Guarded, QScrollArea):
    """All dice of the roll, in rows with captions. They scroll if necessary."""

    die_clicked = Signal(int)
    """Emitted with the index of the clicked die."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: list[tuple[QLabel, list[HandTile]]] = []
        self.tiles: list[HandTile] = []
        """One tile for each die, in the order of the roll."""
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
        """Show another roll: `rows` contain the indices of the dice, `captions` the captions of the rows."""
        for caption, tiles in self._rows:
            for widget in (caption, *tiles):
                widget.hide()
                widget.deleteLater()
        self._rows = []
        found: dict[int, HandTile] = {}
        for row, text in zip(rows, captions, strict=True):
            label = plain_label(self._board, text, "felt")
            label.setFont(self._theme.font("sans", 12))
            tiles = [HandTile(self._theme, self._board) for _unused in row]
            for place, tile in zip(row, tiles, strict=True):
                tile.clicked.connect(partial(self.die_clicked.emit, place))
                found[place] = tile
            for widget in (label, *tiles):
                widget.show()
            self._rows.append((label, tiles))
        self.tiles = [found[place] for place in sorted(found)]
        self._place()
        self.verticalScrollBar().setValue(0)

    def reveal(self, place: int) -> None:
        """Scroll until a die is visible, with its caption if possible."""
        tile, bar, room = self.tiles[place], self.verticalScrollBar(), self.viewport().height()
        bar.setValue(max(bar.value(), tile.geometry().bottom() + 1 - room))
        # This call comes last, so that the caption and the top of the die are visible if there is too little room.
        bar.setValue(min(bar.value(), tile.y() - self._caption_height()))

    def beside(self, place: int, down: int) -> int:
        """Return the die above (`down` -1) or below (1); the same die if there is none."""
        here = self.tiles[place].geometry().center()
        lines = sorted({tile.y() for tile in self.tiles if (tile.geometry().center().y() - here.y()) * down > 0})
        if not lines:
            return place
        line = lines[0 if down > 0 else -1]
        there = [number for number, tile in enumerate(self.tiles) if tile.y() == line]
        return min(there, key=lambda number: abs(self.tiles[number].geometry().center().x() - here.x()))

    def set_small(self, small: bool) -> None:
        """Set whether tiles stay at the minimum touch size or grow with the text size."""
        if small != self._small:
            self._small = small
            self._place()

    def set_room(self, width: int, height: int, most: int) -> None:
        """Set the height that the rows need at `width`, up to `height`. Tiles are at most `most` pixels wide."""
        self._most = most
        self.setFixedHeight(max(1, min(height, self._height(self._side_for(width, height), width))))

    def minimumSizeHint(self) -> QSize:
        """Return a size at which one row of tiles is visible."""
        return QSize(0, self._least() + 2 * _RING + self._caption_height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the rows for the new width."""
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
        """Make tiles as large as possible with all of them visible, but not too small for fingers."""
        room = self.maximumViewportSize()
        width, side = room.width(), self._side_for(room.width(), room.height())
        # The viewport's width depends on the scroll bar, which would appear and disappear endlessly.
        if self._height(side, width) > room.height():
            width -= self.verticalScrollBar().sizeHint().width()
        self._set(side, width)

    def _side_for(self, width: int, height: int) -> int:
        least = self._least()
        return next((side for side in range(self._most, least, -4) if self._height(side, width) <= height), least)

    def _height(self, side: int, width: int) -> int:
        return max((place.bottom() + 1 for place, _unused in self._blocks(side, width)), default=0)

    def _set(self, side: int, width: int) -> None:
        cell, head = side + 2 * _RING, self._caption_height()
        for (caption, tiles), (block, columns) in zip(self._rows, self._blocks(side, width), strict=True):
            caption.setGeometry(block.x() + _RING, block.y(), block.width() - _RING, head)
            for number, tile in enumerate(tiles):
                down, right = divmod(number, columns)
                tile.setGeometry(block.x() + right * cell, block.y() + head + down * cell, cell, cell)
        self._board.resize(max(1, width), self._height(side, width))

    def _blocks(self, side: int, width: int) -> list[tuple[QRect, int]]:
        """Return the rectangle and the number of columns of each row.

        Rows are side by side if they fit; long rows take several lines.
        """
        cell, head = side + 2 * _RING, self._caption_height()
        found: list[tuple[QRect, int]] = []
        x = y = line = 0
        for caption, tiles in self._rows:
            lines = -(-len(tiles) // max(1, width // cell))
            # Lines of equal length look better than a last line with few tiles.
            columns = -(-len(tiles) // lines)
            wide = max(columns * cell, caption.sizeHint().width() + _RING)
            if x and x + wide > width:
                x, y, line = 0, y + line + self._theme.px(4), 0
            tall = head + lines * cell
            found.append((QRect(x, y, min(wide, max(1, width - x)), tall), columns))
            x += wide + self._theme.px(_APART)
            line = max(line, tall)
        return found
