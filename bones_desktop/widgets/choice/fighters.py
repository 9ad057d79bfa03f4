"""Choices for a fighter or roller: the open character, characters on the shelf, stat blocks, or dice given as text."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import ON_EVERY_DIE, automatic_successes, task_pool
from bones_desktop.rules.bones.book.definitions import PowerLevel
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import BlockKind, Rulebook
from bones_desktop.rules.dice import Die
from bones_desktop.rules.records import replace
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import BLOCK, FILE, ShelfEntry, read_entry, time_of
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.worker import KeepOn, Worker
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.games.words import not_of_bones
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import character_kind_name
from bones_desktop.wording.table import dice_left

OPEN: Final = "open"
"""Key of the open character."""
TEXT: Final = "text"
"""Key of dice given as text."""
NUMBER: Final = "number"
"""Key of an opponent given only by a number of successes."""


def choices(
    rulebook: Rulebook,
    shelf: Sequence[ShelfEntry],
    open_: Character,
    elsewhere: Collection[Path] = frozenset(),
    own: Path | None = None,
) -> tuple[Choice, ...]:
    """Return all possible fighters.

    An unreadable file is included as a forbidden choice with the reason. `elsewhere` are files outside the shelf. `own`
    is the file of the open character; other copies of this file are included. Copies of a file are distinguished by
    their file names.
    """
    first = Choice(OPEN, open_.name or _("No name yet"), _("The character that is open"))
    text = Choice(TEXT, _("Dice written as text"), _("Such as: Fighter x2; Killer; Sword"))
    # The file of the open character is left out, because the open character is already the first choice.
    others = [
        entry
        for entry in shelf
        if entry.damaged
        or entry.id != open_.id
        or (own is not None and os.path.realpath(entry.path) != os.path.realpath(own))
    ]
    known = Counter(entry.id for entry in others if not entry.damaged)
    known[open_.id] += own is not None
    copies = {id for id, n in known.items() if n > 1}
    files = (_file_choice(entry, copies, elsewhere=entry.path in elsewhere) for entry in others)
    return (first, text, *files, *_block_choices(rulebook))


def opponents(
    rulebook: Rulebook, shelf: Sequence[ShelfEntry], open_: Character, elsewhere: Collection[Path] = frozenset()
) -> tuple[Choice, ...]:
    """Return the possible opponents of the open character.

    The first is an opponent given only by a number of successes; then come the fighters returned by `choices`.
    """
    others = choices(rulebook, shelf, open_, elsewhere)
    return (number_choice(), *(choice for choice in others if choice.key not in {OPEN, TEXT}))


def number_choice() -> Choice:
    """Return the choice of an opponent given only by a number of successes."""
    return Choice(NUMBER, _("Their successes"), _("Type how many the other side has"))


def summary(rulebook: Rulebook, character: Character) -> str:
    """Return a line about the dice.

    It contains the number of dice in play, their names, and other dice that are rolled with them.
    """
    pool = task_pool(rulebook, character)
    left = dice_left(len(character.available()), len(character.dice))
    own = (die for die in pool if die.group == CHARACTER)
    names = _counted(_said(rulebook, die) for die in own)
    parts = [f"{left}: {names}" if names else left]
    if character.hindering:
        parts.append(_("hindered by {dice}").format(dice=_counted(die.name for die in character.hindering)))
    free = automatic_successes(character)
    if free:
        words = ngettext("one success without rolling", "{n} successes without rolling", free)
        parts.append(words.format(n=free))
    return "; ".join(parts)


def _said(rulebook: Rulebook, die: Die[Face]) -> str:
    """Return the name of a die. A die without a name is described by the icons that not every die has."""
    if die.label.casefold() != die.key:
        return die.label
    telling = [face for face in die.faces if not face.is_blank and face.icons[0] not in ON_EVERY_DIE]
    return f"[{_counted(face_name(rulebook, face) for face in telling or die.faces)}]"


def _counted(names: Iterable[str]) -> str:
    return ", ".join(name if n == 1 else f"{name} ×{n}" for name, n in Counter(names).items())


def folder_words(entry: ShelfEntry) -> str:
    """Return a text that names the folder of a file outside the shelf."""
    return _("In {folder}").format(folder=strip_bidi(str(entry.path.parent)))


def _file_choice(entry: ShelfEntry, copies: Collection[str], *, elsewhere: bool) -> Choice:
    key = f"{FILE}{entry.path}"
    if entry.damaged is not None:
        return Choice(key, entry.name, file_sentence(entry.damaged), allowed=False)
    if other := not_of_bones(entry.game):
        return Choice(key, entry.name, other, allowed=False)
    if elsewhere:
        return Choice(key, entry.name, folder_words(entry), badge=_("File · {n}D").format(n=entry.dice))
    note = strip_bidi(entry.path.name) if entry.id in copies else ""
    return Choice(key, entry.name, note, badge=_("Shelf · {n}D").format(n=entry.dice))


def _block_choices(rulebook: Rulebook) -> Iterator[Choice]:
    for block in rulebook.offered_blocks:
        kind = character_kind_name(block.kind)
        kind = _("{kind}, house rule").format(kind=kind) if block.house else kind
        n = len(block.dice)
        level = power_level(rulebook, n) if block.kind is BlockKind.CAST else None
        yield Choice(
            f"{BLOCK}{block.id}", block.name, badge=_("{kind} · {n}D").format(kind=kind, n=n),
            words=f"{level.name} {level.example}" if level is not None else "", rule=block.name,
        )  # fmt: skip


def power_level(rulebook: Rulebook, dice: int) -> PowerLevel | None:
    """Return the power level of a cast member with this number of dice (CAST-2); None if there is none."""
    return next((level for level in rulebook.power_levels if level.least <= dice <= level.most), None)


RecentFiles = Callable[[], Iterable[str]]
"""Returns the recently opened files in any folder."""

AT_ONCE: Final = 0.1
"""Seconds that the window may wait for the shelf to be read.

