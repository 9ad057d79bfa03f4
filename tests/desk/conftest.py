from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject

from tests.support.running import for_the_module
from tests.support.tour import Tour


@pytest.fixture(scope="module")
def tour_of_the_module(tmp_path_factory: pytest.TempPathFactory, qapp: QObject) -> Iterator[Tour]:
    with for_the_module(Tour(tmp_path_factory.mktemp("tour") / "home")) as tour:
        tour.trigger("everyone")  # this dialog is kept, and would be left over after the first test that opens it
        tour.dialog().close()
        yield tour


@pytest.fixture
def shelf_tour(tour_of_the_module: Tour) -> Iterator[Tour]:
    """The program on its shelf for tests that open dialogs; they are closed and settings put back after each test."""
    tour = tour_of_the_module
    first = tour.program.settings.value
    tour.window.show_page("shelf")
    tour.settle()
    tour.choose(1)
    tour.window.activateWindow()
    yield tour
    for dialog in tour.dialogs():
        dialog.close()
    tour.program.pages.shelf.bar.search.clear()
    tour.program.settings.set(first)
    tour.settle()
