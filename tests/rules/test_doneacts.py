"""The marks of acts that a character has done."""

from bones_desktop.rules.values import MOST_DONE, done_act, with_done_act
from tests.support.people import ragnar


def test_points_of_one_act_add_up():
    hurt = with_done_act(with_done_act(ragnar(), "a", 2), "a", 1, absorbed=3)
    mark = done_act(hurt, "a")
    assert (mark.points, mark.absorbed) == (3, 3)
    assert len(hurt.done_acts) == 1
    assert done_act(hurt, "b") is None


def test_the_oldest_marks_are_summed_up():
    hurt = ragnar()
    for number in range(3 * MOST_DONE):
        hurt = with_done_act(hurt, f"act {number}", 2)
    assert len(hurt.done_acts) == MOST_DONE
    assert sum(each.points for each in hurt.done_acts) == 6 * MOST_DONE
    assert done_act(hurt, f"act {2 * MOST_DONE}") is None
    assert done_act(hurt, f"act {3 * MOST_DONE - 1}").points == 2
