from math import cos, degrees, pi, sin, sqrt
from random import Random

import pytest

from bones_desktop.widgets.dice.geometry import (
    CUBE_TURNS,
    NORMALS,
    UPS,
    Matrix,
    Turn,
    apply,
    between,
    combine,
    matrix,
    relabel,
    times,
    top_face,
    turn_of,
    unit,
)


def lying(turn: Matrix, yaw: float) -> Matrix:
    """A cube laid as `turn` says and then turned about the vertical."""
    return times(matrix((cos(yaw / 2), 0.0, 0.0, sin(yaw / 2))), turn)


def random_turn(rng: Random) -> Turn:
    return unit((rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1), rng.gauss(0, 1)))


def test_pictures_lie_in_their_face():
    for normal, up in zip(NORMALS, UPS, strict=True):
        assert sum(a * b for a, b in zip(normal, up, strict=True)) == 0


def test_a_cube_lies_in_twenty_four_ways():
    assert len(set(CUBE_TURNS)) == 24
    assert {tuple(sorted(apply(turn, normal) for normal in NORMALS)) for turn in CUBE_TURNS} == {tuple(sorted(NORMALS))}


@pytest.mark.parametrize("face", range(6))
def test_the_wanted_face_is_up_however_the_body_lies(face):
    for turn in CUBE_TURNS:
        for step in range(12):
            rest = lying(turn, step * pi / 6 + 0.05)
            assert top_face(times(rest, relabel(rest, face))) == face


@pytest.mark.parametrize("face", range(6))
def test_the_picture_is_at_most_half_a_quarter_turn_off_upright(face):
    for turn in CUBE_TURNS:
        for step in range(24):
            rest = lying(turn, step * pi / 12)
            x, y, z = apply(times(rest, relabel(rest, face)), UPS[face])
            assert abs(z) < 1e-9
            assert y >= cos(pi / 4) - 1e-9, f"{degrees(step * pi / 12)}° leaves ({x}, {y})"


def test_a_face_keeps_its_place_within_the_body_for_the_whole_flight():
    rest = lying(CUBE_TURNS[5], 1.0)
    assert relabel(rest, 3) in CUBE_TURNS


def test_matrices_and_quaternions_agree():
    rng = Random(1)
    for _ in range(200):
        a, b = random_turn(rng), random_turn(rng)
        assert matrix(combine(a, b)) == pytest.approx(times(matrix(a), matrix(b)))
        assert matrix(turn_of(matrix(a))) == pytest.approx(matrix(a))


def test_half_way_between_is_as_far_from_both():
    rng = Random(2)
    for _ in range(100):
        a, b = random_turn(rng), random_turn(rng)
        middle = between(a, b, 0.5)
        assert abs(sum(p * q for p, q in zip(a, middle, strict=True))) == pytest.approx(
            abs(sum(p * q for p, q in zip(b, middle, strict=True)))
        )
        assert matrix(between(a, b, 0.0)) == pytest.approx(matrix(a))
        assert matrix(between(a, b, 1.0)) == pytest.approx(matrix(b))


def test_a_turn_without_length_is_no_turn():
    assert unit((0.0, 0.0, 0.0, 0.0)) == (1.0, 0.0, 0.0, 0.0)
    assert sqrt(sum(part * part for part in unit((3.0, 4.0, 0.0, 0.0)))) == pytest.approx(1)
