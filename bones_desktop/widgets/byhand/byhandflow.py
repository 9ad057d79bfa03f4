"""Asks for what real dice show, in place of the tray: nothing that was entered is lost without a word."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from bones_desktop.widgets.byhand.byhand import ByHandEntry, HandDie
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class ByHandRequest:
    """What is asked for by hand. What may change meanwhile is read again each time."""

    title: Callable[[], str]
    what: Callable[[], object]
    """What the dice are and what they are thrown for: entries for an equal value are the same entry."""
    still: Callable[[], bool]
    """Whether the dice asked for are still those that would fall."""
    then: Callable[[tuple[int, ...]], None]
    """What is done with the faces."""
    kept: str
    """How to come back to what was entered: the message when it is left."""
    gone: str
    """What to do when these dice would not fall any more."""


class ByHandFlow(QObject):
    """Shows the entry and hides it.

    An entry that is left is kept until it is used, something else is asked for, or the program throws in its place.
    """

    message = Signal(str)
    missing = Signal(object)
    """What is not entered yet, in words, "" when all is; None when nothing is asked for any more."""
    done = Signal()
    """The page should take focus."""

    def __init__(self, entry: ByHandEntry, stack: QStackedWidget, tray: QWidget, parent: QObject | None = None) -> None:
        """`stack` holds the entry and the tray."""
        super().__init__(parent)
        self._entry = entry
        self._stack = stack
        self._tray = tray
        self._asked: ByHandRequest | None = None
        self._what: object = None
        """What is asked for now."""
        self._kept: tuple[object, tuple[int | None, ...]] | None = None
        """What was asked for by the entry left last, and its answers."""
        self._overtaken = False
        """Whether the program has thrown for what was entered last, all of it, and it is forgotten."""
        entry.faces_entered.connect(self._entered)
        for leaves in (entry.cancelled, entry.board.back_button.clicked):
            leaves.connect(self.leave)
        entry.answered.connect(self._tell_missing)

    @property
    def asking(self) -> bool:
        """Whether real dice are being entered."""
        return self._asked is not None

    @property
    def why_first(self) -> str:
        """Why nothing can be done to the throw on the table meanwhile."""
        return _("Your dice are being entered: first use them (Return), or go back to the tray (Esc).")

    def ask(self, asked: ByHandRequest, dice: Sequence[HandDie], sides: Mapping[str, str]) -> None:
        """Ask what `dice` show, with what was entered of the same before; `sides` as in `ByHandEntry.begin`."""
        hidden = not self.asking
        self._keep()
        kept, self._kept = self._kept, None
        overtaken, self._overtaken = self._overtaken, False
        self._asked, self._what = asked, asked.what()
        self._stack.setCurrentWidget(self._entry)
        same = kept is not None and kept[0] == self._what
        self._entry.begin(asked.title(), dice, sides, kept[1] if kept is not None and same else ())
        if overtaken:
            self.message.emit(_("The program has already rolled for your earlier entry. Start again."))
        elif kept is not None and not same:
            self.message.emit(_("Your earlier entry was for other dice or another task. Start again."))
        elif same and hidden:
            self.message.emit(_("What you entered before is here again."))

    def overtake(self, what: object) -> None:
        """Forget what was entered for `what` if that is all of it: the program has thrown for the same."""
        if self._kept is not None and self._kept[0] == what and None not in self._kept[1]:
            self._kept, self._overtaken = None, True

    def take(self) -> None:
        """Use the dice when all are entered; otherwise a message says what is missing, and nothing is thrown."""
        if not self._entry.finish():
            self._entry.setFocus()
            kept = _("Enter the rest, or go back to the tray (Esc): what is entered is kept.")
            self.message.emit(f"{self._entry.missing} {kept}")

    def leave(self) -> None:
        """Show the tray again and keep what was entered, and say so."""
        kept = self._asked.kept if self._asked is not None else ""
        self._keep()
        self._hide()
        if self._kept is not None:
            self.message.emit(kept)

    def follow(self, *, other_character: bool = False) -> None:
        """Follow a change: an entry stays while its dice are the same, and is left otherwise."""
        if self._asked is None:
            return
        if other_character:
            self._keep()
            self._hide()
        elif self._asked.still():
            self._what = self._asked.what()
            self._entry.set_title(self._asked.title())
        else:
            gone, begun = self._asked.gone, self._entry.begun
            self._keep()
            self._hide()
            kept = _("What you entered is kept for the same dice.")
            self.message.emit(f"{gone} {kept}" if begun else gone)

    def _entered(self, faces: tuple[int, ...]) -> None:
        asked = self._asked
        self._hide()
        if asked is not None:
            asked.then(faces)

    def _tell_missing(self) -> None:
        if self._asked is not None:
            self.missing.emit(self._entry.missing)

    def _keep(self) -> None:
        if self._asked is not None and self._entry.begun:
            self._kept = self._what, self._entry.answers

    def _hide(self) -> None:
        """Show the tray; `done` when the entry was shown."""
        was_shown = self._entry.isVisible()
        self._asked = None
        self.missing.emit(None)
        self._stack.setCurrentWidget(self._tray)
        if was_shown:
            self.done.emit()
