"""Distance, levels of difficulty and falls."""

import pytest

from bones_desktop.rules.bones.reading.requests import RaisedDifficulty, distance_penalty, fall_damage, raised
from tests.support.rulebooks import rulebook


@pytest.mark.parametrize(
    ("difficulty", "levels", "found"),
    [
        ("average", 0, RaisedDifficulty("average", 0)),
        ("average", 1, RaisedDifficulty("challenging", 0)),
        ("average", -2, RaisedDifficulty("easy", 0)),
        ("average", -3, RaisedDifficulty("easy", -1)),
        ("difficult", 2, RaisedDifficulty("impossible", 0)),
        ("almost-impossible", 3, RaisedDifficulty("impossible", 2)),
    ],
)
def test_levels_end_where_the_table_ends(difficulty, levels, found):
    assert raised(rulebook(), difficulty, levels) == found


def test_ex_41_shackles_on_a_magic_user():
    by_magic = raised(rulebook(), "average", 1)
    shackled = raised(rulebook(), by_magic.id, 2)
    assert by_magic.id == "challenging"
    assert shackled == RaisedDifficulty("almost-impossible", 0) == raised(rulebook(), "average", 3)
    assert rulebook().difficulty(shackled.id).dice == 12


@pytest.mark.parametrize(
    ("metres", "broken", "lost"),
    [(0, False, 0), (49, False, 0), (50, False, 1), (149, False, 2), (19, True, 0), (20, True, 1), (100, True, 5),
     (-5, True, 0)],
)  # fmt: skip
def test_distance_takes_a_success_for_each_full_step(metres, broken, lost):
    assert distance_penalty(metres, broken=broken) == lost


@pytest.mark.parametrize(
    ("metres", "successes", "yielding", "damage"),
    [
        (15, 0, False, 2),
        (10, 0, False, 1),
        (5, 0, False, 0),
        (0, 0, False, 0),
        (15, 0, True, 1),
        (15, 3, False, 1),
        (15, 4, False, 0),
        (15, 9, False, 0),
        (15, -2, False, 2),
        (14, 0, False, 1),
    ],
)
def test_ex_18_falls(metres, successes, yielding, damage):
    assert fall_damage(metres, successes, yielding=yielding) == damage
