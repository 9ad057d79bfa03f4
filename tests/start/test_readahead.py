"""Pages are read from the disk before anybody waits for them, and not while dice may tumble."""

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from bones_desktop.start import start as loading
from bones_desktop.start.start import MODULES, ReadAhead
from tests.support.program import program

WAITS = """
from bones_desktop.start import start as loading
from PySide6.QtCore import QTimer
from tests.support.inside import after_loading
loading._QUIET_MS, loading._PAUSE_MS = 200, 5
def look(running):
    before = "bones_desktop.pages.table.tablepage" in sys.modules
    def tell():
        missing = [name for name in loading.MODULES if name not in sys.modules]
        if not missing or waiting.remainingTime() <= 0:
            print(running.window.page, before, missing)
            running.quit()
    waiting, ticking = QTimer(running, singleShot=True), QTimer(running)
    waiting.start(30_000)
    ticking.timeout.connect(tell)
    ticking.start(100)
after_loading(look)
"""


@pytest.mark.slow
def test_after_a_start_every_page_is_read(tmp_path: Path) -> None:
    with program(tmp_path, inside=WAITS) as started:
        out, errors = started.process.communicate(timeout=60)
    assert (out.split("\n")[0], errors) == ("build False []", "")


def test_it_waits_while_dice_may_tumble_and_ends(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_QUIET_MS", 1)
    monkeypatch.setattr(loading, "_PAUSE_MS", 1)
    monkeypatch.setattr(loading.gc, "freeze", lambda: None)
    read: list[str] = []
    monkeypatch.setattr(loading, "import_module", read.append)
    busy = [True]
    ahead = ReadAhead(lambda: busy[0])
    ahead.begin()
    qtbot.wait(30)
    assert read == []
    busy[0] = False
    qtbot.waitUntil(lambda: len(read) == len(MODULES))
    qtbot.waitUntil(lambda: not ahead.findChild(QTimer).isActive())
    assert tuple(read) == MODULES
