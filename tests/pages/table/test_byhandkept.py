"""Dice entered by hand are never lost: what the keys and buttons that throw, leave and spend do meanwhile."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.log.logentry import BY_HAND
from tests.support.people import bob, ragnar
from tests.support.running import Running
from tests.support.tabledesk import Desk, Ones

Key = Qt.Key
CHALLENGE = 4
MISSING = "2 dice are not entered yet. Enter the rest, or go back to the tray (Esc): what is entered is kept."
FIRST = "Your dice are being entered: first use them (Return), or go back to the tray (Esc)."
KEPT = "What you entered is kept: B shows it again."
KEPT_DIE = "What you entered is kept: R and then the same die show it again."
HERE = "What you entered before is here again."
OVERTAKEN = "The program has already rolled for your earlier entry. Start again."


@pytest.fixture
def desk(make) -> Desk:
    """Ragnar's Maneuver against Average by hand, with spiffs and a throw on the table from before."""
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=5))
    desk.page.activateWindow()
    desk.key(Key.Key_Space)
    desk.told = []
    desk.notices.message.connect(desk.told.append)
    desk.key(Key.Key_B)
    return desk


def press(desk: Desk, keys: str) -> None:
    QTest.keyClicks(desk.page.by_hand, keys)


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def ways_to_throw() -> dict[str, object]:
    return {
        "the button": lambda desk: click(desk.page.strip.button),
        "Space": lambda desk: desk.key(Key.Key_Space),
        "Space elsewhere on the page": lambda desk: QTest.keyClick(desk.page.reading, Key.Key_Space),
        "Return": lambda desk: desk.key(Key.Key_Return),
        "the window's action": lambda desk: desk.page.throw(),
    }


def thrown(desk: Desk) -> int:
    return len([entry for entry in desk.log.latest() if entry.title])


@pytest.mark.parametrize("way", ways_to_throw())
def test_a_throw_uses_what_is_entered(desk, way):
    press(desk, "1152" + str(CHALLENGE))
    ways_to_throw()[way](desk)
    assert not desk.page.by_hand.isVisible()
    played = desk.page.play.played
    assert BY_HAND in played.entry.tags
    assert [face.code for face in played.throw.faces][:2] == ["universal", "universal"]
    assert thrown(desk) == 2


@pytest.mark.parametrize("way", ways_to_throw())
def test_a_throw_says_what_is_missing_and_stays(desk, way):
    press(desk, "115")
    desk.page.by_hand.entered.go_to(4)
    press(desk, str(CHALLENGE))
    before = desk.page.by_hand.answers
    desk.page.by_hand.entered.forget()
    desk.page.by_hand.entered.answer_all((*before[:2], None, None, before[4]))
    ways_to_throw()[way](desk)
    assert desk.page.by_hand.isVisible()
    assert desk.page.by_hand.board.question.text == "2 dice are not entered yet."
    assert desk.page.by_hand.entered.at == 2, "the first one missing is asked for"
    assert desk.page.by_hand.entered.known == 6
    assert desk.told == ([] if way in {"Space", "Return"} else [MISSING])
    assert thrown(desk) == 1
    assert QApplication.focusWidget() is desk.page.by_hand


def on_button(desk: Desk) -> tuple[str, str]:
    return desk.page.strip.button.text(), desk.page.strip.button.accessibleDescription()


def test_the_button_says_what_it_does_while_dice_are_entered(desk):
    throw = ("Roll", "Space, Ctrl+T")
    use = ("Use these", "Read the dice you entered (Return, Space, Ctrl+T)")
    press(desk, "115")
    assert on_button(desk) == ("Use these", "5 dice are not entered yet.")
    press(desk, "2" + str(CHALLENGE))
    assert on_button(desk) == use
    desk.key(Key.Key_Escape)
    assert on_button(desk) == throw
    desk.key(Key.Key_B)
    assert on_button(desk) == use, "all of it is there again"
    desk.key(Key.Key_Return)
    assert on_button(desk) == throw
    desk.key(Key.Key_B)
    assert on_button(desk) == ("Use these", "8 dice are not entered yet.")
    desk.document.apply("Lose", lambda each: injuries.lose(each, 0))
    assert on_button(desk) == throw


