"""A line of a list or a cell of a table: its content and its painting."""

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPen

from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import RADIUS, FontRole, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face, paint_mini, tinted
from bones_desktop.widgets.rows import LEFT, RIGHT, draw_text, paint_ground, paint_line_ground, write

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyle

TICK: Final = 18
"""Side of a check box."""
_WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
# A height greater than any text has, so that nothing is cut off while measuring.
_TALL: Final = 100_000
_GAP: Final = 10
"""Gap between a text and the text to its right."""

Font = tuple[FontRole, int, bool]
"""Role of the font family, size, and whether the font is bold."""
_HEADING: Final[Font] = ("serif", 20, True)


class Ground(Enum):
    """The ways to mark the current line of a list."""

    RAISED = "raised"
    """Raised, with a border while the list has the focus."""
    FOCUSED = "focused"
    """Raised with a border, only while the list has the focus."""
    STRIPED = "striped"
    """Raised over the whole width, with a stripe on the left."""
    MARKED = "marked"
    """Like RAISED, with a short stripe on the left: the part of the page next to the list belongs to this line."""
    RIMMED = "rimmed"
    """Raised with a thin border, whether the list has the focus or not."""
    PRESSED = "pressed"
    """Every line looks like a button, because one click activates it.

    The current line has a border while the list has the focus.
    """


class Line(Record):
    """A line of a list, or a cell of a table. Texts are ready to show."""

    text: str
    second: str = ""
    """A smaller text below."""
    right: str = ""
    """A text at the right end."""
    key: str = ""
    """Identifies the line for the list's owner. In a table, the first cell's key identifies the row."""
    sign: str = ""
    """One of SIGNS, or the name of a drawing; "" for none."""
    face: FaceLook | str = ""
    """The face of a die, or the code of a face to be painted small."""
    lost: bool = False
    """True if a small face belongs to a lost die."""
    faces: tuple[FaceLook, ...] = ()
    """The faces of a die, in a row below the text. The second text is then to the right of the faces."""
    tone: str = "text"
    """Colour role of the text in the theme. The other tones are colour roles too."""
    second_tone: str = "muted"
    right_tone: str = "muted"
    sign_tone: str = "text"
    bold: bool = False
    heading: bool = False
    """True if the line is a heading in large letters for the lines below it."""
    struck: bool = False
    """True if the text is crossed out."""
    ticked: bool | None = None
    """True if the line's check box is ticked; None for a line without a check box."""
    rule: str = ""
    """The id of a rule about the line, which F1 opens."""
    tip: str = ""
    spoken: str = ""
    """The text for screen readers. If it is "", they read the visible texts."""


class LineLook(Record):
    """The look of the lines of a list, or of the cells of a column. Sizes are pixels at 100 % text size."""

    height: int = 32
    font: Font = ("sans", 14, False)
    second: Font = ("sans", 12, False)
    right: Font = ("sans", 12, False)
    side: int = 0
    """Side of the square of a sign or a face."""
    gap: int = 8
    """Gap between that square and the text to its right."""
    aligned: bool = False
    """True if the texts of lines without a sign begin at the same position as those of lines with a sign."""
    pad: tuple[int, int] = (8, 0)
    """Padding around the texts: left and right, above and below."""
    ground: Ground = Ground.RAISED
    ruled: bool = False
    """True if a thin stroke separates the lines."""
    wraps: bool = False
    """True if texts wrap. `height` is then the minimum."""
    number: bool = False
    """True if the text is aligned to the right, like a number."""
    sign_right: bool = False
    """True if the sign is at the right end, at the top."""
    chosen_bold: bool = False


DICE: Final = LineLook(height=57, side=26, pad=(12, 6), ground=Ground.FOCUSED)
"""A die: its name above its faces."""
TWO_LINES: Final = LineLook(height=50, font=("serif", 16, True), gap=10, pad=(12, 4), ground=Ground.STRIPED, ruled=True)
"""A name with a description below it."""


