"""Which dice harm takes is asked where its owner has a choice, on the Table as on the Tracker, and done as one step."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.desk.table.rollview import FollowUpRow
from bones_desktop.rules.bones.reading.plays import Harm, dice_choice, given
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.rules.reasons import RulesError
from bones_desktop.widgets.dice.diecard import DiceChoicePopup
from tests.support.givendice import Faces
from tests.support.people import die, ragnar
from tests.support.tabledesk import Desk, Ones, poison
from tests.support.usualdice import take_usual


def fallen(make, **options) -> Desk:
    """Return a desk where three damage of a fall is to be taken."""
    desk = make(rng=Faces(4, 4, 2, 2), character=ragnar(), **options)
    desk.page.ask(Request(kind=ThrowKind.FALL, metres=20))
    desk.key(Qt.Key.Key_Space)
    return desk


def asked(desk: Desk) -> DiceChoicePopup:
    QTest.mouseClick(desk.page.reading.follow_ups.buttons[0], Qt.MouseButton.LeftButton)
    popup = QApplication.activePopupWidget()
    assert isinstance(popup, DiceChoicePopup)
    return popup


def lost(desk: Desk) -> list[int]:
    return [each.die for each in desk.document.character.lost]


def test_three_damage_asks_which_dice_and_the_usual_are_chosen(make):
    desk = fallen(make)
    popup = asked(desk)
    assert lost(desk) == []
    assert popup.accessibleName() == "Which 3 dice are lost?"
    assert popup.picked == (1, 2, 3)
    QTest.mouseClick(popup.cards[0], Qt.MouseButton.LeftButton)
    assert len(popup.picked) == 3
    assert 0 in popup.picked
    gone = popup.picked
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert tuple(sorted(lost(desk))) == gone
    assert {each.cause for each in desk.document.character.lost} == {"Fall"}
    assert not desk.page.reading.follow_ups.buttons
    desk.document.undo_stack.undo()
    assert lost(desk) == []
    assert desk.page.reading.follow_ups.buttons, "one step, and offered again"


def test_escape_takes_nothing(make):
    desk = fallen(make)
    QTest.keyClick(asked(desk), Qt.Key.Key_Escape)
    assert lost(desk) == []
    assert desk.page.reading.follow_ups.buttons


def test_digits_choose_and_the_same_stands_on_the_tracker(make, theme, qtbot):
    desk = fallen(make)
    desk.page.play.clear()
    row = FollowUpRow(theme)
    qtbot.addWidget(row)
    row.offer(desk.page.table.owed())
    row.show()
    QTest.mouseClick(row.buttons[0], Qt.MouseButton.LeftButton)
    QTest.keyClick(row.popup, Qt.Key.Key_1)
    assert 0 in row.popup.picked
    QTest.keyClick(row.popup, Qt.Key.Key_Return)
    assert 0 in lost(desk)
    assert len(lost(desk)) == 3


def test_poison_takes_another_die_that_counted(make):
    desk = make(rng=Ones(), character=ragnar())
    poison(desk)
    desk.key(Qt.Key.Key_Space)
    popup = asked(desk)
    assert popup.picked == (3,)
    QTest.keyClick(popup, Qt.Key.Key_2)
    QTest.keyClick(popup, Qt.Key.Key_Return)
    assert lost(desk) == [1]
    assert desk.document.character.lost[0].cause == "Poison"
    assert not desk.page.reading.follow_ups.buttons


def test_dice_that_are_all_alike_are_not_asked_for(make):
    alike = ragnar().with_(dice=(die("universal,physical,riding,riding,riding,riding"),) * 4)
    assert dice_choice(alike, Harm("Fall", damage=2)) is None
    desk = make(rng=Faces(2, 2, 2, 2), character=alike)
    desk.page.ask(Request(kind=ThrowKind.FALL, metres=10))
    desk.key(Qt.Key.Key_Space)
    take_usual(desk.page.reading.follow_ups.buttons[0])
    assert lost(desk)


def test_hindering_damage_may_take_no_die_that_did_not_count_while_others_did():
    harm = Harm("Poison", dice=(3,), counted=(1, 3))
    choice = dice_choice(ragnar(), harm)
    assert choice is not None
    assert (choice.usual, choice.among, choice.fixed) == ((3,), (1, 3), ())
    with pytest.raises(RulesError) as error:
        given(ragnar(), harm, (0,))
    assert error.value.reason.code == "not-these-dice"
    forced = dice_choice(ragnar(), Harm("Poison", dice=(3, 0), counted=(3,)))
    assert forced is not None
    assert (forced.among, forced.fixed) == ((0, 1, 2, 3), (3,))
    assert not forced.allows((0, 1))
    assert forced.allows((3, 1))


def test_all_dice_are_taken_without_asking():
    assert dice_choice(ragnar(), Harm("Fall", damage=4)) is None
    assert dice_choice(ragnar(), Harm("Fall", damage=9)) is None
