"""The six faces of a die side by side, made or still to be made.

Of a face not yet made its options are shown small: one is sure, a few are faint, any skill is a dot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from bones_desktop.rules.bones.book.fields import FACES
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip


@dataclass(frozen=True, slots=True)
class SlotLook:
    """What may stand on a face. Texts are finished."""

    options: tuple[str, ...] = ()
    """Codes: one when it is sure, several for a choice, none when `free`."""
    free: bool = False
    """Whether any skill may stand here."""
    tip: str = ""


_SLOT_RADIUS: Final = 0.16
_OPTION_GAP: Final = 0.05


def paint_slot(painter: QPainter, rect: QRectF, look: SlotLook, theme: Theme) -> None:
    """Paint a face as it will be: its picture, the options in a dashed rim, or a dot in a solid one."""
    if len(look.options) == 1 and not look.free:
        paint_face(painter, rect, FaceLook(code=look.options[0]), theme)
        return
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(theme.color("muted"), max(1.2, rect.width() * 0.035))
    if not look.free:
        pen.setDashPattern([3.0, 2.0])
    painter.setPen(pen)
    painter.setBrush(theme.color("ground"))
    radius = rect.width() * _SLOT_RADIUS
    half = pen.widthF() / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), radius, radius)
    if look.free:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("muted"))
        painter.drawEllipse(rect.center(), rect.width() * 0.06, rect.width() * 0.06)
    else:
        _options(painter, rect, look.options, theme)
    painter.restore()


def _options(painter: QPainter, rect: QRectF, codes: tuple[str, ...], theme: Theme) -> None:
    """Paint two side by side, up to four in two rows of two, more in two rows of three."""
    columns = 2 if len(codes) <= 4 else 3
    rows = [codes[start : start + columns] for start in range(0, len(codes), columns)]
    side, gap = rect.width() * (0.40 if columns == 2 else 0.28), rect.width() * _OPTION_GAP
    y = rect.center().y() - (len(rows) * side + (len(rows) - 1) * gap) / 2
    for row in rows:
        x = rect.center().x() - (len(row) * side + (len(row) - 1) * gap) / 2
        for code in row:
            theme.faces.paint(painter, QRectF(QPointF(x, y), QPointF(x + side, y + side)), code, theme.color("text"))
            x += side + gap
        y += side + gap


_SIDE: Final = 56
_GAP: Final = 4


class FaceStrip(Guarded, QWidget):
    """Shows faces as large as there is room, up to a comfortable size."""

    face_clicked = Signal(int)

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

    def event(self, event: QEvent) -> bool:
        """Show the tip of the face the pointer is over."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            tip = next((f.tip for n, f in enumerate(self._faces) if self.face_rect(n).contains(event.pos())), "")
            QToolTip.showText(event.globalPos(), plain_tip(tip), self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which face was clicked."""
        at = event.position()
        face = next((n for n in range(len(self._faces)) if self.face_rect(n).contains(at)), None)
        if face is not None and event.button() is Qt.MouseButton.LeftButton:
            self.face_clicked.emit(face)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for the height of the faces at this width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the faces."""
        painter = QPainter(self)
        for number, look in enumerate(self._faces):
            if isinstance(look, FaceLook):
                paint_face(painter, self.face_rect(number), look, self._theme)
            else:
                paint_slot(painter, self.face_rect(number), look, self._theme)
        painter.end()
