"""Playing a solved fight exchange by exchange as both sides would, to compare the ends with the odds."""

from fractions import Fraction

from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.fight.combat import Allotment, Combatant, Successes, allot, damage, facing
from bones_desktop.rules.bones.fight.fights import Duel, FightSide, Pair, SolvedFight
from bones_desktop.rules.dice import Die


def value(duel: Duel, state: tuple[int, int]) -> Fraction:
    """Return the worth of a state to the one who declares second: a draw is half a win."""
    share, whole = duel.share(state)
    win, draw, *_ = share.numerators
    return Fraction(2 * win + draw, 2 * whole)


class BestPlay:
    """What both sides do in a solved fight."""

    def __init__(self, fight: SolvedFight, a: Combatant, b: Combatant, first: FightSide = FightSide.B) -> None:
        self.odds, self._duel = fight
        self._hands = [side.hands for side in self._duel.sides]
        self._mirrored = first is FightSide.A
        both = (b, a) if self._mirrored else (a, b)
        self._dice = [tuple(die for die in side.dice if die.group == CHARACTER) for side in both]

    @property
    def start(self) -> Pair:
        """The state before the first exchange: places of A's and B's hands."""
        return self._turned((self._hands[0].full, self._hands[1].full))

    def dice(self, state: Pair) -> tuple[tuple[Die[Face], ...], tuple[Die[Face], ...]]:
        """Return the character dice A and B hold in a state."""
        held = [
            tuple(die for place, die in enumerate(dice) if hands.hands[at] >> place & 1)
            for at, dice, hands in zip(self._turned(state), self._dice, self._hands, strict=True)
        ]
        return (held[1], held[0]) if self._mirrored else (held[0], held[1])

    def allotments(self, state: Pair, a: Successes, b: Successes) -> tuple[Allotment, Allotment]:
        """Return how A and B allot these successes, the one who declares first knowing how the other will answer.

        Whoever is as well off by ending the exchange without another ends it, so that no fight goes on for ever.
        """
        at = self._turned(state)
        second, first = facing(b, a) if self._mirrored else facing(a, b)
        end, answered, declared = self._played(at, second, first, again=-1)
        if end == at or not self._is_as_good(end, at):
            end, answered, declared = self._played(at, second, first, again=1)
            if end == at or not self._is_as_good(at, end):
                end, answered, declared = self._played(at, second, first, again=0)
        return (declared, answered) if self._mirrored else (answered, declared)

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
            return self._duel.higher(one, other)

        best: tuple[Pair, Allotment, Allotment] | None = None
        for attack_first in range(first.either + 1):
            declared = allot(first, attack_first)
            answer: tuple[Pair, Allotment, Allotment] | None = None
            for attack_second in range(second.either + 1):
                answered = allot(second, attack_second)
                end = self._duel.after(at, *damage(answered, declared))
                if answer is None or better(end, answer[0]):
                    answer = (end, answered, declared)
            if best is None or (answer is not None and better(best[0], answer[0])):
                best = answer
        if best is None:
            raise AssertionError("a side can always allot")
        return best

    def after(self, state: Pair, damage_a: int, damage_b: int) -> Pair:
        """Return the state when A and B have given up dice for their damage."""
        lost = (damage_b, damage_a) if self._mirrored else (damage_a, damage_b)
        return self._turned(self._duel.after(self._turned(state), *lost))

    def _is_as_good(self, one: Pair, other: Pair) -> bool:
        """Return whether one state is worth at least as much as the other to the one who declares second."""
        return value(self._duel, one) >= value(self._duel, other)

    def _turned(self, state: Pair) -> Pair:
        return (state[1], state[0]) if self._mirrored else state
