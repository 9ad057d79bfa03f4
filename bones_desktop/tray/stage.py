"""The picture of a tray at its widget's size.

The picture is painted when needed. While the size changes, the old picture is stretched.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import repeat
from math import ceil, floor
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.tray.art import STROKES, ShadowSprites, TrayArt, colours, mixed
from bones_desktop.tray.choreography import tray_size
from bones_desktop.tray.contents import TAG_SIDE, TrayScene
from bones_desktop.tray.dicepainter import Body, FacePictures, face_side
from bones_desktop.tray.marks import LEAST
from bones_desktop.tray.solids import solid_of
from bones_desktop.widgets.dice.geometry import Camera

_BRASS: Final = QColor("#c9a45c")
_SHINE: Final = QColor("#fff3cf")
_EDGE: Final = QColor(60, 36, 8)
_WORDS: Final = QColor("#2c1a06")
_NAME_GROUND: Final = QColor(6, 20, 15, 170)

_SMALLEST: Final = 11
"""Smallest font size in pixels.

A text that is too long even in this size is cut off with an ellipsis.
"""
_LEAST: Final = 7
"""Smallest font size in pixels on a low rim, where larger letters would cover the dice."""
_PLATE: Final = 11
"""Smallest font size of a plate with enough room, in pixels at 100 % text size."""
_ROW: Final = 1.4
"""Height of a line of text, as a share of its font size."""
_MARGIN: Final = 6
"""Pixels between the rim of a tray and the edge of its widget."""
_LINES: Final = 1
"""Width in pixels of a plate's edge above and below its text."""
_MARK: Final = 3
"""Width of the mark around a die in pixels."""
_APART: Final = 10
"""Pixels between two plates, including their edges and the glow around them."""
# The picture of a large tray takes several megabytes, so only the most recent pictures are kept.
_KEPT: Final = 3
_DRAFT: Final = 0.28
"""Resolution of a draft in each direction, as a share of the full resolution.

The resolution is low enough to paint a draft within one frame.
"""
Kind = tuple[int, int, float, tuple[float, float]]
_REBUILD: Final = 90
"""Milliseconds for which the size must stay the same before the tray is painted again."""
# Number of face sizes cached, enough for switching between a few numbers of dice.
_SIDES: Final = 5


def tray_camera(theme: Theme, size: QSize, tray: tuple[float, float]) -> Camera:
    """Return the camera for a tray of `tray` die edges in a widget of `size`.

    Outside a low rim, it leaves the room by which a plate in the chosen text size is higher than at 100 %.
    """
    width, height = size.width(), size.height()
    camera = Camera(width, height, *tray)
    near, far = (camera.point(0.0, tray[1] / 2 * side, camera.rim)[1] for side in (-1, 1))
    high = _ROW * theme.px(_PLATE)
    lacking = high + 2 * _LINES + 4 - min(far, height - near)
    more = ceil(min(lacking, high - _ROW * _PLATE))
    return Camera(width, height, *tray, _MARGIN + more) if more > 0 else camera


