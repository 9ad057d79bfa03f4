"""Fields of the steps of making, by the paths under which a character keeps them."""

import pytest

from bones_desktop.rules.acts import Parameter, ParameterKind
from bones_desktop.rules.fields import as_held, at, rows, switches, to_last, with_at, written
from bones_desktop.rules.five_modes.character import FiveModesHouseRules
from bones_desktop.rules.games import MakingStep
from bones_desktop.rules.margin.character import MarginCharacter, MarginHouseRules, MarginSkill
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.values import UnfitError
from bones_desktop.storage.games import game_of

PATHS = {"skill-#": "skills.#.name", "dots-#": "skills.#.dots", "bands": "house.bands"}
DOTS = Parameter.number("dots-#", 0, 0, 20)


def test_a_path_leads_into_lists_counted_from_one_and_into_values() -> None:
    who = MarginCharacter(skills=(MarginSkill(name="Lore", dots=2),), intimacies=("Truth",))
    assert (at(who, "skills.1.dots"), at(who, "intimacies.1"), at(who, "house.bands")) == (2, "Truth", "modified")
    assert (at(who, "skills.3.name"), at(who, "intimacies.2")) == ("", "")


def test_a_list_is_filled_up_to_the_thing_that_is_set_and_what_is_set_takes_the_type_it_had() -> None:
    who = with_at(MarginCharacter(), "skills.2.dots", "3")
    assert who.skills == (MarginSkill(), MarginSkill(dots=3))
    assert with_at(who, "skills.1.everyman", 1).skills[0].everyman is True
    assert with_at(who, "weapons.2", "Bow").weapons == ("", "Bow")


@pytest.mark.parametrize(("path", "value"), [("skills.1.dots", 21), ("skills.1.dots", "many"), ("level", 0)])
def test_what_does_not_fit_is_not_set(path: str, value: int | str) -> None:
    with pytest.raises(ValueError, match=r"dots|level|many"):
        with_at(MarginCharacter(), path, value)
    assert issubclass(UnfitError, ValueError)


def test_rows_are_numbered_and_propose_what_is_held() -> None:
    who = MarginCharacter(skills=(MarginSkill(name="Lore", dots=2),))
    asked = as_held(who, PATHS, *rows(2, Parameter.text("skill-#"), DOTS))
    assert [(each.id, each.first) for each in asked] == [
        ("skill-1", "Lore"),
        ("dots-1", 2),
        ("skill-2", ""),
        ("dots-2", 0),
    ]


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [("dots-1", 21, "no-choice"), ("dots-9", 1, "no-field"), ("bands", "sometimes", "no-choice")],
)
def test_a_field_that_is_not_asked_for_or_does_not_fit_is_refused(field: str, value: int | str, code: str) -> None:
    steps = (MakingStep("all", True, (*rows(2, DOTS), Parameter.choice("bands", ("natural", "modified")))),)
    assert written(steps, MarginCharacter(), PATHS, "dots-2", 4).skills[1].dots == 4
    with pytest.raises(RulesError) as refused:
        written(steps, MarginCharacter(), PATHS, field, value)
    assert refused.value.reason.code == code


def test_what_holds_nothing_at_the_end_is_left_out() -> None:
    assert to_last(("", "a", "", " "), str.strip) == ("", "a")
    assert to_last(("",), str.strip) == ()


@pytest.mark.parametrize("value", [-1, 11])
def test_a_number_of_the_house_that_cannot_be_is_refused_like_any_other(value: int) -> None:
    small = game_of("five_modes")
    assert small is not None
    with pytest.raises(RulesError) as refused:
        small.game.with_field(small.book, small.game.new("a"), "starting_magic_dice", value)
    assert refused.value.reason.code == "no-choice"


def test_switches_of_a_house_are_asked_for_as_its_fields_are() -> None:
    bands, negatives = switches(MarginHouseRules)
    assert (bands.choices, bands.first) == (("modified", "natural", "none"), "modified")
    assert (negatives.kind, negatives.first) == (ParameterKind.YES_NO, 1)
    dice = switches(FiveModesHouseRules)[0]
    assert (dice.kind, dice.first, dice.least, dice.most) == (ParameterKind.NUMBER, 1, 0, 10)
