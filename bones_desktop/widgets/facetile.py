"""One face of a die as a button: it shows a look, is selected by a click, and leaves all keys to its board."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.facelook import FaceLook, paint_face
from bones_desktop.widgets.guarded import guarded

RING: int = 2
"""Width of the selection ring, and its distance from the face."""


class FaceTile(QAbstractButton):
    """A face with room for the selection ring around it; only a change of look repaints it."""

    focused = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = FaceLook()
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    @property
    def look(self) -> FaceLook:
        """What is shown."""
        return self._look

    def set_look(self, look: FaceLook) -> None:
        """Show another look; nothing is repainted when it is the same."""
        if look == self._look:
            return
        self._look = look
        self.setAccessibleName(look.name)
        self.setToolTip(look.tip)
        self.update()

    def set_selected(self, selected: bool) -> None:
        """Draw the ring; the selected face of a board is also the one Tab stops at."""
        self.setChecked(selected)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus if selected else Qt.FocusPolicy.ClickFocus)

    def nextCheckState(self) -> None:  # noqa: N802 (Qt's name)
        """Leave selecting to the board: clicking a selected face keeps it selected."""

    def sizeHint(self) -> QSize:  # noqa: N802 (Qt's name)
        """Return the least comfortable size; boards set their own."""
        side = self._theme.px(44) + 2 * margin()
        return QSize(side, side)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Pass every key on to the board; QAbstractButton would move the focus by itself."""
        event.ignore()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:  # noqa: N802 (Qt's name)
        """Pass every key on to the board."""
        event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802 (Qt's name)
        """Tell the board that this face is the one keys go to."""
        super().focusInEvent(event)
        self.focused.emit()
        self.update()

    def event(self, event: QEvent) -> bool:
        """Repaint when the pointer comes or goes."""
        if event.type() in {QEvent.Type.HoverEnter, QEvent.Type.HoverLeave}:
            self.update()
        return super().event(event)

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:  # noqa: N802 (Qt's name)
        """Paint the face, and the ring when it is selected."""
        painter = QPainter(self)
        gap = margin()
        rect = QRectF(self.rect()).adjusted(gap, gap, -gap, -gap)
        paint_face(painter, rect, self._look, self._theme, lifted=self.underMouse() and self.isEnabled())
        if self.isChecked():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("focus" if self.hasFocus() else "second"), RING))
            ring = QRectF(self.rect()).adjusted(RING / 2, RING / 2, -RING / 2, -RING / 2)
            radius = rect.width() * 0.16 + RING
            painter.drawRoundedRect(ring, radius, radius)
        painter.end()


def margin() -> int:
    """Return the room around a face that its ring needs."""
    return 2 * RING
