"""The crossed-out faces hang on their dice and cover no others."""

import pytest
from PySide6.QtCore import QRectF

from bones_desktop.panels.tray.tags import tag_places

ROOM = QRectF(0, 0, 900, 600)


def row(gap: float, count: int = 6, side: float = 70) -> list[QRectF]:
    return [QRectF(120 + k * (side + gap), y, side, side) for y in (200, 200 + side + gap) for k in range(count)]


@pytest.mark.parametrize("gap", [1, 4, 12, 30, 80])
def test_they_cover_no_other_die_and_no_other_tag(gap):
    dice = row(gap)
    places = tag_places(dice, range(len(dice)), ROOM)
    assert sorted(places) == list(range(12))
    for die, place in places.items():
        assert ROOM.contains(place)
        assert place.intersects(dice[die])
        assert not any(place.intersects(other) for k, other in enumerate(dice) if k != die)
        assert not any(place.intersects(other) for k, other in places.items() if k != die)


def test_with_room_they_hang_out_over_the_left_upper_corner():
    place = tag_places(row(80), [1], ROOM)[1]
    assert place.left() < row(80)[1].left()
    assert place.top() < row(80)[1].top()


def test_at_the_edge_they_hang_elsewhere():
    dice = [QRectF(0, 0, 70, 70)]
    place = tag_places(dice, [0], ROOM)[0]
    assert ROOM.contains(place)
    assert place.right() > 70
