"""Shapes of dice: corners, faces, bevels, numbers on faces, and the resting rotation for each number.

A shape is a convex solid around its centre, with rounded corners and edges. Lengths are in edges of a cube: the cube
has edge 1, and the other shapes are as wide as fits into the same rows. Face k has the number with index k. A d4 shows
index k when its corner k points up; each face of a d4 has the numbers of its three corners.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import atan2, cos, hypot, pi, sin, sqrt
from typing import Final, NamedTuple

from bones_desktop.rules.records import Record
from bones_desktop.widgets.dice.geometry import NORMALS, ROUND, UPS, Matrix, Point, Vector, cross, relabel, times

# Tolerance for comparisons, because corners are calculated from sines and roots.
_NEAR: Final = 1e-6
_WIDE: Final = 0.62
"""How far a lying die that is not a cube extends to each side. Two of these dice fit side by side in every row."""
_WIDE_D4: Final = 0.72
"""How far a lying d4 extends to each side.

This fits because all d4 in a row point the same way.
"""
_ROUND: Final = 0.04
_HEAD_ON: Final = (0.014875, 0.025404)
"""Tolerances for the visibility of bevels and of rounded corners: a larger value makes them visible earlier."""
_FLAT: Final = 2
"""Index of the upper face of an unrotated cube."""
_LETTERS: Final = 1.85
"""Side of the square for a number, as a multiple of the radius of the largest circle in the face."""
_GOLDEN: Final = (1 + sqrt(5)) / 2


class Mark(Record):
    """A number in the picture of a face, centred at a position and rotated clockwise."""

    index: int
    at: Point
    degrees: float
    wide: float
    high: float
    """Width and height of the number's box, as shares of the picture's side."""


@dataclass(frozen=True, slots=True, eq=False)
class FacePlan:
    """The picture of a face that is not square: its corners and numbers in a square of side 1, y pointing down."""

    outline: tuple[Point, ...]
    marks: tuple[Mark, ...]
    sides: int

    def number(self, index: int) -> str:
        """Return the number for an index as shown on the die. A d10 shows 0 for ten."""
        return str((index + 1) % 10 if self.sides == 10 else index + 1)


class Bevel(NamedTuple):
    """The rounded strip between two faces, or a rounded corner.

    Its values are direction, threshold of visibility, and corner points.
    """

    toward: Vector
    seen: float
    """The bevel is visible if the dot product of the eye's position and `toward` is at least this."""
    joins: tuple[int, ...]
    """The two faces that a bevel joins, or the number of a corner."""
    ribs: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """The shape of a die.

    The first `ribs` of its `points` are the corner points of the flat faces, where these meet the bevels. The other
    points are the centres of the balls that round its corners.
    """

    points: tuple[Vector, ...]
    ribs: int
    round: float
    height: float
    """Distance from the centre to each face; also the height of the centre of a lying die."""
    reach: float
    """How far the lying die extends to each side."""
    normals: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]
    """Corner points of each face (indexes into `points`), clockwise as seen from outside.

    On a cube, the first corner is at the upper left of the face's picture.
    """
    squares: tuple[tuple[Vector, ...], ...]
    """The corners of the picture on each face, as weighted sums of three points of the face (`thirds`).

    Empty for a cube, whose pictures have the same corners as its faces.
    """
    thirds: tuple[tuple[int, int, int], ...]
    edges: tuple[Bevel, ...]
    corners: tuple[Bevel, ...]
    stands: tuple[Matrix, ...]
    """The rotation of the lying die for each index, upright for the viewer."""
    plans: tuple[FacePlan, ...]
    """The pictures of the faces; empty for a cube, whose pictures are squares."""

    @property
    def is_cube(self) -> bool:
        """True if this is the shape with which the recorded flights were simulated."""
        return not self.plans

    @property
    def reads_at_sides(self) -> bool:
        """True for a d4, which lies with a corner upwards, so that its number is on the sides."""
        return len(self.faces) == 4

    def low(self, turn: Matrix) -> float:
        """Return how high above the felt the centre is when a die with this rotation touches the felt."""
        a, b, c = turn[6:]
        if self.is_cube:
            return (abs(a) + abs(b) + abs(c)) / 2
        return max(-a * x - b * y - c * z for x, y, z in self.points[self.ribs :]) + self.round

    def within(self, rest: Matrix, index: int) -> Matrix:
        """Return the rotation within the flying cube that makes the die show `index` when the cube comes to rest."""
        return times(relabel(rest, _FLAT), self.stands[index])

    def shown(self, turn: Matrix) -> int:
        """Return the index that the die shows at this rotation.

        This is the index of the upper face, or on a d4 of the upper corner.
        """
        # A d4 has no upper face; it shows the number of the corner opposite its lower face.
        sign = -1 if self.reads_at_sides else 1
        return max(range(len(self.normals)), key=lambda k: sign * sum(map(float.__mul__, turn[6:], self.normals[k])))


