"""The field for long texts: typing is told, looks are not; lines stay short; undo belongs to the window."""

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.textfields import MEASURE, ProseField

TEXT = "The raid came with the first snow, when the herds were down in the valley and no one thought of war. " * 6


def shown(qtbot: QtBot, width: int = 1200) -> tuple[ProseField, Theme, list[str]]:
    theme = Theme("iron")
    field = ProseField("Story", theme, 4)
    told: list[str] = []
    field.edited.connect(told.append)
    qtbot.addWidget(field)
    field.resize(width, 500)
    with qtbot.waitExposed(field):
        field.show()
    return field, theme, told


def lines(field: ProseField) -> list[str]:
    """Return the text of the first paragraph as it is broken on the screen."""
    block = field.document().begin()
    layout, text = block.layout(), block.text()
    parts = (layout.lineAt(number) for number in range(layout.lineCount()))
    return [text[part.textStart() : part.textStart() + part.textLength()].strip() for part in parts]


def left(field: ProseField) -> int:
    """Return where the cursor is in the field."""
    return field.viewport().x() + field.cursorRect().left()


def test_typing_is_told_and_looks_are_not(qtbot: QtBot) -> None:
    field, theme, told = shown(qtbot)
    field.set_value("Ragnar")
    field.set_large(True)
    theme.set_text_size(150)
    field.resize(700, 400)
    field.set_large(False)
    assert told == []
    field.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClicks(field, "!")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert told == ["Ragnar!", "Ragnar!\n"]


@pytest.mark.qt_log_ignore("not accepted by receiving widget", extend=True)
def test_undo_and_redo_are_left_to_the_window(qtbot: QtBot) -> None:
    field, _theme, told = shown(qtbot)
    qtbot.keyClicks(field, "ab")
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert told == ["a", "ab"]


def test_tab_leaves_the_field(qtbot: QtBot, on_screen) -> None:
    holder = QWidget()
    column = QVBoxLayout(holder)
    field, after = ProseField("Story", Theme("iron"), 4), QLineEdit()
    column.addWidget(field)
    column.addWidget(after)
    on_screen(holder, wait="exposed")
    holder.activateWindow()
    field.setFocus()
    qtbot.keyClick(field, Qt.Key.Key_Tab)
    assert field.value() == ""
    assert holder.focusWidget() is after


def test_the_cursor_stays_where_it_is_when_another_text_is_shown(qtbot: QtBot) -> None:
    field, _theme, _told = shown(qtbot)
    field.set_value("Ragnar")
    cursor = field.textCursor()
    cursor.setPosition(3)
    field.setTextCursor(cursor)
    field.set_value("Ragnhild")
    assert field.textCursor().position() == 3
    field.set_value("R")
    assert field.textCursor().position() == 1
    field.set_value("\N{DRAGON}\N{DRAGON}")
    cursor.setPosition(4)
    field.setTextCursor(cursor)
    field.set_value("\N{DRAGON}\N{DRAGON}!")
    assert field.textCursor().position() == 4


@pytest.mark.parametrize("large", [False, True])
def test_lines_are_no_longer_than_the_eye_follows_however_wide_the_field(qtbot: QtBot, large: bool) -> None:
    field, _theme, _told = shown(qtbot, 2400)
    field.set_large(large)
    field.set_value(TEXT)
    QApplication.processEvents()
    broken = lines(field)
    assert max(map(len, broken)) <= MEASURE + 6
    assert max(map(len, broken)) >= MEASURE - 12
    field.resize(260, 500)
    QApplication.processEvents()
    assert max(map(len, lines(field))) < MEASURE - 12
    assert field.horizontalScrollBar().maximum() == 0


def test_lines_written_later_are_as_far_apart_as_those_before(qtbot: QtBot) -> None:
    field, _theme, _told = shown(qtbot)
    field.set_value("One")
    field.moveCursor(QTextCursor.MoveOperation.End)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClicks(field, "two")
    first, second = field.document().begin(), field.document().lastBlock()
    assert first.blockFormat().lineHeight() == second.blockFormat().lineHeight() > 105


def test_only_plain_text_is_pasted_and_files_are_left_to_the_window(qtbot: QtBot) -> None:
    field, _theme, _told = shown(qtbot)
    rich, files = QMimeData(), QMimeData()
    rich.setHtml("<b>bold</b>")
    rich.setText("bold")
    files.setUrls([QUrl.fromLocalFile("/x/a.bones")])
    field.insertFromMimeData(rich)
    assert not field.textCursor().charFormat().font().bold()
    assert not field.canInsertFromMimeData(files)


def test_the_hint_stands_while_nothing_is_written(qtbot: QtBot) -> None:
    field, _theme, _told = shown(qtbot, 400)
    empty = field.grab().toImage()
    field.set_hint("Where does the character come from?")
    hinted = field.grab().toImage()
    assert hinted != empty
    assert field.accessibleDescription() == "Where does the character come from?"
    field.set_value("x")
    written = field.grab().toImage()
    field.set_hint("")
    assert field.grab().toImage() == written


def test_the_empty_line_stands_where_the_text_will(qtbot: QtBot) -> None:
    field, _theme, _told = shown(qtbot)
    before = left(field)
    qtbot.keyClicks(field, "a")
    qtbot.keyClick(field, Qt.Key.Key_Home)
    assert left(field) == before > 200
    field.set_value("")
    field.resize(900, 500)
    QApplication.processEvents()
    before = left(field)
    field.set_value("Ragnar")
    field.moveCursor(QTextCursor.MoveOperation.Start)
    assert left(field) == before


def test_a_column_that_is_not_centred_begins_where_lines_begin(qtbot: QtBot, on_screen) -> None:
    theme = Theme("iron")
    field = on_screen(ProseField("Log", theme, 4, centred=False), 1200, 500, wait="exposed")
    field.set_value(TEXT)
    field.moveCursor(QTextCursor.MoveOperation.Start)
    assert left(field) <= theme.px(12)
    assert max(len(line) for line in lines(field)) <= MEASURE * 1.1
