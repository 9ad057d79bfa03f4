"""The Log page as a whole: its tabs by keys, its lines, and its exported files."""

import json
import threading
import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from bones_desktop.pages.log import logpage
from bones_desktop.pages.log.logpage import LogPage, LogTab
from bones_desktop.widgets import worker
from tests.support.desks import LogRoom
from tests.support.people import bob
from tests.support.rulebooks import rulebook
from tests.support.tabstops import reading_order, tab_stops
from tests.support.throws import entry

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def page(show, desk, room, sitting, tmp_path) -> LogPage:
    sitting.evening(3)
    begun = sitting.log.begin_evening(b"2" * 32)
    sitting.scene("At the ford")
    sitting.draw(begun)
    return show(LogPage(desk, room, lambda: tmp_path))


def test_tabs_are_turned_by_keys_and_find_leads_to_the_words(page):
    page.setFocus()
    assert page.throws.view.hasFocus()
    QTest.keyClick(page, Qt.Key.Key_PageDown, CONTROL)
    assert page.tabs.currentIndex() == LogTab.FAIRNESS
    assert page.fairness.view.hasFocus()
    QTest.keyClick(page, Qt.Key.Key_F, CONTROL)
    assert page.tabs.currentIndex() == LogTab.THROWS
    assert page.throws.bar.search.hasFocus()
    QTest.keyClick(page.throws.bar.search, Qt.Key.Key_Down)
    assert page.throws.view.hasFocus()
    QTest.keyClick(page, Qt.Key.Key_PageUp, CONTROL)
    assert page.tabs.currentIndex() == LogTab.FAIRNESS


def test_an_empty_list_leaves_the_keys_to_the_tabs(show, desk, tmp_path):
    page = show(LogPage(desk, LogRoom(None), lambda: tmp_path))
    page.setFocus()
    assert page.tabs.hasFocus()


def test_a_throw_reaches_both_tabs(page, sitting):
    before = page.throws.model.rowCount()
    evening = sitting.log.evening()
    stored = sitting.draw(evening)
    page.add(stored)
    page.amend(entry(id=stored.id, result="Failure by 9."))
    assert page.throws.model.rowCount() == before + 1
    assert page.throws.model.entry(before).result == "Failure by 9."
    page.tabs.setCurrentIndex(LogTab.FAIRNESS)
    assert page.fairness.model.rows[0].counts.throws == 5


def test_an_evening_that_ends_shows_its_line_and_no_seal(page, sitting):
    page.reload()
    before = page.throws.model.rowCount()
    sitting.log.end_evening()
    page.reload()
    assert page.throws.model.rowCount() == before + 1
    page.tabs.setCurrentIndex(LogTab.FAIRNESS)
    assert not page.fairness.seal.seal.isVisible()
    assert page.fairness.evenings.view.lines.rowCount() == 2


