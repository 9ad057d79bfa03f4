"""Which part of a picture is the portrait: a square over it that is moved and made larger or smaller."""

from typing import Final

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QSizePolicy, QSlider, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.focus import wheel_passes
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label

_LEAST: Final = 40
"""Pixels of the picture that a portrait has at least on a side."""
_STEP: Final = 0.02
_SIDE: Final = 360


class CropView(Guarded, QWidget):
    """The picture with a square that is dragged, or moved with the arrows; the wheel, + and - change its size."""

    share_changed = Signal(int)
    """How large the square is, in percent of the largest."""

    def __init__(self, image: QImage, theme: Theme, parent: QWidget, part: QRect | None = None) -> None:
        """Begin with the square in the middle of `part`, or of the whole picture."""
        super().__init__(parent)
        self._image, self._theme = image, theme
        self._most = min(image.width(), image.height())
        part = image.rect() if part is None else part
        self._side = float(min(part.width(), part.height()))
        self._middle = QRectF(part).center()
        self._held: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Part of the picture that is the portrait"))

    @property
    def square(self) -> QRect:
        """The part chosen, in pixels of the picture."""
        side = round(self._side)
        corner = QPoint(round(self._middle.x() - side / 2), round(self._middle.y() - side / 2))
        return QRect(corner, QSize(side, side)).intersected(self._image.rect())

    def set_share(self, percent: int) -> None:
        """Make the square so large, in percent of the largest."""
        least = min(_LEAST, self._most)
        side = max(float(least), self._most * percent / 100)
        if side != self._side:
            self._side = side
            self.move_by(0, 0)
            self.share_changed.emit(round(side * 100 / self._most))

    def move_by(self, across: float, down: float) -> None:
        """Move the square by pixels of the picture; it stays on it."""
        half = self._side / 2
        x = max(half, min(self._image.width() - half, self._middle.x() + across))
        y = max(half, min(self._image.height() - half, self._middle.y() + down))
        self._middle = QPointF(x, y)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a good size."""
        return QSize(self._theme.px(_SIDE), self._theme.px(_SIDE))

    def _scale(self) -> float:
        return min(self.width() / max(1, self._image.width()), self.height() / max(1, self._image.height()))

    def _shown(self) -> QRectF:
        size = self._image.size() * self._scale()
        return QRectF(
            (self.width() - size.width()) / 2, (self.height() - size.height()) / 2, size.width(), size.height()
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, dim outside the square."""
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        shown, scale = self._shown(), self._scale()
        painter.drawImage(shown, self._image)
        square = QRectF(self.square)
        frame = QRectF(shown.topLeft() + square.topLeft() * scale, square.size() * scale)
        outside, inside = QPainterPath(), QPainterPath()
        outside.addRect(shown)
        inside.addRect(frame)
        painter.fillPath(outside.subtracted(inside), QColor(0, 0, 0, 150))
        painter.setPen(QPen(self._theme.color("focus" if self.hasFocus() else "second"), 2))
        painter.drawRect(frame.adjusted(1, 1, -1, -1))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the square."""
        self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the square."""
        if self._held is not None:
            way = (event.position() - self._held) / max(self._scale(), 0.001)
            self._held = event.position()
            self.move_by(way.x(), way.y())

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go of the square."""
        self._held = None

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Make the square larger or smaller."""
        self.set_share(max(1, min(100, round(self._side * 100 / self._most) - event.angleDelta().y() // 24)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with the arrows, change the size with + and -."""
        step = max(1.0, self._most * _STEP)
        ways = {
            Qt.Key.Key_Left: (-step, 0.0),
            Qt.Key.Key_Right: (step, 0.0),
            Qt.Key.Key_Up: (0.0, -step),
            Qt.Key.Key_Down: (0.0, step),
        }
        way = ways.get(Qt.Key(event.key()))
        larger = {Qt.Key.Key_Plus: 5, Qt.Key.Key_Minus: -5}.get(Qt.Key(event.key()))
        if way is not None:
            self.move_by(*way)
        elif larger is not None:
            self.set_share(max(1, min(100, round(self._side * 100 / self._most) + larger)))
        else:
            super().keyPressEvent(event)


class CropDialog(QDialog):
    """Asks which part of a picture to take."""

    cropped = Signal(QImage, QRect)
    """The part, and where it lies on the picture."""

    def __init__(self, image: QImage, theme: Theme, parent: QWidget, part: QRect | None = None) -> None:
        """Begin with the square in the middle of `part`, or of the whole picture."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Position of the portrait"))
        self._image = image
        self.view = CropView(image, theme, self, part)
        set_lengths(theme, self.view, least_width=220, least_height=220)
        self.size_of_square = wheel_passes(QSlider(Qt.Orientation.Horizontal, self))
        most = min(image.width(), image.height())
        self.size_of_square.setRange(max(1, 100 * min(_LEAST, most) // most), 100)
        self.size_of_square.setValue(round(100 * self.view.square.width() / most))
        self.size_of_square.setAccessibleName(self.tr("Size of the part"))
        self.size_of_square.valueChanged.connect(self.view.set_share)
        self.view.share_changed.connect(self.size_of_square.setValue)
        words = plain_label(
            self, self.tr("Drag the frame, or use the arrows, + and -."), "muted", theme=theme, wrap=True
        )
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, parent=self
        )
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        vbox(
            self,
            (self.view, 1),
            words,
            hbox(None, plain_label(self, self.tr("Size"), theme=theme), (self.size_of_square, 1), theme=theme, gap=8),
            buttons,
            theme=theme,
            gap=8,
            edges=(16, 12, 16, 12),
        )

    def _take(self) -> None:
        self.cropped.emit(self._image.copy(self.view.square), self.view.square)
        self.accept()
