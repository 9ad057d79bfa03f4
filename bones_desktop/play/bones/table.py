"""Table of the open character: rolls, spiffs, follow-ups and harm, with dice, log and journal."""

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import AnyCharacter, Change, CharacterDocument
from bones_desktop.play.bones.companions import Companions
from bones_desktop.play.bones.followups import ThrowFollowUps
from bones_desktop.play.bones.opponentharm import OpponentHarm
from bones_desktop.play.bones.opponents import ChosenOpponent
from bones_desktop.play.bones.spiffplay import SpiffPlay
from bones_desktop.play.bones.throws import TablePlay
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.followups import FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.storage.log.throwlog import ThrowLog


class Table(QObject):
    """Connects all parts of the table, without widgets. They follow the document in a fixed order."""

    refused = Signal(object)
    """A Reason."""
    trouble = Signal(object)
    """A FileProblem or CharacterFileError: the log or an opponent's file could not be written."""

    owed_changed = Signal()
    """Emitted when the result of `owed` may have changed."""

    def __init__(
        self,
        document: CharacterDocument,
        log: ThrowLog | None,
        dice: EveningDice,
        clock: Callable[[], datetime],
        anyone: AnyCharacter,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.log = log
        self._clock = clock
        self.journal = Journal(log, self, anyone.is_saved)
        anyone.file_saved.connect(self.journal.settle)
        self.play = TablePlay(document, self.journal, dice, clock, self)
        self.spiffs = SpiffPlay(document, self.play, self.journal, dice, self.today, self)
        self.companions = Companions(anyone, self)
        self.follow_ups = ThrowFollowUps(document, self.play, self.spiffs, self.companions, self.today, self)
        self.opponent = ChosenOpponent(document.rulebook, self)
        self.harm = OpponentHarm(self.play, self.journal, anyone, self.opponent, self)
        for source in (self.play, self.spiffs, self.harm, self.companions):
            source.refused.connect(self.refused)
        for keeper in (self.journal, self.harm, self.companions):
            keeper.trouble.connect(self.trouble)
        document.changed.connect(self._follow)
        play, spiffs = self.play, self.spiffs
        for moved in (play.thrown, play.settled, play.cleared, play.harm.changed, spiffs.amended, spiffs.marked):
            moved.connect(self._tell_owed)

    def _tell_owed(self) -> None:
        self.owed_changed.emit()

    def today(self) -> str:
        """Return the current day as 2026-11-21."""
        return self._clock().astimezone().date().isoformat()

    def owed(self) -> tuple[FollowUp, ...]:
        """Return the buttons for all harm that the open character has neither taken nor dismissed."""
        # While dice are in motion their result must not show through the buttons.
        return () if self.play.pending else self.play.harm.offers()

    def _follow(self, change: Change) -> None:
        # The play pays debts first; spiffs are brought in line with the character as it is after that.
        self.play.follow(change)
        self.spiffs.follow(change)
        self.owed_changed.emit()
