"""A line that asks within the page: answered, taken back, and the keys go where they were."""

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from bones_desktop.widgets.text.textfields import AskLine


@pytest.fixture
def show(on_screen) -> Callable:
    return partial(on_screen, width=1100, height=640, wait="active")


@pytest.fixture
def host(show, theme) -> QWidget:
    host = QWidget()
    host.before = QLineEdit(host)
    host.ask = AskLine(theme, host)
    column = QVBoxLayout(host)
    column.addWidget(host.before)
    column.addWidget(host.ask)
    show(host)
    host.before.setFocus()
    return host


def test_a_name_is_asked_for_and_the_keys_go_back(host):
    answers: list[str] = []
    host.ask.ask_name("Name?", "Do it", answers.append, "Old")
    assert host.ask.question == "Name?"
    assert host.ask.field.hasFocus()
    assert host.ask.field.selectedText() == "Old"
    QTest.keyClicks(host.ask.field, "<b>New</b>  name")
    QTest.keyClick(host.ask.field, Qt.Key.Key_Return)
    assert answers == ["<b>New</b> name"]
    assert host.ask.question == ""
    assert host.before.hasFocus()


def test_an_empty_name_is_no_answer_and_says_why(host):
    answers: list[str] = []
    host.ask.ask_name("Name?", "Do it", answers.append)
    QTest.keyClicks(host.ask.field, "   ")
    QTest.keyClick(host.ask.field, Qt.Key.Key_Return)
    assert answers == []
    assert not host.ask.yes.isEnabled()
    assert host.ask.yes.toolTip() == "Write a name first."


def test_what_cannot_be_undone_is_never_done_by_a_stray_enter(host):
    answers: list[str] = []
    host.ask.ask_whether("Sure?", "Remove", lambda: answers.append(""))
    assert host.ask.no.hasFocus()
    QTest.keyClick(host.ask.no, Qt.Key.Key_Return)
    assert answers == []
    assert host.before.hasFocus()
    host.ask.ask_whether("Sure?", "Remove", lambda: answers.append(""))
    host.ask.yes.setFocus()
    QTest.keyClick(host.ask.yes, Qt.Key.Key_Return)
    assert answers == [""]


def test_another_question_takes_the_place_of_the_first(host):
    first: list[str] = []
    second: list[str] = []
    host.ask.ask_name("Name?", "Do it", first.append, "A")
    host.ask.ask_whether("Sure?", "Remove", lambda: second.append(""))
    assert not host.ask.field.isVisible()
    host.ask.yes.click()
    assert (first, second) == ([], [""])
    assert host.before.hasFocus()


def test_questions_show_names_as_they_were_typed(host):
    host.ask.ask_whether("Remove “<b>x</b>”?", "Remove", lambda: None)
    assert host.ask._question.textFormat() == Qt.TextFormat.PlainText
    host.ask.take_back()
