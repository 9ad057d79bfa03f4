"""Shows the entry of real dice in place of the tray.

A message tells the player when an unfinished entry is closed.
"""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from bones_desktop.rules.records import Record
from bones_desktop.widgets.byhand.byhand import ByHandEntry, HandDie
from bones_desktop.wording.language import _


class ByHandRequest(Record):
    """A request for the faces of real dice.

    Values that may change during the entry are given as functions.
    """

    title: Callable[[], str]
    what: Callable[[], object]
    """Returns a value that identifies the dice and their task.

    Earlier answers stay valid as long as this value is equal.
    """
    still: Callable[[], bool]
    """Returns whether the requested dice are still the ones to roll."""
    then: Callable[[tuple[int, ...]], None]
    """Called with the index of each die's face when all dice are entered."""
    kept: str
    """Message shown when the player leaves the entry. It says how to return to the entry."""
    gone: str
    """Message shown when the requested dice are no longer the ones to roll."""


class ByHandFlow(QObject):
    """Shows and hides the entry.

    If the player leaves an entry, it is kept until it is used, another entry is requested, or the program rolls.
    """

    message = Signal(str)
    missing = Signal(object)
    """Emitted with the missing dice in words: "" if no die is missing, None if no entry is requested."""
    done = Signal()
    """Emitted when the page should take the focus."""

    def __init__(self, entry: ByHandEntry, stack: QStackedWidget, tray: QWidget, parent: QObject | None = None) -> None:
        """`stack` contains the entry and the tray."""
        super().__init__(parent)
        self._entry = entry
        self._stack = stack
        self._tray = tray
        self._asked: ByHandRequest | None = None
        self._what: object = None
        """The value returned by `what` for the current request."""
        self._kept: tuple[object, tuple[int | None, ...]] | None = None
        """The value returned by `what`, and the answers, for the last entry that the player left."""
        self._overtaken = False
        """True if the last entry was dropped because the program rolled although the entry was complete."""
        entry.faces_entered.connect(self._entered)
        for leaves in (entry.cancelled, entry.board.back_button.clicked):
            leaves.connect(self.leave)
        entry.answered.connect(self._tell_missing)

    @property
    def asking(self) -> bool:
        """True if real dice are being entered."""
        return self._asked is not None

    @property
    def why_first(self) -> str:
        """The reason why the roll on the table cannot be changed during the entry."""
        return _("Your dice are being entered: first use them (Return), or go back to the tray (Esc).")

    def ask(self, asked: ByHandRequest, dice: Sequence[HandDie], sides: Mapping[str, str]) -> None:
        """Ask for the faces of `dice`, starting with earlier answers for the same dice.

        `sides` are passed to `ByHandEntry.begin`.
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
        """Drop a complete entry kept for `what`, because the program has rolled the dice in its place."""
        # An incomplete entry is kept, because no roll can have used it.
        if self._kept is not None and self._kept[0] == what and None not in self._kept[1]:
            self._kept, self._overtaken = None, True

    def take(self) -> None:
        """Use the dice if all are entered; otherwise show a message that names the missing dice."""
        if not self._entry.finish():
            self._entry.setFocus()
            kept = _("Enter the rest, or go back to the tray (Esc): what is entered is kept.")
            self.message.emit(f"{self._entry.missing} {kept}")

    def leave(self) -> None:
        """Show the tray, keep the entry, and show a message."""
        kept = self._asked.kept if self._asked is not None else ""
        self._keep()
        self._hide()
        if self._kept is not None:
            self.message.emit(kept)

    def follow(self, *, other_character: bool = False) -> None:
        """Update the entry after a change, or leave it if its dice are no longer the ones to roll."""
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
        # The entry is hidden first, because the roll that follows is shown in the tray.
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
