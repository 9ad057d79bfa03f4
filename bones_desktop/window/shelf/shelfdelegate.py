"""One character of the shelf as a card: what stands on it, painted once and kept while it is in view."""

from bisect import bisect_left
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.book.character import MOST_PLAYER_DICE
from bones_desktop.rules.bones.book.icons import UNIVERSAL
from bones_desktop.storage.shelf.shelfentry import Entry
from bones_desktop.theme.keeping import to_keep
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.rows import Index, RowDelegate
from bones_desktop.window.shelf.shelfmodel import ShelfWords, game_title
from bones_desktop.window.shelf.shelfportraits import Portraits
from bones_desktop.window.shell.mainwindow import BONES
from bones_desktop.wording.files import file_sentence, is_foreign

PAD: Final = 12
_DIE: Final = 20
_HEIGHT: Final = 116
_LEAST_WIDTH: Final = 316
_KEPT: Final = 96
"""More cards than a large screen holds."""


class ShelfCard:
    """Paints the content of cards; the ground below it is the delegate's."""

    def __init__(self, theme: Theme, words: ShelfWords) -> None:
        self._theme = theme
        self._words = words

    def paint(
        self, painter: QPainter, card: QRectF, entry: Entry, portrait: QPixmap | None, *, mirrored: bool = False
    ) -> None:
        """Paint what `entry` says within `card`."""
        pad = self._theme.px(PAD)
        side = card.height() - 2 * pad
        left = card.right() - pad - side if mirrored else card.left() + pad
        self._portrait(painter, QRectF(left, card.top() + pad, side, side), entry, portrait)
        start = card.left() + (0 if mirrored else pad + side)
        words = QRectF(start, card.top(), card.width() - side - pad, card.height())
        lift = self._theme.px(3)
        self._words_of(painter, words.adjusted(pad, pad - lift, -pad, lift - pad), entry)

    def _portrait(self, painter: QPainter, square: QRectF, entry: Entry, picture: QPixmap | None) -> None:
        theme = self._theme
        ratio = painter.device().devicePixelRatioF()
        shape = QPainterPath()
        shape.addRoundedRect(square, theme.px(8), theme.px(8))
        if picture is not None:
            painter.save()
            painter.setClipPath(shape)
            painter.drawPixmap(square, picture, QRectF(picture.rect()))
            painter.restore()
            painter.strokePath(shape, QPen(theme.color("line"), 1))
            return
        painter.setPen(QPen(theme.color("line" if entry.damaged is None else "bad"), 1))
        painter.setBrush(theme.color("bone" if entry.damaged is None else "ground"))
        painter.drawPath(shape)
        if entry.damaged is not None:
            painter.setPen(theme.color("bad"))
            painter.setFont(theme.font("serif", 28, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, "!")
            return
        if entry.game != BONES:
            initials = "".join(word[0] for word in game_title(entry.game).split()[:2])
            painter.setPen(theme.color("ink"))
            painter.setFont(theme.font("serif", 28, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, initials)
            return
        gap = square.width() * 0.18
        inner = square.adjusted(gap, gap, -gap, -gap)
        self._face(painter, inner, entry.emblem or UNIVERSAL, ratio, theme.color("ink"))

    def _words_of(self, painter: QPainter, room: QRectF, entry: Entry) -> None:
        theme = self._theme
        px = theme.px
        name = QRectF(room.left(), room.top(), room.width(), px(24))
        self._line(painter, name, entry.name, "serif", 16, "text", bold=True)
        second = QRectF(room.left(), name.bottom(), room.width(), px(18))
        if entry.damaged is not None:
            word = _tr("Another game") if is_foreign(entry.damaged) else _tr("Damaged")
            self._line(painter, second, word, "sans", 12, "bad")
            rest = QRectF(room.left(), second.bottom(), room.width(), room.bottom() - second.bottom())
            self._paragraph(painter, rest, file_sentence(entry.damaged, _tr))
            return
        line = self._words.line(entry)
        if entry.newer:
            line = " · ".join((_tr("made by a newer program"), line))
        end = self._badge(painter, second, self._words.badge(entry))
        self._line(painter, QRectF(second.left(), second.top(), end, second.height()), line, "sans", 12, "muted")
        if entry.game == BONES:
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

    def _badge(self, painter: QPainter, room: QRectF, text: str) -> float:
        """Paint a badge at the end of the line, if any, and return the room left before it."""
        if not text:
            return room.width()
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        width = painter.fontMetrics().horizontalAdvance(text) + theme.px(10)
        frame = QRectF(room.right() - width - 0.5, room.top() + 1.5, width, room.height() - 2)
        painter.setPen(QPen(theme.color("warn"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(frame, theme.px(4), theme.px(4))
        painter.setPen(theme.color("warn"))
        painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, text)
        return room.width() - width - theme.px(8)

    def _paragraph(self, painter: QPainter, room: QRectF, text: str) -> None:
        painter.setFont(self._theme.font("sans", 12))
        painter.setPen(self._theme.color("muted"))
        words = text.split()
        fitting = bisect_left(range(len(words)), 1, key=lambda n: _overflows(painter, room, words[: n + 1]))
        shown = " ".join(words[:fitting]) + ("…" if fitting < len(words) else "")
        painter.drawText(room, Qt.TextFlag.TextWordWrap, shown)

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
            self._face(painter, inner, code, ratio)

    def _face(self, painter: QPainter, room: QRectF, code: str, ratio: float, ink: QColor | None = None) -> None:
        """Draw a face pixel by pixel: scaled pictures are blurred, and slow."""
        size = max(1, round(room.width() * ratio))
        image = self._theme.faces.image(code, size, ink)
        left, top = round(room.left() * ratio) / ratio, round(room.top() * ratio) / ratio
        painter.drawImage(QRectF(left, top, size / ratio, size / ratio), image)

    def _when(self, painter: QPainter, room: QRectF, entry: Entry) -> float:
        """Write when the file changed at the end of the line, and return the room left before it."""
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        when = QDateTime.fromSecsSinceEpoch(int(entry.modified.timestamp()))
        today = when.date() == QDateTime.currentDateTime().date()
        text = QLocale().toString(when.time(), QLocale.FormatType.ShortFormat) if today else short_day(when.date())
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


def _overflows(painter: QPainter, room: QRectF, words: list[str]) -> bool:
    needed = painter.boundingRect(room, Qt.TextFlag.TextWordWrap, " ".join(words) + "…")
    return needed.height() > room.height() or needed.width() > room.width()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Shelf", text)


@dataclass(frozen=True, slots=True)
class _Painted:
    entry: Entry
    size: QSize
    ratio: float
    portrait: QPixmap | None
    mirrored: bool
    content: QPixmap

    def is_of(self, entry: Entry, size: QSize, ratio: float, portrait: QPixmap | None, mirrored: bool) -> bool:
        return (
            self.entry is entry
            and self.portrait is portrait
            and (self.size, self.ratio, self.mirrored) == (size, ratio, mirrored)
        )


class ShelfDelegate(RowDelegate[Entry]):
    """Cards of one height; the chosen ones have the rim of the selection colour."""

    def __init__(self, theme: Theme, words: ShelfWords, portraits: Portraits, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._card = ShelfCard(theme, words)
        self._portraits = portraits
        self._width = 0
        self._painted: OrderedDict[str, _Painted] = OrderedDict()
        theme.changed.connect(self._painted.clear)

    def set_width(self, width: int) -> None:
        """Let cards be `width` wide, as the view's columns are."""
        self._width = width

    def least_width(self) -> int:
        """Return the least width a card is readable at."""
        return self._theme.px(_LEAST_WIDTH)

    def forget(self) -> None:
        """Paint every card again: words have changed, or the day."""
        self._painted.clear()

    @guarded(QSize())
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a card with the gap around it."""
        return QSize(self._width or self.least_width(), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, entry: Entry) -> None:
        """Paint the card."""
        gap = self._theme.px(4)
        card = option.rect.adjusted(1, gap, -2 * gap, -gap)  # flush with what stands above the cards
        ratio = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, QRectF(card), option.state)
        mirrored = option.direction is Qt.LayoutDirection.RightToLeft
        painter.drawPixmap(card.topLeft(), self._content(entry, card.size(), ratio, mirrored=mirrored))

    def _content(self, entry: Entry, size: QSize, ratio: float, *, mirrored: bool) -> QPixmap:
        portrait = self._portraits.pixmap(entry, round((size.height() - 2 * self._theme.px(PAD)) * ratio))
        key = entry.path.name
        kept = self._painted.get(key)
        if kept is not None and kept.is_of(entry, size, ratio, portrait, mirrored):
            self._painted.move_to_end(key)
            return kept.content
        content = QPixmap(size * ratio)
        content.setDevicePixelRatio(ratio)
        content.fill(Qt.GlobalColor.transparent)
        painter = QPainter(content)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._card.paint(painter, QRectF(0, 0, size.width(), size.height()), entry, portrait, mirrored=mirrored)
        finally:
            painter.end()
        content = to_keep(content)
        self._painted[key] = _Painted(entry, size, ratio, portrait, mirrored, content)
        self._painted.move_to_end(key)
        while len(self._painted) > _KEPT:
            self._painted.popitem(last=False)
        return content

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
