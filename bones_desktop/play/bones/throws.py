"""Rolls at the table: the outcome, the reading, and the harm that becomes pending."""

from collections.abc import Callable
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.play.bones.hands import Hand, begun, hand_for
from bones_desktop.play.bones.harm import Harmed, OwedHarm, codes_of, harm_acts, harm_of
from bones_desktop.play.bones.pendingacts import (
    OwedSpiffs,
    OwedUse,
    owed_use,
    spiffs_owed,
    struck,
    uses_owed,
)
from bones_desktop.play.bones.played import Opponent, Played, request_from
from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.play.followups import DiceAsk, FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.attempts import CHALLENGE, Task
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.injury.magic import MAGIC
from bones_desktop.rules.bones.reading.odds import TaskOdds
from bones_desktop.rules.bones.reading.plays import (
    Harm,
    OtherSide,
    dealt_to_thrower,
    has_dice_of,
)
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Request,
    is_magic_use,
    require_known,
)
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.reading import Role
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.records import replace
from bones_desktop.storage.log.logentry import NOT_MEANT, LogEntry, PendingAct
from bones_desktop.storage.shelfentry import file_of
from bones_desktop.wording.language import _

GAME: Final = "bones"


def kept_request(entry: LogEntry, rulebook: Rulebook) -> Request | None:
    """Return the request stored in a line; None if there is none or the line belongs to another game.

    Raise RulesError for a skill or difficulty that is not in the rulebook.
    """
    request = request_from(entry.request) if entry.game == GAME and entry.is_repeatable else None
    if request is not None:
        require_known(rulebook, request)
    return request


