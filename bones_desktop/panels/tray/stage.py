"""The picture of a tray at the size its widget has: made when needed, stretched while the size still changes."""

from typing import Final

from PySide6.QtCore import QObject, QSize, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.tray.dicepainter import Body
from bones_desktop.panels.tray.layout import tray_size
from bones_desktop.panels.tray.scene import TrayScene
from bones_desktop.theme.theme import Theme

_REBUILD: Final = 90
"""Milliseconds without a new size before the tray is painted anew at the size it has."""


class Stage(QObject):
    """Keeps the scene of `host` fitting to its size, its screen, the theme and the tray that the dice lie in."""

    def __init__(self, theme: Theme, host: QWidget) -> None:
        super().__init__(host)
        self._theme, self._host = theme, host
        self._tray = tray_size(0)
        self._bodies: list[Body] = []
        self._scene: TrayScene | None = None
        self._rebuild = QTimer(self)
        self._rebuild.setSingleShot(True)
        self._rebuild.setInterval(_REBUILD)
        self._rebuild.timeout.connect(self._fill)
        theme.changed.connect(self.forget)

    @property
    def tray(self) -> tuple[float, float]:
        """How wide and deep the tray is, in die edges."""
        return self._tray

    @property
    def bodies(self) -> list[Body]:
        """What the dice look like."""
        return self._bodies

    @property
    def rebuilding(self) -> bool:
        """Whether an old picture stands in until the size has come to rest."""
        return self._rebuild.isActive()

    @property
    def scene(self) -> TrayScene:
        """The scene at the present size."""
        if self._scene is None:
            self._scene = self._new_scene(None)
        return self._scene

    def set_tray(self, size: tuple[float, float]) -> None:
        """Take a tray of another size."""
        if size != self._tray:
            self._tray = size
            self.forget()

    def set_bodies(self, bodies: list[Body], *, warm: bool = False) -> None:
        """Take what the dice look like; `warm` gets their pictures ready before the first frame."""
        self._bodies = bodies
        if warm and self._scene is not None:
            self._scene.dice.warm(bodies)

    def redraw(self) -> None:
        """Paint the dice at rest anew."""
        if self._scene is not None:
            self._scene.forget()
        self._host.update()

    def forget(self) -> None:
        """Make the whole scene anew next time."""
        self._rebuild.stop()
        self._scene = None
        self._host.update()

    def resize(self) -> None:
        """Fit the new size at once with the old picture, and paint it anew once the size has come to rest."""
        backdrop = self._scene.backdrop if self._scene is not None and self._host.isVisible() else None
        self._scene = None
        if backdrop is not None:
            self._scene = self._new_scene(backdrop)
            self._rebuild.start()

    def rest(self) -> None:
        """Do no work unseen."""
        self._rebuild.stop()

    def _fill(self) -> None:
        if self._scene is not None:
            self._scene.fill()
            self._host.update()

    def _new_scene(self, backdrop: QPixmap | None) -> TrayScene:
        size = self._host.size().expandedTo(QSize(1, 1))
        scene = TrayScene(self._theme, size, self._host.devicePixelRatioF(), self._tray, backdrop)
        scene.dice.warm(self._bodies)
        return scene