def test_what_is_asked_for_goes_out(page, desk, room, qtbot):
    with qtbot.waitSignal(room.scene_begun):
        page.throws.scene.click()
        QTest.keyClicks(page.throws.ask.field, "Night")
        page.throws.ask.yes.click()
    page.throws.view.setCurrentIndex(page.throws.model.index(1))
    QTest.keyClick(page.throws.view, Qt.Key.Key_Return)
    assert len(desk.navigation.of("repeat_throw")) == 1
    with qtbot.waitSignal(desk.notices.message):
        QTest.keyClick(page.throws.view, Qt.Key.Key_C, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    with qtbot.waitSignal(room.evening_ended):
        page.fairness.seal.end.click()
        page.fairness.seal.ask.yes.click()


def test_the_character_that_is_open_is_offered_first(page, desk):
    assert page.throws.bar.who.model.offered[1].text == "Ragnar"
    desk.document.open(bob())
    assert page.throws.bar.who.model.offered[1].text == "Ragnar", "it is not open any more"


@pytest.mark.parametrize("kind", ["markdown", "json"])
def test_the_lines_shown_are_written_to_a_file(page, desk, tmp_path, qtbot, kind):
    page.throws.bar.search.setText("melee")
    target = tmp_path / {"markdown": "out.md", "json": "out.json"}[kind]
    row = ["markdown", "json"].index(kind)
    page.throws.export.menu().actions()[row].trigger()
    [dialog] = page.findChildren(QFileDialog)
    assert Path(dialog.directory().path()) == tmp_path
    with qtbot.waitSignal(desk.notices.message) as told:
        dialog.fileSelected.emit(str(tmp_path / "out"))
    dialog.close()
    assert str(target) in told.args[0]
    text = target.read_text("utf-8")
    if kind == "json":
        parts = json.loads(text)
        assert len(parts["lines"]) == 4
        assert [bool(evening["seed"]) for evening in parts["evenings"]] == [True, False]
    else:
        assert text.count("Melee against Average") == 4
        assert (b"2" * 32).hex() not in text


def test_a_file_that_cannot_be_written_is_trouble(page, desk, tmp_path, qtbot):
    with qtbot.waitSignal(desk.notices.trouble) as told:
        page.export("json", page.throws.model.ids, tmp_path / "gone" / "out.json")
    assert told.args[0].code == "folder-gone"


def test_writing_is_stopped_whole(page, desk, sitting, tmp_path, qtbot, monkeypatch):
    stopped = threading.Event()

    class Stopped:
        def __init__(self, *_args) -> None:
            self.setValue = self.close = self.deleteLater = lambda *_args: None

        def wasCanceled(self) -> bool:
            stopped.set()
            return True

    def read(ids, read=sitting.log.read):
        assert threading.current_thread() is not threading.main_thread()
        assert stopped.wait(10)
        time.sleep(0.05)  # The window looks at its button, and then tells the thread.
        return read(ids)

    monkeypatch.setattr(worker, "_UNSHOWN", -1.0)
    monkeypatch.setattr(worker, "_dialog", Stopped)
    monkeypatch.setattr(logpage, "_PART", 1)
    monkeypatch.setattr(sitting.log, "read", read)
    with qtbot.waitSignal(desk.notices.message) as told:
        page.export("json", page.throws.model.ids, tmp_path / "out.json")
    assert told.args == ["Stopped: nothing was written."]
    assert not (tmp_path / "out.json").exists()


def test_without_a_log_nothing_is_written(show, desk, tmp_path):
    page = show(LogPage(desk, LogRoom(None), lambda: tmp_path))
    assert page.throws.model.rowCount() == 0
    assert len(page.throws.bar.who.model.offered) == 1
    assert page.fairness.evenings.view.lines.rowCount() == 0
    page.export("json", [1], tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()
    page.set_rulebook(rulebook())


@pytest.mark.parametrize("width", [1300, 640])
def test_tab_goes_through_the_throws_as_they_are_read(page, width):
    page.resize(width, 640)
    QApplication.processEvents()
    stops = tab_stops(page, page.tabs)
    assert {page.throws.bar.search, page.throws.scene, page.throws.export, page.throws.view} < set(stops)
    assert stops == reading_order(page, stops)


def test_tab_goes_through_the_throws_as_they_are_read_after_the_width_has_changed(page):
    for width in (1300, 640, 1300):
        page.resize(width, 640)
        QApplication.processEvents()
        stops = tab_stops(page, page.tabs)
        assert stops == reading_order(page, stops)


def test_tab_goes_through_the_fairness_and_then_the_seals_beside_it(page):
    page.resize(1300, 640)
    page.tabs.setCurrentIndex(LogTab.FAIRNESS)
    QApplication.processEvents()
    fairness = page.fairness
    stops = tab_stops(page, page.tabs)
    beside = [each for each in stops if fairness.seal.isAncestorOf(each) or fairness.evenings.isAncestorOf(each)]
    before = stops[: len(stops) - len(beside)]
    assert {fairness.which, fairness.view} < set(before)
    assert len(beside) > 2
    assert before == reading_order(page, before)
    assert stops[len(before) :] == reading_order(page, beside)
