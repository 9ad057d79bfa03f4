"""The shelf as an item model: one row for each character, sorted and filtered, with its state."""

import itertools
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Generic, Literal, TypeVar

from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, QTimer, QUrl, Signal

from bones_desktop.desk.mainwindow import BONES
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.notation import ITEM_USES, icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.problems import problems
from bones_desktop.rules.reasons import is_complete, is_legal
from bones_desktop.rules.records import Record
from bones_desktop.rules.typedtext import folded, search_words, stem, stems, strip_bidi
from bones_desktop.storage.files.characterfile import CharacterFileError, read_character
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfentry import ShelfEntry, with_copies
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import Index, RowModel
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence, is_foreign
from bones_desktop.wording.games.words import brief_text
from bones_desktop.wording.language import _, language
from bones_desktop.wording.names import race_name

_KEPT: Final = 600
_WAITING: Final = 80
"""Greatest number of parts in the queue. Older requests are for cards scrolled past long ago and are dropped."""
_PAUSE_MS: Final = 50
"""Milliseconds without a new request before the work begins.

The pause avoids work for cards that the user only scrolls past.
"""
KeyT = TypeVar("KeyT", bound=Hashable)
FoundT = TypeVar("FoundT")
Key = tuple[Path, float, str]


class Backlog(QObject, Generic[KeyT, FoundT]):
    """Finds parts of cards, such as portraits, on another thread and caches them.

    The part that was requested last is found first.
    """

    arrived = Signal()
    """Emitted when a part was found."""

    def __init__(self, find: Callable[[KeyT], FoundT], parent: QObject | None = None) -> None:
        """Create the queue; `find` runs on the other thread."""
        super().__init__(parent)
        self._find = find
        self._kept: OrderedDict[KeyT, FoundT] = OrderedDict()
        self._wanted: OrderedDict[KeyT, None] = OrderedDict()
        self._soon = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._soon.timeout.connect(self._work)
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        self._worker.finished.connect(self._work)

    def get(self, key: KeyT) -> FoundT | None:
        """Return the part for a key. If it is not found yet, put the key into the queue and return None."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        is_new = key not in self._wanted
        self._wanted[key] = None
        self._wanted.move_to_end(key)
        while len(self._wanted) > _WAITING:
            self._wanted.popitem(last=False)
        # A new card restarts the pause; a repaint of the same card does not.
        if not self._worker.busy and (is_new or not self._soon.isActive()):
            self._soon.start()
        return None

    def forget(self) -> None:
        """Drop all parts, so that they are found again when they are needed."""
        self._worker.cancel()
        self._kept.clear()

    def close(self) -> None:
        """Stop the worker."""
        self._soon.stop()
        self._worker.close()

    def _work(self) -> None:
        if self._wanted:
            self._worker.start(None, partial(_found, self._find, tuple(reversed(self._wanted))))

    def _take(self, _request: object, answer: tuple[KeyT, FoundT]) -> None:
        key, found = answer
        self._wanted.pop(key, None)
        self._kept[key] = found
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        self.arrived.emit()


def _found(find: Callable[[KeyT], FoundT], keys: Iterable[KeyT], keep_on: KeepOn) -> Iterator[tuple[KeyT, FoundT]]:
    for key in keys:
        if not keep_on():
            return
        yield key, find(key)


class ShelfStanding(Record):
    """State of a character: choices that are left, and broken rules."""

    unfinished: bool = False
    conflict: bool = False


NOTHING_LEFT: Final = ShelfStanding()


def nothing_left(_entry: ShelfEntry) -> ShelfStanding:
    """Return the state that a card shows until the state of its character is known: nothing is left to do."""
    return NOTHING_LEFT


class Standings:
    """States of characters, found in the background."""

    def __init__(self, rulebook: Callable[[], Rulebook], parent: QObject | None = None) -> None:
        """Take names from the rulebook that `rulebook` returns.

        `rulebook` is called each time, because packs may have been added.
        """
        self._rulebook = rulebook
        self.backlog: Backlog[Key, ShelfStanding] = Backlog(self._find, parent)

    def of(self, entry: ShelfEntry) -> ShelfStanding:
        """Return the state of a character. Until the state is known, return that nothing is left to do."""
        # A file that cannot be read completely cannot be checked.
        if entry.damaged is not None or entry.newer:
            return NOTHING_LEFT
        return self.backlog.get((entry.path, entry.modified.timestamp(), entry.game)) or NOTHING_LEFT

    def _find(self, key: Key) -> ShelfStanding:
        path, _modified, game = key
        try:
            return _standing(self._rulebook(), path, game)
        except (CharacterFileError, FileProblem):
            return NOTHING_LEFT


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


def order(sort: ShelfSort) -> Callable[[ShelfEntry], Any]:
    """Return the function that makes the sort key of an entry.

    Entries with equal keys are sorted by file name.
    """
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


class ShelfFilter(Record):
    """A filter: every word of `search`, every tag of `tags`, a kind, and a game must match."""

    search: str = ""
    tags: frozenset[str] = frozenset()
    kind: CharacterKind | None = None
    game: str = ""

    @property
    def is_all(self) -> bool:
        """True if the filter lets every character pass."""
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
            # `haystacks` is called only if the filter has words, because collecting the words of all files is slow.
            words = haystacks()
            # A stem must match a whole word, because short stems would match almost everything.
            short = f" {stem(word, language())} "
            if word in short:  # every text that contains the stem as a word contains `word` too
                found = [each for each in found if word in words[each[1]]]
            else:
                found = [each for each in found if word in words[each[1]] or short in words[each[1]]]
        return [each[2] for each in found]


class Sign(Record):
    """A small icon on a card, with its meaning in words."""

    icon: str
    words: str


class ShelfWords:
    """Names for the ids in entries: templates, dice, icons and kinds."""

    def __init__(self, rulebook: Callable[[], Rulebook]) -> None:
        """Take names from the rulebook that `rulebook` returns.

        `rulebook` is called each time, because packs may have been added.
        """
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
        """Return a line with the kind, the race unless it is human, and the origin of the dice.

        For games other than BONES, return the title of the game and a short text about the character.
        """
        if entry.game != BONES:
            said = brief_text(entry.game, entry.brief)
            return " · ".join(part for part in (game_title(entry.game), said.replace("  ·  ", " · ")) if part)
        race = "" if entry.race.casefold() in {"", "human"} else race_name(entry.race)
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
        told = (
            (entry.race, race_name(entry.race), self.kind(entry.kind)) if entry.game == BONES else (self.line(entry),)
        )
        own = folded("\n".join((entry.name, entry.path.stem, *told, *entry.tags, self.badge(entry))))
        things = folded("\n".join(map(self._thing, entry.things)))
        words = f"{own}\n{things}\n{self._known(entry.origins, self._name)}\n{self._known(entry.icons, self._icon)}"
        return f"{words}\n{stems(words, language())}"

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
            self._other_names.update({die.english or die.name: "\n".join((die.name, *die.aliases)) for die in dice})
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
    """The characters that match the filter, in the selected order. Each has one row, even if several files hold it."""

    def __init__(
        self,
        words: ShelfWords,
        parent: QObject | None = None,
        standing: Callable[[ShelfEntry], ShelfStanding] = nothing_left,
    ) -> None:
        """Create the model; `standing` returns the known state of a character."""
        super().__init__(parent)
        self._words = words
        self._standing = standing
        self._files: dict[str, ShelfEntry] = {}
        self._cards: dict[str, ShelfEntry] = {}
        """For each file name, the entry that shows its card. Copies of a file share an entry."""
        self._ranked: list[Ranked] = []
        self._haystacks: dict[str, str] = {}
        self._filter = ShelfFilter()
        self._sort: ShelfSort = "changed"

    @property
    def total(self) -> int:
        """The number of characters, ignoring the filter."""
        return len(self._ranked)

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
        """The ids of the games that have characters on the shelf, BONES first."""
        found = {entry.game for entry in self._files.values() if entry.damaged is None}
        return tuple(sorted(found, key=lambda game: (game != BONES, game_title(game))))

    @property
    def tags(self) -> Counter[str]:
        """The number of characters with each tag."""
        return Counter(tag for entry in self._files.values() for tag in entry.tags)

    def set_files(self, files: Mapping[str, ShelfEntry]) -> bool:
        """Show these files, keyed by name; return whether anything changed."""
        if files == self._files:
            return False
        for name in [name for name in self._haystacks if files.get(name) is not self._files.get(name)]:
            del self._haystacks[name]
        self._files = dict(files)
        cards = with_copies(files.values())
        self._cards = {path.name: entry for entry in cards for path in (entry.path, *entry.copies)}
        self._rank(cards)
        return True

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
            self._rank([entry for _key, _name, entry in self._ranked])

    def _rank(self, cards: Iterable[ShelfEntry]) -> None:
        key = order(self._sort)
        self._ranked = sorted((key(entry), entry.path.name, entry) for entry in cards)
        self._show(self._chosen())

    def row_of(self, path: Path | None) -> int:
        """Return the row of the file at `path`, -1 if it is not shown."""
        return next(iter(self.rows_of(() if path is None else (path,))), -1)

    def rows_of(self, paths: Iterable[Path]) -> tuple[int, ...]:
        """Return the rows that show these files, from top to bottom. Files that are not shown are left out."""
        found = ((path, self._cards.get(path.name)) for path in paths)
        wanted = {id(card) for path, card in found if card is not None and card.path.parent == path.parent}
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
        """Return the action for dragged files: they are copied, and stay on the shelf."""
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

    def _chosen(self) -> list[ShelfEntry]:
        return self._filter.chosen(self._ranked, self._all_haystacks)
