"""What is left to do on the characters in view: worked out beside the window by the rulebook as it is now."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.desk.mainwindow import BONES
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.widgets.worker import KeepOn, Worker

_KEPT: Final = 600
_WAITING: Final = 80
"""Cards scrolled past long ago are not waited for."""
_PAUSE_MS: Final = 150
"""Nothing is worked out while cards still rush by."""
_TOGETHER: Final = 16
"""So many answers come at once: each repaints its card."""
Key = tuple[Path, float, str]


@dataclass(frozen=True, slots=True)
class ShelfStanding:
    """Whether something is left to choose, and whether something is against the rules."""

    unfinished: bool = False
    conflict: bool = False


NOTHING_LEFT: Final = ShelfStanding()


class Standings(QObject):
    """Answers at once with what it has; `arrived` signals when there is more to show."""

    arrived = Signal()

    def __init__(self, rulebook: Callable[[], Rulebook], parent: QObject | None = None) -> None:
        """`rulebook` is asked each time, for packs may be joined to it."""
        super().__init__(parent)
        self._rulebook = rulebook
        self._kept: OrderedDict[Key, ShelfStanding] = OrderedDict()
        self._wanted: OrderedDict[Key, None] = OrderedDict()
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._soon.timeout.connect(self._work)
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        self._worker.finished.connect(lambda _request: self._soon.start())

    def of(self, entry: ShelfEntry) -> ShelfStanding:
        """Return what is known of a character; nothing is left to do as long as it is not known."""
        if entry.damaged is not None or entry.newer:
            return NOTHING_LEFT
        key = (entry.path, entry.modified.timestamp(), entry.game)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        asked_again = key in self._wanted
        self._wanted[key] = None
        self._wanted.move_to_end(key)
        while len(self._wanted) > _WAITING:
            self._wanted.popitem(last=False)
        if not self._worker.busy and not (asked_again and self._soon.isActive()):
            self._soon.start()
        return NOTHING_LEFT

    def forget(self) -> None:
        """Work everything out again: the rulebook is another."""
        self._worker.cancel()
        self._kept.clear()

    def close(self) -> None:
        """Stop reading."""
        self._soon.stop()
        self._worker.close()

    def _work(self) -> None:
        if self._wanted:
            wanted, rulebook = tuple(reversed(self._wanted)), self._rulebook()
            self._worker.start(None, lambda keep_on: _standings(rulebook, wanted, keep_on))

    def _take(self, _request: object, answer: dict[Key, ShelfStanding]) -> None:
        for key, standing in answer.items():
            self._wanted.pop(key, None)
            self._kept[key] = standing
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        if any(standing != NOTHING_LEFT for standing in answer.values()):
            self.arrived.emit()


def _standings(rulebook: Rulebook, keys: Iterable[Key], keep_on: KeepOn) -> Iterator[dict[Key, ShelfStanding]]:
    found_out: dict[Key, ShelfStanding] = {}
    for key in keys:
        if not keep_on():
            return
        path, _modified, game = key
        try:
            found_out[key] = _standing(rulebook, path, game)
        except (CharacterFileError, FileProblem):
            found_out[key] = NOTHING_LEFT
        if len(found_out) == _TOGETHER:
            yield found_out
            found_out = {}
    yield found_out


def _standing(rulebook: Rulebook, path: Path, game: str) -> ShelfStanding:
    if game == BONES:
        from bones_desktop.rules.bones.making.problems import problems

        found = problems(rulebook, read_character(path).value)
        return ShelfStanding(not is_complete(found), not is_legal(found))
    from bones_desktop.storage.games.games import is_whole, read_any

    stored, held = read_any(path)
    told = stored.game.check(stored.book, held.value)
    return ShelfStanding(not is_whole(stored, held.value, told), not is_legal(told))
