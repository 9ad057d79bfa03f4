"""Touch mode in the running program: what a finger may press is large enough, and the pages still fit a laptop."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QSize
from PySide6.QtWidgets import QScrollArea, QTabBar

from bones_desktop.desk.mainwindow import FRAME
from bones_desktop.theme.theme import TARGET
from tests.start.test_scenepages import FIRST, SceneProgram
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob
from tests.support.running import Running
from tests.support.targets import targets
from tests.support.tour import Tour

LAPTOP = QSize(1366 - FRAME[0], 768 - FRAME[1])


def in_touch_mode(program: Running) -> None:
    """Switch touch mode on, and give the window the size of a laptop's screen."""
    program.program.settings.edit(touch="on", text_grows=False)
    program.window.setMinimumSize(0, 0)
    program.window.showNormal()
    program.window.resize(LAPTOP)
    for _turn in range(3):
        program.app.processEvents()


def too_small(program: Running) -> list[str]:
    """Return what is too small for a finger on the page in view and on the rail; what does not fit, too."""
    window = program.window
    page, view = window.page_widget(), window.findChild(QScrollArea, "pageRoom").viewport()
    parts = [*targets(page), *targets(program.rail)]
    found = [f"{name}: {size.width()}x{size.height()}" for name, size in parts if min(size.toTuple()) < TARGET]
    if window.size() != LAPTOP or page.minimumSizeHint().width() > view.width():
        found.append(f"the page needs {page.minimumSizeHint()} of {view.size()}")
    return found


@pytest.fixture
def tour(tmp_path: Path, qapp: QObject) -> Iterator[Tour]:
    with Tour(tmp_path / "home") as made:
        in_touch_mode(made)
        yield made


@pytest.mark.parametrize("game", ["bones", "story_bones", "basics", "five_modes", "margin"])
def test_a_finger_hits_everything_on_table_and_tracker(tour: Tour, game: str) -> None:
    found = {}
    for page in tour.pages(game):
        if page.split()[1] in {"table", "tracker"}:
            tour.window.resize(LAPTOP)
            tour.settle()
            found[page] = too_small(tour)
    tour.window.show_page("table")
    tour.program.settings.edit(animation="off")
    tour.trigger("throw")
    tour.settle()
    found["rolled"] = too_small(tour)
    tour.trigger("by-hand")
    tour.settle()
    found["by hand"] = too_small(tour)
    assert len(found) >= 4
    assert not any(found.values()), found


def test_a_finger_hits_everything_of_a_fight(tmp_path: Path, qapp: QObject) -> None:
    with FightSeat(shelve(tmp_path, bob().with_(id="b" * 32)), ("Bob", 1), ("Wolf", 2)) as seat:
        in_touch_mode(seat)
        assert not too_small(seat)
        seat.roll()
        seat.page.tray.skip()
        tabs = next(bar for bar in seat.page.findChildren(QTabBar) if bar.isVisible())
        for tab in range(tabs.count()):
            tabs.setCurrentIndex(tab)
            seat.app.processEvents()
            assert not too_small(seat), tabs.tabText(tab)


@pytest.mark.parametrize("game", FIRST)
def test_a_finger_hits_everything_of_a_scene(tmp_path: Path, qapp: QObject, game: str) -> None:
    with SceneProgram(tmp_path) as program:
        program.open_game(tmp_path, game)
        in_touch_mode(program)
        program.page.everyone.click()
        program.add_foes(2)
        program.page.next_turn()
        program.app.processEvents()
        assert not too_small(program)