def test_a_die_thrown_again_by_hand_is_used_with_the_button_whatever_is_chosen_then(desk):
    press(desk, "1152" + str(CHALLENGE))
    desk.key(Key.Key_Return)
    desk.page.strip.show_request(Request("magic"))
    assert not desk.page.strip.button.isEnabled()
    desk.key(Key.Key_R)
    desk.key(Key.Key_1)
    assert on_button(desk) == ("Use these", "One die is not entered yet.")
    desk.key(Key.Key_3)
    click(desk.page.strip.button)
    assert desk.page.play.played.play.shown.indices[0] == 2
    assert on_button(desk)[0] == "Roll"
    assert not desk.page.strip.button.isEnabled()


def test_what_is_left_is_there_again_and_the_program_throws_meanwhile(desk):
    press(desk, "115")
    desk.key(Key.Key_Escape)
    assert not desk.page.by_hand.isVisible()
    assert desk.told == [KEPT]
    desk.key(Key.Key_Space)
    assert BY_HAND not in desk.page.play.played.entry.tags
    desk.key(Key.Key_B)
    assert desk.told == [KEPT, HERE]
    assert desk.page.by_hand.entered.known == 3
    assert desk.page.by_hand.entered.at == 3
    press(desk, "2" + str(CHALLENGE))
    desk.key(Key.Key_Return)
    assert [face.code for face in desk.page.play.played.throw.faces][:2] == ["universal", "universal"]
    desk.key(Key.Key_B)
    assert desk.page.by_hand.entered.known == 0, "what was used is not there again"


@pytest.mark.parametrize("way", ["button", "by hand again", "esc elsewhere"])
def test_the_other_ways_out_keep_it_too(desk, way):
    press(desk, "115")
    if way == "button":
        click(desk.page.by_hand.board.back_button)
    elif way == "esc elsewhere":
        QTest.keyClick(desk.page.reading, Key.Key_Escape)
    assert desk.page.by_hand.isVisible() is (way == "by hand again")
    shown = desk.page.by_hand.isVisible()
    desk.told.clear()
    click(desk.page.strip.by_hand)
    assert desk.page.by_hand.entered.known == 3
    assert desk.told == ([] if shown else [HERE])


def test_a_whole_entry_that_was_left_needs_but_one_key(desk):
    press(desk, "1152" + str(CHALLENGE))
    desk.key(Key.Key_Escape)
    desk.key(Key.Key_B)
    desk.key(Key.Key_1)
    desk.key(Key.Key_Space)
    assert BY_HAND in desk.page.play.played.entry.tags
    assert desk.page.play.played.throw.indices[1] == 0


def test_a_whole_entry_is_forgotten_once_the_program_has_thrown_for_it(desk):
    press(desk, "1152" + str(CHALLENGE))
    desk.key(Key.Key_Escape)
    for _ in range(2):
        desk.key(Key.Key_Space)
    desk.told.clear()
    desk.key(Key.Key_B)
    assert desk.page.by_hand.entered.known == 0
    assert desk.told == [OVERTAKEN]
    desk.key(Key.Key_Return)
    assert BY_HAND not in desk.page.play.played.entry.tags
    desk.key(Key.Key_Escape)
    desk.key(Key.Key_B)
    assert desk.told == [OVERTAKEN], "told once"


def test_a_whole_entry_stays_when_the_program_throws_for_something_else(desk):
    press(desk, "1152" + str(CHALLENGE))
    mine = desk.page.strip.request
    desk.key(Key.Key_Escape)
    desk.page.strip.show_request(Request(difficulty="difficult"))
    desk.key(Key.Key_Space)
    desk.page.strip.show_request(mine)
    desk.told.clear()
    desk.key(Key.Key_B)
    assert desk.page.by_hand.entered.complete
    assert desk.told == [HERE]


@pytest.mark.parametrize(
    "change",
    [
        lambda desk: desk.page.strip.show_request(Request("stealth")),
        lambda desk: desk.page.strip.show_request(Request(difficulty="difficult")),
        lambda desk: desk.document.apply("Lose", lambda each: injuries.lose(each, 0)),
    ],
    ids=["another skill", "another difficulty", "a die lost"],
)
def test_other_dice_or_another_task_begin_anew_and_say_so(desk, change):
    press(desk, "115")
    desk.key(Key.Key_Escape)
    desk.told.clear()
    change(desk)
    desk.key(Key.Key_B)
    assert desk.page.by_hand.entered.known == 0
    assert desk.told == ["Your earlier entry was for other dice or another task. Start again."]
    desk.key(Key.Key_Escape)
    assert len(desk.told) == 1, "nothing was entered that could be kept"


