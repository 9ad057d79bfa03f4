"""Dice of the table: every draw of an evening comes from its one sealed seed and has a number of its own."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.fairdice import SEED_SIZE, commitment, evening_key, sealed_throw
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.storage.log.throwlog import ThrowLog, opened

FaceT = TypeVar("FaceT")

SAME_EVENING: Final = timedelta(hours=12)
"""An evening ends when nothing was written for longer than this."""


@dataclass(frozen=True, slots=True)
class Drawn(Generic[FaceT]):
    """A roll and its place in the sealed draws."""

    throw: Throw[FaceT]
    evening: int
    """Id of the evening; 0 when the log could not give out a number, so that the roll cannot be checked later."""
    number: int
    """Number of the draw in the evening, from 1; 0 for real dice."""


class EveningDice:
    """Draws dice at the table. Each draw's number is in the log before its dice are known; no number is used twice."""

    def __init__(
        self,
        log: ThrowLog | None,
        clock: Callable[[], datetime],
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_SIZE),
    ) -> None:
        self._given = log
        self._clock = clock
        self._new_seed = new_seed
        self._unlogged: Evening | None = None
        """Evening of draws that the log could not record."""

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    @property
    def evening(self) -> Evening | None:
        """The current evening without its seed; None when the next draw would begin one, or the log cannot be read."""
        found = self._unlogged
        if self._log is not None:
            try:
                found = self._log.evening()
            except FileProblem:
                return None
        # Somebody who knows the seed could compute the dice to come, so it never leaves before the evening ends.
        return None if found is None or not self._goes_on(found) else replace(found, seed=b"")

    def begin(self) -> Evening:
        """Begin an evening unless there is one; return it with its commitment, but without its seed."""
        return replace(self._current(), seed=b"")

    def add_words(self, words: str) -> Evening:
        """Mix words of a player into the dice of the evening. An evening is begun if there is none.

        FileProblem when the words cannot be stored; ValueError after the first draw, and for no words or too many.
        """
        if self._given is None:
            raise ValueError("words are kept in the log")
        return replace(self._given.add_words(self._logged(self._given).id, words), seed=b"")

    def draw(self, dice: Sequence[Die[FaceT]]) -> Drawn[FaceT]:
        """Draw the dice. When the log refuses, they are drawn all the same, from an evening that is only in memory."""
        if self._given is not None:
            try:
                evening = self._logged(self._given)
                # The number is stored before the dice are computed, so that nobody can repeat a draw until its result
                # pleases.
                number = self._given.next_number(evening.id, [(die.key, len(die.faces)) for die in dice])
            except (FileProblem, ValueError):  # the log was replaced in between and has another evening
                pass
            else:
                key = evening_key(evening.seed, evening.words)
                return Drawn(sealed_throw(key, number, dice), evening.id, number)
        evening = self._unlogged = self._in_memory()
        number = evening.draws + 1
        self._unlogged = replace(evening, draws=number, last=self._clock())
        return Drawn(sealed_throw(evening.seed, number, dice), 0, number)

    def fall(self, dice: Sequence[Die[FaceT]], indices: Sequence[int] | None = None) -> Drawn[FaceT]:
        """Draw the dice, or take real ones with `indices` of their faces. Without dice nothing is drawn."""
        if indices is None and dice:
            return self.draw(dice)
        evening = self.evening
        return Drawn(Throw(tuple(dice), tuple(indices or ())), evening.id if evening is not None else 0, 0)

    def end(self) -> Evening | None:
        """End the evening and return it with its seed for everybody to see; None when there is none.

        FileProblem when the log cannot be written: the evening does not end then.
        """
        if self._log is not None:
            return None if self._log.evening() is None else self._log.end_evening()
        ended, self._unlogged = self._unlogged, None
        return None if ended is None else replace(ended, ended=self._clock())

    def _current(self) -> Evening:
        if self._given is not None:
            try:
                return self._logged(self._given)
            except FileProblem:
                # The game goes on without a log. The desk reports a disk that refuses writes.
                pass
        self._unlogged = self._in_memory()
        return self._unlogged

    def _logged(self, log: ThrowLog) -> Evening:
        evening = log.evening()
        if evening is not None and not self._goes_on(evening):
            log.end_evening()
            evening = None
        return log.begin_evening(self._new_seed()) if evening is None else evening

    def _in_memory(self) -> Evening:
        if self._unlogged is not None and self._goes_on(self._unlogged):
            return self._unlogged
        seed = self._new_seed()
        return Evening(0, self._clock(), commitment(seed), seed)

    def _goes_on(self, evening: Evening) -> bool:
        if len(evening.seed) != SEED_SIZE or commitment(evening.seed) != evening.commitment:
            return False  # damaged: no draw from it could be checked
        return self._clock() - (evening.last or evening.begun) < SAME_EVENING
