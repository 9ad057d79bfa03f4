"""The Dice tab as a whole: the die in the hand follows the nets, and everything has its room."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.character import Character, CharacterDie
from bones_desktop.rules.bones.edits import add_die
from tests.panels.builder.conftest import Bench
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

Benches = Callable[..., Bench]


def ten_dice() -> Character:
    character = bob()
    for _ in range(6):
        character = add_die(rulebook(), character, CharacterDie(faces=bob().dice[0].faces))
    return character


def test_the_die_in_the_hand_is_the_selected_one(bench: Benches) -> None:
    table = bench(ragnar())
    page = table.panel.dice
    page.set_animated(False)
    table.click_face(1, 3)
    assert page.cube.face == 3
    assert page.cube.accessibleName().startswith("Die in the hand, in front: die 2, face 4 of 6, Perception")
    page.cube.setFocus()
    QTest.keyClick(page.cube, Qt.Key.Key_Left)
    QTest.keyClick(page.cube, Qt.Key.Key_Return)
    assert (page.board.die, page.board.face) == (1, 4)
    table.click_icon("riding")
    assert "Riding" in page.cube.accessibleName()
    table.document.undo_stack.undo()
    assert "Melee" in page.cube.accessibleName()


@pytest.mark.parametrize("percent", [100, 150])
def test_ten_dice_fit_beside_the_die_in_the_hand(bench: Benches, percent: int) -> None:
    table = bench(ten_dice())
    page = table.panel.dice
    table.theme.set_text_size(percent)
    table.qtbot.waitUntil(lambda: page.rect().contains(page.cube.geometry()))
    assert page.board.verticalScrollBar().maximum() == 0
    assert all(tile.width() - 8 >= 38 for net in page.board.nets for tile in net.tiles)
    area = page.board.viewport().rect()
    assert all(area.contains(net.geometry()) for net in page.board.nets)
    assert page.cube.isVisible()
    assert not page.cube.geometry().intersects(page.origin.geometry())
    around = page.parentWidget()
    assert around is not None
    assert page.height() <= around.height()


def test_the_die_in_the_hand_goes_where_it_would_take_room_from_what_is_missing(bench: Benches) -> None:
    table = bench(ragnar())
    page = table.panel.dice
    assert page.cube.isVisible()
    table.panel.resize(1280, 430)
    table.qtbot.waitUntil(lambda: not page.cube.isVisible())
    table.panel.resize(1280, 690)
    table.qtbot.waitUntil(page.cube.isVisible)
