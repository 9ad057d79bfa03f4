"""What the program opens with: the files asked for, what was open last, or the invitation of a first start."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from bones_desktop.document.bones.characterdocument import CharacterSession
from bones_desktop.storage.files.characterfile import CharacterFileError, new_id
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.widgets.text.banner import Banner, BannerAction
from bones_desktop.window.shelf.fileactions import FileActions
from bones_desktop.window.shell.mainwindow import CHARACTER_PAGES
from bones_desktop.window.shell.savetroubles import SaveTroubles
from bones_desktop.window.shell.settingskeeper import SettingsKeeper
from bones_desktop.window.start.welcome import first_character

log = logging.getLogger("bones_desktop")


class Opening(QObject):
    """Finds the character and the page to begin with, and says what is special about this start."""

    def __init__(
        self,
        session: CharacterSession,
        files: FileActions,
        shelf: Callable[[], Shelf],
        settings: SettingsKeeper,
        banner: Banner,
        troubles: SaveTroubles,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._files = files
        self._shelf = shelf
        self._settings = settings
        self._banner = banner
        self._troubles = troubles

    def open(self, paths: Sequence[Path], page: str, *, safe: bool) -> str:
        """Open one of `paths`, else what was open last, else make the first character; return the page to show.

        `page` is that of last time. A `safe` start opens only what was asked for.
        """
        if paths:
            self._files.open_all(paths)
            if self._session.path is not None:
                return page if page in CHARACTER_PAGES else "build"
        if safe:
            return "shelf"
        settings = self._settings.value
        last = Path(settings.last_open) if settings.last_open else None
        if last is not None and last.exists() and self._files.open(last):
            return page or "build"
        for entry in self._shelf().newest():
            if entry.damaged is None and self._files.open(entry.path):
                return "shelf"
        if settings.first_start_done:
            return "shelf"
        self._make_first()
        return "build"

    def tell_of_start(self, damaged_settings: Path | None, *, safe: bool) -> None:
        """Say that the settings were damaged, and where they lie now, or that this is a safe start."""
        if damaged_settings is not None:
            text = self.tr("The settings were damaged; the usual ones are used. The damaged file is kept as {}.")
            self._banner.show_message(text.format(damaged_settings.name), tone="warn")
        elif safe:
            text = self.tr("This is a safe start: the usual layout, and nothing opened by itself.")
            self._banner.show_message(text, tone="warn")

    def _make_first(self) -> None:
        try:
            path = self._shelf().create(first_character(new_id(), self._settings.value.house_rules))
        except (FileProblem, CharacterFileError) as error:
            log.warning("first character not saved: %s", error)
            self._troubles.tell(error)
            return
        if self._files.open(path):
            self._banner.show_message(
                self.tr("Welcome. Ragnar is half done: finish his dice, or start with an empty character of your own."),
                actions=[BannerAction(self.tr("Start empty"), self._files.start_empty)],
            )
