"""Declarations on the Fight page: every kind of action, several for one fighter, and actions that the GM allows."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.rulebook import DieUse
from bones_desktop.rules.bones.fight.fighters import Apart, Declaration, How
from bones_desktop.rules.bones.fight.roster import change, surroundings
from bones_desktop.rules.reading import Role
from tests.support.people import bob
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def seat(seat_of_the_module):
    seat_of_the_module.begin(bob().with_(id="b" * 32), who=[("Bob", 1), ("Wolf", 2)])
    seat_of_the_module.page.roster.choose("bob")
    return seat_of_the_module


def also(seat, how):
    """Press the button for one more and pick a way from the list that opens."""
    QTest.mouseClick(seat.page.declare.also, LEFT)
    seat.pick(seat.page.declare.fields["how"], how)


def test_one_fighter_acts_in_several_ways(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.MELEE)
    also(seat, How.MISSILE)
    bar.fields["distance_m"].setValue(60)
    bar.fields["cover"].setValue(40)
    bar.fields["friends"].setValue(1)
    assert seat.declared("bob") == [
        Declaration(who="bob", how=How.MELEE, whom="wolf-1"),
        Declaration(who="bob", how=How.MISSILE, whom="wolf-2", distance_m=60.0, cover=40, friends=1),
    ]
    assert [bar.acts.tabText(place) for place in range(bar.acts.count())] == ["Melee → Wolf 1", "Missile → Wolf 2"]
    QTest.mouseClick(bar.acts, LEFT, pos=bar.acts.tabRect(0).center())
    assert bar.fields["how"].current == How.MELEE
    assert not bar.fields["distance_m"].isVisible()
    seat.pick(bar.fields["how"], "nothing")
    assert [each.how for each in seat.declared("bob")] == [How.MISSILE]
    assert not bar.acts.isVisible()


def test_more_of_the_same_joins_what_is_there(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.MELEE)
    also(seat, How.MELEE)
    assert [each.whom for each in seat.declared("bob")] == ["wolf-1", "wolf-2"]
    assert [who for who, chip in bar.targets.items() if chip.isChecked()] == ["wolf-1", "wolf-2"]


def test_every_way_can_be_declared_with_all_that_belongs_to_it(seat):
    bar = seat.page.declare
    for how in How:
        if how is How.COUP:
            continue
        seat.pick(bar.fields["how"], how)
        assert {each.how for each in seat.declared("bob")} == {how}
    seat.pick(bar.fields["how"], How.MIND)
    bar.fields["magnitude"].setValue(4)
    assert seat.declared("bob")[0].magnitude == 4
    seat.pick(bar.fields["how"], How.TASK)
    seat.pick(bar.fields["skill"], "physical")
    assert seat.declared("bob")[0].skill == "physical"
    assert seat.document.why_not is None
    seat.pick(bar.fields["skill"], "maneuver")
    seat.pick(bar.fields["difficulty"], "difficult")
    seat.pick(bar.fields["difficulty"], "free")
    assert not seat.declared("bob")[0].difficulty
    assert bar.fields["difficulty"].text() == "No challenge dice"
    seat.pick(bar.fields["difficulty"], "difficult")
    bar.fields["nulls"].setValue(2)
    QTest.mouseClick(bar.fields["evades"], LEFT)
    assert seat.declared("bob") == [
        Declaration(who="bob", how=How.TASK, skill="maneuver", difficulty="difficult", nulls=2, evades=True)
    ]


def test_the_gm_allows_a_task_beside_a_blow(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.MELEE)
    assert not bar.allow.isVisible()
    also(seat, How.MOVE)
    assert seat.refused == ["one-task"]
    assert [each.how for each in seat.declared("bob")] == [How.MELEE]
    QTest.mouseClick(bar.allow, LEFT)
    assert [each.how for each in seat.declared("bob")] == [How.MELEE, How.MOVE]
    assert not bar.allow.isVisible()
    assert seat.fight.round.override == {"declare.2": 1}
    assert "round-allowed" in {step.reason.code for step in seat.document.reading.steps}
    seat.page.throw()
    seat.page.begin_again()
    assert [each.how for each in seat.declared("bob")] == [How.MELEE, How.MOVE]


def test_all_of_it_is_declared_again_in_the_next_round(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.MELEE)
    also(seat, How.MOVE)
    QTest.mouseClick(bar.allow, LEFT)
    before = seat.declared("bob")
    seat.show_faces("blank", unhurt=("bob", "wolf-1", "wolf-2"))
    seat.pages.play.suggest()
    assert seat.pages.play.close()
    QTest.mouseClick(seat.page.again, LEFT)
    assert seat.declared("bob") == before
    assert seat.fight.round.override == {"declare.2": 1}


def test_a_task_of_the_body_is_thrown_and_keeps_blows_off(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.TASK)
    seat.pick(bar.fields["skill"], "physical")
    QTest.mouseClick(bar.fields["evades"], LEFT)
    seat.page.all_attack()
    seat.page.throw()
    seat.pages.play.suggest()
    assert seat.document.reading.efforts["bob"].evades >= 0
    assert seat.pages.play.close()


def test_the_last_target_stays_until_another_is_chosen(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.MELEE)
    first, second = bar.targets.values()
    QTest.mouseClick(first, LEFT)
    assert first.isChecked()
    assert [each.whom for each in seat.declared("bob")] == ["wolf-1"]
    QTest.mouseClick(second, LEFT)
    QTest.mouseClick(first, LEFT)
    assert [each.whom for each in seat.declared("bob")] == ["wolf-2"]


def test_who_has_not_thrown_can_still_declare(seat):
    """Declared is freely and thrown one by one: after the first throw nobody else could say anything more."""
    page, bar = seat.page, seat.page.declare
    seat.pick(bar.fields["how"], How.MELEE)
    QTest.keyClick(page.roster, Qt.Key.Key_T)
    assert seat.fight.thrown == {"bob"}
    assert page.board.isVisible()
    assert not bar.isVisible()
    page.roster.choose_row("wolf-1")
    assert page.roster.chosen == ("wolf-1", "wolf-2")
    assert bar.isVisible()
    assert page.nearest.isVisible()
    seat.pick(bar.fields["how"], How.UNARMED)
    assert {each.who for each in seat.fight.round.declarations if each.how is How.UNARMED} == {"wolf-1", "wolf-2"}
    assert [each.how for each in seat.declared("bob")] == [How.MELEE]
    seat.press()
    assert page.board.isVisible()
    assert seat.fight.thrown == {"bob", "wolf-1", "wolf-2"}


def test_who_threw_without_a_word_is_not_declared_for(seat):
    seat.page.throw("bob")
    QTest.mouseClick(seat.page.nearest, LEFT)
    assert {each.who for each in seat.fight.round.declarations} == {"wolf-1", "wolf-2"}


def test_space_pressed_once_too_often_asks_before_a_round_nobody_declared(seat):
    page = seat.page
    page.roster.setFocus()
    for _ in range(2):
        QTest.keyClick(seat.window.focusWidget(), Qt.Key.Key_Space)
        assert not seat.fight.has_begun
    assert not page.bar.ask.question
    seat.press()
    assert page.bar.ask.question
    QTest.mouseClick(page.bar.ask.yes, LEFT)
    assert seat.fight.has_begun
    seat.trigger("undo")
    seat.press()
    page.all_attack()
    assert not page.bar.ask.question
    seat.press()
    assert seat.fight.has_begun


def test_challenge_dice_lie_there_until_the_next_round_and_are_thrown_anew(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.TASK)
    seat.roll()
    [task] = seat.declared("bob")
    dice = seat.page.tray.contents.dice
    assert len(task.challenge) == 2
    seat.page._show_dice()
    assert seat.page.tray.contents.dice == dice
    assert [index + 1 for index in seat.page.tray.shown][-2:] == list(task.challenge)
    hurts = sum(role is Role.HURTS for role in seat.page.tray.contents.roles[-2:])
    assert hurts == task.nulls
    seat.page.begin_again()
    assert seat.declared("bob") == [task.with_(nulls=None, challenge=())]
    seat.roll()
    seat.pages.play.suggest()
    assert seat.pages.play.close()
    seat.page.as_before()
    assert [each.nulls for each in seat.declared("bob")] == [None]


def test_no_choice_of_the_bar_is_cut_off(seat):
    bar, words = seat.page.declare, set[str]()
    for who, how in (("bob", How.TASK), ("wolf-1", How.MELEE)):
        seat.page.roster.choose_row(who)
        seat.pick(bar.fields["how"], how)
        for button in (bar.fields["how"], bar.fields["skill"], bar.fields["difficulty"]):
            words |= {choice.text for choice in button.model.rows}
    words |= {"Attacks everybody", *(each.name for each in rulebook().dice if each.use is DieUse.WEAPON)}
    metrics = QFontMetricsF(seat.program.theme.font("sans", 14, bold=True))
    room = bar.fields["how"].width() - seat.program.theme.px(42)
    assert not [text for text in words if metrics.horizontalAdvance(text) > room]


def test_a_shot_says_the_distance_and_the_cover_it_meets(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.MISSILE)
    assert (bar.fields["distance_m"].text(), bar.fields["cover"].text()) == ("no distance stated", "no cover")
    apart = (Apart(a="bob", b="wolf-1", metres=25),)
    seat.document.apply("Apart", lambda fight: surroundings(change(fight, "wolf-1", cover=40), apart=apart))
    assert (bar.fields["distance_m"].text(), bar.fields["cover"].text()) == ("25 m apart", "40 % cover")
    bar.fields["cover"].setValue(20)
    assert [each.cover for each in seat.declared("bob")] == [20]
    bar.fields["cover"].setValue(-10)
    QTest.mouseClick(bar.targets["wolf-2"], LEFT)
    assert (bar.fields["distance_m"].text(), bar.fields["cover"].text()) == ("stated distance", "stated cover")
    assert [each.cover for each in seat.declared("bob")] == [None, None]


def test_nulls_that_were_typed_are_not_those_of_the_next_round(seat):
    bar = seat.page.declare
    seat.pick(bar.fields["how"], How.TASK)
    bar.fields["nulls"].setValue(1)
    seat.roll()
    seat.pages.play.suggest()
    assert seat.pages.play.close()
    seat.page.as_before()
    assert [each.nulls for each in seat.declared("bob")] == [None]
