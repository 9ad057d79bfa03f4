"""What the pointer, a finger and the keyboard do, without dice."""

import pytest

from bones_desktop.tray.contents import Pointing

LONG = 420


@pytest.fixture
def pointing(qapp) -> Pointing:
    made = Pointing(qapp)
    made.set_count(5)
    made.heard = []
    made.clicked.connect(lambda die: made.heard.append(("clicked", die)))
    made.declined.connect(lambda: made.heard.append("declined"))
    return made


def test_a_pointer_that_lingers_is_told_and_one_that_leaves_is_not(pointing, qtbot):
    pointing.set_callout_enabled(True)
    pointing.move(2)
    assert pointing.called_out == -1
    qtbot.waitUntil(lambda: pointing.called_out == 2)
    pointing.move(3)
    assert pointing.called_out == -1
    qtbot.waitUntil(lambda: pointing.called_out == 3)
    pointing.leave()
    assert pointing.called_out == -1
    qtbot.wait(LONG)
    assert pointing.called_out == -1


def test_nothing_is_told_where_there_is_nothing_to_say(pointing, qtbot):
    pointing.move(2)
    qtbot.wait(LONG)
    assert pointing.called_out == -1
    pointing.set_callout_enabled(True)
    qtbot.waitUntil(lambda: pointing.called_out == 2)
    pointing.set_callout_enabled(False)
    assert pointing.called_out == -1


def test_a_press_that_is_held_tells_and_clicks_nothing(pointing, qtbot):
    pointing.set_callout_enabled(True)
    pointing.press(1)
    qtbot.waitUntil(lambda: pointing.called_out == 1)
    pointing.release(1)
    assert pointing.called_out == -1
    assert pointing.heard == []


def test_a_click_after_lingering_is_a_click(pointing, qtbot):
    pointing.set_callout_enabled(True)
    pointing.move(1)
    qtbot.waitUntil(lambda: pointing.called_out == 1)
    pointing.press(1)
    qtbot.wait(LONG)
    pointing.release(1)
    assert pointing.heard == [("clicked", 1)]


def test_a_press_that_is_let_go_elsewhere_clicks_nothing(pointing):
    pointing.press(1)
    pointing.release(2)
    pointing.release(2)
    pointing.press(-1)
    pointing.release(-1)
    assert pointing.heard == []


def test_the_keyboard_is_told_at_once(pointing):
    pointing.set_callout_enabled(True)
    pointing.walk(1)
    assert (pointing.die, pointing.called_out) == (0, 0)
    pointing.walk(-1)
    assert (pointing.die, pointing.called_out) == (4, 4)
    assert pointing.hush()
    assert pointing.called_out == -1
    assert not pointing.hush()


def test_only_offered_dice_are_walked_over_picked_and_ringed(pointing):
    pointing.offer({1, 3})
    for _ in range(3):
        pointing.walk(1)
    assert pointing.die == 1
    assert pointing.pick()
    pointing.walk(-1)
    assert pointing.die == 3
    pointing.move(2)
    assert pointing.ringed == -1
    assert not pointing.pick()
    for die in (2, 3):
        pointing.press(die)
        pointing.release(die)
    assert pointing.heard == [("clicked", 1), ("clicked", 3)]


def test_a_click_beside_declines_once(pointing):
    pointing.offer({1, 3})
    pointing.press(-1)
    pointing.release(-1)
    assert pointing.heard == ["declined"]
    assert pointing.offered == frozenset()
    assert not pointing.decline()


def test_other_dice_take_offers_notes_and_the_ring_away(pointing, qtbot):
    pointing.set_callout_enabled(True)
    pointing.offer({1, 3})
    pointing.walk(1)
    pointing.set_count(2)
    assert (pointing.die, pointing.called_out, pointing.offered) == (-1, -1, frozenset())
    pointing.move(1)
    qtbot.wait(LONG)
    assert pointing.called_out == -1
    assert pointing.heard == []


def test_offers_beyond_the_dice_do_not_count(pointing):
    pointing.offer({4, 5, -1})
    assert pointing.offered == {4}


def test_there_is_nothing_to_walk_over_without_dice(pointing):
    pointing.set_count(0)
    pointing.walk(1)
    assert pointing.die == -1
