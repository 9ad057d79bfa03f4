"""What a popup or a window keeps while it is closed: its widgets, and nothing of the window system."""

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtWidgets import QWidget

from bones_desktop.widgets.guarded import guarded


def rest_when_closed(popup: QWidget) -> None:
    """Give up the picture of `popup` each time it was closed; it gets a new one when it opens.

    A hidden window keeps every pixel it had, and the pages have dozens of popups. So do windows that remember what is
    in them.
    """
    popup.installEventFilter(_Rest(popup))


class _Rest(QObject):
    """A child of the popup, so that both go together."""

    def __init__(self, popup: QWidget) -> None:
        super().__init__(popup)
        self._popup = popup

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Wait until whatever closed the popup is through with it, and let all events pass."""
        if event.type() == QEvent.Type.Hide and not event.spontaneous():
            QTimer.singleShot(0, self, self._rest)
        return False

    def _rest(self) -> None:
        if not self._popup.isVisible():
            self._popup.destroy()
