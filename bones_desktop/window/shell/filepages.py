"""What pages over one file at a time have in common: parts made when first asked for, and the file of last time."""

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.datafile import DataFileError
from bones_desktop.storage.files.textfiles import FileProblem

log = logging.getLogger("bones_desktop")


class FilePages(QObject):
    """Parts are cached properties."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    trouble = Signal(object)
    """A FileProblem or DataFileError, to be shown."""
    history_changed = Signal()

    def _open_last(self, last: str, open_: Callable[[Path], None]) -> None:
        """Open the file at the path `last`, "" for none; a file that is gone is passed over."""
        if not last:
            return
        try:
            open_(Path(last))
        except (FileProblem, DataFileError) as error:
            log.warning("%s not opened: %s", last, error)
            if error.code not in {"file-gone", "folder-gone"}:
                self.trouble.emit(error)

    def _try(self, act: Callable[[], object]) -> bool:
        """Do something and return whether that went well; what is refused, or goes wrong with a file, is told."""
        try:
            act()
        except RulesError as error:
            self.refused.emit(error.reason)
        except (FileProblem, DataFileError) as error:
            self.trouble.emit(error)
        else:
            return True
        return False

    def _is_made(self, part: str) -> bool:
        return part in self.__dict__
