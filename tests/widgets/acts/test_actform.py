"""The form of an act asks for what the answers call for, and does nothing itself."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.rules.acts import Act, Answers, Kind, Parameter
from bones_desktop.rules.reasons import refuse
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.choice.choices import Choice
from tests.support.forms import FormPage

HOW = Parameter("how", Kind.CHOICE, "plain", choices=("plain", "much"))
NUMBER = Parameter("n", Kind.NUMBER, 2, least=1, most=9)


def asked_for(given: Answers) -> tuple[Parameter, ...]:
    return (HOW, NUMBER) if given.key("how") == "much" else (HOW,)


def raised(now: int, given: Answers) -> int:
    if given.number("n") > now:
        raise refuse("too-many", most=now)
    return now + given.number("n")


def look(each: Parameter, _answers: Answers) -> Field:
    if each.kind is Kind.NUMBER:
        return Field(each, "Number")
    return Field(each, "How", choices=(Choice("plain", "Plain"), Choice("much", "Much")), buttons=True)


def asked(now: int) -> AskedAct[int]:
    act = Act("raise", "advance", asked_for, raised)
    return AskedAct(act, now, "Raise it", "Raise", look, "", lambda after, _given: (f"Then {after}",), (True,))


@pytest.fixture
def page(qtbot) -> FormPage:
    room = QWidget()
    qtbot.addWidget(room)
    form = ActForm(Theme("iron"), room)
    form.show_act(asked(5))
    room.resize(400, 300)
    form.resize(400, 300)
    with qtbot.waitExposed(room):
        room.show()
    room.activateWindow()
    qtbot.waitUntil(room.isActiveWindow)
    form.begin()
    made = FormPage(form)
    made.heard = []
    made.room = room
    form.requested.connect(lambda answers: made.heard.append(dict(answers.values)))
    form.refused.connect(lambda why: made.heard.append(why.code))
    form.closed.connect(lambda: made.heard.append("closed"))
    return made


def test_fields_come_and_go_with_the_answers_and_the_focus_stays(page):
    assert not page.shows("n")
    page.field("how").buttons["much"].setFocus()
    page.choose("how", "Much")
    assert page.shows("n")
    assert page.field("how").buttons["much"].hasFocus()
    assert page.says == ["Then 7"]
    page.choose("how", "Plain")
    assert not page.shows("n")


def test_a_refusal_takes_the_place_of_the_preview(page):
    page.choose("how", "Much")
    page.fill("n", 6)
    assert "5" in page.says[0]
    assert not page.can_be_done
    page.enter("n")
    assert page.heard == ["too-many"]


def test_enter_does_it_and_escape_closes_it(page):
    page.choose("how", "Much")
    page.enter("n")
    page.escape("n")
    page.cancel.setFocus()
    QTest.keyClick(page.cancel, Qt.Key.Key_Return)
    assert page.heard == [{"how": "much", "n": 2}, "closed", "closed"]


def test_answers_stay_when_whom_it_is_done_to_changes_and_go_when_it_begins_again(page):
    page.choose("how", "Much")
    page.fill("n", 4)
    page.form.show_act(asked(3))
    assert page.answers.number("n") == 4
    assert not page.can_be_done
    page.form.begin({"how": "much"})
    assert page.answers.number("n") == 2
    assert page.says == ["Then 5"]
