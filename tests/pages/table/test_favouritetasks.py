"""Favourite tasks are kept from one start to the next and thrown for by one key."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.log.logentry import EntryKind
from tests.support.people import ragnar
from tests.support.running import Running

RIDE = Request("riding", difficulty="easy")


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_favourite_survives_a_restart_and_is_thrown_by_its_key(qapp, tmp_path):
    for start in range(2):
        with Running(tmp_path, clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC), page="table") as running:
            running.program.document.open(ragnar())
            running.window.show_page("table")
            table = running.program.pages.table
            running.program.desk.pace.choose("off")
            if not start:
                table.ask(RIDE)
                table.strip.favourites.keep()
                table.strip.favourites.popup.form.fields["name"].setText("The ford")
                QTest.keyClick(table.strip.favourites.popup.form.fields["name"], Qt.Key.Key_Return)
            assert [each.name for each in table.strip.favourites.mine] == ["The ford"]
            QTest.keyClick(running.window, Qt.Key.Key_F3)
            thrown = [each for each in table.table.log.latest() if each.kind is EntryKind.THROW]
            assert [each.title for each in thrown] == ["Riding against Easy"] * (start + 1)