class Plates:
    """Paints plates on the rim of a tray of `tray` die edges, as seen by `camera` at `size`."""

    def __init__(self, theme: Theme, camera: Camera, size: QSize, tray: tuple[float, float]) -> None:
        self._theme, self._camera, self._size, self._tray = theme, camera, size, tray

    def throw(self, painter: QPainter, text: str, glow: float) -> None:
        """Paint the plate of the roll at the right of the near rim. `glow` from 0 to 1 lights it up."""
        self._plate(painter, text, self._tray[0] * 0.31, near=True, share=0.36, glow=glow)

    def own_side(self, painter: QPainter, text: str) -> None:
        """Paint the plate with the owner of the near dice, at the left."""
        self._plate(painter, text, -self._tray[0] * 0.31, near=True, share=0.36)

    def far_side(self, painter: QPainter, text: str, lying: Sequence[QRect] = ()) -> None:
        """Paint the plate with the owner of the far dice.

        The plate is placed next to `lying` dice that overlap the rim.
        """
        self._plate(painter, text, 0.0, near=False, share=0.6, lying=lying)

    def below(self, painter: QPainter, text: str, dice: QRect) -> None:
        """Write the name of a group on the felt below its dice."""
        theme = self._theme
        font = theme.font("sans", 12, bold=True)
        pixels = round(max(theme.px(11), min(self._camera.zoom((0.0, 0.0, 0.0)) * 0.2, theme.px(16))))
        font.setPixelSize(pixels)
        metrics = QFontMetrics(font)
        words = QRect(0, 0, metrics.horizontalAdvance(text) + pixels, metrics.height())
        words.moveCenter(dice.center())
        rim = floor(self._camera.point(0.0, -self._tray[1] / 2, 0.0)[1])
        words.moveTop(min(dice.bottom() + pixels // 2, rim - words.height()))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(_NAME_GROUND)
        painter.drawRoundedRect(words, words.height() / 2, words.height() / 2)
        painter.setFont(font)
        painter.setPen(_SHINE)
        painter.drawText(words, Qt.AlignmentFlag.AlignCenter, text)

    def _plate(
        self,
        painter: QPainter,
        text: str,
        x: float,
        *,
        near: bool,
        share: float,
        glow: float = 0.0,
        lying: Sequence[QRect] = (),
    ) -> None:
        if not text:
            return
        side = -1 if near else 1
        inner, high = self._tray[1] / 2 * side, self._camera.rim
        zoom = self._camera.zoom((x, inner, high))
        edge = self._camera.point(x, inner, high)[1]
        # Nothing is painted outside the rim, so the plate of a low rim may extend beyond it.
        low, top = (self._size.height() - 2, ceil(edge)) if near else (floor(edge), 1)
        theme = self._theme
        font = theme.font("serif", 12, bold=True)
        pixels = round(max(theme.px(_PLATE), min(zoom * high * 0.52, theme.px(20))))
        font.setPixelSize(pixels)
        room = zoom * self._tray[0] * share - _APART
        while pixels > _LEAST and QFontMetrics(font).height() + 2 * _LINES > low - top:
            pixels -= 1
            font.setPixelSize(pixels)
        while pixels > _SMALLEST and _wide(QFontMetrics(font), text) > room:
            pixels -= 1
            font.setPixelSize(pixels)
        metrics = QFontMetrics(font)
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, max(1, round(room) - _wide(metrics, "")))
        plate = QRect(0, 0, _wide(metrics, shown), min(metrics.height() + 4, max(1, low - top)))
        middle = self._camera.point(x, inner + high / 2 * side, high)
        plate.moveCenter(QPointF(*middle).toPoint())
        plate.moveTop(max(top, min(plate.top(), low - plate.height())))
        ends = (self._camera.point(self._tray[0] / 2 * end, inner, high)[0] for end in (-1, 1))
        plate.moveLeft(_free_place(plate, lying, *map(round, ends)))
        painter.setFont(font)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if glow > 0:
            painter.setPen(QPen(QColor(255, 226, 150, round(170 * glow)), 2 + 6 * glow))
            painter.drawRoundedRect(plate, 5, 5)
        painter.setPen(_EDGE)
        painter.setBrush(mixed(_BRASS, _SHINE, glow))
        painter.drawRoundedRect(plate, 4, 4)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QColor(255, 240, 200, 120))
        painter.drawRoundedRect(plate.adjusted(2, 2, -2, -2), 3, 3)
        painter.setPen(_WORDS)
        painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, shown)


def _free_place(plate: QRect, lying: Sequence[QRect], first: int, last: int) -> int:
    """Return a place for the left edge of a plate, between `first` and `last`, where it covers no die.

    The end is as near as possible to the present left end of `plate`. If there is no free place, return the present
    left end.
    """
    marked = (each.adjusted(-_MARK, -_MARK, _MARK, _MARK) for each in lying)
    high = [each for each in marked if each.top() <= plate.bottom()]
    wide = plate.width()
    places = [plate.left(), *(each.left() - wide for each in high), *(each.right() + 1 for each in high)]
    free = [
        left
        for left in places
        if first <= left <= last - wide and not any(left <= each.right() and each.left() < left + wide for each in high)
    ]
    # If there is no free position, the plate stays and covers the mark of a die.
    return min(free, key=lambda left: abs(left - plate.left()), default=plate.left())


def _wide(metrics: QFontMetrics, text: str) -> int:
    """Return the width of a plate with this text."""
    return metrics.horizontalAdvance(text) + round(1.5 * metrics.height())


