"""What the window says when the log of throws cannot be had as it should be; throws stand all the same."""

from contextlib import closing
from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import NOT_KEPT
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.running import Running


@pytest.fixture
def locations(tmp_path):
    return Locations.under(tmp_path)


def test_a_log_that_another_program_holds_is_told(qapp, tmp_path, locations, caplog):
    holder = ThrowLog(locations.roll_log, lambda: datetime.now(UTC))
    with Running(tmp_path, locations=locations, page="table") as running:
        running.window.show_page("table")
        assert "is in use by another window" in running.window.banner.text
        table = running.program.pages.table
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == (NOT_KEPT,)
        holder.close()
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == ()
        qapp.processEvents()
        assert running.window.banner.text == "The log of rolls is open again; new rolls are kept."
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.number == 2
    assert "log of rolls not opened" in caplog.text
    with closing(ThrowLog(locations.roll_log, lambda: datetime.now(UTC))) as log:
        assert len([each for each in log.latest() if each.dice]) == 2


def test_a_damaged_log_is_told_with_where_it_lies(qapp, tmp_path, locations):
    ThrowLog(locations.roll_log, lambda: datetime.now(UTC)).close()
    locations.roll_log.write_bytes(b"no log at all" * 99)
    with Running(tmp_path, locations=locations, page="log") as running:
        running.window.show_page("log")
        qapp.processEvents()
        [kept] = locations.roll_log.parent.glob(f"{locations.roll_log.name}.bad-*")
        assert running.window.banner.text.endswith(f"The old file is kept as {kept.name}.")
        running.window.show_page("table")
        table = running.program.pages.table
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == ()


def test_what_the_disk_refuses_is_told_once_for_each_act(qapp, tmp_path, monkeypatch):
    with Running(tmp_path, page="table") as running:
        running.window.show_page("table")
        table, document = running.program.pages.table, running.program.document
        document.apply("Spiffs", lambda each: each.with_(spiffs=9))
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        told: list[str] = []
        monkeypatch.setattr(running.window.banner, "show_message", lambda text, **_options: told.append(text))
        connection = running.program.pages.room.log.file.connection
        connection.execute("PRAGMA query_only=1")  # every write is refused from now on
        net = table.play.played.reading.task.net
        QTest.keyClick(table.tray, Qt.Key.Key_S)
        assert table.play.played.reading.task.net == net + 1
        assert document.character.spiffs == 7
        assert len(told) == 1
        QTest.keyClick(table.tray, Qt.Key.Key_Space)
        assert table.play.played.entry.tags == (NOT_KEPT,)
        assert len(told) == 2


def test_a_damaged_log_is_told_of_when_it_is_looked_at_before_any_page_needs_it(qapp, tmp_path, locations):
    with Running(tmp_path, locations=locations, page=""):
        pass
    locations.roll_log.write_bytes(b"no log at all" * 99)
    locations.roll_log.with_name(f"{locations.roll_log.name}-wal").touch()  # killed: something may be owed
    with Running(tmp_path, locations=locations, page="") as running:
        kept = {each.name for each in locations.roll_log.parent.glob(f"{locations.roll_log.name}.bad-*")}
        assert running.window.page == "build"
        qapp.processEvents()
        assert running.window.banner.text.split()[-1].removesuffix(".") in kept
