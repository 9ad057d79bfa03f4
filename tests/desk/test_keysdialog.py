"""The editor of keys: it opens at the page in view, tells conflicts first, and everything shows new keys at once."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.desk.helpdialogs import KeysDialog
from bones_desktop.desk.keymap import KEYS
from tests.support.tour import Tour

CTRL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def editor(shelf_tour: Tour) -> KeysDialog:
    shelf_tour.window.show_page("table")
    shelf_tour.settle()
    shelf_tour.trigger("keys")
    dialog = shelf_tour.dialog()
    assert isinstance(dialog, KeysDialog)
    QTest.qWaitForWindowActive(dialog)
    return dialog


def choose(editor: KeysDialog, command: str) -> None:
    editor.list.go_to(command)
    QTest.keyClick(editor.list, Qt.Key.Key_Return)


def rows(editor: KeysDialog) -> list[str]:
    return [line.key for line in editor.list.lines.rows]


def test_it_opens_at_the_page_in_view(editor):
    assert editor.list.current == "table.throw"
    assert editor.list.hasFocus()
    top = editor.list.indexAt(editor.list.viewport().rect().topLeft())
    assert editor.list.lines.at(top).text == "On the Table page"


def test_words_and_keys_find_commands(editor):
    editor.search.setText("stat block")
    assert rows(editor)[-1] == "shelf#6"
    editor.search.setText("ctrl+shift+v")
    assert rows(editor) == ["#file", "from-text"]
    editor.search.setText("zzz")
    assert rows(editor) == []
    editor.search.clear()
    assert {*KEYS.commands} <= {*rows(editor)}


def test_enter_in_the_search_goes_to_the_list_and_presses_nothing(editor, shelf_tour):
    editor.search.setText("who rolls")
    editor.search.setFocus()
    QTest.keyClick(editor.search, Qt.Key.Key_Down)
    QTest.keyClick(editor.search, Qt.Key.Key_Return)
    assert editor.isVisible()
    assert editor.list.hasFocus()
    assert editor.list.current == "table.who"
    assert shelf_tour.program.settings.value.keys == {}


def test_a_key_is_taken_by_pressing_it_and_shown_everywhere_at_once(editor, shelf_tour):
    choose(editor, "table.secret")
    assert editor.field.hasFocus()
    QTest.keyClick(editor.field, Qt.Key.Key_J, CTRL)
    assert editor.told.text() == "No other command has this key."
    assert editor.use.hasFocus()
    editor.use.click()
    assert shelf_tour.program.settings.value.keys == {"table.secret": "Ctrl+J"}
    assert editor.list.lines.rows[editor.list.lines.row_of("table.secret")].right == "Ctrl+J · changed"
    strip = shelf_tour.program.pages.dice.strip
    assert strip.secret.toolTip().endswith("(Ctrl+J)")
    choose(editor, "undo")
    QTest.keyClick(editor.field, Qt.Key.Key_Z, CTRL | Qt.KeyboardModifier.AltModifier)
    editor.use.click()
    undo = shelf_tour.window.actions_by_id["undo"]
    assert [each.toString() for each in undo.shortcuts()] == ["Ctrl+Alt+Z"]
    assert "Ctrl+Alt+Z" in undo.toolTip()
    editor.close()
    assert not strip.secret.isChecked()
    QTest.keyClick(shelf_tour.program.pages.dice, Qt.Key.Key_X)
    assert not strip.secret.isChecked(), "the default key is free now"
    QTest.keyClick(shelf_tour.program.pages.dice, Qt.Key.Key_J, CTRL)
    assert strip.secret.isChecked()
    strip.secret.setChecked(False)


def test_a_conflict_is_told_before_it_happens(editor, shelf_tour):
    choose(editor, "table.who")
    QTest.keyClick(editor.field, Qt.Key.Key_B, CTRL)
    words = "On every page, Ctrl+B is the key of “Enter real dice”. If you use it here, that command loses it."
    assert editor.told.text() == words
    assert shelf_tour.program.settings.value.keys == {}
    editor.use.click()
    assert shelf_tour.program.settings.value.keys == {"by-hand": "", "table.who": "Ctrl+B"}
    assert KEYS.unused == ()
    editor.list.go_to("by-hand")
    editor.default.click()
    assert "is the key of “Choose who rolls”" in editor.told.text(), "the default key is not taken back unasked"
    editor.use.click()
    assert shelf_tour.program.settings.value.keys == {"table.who": ""}


def test_a_refused_key_changes_nothing(editor, shelf_tour):
    choose(editor, "table.who")
    QTest.keyClick(editor.field, Qt.Key.Key_C, CTRL)
    assert "typing" in editor.told.text()
    assert not editor.use.isEnabled()
    assert editor.field.hasFocus()
    QTest.keyClick(editor.field, Qt.Key.Key_W)
    assert editor.told.text() == "The command has this key already."
    assert not editor.use.isEnabled()
    assert shelf_tour.program.settings.value.keys == {}


def test_fixed_keys_cannot_be_changed(editor):
    editor.list.go_to("shelf#0")
    assert editor.told.text() == "This key is fixed."
    assert not any(each.isEnabled() for each in (editor.field, editor.use, editor.none, editor.default))


def test_one_key_or_all_are_reset_and_all_come_back(editor, shelf_tour):
    settings = shelf_tour.program.settings
    settings.edit(keys={"print": "Ctrl+J", "table.who": "", "nonsense": "of another version"})
    editor.list.go_to("print")
    editor.default.click()
    assert settings.value.keys == {"table.who": "", "nonsense": "of another version"}
    editor.none.click()
    assert KEYS.of("print") == ()
    mine = settings.value.keys
    editor.all.click()
    assert settings.value.keys == {}
    assert KEYS.of("table.who") == ("W",)
    editor.all.click()
    assert settings.value.keys == mine


def test_single_letters_are_switched_off_with_one_switch(editor, shelf_tour):
    editor.single.setChecked(False)
    assert not shelf_tour.program.settings.value.single_keys
    editor.close()
    page = shelf_tour.program.pages.dice
    QTest.keyClick(page, Qt.Key.Key_X)
    assert not page.strip.secret.isChecked()
    assert not page.strip.secret.toolTip().endswith("(X)")
    assert shelf_tour.window.actions_by_id["keys"].shortcuts() == []


def test_tips_of_the_table_show_a_new_key_at_once(shelf_tour):
    table = shelf_tour.program.pages.table
    strip = table.strip
    shown = {
        "who": strip.who, "skill": strip.form.fields["skill"], "by-hand": strip.buttons.by_hand,
        "heal": table.injuries.acts.heal, "injure": table.injuries.acts.lose,
    }  # fmt: skip
    for command, widget in shown.items():
        shelf_tour.program.settings.edit(keys={f"table.{command}": "Ctrl+J"})
        assert "(Ctrl+J)" in widget.toolTip(), command
    shelf_tour.program.settings.edit(keys={})
    assert "(W)" in strip.who.toolTip()


def test_nonsense_in_the_settings_is_told_and_kept(editor, shelf_tour):
    settings = shelf_tour.program.settings
    settings.edit(keys={"throw": "Blargh"})
    shelf_tour.program._opening.report_start(None, safe=False)
    assert "“throw: Blargh”" in shelf_tour.window.banner.text
    choose(editor, "table.who")
    QTest.keyClick(editor.field, Qt.Key.Key_J, CTRL)
    editor.use.click()
    assert settings.value.keys == {"throw": "Blargh", "table.who": "Ctrl+J"}


@pytest.mark.parametrize("text", [100, 150])
def test_no_line_is_wider_than_the_page(editor, shelf_tour, text):
    shelf_tour.program.theme.set_text_size(text)
    shelf_tour.settle()
    assert editor.list.horizontalScrollBar().maximum() == 0
    room = editor.screen().availableSize()
    assert editor.width() <= room.width()
    assert editor.height() <= room.height()
    shelf_tour.program.theme.set_text_size(100)