def solid_of(faces: Sequence[str]) -> Solid:
    """Return the shape of a die with these faces.

    Faces with the numbers from 1 (and 0 for ten) give the shape of a numbered die; other faces give the cube.
    """
    sides = len(faces)
    counted = all(
        face == str(number) or (number == sides == 10 and face == "0") for number, face in enumerate(faces, 1)
    )
    return numbered(sides) if counted else CUBE


@cache
def numbered(sides: int) -> Solid:
    """Return the shape of a die with the numbers 1 to `sides`; a cube if there is no such shape."""
    # Opposite faces of a numbered d6 add up to 7. On the cube with pictures, the faces have the order of its net
    # instead.
    if sides == 6:
        return _cube((0, 1, 2, 4, 3, 5))
    return _SHAPES[sides]() if sides in _SHAPES else CUBE


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _sum(*parts: tuple[float, Vector]) -> Vector:
    x, y, z = (sum(k * v[axis] for k, v in parts) for axis in range(3))
    return x, y, z


def _between(a: Vector, b: Vector) -> Vector:
    return b[0] - a[0], b[1] - a[1], b[2] - a[2]


def _unit(v: Vector) -> Vector:
    return _sum((1 / hypot(*v), v))


def _sides_of(corners: Sequence[Vector]) -> dict[tuple[int, ...], Vector]:
    """Return the faces of the convex hull: the corners of each face, and its outward direction."""
    found: dict[tuple[int, ...], Vector] = {}
    for a, b, c in combinations(corners, 3):
        normal = cross(_between(a, b), _between(a, c))
        size, far = hypot(*normal), _dot(normal, a)
        # Three corners on a line span no plane, and a plane through the centre is not an outer face.
        if size < _NEAR or abs(far) < _NEAR:
            continue
        outward = 1 if far > 0 else -1
        # A plane with corners on both sides cuts through the solid, so it is not a face.
        if any((_dot(normal, each) - far) * outward > _NEAR * size for each in corners):
            continue
        normal = _sum((1 / size * outward, normal))
        far = max(_dot(normal, each) for each in corners)
        found[tuple(k for k, each in enumerate(corners) if far - _dot(normal, each) < _NEAR)] = normal
    return found


