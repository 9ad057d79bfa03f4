"""The making page, filled in by mouse and by keys over Five Modes."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from bones_desktop.desk.table.opengame import OpenGame
from bones_desktop.pages.games.makingpage import END, MakingPage, Remarks
from bones_desktop.pages.games.trackerpage import StepState
from bones_desktop.rules.five_modes.character import Alignment, FiveModesHouseRules, Rolls
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.margin.character import MarginPower
from bones_desktop.storage.games import SMALL_GAMES, game_of
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.labels import RuleLabel
from tests.pages.games.seats import seat_of, steps_of

ENTER, TAB, SPACE = Qt.Key.Key_Return, Qt.Key.Key_Tab, Qt.Key.Key_Space


class Made:
    """The page with hands on mouse and keys."""

    def __init__(self, seat: OpenGame, qtbot) -> None:
        self.seat = seat
        self.page = MakingPage(seat, Theme("iron"))
        qtbot.addWidget(self.page)
        self.page.resize(1280, 660)
        self.page.show()
        assert QTest.qWaitForWindowExposed(self.page.window())
        self.page.activateWindow()

    def states(self) -> dict[str, StepState]:
        return {line.key: StepState(line.sign) for line in self.page.steps.lines.rows}

    def click(self, button) -> None:
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def key(self, *keys: Qt.Key) -> None:
        for key in keys:
            widget = self.page.focusWidget()
            assert widget is not None
            QTest.keyClick(widget, key)

    def choose(self, field: str, key: str) -> None:
        self.click(self.page.card.fields.fields[field].buttons[key])

    def throw(self) -> None:
        self.click(self.page.card.throwing.act)

    def next(self) -> None:
        self.click(self.page.next)

    @property
    def problems(self) -> list[str]:
        """Return the problems on the page: of the step, or those of the review."""
        card = self.page.card
        if card.faults.isVisible():
            return [line.text for line in card.faults.lines.rows]
        return said(card.problems)


def said(remarks: Remarks) -> list[str]:
    return [label.text() for label in remarks.labels if label.isVisible()]


@pytest.fixture
def made(qtbot, tmp_path):
    return Made(seat_of(tmp_path), qtbot)


def test_an_adventurer_is_made_by_mouse_in_the_order_of_the_game(made):
    assert made.states()["alignment"] is StepState.NEXT
    made.choose("alignment", "red")
    made.next()
    made.choose("die", "8")
    made.next()
    assert len(made.page.card.tray.numbers) == 2
    made.throw()
    defence = made.seat.who.rolls.defence
    assert made.page.card.tray.numbers == defence
    assert f"Guard {10 - max(defence)}" in made.page.card.came.text()
    assert "FM-R03" in made.page.card.came.text()
    assert isinstance(made.page.card.came, RuleLabel)
    assert not made.page.card.throwing.isVisible()
    made.next()
    if "weapon" in made.states():
        made.next()
    made.throw()
    made.next()
    made.throw()
    made.next()
    if "kit-dice" in made.states():
        made.throw()
        made.next()
    QTest.keyClicks(made.page.card.fields.fields["talent-1"], "climbing")
    made.next()
    QTest.keyClicks(made.page.card.fields.fields["name"], "Ada")
    made.next()
    made.next()  # the house rules stay as they are
    assert made.page.card.title.text() == "Ada is ready"
    assert not made.problems
    told = []
    made.page.card.finished.connect(lambda: told.append(True))
    assert not made.page.next.isVisible()  # a second click on Next does not leave the page
    made.click(made.page.card.finish)
    assert told == [True]
    assert made.seat.problems() == ()


@pytest.mark.parametrize("small", SMALL_GAMES, ids=lambda small: small.game.id)
def test_the_making_begins_at_its_first_step_even_where_that_may_stay_empty(qtbot, tmp_path, small):
    who = small.game.new("a" * 32).with_(name="Ada")
    first = small.game.steps(small.book, who)[0].id
    page = MakingPage(seat_of(tmp_path, who, small.game.id), Theme("iron"))
    qtbot.addWidget(page)
    assert page.steps.current == first


def test_the_making_goes_on_where_something_is_still_to_do(qtbot, tmp_path):
    basics = game_of("basics")
    who = basics.game.with_field(basics.book, basics.game.new("a" * 32), "concept", "A thief")
    page = MakingPage(seat_of(tmp_path, who, "basics"), Theme("iron"))
    qtbot.addWidget(page)
    assert page.steps.current == "attributes"


def test_an_adventurer_is_made_by_keys_alone(made):
    made.page.steps.setFocus()
    made.key(ENTER, ENTER)  # into the step; the first mode
    assert made.seat.who.alignment is Alignment.STAR
    made.key(ENTER)
    assert made.states()["die"] is StepState.NEXT
    made.key(ENTER)  # d4
    assert made.seat.who.die == 4
    made.key(ENTER, ENTER)  # on, and the throw
    assert len(made.seat.who.rolls.defence) == 2
    made.key(ENTER)
    if "weapon" in made.states():
        made.key(ENTER)
    made.key(ENTER, ENTER, ENTER)
    assert len(made.seat.who.rolls.body) == 2
    assert len(made.seat.who.rolls.kit) == 3
    made.page.steps.setFocus()
    made.key(Qt.Key.Key_End, ENTER)
    assert made.page.card.finish.hasFocus()
    assert made.page.card.title.text() == "Not finished yet"
    assert made.page.card.finish.text() == "Play unfinished"


def test_enter_goes_to_the_empty_text_below_before_the_next_step(qtbot, tmp_path):
    made = Made(seat_of(tmp_path, game="story_bones"), qtbot)
    made.page.go_to("phrases")
    made.page.setFocus()
    for phrase in ("nimble", "fast talker", "sharp sword", "short tempered"):
        assert made.page._current == "phrases"
        QTest.keyClicks(made.page.focusWidget(), phrase)
        made.key(ENTER)
    assert made.page._current == "traits"
    assert [each.text for each in made.seat.who.descriptors] == ["nimble", "fast talker", "sharp sword"]
    made.page.go_to("about")
    made.page.setFocus()
    made.key(ENTER)  # this step may stay empty
    assert made.page._current == "phrases"


def test_typing_is_one_step_and_every_step_can_be_undone(made):
    made.choose("alignment", "star")
    made.page.go_to("name")
    QTest.keyClicks(made.page.card.fields.fields["name"], "Ada of Ys")
    assert steps_of(made.seat) == ["Mode", "Name"]
    made.seat.document.undo_stack.undo()
    assert made.page.card.fields.fields["name"].text() == ""
    made.page.go_to("alignment")
    assert made.page.card.fields.fields["alignment"].buttons["star"].isChecked()
    made.seat.document.undo_stack.undo()
    assert not any(each.isChecked() for each in made.page.card.fields.fields["alignment"].buttons.values())


def test_dice_fall_as_real_ones_put_in_by_hand(made):
    made.choose("alignment", "star")
    made.next()
    made.choose("die", "8")
    made.next()
    thrown = made.page.card.throwing.fields["throw"]
    made.click(thrown.by_hand)
    for key in "73":
        QTest.keyClick(thrown.entry, key)
    made.throw()
    assert made.seat.who.rolls.defence == (7, 3)
    assert made.seat.play.current.by_hand
    assert made.page.card.came.text().splitlines()[0] == "The higher die is 7: Guard 3. (FM-R03)"


def test_dice_out_of_order_say_what_is_missing(made):
    made.page.go_to("defence")
    assert not made.page.card.throwing.act.isEnabled()
    assert made.page.card.throwing.note.text() == "Choose the die type first. (FM-R02)"


def test_dice_are_thrown_anew_only_where_the_house_allows_it(qtbot, tmp_path):
    for allowed in (False, True):
        who = FIVE_MODES.new("b" * 32).with_(die=6, house=FiveModesHouseRules(throw_again=allowed))
        folder = tmp_path / str(allowed)
        folder.mkdir()
        made = Made(seat_of(folder, who), qtbot)
        made.page.go_to("defence")
        made.throw()
        assert made.page.card.again.isVisible() is allowed
        if allowed:
            made.click(made.page.card.again)
            assert not made.seat.who.rolls.defence
            made.seat.document.undo_stack.undo()
            assert made.seat.who.rolls.defence


def test_problems_stand_beside_what_they_are_about(made):
    made.seat.document.open(FIVE_MODES.new("c" * 32).with_(die=6, talents=("climbing",)))
    assert made.page.card.title.text() == "Mode"
    made.page.go_to("talents")
    assert not made.problems
    assert said(made.page.card.counts) == ["Talents: 1 of 2, 1 left. (FM-L5)"]
    made.page.go_to(END)
    assert "Talents: 1 of 2, 1 left. (FM-L5)" in made.problems
    assert made.page.card.title.text() == "Not finished yet"


def test_a_problem_of_the_review_leads_to_its_step(made):
    made.seat.document.open(FIVE_MODES.new("c" * 32).with_(die=6, talents=("climbing",)))
    made.page.go_to(END)
    faults = made.page.card.faults
    row = next(place for place, line in enumerate(faults.lines.rows) if line.right == "Talents")
    QTest.mouseClick(
        faults.viewport(), Qt.MouseButton.LeftButton, pos=faults.visualRect(faults.lines.index(row)).center()
    )
    assert made.page.steps.current == "talents"
    assert made.page.card.fields.fields["talent-1"].hasFocus()


def margin_page(qtbot, tmp_path, **values) -> Made:
    margin = game_of("margin")
    return Made(seat_of(tmp_path, margin.game.new("a" * 32).with_(**values), "margin"), qtbot)


def test_points_are_counted_while_they_are_placed_and_say_how_many_to_take_back(qtbot, tmp_path):
    made = margin_page(qtbot, tmp_path)
    made.page.go_to("attributes")
    assert said(made.page.card.counts) == ["Attribute bonuses: 0 of 6, 6 left. (MG-L2)"]
    for field, value in (("body", 3), ("mind", 3), ("spirit", 1)):
        made.page.card.fields.fields[field].setValue(value)
    (label,) = (each for each in made.page.card.counts.labels if each.isVisible())
    assert label.text() == "Attribute bonuses: 7 of 6: take 1 back. (MG-L2)"
    assert label.property("role") == "bad"
    line = next(line for line in made.page.steps.lines.rows if line.key == "attributes")
    assert line.right == "7 of 6"
    made.page.card.fields.fields["spirit"].setValue(0)
    assert label.text() == "Attribute bonuses: 6 of 6. (MG-L2)"
    assert label.property("role") == "good"


def test_a_power_says_what_it_does_where_it_is_chosen(qtbot, tmp_path):
    made = margin_page(qtbot, tmp_path, powers=(MarginPower(power="great-leap"),))
    made.page.go_to("powers")
    notes = [each.text() for each in made.page.card.fields.findChildren(QLabel) if each.isVisible()]
    assert "Jump up to 30 feet as a move. One use costs 1 LP." in notes
    assert "Choose a power to see what it does." in notes


def test_the_weapons_offered_say_how_they_are_used(qtbot, tmp_path):
    seat = seat_of(tmp_path, FIVE_MODES.new("c" * 32).with_(die=8, rolls=Rolls(defence=(7, 8))))
    made = Made(seat, qtbot)
    made.page.go_to("weapon")
    field = made.page.card.fields.fields["weapon"]
    assert {each.text() for each in field.buttons.values()} == {"Halberd", "Short bow"}
    assert "thrust d8; cutting, 7 ft, two hands" in field.buttons["rolled"].accessibleName()


def test_facts_say_how_they_came_about(made):
    made.page.facts.view.setFocus()
    made.key(Qt.Key.Key_Home)
    assert "0 of 1000 experience" in made.page.facts.how.text()
    assert "FM-R32" in made.page.facts.how.text()


def test_a_refused_edit_says_why_and_changes_nothing(made):
    made.choose("alignment", "star")
    made.next()
    made.choose("die", "6")
    made.next()
    made.throw()
    told = []
    made.page.message.connect(told.append)
    made.page.go_to("die")
    made.choose("die", "8")
    assert told == ["These dice have already been rolled."]
    assert made.seat.who.die == 6
    assert made.page.card.fields.fields["die"].buttons["6"].isChecked()
    assert made.seat.play.current.what == "throw-defence"


def test_dice_tumble_before_they_are_read_and_a_click_ends_it(qtbot, tmp_path):
    seat = replace(seat_of(tmp_path, FIVE_MODES.new("d" * 32).with_(die=6)), pace=lambda: ("normal", True))
    made = Made(seat, qtbot)
    made.page.go_to("defence")
    made.throw()
    assert made.seat.who.rolls.defence  # it is done before any die moves
    assert made.states()["defence"] is not StepState.DONE
    assert not made.page.card.came.isVisible()
    made.click(made.page.card.tray)
    assert made.states()["defence"] is StepState.DONE
    assert "FM-R03" in made.page.card.came.text()
    assert made.page.focusWidget() is made.page.next
    made.seat.document.undo_stack.undo()
    assert not made.page.card.came.isVisible()
    assert made.page.card.tray.numbers == (0, 0)


def test_a_house_rule_is_said_once_and_whole(made):
    made.page.go_to("house")
    chip = made.page.card.fields.fields["throw_again"]
    assert chip.text() == "No"
    assert chip.accessibleName() == "The dice of creation may be rolled again"


def test_the_end_says_what_the_sheet_says_part_by_part(made):
    made.seat.document.apply("Pick up", lambda who: who.with_(die=4, talents=("Climbing", "Snares"), note="Tall"))
    made.page.go_to(END)
    labels = [each.text() for each in made.page.card.summary.findChildren(QLabel) if not each.isHidden()]
    said = dict(zip(labels[1::2], labels[::2], strict=True))
    assert said["Talents"] == "Climbing\nSnares"
    assert said["Notes"] == "Tall"
    assert not any("Unladen" in each for each in labels)  # a table for paper
    made.page.go_to("defence")
    assert not made.page.card.summary.isVisible()


def test_the_page_gives_the_focus_to_its_first_field(made):
    made.page.setFocus()
    assert made.page.card.fields.fields["alignment"].buttons["star"].hasFocus()


def test_going_back_leads_to_the_field_used_last(made):
    made.page.steps.setFocus()
    made.key(ENTER)
    fields = made.page.card.fields
    used = fields.stop_of(fields.shown[0])
    other = next(each for each in fields.fields[fields.shown[0]].stops if each is not used)
    chosen = other.text()
    made.click(other)
    made.next()
    made.click(made.page.back)
    assert made.page.focusWidget().text() == chosen, "the chosen one, not the first"
