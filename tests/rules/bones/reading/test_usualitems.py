"""AMB-38: which equipment dice usually go along."""

import pytest

from bones_desktop.rules.bones.injury.belongings import add_printed_item
from bones_desktop.rules.bones.reading.requests import usual_items
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


def armed(*dice: str):
    character = ragnar()
    for die in dice:
        character = add_printed_item(rulebook(), character, die)
    return character


@pytest.mark.parametrize(
    ("skill", "along"),
    [
        ("melee", (0, 1, 2)),
        ("defend", (1, 2)),
        ("unarmed", (1, 2)),
        ("maneuver", (1, 2)),
        ("stealth", (1, 2)),
        ("magic", (1, 2)),
        ("perception", ()),
        ("craft", ()),
        ("physical", ()),
    ],
)
def test_a_sword_a_shield_and_armour(skill, along):
    assert usual_items(rulebook(), armed("sword", "full-shield", "medium-armour"), skill) == along


def test_a_bow_goes_along_with_missile_and_not_with_melee():
    character = armed("longbow")
    assert usual_items(rulebook(), character, "missile") == (0,)
    assert usual_items(rulebook(), character, "melee") == ()


def test_one_weapon_the_first_that_helps():
    character = armed("longbow", "sword", "great-sword")
    assert usual_items(rulebook(), character, "melee") == (1,)


def test_one_suit_of_armour():
    assert usual_items(rulebook(), armed("light-armour", "heavy-armour"), "melee") == (0,)


def test_a_magic_item_goes_along_where_its_face_counts():
    character = armed("boots-of-stealth")
    assert usual_items(rulebook(), character, "stealth") == (0,)
    assert usual_items(rulebook(), character, "perception") == ()
