"""What is worked out for a fight, in the order it is known: a round, how the fight will end, at last exactly."""

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
    """Two who fight, under which rules, and who declares first."""

    rulebook: Rulebook
    house_rules: HouseRules
    a: Combatant
    b: Combatant
    first: FightSide


@dataclass(frozen=True, slots=True)
class FightAnswers:
    """What is known so far; None for what is not."""

    round: RoundOdds | None = None
    odds: FightOdds | None = None
    """The quick answer, then the exact one."""
    careful: FightOdds | None = None
    """How the fight ends when both sides follow a rule of thumb."""
    refused: Reason | None = None
    """Why the fight cannot be worked out, or not exactly."""

    @property
    def by_rule_of_thumb(self) -> bool:
        """Whether nothing better than the rule of thumb is known, nor will be: the fight is too large."""
        return self.odds is None and self.careful is not None and self.refused is not None


def reckon(fight: FightQuestion, keep_on: Callable[[], bool]) -> Iterator[FightAnswers]:
    """Yield what is known whenever it is more; ends early once `keep_on` says no."""
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
    known = FightAnswers(round=round_odds(*given))
    yield known
    try:
        known = replace(known, odds=solve(*given, first=fight.first, keep_on=keep_on, best_losses=False).odds)
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
