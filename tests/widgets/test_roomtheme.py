"""Pages that are larger on a large screen: all in them, what comes later too, and as before on a small one."""

from pathlib import Path

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QWidget

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.campaign.houserulestab import HouseRulesTab
from bones_desktop.pages.games.makingpage import MakingPage
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.games import SMALL_GAMES
from bones_desktop.widgets.scaled import RoomTheme
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
    running.program.campaigns.page.tabs.setCurrentIndex(3)
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


def test_it_has_all_else_from_the_other_theme(theme, qtbot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    room = RoomTheme(theme, page)
    heard = []
    room.changed.connect(lambda: heard.append(room.text_size))
    page.resize(*LARGE)
    room.fit()
    assert (room.px(10), theme.px(10), heard) == (15, 10, [150])
    assert room.color("text") == theme.color("text")
    assert room.faces is theme.faces
    theme.set_theme("parchment")
    assert room.color("text") == theme.color("text")
    page.resize(*SMALL)
    room.fit()
    assert heard == [150, 150, 100]
