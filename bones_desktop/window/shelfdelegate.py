"""Paints one character of the shelf as a card: portrait, name, kind and origins, its dice, tags and when it changed."""

from typing import Final

from PySide6.QtCore import QDateTime, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.character import MOST_PLAYER_DICE
from bones_desktop.rules.bones.icons import UNIVERSAL
from bones_desktop.storage.shelfentry import Entry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rowmodel import Index
from bones_desktop.window.shelfmodel import ShelfRole
from bones_desktop.window.shelforder import ShelfWords
from bones_desktop.window.shelfportraits import Portraits
from bones_desktop.wording.files import file_sentence

_HEIGHT: Final = 116
_LEAST_WIDTH: Final = 316
_PAD: Final = 12
_DIE: Final = 20


class ShelfDelegate(QStyledItemDelegate):
    """Cards of one height; the chosen ones have the rim of the selection colour."""

    def __init__(self, theme: Theme, words: ShelfWords, portraits: Portraits, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = words
        self._portraits = portraits
        self._width = 0

    def set_width(self, width: int) -> None:
        """Let cards be `width` wide, as the view's columns are."""
        self._width = width

    def least_width(self) -> int:
        """Return the least width a card is readable at."""
        return self._theme.px(_LEAST_WIDTH)

    @guarded(QSize())
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:  # noqa: N802 (Qt's name)
        """Return the size of a card with the gap around it."""
        return QSize(self._width or self.least_width(), self._theme.px(_HEIGHT))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the card."""
        entry = index.data(ShelfRole.ENTRY)
        if not isinstance(entry, Entry):
            return
        px = self._theme.px
        card = QRectF(option.rect).adjusted(px(4), px(4), -px(4), -px(4))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, card, option.state)
        pad = px(_PAD)
        side = card.height() - 2 * pad
        mirrored = option.direction is Qt.LayoutDirection.RightToLeft
        left = card.right() - pad - side if mirrored else card.left() + pad
        self._portrait(painter, QRectF(left, card.top() + pad, side, side), entry)
        words = QRectF(
            card.left() + (0 if mirrored else pad + side), card.top(), card.width() - side - pad, card.height()
        )
        self._words_of(painter, words.adjusted(pad, pad - px(3), -pad, -pad + px(3)), entry)
        painter.restore()

    def _ground(self, painter: QPainter, card: QRectF, state: QStyle.StateFlag) -> None:
        theme = self._theme
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QPen(theme.color("second" if chosen else "line"), 2 if chosen else 1))
        painter.setBrush(theme.color("raised" if chosen or hovered else "surface"))
        painter.drawRoundedRect(card, theme.px(10), theme.px(10))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(3, 3, -3, -3), theme.px(8), theme.px(8))

    def _portrait(self, painter: QPainter, square: QRectF, entry: Entry) -> None:
        theme = self._theme
        ratio = painter.device().devicePixelRatioF()
        picture = self._portraits.pixmap(entry, round(square.width() * ratio))
        shape = QPainterPath()
        shape.addRoundedRect(square, theme.px(8), theme.px(8))
        if picture is not None:
            painter.save()
            painter.setClipPath(shape)
            painter.drawPixmap(square, picture, QRectF(picture.rect()))
            painter.restore()
            painter.strokePath(shape, QPen(theme.color("line"), 1))
            return
        painter.setPen(QPen(theme.color("line"), 1))
        painter.setBrush(theme.color("bone" if entry.damaged is None else "line"))
        painter.drawPath(shape)
        if entry.damaged is not None:
            painter.setPen(theme.color("bad"))
            painter.setFont(theme.font("serif", 28, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, "!")
            return
        gap = square.width() * 0.18
        inner = square.adjusted(gap, gap, -gap, -gap)
        size = round(inner.width() * ratio)
        image = theme.faces.image(entry.emblem or UNIVERSAL, size, theme.color("ink"))
        painter.drawImage(inner, image)

    def _words_of(self, painter: QPainter, room: QRectF, entry: Entry) -> None:
        theme = self._theme
        px = theme.px
        name = QRectF(room.left(), room.top(), room.width(), px(24))
        self._line(painter, name, entry.name, "serif", 16, "text", bold=True)
        second = QRectF(room.left(), name.bottom(), room.width(), px(18))
        if entry.damaged is not None:
            self._line(painter, second, self.tr("Damaged"), "sans", 12, "bad")
            rest = QRectF(room.left(), second.bottom(), room.width(), room.bottom() - second.bottom())
            self._paragraph(painter, rest, file_sentence(entry.damaged, self.tr))
            return
        line = self._words.line(entry)
        if entry.newer:
            line = " · ".join((self.tr("made by a newer program"), line))
        self._line(painter, second, line, "sans", 12, "muted")
        self._dice(painter, QRectF(room.left(), second.bottom() + px(4), room.width(), px(_DIE)), entry)
        foot = QRectF(room.left(), room.bottom() - px(18), room.width(), px(18))
        left = self._when(painter, foot, entry)
        self._tags(painter, QRectF(foot.left(), foot.top(), left, foot.height()), entry)

    def _line(
        self, painter: QPainter, room: QRectF, text: str, font: str, size: int, role: str, *, bold: bool = False
    ) -> None:
        painter.setFont(self._theme.font("serif" if font == "serif" else "sans", size, bold))
        painter.setPen(self._theme.color(role))
        shown = painter.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

    def _paragraph(self, painter: QPainter, room: QRectF, text: str) -> None:
        painter.setFont(self._theme.font("sans", 12))
        painter.setPen(self._theme.color("muted"))
        line = painter.fontMetrics().lineSpacing()
        fitting = QRectF(room.left(), room.top(), room.width(), max(1, int(room.height() // line)) * line)
        painter.save()
        painter.setClipRect(fitting)
        painter.drawText(fitting, Qt.TextFlag.TextWordWrap, " ".join(text.split()))
        painter.restore()

    def _dice(self, painter: QPainter, room: QRectF, entry: Entry) -> None:
        """Draw one telling face for each die; of more than fit, how many there are is said in figures."""
        theme = self._theme
        side, gap = room.height(), theme.px(2)
        count = f"{entry.dice}D"
        painter.setFont(theme.font("serif", 12, bold=True))
        width = painter.fontMetrics().horizontalAdvance(count) + theme.px(6)
        figure = QRectF(room.left(), room.top(), width, side)
        painter.setPen(theme.color("text"))
        painter.drawText(figure, Qt.AlignmentFlag.AlignVCenter, count)
        fitting = max(0, int((room.width() - width) // (side + gap)))
        ratio = painter.device().devicePixelRatioF()
        for place, code in enumerate(entry.faces[: min(fitting, MOST_PLAYER_DICE)]):
            square = QRectF(figure.right() + place * (side + gap), room.top(), side, side)
            self._die(painter, square, code, ratio)

    def _die(self, painter: QPainter, square: QRectF, code: str, ratio: float) -> None:
        theme = self._theme
        painter.setPen(QPen(theme.color("bone-edge"), 1))
        painter.setBrush(theme.color("bone"))
        body = square.adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(body, body.width() * 0.16, body.width() * 0.16)
        inset = body.width() * 0.12
        inner = body.adjusted(inset, inset, -inset, -inset)
        if code:
            painter.drawImage(inner, theme.faces.image(code, max(1, round(inner.width() * ratio))))

    def _when(self, painter: QPainter, room: QRectF, entry: Entry) -> float:
        """Write when the file changed at the end of the line, and return the room left before it."""
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        when = QDateTime.fromSecsSinceEpoch(int(entry.modified.timestamp()))
        today = when.date() == QDateTime.currentDateTime().date()
        locale = QLocale()
        text = (
            locale.toString(when.time(), QLocale.FormatType.ShortFormat)
            if today
            else locale.toString(when.date(), QLocale.FormatType.ShortFormat)
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return room.width() - painter.fontMetrics().horizontalAdvance(text) - theme.px(8)

    def _tags(self, painter: QPainter, room: QRectF, entry: Entry) -> None:
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        metrics = painter.fontMetrics()
        left = room.left()
        for place, tag in enumerate(entry.tags):
            more = f"+{len(entry.tags) - place}"
            kept = 0 if place == len(entry.tags) - 1 else metrics.horizontalAdvance(more) + theme.px(6)
            text = " ".join(tag.split())
            width = metrics.horizontalAdvance(text) + theme.px(12)
            if left + width > room.right() - kept:
                room_left = int(room.right() - left)
                self._line(painter, QRectF(left, room.top(), room_left, room.height()), more, "sans", 12, "second")
                return
            pill = QRectF(left, room.top() + 1, width, room.height() - 2)
            edge = QColor(theme.color("second"))
            painter.setPen(QPen(edge, 1))
            painter.setBrush(QBrush(Qt.BrushStyle.NoBrush))
            painter.drawRoundedRect(pill, pill.height() / 2, pill.height() / 2)
            painter.drawText(pill.translated(QPointF(0, -0.5)), Qt.AlignmentFlag.AlignCenter, text)
            left = pill.right() + theme.px(4)
