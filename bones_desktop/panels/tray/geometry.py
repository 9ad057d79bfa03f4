"""Cubes in space: turns, the twenty-four ways a cube can lie, and how to turn a die so the wanted face is up.

Axes: x to the right, y away from the viewer, z up; a die is a cube of edge 1 about its centre. Matrices are nine
floats, row by row, and take the die's own directions to the tray's. Seen from above, a die that is not turned at all
lies as its net folds: the third face up, its picture upright.
"""

from itertools import permutations, product
from math import sqrt
from typing import Final

from bones_desktop.widgets.dice.cubefaces import NORMALS, UPS

Vector = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float, float, float, float]
Turn = tuple[float, float, float, float]
"""A unit quaternion, w x y z."""


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def apply(m: Matrix, v: Vector) -> Vector:
    """Return `v` turned by `m`."""
    x, y, z = v
    return (m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z)


def times(a: Matrix, b: Matrix) -> Matrix:
    """Return the turn that does `b` first, then `a`."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


def matrix(turn: Turn) -> Matrix:
    """Return the matrix of a unit quaternion."""
    w, x, y, z = turn
    return (
        1 - 2 * (y * y + z * z),
        2 * (x * y - z * w),
        2 * (x * z + y * w),
        2 * (x * y + z * w),
        1 - 2 * (x * x + z * z),
        2 * (y * z - x * w),
        2 * (x * z - y * w),
        2 * (y * z + x * w),
        1 - 2 * (x * x + y * y),
    )


def unit(turn: Turn) -> Turn:
    """Return `turn` at length 1; the identity for one without length."""
    w, x, y, z = turn
    length = sqrt(w * w + x * x + y * y + z * z)
    return (w / length, x / length, y / length, z / length) if length > 1e-9 else (1.0, 0.0, 0.0, 0.0)


def combine(a: Turn, b: Turn) -> Turn:
    """Return the quaternion that does `b` first, then `a`."""
    w, x, y, z = a
    p, q, r, s = b
    return (
        w * p - x * q - y * r - z * s,
        w * q + x * p + y * s - z * r,
        w * r - x * s + y * p + z * q,
        w * s + x * r - y * q + z * p,
    )


def turn_of(m: Matrix) -> Turn:
    """Return a quaternion of the matrix `m`."""
    candidates = (
        (1 + m[0] + m[4] + m[8], m[7] - m[5], m[2] - m[6], m[3] - m[1]),
        (m[7] - m[5], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]),
        (m[2] - m[6], m[1] + m[3], 1 - m[0] + m[4] - m[8], m[5] + m[7]),
        (m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 - m[0] - m[4] + m[8]),
    )
    return unit(max(candidates, key=lambda c: c[0] ** 2 + c[1] ** 2 + c[2] ** 2 + c[3] ** 2))


def between(a: Turn, b: Turn, t: float) -> Turn:
    """Return the turn `t` of the way from `a` to `b` by the shorter arc."""
    sign = -1.0 if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0 else 1.0
    s, u = 1 - t, t * sign
    return unit((a[0] * s + b[0] * u, a[1] * s + b[1] * u, a[2] * s + b[2] * u, a[3] * s + b[3] * u))


def _cube_turns() -> tuple[Matrix, ...]:
    found: list[Matrix] = []
    for order in permutations(range(3)):
        for signs in product((1.0, -1.0), repeat=3):
            rows = [[0.0] * 3 for _ in range(3)]
            for row, (column, sign) in enumerate(zip(order, signs, strict=True)):
                rows[row][column] = sign
            a, b, c = ((row[0], row[1], row[2]) for row in rows)
            bc = cross(b, c)
            if a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2] > 0:
                found.append((*a, *b, *c))
    return tuple(found)


CUBE_TURNS: Final = _cube_turns()
"""The twenty-four turns that lay a cube upon itself."""

_RELABEL: Final = {
    (face, up): tuple(turn for turn in CUBE_TURNS if apply(turn, NORMALS[face]) == NORMALS[up])
    for face in range(6)
    for up in range(6)
}


def top_face(m: Matrix) -> int:
    """Return which face of a die lying as `m` is up."""
    return max(range(6), key=lambda face: m[6] * NORMALS[face][0] + m[7] * NORMALS[face][1] + m[8] * NORMALS[face][2])


def relabel(rest: Matrix, face: int) -> Matrix:
    """Return the turn of a die within its body so that `face` is up at `rest`, its picture as upright as it can be.

    A die keeps this turn for its whole flight: the outcome was decided before, and no path of a body favours a face.
    """
    upright = UPS[face]
    choices = _RELABEL[face, top_face(rest)]
    return max(choices, key=lambda turn: apply(rest, apply(turn, upright))[1])
