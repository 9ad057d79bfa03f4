import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QTextOption
from PySide6.QtWidgets import QApplication, QLineEdit, QToolTip, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.textfields import LineField, ProseField, TextField, limit_letters


def test_setting_a_value_tells_nothing_and_keeps_the_cursor(qtbot: QtBot) -> None:
    line, text = LineField("Name"), TextField("Story", Theme("iron"), 3)
    told: list[str] = []
    for field in (line, text):
        qtbot.addWidget(field)
        field.edited.connect(told.append)
        field.set_value("Ragnar")
    line.setCursorPosition(2)
    cursor = text.textCursor()
    cursor.setPosition(2)
    text.setTextCursor(cursor)
    line.set_value("Ragnhild")
    text.set_value("Ragnhild")
    assert told == []
    assert line.cursorPosition() == 2
    assert text.textCursor().position() == 2
    line.set_value("R")
    assert line.cursorPosition() == 1
    line.set_value("\N{DRAGON}\N{DRAGON}")
    line.setCursorPosition(4)
    line.set_value("\N{DRAGON}\N{DRAGON}!")
    assert line.cursorPosition() == 4
    text.set_value("\N{DRAGON}\N{DRAGON}")
    cursor.setPosition(4)
    text.setTextCursor(cursor)
    text.set_value("\N{DRAGON}\N{DRAGON}!")
    assert text.textCursor().position() == 4


@pytest.mark.parametrize("percent", [100, 125, 150, 200])
@pytest.mark.parametrize("lines", [1, 2, 3])
def test_as_many_lines_as_a_field_is_made_for_need_no_scroll_bar(
    qtbot: QtBot, qapp: QApplication, percent: int, lines: int
) -> None:
    """An empty field of one line showed a scroll bar: a pixel was missing."""
    theme = Theme("iron", percent)
    theme.apply(qapp)
    field = TextField("Finances", theme, lines)
    qtbot.addWidget(field)
    field.set_value("\n".join("x" * lines))
    field.resize(300, field.minimumHeight())
    with qtbot.waitExposed(field):
        field.show()
    assert field.verticalScrollBar().maximum() == 0


@pytest.mark.qt_log_ignore("not accepted by receiving widget", extend=True)
def test_typing_is_told_and_undo_keys_change_nothing(qtbot: QtBot) -> None:
    for field in (LineField("Name"), TextField("Story", Theme("iron"), 3)):
        qtbot.addWidget(field)
        told: list[str] = []
        field.edited.connect(told.append)
        qtbot.keyClicks(field, "ab")
        assert told == ["a", "ab"]
        qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert told == ["a", "ab"]


def test_tab_leaves_a_text_field(qtbot: QtBot) -> None:
    both = QWidget()
    qtbot.addWidget(both)
    column = QVBoxLayout(both)
    text, line = TextField("Story", Theme("iron"), 3), LineField("Name")
    column.addWidget(text)
    column.addWidget(line)
    with qtbot.waitExposed(both):
        both.show()
    both.activateWindow()
    text.setFocus()
    qtbot.waitUntil(text.hasFocus)
    qtbot.keyClick(text, Qt.Key.Key_Tab)
    assert text.toPlainText() == ""
    assert line.hasFocus()


def test_files_dropped_on_a_field_are_left_to_the_window(qtbot: QtBot) -> None:
    line, text = LineField("Name"), TextField("Story", Theme("iron"), 3)
    qtbot.addWidget(line)
    qtbot.addWidget(text)
    files, words = QMimeData(), QMimeData()
    files.setUrls([QUrl.fromLocalFile("/home/someone/ragnar.bones")])
    words.setText("Ragnar")
    for mime, taken in ((files, False), (words, True)):
        event = QDragEnterEvent(
            QPoint(2, 2),
            Qt.DropAction.CopyAction,
            mime,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        line.dragEnterEvent(event)
        assert event.isAccepted() is taken
        assert text.canInsertFromMimeData(mime) is taken


@pytest.mark.parametrize("kind", [TextField, ProseField])
def test_an_endless_word_is_not_looked_through_at_each_line(
    qtbot: QtBot, kind: type[TextField] | type[ProseField]
) -> None:
    """Qt took five seconds for each look at 200,000 letters, and looked three times and more."""
    field = kind("Story", Theme("iron"), 3)
    qtbot.addWidget(field)
    told: list[str] = []
    field.edited.connect(told.append)
    plain, endless = "a word " * 1_000, "ﷺ" * 20_000
    for text in (endless, plain, f"{plain}\n{endless}", ""):
        field.set_value(text)
        assert field.toPlainText() == text
        assert (field.wordWrapMode() == QTextOption.WrapMode.WrapAnywhere) is (endless in text)
    assert told == []


@pytest.mark.parametrize("kind", [QLineEdit, lambda: LineField("Concept")])
def test_what_does_not_fit_is_not_cut_without_a_word(qtbot: QtBot, kind) -> None:
    field = kind()
    qtbot.addWidget(field)
    limit_letters(field, 200)
    with qtbot.waitExposed(field):
        field.show()
    QToolTip.hideText()
    QApplication.clipboard().setText("x" * 200)
    field.paste()
    assert (len(field.text()), QToolTip.text()) == (200, "")
    field.clear()
    QApplication.clipboard().setText("x" * 201)
    field.paste()
    assert len(field.text()) == 200
    assert "Only 200 characters fit here" in QToolTip.text()
    QToolTip.hideText()
    qtbot.keyClick(field, Qt.Key.Key_X)
    assert "Only 200 characters fit here" in QToolTip.text()


def test_a_pasted_endless_word_changes_the_wrapping_before_it_is_laid_out(qtbot: QtBot) -> None:
    """Without that Qt takes five seconds for 200,000 letters, such as a picture pasted as text."""
    anywhere = QTextOption.WrapMode.WrapAnywhere
    pasted = QMimeData()
    pasted.setText("x" * 200_000)
    for field in (TextField("Notes", Theme("iron"), 3), ProseField("Story", Theme("iron"), 3)):
        qtbot.addWidget(field)
        before = field.wordWrapMode()
        field.insertFromMimeData(pasted)
        assert before != anywhere
        assert field.wordWrapMode() == anywhere


def test_a_hint_of_two_lines_is_painted_whole(qtbot: QtBot) -> None:
    """Qt's own placeholder text was cut off below the first line."""
    field = ProseField("Log", Theme("iron"), 4)
    qtbot.addWidget(field)
    field.resize(420, 140)
    with qtbot.waitExposed(field):
        field.show()

    def inked() -> list[int]:
        picture = field.viewport().grab().toImage()
        ground = picture.pixel(picture.width() - 1, picture.height() - 1)
        wide = range(8, picture.width())
        return [y for y in range(picture.height()) if any(picture.pixel(x, y) != ground for x in wide)]

    field.set_hint("gggg")
    one = inked()
    field.set_hint("gggg " * 20)
    two = inked()
    line = field.fontMetrics().lineSpacing()
    assert two[-1] - one[-1] >= line - 2
