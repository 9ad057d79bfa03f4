"""Widgets of the Allot tab: successes, their possible targets, and the arrows between them."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDropEvent,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from bones_desktop.pages.fight.boardmodel import ChipLook, Target
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import paint_mini
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.spoken import set_tip

MIME: Final = "application/x-bones-success"
_ARROWS: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down})
_WIDE: Final = 90
_DIE: Final = 34
CHIP_GAP: Final = 8
"""Gap between chips at 100 % text size. Arrows of the upper rows run in the gaps."""
_LANE: Final = 2
"""Gap between two arrows side by side at 100 % text size."""


class _BoardButton(Guarded, QAbstractButton):
    """A button that leaves the arrow keys to the board."""

    stirred = Signal()
    """Emitted when the button was moved, or when the pointer entered or left the button."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.updateGeometry)

    def minimumSizeHint(self) -> QSize:
        """Return the preferred size, because the button must not shrink."""
        return self.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the arrow keys to the board, which moves between chips."""
        if event.key() in _ARROWS:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Emit `stirred` when the button is moved, or when the pointer enters or leaves it."""
        done = super().event(event)
        if event.type() in {QEvent.Type.Enter, QEvent.Type.Leave, QEvent.Type.Move}:
            self.stirred.emit()
        return done

    def _ground(self, painter: QPainter, rim: str, wide: float, fill: str) -> None:
        theme = self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.color(rim), theme.px(wide)))
        painter.setBrush(theme.color(fill))
        inset = theme.px(wide) / 2 + 0.5
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(inset, inset, -inset, -inset), theme.px(6), theme.px(6))

    def _line(self, painter: QPainter, room: QRectF, text: str, size: int, role: str, *, bold: bool = False) -> None:
        font = self._theme.font("sans", size, bold=bold)
        # The end of a name is kept, because the names of equal fighters differ only by the number there.
        cut = Qt.TextElideMode.ElideMiddle if text[-1:].isdigit() else Qt.TextElideMode.ElideRight
        shown = QFontMetricsF(font).elidedText(text, cut, room.width())
        painter.setFont(font)
        painter.setPen(self._theme.color(role))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)


