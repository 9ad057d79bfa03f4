"""A shelf to look at: its page over a folder, and entries made by hand."""

import base64
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.storage.shelfentry import ShelfEntry

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


def entry(name: str, *, age: int = 0, kind: CharacterKind | None = CharacterKind.PLAYER, **more: object) -> ShelfEntry:
    """Return the entry of a file that changed `age` days ago."""
    return ShelfEntry(Path(f"/shelf/{name}.bones"), name, NOW - timedelta(days=age), kind, **more)


def by_file(*entries: ShelfEntry) -> dict[str, ShelfEntry]:
    """Return entries by their files' names."""
    return {each.path.name: each for each in entries}


def jpeg(colour: str = "red", width: int = 30, height: int = 40) -> str:
    """Return a picture as characters hold it."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "JPEG")
    return base64.b64encode(bytes(buffer.data().data())).decode()
