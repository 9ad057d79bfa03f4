"""The log through the real window: what is thrown at the table is read, repeated, named and checked on the Log page."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.log.logentry import EntryKind
from tests.support.people import ragnar
from tests.support.running import Running

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    path = tmp_path / "Ragnar.bones"
    write_character(path, ragnar())
    with Running(tmp_path / "home", path) as running:
        yield running


def throw(running: Running, times: int = 1) -> None:
    running.window.show_page("table")
    for _ in range(times):
        running.program.pages.dice.throw()
        running.app.processEvents()


def kinds(running: Running) -> list[EntryKind]:
    model = running.program.pages.log.throws.model
    return [model.entry(row).kind for row in range(model.rowCount())]


def test_throws_stand_in_the_log_with_the_evening_they_began(running: Running) -> None:
    throw(running, 3)
    running.window.show_page("log")
    assert kinds(running) == [EntryKind.EVENING, *[EntryKind.THROW] * 3]
    throw(running)
    running.window.show_page("log")
    assert kinds(running)[-2:] == [EntryKind.THROW] * 2
    shown = running.program.pages.log.throws.model.entry(4)
    played = running.program.pages.table.play.played
    assert played is not None
    assert [die.code for die in shown.dice] == [face.code for face in played.throw.faces]


def test_a_throw_of_the_log_is_asked_for_again_at_the_table(running: Running) -> None:
    throw(running)
    running.window.show_page("log")
    view = running.program.pages.log.throws.view
    view.setCurrentIndex(view.model().index(1, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    running.app.processEvents()
    assert running.program.pages.table.isVisible()


def test_a_scene_begins_is_renamed_and_removed_on_both_pages(running: Running) -> None:
    throw(running)
    running.window.show_page("log")
    throws, last = running.program.pages.log.throws, running.program.pages.table.log
    throws.scene.click()
    QTest.keyClicks(throws.ask.field, "At the ford")
    QTest.keyClick(throws.ask.field, Qt.Key.Key_Return)
    assert kinds(running)[-1] is EntryKind.SCENE
    assert last.model.entry(2).title == "At the ford"
    throws.view.setCurrentIndex(throws.model.index(2))
    QTest.keyClick(throws.view, Qt.Key.Key_F2)
    QTest.keyClicks(throws.ask.field, "By the river")
    QTest.keyClick(throws.ask.field, Qt.Key.Key_Return)
    assert throws.model.entry(2).title == last.model.entry(2).title == "By the river"
    QTest.keyClick(throws.view, Qt.Key.Key_Delete)
    throws.ask.yes.click()
    assert throws.model.rowCount() == last.model.rowCount() == 2


def test_the_evening_ends_and_is_found_sound_and_the_next_throw_begins_another(running: Running) -> None:
    throw(running, 4)
    running.window.show_page("log")
    page = running.program.pages.log
    QTest.keyClick(page.throws.view, Qt.Key.Key_PageDown, CONTROL)
    fairness = page.fairness
    assert fairness.isVisible()
    seal = "".join(fairness.seal.seal.text().split())
    assert len(seal) == 64
    fairness.seal.end.click()
    fairness.seal.ask.yes.click()
    assert not fairness.seal.end.isVisible()
    fairness.evenings.copy.click()
    assert seal in running.app.clipboard().text()
    fairness.evenings.check.click()
    assert fairness.evenings.answer.text().startswith("All 4 draws are there")
    throw(running)
    running.window.show_page("log")
    assert "".join(fairness.seal.seal.text().split()) != seal
    page.tabs.setCurrentIndex(0)
    assert kinds(running)[-3:] == [EntryKind.REVEALED, EntryKind.EVENING, EntryKind.THROW]
    assert running.program.pages.table.log.model.rowCount() == len(kinds(running))


def test_the_log_is_there_after_a_start(tmp_path: Path, qapp: object) -> None:
    path = tmp_path / "Ragnar.bones"
    write_character(path, ragnar())
    with Running(tmp_path / "home", path) as running:
        throw(running, 2)
    with Running(tmp_path / "home", path, page="log") as again:
        again.window.show_page("log")
        assert kinds(again) == [EntryKind.EVENING, EntryKind.THROW, EntryKind.THROW]
        throw(again)
        again.window.show_page("log")
        assert kinds(again)[2:] == [EntryKind.THROW] * 2, "the evening goes on"
