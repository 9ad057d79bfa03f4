"""The log on the page: oldest first, newest in view unless one reads further up."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication

from bones_desktop.panels.table.logmodel import NOT_KEPT, LogModel, LogRole
from bones_desktop.panels.table.logview import LogView, die_groups
from bones_desktop.storage.rolllog import RollLog, ThrowEntry
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.theme.theme import Theme
from tests.support.rulebooks import rulebook

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)


def now() -> datetime:
    return START


def entry(number: int, **changes) -> ThrowEntry:
    values = {
        "at": START + timedelta(minutes=number),
        "who": "Ragnar",
        "character_id": "0" * 32,
        "task": "Maneuver against Average",
        "dice": (("Gaul", "melee"), ("Sword", "melee x2"), ("Challenge", "null"), ("Poison", "blank")),
        "result": f"Success by {number}.",
        "net": number,
    }
    return ThrowEntry(**(values | changes))


@pytest.fixture
def log(tmp_path):
    log = RollLog(tmp_path / "log.db", now)
    yield log
    log.close()


@pytest.fixture
def make(qtbot, log):
    def new(log=log) -> LogView:
        view = LogView(Theme("iron"), log, rulebook())
        qtbot.addWidget(view)
        view.resize(400, 200)
        view.show()
        return view

    return new


def test_the_model_keeps_the_laws_of_models(qtmodeltester):
    model = LogModel()
    model.set_entries([entry(2), entry(1)])
    qtmodeltester.check(model)
    model.add(entry(3))
    assert [model.index(row, 0).data(LogRole.ENTRY).net for row in range(3)] == [1, 2, 3]
    assert model.index(3, 0).data() is None


def test_a_throw_is_one_line_of_text(qapp):
    model = LogModel()
    model.set_entries([entry(1, tags=(NOT_KEPT,))])
    text = model.index(0, 0).data()
    assert text.endswith("Ragnar · Maneuver against Average · Success by 1. (not kept)")
    assert text == model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_it_shows_what_the_log_holds(make, log):
    for number in range(3):
        log.append(entry(number))
    view = make()
    assert view.model.rowCount() == 3
    assert not view._note.isVisible()


def test_an_empty_log_says_so(make):
    view = make()
    assert view._note.text() == "Nothing thrown yet."
    view.add(entry(1))
    assert not view._note.isVisible()


def test_a_log_that_cannot_be_read_says_so(make, log, monkeypatch, tmp_path):
    def refuse(_limit):
        raise FileProblem("other", tmp_path)

    monkeypatch.setattr(log, "entries", refuse)
    assert make()._note.text() == "The earlier throws cannot be read."


def test_the_newest_comes_into_view(make, log, qtbot):
    for number in range(30):
        log.append(entry(number))
    view = make()
    bar = view.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    view.add(entry(30))
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_it_does_not_jump_while_one_reads_further_up(make, log, qtbot):
    for number in range(30):
        log.append(entry(number))
    view = make()
    bar = view.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(40)
    view.add(entry(30))
    qtbot.wait(20)
    assert bar.value() == 40


def test_chosen_lines_are_copied(make, log, qtbot):
    for number in range(2):
        log.append(entry(number))
    view = make()
    view.view.selectAll()
    qtbot.keyClick(view.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(QGuiApplication.clipboard().text().splitlines()) == 2


def test_dice_are_painted_as_what_they_are():
    groups = die_groups(rulebook())
    assert groups["Challenge"] == "challenge"
    assert groups["Poison"] == "hindering"
    assert groups["Sword"] == "item"
    assert "Fighter" not in groups


def test_it_can_be_painted(make, log):
    log.append(entry(1, dice=(("Gaul", "melee"),) * 60, tags=(NOT_KEPT,), who="Sir " * 60))
    log.append(entry(0, net=None, dice=()))
    view = make()
    view.view.selectionModel().select(view.model.index(0, 0), QItemSelectionModel.SelectionFlag.Select)
    for name in ("parchment", "iron"):
        view._theme.set_theme(name)
        assert not view.grab().isNull()
