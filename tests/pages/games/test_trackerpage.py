"""The tracker of a small game, driven by mouse and by keys over Five Modes."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QStackedWidget
from shiboken6 import delete

from bones_desktop.pages.games.trackerpage import GameTrackerPage
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes import making
from bones_desktop.rules.five_modes.character import Adventurer, Alignment
from bones_desktop.rules.five_modes.figures import most_hits
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.games import read_any
from bones_desktop.theme.theme import Theme
from bones_desktop.wording.log import clock_time
from tests.pages.games.seats import seat_of, steps_of

ENTER, SPACE, DOWN = Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Down


class Tracker:
    """The page with hands on mouse and keys."""

    def __init__(self, qtbot, folder, die: int = 8) -> None:
        self.seat = seat_of(folder)
        self.page = GameTrackerPage(self.seat, Theme("iron"))
        qtbot.addWidget(self.page)
        self.open(die)
        self.page.resize(1280, 660)
        self.page.show()
        assert QTest.qWaitForWindowExposed(self.page.window())

    def open(self, die: int) -> None:
        who = FIVE_MODES.new("a" * 32).with_(name="Ada", die=die, alignment=Alignment.STAR)
        who = who.with_(talents=("climbing",) if die == 8 else ())
        pair = (7, 3) if die == 8 else (1, 3)
        body = (8, 6) if die == 8 else (4, 3)
        for act, numbers in (("defence", pair), ("body", body), ("kit", (7, 10, 12))):
            who = making.thrown(self.seat.small.book, who, f"throw-{act}", numbers)
        self.seat.document.open(who)

    @property
    def who(self) -> Adventurer:
        return self.seat.who

    @property
    def said(self) -> str:
        return self.page.news.says.text()

    def click(self, widget, at=None) -> None:
        assert widget.isVisible()
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=at if at is not None else widget.rect().center())

    def box(self, track: str, place: int) -> None:
        boxes = self.page.tracks.rows[track].boxes
        self.click(boxes, boxes.box_at(place).center().toPoint())

    def act(self, id: str, **values: int | str) -> None:
        self.click(self.page.acts.buttons[id])
        for name, value in values.items():
            self.page.place.form.answer(name, value)
        self.click(self.page.place.form.act)

    def by_keys(self, id: str) -> None:
        self.page.acts.buttons[id].setFocus()
        QTest.keyClick(self.page.acts.buttons[id], ENTER)
        assert self.page.place.form.isVisible()
        focused = self.page.focusWidget()
        assert self.page.place.form.isAncestorOf(focused)
        QTest.keyClick(self.page.place.form.act, ENTER)

    def undo(self) -> None:
        self.seat.document.undo_stack.undo()


@pytest.fixture
def tracker(qtbot, tmp_path):
    return Tracker(qtbot, tmp_path)


def test_boxes_are_marked_and_taken_back_by_mouse(tracker):
    tracker.box("hits", 2)
    assert tracker.who.hits == 3
    assert tracker.page.tracks.rows["hits"].title.text() == "Wounded"
    assert "0 → 3" in tracker.said
    tracker.box("hits", 1)
    assert tracker.who.hits == 1
    tracker.click(tracker.page.tracks.rows["hits"].less)
    assert tracker.who.hits == 0
    for expected in (1, 3, 0):
        tracker.undo()
        assert tracker.who.hits == expected
    assert tracker.said == "Undone: Take hits"


def test_boxes_are_marked_and_taken_back_by_keys(tracker):
    boxes = tracker.page.tracks.rows["hits"].boxes
    assert tracker.page.tracks.rows["hits"].said.text == "Hits: 8 of 8 left"
    boxes.setFocus()
    for key, hits in ((Qt.Key.Key_Plus, 1), (Qt.Key.Key_Plus, 2), (Qt.Key.Key_Minus, 1), (Qt.Key.Key_End, 1)):
        QTest.keyClick(boxes, key)
        assert tracker.who.hits == hits
    QTest.keyClick(boxes, SPACE)
    assert tracker.who.hits == 8
    assert "8 of 8" in boxes.accessibleName()
    QTest.keyClick(boxes, Qt.Key.Key_Minus)
    assert tracker.who.hits == 8  # who is down is not healed by hand
    assert "FM-R28" in tracker.said


def test_marks_that_the_game_alone_takes_back_say_so(qtbot, tmp_path):
    tracker = Tracker(qtbot, tmp_path, die=4)
    tracker.box("magic-dice", 0)
    assert tracker.who.magic_spent == 1
    tracker.box("magic-dice", 0)
    assert tracker.who.magic_spent == 1
    assert tracker.said == "All spent Magic Dice come back at dawn. (FM-A4)"
    tracker.act("dawn")
    assert tracker.who.magic_spent == 0


def test_an_act_that_cannot_be_done_says_why_and_opens_nothing(tracker):
    rest = tracker.page.acts.buttons["rest"]
    why = rest.accessibleDescription()
    assert why == "There is nothing to heal. (FM-R29)"
    assert not rest.toolTip(), "it is said below"
    rest.setFocus()
    assert tracker.page.acts.says.text() == why
    rest.clearFocus()
    tracker.click(rest)
    assert tracker.page.acts.says.text() == why, "the pointer may go on to the link"
    assert not tracker.page.place.form.isVisible()
    assert steps_of(tracker.seat) == []


def test_the_form_says_beforehand_what_an_act_would_change(tracker):
    tracker.click(tracker.page.acts.buttons["hurt"])
    tracker.page.place.form.answer("value", 5)
    tracker.page.place.form.answer("kind", "cutting")
    says = [label.text() for label in tracker.page.place.form.says]
    assert says[0] == "Hits taken: 0 → 3."  # leather and chainmail take one each
    QTest.keyClick(tracker.page.place.form.act, Qt.Key.Key_Escape)
    assert not tracker.page.place.form.isVisible()
    assert tracker.page.acts.isVisible()
    assert tracker.who.hits == 0


def test_dice_of_an_act_are_shown_and_can_be_put_in_by_hand(tracker):
    tracker.box("hits", 7)
    tracker.click(tracker.page.acts.buttons["revive"])
    thrown = tracker.page.place.form.fields["throw"]
    tracker.click(thrown.by_hand)
    tracker.click(tracker.page.place.form.act)
    assert tracker.who.hits == 8, "first the die is entered"
    assert thrown.entry.board.question.text == "One die is not entered yet."
    QTest.keyClick(thrown.entry, "5")
    QTest.keyClick(thrown.entry, Qt.Key.Key_Return)
    assert tracker.who.hits == 7
    assert tracker.page.news.tray.numbers == (5,)
    tracker.undo()
    assert tracker.who.hits == 8


def test_things_are_put_away_used_up_and_taken_along(tracker):
    card = tracker.page.things["belongings"]
    rows = card.view.lines.rows
    place = next(place for place, row in enumerate(rows) if row.sign)
    card.view.setFocus()
    card.view.setCurrentIndex(card.view.lines.index(place))
    QTest.keyClick(card.view, SPACE)
    assert not card.view.lines.rows[place].sign
    place = next(place for place, row in enumerate(card.view.lines.rows) if row.text.startswith("Torch"))
    card.view.setCurrentIndex(card.view.lines.index(place))
    tracker.click(card.buttons["lose"])
    assert tracker.page.place.form.fields["thing"].text() == "Torch"
    tracker.click(tracker.page.place.form.act)
    assert card.view.lines.rows[place].text == "Torch"
    tracker.click(card.buttons["take"])
    tracker.page.place.form.answer("thing", "rope")
    tracker.click(tracker.page.place.form.act)
    assert card.view.lines.rows[-1].text.startswith("Rope")
    before = len(card.view.lines.rows)
    for _step in steps_of(tracker.seat):
        tracker.undo()
    assert len(card.view.lines.rows) == before - 1
    assert steps_of(tracker.seat) == []


def test_forms_of_different_acts_ask_for_their_own(tracker):
    for act in ("hurt", "light", "coins", "xp"):
        tracker.page.ask(act)
        shown = {id for id, field in tracker.page.place.form.fields.items() if field.isVisible()}
        asked = {each.id for each in tracker.seat.act(act).parameters(Answers())}
        assert shown == asked
    tracker.page.ask("hurt")
    assert "cutting" in tracker.page.place.form.fields["kind"].buttons


def test_a_form_asks_only_for_what_is_used(tracker):
    """A name beside a thing of the tables, and the size of a torch, were asked for and lost."""

    def shown() -> set[str]:
        return {id for id, field in tracker.page.place.form.fields.items() if field.isVisible()}

    tracker.click(tracker.page.things["belongings"].buttons["take"])
    assert shown() == {"thing", "value"}
    tracker.page.place.form.answer("thing", "")
    assert shown() == {"thing", "name", "thirds", "value"}
    tracker.page.ask("light")
    assert shown() == {"kind"}
    tracker.page.place.form.answer("kind", "lamp")
    assert shown() == {"kind", "size"}


def test_a_form_within_a_form_gives_the_focus_back_to_where_the_first_was_asked_for(tracker):
    start = tracker.page.acts.buttons["hurt"]
    start.setFocus()
    for act in ("hurt", "xp"):
        tracker.page.ask(act)
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        assert tracker.page.place.form.isAncestorOf(tracker.page.focusWidget())
    QTest.keyClick(tracker.page.focusWidget(), Qt.Key.Key_Escape)
    assert tracker.page.place.form.isHidden()
    assert tracker.page.focusWidget() is start


def test_where_a_form_was_asked_for_may_be_gone_when_it_closes(tracker):
    asked_at = QPushButton("At first", tracker.page)
    asked_at.show()
    asked_at.setFocus()
    tracker.page.ask("hurt")
    delete(asked_at)
    QTest.keyClick(tracker.page.focusWidget(), Qt.Key.Key_Escape)
    assert tracker.page.place.form.isHidden()
    assert tracker.page.focusWidget() is tracker.page.facts.view, "a key does no harm there"


def test_light_burns_down_and_the_lamp_is_filled(tracker):
    tracker.act("light", kind="lamp", size="8")
    assert (tracker.who.light.size, tracker.who.oil) == (8, 22)
    tracker.by_keys("drop")
    assert tracker.who.light.size == 6
    tracker.act("refill", size="12")
    assert tracker.who.oil == 16
    for oil in (22, 22, 30):
        tracker.undo()
        assert tracker.who.oil == oil


def test_an_adventurer_fights_heals_and_reaches_level_three(tracker):
    tracker.act("hurt", kind="cutting", value=4)
    assert tracker.who.hits == 2
    tracker.by_keys("rest")
    assert tracker.who.hits == 0
    for level in (2, 3):
        tracker.act("xp", value=1000 * (level - 1))
        tracker.by_keys("level")
        assert tracker.who.level == level
        assert len(tracker.page.news.tray.numbers) == 4 + min(3, level)
    facts = {line.key: line.right for line in tracker.page.facts.view.lines.rows}
    assert facts["level"] == "3"
    assert facts["most-hits"] == str(most_hits(tracker.who))
    done = steps_of(tracker.seat)
    assert done == [
        "Take hits",
        "Rest with a ration",
        "Gain experience",
        "Reach the next level",
        "Gain experience",
        "Reach the next level",
    ]
    for _step in done:
        tracker.undo()
    assert (tracker.who.level, tracker.who.hits, tracker.who.xp) == (1, 0, 0)


def test_problems_of_the_character_are_shown_beside_the_tracks(tracker):
    assert not tracker.page.news.problems.isVisible()
    tracker.act("xp", value=1000)
    assert "FM-L7" in tracker.page.news.problems.text()
    tracker.by_keys("level")
    assert not tracker.page.news.problems.isVisible()


def test_what_a_throw_proposes_is_taken_or_dismissed_here(qtbot, tmp_path):
    tracker = Tracker(qtbot, tmp_path, die=4)
    for _time in range(2):
        roll = Answers({"die": "4", "magic": 1, "complexity": 3})
        tracker.seat.play.throw("check", roll, (0, 3, 5))
        while tracker.seat.play.due:
            tracker.seat.play.throw_on([0] * len(tracker.seat.play.due))
    first, last = (row.words.text() for row in tracker.page.news.proposals)
    line = tracker.seat.play.proposed_by(tracker.seat.play.proposals[0])
    assert first == f"Take hits: 2 (from Check: 2 strain dice cause hits at {clock_time(line)})"
    assert last == "Take hits: 2", "that roll is on the table"
    tracker.click(tracker.page.news.proposals[0].take)
    assert tracker.who.hits == 2
    tracker.click(tracker.page.news.proposals[0].dismiss)
    assert tracker.page.news.proposals == []
    tracker.undo()
    assert tracker.who.hits == 0
    assert len(tracker.page.news.proposals) == 1


def test_a_list_with_things_has_more_room_than_empty_ones_which_say_so(on_screen, tmp_path):
    mara = read_any(shipped("resources") / "games" / "story_bones" / "samples" / "mara.bones")[1].value
    seat = seat_of(tmp_path, mara, "story_bones")
    page = on_screen(GameTrackerPage(seat, Theme("iron")), 1280, 660, wait="exposed")
    heights = {id: card.height() for id, card in page.things.items()}
    full = [id for id, card in page.things.items() if card.view.lines.rows]
    empty = [id for id in heights if id not in full]
    assert full
    assert empty
    assert min(heights[id] for id in full) > max(heights[id] for id in empty)
    blank = page.things[empty[0]].view
    said = blank.grab().toImage()
    assert any(said.pixel(x, y) != said.pixel(0, 0) for x in range(8, 60) for y in range(4, 30))


def strained(qtbot, tmp_path) -> Tracker:
    """Return a tracker on which two rolls propose hits."""
    tracker = Tracker(qtbot, tmp_path, die=4)
    before = tracker.page.acts.buttons["hurt"].mapTo(tracker.page, tracker.page.rect().topLeft())
    for _time in range(2):
        tracker.seat.play.throw("check", Answers({"die": "4", "magic": 1, "complexity": 3}), (0, 3, 5))
        while tracker.seat.play.due:
            tracker.seat.play.throw_on([0] * len(tracker.seat.play.due))
    QCoreApplication.processEvents()
    assert tracker.page.news.proposals[0].take.isVisible()
    after = tracker.page.acts.buttons["hurt"].mapTo(tracker.page, tracker.page.rect().topLeft())
    assert after == before, "a proposal does not move the acts"
    return tracker


def test_acts_keep_their_place_when_a_roll_proposes_hits(qtbot, tmp_path):
    strained(qtbot, tmp_path)


def test_another_proposal_does_not_get_the_focus_when_one_is_taken(qtbot, tmp_path):
    tracker = strained(qtbot, tmp_path)
    tracker.page.news.proposals[0].take.setFocus()
    QTest.keyClick(tracker.page.news.proposals[0].take, SPACE)
    assert tracker.who.hits == 2
    assert tracker.page.focusWidget() is tracker.page.facts.view
    QTest.keyClick(tracker.page.focusWidget(), ENTER)
    assert tracker.who.hits == 2


def test_pressing_a_thing_does_not_use_it_up(on_screen, tmp_path):
    mara = read_any(shipped("resources") / "games" / "story_bones" / "samples" / "mara.bones")[1].value
    seat = seat_of(tmp_path, mara, "story_bones")
    page = on_screen(GameTrackerPage(seat, Theme("iron")), 1280, 660, wait="exposed")
    phrases = page.things["phrases"]
    phrases.view.setFocus()
    QTest.keyClick(phrases.view, ENTER)
    assert seat.who == mara
    phrases.buttons["burn"].setFocus()
    QTest.keyClick(phrases.buttons["burn"], SPACE)
    assert seat.who != mara


def test_a_harmful_act_without_questions_is_not_done_by_enter_alone(on_screen, tmp_path):
    harriet = read_any(shipped("resources") / "games" / "basics" / "samples" / "harriet.bones")[1].value
    seat = seat_of(tmp_path, harriet, "basics")
    page = on_screen(GameTrackerPage(seat, Theme("iron")), 1280, 660, wait="active")
    harmful = next(each for each in seat.acts() if each.group == "harm" and not each.parameters(Answers()))
    page.ask(harmful.id)
    assert page.focusWidget() is page.place.form.cancel
    QTest.keyClick(page.focusWidget(), ENTER)
    assert seat.who == harriet


@pytest.mark.parametrize("width", [420, 700, 1366])
def test_the_page_never_scrolls_sideways(on_screen, tmp_path, width):
    brida = read_any(shipped("resources") / "games" / "five_modes" / "samples" / "brida.bones")[1].value
    page = on_screen(GameTrackerPage(seat_of(tmp_path, brida), Theme("iron")), width, 640, wait="exposed")
    QCoreApplication.processEvents()
    for part in (page.tracks, page.acts, page.facts, *page.things.values()):
        left = part.mapTo(page, part.rect().topLeft()).x()
        assert left >= 0
        assert left + part.width() <= page.width()


def test_the_focus_begins_at_the_first_track_whenever_the_page_is_shown(on_screen, tmp_path):
    brida = read_any(shipped("resources") / "games" / "five_modes" / "samples" / "brida.bones")[1].value
    page, other = GameTrackerPage(seat_of(tmp_path, brida), Theme("iron")), QPushButton("Another page")
    window = QStackedWidget()
    for each in (page, other):
        window.addWidget(each)
    on_screen(window, 1280, 660, wait="active")
    for _time in range(2):
        window.setCurrentWidget(other)
        other.setFocus()
        window.setCurrentWidget(page)
        page.setFocus()
        assert window.focusWidget() is page.tracks.rows["hits"].boxes
    page.setFocus()
    assert window.focusWidget() is page.facts.view
