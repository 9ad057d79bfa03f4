"""The tray once more, for others to look at: it shows what lies and moves in another, or only some of its dice."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.tray.contents import TrayDie
from bones_desktop.panels.tray.traysurface import TraySurface
from bones_desktop.panels.tray.traywidget import TrayWidget
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded

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
        self._moves.lay([all_poses[place] for place in places])
        if self.contents.take(lying, places):
            self.stage.set_tray(original.stage.tray, hurry=True)
            self.stage.set_bodies(self.contents.bodies())
            self._change()
        if self._rolling:
            self.update()
        elif was_rolling or not original.moving:
            self.stage.sharpen()
            self._change()
        self.filled.emit(bool(places))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Catch up."""
        super().showEvent(event)
        self.follow()

    @guarded(None)
    def hideEvent(self, event: QHideEvent) -> None:
        """Let the other tray go on."""
        super().hideEvent(event)
        self._rolling = False
