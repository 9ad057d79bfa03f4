"""A dialog is gone once it is closed, and what is not shown says nothing to a screen reader."""

from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QDialog

from bones_desktop.desk.mainwindow import PAGES
from bones_desktop.pages.builder.builderpanel import BuilderHead
from bones_desktop.widgets.text.messages import announce
from tests.support.looks import Counted
from tests.support.running import Running
from tests.support.tour import Tour


@pytest.mark.parametrize(
    "action",
    ["new", "from-text", "settings", "keys", "about", "versions", "print", "open", "packs", "print-dice", "makers",
     "surprise", "compare", "tags", "rename", "messages"],
)  # fmt: skip
def test_a_dialog_that_is_closed_is_freed(shelf_tour: Tour, action: str) -> None:
    if action == "compare":
        shelf_tour.choose(2)
    before = len(shelf_tour.window.findChildren(QDialog))
    for _time in range(3):
        shelf_tour.trigger(action)
        assert shelf_tour.dialogs()
        for dialog in shelf_tour.dialogs():
            dialog.close()
        shelf_tour.app.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    left = shelf_tour.window.findChildren(QDialog)
    assert len(left) == before, [type(each).__name__ for each in left]


def test_themes_and_text_sizes_leave_nothing_behind(tmp_path: Path, qapp: QObject) -> None:
    with Running(tmp_path / "home") as running:
        for page in PAGES:
            running.window.show_page(page)
        # The first backup of the log makes a worker. On a busy machine it would come due between two counts.
        running.program.pages.room.keeper.back_up()
        counts = []
        for _time in range(3):
            for theme, size in (("parchment", 150), ("iron", 100)):
                running.program.settings.edit(theme=theme, text_size=size)
                running.app.processEvents()
                QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
            counts.append(Counter(type(each).__name__ for each in running.window.findChildren(QObject)))
        assert counts[2] == counts[1], counts[2] - counts[1]


def test_a_page_that_is_not_shown_announces_nothing(tmp_path: Path, heard: list[str]) -> None:
    with Running(tmp_path / "home", page="table") as running:
        running.window.show_page("table")
        table = running.program.pages.table
        announce(table.tray, "seen")
        running.window.show_page("build")
        running.trigger("throw")
        running.window.show_page("log")
        heard.clear()
        announce(table.tray, "unseen")
        announce(running.window.page_widget(), "the log")
        assert heard == ["the log"]


def test_a_text_size_dresses_each_widget_once(tmp_path: Path, qapp: QObject) -> None:
    """Qt would polish a widget again for each of those around it: with all pages made, that took seconds."""
    with Running(tmp_path / "home") as running:
        running.window.show_page("build")
        running.app.processEvents()
        changes = Counted()
        [deep] = running.window.page_widget().findChildren(BuilderHead)
        deep.installEventFilter(changes)
        running.program.theme.set_text_size(120)
        assert 0 < changes.seen <= 2, "one without a sheet, one under the new one"
