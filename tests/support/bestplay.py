"""Playing a solved fight exchange by exchange as both sides would, to compare the ends with the odds."""

from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.fight.duel import Pair
from bones_desktop.rules.bones.fight.exchanges import Allotment, Successes, allot, damage, facing
from bones_desktop.rules.bones.fight.fights import FightPlan
from bones_desktop.rules.dice import Die


class BestPlay:
    """What both sides do in a solved fight."""

    def __init__(self, fight: FightPlan) -> None:
        self._fight = fight
        self.odds = fight.odds

    @property
    def start(self) -> Pair:
        """The state before the first exchange: places of A's and B's hands."""
        return self._turned((self._fight.hands[0].full, self._fight.hands[1].full))

    def dice(self, state: Pair) -> tuple[tuple[Die[Face], ...], tuple[Die[Face], ...]]:
        """Return the character dice A and B hold in a state."""
        held = [
            tuple(die for place, die in enumerate(dice) if hands.hands[at] >> place & 1)
            for at, dice, hands in zip(self._turned(state), self._fight.dice, self._fight.hands, strict=True)
        ]
        return (held[1], held[0]) if self._fight.mirrored else (held[0], held[1])

    def allotments(self, state: Pair, a: Successes, b: Successes) -> tuple[Allotment, Allotment]:
        """Return how A and B allot these successes, the one who declares first knowing how the other will answer.

        Whoever is as well off by ending the exchange without another ends it, so that no fight goes on for ever.
        """
        at = self._turned(state)
        second, first = facing(b, a) if self._fight.mirrored else facing(a, b)
        end, answered, declared = self._played(at, second, first, again=-1)
        if end == at or not self._fight.duel.as_good(end, at):
            end, answered, declared = self._played(at, second, first, again=1)
            if end == at or not self._fight.duel.as_good(at, end):
                end, answered, declared = self._played(at, second, first, again=0)
        return (declared, answered) if self._fight.mirrored else (answered, declared)

    def _played(self, at: Pair, second: Successes, first: Successes, again: int) -> tuple[Pair, Allotment, Allotment]:
        """Return the state that best play leads to and both allotments, the second side's before the first's.

        With `again` below zero another exchange from the same state is worth less than anything else to the second
        side, above zero more than anything; at zero what it is truly worth.
        """

        def better(one: Pair, other: Pair) -> bool:
            if one == other:
                return False
            if again and at in {one, other}:
                return (again > 0) == (one == at)
            return self._fight.duel.higher(one, other)

        best: tuple[Pair, Allotment, Allotment] | None = None
        for attack_first in range(first.either + 1):
            declared = allot(first, attack_first)
            answer: tuple[Pair, Allotment, Allotment] | None = None
            for attack_second in range(second.either + 1):
                answered = allot(second, attack_second)
                end = self._fight.duel.after(at, *damage(answered, declared))
                if answer is None or better(end, answer[0]):
                    answer = (end, answered, declared)
            if best is None or (answer is not None and better(best[0], answer[0])):
                best = answer
        if best is None:
            raise AssertionError("a side can always allot")
        return best

    def after(self, state: Pair, damage_a: int, damage_b: int) -> Pair:
        """Return the state when A and B have given up dice for their damage."""
        lost = (damage_b, damage_a) if self._fight.mirrored else (damage_a, damage_b)
        return self._turned(self._fight.duel.after(self._turned(state), *lost))

    def _turned(self, state: Pair) -> Pair:
        return (state[1], state[0]) if self._fight.mirrored else state
