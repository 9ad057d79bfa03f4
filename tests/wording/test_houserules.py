"""The switches of the house rules: all of them, and with values the rules know."""

from dataclasses import fields, replace

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.wording.houserules import switches


def test_every_house_rule_has_its_switch_once():
    shown = [switch.field for switch in switches()]
    assert sorted(shown) == sorted(field.name for field in fields(HouseRules))


def test_the_usual_ruling_is_the_first_choice_and_every_value_is_one():
    usual = HouseRules()
    for switch in switches():
        now = getattr(usual, switch.field)
        assert bool(switch.choices) is not isinstance(now, bool)
        if switch.choices:
            assert switch.choices[0][0] == now
            for value, text in switch.choices:
                assert getattr(replace(usual, **{switch.field: value}), switch.field) is value
                assert text
