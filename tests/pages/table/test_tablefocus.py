"""Who has the keys while the Table page lies behind another page, and while others change the character on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QWidget

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.text.messages import BannerAction
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.widgets.throwlist.throwview import ThrowView
from bones_desktop.wording.log import plain_result
from tests.support.people import ragnar
from tests.support.running import Running


@pytest.fixture
def running(qapp: object, tmp_path: Path) -> Iterator[Running]:
    file = tmp_path / "ragnar.bones"
    write_character(file, ragnar())
    with Running(tmp_path / "home", file, page="table") as running:
        running.window.activateWindow()
        running.window.show_page("table")
        QTest.qWaitForWindowActive(running.window)
        yield running


@pytest.mark.parametrize("before", ["nothing", "a roll", "dice by hand"])
def test_an_edit_on_another_page_keeps_its_keys(running: Running, before: str) -> None:
    table = running.program.pages.table
    if before != "nothing":
        table.throw()
    if before == "dice by hand":
        table.enter_by_hand()
    running.window.show_page("build")
    field = next(each for each in running.window.findChildren(LineField) if each.isVisible() and each.isEnabled())
    field.setFocus()
    changed: list[object] = []
    running.program.document.changed.connect(changed.append)
    QTest.keyClicks(field, "x")
    QTest.keyClick(field, Qt.Key.Key_Return)
    running.program.document.apply("Name", lambda each: each.with_(name="Ragnar the Red", dice=each.dice[:3]))
    assert changed
    assert QApplication.focusWidget() is field


def test_a_change_before_the_first_throw_keeps_the_keys_on_the_table(running: Running) -> None:
    table = running.program.pages.table
    field = table.strip.form.fields["skill"]
    field.setFocus()
    running.program.document.apply("Spiffs", lambda each: each.with_(spiffs=3))
    assert QApplication.focusWidget() is field


def test_a_throw_brings_the_keys_to_the_page(running: Running) -> None:
    table = running.program.pages.table
    table.strip.form.fields["skill"].setFocus()
    table.throw()
    assert QApplication.focusWidget() is table.tray


def test_a_throw_takes_away_what_it_makes_untrue(running: Running) -> None:
    table, toast = running.program.pages.table, running.window.toast
    table.controller.buy()
    assert toast.text() == "There is no roll on the table: roll first (Space)."
    assert toast.isVisible()
    table.throw()
    assert not toast.isVisible()
    toast.show_message("Written to Ragnar.pdf.", tone="good")
    table.tray.skip()
    table.throw()
    assert toast.isVisible(), "news of something else stays its time"


def test_ctrl_c_copies_the_reading_from_everywhere_on_the_page(running: Running) -> None:
    table, clipboard = running.program.pages.table, QApplication.clipboard()
    table.throw()
    table.tray.skip()
    own = (QLineEdit, QAbstractSpinBox, ThrowView)
    widgets = [
        each
        for each in (table, *table.findChildren(QWidget))
        if each.isVisible() and each.isEnabled() and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not isinstance(each, own) and not (isinstance(each, QComboBox) and each.isEditable())
    ]
    assert {table.tray, table.reading.view, table.strip.button} <= set(widgets)
    assert len(widgets) > 20
    for widget in widgets:
        clipboard.setText("something else")
        QTest.keyClick(widget, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert clipboard.text() == f"Ragnar: {table.reading.text()}", widget
    table.enter_by_hand()
    clipboard.clear()
    QTest.keyClick(table.by_hand, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == f"Ragnar: {table.reading.text()}"
    assert running.window.toast.isVisible()
    assert running.window.toast.text() == "The text is on the clipboard."


def test_a_roll_is_copied_as_a_picture(running: Running) -> None:
    table, clipboard = running.program.pages.table, QApplication.clipboard()
    table.throw()
    table.tray.skip()
    for widget in (table, table.tray, table.reading.view):
        clipboard.setText("something else")
        QTest.keyClick(widget, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
        assert clipboard.image().width() > 100, widget
    assert running.window.toast.text() == "The picture is on the clipboard."


def test_ctrl_c_leaves_fields_and_the_log_their_own(running: Running) -> None:
    table, clipboard = running.program.pages.table, QApplication.clipboard()
    table.throw()
    table.tray.skip()
    field = table.injuries.cause
    field.setText("an arrow")
    field.selectAll()
    QTest.keyClick(field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "an arrow"
    table.log.view.selectAll()
    QTest.keyClick(table.log.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert plain_result(table.play.played.entry) in clipboard.text()
    assert clipboard.text() != table.reading.text()


def test_without_a_throw_ctrl_c_says_so_and_copies_nothing(running: Running) -> None:
    table, clipboard = running.program.pages.table, QApplication.clipboard()
    clipboard.setText("something else")
    QTest.keyClick(table.tray, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard.text() == "something else"
    assert running.window.toast.text() == "There is no roll on the table: roll first (Space)."


def test_the_reading_has_a_name_for_screen_readers(running: Running) -> None:
    reading = running.program.pages.table.reading
    assert QAccessible.queryAccessibleInterface(reading).text(QAccessible.Text.Name) == "What the roll means"


def test_a_list_closed_without_a_choice_gives_the_keys_back(running: Running) -> None:
    table = running.program.pages.table
    table.strip.show_request(Request(skill="stealth", difficulty="", opponent="block:goblin"))
    QTest.qWait(50)
    buttons = [each for each in table.strip.findChildren(ChoiceButton) if each.isVisible()]
    assert len(buttons) == 5
    for button in buttons:
        table.setFocus()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        assert button.popup.isVisible()
        QTest.keyClick(button.popup.view, Qt.Key.Key_Escape)
        assert QApplication.focusWidget() is table.tray, button.accessibleName()


def test_the_character_who_throws_already_may_be_chosen_and_the_keys_come_back(running: Running) -> None:
    who = running.program.pages.table.strip.who
    who.open()
    QTest.keyClick(who.popup.view, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is running.program.pages.table.tray


def test_what_is_undone_on_the_table_is_named(running: Running) -> None:
    document, toast = running.program.document, running.window.toast
    running.window.show_page("table")
    document.apply("Use magic", lambda character: character.with_(spiffs=character.spiffs + 1))
    running.trigger("undo")
    assert (toast.isVisible(), toast.text()) == (True, "Undone: Use magic")
    running.trigger("redo")
    assert (toast.isVisible(), toast.text()) == (True, "Redone: Use magic")


@pytest.mark.parametrize("page", ["build", "tracker", "sheet"])
def test_what_is_undone_is_named_on_every_page_in_place_of_a_toast_that_told_of_it(running: Running, page: str) -> None:
    document, toast = running.program.document, running.window.toast
    running.window.show_page(page)
    document.apply("Use magic", lambda character: character.with_(spiffs=character.spiffs + 1))
    toast.show_message("One spiff more.", action=BannerAction("Thank you", list))
    running.trigger("undo")
    assert (toast.isVisible(), toast.text(), toast.button) == (True, "Undone: Use magic", None)
    running.trigger("redo")
    assert toast.text() == "Redone: Use magic"


def test_what_follows_from_an_undone_step_is_told_in_its_place(running: Running) -> None:
    document, table = running.program.document, running.program.pages.table
    running.window.show_page("table")
    document.apply("Lose die 1", lambda character: injuries.lose(character, 0))
    running.trigger("by-hand")
    QTest.keyClick(table.by_hand, Qt.Key.Key_1)
    running.trigger("undo")
    assert running.window.toast.text().startswith("The dice have changed")
