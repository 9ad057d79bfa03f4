"""How the dice of a card share its room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.pages.campaign.partycard import DieGroup, counted, packed
from bones_desktop.rules.bones.book.character import CharacterKind, HinderingDie, LostDie
from bones_desktop.rules.bones.making.standing import glance
from tests.support.people import die, someone
from tests.support.rulebooks import rulebook


def test_a_few_dice_stand_in_one_row():
    assert packed(4, 300, 60, 76) == (60, 4)
    assert packed(4, 3000, 600, 76) == (76, 4)


def test_more_stand_in_rows_about_equally_long():
    side, columns = packed(7, 240, 90, 76)
    assert columns == 4
    assert side > packed(7, 240, 40, 76)[0]


@given(count=st.integers(1, 40), width=st.floats(20, 2000), height=st.floats(20, 600))
def test_they_fit_into_the_room(count, width, height):
    side, columns = packed(count, width, height, 76)
    rows = -(-count // columns)
    assert columns * rows >= count
    if side > 1:
        assert columns * side <= width + 0.01
        assert rows * side <= height + 0.01


@pytest.mark.parametrize("lost", [0, 3, 24])
def test_many_dice_are_counted_by_what_has_become_of_them(lost):
    horde = someone(CharacterKind.HORDE, *["universal,physical,melee,melee,melee,melee"] * 24)
    poison = HinderingDie(name="Poison", faces=die("poison,blank,blank,blank,blank,blank").faces)
    horde = horde.with_(
        lost=tuple(LostDie(die=place, held=place == 0) for place in range(lost)), hindering=(poison, poison)
    )
    groups = counted(glance(rulebook(), horde))
    out = max(0, lost - 1)
    wanted = [
        DieGroup("melee", count=24 - lost),
        DieGroup("melee", lost=True, count=out),
        DieGroup("melee", lost=True, held=True, count=min(lost, 1)),
        DieGroup("poison", hindering=True, count=2),
    ]
    assert groups == [group for group in wanted if group.count]
