"""Who throws: the open character, and a list of those who could be opened instead."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.storage.shelf.shelfentry import Entry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.choice.fighters import folder_words
from bones_desktop.widgets.choice.shelflook import RecentFiles, ShelfLook
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.table import dice_left

OPEN: Final = "open"
RECENT: Final = 5
"""Characters changed last that come first."""


class ShelfChoice(ChoiceButton):
    """Emits `opening` before the list is shown, so that its owner can read the shelf first."""

    opening = Signal()

    def open(self) -> None:
        """Fill and show the list."""
        self.opening.emit()
        super().open()


class WhoButton(ShelfChoice):
    """Shows who throws. `requested` carries the file of another, `refused` why one cannot be opened."""

    requested = Signal(Path)
    refused = Signal(str)

    def __init__(self, theme: Theme, label: str, parent: QWidget) -> None:
        """`label` is what the button is called for those who cannot see it."""
        super().__init__(theme, label, "", parent)
        self._character: Character | None = None
        self._badge_text = ""
        self._look: ShelfLook | None = None
        self.setToolTip(self.tr("Who throws; choose another (W)"))
        self.opening.connect(self._refresh)
        self.activated.connect(self._choose)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Offer the characters of the shelf that is in use when the list opens, and of the files opened last."""
        if self._look is not None:
            self._look.shutdown()
        self._look = ShelfLook(shelf, self, recent)
        self._look.entries_changed.connect(self._more)

    def show_character(self, character: Character, badge: str) -> None:
        """Show the name of the open character, with a word on its dice."""
        self._character, self._badge_text = character, badge
        # The list is filled when it opens: a shelf may hold thousands.
        self._offer(())

    def shutdown(self) -> None:
        """Stop reading the shelf."""
        if self._look is not None:
            self._look.shutdown()

    def _refresh(self) -> None:
        if self._look is not None:
            self._look.refresh()
            self._offer(self._look.entries)

    def _more(self) -> None:
        if self._look is not None and self.is_open:
            self._offer(self._look.entries)

    def _offer(self, entries: Sequence[Entry]) -> None:
        character = self._character
        if character is None:
            return
        name = one_line(character.name) or self.tr("No name yet")
        others = [each for each in entries if each.damaged or each.id != character.id]
        self.set_choices((Choice(OPEN, name, badge=self._badge_text), *self._others(others)), OPEN)

    def _others(self, entries: list[Entry]) -> Iterator[Choice]:
        """Yield the characters changed last, then the rest by name."""
        last = sorted((each for each in entries if not each.damaged), key=lambda each: each.modified, reverse=True)
        first = {each.path: each for each in last[:RECENT]}
        elsewhere = self._look.elsewhere if self._look is not None else frozenset()
        for entry in (*first.values(), *(each for each in entries if each.path not in first)):
            note = folder_words(entry, self.tr) if entry.path in elsewhere else ""
            if entry.damaged is not None:
                note = file_sentence(entry.damaged, self.tr)
            badge = "" if entry.damaged is not None else dice_left(entry.dice, entry.dice, self.tr)
            yield Choice(str(entry.path), entry.name, note, allowed=entry.damaged is None, badge=badge)

    def _choose(self, choice: Choice) -> None:
        if choice.key == OPEN:
            return
        if choice.allowed:
            self.requested.emit(Path(choice.key))
        else:
            self.refused.emit(choice.note)
