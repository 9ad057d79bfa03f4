"""Painting of log entries: rolls on one or two lines, headings, and a picture of entries to share."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter, QPen, QPixmap

from bones_desktop.rules.records import Record
from bones_desktop.storage.log.logentry import NOT_KEPT, EntryKind, LogEntry
from bones_desktop.theme.measures import CARD_RADIUS, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import tinted
from bones_desktop.widgets.rows import LEFT, MIDDLE, RIGHT, write
from bones_desktop.widgets.throwlist.roundpaint import HEAD, ROW, TONES, RoundPainter
from bones_desktop.widgets.throwlist.throwmodel import MiniFaces, ShownFace, shown_faces
from bones_desktop.wording.language import _
from bones_desktop.wording.log import clock_time, plain_result, shortened, tag_words

HEIGHT: Final = 62
"""Height of an entry in pixels at 100 % text size."""

LOW: Final = 40
"""Height of an entry that is painted on a single line, in pixels at 100 % text size."""

_LINE: Final = 24

_SIDE: Final = 24

_GAP: Final = 3

_APART: Final = 17
"""Gap between the roller's dice and the opponent's dice."""

_LEAST_WORDS: Final = 760
"""Smallest width for time, task and result together on a single line, in pixels at 100 % text size."""

_BEFORE_RESULT: Final = 44
"""Gap between title and result, with room for the sign of the result."""

_AROUND: Final = 10
"""Room above and below an entry of a round."""

_SIGNS: Final = {"good": "check", "bad": "close"}


class Words(Record):
    """Functions and names from which the texts of entries are made."""

    day: Callable[[LogEntry], str]
    """Returns the full date of an entry."""
    stamp: Callable[[LogEntry], str]
    """Returns the short time of an entry."""
    groups: Mapping[str, str]
    """Groups of dice, keyed by the names of the dice, for old entries that do not contain groups."""
    colour: Callable[[str], str]
    """Function that takes the id of a character and returns the colour of the character's dice."""


