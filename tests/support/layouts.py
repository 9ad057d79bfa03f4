"""Whether a layout comes to rest."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

A_WHILE_MS = 100


class _Watch(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.asked += event.type() == QEvent.Type.LayoutRequest
        return False


def restless(widget: QWidget) -> int:
    """Return how often the widget is still laid out anew, a while after it was shown."""
    QTest.qWait(A_WHILE_MS)
    watch = _Watch()
    widget.installEventFilter(watch)
    QTest.qWait(A_WHILE_MS)
    widget.removeEventFilter(watch)
    return watch.asked
