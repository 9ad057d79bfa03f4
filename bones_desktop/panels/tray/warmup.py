"""Work done ahead of time, a little at a time, while nobody waits."""

from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QObject, QTimer

_PAUSE: Final = 12
"""Milliseconds between two pieces of work."""

Plan = Callable[[], Iterable[Callable[[], bool]]]
"""Names the pieces of work as things are now; each tells whether it had anything to do."""


class Warmup(QObject):
    """Does what its plan names, piece by piece."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._plan: Plan = tuple
        self._work: deque[Callable[[], bool]] = deque()
        self._due = False
        self._timer = QTimer(self)
        self._timer.setInterval(_PAUSE)
        self._timer.timeout.connect(self._next)

    @property
    def active(self) -> bool:
        """Whether it is at work."""
        return self._timer.isActive()

    def set_plan(self, plan: Plan) -> None:
        """Do this instead of anything before, once `resume` is called."""
        self._plan = plan
        self.pause(again=True)

    def pause(self, *, again: bool = False) -> None:
        """Do nothing until `resume`; then begin `again`, as what was planned for has changed."""
        self._timer.stop()
        self._due = self._due or again

    def resume(self) -> None:
        """Go on with what is left."""
        if self._due:
            self._due = False
            self._work = deque(self._plan())
        if self._work:
            self._timer.start()

    def _next(self) -> None:
        while self._work and not self._work.popleft()():
            pass
        if not self._work:
            self._timer.stop()
