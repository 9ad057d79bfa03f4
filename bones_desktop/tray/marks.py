"""Marks and callouts painted over dice after the roll was evaluated.

Marks differ by shape, and also by colour.
"""

from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Final

from PySide6.QtCore import QLineF, QPoint, QPointF, QRect, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF
from PySide6.QtWidgets import QFrame, QWidget

from bones_desktop.rules.reading import Role
from bones_desktop.rules.records import Record, field
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.dice.geometry import Point
from bones_desktop.widgets.layouts import height_at
from bones_desktop.widgets.scaled import set_font
from bones_desktop.widgets.text.labels import plain_label

_COUNTS: Final = QColor("#a6e08f")
_CANCELLED: Final = QColor("#ff8a78")
_HURTS: Final = QColor("#ff6a55")
FOCUS: Final = QColor("#f5ce7a")
"""Colours of the marks, chosen against the felt, which is the same in every theme."""
LEAST: Final = 22.0
"""Smallest side of a tag, before the text size is applied."""
_SHARE: Final = 0.55
"""Side of a tag as a share of its die's side."""
_MOST: Final = 0.65
"""Largest side of a tag on a small die without free room around it, as a share of the die's side."""
_SMALLER: Final = 0.7
"""Smallest side of a tag without free room, as a share of the usual side of a tag."""
_AIR: Final = 0.2
"""Smallest distance to other dice, as a share of the tag's side."""
_RING: Final = 0.08
"""How far the marks of a die extend beyond it, as a share of its side."""
_WAYS: Final = ((-1, -1), (0, 1), (0, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (1, -1))
"""Directions from the die in which a place for its tag is tried.

The upper right corner comes last, because dice that count have a tick there.
"""
_ROUND: Final = Qt.PenCapStyle.RoundCap


def tag_places(
    dice: Sequence[QPolygonF], tagged: Sequence[int], room: QRectF, least: float = LEAST
) -> Mapping[int, QRectF]:
    """Return the rectangle of each tag, given the outlines of all dice.

    A tag hangs on its own die, as far as possible from other dice. Without free room it is small and inside its die.
    """
    boxes = [die.boundingRect() for die in dice]
    found: dict[int, QRectF] = {}
    for die in tagged:
        box = boxes[die]
        small = min(box.width(), box.height())
        ring = _RING * box.width()
        # Tags placed earlier are obstacles too.
        others = [each.adjusted(-ring, -ring, ring, ring) for k, each in enumerate(boxes) if k != die]
        others += found.values()
        least_side = max(_SHARE * small, min(_SMALLER * least, _MOST * small))
        inside = QRectF(box.topLeft(), QSizeF(least_side, least_side))
        found[die] = next(
            (
                max(clear, key=lambda place: min((_way(place, other) for other in others), default=0.0))
                for side in sorted({max(least, least_side), least_side}, reverse=True)
                if (clear := [place for place in _hung(dice[die], side) if _is_clear(place, room, others)])
            ),
            inside,
        )
    return found


def _hung(die: QPolygonF, side: float) -> Iterator[QRectF]:
    """Yield the places of a tag at each corner and each side of a die.

    A little of the tag overlaps the die.
    """
    box = die.boundingRect()
    corners = [die.at(k) for k in range(die.count())]
    for x, y in _WAYS:
        at = box.center() + QPointF(x * box.width(), y * box.height()) / 2
        if x and y:
            at = max(corners, key=lambda corner: corner.x() * x + corner.y() * y)
        middle = at + QPointF(x, y) * (0.05 if x and y else 0.2) * side
        yield QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)


def _is_clear(place: QRectF, room: QRectF, others: Sequence[QRectF]) -> bool:
    return room.contains(place) and all(_way(place, other) >= _AIR * place.width() for other in others)


def _way(one: QRectF, other: QRectF) -> float:
    """Return the distance between two rectangles; negative if they overlap."""
    across = max(other.left() - one.right(), one.left() - other.right())
    along = max(other.top() - one.bottom(), one.top() - other.bottom())
    return max(across, along)


