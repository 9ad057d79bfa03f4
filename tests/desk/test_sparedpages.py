"""A page that was out of view while the looks changed is shown in the new ones, as if it had been in view."""

import shutil
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QLabel, QLayout, QPushButton, QScrollBar, QTabBar

from bones_desktop.desk.mainwindow import PAGES
from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.campaign.memberslist import MemberPicker
from bones_desktop.storage.files.settings import Settings
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.theme import theme as themes
from bones_desktop.tray.traysurface import TraySurface
from bones_desktop.widgets.scaled import set_sheet_property
from tests.support.looks import Counted
from tests.support.running import Running, for_the_module

RAGNAR = shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory, qapp: QObject) -> Iterator[Running]:
    """Start the program and show every page once."""
    home = tmp_path_factory.mktemp("home")
    folder = home / "characters"
    folder.mkdir()
    shutil.copy(RAGNAR, folder)
    with for_the_module(Running(home, folder / RAGNAR.name)) as running:
        running.program.campaigns.page.files.create("Wolves")
        for page in PAGES:
            show(running, page)
        yield running


@pytest.fixture
def running(shown: Running) -> Iterator[Running]:
    """Return the program in its first looks, which it has again after the test."""
    yield shown
    first = Settings()
    shown.program.settings.edit(theme=first.theme, text_size=first.text_size)
    shown.window.show_page("build")


def show(running: Running, page: str) -> QImage:
    running.window.show_page(page)
    for _time in range(3):
        running.app.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        QTest.qWait(5)
    running.window.setFocus()
    picture = grabbed(running)
    for _time in range(40):  # until nothing moves any more
        for _turn in range(5):  # on a busy machine a wait is one turn, and a size needs several to reach the page
            QTest.qWait(10)
        before, picture = picture, grabbed(running)
        if picture == before:
            break
    return picture


def grabbed(running: Running) -> QImage:
    """Return the page as it is, with its trays black: they take the shape of the room they find when painted."""
    page = running.window.page_widget()
    for bar in page.findChildren(QScrollBar):
        bar.setValue(bar.minimum())  # lists follow their current line while sizes change, however many turns that takes
    picture = page.grab().toImage()
    painter = QPainter(picture)
    for tray in page.findChildren(TraySurface):
        painter.fillRect(QRect(tray.mapTo(page, QPoint()), tray.size()), Qt.GlobalColor.black)
    painter.end()
    return picture


# The log tells the time, and the fight shares its height between tray and figures by the sizes it had before.
BY_WHAT_WAS = {"log", "encounter"}


@pytest.mark.parametrize("page", [page for page in PAGES if page not in BY_WHAT_WAS])
def test_it_looks_as_if_it_had_been_in_view(running: Running, page: str) -> None:
    show(running, page)
    running.program.settings.edit(theme="parchment", text_size=130)
    seen = show(running, page)
    running.program.settings.edit(theme="contrast", text_size=160)
    show(running, "log")
    running.program.settings.edit(theme="parchment", text_size=130)
    spared = show(running, page)
    assert spared.size() == seen.size()
    assert spared == seen


def test_a_page_out_of_view_is_dressed_when_it_is_shown(running: Running) -> None:
    show(running, "build")
    changes = Counted()
    button = running.window.page_widget().findChild(QPushButton)
    show(running, "log")
    button.installEventFilter(changes)
    for size in (110, 120, 130):
        running.program.settings.edit(text_size=size)
    assert changes.seen == 0
    show(running, "build")
    assert changes.seen == 1


@pytest.mark.parametrize("page", ["build", "tracker", "campaign"])
def test_a_tab_looks_as_if_it_had_been_in_view(running: Running, page: str) -> None:
    show(running, page)
    [tabs] = [bar for bar in running.window.page_widget().findChildren(QTabBar) if bar.isVisible()]
    seen = []
    for tab in range(tabs.count()):
        tabs.setCurrentIndex(tab)
        dress_twice(running)  # in view
        seen.append(show(running, page))
    first, *others = range(tabs.count())
    for in_view, waiting in ((first, others), (others[0], [first])):
        tabs.setCurrentIndex(in_view)
        dress_twice(running)
        for tab in waiting:
            tabs.setCurrentIndex(tab)
            assert show(running, page) == seen[tab], tabs.tabText(tab)


