"""The head of the Fight page: it asks about fighters who have not declared, hides falling dice, and leads back."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.fight.board import ALLOT, DAMAGE
from bones_desktop.pages.fight.roundbar import RoundStage
from bones_desktop.rules.bones.fight.fighters import How
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob, ragnar

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def seat(tmp_path, qapp):
    people = bob().with_(id="b" * 32, gender="male", spiffs=9), ragnar().with_(id="c" * 32)
    with FightSeat(shelve(tmp_path, *people), ("Bob", 1), ("Ragnar", 1), ("Goblin", 3)) as found:
        yield found


def go_back(seat, stage):
    QTest.mouseClick(seat.page.bar.stages.names[stage], LEFT)
    seat.app.processEvents()


def lit(seat):
    return [stage for stage, button in seat.page.bar.stages.names.items() if button.isChecked()]


def declare_one(seat, who):
    seat.page.roster.choose_row(who)
    seat.pick(seat.page.declare.fields["how"], How.NONE)


def decide(seat):
    while seat.page.bar.primary.text() == "Suggest the rest":
        seat.press()


def test_the_roll_stops_for_those_who_have_not_declared_and_names_them(seat):
    ask = seat.page.bar.ask
    seat.press()
    assert ask.question == "Nobody has declared. Roll anyway?"
    QTest.mouseClick(ask.no, LEFT)
    declare_one(seat, "bob")
    seat.press()
    assert ask.question == "Not declared: Goblin ×3, Ragnar. Roll anyway?"
    declare_one(seat, "ragnar")
    assert not ask.question, "who declared meanwhile is no longer asked for"
    seat.page.roster.choose("goblin-1")
    seat.pick(seat.page.declare.fields["how"], How.NONE)
    seat.press()
    assert ask.question == "Not declared: Goblin ×2. Roll anyway?"
    assert not seat.fight.has_begun
    QTest.mouseClick(ask.yes, LEFT)
    assert seat.fight.thrown == {"bob", "ragnar", "goblin-1", "goblin-2", "goblin-3"}


def test_a_roll_of_some_stops_for_these_alone(seat):
    declare_one(seat, "bob")
    seat.page.roster.choose("bob")
    QTest.keyClick(seat.page, Qt.Key.Key_T)
    assert seat.fight.thrown == {"bob"}
    seat.page.roster.choose("ragnar")
    QTest.keyClick(seat.page, Qt.Key.Key_T)
    assert seat.page.bar.ask.question == "Not declared: Ragnar. Roll anyway?"
    QTest.mouseClick(seat.page.bar.ask.no, LEFT)
    seat.press()
    assert seat.page.bar.primary.text() == "Roll the rest"
    assert seat.page.bar.ask.question == "Not declared: Goblin ×3, Ragnar. Roll anyway?"
    assert seat.fight.thrown == {"bob"}


def test_real_dice_are_asked_for_only_once_all_have_declared(seat):
    QTest.keyClick(seat.page, Qt.Key.Key_B)
    assert seat.page.bar.ask.question == "Nobody has declared. Roll anyway?"
    seat.page.all_attack()
    QTest.keyClick(seat.page, Qt.Key.Key_B)
    assert not seat.page.bar.ask.question
    assert seat.page.flow.asking


def test_nothing_of_a_roll_is_seen_before_its_dice_lie(seat):
    page = seat.page
    seat.program.desk.pace.choose("normal")
    page.all_attack()
    before = page.roster.rows.rows
    seat.press()
    assert page.tray.flying
    assert [(row.dice, row.coming) for row in page.roster.rows.rows] == [(row.dice, row.coming) for row in before]
    assert not any(row.waiting or row.done for row in page.roster.rows.rows)
    assert page.bar.awaited.full_text == "The dice are falling."
    assert lit(seat) == [RoundStage.THROW]
    assert page.bar.primary.text() == "Show the result"
    seat.press()
    assert not page.tray.flying
    assert [row.dice for row in page.roster.rows.rows] != [row.dice for row in before]
    assert any(row.waiting for row in page.roster.rows.rows)


def test_nothing_of_a_re_roll_is_seen_before_its_die_lies(seat):
    page = seat.page
    page.all_attack()
    seat.show_faces(unhurt=())
    seat.pages.play.suggest()
    shown = {row.key: row for row in page.roster.rows.rows}
    assert shown["all:goblin-1"].blows
    seat.program.desk.pace.choose("normal")
    seat.pages.play.throw_again("bob", 1)
    assert page.tray.flying
    falling = {row.key: row for row in page.roster.rows.rows}
    assert not any(row.blows or row.coming for row in falling.values())
    assert falling["ragnar"].dice[0].code == shown["ragnar"].dice[0].code, "his lie there"
    seat.press()
    assert not page.tray.flying


def test_the_names_of_the_parts_lead_back(seat):
    page, names = seat.page, seat.page.bar.stages.names
    seat.said.clear()
    assert lit(seat) == [RoundStage.DECLARE]
    assert [stage for stage in names if names[stage].isEnabled()] == [RoundStage.DECLARE]
    page.all_attack()
    assert lit(seat) == [RoundStage.THROW]
    go_back(seat, RoundStage.DECLARE)
    assert lit(seat) == [RoundStage.DECLARE]
    seat.press()
    decide(seat)
    assert lit(seat) == [RoundStage.CLOSE]
    go_back(seat, RoundStage.ALLOT)
    assert (lit(seat), page.board.tabs.currentIndex()) == ([RoundStage.ALLOT], ALLOT)
    assert page.board.isVisible()
    assert page.board.allot.chips
    go_back(seat, RoundStage.DAMAGE)
    assert (lit(seat), page.board.tabs.currentIndex()) == ([RoundStage.DAMAGE], DAMAGE)
    fight = seat.fight
    go_back(seat, RoundStage.DECLARE)
    assert lit(seat) == [RoundStage.DECLARE]
    assert not seat.fight.has_begun
    assert page.declare.isVisible()
    assert seat.fight.round.declarations == fight.round.declarations
    assert seat.said[-1] == "The dice and choices of this round were removed. Undo restores them."
    seat.trigger("undo")
    assert seat.fight == fight
    assert lit(seat) == [RoundStage.CLOSE]


def test_a_part_is_gone_back_to_by_keys(seat):
    seat.page.all_attack()
    seat.press()
    name = seat.page.bar.stages.names[RoundStage.THROW]
    name.setFocus()
    assert name.toolTip() == "Go back to Roll"
    QTest.keyClick(name, Qt.Key.Key_Space)
    assert not seat.fight.has_begun
