"""Text that grows with the window: all in the pages, what comes later too, and as before in a small one."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QScrollArea, QWidget

from bones_desktop.desk.mainwindow import MainWindow
from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.campaign.campaignpage import CampaignTab, HouseRulesTab
from bones_desktop.pages.games.makingpage import END, MakingPage
from bones_desktop.start.application import Application
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.widgets.lists.line import Line
from bones_desktop.widgets.lists.linelist import LineTable
from tests.support.people import ragnar
from tests.support.running import Running

SMALL, MIDDLE, LARGE = (1366, 768), (1920, 1080), (2560, 1440)


def growth(running: Running) -> QWidget:
    running.trigger("build")
    running.program.pages.build.tabs.setCurrentIndex(Tab.GROWTH)
    return running.program.pages.build.growth


def house_rules(running: Running) -> QWidget:
    running.trigger("campaign")
    running.program.campaigns.page.files.create("Ashes")
    running.program.campaigns.page.tabs.setCurrentIndex(CampaignTab.HOUSE_RULES)
    return running.window.findChild(HouseRulesTab)


def making(running: Running) -> QWidget:
    small = SMALL_GAMES[0]
    path = running.locations.characters / f"x{small.form.error.suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    small.form.write(path, small.game.new(new_id()))
    running.program.files.open(path)
    running.trigger("build")
    return running.window.findChild(MakingPage)


def resized(running: Running, size: tuple[int, int], text: int = 100) -> None:
    running.window.resize(*size)
    running.program.settings.edit(text_size=text)
    for _ in range(4):
        running.app.processEvents()


def sizes(page: QWidget) -> set[int]:
    shown = (each for kind in (QLabel, QAbstractButton) for each in page.findChildren(kind) if each.isVisible())
    return {each.font().pixelSize() for each in shown if not isinstance(each, QLabel) or each.text()}


@pytest.mark.parametrize("page_of", [growth, house_rules, making])
def test_a_page_fills_a_large_screen_and_is_on_a_small_one_as_before(tmp_path: Path, qapp: object, page_of) -> None:
    """Cards, type and rows stayed as small as on a laptop; more than half of these pages was empty."""
    write_character(tmp_path / "r.bones", ragnar())
    with Running(tmp_path, tmp_path / "r.bones") as running:
        resized(running, SMALL)
        page = page_of(running)
        resized(running, SMALL)
        usual, before = sizes(page), page.grab().toImage()
        assert min(usual) >= 12
        for size, text, times in ((MIDDLE, 100, 1.25), (LARGE, 100, 1.5), (LARGE, 125, 1.5625), (LARGE, 150, 1.5)):
            resized(running, size, text)
            assert {round(each / times) for each in sizes(page)} <= usual, (size, text)
            for button in page.findChildren(QPushButton):
                words = QFontMetrics(button.font()).size(0, button.text()).width()
                assert not button.isVisible() or button.width() >= words, button.text()
        resized(running, SMALL)
        assert page.grab().toImage() == before


def test_what_is_made_later_takes_the_type_of_the_page(tmp_path: Path, qapp: object) -> None:
    with Running(tmp_path) as running:
        resized(running, LARGE)
        page = making(running)
        resized(running, LARGE)
        for step in page._order:
            page.go_to(step)
            running.app.processEvents()
            assert min(sizes(page)) >= 18, step


def test_the_text_grows_with_the_window_only_if_the_user_wants_it(tmp_path: Path, qapp: object) -> None:
    with Running(tmp_path) as running:
        theme, settings = running.program.theme, running.program.settings
        for size, text, grown in ((SMALL, 100, 100), (MIDDLE, 100, 125), (LARGE, 100, 150), (LARGE, 200, 200)):
            resized(running, size, text)
            assert (theme.text_size, theme.is_grown) == (grown, grown > text)
        resized(running, LARGE)
        settings.edit(text_grows=False)
        assert theme.text_size == 100
        settings.edit(text_grows=True)
        assert theme.text_size == 150
        least = running.window.minimumSize()
        resized(running, SMALL)
        assert theme.text_size == 100
        assert running.window.size().toTuple() == SMALL, "grown text does not keep the window large"
        assert running.window.minimumSize() == least


def test_a_window_that_is_large_at_the_start_has_large_text_at_once(tmp_path: Path, qapp: object) -> None:
    window = MainWindow()
    window.resize(*LARGE)
    window.show()
    program = Application(qapp, Locations.under(tmp_path), lambda: datetime.now(UTC), window=window)
    heard = []
    program.theme.changed.connect(lambda: heard.append(program.theme.text_size))
    program.open_first(())
    assert program.theme.text_size == 150
    assert not heard, "no text is laid out twice"
    window.close()
    program.close()
    window.deleteLater()
    program.deleteLater()
    qapp.processEvents()


def test_a_long_name_widens_no_page_and_hides_no_column(tmp_path: Path, qapp: object) -> None:
    """A name of one long word cut the review of a character off, and pushed columns of the calendar out of view."""
    name = "Wolfeschlegelsteinhausenbergerdorff" * 2
    with Running(tmp_path) as running:
        resized(running, SMALL, 150)
        page = making(running)
        running.program.games.current.document.apply("Name", lambda now: now.with_(name=name))
        page.go_to(END)
        resized(running, SMALL, 150)
        for area in page.findChildren(QScrollArea):
            assert area.widget().width() <= area.viewport().width()


def test_a_table_keeps_its_columns_in_view_beside_a_long_name(theme, qtbot) -> None:
    table = LineTable(theme, ("Who", "Now", "Then"), "Table", None, wide=2)
    qtbot.addWidget(table)
    table.resize(500, 200)
    table.lines.set_rows([(Line("W" * 100, key="a"), Line("unhurt"), Line("whole"))])
    table.show()
    table.grab()
    assert table.horizontalHeader().length() <= table.viewport().width()
