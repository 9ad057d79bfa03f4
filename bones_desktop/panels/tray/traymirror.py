"""The tray once more, for others to look at: it shows what lies and moves in another, or only some of its dice."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.tray.contents import TrayDie
from bones_desktop.panels.tray.traysurface import TraySurface
from bones_desktop.panels.tray.traywidget import TrayWidget
from bones_desktop.theme.theme import Theme

_LATER_MS: Final = 5
"""Milliseconds from a frame of the other tray to the same here: two large ones at once would take too long."""
Choose = Callable[[Sequence[TrayDie]], Sequence[int]]
"""Returns the places of those dice that may be seen here."""


class TrayMirror(TraySurface):
    """Follows another tray frame by frame, at its own size, without touching what is shown there.

    It asks at every frame which dice may be seen: what is hidden never lies here, not even for a frame.
    """

    filled = Signal(bool)
    """Whether there are dice to see."""

    def __init__(self, theme: Theme, original: TrayWidget, choose: Choose, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._original = original
        self._choose = choose
        self._rolling = False
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self.update)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        original.frame_changed.connect(self.follow)

    @property
    def moving(self) -> bool:
        """Whether dice are in motion."""
        return self._rolling

    def follow(self) -> None:
        """Show the other tray as it is now, while somebody can see this one."""
        if not self.window().isVisible():
            return
        original = self._original
        lying, all_poses = original.contents, original.poses
        places = self._choose(lying.dice) if len(all_poses) == len(lying.dice) else ()
        was_rolling, self._rolling = self._rolling, original.moving and bool(places)
        poses = [all_poses[place] for place in places]
        moved = poses != self._moves.poses
        self._moves.lay(poses)
        dice, changed = self.contents.dice, self.contents.take(lying, places)
        if changed:
            self.stage.set_tray(original.stage.tray, hurry=True)
            self.stage.set_bodies(self.contents.bodies())
            if self._rolling and was_rolling and dice == self.contents.dice:
                self._describe()  # marks, which no die in motion shows
                self.frame_changed.emit()
            else:
                self._change()
        if self._rolling:
            self._finishing.stop()
            self.stage.rest()
            if not self._later.isActive():
                self._later.start()
        elif was_rolling:
            self._later.stop()
            self._finishing.start()  # after the picture of the other tray, not together with it
        elif changed or moved:
            self.stage.sharpen()
            self._change()
        self.filled.emit(bool(places))

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up."""
        super().showEvent(event)
        self.follow()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let the other tray go on."""
        super().hideEvent(event)
        self._rolling = False
