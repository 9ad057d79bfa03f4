"""State kept between starts: the settings, with text size and speed of dice, and the layout of the window."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from PySide6.QtCore import QEvent, QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.storage.files.laststart import packed, unpacked
from bones_desktop.storage.files.settings import LoadedSettings, Settings, SettingsFiles, WindowState
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.theme.motion import Speed, effective_speed, wants_reduced_motion
from bones_desktop.widgets.guarded import guarded

if TYPE_CHECKING:
    from bones_desktop.theme.theme import Theme

PAGE_AFTER_MS: Final = 1000
"""Milliseconds a page must be in view before it is saved as the last page, so that quick switching writes once."""
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
            # Every further change would fail in the same way, and one message is enough.
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


@dataclass(frozen=True, slots=True)
class Layout:
    """Layout of the window: its geometry in Qt's format, the page in view, the splitters by name, the theme."""

    geometry: bytes = b""
    page: str = ""
    parts: dict[str, bytes] = field(default_factory=dict)
    theme: str = ""


class LayoutFile:
    """Reads and writes the layout. A failure is only logged."""

    def __init__(self, files: SettingsFiles) -> None:
        self._files = files

    def load(self) -> Layout:
        """Return the last layout, or the default if there is none or it is damaged."""
        state = self._files.load_window()
        parts = {name: unpacked(part) for name, part in state.parts.items()}
        return Layout(unpacked(state.geometry), state.page, parts, state.theme)

    def save(self, layout: Layout) -> None:
        """Save `layout`."""
        parts = {name: packed(part) for name, part in layout.parts.items()}
        try:
            self._files.save_window(
                WindowState(geometry=packed(layout.geometry), page=layout.page, parts=parts, theme=layout.theme)
            )
        except FileProblem as error:
            log.warning("layout not saved: %s", error)

    def forget(self) -> None:
        """Return to the default layout (safe start)."""
        try:
            self._files.forget_window()
        except FileProblem as error:
            log.warning("layout not forgotten: %s", error)


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


class PageKeeper(QObject):
    """Saves the layout shortly after another page is shown, but not while the program is `busy`."""

    def __init__(self, busy: Callable[[], bool], save: Callable[[], None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._busy = busy
        self._save = save
        self._kept = self._shown = ""
        self._due = QTimer(self, singleShot=True, interval=PAGE_AFTER_MS)
        self._due.timeout.connect(self._keep)

    def know(self, page: str) -> None:
        """Set which page the file already contains."""
        self._kept = page

    def show(self, page: str) -> None:
        """Record that another page is shown."""
        self._shown = page
        if page == self._kept:
            self._due.stop()
        else:
            self._due.start()

    def close(self) -> None:
        """Save nothing from now on."""
        self._due.stop()

    def _keep(self) -> None:
        # Writing is postponed while dice roll, because it could delay a frame.
        if self._busy():
            self._due.start()
            return
        self._kept = self._shown
        self._save()
