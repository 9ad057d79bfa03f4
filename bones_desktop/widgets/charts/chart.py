"""What all charts of chances share: they take focus, show it, and can be copied as text."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPen
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from bones_desktop.theme.measures import RADIUS
from bones_desktop.theme.theme import Theme


class Chart(QWidget):
    """A painted picture of numbers. Ctrl+C and the context menu copy what `as_text` returns."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        """`name` is what screen readers call the chart."""
        super().__init__(parent)
        self._theme = theme
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(name)
        theme.changed.connect(self._restyle)

    def as_text(self) -> str:
        """Return everything the chart shows as lines of text; "" when it shows nothing."""
        return ""

    def copy(self) -> None:
        """Put the text on the clipboard."""
        if text := self.as_text():
            QGuiApplication.clipboard().setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy; other keys go on."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer to copy, for those who use the mouse alone."""
        if self.as_text():
            self._menu(event.globalPos())

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Hide the focus ring."""
        super().focusOutEvent(event)
        self.update()

    def _menu(self, where: QPoint) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self._theme.icon("copy"), self.tr("Copy"), self.copy)
        menu.popup(where)

    def _paint_line(self, painter: QPainter, room: QRectF, *texts: str) -> None:
        """Write the first of `texts`, said ever shorter, that fits; the last is cut off where even it does not."""
        theme = self._theme
        painter.setPen(theme.color("text"))
        for text in texts:
            for size in (14, 12):
                painter.setFont(theme.font("sans", size, bold=True))
                if painter.fontMetrics().horizontalAdvance(text) <= room.width():
                    painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
                    return
        shown = painter.fontMetrics().elidedText(texts[-1], Qt.TextElideMode.ElideRight, int(room.width()))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, shown)

    def _paint_focus(self, painter: QPainter) -> None:
        """Paint the ring around the whole chart while it has focus."""
        if self.hasFocus():
            painter.setPen(QPen(self._theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            radius = self._theme.px(RADIUS)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)

    def _restyle(self) -> None:
        self.updateGeometry()
        self.update()
