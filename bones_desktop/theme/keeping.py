"""Painted pictures as they are worth keeping."""

from typing import TypeVar

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QMenu

PictureT = TypeVar("PictureT", QImage, QPixmap)


def to_keep(picture: PictureT) -> PictureT:
    """Return the pixels of a painted picture alone.

    As long as it lives, Qt keeps what painted it too, which takes five times the room of a small die.
    """
    return picture.copy()


def forget_when_closed(menu: QMenu) -> None:
    """Let go of the picture of `menu` each time it closes: Qt keeps it, some 2 MB for a long one in large type."""

    def forget() -> None:
        store = menu.backingStore()
        if store is not None and not menu.isVisible():
            store.resize(QSize(1, 1))

    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, menu, forget))