class ThrowPainter:
    """Paints entries in the theme's fonts and colours. Call `refresh` when the theme changes."""

    def __init__(self, theme: Theme, words: Words, *, blocks: bool = True) -> None:
        """With `blocks`, an entry of a round is as high as its content; otherwise it looks like other entries."""
        self._theme = theme
        self.words = words
        """Functions and names from which the texts of entries are made."""
        self.blocks = blocks
        self._minis = MiniFaces(theme)
        self.rounds = RoundPainter(theme, self._minis)
        self._marks: dict[tuple[str, float], QPixmap] = {}

    def refresh(self) -> None:
        """Drop the cached pictures, so that they are made again from the current theme."""
        self._minis.clear()
        self._marks.clear()

    @property
    def height(self) -> int:
        """Height of an entry in pixels."""
        return self._theme.px(HEIGHT)

    @property
    def low(self) -> int:
        """Height of an entry on a single line, in pixels."""
        return self._theme.px(LOW)

    def height_of(self, entry: LogEntry, width: int, usual: int, *, first: bool) -> int:
        """Return the height of an entry that is `width` pixels wide: `usual`, unless the entry is in a round."""
        told = entry.round if self.blocks else None
        if told is None:
            return usual
        return self.rounds.height(entry, told, width, first=first) + self._theme.px(_AROUND)

    def paint(self, painter: QPainter, rect: QRect, entry: LogEntry, *, first: bool = True) -> None:
        """Paint an entry in `rect`, on a single line if `rect` is too low for two. Texts that do not fit are elided.

        `first` is True for the first entry of a round.
        """
        if (told := entry.round) is not None and self.blocks:
            stamp, head = self.words.stamp(entry) if first else "", self._theme.px(HEAD) if first else 0
            row = QRect(rect.left(), rect.top() + head, rect.width(), self._theme.px(ROW))
            end = self._paint_chips(painter, row, tag_words(entry.tags), warns=NOT_KEPT in entry.tags)
            self._write(painter, QRect(rect.left(), rect.top(), rect.width(), head), stamp, 12, "muted", side=RIGHT)
            wide = self._stamp_width(stamp) if first else 0
            self.rounds.paint(painter, rect, entry, told, end, self.words.colour, stamp=wide)
        elif entry.kind is EntryKind.THROW and self._is_low(rect):
            side, wide = self._theme.px(_SIDE), self.words_width(rect.width(), entry)
            line = QRect(rect.left(), rect.top(), wide, rect.height())
            self._paint_line(painter, line, entry, result=bool(entry.dice))
            if not entry.dice:
                self._paint_text(painter, rect.adjusted(wide + self._theme.px(32), 0, 0, 0), entry)
            dice = rect.adjusted(wide + self._theme.px(32), 0, 0, (side - rect.height()) // 2)
            # The area is no wider than the dice, so that the tags are directly to the right of the dice.
            dice.setWidth(min(dice.width(), self._dice_width(entry)))
            self._paint_dice(painter, dice, entry)
        elif entry.kind is EntryKind.THROW:
            top = QRect(rect.left(), rect.top(), rect.width(), self._theme.px(_LINE))
            self._paint_line(painter, top, entry, result=bool(entry.dice), whole=False)
            if not entry.dice:
                below = rect.adjusted(self._stamp_width(self.words.stamp(entry)), rect.height() - top.height(), 0, 0)
                self._paint_text(painter, below, entry)
            self._paint_dice(painter, rect, entry, rest=_rest(entry) if entry.dice else "")
        elif entry.kind is EntryKind.SCENE:
            self._paint_scene(painter, rect, entry)
        else:
            self._paint_evening(painter, rect, entry)

    def paint_unreadable(self, painter: QPainter, rect: QRect, text: str) -> None:
        """Paint `text` in place of an entry that cannot be read."""
        self._write(painter, rect, text, 14, "muted")

    def width_of(self, entry: LogEntry) -> int:
        """Return the width at which nothing in the entry is elided."""
        return max(self._line_width(entry), self._dice_width(entry))

    def words_width(self, width: int, entry: LogEntry) -> int:
        """Return the width of the texts on a single line. Long texts use the room that the dice leave free."""
        usual = max(self._theme.px(_LEAST_WORDS), width * 2 // 5)
        free = width - self._dice_width(entry) - self._theme.px(32) if entry.dice else 0
        return max(usual, min(free, self._line_width(entry)))

    def _line_width(self, entry: LogEntry) -> int:
        result = plain_result(entry)
        result_width = self._wide(result, 14, bold=True) + self._theme.px(_BEFORE_RESULT) if result else 0
        return self._title_width(entry) + result_width

    def _title_width(self, entry: LogEntry) -> int:
        return self._stamp_width(self.words.stamp(entry)) + self._wide(_title(entry), 14)

    def _dice_width(self, entry: LogEntry) -> int:
        dice = sum(
            self._step(face) for face in shown_faces(entry, self.words.groups, self.words.colour(entry.character_id))
        )
        return dice + self._chips_width(tag_words(entry.tags)) + self._theme.px(8)

    def _faces(self, entry: LogEntry) -> tuple[ShownFace, ...]:
        return shown_faces(entry, self.words.groups, self.words.colour(entry.character_id))

    def _stamp_width(self, stamp: str) -> int:
        return self._wide(stamp, 12) + self._theme.px(8)

    def _wide(self, text: str, size: int, *, bold: bool = False) -> int:
        """Return the width of a text."""
        return QFontMetrics(self._theme.font("sans", size, bold=bold)).horizontalAdvance(text)

    def _write(
        self,
        painter: QPainter,
        room: QRect,
        text: str,
        size: int,
        tone: str,
        *,
        bold: bool = False,
        stands: bool = True,
        side: Qt.AlignmentFlag = LEFT,
    ) -> int:
        """Write one line, elided if needed, and return its width.

        The text of a roll that does not stand, because it was struck out, is crossed out.
        """
        font = self._theme.font("sans", size, bold=bold)
        font.setStrikeOut(not stands)
        return round(write(painter, room, text, font, self._theme.color(tone if stands else "muted"), side))

    def _paint_line(
        self, painter: QPainter, line: QRect, entry: LogEntry, *, result: bool = True, whole: bool = True
    ) -> None:
        """Paint time and title.

        With `result`, also paint the result: all of it if `whole`, otherwise only its first finding.
        """
        left = line.width() - self._title_width(entry) - self._theme.px(_BEFORE_RESULT)
        most = max(line.width() * 3 // 5, left)
        right = self._paint_result(painter, line, entry, most, whole=whole) if result else line.right()
        when = self.words.stamp(entry)
        self._write(painter, line, when, 12, "muted")
        room = line.adjusted(self._stamp_width(when), 0, right - line.right(), 0)
        self._write(painter, room, _title(entry), 14, "text", stands=entry.stands)

    def _paint_text(self, painter: QPainter, room: QRect, entry: LogEntry) -> None:
        """Paint the text of an entry without dice at the place where other entries have their dice."""
        room = room.adjusted(0, 0, -self._chips_width(tag_words(entry.tags)), 0)
        self._write(painter, room, plain_result(entry), 14, "muted", stands=entry.stands)

    def _paint_result(self, painter: QPainter, line: QRect, entry: LogEntry, most: int, *, whole: bool) -> int:
        """Paint the result at the right, with a sign for users who cannot distinguish its colour.

        Return the right end of the space to the left of the result.
        """
        theme = self._theme
        result = plain_result(entry) if whole or not entry.findings else entry.findings[0].text.rstrip(".")
        if not result:
            return line.right()
        found = entry.findings[0] if entry.findings else None
        tone = TONES.get(found.tone, "text") if found is not None and found.outcome else "text"
        room = line.adjusted(line.width() - most, 0, 0, 0)
        left = line.right() - self._write(painter, room, result, 14, tone, bold=True, stands=entry.stands, side=RIGHT)
        # A roll that was struck out has no effect, so it has no sign.
        if tone in _SIGNS and entry.stands:
            side = theme.px(16)
            left -= side + theme.px(4)
            mark = self._mark(_SIGNS[tone], tone, painter.device().devicePixelRatioF())
            place = QRectF(left, line.top() + (line.height() - side) / 2, side, side)
            with upright(painter, place):
                painter.drawPixmap(place.topLeft(), mark)
        return left - theme.px(12)

    def _paint_dice(self, painter: QPainter, rect: QRect, entry: LogEntry, *, rest: str = "") -> None:
        """Paint dice and tags, and between dice and tags the `rest` of the result."""
        theme = self._theme
        side = theme.px(_SIDE)
        row = QRect(rect.left(), rect.bottom() - side + 1, rect.width(), side)
        end = self._paint_chips(painter, row, tag_words(entry.tags), warns=NOT_KEPT in entry.tags)
        faces = self._faces(entry)
        x, more = row.left(), self._wide("+88", 12) + theme.px(4)
        needed = [self._step(face) for face in faces]
        for place, face in enumerate(faces):
            last = place == len(faces) - 1
            # If some dice do not fit, room for the number of hidden dice is kept free.
            if x + needed[place] + (0 if last else more) > end and x + sum(needed[place:]) > end:
                hidden = QRect(x + theme.px(2), row.top(), more, side)
                self._write(painter, hidden, f"+{len(faces) - place}", 12, "muted")
                break
            if face.parted:
                self._paint_parting(painter, QRect(x, row.top(), theme.px(_APART), side))
                x += theme.px(_APART)
            self._minis.paint(painter, QPointF(x, row.top()), side, face.code, face.group, crossed=face.crossed)
            x += side + theme.px(_GAP)
        end = end if entry.tags else row.right()
        room = QRect(x + theme.px(16), row.top(), end - x - theme.px(16), side)
        if room.width() > theme.px(60):
            self._write(painter, room, rest, 12, "muted", stands=entry.stands, side=RIGHT)

    def _step(self, face: ShownFace) -> int:
        theme = self._theme
        return theme.px(_SIDE) + theme.px(_GAP) + (theme.px(_APART) if face.parted else 0)

    def _paint_parting(self, painter: QPainter, gap: QRect) -> None:
        """Paint a small diamond between the dice of one side and those of the other side."""
        centre, reach = QRectF(gap).center() - QPointF(self._theme.px(1), 0), self._theme.px(4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.color("edge"))
        painter.drawPolygon([centre + QPointF(*step) for step in ((-reach, 0), (0, -reach), (reach, 0), (0, reach))])

    def _paint_chips(self, painter: QPainter, row: QRect, tags: tuple[str, ...], *, warns: bool) -> int:
        """Paint the tags at the right end of `row`; return the right end of the space to the left of the tags."""
        theme = self._theme
        right = row.right() + 1
        for place, text in reversed(tuple(enumerate(tags))):
            warning = warns and place == len(tags) - 1
            wide, high = self._wide(text, 12) + theme.px(14), min(row.height(), theme.px(20))
            box = QRectF(right - wide, row.top() + (row.height() - high) / 2, wide, high).adjusted(0.5, 0.5, -0.5, -0.5)
            painter.setPen(QPen(theme.color("warn" if warning else "edge"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, high / 2, high / 2)
            write(painter, box, text, theme.font("sans", 12), theme.color("warn" if warning else "muted"), MIDDLE)
            right -= wide + theme.px(4)
        return right - theme.px(4)

    def _chips_width(self, tags: tuple[str, ...]) -> int:
        return sum(self._wide(text, 12) + self._theme.px(18) for text in tags)

    def _paint_scene(self, painter: QPainter, rect: QRect, entry: LogEntry) -> None:
        theme = self._theme
        line = rect if self._is_low(rect) else rect.adjusted(0, theme.px(8), 0, 0)
        room, font = line.adjusted(0, 0, -theme.px(48), 0), theme.font("serif", 16, bold=True)
        left = line.left() + round(write(painter, room, entry.title or _("Scene"), font, theme.color("text")))
        painter.setPen(QPen(theme.color("second"), max(1, theme.px(2))))
        middle = line.center().y() + 1
        if left < line.right():
            painter.drawLine(left + theme.px(12), middle, line.right(), middle)

    def _paint_evening(self, painter: QPainter, rect: QRect, entry: LogEntry) -> None:
        theme = self._theme
        begins = entry.kind is EntryKind.EVENING
        first = self.words.day(entry) if begins else _("The evening has ended, and its seed is shown")
        second = (
            _("{time}: the evening begins, sealed with {seal}") if begins else _("{time}: its seed was {seal}")
        ).format(time=clock_time(entry), seal=shortened(entry.result))
        upper = QRect(rect.left(), rect.top() + theme.px(2), rect.width(), theme.px(_LINE))
        lower = QRect(rect.left(), upper.bottom(), rect.width(), theme.px(_LINE))
        if self._is_low(rect):
            upper = rect
            lower = rect.adjusted(self._wide(first, 14, bold=True) + theme.px(24), 0, 0, 0)
        self._write(painter, upper, first, 14, "second", bold=True)
        self._write(painter, lower, second, 12, "muted")

    def _is_low(self, rect: QRect) -> bool:
        return rect.height() < self._theme.px(_LINE) + self._theme.px(_SIDE)

    def _mark(self, name: str, tone: str, ratio: float) -> QPixmap:
        # The picture is cached, because tinting a drawing is slower than painting all texts of an entry.
        mark = self._marks.get((name, ratio))
        if mark is None:
            mark = self._marks[name, ratio] = tinted(self._theme, name, tone, self._theme.px(16), ratio)
        return mark


def _rest(entry: LogEntry) -> str:
    """Return the result without its first finding."""
    return " ".join(each.text for each in entry.findings[1:])


def _title(entry: LogEntry) -> str:
    return " · ".join(part for part in (entry.who, entry.title) if part)


MOST: Final = 20
"""Greatest number of entries in a picture."""


# Double resolution keeps the picture sharp on any screen.
SCALE: Final = 2


_LEAST_WIDTH: Final = 380


_MOST_WIDTH: Final = 1200


_MARGIN: Final = 16


def entry_picture(entries: Sequence[LogEntry], paper: Theme, words: Words) -> QImage:
    """Return a picture of the first MOST of `entries` in a column, with the date of the first entry at the top.

    `paper` is the theme for pictures that leave the program (`Theme.for_paper`).
    """
    shown = tuple(entries[:MOST])
    inks = ThrowPainter(paper, words)
    small = paper.font("sans", 12)
    # The heading of an evening already contains the date.
    dated = bool(shown) and shown[0].kind is not EntryKind.EVENING
    head = QFontMetrics(small).height() + 4 if dated else 0
    widest = max((inks.width_of(entry) for entry in shown), default=0)
    width = min(max(widest, _LEAST_WIDTH), _MOST_WIDTH)
    heights = []
    for before, entry in zip((None, *shown), shown, strict=False):
        first = before is None or _round_name(before) != _round_name(entry)
        heights.append((first, inks.height_of(entry, width, inks.height, first=first)))
    total = sum(high for _first, high in heights)
    size = QRect(0, 0, width + 2 * _MARGIN, head + total + _MARGIN + _MARGIN // 2)
    image = QImage(size.size() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(SCALE)
    image.fill(paper.color("ground"))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(paper.color("line"), 1))
    painter.setBrush(paper.color("surface"))
    painter.drawRoundedRect(QRectF(size).adjusted(3.5, 3.5, -3.5, -3.5), CARD_RADIUS, CARD_RADIUS)
    if dated:
        top = QRect(_MARGIN, _MARGIN // 2 + 2, width, head)
        write(painter, top, words.day(shown[0]), small, paper.color("muted"))
    top_line = _MARGIN // 2 + head
    for place, (entry, (first, row)) in enumerate(zip(shown, heights, strict=True)):
        if place and first:
            painter.setPen(QPen(paper.color("line"), 1))
            painter.drawLine(QPointF(_MARGIN, top_line + 0.5), QPointF(_MARGIN + width, top_line + 0.5))
        inks.paint(painter, QRect(_MARGIN, top_line + 5, width, row - 10), entry, first=first)
        top_line += row
    painter.end()
    return image


def _round_name(entry: LogEntry) -> str | int:
    """Return the name of the entry's round. For an entry outside rounds, return a value that no other entry has."""
    return entry.round.name if entry.round is not None else id(entry)
