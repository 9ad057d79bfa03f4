"""Painted pictures as they are worth keeping."""

from typing import TypeVar

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QMenu, QWidget

PictureT = TypeVar("PictureT", QImage, QPixmap)


def to_keep(picture: PictureT) -> PictureT:
    """Return the pixels of a painted picture alone.

    As long as it lives, Qt keeps what painted it too, which takes five times the room of a small die.
    """
    return picture.copy()


def light_menu(parent: QWidget, title: str = "") -> QMenu:
    """Return a menu that lets its picture go each time it closes: Qt keeps it, 2 MB for a long one in large type."""
    menu = QMenu(title, parent)

    def forget() -> None:
        store = menu.backingStore()
        if store is not None and not menu.isVisible():
            store.resize(QSize(1, 1))

    menu.aboutToHide.connect(lambda: QTimer.singleShot(0, menu, forget))
    return menu


def emptied(menu: QMenu) -> QMenu:
    """Return a menu without the entries it had; Qt alone would leave the menus that were made in it."""
    menu.clear()
    for below in menu.children():
        if isinstance(below, QMenu):
            below.deleteLater()
    return menu
