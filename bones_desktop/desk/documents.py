"""Local files: the folder they are first offered to be written to, opening them, and which were dropped."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData

from bones_desktop.storage.files.textfiles import is_folder, is_there
from bones_desktop.wording.language import _

MOST_FILES: Final = 50
"""How many dropped files are taken at once."""


def documents_folder() -> Path:
    """Return the user's documents folder, or the home folder where there is none."""
    from PySide6.QtCore import QStandardPaths

    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return documents if is_folder(documents) else Path.home()


def open_local(path: Path) -> None:
    """Show a file or folder in the program the desktop has for it, or say that it is gone or there is no program."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    there = is_there(path)
    if there and QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        return
    from PySide6.QtWidgets import QApplication

    from bones_desktop.printing.preview import warn

    why = _("No program was found here that shows it. It lies at:") if there else _("This is not there any more:")
    warn(QApplication.activeWindow(), _("Nothing opened"), f"{why}\n{path}")


def left_out(mime: QMimeData) -> int:
    """Return how many addresses in `mime` are beyond the first 50."""
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
