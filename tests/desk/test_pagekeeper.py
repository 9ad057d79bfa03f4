"""The page in use is on disk while the program runs, without a throw or a look through the pages being held up."""

import json
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from bones_desktop.desk import settingskeeper
from bones_desktop.desk.settingskeeper import PageKeeper
from tests.support.running import Running

SOON = 20


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settingskeeper, "PAGE_AFTER_MS", SOON)


class Kept:
    """A keeper, whether dice move, and how often it saved."""

    def __init__(self) -> None:
        self.moving = False
        self.saved = 0
        self.keeper = PageKeeper(lambda: self.moving, self._save)

    def _save(self) -> None:
        self.saved += 1


def test_a_program_that_is_killed_begins_on_the_page_in_use(qapp: object, tmp_path: Path, soon: None) -> None:
    with Running(tmp_path) as running:
        running.window.show_page("reference")
        file = running.locations.window_state_file
        running.wait_for(lambda: file.exists() and b'"reference"' in file.read_bytes(), "the page is on disk")
        body = json.loads(file.read_bytes())["body"]
        assert body["page"] == "reference"
        assert body["geometry"]


def test_pages_that_are_only_passed_through_are_not_written(qapp: object, soon: None) -> None:
    kept = Kept()
    for page in ("build", "table", "log"):
        kept.keeper.show(page)
    assert kept.saved == 0
    Running.wait_for(lambda: kept.saved, "the page is saved")
    assert kept.saved == 1
    kept.keeper.show("build")
    kept.keeper.show("log")
    QTest.qWait(5 * SOON)
    assert kept.saved == 1, "it is on disk"


def test_the_page_of_last_time_is_not_written_again(qapp: object, soon: None) -> None:
    kept = Kept()
    kept.keeper.know("table")
    kept.keeper.show("table")
    QTest.qWait(5 * SOON)
    assert kept.saved == 0


def test_nothing_is_written_while_dice_are_in_motion(qapp: object, soon: None) -> None:
    kept = Kept()
    kept.moving = True
    kept.keeper.show("table")
    QTest.qWait(5 * SOON)
    assert kept.saved == 0
    kept.moving = False
    Running.wait_for(lambda: kept.saved, "the page is saved")
    assert kept.saved == 1


def test_closed_it_writes_no_more(qapp: object, soon: None) -> None:
    kept = Kept()
    kept.keeper.show("table")
    kept.keeper.close()
    QTest.qWait(5 * SOON)
    assert kept.saved == 0
