"""One line that stands in for the conditions of a roll, and the button that chooses the roller."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from bones_desktop.pages.table.chips import set_touch
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.storage.shelf.shelfentry import ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import RecentFiles, ShelfLook, folder_words
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.table import dice_left

_EDGES: Final = 56
"""Width, before the text size, of a line's rim and arrow."""


class Fold(QObject):
    """Shows `conditions` or a line in their place in `column`. `first` is the first stop of Tab in the conditions.

    `close` folds them while that is due, `open` opens them until they are closed, `hold` keeps open ones open. Widgets
    are made when first needed.
    """

    toggled = Signal()
    """Emitted after opening or closing. Focus returns to the page."""

    def __init__(
        self, theme: Theme, conditions: QWidget, first: QWidget, column: QVBoxLayout, head: QHBoxLayout
    ) -> None:
        """Put the button that folds opened conditions again at the end of `head`."""
        super().__init__(conditions.parent())
        self._theme = theme
        self._conditions = conditions
        self._first = first
        self._column = column
        self._head = head
        self._made: tuple[_FoldLine, _FoldUp] | None = None
        self._words = ""
        self._touch = 36
        self._due = self._opened = self._held = False

    @property
    def line(self) -> QPushButton | None:
        """The line; None until it was needed."""
        return self._made[0] if self._made is not None else None

    @property
    def button(self) -> QToolButton | None:
        """The button that folds the conditions again; None until it was needed."""
        return self._made[1] if self._made is not None else None

    @property
    def is_folded(self) -> bool:
        """Whether the line replaces the conditions."""
        return self._due and not self._opened

    def set_due(self, due: bool) -> None:
        """Set whether the reading needs the room."""
        if due != self._due:
            self._due, self._opened = due, due and self._held
            self._show()

    def open(self) -> None:
        """Open the conditions until they are closed."""
        if self.is_folded:
            self._opened = True
            self._show()

    def hold(self) -> None:
        """Keep open conditions open until they are closed, even when the reading needs the room."""
        self._held = not self.is_folded

    def close(self) -> None:
        """Fold the conditions while that is due."""
        self._held = False
        if self._opened:
            self._opened = False
            self._show()

    def show_summary(self, words: str) -> None:
        """Show the chosen conditions in the line."""
        self._words = words
        if self._made is not None:
            self._made[0].show_words(words)

    def restyle(self, touch: int) -> None:
        """Use the theme's sizes. `touch` is the least height of the buttons."""
        self._touch = touch
        for part in self._made or ():
            part.restyle(touch)

    def _show(self) -> None:
        folded = self.is_folded
        if self._made is None:
            self._made = self._make()
        line, button = self._made
        # Qt would give the focus of the hidden widget to the next one.
        had_focus = line.hasFocus() or button.hasFocus()
        line.setVisible(folded)
        self._conditions.setVisible(not folded)
        button.setVisible(self._due and self._opened)
        if had_focus:
            self.toggled.emit()

    def _make(self) -> "tuple[_FoldLine, _FoldUp]":
        line, button = _FoldLine(self._theme), _FoldUp(self._theme)
        self._column.insertWidget(self._column.indexOf(self._conditions), line)
        self._head.addWidget(button)
        line.show_words(self._words)
        for part in (line, button):
            part.restyle(self._touch)
            part.clicked.connect(self._toggle)
        put_before(self._first, (button, line))
        return line, button

    def _toggle(self) -> None:
        self._opened, self._held = not self._opened, False
        self._show()
        self.toggled.emit()


class _FoldUp(QToolButton):
    """Button that folds the conditions."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setToolTip(_("Fold the conditions up: more room for the reading"))
        self.setAccessibleName(_("Fold the conditions up"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def restyle(self, touch: int) -> None:
        """Use the theme's icon and size."""
        px = self._theme.px
        self.setFixedSize(px(touch), px(touch))
        self.setIcon(self._theme.icon("chevron-up"))
        self.setIconSize(QSize(px(16), px(16)))


class _FoldLine(Guarded, QPushButton):
    """Shows the chosen conditions in one line. A press opens them."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._words = ""
        self.setAutoDefault(False)
        # The arrow is behind the text, as on every button that opens something.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # A long text must be cut, not widen the column.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_words(self, words: str) -> None:
        """Show text, cut off at the end of the line."""
        self._words = words
        self.setToolTip(plain_tip(_("{what}\nChange it").format(what=words)))
        self.setAccessibleName(_("Conditions: {what}; open").format(what=words))
        self._cut()

    def restyle(self, touch: int) -> None:
        """Use the theme's icon and height."""
        self.setIcon(self._theme.icon("chevron-down"))
        set_touch(self, self._theme.px(touch))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text at the new end of the line."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(0, self.width() - self._theme.px(_EDGES))
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(without_mnemonic(shown))


OPEN: Final = "open"
RECENT: Final = 5
"""Number of recently changed characters that come first."""


class ShelfChoice(ChoiceButton):
    """Emits `opening` before the list is shown, so that its owner can read the shelf first."""

    opening = Signal()

    def open(self) -> None:
        """Fill and show the list."""
        self.opening.emit()
        super().open()


class WhoButton(ShelfChoice):
    """Shows the rolling character.

    `requested` is emitted with the file of another, `refused` with the reason against one.
    """

    requested = Signal(Path)
    refused = Signal(str)

    def __init__(self, theme: Theme, label: str, parent: QWidget) -> None:
        """`label` is the accessible name."""
        super().__init__(theme, label, "", parent)
        self._character: Character | None = None
        self._badge_text = ""
        self._look: ShelfLook | None = None
        self.setToolTip(_("Who rolls; choose another (W)"))
        self.opening.connect(self._refresh)
        self.activated.connect(self._choose)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Offer the characters of the current shelf when the list opens, and those of recent files."""
        if self._look is not None:
            self._look.shutdown()
        self._look = ShelfLook(shelf, self, recent)
        self._look.entries_changed.connect(self._more)

    def show_character(self, character: Character, badge: str) -> None:
        """Show the name of the open character, with a short note on its dice."""
        self._character, self._badge_text = character, badge
        # The list is filled when it opens: a shelf may hold thousands of characters.
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

    def _offer(self, entries: Sequence[ShelfEntry]) -> None:
        character = self._character
        if character is None:
            return
        name = one_line(character.name) or _("No name yet")
        others = [each for each in entries if each.damaged or each.id != character.id]
        self.set_choices((Choice(OPEN, name, badge=self._badge_text), *self._others(others)), OPEN)

    def _others(self, entries: list[ShelfEntry]) -> Iterator[Choice]:
        """Yield the characters changed last, then the rest by name."""
        last = sorted((each for each in entries if not each.damaged), key=lambda each: each.modified, reverse=True)
        first = {each.path: each for each in last[:RECENT]}
        elsewhere = self._look.elsewhere if self._look is not None else frozenset()
        for entry in (*first.values(), *(each for each in entries if each.path not in first)):
            note = folder_words(entry) if entry.path in elsewhere else ""
            if entry.damaged is not None:
                note = file_sentence(entry.damaged)
            badge = "" if entry.damaged is not None else dice_left(entry.dice, entry.dice)
            yield Choice(str(entry.path), entry.name, note, allowed=entry.damaged is None, badge=badge)

    def _choose(self, choice: Choice) -> None:
        if choice.key == OPEN:
            return
        if choice.allowed:
            self.requested.emit(Path(choice.key))
        else:
            self.refused.emit(choice.note)
