"""Tab walks through every page and onwards, and Shift+Tab the same way back."""

from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolButton, QWidget

from bones_desktop.widgets.text.messages import BannerAction
from tests.support.running import Running
from tests.support.taborder import tab_stops as in_tab_order
from tests.support.tour import Tour, said, tab_stops, walked


def in_a_circle(window: QWidget, first: QWidget) -> None:
    """Check that Tab comes to all there is in a window and back to where it began, and Shift+Tab as well."""
    for back in (False, True):
        wanted, seen = set(tab_stops(window)), walked(first, back=back)
        assert len(seen) == len(set(seen)), (back, "held", said(seen[-3:]))
        missed = [each for each in wanted - set(seen) if each in tab_stops(window)]
        assert not missed, (back, "passed by", said(missed))


@pytest.mark.parametrize("words", ["zzzz", ""])
def test_tab_leaves_the_order_of_a_shelf_that_shows_nothing(shelf_tour: Tour, words: str) -> None:
    shelf = shelf_tour.program.pages.shelf
    shelf.bar.search.setText("zzzz")
    shelf.bar.search.setText(words)
    shelf_tour.settle()
    in_a_circle(shelf_tour.window, shelf.bar.sort_box)
    shelf.setFocus()
    wanted = shelf.nothing.act if words else shelf.view
    assert shelf_tour.app.focusWidget() is wanted


@pytest.mark.parametrize(
    "action",
    [
        "new",
        "from-text",
        "tags",
        "rename",
        "versions",
        "print",
        "print-dice",
        "makers",
        "surprise",
        "compare",
        "packs",
        "settings",
        "everyone",
        "fight",
        "keys",
        "about",
    ],
)
def test_tab_comes_to_everything_in_a_dialog(shelf_tour: Tour, action: str) -> None:
    if action == "compare":
        shelf_tour.choose(2)
    shelf_tour.trigger(action)
    assert shelf_tour.dialogs()
    for dialog in shelf_tour.dialogs():
        QTest.qWaitForWindowActive(dialog)
        shelf_tour.settle()
        stops = tab_stops(dialog)
        assert stops
        in_a_circle(dialog, stops[0])


@pytest.mark.slow
def test_tab_comes_to_everything_on_every_page_of_every_game(shelf_tour: Tour) -> None:
    window = shelf_tour.window
    for page in shelf_tour.pages():
        window.setUpdatesEnabled(False)  # a thousand places of the focus need not be painted
        try:
            in_a_circle(window, shelf_tour.rail.findChildren(QToolButton)[0])
        except AssertionError as error:
            raise AssertionError(page) from error
        finally:
            window.setUpdatesEnabled(True)


def test_tab_comes_to_a_message_between_heading_and_page(tmp_path: Path, qapp: QObject) -> None:
    """Its Close came before the rail, and what it offers after all pages that were there before it."""
    with Running(tmp_path) as running:
        banner, page = running.window.banner, running.window.page_widget()
        for message in ("", "Removed."):
            if message:
                banner.show_message(message, actions=[BannerAction("Bring back", lambda: None)])
            stops = in_tab_order(running.window)
            within = [place for place, each in enumerate(stops) if banner.isAncestorOf(each)]
            assert isinstance(stops[within[-1]], QToolButton)
            assert within == list(range(within[0], within[0] + len(within)))
            assert running.window._parts.header.isAncestorOf(stops[within[0] - 1])
            assert page.isAncestorOf(stops[within[-1] + 1])
