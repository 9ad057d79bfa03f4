"""How the shelf is sorted and searched, and what is said of each character in words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from PySide6.QtCore import QCoreApplication

from bones_desktop.rules.bones.book.character import Kind
from bones_desktop.rules.bones.book.notation import icon_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.typedtext import folded
from bones_desktop.storage.shelf.shelfentry import Entry

ShelfSort = Literal["changed", "name", "kind", "dice"]
SORTS: Final[tuple[ShelfSort, ...]] = ("changed", "name", "kind", "dice")
Ranked = tuple[Any, str, Entry]
"""The key an entry is sorted by, the name of its file, and the entry."""
_KINDS: Final = {kind: place for place, kind in enumerate(Kind)}


def order(sort: ShelfSort) -> Callable[[Entry], Any]:
    """Return the key entries are sorted by; of those with the same key, the file's name decides."""
    keys: dict[ShelfSort, Callable[[Entry], Any]] = {
        "changed": lambda entry: -entry.modified.timestamp(),
        "name": lambda entry: folded(entry.name),
        "kind": lambda entry: (len(_KINDS) if entry.kind is None else _KINDS[entry.kind], folded(entry.name)),
        "dice": lambda entry: (-entry.dice, folded(entry.name)),
    }
    return keys[sort]


@dataclass(frozen=True, slots=True)
class ShelfFilter:
    """What is looked for: every word of `search`, every one of `tags`, and a kind."""

    search: str = ""
    tags: frozenset[str] = frozenset()
    kind: Kind | None = None

    @property
    def is_all(self) -> bool:
        """Whether every character is shown."""
        return not (self.search.split() or self.tags or self.kind)

    def chosen(self, ranked: Sequence[Ranked], haystacks: Callable[[], Mapping[str, str]]) -> list[Entry]:
        """Return the entries that match, in the same order; `haystacks` gives the folded words by the file's name."""
        found = ranked
        if self.kind is not None:
            found = [each for each in found if each[2].kind is self.kind]
        if self.tags:
            found = [each for each in found if self.tags.issubset(each[2].tags)]
        for word in folded(self.search).split():
            words = haystacks()
            found = [each for each in found if word in words[each[1]]]
        return [each[2] for each in found]


class ShelfWords:
    """Names what entries hold by id: templates, dice, icons and kinds."""

    def __init__(self, rulebook: Callable[[], Rulebook]) -> None:
        """`rulebook` is asked each time, for packs may be joined to it."""
        self._rulebook = rulebook
        self._named_by: Rulebook | None = None
        self._names: dict[str, str] = {}
        self._folded: dict[tuple[str, ...], str] = {}

    def renew(self) -> bool:
        """Return whether another rulebook has to be followed, whose names may differ; it is from now on."""
        rulebook = self._rulebook()
        if rulebook is self._named_by:
            return False
        first = self._named_by is None
        self._named_by = rulebook
        self._names.clear()
        self._folded.clear()
        return not first

    def line(self, entry: Entry) -> str:
        """Return kind, race unless human, and what the dice were made from, as a short line."""
        race = "" if entry.race.casefold() in {"", "human"} else entry.race
        kind = _tr("Player") if entry.kind is Kind.PLAYER else self.kind(entry.kind)
        return " · ".join(part for part in (kind, race, *self._origins(entry)) if part)

    def badge(self, entry: Entry) -> str:
        """Return the badge of a character that uses house rules; "" for one of the rulebook alone."""
        return _tr("house rule") if entry.house else ""

    def spoken(self, entry: Entry) -> str:
        """Return what a screen reader says of a character: name, kind, dice, origins, tags."""
        dice = _tr("1 die") if entry.dice == 1 else _tr("{n} dice").format(n=entry.dice)
        tags = _tr("tags: {tags}").format(tags=", ".join(entry.tags)) if entry.tags else ""
        newer = _tr("made by a newer program") if entry.newer else ""
        parts = (entry.name, self.kind(entry.kind), dice, *self._origins(entry), self.badge(entry), tags, newer)
        return ", ".join(part for part in parts if part)

    def haystack(self, entry: Entry) -> str:
        """Return the folded words an entry is found by, one line."""
        own = folded(
            "\n".join((entry.name, entry.path.stem, entry.race, *entry.tags, self.kind(entry.kind), self.badge(entry)))
        )
        return f"{own}\n{self._known(entry.origins, self._name)}\n{self._known(entry.icons, self._icon)}"

    def kind(self, kind: Kind | None) -> str:
        """Return what a kind is called; "" for none."""
        return "" if kind is None else kind_name(kind)

    def _origins(self, entry: Entry) -> list[str]:
        return [self._name(origin) for origin in entry.origins]

    def _known(self, ids: tuple[str, ...], name: Callable[[str], str]) -> str:
        if ids not in self._folded:
            self._folded[ids] = folded(" ".join(map(name, ids)))
        return self._folded[ids]

    def _icon(self, icon: str) -> str:
        return icon_name(self._rulebook(), icon)

    def _name(self, origin: str) -> str:
        if origin not in self._names:
            rulebook = self._rulebook()
            try:
                named = rulebook.template(origin) if rulebook.has_template(origin) else rulebook.die(origin)
                self._names[origin] = named.name
            except KeyError:
                self._names[origin] = origin.rpartition("/")[2].replace("-", " ").capitalize()
        return self._names[origin]


def kind_name(kind: Kind) -> str:
    """Return what a kind is called."""
    return {
        Kind.PLAYER: _tr("Player character"),
        Kind.CAST: _tr("Cast member"),
        Kind.BEAST: _tr("Beast"),
        Kind.HORDE: _tr("Horde"),
    }[kind]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Shelf", text)
