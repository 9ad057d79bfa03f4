"""One character of the shelf, painted as a card."""

from bisect import bisect_left
from typing import Final

from PySide6.QtCore import QDateTime, QLocale, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPainterPath, QPen, QPixmap

from bones_desktop.desk.mainwindow import BONES
from bones_desktop.pages.shelf.shelfmodel import ShelfWords, game_title
from bones_desktop.pages.shelf.shelfstandings import NOTHING_LEFT, ShelfStanding
from bones_desktop.rules.bones.book.character import MOST_PLAYER_DICE
from bones_desktop.rules.bones.book.icons import UNIVERSAL
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.rows import paint_badge
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
