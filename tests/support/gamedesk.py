"""A game of any kind at hand: its throws planned, read and reckoned, its acts done and refused."""

from fractions import Fraction
from typing import Any

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.games import DieResult, Plan, WorkedThrow, fallen_again, planned
from bones_desktop.rules.reading import Reading
from bones_desktop.rules.values import GameCharacter
from bones_desktop.storage.games import game_of
from tests.support.refusals import refusal_code


class GameDesk:
    """A game by its id, with the tables that are shipped."""

    def __init__(self, id: str) -> None:
        stored = game_of(id)
        assert stored is not None
        self.game = stored.game
        self.book = stored.book

    def planned(self, roll: str, who: GameCharacter | None = None, **asked: Any) -> Plan:
        return self.game.plan(self.book, who, roll, Answers(asked))

    def filled(self, roll: str, who: GameCharacter | None = None, **given: Any) -> Plan:
        """Return a plan whose other answers are those proposed, as in window and command."""
        return planned(self.game, self.book, who, WorkedThrow("", roll, given))

    def chances(self, roll: str, finding: str, **asked: Any) -> dict[str, Fraction]:
        """Return how likely the outcomes of a finding are for nobody in particular."""
        found = self.game.odds(self.planned(roll, **asked)).findings[finding]
        return {outcome: Fraction(*chance) for outcome, chance in found.items()}

    def reading(self, plan: Plan, *waves: tuple[int, ...], **choices: int) -> Reading | None:
        """Return what the numbers of a throw mean; each wave after the first is of the dice that had to be thrown."""
        dice, fallen, found = plan.dice, (), None
        for wave, numbers in enumerate(waves):
            now = (DieResult(die, number, wave) for die, number in zip(dice, numbers, strict=True))
            fallen = fallen_again(fallen, now)
            found = self.game.read(plan, fallen, Answers(choices))
            dice = tuple(die for must in found.must for die in must.dice)
        return found

    def done(self, who: Any, act: str, **asked: Any) -> Any:
        """Return the character after an act; what is not asked is as it is proposed."""
        found = next(each for each in self.game.acts(self.book, who) if each.id == act)
        return found.do(who, found.fitted(Answers(asked)))

    def refused(self, who: Any, act: str, **asked: Any) -> str:
        """Return the code of the reason why an act is refused."""
        return refusal_code(lambda: self.done(who, act, **asked))


def outcomes(found: Reading) -> dict[str, str]:
    """Return the outcomes of findings by their ids."""
    return {each.id: each.outcome for each in found.findings}
