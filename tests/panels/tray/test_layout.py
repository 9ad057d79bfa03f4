import pytest

from bones_desktop.panels.tray.layout import rows, tray_size


@pytest.mark.parametrize("count", [*range(41), 55, 90])
@pytest.mark.parametrize("kinds", [1, 3, 6])
def test_rows_lie_inside_the_tray_and_apart(count, kinds):
    width, depth = tray_size(count)
    groups = sorted(str(die % kinds) for die in range(count))
    places = rows(groups, width, depth)
    assert len(places) == count
    for x, y, z in places:
        assert z == 0.5
        assert abs(x) + 0.5 < width / 2
        assert abs(y) + 0.5 < depth / 2
    for i, (x, y, _) in enumerate(places):
        assert all(max(abs(x - u), abs(y - v)) > 1.05 for u, v, _ in places[:i])


def test_each_group_has_its_row_while_there_is_room():
    places = rows(["character"] * 3 + ["item"] * 2 + ["challenge"], 10.8, 7.2)
    lines = [sorted({y for _, y, _ in places[a:b]}) for a, b in ((0, 3), (3, 5), (5, 6))]
    assert [len(line) for line in lines] == [1, 1, 1]
    assert lines[0] > lines[1] > lines[2], "the first group lies farthest"


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
