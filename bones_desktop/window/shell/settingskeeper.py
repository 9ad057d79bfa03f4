"""The settings while the program runs: changed in one place, kept at once, told to everyone."""

import logging
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from bones_desktop.storage.files.settings import LoadedSettings, Settings, SettingsFiles
from bones_desktop.storage.files.textfiles import FileProblem

log = logging.getLogger("bones_desktop")


class SettingsKeeper(QObject):
    """Holds the settings. Those that cannot be written hold until the program closes."""

    changed = Signal(object, object)
    """The Settings before and after."""
    not_saved = Signal()
    """The settings cannot be written; told once."""

    def __init__(self, files: SettingsFiles, loaded: LoadedSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files = files
        self._value = loaded.settings
        self._told = False

    @property
    def value(self) -> Settings:
        """The settings as they are now."""
        return self._value

    def set(self, settings: Settings) -> None:
        """Take `settings` and keep them."""
        before = self._value
        if settings == before:
            return
        self._value = settings
        try:
            self._files.save(settings)
        except FileProblem as error:
            log.info("settings not kept: %s", error)
            if not self._told:
                self._told = True
                self.not_saved.emit()
        self.changed.emit(before, settings)

    def edit(self, **changes: object) -> None:
        """Change some of the settings."""
        self.set(self._value.with_(**changes))

    def remember(self, path: Path) -> None:
        """Note that `path` was opened."""
        self.set(self._value.opened(path).with_(first_start_done=True))

    def remember_campaign(self, path: Path | None) -> None:
        """Note which campaign is open, None for none."""
        self.set(self._value.in_campaign(path))

    def forget(self, path: Path) -> None:
        """Take `path` off the list of recent files."""
        self.set(self._value.without(path))
