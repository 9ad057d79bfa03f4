"""The window, its title bar and its dialogs fit a screen of 1024 by 600; what has no room there is scrolled to."""

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QScrollArea, QToolButton

from bones_desktop.desk.mainwindow import FRAME, MainWindow
from bones_desktop.pages.table.tableframe import TableFrame
from tests.support.cutoff import cut_off
from tests.support.tour import DIALOGS, LAPTOP, Tour

SMALL = QSize(1024 - FRAME[0], 600 - FRAME[1])


@pytest.fixture
def tour(tour_of_the_module: Tour) -> Iterator[Tour]:
    """The program of the module, whose looks, state and size are put back after each test."""
    tour = tour_of_the_module
    first, state, place = tour.program.settings.value, tour.window.windowState(), tour.window.geometry()
    yield tour
    tour.program.settings.set(first)
    tour.window.setWindowState(state)
    tour.window.setGeometry(place)
    tour.settle()


def shrinkable(tour: Tour, *, theme: str = "iron", text: int = 100) -> None:
    """Give the program these looks, and let its window become as small as its pages let it."""
    tour.program.settings.set(tour.program.settings.value.with_(theme=theme, text_size=text))
    tour.window.setMinimumSize(0, 0)
    tour.window.showNormal()


def fits(least: QSize, room: QSize) -> bool:
    return least.width() <= room.width() and least.height() <= room.height()


def test_the_window_leaves_room_for_its_frame(tour: Tour) -> None:
    window, screen = tour.window, tour.window.screen().availableGeometry()
    window.showNormal()
    for text in (100, 150, 200):
        tour.program.settings.set(tour.program.settings.value.with_(text_size=text))
        tour.settle()
        assert window.minimumWidth() <= screen.width() - FRAME[0], text
        assert window.minimumHeight() <= screen.height() - FRAME[1], text
    window.resize(window.minimumSize())
    window.move(screen.right() - 200, screen.bottom() - 200)
    tour.settle()
    tour.program.settings.set(tour.program.settings.value.with_(text_size=100))
    tour.settle()
    assert screen.contains(window.frameGeometry()), "it has come back from over the edge"


def test_the_window_comes_back_small_when_the_text_does(tour: Tour) -> None:
    window, settings = tour.window, tour.program.settings
    window.showNormal()
    settings.edit(text_size=100)
    small = QSize(1020, 640)
    with patch.object(MainWindow, "_largest", QSize(4000, 4000)):
        window.resize(small)
        for text in (150, 200, 150):
            settings.edit(text_size=text)
            tour.settle()
            assert window.width() > small.width(), text
        settings.edit(text_size=100)
        assert window.size() == small
        settings.edit(text_size=150)
        chosen = window.size() + QSize(30, 0)
        window.resize(chosen)
        settings.edit(text_size=100)
        assert window.size() == chosen, "the user gave it this size"


def test_the_name_is_in_the_menu_bar_of_a_low_window(tour: Tour) -> None:
    window, settings = tour.window, tour.program.settings
    shrinkable(tour)
    tour.program.files.work_on(tour.files["bones"])
    window.show_page("table")
    header, bar = window._parts.header, window.menuBar()
    for text, low in ((100, False), (200, True), (100, False)):
        settings.edit(text_size=text)
        window.resize(LAPTOP)
        tour.settle()
        assert bar.isAncestorOf(header) == low
        assert header.isVisible()
        assert header.name.text() == header.name.full_text
        assert all(bar.actionGeometry(each).isValid() for each in bar.actions()), "every menu is in view"
    window.show_page("log")
    assert not header.isVisible()


@pytest.mark.parametrize("text", [100, 150])
def test_all_buttons_of_the_rail_are_whole_on_a_small_screen(tour: Tour, text: int) -> None:
    shrinkable(tour, text=text)
    tour.window.resize(SMALL)
    tour.settle()
    rail = tour.rail
    buttons = [each for each in rail.findChildren(QToolButton) if each.isVisible()]
    assert len(buttons) == 9
    for button in buttons:
        assert rail.rect().contains(button.geometry()), button.text()
        assert button.height() >= button.fontMetrics().height(), button.text()


@pytest.mark.parametrize("action", DIALOGS)
def test_a_dialog_fits_a_small_screen_with_large_text(shelf_tour: Tour, action: str) -> None:
    tour = shelf_tour
    tour.program.settings.set(tour.program.settings.value.with_(text_size=200))
    tour.settle()
    if action == "compare":
        tour.choose(2)
    tour.trigger(action)
    tour.settle()
    dialog = tour.dialog()
    assert fits(dialog.minimumSizeHint(), SMALL), dialog.minimumSizeHint()
    assert fits(dialog.minimumSize(), SMALL)
    if action == "about":
        dialog.licences.click()
        tour.settle()
        [licences] = [each for each in tour.dialogs() if each is not dialog]
        assert fits(licences.minimumSizeHint(), SMALL)
        licences.close()


def test_what_a_throw_asks_for_is_seen_at_once_with_large_text(tour: Tour) -> None:
    shrinkable(tour, text=150)
    tour.window.resize(LAPTOP)
    tour.program.files.work_on(tour.files["margin"])
    tour.window.show_page("table")
    tour.settle()
    table = tour.program.games.current.table
    for roll in ("check", "attack"):
        table.choose(roll)
        table.throw()
        tour.settle()
        assert table.reading.row.buttons
        for button in table.reading.row.buttons:
            assert button.visibleRegion().boundingRect() == button.rect(), button.text()


# The last tests of the module: with all pages made, every other text size takes longer.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "text", "room"),
    [("iron", 100, SMALL), ("contrast", 150, SMALL), ("contrast", 200, LAPTOP)],
)
def test_every_page_fits_a_small_screen(tour: Tour, theme: str, text: int, room: QSize) -> None:
    shrinkable(tour, theme=theme, text=text)
    wrong = []
    for page in tour.pages():
        tour.window.resize(room)
        tour.settle()
        assert fits(tour.window.minimumSizeHint(), room), page
        assert tour.window.size() == room, page
        shown, view = tour.window.page_widget(), tour.window.findChild(QScrollArea, "pageRoom").viewport()
        assert fits(shown.minimumSizeHint(), shown.size()), f"{page}: parts of it lie over one another"
        assert shown.width() >= view.width(), page
        assert shown.height() >= view.height(), page
        wrong += [f"{page}: {each}" for each in cut_off(tour.window)]
        for frame in shown.findChildren(TableFrame) + ([shown] if isinstance(shown, TableFrame) else []):
            roll, tray = frame.strip.button, frame.tray
            assert roll.visibleRegion().boundingRect() == roll.rect(), f"{page}: Roll is in view"
            camera = tray.stage.scene.camera
            if 0 < len(tray.contents.dice) <= 10 and text > 100:
                assert camera.zoom((0.0, tray.stage.tray[1] / 2 - 1, 1.0)) >= 63.5, f"{page}: dice are large"
    assert not wrong, "\n".join(wrong)
