"""Pictures of the faces of dice, drawn once for each kind, size and light."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from bones_desktop.panels.tray.looks import Faces, Look, face_image

DARK: Final = 0.42
"""Light of a side that looks away from the lamp."""
SPAN: Final = 0.70
"""How much lighter a side is that faces it."""
_LEVELS: Final = 12


class FacePictures:
    """Keeps what it has drawn; a size that is asked for no more goes with `keep_sides`."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._bases: dict[tuple[Look, str, int], QImage] = {}
        self._lit: dict[tuple[Look, str, int, int], QPixmap] = {}

    def keep_sides(self, sides: set[int]) -> None:
        """Forget faces whose largest picture has another side than these, in pixels."""
        kept = sides | {side >> half for side in sides for half in (1, 2)}
        self._bases = {key: image for key, image in self._bases.items() if key[2] in kept}
        self._lit = {key: picture for key, picture in self._lit.items() if key[2] in kept}

    def warm(self, look: Look, code: str, side: int) -> bool:
        """Draw a face and its smaller pictures ahead of time; return whether there was anything to do."""
        if (look, code, side >> 2) in self._bases:
            return False
        for half in range(3):
            self._base(look, code, side, half)
        return True

    def full(self, look: Look, code: str, side: int) -> QImage:
        """Return a face in full light as a square of `side` pixels."""
        return self._base(look, code, side, 0)

    def lit(self, look: Look, code: str, side: int, half: int, light: float) -> QPixmap:
        """Return a face under `light`, `half` times halved from `side` pixels."""
        level = max(0, min(_LEVELS - 1, round((light - DARK) / SPAN * (_LEVELS - 1))))
        key = (look, code, side >> half, level)
        picture = self._lit.get(key)
        if picture is None:
            picture = self._lit[key] = self._lighted(self._base(look, code, side, half).copy(), level)
        return picture

    @staticmethod
    def _lighted(image: QImage, level: int) -> QPixmap:
        light = DARK + SPAN * level / (_LEVELS - 1)
        painter = QPainter(image)
        if light <= 1:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
            painter.fillRect(image.rect(), QColor.fromRgbF(light, light, light))
        else:
            painter.fillRect(image.rect(), QColor.fromRgbF(1.0, 0.98, 0.94, (light - 1) * 0.9))
        painter.end()
        return QPixmap.fromImage(image)

    def _base(self, look: Look, code: str, side: int, half: int) -> QImage:
        key = (look, code, side >> half)
        image = self._bases.get(key)
        if image is None:
            if half:
                small = side >> half
                image = self._base(look, code, side, 0).scaled(
                    small, small, mode=Qt.TransformationMode.SmoothTransformation
                )
            else:
                image = face_image(self._faces, look, code, side)
            self._bases[key] = image
        return image