def test_nothing_entered_is_nothing_to_tell_of(desk):
    desk.key(Key.Key_Escape)
    assert desk.told == []


def test_another_character_in_between_takes_nothing_away(desk):
    press(desk, "115")
    mine = desk.document.character
    desk.document.open(bob().with_(id="b" * 32))
    assert not desk.page.by_hand.isVisible()
    desk.document.open(mine)
    assert not desk.page.by_hand.isVisible()
    desk.key(Key.Key_B)
    assert desk.page.by_hand.entered.known == 3


def test_another_character_does_not_get_what_was_entered(desk):
    press(desk, "115")
    desk.document.open(ragnar().with_(id="b" * 32))
    desk.key(Key.Key_B)
    assert desk.page.by_hand.entered.known == 0


@pytest.mark.parametrize("key", [Key.Key_S, Key.Key_V, Key.Key_R, Key.Key_Q, Key.Key_T, Key.Key_O, Key.Key_I])
def test_other_keys_say_what_comes_first(desk, key):
    press(desk, "11")
    before = desk.document.character
    desk.key(key)
    assert desk.page.by_hand.board.question.text == ("First use these dice, or go back (Esc).")
    assert desk.page.by_hand.entered.known == 2
    assert desk.document.character is before


def test_the_buttons_of_the_reading_say_so_too(desk):
    desk.page.spiffs.buy()
    reading = desk.page.reading
    for button in (*reading.row.buttons[::2], *reading.undo.buttons, reading.overrule):
        desk.told.clear()
        assert button.isEnabled()
        click(button)
        assert desk.told == [FIRST], button.text()
    assert desk.page.by_hand.isVisible()
    assert desk.document.character.spiffs == 3


def test_a_real_die_thrown_again_is_kept_too(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=5))
    desk.page.activateWindow()
    told: list[str] = []
    desk.notices.message.connect(told.append)
    desk.key(Key.Key_B)
    press(desk, "1152" + str(CHALLENGE))
    desk.key(Key.Key_Return)
    for _ in range(2):
        desk.key(Key.Key_R)
        desk.key(Key.Key_1)
        assert desk.page.by_hand.isVisible()
        if not told:
            desk.key(Key.Key_3)
            desk.key(Key.Key_Escape)
    assert told == [KEPT_DIE, HERE]
    assert desk.document.character.spiffs == 5
    desk.page.throw()
    assert desk.document.character.spiffs == 4
    assert desk.page.play.played.play.shown.indices[0] == 2


def test_a_die_lost_while_it_is_thrown_again_asks_for_another(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=5))
    desk.page.activateWindow()
    desk.key(Key.Key_B)
    press(desk, "1152" + str(CHALLENGE))
    desk.key(Key.Key_Return)
    desk.key(Key.Key_R)
    desk.key(Key.Key_1)
    told: list[str] = []
    desk.notices.message.connect(told.append)
    desk.document.apply("Lose", lambda each: injuries.lose(each, 0))
    assert not desk.page.by_hand.isVisible()
    assert told == ["This die cannot be re-rolled now: choose another one (R)."]


def test_the_keys_of_the_window_throw_what_is_entered(qapp, tmp_path):
    with Running(tmp_path, page="table") as running:
        running.program.document.open(ragnar())
        running.window.activateWindow()
        running.window.show_page("table")
        QTest.qWaitForWindowActive(running.window)
        table = running.program.pages.table
        QTest.keyClick(table.tray, Key.Key_B)
        QTest.keyClicks(table.by_hand, "115")
        QTest.keyClick(table.by_hand, Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        assert table.by_hand.isVisible()
        assert table.by_hand.entered.known == 3
        assert running.window.toast.text().startswith("5 dice are not entered yet.")
        QTest.keyClicks(table.by_hand, "2" + str(CHALLENGE))
        QTest.keyClick(table.by_hand, Key.Key_T, Qt.KeyboardModifier.ControlModifier)
        assert not table.by_hand.isVisible()
        assert BY_HAND in table.play.played.entry.tags
