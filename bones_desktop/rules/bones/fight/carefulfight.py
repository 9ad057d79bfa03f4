"""A whole fight by the rule of thumb: every exchange won by as much as can be, dice lost in a fixed order."""

from collections.abc import Callable, Mapping, Sequence

from bones_desktop.rules.averages import Averages, Share
from bones_desktop.rules.bones.fight.duel import StoppedError
from bones_desktop.rules.bones.fight.rounds import Blows, Fall


def careful_share(
    a: Sequence[Mapping[Fall, int]], b: Sequence[Mapping[Fall, int]], keep_on: Callable[[], bool] = lambda: True
) -> tuple[Share, int]:
    """Return (chance that A wins, of a draw, dice A has left, dice B has left) on average, and the denominator.

    `a` and `b` hold the weights of what each side rolls with no dice, with one, and so on to all of them.
    StoppedError once `keep_on` says no.
    """
    blows_a, blows_b = ([Blows(falls) for falls in side] for side in (a, b))
    averages = Averages()
    shares: dict[tuple[int, int], Share] = {}
    for i, mine in enumerate(blows_a):
        for j, theirs in enumerate(blows_b):
            if not keep_on():
                raise StoppedError
            if not i or not j:
                shares[i, j] = Averages.known(int(i > 0), int(i == j), i, j)
                continue
            ends: dict[tuple[int, int], int] = {}
            for (done, suffered), weight in mine.joint_damage(theirs).items():
                end = (max(0, i - suffered), max(0, j - done))
                ends[end] = ends.get(end, 0) + weight
            # An exchange that hurts nobody is only fought again; when none hurts anybody, nobody ever wins.
            ends.pop((i, j), None)
            if ends:
                shares[i, j] = averages.mean((shares[end], weight) for end, weight in ends.items())
            else:
                shares[i, j] = Averages.known(0, 1, i, j)
    share = shares[len(a) - 1, len(b) - 1]
    return share, averages.denominator(share)
