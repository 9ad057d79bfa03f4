"""The shelf as an item model: one row a character file, damaged ones with what is wrong; sorted and searched here."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Final

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, QUrl

from bones_desktop.storage.shelf.shelfentry import Entry
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index, RowModel
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.window.shelf.shelforder import Ranked, ShelfFilter, ShelfSort, ShelfWords, order
from bones_desktop.wording.files import file_sentence

_MOST_PIECES: Final = 24
"""With more separate changes, a view is quicker told that everything is new."""


class ShelfRole(IntEnum):
    """Roles beside Qt's own."""

    ENTRY = Qt.ItemDataRole.UserRole + 1


class ShelfModel(RowModel[Entry]):
    """The files that match the filter, in order of the sort.

    Small changes are told row by row, so that selection and scroll stay; large ones reset the model.
    """

    def __init__(self, words: ShelfWords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._files: dict[str, Entry] = {}
        self._ranked: list[Ranked] = []
        self._haystacks: dict[str, str] = {}
        self._filter = ShelfFilter()
        self._sort: ShelfSort = "changed"

    @property
    def total(self) -> int:
        """How many files there are, searched for or not."""
        return len(self._files)

    @property
    def filter(self) -> ShelfFilter:
        """What is looked for."""
        return self._filter

    @property
    def tags(self) -> Counter[str]:
        """How many characters bear each tag."""
        return Counter(tag for entry in self._files.values() for tag in entry.tags)

    def set_files(self, files: Mapping[str, Entry]) -> None:
        """Show these files, keyed by their names, and no others."""
        gone = [name for name in self._files if name not in files]
        self._change([entry for name, entry in files.items() if self._files.get(name) is not entry], gone)

    def update(self, entries: Iterable[Entry], gone: Iterable[Path] = ()) -> None:
        """Show new and changed entries, and no longer those whose files are gone."""
        self._change(entries, [path.name for path in gone])

    def forget_words(self) -> None:
        """Gather anew what files are found by: templates and icons have other names."""
        self._haystacks.clear()

    def set_filter(self, wanted: ShelfFilter) -> None:
        """Show only what matches."""
        if wanted == self._filter:
            return
        self._filter = wanted
        self._show(wanted.chosen(self._ranked, self._all_haystacks))

    def prepare_search(self, most: int) -> bool:
        """Gather the words that up to `most` more files are found by, and return whether all are ready."""
        if len(self._haystacks) < len(self._files):
            missing = (name for name in self._files if name not in self._haystacks)
            for name in tuple(itertools.islice(missing, most)):
                self._haystacks[name] = self._words.haystack(self._files[name])
        return len(self._haystacks) == len(self._files)

    def set_sort(self, sort: ShelfSort) -> None:
        """Show in another order."""
        if sort != self._sort:
            self._sort = sort
            key = order(sort)
            self._ranked = sorted(((key(entry), name, entry) for name, entry in self._files.items()))
            self._turn_into(self._filter.chosen(self._ranked, self._all_haystacks))

    def row_of(self, path: Path | None) -> int:
        """Return the row of the file at `path`, -1 when it is not shown."""
        return next(iter(self.rows_of(() if path is None else (path,))), -1)

    def rows_of(self, paths: Iterable[Path]) -> tuple[int, ...]:
        """Return the rows of those files that are shown, from the top."""
        found = ((path, self._files.get(path.name)) for path in paths)
        wanted = {id(entry) for path, entry in found if entry is not None and entry.path == path}
        return tuple(row for row, each in enumerate(self.rows) if id(each) in wanted) if wanted else ()

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name, what is wrong with a damaged file, or the entry itself."""
        entry = self.at(index)
        if entry is None:
            return None
        match role:
            case ShelfRole.ENTRY:
                return entry
            case Qt.ItemDataRole.DisplayRole:
                return entry.name
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip("\n".join(part for part in self._tip(entry) if part))
            case Qt.ItemDataRole.AccessibleTextRole:
                if entry.damaged is None:
                    return self._words.spoken(entry)
                return self.tr("{}, damaged: {}").format(entry.name, self._second(entry))
            case _:
                return None

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that each file may be chosen and dragged out of the window."""
        return super().flags(index) | (Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags)

    @guarded(Qt.DropAction.CopyAction)
    def supportedDragActions(self) -> Qt.DropAction:
        """Return that files dragged out are copied: the shelf keeps its own."""
        return Qt.DropAction.CopyAction

    @guarded(["text/uri-list"])
    def mimeTypes(self) -> list[str]:
        """Return that files are given."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the addresses of the files."""
        mime = QMimeData()
        found = (self.at(index) for index in indexes)
        mime.setUrls([QUrl.fromLocalFile(str(entry.path)) for entry in found if entry is not None])
        return mime

    def _second(self, entry: Entry) -> str:
        return self._words.line(entry) if entry.damaged is None else file_sentence(entry.damaged, self.tr)

    def _tip(self, entry: Entry) -> tuple[str, ...]:
        return entry.name, self._second(entry), self._words.badge(entry), str(entry.path)

    def _all_haystacks(self) -> Mapping[str, str]:
        self.prepare_search(len(self._files))
        return self._haystacks

    def _change(self, entries: Iterable[Entry], gone: Iterable[str]) -> None:
        fresh = {entry.path.name: entry for entry in entries}
        left = {name for name in gone if name in self._files}
        replaced = {id(self._files[name]): entry for name, entry in fresh.items() if name in self._files}
        if not fresh and not left:
            return
        for name in left:
            del self._files[name]
        for name in (*left, *fresh):
            self._haystacks.pop(name, None)
        self._files |= fresh
        if replaced:
            places = [place for place, each in enumerate(self._rows) if id(each) in replaced]
            self._rows = tuple(replaced.get(id(each), each) for each in self._rows)
            for first, last in _runs(places):
                self.dataChanged.emit(self.index(first, 0), self.index(last, 0))
        if left or replaced:
            self._ranked = [each for each in self._ranked if each[1] not in left and each[1] not in fresh]
        key = order(self._sort)
        self._ranked += [(key(entry), name, entry) for name, entry in fresh.items()]
        self._ranked.sort()
        self._turn_into(self._filter.chosen(self._ranked, self._all_haystacks))

    def _turn_into(self, wanted: list[Entry]) -> None:
        """Get from the rows shown to those wanted: rows taken out, moved, put in."""
        staying = set(map(id, wanted))
        shown = set(map(id, self._rows))
        out = _runs([place for place, each in enumerate(self._rows) if id(each) not in staying])
        into = _runs([place for place, each in enumerate(wanted) if id(each) not in shown])
        if len(out) + len(into) > _MOST_PIECES or not self._rows or not wanted:
            self._show(wanted)
            return
        for first, last in reversed(out):
            self.beginRemoveRows(QModelIndex(), first, last)
            self._rows = self._rows[:first] + self._rows[last + 1 :]
            self.endRemoveRows()
        self._reorder([each for each in wanted if id(each) in shown])
        for first, last in into:
            self.beginInsertRows(QModelIndex(), first, last)
            self._rows = (*self._rows[:first], *wanted[first : last + 1], *self._rows[first:])
            self.endInsertRows()

    def _reorder(self, wanted: list[Entry]) -> None:
        if all(each is other for each, other in zip(self._rows, wanted, strict=True)):
            return
        self.layoutAboutToBeChanged.emit()
        place = {id(each): row for row, each in enumerate(wanted)}
        before = self.persistentIndexList()
        after = [self.index(place[id(self._rows[index.row()])], 0) for index in before]
        self._rows = tuple(wanted)
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last of each run of neighbours in rising `places`."""
    return list(_each_run(places))


def _each_run(places: Sequence[int]) -> Iterator[tuple[int, int]]:
    first = last = -2
    for place in places:
        if place != last + 1:
            if first >= 0:
                yield first, last
            first = place
        last = place
    if first >= 0:
        yield first, last
