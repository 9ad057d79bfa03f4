"""The Table page on a small screen, 1366 by 768: the result of a throw is read without scrolling, in large text too."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QScrollArea, QWidget

from bones_desktop.pages.table.tablepage import TablePage
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.rulebooks import rulebook
from tests.support.running import Running
from tests.support.taborder import out_of_order, tab_stops

ORDINARY = Request("maneuver", difficulty="average")
OPPOSED = Request("melee", difficulty="", opponent="block:goblin", items=(0, 1, 2), darkness=2, penalty=1)


class SmallScreen:
    """Ragnar with his equipment, a Poison and spiffs, at the table of a window of 1366 by 768."""

    def __init__(self, running: Running, percent: int) -> None:
        self.running = running
        window = running.window
        window.showNormal()
        running.program.theme.set_text_size(percent)
        # The screen of the tests is another one.
        window.setMinimumSize(1, 1)
        window.resize(1366, 768)
        window.show_page("table")
        self.page: TablePage = running.program.pages.table
        poison = injuries.hindering_from(rulebook().die("poison"))
        running.program.document.apply("Ready", lambda each: injuries.add_hindering(each, poison).with_(spiffs=5))
        self.settle()
        assert window.size().toTuple() == (1366, 768)

    def throw(self, request: Request, face: int = 0) -> None:
        strip, play = self.page.strip, self.page.play
        strip.show_request(request)
        hand = play.hand(strip.request, strip.opponent)
        play.throw(strip.request, strip.opponent, (face,) * len(hand.dice))
        self.settle()

    def settle(self) -> None:
        """Wait until every part has the place it is going to keep; a busy machine takes longer."""
        before, same = None, 0
        for _time in range(100):
            QTest.qWait(20)
            now = [(part.isVisible(), part.geometry()) for part in self.page.findChildren(QWidget)]
            same = same + 1 if now == before else 0
            if same == 3:
                return
            before = now

    def seen(self, part: QWidget) -> bool:
        """Return whether all of a part of the reading is seen without scrolling."""
        reading = self.page.reading
        top = part.mapTo(reading, QPoint(0, 0)).y()
        return part.isVisible() and top >= 0 and top + part.height() <= reading.height()

    def key(self, key: Qt.Key) -> None:
        QTest.keyClick(self.page.focusProxy(), key)
        self.settle()


@contextmanager
def _screen(tmp_path: Path, percent: int) -> Iterator[SmallScreen]:
    file = tmp_path / "Ragnar.bones"
    file.write_bytes((shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones").read_bytes())
    with Running(tmp_path / "home", file, page="table") as running:
        yield SmallScreen(running, percent)


@pytest.fixture
def large(tmp_path: Path, qapp: QApplication) -> Iterator[SmallScreen]:
    with _screen(tmp_path, 150) as screen:
        yield screen


@pytest.mark.parametrize("percent", [100, 125, 150])
@pytest.mark.parametrize("request_", [ORDINARY, OPPOSED], ids=["ordinary", "opposed"])
def test_after_a_throw_its_result_is_seen_without_scrolling(
    tmp_path: Path, qapp: QApplication, percent: int, request_: Request
) -> None:
    with _screen(tmp_path, percent) as screen:
        screen.throw(request_, face=1)
        reading = screen.page.reading
        for part in (reading.head, reading.title, reading.steps, *reading.row.buttons[:2]):
            assert screen.seen(part)
        assert reading.headline.font().pixelSize() >= 37, "it can be read from a metre away"
        screen.key(Qt.Key.Key_R)
        assert screen.page.controller.picking
        for part in (reading.row.question, *reading.row.buttons):
            assert screen.seen(part)
        tray = screen.page.tray
        assert tray.height() >= screen.page.height() // 2


def test_in_large_text_the_conditions_make_room_once_there_is_a_result(large: SmallScreen) -> None:
    page, fold = large.page, large.page.strip.fold
    page.strip.show_request(OPPOSED)
    large.settle()
    assert not fold.is_folded, "before a roll all that may be chosen is in view"
    assert not fold.line.isVisible()
    large.throw(OPPOSED)
    assert fold.is_folded
    assert not page.strip.form.fields["kind"].isVisible()
    for words in ("Melee against Goblin", "−2", "Sword"):
        assert words in fold.line.accessibleName()
    assert fold.line.isVisible()
    before = page.reading.height()
    QTest.mouseClick(fold.line, Qt.MouseButton.LeftButton)
    large.settle()
    assert page.strip.form.fields["kind"].isVisible()
    assert not fold.line.isVisible()
    assert page.reading.height() < before
    assert page.focusProxy().hasFocus(), "Space rolls"
    large.key(Qt.Key.Key_Space)
    assert fold.is_folded, "the new result has the room"


def test_what_was_opened_can_be_folded_up_again(large: SmallScreen) -> None:
    fold = large.page.strip.fold
    large.throw(ORDINARY)
    button = fold.button
    assert not button.isVisible()
    fold.line.click()
    large.settle()
    assert button.isVisible()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    large.settle()
    assert fold.is_folded
    assert not button.isVisible()


@pytest.mark.parametrize("key", [Qt.Key.Key_K, Qt.Key.Key_T])
def test_a_key_opens_what_it_opens_beside_its_place(large: SmallScreen, key: Qt.Key) -> None:
    strip = large.page.strip
    large.throw(ORDINARY)
    large.key(key)
    assert not strip.fold.is_folded
    popup = QApplication.activePopupWidget()
    assert popup is not None
    owner = {
        Qt.Key.Key_K: strip.form.fields["kind"],
        Qt.Key.Key_T: strip.form.fields["skill"],
    }
    assert owner[key].isVisible()
    below = owner[key].mapToGlobal(QPoint(0, owner[key].height())).y()
    above = owner[key].mapToGlobal(QPoint(0, 0)).y()
    assert popup.y() >= below - 4 or popup.geometry().bottom() <= above + 4
    popup.close()


def test_the_key_of_the_modifiers_opens_the_conditions_and_asks_for_the_first(large: SmallScreen) -> None:
    large.throw(ORDINARY)
    large.key(Qt.Key.Key_M)
    assert not large.page.strip.fold.is_folded
    assert large.page.strip.form.fields["levels"].hasFocus()


def test_the_key_of_the_difficulty_opens_the_conditions(large: SmallScreen) -> None:
    large.throw(ORDINARY)
    large.key(Qt.Key.Key_D)
    levels = large.page.strip.levels
    assert levels.segments["average"].hasFocus()


def test_an_opponent_that_cannot_be_read_is_told_where_he_is_chosen(large: SmallScreen) -> None:
    large.throw(OPPOSED)
    large.page.strip.show_request(Request("melee", difficulty="", opponent="block:nobody"))
    large.settle()
    assert large.page.strip.missing
    assert not large.page.strip.fold.is_folded


def test_without_a_throw_on_the_table_all_is_open_again(large: SmallScreen) -> None:
    large.throw(ORDINARY)
    assert large.page.strip.fold.is_folded
    large.running.program.document.apply("", lambda each: each.with_(name="Another"))
    large.page.play.clear()
    large.page.room.share()
    assert not large.page.strip.fold.is_folded


def test_at_the_usual_text_size_only_what_needs_much_room_is_folded(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        for request in (ORDINARY, OPPOSED):
            screen.throw(request)
            assert screen.page.strip.fold.is_folded == (request is OPPOSED)
            assert screen.page.injuries.acts.heal.text() == "Heal"


def test_a_choice_that_needs_room_folds_nothing_before_the_next_throw(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        strip, fold = screen.page.strip, screen.page.strip.fold
        screen.throw(ORDINARY)
        assert not fold.is_folded
        strip.levels.segments[""].click()
        screen.settle()
        assert strip.form.fields["opponent"].isVisible(), "the opponent is still to be chosen"
        strip.show_request(replace(OPPOSED, penalty=2))
        screen.settle()
        assert not fold.is_folded
        assert fold.button.isVisible(), "it may be folded by hand"
        screen.throw(strip.request)
        assert fold.is_folded, "the new result has the room"


def test_the_button_that_throws_stays_where_it_is(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        strip, places = screen.page.strip, []
        for request in (ORDINARY, OPPOSED, Request(kind=ThrowKind.FALL), Request(kind=ThrowKind.INCOME)):
            strip.show_request(request)
            screen.settle()
            places.append(strip.button.mapTo(screen.page, QPoint(0, 0)))
            screen.throw(request)
            places.append(strip.button.mapTo(screen.page, QPoint(0, 0)))
        assert len(set(map(QPoint.toTuple, places))) == 1


@pytest.mark.parametrize("request_", [ORDINARY, OPPOSED], ids=["ordinary", "opposed"])
def test_in_the_largest_text_all_can_be_reached(tmp_path: Path, qapp: QApplication, request_: Request) -> None:
    with _screen(tmp_path, 200) as screen:
        _nothing_is_cut_off(screen)
        screen.throw(request_)
        _nothing_is_cut_off(screen)
        screen.page.strip.fold.line.click()
        screen.settle()
        _nothing_is_cut_off(screen)


def _nothing_is_cut_off(screen: SmallScreen) -> None:
    """Find every button within the window's width, and within its height or that of what is scrolled."""
    page = screen.page
    assert screen.running.window.minimumSizeHint().width() <= 1366
    buttons = [each for each in page.findChildren(QAbstractButton) if each.isVisible()]
    assert len(buttons) > 8
    for button in buttons:
        within: QWidget = page
        around = button.parentWidget()
        while around is not page:
            if isinstance(around.parentWidget(), QWidget) and isinstance(
                around.parentWidget().parentWidget(), QScrollArea
            ):
                within = around
                break
            around = around.parentWidget()
        at = button.mapTo(within, QPoint(0, 0))
        words = button.accessibleName() or button.text()
        assert at.x() >= 0, words
        assert at.x() + button.width() <= within.width(), words
        assert at.y() + button.height() <= within.height(), words
        assert button.width() >= button.minimumSizeHint().width(), words
    for area in page.findChildren(QScrollArea):
        if area.isVisible():
            assert area.widget().width() <= area.viewport().width(), area


