"""The marks of magic's uses: what was used, what is free, what the next use takes."""

import pytest

from bones_desktop.panels.tracker.magic.usepips import SIDE, Mark, Pip, UsePips, pips
from bones_desktop.rules.bones.injury.magic import MagicPrice
from bones_desktop.theme.theme import Theme

AHEAD = [Pip(Mark.AHEAD, 1), Pip(Mark.AHEAD, 2), Pip(Mark.AHEAD, 3)]


def test_free_uses_come_first_and_what_lies_beyond_is_shown_before_it_happens():
    assert list(pips(MagicPrice(safe=3, recent=1, beyond=0, penalty=0))) == [
        Pip(Mark.USED),
        Pip(Mark.FREE, next=True),
        Pip(Mark.FREE),
        *AHEAD,
    ]


def test_once_the_safe_level_is_used_up_the_next_mark_takes_a_success():
    shown = pips(MagicPrice(safe=2, recent=2, beyond=0, penalty=1))
    assert shown == (Pip(Mark.USED), Pip(Mark.USED), Pip(Mark.AHEAD, 1, next=True), *AHEAD[1:])


def test_uses_beyond_stay_marked_and_close_those_that_would_be_free():
    shown = pips(MagicPrice(safe=2, recent=0, beyond=2, penalty=3))
    assert [(pip.mark, pip.takes) for pip in shown] == [
        (Mark.CLOSED, 0),
        (Mark.CLOSED, 0),
        (Mark.PAST, 1),
        (Mark.PAST, 2),
        (Mark.AHEAD, 3),
        (Mark.AHEAD, 4),
        (Mark.AHEAD, 5),
    ]
    assert [pip.takes for pip in shown if pip.next] == [3]


@pytest.mark.parametrize("beyond", [0, 5, 40, 10_000])
def test_exactly_one_mark_is_next_however_many_there_are(beyond):
    penalty = beyond + 1 if beyond else 0
    shown = pips(MagicPrice(safe=60, recent=beyond, beyond=beyond, penalty=penalty))
    assert len(shown) <= 80
    assert sum(pip.next for pip in shown) == 1


def test_marks_take_more_lines_where_there_is_less_width(qtbot):
    marks = UsePips(Theme("iron"), None)
    qtbot.addWidget(marks)
    marks.show_price(MagicPrice(safe=9, recent=0, beyond=0, penalty=0), "said")
    assert marks.accessibleName() == "said"
    assert marks.heightForWidth(160) > 2 * marks.heightForWidth(600)


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_no_mark_is_cut_off_at_its_rim(qtbot, text, scale):
    marks = UsePips(Theme("iron", text), None)
    qtbot.addWidget(marks)
    marks.set_scale(scale)
    marks.show_price(MagicPrice(safe=1, recent=0, beyond=0, penalty=0), "said")
    marks.resize(marks.sizeHint())
    drawn = marks.grab().toImage()
    ground = drawn.pixelColor(0, 0)
    side = marks._px(SIDE)
    flat = [n for n in range(side) if drawn.pixelColor(0, n) != ground or drawn.pixelColor(n, 0) != ground]
    assert len(flat) < side / 3
