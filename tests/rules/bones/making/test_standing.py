"""How many icons the sessions saved buy (IMP-2, IMP-9)."""

from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.rules.bones.making.standing import dice_ahead, standing
from tests.support.foreach import for_each
from tests.support.people import bob
from tests.support.rulebooks import rulebook


def finished(sessions: int):
    return finish(rulebook(), bob(), "2026-11-24").with_(sessions=sessions)


@for_each(
    ("sessions", "icons"),
    [(0, 0), (1, 1), (3, 3), (4, 4), (5, 5), (6, 5), (7, 6), (10, 7), (11, 8), (57, 24), (900, 24)],
)
def test_sessions_buy_icons_one_after_the_other(sessions, icons):
    assert standing(rulebook(), finished(sessions)).icons == icons


def test_icons_agree_with_the_dice_ahead():
    ahead = dice_ahead(rulebook(), finished(0))
    for die in ahead:
        assert standing(rulebook(), finished(die.until_full)).icons == 4 * (die.number - 4), die
        assert standing(rulebook(), finished(die.until_full - 1)).icons < 4 * (die.number - 4), die
