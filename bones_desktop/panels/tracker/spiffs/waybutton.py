"""A way to earn or spend spiffs: its words, what it gives or takes, and why it cannot be now."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip

HEIGHT: Final = 48
LARGE_HEIGHT: Final = 64
"""Pixels at 100 % text size, and the least where there is much room."""
MOST_HEIGHT: Final = 92


@dataclass(frozen=True, slots=True)
class WayLook:
    """A way as its button shows it. Texts are finished."""

    text: str
    change: str
    """"+2" or "−1"."""
    why_not: str = ""
    """Why it cannot be done now, "" when it can."""


class WayButton(QAbstractButton):
    """Shows a way; one that cannot be done is dim, says why, and may be pressed all the same to hear it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._look = WayLook("", "")
        self._large = False
        self._height = LARGE_HEIGHT
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.updateGeometry)

    @property
    def look(self) -> WayLook:
        """The way as it is shown."""
        return self._look

    @property
    def allowed(self) -> bool:
        """Whether it can be done now."""
        return not self._look.why_not

    def show_look(self, look: WayLook) -> None:
        """Show a way."""
        if look != self._look:
            self._look = look
            self.setAccessibleName(f"{look.text}, {look.change}")
            self.setAccessibleDescription(look.why_not)
            self.setToolTip(plain_tip("\n".join(part for part in (look.text, look.why_not) if part)))
            self.setCursor(Qt.CursorShape.PointingHandCursor if self.allowed else Qt.CursorShape.ArrowCursor)
            self.update()

    def set_large(self, large: bool, height: int = LARGE_HEIGHT) -> None:
        """Be higher, with larger words, where there is much room: as high as given, in pixels at 100 % text size."""
        height = max(LARGE_HEIGHT, min(height, MOST_HEIGHT))
        if (large, height) != (self._large, self._height):
            self._large, self._height = large, height
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        """Return the room of two lines."""
        return QSize(self._theme.px(220), self._theme.px(self._height if self._large else HEIGHT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press with Enter as with Space; the arrows up and down go on to what is above and below."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        elif event.key() == Qt.Key.Key_Down:
            self.focusNextChild()
        elif event.key() == Qt.Key.Key_Up:
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    @guarded(None)
    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the button."""
        theme, look = self._theme, self._look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = 2 if self.hasFocus() else 1
        rim = "focus" if self.hasFocus() else "edge" if self.allowed else "line"
        ground = "surface" if not self.allowed else "ground" if self.isDown() else "raised"
        if self.underMouse() and self.allowed and not self.isDown():
            ground = "hover"
        painter.setPen(QPen(theme.color(rim), width))
        painter.setBrush(theme.color(ground))
        half = width / 2
        painter.drawRoundedRect(
            QRectF(self.rect()).adjusted(half, half, -half, -half), theme.px(RADIUS), theme.px(RADIUS)
        )
        number = theme.font("serif", 28 if self._large else 16, bold=True)
        room = QRectF(self.rect()).adjusted(theme.px(12), theme.px(3), -theme.px(12), -theme.px(3))
        painter.setFont(number)
        painter.setPen(theme.color("muted" if not self.allowed else "text"))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, look.change)
        room.setRight(room.right() - QFontMetricsF(number).horizontalAdvance(look.change) - theme.px(12))
        self._paint_words(painter, room)
        painter.end()

    def _paint_words(self, painter: QPainter, room: QRectF) -> None:
        theme, look = self._theme, self._look
        font = theme.font("sans", 20 if self._large else 14)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(theme.color("muted" if look.why_not else "text"))
        small = theme.font("sans", 14 if self._large else 12)
        below = QFontMetricsF(small).height() if look.why_not else 0.0
        flags = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap)
        wrapped = metrics.boundingRect(room, flags, look.text).height()
        whole = wrapped + below <= room.height()
        high = wrapped if whole else metrics.height()
        words = QRectF(room.left(), room.center().y() - (high + below) / 2, room.width(), high)
        if whole:
            painter.drawText(words, flags, look.text)
        else:
            self._paint_line(painter, words, look.text)
        if look.why_not:
            painter.setFont(small)
            self._paint_line(painter, QRectF(room.left(), words.bottom(), room.width(), below), look.why_not)

    def _paint_line(self, painter: QPainter, room: QRectF, text: str) -> None:
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)
