"""The open fight: a document that also works out the result of the current round, as far as it was played."""

from collections.abc import Callable
from functools import cached_property

from PySide6.QtCore import QObject

from bones_desktop.document import document
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundedits import OpenThrow, open_throws
from bones_desktop.rules.bones.fight.roundreading import RoundReading, read_round
from bones_desktop.rules.reasons import Reason, RulesError, refuse

FightChange = document.Change[Fight]


class _Read:
    """Values derived from one state of the fight. Each is calculated at most once."""

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
    """The open fight.

    An edit is refused if the rules could not work out the round after the edit.
    """

    def __init__(self, rulebook: Callable[[], Rulebook], fight: Fight, parent: QObject | None = None) -> None:
        super().__init__(fight, parent)
        self._rulebook = rulebook
        self._coming: _Read | None = None
        """Values derived from the fight as the current edit leaves it.

        `_set` reuses them.
        """
        self._derived = _Read(rulebook(), fight)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook used to work out the result of the round."""
        return self._rulebook()

    @property
    def fight(self) -> Fight:
        """The current fight."""
        return self._value

    @property
    def reading(self) -> RoundReading | None:
        """The result of the round with the choices made so far; None if it cannot be worked out (see `why_not`)."""
        found = self._derived.reading
        return None if isinstance(found, Reason) else found

    @property
    def why_not(self) -> Reason | None:
        """Reason why the round has no result, for example changed house rules; None if it has one."""
        found = self._derived.reading
        return found if isinstance(found, Reason) else None

    @property
    def open_throws(self) -> tuple[OpenThrow, ...]:
        """The rolls that must still be made."""
        return self._derived.open_throws

    @property
    def last_round(self) -> Fight | None:
        """The fight as it was when its last round was closed, with all its choices; None if there is none.

        It comes from the history of the fight and is lost with it.
        """
        for at in range(self.undo_stack.index() - 1, -1, -1):
            step = self.undo_stack.command(at)
            if isinstance(step, document.Replacement) and step.after.encounter.round > step.before.encounter.round:
                before: Fight = step.before
                # Another fight may have been opened without its own history.
                return before if before.id == self.fight.id else None
        return None

    def apply(self, name: str, edit: Callable[[Fight], Fight], merge: str = "", mark: str = "") -> None:
        """Run the pure `edit` as one step. Raise RulesError when the edit, or a choice in it, is refused."""
        if self.read_only:
            raise refuse("read-only-fight")

        def checked(fight: Fight) -> Fight:
            after = edit(fight)
            if after is not fight:
                self._coming = coming = _Read(self.rulebook, after)
                # A round without a result before the edit must stay editable, or nobody could repair it.
                if coming.refusal is not None and self.why_not is None:
                    raise coming.refusal
            return after

        super().apply(name, checked, merge, mark)

    def read_again(self) -> None:
        """Work out the round again with the current rulebook, after packs were added or removed.

        Emit `changed`.
        """
        self._derived = _Read(self.rulebook, self._value)
        self.changed.emit(document.Change(self._value, self._value, ""))

    def _set(self, value: Fight) -> None:
        super()._set(value)
        coming, self._coming = self._coming, None
        # The result from the check of the edit is reused, because working out a large round is slow.
        self._derived = coming if coming is not None and coming.fight is value else _Read(self.rulebook, value)
