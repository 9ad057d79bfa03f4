"""A call-out is read whole, wherever its die lies."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.tray.marks import CallOut, CallOutBox
from tests.support.foreach import for_each

LONG = CallOut(
    "Ragnar's axe of the northern fjords",
    "Double Outdoorsman",
    "Counts once for this task and not twice, because it is dark and the rules halve it; a lantern would have helped.",
)
SHORT = CallOut("", "Blank", "Counts nothing.")


def box_of(theme: Theme, callout: CallOut, room: QRect, die: QRect, others: list[QRect] | None = None) -> QRect:
    tray = QWidget()
    tray.setGeometry(room)
    box = CallOutBox(theme, tray)
    box.show_at(callout, die, others or [])
    for label in (box._face, box._sentence):
        assert label.text()
    return box.geometry()


@for_each("text_size", [75, 100, 150, 250])
@for_each("room", [(320, 220), (800, 470), (1600, 1000)])
@for_each("callout", [LONG, SHORT])
def test_it_is_never_cut_off_at_the_edges(qapp, text_size, room, callout):
    theme = Theme("iron", text_size)
    around = QRect(0, 0, *room)
    for x in range(0, room[0] - 40, room[0] // 6):
        for y in range(0, room[1] - 40, room[1] // 5):
            assert around.contains(box_of(theme, callout, around, QRect(x, y, 48, 52)))


@pytest.mark.parametrize("text_size", [100, 150])
@pytest.mark.parametrize("callout", [LONG, SHORT], ids=["long", "short"])
def test_where_there_is_room_it_does_not_cover_its_die(qapp, callout, text_size):
    theme = Theme("iron", text_size)
    for x in range(0, 760, 80):
        for y in range(0, 430, 60):
            die = QRect(x, y, 48, 52)
            assert not box_of(theme, callout, QRect(0, 0, 800, 470), die).intersects(die)


def covered(box: QRect, dice: list[QRect]) -> float:
    """Return how many of the dice are covered, in parts of them."""
    return sum(
        hidden.width() * hidden.height() / (die.width() * die.height())
        for die in dice
        if not (hidden := box.intersected(die)).isEmpty()
    )


@pytest.mark.parametrize("callout", [LONG, SHORT], ids=["long", "short"])
def test_no_other_die_is_covered_where_there_is_room_around_the_rows(qapp, callout):
    rows = [[QRect(300 + 64 * column, 250 + 66 * row, 48, 52) for column in range(5)] for row in range(2)]
    dice = [*rows[0], *rows[1]]
    for die in dice:
        others = [other for other in dice if other != die]
        box = box_of(Theme("iron"), callout, QRect(0, 0, 960, 620), die, others)
        assert not box.intersects(die)
        assert covered(box, others) == 0


def test_in_a_full_tray_few_dice_are_covered(qapp):
    dice = [QRect(150 + 44 * column, 60 + 50 * row, 34, 38) for row in range(5) for column in range(10)]
    for die in dice:
        others = [other for other in dice if other != die]
        box = box_of(Theme("iron"), SHORT, QRect(0, 0, 740, 360), die, others)
        assert not box.intersects(die)
        assert covered(box, others) <= 3


def test_smaller_letters_leave_the_die_in_sight(qapp):
    die = QRect(130, 20, 60, 70)
    large = box_of(Theme("iron"), LONG, QRect(0, 0, 1200, 800), die)
    tight = box_of(Theme("iron"), LONG, QRect(0, 0, 330, 228), die)
    assert tight.height() < large.height()
    assert not tight.intersects(die)


def test_larger_text_makes_it_larger(qapp):
    die = QRect(100, 100, 60, 60)
    boxes = [box_of(Theme("iron", size), LONG, QRect(0, 0, 1600, 1000), die) for size in (100, 150)]
    assert boxes[1].height() > boxes[0].height() * 1.3


def test_all_of_it_has_room(qapp):
    tray = QWidget()
    tray.resize(800, 470)
    box = CallOutBox(Theme("parchment"), tray)
    box.show_at(LONG, QRect(100, 100, 60, 60), [])
    tray.grab()
    for label, text in ((box._die, LONG.die), (box._face, LONG.face), (box._sentence, LONG.sentence)):
        assert label.text() == text
        assert label.height() >= label.heightForWidth(label.width())