class LinePainter:
    """Paints lines that all have the same LineLook."""

    def __init__(self, theme: Theme, look: LineLook) -> None:
        self._theme = theme
        self.look = look

    def height(self, line: Line, width: int) -> int:
        """Return the height of a line in a list `width` pixels wide."""
        px, look = self._theme.px, self.look
        if not look.wraps:
            return self._theme.finger(look.height)
        room = QRectF(0, 0, width, _TALL).adjusted(px(look.pad[0]), px(look.pad[1]), -px(look.pad[0]), 0)
        room.setLeft(self._beside_square(room, line))
        return max(self._theme.finger(look.height), round(self._wrapped_height(room, line)) + 2 * px(look.pad[1]))

    def width(self, line: Line) -> int:
        """Return the width needed to show the whole line, including its square."""
        px, texts = self._theme.px, self._texts(line)
        room = QRectF(0, 0, 0, px(self.look.height - 2 * self.look.pad[1]))
        widths = [QFontMetricsF(font).horizontalAdvance(text) for text, font, _tone in texts]
        if line.right and not self._place_of_right(room, line, texts):
            widths[0] += px(_GAP) + QFontMetricsF(self._theme.font(*self.look.right)).horizontalAdvance(line.right)
        return int(self._beside_square(room, line) + max(widths)) + 2 * px(self.look.pad[0]) + 2

    def paint(self, painter: QPainter, rect: QRectF, line: Line, *, chosen: bool = False) -> None:
        """Paint the texts and signs of a line in `rect`."""
        theme, px, look = self._theme, self._theme.px, self.look
        room = rect.adjusted(px(look.pad[0]), px(look.pad[1]), -px(look.pad[0]), -px(look.pad[1]))
        left = self._beside_square(room, line)
        self._paint_square(painter, room, line)
        room.setLeft(left)
        if look.sign_right and line.sign:
            side = px(look.side)
            paint_sign(painter, self._theme, QRectF(room.right() - side, room.top(), side, side), line)
            room.setRight(room.right() - side - px(look.gap))
        texts = self._texts(line, bold=chosen and look.chosen_bold)
        if look.wraps:
            self._paint_wrapped(painter, room, texts, line)
            return
        if line.faces:
            texts = texts[:1]
            room.setBottom(self._paint_faces(painter, room, line))
        at = self._place_of_right(room, line, texts)
        # A text at the right for which there is no room next to the title is next to an empty second text.
        texts += [("", theme.font(*look.second), line.second_tone)] * (at + 1 - len(texts))
        heights = [QFontMetricsF(font).height() for _text, font, _tone in texts]
        # Both texts are centred together; a single text is centred too.
        top = room.center().y() - sum(heights) / 2
        for place, ((text, font, tone), height) in enumerate(zip(texts, heights, strict=True)):
            row = QRectF(room.left(), top, room.width(), height)
            if place == at:
                row.setRight(self._paint_right(painter, row, line, QFontMetricsF(font).horizontalAdvance(text)))
            write(painter, row, text, font, self._theme.color(tone), RIGHT if look.number else LEFT)
            top += height

    def _texts(self, line: Line, *, bold: bool = False) -> list[tuple[str, QFont, str]]:
        """Return the texts of a line from top to bottom, each with its font and colour."""
        family, size, heavy = _HEADING if line.heading else self.look.font
        font = self._theme.font(family, size, bold=heavy or line.bold or bold)
        font.setStrikeOut(line.struck)
        texts = [(line.text, font, line.tone)]
        if line.second:
            texts.append((line.second, self._theme.font(*self.look.second), line.second_tone))
        return texts

    def _paint_faces(self, painter: QPainter, room: QRectF, line: Line) -> float:
        """Paint the faces of a die at the bottom of a line, with the second text to their right.

        Return the top of the faces.
        """
        theme, gap, count = self._theme, self._theme.px(4), len(line.faces)
        side = min(theme.px(self.look.side), (room.width() - (count - 1) * gap) / count)
        square = QRectF(room.left(), room.bottom() - side, side, side)
        for face in line.faces:
            paint_face(painter, square, face, theme)
            square.translate(side + gap, 0)
        room = QRectF(square.left() + 2 * gap, square.top(), room.right() - square.left() - 2 * gap, side)
        if room.width() > 0:
            write(painter, room, line.second, theme.font(*self.look.second), theme.color(line.second_tone))
        return square.top()

    def _place_of_right(self, room: QRectF, line: Line, texts: Sequence[tuple[str, QFont, str]]) -> int:
        """Return 1 if the text at the right fits only in the second row of a line that is high enough, else 0."""
        second, right = (QFontMetricsF(self._theme.font(*each)) for each in (self.look.second, self.look.right))
        text, first = texts[0][0], QFontMetricsF(texts[0][1])
        needed = first.horizontalAdvance(text) + self._theme.px(_GAP) + right.horizontalAdvance(line.right)
        return int(bool(line.right) and needed > room.width() and first.height() + second.height() <= room.height())

    def _paint_right(self, painter: QPainter, row: QRectF, line: Line, needed: float) -> float:
        """Write the text at the right end and return where it begins.

        If both texts of the line do not fit, both are elided.
        """
        if not line.right:
            return row.right()
        room = QRectF(row)
        # The text at the right can use at least half of the row.
        room.setLeft(min(room.center().x(), room.left() + needed + self._theme.px(_GAP)))
        font, tone = self._theme.font(*self.look.right), self._theme.color(line.right_tone)
        return row.right() - write(painter, room, line.right, font, tone, RIGHT) - self._theme.px(_GAP)

    def _wrapped_height(self, room: QRectF, line: Line) -> float:
        """Return the height of the wrapped texts of a line."""
        return sum(
            QFontMetricsF(font).boundingRect(self._wrapped_room(room, line, place), int(_WRAP), text).height()
            for place, (text, font, _tone) in enumerate(self._texts(line))
        )

    def _wrapped_room(self, room: QRectF, line: Line, place: int) -> QRectF:
        """Return the room of a wrapped text. The text at the right, which does not wrap, is next to the first text."""
        if place or not line.right:
            return room
        right = QFontMetricsF(self._theme.font(*self.look.right)).horizontalAdvance(line.right)
        return room.adjusted(0, 0, -min(room.width() / 2, right + self._theme.px(_GAP)), 0)

    def _paint_wrapped(self, painter: QPainter, room: QRectF, texts: list[tuple[str, QFont, str]], line: Line) -> None:
        needed = self._wrapped_height(room, line)
        # Short texts are centred vertically, except next to a face, which is at the top.
        if not line.face:
            room.setTop(room.top() + max(0.0, (room.height() - needed) / 2))
        for place, (text, font, tone) in enumerate(texts):
            if not place and line.right:
                first = QRectF(room.left(), room.top(), room.width(), QFontMetricsF(font).height())
                colour = self._theme.color(line.right_tone)
                write(painter, first, line.right, self._theme.font(*self.look.right), colour, RIGHT)
            part = self._wrapped_room(room, line, place)
            painter.setFont(font)
            painter.setPen(self._theme.color(tone))
            draw_text(painter, part, int(_WRAP), text)
            room.setTop(room.top() + QFontMetricsF(font).boundingRect(part, int(_WRAP), text).height())

    def _beside_square(self, room: QRectF, line: Line) -> float:
        """Return the left edge of the texts."""
        look, px = self.look, self._theme.px
        if line.ticked is not None:
            return room.left() + px(TICK + look.gap)
        square = look.aligned or line.face or (line.sign and not look.sign_right)
        return room.left() + (px(look.side + look.gap) if square else 0)

    def _paint_square(self, painter: QPainter, room: QRectF, line: Line) -> None:
        theme, look = self._theme, self.look
        if line.ticked is not None:
            paint_tick(painter, theme, QPointF(room.left(), room.center().y()), ticked=line.ticked)
            return
        side = theme.px(look.side)
        top = room.center().y() - side / 2
        # In wrapped lines, a face is at the top, and a small sign is next to the first line of text.
        if look.wraps:
            first = QFontMetricsF(self._texts(line)[0][1]).height()
            top = room.top() if line.face else room.top() + (first - side) / 2 if side < first else top
        square = QRectF(room.left(), top, side, side)
        if isinstance(line.face, FaceLook):
            paint_face(painter, square, line.face, theme)
        elif line.face:
            paint_mini(painter, square, theme, line.face, lost=line.lost)
        elif line.sign and not look.sign_right:
            paint_sign(painter, theme, square, line)


