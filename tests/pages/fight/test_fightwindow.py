"""The window with the odds of a fight, next to the main window."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from bones_desktop.pages.fight.fightsetup import SidePanel
from bones_desktop.pages.fight.fightwindow import FightWindow
from bones_desktop.rules.bones.fight.fights import FightSide
from bones_desktop.rules.bones.fight.rounds import round_odds
from bones_desktop.rules.bones.injury.injuries import add_printed_item, lose
from bones_desktop.rules.bones.making.edits import set_text
from bones_desktop.storage.files.characterfile import write_character
from tests.support.people import ragnar
from tests.support.running import Running

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    path = tmp_path / "Ragnar.bones"
    write_character(path, ragnar())
    with Running(tmp_path, path) as running:
        yield running


def opened(running: Running) -> FightWindow:
    running.trigger("fight")
    window = running.dialog()
    assert isinstance(window, FightWindow)
    return window


def exact(window: FightWindow) -> bool:
    return window.results.status.text() == "Exact" and not window.working


def choose(side: SidePanel, key: str) -> None:
    side.who.activated.emit(next(each for each in side.who.model.rows if each.key == key))


def test_the_menu_opens_it_beside_the_main_window(qtbot, running: Running) -> None:
    window = opened(running)
    assert not window.isModal()
    assert running.window.isEnabled()
    assert window.setup.name(FightSide.A) == "Ragnar"
    qtbot.waitUntil(lambda: exact(window))


def test_it_follows_what_is_done_in_the_main_window(qtbot, running: Running) -> None:
    window = opened(running)
    document = running.program.document
    qtbot.waitUntil(lambda: exact(window))
    before = window.results.as_text()
    document.apply("Lose die 1", lambda now: lose(now, 0, ""))
    qtbot.waitUntil(lambda: exact(window) and window.results.as_text() != before)
    document.undo_stack.undo()
    qtbot.waitUntil(lambda: exact(window) and window.results.as_text() == before)


def test_a_character_put_on_the_shelf_may_be_chosen_at_once(running: Running) -> None:
    window = opened(running)

    def shelf() -> list[str]:
        return [each.text for each in window.setup.sides[FightSide.B].who.model.rows if "Shelf" in each.badge]

    path = running.program.session.path
    assert path is not None
    assert shelf() == []
    running.trigger("duplicate")
    copied = running.program.document.character.name
    assert copied != "Ragnar"
    running.program.files.open_all([path])
    assert shelf() == [copied]


def test_both_sides_are_kept_while_the_program_runs(qtbot, running: Running) -> None:
    window = opened(running)
    choose(window.setup.sides[FightSide.B], "block:wolf")
    QTest.keyClick(window, Qt.Key.Key_Escape)
    assert not window.isVisible()
    assert not window.worker.busy
    again = opened(running)
    assert again is window
    assert again.setup.sides[FightSide.B].state.who == "block:wolf"
    qtbot.waitUntil(lambda: exact(window))


def test_ctrl_c_copies_all_of_it_and_a_line_of_text_copies_itself(qtbot, running: Running) -> None:
    window = opened(running)
    qtbot.waitUntil(lambda: exact(window))
    QTest.keyClick(window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == window.as_text()
    side = window.setup.sides[FightSide.B]
    choose(side, "text")
    QTest.keyClicks(side.text, "Fighter")
    side.text.selectAll()
    QTest.keyClick(side.text, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Fighter"


def test_enter_in_a_line_of_text_presses_no_button(running: Running) -> None:
    window = opened(running)
    side = window.setup.sides[FightSide.B]
    choose(side, "text")
    QTest.keyClicks(side.text, "Fighter")
    QTest.keyClick(side.text, Qt.Key.Key_Return)
    assert window.isVisible()
    assert window.setup.sides[FightSide.B].state.text == "Fighter"


def test_enter_in_a_line_of_text_leaves_equipment_as_it_is(running: Running) -> None:
    document = running.program.document
    for item in ("sword", "full-shield"):
        document.apply("Add", lambda now, item=item: add_printed_item(document.rulebook, now, item))
    window = opened(running)
    other, side = (window.setup.sides[each] for each in FightSide)
    choose(side, "text")
    QTest.keyClicks(side.text, "Fighter; Sword")
    ticked = other.state.items, side.state.items
    assert ticked == ((0, 1), (0,))
    for _ in range(2):
        QTest.keyClick(side.text, Qt.Key.Key_Return)
        assert (other.state.items, side.state.items) == ticked
    buttons = window.findChildren(QPushButton)
    assert not [each.text() for each in buttons if each.autoDefault() or each.isDefault()]
    assert side.text.text() == "Fighter; Sword"


def test_undo_in_a_line_of_text_is_its_own(running: Running) -> None:
    window = opened(running)
    document = running.program.document
    document.apply("Name", lambda now: set_text(now, "name", "Red"))
    side = window.setup.sides[FightSide.B]
    choose(side, "text")
    QTest.keyClicks(side.text, "Fighter")
    QTest.keyClick(side.text, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert side.text.text() == ""
    assert document.character.name == "Red"


def test_the_program_may_end_in_the_middle_of_the_work(running: Running) -> None:
    window = opened(running)
    for side in window.setup.sides.values():
        choose(side, "block:swordmaster")
    window.results.again.click()
    assert window.worker.busy


def test_house_rules_are_those_of_the_character(qtbot, running: Running) -> None:
    window = opened(running)
    document = running.program.document
    rules = document.character.house_rules
    fight = window.setup.fight()
    assert fight is not None
    assert fight.house_rules == rules
    qtbot.waitUntil(lambda: exact(window))
    shown = window.results.answers.round
    assert shown == round_odds(fight.rulebook, rules, fight.a, fight.b)
