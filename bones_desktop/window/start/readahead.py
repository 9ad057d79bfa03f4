"""Reads what the pages need from the disk while nobody waits for it."""

import gc
from collections import deque
from collections.abc import Callable
from importlib import import_module
from typing import Final

from PySide6.QtCore import QObject, QTimer

from bones_desktop.widgets.guarded import guarded

MODULES: Final = (
    "bones_desktop.panels.table.strip.requestboard",
    "bones_desktop.panels.table.taskstrip",
    "bones_desktop.panels.tray.traywidget",
    "bones_desktop.panels.table.readingview",
    "bones_desktop.window.pages.tablepage",
    "bones_desktop.window.pages.trackerpage",
    "bones_desktop.window.shelf.shelfpage",
    "bones_desktop.panels.builder.builderpanel",
    "bones_desktop.window.pages.sheetpage",
    "bones_desktop.panels.log.logpage",
    "bones_desktop.window.campaign.campaignpage",
    "bones_desktop.panels.reference.referencepanel",
)
"""Each is read in about a frame once those before it are."""
_QUIET_MS: Final = 2_000
_PAUSE_MS: Final = 60


class ReadAhead(QObject):
    """Imports one module after another, beginning `_QUIET_MS` after `begin`; not while `busy`."""

    def __init__(self, busy: Callable[[], bool], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = busy
        self._left = deque(MODULES)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._next)

    def begin(self) -> None:
        """Begin soon."""
        self._timer.start(_QUIET_MS)

    def stop(self) -> None:
        """Read no more."""
        self._timer.stop()

    @guarded(None)
    def _next(self) -> None:
        if self._busy():
            self._timer.start(_QUIET_MS)
            return
        self._timer.start(_PAUSE_MS)
        if self._left:
            import_module(self._left.popleft())
        else:
            self._timer.stop()
            gc.collect()
            gc.freeze()  # as after loading: this stays