def paint_tag(painter: QPainter, place: QRectF, face: QImage) -> None:
    """Paint a tag: the replaced face of a die, crossed out."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    side = place.width()
    round_ = side * 0.14
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 110))
    painter.drawRoundedRect(place.translated(side * 0.04, side * 0.06), round_, round_)
    shape = QPainterPath()
    shape.addRoundedRect(place, round_, round_)
    painter.setClipPath(shape)
    painter.drawImage(place, face)
    painter.fillPath(shape, QColor(70, 74, 72, 56))
    inset = place.adjusted(side * 0.1, side * 0.1, -side * 0.1, -side * 0.1)
    lines = (QLineF(inset.topLeft(), inset.bottomRight()), QLineF(inset.topRight(), inset.bottomLeft()))
    for colour, width in ((QColor(0, 0, 0, 190), 0.1), (_CANCELLED, 0.06)):
        painter.setPen(QPen(colour, max(1.5, side * width), Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        painter.drawLines(lines)
    painter.setClipping(False)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(12, 14, 12), max(1.5, side * 0.05)))
    painter.drawRoundedRect(place, round_, round_)
    painter.restore()


class DiceMarks(Record):
    """All marks on dice at rest."""

    roles: tuple[Role, ...] = ()
    """The role of each die; empty before the roll is evaluated."""
    before: Mapping[int, int] = field(default_factory=dict)
    """The replaced face of each re-rolled die."""
    offered: frozenset[int] = frozenset()
    """The dice that can be picked; empty if no die is offered."""

    def role(self, die: int) -> Role | None:
        """Return the role of a die; None before the roll is evaluated."""
        return self.roles[die] if die < len(self.roles) else None


class Shape(Record):
    """The outline of a die on the screen."""

    outline: Sequence[Point]
    top: Sequence[Point]
    """Screen corners of the upper face."""
    idle: float
    """Brightness of the die while it does not count."""

    @property
    def size(self) -> float:
        """Length of the upper face's edge."""
        return hypot(self.top[1][0] - self.top[0][0], self.top[1][1] - self.top[0][1])


