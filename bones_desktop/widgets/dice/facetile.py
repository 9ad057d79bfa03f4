"""A face of a die as a button, and the six faces of a die in a row."""

from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import Fitting, place_in
from bones_desktop.widgets.scaled import follow
from bones_desktop.widgets.spoken import Role, set_tip, speak_as
from bones_desktop.wording.language import _

RING: Final = 2
"""Width of the selection ring, and distance between the ring and the face."""
_GHOSTLY: Final = 0.45
_SHUT: Final = 0.28
_GLOW: Final = 0.20


class Drop(Enum):
    """The reaction of a face to an icon that is being dragged."""

    NONE = "none"
    """Nothing is being dragged."""
    OPEN = "open"
    SHUT = "shut"
    TARGET = "target"
    """The dragged icon is over this face, where it is allowed."""
    REFUSING = "refusing"
    """The dragged icon is over this face, where it is not allowed."""


class FaceTile(Guarded, QAbstractButton):
    """A face with room for a selection ring. The face is repainted only if its look changes."""

    focused = Signal()
    hovered = Signal(bool)
    """Emitted with True when the pointer enters the face, and with False when it leaves the face."""
    drag_started = Signal()
    """Emitted when a drag of the face begins."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.look = FaceLook()
        """The look of the face."""
        self._ghost = False
        self.drop = Drop.NONE
        """The reaction to an icon that is being dragged."""
        self._pressed: QPoint | None = None
        self.selected = False
        """True if the face shows the ring.

        Qt's checked state is not used, so that screen readers present a button.
        """
        # Tab stops only at the selected face of a board. Other faces get the focus only by a click.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def set_look(self, look: FaceLook) -> None:
        """Show another look, or do nothing if it is the same."""
        if look == self.look:
            return
        self.look = look
        self.setAccessibleName(look.name or look.tip)
        set_tip(self, look.tip)
        self.update()

    def set_drop(self, drop: Drop) -> None:
        """Highlight or dim the face during a drag."""
        if drop is not self.drop:
            self.drop = drop
            self.update()

    def set_ghost(self, ghost: bool) -> None:
        """Paint the face dim, for a die that does not exist yet."""
        if ghost is not self._ghost:
            self._ghost = ghost
            self.update()

    def set_selected(self, selected: bool) -> None:
        """Show or hide the ring. Tab stops at the selected face."""
        self.selected = selected
        self.update()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if selected else Qt.FocusPolicy.ClickFocus)

    def sizeHint(self) -> QSize:
        """Return the smallest comfortable size. Boards set their own size for a face."""
        side = self._theme.px(44) + 2 * margin()
        return QSize(side, side)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where the pointer was pressed, because a drag may begin there."""
        left = event.button() is Qt.MouseButton.LeftButton
        self._pressed = event.position().toPoint() if left and self.look.code else None
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Emit `drag_started` when the pointer has moved far enough."""
        pressed = self._pressed
        if pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            if (event.position().toPoint() - pressed).manhattanLength() >= QApplication.startDragDistance():
                self._pressed = None
                # Without this, releasing the button after the drag would count as a click.
                self.setDown(False)
                self.drag_started.emit()
            return
        super().mouseMoveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass every key to the board; QAbstractButton would move the focus."""
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Pass every key to the board."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Emit `focused`."""
        super().focusInEvent(event)
        self.focused.emit()

    def event(self, event: QEvent) -> bool:
        """Repaint and emit `hovered` when the pointer enters or leaves."""
        if event.type() in {QEvent.Type.HoverEnter, QEvent.Type.HoverLeave}:
            self.update()
            self.hovered.emit(event.type() == QEvent.Type.HoverEnter)
        return super().event(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face, and the ring if it is selected or the dragged icon is allowed."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        gap = margin()
        rect = QRectF(self.rect()).adjusted(gap, gap, -gap, -gap)
        if self.drop in {Drop.OPEN, Drop.TARGET}:
            self._glow(painter, rect)
        shut = self.drop in {Drop.SHUT, Drop.REFUSING}
        painter.setOpacity(_SHUT if shut else _GHOSTLY if self._ghost else 1.0)
        lifted = (self.underMouse() and self.isEnabled() and self.drop is Drop.NONE) or self.drop is Drop.TARGET
        paint_face(painter, rect, self.look, self._theme, lifted=lifted)
        # The cross and the ring must not be dimmed with the face.
        painter.setOpacity(1.0)
        if self.drop is Drop.REFUSING:
            self._cross(painter, rect)
        elif self.drop in {Drop.OPEN, Drop.TARGET}:
            self._ring(painter, self._theme.color("focus" if self.drop is Drop.TARGET else "second"))
        elif self.selected and self.drop is Drop.NONE:
            self._ring(painter, self._theme.color("second"))
        painter.end()

    def _ring(self, painter: QPainter, colour: QColor) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(colour, RING))
        ring = QRectF(self.rect()).adjusted(RING / 2, RING / 2, -RING / 2, -RING / 2)
        radius = (self.width() - 2 * margin()) * 0.16 + RING
        painter.drawRoundedRect(ring, radius, radius)

    def _glow(self, painter: QPainter, rect: QRectF) -> None:
        glow = self._theme.color("second")
        glow.setAlphaF(_GLOW)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(glow)
        painter.drawRoundedRect(QRectF(self.rect()), rect.width() * 0.16 + RING, rect.width() * 0.16 + RING)

    def _cross(self, painter: QPainter, rect: QRectF) -> None:
        """Paint the cross for an icon that is not allowed on this face."""
        self._ring(painter, self._theme.color("bad"))
        painter.setPen(QPen(self._theme.color("bad"), max(2.0, rect.width() * 0.06), c=Qt.PenCapStyle.RoundCap))
        inner = rect.adjusted(*(rect.width() * share for share in (0.3, 0.3, -0.3, -0.3)))
        painter.drawLine(inner.topLeft(), inner.bottomRight())
        painter.drawLine(inner.topRight(), inner.bottomLeft())


def margin() -> int:
    """Return the room around a face for its ring."""
    return 2 * RING


_SIDE: Final = 56
_GAP: Final = 4


class FaceStrip(Fitting):
    """Shows up to six faces as large as possible, up to a comfortable size."""

    face_clicked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.faces: tuple[FaceLook, ...] = ()
        """The faces shown."""
        self.tiles = tuple(FaceTile(theme, self) for _face in range(FACES))
        for face, tile in enumerate(self.tiles):
            tile.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            tile.setAccessibleName(_("Face {n}").format(n=face + 1))
            tile.clicked.connect(partial(self.face_clicked.emit, face))
        speak_as(self, Role.Grouping)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        follow(theme, self, FaceStrip._fit)

    def set_faces(self, faces: Sequence[FaceLook]) -> None:
        """Show other faces."""
        self.faces = tuple(faces)
        for place, tile in enumerate(self.tiles):
            tile.setVisible(place < len(faces))
            if place < len(faces):
                tile.set_look(faces[place])

    def _fit(self) -> None:
        """Place the faces. They get no room for rings, because faces are never selected here."""
        gap, room = self._theme.px(_GAP), margin()
        side = max(1, min(self._theme.px(_SIDE), (self.width() - (FACES - 1) * gap) // FACES))
        for place, tile in enumerate(self.tiles):
            whole = side + 2 * room
            tile.setGeometry(place_in(self, self.rect(), QRect(place * (side + gap) - room, gap - room, whole, whole)))
        self.setFixedHeight(side + gap)