class TablePlay(QObject):
    """Rolls for the open character. No widget decides an outcome."""

    thrown = Signal(object)
    """A Played. Emitted when its line is in the log, before any die moves."""
    settled = Signal(object)
    """The same Played as for `thrown`. Emitted when its dice have stopped."""
    cleared = Signal()
    """Emitted when the roll was removed from the table."""

    def __init__(
        self,
        document: CharacterDocument,
        journal: Journal,
        dice: EveningDice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.document = document
        self.journal = journal
        self.dice = dice
        self.played: Played | None = None
        """The roll on the table."""
        self.pending = False
        """True if the result of the roll is decided, but its dice are still in motion."""
        self.harm = OwedHarm(journal, self._harmed)
        self._pay_debts()

    def hand(self, request: Request, opponent: Opponent | None) -> Hand:
        """Return the hand of a request: its dice, and whether it may be attempted.

        Raise RulesError for a request that is impossible.
        """
        return hand_for(self.document.rulebook, self.document.character, request, opponent)

    def prospect(self, request: Request, opponent: Opponent | None) -> tuple[TaskOdds, Chance | None]:
        """Return the chances of a roll, and the chance with a bought success, by the rules that read the roll.

        The second value is None if no success can be bought (SPF-10), or if a bought success makes no difference.
        """
        document, hand = self.document, self.hand(request, opponent)
        own, other, odds = tuple(die for die in hand.own if die.group != CHALLENGE), hand.other, document.odds

        def of(task: Task) -> TaskOdds:
            return odds.task(task, own) if other is None else odds.opposed(task, own, other.task, other.dice)

        task = hand.occasion.task
        found = of(task)
        affords = spiffs.affords(document.rulebook, document.character, spiffs.ADDED_SUCCESS)
        # If a roll only counts successes, it has no chance of success that a bought success could raise.
        if not found.allowed or not affords or request.kind in OWN_COUNT:
            return found, None
        return found, of(replace(task, bought=task.bought + 1)).success

    def throw(
        self,
        request: Request,
        opponent: Opponent | None = None,
        indices: tuple[int, ...] | None = None,
        *,
        secret: bool = False,
    ) -> None:
        """Roll the dice with a draw of the evening, or enter real dice: `indices` of one face for each of `dice`.

        `dice` are those of the hand. The journal says why when the task may not be attempted. Players see nothing of a
        `secret` roll until the GM shows it.
        """
        hand = self._allowed_hand(request, opponent)
        if hand is not None:
            self._begin(request, hand, opponent, self.dice.fall(hand.dice, indices), secret=secret)

    def settle(self) -> None:
        """Emit `settled` when the dice have stopped. This happens once for each roll."""
        if self.pending and self.played is not None:
            self.pending = False
            self.settled.emit(self.played)

    def clear(self) -> None:
        """Remove the roll from the table. It stays in the log."""
        self.played = None
        self.pending = False
        self.cleared.emit()

    def amend(self, played: Played, *, moving: bool) -> None:
        """Replace the roll on the table after a change. `moving` means that one of its dice is re-rolled."""
        self.played = played
        self.pending = moving

    def stands(self) -> bool:
        """Whether the roll on the table still matches the character's dice and their faces.

        Dice lost or healed since, and hindering dice added or removed, do not matter.
        """
        played = self.played
        if played is None:
            return False
        character = self.document.character
        own = codes_of(played.throw)
        return played.owner.id == character.id and has_dice_of(character, played.owner.dice, own)

    def roles(self) -> tuple[Role, ...]:
        """Return the role of each die on the table: the character's dice, then the opponent's.

        Dice lost after the roll count as lost. Dice that the proposed harm would take count as lost too. If the
        character lost another die in place of a die that the damage would have taken, the spared die is on the table
        but counts for nothing.
        """
        played = self.played
        if played is None:
            return ()
        proposed = {die for harm in self.proposals() for die in harm.dice}
        gone = self.lost_since(played) | {place for place, die in enumerate(played.owner.dice) if die in proposed}
        own = tuple(
            Role.LOST if die.die in gone else Role.CANCELLED if die.role is Role.LOST else die.role
            for die in played.reading.task.reading.dice
        )
        other = played.reading.other
        return (*own, *(die.role for die in other.reading.dice)) if other is not None else own

    def proposals(self) -> tuple[Harm, ...]:
        """Return the harm of the reading that has not been taken yet.

        If a die was lost after the roll, its harm counts as taken, unless the die was lost to an earlier roll.
        """
        played = self.played
        return () if played is None or self.pending else self.harm.left().get(played.key, ())

    def offers(self) -> tuple[FollowUp, ...]:
        """Return the buttons for harm of rolls other than the one on the table."""
        return self.harm.offers(self.played.key if self.played is not None else "")

    def take(self, harm: Harm, dice: tuple[int, ...] = ()) -> None:
        """Take harm of the roll on the table as one undo step. `dice` are the dice that the player chose, if any."""
        if self.played is not None:
            self.harm.take(self.played.key, harm, dice)

    def ask(self, harm: Harm) -> DiceAsk | None:
        """Return a question that asks which dice to lose to harm of the roll; None if there is no choice."""
        return self.harm.ask(harm, partial(self.take, harm))

    def follow(self, change: Change) -> None:
        """Handle a change of the character. It is called before other listeners, because debts are paid first."""
        self.journal.follow(change)
        if not change.name:
            self._pay_debts()

    def apply(self, name: str, edit: Callable[[Character], Character], mark: str = "") -> bool:
        """Edit the character and return whether it was done. If the rules refuse, emit a signal and raise no error."""
        return self.document.attempt(name, edit, self.journal.refused.emit, mark=mark)

    def _allowed_hand(self, request: Request, opponent: Opponent | None) -> Hand | None:
        try:
            hand = self.hand(request, opponent)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return None
        if not hand.eligibility.allowed:
            self.journal.refused.emit(hand.eligibility.reason)
            return None
        return hand

    def _begin(
        self,
        request: Request,
        hand: Hand,
        opponent: Opponent | None,
        drawn: Drawn[Face],
        *,
        secret: bool,
    ) -> None:
        character, rulebook = self.document.character, self.document.rulebook
        try:
            played = begun(rulebook, character, request, hand, drawn, opponent, at=self.dice.clock(), secret=secret)
        except RulesError as error:
            self.journal.refused.emit(error.reason)
            return
        # The values are recorded before the roll. With them, a later start can find out whether the use was counted.
        owed = owed_use(character, by_gm=request.allowed_by_gm) if is_magic_use(request) else None
        theirs = self._opponent_use(played.other, played.opponent)
        played = replace(played, opponent_use=theirs)
        harm = harm_of(played, character)
        debts = tuple(each.pending() for each in (owed, theirs) if each is not None)
        # Damage taken by hand before this roll must not be deducted from the harm of this roll.
        self.harm.keep_given_by_hand()
        # Line, debts and harm are stored together before any die moves, so that the player cannot avoid them by
        # quitting.
        entry = self.journal.keep(played.entry, *debts, *harm)
        self.played = replace(played, entry=entry)
        self.pending = True
        why_not = None
        if owed is not None:
            why_not = self._pay(_("Use magic"), owed)
        self.thrown.emit(self.played)
        if why_not is not None:
            self.journal.refused.emit(why_not)

    def harm_after(self, played: Played) -> tuple[PendingAct, ...]:
        """Return the harm of a roll after a use of spiffs. Dismissed harm stays dismissed."""
        dealt = dealt_to_thrower(played.owner.dice, played.reading)
        known = self.harm.acts.get(played.key)
        if known is not None:
            return (replace(known, dealt=dealt).pending(),)
        acts = harm_acts(played.key, played.owner.id, dealt, played.throw, played.owner.dice, self.document.character)
        return acts if played.is_meant else struck(acts, meant=False)

    def mark(self, entry: LogEntry, mark: str, *, on: bool) -> LogEntry:
        """Set or remove one of the marks of a line and return the line. The harm of the roll is updated with it.

        The roll on the table keeps its old line until `amend`.
        """
        entry = entry.marked(mark, on=on)
        self.journal.amend(entry)
        if mark == NOT_MEANT:
            self.journal.put(*struck(self.journal.of_line(entry), meant=not on))
        return entry

    def _harmed(self) -> Harmed:
        return Harmed(self.document.character.id, self.document.character, self.document.rulebook, self.apply)

    def _opponent_use(self, other: OtherSide | None, opponent: Opponent | None) -> OwedUse | None:
        """Return the pending use of magic of an opponent who rolls for Magic."""
        if other is None or opponent is None or other.task.skill != MAGIC or file_of(opponent.key) is None:
            return None
        unsettled = uses_owed(self.journal.pending(opponent.character.id))
        return owed_use(opponent.character, unsettled, by_gm=other.task.allowed_by_gm)

    def _pay(self, name: str, owed: OwedSpiffs | OwedUse) -> Reason | None:
        """Pay a debt as an undo step of the character and delete it from the log. If refused, return the reason."""
        try:
            self.document.apply(name, lambda now: owed.paid(now, self.today()), mark=owed.id)
        except RulesError as error:
            # A refused debt would be refused at every start, so it is deleted.
            self.journal.drop(owed.id)
            return error.reason
        self.journal.paid(owed.id)
        return None

    def today(self) -> str:
        """Return the current date in the form "2026-11-21"."""
        return self.dice.clock().astimezone().date().isoformat()

    def _pay_debts(self) -> None:
        """Pay debts that were still open when the program ended."""
        document = self.document
        if document.read_only:
            return
        acts = self.journal.pending(document.character.id)
        names = (
            (_("Use magic in an interrupted roll"), uses_owed(acts)),
            (_("Spiffs of an interrupted roll"), spiffs_owed(acts)),
        )
        for name, debts in names:
            for owed in debts:
                if not owed.is_due(document.character):
                    self.journal.drop(owed.id)
                elif (why_not := self._pay(name, owed)) is not None:
                    self.journal.refused.emit(why_not)

    def lost_since(self, played: Played) -> set[int]:
        """Return the positions, in the roll, of own dice that the character lost after it."""
        available = set(self.document.character.available())
        return {place for place, owner in enumerate(played.owner.dice) if owner not in available}
