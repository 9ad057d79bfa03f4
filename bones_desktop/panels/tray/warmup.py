"""Work done ahead of time, a little at a time, while nobody waits."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, QTimer

_PAUSE: Final = 12
"""Milliseconds between two pieces of work."""


class Warmup(QObject):
    """Does pieces of work one by one; each tells whether it had anything to do."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: deque[Callable[[], bool]] = deque()
        self._timer = QTimer(self)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self._next)

    @property
    def active(self) -> bool:
        """Whether there is work to come."""
        return self._timer.isActive()

    def start(self, work: Iterable[Callable[[], bool]]) -> None:
        """Do this work instead of any other."""
        self._work = deque(work)
        self._timer.start()

    def pause(self) -> None:
        """Do nothing until `resume`."""
        self._timer.stop()

    def resume(self) -> None:
        """Go on with what is left."""
        if self._work:
            self._timer.start()

    def _next(self) -> None:
        while self._work and not self._work.popleft()():
            pass
        if not self._work:
            self._timer.stop()
