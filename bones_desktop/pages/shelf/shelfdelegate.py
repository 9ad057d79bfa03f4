"""The shelf's characters as cards or rows. Each is painted once and kept while it is in view."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QDateTime, QLocale, QObject, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QImage, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.desk.mainwindow import BONES
from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.shelf.shelfmodel import NOTHING_LEFT, ShelfStanding, ShelfWords, Standings, game_title
from bones_desktop.rules.bones.book.character import MOST_PLAYER_DICE
from bones_desktop.rules.bones.book.icons import UNIVERSAL
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.theme.measures import to_keep
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.rows import Index, RowDelegate, paint_badge
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.language import _

PAD: Final = 12
_DIE: Final = 20
_SIGN: Final = 16
_SMALL: Final = 50
"""A portrait lower than this has small letters."""


class ShelfCard:
    """Paints the content of cards. The delegate paints the background."""

    def __init__(self, theme: Theme, words: ShelfWords) -> None:
        self._theme = theme
        self._words = words

    def paint(
        self,
        painter: QPainter,
        card: QRectF,
        entry: ShelfEntry,
        portrait: QPixmap | None,
        standing: ShelfStanding = NOTHING_LEFT,
        *,
        mirrored: bool = False,
    ) -> None:
        """Paint the content of `entry` within `card`."""
        pad = self._theme.px(PAD)
        side = card.height() - 2 * pad
        left = card.right() - pad - side if mirrored else card.left() + pad
        self._portrait(painter, QRectF(left, card.top() + pad, side, side), entry, portrait)
        start = card.left() + (0 if mirrored else pad + side)
        words = QRectF(start, card.top(), card.width() - side - pad, card.height())
        lift = self._theme.px(3)
        self._words_of(painter, words.adjusted(pad, pad - lift, -pad, lift - pad), entry, standing)

    def told(self, entry: ShelfEntry) -> str:
        """Return a line about a character."""
        line = self._words.line(entry)
        return " · ".join((_("made by a newer program"), line)) if entry.newer else line

    def _portrait(self, painter: QPainter, square: QRectF, entry: ShelfEntry, picture: QPixmap | None) -> None:
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
            # No portrait: an emblem or letters take its place.
            return
        painter.setPen(QPen(theme.color("line" if entry.damaged is None else "bad"), 1))
        painter.setBrush(theme.color("bone" if entry.damaged is None else "ground"))
        painter.drawPath(shape)
        if entry.damaged is not None:
            painter.setPen(theme.color("bad"))
            painter.setFont(theme.font("serif", 28 if square.height() > theme.px(_SMALL) else 14, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, "!")
            return
        # Other games have no faces of BONES, so their initials must do.
        if entry.game != BONES:
            initials = "".join(word[0] for word in game_title(entry.game).split()[:2])
            painter.setPen(theme.color("ink"))
            painter.setFont(theme.font("serif", 28 if square.height() > theme.px(_SMALL) else 14, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, initials)
            return
        gap = square.width() * 0.18
        inner = square.adjusted(gap, gap, -gap, -gap)
        self._face(painter, inner, entry.emblem or UNIVERSAL, ratio, theme.color("ink"))

    def _words_of(self, painter: QPainter, room: QRectF, entry: ShelfEntry, standing: ShelfStanding) -> None:
        theme = self._theme
        px = theme.px
        name = QRectF(room.left(), room.top(), room.width(), px(24))
        name.setWidth(self._signs(painter, name, entry, standing))
        self._line(painter, name, entry.name, "serif", 16, "text", bold=True)
        second = QRectF(room.left(), name.bottom(), room.width(), px(18))
        if entry.damaged is not None:
            word = _("Another game") if is_foreign(entry.damaged) else _("Damaged")
            self._line(painter, second, word, "sans", 12, "bad")
            rest = QRectF(room.left(), second.bottom(), room.width(), room.bottom() - second.bottom())
            self._paragraph(painter, rest, file_sentence(entry.damaged))
            return
        second.setWidth(self._badge(painter, second, self._words.badge(entry)))
        if entry.game != BONES:  # it has no dice to draw, so the text gets their room
            second.setHeight(px(40))
            # Spaces that do not break keep each fact in one line.
            facts = (fact.replace(" ", "\u00a0") for fact in self.told(entry).split(" · "))
            self._paragraph(painter, second, " · ".join(facts))
        else:
            self._line(painter, second, self.told(entry), "sans", 12, "muted")
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

    def _signs(self, painter: QPainter, room: QRectF, entry: ShelfEntry, standing: ShelfStanding) -> float:
        """Paint the signs at the end of the line, if any, and return the width left before them."""
        side, gap = self._theme.px(_SIGN), self._theme.px(5)
        signs = self._words.signs(entry, standing)
        left = room.right() - len(signs) * (side + gap) + gap
        for place, sign in enumerate(signs):
            square = QRect(round(left) + place * (side + gap), round(room.center().y() - side / 2), side, side)
            self._theme.icon(sign.icon).paint(painter, square)
        return left - gap - room.left() if signs else room.width()

    def _badge(self, painter: QPainter, room: QRectF, text: str) -> float:
        """Paint a badge at the end of the line, if any, and return the width left before it."""
        if not text:
            return room.width()
        theme = self._theme
        width = QFontMetricsF(theme.font("sans", 12)).horizontalAdvance(text) + theme.px(10)
        frame = QRectF(room.right() - width - 0.5, room.top() + 1.5, width, room.height() - 2)
        paint_badge(painter, theme, frame, text)
        return room.width() - width - theme.px(8)

    def _paragraph(self, painter: QPainter, room: QRectF, text: str) -> None:
        painter.setFont(self._theme.font("sans", 12))
        painter.setPen(self._theme.color("muted"))
        words = text.split(" ")
        # Qt elides only single lines, so the number of fitting words is searched for.
        fitting = bisect_left(range(len(words)), 1, key=lambda n: _overflows(painter, room, words[: n + 1]))
        shown = " ".join(words[:fitting]) + ("…" if fitting < len(words) else "")
        painter.drawText(room, Qt.TextFlag.TextWordWrap, shown)

    def _dice(self, painter: QPainter, room: QRectF, entry: ShelfEntry) -> None:
        """Draw one characteristic face for each die. The number of dice is written too, because not all may fit."""
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
        """Draw a face at its exact size in pixels: scaled pictures are blurred, and slow."""
        size = max(1, round(room.width() * ratio))
        image = self._theme.faces.image(code, size, ink)
        left, top = round(room.left() * ratio) / ratio, round(room.top() * ratio) / ratio
        painter.drawImage(QRectF(left, top, size / ratio, size / ratio), image)

    def _when(self, painter: QPainter, room: QRectF, entry: ShelfEntry) -> float:
        """Write the time of the last change at the end of the line, and return the width left before it."""
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        when = QDateTime.fromSecsSinceEpoch(int(entry.modified.timestamp()))
        today = when.date() == QDateTime.currentDateTime().date()
        text = QLocale().toString(when.time(), QLocale.FormatType.ShortFormat) if today else short_day(when.date())
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return room.width() - painter.fontMetrics().horizontalAdvance(text) - theme.px(8)

    def _tags(self, painter: QPainter, room: QRectF, entry: ShelfEntry) -> None:
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        metrics = painter.fontMetrics()
        left = room.left()
        for place, tag in enumerate(entry.tags):
            more = f"+{len(entry.tags) - place}"
            # Room is kept for "+n", except after the last tag.
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


_HEIGHT: Final = 116
_LEAST_WIDTH: Final = 316
_KEPT_CARDS: Final = 96
"""More cards than a large screen holds."""
ROW_PAD: Final = 4
ROW_HEIGHT: Final = 42
_ROW_DIE: Final = 20
_ROW_GAP: Final = 16
_ROW_SHARES: Final = (0.26, 0.28, 0.26, 0.20)
"""Shares of the width next to the portrait: name, description, dice, tags with the day."""
_KEPT_PORTRAITS: Final = 300
_WAITING_PORTRAITS: Final = 60
"""Cards scrolled past long ago are not waited for."""


@dataclass(frozen=True, slots=True)
class _Painted:
    entry: ShelfEntry
    size: QSize
    ratio: float
    portrait: QPixmap | None
    standing: ShelfStanding
    mirrored: bool
    content: QPixmap

    def is_of(
        self,
        entry: ShelfEntry,
        size: QSize,
        ratio: float,
        portrait: QPixmap | None,
        standing: ShelfStanding,
        mirrored: bool,
    ) -> bool:
        return (
            self.entry is entry
            and self.portrait is portrait
            and (self.size, self.ratio, self.standing, self.mirrored) == (size, ratio, standing, mirrored)
        )


PortraitKey = tuple[Path, float, int]


class Portraits(QObject):
    """Returns known portraits immediately. `arrived` signals that more were read."""

    arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: OrderedDict[PortraitKey, QPixmap] = OrderedDict()
        self._wanted: OrderedDict[PortraitKey, None] = OrderedDict()
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        self._worker.finished.connect(self._work)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._work)

    def pixmap(self, entry: ShelfEntry, side: int) -> QPixmap | None:
        """Return the portrait as a square of `side` device pixels; None while it is unknown, or if there is none.

        A file with a portrait that is no picture counts as having none.
        """
        if not entry.portrait or side <= 0:
            return None
        # The time of the change is part of the key: a changed file has another portrait.
        key = (entry.path, entry.modified.timestamp(), side)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return None if found.isNull() else found
        # At the end, and taken from there: the cards seen last are the ones in view.
        self._wanted[key] = None
        self._wanted.move_to_end(key)
        while len(self._wanted) > _WAITING_PORTRAITS:
            self._wanted.popitem(last=False)
        # The worker starts when Qt has asked for all cards in view.
        if not self._worker.busy and not self._soon.isActive():
            self._soon.start()
        return None

    def close(self) -> None:
        """Stop reading."""
        self._soon.stop()
        self._worker.close()

    def _work(self) -> None:
        if self._wanted:
            wanted = tuple(reversed(self._wanted))
            self._worker.start(None, partial(_portraits, wanted))

    def _take(self, _request: object, answer: tuple[PortraitKey, QImage]) -> None:
        # A null picture is kept as well, or the file would be read again with each painting.
        key, image = answer
        self._wanted.pop(key, None)
        self._kept[key] = QPixmap.fromImage(image)
        while len(self._kept) > _KEPT_PORTRAITS:
            self._kept.popitem(last=False)
        self.arrived.emit()


def _portraits(keys: Iterable[PortraitKey], keep_on: KeepOn) -> Iterator[tuple[PortraitKey, QImage]]:
    for key in keys:
        if not keep_on():
            return
        path, _modified, side = key
        yield key, portrait_of(path, side)


def portrait_of(path: Path, side: int) -> QImage:
    """Return the middle square of a file's portrait, `side` pixels wide; a null image if there is none."""
    try:
        return square_of_portrait(read_character(path).value.portrait, side)
    except (CharacterFileError, FileProblem):
        return QImage()


