"""Where people keep what they make: the folder that files are first offered to be written to."""

from pathlib import Path


def documents_folder() -> Path:
    """Return the user's documents folder, or the home folder where there is none."""
    from PySide6.QtCore import QStandardPaths

    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    return documents if documents.is_dir() else Path.home()


def open_local(path: Path) -> None:
    """Show a file or folder in the program the desktop has for it."""
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
