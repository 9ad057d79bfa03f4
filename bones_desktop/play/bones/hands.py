"""The hand of a request (the dice of character, difficulty and opponent), its roll, and the rolls of a group."""

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from bones_desktop.play.bones.harm import harm_of
from bones_desktop.play.bones.played import Opponent, Owner, Played, request_json, theirs, with_uses
from bones_desktop.play.eveningdice import Drawn, EveningDice
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.attempts import CHALLENGE, Eligibility, Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import automatic_successes, task_pool
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import MAGIC, magic_price
from bones_desktop.rules.bones.reading.plays import OtherSide, Play, read_play
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Occasion,
    Request,
    asked_of_opponent,
    lost_to_distance,
    occasion_of,
    opposing_skill,
    shot_with,
    usual_items,
)
from bones_desktop.rules.bones.reading.tasks import challenge_dice
from bones_desktop.rules.dice import Die, Throw
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.log.logentry import BY_HAND, HIDDEN, LogEntry, LoggedDie
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.table import request_name


class OtherHand(Record):
    """The opponent's part of the roll."""

    name: str
    task: Task
    dice: tuple[Die[Face], ...]
    """The opponent's own dice, as they are before `theirs` converts them."""


class Hand(Record):
    """All dice that are rolled together."""

    occasion: Occasion
    own: tuple[Die[Face], ...]
    """The character's own dice, equipment dice and hindering dice, then the challenge dice."""
    eligibility: Eligibility
    other: OtherHand | None = None

    @property
    def dice(self) -> tuple[Die[Face], ...]:
        """All dice in the order in which they are drawn."""
        return (*self.own, *map(theirs, self.other.dice)) if self.other else self.own

    @property
    def shown(self) -> tuple[Die[Face], ...]:
        """The dice to show before a roll. Challenge dice are left out, because they are the GM's dice."""
        return tuple(die for die in self.dice if die.group != CHALLENGE)


def hand_for(rulebook: Rulebook, character: Character, request: Request, opponent: Opponent | None) -> Hand:
    """Return the hand for a request. Raise RulesError for a skill, difficulty or equipment that does not exist."""
    occasion = occasion_of(rulebook, character, request)
    pool = task_pool(rulebook, character, request.items)
    allowed = eligibility(rulebook, character.house_rules, occasion.task, pool)
    other = None
    # A difficulty replaces the opponent. Rolls that only count the character's successes have no opponent.
    if opponent is not None and not request.difficulty and request.kind not in OWN_COUNT:
        skill = opposing_skill(rulebook, request)
        asked = asked_of_opponent(rulebook, request)
        weapon, reach = shot_with(opponent.character, asked) if asked else ("", None)
        price = magic_price(opponent.character, by_gm=request.opponent_allowed_by_gm)
        # The opponent's roll has no difficulty, because the character must beat the opponent's successes.
        task = Task(
            skill,
            against=0,
            automatic=automatic_successes(opponent.character),
            fatigue=price.penalty if skill == MAGIC else 0,
            distance=lost_to_distance(asked, reach) if asked else 0,
            darkness=asked.darkness if asked else 0,
            weapon=weapon,
            allowed_by_gm=request.opponent_allowed_by_gm,
        )
        dice = task_pool(rulebook, opponent.character, request.opponent_items)
        other = OtherHand(opponent.name, task, dice)
    return Hand(occasion, (*pool, *challenge_dice(rulebook, occasion.task)), allowed, other)


def begun(
    rulebook: Rulebook,
    character: Character,
    request: Request,
    hand: Hand,
    drawn: Drawn[Face],
    opponent: Opponent | None = None,
    *,
    at: datetime,
    secret: bool = False,
    filed: bool = True,
) -> Played:
    """Return the roll of a hand, without any use of spiffs. Raise RulesError if the roll cannot be read.

    If the character has no file, the roll is not `filed`, and the log does not store the character's id.
    """
    # One draw contains all dice: the indices of the character come first, then those of the opponent.
    own, indices, other = len(hand.own), drawn.throw.indices, None
    if hand.other is not None:
        other = OtherSide(hand.other.name, hand.other.task, Throw(hand.other.dice, indices[own:]))
    name = one_line(character.name) or _("No name yet")
    owner = Owner(character.id if filed else "", name, character.available())
    throw = Throw(hand.own, indices[:own])
    reading = read_play(rulebook, character.house_rules, Play(hand.occasion, throw, other))
    entry = LogEntry(
        at=at,
        who=name,
        character_id=owner.id,
        title=request_name(rulebook, request, other.name if other else ""),
        evening=drawn.evening,
        number=drawn.number,
        request=request_json(request),
        tags=(*(() if drawn.number else (BY_HAND,)), *((HIDDEN,) if secret else ())),
    )
    # The key is random, because it identifies the harm of the roll in the log.
    key, met = secrets.token_hex(16), opponent if other is not None else None
    played = Played(request, entry.title, owner, hand.occasion, throw, other, reading, entry, opponent=met, key=key)
    dice = tuple(
        LoggedDie(die.label or die.key, tuple(face.code for face in die.faces), index, die.group, die.key)
        for die, index in zip(played.dice, played.indices, strict=True)
    )
    return with_uses(rulebook, character.house_rules, replace(played, entry=replace(entry, dice=dice)), ())


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