def paint_row(painter: QPainter, theme: Theme, rect: QRectF, state: "QStyle.StateFlag", look: LineLook) -> bool:
    """Paint the background of a line for the `state` of a style option.

    Return whether the line is the current line.
    """
    # Imported late for the reason given in `paint_line_ground`.
    from PySide6.QtWidgets import QStyle

    flags, px = QStyle.StateFlag, theme.px
    chosen, focused = bool(state & flags.State_Selected), bool(state & flags.State_HasFocus)
    hovered = bool(state & flags.State_MouseOver)
    match look.ground:
        case Ground.STRIPED:
            paint_line_ground(painter, theme, rect.toRect(), state)
        case Ground.RIMMED if chosen or hovered:
            painter.setPen(theme.color("second") if chosen else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("raised" if chosen else "hover"))
            painter.drawRoundedRect(rect.adjusted(px(2), px(1), -px(2), -px(1)), px(RADIUS), px(RADIUS))
        case Ground.PRESSED:
            current = chosen and focused
            painter.setPen(QPen(theme.color("focus" if current else "edge"), 2 if current else 1))
            painter.setBrush(theme.color("hover" if hovered else "raised"))
            painter.drawRoundedRect(rect.adjusted(1, px(2), -1, -px(2)), px(RADIUS), px(RADIUS))
        case Ground.FOCUSED:
            current = chosen and focused
            paint_ground(painter, theme, rect.adjusted(1, 1, -1, -1), current=current, hovered=hovered)
        case Ground.RAISED | Ground.MARKED:
            current = chosen and focused
            paint_ground(painter, theme, rect.adjusted(1, 1, -1, -1), current=current, hovered=hovered or chosen)
            if chosen and look.ground is Ground.MARKED:
                inset = rect.height() / 6
                stripe = QRectF(rect.left() + 2, rect.top() + inset, px(3), rect.height() - 2 * inset)
                painter.fillRect(stripe, theme.color("second"))
    if look.ruled:
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.bottomLeft(), rect.bottomRight())
    return chosen


