"""How hard an encounter is for a party: an exact duel of two fighters, or many whole fights played round by round.

The party stands if at least one of its members can act when no foe can (CMB-14). It does not stand if both sides fall
together, or if the fight is not over after `MOST_ROUNDS`. In each round everybody declares as `all_attack` does, and
all choices are the suggested ones (`suggestions`).

Codes refused: encounter-one-sided ().
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Final

from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.book.definitions import EncounterRating
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.fighters import Encounter, Fighter, Round, allotting_order, is_able, is_plain
from bones_desktop.rules.bones.fight.fights import FightSide, StoppedError, solve
from bones_desktop.rules.bones.fight.roster import OURS, Fight, add, new_fight, surroundings, usual_side
from bones_desktop.rules.bones.fight.roundedits import AttackOdds, all_attack, throw_rest
from bones_desktop.rules.bones.fight.roundreading import after
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.reasons import Reason, RulesError, refuse
from bones_desktop.rules.records import Record, field

MOST_ROUNDS: Final = 50
"""Maximum number of rounds of a fight that is played to rate an encounter."""
ENOUGH: Final = 0.02
"""An estimate with at most this error needs no further fights."""
MOST_TURNS: Final = 20_000
"""Maximum number of turns played for an estimate. A turn is one fighter who can act in one round."""
SEED: Final = 1
"""Default seed of the fights. With the same seed, the same encounter always has the same answer."""
MOST_RATED: Final = 60
"""Maximum number of fighters in a printed encounter that is rated.

One fight among more fighters takes many seconds.
"""
_TURNS_AT_ONCE: Final = 600
"""Approximate maximum number of turns between two estimates.

These turns take about half a second.
"""
_QUICK_DICE: Final = 10
"""Maximum number of dice on both sides for a duel that is solved before any fight is played."""
_SIGMAS: Final = 1.96
"""Number of standard deviations on each side of an estimate.

