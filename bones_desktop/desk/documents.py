"""Local files: the documents folder for dialogs, opening files, and files dropped on the window."""

from pathlib import Path

from PySide6.QtCore import QMimeData

from bones_desktop.storage.files.textfiles import is_folder, is_there
from bones_desktop.wording.language import _


def documents_folder() -> Path:
    """Return the user's documents folder, or the home folder where there is none."""
    # Imported late: this Qt module is not needed before the first dialog.
    from PySide6.QtCore import QStandardPaths

    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return documents if is_folder(documents) else Path.home()


def open_local(path: Path) -> None:
    """Open a file or folder with the desktop's program for it. Tell the user if either is missing."""
    # Imported late: not needed before the first frame.
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices
    from PySide6.QtWidgets import QApplication

    from bones_desktop.printing.preview import warn

    there = is_there(path)
    if there and QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        return
    why = _("No program was found to open it. It is at:") if there else _("This no longer exists:")
    warn(QApplication.activeWindow(), _("Nothing opened"), f"{why}\n{path}")


def open_web(address: str) -> None:
    """Open a web page with the browser. Tell the user its address if there is no browser."""
    # Imported late: not needed before the first frame.
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices
    from PySide6.QtWidgets import QApplication

    from bones_desktop.printing.preview import warn

    if not QDesktopServices.openUrl(QUrl(address)):
        warn(
            QApplication.activeWindow(), _("Nothing opened"), f"{_('No browser was found. The page is at:')}\n{address}"
        )


def dropped_files(mime: QMimeData) -> tuple[Path, ...]:
    """Return the local files in `mime`.

    A file address with a host is not local: on Windows, accessing it would log in to that host.
    """
    return tuple(
        Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile() and not url.host() and url.toLocalFile()
    )
