"""Dice of the table. Every draw of an evening has a number and comes from one sealed seed.

Unlike the journal, this module does not need Qt, so that the log and its tests can draw dice without Qt.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final, Generic, TypeVar

from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.fairdice import SEED_SIZE, commitment, evening_key, sealed_throw, words_for
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.storage.log.throwlog import ThrowLog, opened

FaceT = TypeVar("FaceT")

SAME_EVENING: Final = timedelta(hours=12)
"""Maximum pause in an evening. If no draw is written for a longer time, the evening ends."""


class Drawn(Record, Generic[FaceT]):
    """A roll and its number among the sealed draws."""

    throw: Throw[FaceT]
    evening: int
    """Id of the evening; 0 if the log could not assign a number. A roll without a number cannot be verified."""
    number: int
    """Number of the draw in the evening, counted from 1; 0 for real dice."""


class EveningDice:
    """Draws dice at the table. The number of a draw is logged before its dice are known. No number is used twice."""

    def __init__(
        self,
        log: ThrowLog | None,
        clock: Callable[[], datetime],
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_SIZE),
    ) -> None:
        self._given = log
        self.clock = clock
        self._new_seed = new_seed
        self._unlogged: Evening | None = None
        """The evening of draws that the log could not record. It exists only in memory."""

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    @property
    def evening(self) -> Evening | None:
        """The current evening without its seed; None if no evening is in progress, or if the log cannot be read."""
        found = self._unlogged
        if self._log is not None:
            try:
                found = self._log.evening()
            except FileProblem:
                return None
        # With the seed anybody could calculate the dice to come, so the seed is revealed only when the evening ends.
        return None if found is None or not self._goes_on(found) else replace(found, seed=b"")

    def begin(self) -> Evening:
        """Begin an evening if none is in progress. Return it with its commitment but without its seed."""
        return replace(self._current(), seed=b"")

    def add_words(self, words: str) -> Evening:
        """Mix a player's words into the later dice of the evening. Begin an evening if none is in progress.

        Raise FileProblem if the words cannot be stored. Raise ValueError for no words, or for too many words.
        """
        if self._given is None:
            raise ValueError("words are kept in the log")
        return replace(self._given.add_words(self._logged(self._given).id, words), seed=b"")

    def draw(self, dice: Sequence[Die[FaceT]]) -> Drawn[FaceT]:
        """Draw the dice. If the log cannot record the draw, use an evening that exists only in memory."""
        if self._given is not None:
            try:
                evening = self._logged(self._given)
                # The number is stored before the dice are calculated, so that nobody can repeat a draw until its result
                # is good.
                number = self._given.next_number(evening.id, [(die.key, len(die.faces)) for die in dice])
            except (FileProblem, ValueError):  # The log was replaced in between, and the new one has another evening.
                pass
            else:
                key = evening_key(evening.seed, words_for(evening.words, number))
                return Drawn(sealed_throw(key, number, dice), evening.id, number)
        evening = self._unlogged = self._in_memory()
        number = evening.draws + 1
        self._unlogged = replace(evening, draws=number, last=self.clock())
        return Drawn(sealed_throw(evening.seed, number, dice), 0, number)

    def fall(self, dice: Sequence[Die[FaceT]], indices: Sequence[int] | None = None) -> Drawn[FaceT]:
        """Draw the dice, or use real dice with the face `indices`. Draw nothing if there are no dice."""
        if indices is None and dice:
            return self.draw(dice)
        evening = self.evening
        return Drawn(Throw(tuple(dice), tuple(indices or ())), evening.id if evening is not None else 0, 0)

    def end(self) -> Evening | None:
        """End the evening and return it with its seed for everybody to see; None if there is no evening.

        Raise FileProblem if the log cannot be written; the evening then continues.
        """
        if self._log is not None:
            return None if self._log.evening() is None else self._log.end_evening()
        ended, self._unlogged = self._unlogged, None
        return None if ended is None else replace(ended, ended=self.clock())

    def _current(self) -> Evening:
        if self._given is not None:
            try:
                return self._logged(self._given)
            except FileProblem:
                # The game continues without a log. The desk tells the user that the disk cannot be written.
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
        return Evening(0, self.clock(), commitment(seed), seed)

    def _goes_on(self, evening: Evening) -> bool:
        if len(evening.seed) != SEED_SIZE or commitment(evening.seed) != evening.commitment:
            return False  # The log is damaged: no draw of this evening could be verified.
        return self.clock() - (evening.last or evening.begun) < SAME_EVENING
