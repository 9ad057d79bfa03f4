"""The shelf's characters as cards or rows. Painted cards are cached while they are visible."""

from bisect import bisect_left
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from PySide6.QtCore import QDateTime, QLocale, QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QGuiApplication, QImage, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.desk.mainwindow import BONES
from bones_desktop.document.portraits import square_of_portrait
from bones_desktop.pages.shelf.shelfmodel import Backlog, ShelfStanding, ShelfWords, Standings, game_title
from bones_desktop.rules.bones.book.character import MOST_PLAYER_DICE
from bones_desktop.rules.bones.book.icons import UNIVERSAL
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.theme.measures import to_keep, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_tint_signs
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.rows import Index, RowDelegate, draw_text, mirror_for, paint_badge
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.language import _

PAD: Final = 12
_DIE: Final = 20
_SIGN: Final = 16
_SMALL: Final = 50
"""A portrait lower than this shows small initials."""


class Places(NamedTuple):
    """Where the parts of a card or row are painted."""

    portrait: QRectF
    name: QRectF
    second: QRectF
    dice: QRectF
    foot: QRectF


class ShelfCard:
    """Paints the content of cards and rows. The background is painted by the delegate."""

    def __init__(self, theme: Theme, words: ShelfWords) -> None:
        self._theme = theme
        self._words = words

    def paint(
        self,
        painter: QPainter,
        card: QRectF,
        entry: ShelfEntry,
        portrait: QImage | None,
        standing: ShelfStanding,
        *,
        in_rows: bool,
    ) -> None:
        """Paint the content of `entry` within `card`, which is a row if `in_rows`."""
        places = self._row_places(card) if in_rows else self._card_places(card)
        name, second, foot = places.name, places.second, places.foot
        with upright(painter, places.portrait):
            self._portrait(painter, places.portrait, entry, portrait)
        name.setWidth(self._signs(painter, name, entry, standing))
        self._line(painter, name, entry.name, "serif", 16, "text", bold=True)
        if entry.damaged is not None:
            self._damage(painter, places, entry.damaged, in_rows=in_rows)
            return
        of_bones = entry.game == BONES
        if in_rows and not of_bones:
            second.setRight(places.dice.right())
        second.setWidth(self._badge(painter, second, self._words.badge(entry)))
        if of_bones:
            self._line(painter, second, self.told(entry), "sans", 12, "muted")
            self._dice(painter, places.dice, entry)
        else:  # without dice, the text may use the room for dice
            second.setBottom(max(second.bottom(), places.dice.bottom()))
            # Non-breaking spaces keep each fact on one line.
            facts = (fact.replace(" ", "\u00a0") for fact in self.told(entry).split(" · "))
            self._paragraph(painter, second, " · ".join(facts))
        left = self._when(painter, foot, entry)
        self._tags(painter, QRectF(foot.left(), foot.top(), left, foot.height()), entry)

    def _card_places(self, card: QRectF) -> Places:
        px = self._theme.px
        pad, line, lift = px(PAD), px(18), px(3)
        side = card.height() - 2 * pad
        left, width = card.left() + 2 * pad + side, card.width() - side - 3 * pad
        top, bottom = card.top() + pad - lift, card.bottom() - pad + lift
        below = top + px(24)
        return Places(
            QRectF(card.left() + pad, card.top() + pad, side, side),
            QRectF(left, top, width, px(24)),
            QRectF(left, below, width, line),
            QRectF(left, below + line + px(4), width, px(_DIE)),
            QRectF(left, bottom - line, width, line),
        )

    def _row_places(self, row: QRectF) -> Places:
        px = self._theme.px
        pad, gap = px(ROW_PAD), px(_ROW_GAP)
        side = row.height() - 2 * pad
        start, room = row.left() + pad + side + px(8), row.width() - side - 3 * pad - px(8)
        cells = []
        for share, height in zip(_ROW_SHARES, (row.height(), px(18), px(_DIE), px(18)), strict=True):
            cells.append(QRectF(start, row.center().y() - height / 2, room * share - gap, height))
            start += room * share
        cells[-1].setRight(row.right() - pad)
        return Places(QRectF(row.left() + pad, row.top() + pad, side, side), *cells)

    def _damage(
        self, painter: QPainter, places: Places, error: CharacterFileError | FileProblem, *, in_rows: bool
    ) -> None:
        second, rest = places.second, places.foot
        if in_rows:
            second.setRight(rest.right())
            self._line(painter, second, file_sentence(error), "sans", 12, "bad")
            return
        word = _("Another game") if is_foreign(error) else _("Damaged")
        self._line(painter, second, word, "sans", 12, "bad")
        rest.setTop(second.bottom())
        self._paragraph(painter, rest, file_sentence(error))

    def told(self, entry: ShelfEntry) -> str:
        """Return a one-line description of a character."""
        line = self._words.line(entry)
        return " · ".join((_("made by a newer program"), line)) if entry.newer else line

    def _portrait(self, painter: QPainter, square: QRectF, entry: ShelfEntry, picture: QImage | None) -> None:
        theme = self._theme
        ratio = painter.device().devicePixelRatioF()
        shape = QPainterPath()
        shape.addRoundedRect(square, theme.px(8), theme.px(8))
        if picture is not None:
            painter.save()
            painter.setClipPath(shape)
            painter.drawImage(square, picture)
            painter.restore()
            painter.strokePath(shape, QPen(theme.color("line"), 1))
            # Without a portrait, an emblem or initials are shown.
            return
        painter.setPen(QPen(theme.color("line" if entry.damaged is None else "bad"), 1))
        body = entry.dice_colour or "bone"
        painter.setBrush(theme.color(body if entry.damaged is None else "ground"))
        painter.drawPath(shape)
        paint_tint_signs(painter, square, body)
        if entry.damaged is not None:
            painter.setPen(theme.color("bad"))
            painter.setFont(theme.font("serif", 28 if square.height() > theme.px(_SMALL) else 14, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, "!")
            return
        # Only characters of BONES have faces. Other characters show the initials of their game.
        if entry.game != BONES:
            initials = "".join(word[0] for word in game_title(entry.game).split()[:2])
            painter.setPen(theme.color("ink"))
            painter.setFont(theme.font("serif", 28 if square.height() > theme.px(_SMALL) else 14, bold=True))
            painter.drawText(square, Qt.AlignmentFlag.AlignCenter, initials)
            return
        gap = square.width() * 0.18
        inner = square.adjusted(gap, gap, -gap, -gap)
        self._face(painter, inner, entry.emblem or UNIVERSAL, ratio, theme.color("ink"))

    def _line(
        self, painter: QPainter, room: QRectF, text: str, font: str, size: int, role: str, *, bold: bool = False
    ) -> None:
        painter.setFont(self._theme.font("serif" if font == "serif" else "sans", size, bold))
        painter.setPen(self._theme.color(role))
        shown = painter.fontMetrics().elidedText(" ".join(text.split()), Qt.TextElideMode.ElideRight, int(room.width()))
        draw_text(painter, room, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)

    def _signs(self, painter: QPainter, room: QRectF, entry: ShelfEntry, standing: ShelfStanding) -> float:
        """Paint the signs at the right end of the line, if any; return the width left for text."""
        side, gap = self._theme.px(_SIGN), self._theme.px(5)
        signs = self._words.signs(entry, standing)
        left = room.right() - len(signs) * (side + gap) + gap
        for place, sign in enumerate(signs):
            square = QRect(round(left) + place * (side + gap), round(room.center().y() - side / 2), side, side)
            self._theme.icon(sign.icon).paint(painter, square)
        return left - gap - room.left() if signs else room.width()

    def _badge(self, painter: QPainter, room: QRectF, text: str) -> float:
        """Paint a badge at the right end of the line, if any; return the width left for text."""
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
        # Qt elides only single lines, so find the number of words that fit by bisection.
        fitting = bisect_left(range(len(words)), 1, key=lambda n: _overflows(painter, room, words[: n + 1]))
        shown = " ".join(words[:fitting]) + ("…" if fitting < len(words) else "")
        draw_text(painter, room, Qt.TextFlag.TextWordWrap, shown)

    def _dice(self, painter: QPainter, room: QRectF, entry: ShelfEntry) -> None:
        """Write the number of dice, then draw one characteristic face for each die that fits."""
        theme = self._theme
        side, gap = room.height(), theme.px(2)
        count = _("{n}D").format(n=entry.dice)
        painter.setFont(theme.font("serif", 12, bold=True))
        width = painter.fontMetrics().horizontalAdvance(count) + theme.px(6)
        figure = QRectF(room.left(), room.top(), width, side)
        painter.setPen(theme.color("text"))
        draw_text(painter, figure, Qt.AlignmentFlag.AlignVCenter, count)
        fitting = max(0, int((room.width() - width) // (side + gap)))
        ratio = painter.device().devicePixelRatioF()
        for place, code in enumerate(entry.faces[: min(fitting, MOST_PLAYER_DICE)]):
            square = QRectF(figure.right() + place * (side + gap), room.top(), side, side)
            self._die(painter, square, code, ratio, entry.dice_colour or "bone")

    def _die(self, painter: QPainter, square: QRectF, code: str, ratio: float, kind: str) -> None:
        theme = self._theme
        painter.setPen(QPen(theme.color(f"{kind}-edge"), 1))
        painter.setBrush(theme.color(kind))
        body = square.adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(body, body.width() * 0.16, body.width() * 0.16)
        inset = body.width() * 0.12
        inner = body.adjusted(inset, inset, -inset, -inset)
        if code:
            self._face(painter, inner, code, ratio, None if kind == "bone" else theme.color(f"{kind}-ink"))

    def _face(self, painter: QPainter, room: QRectF, code: str, ratio: float, ink: QColor | None = None) -> None:
        """Draw a face at its exact pixel size; scaling a picture blurs it and is slow."""
        size = max(1, round(room.width() * ratio))
        image = self._theme.faces.image(code, size, ink)
        left, top = round(room.left() * ratio) / ratio, round(room.top() * ratio) / ratio
        with upright(painter, room):
            painter.drawImage(QRectF(left, top, size / ratio, size / ratio), image)

    def _when(self, painter: QPainter, room: QRectF, entry: ShelfEntry) -> float:
        """Write the time of the last change at the right end of the line; return the width left for text."""
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        when = QDateTime.fromSecsSinceEpoch(int(entry.modified.timestamp()))
        today = when.date() == QDateTime.currentDateTime().date()
        text = QLocale().toString(when.time(), QLocale.FormatType.ShortFormat) if today else short_day(when.date())
        draw_text(painter, room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, text)
        return room.width() - painter.fontMetrics().horizontalAdvance(text) - theme.px(8)

    def _tags(self, painter: QPainter, room: QRectF, entry: ShelfEntry) -> None:
        theme = self._theme
        painter.setFont(theme.font("sans", 12))
        metrics = painter.fontMetrics()
        left = room.left()
        for place, tag in enumerate(entry.tags):
            more = f"+{len(entry.tags) - place}"
            # Keep room for "+n", except after the last tag.
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
            draw_text(painter, pill.translated(QPointF(0, -0.5)), Qt.AlignmentFlag.AlignCenter, text)
            left = pill.right() + theme.px(4)


def _overflows(painter: QPainter, room: QRectF, words: list[str]) -> bool:
    needed = painter.boundingRect(room, Qt.TextFlag.TextWordWrap, " ".join(words) + "…")
    return needed.height() > room.height() or needed.width() > room.width()


_HEIGHT: Final = 116
_LEAST_WIDTH: Final = 316
_KEPT_CARDS: Final = 96
"""Number of painted cards to cache. It is more than the number that fits on a large screen."""
ROW_PAD: Final = 4
ROW_HEIGHT: Final = 42
_ROW_GAP: Final = 16
_ROW_SHARES: Final = (0.26, 0.28, 0.26, 0.20)
"""How rows divide the width next to the portrait: name, description, dice, tags with the day."""


PortraitKey = tuple[Path, float, int]


class Portraits:
    """Portraits of characters, read in the background."""

    def __init__(self, parent: QObject | None = None) -> None:
        self.backlog: Backlog[PortraitKey, QImage] = Backlog(_portrait, parent)

    def picture(self, entry: ShelfEntry, side: int) -> QImage | None:
        """Return the portrait as a square of `side` device pixels; None if it is not read yet or missing.

        A portrait that is not a valid picture counts as missing.
        """
        if not entry.portrait or side <= 0:
            return None
        # The key includes the time of the change, because a changed file may have another portrait.
        found = self.backlog.get((entry.path, entry.modified.timestamp(), side))
        return None if found is None or found.isNull() else found


def _portrait(key: PortraitKey) -> QImage:
    path, _modified, side = key
    return portrait_of(path, side)


def portrait_of(path: Path, side: int) -> QImage:
    """Return the middle square of a file's portrait, `side` pixels wide; a null image if it has none."""
    try:
        return square_of_portrait(read_character(path).value.portrait, side)
    except (CharacterFileError, FileProblem):
        return QImage()


class ShelfDelegate(RowDelegate[ShelfEntry]):
    """Paints cards or rows of the same height. Selected ones have a coloured border."""

    def __init__(
        self, theme: Theme, words: ShelfWords, portraits: Portraits, standings: Standings, parent: QWidget
    ) -> None:
        super().__init__(theme, parent)
        self._standings = standings
        self._card = ShelfCard(theme, words)
        self._in_rows = False
        self._portraits = portraits
        self._width = 0
        # Painting a card is slow compared with copying a picture, and scrolling repaints it often.
        self._painted = lru_cache(_KEPT_CARDS)(self._content)
        theme.changed.connect(self.forget)

    @property
    def in_rows(self) -> bool:
        """True if characters are painted as rows."""
        return self._in_rows

    def set_in_rows(self, in_rows: bool) -> None:
        """Switch to rows if `in_rows`, else to cards."""
        self._in_rows = in_rows
        self.forget()

    def set_width(self, width: int) -> None:
        """Set the width of cards, which is the width of a column."""
        self._width = width

    def least_width(self) -> int:
        """Return the smallest width at which a card is readable."""
        return self._theme.px(_LEAST_WIDTH)

    def forget(self) -> None:
        """Drop the painted cards because names, colours or the date have changed."""
        self._painted.cache_clear()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a card with the gap around it."""
        return QSize(self._width or self.least_width(), self._theme.px(ROW_HEIGHT if self._in_rows else _HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, entry: ShelfEntry) -> None:
        """Paint the card."""
        gap = self._theme.px(1 if self._in_rows else 4)
        card = option.rect.adjusted(1, gap, -2 * gap, -gap)  # The margin aligns the cards with the widgets above them.
        ratio = painter.device().devicePixelRatioF()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._ground(painter, QRectF(card), option.state)
        portrait = self._portrait(entry, card.size(), ratio)
        standing = self._standings.of(entry)
        content = self._painted(entry, card.size().toTuple(), ratio, portrait is not None, standing)
        with upright(painter, card):
            painter.drawPixmap(card.topLeft(), content)

    def _portrait(self, entry: ShelfEntry, size: QSize, ratio: float) -> QImage | None:
        pad = self._theme.px(ROW_PAD if self._in_rows else PAD)
        return self._portraits.picture(entry, round((size.height() - 2 * pad) * ratio))

    def _content(
        self, entry: ShelfEntry, sides: tuple[int, int], ratio: float, _has_portrait: bool, standing: ShelfStanding
    ) -> QPixmap:
        size = QSize(*sides)
        content = QPixmap(size * ratio)
        content.setDevicePixelRatio(ratio)
        content.fill(Qt.GlobalColor.transparent)
        painter = QPainter(content)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        room, portrait = QRectF(0, 0, size.width(), size.height()), self._portrait(entry, size, ratio)
        mirror_for(QGuiApplication.layoutDirection(), painter, room)
        self._card.paint(painter, room, entry, portrait, standing, in_rows=self._in_rows)
        painter.end()
        return to_keep(content)

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