class Backdrops:
    """Paints empty trays for one colour of the table and caches the most recent ones."""

    def __init__(self, table: QColor, flat: Callable[[str], QColor] | None = None) -> None:
        self._colours = colours(table, flat)
        self._kept: dict[Kind, QPixmap] = {}
        self._begun: tuple[Kind, Iterator[QPixmap | None]] | None = None

    def has(self, size: QSize, ratio: float, tray: tuple[float, float]) -> bool:
        """Return whether the tray is cached."""
        return _kind(size, ratio, tray) in self._kept

    def sharp(self, camera: Camera, size: QSize, ratio: float, tray: tuple[float, float]) -> QPixmap:
        """Return the empty tray of `tray` die edges as seen by `camera` at `size`."""
        while not self.paint_ahead(camera, size, ratio, tray):
            pass
        kind = _kind(size, ratio, tray)
        # The tray moves to the end of the cache, because the tray at the beginning is dropped next.
        found = self._kept[kind] = self._kept.pop(kind)
        return found

    def paint_ahead(self, camera: Camera, size: QSize, ratio: float, tray: tuple[float, float]) -> bool:
        """Do one more painting step of the picture that `sharp` returns.

        Return whether the picture is complete.
        """
        kind = _kind(size, ratio, tray)
        if kind in self._kept:
            return True
        if self._begun is None or self._begun[0] != kind:
            art = TrayArt(camera, tray, self._colours)
            self._begun = kind, art.strokes(size.width(), size.height(), ratio)
        picture = next(self._begun[1])
        if picture is None:
            return False
        self._begun = None
        self._kept[kind] = picture
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return True

    def draft(self, camera: Camera, size: QSize, tray: tuple[float, float], *, grain: bool = True) -> QPixmap:
        """Return the empty tray painted in low resolution and stretched.

        Without the `grain` of wood and felt, painting is even faster.
        """
        rough = TrayArt(camera, tray, self._colours).pixmap(size.width(), size.height(), _DRAFT, grain=grain)
        rough.setDevicePixelRatio(1.0)
        return rough.scaled(size, mode=Qt.TransformationMode.SmoothTransformation)


def _kind(size: QSize, ratio: float, tray: tuple[float, float]) -> Kind:
    return size.width(), size.height(), ratio, tray


