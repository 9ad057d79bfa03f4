"""Room that scrolls up and down, and a kind of it that asks for the height of what it holds."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QSizePolicy, QWidget

from bones_desktop.widgets.guarded import guarded


class FitBoard(QWidget):
    """What a FitScroll holds: its lines may be of any number, so it insists on no height."""

    def minimumSizeHint(self) -> QSize:
        """Return the least width and no height: Qt would ask for the height at that width."""
        return QSize(super().minimumSizeHint().width(), 0)


def scroll_room(inner: QWidget, parent: QWidget) -> QScrollArea:
    """Return room that `inner` is as wide as, and scrolls in where it is higher; it has neither frame nor focus."""
    room = QScrollArea(parent)
    room.setFrameShape(QFrame.Shape.NoFrame)
    room.setWidgetResizable(True)
    room.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    room.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    room.setWidget(inner)
    return room


class EdgeBar(QScrollBar):
    """A scroll bar for an edge that is always kept free for it: it is seen only where there is something to scroll."""

    @guarded(None)
    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar, or nothing."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)


class FitScroll(QScrollArea):
    """Holds one board as wide as itself; `most` limits the height it asks for, 0 for no limit."""

    def __init__(self, inner: FitBoard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inner = inner
        self._most = 0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.setWidget(inner)
        inner.installEventFilter(self)

    def set_most(self, most: int) -> None:
        """Ask for no more than `most` pixels of height."""
        self._most = most
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the height of everything at the present width."""
        layout = self._inner.layout()
        width = max(1, self.width())
        height = layout.totalHeightForWidth(width) if layout is not None else 0
        if self._most:
            height = min(height, self._most)
        return QSize(self._inner.minimumSizeHint().width(), height)

    def minimumSizeHint(self) -> QSize:
        """Return room for a line."""
        hint = self.sizeHint()
        return QSize(hint.width(), min(hint.height(), self.fontMetrics().height() * 3))

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ask anew when what it holds wants another height."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask anew: another width needs another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
