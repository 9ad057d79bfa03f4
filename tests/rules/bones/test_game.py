"""BONES through the interface every game has: the same answers as its own rules give."""

from fractions import Fraction
from itertools import product

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.bones.book.character import CharacterKind, MakingMode
from bones_desktop.rules.bones.game import BONES, HOUSE, house_rules_of
from bones_desktop.rules.games import shown
from bones_desktop.rules.reasons import RulesError, Weight, is_complete, is_legal
from bones_desktop.storage.games import game_of

ID = "5" * 32
BOOK = game_of("bones").book


def planned(roll="task", who=None, **answers):
    return BONES.plan(BOOK, who, roll, Answers({"dice": "Fighter x2", "skill": "melee", **answers}))


@pytest.mark.parametrize(
    ("roll", "answers"),
    [
        ("task", {"difficulty": "easy"}),
        ("task", {"difficulty": "opposed", "against": 1, "bought": 1}),
        ("task", {"difficulty": "average", "penalty": 1, "dice": "Fighter"}),
        ("movement", {"dice": "Criminal x2"}),
        ("fall", {"metres": 40, "yielding": 1}),
        ("strategic", {"difficulty": "easy"}),
        ("income", {"assets": 1}),
    ],
)
def test_odds_are_every_throw_read(roll, answers):
    plan = planned(roll, **answers)
    counted: dict[str, int] = {}
    throws = list(product(*(range(len(die.faces)) for die in plan.dice)))
    assert len(throws) < 10_000
    for indices in throws:
        reading = BONES.read(
            plan, tuple(shown(die, index) for die, index in zip(plan.dice, indices, strict=True)), Answers()
        )
        first = reading.findings[0]
        assert (first.id, first.outcome) == (roll, str(first.value))
        counted[first.outcome] = counted.get(first.outcome, 0) + 1
    exact = {outcome: Fraction(*chance) for outcome, chance in BONES.odds(plan).findings[roll].items() if chance.num}
    assert exact == {outcome: Fraction(ways, len(throws)) for outcome, ways in counted.items()}


def test_a_throw_that_may_not_be_attempted_is_refused_with_its_reason():
    with pytest.raises(RulesError) as caught:
        planned(skill="magic")
    assert caught.value.reason.code == "no-icon"
    planned(skill="magic", allowed=1)


def test_damage_of_hindering_dice_is_proposed_as_a_blow_that_takes_the_dice_read():
    who = BONES.new(ID).with_(dice=planned_dice())
    act = next(each for each in BONES.acts(BOOK, who) if each.id == "hinder")
    who = act.do(who, act.fitted(Answers({"die": "poison", "faces-poison": 6})))
    plan = planned(who=who, difficulty="opposed")
    reading = BONES.read(plan, tuple(shown(die, 0) for die in plan.dice), Answers())
    assert reading.harm is not None
    assert reading.harm.value == 1
    blow = next(each for each in BONES.acts(BOOK, who) if each.id == reading.harm.act)
    after = blow.do(who, blow.fitted(reading.harm.answers))
    assert [entry.die for entry in after.lost] == list(reading.harm.answers.dice("dice"))
    [track] = BONES.tracks(BOOK, after)
    assert (track.boxes, track.marked, track.state) == (2, 1, "hurt")


def planned_dice():
    from bones_desktop.rules.bones.book.character import CharacterDie

    return tuple(CharacterDie(faces=die.faces) for die in planned(difficulty="opposed").dice)


def test_house_rules_are_answers_of_every_throw_and_fields_of_making():
    usual = planned(dice="Aristocrat, Fighter", skill="unarmed", difficulty="opposed", allowed=1)
    special = planned(
        dice="Aristocrat, Fighter", skill="unarmed", difficulty="opposed", allowed=1, unarmed_class="special"
    )
    assert usual.asked.house_rules.unarmed_class.value == "restricted"
    assert special.asked.house_rules.unarmed_class.value == "special"
    who = BONES.new(ID)
    for switch in HOUSE:
        other = switch.choices[-1] if switch.choices else 1 - switch.first
        who = BONES.with_field(BOOK, who, switch.id, other)
    assert house_rules_of(who, {}) == who.house_rules
    held = {field.id: field.first for step in BONES.steps(BOOK, who) if step.id == "house" for field in step.fields}
    assert held == {each.id: each.choices[-1] if each.choices else 1 - each.first for each in HOUSE}


def test_a_player_is_made_by_fields_until_nothing_is_left_to_choose():
    who = BONES.new(ID)
    for _round in range(20):
        open_ = [step for step in BONES.steps(BOOK, who) if not step.is_done]
        if not open_:
            break
        for field in open_[0].fields:
            who = BONES.with_field(BOOK, who, field.id, field.choices[-1] if field.choices else "Hild")
    found = BONES.check(BOOK, who)
    assert is_legal(found)
    assert is_complete(found)
    assert who.name == "Hild"


def test_what_a_field_cannot_hold_is_refused():
    who = BONES.with_field(BOOK, BONES.new(ID), "mode", MakingMode.CORE.value)
    for field, value in (("die-1", "north"), ("face-1-3", "no such face!"), ("face-9-9", "melee"), ("nonsense", "")):
        with pytest.raises(RulesError):
            BONES.with_field(BOOK, who, field, value)
    with pytest.raises(RulesError):
        BONES.with_field(BOOK, BONES.new(ID), "die-4", "north")


def test_problems_name_the_field_of_the_step():
    who = BONES.new(ID)
    fields = {field.id for step in BONES.steps(BOOK, who) for field in step.fields}
    unfinished = [each.place for each in BONES.check(BOOK, who) if each.weight is Weight.UNFINISHED]
    assert {"name", "die-1", "die-2"} <= set(unfinished)
    assert {place for place in unfinished if place.startswith(("die", "name"))} <= fields


def test_a_beast_has_a_name_to_set_and_no_spiffs():
    beast = BONES.new(ID).with_(kind=CharacterKind.BEAST, name="Wolf")
    assert [step.id for step in BONES.steps(BOOK, beast)] == ["name"]
    assert "spiffs" not in {fact.id for fact in BONES.facts(BOOK, beast)}
