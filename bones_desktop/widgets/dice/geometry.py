"""Geometry of dice: folding a net, rotating a die so that a given face is up, and the camera of the tray.

All parts of the program fold the same net: face 3 points to the viewer, face 1 is above it, 2 to the left, 4 to the
right, 6 below and 5 behind. For the cube on the Build page, seen from the front, x points to the right, y up the
picture and z towards the viewer. The tray is seen from above: y points away from the viewer and z up, and a die is a
cube of edge 1 around its centre. Matrices are nine floats, row by row. They convert directions of the die to directions
of the tray.
"""

from collections.abc import Sequence
from itertools import permutations, product
from math import cos, hypot, radians, sin, sqrt, tan
from typing import Final

Vector = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float, float, float, float]
Turn = tuple[float, float, float, float]
"""A unit quaternion in the order w, x, y, z."""
Point = tuple[float, float]
"""A position on the screen."""
NORMALS: Final[tuple[Vector, ...]] = (
    (0.0, 1.0, 0.0),
    (-1.0, 0.0, 0.0),
    (0.0, 0.0, 1.0),
    (1.0, 0.0, 0.0),
    (0.0, 0.0, -1.0),
    (0.0, -1.0, 0.0),
)
"""Outward direction of each face. Faces 1 and 6, 2 and 4, 3 and 5 are opposite."""

UPS: Final[tuple[Vector, ...]] = (
    (0.0, 0.0, -1.0),
    (0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 1.0, 0.0),
    (0.0, 0.0, 1.0),
)
"""Upward direction of each face's picture."""
ROUND: Final = 0.088
"""Radius of a cube's edges and corners, in die edges."""
INNER: Final = 0.5 - ROUND
_RIM: Final = 0.058
_RIM_LIMITS: Final = (0.36, 0.6)
_TILT: Final = radians(15)
_FIELD: Final = radians(25)


