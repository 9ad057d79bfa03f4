"""The shape of a die: a cube whose edges are bevelled and whose corners are balls, as points, faces and bevels."""

from collections.abc import Sequence
from typing import Final

from bones_desktop.panels.tray.geometry import Vector, cross
from bones_desktop.widgets.dice.cubefaces import NORMALS, UPS

Point = tuple[float, float]
"""A place on the screen."""

ROUND: Final = 0.088
"""How far edges and corners are rounded, in die edges."""

INNER: Final = 0.5 - ROUND

CORNERS: Final = tuple((x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0))
"""Which way each corner lies from the middle."""

_RIBS: Final = tuple(
    (x * (0.5 if axis == 0 else INNER), y * (0.5 if axis == 1 else INNER), z * (0.5 if axis == 2 else INNER))
    for x, y, z in CORNERS
    for axis in range(3)
)
"""The 24 points where faces meet bevels: three for each corner."""

POINTS: Final = _RIBS + tuple((x * INNER, y * INNER, z * INNER) for x, y, z in CORNERS)
"""The ribs, then the middle of the ball that rounds each corner."""


def _rib(corner: Vector, axis: int) -> int:
    return CORNERS.index(corner) * 3 + axis


def _axis(normal: Vector) -> int:
    return next(k for k in range(3) if normal[k])


def _face_ribs(face: int) -> tuple[int, int, int, int]:
    normal, up = NORMALS[face], UPS[face]
    right = cross(up, normal)
    axis = _axis(normal)

    def at(x: int, y: int) -> int:
        a, b, c = (normal[k] + x * right[k] + y * up[k] for k in range(3))
        return _rib((a, b, c), axis)

    return at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)


def _edges() -> tuple[tuple[int, int, float, float, int, int, tuple[int, int, int, int]], ...]:
    found = []
    for first in range(3):
        for second in range(first + 1, 3):
            for a in (-1.0, 1.0):
                for b in (-1.0, 1.0):
                    corners = [c for c in CORNERS if c[first] == a and c[second] == b]
                    ribs = (
                        _rib(corners[0], first),
                        _rib(corners[1], first),
                        _rib(corners[1], second),
                        _rib(corners[0], second),
                    )
                    faces = [
                        next(f for f in range(6) if NORMALS[f][axis] == sign)
                        for axis, sign in ((first, a), (second, b))
                    ]
                    found.append((first, second, a, b, faces[0], faces[1], ribs))
    return tuple(found)


FACE_RIBS: Final = tuple(_face_ribs(face) for face in range(6))
"""The four ribs of each face, from its picture's upper left round."""

FACE_AXES: Final = tuple((_axis(normal), normal[_axis(normal)]) for normal in NORMALS)
"""Axis and sign of each face's direction."""

EDGES: Final = _edges()
"""Each bevel: its two axes, the signs on them, the two faces it joins, and its four ribs."""


def hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex outline of `points`."""
    ordered = sorted(points)

    def side(run: list[Point]) -> list[Point]:
        out: list[Point] = []
        for x, y in run:
            while len(out) > 1 and (out[-1][0] - out[-2][0]) * (y - out[-2][1]) <= (out[-1][1] - out[-2][1]) * (
                x - out[-2][0]
            ):
                out.pop()
            out.append((x, y))
        return out[:-1]

    return side(ordered) + side(ordered[::-1])