class ShelfDelegate(RowDelegate[ShelfEntry]):
    """Paints cards or rows of the same height. Chosen ones have a rim in the colour of the selection."""

    def __init__(
        self, theme: Theme, words: ShelfWords, portraits: Portraits, standings: Standings, parent: QWidget
    ) -> None:
        super().__init__(theme, parent)
        self._standings = standings
        self._card = ShelfCard(theme, words)
        self._row = ShelfRow(theme, words)
        self._in_rows = False
        self._portraits = portraits
        self._width = 0
        self._painted: OrderedDict[str, _Painted] = OrderedDict()
        theme.changed.connect(self._painted.clear)

    @property
    def in_rows(self) -> bool:
        """Whether characters are painted as rows."""
        return self._in_rows

    def set_in_rows(self, in_rows: bool) -> None:
        """Paint rows if `in_rows`, else cards."""
        self._in_rows = in_rows
        self._painted.clear()

    def set_width(self, width: int) -> None:
        """Set the width of cards, which is that of the view's columns."""
        self._width = width

    def least_width(self) -> int:
        """Return the smallest width of a readable card."""
        return self._theme.px(_LEAST_WIDTH)

    def forget(self) -> None:
        """Paint every card again, because words or the day have changed."""
        self._painted.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a card with the gap around it."""
        return QSize(self._width or self.least_width(), self._theme.px(ROW_HEIGHT if self._in_rows else _HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, entry: ShelfEntry) -> None:
        """Paint the card."""
        gap = self._theme.px(1 if self._in_rows else 4)
        card = option.rect.adjusted(1, gap, -2 * gap, -gap)  # aligned with the widgets above the cards
        ratio = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, QRectF(card), option.state)
        mirrored = option.direction is Qt.LayoutDirection.RightToLeft
        painter.drawPixmap(card.topLeft(), self._content(entry, card.size(), ratio, mirrored=mirrored))

    def _content(self, entry: ShelfEntry, size: QSize, ratio: float, *, mirrored: bool) -> QPixmap:
        pad = self._theme.px(ROW_PAD if self._in_rows else PAD)
        portrait = self._portraits.pixmap(entry, round((size.height() - 2 * pad) * ratio))
        standing = self._standings.of(entry)
        key = entry.path.name
        kept = self._painted.get(key)
        # Painting a card takes long compared with copying a picture, and hovering repaints it each time.
        if kept is not None and kept.is_of(entry, size, ratio, portrait, standing, mirrored):
            self._painted.move_to_end(key)
            return kept.content
        content = QPixmap(size * ratio)
        content.setDevicePixelRatio(ratio)
        content.fill(Qt.GlobalColor.transparent)
        painter = QPainter(content)
        try:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            room = QRectF(0, 0, size.width(), size.height())
            (self._row if self._in_rows else self._card).paint(
                painter, room, entry, portrait, standing, mirrored=mirrored
            )
        finally:
            painter.end()
        content = to_keep(content)
        self._painted[key] = _Painted(entry, size, ratio, portrait, standing, mirrored, content)
        self._painted.move_to_end(key)
        while len(self._painted) > _KEPT_CARDS:
            self._painted.popitem(last=False)
        return content

    def _ground(self, painter: QPainter, card: QRectF, state: QStyle.StateFlag) -> None:
        theme = self._theme
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setPen(QPen(theme.color("second" if chosen else "line"), 2 if chosen else 1))
        painter.setBrush(theme.color("raised" if chosen or hovered else "surface"))
        painter.drawRoundedRect(card, theme.px(6 if self._in_rows else 10), theme.px(6 if self._in_rows else 10))
        if state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(
                card.adjusted(3, 3, -3, -3), theme.px(4 if self._in_rows else 8), theme.px(4 if self._in_rows else 8)
            )


class ShelfRow(ShelfCard):
    """Paints the content of rows, as `ShelfCard` does for cards."""

    def paint(
        self,
        painter: QPainter,
        card: QRectF,
        entry: ShelfEntry,
        portrait: QPixmap | None,
        standing: ShelfStanding = NOTHING_LEFT,
        *,
        mirrored: bool = False,
    ) -> None:
        """Paint the content of `entry` within the row `card`."""
        px = self._theme.px
        pad, gap = px(ROW_PAD), px(_ROW_GAP)
        side = card.height() - 2 * pad
        left = card.right() - pad - side if mirrored else card.left() + pad
        self._portrait(painter, QRectF(left, card.top() + pad, side, side), entry, portrait)
        start = card.left() + pad if mirrored else card.left() + pad + side + px(8)
        room = card.width() - side - 3 * pad - px(8)
        cells = []
        for share in reversed(_ROW_SHARES) if mirrored else _ROW_SHARES:
            cells.append(QRectF(start, card.top(), room * share - gap, card.height()))
            start += room * share
        if mirrored:
            cells.reverse()
        cells[-1].setRight(cells[-1].right() + gap - pad)
        self._cells(painter, cells, entry, standing)

    def _cells(self, painter: QPainter, cells: list[QRectF], entry: ShelfEntry, standing: ShelfStanding) -> None:
        name, what, dice, rest = cells
        name.setWidth(self._signs(painter, name, entry, standing))
        self._line(painter, name, entry.name, "serif", 16, "text", bold=True)
        if entry.damaged is not None:
            sentence = QRectF(what)
            sentence.setRight(rest.right())
            self._line(painter, sentence, file_sentence(entry.damaged), "sans", 12, "bad")
            return
        height = self._theme.px(18)
        badged = QRectF(what.left(), what.center().y() - height / 2, what.width(), height)
        if entry.game != BONES:  # it has no dice to draw
            badged.setRight(dice.right())
        what.setWidth(self._badge(painter, badged, self._words.badge(entry)))
        self._line(painter, what, self.told(entry), "sans", 12, "muted")
        if entry.game == BONES:
            side = self._theme.px(_ROW_DIE)
            self._dice(painter, QRectF(dice.left(), dice.center().y() - side / 2, dice.width(), side), entry)
        foot = QRectF(rest.left(), rest.center().y() - height / 2, rest.width(), height)
        left = self._when(painter, foot, entry)
        self._tags(painter, QRectF(foot.left(), foot.top(), left, foot.height()), entry)
