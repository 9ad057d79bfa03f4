"""Painted pictures as they are worth keeping."""

from typing import TypeVar

from PySide6.QtGui import QImage, QPixmap

PictureT = TypeVar("PictureT", QImage, QPixmap)


def to_keep(picture: PictureT) -> PictureT:
    """Return the pixels of a painted picture alone.

    As long as it lives, Qt keeps what painted it too, which takes five times the room of a small die.
    """
    return picture.copy()
