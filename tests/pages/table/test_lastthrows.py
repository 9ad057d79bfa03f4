"""The last throws beside the tray: the end of the log, and what could not be kept."""

from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.pages.table.lastthrows import SHOWN, LastThrows
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import NOT_KEPT, EntryKind
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.throwlist.throwview import ThrowView
from tests.support.looks import theme_of
from tests.support.rulebooks import rulebook
from tests.support.throws import START, entry, scene


@pytest.fixture
def log(tmp_path):
    log = ThrowLog(tmp_path / "log.db", lambda: START)
    yield log
    log.close()


@pytest.fixture
def make(qtbot, qapp, log):
    def new(log=log) -> LastThrows:
        panel = LastThrows(Theme("iron"), log, rulebook(), lambda _view: None)
        qtbot.addWidget(panel)
        panel.resize(420, 240)
        panel.show()
        return panel

    return new


def titles(panel: LastThrows) -> list[str]:
    return [panel.model.entry(row).title for row in range(panel.model.rowCount())]


def test_it_shows_the_end_of_the_log(make, log):
    for number in range(SHOWN + 5):
        log.append(entry(number, title=f"Task {number}"))
    panel = make()
    assert titles(panel)[0] == "Task 5"
    assert titles(panel)[-1] == f"Task {SHOWN + 4}"
    assert not panel.note.isVisible()


def test_the_heading_is_hidden_if_it_leaves_no_room_for_a_line(make, log):
    log.append(entry())
    panel = make()
    panel.setMinimumSize(1, 1)
    line = panel.view.delegate.height
    for height, heading in ((line + 10, False), (4 * line, True)):
        panel.resize(420, height)
        QApplication.processEvents()
        assert (panel._heading.isVisible(), panel.view.height() >= line) == (heading, True)


def test_an_empty_log_says_so_until_something_is_thrown(make, log):
    panel = make()
    assert panel.note.text() == "Nothing rolled yet."
    assert not panel.view.isVisible()
    panel.add(log.append(entry()))
    assert not panel.note.isVisible()
    assert panel.view.isVisible()


def test_the_list_is_made_when_there_is_first_something_to_see(make, log):
    log.append(entry(0))
    panel = make()
    assert [panel.view] == panel.findChildren(ThrowView)
    assert panel.view.isVisible()
    panel.hide()
    other = LastThrows(Theme("iron"), log, rulebook(), lambda _view: None, panel)
    other.add(log.append(entry(1)))
    assert not other.findChildren(ThrowView)
    panel.show()
    assert [other.view] == other.findChildren(ThrowView)
    assert other.view.isVisible()
    assert other.view.indexAt(other.view.viewport().rect().center()).isValid()


def test_what_the_log_writes_by_itself_is_shown_with_the_next_throw(make, log):
    panel = make()
    evening = log.begin_evening(bytes(32))
    panel.add(log.append(entry(evening=evening.id, number=1)))
    assert [panel.model.entry(row).kind.value for row in range(2)] == ["evening", "throw"]


def test_a_throw_is_amended_in_place(make, log):
    panel = make()
    stored = log.append(entry())
    panel.add(stored)
    panel.amend(entry(id=stored.id, result="Failure by 1.", net=-1))
    assert panel.model.entry(0).result == "Failure by 1."


def test_a_heading_that_was_removed_goes(make, log):
    heading = log.append(scene(1))
    panel = make()
    log.remove_heading(heading.id)
    panel.remove(heading)
    assert panel.model.rowCount() == 0
    assert panel.note.isVisible()


def test_without_a_log_throws_are_shown_and_it_says_they_are_not_kept(make):
    panel = make(log=None)
    panel.add(entry(id=0, tags=(NOT_KEPT,)))
    assert panel.model.rowCount() == 1
    assert panel.note.text().startswith("Rolls are shown, but not kept")
    panel.amend(entry(id=0, result="Failure by 1.", tags=(NOT_KEPT,)))
    assert panel.model.entry(0).result == "Failure by 1."


def test_a_log_that_cannot_be_read_says_so(make, log, monkeypatch):
    def refuse(_limit):
        raise FileProblem("other", Path("log"))

    monkeypatch.setattr(log, "latest", refuse)
    assert make().note.text() == "The earlier rolls cannot be read."


def test_trouble_met_while_painting_is_told_after_it(make, log, monkeypatch, qtbot):
    log.append(entry())
    panel = make()

    def refuse(_ids):
        raise FileProblem("other", Path("log"))

    monkeypatch.setattr(log, "read", refuse)
    panel.reload()
    with qtbot.waitSignal(panel.model.unreadable) as told:
        panel.view.viewport().repaint()
    assert told.args[0].code == "other"


def test_a_throw_is_asked_for_again(make, log, qtbot):
    log.append(entry())
    panel = make()
    panel.view.setFocus()
    panel.view.setCurrentIndex(panel.model.index(0))
    with qtbot.waitSignal(panel.view.repeat_requested) as asked:
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert asked.args[0].title == "Melee against Average"


def test_markup_in_names_stays_text(make, log):
    panel = make()
    panel.add(log.append(entry(who="<b>x</b>")))
    assert panel.note.textFormat() == Qt.TextFormat.PlainText
    panel.set_rulebook(rulebook())
    assert not panel.grab().isNull()


@pytest.mark.parametrize("text", [100, 150])
@pytest.mark.parametrize("width", [420, 2400])
def test_it_begins_with_a_whole_line_at_any_height(make, log, qapp, qtbot, width, text):
    for number in range(40):
        log.append(entry(number))
    panel = make()
    theme_of(panel).apply(qapp)
    theme_of(panel).set_text_size(text)
    view, bar = panel.view, panel.view.verticalScrollBar()
    for height in range(200, 700, 33):
        panel.resize(width, height)
        qtbot.wait(1)
        assert bar.value() == bar.maximum() > 0
        assert view.rowViewportPosition(view.rowAt(0)) == 0
        assert height - view.geometry().bottom() <= view.delegate.height + 3, "and no room is left for one more"


def test_it_begins_with_a_whole_line_though_it_was_made_lower_while_nobody_saw_it(make, log, qapp, qtbot):
    for number in range(SHOWN):
        log.append(entry(number, title=f"Task {number}"))
    panel = make()
    panel.resize(420, 900)
    assert panel.view.isVisible()
    qapp.processEvents()
    panel.hide()
    panel.resize(420, 130)
    theme_of(panel).set_text_size(150)
    QApplication.sendEvent(panel, QEvent(QEvent.Type.LayoutRequest))
    assert panel.view.maximumHeight() >= panel.view.delegate.height
    panel.show()
    qtbot.waitUntil(lambda: panel.view.viewport().height() % panel.view.delegate.height == 0)


def test_a_scene_without_rolls_has_no_heading(make, log):
    log.append(scene(1))
    log.append(scene(2))
    log.append(entry(3))
    log.append(scene(4))
    panel = make(log)
    kinds = [panel.model.entry(row).kind for row in range(panel.model.rowCount())]
    assert kinds == [EntryKind.SCENE, EntryKind.THROW]
