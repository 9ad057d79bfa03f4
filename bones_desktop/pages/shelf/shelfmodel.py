"""The shelf as an item model: one row for each file, sorted and filtered, with the state of each character."""

import itertools
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, QTimer, QUrl, Signal

from bones_desktop.desk.mainwindow import BONES
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.notation import ITEM_USES, icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.rules.typedtext import folded, search_words, stem, stems, strip_bidi
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfentry import ShelfEntry, with_copies
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import Index, RowModel
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.games.words import brief_text
from bones_desktop.wording.language import _

_KEPT: Final = 600
_WAITING: Final = 80
"""Size of the queue: cards scrolled past long ago are dropped."""
_PAUSE_MS: Final = 150
"""No states are calculated while the user scrolls quickly."""
_TOGETHER: Final = 16
"""Number of states reported together, because each report repaints the cards."""
Key = tuple[Path, float, str]


@dataclass(frozen=True, slots=True)
class ShelfStanding:
    """Whether a character has choices left, and whether it breaks a rule."""

    unfinished: bool = False
    conflict: bool = False


NOTHING_LEFT: Final = ShelfStanding()


def nothing_left(_entry: ShelfEntry) -> ShelfStanding:
    """Return the default state, for characters whose state is not calculated yet."""
    return NOTHING_LEFT


class Standings(QObject):
    """Returns calculated states; calculates others in the background. `arrived` reports new ones."""

    arrived = Signal()

    def __init__(self, rulebook: Callable[[], Rulebook], parent: QObject | None = None) -> None:
        """`rulebook` is called each time, because packs may have been added."""
        super().__init__(parent)
        self._rulebook = rulebook
        self._kept: OrderedDict[Key, ShelfStanding] = OrderedDict()
        self._wanted: OrderedDict[Key, None] = OrderedDict()
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._soon.timeout.connect(self._work)
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        self._worker.finished.connect(self._rest)

    def of(self, entry: ShelfEntry) -> ShelfStanding:
        """Return the state of a character. Until it is calculated, nothing is shown as left to do."""
        # A file that cannot be read completely cannot be checked.
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
        # A new card restarts the pause; a repaint of the same card does not.
        if not self._worker.busy and not (asked_again and self._soon.isActive()):
            self._soon.start()
        return NOTHING_LEFT

    def forget(self) -> None:
        """Calculate all states again because the rulebook has changed."""
        self._worker.cancel()
        self._kept.clear()

    def close(self) -> None:
        """Stop the worker."""
        self._soon.stop()
        self._worker.close()

    def _work(self) -> None:
        if self._wanted:
            wanted, rulebook = tuple(reversed(self._wanted)), self._rulebook()
            self._worker.start(None, partial(_standings, rulebook, wanted))

    def _rest(self) -> None:
        self._soon.start()

    def _take(self, _request: object, answer: dict[Key, ShelfStanding]) -> None:
        for key, standing in answer.items():
            self._wanted.pop(key, None)
            self._kept[key] = standing
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        # A state without signs does not change the card.
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
        found = problems(rulebook, read_character(path).value)
        return ShelfStanding(not is_complete(found), not is_legal(found))
    # Imported late: a shelf with only BONES characters should not load other games.
    from bones_desktop.storage.games import is_whole, read_any

    stored, held = read_any(path)
    told = stored.game.check(stored.book, held.value)
    return ShelfStanding(not is_whole(stored, held.value, told), not is_legal(told))


ShelfSort = Literal["changed", "name", "kind", "dice"]
SORTS: Final[tuple[ShelfSort, ...]] = ("changed", "name", "kind", "dice")
Ranked = tuple[Any, str, ShelfEntry]
"""An entry with its sort key and file name."""
_KINDS: Final = {kind: place for place, kind in enumerate(CharacterKind)}
_MOST_PIECES: Final = 24
"""If more separate changes are needed, resetting the model is faster."""


def order(sort: ShelfSort) -> Callable[[ShelfEntry], Any]:
    """Return the function for sort keys. Entries with equal keys are sorted by file name."""
    keys: dict[ShelfSort, Callable[[ShelfEntry], Any]] = {
        "changed": _by_change,
        "name": _by_name,
        "kind": _by_kind,
        "dice": _by_dice,
    }
    return keys[sort]


def _by_change(entry: ShelfEntry) -> float:
    return -entry.modified.timestamp()


def _by_name(entry: ShelfEntry) -> str:
    return folded(entry.name)