The interval contains the true chance in 95 of 100 cases.
"""
_NOBODY: Final = "0" * 32


def _never_stop() -> bool:
    return True


class FightCount(Record):
    """Counts of fights that were played. Counts for the same encounter can be added."""

    fights: int = 0
    stood: int = 0
    """Fights after which the party stands."""
    lost: Mapping[str, int] = field(default_factory=dict)
    """Dice lost in all fights, by the id of each member of the party."""
    turns: int = 0

    def __add__(self, other: "FightCount") -> "FightCount":
        lost = {who: self.lost.get(who, 0) + other.lost.get(who, 0) for who in {**self.lost, **other.lost}}
        return FightCount(self.fights + other.fights, self.stood + other.stood, lost, self.turns + other.turns)

    @property
    def error(self) -> float:
        """The distance from the counted share to the farther end of its 95 % interval (Wilson)."""
        n, share, z = self.fights, self.stood / self.fights, _SIGMAS
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return abs(middle - share) + half


class Outlook(Record):
    """The expected end of an encounter for the party."""

    stands: Chance
    """The chance that the party stands."""
    error: float
    """Maximum distance between `stands` and the true chance, in 95 of 100 cases; 0 if the chance is exact."""
    lost: Mapping[str, float]
    """Expected dice lost, by the id of each member of the party."""
    rating: EncounterRating
    fights: int = 0
    """Number of fights played; 0 if the chance is exact."""
    left_out: tuple[Reason, ...] = ()
    """Abilities of the fighters that an exact chance ignores."""


def rating_of(rulebook: Rulebook, chance: float) -> EncounterRating:
    """Return the rating of an encounter that the party wins with this chance."""
    return max((each for each in rulebook.encounter_ratings if 100 * chance >= each.least), key=lambda each: each.least)


def party_of(encounter: Encounter) -> tuple[Fighter, ...]:
    """Return the members of the party: side A, in roster order."""
    return tuple(fighter for fighter in encounter.fighters if fighter.side == OURS)


def is_two_sided(encounter: Encounter) -> bool:
    """Return whether both a member of the party and a foe can act."""
    able = {fighter.side == OURS for fighter in encounter.fighters if is_able(fighter.character)}
    return len(able) > 1


def encounter_of(characters: Sequence[Character]) -> Encounter:
    """Return an encounter of these characters: players are the party, everybody else is a foe.

    The house rules of the first player apply. Raise RulesError for more fighters than a fight has room for.
    """
    fight = new_fight(_NOBODY)
    for each in characters:
        fight = add(fight, each, side=usual_side(each))
    rules = [each.house_rules for each in characters if each.kind is CharacterKind.PLAYER]
    return surroundings(fight, house_rules=rules[0]).encounter if rules else fight.encounter


def play_fights(
    rulebook: Rulebook,
    encounter: Encounter,
    number: int,
    rng: Random,
    keep_on: Callable[[], bool] = _never_stop,
    odds: AttackOdds | None = None,
) -> FightCount:
    """Play an encounter `number` times to the end with dice from `rng`, and return the counts.

    Raise StoppedError when `keep_on` returns False. `odds` keeps the averages of attacks for later calls.
    """
    odds = odds or AttackOdds(rulebook, encounter.house_rules)
    party = party_of(encounter)
    count = FightCount()
    for _ in range(number):
        now, turns = _played(rulebook, encounter, rng, keep_on, odds)
        ends = {fighter.id: fighter.character for fighter in now.fighters}
        lost = {each.id: _dice(each) - len(ends[each.id].available()) for each in party}
        able = {fighter.side == OURS for fighter in now.fighters if is_able(fighter.character)}
        count += FightCount(1, int(able == {True}), lost, turns)
    return count


def _dice(fighter: Fighter) -> int:
    return len(fighter.character.available())


def _played(
    rulebook: Rulebook, encounter: Encounter, rng: Random, keep_on: Callable[[], bool], odds: AttackOdds
) -> tuple[Encounter, int]:
    """Return the encounter after its last round, and the number of turns played."""
    turns = 0
    for _ in range(MOST_ROUNDS):
        if not is_two_sided(encounter):
            break
        if not keep_on():
            raise StoppedError
        fight = all_attack(rulebook, Fight(id=_NOBODY, round=Round(encounter=encounter)), odds)
        turns += sum(is_able(fighter.character) for fighter in encounter.fighters)
        encounter = after(complete(rulebook, throw_rest(rulebook, fight.round, rng)).reading)
    return encounter, turns


def duel(rulebook: Rulebook, encounter: Encounter, keep_on: Callable[[], bool] = _never_stop) -> Outlook | None:
    """Return the exact outlook if both sides play as well as possible (amendment 17); None if it cannot be calculated.

    There must be one fighter on each side, no surroundings that help or hinder (`is_plain`), and a fight that is not
    too large to solve. Raise StoppedError when `keep_on` returns False.
    """
    able = [fighter for fighter in encounter.fighters if is_able(fighter.character)]
    ours, theirs = ([each for each in able if (each.side == OURS) is side] for side in (True, False))
    if len(ours) != 1 or len(theirs) != 1 or not is_plain(encounter, able) or encounter.ruled:
        return None
    odds = AttackOdds(rulebook, encounter.house_rules)
    me, foe = ours[0], theirs[0]
    a = odds.combatant(me, odds.best(encounter, me, foe))
    b = odds.combatant(foe, odds.best(encounter, foe, me))
    first = FightSide.A if allotting_order(rulebook, encounter)[0] == me.id else FightSide.B
    try:
        found = solve(rulebook, encounter.house_rules, a, b, first=first, keep_on=keep_on).odds
    except RulesError as error:
        if error.reason.code != "fight-too-large":
            raise
        return None
    lost = {each.id: _dice(each) - found.left_a if each is me else 0.0 for each in party_of(encounter)}
    return Outlook(found.win, 0.0, lost, rating_of(rulebook, found.win.value), left_out=found.left_out)


def outlooks(
    rulebook: Rulebook,
    encounter: Encounter,
    seed: int = SEED,
    keep_on: Callable[[], bool] = _never_stop,
    most_turns: int = MOST_TURNS,
) -> Iterator[Outlook]:
    """Yield an outlook after the first fight, then better ones after more fights; the last one of a duel is exact.

    The last outlook has an error of at most `ENOUGH`, or comes after `most_turns`. It depends on nothing but the
    arguments. Raise RulesError if nobody on one side can act, StoppedError when `keep_on` returns False.
    """
    if not is_two_sided(encounter):
        raise refuse("encounter-one-sided", "CMB-14")
    estimates = _estimates(rulebook, encounter, seed, keep_on, most_turns)
    # A large duel takes seconds to solve, so one fight is played first.
    if sum(map(_dice, encounter.fighters)) > _QUICK_DICE:
        yield next(estimates)
    exact = duel(rulebook, encounter, keep_on)
    if exact is not None:
        yield exact
    else:
        yield from estimates


def _estimates(
    rulebook: Rulebook, encounter: Encounter, seed: int, keep_on: Callable[[], bool], most_turns: int
) -> Iterator[Outlook]:
    odds = AttackOdds(rulebook, encounter.house_rules)
    rng = Random(seed)  # noqa: S311 (dice that the same seed rolls again)
    count, number = FightCount(), 1
    while True:
        count += play_fights(rulebook, encounter, number, rng, keep_on, odds)
        share = Chance(count.stood, count.fights)
        lost = {who: dice / count.fights for who, dice in count.lost.items()}
        yield Outlook(share, count.error, lost, rating_of(rulebook, share.value), count.fights)
        if count.error <= ENOUGH or count.turns >= most_turns:
            return
        # Each estimate doubles the number of fights, unless so many turns would take too long.
        number = max(1, min(count.fights, _TURNS_AT_ONCE * count.fights // count.turns))
