"""The page in use is on disk while the program runs, and a roll is not held up by it."""

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from bones_desktop.start import application
from bones_desktop.start.application import Application
from tests.support.running import Running

SOON = 20


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "_LAYOUT_AFTER_MS", SOON)


def test_a_program_that_is_killed_begins_on_the_page_in_use(qapp: object, tmp_path: Path, soon: None) -> None:
    with Running(tmp_path) as running:
        running.window.show_page("reference")
        file = running.locations.window_state_file
        running.wait_for(lambda: file.exists() and b'"reference"' in file.read_bytes(), "the page is on disk")
        body = json.loads(file.read_bytes())["body"]
        assert body["page"] == "reference"
        assert body["geometry"]


def test_nothing_is_written_while_dice_are_in_motion(
    qapp: object, tmp_path: Path, soon: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Running(tmp_path) as running:
        file = running.locations.window_state_file
        running.wait_for(file.exists, "the first page is on disk")
        before = file.read_bytes()
        monkeypatch.setattr(Application, "dice_in_motion", True)
        running.window.show_page("reference")
        QTest.qWait(5 * SOON)
        assert file.read_bytes() == before
        monkeypatch.undo()
        running.wait_for(lambda: b'"reference"' in file.read_bytes(), "the layout is saved")