def _by_kind(entry: ShelfEntry) -> tuple[int, str, str]:
    place = len(_KINDS) if entry.kind is None else _KINDS[entry.kind]
    return place, "" if entry.game == BONES else entry.game, folded(entry.name)


def _by_dice(entry: ShelfEntry) -> tuple[int, str]:
    return -entry.dice, folded(entry.name)


@dataclass(frozen=True, slots=True)
class ShelfFilter:
    """A filter: every word of `search`, every tag of `tags`, a kind, and a game must match."""

    search: str = ""
    tags: frozenset[str] = frozenset()
    kind: CharacterKind | None = None
    game: str = ""

    @property
    def is_all(self) -> bool:
        """Whether the filter lets every character pass."""
        return not (self.search.split() or self.tags or self.kind or self.game)

    def chosen(self, ranked: Sequence[Ranked], haystacks: Callable[[], Mapping[str, str]]) -> list[ShelfEntry]:
        """Return the matching entries in the given order. `haystacks` returns folded words by file name."""
        found = ranked
        if self.game:
            found = [each for each in found if each[2].game == self.game and not each[2].damaged]
        if self.kind is not None:
            found = [each for each in found if each[2].kind is self.kind]
        if self.tags:
            found = [each for each in found if self.tags.issubset(each[2].tags)]
        for word in search_words(self.search):
            # Called only now, because collecting the words of all files is slow and few filters need them.
            words = haystacks()
            # In a search with spaces only whole words match, because short stems would match almost everything.
            short = f" {stem(word)} "
            found = [each for each in found if word in words[each[1]] or short in words[each[1]]]
        return [each[2] for each in found]


@dataclass(frozen=True, slots=True)
class Sign:
    """A small icon on a card, with its meaning in words."""

    icon: str
    words: str


class ShelfWords:
    """Names for the ids in entries: templates, dice, icons and kinds."""

    def __init__(self, rulebook: Callable[[], Rulebook]) -> None:
        """`rulebook` is called each time, because packs may have been added."""
        self._rulebook = rulebook
        self._named_by: Rulebook | None = None
        self._names: dict[str, str] = {}
        self._folded: dict[tuple[str, ...], str] = {}
        self._other_names: dict[str, str] = {}

    def renew(self) -> bool:
        """Return whether the rulebook has changed since the last call, so that names may differ."""
        rulebook = self._rulebook()
        if rulebook is self._named_by:
            return False
        # Before the first call no names were used, so nothing has changed.
        first = self._named_by is None
        self._named_by = rulebook
        self._names.clear()
        self._folded.clear()
        self._other_names.clear()
        return not first

    def line(self, entry: ShelfEntry) -> str:
        """Return a line with kind, race (unless human) and origin of the dice; for other games, the game."""
        if entry.game != BONES:
            said = brief_text(entry.game, entry.brief)
            return " · ".join(part for part in (game_title(entry.game), said.replace("  ·  ", " · ")) if part)
        race = "" if entry.race.casefold() in {"", "human"} else entry.race
        kind = _("Player") if entry.kind is CharacterKind.PLAYER else self.kind(entry.kind)
        return " · ".join(part for part in (kind, race, *self._origins(entry)) if part)

    def badge(self, entry: ShelfEntry) -> str:
        """Return the badge of a character with house rules; "" without house rules."""
        return _("house rule") if entry.house else ""

    def signs(self, entry: ShelfEntry, standing: ShelfStanding) -> tuple[Sign, ...]:
        """Return the signs for a character's state, most serious first, and for a game other than BONES."""
        if entry.damaged is not None:
            return ()
        found = []
        if standing.conflict:
            found.append(Sign("warning", _("Conflict: something is against the rules")))
        if entry.copies:
            words = _("{n} files hold this character; open it to choose").format(n=len(entry.copies) + 1)
            found.append(Sign("duplicate", words))
        if entry.hurt:
            words = _("Wounded: dice are lost, or damage is left")
            if entry.game != BONES:
                state = brief_text(entry.game, [(id, value) for id, value in entry.brief if not value])
                words = state if state == _("Wounded") else _("Wounded: {state}").format(state=state)
            found.append(Sign("injure", words))
        if standing.unfinished:
            found.append(Sign("build", _("Unfinished: something is still to be chosen")))
        if entry.game != BONES:
            found.append(Sign(f"game-{entry.game}", _("Game: {name}").format(name=game_title(entry.game))))
        return tuple(found)

    def spoken(self, entry: ShelfEntry) -> str:
        """Return the text for a screen reader: name, kind, dice, origins, tags."""
        tags = _("tags: {tags}").format(tags=", ".join(entry.tags)) if entry.tags else ""
        newer = _("made by a newer program") if entry.newer else ""
        dice = _("1 die") if entry.dice == 1 else _("{n} dice").format(n=entry.dice)
        told = (self.kind(entry.kind), dice, *self._origins(entry)) if entry.game == BONES else (self.line(entry),)
        return ", ".join(part for part in (entry.name, *told, self.badge(entry), tags, newer) if part)

    def haystack(self, entry: ShelfEntry) -> str:
        """Return the folded search words of an entry with stems: leather finds light armour, ride finds Riding."""
        own = folded(
            "\n".join(
                (entry.name, entry.path.stem, entry.race, *entry.tags, self.kind(entry.kind), self.badge(entry))
                if entry.game == BONES
                else (entry.name, entry.path.stem, *entry.tags, self.line(entry), self.badge(entry))
            )
        )
        things = folded("\n".join(map(self._thing, entry.things)))
        words = f"{own}\n{things}\n{self._known(entry.origins, self._name)}\n{self._known(entry.icons, self._icon)}"
        return f"{words}\n{stems(words)}"

    def kind(self, kind: CharacterKind | None) -> str:
        """Return the name of a kind; "" for None."""
        return "" if kind is None else kind_name(kind)

    def _origins(self, entry: ShelfEntry) -> list[str]:
        return [self._name(origin) for origin in entry.origins]

    def _known(self, ids: tuple[str, ...], name: Callable[[str], str]) -> str:
        if ids not in self._folded:
            self._folded[ids] = folded(" ".join(map(name, ids)))
        return self._folded[ids]

    def _thing(self, name: str) -> str:
        if not self._other_names:
            dice = (die for die in self._rulebook().dice if die.use in ITEM_USES)
            self._other_names.update({die.name: "\n".join((die.name, *die.aliases)) for die in dice})
        return self._other_names.get(name, name)

    def _icon(self, icon: str) -> str:
        """Return the name of an icon and its synonyms: climb finds Maneuver."""
        rulebook = self._rulebook()
        known = rulebook.icon(icon) if rulebook.has_icon(icon) else None
        others = (*known.aliases, *getattr(known, "words", ())) if known is not None else ()
        return " ".join((icon_name(rulebook, icon), *others))

    def _name(self, origin: str) -> str:
        if origin not in self._names:
            rulebook = self._rulebook()
            try:
                named = rulebook.template(origin) if rulebook.has_template(origin) else rulebook.die(origin)
                self._names[origin] = named.name
            except KeyError:
                # For a template of a pack that is not installed, only the id is known.
                self._names[origin] = origin.rpartition("/")[2].replace("-", " ").capitalize()
        return self._names[origin]


