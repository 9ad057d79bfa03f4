"""A desk for one page alone: what the page tells and asks for is kept."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import QObject, Signal

from bones_desktop.desk.desk import FileEvents
from bones_desktop.desk.playroom import LogView
from bones_desktop.desk.settingskeeper import Pace, SettingsKeeper
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.settings import LoadedSettings, Settings, SettingsFiles
from bones_desktop.storage.log.logentry import Evening, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


class HeardNotices(QObject):
    """Emits what the window would show."""

    refused = Signal(object)
    message = Signal(str)
    told = Signal(str)
    trouble = Signal(object)

    def say(self, text: str, *, tone: str = "neutral") -> None:
        assert tone
        self.message.emit(text)

    def tell(self, text: str) -> None:
        self.told.emit(text)

    def warn(self, text: str) -> None:
        self.message.emit(text)

    def refuse(self, reason: Reason) -> None:
        self.refused.emit(reason)

    def report(self, error: Exception, _actions: object = ()) -> None:
        if isinstance(error, RulesError):
            self.refuse(error.reason)
        else:
            self.trouble.emit(error)

    def attempt(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except (RulesError, OSError) as error:
            self.report(error)
            return False
        except Exception as error:
            if not hasattr(error, "code"):
                raise
            self.report(error)
            return False
        return True


class Asked:
    """Keeps what is asked of it: the name of each call, and its values."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, tuple[object, ...]]] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return partial(self._keep, name)

    def _keep(self, name: str, *values: object) -> None:
        self.calls.append((name, values))

    def of(self, name: str) -> list[object]:
        """Return the first value of each call of this name."""
        return [values[0] if values else None for called, values in self.calls if called == name]


class PageDesk:
    """What a page takes from the program, without the program."""

    def __init__(
        self,
        theme: Theme,
        folder: Path,
        document: CharacterDocument | None = None,
        shelf: Shelf | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
        window: object = None,
    ) -> None:
        self.theme = theme
        self.document = document or CharacterDocument(rulebook(), ragnar())
        self.shelf = shelf or Shelf(folder / "characters")
        self.clock = clock
        self.window = window
        self.notices = HeardNotices()
        self.navigation = Asked()
        self.printing = Asked()
        files = SettingsFiles(folder / "settings.json", folder / "window.json", clock)
        self.settings = SettingsKeeper(files, LoadedSettings(Settings()))
        self.pace = Pace()
        self.sounds = Asked()
        self.events = FileEvents()
        self.opened = SimpleNamespace(path=None)
        self.games = SimpleNamespace(opened=())
        self.locations = Locations.under(folder)
        self.layout: dict[str, bytes] = {}
        self.kept: list[object] = []
        self.at_end: list[object] = []

    def recent(self) -> tuple[str, ...]:
        return ()

    def today(self) -> str:
        return self.clock().date().isoformat()

    def dice_colour(self, _character_id: str) -> str:
        return ""


class LogRoom(QObject):
    """A log and its evening, as the Log page takes them; what the page asks for is emitted."""

    scene_begun = Signal(str)
    words_added = Signal(str)
    evening_ended = Signal()
    amended = Signal(object)
    removed = Signal(object)
    marked = Signal(object, str, bool)

    def __init__(self, log: ThrowLog | None) -> None:
        super().__init__()
        self.log = log
        self.dice = self
        self.begin_scene = self.scene_begun.emit
        self.add_words = self.words_added.emit
        self.end_evening = self.evening_ended.emit
        self._views: list[LogView] = []
        self.mark = self.marked.emit

    @property
    def open_log(self) -> ThrowLog | None:
        return opened(self.log)

    @property
    def evening(self) -> Evening | None:
        return self.log.evening() if self.log is not None else None

    def show_lines(self, view: LogView) -> None:
        self._views.append(view)

    def amend_line(self, entry: LogEntry) -> None:
        for view in self._views:
            view.amend(entry)
        self.amended.emit(entry)

    def remove_line(self, entry: LogEntry) -> None:
        for view in self._views:
            view.remove(entry)
        self.removed.emit(entry)
