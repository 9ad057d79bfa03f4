"""Keeps throws in the log of the table; what the disk refuses is told, and the table goes on."""

from dataclasses import replace

from PySide6.QtCore import QObject, Signal

from bones_desktop.storage.logentry import NOT_KEPT, LogEntry, Owed
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.throwlog import ThrowLog


class ThrowKeeper(QObject):
    """Writes to the log when there is one."""

    trouble = Signal(object)
    """A FileProblem: what was to be kept stands all the same."""

    def __init__(self, log: ThrowLog | None, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._log = log

    def keep(self, entry: LogEntry) -> LogEntry:
        """Store a line and return it with its id; one that cannot be stored comes back tagged as not kept."""
        if self._log is not None:
            try:
                return self._log.append(entry)
            except FileProblem as error:
                self.trouble.emit(error)
        return replace(entry, tags=(*entry.tags, NOT_KEPT))

    def amend(self, entry: LogEntry, owed: Owed | None = None) -> bool:
        """Store a line anew, and what is owed to a character with it; return whether that was done."""
        if self._log is None or not entry.id:
            return False
        try:
            self._log.amend(entry, owed)
        except FileProblem as error:
            self.trouble.emit(error)
            return False
        return True

    def paid(self, owed: Owed) -> None:
        """Note that what was owed has been done."""
        if self._log is None:
            return
        try:
            self._log.settled(owed.id)
        except FileProblem as error:
            self.trouble.emit(error)

    def owed_to(self, character_id: str) -> tuple[Owed, ...]:
        """Return what was begun for a character and not done: the program ended in between."""
        if self._log is None:
            return ()
        try:
            return self._log.unsettled(character_id)
        except FileProblem as error:
            self.trouble.emit(error)
            return ()
