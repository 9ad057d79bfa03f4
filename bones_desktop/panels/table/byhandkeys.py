"""Large keys for what a die shows: its different faces, or how many of several dice show one face."""

from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from bones_desktop.panels.table.byhandstate import Question
from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.plaintext import plain_tip

_GAP: Final = 6
_WIDEST: Final = 128
_NUMBER: Final = 72
_DISC: Final = 22
_DISC_PART: Final = 0.4
"""How much of the width of a face its disc takes at most."""
_INK: Final = 0.64
"""Height of the digit in its disc, and of a number in its key, at most."""
_BARE: Final = 4
"""Pixels around a face without its name, whatever the text size."""
_ASKED_FOR: Final = 12
"""Distance between the face that is counted and the numbers."""


def felt_ring(painter: QPainter, rect: QRectF, theme: Theme, width: float, radius: float) -> None:
    """Draw the ring of what has focus or is chosen, in the ink that stands out on felt in every theme."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("on-felt"), width))
    inset = width / 2
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)


class AnswerKey(Guarded, QAbstractButton):
    """One key: a face with its name and the digit that presses it, or a bare number. Space presses it as well."""

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
        """Whether the name is written below the picture; else it is in the tip alone."""
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_face(self, digit: int, code: str, name: str, group: str) -> None:
        """Show a face."""
        self.digit, self._code, self._name, self._group = str(digit), code, name, group
        self.setAccessibleName(self.tr("{face}, key {n}").format(face=name, n=digit))
        self.setToolTip(plain_tip(name))
        self.update()

    def set_number(self, number: int, name: str) -> None:
        """Show a number; `name` says what it means."""
        self.digit, self._code, self._name = str(number), None, ""
        self.setAccessibleName(name)
        self.setToolTip("")
        self.update()

    def nextCheckState(self) -> None:
        """Leave it to the answers which key is marked."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Be pressed by Space; every other key means the dice."""
        if event.key() == Qt.Key.Key_Space:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint a panel pressed into the felt, and on it the face or the number."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lifted = self.isDown() or self.underMouse()
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
        """Paint the digit as the cards of the dice have theirs: on a dark disc in the corner."""
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
    """The keys of one question. Keys and height are kept from question to question."""

    answer_pressed = Signal(int)
    """Which answer was pressed."""

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
        """The keys that are shown."""
        return self._keys[: self._question.answers if self._question is not None else 0]

    def ask(self, question: Question | None, group: str, answer: int | None) -> None:
        """Show the keys for `question` about dice of `group`, with the one of `answer` marked."""
        self._question, self._group = question, group
        for _ in range(len(self._keys), question.answers if question is not None else 0):
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
        key.clicked.connect(lambda: self.answer_pressed.emit(number))
        if self._keys:
            QWidget.setTabOrder(self._keys[-1], key)  # a widget made late would be the last that Tab reaches
        self._keys.append(key)

    def _label(self, key: AnswerKey, number: int) -> None:
        question = self._question
        if question is None:
            return
        if question.counted:
            face, count = question.options[0].name, len(question.places)
            key.set_number(number, self.tr("{n} of {all} show {face}").format(n=number, all=count, face=face))
        else:
            option = question.options[number]
            key.set_face(number + 1, option.code, option.name, self._group)

    def set_picture(self, side: int, lines: int) -> None:
        """Draw faces `side` pixels large, with `lines` for their names; without names keys stand close together."""
        self._side, self._lines = side, lines
        for key in self._keys:
            key.named = lines > 0
            key.update()
        self.setFixedHeight(self.sizeHint().height())
        self._fit()

    def words_height(self, lines: int) -> int:
        """Return how much higher than its picture a key is with so many lines for the name."""
        if not lines:
            return 2 * _BARE
        return lines * QFontMetrics(self._theme.font("sans", 14)).height() + 2 * self._theme.px(_GAP)

    def width_of(self, side: int, count: int) -> int:
        """Return how wide `count` faces of `side` pixels are at their best."""
        return count * (self._key_width(side) + self._theme.px(_GAP))

    def bare_side(self, width: int, count: int) -> int:
        """Return how large `count` faces without names are in so much width."""
        return (width + _BARE) // count - 2 * _BARE

    def _key_width(self, side: int) -> int:
        return max(side + self._theme.px(4 * _GAP), self._theme.px(_WIDEST))

    def sizeHint(self) -> QSize:
        """Return the height of a face with its name."""
        return QSize(0, self._side + self.words_height(self._lines))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face that is counted beside the numbers."""
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
        if question.counted:
            left = self._side + px(_ASKED_FOR)
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
        columns = -(-len(keys) // rows)
        top = (self.height() - rows * (size.height() + gap) + gap) // 2
        for number, key in enumerate(keys):
            row, column = divmod(number, columns)
            x, y = left + column * (size.width() + gap), top + row * (size.height() + gap)
            key.setGeometry(x, y, size.width(), size.height())


def _no_higher(font: QFont, height: float) -> QFont:
    """Return the font, or a smaller one where there is less height for it."""
    if font.pixelSize() > height:
        font.setPixelSize(max(1, int(height)))
    return font


def _largest(wanted: int, count: int, width: int, height: int, gap: int) -> int:
    """Return the side, up to `wanted`, at which `count` squares fit into `width` and `height`."""
    for side in range(wanted, 1, -1):
        columns = max(1, (width + gap) // (side + gap))
        if -(-count // columns) * (side + gap) - gap <= height:
            return side
    return 1
