"""Dice for a request: the character's own, the challenge dice and the opponent's; and their chances."""

import contextlib
from dataclasses import dataclass, replace
from typing import Final

from bones_desktop.play.bones.opponents import Opponent
from bones_desktop.play.bones.played import request_from, theirs
from bones_desktop.rules.bones.book.advancement import automatic_successes
from bones_desktop.rules.bones.book.attempts import CHALLENGE, Eligibility, Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import spiffs
from bones_desktop.rules.bones.injury.magic import MAGIC, magic_price
from bones_desktop.rules.bones.reading.odds import OddsCalculator, TaskOdds
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Occasion,
    Request,
    asked_of_opponent,
    lost_to_distance,
    occasion_of,
    opposing_skill,
    require_known,
    shot_with,
)
from bones_desktop.rules.bones.reading.taskdice import challenge_dice
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog


@dataclass(frozen=True, slots=True)
class OtherHand:
    """The opponent's part of the roll."""

    name: str
    task: Task
    dice: tuple[Die[Face], ...]
    """The dice as the opponent has them, before `theirs` marks them as an opponent's."""


@dataclass(frozen=True, slots=True)
class Hand:
    """All dice that are rolled together."""

    occasion: Occasion
    own: tuple[Die[Face], ...]
    """The character's, equipment and hindering dice, then the challenge dice."""
    eligibility: Eligibility
    other: OtherHand | None = None

    @property
    def dice(self) -> tuple[Die[Face], ...]:
        """All dice in the order in which they are drawn."""
        return (*self.own, *map(theirs, self.other.dice)) if self.other else self.own

    @property
    def shown(self) -> tuple[Die[Face], ...]:
        """The dice to lay out before a roll: without challenge dice, which are the GM's."""
        return tuple(die for die in self.dice if die.group != CHALLENGE)


@dataclass(frozen=True, slots=True)
class Prospect:
    """Chances of a roll before it is made."""

    odds: TaskOdds
    with_bought: Chance | None
    """Chance of success with one bought success (SPF-10); None when it cannot be paid for or makes no difference."""


def hand_for(rulebook: Rulebook, character: Character, request: Request, opponent: Opponent | None) -> Hand:
    """Return the hand for a request. RulesError for a skill, difficulty or equipment that does not exist."""
    occasion = occasion_of(rulebook, character, request)
    pool = task_pool(rulebook, character, request.items)
    allowed = eligibility(rulebook, character.house_rules, occasion.task, pool)
    other = None
    # A difficulty stands in for the opponent, and off stage the own successes are counted without one.
    if opponent is not None and not request.difficulty and request.kind not in OWN_COUNT:
        skill = opposing_skill(rulebook, request)
        asked = asked_of_opponent(rulebook, request)
        weapon, reach = shot_with(opponent.character, asked) if asked else ("", None)
        price = magic_price(opponent.character, by_gm=request.opponent_allowed_by_gm)
        # The opponent's dice are read without a difficulty: their successes are the number to beat.
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


def prospect(rulebook: Rulebook, character: Character, odds: OddsCalculator, request: Request, hand: Hand) -> Prospect:
    """Return the chances of a hand, by the same rules that read the roll."""

    def of(task: Task) -> TaskOdds:
        own = tuple(die for die in hand.own if die.group != CHALLENGE)
        return odds.task(task, own) if hand.other is None else odds.opposed(task, own, hand.other.task, hand.other.dice)

    found = of(hand.occasion.task)
    affords = spiffs.affords(rulebook, character, spiffs.ADDED_SUCCESS)
    # Where only the own successes count there is no chance of success that a bought one could raise.
    if not found.allowed or not affords or request.kind in OWN_COUNT:
        return Prospect(found, None)
    task = hand.occasion.task
    return Prospect(found, of(replace(task, bought=task.bought + 1)).success)


GAME: Final = "bones"
LOOKED_BACK: Final = 60
"""Number of log lines in which the last tasks are looked for."""


def kept_request(entry: LogEntry, rulebook: Rulebook) -> Request | None:
    """Return the request of a line; None when none was kept, and for a line of another game.

    RulesError for a skill or difficulty that the rulebook lacks.
    """
    request = request_from(entry.request) if entry.game == GAME else None
    if request is not None:
        require_known(rulebook, request)
    return request


def recent_requests(log: ThrowLog | None, rulebook: Rulebook) -> tuple[Request, ...]:
    """Return the last requests in the log, newest first, each once, without those that the rulebook does not know."""
    if log is None:
        return ()
    try:
        latest = log.latest(LOOKED_BACK)
    # The last tasks are a convenience: a log that cannot be read is reported elsewhere.
    except FileProblem:
        return ()
    found: dict[Request, None] = {}
    for entry in reversed(latest):
        # A pack with the skill may have been removed since.
        with contextlib.suppress(RulesError):
            request = kept_request(entry, rulebook)
            if request is not None:
                found[request] = None
    return tuple(found)
