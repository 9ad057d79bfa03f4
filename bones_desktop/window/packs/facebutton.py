"""A face as a button: what stands or may stand on it, drawn; a click or Space opens what can be chosen."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.dice.slotface import SlotLook, paint_slot
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip

_ROOM = 4
"""Between the face and its focus ring."""


class FaceButton(QAbstractButton):
    """Shows a FaceLook or a SlotLook at the size given."""

    def __init__(self, theme: Theme, size: int = 44, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._size = size
        self._look: FaceLook | SlotLook = FaceLook()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    def set_look(self, look: FaceLook | SlotLook, name: str, tip: str = "") -> None:
        """Show another look; `name` is read to those who cannot see it."""
        self.setAccessibleName(name)
        self.setToolTip(plain_tip(tip or name))
        if look != self._look:
            self._look = look
            self.update()

    def sizeHint(self) -> QSize:
        """Return the face and the room for its ring."""
        side = self._theme.px(self._size) + 2 * _ROOM
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter as well as with Space."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
            return
        super().keyPressEvent(event)

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the face, and the ring while it has focus."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect()).adjusted(_ROOM, _ROOM, -_ROOM, -_ROOM)
        if isinstance(self._look, SlotLook):
            paint_slot(painter, rect, self._look, self._theme)
        else:
            paint_face(painter, rect, self._look, self._theme, lifted=self.underMouse() and self.isEnabled())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("focus"), 2))
            radius = rect.width() * 0.16 + 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        elif self.underMouse() and self.isEnabled():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("second"), 1))
            radius = rect.width() * 0.16 + 2
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        painter.end()
