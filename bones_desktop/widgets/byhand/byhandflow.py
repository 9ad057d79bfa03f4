"""Asks for the faces of real dice in place of the tray. No entry is lost without a message."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from bones_desktop.widgets.byhand.byhand import ByHandEntry, HandDie
from bones_desktop.wording.language import _


@dataclass(frozen=True, slots=True)
class ByHandRequest:
    """A request for real dice. Values that may change meanwhile are read again each time."""

    title: Callable[[], str]
    what: Callable[[], object]
    """The dice and their task. Entries for equal values are the same entry."""
    still: Callable[[], bool]
    """Whether the requested dice are still those that would be rolled."""
    then: Callable[[tuple[int, ...]], None]
    """Called with the faces."""
    kept: str
    """The message when the entry is left: how to come back to it."""
    gone: str
    """The message when these dice would not be rolled any more."""


class ByHandFlow(QObject):
    """Shows the entry and hides it.

    An entry that is left is kept until it is used, another one is requested, or the program rolls in its place.
    """

    message = Signal(str)
    missing = Signal(object)
    """The missing dice in words, "" if there are none. None if no entry is requested."""
    done = Signal()
    """The page should take the focus."""

    def __init__(self, entry: ByHandEntry, stack: QStackedWidget, tray: QWidget, parent: QObject | None = None) -> None:
        """`stack` holds the entry and the tray."""
        super().__init__(parent)
        self._entry = entry
        self._stack = stack
        self._tray = tray
        self._asked: ByHandRequest | None = None
        self._what: object = None
        """The current request."""
        self._kept: tuple[object, tuple[int | None, ...]] | None = None
        """The request of the entry left last, and its answers."""
        self._overtaken = False
        """Whether the program has rolled for the complete entry left last, which is forgotten then."""
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
        """The reason why nothing can be done to the roll on the table meanwhile."""
        return _("Your dice are being entered: first use them (Return), or go back to the tray (Esc).")

    def ask(self, asked: ByHandRequest, dice: Sequence[HandDie], sides: Mapping[str, str]) -> None:
        """Ask for the faces of `dice`, with earlier answers for the same dice.

        `sides` are those of `ByHandEntry.begin`.
        """
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
        """Forget a complete entry for `what`, since the program has rolled for the same."""
        # An incomplete entry is kept: no roll can have come from it.
        if self._kept is not None and self._kept[0] == what and None not in self._kept[1]:
            self._kept, self._overtaken = None, True

    def take(self) -> None:
        """Use the dice if all are entered. Otherwise a message names the missing ones, and nothing is rolled."""
        if not self._entry.finish():
            self._entry.setFocus()
            kept = _("Enter the rest, or go back to the tray (Esc): what is entered is kept.")
            self.message.emit(f"{self._entry.missing} {kept}")

    def leave(self) -> None:
        """Show the tray again, keep the entry, and report that."""
        kept = self._asked.kept if self._asked is not None else ""
        self._keep()
        self._hide()
        if self._kept is not None:
            self.message.emit(kept)

    def follow(self, *, other_character: bool = False) -> None:
        """Follow a change. An entry stays while its dice are the same, and is left otherwise."""
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
        # Hidden first, since the roll that follows is shown in the tray.
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
        """Show the tray. Emit `done` if the entry was visible."""
        was_shown = self._entry.isVisible()
        self._asked = None
        self.missing.emit(None)
        self._stack.setCurrentWidget(self._tray)
        if was_shown:
            self.done.emit()