def game_title(game: str) -> str:
    """Return the title of a game."""
    # Imported late: a shelf with only BONES characters should not load other games.
    from bones_desktop.storage.games import game_of

    small = game_of(game)
    return small.game.title if small is not None else "BONES"


def kind_name(kind: CharacterKind) -> str:
    """Return the name of a kind."""
    return {
        CharacterKind.PLAYER: _("Player character"),
        CharacterKind.CAST: _("Cast member"),
        CharacterKind.BEAST: _("Beast"),
        CharacterKind.HORDE: _("Horde"),
    }[kind]


class ShelfModel(RowModel[ShelfEntry]):
    """The files that match the filter, in the selected order.

    Small changes are signalled row by row, which keeps selection and scroll position. Large changes reset the model.
    """

    about_to_change = Signal()
    changed = Signal()
    """`about_to_change` and `changed` are emitted before and after all signals caused by changed files."""

    def __init__(
        self,
        words: ShelfWords,
        parent: QObject | None = None,
        standing: Callable[[ShelfEntry], ShelfStanding] = nothing_left,
    ) -> None:
        """`standing` returns the known state of a character."""
        super().__init__(parent)
        self._words = words
        self._standing = standing
        self._files: dict[str, ShelfEntry] = {}
        self._copies: dict[str, str] = {}
        """Files without a card of their own, each with the file whose card shows the same character."""
        self._ranked: list[Ranked] = []
        self._haystacks: dict[str, str] = {}
        self._filter = ShelfFilter()
        self._sort: ShelfSort = "changed"

    @property
    def total(self) -> int:
        """The number of characters, ignoring the filter."""
        return len(self._files) - len(self._copies)

    @property
    def filter(self) -> ShelfFilter:
        """The current filter."""
        return self._filter

    @property
    def untouched(self) -> tuple[Path, ...]:
        """The files of unnamed characters that were never edited."""
        return tuple(entry.path for entry in self._files.values() if entry.untouched)

    @property
    def games(self) -> tuple[str, ...]:
        """The game ids of these characters, BONES first."""
        found = {entry.game for entry in self._files.values() if entry.damaged is None}
        return tuple(sorted(found, key=lambda game: (game != BONES, game_title(game))))

    @property
    def tags(self) -> Counter[str]:
        """The number of characters with each tag."""
        return Counter(tag for entry in self._files.values() for tag in entry.tags)

    def set_files(self, files: Mapping[str, ShelfEntry]) -> None:
        """Replace all files with these, keyed by name."""
        gone = [name for name in self._files if name not in files]
        self._change([entry for name, entry in files.items() if self._files.get(name) is not entry], gone)

    def update(self, entries: Iterable[ShelfEntry], gone: Iterable[Path] = ()) -> None:
        """Add new and changed entries; remove those whose files are gone."""
        self._change(entries, [path.name for path in gone])

    def renamed(self, gone: Iterable[Path], entries: Iterable[ShelfEntry]) -> tuple[Path, ...]:
        """Return the paths from `gone` whose characters are in `entries` under another name."""
        ids = {entry.id for entry in entries if entry.id}
        return tuple(path for path in gone if path.name in self._files and self._files[path.name].id in ids)

    def forget_words(self) -> None:
        """Collect the search words again because names of templates or icons have changed."""
        self._haystacks.clear()

    def set_filter(self, wanted: ShelfFilter) -> None:
        """Show only characters that match."""
        if wanted == self._filter:
            return
        self._filter = wanted
        self._show(self._chosen())

    def prepare_search(self, most: int) -> bool:
        """Collect the search words of up to `most` more files; return whether all are collected."""
        if len(self._haystacks) < len(self._files):
            missing = (name for name in self._files if name not in self._haystacks)
            for name in tuple(itertools.islice(missing, most)):
                self._haystacks[name] = self._words.haystack(self._files[name])
        return len(self._haystacks) == len(self._files)

    def set_sort(self, sort: ShelfSort) -> None:
        """Sort the rows in another order."""
        if sort != self._sort:
            self._sort = sort
            key = order(sort)
            self._ranked = sorted(((key(entry), name, entry) for name, entry in self._files.items()))
            self._turn_into(self._chosen())

    def row_of(self, path: Path | None) -> int:
        """Return the row of the file at `path`, -1 if it is not shown."""
        return next(iter(self.rows_of(() if path is None else (path,))), -1)

    def rows_of(self, paths: Iterable[Path]) -> tuple[int, ...]:
        """Return the rows of those files that are shown, from top to bottom."""
        # A copy has no card of its own; the row is that of the card that mentions it.
        cards = (path.with_name(self._copies.get(path.name, path.name)) for path in paths)
        found = ((path, self._files.get(path.name)) for path in cards)
        wanted = {id(entry) for path, entry in found if entry is not None and entry.path == path}
        return tuple(row for row, each in enumerate(self.rows) if id(each) in wanted) if wanted else ()

    def _text(self, entry: ShelfEntry) -> str:
        return entry.name

    def _spoken(self, entry: ShelfEntry) -> str:
        if entry.damaged is None:
            return ", ".join((self._words.spoken(entry), *(sign.words for sign in self._signs(entry))))
        foreign = is_foreign(entry.damaged)
        words = _("{}, of another game: {}") if foreign else _("{}, damaged: {}")
        return words.format(entry.name, self._second(entry))

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags that allow each file to be selected and dragged out of the window."""
        return super().flags(index) | (Qt.ItemFlag.ItemIsDragEnabled if index.isValid() else Qt.ItemFlag.NoItemFlags)

    @guarded(Qt.DropAction.CopyAction)
    def supportedDragActions(self) -> Qt.DropAction:
        """Return that files are copied when dragged. They stay on the shelf."""
        return Qt.DropAction.CopyAction

    @guarded(["text/uri-list"])
    def mimeTypes(self) -> list[str]:
        """Return the types of dragged data."""
        return ["text/uri-list"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return the URLs of the files."""
        mime = QMimeData()
        found = (self.at(index) for index in indexes)
        mime.setUrls([QUrl.fromLocalFile(str(entry.path)) for entry in found if entry is not None])
        return mime

    def _second(self, entry: ShelfEntry) -> str:
        return self._words.line(entry) if entry.damaged is None else file_sentence(entry.damaged)

    def _tip(self, entry: ShelfEntry) -> str:
        signs = (sign.words for sign in self._signs(entry))
        parts = (entry.name, self._second(entry), *signs, self._words.badge(entry), strip_bidi(str(entry.path)))
        return "\n".join(part for part in parts if part)

    def _signs(self, entry: ShelfEntry) -> tuple[Sign, ...]:
        return self._words.signs(entry, self._standing(entry))

    def _all_haystacks(self) -> Mapping[str, str]:
        self.prepare_search(len(self._files))
        return self._haystacks

    def _change(self, entries: Iterable[ShelfEntry], gone: Iterable[str]) -> None:
        fresh = {entry.path.name: entry for entry in entries}
        left = {name for name in gone if name in self._files}
        if not fresh and not left:
            return
        fresh |= self._gather({name: entry for name, entry in self._files.items() if name not in left} | fresh)
        self.about_to_change.emit()
        replaced = {id(self._files[name]): entry for name, entry in fresh.items() if name in self._files}
        added = {entry.id: entry for name, entry in fresh.items() if entry.id and name not in self._files}
        for name in left:  # a file renamed by another program has the same character, so keep its selection
            if (entry := added.pop(self._files[name].id, None)) is not None:
                replaced[id(self._files[name])] = entry
        for name in left:
            del self._files[name]
        for name in (*left, *fresh):
            self._haystacks.pop(name, None)
        self._files |= fresh
        if replaced:
            # Replace rows in place, to keep the selection and the scroll position.
            places = [place for place, each in enumerate(self.rows) if id(each) in replaced]
            self.rows = tuple(replaced.get(id(each), each) for each in self.rows)
            for first, last in _runs(places):
                self.dataChanged.emit(self.index(first, 0), self.index(last, 0))
        if left or replaced:
            self._ranked = [each for each in self._ranked if each[1] not in left and each[1] not in fresh]
        key = order(self._sort)
        self._ranked += [(key(entry), name, entry) for name, entry in fresh.items()]
        # Sorting an almost sorted list is quick.
        self._ranked.sort()
        self._turn_into(self._chosen())
        self.changed.emit()

    def _gather(self, files: Mapping[str, ShelfEntry]) -> dict[str, ShelfEntry]:
        """Give each character one card, even if several files contain it; return the changed entries."""
        cards = {entry.path.name: entry for entry in with_copies(files.values())}
        self._copies = {copy.name: name for name, entry in cards.items() for copy in entry.copies}
        return {name: entry for name, entry in cards.items() if entry is not files[name]}

    def _chosen(self) -> list[ShelfEntry]:
        listed = [each for each in self._ranked if each[1] not in self._copies] if self._copies else self._ranked
        return self._filter.chosen(listed, self._all_haystacks)

    def _turn_into(self, wanted: list[ShelfEntry]) -> None:
        """Change the rows to `wanted` by removing, moving and inserting."""
        staying = set(map(id, wanted))
        shown = set(map(id, self.rows))
        out = _runs([place for place, each in enumerate(self.rows) if id(each) not in staying])
        into = _runs([place for place, each in enumerate(wanted) if id(each) not in shown])
        if len(out) + len(into) > _MOST_PIECES or not self.rows or not wanted:
            self._show(wanted)
            return
        # Start at the end, so that the numbers of earlier rows do not change.
        for first, last in reversed(out):
            self.beginRemoveRows(QModelIndex(), first, last)
            self.rows = self.rows[:first] + self.rows[last + 1 :]
            self.endRemoveRows()
        self._reorder([each for each in wanted if id(each) in shown])
        for first, last in into:
            self.beginInsertRows(QModelIndex(), first, last)
            self.rows = (*self.rows[:first], *wanted[first : last + 1], *self.rows[first:])
            self.endInsertRows()

    def _reorder(self, wanted: list[ShelfEntry]) -> None:
        if all(each is other for each, other in zip(self.rows, wanted, strict=True)):
            return
        # Tell Qt the new row of each selected character, or the selection would jump to others.
        self.layoutAboutToBeChanged.emit()
        place = {id(each): row for row, each in enumerate(wanted)}
        before = self.persistentIndexList()
        after = [self.index(place[id(self.rows[index.row()])], 0) for index in before]
        self.rows = tuple(wanted)
        self.changePersistentIndexList(before, after)
        self.layoutChanged.emit()


def _runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and last number of each consecutive run in the sorted `places`."""
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
