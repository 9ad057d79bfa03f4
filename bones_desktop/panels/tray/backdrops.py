"""The empty tray, kept as painted for the few sizes in use."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPixmap

from bones_desktop.panels.tray.art import TrayArt, colours
from bones_desktop.panels.tray.camera import Camera

_KEPT: Final = 3
_DRAFT: Final = 0.28
"""Share of the pixels each way in a draft, which is painted within a frame."""

Kind = tuple[int, int, float, tuple[float, float]]


class Backdrops:
    """Paints empty trays and keeps the last ones; for one colour of the table."""

    def __init__(self, table: QColor) -> None:
        self._colours = colours(table)
        self._kept: dict[Kind, QPixmap] = {}

    def has(self, size: QSize, ratio: float, tray: tuple[float, float]) -> bool:
        """Return whether the tray is painted already."""
        return _kind(size, ratio, tray) in self._kept

    def sharp(self, camera: Camera, size: QSize, ratio: float, tray: tuple[float, float]) -> QPixmap:
        """Return the empty tray of `tray` die edges as `camera` sees it at `size`."""
        kind = _kind(size, ratio, tray)
        found = self._kept.pop(kind, None)
        if found is None:
            found = TrayArt(camera, tray, self._colours).pixmap(size.width(), size.height(), ratio)
        self._kept[kind] = found
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return found

    def draft(self, camera: Camera, size: QSize, tray: tuple[float, float], *, grain: bool = True) -> QPixmap:
        """Return the same painted in fewer pixels and stretched; without the `grain` of wood and felt even quicker."""
        rough = TrayArt(camera, tray, self._colours).pixmap(size.width(), size.height(), _DRAFT, grain=grain)
        rough.setDevicePixelRatio(1.0)
        return rough.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)


def _kind(size: QSize, ratio: float, tray: tuple[float, float]) -> Kind:
    return size.width(), size.height(), ratio, tray
