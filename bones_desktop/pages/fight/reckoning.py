"""Calculations for a fight, in order of time: one round, the outcome, and finally the exact outcome."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import Combatant
from bones_desktop.rules.bones.fight.fights import FightOdds, FightSide, StoppedError, careful, solve
from bones_desktop.rules.bones.fight.rounds import RoundOdds, round_odds
from bones_desktop.rules.reasons import Reason, RulesError, reason


@dataclass(frozen=True, slots=True)
class FightQuestion:
    """Two fighters, the rules of their fight, and the one who declares first."""

    rulebook: Rulebook
    house_rules: HouseRules
    a: Combatant
    b: Combatant
    first: FightSide


@dataclass(frozen=True, slots=True)
class FightAnswers:
    """Answers known so far; None for unknown ones."""

    round: RoundOdds | None = None
    odds: FightOdds | None = None
    """The quick answer, later the exact one."""
    careful: FightOdds | None = None
    """The outcome when both sides follow a rule of thumb."""
    refused: Reason | None = None
    """The reason why the outcome cannot be calculated, or not exactly."""

    @property
    def by_rule_of_thumb(self) -> bool:
        """Whether only the rule of thumb is known and will be known: the fight is too large."""
        return self.odds is None and self.careful is not None and self.refused is not None


def reckon(fight: FightQuestion, keep_on: Callable[[], bool]) -> Iterator[FightAnswers]:
    """Yield the answers each time there are more. End early when `keep_on` returns False."""
    # Equipment dice alone cannot lose a fight, because only dice of the character are lost.
    if not all(any(die.group == CHARACTER for die in side.dice) for side in (fight.a, fight.b)):
        yield FightAnswers(refused=reason("fight-without-dice", "CMB-14"))
        return
    known = FightAnswers()
    try:
        for known in _known(fight, keep_on):
            yield known
            if not keep_on():
                return
    except StoppedError:
        return


def _known(fight: FightQuestion, keep_on: Callable[[], bool]) -> Iterator[FightAnswers]:
    given = fight.rulebook, fight.house_rules, fight.a, fight.b
    # The quick answers first: the user reads them while the slow ones are calculated.
    known = FightAnswers(round=round_odds(*given))
    yield known
    try:
        known = replace(known, odds=solve(*given, first=fight.first, keep_on=keep_on, best_losses=False).odds)
    # Too large even for the quick way; the rule of thumb below still works.
    except RulesError as error:
        known = replace(known, refused=error.reason)
    yield known
    known = replace(known, careful=careful(*given, keep_on=keep_on))
    yield known
    if known.odds is not None:
        try:
            known = replace(known, odds=solve(*given, first=fight.first, keep_on=keep_on).odds)
        except RulesError as error:
            known = replace(known, refused=error.reason)
        yield known
