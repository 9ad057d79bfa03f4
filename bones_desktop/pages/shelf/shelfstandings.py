"""State of work on the characters in view, worked out on a worker thread by the present rulebook."""

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
"""Nothing is worked out while the user scrolls quickly."""
_TOGETHER: Final = 16
"""Number of answers that come together, because each group repaints the cards."""
Key = tuple[Path, float, str]


@dataclass(frozen=True, slots=True)
class ShelfStanding:
    """Whether there is something left to choose, and whether something is against the rules."""

    unfinished: bool = False
    conflict: bool = False


NOTHING_LEFT: Final = ShelfStanding()


class Standings(QObject):
    """Returns known states immediately. `arrived` signals that more are known."""

    arrived = Signal()

    def __init__(self, rulebook: Callable[[], Rulebook], parent: QObject | None = None) -> None:
        """`rulebook` is called each time, because packs may be added."""
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
        """Return the known state of a character; until it is known, nothing seems left to do."""
        # A file that cannot be read completely has no state that could be judged.
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
        # The pause begins again for each new card, but not for repaints of the same one.
        if not self._worker.busy and not (asked_again and self._soon.isActive()):
            self._soon.start()
        return NOTHING_LEFT

    def forget(self) -> None:
        """Work everything out again, because the rulebook is another one."""
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
        # A card without signs looks the same as before.
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
    from bones_desktop.storage.games import is_whole, read_any

    stored, held = read_any(path)
    told = stored.game.check(stored.book, held.value)
    return ShelfStanding(not is_whole(stored, held.value, told), not is_legal(told))
