"""One program a data folder: a second start hands over its files and ends; works again after a kill.

Qt's network module takes a start longer than all else here; where it can be seen that nobody listens, it is loaded when
the window is up.
"""

import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QDir, QElapsedTimer, QLockFile, QObject, Signal

if TYPE_CHECKING:
    from bones_desktop.window.start.handover import HandoverServer

LOADED_WITHIN_MS: Final = 20_000
"""So long other starts wait for one that loads before they take its place."""
_PAUSE_MS: Final = 50
"""Between two tries: left to itself, Qt waits twice as long after each."""
_LONGEST_ADDRESS: Final = 80
"""Unix sockets have addresses of about a hundred bytes, and Qt needs some of them while it makes one."""


def _server_name(data_folder: Path) -> str:
    """Return a socket address no other user can reach: in the run-time folder, or in the data folder itself."""
    digest = hashlib.sha256(str(data_folder.resolve()).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    name = f"bones-desktop-{digest}"
    if os.name == "posix":
        for folder in (os.environ.get("XDG_RUNTIME_DIR"), str(data_folder.resolve())):
            address = os.path.join(folder, name) if folder else ""  # noqa: PTH118 (bytes count, not parts)
            if folder and os.access(folder, os.W_OK) and len(os.fsencode(address)) <= _LONGEST_ADDRESS:
                return address
        return f"{QDir.tempPath()}/{name}-{os.getuid()}"
    return name


class SingleInstance(QObject):
    """Call `claim` once at start; True means this process is the one that runs, and calls `listen` when it can."""

    handed_over = Signal(object)
    """A tuple of paths another start asked to open; empty when it only wants the window raised."""

    def __init__(self, data_folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = _server_name(data_folder)
        self._lock = QLockFile(str(data_folder / ".start.lock"))
        self._lock.setStaleLockTime(2 * LOADED_WITHIN_MS)  # that of a killed program is stale at once
        self._claimed = False
        self._server: HandoverServer | None = None

    def claim(self, paths: Sequence[Path]) -> bool:
        """Return True when no other instance answers; otherwise `paths` were handed to it.

        A lock is held from before asking until this process listens or closes, so that many starts at once leave one.
        A program that lives and does not answer is left alone: then this one runs too, and does not listen.
        """
        if self._is_first():
            return True
        from bones_desktop.window.start.handover import hand_over

        if hand_over(self._name, paths):
            return False
        # The one that was asked may just have ended. If it lives and does not answer, two are better than none.
        self._is_first()
        return True

    def listen(self) -> None:
        """Take files from other starts from now on; without effect before `claim`, and the second time."""
        if not self._claimed or self._server is not None:
            return
        if self._is_answered():
            return  # loading took so long that another has taken the place
        from bones_desktop.window.start.handover import HandoverServer

        self._server = HandoverServer(self._name, self)
        self._server.handed_over.connect(self.handed_over)
        self._lock.unlock()

    def close(self) -> None:
        """Stop listening."""
        self._claimed = False
        self._lock.unlock()
        if self._server is not None:
            self._server.close()
            self._server = None

    def _is_first(self) -> bool:
        """Return whether nobody else listens; the lock is held then, and only then."""
        self._wait_for_the_lock()
        self._claimed = not self._is_answered()
        if not self._claimed:
            self._lock.unlock()
        return self._claimed

    def _wait_for_the_lock(self) -> None:
        waited = QElapsedTimer()
        waited.start()
        while not self._lock.tryLock(_PAUSE_MS) and not waited.hasExpired(LOADED_WITHIN_MS):
            if self._lock.error() is not QLockFile.LockError.LockFailedError:
                return  # the folder takes no files: nobody is locked out then

    def _is_answered(self) -> bool:
        """Return whether a program listens; without asking where its socket would be a file and is not there."""
        if os.name == "posix" and not os.path.exists(self._name):  # noqa: PTH110 (as above)
            return False
        from bones_desktop.window.start.handover import is_answered

        return is_answered(self._name)
