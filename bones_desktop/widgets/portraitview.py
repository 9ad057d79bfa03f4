"""A portrait on the screen: the middle of the picture in a rounded square, or the outline of a head."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.measures import RADIUS, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.scaled import set_lengths


def square_of(image: QImage, side: int) -> QImage:
    """Return the middle square of a picture, scaled to `side` pixels; a null picture for a null picture."""
    if image.isNull():
        return image
    short = min(image.width(), image.height())
    middle = QRect(0, 0, short, short)
    middle.moveCenter(image.rect().center())
    scale = Qt.TransformationMode.SmoothTransformation
    return image.copy(middle).scaled(side, side, Qt.AspectRatioMode.IgnoreAspectRatio, scale)


def paint_portrait(painter: QPainter, square: QRectF, picture: QImage, theme: Theme) -> None:
    """Paint `picture`, made by `square_of`, in `square`. If `picture` is null, paint the outline of a head."""
    painter.save()
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
    radius = theme.px(RADIUS)
    shape = QPainterPath()
    shape.addRoundedRect(square.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
    painter.setClipPath(shape)
    if picture.isNull():
        painter.fillRect(square, theme.color("ground"))
        _paint_head(painter, square, theme.color("line"))
    else:
        with upright(painter, square):
            painter.drawImage(square, picture)
    painter.setClipping(False)
    painter.setPen(QPen(theme.color("line"), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(shape)
    painter.restore()


def _paint_head(painter: QPainter, square: QRectF, colour: QColor) -> None:
    side = square.width()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawEllipse(QPointF(square.center().x(), square.top() + side * 0.40), side * 0.17, side * 0.20)
    shoulders = QRectF(square.left() + side * 0.18, square.top() + side * 0.66, side * 0.64, side * 0.60)
    painter.drawRoundedRect(shoulders, side * 0.28, side * 0.24)


class PortraitView(Guarded, QWidget):
    """Shows a picture. `side` is its width at 100 % text size."""

    def __init__(self, theme: Theme, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.picture = QImage()
        """The whole picture; null for none."""
        self._shown = QImage()
        set_lengths(theme, self, width=side, height=side)
        theme.changed.connect(self.update)

    def set_picture(self, picture: QImage) -> None:
        """Show another picture; null for none."""
        # Each picture has a different key, so pictures are compared without comparing pixels.
        if picture.cacheKey() != self.picture.cacheKey():
            self.picture = picture
            self._shown = QImage()
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture."""
        pixels = round(min(self.width(), self.height()) * self.devicePixelRatioF())
        # Scaling a photo is much slower than painting it, so it is scaled once for each size.
        if self._shown.width() != pixels:
            self._shown = square_of(self.picture, pixels)
        painter = QPainter(self)
        paint_portrait(painter, self.square(), self._shown, self._theme)
        painter.end()

    def square(self) -> QRectF:
        """Return the rectangle of the picture."""
        side = min(self.width(), self.height())
        return QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
