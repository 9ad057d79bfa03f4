"""A die to turn in the hand: a small cube that follows the pointer and the selected face of a net."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEasingCurve, QEvent, QPointF, QRectF, QSize, Qt, QVariantAnimation, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QQuaternion, QVector3D
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.cube import CubePainter, View, front_face, quarter, resting
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.guarded import Guarded

SIZE: Final = 132
_LEAST: Final = 80
_TURN_MS: Final = 170
_FINE: Final = 15.0
_X: Final = QVector3D(1, 0, 0)
_Y: Final = QVector3D(0, 1, 0)
_KEYS: Final = {
    Qt.Key.Key_Left: (_Y, -90.0),
    Qt.Key.Key_Right: (_Y, 90.0),
    Qt.Key.Key_Up: (_X, -90.0),
    Qt.Key.Key_Down: (_X, 90.0),
}


class DiceCube(Guarded, QWidget):
    """Shows six faces folded as their net says. A click on a face picks it, a drag turns the cube.

    Arrow keys turn it by a quarter, with Shift by a little; Enter picks the face in front; Home or a double click lays
    it as it was, with the selected face in front.
    """

    face_picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._art = CubePainter(theme)
        self._looks: tuple[FaceLook, ...] = ()
        self._face = 0
        self._animated = True
        self._turn = self._start = self._end = resting(0)
        self._pressed: QPointF | None = None
        self._grabbed = QQuaternion()
        self._dragged = False
        self._hovered: int | None = None
        self._motion = QVariantAnimation(self)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.setDuration(_TURN_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.valueChanged.connect(self._moved)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setToolTip(self.tr("Drag to turn the die; click a face to choose it; double-click to lay it straight."))
        self.setAccessibleDescription(
            self.tr("Arrow keys turn the die, Enter chooses the face in front, Home lays it straight.")
        )
        theme.changed.connect(self._restyle)
        self._tell()

    @property
    def face(self) -> int:
        """The face in front, counted from 0."""
        return front_face(self._end)

    @property
    def animated(self) -> bool:
        """Whether it turns gently when asked to show a face."""
        return self._animated

    @property
    def turn(self) -> QQuaternion:
        """How the cube lies now."""
        return self._turn

    def set_faces(self, looks: Sequence[FaceLook]) -> None:
        """Show these six faces, or nothing for none; the cube stays as it lies."""
        if tuple(looks) != self._looks:
            self._looks = tuple(looks)
            self._art.clear()
            self._tell()
            self.update()

    def set_face(self, face: int) -> None:
        """Turn a face to the front, the one that is selected on the net."""
        if face != self._face or self.face != face:
            self._face = face
            self._go(resting(face))

    def set_animated(self, animated: bool) -> None:
        """Set whether the cube turns or lies at once as it should, as reduced motion asks for."""
        self._animated = animated
        if not animated:
            self._settle()

    def sizeHint(self) -> QSize:
        """Return the comfortable size; pictures need no more with larger text."""
        return QSize(SIZE, SIZE)

    def minimumSizeHint(self) -> QSize:
        """Return the smallest size at which the pictures can be told apart."""
        return QSize(_LEAST, _LEAST)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the cube where the pointer is."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._settle()
        self._pressed, self._grabbed, self._dragged = event.position(), self._turn, False
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Turn the cube so that the point held stays under the pointer."""
        if self._pressed is None:
            self._hover(self._view().face_at(event.position()))
            return
        if not self._dragged:
            far = (event.position() - self._pressed).manhattanLength()
            if far < QApplication.startDragDistance():
                return
            self._dragged = True
        view = self._view()
        self._lay(QQuaternion.rotationTo(view.grip(self._pressed), view.grip(event.position())) * self._grabbed)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go of the cube; a click picks the face under the pointer."""
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            event.ignore()
            return
        self._pressed = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        if not self._dragged and self._looks:
            face = self._view().face_at(event.position())
            if face is not None:
                self.face_picked.emit(face)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Lay the cube as it was."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._go(resting(self._face))
        else:
            event.ignore()

    def leaveEvent(self, _event: QEvent) -> None:
        """Forget the face the pointer was over."""
        self._hover(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn, pick or lay straight; other keys go on."""
        plain = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key(event.key())
        if key in _KEYS and plain in {Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier}:
            axis, degrees = _KEYS[key]
            if plain:
                fine = _FINE if degrees > 0 else -_FINE
                self._settle()
                self._lay(QQuaternion.fromAxisAndAngle(axis, fine) * self._turn)
            else:
                self._go(quarter(self._end, axis, degrees))
        elif plain:
            event.ignore()
        elif key == Qt.Key.Key_Home:
            self._go(resting(self._face))
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space} and self._looks:
            self.face_picked.emit(self.face)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Lie still while nobody looks."""
        self._settle()
        super().hideEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the cube."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._looks:
            self._art.paint(painter, self._view(), self._looks, None if self._dragged else self._hovered)
        painter.end()

    def _view(self) -> View:
        size = min(self.width(), self.height()) - 8
        return View(QRectF(self.rect()).center(), size, self._turn)

    def _hover(self, face: int | None) -> None:
        if face != self._hovered:
            self._hovered = face
            self.update()

    def _go(self, end: QQuaternion) -> None:
        """Turn to `end`, by the shorter way."""
        self._motion.stop()
        self._start, self._end = self._turn, end
        self._tell()
        if self._animated and self.isVisible() and self._pressed is None:
            self._motion.start()
        else:
            self._settle()

    def _settle(self) -> None:
        self._motion.stop()
        self._lay(self._end)

    def _moved(self, share: float) -> None:
        if self._motion.state() is QVariantAnimation.State.Running:
            self._turn = QQuaternion.slerp(self._start, self._end, share)
            self.update()

    def _lay(self, turn: QQuaternion) -> None:
        self._turn = self._end = turn.normalized()
        self._tell()
        self.update()

    def _tell(self) -> None:
        """Give the name a screen reader says: the die and the face in front."""
        name = self.tr("Die in the hand")
        if self._looks:
            name = self.tr("Die in the hand, in front: {face}").format(face=self._looks[self.face].name)
        if name != self.accessibleName():
            self.setAccessibleName(name)

    def _restyle(self) -> None:
        self._art.clear()
        self.update()
