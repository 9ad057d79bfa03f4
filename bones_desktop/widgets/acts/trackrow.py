"""Tracks: a state in large words above a row of boxes.

The user marks the boxes by mouse or keyboard.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.rules.records import Record
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.rows import MIDDLE, write
from bones_desktop.widgets.scaled import follow, set_sheet_property
from bones_desktop.widgets.spoken import Role, set_tip, speak_as
from bones_desktop.widgets.text.labels import FittedLabel, heading_label
from bones_desktop.wording.language import _

_LARGEST: Final = 42
_LEAST: Final = 26
"""Smallest side of a box, in pixels.

Smaller boxes would be hard to hit. So if there is less room, the row wraps.
"""
_GAP: Final = 5
_PART: Final = 14
"""Additional gap, in pixels, before a new part of the row."""


class TrackBox(Record):
    """A box of a track."""

    marked: bool = False
    text: str = ""
    """Text in the box while it has no mark."""
    under: str = ""
    """Text below the row, from this box to the next box with such a text.

    The row has a gap before a box with this text.
    """
    coming: bool = False
    """True if a planned act would mark the box."""
    grave: bool = False
    """True if a mark in this box kills the character."""
    next: bool = False
    """True if this box will be marked next and the player should notice it."""
    tone: str = "bad"
    """Colour role of the mark."""


def plain_boxes(boxes: int, marked: int) -> tuple[TrackBox, ...]:
    """Return `boxes` boxes with marks in the first `marked` boxes."""
    return tuple(TrackBox(place < marked) for place in range(boxes))


class BoxRow(Guarded, QWidget):
    """Boxes in one row, which wraps if they would become too small.

    Marks always fill the first boxes. A click on a box marks all boxes up to it, or removes the marks from this box
    onwards. Arrow keys move between boxes, Space or Enter works like a click, and + and - change the number of marks by
    one.
    """

    asked = Signal(int)
    """Emitted with the number of marks that the user wants."""

    def __init__(self, theme: Theme, parent: QWidget, *, still: bool = False) -> None:
        """If `still`, the player cannot mark the boxes here."""
        super().__init__(parent)
        self._theme = theme
        self.boxes: tuple[TrackBox, ...] = ()
        """The boxes shown."""
        self._at = 0
        self._under: int | None = None
        self._still = still
        speak_as(self, Role.Graphic)
        if not still:
            self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            self.setMouseTracking(True)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        # Boxes wrap, so the height depends on the width.
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(theme, self, QWidget.updateGeometry)

    @property
    def marked(self) -> int:
        """Number of marks."""
        return sum(box.marked for box in self.boxes)

    def show_boxes(self, said: str, boxes: Sequence[TrackBox]) -> None:
        """Show boxes. `said` is their name for screen readers."""
        self.boxes = tuple(boxes)
        self._at = min(self._at, max(0, len(self.boxes) - 1))
        self.setAccessibleName(said)
        if self._still:
            set_tip(self, said)
        else:
            self.setAccessibleDescription(_("Plus marks one more, minus one less."))
        self.updateGeometry()
        self.update()

    def box_at(self, place: int) -> QRectF:
        """Return the rectangle of a box."""
        side, across = self._fitting(self.width())
        row, column = divmod(place, across)
        step = side + self._theme.px(_GAP)
        # A wrapped row has no gaps between parts, because with gaps the boxes of its lines would not be aligned.
        parts = self._parts(place) if across >= len(self.boxes) else 0
        left = column * step + 2 + parts
        is_rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        return QRectF(self.width() - left - side if is_rtl else left, row * step + 2, side, side)

    def hasHeightForWidth(self) -> bool:
        """Return True, because in a narrow room the boxes need more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines, and of the texts below them."""
        side, across = self._fitting(width)
        words = QFontMetricsF(self._theme.font("sans", 12)).height() if any(box.under for box in self.boxes) else 0
        # The height of full-sized boxes is used even for smaller boxes, so that widgets below do not move.
        lines = -(-len(self.boxes) // across)
        return round(lines * (side + self._theme.px(_GAP)) + words) + 4

    def sizeHint(self) -> QSize:
        """Return the size of all boxes in lines of ten."""
        step = self._theme.px(_LARGEST + _GAP)
        return QSize(min(10, len(self.boxes)) * step + 4, self.heightForWidth(10 * step + 4))

    def minimumSizeHint(self) -> QSize:
        """Return the size of a few boxes."""
        return QSize(3 * self._theme.px(_LARGEST + _GAP), self._theme.px(_LARGEST + _GAP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark all boxes up to the clicked box, or remove the marks from this box onwards."""
        place = self._box_under(event.position())
        if event.button() is Qt.MouseButton.LeftButton and place is not None and not self._still:
            self._at = place
            self._press(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Highlight the boxes that a click would change."""
        self._under = None if self._still else self._box_under(event.position())
        self.update()

    def leaveEvent(self, event: object) -> None:
        """Remove the highlight."""
        del event
        self._under = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, mark, or remove marks."""
        last = max(0, len(self.boxes) - 1)
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                is_rtl = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
                step = 1 if (event.key() == Qt.Key.Key_Right) is not is_rtl else -1
                self._at = max(0, min(last, self._at + step))
                self.update()
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                self._at = 0 if event.key() == Qt.Key.Key_Home else last
                self.update()
            # Holding a key down must not mark one box after another.
            case Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter if self.boxes and not event.isAutoRepeat():
                self._press(self._at)
            case Qt.Key.Key_Plus:
                self.asked.emit(self.marked + 1)
            case Qt.Key.Key_Minus:
                self.asked.emit(self.marked - 1)
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Start at the first box without a mark."""
        super().focusInEvent(event)
        # A click has chosen a box already.
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._at = max(0, min(self.marked, len(self.boxes) - 1))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the boxes and the texts below them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place, box in enumerate(self.boxes):
            self._paint_box(painter, place, box)
        if any(box.under for box in self.boxes):
            self._paint_words(painter)
        painter.end()

    def _paint_box(self, painter: QPainter, place: int, box: TrackBox) -> None:
        theme, under, room = self._theme, self._under, self.box_at(place).adjusted(1, 1, -1, -1)
        lit = under is not None and min(self.marked, under) <= place <= max(self.marked - 1, under)
        here = self.hasFocus() and place == self._at
        bold = here or box.coming or box.grave or box.next
        rim = "focus" if here else "second" if box.next else box.tone if bold or box.marked else "edge"
        painter.setPen(QPen(theme.color(rim), theme.px(2) if bold else 1))
        painter.setBrush(theme.color(box.tone if box.marked else "hover" if lit else "raised"))
        painter.drawRoundedRect(room, theme.px(6), theme.px(6))
        if box.coming and not box.marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QBrush(theme.color("bad"), Qt.BrushStyle.BDiagPattern))
            painter.drawRoundedRect(room, theme.px(6), theme.px(6))
        elif box.marked or box.grave:
            # Marks have a cross too, for players who cannot tell the colours apart.
            inset = room.width() * 0.28
            inner = room.adjusted(inset, inset, -inset, -inset)
            pen = QPen(theme.color("ground" if box.marked else "bad"), max(1.5, room.width() * 0.08))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
        elif box.text:
            write(painter, room, box.text, theme.font("sans", 14), theme.color("muted"), MIDDLE)

    def _paint_words(self, painter: QPainter) -> None:
        """Write each text below the row, from its box to the next box with a text or to the end of the row."""
        theme, font = self._theme, self._theme.font("sans", 12)
        begins = [place for place, box in enumerate(self.boxes) if box.under]
        top = self.box_at(len(self.boxes) - 1).bottom() + theme.px(2)
        end = self.box_at(len(self.boxes) - 1)
        wide = QFontMetricsF(font).horizontalAdvance(self.boxes[begins[-1]].under) + 1
        for begin, following in zip(begins, (*begins[1:], len(self.boxes)), strict=True):
            room = self.box_at(begin).united(self.box_at(following - 1))
            room = QRectF(room.left(), top, room.width(), self.height() - top)
            if begin == begins[-1]:
                room.setLeft(max(0.0, min(room.left(), end.center().x() - wide / 2, self.width() - wide)))
                room.setWidth(max(room.width(), wide))
            tone = theme.color("bad" if self.boxes[begin].grave else "muted")
            write(painter, room, self.boxes[begin].under, font, tone)

    def _press(self, place: int) -> None:
        self.asked.emit(place if place < self.marked else place + 1)

    def _parts(self, place: int) -> int:
        """Return the total width of the gaps between parts that come before a box."""
        parts = sum(bool(box.under) and not box.grave for box in self.boxes[1 : place + 1])
        return parts * self._theme.px(_PART)

    def _fitting(self, width: int) -> tuple[int, int]:
        """Return the side of the boxes, and how many are in a line."""
        count, gap = max(1, len(self.boxes)), self._theme.px(_GAP)
        side = (width - 4 - self._parts(count) + gap) // count - gap
        largest = self._theme.finger(_LARGEST)
        if side >= self._theme.finger(_LEAST):
            return min(largest, side), count
        side = largest
        return side, max(1, (width - 4 + gap) // (side + gap))

    def _box_under(self, at: QPointF) -> int | None:
        return next((place for place in range(len(self.boxes)) if self.box_at(place).contains(at)), None)


class TrackRow(QWidget):
    """A track: its title, a text that says how much is left, and its boxes.

    The title of a large track is the state, in large letters.
    """

    def __init__(self, theme: Theme, parent: QWidget, *, large: bool = False, still: bool = False) -> None:
        """If `still`, the player cannot mark the boxes here."""
        super().__init__(parent)
        self.title = heading_label(theme, self, size=40 if large else 16)
        self.said = FittedLabel(theme, self)
        self.said.set_most_type(28 if large else 16)
        self.boxes = BoxRow(theme, self, still=still)
        self.less, self.more = (
            tool_button(self, partial(self._step, by), theme=theme, icon=icon)
            for by, icon in ((-1, "subtract"), (1, "add"))
        )
        for button in (self.less, self.more):
            button.setHidden(still)
        # The buttons of all tracks are below one another, whatever the gap between their titles and texts.
        buttons = hbox(None, self.less, self.more, theme=theme, gap=10)
        head = hbox(None, self.title, (self.said, 1), buttons, theme=theme, gap=16 if large else 10)
        vbox(self, head, self.boxes, margins=0, theme=theme, gap=4)

    def show_track(
        self, name: str, title: str, said: str, boxes: Sequence[TrackBox], tone: str = "", role: str = ""
    ) -> None:
        """Show a track. `name` is for screen readers; `tone` colours the title, `role` the text at its right."""
        self.title.setText(title)
        set_sheet_property(self.title, "tone", tone)
        self.said.show_text(said, role or "muted")
        self.boxes.show_boxes(name, boxes)
        for button, words in ((self.less, _("{name}: one mark less")), (self.more, _("{name}: one mark more"))):
            button.setAccessibleName(words.format(name=name))
            set_tip(button, words.format(name=name))

    def _step(self, by: int) -> None:
        self.boxes.asked.emit(self.boxes.marked + by)
