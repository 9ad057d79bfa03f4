"""Rolls of a group for one task outside a fight. Each member has a draw of the evening and a line in the log."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QObject, Signal

from bones_desktop.play.bones.hands import Hand, begun, hand_for
from bones_desktop.play.bones.played import Played
from bones_desktop.play.bones.throws import harm_of
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import Request, usual_items
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name


class Somebody(Record):
    """A member of the group."""

    key: str
    """Key of the member, unique within the group."""
    character: Character
    filed: bool
    """True if the character has a file, to which the harm of the roll can be written."""

    @property
    def name(self) -> str:
        """The member's full name on one line."""
        return one_line(self.character.name)


class GroupHand(Record):
    """The dice of one member for the task."""

    who: Somebody
    request: Request
    hand: Hand | None
    """The hand; None if the member may not attempt the task."""
    why_not: Reason | None = None


class GroupPlay(QObject):
    """Rolls for a group. For members with files, harm becomes pending, as after a single roll."""

    logged = Signal(object)
    """Emitted with the LogEntry of each roll."""

    def __init__(
        self,
        rulebook: Callable[[], Rulebook],
        journal: Journal,
        dice: EveningDice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self._journal = journal
        self._dice = dice

    def hands(self, people: Sequence[Somebody], request: Request) -> tuple[GroupHand, ...]:
        """Return the hand of each member for a request, with the default equipment."""
        return tuple(self._hand(who, request) for who in people)

    def throw(
        self,
        hands: Sequence[GroupHand],
        by_hand: Mapping[str, tuple[int, ...]] | None = None,
        *,
        secret: bool = False,
    ) -> tuple[Played, ...]:
        """Roll for each member who may attempt the task. `by_hand` gives faces of real dice, keyed by member."""
        self._dice.begin()
        given = by_hand or {}
        return tuple(
            self._throw(each, each.hand, given.get(each.who.key), secret=secret)
            for each in hands
            if each.hand is not None
        )

    def _hand(self, who: Somebody, request: Request) -> GroupHand:
        book = self._rulebook()
        # Equipment is chosen for each member, because a request for the group cannot name one member's items.
        request = replace(request, items=usual_items(book, who.character, request.skill, request.distance))
        try:
            hand = hand_for(book, who.character, request, None)
        except RulesError as error:
            return GroupHand(who, request, None, error.reason)
        if not hand.eligibility.allowed:
            return GroupHand(who, request, None, hand.eligibility.reason)
        return GroupHand(who, request, hand)

    def _throw(self, each: GroupHand, hand: Hand, given: tuple[int, ...] | None, *, secret: bool) -> Played:
        character, book = each.who.character, self._rulebook()
        drawn = self._dice.fall(hand.own, given)
        filed = each.who.filed
        played = begun(book, character, each.request, hand, drawn, at=self._dice.clock(), secret=secret, filed=filed)
        # A character without a file cannot take the harm later, so nothing is pending.
        harm = harm_of(played, character) if filed else ()
        entry = self._journal.keep(played.entry, *harm)
        self.logged.emit(entry)
        return replace(played, entry=entry)


def came_out(thrown: Sequence[Played]) -> str:
    """Return the number of successes and the best result: "Succeeded: 2 of 3. Best: Ragnar, by 2."; "" for no rolls."""
    if not thrown:
        return ""
    done = [each for each in thrown if each.reading.task.net >= 1]
    words = _("Succeeded: {n} of {all}.").format(n=len(done), all=len(thrown))
    best = max(each.reading.task.net for each in thrown)
    first = [short_name(each.owner.name) for each in thrown if each.reading.task.net == best]
    if not done:
        return words
    return _("{words} Best: {names}, by {n}.").format(words=words, names=", ".join(first), n=best)
