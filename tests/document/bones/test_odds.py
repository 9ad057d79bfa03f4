"""The odds of the open character: derived once for each change, always those of the dice to throw."""

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.definitions import ActionClass
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.edits import set_house_rules, with_face
from bones_desktop.rules.bones.reading.odds import OddsCalculator, SkillOdds
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.reasons import RulesError
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook


@pytest.fixture
def document(qapp: object) -> CharacterDocument:
    return CharacterDocument(rulebook(), injuries.add_printed_item(rulebook(), ragnar(), "sword"))


def expected(document: CharacterDocument, items: tuple[int, ...] = ()) -> tuple[SkillOdds, ...]:
    character = document.character
    return OddsCalculator(rulebook(), character.house_rules).table(task_pool(rulebook(), character, items))


def test_they_are_those_of_the_dice_to_throw(document: CharacterDocument) -> None:
    assert document.skill_odds() == expected(document)
    assert document.skill_odds((0,)) == expected(document, (0,)) != expected(document)


def test_they_are_worked_out_once_for_each_change(document: CharacterDocument, monkeypatch: pytest.MonkeyPatch) -> None:
    worked: list[object] = []
    table = OddsCalculator.table

    def counted(self: OddsCalculator, *args: object, **named: object) -> tuple[SkillOdds, ...]:
        worked.append(args)
        return table(self, *args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(OddsCalculator, "table", counted)
    assert document.skill_odds() is document.skill_odds()
    assert len(worked) == 1
    document.skill_odds((0,))
    assert len(worked) == 2
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert len(worked) == 2, "nothing is worked out before it is asked for"
    document.skill_odds()
    assert len(worked) == 3


def test_edit_undo_and_another_character_change_them(document: CharacterDocument) -> None:
    first = document.skill_odds()
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert document.skill_odds() == expected(document) != first
    document.undo_stack.undo()
    assert document.skill_odds() == first
    document.open(bob().with_(id="f" * 32))
    assert document.skill_odds() == expected(document) != first


def test_they_follow_the_house_rules(document: CharacterDocument) -> None:
    kept = document.odds
    document.apply("Lose die 1", lambda now: injuries.lose(now, 0))
    assert document.odds is kept, "what was worked out before serves on"
    rules = HouseRules(unarmed_class=ActionClass.SPECIAL)
    document.apply("House rules", lambda now: set_house_rules(now, rules))
    assert document.odds is not kept
    assert document.skill_odds() == expected(document)


def test_equipment_that_is_not_there_is_refused(document: CharacterDocument) -> None:
    with pytest.raises(RulesError) as refused:
        document.skill_odds((7,))
    assert refused.value.reason.code == "no-such-item"


def test_with_none_each_skill_has_its_usual_equipment_along():
    clad = ragnar()
    for item in ("sword", "full-shield", "medium-armour"):
        clad = injuries.add_printed_item(rulebook(), clad, item)
    document = CharacterDocument(rulebook(), clad)
    for row in document.skill_odds(None):
        usual = usual_items(rulebook(), clad, row.skill)
        assert row == next(one for one in expected(document, usual) if one.skill == row.skill)
    assert document.skill_odds(None) is document.skill_odds(None)


@pytest.mark.parametrize("items", [None, ()])
def test_odds_of_an_icon_are_those_of_the_character_that_bears_it(qapp, items):
    document = CharacterDocument(rulebook(), ragnar())
    before = document.skill_odds(items)
    for code in ("craft", "melee", "riposte", "universal", ""):
        found = document.skill_odds_if(3, 5, face(code), items)
        changed = with_face(ragnar(), 3, 5, face(code))
        assert found == CharacterDocument(rulebook(), changed).skill_odds(items)
    assert document.skill_odds(items) == before
    assert document.character == ragnar()


def test_what_an_icon_would_do_is_worked_out_once_for_a_character(qapp):
    document = CharacterDocument(rulebook(), ragnar())
    first = document.skill_odds_if(3, 5, face("craft"))
    assert document.skill_odds_if(3, 5, face("craft")) is first
    document.apply("Change", lambda now: with_face(now, 3, 4, face("craft")))
    assert document.skill_odds_if(3, 5, face("craft")) != first


def test_odds_of_another_build_are_played_by_the_same_house_rules(qapp):
    document = CharacterDocument(rulebook(), ragnar())
    assert document.skill_odds_of(bob()) == CharacterDocument(rulebook(), bob()).skill_odds(None)


def test_an_empty_face_costs_no_automatic_successes_but_the_last_icon_brings_them(qapp):
    full = die("universal,physical,melee,defend,maneuver,riding")
    hero = ragnar().with_(dice=(full,) * 10, sessions=20)
    social = [skill.id for skill in rulebook().skills].index("social")
    whole = CharacterDocument(rulebook(), hero)
    assert whole.skill_odds_if(9, 5, face(""))[social] == whole.skill_odds(None)[social]
    unfilled = CharacterDocument(rulebook(), with_face(hero, 9, 5, face("")))
    assert unfilled.skill_odds_if(9, 5, face("riding"))[social] == whole.skill_odds(None)[social]
    assert unfilled.skill_odds(None)[social] != whole.skill_odds(None)[social]
