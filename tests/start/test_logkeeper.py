"""Backups of the log, a check of it from the menu, and what is said when its file is lost while the program runs."""

import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMessageBox

from bones_desktop.storage.files.locations import Locations
from tests.support.running import Running


@pytest.fixture
def locations(tmp_path):
    return Locations.under(tmp_path)


def throw(running, times=1):
    running.window.show_page("table")
    table = running.program.pages.table
    for _ in range(times):
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
    return table


def backed_up(qtbot, running):
    keeper = running.program.pages.room.keeper
    keeper.back_up()
    qtbot.waitUntil(lambda: not keeper._worker.busy)
    return keeper.log.file.backups.list()


def asked(kind):
    [found] = [each for each in QApplication.topLevelWidgets() if isinstance(each, kind) and each.isVisible()]
    return found


def check(running):
    running.window.actions_by_id["check-log"].trigger()
    return asked(QMessageBox)


def press(box, text):
    [button] = [each for each in box.buttons() if each.text().replace("&", "") == text]
    button.click()


def test_a_backup_is_made_when_one_is_due_and_not_again(qapp, qtbot, tmp_path):
    with Running(tmp_path) as running:
        keeper = running.program.pages.room.keeper
        throw(running)
        assert keeper._due.isActive()
        kept = backed_up(qtbot, running)
        assert len(kept) == 1
        throw(running)
        assert backed_up(qtbot, running) == kept


def test_throws_go_on_while_a_backup_is_made(qapp, qtbot, tmp_path):
    with Running(tmp_path) as running:
        table = throw(running, 3)
        keeper = running.program.pages.room.keeper
        keeper.back_up()
        assert keeper._worker.busy
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == ()
        qtbot.waitUntil(lambda: not keeper._worker.busy)
        assert len(keeper.log.file.backups.list()) == 1


def test_a_backup_that_cannot_be_made_is_told_once(qapp, qtbot, tmp_path, locations):
    with Running(tmp_path, locations=locations) as running:
        throw(running)
        folder = locations.roll_log.with_name("throws-backups")
        folder.write_text("in the way")
        told = []
        for _ in range(2):
            assert backed_up(qtbot, running) == ()
            told.append(running.window.banner.text)
            running.window.banner.dismiss()
        assert folder.read_text() == "in the way"
        assert "throws-backups" in told[0]
        assert not told[1]


def test_a_sound_log_is_said_to_be_sound(qapp, qtbot, tmp_path):
    with Running(tmp_path) as running:
        throw(running, 2)
        box = check(running)
        assert box.text() == (
            "The log is sound: 3 lines, 1 evening. There is no backup yet. One is made within minutes of a roll."
        )
        box.close()
        backed_up(qtbot, running)
        box = check(running)
        assert "The newest backup is from" in box.text()
        box.close()


def test_a_damaged_log_is_repaired_from_the_check(qapp, qtbot, tmp_path, locations):
    with Running(tmp_path, locations=locations) as running:
        table = throw(running, 2)
        connection = running.program.pages.room.keeper.opened.file.connection
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(page,)] = connection.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'line_of_character'")
        with locations.roll_log.open("r+b") as file:
            file.seek((page - 1) * 4096)
            file.write(b"\xff" * 4096)
        connection.execute("PRAGMA shrink_memory")
        box = check(running)
        assert box.text().startswith("The log is damaged: ")
        press(box, "Repair")
        qapp.processEvents()
        assert running.window.banner.text.startswith(
            "The log of rolls was damaged and has been repaired: 3 lines kept."
        )
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == ()
        assert check(running).text().startswith("The log is sound: 5 lines, 2 evenings.")
        asked(QMessageBox).close()


def test_a_backup_is_restored(qapp, qtbot, tmp_path, locations):
    with Running(tmp_path, locations=locations) as running:
        throw(running, 2)
        backed_up(qtbot, running)
    with Running(tmp_path, locations=locations) as running:
        throw(running)
        press(check(running), "Backups…")
        dialog = asked(QDialog)
        assert dialog._preview.text().startswith("3 lines, from ")
        dialog._bring.click()
        qapp.processEvents()
        told = running.window.banner.text
        assert told.startswith(
            "The backup of the log of rolls has been restored, with 3 lines. The old file is kept as "
        )
        running.window.show_page("log")
        assert running.program.pages.log.throws.model.rowCount() == 3
        throw(running)
        running.window.show_page("log")
        assert running.program.pages.log.throws.model.rowCount() == 5


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be deleted on Windows")
def test_a_log_that_is_deleted_while_the_program_runs_is_made_again_and_told(qapp, tmp_path, locations):
    with Running(tmp_path, locations=locations) as running:
        table = throw(running, 2)
        locations.roll_log.unlink()
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == ()
        qapp.processEvents()
        assert running.window.banner.text == (
            "The log of rolls was deleted or replaced; a new one was made from its backup, with 3 lines."
        )
        running.window.show_page("log")
        assert running.program.pages.log.throws.model.rowCount() == 4
    with Running(tmp_path, locations=locations, page="log") as running:
        running.window.show_page("log")
        assert running.program.pages.log.throws.model.rowCount() == 4