def cross(a: Vector, b: Vector) -> Vector:
    """Return the vector product."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def apply(m: Matrix, v: Vector) -> Vector:
    """Return `v` rotated by `m`."""
    x, y, z = v
    return (m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z)


def times(a: Matrix, b: Matrix) -> Matrix:
    """Return the rotation that applies `b` first, then `a`."""
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
    """Return `turn` scaled to length 1; the identity for length 0."""
    w, x, y, z = turn
    length = sqrt(w * w + x * x + y * y + z * z)
    return (w / length, x / length, y / length, z / length) if length > 1e-9 else (1.0, 0.0, 0.0, 0.0)


def combine(a: Turn, b: Turn) -> Turn:
    """Return the quaternion that applies `b` first, then `a`."""
    w, x, y, z = a
    p, q, r, s = b
    return (
        w * p - x * q - y * r - z * s,
        w * q + x * p + y * s - z * r,
        w * r - x * s + y * p + z * q,
        w * s + x * r - y * q + z * p,
    )


def turn_of(m: Matrix) -> Turn:
    """Return a quaternion for the matrix `m`."""
    # Each candidate loses precision near some rotations, so the longest one is used: it is the most precise.
    candidates = (
        (1 + m[0] + m[4] + m[8], m[7] - m[5], m[2] - m[6], m[3] - m[1]),
        (m[7] - m[5], 1 + m[0] - m[4] - m[8], m[1] + m[3], m[2] + m[6]),
        (m[2] - m[6], m[1] + m[3], 1 - m[0] + m[4] - m[8], m[5] + m[7]),
        (m[3] - m[1], m[2] + m[6], m[5] + m[7], 1 - m[0] - m[4] + m[8]),
    )
    return unit(max(candidates, key=lambda c: c[0] ** 2 + c[1] ** 2 + c[2] ** 2 + c[3] ** 2))


def between(a: Turn, b: Turn, t: float) -> Turn:
    """Return the rotation at share `t` from `a` to `b` along the shorter arc."""
    # A quaternion and its negative are the same rotation; the sign selects the shorter arc.
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
            # A negative product is a mirror image, which is not a rotation.
            if a[0] * bc[0] + a[1] * bc[1] + a[2] * bc[2] > 0:
                found.append((*a, *b, *c))
    return tuple(found)


CUBE_TURNS: Final = _cube_turns()
"""The twenty-four rotations that map a cube onto itself."""

_RELABEL: Final = {
    (face, up): tuple(turn for turn in CUBE_TURNS if apply(turn, NORMALS[face]) == NORMALS[up])
    for face in range(6)
    for up in range(6)
}


def top_face(m: Matrix) -> int:
    """Return the upper face of a die rotated by `m`."""
    return max(range(6), key=lambda face: m[6] * NORMALS[face][0] + m[7] * NORMALS[face][1] + m[8] * NORMALS[face][2])


def relabel(rest: Matrix, face: int) -> Matrix:
    """Return the rotation to apply to a die before `rest`, so that `face` is up and its picture is upright.

    The die keeps this rotation during the whole flight. The result is decided before the flight, so no flight path
    favours a face.
    """
    upright = UPS[face]
    # Four rotations bring the same face up. The rotation with the most upright picture is used.
    choices = _RELABEL[face, top_face(rest)]
    return max(choices, key=lambda turn: apply(rest, apply(turn, upright))[1])


def hull(points: Sequence[Point]) -> list[Point]:
    """Return the convex hull of `points`."""
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


class Camera:
    """Looks at the tray from above and slightly from the front, from as close as the rim allows."""

    def __init__(self, width: int, height: int, tray_width: float, tray_depth: float, margin: int = 6) -> None:
        self.sin, self.cos = sin(_TILT), cos(_TILT)
        self.scale = height / 2 / tan(_FIELD / 2)
        self.x0, self.y0 = width / 2, height / 2
        self.height = height
        self.eye: Vector = (0.0, 0.0, 1.0)
        self.rim = max(_RIM_LIMITS[0], min(_RIM_LIMITS[1], tray_depth * _RIM))
        """Width and height of the wooden rim, in die edges."""
        half_x, half_y = tray_width / 2 + self.rim, tray_depth / 2 + self.rim
        corners = [(x, y, self.rim) for x in (-half_x, half_x) for y in (-half_y, half_y)]
        near, far = 3.0, 400.0
        # The distance is found by bisection, because it depends on the perspective and has no formula. Forty steps are
        # exact enough.
        for _ in range(40):
            distance = (near + far) / 2
            self.eye = (0.0, -self.sin * distance, self.cos * distance)
            seen = [self.point(*corner) for corner in corners]
            wide = max(x for x, _ in seen) - min(x for x, _ in seen)
            high = max(y for _, y in seen) - min(y for _, y in seen)
            if wide > width - 2 * margin or high > height - 2 * margin or distance < 4:
                near = distance
            else:
                far = distance
        seen = [self.point(*corner) for corner in corners]
        self.y0 += height / 2 - (max(y for _, y in seen) + min(y for _, y in seen)) / 2

    def point(self, x: float, y: float, z: float) -> tuple[float, float]:
        """Return the screen position of a point of the tray."""
        _, ey, ez = self.eye
        y, z = y - ey, z - ez
        zoom = self.scale / (y * self.sin - z * self.cos)
        return self.x0 + x * zoom, self.y0 - (y * self.cos + z * self.sin) * zoom

    def zoom(self, place: Vector) -> float:
        """Return the length of a die edge in pixels at `place`, seen from the front."""
        _, ey, ez = self.eye
        # Points close to the eye would give infinite or negative sizes.
        return self.scale / max(0.1, (place[1] - ey) * self.sin - (place[2] - ez) * self.cos)

    def distance(self, place: Vector) -> float:
        """Return the distance of `place` from the eye. Farther dice are painted first."""
        x, y, z = place
        return hypot(x - self.eye[0], y - self.eye[1], z - self.eye[2])
