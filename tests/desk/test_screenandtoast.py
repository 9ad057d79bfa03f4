"""Full screen by F11, messages that leave the name to be read, and tabs that are there again after a start."""

import shutil
from struct import pack

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest

from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.running import Running


@pytest.fixture
def bob(tmp_path):
    path = tmp_path / "Bob.bones"
    shutil.copy(shipped("resources") / "games" / "bones" / "samples" / "bob.bones", path)
    return path


def test_f11_takes_all_of_the_screen_and_gives_it_back(tmp_path, qapp, bob):
    with Running(tmp_path, bob) as here:
        QTest.keyClick(here.window, Qt.Key.Key_F11)
        here.app.processEvents()
        assert here.window.isFullScreen()
        assert here.window.actions_by_id["full-screen"].isChecked()
        QTest.keyClick(here.window, Qt.Key.Key_F11)
        here.app.processEvents()
        assert not here.window.isFullScreen()
        assert not here.window.actions_by_id["full-screen"].isChecked()


@pytest.mark.parametrize("place", [(900, 50), (-700, -400), (60, 1500), (-200, 90), (500, 600), (50, -25)])
@pytest.mark.parametrize("maximized", [False, True])
def test_a_window_of_a_screen_that_is_gone_opens_on_the_screen_that_is_there(qapp, qtbot, place, maximized):
    room = qapp.primaryScreen().availableGeometry()
    normal = QRect(*place, 600, 500)
    frame, second = normal.adjusted(-1, -28, 1, 1), room.translated(room.width(), 0)
    there = second if maximized else normal
    # The form of `QWidget.saveGeometry`: version 3, frame, place, number of the screen, states, width of the screen.
    numbers = [number for each in (frame, normal) for number in each.getCoords()]
    stored = pack(">IHH8iiBBi4i", 0x1D9D0CB, 3, 0, *numbers, 1, maximized, False, room.width(), *there.getCoords())
    window = MainWindow()
    qtbot.addWidget(window)
    window.take_place(stored, lambda size: round(size / 2))
    window.come_up()
    qapp.processEvents()
    assert window.isMaximized() == maximized
    assert room.contains(window.frameGeometry().adjusted(2, 0, -2, -2)), "with its title bar"
    if not maximized:
        assert window.size() == normal.size()


@pytest.mark.parametrize("name", ["Bob", "Bartholomew of the very long road to the far end of the world " * 2])
@pytest.mark.parametrize(
    "words", ["Saved.", "A long message that says what was done and what there is to do next, " * 3]
)
def test_a_message_leaves_the_name_to_be_read(tmp_path, qapp, bob, name, words):
    with Running(tmp_path, bob) as here:
        here.window.resize(1366, 768)
        here.trigger("build")
        here.program.document.apply("name", lambda who: who.with_(name=name[:120]))
        here.window.toast.show_message(words)
        here.app.processEvents()
        label = here.window._parts.header.name
        written = QRect(label.mapTo(here.window, QPoint()), label.sizeHint().boundedTo(label.size()))
        toast = here.window.toast
        shown = QRect(toast.mapTo(here.window, QPoint()), toast.size())
        assert not written.intersects(shown)
        assert here.window.rect().contains(shown)


@pytest.mark.parametrize(("page", "tab"), [("build", 3), ("build", 0), ("tracker", 2)])
def test_a_start_opens_the_tab_that_was_in_use(tmp_path, qapp, bob, page, tab):
    with Running(tmp_path, bob) as here:
        here.trigger(page)
        getattr(here.program.pages, page).tabs.setCurrentIndex(tab)
        here.program.save_everything()
    with Running(tmp_path, page="") as again:
        assert again.window.page == page
        assert getattr(again.program.pages, page).tabs.currentIndex() == tab


def test_pages_out_of_view_have_the_tab_that_was_in_use_once_they_are_shown(tmp_path, qapp, bob):
    """They began with their first; of the Campaign and the Log page, so did the one in view."""
    for last in ("log", "shelf", "campaign"):  # the second start shows none of them
        with Running(tmp_path, bob) as here:
            pages = {"tracker": here.program.pages.tracker, "log": here.program.pages.log}
            pages["campaign"] = here.program.campaigns.page
            for page, shown in pages.items():
                here.trigger(page)
                if last == "log":
                    shown.tabs.setCurrentIndex(1)
                assert shown.tabs.currentIndex() == 1
            here.trigger(last)
            here.program.save_everything()
