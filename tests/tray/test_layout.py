import itertools

import pytest

from bones_desktop.tray.choreography import MOST_FLYING, far_rows, fitting_tray, rows, tray_size
from bones_desktop.tray.looks import FAR
from bones_desktop.widgets.dice.geometry import Camera
from tests.support.foreach import for_each


@pytest.mark.parametrize("kinds", [1, 3, 6])
def test_rows_lie_inside_the_tray_and_apart(kinds):
    for count in (*range(41), 55, 90):
        width, depth = tray_size(count)
        groups = sorted(str(die % kinds) for die in range(count))
        places = rows(groups, width, depth)
        assert len(places) == count
        for x, y, z in places:
            assert z == 0.5, count
            assert abs(x) + 0.5 < width / 2, count
            assert abs(y) + 0.5 < depth / 2, count
        for i, (x, y, _) in enumerate(places):
            assert all(max(abs(x - u), abs(y - v)) > 1.05 for u, v, _ in places[:i]), count


def test_each_group_has_its_row_while_there_is_room():
    places = rows(["character"] * 3 + ["item"] * 2 + ["challenge"], 9.0, 6.0)
    lines = [sorted({y for _, y, _ in places[a:b]}) for a, b in ((0, 3), (3, 5), (5, 6))]
    assert [len(line) for line in lines] == [1, 1, 1]
    assert lines[0] > lines[1] > lines[2], "the first group lies farthest"


@pytest.mark.parametrize("count", [17, 24, 26, 33, 40])
def test_ten_dice_of_a_group_lie_in_one_row_where_the_tray_is_wide_enough(count):
    groups = ["character"] * 10 + ["item"] * 3 + ["challenge"] * (count - 13)
    width, depth = tray_size(count)
    own = rows(groups, width, depth)[:10]
    assert len({y for _, y, _ in own}) == 1
    steps = [b - a for (a, _, _), (b, _, _) in itertools.pairwise(own)]
    assert min(steps) >= 1.25


def test_groups_share_rows_when_there_are_many():
    places = rows([f"group {k}" for k in range(8)], 10.8, 7.2)
    assert len({y for _, y, _ in places}) < 8


def test_dice_of_a_group_keep_their_order_though_they_come_mixed():
    places = rows(["a", "b", "a", "b"], 10.8, 7.2)
    assert places[0][0] < places[2][0]
    assert places[1][0] < places[3][0]
    assert places[0][1] == places[2][1] > places[1][1] == places[3][1]


def test_larger_throws_get_larger_trays_of_the_same_shape():
    sizes = [tray_size(count) for count in range(60)]
    assert sizes == sorted(sizes)
    assert all(width / depth == pytest.approx(1.5, abs=0.01) for width, depth in sizes)


@for_each("count", [4, 8, 12, 20, 26, 33, 40, 60])
@for_each("share", [0.25, 0.5, 0.8])
def test_an_opponents_dice_lie_beyond_all_others(count, share):
    theirs = max(1, round(count * share))
    groups = [["opponent", "character", "challenge", "item"][0 if k < theirs else k % 3 + 1] for k in range(count)]
    groups = groups[theirs // 2 :] + groups[: theirs // 2]
    width, depth = tray_size(count)
    places = rows(groups, width, depth)
    nearest = min(y for (_, y, _), group in zip(places, groups, strict=True) if group == "opponent")
    farthest = max(y for (_, y, _), group in zip(places, groups, strict=True) if group != "opponent")
    assert nearest - farthest > 1.05
    assert all(abs(x) + 0.5 < width / 2 and abs(y) + 0.5 < depth / 2 for x, y, _ in places)


def test_two_sides_lie_farther_apart_than_two_groups_of_one():
    def step(groups: list[str]) -> float:
        (_, far, _), (_, near, _) = rows(groups, 9.0, 6.0)
        return abs(far - near)

    assert step(["character", "opponent"]) > step(["character", "item"]) + 0.3


@pytest.mark.parametrize("count", [41, 54, 55, 61, 90, 160])
def test_dice_that_do_not_fly_lie_beyond_those_that_do(count):
    width, depth = tray_size(count)
    flown = tray_size(MOST_FLYING)[1]
    places = far_rows(count - MOST_FLYING, depth)
    assert len(places) == count - MOST_FLYING
    for i, (x, y, _) in enumerate(places):
        assert abs(x) + 0.5 < width / 2
        assert -depth / 2 + flown + 0.5 < y < depth / 2 - 0.5
        assert all(max(abs(x - u), abs(y - v)) > 1.05 for u, v, _ in places[:i])


FIGHT = 908, 304
"""The tray of the Fight page in a window of 1366 by 768."""


def edge(tray: tuple[float, float], size: tuple[int, int]) -> float:
    """Return the length of a die edge in the farthest row in pixels."""
    return Camera(*size, *tray).zoom((0.0, tray[1] / 2 - 1, 1.0))


def test_the_rows_of_a_wide_tray_lie_inside_it_and_apart():
    for count in (*range(41), 45, 60):
        width, depth = fitting_tray(count, *FIGHT)
        places = rows(sorted([FAR, "character", "item"][die % 3] for die in range(count)), width, depth)
        assert all(abs(x) + 0.5 < width / 2 and abs(y) + 0.5 < depth / 2 for x, y, _ in places), count
        for i, (x, y, _) in enumerate(places):
            assert all(max(abs(x - u), abs(y - v)) > 1.05 for u, v, _ in places[:i]), count


def test_dice_are_forty_pixels_large_where_a_wide_tray_has_room():
    """The 38 dice of three against six goblins and a swordmaster were 23 pixels large, with felt for twice that."""
    for count in range(1, 55):
        assert edge(fitting_tray(count, *FIGHT), FIGHT) >= 40, count


@pytest.mark.parametrize("count", [4, 16, 26])
def test_a_tray_with_large_dice_keeps_its_shape(count):
    assert fitting_tray(count, 1900, 700) == tray_size(count)


@pytest.mark.parametrize(("size", "least"), [((908, 304), 56), ((659, 428), 57), ((713, 470), 62)])
def test_the_dice_of_a_fight_are_as_large_as_the_room_allows(size, least):
    """In each of these rooms, 26 dice were 41 pixels large."""
    edges = [edge(fitting_tray(count, *size), size) for count in range(10, 27)]
    assert min(edges) >= least - 0.5
    places = rows(["character"] * 11 + [FAR] * 15, *fitting_tray(26, *size))
    assert all(max(abs(x - u), abs(y - v)) > 1.05 for (x, y, _), (u, v, _) in itertools.combinations(places, 2))


@for_each("size", [(515, 440), (692, 542), (880, 480)])
@for_each("count", range(1, 11))
def test_the_dice_of_a_handful_are_64_pixels_large_on_a_small_screen(count, size):
    tray = fitting_tray(count, *size)
    assert edge(tray, size) >= 63.5
    assert tray[0] * tray[1] >= 2.4 * count, "there is felt around each die"
    places = rows(["character"] * (count // 2) + [FAR] * (count - count // 2), *tray)
    assert all(abs(x) + 0.5 < tray[0] / 2 and abs(y) + 0.5 < tray[1] / 2 for x, y, _ in places)
