"""What heals when, in words."""

from bones_desktop.pages.tracker.healingcard import recovery_lines
from bones_desktop.rules.bones.injury.injuries import forecast, lose
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


def test_a_line_is_read_out_whole_and_known_by_its_die():
    hurt = lose(ragnar(), 0, "Arrow")
    (line,) = recovery_lines(rulebook(), hurt, forecast(hurt))
    assert (line.key, line.text, line.right) == ("0", "Die 1 · Gaul", "in 7 days")
    assert line.spoken == f"Die 1 · Gaul, in 7 days, {line.second}"