def paint_mark(painter: QPainter, role: Role, die: Shape) -> None:
    """Paint the part of the mark for `role` that nearer dice may cover.

    A die that counts gets a ring. An idle die is dimmed. A cancelled die is dimmed and struck out. A die that hurts
    gets a jagged ring. A re-rolled die is struck out. Lost dice get no mark, because they are painted cracked and grey.
    `paint_sign` paints the rest of the mark.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    match role:
        case Role.COUNTS:
            _ring(painter, _around(die.outline, die.size * 0.06), _COUNTS, die.size)
        case Role.IDLE:
            _dim(painter, die)
        case Role.CANCELLED:
            _dim(painter, die)
            _strike(painter, die.top, die.size)
        case Role.HURTS:
            _ring(painter, _jagged(die.outline, die.size), _HURTS, die.size)
        case Role.RETHROWN:
            _strike(painter, die.top, die.size)
        # A lost die is already painted cracked and grey.
        case Role.LOST:
            pass


def paint_sign(painter: QPainter, role: Role, die: Shape) -> None:
    """Paint the sign at the corner of a die, above all dice: a tick if it counts."""
    if role is Role.COUNTS:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _tick(painter, _corner(die.top), die.size * 0.19)


def paint_offer(painter: QPainter, role: Role | None, die: Shape) -> None:
    """Paint a dashed frame around a die that can be picked. `paint_offer_signs` paints the rest."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    frame = _around(die.outline, die.size * 0.07)
    width = max(2.5, die.size * 0.055)
    # A wider dark line below each bright one keeps it visible on light dice.
    painter.setPen(QPen(QColor(0, 0, 0, 170), width + 2))
    painter.drawPath(frame)
    pen = QPen(FOCUS, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setDashPattern([2.4, 1.5])
    painter.setPen(pen)
    painter.drawPath(frame)
    if role is Role.CANCELLED:
        _strike(painter, die.top, die.size)


def paint_offer_signs(painter: QPainter, role: Role | None, die: Shape) -> None:
    """Paint the re-roll arrow at a corner of a die that can be picked, and a tick if it counts."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if role is Role.COUNTS:
        _tick(painter, _corner(die.top), die.size * 0.17)
    low = min(die.top, key=lambda point: point[0] - point[1])
    _again(painter, low, max(9.0, die.size * 0.2))


def paint_apart(painter: QPainter, die: Shape) -> None:
    """Dim a die that cannot be picked while others can."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _dim(painter, die)


def paint_focus(painter: QPainter, outline: Sequence[Point], *, offered: bool) -> None:
    """Paint the ring of the die under the pointer or with the focus.

    The ring is solid, unlike the frame of an offered die.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if offered:
        wide = max(x for x, _ in outline) - min(x for x, _ in outline)
        painter.setPen(QPen(FOCUS, max(3.0, wide * 0.05)))
        painter.drawPath(_around(outline, wide * 0.06 + 3))
        return
    painter.setPen(QPen(FOCUS, 2, Qt.PenStyle.DashLine, _ROUND, Qt.PenJoinStyle.RoundJoin))
    painter.drawPath(_around(outline, 7))


def _polygon(points: Sequence[Point]) -> QPolygonF:
    return QPolygonF([QPointF(x, y) for x, y in points])


def _centre(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _corner(top: Sequence[Point]) -> Point:
    """Return the upper right corner of the face, however it is rotated."""
    return max(top, key=lambda point: point[0] - point[1])


def _around(outline: Sequence[Point], by: float) -> QPainterPath:
    """Return the outline, rounded and `by` pixels larger on every side."""
    path = QPainterPath()
    path.addPolygon(_polygon(outline))
    path.closeSubpath()
    stroker = QPainterPathStroker()
    stroker.setWidth(2 * by)
    stroker.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return path.united(stroker.createStroke(path)).simplified()


def _jagged(outline: Sequence[Point], size: float) -> QPainterPath:
    """Return a ring of even teeth around the outline."""
    ring = _around(outline, size * 0.05)
    tooth = max(4.0, size * 0.13)
    teeth = max(8, round(ring.length() / (tooth * 1.3)))
    cx, cy = _centre(outline)
    points: list[Point] = []
    for k in range(2 * teeth):
        at = ring.pointAtPercent(k / (2 * teeth))
        out = tooth if k % 2 else 0.0
        far = hypot(at.x() - cx, at.y() - cy) or 1.0
        points.append((at.x() + (at.x() - cx) / far * out, at.y() + (at.y() - cy) / far * out))
    path = QPainterPath()
    path.addPolygon(_polygon(points))
    path.closeSubpath()
    return path


def _ring(painter: QPainter, shape: QPainterPath, colour: QColor, size: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = max(2.0, size * 0.05)
    for pen in (QPen(QColor(0, 0, 0, 170), width + 2.5), QPen(colour, width)):
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.drawPath(shape)


def _tick(painter: QPainter, at: Point, radius: float) -> None:
    radius = max(7.0, radius)
    x, y = at
    painter.setPen(QPen(QColor(0, 0, 0, 190), 1.5))
    painter.setBrush(_COUNTS)
    painter.drawEllipse(QPointF(x, y), radius, radius)
    painter.setPen(
        QPen(QColor(16, 20, 14), max(2.0, radius * 0.28), Qt.PenStyle.SolidLine, _ROUND, Qt.PenJoinStyle.RoundJoin)
    )
    painter.setBrush(Qt.BrushStyle.NoBrush)
    path = QPainterPath(QPointF(x - radius * 0.45, y + radius * 0.02))
    path.lineTo(x - radius * 0.1, y + radius * 0.4)
    path.lineTo(x + radius * 0.5, y - radius * 0.38)
    painter.drawPath(path)


def _again(painter: QPainter, at: Point, radius: float) -> None:
    """Paint a circular badge with a circular arrow."""
    x, y = at
    painter.setPen(QPen(QColor(0, 0, 0, 190), 1.5))
    painter.setBrush(FOCUS)
    painter.drawEllipse(QPointF(x, y), radius, radius)
    ink = QColor(24, 18, 8)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(ink, max(1.6, radius * 0.2), Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    ring = radius * 0.52
    painter.drawArc(QRectF(x - ring, y - ring, 2 * ring, 2 * ring), 20 * 16, 280 * 16)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ink)
    tip, head = QPointF(x + ring, y - ring * 0.1), radius * 0.42
    painter.drawPolygon(
        QPolygonF(
            [tip + QPointF(-head, -head * 0.25), tip + QPointF(head * 0.75, -head * 0.25), tip + QPointF(0, head)]
        )
    )


def _dim(painter: QPainter, die: Shape) -> None:
    painter.fillPath(_around(die.outline, die.size * 0.03), QColor(0, 0, 0, round(255 * (1 - die.idle))))


def _strike(painter: QPainter, top: Sequence[Point], size: float) -> None:
    low = min(top, key=lambda point: point[0] - point[1])
    high = _corner(top)
    for pen in (QPen(QColor(0, 0, 0, 190), max(5.0, size * 0.13)), QPen(_CANCELLED, max(3.0, size * 0.075))):
        pen.setCapStyle(_ROUND)
        painter.setPen(pen)
        painter.drawLine(QPointF(*low), QPointF(*high))


_WIDTH: Final = 300
"""Comfortable width of a callout, before the text size is applied."""
_LETTERS: Final = ((20, 16), (16, 12))
"""Font sizes of the face's name and of the sentence, best first."""
_EDGE: Final = 6
"""Smallest distance from the edges of the tray, in pixels."""


class CallOut(Record):
    """The text about a die. `die` is its name; "" if it has none."""

    die: str
    face: str
    sentence: str


class CallOutBox(QFrame):
    """Shows a callout next to a die, in the largest letters at which the callout does not hide the die."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._tray = theme, parent
        self.setProperty("kind", "card")
        # The pointer must reach the dice below.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._die = plain_label(self, role="muted", wrap=True, theme=theme, size=12)
        self._face, self._sentence = plain_label(self, wrap=True), plain_label(self, wrap=True)
        parts = (self._die, self._face, self._sentence)
        self._column = vbox(self, *parts, theme=theme, gap=2, edges=(12, 12, 12, 12))
        self.hide()

    def show_at(self, callout: CallOut, die: QRect, others: Sequence[QRect]) -> None:
        """Show a callout next to `die`, covering few of the `others`."""
        room = self._tray.rect().adjusted(_EDGE, _EDGE, -_EDGE, -_EDGE)
        texts = (callout.die, callout.face, callout.sentence)
        for label, text in zip((self._die, self._face, self._sentence), texts, strict=True):
            label.setText(text)
            label.setVisible(bool(text))
        self.setGeometry(self._fitted(die, others, room))
        self.show()
        self.raise_()

    def _fitted(self, die: QRect, others: Sequence[QRect], room: QRect) -> QRect:
        box = QRect()
        for head, body in _LETTERS:
            set_font(self._face, self._theme.font("serif", head, bold=True))
            set_font(self._sentence, self._theme.font("sans", body))
            labels = (self._die, self._face, self._sentence)
            whole = max(each.fontMetrics().horizontalAdvance(each.text()) for each in labels) + self._theme.px(28)
            for width in (min(whole, self._theme.px(_WIDTH), room.width()), room.width()):
                height = height_at(self._column, width)
                box = self._best(QSize(width, min(height, room.height())), die, others, room)
                if height <= room.height() and not box.intersects(die):
                    return box
        return box

    def _best(self, size: QSize, die: QRect, others: Sequence[QRect], room: QRect) -> QRect:
        """Return the best rectangle next to the die, above or below it, or next to another die, within the room."""
        gap = self._theme.px(12)
        corners = [QPoint(die.left(), die.top())]
        for each in (die, *others):
            corners += [QPoint(x, die.top()) for x in (each.right() + gap, each.left() - gap - size.width())]
            corners += [QPoint(die.left(), y) for y in (each.bottom() + gap, each.top() - gap - size.height())]

        def cost(box: QRect) -> tuple[bool, int, int]:
            covered = sum(box.intersects(other) for other in others)
            return box.intersects(die), covered, (box.center() - die.center()).manhattanLength()

        boxes = [QRect(at, size) for at in corners]
        for box in boxes:
            box.moveLeft(max(room.left(), min(room.right() + 1 - size.width(), box.left())))
            box.moveTop(max(room.top(), min(room.bottom() + 1 - size.height(), box.top())))
        return min(boxes, key=cost)