class Stage(QObject):
    """Updates the scene of `host` when its size, its screen, the theme or the size of the tray changes."""

    sharpened = Signal()
    """Emitted when the sharp tray has replaced a provisional picture."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self._theme, self._host = theme, host
        self.tray = tray_size(0)
        """Width and depth of the tray in die edges."""
        self.bodies: list[Body] = []
        """Looks of the dice."""
        self._scene: TrayScene | None = None
        self._sprites = ShadowSprites()
        self._role = "ground"
        self._forget_pictures()
        self._sides: deque[int] = deque(maxlen=_SIDES)
        self._hurry = False
        self.begun = False
        """True if a picture has been painted before."""
        self._rebuild = QTimer(self, singleShot=True, interval=_REBUILD)
        self._rebuild.timeout.connect(self.sharpen)
        self._ground = theme.color(self._role)
        theme.changed.connect(self._follow_theme)

    @property
    def rebuilding(self) -> bool:
        """True while an old picture or a draft is shown."""
        return self._rebuild.isActive()

    @property
    def scene(self) -> TrayScene:
        """The scene for the current size."""
        if self._scene is None:
            self._scene = self._new_scene()
        return self._scene

    @property
    def plates(self) -> Plates:
        """The plates for the current size."""
        return Plates(self._theme, self.scene.camera, self._size, self.tray)

    def set_ground(self, role: str) -> None:
        """Set the colour role of the background, if it is not the background colour of a page."""
        self._role = role
        self._follow_theme()

    def set_tray(self, size: tuple[float, float], *, hurry: bool = False) -> None:
        """Set the size of the tray.

        With `hurry`, a draft is shown until `sharpen` is called.
        """
        if size != self.tray:
            self.tray = size
            self._rebuild.stop()
            self._scene = None
            self._hurry = hurry
            self._host.update()

    def work_ahead(self, tray: tuple[float, float], bodies: list[Body]) -> Iterator[Callable[[], bool]]:
        """Yield functions that prepare the first frame of `bodies` in a tray of this size."""
        size, ratio = self._size, self._ratio
        camera = tray_camera(self._theme, size, tray)
        side = face_side(camera, ratio)
        self._use(side)
        pictures = ((body.look, code) for body in bodies for code in body.pictures(solid_of(body.faces)))
        for look, code in dict.fromkeys(pictures):
            yield partial(self._pictures.warm, look, code, side)

        def paint_tray() -> bool:
            if self._backdrops.has(size, ratio, tray):
                return False
            self._backdrops.paint_ahead(camera, size, ratio, tray)
            return True

        yield from repeat(paint_tray, STROKES)
        yield self._sprites.warm

    def redraw(self) -> None:
        """Paint the dice at rest again."""
        if self._scene is not None:
            self._scene.forget()
        self._host.update()

    def forget(self) -> None:
        """Drop all pictures because colours or the screen have changed."""
        self._rebuild.stop()
        self._scene = None
        self._forget_pictures()
        self._host.update()

    def _forget_pictures(self) -> None:
        theme = self._theme
        self._pictures = FacePictures(theme.faces, flat=theme.is_flat)
        self._backdrops = Backdrops(theme.color(self._role), theme.color if theme.is_flat else None)

    def resize(self) -> None:
        """Stretch the old picture to the new size, and paint it again once the size no longer changes."""
        old = self._scene.backdrop if self._scene is not None and self._host.isVisible() else None
        self._scene = None
        if old is not None:
            self._scene = self._new_scene(old)
            self._rebuild.start()

    def sharpen(self) -> None:
        """Replace a provisional picture by the sharp tray."""
        self._rebuild.stop()
        scene = self._scene
        if scene is not None and not scene.sharp:
            scene.set_backdrop(self._backdrops.sharp(scene.camera, self._size, self._ratio, self.tray))
            self._host.update()
            self.sharpened.emit()

    def sharpen_ahead(self) -> bool:
        """Do one more painting step of the picture that `sharpen` shows.

        Return whether the sharp picture is shown.
        """
        scene = self._scene
        if scene is None or scene.sharp:
            return True
        if self._backdrops.paint_ahead(scene.camera, self._size, self._ratio, self.tray):
            self.sharpen()
        return scene.sharp

    def _follow_theme(self) -> None:
        """Drop all pictures if colours have changed.

        If only the text size has changed, show the old tray until the new one is painted.
        """
        ground = self._theme.color(self._role)
        if ground != self._ground:
            self._ground = ground
            self.forget()
            return
        self._forget_pictures()
        self.resize()
        self._host.update()

    def rest(self) -> None:
        """Do no work while hidden."""
        self._rebuild.stop()

    def wake(self) -> None:
        """Continue the work after `rest`, and show the sharp picture."""
        if self._scene is not None and not self._scene.sharp:
            self._rebuild.start()

    def _use(self, *sides: int) -> None:
        """Keep the pictures of faces with these sides and with recently used sides. Drop all others."""
        self._sides.extend(side for side in sides if side not in self._sides)
        self._pictures.keep_sides({*self._sides, TAG_SIDE})

    @property
    def _size(self) -> QSize:
        return self._host.size().expandedTo(QSize(1, 1))

    @property
    def _ratio(self) -> float:
        return self._host.devicePixelRatioF()

    def _new_scene(self, stand_in: QPixmap | None = None) -> TrayScene:
        size, ratio = self._size, self._ratio
        camera = tray_camera(self._theme, size, self.tray)
        self._use(face_side(camera, ratio), face_side(camera, 1.0))
        hurry, self._hurry = self._hurry, False
        # The first picture must be fast, because the page, or the start of the program, waits for it.
        first = not self.begun and self._host.isVisible()
        self.begun = True
        if stand_in is None and (hurry or first) and not self._backdrops.has(size, ratio, self.tray):
            stand_in = self._backdrops.draft(camera, size, self.tray, grain=not first)
            if first:
                self._rebuild.start()
        backdrop = stand_in or self._backdrops.sharp(camera, size, ratio, self.tray)
        sharp = stand_in is None
        return TrayScene(
            self._pictures,
            self._sprites,
            camera,
            size,
            ratio,
            self.tray,
            backdrop,
            sharp=sharp,
            least_tag=self._theme.px(round(LEAST)),
        )