This is enough for a few hundred characters.
"""


class ShelfLook(QObject):
    """Reads the shelf, on a worker thread if reading takes long. Call `shutdown` at the end."""

    entries_changed = Signal()
    """Emitted when `entries` has changed since `refresh` was called."""

    def __init__(self, shelf: Callable[[], Shelf], parent: QObject | None = None, recent: RecentFiles = tuple) -> None:
        super().__init__(parent)
        self._shelf = shelf
        self._recent = recent
        self._known: tuple[ShelfEntry, ...] = ()
        self._elsewhere: tuple[ShelfEntry, ...] = ()
        self._worker = Worker(self)
        self._worker.answered.connect(self._take)
        # A separate worker reads files outside the shelf. They may be on a slow drive, which must delay neither the
        # window nor the shelf.
        self._abroad = Worker(self)
        self._abroad.answered.connect(self._take_elsewhere)

    @property
    def entries(self) -> tuple[ShelfEntry, ...]:
        """The entries of the shelf by name, then recently opened files in other folders."""
        return (*self._known, *self._elsewhere)

    @property
    def elsewhere(self) -> frozenset[Path]:
        """The files outside the shelf."""
        return frozenset(entry.path for entry in self._elsewhere)

    @property
    def busy(self) -> bool:
        """True if files are still being read."""
        return self._worker.busy or self._abroad.busy

    def refresh(self) -> None:
        """Read the current shelf."""
        self.stop()
        shelf = self._shelf()
        # The window waits briefly, so that the list of a small shelf is complete when it opens.
        whole = shelf.catalogue.look_briefly(AT_ONCE)
        self._known = shelf.known()
        paths = [Path(name) for name in self._recent()]
        self._elsewhere = tuple(entry for entry in self._elsewhere if entry.path in paths)
        if paths:
            self._abroad.start(shelf, partial(_read_elsewhere, paths, shelf.folder))
        if not whole:
            self._worker.start(shelf, shelf.catalogue.look)

    def stop(self) -> None:
        """Cancel reading."""
        for worker in (self._worker, self._abroad):
            worker.cancel()

    def shutdown(self) -> None:
        """Cancel reading and close the worker threads."""
        for worker in (self._worker, self._abroad):
            worker.close()

    def _take(self, shelf: Shelf) -> None:
        self._known = shelf.known()
        self.entries_changed.emit()

    def _take_elsewhere(self, _request: object, entries: tuple[ShelfEntry, ...]) -> None:
        before, self._elsewhere = self._elsewhere, entries
        # The signal is emitted only if something has changed, because it makes open lists rebuild their rows.
        if [*map(_comparable, entries)] != [*map(_comparable, before)]:
            self.entries_changed.emit()


def _comparable(entry: ShelfEntry) -> tuple[ShelfEntry, str]:
    """Return a form of an entry that can be compared.

    Entries cannot be compared directly, because two error objects are never equal.
    """
    return replace(entry, damaged=None), str(entry.damaged)


def _read_elsewhere(paths: Sequence[Path], shelf: Path, keep_on: KeepOn) -> Iterator[tuple[ShelfEntry, ...]]:
    """Yield a single time the entries of all `paths` outside the shelf.

    Missing files are skipped.
    """
    found = []
    for path in paths:
        if not keep_on():
            return
        with suppress(OSError, ValueError):
            # `Path.resolve` is not used here, because it raises another exception for circular links.
            if path.is_file() and Path(os.path.realpath(path)).parent != Path(os.path.realpath(shelf)):
                found.append(read_entry(path, time_of(path.stat().st_mtime)))
    yield tuple(found)
