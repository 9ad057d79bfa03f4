"""What helps after a bad end: a count of starts that failed, and the trace of the last crash. Nothing here raises."""

import contextlib
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.locations import private_folder

FAILED_STARTS: Final = 2
ALIVE_AFTER: Final = 10
"""Seconds after which a start has succeeded."""
_LONGEST: Final = 200_000


class StartCounter:
    """Counts starts that did not live long enough, in a file of one number."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def begin(self) -> bool:
        """Count this start; return whether it should be a safe one, since the last two failed (A9)."""
        failed = self._failed()
        self._write(failed + 1)
        return failed >= FAILED_STARTS

    def succeeded(self) -> None:
        """Forget the failures: the program has been alive for ten seconds, or ended as the user asked."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _failed(self) -> int:
        try:
            return max(0, min(99, int(self._path.read_bytes()[:8])))
        except (OSError, ValueError):
            return 0

    def _write(self, count: int) -> None:
        with contextlib.suppress(OSError):
            private_folder(self._path.parent)
            self._path.write_bytes(b"%d" % count)


def take_last_crash(log: Path) -> str:
    """Return what the last crash left in `log`, "" if it did not crash, and put it aside as `.previous` (A5).

    Its folder is made, so that the caller can open `log` for the next trace.
    """
    with contextlib.suppress(OSError):
        private_folder(log.parent)
        if log.exists() and log.stat().st_size:
            previous = log.with_name(f"{log.name}.previous")
            log.replace(previous)
            return previous.read_bytes()[:_LONGEST].decode("utf-8", "replace").strip()
    return ""
