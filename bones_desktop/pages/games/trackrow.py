"""A track: a row of boxes to mark, and the state they add up to."""

from functools import partial
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import follow
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _

_SIDE: Final = 40
_GAP: Final = 6


class BoxRow(Guarded, QWidget):
    """Boxes of which the first so many are marked. A click on a box marks up to it, or takes back from it on.

    Arrows move between boxes, Space or Enter does what a click does; + and - mark one more or one less.
    """

    asked = Signal(int)
    """How many shall be marked."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = ""
        self._boxes = self._marked = self._at = 0
        self._under: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        follow(theme, self, lambda each: each.updateGeometry())

    def show_boxes(self, name: str, boxes: int, marked: int) -> None:
        """Show so many boxes."""
        self._name = name
        self._boxes, self._marked = boxes, marked
        self._at = min(self._at, max(0, boxes - 1))
        self.setAccessibleName(_("{name}: {n} of {all} marked").format(name=name, n=marked, all=boxes))
        self.setAccessibleDescription(_("Plus marks one more, minus one less."))
        self.updateGeometry()
        self.update()

    def box_at(self, place: int) -> QRectF:
        """Return where a box is."""
        row, column = divmod(place, self._across(self.width()))
        side = self._theme.px(_SIDE)
        step = side + self._theme.px(_GAP)
        return QRectF(column * step + 2, row * step + 2, side, side)

    def hasHeightForWidth(self) -> bool:
        """Return that fewer in a line need more lines."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return the height of all lines."""
        return -(-self._boxes // self._across(width)) * self._theme.px(_SIDE + _GAP) + 4

    def sizeHint(self) -> QSize:
        """Return the room of all boxes in lines of ten."""
        step = self._theme.px(_SIDE + _GAP)
        return QSize(min(10, self._boxes) * step + 4, self.heightForWidth(10 * step + 4))

    def minimumSizeHint(self) -> QSize:
        """Return the room of a few boxes."""
        return QSize(3 * self._theme.px(_SIDE + _GAP), self._theme.px(_SIDE + _GAP))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Mark up to the box, or take back from it on."""
        place = self._box_under(event.position())
        if event.button() is Qt.MouseButton.LeftButton and place is not None:
            self._at = place
            self._press(place)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Light up what a click would change."""
        self._under = self._box_under(event.position())
        self.update()

    def leaveEvent(self, event: object) -> None:
        """Light up nothing."""
        del event
        self._under = None
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, mark, take back."""
        match event.key():
            case Qt.Key.Key_Left | Qt.Key.Key_Right:
                step = 1 if event.key() == Qt.Key.Key_Right else -1
                self._at = max(0, min(self._boxes - 1, self._at + step))
                self.update()
            case Qt.Key.Key_Home | Qt.Key.Key_End:
                self._at = 0 if event.key() == Qt.Key.Key_Home else max(0, self._boxes - 1)
                self.update()
            case Qt.Key.Key_Space | Qt.Key.Key_Return | Qt.Key.Key_Enter if self._boxes:
                self._press(self._at)
            case Qt.Key.Key_Plus:
                self.asked.emit(self._marked + 1)
            case Qt.Key.Key_Minus:
                self.asked.emit(self._marked - 1)
            case _:
                super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Begin at the first box that is not marked."""
        super().focusInEvent(event)
        if event.reason() is not Qt.FocusReason.MouseFocusReason:
            self._at = max(0, min(self._marked, self._boxes - 1))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the boxes."""
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for place in range(self._boxes):
            box = self.box_at(place)
            marked = place < self._marked
            lit = self._under is not None and min(self._marked, self._under) <= place <= max(
                self._marked - 1, self._under
            )
            here = self.hasFocus() and place == self._at
            painter.setPen(QPen(theme.color("focus" if here else "edge"), theme.px(2) if here else 1))
            painter.setBrush(theme.color("bad" if marked else "hover" if lit else "raised"))
            painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))
            if marked:
                inner = box.adjusted(*(theme.px(11) * sign for sign in (1, 1, -1, -1)))
                painter.setPen(QPen(theme.color("ground"), theme.px(3), c=Qt.PenCapStyle.RoundCap))
                painter.drawLine(inner.topLeft(), inner.bottomRight())
                painter.drawLine(inner.topRight(), inner.bottomLeft())
        painter.end()

    def _press(self, place: int) -> None:
        self.asked.emit(place if place < self._marked else place + 1)

    def _across(self, width: int) -> int:
        return max(1, (width - 4 + self._theme.px(_GAP)) // self._theme.px(_SIDE + _GAP))

    def _box_under(self, at: QPointF) -> int | None:
        return next((place for place in range(self._boxes) if self.box_at(place).contains(at)), None)


class TrackRow(QWidget):
    """A track with its name, its boxes, and the state they add up to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = heading_label(theme, self, size=16)
        self.state = plain_label(self, theme=theme, bold=True)
        self.count = plain_label(self, role="muted", theme=theme)
        self.boxes = BoxRow(theme, self)
        less, more = (
            tool_button(self, partial(self._step, by), theme=theme, icon=icon)
            for by, icon in ((-1, "subtract"), (1, "add"))
        )
        self.less, self.more = less, more
        self._marked = 0
        head = hbox(None, self.name, self.state, STRETCH, self.count, less, more, theme=theme, gap=10)
        vbox(self, head, self.boxes, margins=0, theme=theme, gap=4)

    def _step(self, by: int) -> None:
        self.boxes.asked.emit(self._marked + by)

    def show_track(self, name: str, boxes: int, marked: int, state: str) -> None:
        """Show a track; texts are finished."""
        self._marked = marked
        self.name.setText(name)
        self.state.setText(state)
        self.state.setVisible(bool(state))
        self.count.setText(_("{n} of {all} marked").format(n=marked, all=boxes))
        self.boxes.show_boxes(f"{name}, {state}" if state else name, boxes, marked)
        for button, words in (
            (self.less, _("{name}: one mark less")),
            (self.more, _("{name}: one mark more")),
        ):
            button.setAccessibleName(words.format(name=name))
            button.setToolTip(plain_tip(words.format(name=name)))
