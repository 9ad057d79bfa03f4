"""Actions of seasons as acts: what is asked for, and that what is left out is not recorded."""

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.life import seasons
from bones_desktop.rules.bones.life.acts import (
    NONE,
    act_in_season,
    answers_of,
    assets_counted,
    gain_asset,
    rewrite_action,
)
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def new_action(person, **given):
    """Return a person after an action with these answers, and those proposed for the rest."""
    act = act_in_season(rulebook(), person, 0, TODAY)
    return act.do(person, act.fitted(Answers(given)))


def with_assets(n):
    person = bob()
    for number in range(n):
        person = seasons.add_asset(person, f"House {number}", season=None)
    return person


def test_income_asks_for_assets_and_another_action_for_difficulty_and_what_it_brings():
    act = act_in_season(rulebook(), with_assets(2), 0, TODAY)
    income = {each.id: each for each in act.parameters(Answers())}
    assert list(income) == ["kind", "title", "skill", "successes", "assets", "outcome"]
    assert (income["assets"].first, income["successes"].least, income["skill"].first) == (2, 0, "")
    other = {each.id: each for each in act.parameters(Answers({"kind": "strategic"}))}
    assert list(other) == ["kind", "title", "skill", "difficulty", "successes", "outcome", "asset", "stay"]
    assert (other["successes"].least, other["skill"].first) == (-seasons.MOST_SUCCESSES, NONE)


def test_skills_that_may_not_be_tried_are_refused_with_the_reason():
    (skill,) = (each for each in act_in_season(rulebook(), bob(), 0, TODAY).parameters(Answers()) if each.id == "skill")
    assert "thief" in skill.choices
    assert skill.refused["thief"].code == "no-icon"
    assert "scholar" not in skill.refused


def test_all_assets_earn_along_unless_another_number_is_answered():
    assert new_action(with_assets(2), skill="scholar", successes=1).actions[-1].assets == 2
    assert new_action(with_assets(2), skill="scholar", successes=1, assets=1).actions[-1].assets == 1


@pytest.mark.parametrize(("skill", "counted"), [("scholar", 3), ("riding", 0), ("", 3)])
def test_assets_count_with_some_skills(skill, counted):
    assert assets_counted(rulebook(), Answers({"kind": "income", "skill": skill, "assets": 3})) == counted


def test_numbers_of_a_throw_are_left_out_where_nothing_is_thrown():
    answers = {"title": "Buys a house", "skill": NONE, "difficulty": "difficult", "successes": -2, "asset": "House"}
    person = new_action(bob(), kind="strategic", **answers)
    (action,) = person.actions
    assert (action.skill, action.difficulty, action.successes, action.made) == ("", "", 0, "House")
    assert person.assets[0].season == 0


def test_an_action_written_otherwise_is_taken_out_and_recorded_anew():
    person = new_action(
        bob(), kind="strategic", title="Builds", skill="scholar", successes=1, asset="Mill", stay="good"
    )
    answers = answers_of(person, person.actions[0])
    assert (answers["stay"], answers["asset"]) == ("good", "Mill")
    act = rewrite_action(rulebook(), person, 0)
    assert act.do(person, act.fitted(Answers(answers))) == person
    changed = act.do(person, act.fitted(Answers({**answers, "asset": "Barn", "stay": "season"})))
    assert [(each.name, each.season) for each in changed.assets] == [("Barn", 0)]
    assert [each.made for each in changed.actions] == ["Barn"]


def test_only_words_of_an_earlier_action_can_be_written_otherwise():
    person = new_action(new_action(bob(), skill="scholar", successes=1), skill="scholar", successes=2)
    act = rewrite_action(rulebook(), person, 0)
    answers = answers_of(person, person.actions[0])
    changed = act.do(person, act.fitted(Answers({**answers, "title": "Teaches", "outcome": "It rains."})))
    assert (changed.actions[0].title, changed.actions[0].outcome) == ("Teaches", "It rains.")
    with pytest.raises(RulesError) as refused:
        act.do(person, act.fitted(Answers({**answers, "successes": 3})))
    assert refused.value.reason.code == "not-last-action"


@pytest.mark.parametrize(("stay", "season"), [("season", 0), ("good", None)])
def test_an_asset_is_gained_for_the_season_or_for_good(stay, season):
    person = gain_asset().do(bob(), gain_asset().fitted(Answers({"asset": "Mill", "stay": stay})))
    assert [(each.name, each.season) for each in person.assets] == [("Mill", season)]