@pytest.mark.parametrize("percent", [100, 150])
def test_tab_goes_as_the_page_is_seen(tmp_path: Path, qapp: QApplication, percent: int) -> None:
    with _screen(tmp_path, percent) as screen:
        screen.throw(OPPOSED)
        screen.page.injuries.injure()
        screen.settle()
        page = screen.page
        for part in (page.injuries, page.strip, page.reading):
            assert len(tab_stops(part)) >= 4
            assert not [
                (a, a.accessibleName() or a.text(), b, b.accessibleName() or b.text()) for a, b in out_of_order(part)
            ]
        stops = tab_stops(page)
        order = [
            next(
                place for place, part in enumerate((page.injuries, page.strip, page.reading)) if part.isAncestorOf(stop)
            )
            for stop in stops
            if stop is not page.tray and not page.log.isAncestorOf(stop)
        ]
        assert order == sorted(order), "part for part: the dice, what is rolled for, what came of it"


def test_the_throw_before_stands_in_a_line_where_there_is_no_list(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        page = screen.page
        assert not page.log.isVisible()
        screen.throw(ORDINARY)
        assert not page.room.last.isVisible(), "the roll on the table is read above"
        screen.throw(replace(OPPOSED, darkness=0, penalty=0))
        assert page.room.last.isVisible()
        assert "Ragnar · Maneuver against Average · " in page.room.last.full_text
        screen.throw(OPPOSED)
        assert page.room.last.isVisible(), "what was chosen is folded and leaves the room"
        screen.throw(ORDINARY)
        assert page.room.last.isVisible()
        assert "Melee against Goblin" in page.room.last.full_text
        assert page.room.last.mapTo(page, QPoint(0, page.room.last.height())).y() <= page.height()


def test_after_a_restart_the_line_tells_of_the_last_throw_from_the_start(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        screen.settle()
        assert "last" not in vars(screen.page.room), "there is nothing to tell, and nothing was made for it"
        screen.throw(OPPOSED)
        screen.throw(ORDINARY)
    with _screen(tmp_path, 100) as screen:
        last = screen.page.room.last
        assert last.isVisible()
        assert last.full_text.startswith("Before: ")
        assert "Maneuver against Average" in last.full_text
        screen.throw(replace(OPPOSED, darkness=0, penalty=0))
        assert last.isVisible()
        assert "Maneuver against Average" in last.full_text, "the roll on the table is read above"
        screen.throw(ORDINARY)
        assert "Melee against Goblin" in last.full_text


def test_after_a_restart_no_line_is_made_where_the_list_is(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        screen.throw(ORDINARY)
    with _screen(tmp_path, 100) as screen:
        screen.running.window.resize(1366, 1000)
        screen.settle()
        assert screen.page.log.isVisible()
        assert not screen.page.room.last.isVisible()


def test_where_the_list_of_throws_is_seen_no_line_repeats_it(tmp_path: Path, qapp: QApplication) -> None:
    with _screen(tmp_path, 100) as screen:
        screen.running.window.resize(1366, 1000)
        screen.throw(ORDINARY)
        screen.throw(OPPOSED)
        assert screen.page.log.isVisible()
        assert not screen.page.room.last.isVisible()