def dress_twice(running: Running) -> None:
    for theme, size in (("contrast", 160), ("parchment", 130)):
        running.program.settings.edit(theme=theme, text_size=size)
        running.app.processEvents()


def test_the_head_of_build_is_whole_after_larger_text_on_another_page(running: Running) -> None:
    """While its page waited it was measured in new type and old style, and “Ready to play” was gone after that."""
    seen = show(running, "build")
    assert running.window.page_widget().head.summary.isVisible()
    show(running, "log")
    for size in (130, 100):
        running.program.settings.edit(text_size=size)
        running.app.processEvents()
    assert show(running, "build") == seen


def test_tabs_out_of_view_wait_by_themselves(running: Running) -> None:
    show(running, "build")
    [tabs] = [bar for bar in running.window.page_widget().findChildren(QTabBar) if bar.isVisible()]
    for tab in range(tabs.count()):
        tabs.setCurrentIndex(tab)
        running.app.processEvents()
    story, odds = Counted(), Counted()
    panel = running.window.page_widget()
    panel.story.lines["name"].installEventFilter(story)
    panel.odds.installEventFilter(odds)
    running.program.settings.edit(text_size=110)
    assert (story.seen, odds.seen) == (0, 2)  # in view: the old sheet off, the new one on
    show(running, "log")
    running.program.settings.edit(text_size=120)
    assert (story.seen, odds.seen) == (0, 2)
    show(running, "build")
    assert (story.seen, odds.seen) == (0, 3)
    tabs.setCurrentIndex(Tab.STORY)
    assert (story.seen, odds.seen) == (1, 3)


def test_a_tab_chosen_while_its_page_is_out_of_view_is_dressed_with_it(running: Running) -> None:
    show(running, "build")
    panel = running.window.page_widget()
    panel.tabs.setCurrentIndex(Tab.STORY)
    panel.tabs.setCurrentIndex(Tab.ORIGIN)
    story = Counted()
    panel.story.lines["name"].installEventFilter(story)
    show(running, "log")
    running.program.settings.edit(text_size=120)
    panel.tabs.setCurrentIndex(Tab.STORY)
    assert story.seen == 0
    show(running, "build")
    assert story.seen == 1


def test_a_window_of_a_page_out_of_view_changes_at_once(running: Running) -> None:
    show(running, "build")
    dialog = QDialog(running.window.page_widget())
    button = QPushButton("Words", dialog)
    dialog.show()
    show(running, "log")
    changes = Counted()
    button.installEventFilter(changes)
    running.program.settings.edit(text_size=120)
    assert changes.seen
    dialog.close()


def test_the_old_sheet_is_taken_off_a_page_when_it_is_shown_again(running: Running) -> None:
    show(running, "reference")
    label = QLabel("Words", running.window.page_widget())
    set_sheet_property(label, "role", "muted")
    label.show()
    show(running, "log")
    running.program.settings.edit(text_size=110)
    assert label.palette().windowText().color() == running.program.theme.color("muted")
    set_sheet_property(label, "role", None)
    show(running, "reference")
    assert label.palette().windowText().color() == running.program.theme.color("text")


def test_what_is_hidden_within_a_page_that_waited_has_its_new_size(running: Running) -> None:
    show(running, "campaign")
    picker = running.window.page_widget().findChild(MemberPicker)
    show(running, "log")
    running.program.settings.edit(text_size=150)
    show(running, "campaign")
    least = picker.minimumSizeHint()
    for layout in picker.findChildren(QLayout):
        layout.invalidate()
    assert least == picker.minimumSizeHint()


def test_a_page_that_waits_already_costs_further_steps_nothing(running: Running, monkeypatch: object) -> None:
    show(running, "log")
    running.program.settings.edit(text_size=110)
    walked: list[object] = []
    monkeypatch.setattr(themes, "_within", lambda *page: walked.append(page) or iter(()))
    for size in (120, 130, 120):
        running.program.settings.edit(text_size=size)
    assert not walked
    monkeypatch.undo()
    running.program.settings.edit(text_size=100)
    build = show(running, "build")
    running.program.settings.edit(text_size=110)
    running.program.settings.edit(text_size=100)
    assert show(running, "build") == build
