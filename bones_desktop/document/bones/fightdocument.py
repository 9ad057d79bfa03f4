"""The open fight: the document of a round that is being played, with what it comes to so far."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QObject

from bones_desktop.document import document
from bones_desktop.document.session import Session
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from bones_desktop.rules.bones.fight.throwing import OpenThrow, open_throws
from bones_desktop.rules.reasons import Reason, RulesError, refuse

FightChange = document.Change[Fight]
FightSession = Session[Fight]


class _Read:
    """What follows from one value of the fight, read at most once."""

    def __init__(self, rulebook: Rulebook, fight: Fight) -> None:
        self._rulebook = rulebook
        self.fight = fight

    @cached_property
    def _found(self) -> RoundReading | RulesError:
        try:
            return read_round(self._rulebook, self.fight.round)
        except RulesError as error:
            return error

    @property
    def reading(self) -> RoundReading | Reason:
        return self._found.reason if isinstance(self._found, RulesError) else self._found

    @property
    def refusal(self) -> RulesError | None:
        return self._found if isinstance(self._found, RulesError) else None

    @cached_property
    def open_throws(self) -> tuple[OpenThrow, ...]:
        try:
            return open_throws(self._rulebook, self.fight.round)
        except RulesError:
            return ()


class FightDocument(document.Document[Fight]):
    """Holds the fight in view. An edit after which the round could not be read is refused like any other."""

    def __init__(self, rulebook: Callable[[], Rulebook], fight: Fight, parent: QObject | None = None) -> None:
        super().__init__(fight, parent)
        self._rulebook = rulebook
        self._coming: _Read | None = None
        """Of the value that the edit being made leads to."""
        self._derived = _Read(rulebook(), fight)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook the round is read by."""
        return self._rulebook()

    @property
    def fight(self) -> Fight:
        """The fight as it is now."""
        return self._value

    @property
    def reading(self) -> RoundReading | None:
        """What the round comes to as far as it is chosen; None when it cannot be read, and `why_not` says why."""
        found = self._derived.reading
        return None if isinstance(found, Reason) else found

    @property
    def why_not(self) -> Reason | None:
        """Why the round cannot be read: a file of a fight that other house rules or packs have overtaken."""
        found = self._derived.reading
        return found if isinstance(found, Reason) else None

    @property
    def open_throws(self) -> tuple[OpenThrow, ...]:
        """What is still to be thrown."""
        return self._derived.open_throws

    @property
    def last_round(self) -> Fight | None:
        """The fight as it stood when its last round was closed, with all that was chosen in it; None for none.

        It is found in the history of the fight, so it is gone with that.
        """
        for at in range(self.undo_stack.index() - 1, -1, -1):
            step = self.undo_stack.command(at)
            if isinstance(step, document.Replacement) and step.after.encounter.round > step.before.encounter.round:
                before: Fight = step.before
                return before if before.id == self.fight.id else None
        return None

    def apply(self, name: str, edit: Callable[[Fight], Fight], merge: str = "", mark: str = "") -> None:
        """Run the pure `edit` as one step; RulesError when it, or a choice it makes, is refused."""
        if self.read_only:
            raise refuse("read-only-fight")

        def checked(fight: Fight) -> Fight:
            after = edit(fight)
            if after is not fight:
                self._coming = coming = _Read(self.rulebook, after)
                if coming.refusal is not None and self.why_not is None:
                    raise coming.refusal
            return after

        super().apply(name, checked, merge, mark)

    def read_again(self) -> None:
        """Read the round by the rulebook of now, after packs were added or removed; emits `changed`."""
        self._derived = _Read(self.rulebook, self._value)
        self.changed.emit(document.Change(self._value, self._value, ""))

    def _set(self, value: Fight) -> None:
        super()._set(value)
        coming, self._coming = self._coming, None
        # What an edit was checked by is not read again.
        self._derived = coming if coming is not None and coming.fight is value else _Read(self.rulebook, value)
