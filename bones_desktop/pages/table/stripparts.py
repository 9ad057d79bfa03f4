"""Parts of the strip: the choice of the roller, and the line shown instead of folded conditions."""

from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from bones_desktop.desk.keymap import show_key
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.storage.shelfentry import ShelfEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import RecentFiles, ShelfLook, folder_words
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import put_before
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import set_icon, set_lengths
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.table import dice_left

_TOUCH: Final = 36
"""Height of buttons, in pixels at 100 % text size."""
_EDGES: Final = 56
"""Width of the border and the arrow of a line, before scaling by the text size."""


class Fold(QObject):
    """Shows `conditions` in `column`, or one line in place of them. `first` gets the focus first with Tab.

    The conditions are folded into the line when there is little room. `open` shows them until `close` is called; `hold`
    keeps them open.
    """

    toggled = Signal()
    """Emitted after the conditions were folded or opened. The page then takes the focus."""

    def __init__(
        self, theme: Theme, conditions: QWidget, first: QWidget, column: QVBoxLayout, head: QHBoxLayout
    ) -> None:
        """Add a button at the end of `head` that folds the conditions again."""
        super().__init__(conditions.parent())
        self._conditions = conditions
        self._due = self._opened = self._held = False
        self.line = _FoldLine(theme, conditions)
        words = _("Hide the conditions")
        self.button = tool_button(conditions, name=words, tip=_("{fold}: more room for the reading").format(fold=words))
        set_icon(theme, self.button, "chevron-up", 16)
        set_lengths(theme, self.button, width=_TOUCH, height=_TOUCH)
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # The layouts set the parents of both widgets.
        column.insertWidget(column.indexOf(conditions), self.line)
        head.addWidget(self.button)
        for part in (self.line, self.button):
            part.hide()
            part.clicked.connect(self._toggle)
        put_before(first, (self.button, self.line))

    @property
    def is_folded(self) -> bool:
        """True if the line is shown instead of the conditions."""
        return self._due and not self._opened

    def set_due(self, due: bool) -> None:
        """Set whether the result of a roll needs the room of the conditions, so that they should be folded."""
        if due != self._due:
            self._due, self._opened = due, due and self._held
            self._show()

    def open(self) -> None:
        """Open the conditions until `close` is called."""
        if self.is_folded:
            self._opened = True
            self._show()

    def hold(self) -> None:
        """If the conditions are open, keep them open even when the result of a roll needs the room."""
        self._held = not self.is_folded

    def close(self) -> None:
        """Fold conditions that the user opened, so that there is room for the result of a roll."""
        self._held = False
        if self._opened:
            self._opened = False
            self._show()

    def _show(self) -> None:
        folded, line, button = self.is_folded, self.line, self.button
        # Qt would move the focus from the hidden widget to the next widget, so the page gets the focus instead.
        had_focus = line.hasFocus() or button.hasFocus()
        line.setVisible(folded)
        self._conditions.setVisible(not folded)
        button.setVisible(self._due and self._opened)
        if had_focus:
            self.toggled.emit()

    def _toggle(self) -> None:
        self._opened, self._held = not self._opened, False
        self._show()
        self.toggled.emit()


class _FoldLine(Guarded, QPushButton):
    """Shows the chosen conditions on one line. A click opens them."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = ""
        self.setAutoDefault(False)
        # Put the arrow after the text, as on every button that opens something.
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        # A long text is cut off instead of widening the column.
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        set_icon(theme, self, "chevron-down")
        set_lengths(theme, self, least_height=_TOUCH)

    def show_words(self, words: str) -> None:
        """Show `words`, shortened with an ellipsis to fit the width."""
        self._words = words
        self.setToolTip(plain_tip(_("{what}\nChange it").format(what=words)))
        self.setAccessibleName(_("Conditions: {what}; open").format(what=words))
        self._cut()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the text to fit the new width."""
        super().resizeEvent(event)
        self._cut()

    def _cut(self) -> None:
        room = max(0, self.width() - self._theme.px(_EDGES))
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, room)
        self.setText(without_mnemonic(shown))


OPEN: Final = "open"
RECENT: Final = 5
"""Number of recently changed characters at the top of the list."""


class WhoButton(ChoiceButton):
    """Shows the rolling character.

    `requested` is emitted with the file of another character, `refused` with the reason why that character cannot roll.
    """

    requested = Signal(Path)
    refused = Signal(str)

    def __init__(self, theme: Theme, label: str, parent: QWidget | None, game: str) -> None:
        """`label` is the accessible name. The list offers characters of `game`."""
        super().__init__(theme, label, "", parent)
        self._game = game
        self._open = ("", "", "")
        """Id, name and badge of the open character."""
        self._look: ShelfLook | None = None
        show_key(self, _("Who rolls; choose another"), "table.who")
        self.activated.connect(self._choose)

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf and the recent files. Their characters are offered when the list opens."""
        if self._look is not None:
            self._look.shutdown()
        self._look = ShelfLook(shelf, self, recent)
        self._look.entries_changed.connect(self._more)

    def show_character(self, id: str, name: str, badge: str) -> None:
        """Show the name of the open character with a short text about it."""
        self._open = id, one_line(name) or _("No name yet"), badge
        # The list is filled only when it opens, because a shelf may hold thousands of characters.
        self._offer(())

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        if self._look is not None:
            self._look.shutdown()

    def open(self) -> None:
        """Fill and show the list."""
        if self._look is not None:
            self._look.refresh()
            self._offer(self._look.entries)
        super().open()

    def _more(self) -> None:
        if self._look is not None and self.is_open:
            self._offer(self._look.entries)

    def _offer(self, entries: Sequence[ShelfEntry]) -> None:
        id, name, badge = self._open
        others = [each for each in entries if each.game == self._game and (each.damaged or each.id != id)]
        self.set_choices((Choice(OPEN, name, badge=badge), *self._others(others)), OPEN)

    def _others(self, entries: list[ShelfEntry]) -> Iterator[Choice]:
        """Yield a choice for each of the most recently changed characters, then for the others by name."""
        last = sorted((each for each in entries if not each.damaged), key=attrgetter("modified"), reverse=True)
        first = {each.path: each for each in last[:RECENT]}
        elsewhere = self._look.elsewhere if self._look is not None else frozenset()
        for entry in (*first.values(), *(each for each in entries if each.path not in first)):
            note = folder_words(entry) if entry.path in elsewhere else ""
            if entry.damaged is not None:
                note = file_sentence(entry.damaged)
            badge = "" if entry.damaged is not None or not entry.dice else dice_left(entry.dice, entry.dice)
            yield Choice(str(entry.path), entry.name, note, allowed=entry.damaged is None, badge=badge)

    def _choose(self, choice: Choice) -> None:
        if choice.key == OPEN:
            return
        if choice.allowed:
            self.requested.emit(Path(choice.key))
        else:
            self.refused.emit(choice.note)
