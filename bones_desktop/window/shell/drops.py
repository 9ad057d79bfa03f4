"""What may be dropped on the window: local files, and not too many."""

from pathlib import Path

from PySide6.QtCore import QMimeData

MOST_FILES = 50


def left_out(mime: QMimeData) -> int:
    """Return how many addresses beyond those were not looked at."""
    return max(0, len(mime.urls()) - MOST_FILES) if mime.hasUrls() else 0


def dropped_files(mime: QMimeData) -> tuple[Path, ...]:
    """Return the first 50 addresses in `mime` that are local files; empty when it holds none.

    A file address with a host is not local: on Windows, looking at it would log in to that host.
    """
    if not mime.hasUrls():
        return ()
    return tuple(
        Path(url.toLocalFile())
        for url in mime.urls()[:MOST_FILES]
        if url.isLocalFile() and not url.host() and url.toLocalFile()
    )
