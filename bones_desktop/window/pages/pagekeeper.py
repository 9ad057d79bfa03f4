"""Which page is in use is put on disk while the program runs: one that is killed begins there again."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

AFTER_MS = 1000
"""So long a page is in view before it is the one in use: who looks through several writes one."""


class PageKeeper(QObject):
    """Has the layout saved a moment after another page came into view, and not while it is `busy`."""

    def __init__(self, busy: Callable[[], bool], save: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = busy
        self._save = save
        self._kept = self._shown = ""
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(AFTER_MS)
        self._due.timeout.connect(self._keep)

    def know(self, page: str) -> None:
        """Take `page` for the one on disk."""
        self._kept = page

    def show(self, page: str) -> None:
        """Follow to another page."""
        self._shown = page
        if page == self._kept:
            self._due.stop()
        else:
            self._due.start()

    def close(self) -> None:
        """Save nothing more."""
        self._due.stop()

    def _keep(self) -> None:
        if self._busy():
            self._due.start()
            return
        self._kept = self._shown
        self._save()
