"""The dice that a request lays in the hand: one's own, the challenge dice, the opponent's; and what they promise."""

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
    """The opponent's part of the throw."""

    name: str
    task: Task
    dice: tuple[Die[Face], ...]
    """As they are to him."""


@dataclass(frozen=True, slots=True)
class Hand:
    """Everything that is thrown at once."""

    occasion: Occasion
    own: tuple[Die[Face], ...]
    """The character's, equipment and hindering dice, then the challenge dice."""
    eligibility: Eligibility
    other: OtherHand | None = None

    @property
    def dice(self) -> tuple[Die[Face], ...]:
        """All dice in the order they are drawn in."""
        return (*self.own, *map(theirs, self.other.dice)) if self.other else self.own

    @property
    def shown(self) -> tuple[Die[Face], ...]:
        """The dice to lay out before a throw: without challenge dice, which are the GM's."""
        return tuple(die for die in self.dice if die.group != CHALLENGE)


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may be expected of a throw before it is made."""

    odds: TaskOdds
    with_bought: Chance | None
    """Success with one success bought (SPF-10); None when it cannot be paid for or makes no difference."""


def hand_for(rulebook: Rulebook, character: Character, request: Request, opponent: Opponent | None) -> Hand:
    """Return the hand for a request. RulesError for a skill, difficulty or equipment that is not there."""
    occasion = occasion_of(rulebook, character, request)
    pool = task_pool(rulebook, character, request.items)
    allowed = eligibility(rulebook, character.house_rules, occasion.task, pool)
    other = None
    if opponent is not None and not request.difficulty and request.kind not in OWN_COUNT:
        skill = opposing_skill(rulebook, request)
        asked = asked_of_opponent(rulebook, request)
        weapon, reach = shot_with(opponent.character, asked) if asked else ("", None)
        price = magic_price(opponent.character, by_gm=request.opponent_allowed_by_gm)
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
    """Return the chances of a hand, exactly as a throw of it would be read."""

    def of(task: Task) -> TaskOdds:
        own = tuple(die for die in hand.own if die.group != CHALLENGE)
        return odds.task(task, own) if hand.other is None else odds.opposed(task, own, hand.other.task, hand.other.dice)

    found = of(hand.occasion.task)
    affords = spiffs.affords(rulebook, character, spiffs.ADDED_SUCCESS)
    if not found.allowed or not affords or request.kind in OWN_COUNT:
        return Prospect(found, None)
    task = hand.occasion.task
    return Prospect(found, of(replace(task, bought=task.bought + 1)).success)


GAME: Final = "bones"
LOOKED_BACK: Final = 60
"""Lines of the log that the last tasks are taken from."""


def kept_request(entry: LogEntry, rulebook: Rulebook) -> Request | None:
    """Return what a line was thrown for; None when that was not kept, and for a line of another game.

    RulesError for a skill or difficulty that the rulebook lacks.
    """
    request = request_from(entry.request) if entry.game == GAME else None
    if request is not None:
        require_known(rulebook, request)
    return request


def recent_requests(log: ThrowLog | None, rulebook: Rulebook) -> tuple[Request, ...]:
    """Return what was thrown for last by the log, the newest first, each once; only what the rulebook knows."""
    if log is None:
        return ()
    try:
        latest = log.latest(LOOKED_BACK)
    except FileProblem:
        return ()
    found: dict[Request, None] = {}
    for entry in reversed(latest):
        with contextlib.suppress(RulesError):
            request = kept_request(entry, rulebook)
            if request is not None:
                found[request] = None
    return tuple(found)
