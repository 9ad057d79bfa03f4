"""The form of an act asks for what the answers call for, and does nothing itself."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QGridLayout, QPushButton, QToolTip, QWidget

from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, filled_in
from bones_desktop.rules.reasons import refuse
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace, NumberField
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.choice.choicepopup import Choice
from tests.support.forms import FormPage

HOW = Parameter("how", ParameterKind.CHOICE, "plain", choices=("plain", "much"))
NUMBER = Parameter("n", ParameterKind.NUMBER, 2, least=1, most=9)


def asked_for(given: Answers) -> tuple[Parameter, ...]:
    return (HOW, NUMBER) if given.key("how") == "much" else (HOW,)


def raised(now: int, given: Answers) -> int:
    if given.number("n") > now:
        raise refuse("too-many", most=now)
    return now + given.number("n")


def look(each: Parameter, _answers: Answers) -> Field:
    if each.kind is ParameterKind.NUMBER:
        return Field(each, "Number")
    return Field(each, "How", choices=(Choice("plain", "Plain"), Choice("much", "Much")), buttons=True)


def look_or_ask(each: Parameter, answers: Answers) -> Field:
    return Field(each, "With", "Sure") if each.kind is ParameterKind.YES_NO else look(each, answers)


def asked(now: int) -> AskedAct[int]:
    act = Act("raise", "advance", asked_for, raised)
    return AskedAct(act, now, "Raise it", "Raise", look, "", lambda after, _given: (f"Then {after}",), (True,))


@pytest.mark.parametrize("size", [100, 150, 200])
def test_numbers_of_one_form_have_fields_of_one_width_with_room_for_the_largest(qtbot, size):
    theme, widths = Theme("iron", size), set()
    for most in (30, 1000):
        field = Field(Parameter("n", ParameterKind.NUMBER, most, least=0, most=most), "Number")
        box = NumberField(theme, field, None)
        qtbot.addWidget(box)
        box.setFont(theme.font("sans", 14))
        box.show_field(field, Answers())
        box.show()
        widths.add(box.width())
        assert box.fontMetrics().horizontalAdvance(str(most)) < box.lineEdit().contentsRect().width() - 4
    assert len(widths) == 1


@pytest.fixture
def page(qtbot) -> FormPage:
    room = QWidget()
    qtbot.addWidget(room)
    heard: list[object] = []
    form = ActForm(Theme("iron"), room, refuse=lambda why: heard.append(why.code))
    form.show_act(asked(5))
    room.resize(400, 300)
    form.resize(400, 300)
    with qtbot.waitExposed(room):
        room.show()
    room.activateWindow()
    qtbot.waitUntil(room.isActiveWindow)
    form.begin()
    made = FormPage(form)
    made.heard = heard
    made.room = room
    form.requested.connect(lambda answers: made.heard.append(dict(answers.values)))
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


def test_a_chosen_thing_fills_fields_in_and_what_was_typed_before_makes_room(page):
    how = replace(HOW, fills={"much": {"n": 7}})

    def filled(given: Answers) -> tuple[Parameter, ...]:
        return filled_in((how, NUMBER), given)

    page.form.show_act(replace(asked(5), act=Act("raise", "advance", filled, raised)))
    page.form.answer("n", 3)
    page.choose("how", "Much")
    assert page.field("n").value() == 7
    page.form.answer("n", 4)
    assert page.form.answers.number("n") == 4, "the player may change it"
    page.choose("how", "Plain")
    assert page.field("n").value() == 2


def test_nothing_is_left_behind_when_fields_come_and_go(qtbot):
    def asked_too(given: Answers) -> tuple[Parameter, ...]:
        return (*asked_for(given), Parameter.yes_no("sure"))

    room = QWidget()
    qtbot.addWidget(room)
    form = ActForm(Theme("iron"), room)
    act = Act("raise", "advance", asked_too, raised)
    form.show_act(AskedAct(act, 5, "Raise it", "Raise", look_or_ask, "", lambda after, _given: (str(after),), (True,)))
    form.answer("how", "much")
    before = len(form.findChildren(QObject))
    for how in ("plain", "much", "plain", "much"):
        form.answer("how", how)
    assert len(form.findChildren(QObject)) == before
    rows = max(grid.rowCount() for grid in form.findChildren(QGridLayout))
    for how in ("plain", "much") * 5:
        form.answer("how", how)
    assert max(grid.rowCount() for grid in form.findChildren(QGridLayout)) == rows


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


SIDE_BY_SIDE = (
    Parameter("kind", ParameterKind.CHOICE, "plain", choices=("plain", "much")),
    Parameter(
        "which",
        ParameterKind.CHOICE,
        "",
        choices=("", "cat", "dog"),
        refused={"dog": refuse("too-many", most=1).reason},
    ),
    Parameter("n", ParameterKind.NUMBER, 2, least=1, most=9),
    Parameter("words", ParameterKind.TEXT, "", most=99),
)


def side_by_side(each: Parameter, given: Answers) -> Field:
    match each.id:
        case "kind":
            plain, much = Choice("plain", "Plain"), Choice("much", "Much")
            return Field(each, "", choices=(plain, much), buttons=True, place=FieldPlace.HEAD)
        case "which":
            return Field(each, "Which", choices=(Choice("cat", "Cat"), Choice("dog", "Dog", allowed=False)))
        case "n":
            return Field(each, "Number", place=FieldPlace.BESIDE, enabled=bool(given.key("which")), tip="Which first?")
    return Field(each, "", "Words", lines=2)


@pytest.fixture
def compact(page) -> FormPage:
    heard: list[object] = []
    form = ActForm(Theme("iron"), page.room, refuse=lambda why: heard.append(why.code), compact=True)
    form.resize(400, 300)
    form.show()
    button = QPushButton("Roll", form)
    form.add_beside("which", button)
    act = Act("raise", "advance", lambda _given: SIDE_BY_SIDE, raised)

    def result(given: Answers) -> tuple[str, str]:
        return f"It comes to {given.number('n')}.", "good"

    form.show_act(AskedAct(act, 1, "Raise it", "Raise", side_by_side, result=result))
    form.fill({})
    made = FormPage(form)
    made.heard, made.button = heard, button
    form.requested.connect(lambda answers: made.heard.append(dict(answers.values)))
    button.clicked.connect(lambda: made.heard.append("throw"))
    return made


def test_a_compact_form_has_fields_side_by_side_and_some_beside_its_heading(compact):
    QTest.qWait(1)
    which, n, kind, words = (compact.field(id) for id in ("which", "n", "kind", "words"))
    assert which.geometry().center().y() == pytest.approx(n.geometry().center().y(), abs=3)
    assert which.geometry().right() < n.geometry().left() < n.geometry().right() < compact.button.geometry().left()
    assert kind.geometry().center().y() == pytest.approx(compact.form.heading.geometry().center().y(), abs=3)
    assert words.geometry().top() > which.geometry().bottom()
    assert words.height() > which.height()
    compact.form.focus_first()
    assert which.hasFocus()


def test_room_that_the_longest_text_leaves_is_below_the_form(compact):
    compact.form.resize(400, 1400)
    QTest.qWait(1)
    which, words = compact.field("which"), compact.field("words")
    assert which.geometry().bottom() < 200
    assert words.height() == words.maximumHeight()
    assert compact.act.geometry().top() - words.geometry().bottom() < 50


def test_tab_goes_through_a_row_to_the_button_at_its_end(compact):
    compact.choose("which", "Cat")
    compact.form.focus_first()
    for follows in (compact.field("n"), compact.button, compact.field("words"), compact.act):
        QTest.keyClick(compact.form.window().focusWidget(), Qt.Key.Key_Tab)
        assert follows.hasFocus()
    compact.button.setFocus()
    QTest.keyClick(compact.button, Qt.Key.Key_Return)
    assert compact.heard == ["throw"]


def test_a_choice_that_is_refused_says_why_and_the_one_before_stays(compact):
    compact.choose("which", "Cat")
    compact.choose("which", "Dog")
    assert (compact.heard, compact.chosen("which")) == (["too-many"], "Cat")


def test_a_field_that_cannot_be_answered_now_says_why(compact):
    assert not compact.field("n").isEnabled()
    assert "Which first?" in compact.field("n").toolTip()
    compact.choose("which", "Cat")
    assert compact.field("n").isEnabled()


def test_an_act_with_a_result_can_always_be_tried(compact):
    assert compact.form.result.full_text == "It comes to 2."
    assert compact.form.result.property("role") == "good"
    compact.press()
    assert compact.heard == [{"kind": "plain", "which": "", "n": 2, "words": ""}]


def test_given_are_the_answers_that_were_not_proposed(compact):
    compact.choose("which", "Cat")
    compact.fill("n", 3)
    assert compact.form.given == {"which": "cat", "n": 3}
    compact.fill("n", 2)
    assert compact.form.given == {"which": "cat"}


def test_what_only_another_act_asked_for_is_not_kept(page, qtbot):
    """Dozens of acts and steps share a form."""
    form = page.form

    def ask(act: str) -> int:
        number = Parameter("n", ParameterKind.NUMBER, 2, least=1, most=9)
        own = (
            Parameter(f"{act} much", ParameterKind.NUMBER, 1, least=1, most=9),
            Parameter(f"{act}?", ParameterKind.YES_NO, 0),
        )
        form.show_act(
            AskedAct(
                Act(act, "advance", lambda _given: (number, *own), lambda now, _given: now), 5, act, act,
                lambda each, _given: Field(each, f"{act}: {each.kind.name}", each.id),
            )
        )  # fmt: skip
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        return len(form.findChildren(QWidget))

    first = ask("first")
    shared = page.field("n")
    assert [ask(f"act {n}") for n in range(9)] == [first] * 9
    assert page.field("n") is shared
    assert set(form.fields) == {"n", "act 8 much", "act 8?"}


@pytest.mark.parametrize(("typed", "shown"), [(None, 4), (3, 3)])
def test_what_is_only_proposed_follows_what_is_proposed_now(qtbot, typed, shown):
    """A pool of one, shown before a character was made, stayed when it had four dice."""
    room = QWidget()
    qtbot.addWidget(room)
    form = ActForm(Theme("iron"), room)

    def throw(dice: int) -> AskedAct[int]:
        act = Act("throw", "roll", lambda _given: (Parameter.number("dice", dice, 0, 9),), lambda now, _given: now)
        return AskedAct(act, dice, "Roll", "Roll", look)

    form.show_act(throw(1))
    if typed is not None:
        form.answer("dice", typed)
    form.show_act(throw(4))
    assert form.answers.number("dice") == shown


@pytest.mark.parametrize(
    ("typed", "value", "told"), [("7", 7, False), ("60", 60, False), ("61", 60, True), ("100", 60, True)]
)
def test_a_number_beyond_the_most_becomes_the_most_and_is_told(qtbot, monkeypatch, typed, value, told):
    """Typed as 100 it was 10, without a word: Qt swallows the digit that goes too far."""
    tips, answered = [], []
    monkeypatch.setattr(QToolTip, "showText", lambda _at, tip, _field: tips.append(tip))
    field = Field(Parameter("n", ParameterKind.NUMBER, 3, least=0, most=60), "Number")
    box = NumberField(Theme("iron", 100), field, None)
    qtbot.addWidget(box)
    box.show_field(field, Answers({"n": 3}))
    box.answered.connect(answered.append)
    box.selectAll()
    QTest.keyClicks(box, typed)
    assert (box.text(), box.value(), answered[-1]) == (str(value), value, value)
    assert ["At most 60." in each for each in tips] == [True] * told


def test_enter_on_a_choice_chooses_it_and_then_does_the_act(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    form, done = ActForm(Theme("iron"), parent), []
    form.requested.connect(done.append)
    form.show_act(asked(9))
    parent.show()
    much = form.fields["how"].buttons["much"]
    much.setFocus()
    QTest.keyClick(much, Qt.Key.Key_Return)
    assert form.answers.key("how") == "much"
    assert not done
    QTest.keyClick(form.fields["how"].buttons["much"], Qt.Key.Key_Return)
    assert len(done) == 1
