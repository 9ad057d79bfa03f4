"""The picture of a tray at the size its widget has: made when needed, stretched while the size still changes."""

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, QSize, QTimer, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.tray.backdrops import Backdrops
from bones_desktop.panels.tray.camera import Camera
from bones_desktop.panels.tray.dicepainter import Body, face_side
from bones_desktop.panels.tray.facepictures import FacePictures
from bones_desktop.panels.tray.layout import tray_size
from bones_desktop.panels.tray.plates import Plates
from bones_desktop.panels.tray.scene import TAG_SIDE, TrayScene
from bones_desktop.panels.tray.shadows import ShadowSprites
from bones_desktop.panels.tray.tags import LEAST
from bones_desktop.theme.theme import Theme

_REBUILD: Final = 90
"""Milliseconds without a new size before the tray is painted anew at the size it has."""

_SIDES: Final = 5


class Stage(QObject):
    """Keeps the scene of `host` fitting to its size, its screen, the theme and the tray that the dice lie in."""

    sharpened = Signal()
    """The tray itself has taken the place of what stood in for it."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self._theme, self._host = theme, host
        self._tray = tray_size(0)
        self._bodies: list[Body] = []
        self._scene: TrayScene | None = None
        self._pictures = FacePictures(theme.faces)
        self._sprites = ShadowSprites()
        self._backdrops = Backdrops(theme.color("ground"))
        self._sides: deque[int] = deque(maxlen=_SIDES)
        self._hurry = False
        self._begun = False
        self._rebuild = QTimer(self)
        self._rebuild.setSingleShot(True)
        self._rebuild.setInterval(_REBUILD)
        self._rebuild.timeout.connect(self.sharpen)
        self._ground = theme.color("ground")
        theme.changed.connect(self._follow_theme)

    @property
    def tray(self) -> tuple[float, float]:
        """How wide and deep the tray is, in die edges."""
        return self._tray

    @property
    def bodies(self) -> list[Body]:
        """What the dice look like."""
        return self._bodies

    @property
    def begun(self) -> bool:
        """Whether there ever was a picture."""
        return self._begun

    @property
    def rebuilding(self) -> bool:
        """Whether an old picture, or a draft, stands in for the tray for a moment."""
        return self._rebuild.isActive()

    @property
    def scene(self) -> TrayScene:
        """The scene at the present size."""
        if self._scene is None:
            self._scene = self._new_scene()
        return self._scene

    @property
    def plates(self) -> Plates:
        """The plates on the rim at the present size."""
        return Plates(self._theme, self.scene.camera, self._size, self._tray)

    def set_tray(self, size: tuple[float, float], *, hurry: bool = False) -> None:
        """Take a tray of another size; in a `hurry` a rough picture of it does until `sharpen`."""
        if size != self._tray:
            self._tray = size
            self._rebuild.stop()
            self._scene = None
            self._hurry = hurry
            self._host.update()

    def set_bodies(self, bodies: list[Body]) -> None:
        """Take what the dice look like."""
        self._bodies = bodies

    def work_ahead(self, tray: tuple[float, float], bodies: list[Body]) -> Iterator[Callable[[], bool]]:
        """Yield the pieces of work that dice like these in such a tray need before their first frame."""
        size, ratio = self._size, self._ratio
        camera = Camera(size.width(), size.height(), *tray)
        side = face_side(camera, ratio)
        self._use(side)
        for look, code in {(body.look, code): None for body in bodies for code in body.faces}:
            yield partial(self._pictures.warm, look, code, side)

        def paint_tray() -> bool:
            if self._backdrops.has(size, ratio, tray):
                return False
            self._backdrops.sharp(camera, size, ratio, tray)
            return True

        yield paint_tray
        yield self._sprites.warm

    def redraw(self) -> None:
        """Paint the dice at rest anew."""
        if self._scene is not None:
            self._scene.forget()
        self._host.update()

    def forget(self) -> None:
        """Make everything anew: colours or the screen have changed."""
        self._rebuild.stop()
        self._scene = None
        self._pictures = FacePictures(self._theme.faces)
        self._backdrops = Backdrops(self._theme.color("ground"))
        self._host.update()

    def resize(self) -> None:
        """Fit the new size at once with the old picture, and paint it anew once the size has come to rest."""
        old = self._scene.backdrop if self._scene is not None and self._host.isVisible() else None
        self._scene = None
        if old is not None:
            self._scene = self._new_scene(old)
            self._rebuild.start()

    def sharpen(self) -> None:
        """Paint the tray itself where something stands in for it."""
        self._rebuild.stop()
        scene = self._scene
        if scene is not None and not scene.sharp:
            scene.set_backdrop(self._backdrops.sharp(scene.camera, self._size, self._ratio, self._tray))
            self._host.update()
            self.sharpened.emit()

    def _follow_theme(self) -> None:
        """Make everything anew in other colours; where only the type has another size, the old tray stands in."""
        ground = self._theme.color("ground")
        if ground != self._ground:
            self._ground = ground
            self.forget()
            return
        self._pictures = FacePictures(self._theme.faces)
        self.resize()
        self._host.update()

    def rest(self) -> None:
        """Do no work unseen."""
        self._rebuild.stop()

    def wake(self) -> None:
        """Go on where `rest` came between: what stands in for the tray is seen again."""
        if self._scene is not None and not self._scene.sharp:
            self._rebuild.start()

    def _use(self, *sides: int) -> None:
        """Keep faces of these sides and of those used before them, and no others."""
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
        camera = Camera(size.width(), size.height(), *self._tray)
        self._use(face_side(camera, ratio), face_side(camera, 1.0))
        hurry, self._hurry = self._hurry, False
        first = not self._begun and self._host.isVisible()  # the page, perhaps the whole program, is waited for
        self._begun = True
        if stand_in is None and (hurry or first) and not self._backdrops.has(size, ratio, self._tray):
            stand_in = self._backdrops.draft(camera, size, self._tray, grain=not first)
            if first:
                self._rebuild.start()
        backdrop = stand_in or self._backdrops.sharp(camera, size, ratio, self._tray)
        sharp = stand_in is None
        return TrayScene(
            self._pictures,
            self._sprites,
            camera,
            size,
            ratio,
            self._tray,
            backdrop,
            sharp=sharp,
            least_tag=self._theme.px(round(LEAST)),
        )
