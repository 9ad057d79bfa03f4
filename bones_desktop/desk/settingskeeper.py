"""The settings while the program runs, with the speed of dice and text that grows with the window."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.storage.files.settings import LoadedSettings, Settings, SettingsFiles
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.motion import Speed, effective_speed, wants_reduced_motion
from bones_desktop.widgets.guarded import guarded

if TYPE_CHECKING:
    from bones_desktop.theme.theme import Theme

ASKED_AFTER_MS: Final = 300
"""Delay before asking the operating system about reduced motion, in milliseconds. The window is painted first because
the answer may take a moment.
"""

log = logging.getLogger("bones_desktop")


class SettingsKeeper(QObject):
    """Stores the settings and saves each change immediately.

    A change that cannot be saved stays in effect until the program closes.
    """

    changed = Signal(object, object)
    """The Settings before and after. Emitted at each change."""
    save_failed = Signal(object)
    """A FileProblem. Emitted once, when the settings cannot be saved."""

    def __init__(self, files: SettingsFiles, loaded: LoadedSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._value = loaded.settings
        self._failed = False

    @property
    def value(self) -> Settings:
        """The current settings."""
        return self._value

    def set(self, settings: Settings) -> None:
        """Use and save `settings`."""
        before = self._value
        if settings == before:
            return
        self._value = settings
        try:
            self._files.save(settings)
        except FileProblem as error:
            log.info("settings not saved: %s", error)
            # Every further change would fail for the same reason, and one message is enough.
            if not self._failed:
                self._failed = True
                self.save_failed.emit(error)
        self.changed.emit(before, settings)

    def follow(self, name: str, use: Callable[[Any], object]) -> None:
        """Call `use` with the value of a setting, now and whenever it changes."""

        def take(before: Settings, now: Settings) -> None:
            if getattr(before, name) != getattr(now, name):
                use(getattr(now, name))

        self.changed.connect(take)
        use(getattr(self._value, name))

    def edit(self, **changes: object) -> None:
        """Change and save some of the settings."""
        self.set(self._value.with_(**changes))

    def remember(self, path: Path) -> None:
        """Add `path` to the recent files."""
        self.set(self._value.opened(path).with_(first_start_done=True))

    def remember_last(self, field: Literal["last_campaign", "last_fight"], path: Path | None) -> None:
        """Store which campaign or fight is open. None means that none is open."""
        self.set(self._value.with_last(field, path))

    def clear_recent(self) -> None:
        """Clear the list of recent files."""
        self.edit(recent=())

    def forget(self, path: Path) -> None:
        """Remove `path` from the list of recent files."""
        self.set(self._value.without(path))


class Pace(QObject):
    """The speed of dice: from the settings, or from the system once its preference is known."""

    changed = Signal(str)
    """The new speed: "normal", "quick" or "off". Emitted when it changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._setting = "system"
        self._reduced = False
        self._asking = QTimer(self, singleShot=True, interval=ASKED_AFTER_MS)
        self._asking.timeout.connect(self._ask)

    @property
    def speed(self) -> Speed:
        """The speed: "normal", "quick" or "off"."""
        return effective_speed(self._setting, self._reduced)

    def follow(self, use: Callable[[Speed], object]) -> None:
        """Call `use` with the speed, now and whenever it changes."""
        self.changed.connect(use)
        use(self.speed)

    def choose(self, setting: str) -> None:
        """Use this value of the setting: "system", "normal", "quick" or "off"."""
        self._setting = setting
        self._asking.stop()
        if setting == "system":
            self._asking.start()
        self.changed.emit(self.speed)

    def close(self) -> None:
        """Stop asking the system."""
        self._asking.stop()

    def _ask(self) -> None:
        reduced = wants_reduced_motion()
        if reduced is not self._reduced:
            self._reduced = reduced
            self.changed.emit(self.speed)


class TextGrowth(QObject):
    """Lets text grow with a window, unless the user chose not to."""

    def __init__(self, theme: "Theme", window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._grows = False
        # A new text size changes the layout, which must not happen while the window is being laid out.
        self._due = QTimer(self, singleShot=True, interval=0)
        self._due.timeout.connect(self._fit)
        window.installEventFilter(self)

    def choose(self, grows: bool) -> None:
        """Use this value of the setting."""
        self._grows = grows
        self._fit()

    @guarded(False)
    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Fit the text when the window has another size."""
        if event.type() == QEvent.Type.Resize:
            self._due.start()
        return False

    def _fit(self) -> None:
        self._theme.grow_with(*((self._window.width(), self._window.height()) if self._grows else (0, 0)))
