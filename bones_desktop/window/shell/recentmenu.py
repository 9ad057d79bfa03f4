"""The files opened last."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from bones_desktop.widgets.text.plaintip import plain_tip


class RecentMenu(QMenu):
    """Filled anew each time it is shown; the whole path is the tip."""

    open_requested = Signal(object)
    clear_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTitle(self.tr("Open &recent"))
        self.setToolTipsVisible(True)
        self._recent: Callable[[], tuple[str, ...]] = tuple
        self.aboutToShow.connect(self._fill)

    def follow(self, recent: Callable[[], tuple[str, ...]]) -> None:
        """Show what `recent` returns, the newest first."""
        self._recent = recent

    def _fill(self) -> None:
        self.clear()
        names = self._recent()
        for name in names:
            path = Path(name)
            action = self.addAction(path.stem.replace("&", "&&"))
            action.setToolTip(plain_tip(name))
            action.triggered.connect(lambda _checked=False, path=path: self.open_requested.emit(path))
        if names:
            self.addSeparator()
            self.addAction(self.tr("Clear this list")).triggered.connect(self.clear_requested)
        else:
            self.addAction(self.tr("Nothing yet")).setEnabled(False)
