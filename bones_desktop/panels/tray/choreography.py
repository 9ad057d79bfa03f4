"""Which way dice move for a throw: chosen here, played elsewhere, and never asked what they show."""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from bones_desktop.panels.tray.dicepainter import upright
from bones_desktop.panels.tray.landing import find_landing
from bones_desktop.panels.tray.layout import MOST_FLYING, far_rows
from bones_desktop.panels.tray.motion import Among, Flying, Motion, Pose, Tossing
from bones_desktop.panels.tray.throwfile import Flight, ThrowSource

_FLIGHTS: Final = 24
"""Flights looked through for one that ends on free felt."""
_MOST_AGAIN: Final = 8
"""More re-rolled dice than this hardly ever find room among others."""


def throw_motion(
    source: ThrowSource, rest: Sequence[Pose], faces: Sequence[int], tray: tuple[float, float], seed: int
) -> Motion:
    """Return how dice fly in `tray` and end with `faces` up. `rest` is where they lie in rows at last.

    Further dice than fly lie settled beyond them. Without a flight all hop where they will lie.
    """
    flight = source.flight(min(len(rest), MOST_FLYING), seed)
    if flight is None or flight.width > tray[0] + 1e-6 or flight.depth > tray[1] + 1e-6:
        return Tossing(rest, rest, range(len(rest)), seed)
    further = len(rest) - MOST_FLYING
    if further <= 0:
        return Flying(flight, faces)
    shift = (0.0, (flight.depth - tray[1]) / 2)
    beyond = [upright(place, face) for place, face in zip(far_rows(further, tray[1]), faces[MOST_FLYING:], strict=True)]
    flying = Flying(flight, faces[:MOST_FLYING], shift)
    return Among([*rest[:MOST_FLYING], *beyond], range(MOST_FLYING), flying)


def rethrow_motion(
    source: ThrowSource,
    lying: Sequence[Pose],
    places: Collection[int],
    faces: Sequence[int],
    tray: tuple[float, float],
    seed: int,
) -> Motion:
    """Return how the dice at `places` fly again while the others stay; a hop on the spot where there is no room."""
    thrown = sorted(places)
    flights = _flights(source, len(thrown), seed) if 0 < len(thrown) <= _MOST_AGAIN else []
    staying = [pose for die, pose in enumerate(lying) if die not in places]
    landing = find_landing(flights, staying, tray, [lying[die].place for die in thrown])
    if landing is None:
        return Tossing(lying, hopped(lying, places, faces), thrown, seed)
    run_up = max(0.0, landing.shift[1] + (tray[1] - landing.flight.depth) / 2)
    flying = Flying(landing.flight, [faces[die] for die in thrown], landing.shift, landing.lifts, run_up)
    return Among(lying, thrown, flying)


def hopped(lying: Sequence[Pose], places: Collection[int], faces: Sequence[int]) -> list[Pose]:
    """Return the poses with each die at `places` turned on the spot to its face, upright."""
    return [upright(pose.place, faces[die]) if die in places else pose for die, pose in enumerate(lying)]


def _flights(source: ThrowSource, count: int, seed: int) -> list[Flight]:
    rng = Random(seed)  # noqa: S311 - how dice fly, never what they show
    found = (source.flight(count, rng.getrandbits(32)) for _ in range(_FLIGHTS))
    return [flight for flight in found if flight is not None]
