"""Which uses of magic past the safe level still wait for word of whether a success was left (MAG-12)."""

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.document.document import UNDO_STEPS
from bones_desktop.rules.bones.book.character import Character


@dataclass(frozen=True, slots=True)
class UnansweredUse:
    """One use; it waits until it is answered, or taken back."""

    number: int
    """Distinguishes it from every other use."""
    penalty: int
    recent: int
    """Recent uses right after it, which is where it can be taken back; 0 once time has passed over it."""


Uses = tuple[UnansweredUse, ...]


class UnansweredUses:
    """Follows every change of one character, so that undo and redo bring back what was asked then."""

    def __init__(self) -> None:
        self._now: Uses = ()
        self._past: Final[deque[tuple[Character, Uses]]] = deque(maxlen=UNDO_STEPS + 1)
        self._dismissed: Final[set[int]] = set()
        self._coming: Uses | None = None
        self._number = 0

    @property
    def asked(self) -> Uses:
        """Those that wait now, oldest first."""
        return tuple(use for use in self._now if use.number not in self._dismissed)

    def clear(self) -> None:
        """Forget all: another character is open."""
        self._now = ()
        self._past.clear()
        self._dismissed.clear()

    def dismiss(self, use: UnansweredUse) -> None:
        """Count a use as answered for good, without a step of the character."""
        self._dismissed.add(use.number)

    def expect_use(self, before: Character, penalty: int) -> None:
        """Ask about the use that the next change of `before` is."""
        self._number += 1
        self._coming = (*self.asked, UnansweredUse(self._number, penalty, before.recent_magic + 1))

    def expect_answer(self, use: UnansweredUse) -> None:
        """Count a use as answered by the next change, until that is undone."""
        self._coming = tuple(each for each in self.asked if each != use)

    def expect_take_back(self, before: Character) -> None:
        """Ask no more about the use that the next change of `before` takes back."""
        self._coming = tuple(each for each in self.asked if each.recent != before.recent_magic)

    def expect_nothing(self) -> None:
        """Drop what was expected: the change was refused, or is over."""
        self._coming = None

    def follow(self, change: Change) -> None:
        """Keep what is asked after a change; those that undo or redo bring back ask what they asked then."""
        if change.before is change.after:
            return
        if self._asked_at(change.before) is None:
            self._past.append((change.before, self._now))
        known = self._asked_at(change.after)
        if known is None:
            # What is undone beyond memory lies before every use that is asked about.
            known = () if change.undone else tuple(_later(self._now if self._coming is None else self._coming, change))
            self._past.append((change.after, known))
        self._now = known
        self._coming = None

    def _asked_at(self, character: Character) -> Uses | None:
        # Undo and redo show the very value that was there: one that is merely alike was come by in another way.
        return next((uses for then, uses in reversed(self._past) if then is character), None)


def _later(uses: Uses, change: Change) -> Iterable[UnansweredUse]:
    for use in uses:
        yield replace(use, recent=0) if use.recent > change.after.recent_magic else use
