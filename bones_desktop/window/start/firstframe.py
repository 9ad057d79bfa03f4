"""The first frame: the window on its ground, before the rest of the program is even read from the disk."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from bones_desktop.storage.files.laststart import LastLook, last_look
from bones_desktop.storage.files.locations import Locations, shipped
from bones_desktop.theme.measures import scaled
from bones_desktop.theme.palette import ThemeFileError, chosen_theme, load_palette, shown_theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.shell.windowframe import WindowFrame

PATIENCE_MS: Final = 250
"""A window that comes up minimised or covered is never painted; the program is loaded all the same."""


class FirstFrame(QObject):
    """Shows `window` before there is anything in it."""

    seen = Signal()
    """Once: the window can be seen, or nobody looks."""

    def __init__(self, app: QApplication, window: WindowFrame, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._window = window
        self._waiting = QTimer(self)
        self._waiting.setSingleShot(True)
        self._waiting.timeout.connect(self._tell)
        window.painted.connect(self._painted)

    def show(self, locations: Locations, *, safe: bool) -> None:
        """Show the window in the colour of its ground, where and as large as it was; if `safe`, in the usual place."""
        look = last_look(locations.settings_file, locations.window_state_file)
        self._take_ground(look)
        self._window.setWindowTitle(self._app.applicationDisplayName())
        self._window.take_place(b"" if safe else look.geometry, lambda size: scaled(size, look.text_size))
        self._window.come_up()
        self._window.windowHandle().installEventFilter(self)
        self._waiting.start(PATIENCE_MS)

    def end(self) -> None:
        """Let the mouse through: there is something to press now. What was pressed until now is dropped before."""
        QTimer.singleShot(0, self, self._let_through)

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep the mouse from the window: a press would reach whatever comes up below the pointer a moment later."""
        kinds = QEvent.Type
        return event.type() in {kinds.MouseButtonPress, kinds.MouseButtonRelease, kinds.MouseButtonDblClick}

    def _take_ground(self, look: LastLook) -> None:
        theme = shown_theme(chosen_theme(look.theme), look.shown)
        try:
            ground = load_palette(shipped("resources") / "themes" / f"{theme}.json").color("ground")
        except ThemeFileError:
            return  # told of when the whole theme is loaded
        palette = QPalette()  # made from a colour it would bring in all of Qt's enumerations
        palette.setColor(QPalette.ColorRole.Window, ground)
        self._app.setPalette(palette)

    def _painted(self) -> None:
        # Only once the paint is over, and what was painted is on the screen.
        self._waiting.start(0)

    def _tell(self) -> None:
        self._window.painted.disconnect(self._painted)
        self.seen.emit()

    def _let_through(self) -> None:
        if (handle := self._window.windowHandle()) is not None:
            handle.removeEventFilter(self)