class SuccessChip(_BoardButton):
    """One success on its die. A click or Tab chooses it, and it can be dragged to a target."""

    picked = Signal(object)
    """Emitted with the ChipLook of this success."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.setCheckable(True)
        self.look = ChipLook(("", "", -1), "blank", "character", "", "")
        self._scale = 1.0
        self._pressed_at = QPoint()
        self.clicked.connect(self._pick)

    def show_look(self, look: ChipLook, said: str) -> None:
        """Show a success; `said` is the text for tips and screen readers."""
        self.look = look
        self.setAccessibleName(said)
        set_tip(self, said)
        self.update()

    def set_scale(self, scale: float) -> None:
        """Enlarge the die by the factor `scale`."""
        if scale != self._scale:
            self._scale = scale
            self.updateGeometry()
            self.update()

    def _pick(self) -> None:
        self.picked.emit(self.look)

    def nextCheckState(self) -> None:
        """Do nothing: the board decides, and a click on the chosen success keeps it chosen."""

    def sizeHint(self) -> QSize:
        """Return the size of the die and a line below it."""
        line = QFontMetricsF(self._theme.font("sans", 12)).height()
        return QSize(self._theme.px(_WIDE * self._scale), round(self._theme.px(_DIE * self._scale + 10) + line))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the success that Tab reaches."""
        super().focusInEvent(event)
        # With the mouse, only the click chooses. The focus that returns from a closed popup must choose nothing.
        if event.reason() in {Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason}:
            self._pick()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Note where a drag would begin."""
        self._pressed_at = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the success after the mouse has moved far enough."""
        moved = (event.position().toPoint() - self._pressed_at).manhattanLength()
        held = event.buttons() & Qt.MouseButton.LeftButton
        if not held or self.look.chip is None or moved < QApplication.startDragDistance():
            super().mouseMoveEvent(event)
            return
        # Choose the success first, so that its targets are lit during the drag.
        self._pick()
        self.setDown(False)
        drag, carried = QDrag(self), QMimeData()
        carried.setData(MIME, self.look.place.encode())
        drag.setMimeData(carried)
        drag.setPixmap(self.grab())
        drag.exec(Qt.DropAction.MoveAction)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the die, its rim and the use of its success."""
        theme, look, painter = self._theme, self.look, QPainter(self)
        chosen = self.isChecked()
        rim = "accent" if chosen or look.waiting else "line"
        self._ground(painter, rim, 2 if chosen else 1, "raised" if chosen else "surface")
        whole = QRectF(self.rect())
        die = QRectF(whole.left(), whole.top() + theme.px(4), whole.width(), theme.px(_DIE * self._scale))
        paint_mini(painter, die, theme, look.code, look.group, lost=look.lost)
        below = whole.adjusted(theme.px(4), theme.px(_DIE * self._scale + 4), -theme.px(4), -theme.px(3))
        self._line(painter, below, look.caption, 12, "accent" if look.waiting else "muted", bold=look.waiting)
        painter.end()


class TargetButton(_BoardButton):
    """A possible use of successes, and its result so far."""

    dropped = Signal(str, bool)
    """Emitted after a drop or a click, with the word of this use, and whether Shift was held."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.target = Target("", "")
        self._key = ""
        self.lit = False
        """True if the chosen success may be used for this."""
        self.setAcceptDrops(True)
        self.clicked.connect(self._put)

    def show_target(self, target: Target, key: str, *, lit: bool) -> None:
        """Show a use, its key, and whether it is legal for the chosen success."""
        # Skip equal values, because every change of the fight calls this for all targets.
        if (target, key, lit) == (self.target, self._key, self.lit):
            return
        self.target, self._key, self.lit = target, key, lit
        said = ", ".join(part for part in (target.name, target.note, key) if part)
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the name and a line below it."""
        theme = self._theme
        bold, small = QFontMetricsF(theme.font("sans", 14, bold=True)), QFontMetricsF(theme.font("sans", 12))
        wide = max(bold.horizontalAdvance(self._head()), small.horizontalAdvance(self.target.note), theme.px(72))
        high = max(round(bold.height() + small.height()) + theme.px(8), theme.finger(0))
        return QSize(round(min(wide, theme.px(280))) + theme.px(20), high)

    def _head(self) -> str:
        return f"{self._key}  {self.target.name}" if self._key else self.target.name

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept any success. An illegal one is refused with the reason."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Use the dropped success for this target."""
        event.acceptProposedAction()
        self._drop(event.modifiers())

    def _put(self) -> None:
        self._drop(QApplication.keyboardModifiers())

    def _drop(self, held: Qt.KeyboardModifier) -> None:
        self.dropped.emit(self.target.word, bool(held & Qt.KeyboardModifier.ShiftModifier))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the name and the result."""
        theme, painter = self._theme, QPainter(self)
        rim = "accent" if self.lit else "line"
        self._ground(painter, rim, 2 if self.lit else 1, "raised" if self.lit else "surface")
        whole = QRectF(self.rect()).adjusted(theme.px(8), theme.px(3), -theme.px(8), -theme.px(3))
        head = QFontMetricsF(theme.font("sans", 14, bold=True)).height()
        top = QRectF(whole.left(), whole.top(), whole.width(), head if self.target.note else whole.height())
        self._line(painter, top, self._head(), 14, "text" if self.lit else "muted", bold=True)
        if self.target.note:
            note = whole.adjusted(0, head, 0, 0)
            self._line(painter, note, self.target.note, 12, "bad" if self.target.deadly else "muted")
        painter.end()


class Arrows(Guarded, QWidget):
    """Draws an arrow from each success to its target.

    Arrows of the chosen success and arrows under the pointer are strong; all other arrows are faint. All arrows are
    painted behind chips and targets, so that no arrow crosses a text. Arrows of the upper rows run in the gaps between
    the chips below, so that each can be followed.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._over = parent
        self.pairs: tuple[tuple[SuccessChip, TargetButton], ...] = ()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.lower()
        theme.changed.connect(self.update)

    def show_pairs(self, pairs: Sequence[tuple[SuccessChip, TargetButton]]) -> None:
        """Show these arrows."""
        self.pairs = tuple(pairs)
        self.update()

    def strong(self) -> list[tuple[SuccessChip, TargetButton]]:
        """Return the arrows of the chosen success, and of the chip or target under the pointer."""
        return [
            (chip, target) for chip, target in self.pairs
            if chip.isChecked() or chip.underMouse() or target.underMouse()
        ]  # fmt: skip

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the faint arrows first."""
        painter, strong = QPainter(self), self.strong()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Arrows to the same target end side by side, so that each can be followed.
        aims = [target for _chip, target in self.pairs]
        ends = [
            ((chip, target) in strong, at, (aims[:at].count(target) + 1) / (aims.count(target) + 1))
            for at, (chip, target) in enumerate(self.pairs)
        ]
        for is_strong, at, share in sorted(ends):
            self._draw(painter, *self.pairs[at], share, strong=is_strong)
        painter.end()

    def _draw(self, painter: QPainter, chip: SuccessChip, target: TargetButton, share: float, *, strong: bool) -> None:
        """Draw from the lower edge of a chip to the upper edge of a target, at this share of its width."""
        role = "bad" if target.target.deadly else "accent" if strong else "muted"
        px, color = self._theme.px, self._theme.color(role)
        color.setAlphaF(1.0 if strong else 0.45)
        begin = QPointF(chip.mapTo(self._over, QPoint(chip.width() // 2, chip.height() - px(2))))
        end = QPointF(target.mapTo(self._over, QPoint(round(target.width() * share), px(1))))
        head = QPointF(0, px(6))
        path = QPainterPath(begin)
        for point in self.lane(chip):
            path.lineTo(point)
            begin = point
        bend = QPointF(0, max(px(8), (end.y() - begin.y()) * 0.45))
        path.cubicTo(begin + bend, end - head - bend, end - head)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(color, px(2 if strong else 1)))
        painter.drawPath(path)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        wing = px(4 if strong else 3)
        painter.drawPolygon(QPolygonF([end, end - head - QPointF(wing, 0), end - head + QPointF(wing, 0)]))

    def lane(self, chip: SuccessChip) -> tuple[QPointF, ...]:
        """Return the corners of an arrow from a chip to the lower edge of all chips; () for the last row."""
        px, row = self._theme.px, chip.parentWidget()
        end = row.height() - chip.y() if row is not None else chip.height()
        below = (end - chip.height() + px(CHIP_GAP)) // (chip.height() + px(CHIP_GAP))
        if not below:
            return ()
        # Arrows from different rows of one column run side by side.
        beside = chip.width() + px(_LANE * below) if chip.isLeftToRight() else -px(_LANE * below)
        under = chip.height() + px(CHIP_GAP) // 2
        points = QPoint(chip.width() // 2, under), QPoint(beside, under), QPoint(beside, end)
        return tuple(QPointF(chip.mapTo(self._over, point)) for point in points)
