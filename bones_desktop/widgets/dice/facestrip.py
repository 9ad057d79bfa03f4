"""The six faces of a die side by side, as they are or as they will be; each says in a tip what it is."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.dice.slotface import SlotLook, paint_slot
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip

_SIDE: Final = 56
_GAP: Final = 4


class FaceStrip(QWidget):
    """Shows faces as large as there is room, up to a comfortable size."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._faces: tuple[FaceLook | SlotLook, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @property
    def faces(self) -> tuple[FaceLook | SlotLook, ...]:
        """What is shown."""
        return self._faces

    def set_faces(self, faces: Sequence[FaceLook | SlotLook]) -> None:
        """Show other faces; nothing is repainted when they are the same."""
        if tuple(faces) != self._faces:
            self._faces = tuple(faces)
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room of six faces."""
        px = self._theme.px
        return QSize(FACES * px(_SIDE) + (FACES - 1) * px(_GAP), self._side() + px(_GAP))

    def minimumSizeHint(self) -> QSize:
        """Return the height; faces shrink where it is narrow."""
        return QSize(0, self.sizeHint().height())

    def face_rect(self, face: int) -> QRectF:
        """Return where a face is painted."""
        gap, side = self._theme.px(_GAP), self._side()
        return QRectF(face * (side + gap), gap, side, side)

    def _side(self) -> int:
        px = self._theme.px
        return max(1, min(px(_SIDE), (self.width() - (FACES - 1) * px(_GAP)) // FACES))

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        """Show the tip of the face the pointer is over."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = next((f.tip for n, f in enumerate(self._faces) if self.face_rect(n).contains(event.pos())), "")
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            return True
        return super().event(event)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height of the faces at this width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the faces."""
        painter = QPainter(self)
        for number, look in enumerate(self._faces):
            if isinstance(look, FaceLook):
                paint_face(painter, self.face_rect(number), look, self._theme)
            else:
                paint_slot(painter, self.face_rect(number), look, self._theme)
        painter.end()