def paint_tick(painter: QPainter, theme: Theme, middle_left: QPointF, *, ticked: bool) -> None:
    """Paint a check box. The middle of its left edge is at `middle_left`."""
    side = theme.px(TICK)
    left, top = int(middle_left.x()), int(middle_left.y()) - side // 2
    painter.setPen(QPen(theme.color("second" if ticked else "edge"), 1))
    painter.setBrush(theme.color("second" if ticked else "surface"))
    painter.drawRoundedRect(QRectF(left + 0.5, top + 0.5, side - 1, side - 1), theme.px(4), theme.px(4))
    if ticked:
        mark = tinted(theme, "check", "on-second", side - 4, painter.device().devicePixelRatioF())
        with upright(painter, QRectF(left, top, side, side)):
            painter.drawPixmap(left + 2, top + 2, mark)


SIGNS: Final = {
    "dot": (0.18, True, ""),
    "ring": (0.45, False, ""),
    "disc": (0.45, True, ""),
    "done": (0.45, False, "check"),
    "warning-ring": (0.45, False, "alert"),
    "warning-disc": (0.45, True, "alert"),
}
"""Round signs: radius as a share of the square, whether it is filled, and the symbol inside."""


def paint_sign(painter: QPainter, theme: Theme, square: QRectF, line: Line) -> None:
    """Paint the sign of a line: a round sign, or a drawing in the sign's colour."""
    colour, side = theme.color(line.sign_tone), square.width()
    if line.sign not in SIGNS:
        with upright(painter, square):
            # A drawing may have several colours. Tinting would replace all of them by one.
            if line.sign_tone == "text":
                theme.icon(line.sign).paint(painter, square.toRect())
            else:
                drawing = tinted(theme, line.sign, line.sign_tone, round(side), painter.device().devicePixelRatioF())
                painter.drawPixmap(square.topLeft(), drawing)
        return
    radius, filled, mark = SIGNS[line.sign]
    pen = QPen(colour, max(1.5, side * 0.1))
    painter.setPen(pen)
    painter.setBrush(colour if filled else Qt.BrushStyle.NoBrush)
    painter.drawEllipse(square.center(), side * radius, side * radius)
    x, y = square.center().x(), square.center().y()
    if filled and mark:
        pen.setColor(theme.color("ground"))
        painter.setPen(pen)
    if mark == "check":
        with upright(painter, square):
            painter.drawLine(QLineF(x - side * 0.22, y, x - side * 0.05, y + side * 0.18))
            painter.drawLine(QLineF(x - side * 0.05, y + side * 0.18, x + side * 0.24, y - side * 0.17))
    elif mark == "alert":
        painter.drawLine(QLineF(x, y - side * 0.26, x, y + side * 0.05))
        painter.drawPoint(QPointF(x, y + side * 0.26))
