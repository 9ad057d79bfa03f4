"""The log of errors, for whoever looks into what went wrong."""

import logging
import sys
from pathlib import Path
from typing import Final

from bones_desktop import __version__

LONGEST: Final = 500_000
"""Bytes of one file, more or less."""
BEFORE: Final = 2
"""Full files that are kept beside it."""

log = logging.getLogger("bones_desktop")


def log_to(path: Path) -> None:
    """Write the program's messages to `path`, or to the terminal where that cannot be written."""
    try:
        handler: logging.Handler = LimitedFile(path)
    except OSError:
        handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(logging.INFO)
    log.info("start %s on Python %s", __version__, sys.version.split()[0])


class LimitedFile(logging.FileHandler):
    """Puts a full file aside and begins anew; Python's own such handler brings sockets into every start."""

    def __init__(self, path: Path) -> None:
        """Open `path` to write on at its end; OSError when it cannot be."""
        super().__init__(path, encoding="utf-8")
        self._path = path

    def emit(self, record: logging.LogRecord) -> None:
        """Write `record`, to a new file when this one is full."""
        try:
            if self.stream is not None and self.stream.tell() >= LONGEST:
                self.stream.close()
                self._put_aside()
        except Exception:
            self.handleError(record)
        else:
            super().emit(record)

    def _put_aside(self) -> None:
        try:
            for number in range(BEFORE, 0, -1):
                younger = self._numbered(number - 1)
                if younger.exists():
                    younger.replace(self._numbered(number))
        finally:
            self.stream = self._open()

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}") if number else self._path