def _made(
    corners: Sequence[Vector],
    order: Callable[[list[Vector]], list[Vector]],
    round_: float = _ROUND,
    ups: Sequence[Vector] = (),
) -> Solid:
    """Return the solid with these corners.

    `order` sorts the normals of its faces into the order of the faces of a die.
    """
    sides = _sides_of(corners)
    by_normal = {normal: each for each, normal in sides.items()}
    normals = order(list(by_normal))
    rings = [by_normal[normal] for normal in normals]
    height = _dot(normals[0], corners[rings[0][0]])
    inner = [_sum(((height - round_) / height, each)) for each in corners]
    # The points have a fixed order, so that the picture of a die is the same in every run.
    by_axis = sorted(range(len(rings)), key=lambda face: _flatness(normals[face]))
    spots = [(corner, face) for corner in range(len(corners)) for face in by_axis if corner in rings[face]]
    ribs = [_sum((1, inner[corner]), (round_, normals[face])) for corner, face in spots]
    if not ups:
        ups = [_up(normal, [corners[each] for each in ring]) for normal, ring in zip(normals, rings, strict=True)]
    faces, squares, thirds, shapes = [], [], [], []
    for face, (normal, up) in enumerate(zip(normals, ups, strict=True)):
        right = cross(up, normal)
        flat = {k: (_dot(ribs[k], right), _dot(ribs[k], up)) for k, spot in enumerate(spots) if spot[1] == face}
        # The list starts near the upper left, where the picture of a face starts.
        ring = sorted(flat, key=lambda k: (atan2(*flat[k]) + pi / 4 + _NEAR) % (2 * pi))
        faces.append(tuple(ring))
        third = (ring[0], ring[len(ring) // 3], ring[2 * len(ring) // 3])
        thirds.append(third)
        box = _box(list(flat.values()))
        squares.append(tuple(_shares(at, [flat[k] for k in third]) for at in box))
        side = box[1][0] - box[0][0]
        # Rounding gives equal faces equal outlines.
        shape = (((x - box[0][0]) / side, (box[0][1] - y) / side) for x, y in (flat[k] for k in ring))
        shapes.append(tuple((round(x, 9), round(y, 9)) for x, y in shape))
    # A d4 rests on one face; the other three meet at the corner that counts.
    if len(normals) == 4:
        stands = [_apex(normal, normals[(face + 1) % 4]) for face, normal in enumerate(normals)]
        at_corner = [next(k for k in range(4) if corner not in rings[k]) for corner in range(4)]
        plans = [
            FacePlan(shape, _three(shape, [at_corner[spots[rib][0]] for rib in ring]), 4)
            for shape, ring in zip(shapes, faces, strict=True)
        ]
    else:
        stands = [(*cross(up, normal), *up, *normal) for normal, up in zip(normals, ups, strict=True)]
        plans = [FacePlan(shape, (_number(shape, face),), len(faces)) for face, shape in enumerate(shapes)]
    is_cube = len(normals) == 6
    reach = 0.5 if is_cube else _reach(inner, normals[0]) + round_
    return Solid(
        points=(*ribs, *inner),
        ribs=len(ribs),
        round=round_,
        height=height,
        reach=reach,
        normals=tuple(normals),
        faces=tuple(faces),
        squares=() if is_cube else tuple(squares),
        thirds=tuple(thirds),
        edges=_edges(normals, rings, spots, ribs),
        corners=_corners(normals, inner, spots, ribs),
        stands=tuple(stands),
        plans=() if is_cube else tuple(plans),
    )


def _reach(corners: Sequence[Vector], top: Vector) -> float:
    """Return how far the corners are from the axis `top`."""
    return max(hypot(*_sum((1, each), (-_dot(each, top), top))) for each in corners)


def _edges(
    normals: Sequence[Vector], rings: Sequence[tuple[int, ...]], spots: list[tuple[int, int]], ribs: list[Vector]
) -> tuple[Bevel, ...]:
    found = []
    for one, other in combinations(sorted(range(len(rings)), key=lambda k: _flatness(normals[k])), 2):
        shared = sorted({*rings[one]} & {*rings[other]})
        if len(shared) == 2:
            a, b = shared
            four = tuple(spots.index(each) for each in ((a, one), (b, one), (b, other), (a, other)))
            toward = _unit(_sum((1, normals[one]), (1, normals[other])))
            found.append(Bevel(toward, _dot(ribs[four[0]], toward) - _HEAD_ON[0], (one, other), four))
    # The bevels are sorted, so that they are always painted in the same order.
    return tuple(sorted(found, key=lambda each: (_flatness(each.toward), each.toward)))


def _flatness(v: Vector) -> tuple[bool, ...]:
    return tuple(abs(each) < _NEAR for each in v)


def _corners(
    normals: Sequence[Vector], inner: Sequence[Vector], spots: list[tuple[int, int]], ribs: list[Vector]
) -> tuple[Bevel, ...]:
    found = []
    for corner, middle in enumerate(inner):
        toward = _unit(middle)
        right = _unit(cross(toward, normals[next(face for at, face in spots if at == corner)]))
        up = cross(toward, right)
        around = [k for k, spot in enumerate(spots) if spot[0] == corner]
        # Three points form a triangle in any order; more points must be sorted by angle.
        if len(around) > 3:
            around.sort(key=lambda k: atan2(_dot(ribs[k], right), _dot(ribs[k], up)))
        seen = min(_dot(ribs[k], toward) for k in around) - _HEAD_ON[1]
        found.append(Bevel(toward, seen, (corner,), tuple(around)))
    return tuple(found)


def _up(normal: Vector, corners: Sequence[Vector]) -> Vector:
    """Return the upward direction of a face: towards the corner farthest from its centre."""
    middle = _sum(*((1 / len(corners), each) for each in corners))
    # Distances are rounded, so that rounding errors do not decide between corners at equal distance.
    far = max(corners, key=lambda each: (round(hypot(*_sum((1, each), (-1, middle))), 6), each))
    up = _sum((1, far), (-_dot(far, normal), normal))
    middle = _sum((1, middle), (-_dot(middle, normal), normal))
    return _unit(_sum((1, up), (-1, middle)))


def _apex(down: Vector, front: Vector) -> Matrix:
    """Return the rotation of a d4 that rests on the face `down`, with the face `front` towards the viewer."""
    z = _sum((-1, down))
    y = _unit(_sum((-1, front), (_dot(front, z), z)))
    return (*cross(y, z), *y, *z)


def _box(flat: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
    """Return the corners of the bounding square, clockwise from the upper left, with y pointing up."""
    xs, ys = [x for x, _ in flat], [y for _, y in flat]
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    half = max(max(xs) - min(xs), max(ys) - min(ys)) / 2
    return (x - half, y + half), (x + half, y + half), (x + half, y - half), (x - half, y - half)


def _shares(at: Point, three: Sequence[Point]) -> Vector:
    """Return the weights of three points whose weighted sum is `at`."""
    (ax, ay), (bx, by), (cx, cy) = three
    bx, by, cx, cy, x, y = bx - ax, by - ay, cx - ax, cy - ay, at[0] - ax, at[1] - ay
    area = bx * cy - by * cx
    b, c = (x * cy - y * cx) / area, (bx * y - by * x) / area
    return 1 - b - c, b, c


def _clear(at: Point, outline: Sequence[Point]) -> float:
    """Return the distance from a point in an outline to the outline."""
    ends = zip(outline, (*outline[1:], outline[0]), strict=True)
    return min(abs((u - x) * (at[1] - y) - (v - y) * (at[0] - x)) / hypot(u - x, v - y) for (x, y), (u, v) in ends)


def _number(outline: Sequence[Point], index: int) -> Mark:
    """Return the number of a face, centred in the face's largest inner circle.

    The centre is on the vertical axis of the face's picture.
    """
    x = next(x for x, y in outline if y == min(y for _, y in outline))
    # A hundredth of the picture is less than a pixel at every size.
    at = max(((x, k / 100) for k in range(20, 80)), key=partial(_clear, outline=outline))
    side = _LETTERS * _clear(at, outline)
    return Mark(index, at, 0.0, side, side)


def _three(outline: Sequence[Point], indices: Sequence[int]) -> tuple[Mark, ...]:
    """Return the three numbers of a d4's face, each upright below its corner.

    They are stretched, because the faces are seen from above.
    """
    x, y = (sum(each) / 3 for each in zip(*outline, strict=True))
    found = []
    for (u, v), index in zip(outline, indices, strict=True):
        far = hypot(u - x, v - y)
        at = x + (u - x) * 0.43, y + (v - y) * 0.43
        found.append(Mark(index, at, 180 / pi * atan2(u - x, y - v), 0.46 * far, 0.76 * far))
    return tuple(found)


def _cube(order: Sequence[int]) -> Solid:
    corners = [(x, y, z) for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]
    return _made(corners, lambda _found: [NORMALS[k] for k in order], ROUND, [UPS[k] for k in order])


def _wide(
    corners: Sequence[Vector],
    order: Callable[[list[Vector]], list[Vector]],
    reach: float = _WIDE,
    round_: float = _ROUND,
) -> Solid:
    """Return the rounded solid with these corners, scaled so that it extends to `reach` when lying."""
    # Rounding reduces the width, so the unrounded solid is measured first.
    sides = _sides_of(corners)
    top = order(list(sides.values()))[0]
    height, sharp = max(_dot(top, each) for each in corners), _reach(corners, top)
    size = (reach - round_ + round_ * sharp / height) / sharp
    return _made([_sum((size, each)) for each in corners], order, round_)


def _pairs(low: Sequence[int], high: Sequence[int]) -> Callable[[list[Vector]], list[Vector]]:
    """Return a function that sorts faces so that pairs of numbers are on opposite faces.

    Low numbers are on alternating halves of the die.
    """

    def order(normals: list[Vector]) -> list[Vector]:
        upper = sorted((n for n in normals if n > (0.0, 0.0, 0.0)), key=lambda n: (round(n[2], 6), atan2(n[1], n[0])))
        found: dict[int, Vector] = {}
        for place, (one, other) in enumerate(zip(low, high, strict=True)):
            normal = upper[place]
            opposite = min(normals, key=partial(_dot, normal))
            found[one], found[other] = (normal, opposite) if place % 2 else (opposite, normal)
        return [found[k] for k in range(len(normals))]

    return order


def _halves(sides: int) -> Callable[[list[Vector]], list[Vector]]:
    return _pairs(range(sides // 2), range(sides - 1, sides // 2 - 1, -1))


def _cyclic(*triples: Vector) -> list[Vector]:
    return [(v[k], v[(k + 1) % 3], v[(k + 2) % 3]) for v in triples for k in range(3)]


def _d4() -> Solid:
    return _wide([(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)], list, _WIDE_D4, 0.03)


def _d8() -> Solid:
    return _wide(_cyclic((1, 0, 0), (-1, 0, 0)), _halves(8))


def _d10() -> Solid:
    """Return the shape of a d10: a trapezohedron whose height equals the width of its ring.

    Opposite faces (0 to 9) add up to 9.
    """
    low = (1 - cos(pi / 5)) / (1 + cos(pi / 5))
    ring = [(cos(k * pi / 5), sin(k * pi / 5), low if k % 2 else -low) for k in range(10)]
    return _wide([*ring, (0, 0, 1), (0, 0, -1)], _pairs((0, 1, 2, 3, 8), (7, 6, 5, 4, 9)))


def _d12() -> Solid:
    cubes = [(x, y, z) for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)]
    more = _cyclic(*((0.0, x / _GOLDEN, y * _GOLDEN) for x in (-1, 1) for y in (-1, 1)))
    return _wide([*cubes, *more], _halves(12))


def _d20() -> Solid:
    return _wide(_cyclic(*((0.0, x, y * _GOLDEN) for x in (-1.0, 1.0) for y in (-1, 1))), _halves(20))


_SHAPES: Final = {4: _d4, 8: _d8, 10: _d10, 12: _d12, 20: _d20}
CUBE: Final = _cube(range(6))
"""The cube of dice with pictures, whose faces have the same net in the whole program."""
