"""The crossed-out faces hang on their dice and cover no others."""

from collections.abc import Sequence
from math import cos, pi, sin

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPolygonF

from bones_desktop.tray.marks import tag_places
from tests.support.foreach import for_each

ROOM = QRectF(0, 0, 900, 600)


def row(gap: float, count: int = 6, side: float = 70) -> list[QRectF]:
    return [QRectF(120 + k * (side + gap), y, side, side) for y in (200, 200 + side + gap) for k in range(count)]


def outlines(boxes: Sequence[QRectF]) -> list[QPolygonF]:
    return [QPolygonF([box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()]) for box in boxes]


def way(one: QRectF, other: QRectF) -> float:
    """Return how far two boxes are apart."""
    across = max(other.left() - one.right(), one.left() - other.right())
    return max(across, other.top() - one.bottom(), one.top() - other.bottom())


def area(box: QRectF) -> float:
    return box.width() * box.height()


@for_each("gap", [1, 4, 8, 12, 20, 30, 80])
@for_each("side", [34, 70])
@for_each("least", [22, 33, 44])
def test_they_cover_no_other_die_and_no_other_tag(gap, side, least):
    dice = row(gap, side=side)
    places = tag_places(outlines(dice), range(len(dice)), ROOM, least)
    assert sorted(places) == list(range(12))
    for die, place in places.items():
        assert ROOM.contains(place)
        assert not any(place.intersects(other) for k, other in enumerate(dice) if k != die)
        assert not any(place.intersects(other) for k, other in places.items() if k != die)


@for_each("gap", [1, 4, 8, 12, 20, 30, 80])
@for_each("tagged", [range(12), [1], [3, 4], [8]])
def test_they_are_told_from_those_of_their_neighbours(gap, tagged):
    dice = row(gap)
    for die, place in tag_places(outlines(dice), tagged, ROOM).items():
        assert area(place.intersected(dice[die])) > 0.2 * area(place), "it holds on to its own die"
        nearest = min(way(place, other) for k, other in enumerate(dice) if k != die)
        assert nearest >= 0.1 * place.width() or dice[die].contains(place)


def test_they_hang_away_from_the_neighbours():
    dice = outlines([QRectF(300, 200, 70, 84), QRectF(390, 200, 70, 84), QRectF(300, 302, 70, 84)])
    place = tag_places(dice, [0], ROOM)[0]
    assert place.center().x() < 336
    assert place.center().y() < 243
    assert tag_places(dice, [1], ROOM)[1].center().x() > 425, "nothing lies there"


def test_a_turned_die_has_its_tag_where_it_is_and_not_beside_it():
    turned = QPolygonF([QPointF(400 + 50 * cos(k * pi / 2), 300 + 50 * sin(k * pi / 2)) for k in range(4)])
    for lying in (QRectF(300, 250, 40, 100), QRectF(460, 250, 40, 100), QRectF(350, 130, 100, 100)):
        place = tag_places([turned, *outlines([lying])], [0], ROOM)[0]
        inside = turned.intersected(QPolygonF(place)).boundingRect()
        assert area(inside) > 0.15 * area(place)


def test_they_hide_little_of_what_the_die_shows():
    for gap in (12, 20, 30):
        dice = row(gap, side=70)
        for die, place in tag_places(outlines(dice), [2, 9], ROOM).items():
            assert area(place.intersected(dice[die].adjusted(0, 0, 0, -14))) < 0.25 * 70 * 56


@pytest.mark.parametrize("least", [22, 33, 44])
def test_they_grow_with_the_text_where_there_is_room(least):
    [die] = outlines([QRectF(300, 200, 36, 42)])
    assert tag_places([die], [0], ROOM, least)[0].width() == least


def test_in_a_crowd_larger_text_makes_them_larger_too():
    dice = outlines([QRectF(100 + 29 * x, 100 + 29 * y, 28, 28) for y in range(3) for x in range(3)])
    sides = [tag_places(dice, [4], ROOM, least)[4].width() for least in (22, 33)]
    assert sides[1] > 1.1 * sides[0]


def test_at_the_edge_they_hang_inside():
    dice = outlines([QRectF(0, 0, 70, 70)])
    place = tag_places(dice, [0], ROOM)[0]
    assert ROOM.contains(place)
    assert place.right() > 70 or place.bottom() > 70
