"""Nets in a room: none overlaps, faces are as large as they can be."""

import pytest
from PySide6.QtCore import QRect, QSize
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import CROWDED, LARGEST, MANY, SMALLEST, net_grid, net_size

BAR = 12


@pytest.mark.parametrize("percent", [75, 100, 150, 250])
@pytest.mark.parametrize("room", [QSize(664, 622), QSize(737, 534), QSize(1776, 1232), QSize(300, 200), QSize(120, 90)])
def test_cards_never_overlap_nor_leave_the_width(qtbot: QtBot, room: QSize, percent: int) -> None:
    theme = Theme("iron", percent)
    for count in range(1, 16):
        grid = net_grid(count, room, BAR, theme)
        assert len(grid.cards) == count
        assert grid.side >= CROWDED
        assert grid.side <= theme.px(LARGEST)
        page = QRect(0, 0, max(room.width(), grid.cards[0].width()), grid.height)
        assert all(page.contains(card) for card in grid.cards)
        for number, card in enumerate(grid.cards):
            assert all(not card.intersects(other) for other in grid.cards[number + 1 :])


@pytest.mark.parametrize(("room", "count"), [(QSize(664, 622), 10), (QSize(737, 534), 10), (QSize(664, 534), MANY)])
def test_what_the_dice_tab_has_at_1366_by_768_is_enough(qtbot: QtBot, room: QSize, count: int) -> None:
    grid = net_grid(count, room, BAR, Theme("iron"))
    assert grid.height == room.height()
    assert grid.side >= (SMALLEST if count <= MANY else CROWDED)


def test_words_grow_with_the_text_but_many_dice_take_no_more_room(qtbot: QtBot) -> None:
    room = QSize(642, 589)
    for percent in (100, 150):
        grid = net_grid(10, room, BAR, Theme("iron", percent))
        assert grid.height == room.height()


def test_many_dice_have_wide_gaps_where_there_is_room(qtbot: QtBot) -> None:
    assert not net_grid(10, QSize(1466, 1081), BAR, Theme("iron", 150)).tight
    assert net_grid(10, QSize(737, 534), BAR, Theme("iron")).tight


def test_more_room_never_makes_faces_smaller(qtbot: QtBot) -> None:
    theme = Theme("iron")
    for count in (1, 4, 7, 10):
        sides = [net_grid(count, QSize(width, width * 2 // 3), BAR, theme).side for width in range(900, 2400, 50)]
        assert sides == sorted(sides)


@pytest.mark.parametrize("count", [5, 6])
def test_five_and_six_dice_lie_in_cards_with_no_more_than_a_face_to_spare(qtbot: QtBot, count: int) -> None:
    theme = Theme("iron")
    grid = net_grid(count, QSize(664, 508), BAR, theme)  # of 247 pixels 100 were empty
    assert grid.cards[0].height() <= net_size(grid.side, theme)[1] + grid.side
