"""What may be dropped on the window: local files, and not too many."""

from pathlib import Path

from PySide6.QtCore import QMimeData

MOST_FILES = 50


def dropped_files(mime: QMimeData) -> tuple[Path, ...]:
    """Return the local files in `mime`, at most 50; empty when it holds anything else than file addresses."""
    if not mime.hasUrls():
        return ()
    return tuple(Path(url.toLocalFile()) for url in mime.urls()[:MOST_FILES] if url.isLocalFile() and url.toLocalFile())
