"""Painting of the lines of a round: its sides, a row of dice for each fighter, and the story of the round."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from bones_desktop.rules.reading import Tone
from bones_desktop.rules.records import Record
from bones_desktop.storage.log.logentry import LogEntry, LoggedRound
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.rows import MIDDLE, draw_text, write
from bones_desktop.widgets.throwlist.throwmodel import MiniFaces, ShownFace, faces_at, no_colour

FACES: Final = "faces"
"""Id of the finding that names the faces rolled."""

TONES: Final = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.BAD: "bad"}
"""Colour role of a result by its tone. Results with other tones have the colour of text."""

HEAD: Final = 32
"""Height of the heading of a round, in pixels at 100 % text size."""

ROW: Final = 28
"""Height of the row with the dice of one fighter, in pixels at 100 % text size."""

_SIDE: Final = 24
_GAP: Final = 3
_BADGE: Final = 18
_INSET: Final = 14
"""Distance between the bar of a round and its texts, in pixels at 100 % text size."""
_MOST_NAME: Final = 300
_TAGS: Final = 130
"""Room at the right end for tags."""
_COLUMN: Final = 560
"""Smallest width of a column of the story."""
_WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
_MUCH: Final = 100_000


class SeenThrow(Record):
    """The dice of one fighter as the list paints them."""

    who: str
    side: str
    faces: tuple[ShownFace, ...]


def seen_throws(entry: LogEntry, told: LoggedRound, colour: Callable[[str], str] = no_colour) -> tuple[SeenThrow, ...]:
    """Return the throws of a line, grouped by side. Dice that belong to no throw are left out.

    `colour` is a function that takes the id of a character and returns the colour of the character's dice.
    """
    found, first = [], 0
    for each in told.throws:
        places, own = range(first, min(first + each.dice, len(entry.dice))), colour(each.character)
        faces = tuple(face for place in places for face in faces_at(entry, place, entry.dice[place].group, own))
        found.append(SeenThrow(each.who, each.side, faces))
        first += each.dice
    order = dict.fromkeys((*(side for side, _names in told.sides), *(each.side for each in found)))
    return tuple(each for side in order for each in found if each.side == side)


class RoundPainter:
    """Paints the lines of rounds."""

    def __init__(self, theme: Theme, minis: MiniFaces) -> None:
        self._theme = theme
        self._minis = minis

    def height(self, entry: LogEntry, told: LoggedRound, width: int, *, first: bool) -> int:
        """Return the height in pixels of a line of a round.

        The `first` line also shows the name of the round and its sides.
        """
        head = self._theme.px(HEAD) if first else 0
        rows = len(told.throws) * self._theme.px(ROW)
        texts = self._texts(entry, QRect(0, head + rows, width, 0))
        return max((room.bottom() + 1 for _words, _font, room in texts), default=head + rows)

    def paint(
        self,
        painter: QPainter,
        rect: QRect,
        entry: LogEntry,
        told: LoggedRound,
        right: int,
        colour: Callable[[str], str],
        *,
        stamp: int,
    ) -> None:
        """Paint a line of a round. Its first row ends at `right`, where the tags begin.

        The first line of a round also shows the round's name and sides, and leaves `stamp` pixels at the right end for
        the time. For the other lines, `stamp` is 0.

        `colour` is a function that takes the id of a character and returns the colour of the character's dice.
        """
        theme = self._theme
        left, top = rect.left() + theme.px(_INSET), rect.top()
        if stamp:
            self._paint_head(painter, QRect(left, top, rect.right() - stamp - left, theme.px(HEAD)), told)
            top += theme.px(HEAD)
        first_side = told.sides[0][0] if told.sides else ""
        end, column = right, left + min(theme.px(_MOST_NAME), rect.width() * 2 // 5)
        for throw in seen_throws(entry, told, colour):
            room = QRect(left, top, end - left, theme.px(ROW))
            self._paint_throw(painter, room, throw, column, ours=throw.side == first_side, stands=entry.stands)
            top += theme.px(ROW)
            end = rect.right()
        tone = next((TONES.get(each.tone, "text") for each in entry.findings if each.outcome), "text")
        for words, font, room in self._texts(entry, QRect(rect.left(), top, rect.width(), 0)):
            painter.setFont(font)
            painter.setPen(theme.color(tone if font.bold() and entry.stands else "muted"))
            draw_text(painter, room, _WRAP, words)

    def bar(self, painter: QPainter, rect: QRect, *, stands: bool) -> None:
        """Paint the bar at the left that connects the lines of a round."""
        painter.fillRect(
            QRect(rect.left(), rect.top(), self._theme.px(3), rect.height()),
            self._theme.color("second" if stands else "edge"),
        )

    def _texts(self, entry: LogEntry, below: QRect) -> list[tuple[str, QFont, QRect]]:
        """Return the sentences of a line with their places, beginning at the top of `below`.

        The outcome comes first and in bold type, then the story, in as many columns as fit.
        """
        theme, placed = self._theme, []
        # The faces are painted as dice, so the finding with their names is left out.
        told_in_words = [each for each in entry.findings if each.id != FACES]
        left, top = below.left() + theme.px(_INSET), below.top()
        # Tags may cover the right end of the first line, so all lines leave this space free.
        wide = max(1, below.right() - left - theme.px(_TAGS))
        bold, plain = theme.font("sans", 14, bold=True), theme.font("sans", 14)
        for font in (bold, plain):
            font.setStrikeOut(not entry.stands)
        if told_in_words and told_in_words[0].id != "story":
            text = told_in_words.pop(0).text
            placed.append((text, bold, self._placed(text, bold, left, top, wide)))
            top = placed[-1][2].bottom() + 1
        story = [each.text for each in told_in_words]
        columns = max(1, min(wide // theme.px(_COLUMN), len(story)))
        rows = -(-len(story) // columns)
        for place in range(columns):
            x, y = left + place * (wide // columns), top
            for text in story[place * rows : (place + 1) * rows]:
                placed.append((text, plain, self._placed(text, plain, x, y, wide // columns - theme.px(_INSET))))
                y = placed[-1][2].bottom() + 1
        return placed

    def _placed(self, words: str, font: QFont, left: int, top: int, wide: int) -> QRect:
        """Return the place of a sentence that wraps at `wide` pixels."""
        high = QFontMetrics(font).boundingRect(QRect(0, 0, wide, _MUCH), _WRAP, words).height()
        return QRect(left, top, wide, high + self._theme.px(4))

    def _paint_head(self, painter: QPainter, room: QRect, told: LoggedRound) -> None:
        theme, gap = self._theme, self._theme.px(18)
        name = room.adjusted(0, 0, -room.width() * 3 // 5, 0)
        used = write(painter, name, told.name, theme.font("serif", 16, bold=True), theme.color("text"))
        x = room.left() + round(used) + gap
        for place, (side, names) in enumerate(told.sides):
            # The sides that are not painted yet share the remaining space equally.
            most = (room.right() + gap - x) // (len(told.sides) - place) - theme.px(_BADGE + 6) - gap
            if most <= 0:
                return
            x = self._paint_badge(painter, x, room, side, ours=not place)
            words = QRect(x, room.top(), most, room.height())
            x += round(write(painter, words, names, theme.font("sans", 14), theme.color("muted"))) + gap

    def _paint_badge(self, painter: QPainter, x: int, room: QRect, side: str, *, ours: bool) -> int:
        """Paint the letter of a side in its colour; return where the text after it begins."""
        theme = self._theme
        if not side:
            return x
        high = theme.px(_BADGE)
        box = QRectF(x, room.top() + (room.height() - high) / 2, high, high)
        body = "bone" if ours else "opponent"
        painter.setPen(theme.color(f"{body}-edge"))
        painter.setBrush(theme.color(body))
        painter.drawRoundedRect(box, high / 4, high / 4)
        ink = theme.color("ink" if body == "bone" else "opponent-ink")
        write(painter, box, side[:1], theme.font("sans", 12, bold=True), ink, MIDDLE)
        return x + high + theme.px(6)

    def _paint_throw(
        self, painter: QPainter, room: QRect, throw: SeenThrow, column: int, *, ours: bool, stands: bool
    ) -> None:
        """Paint the side and name of a fighter, and the dice from the x position `column` on."""
        theme = self._theme
        x = self._paint_badge(painter, room.left(), room, throw.side, ours=ours)
        font = theme.font("sans", 14)
        font.setStrikeOut(not stands)
        wide = (column if throw.faces else room.right()) - x - theme.px(8)
        name = QRect(x, room.top(), wide, room.height())
        write(painter, name, throw.who, font, theme.color("text" if stands else "muted"))
        side, group = theme.px(_SIDE), throw.faces[0].group if throw.faces else ""
        x, top = column, room.top() + (room.height() - side) // 2
        for place, face in enumerate(throw.faces):
            if face.group != group:
                x, group = x + theme.px(8), face.group  # A gap separates dice of different kinds.
            left = len(throw.faces) - place
            if x + side > room.right():
                hidden = QRect(x, room.top(), side * 2, room.height())
                write(painter, hidden, f"+{left}", font, theme.color("muted"))
                return
            crossed = face.crossed or not stands
            self._minis.paint(painter, QPointF(x, top), side, face.code, face.group, crossed=crossed)
            x += side + theme.px(_GAP)
