"""With text twice as large, every page fits a small screen: 1366 by 768."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionComboBox, QWidget

from bones_desktop.pages.builder.builderpanel import Tab
from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.people import ragnar
from tests.support.running import Running
from tests.support.strips import items


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    with Running(tmp_path / "home") as running:
        running.program.theme.set_text_size(200)
        yield running


def test_no_page_forces_the_window_higher_than_a_small_screen(running: Running) -> None:
    assert running.window.banner.text, "there is a banner to make room for"
    running.program.campaigns.page.files.create("Wolves")
    pages = {
        "build": running.program.pages.build,
        "tracker": running.program.pages.tracker,
        "campaign": running.program.campaigns.page,
    }
    for page in (*pages, "table", "log", "sheet", "reference", "shelf"):
        running.window.show_page(page)
        for tab in range(pages[page].tabs.count() if page in pages else 1):
            if page in pages:
                pages[page].tabs.setCurrentIndex(tab)
            running.app.processEvents()
            assert running.window.minimumSizeHint().height() <= 768, (page, tab)


def test_the_buttons_of_the_shelf_are_whole(running: Running) -> None:
    write_character(running.locations.characters / "Anna.bones", ragnar().with_(id=new_id(), name="Anna"))
    running.window.show_page("shelf")
    page = running.program.pages.shelf
    bar = page.chosen_bar
    for width in (1400, 1180, 800, 560):
        bar.setParent(None)
        bar.resize(width, bar.heightForWidth(width) if bar.hasHeightForWidth() else bar.sizeHint().height())
        bar.show()
        QTest.qWait(20)
        shown = [button for button in (*bar._buttons.values(), bar._open) if button.isVisible()]
        assert len(shown) == 6
        assert bar.width() == width, "it may be as narrow as that"
        for button in shown:
            assert button.width() >= button.sizeHint().width(), (width, button.text())
            assert button.geometry().right() < bar.width()
    bar.close()
    bar.deleteLater()


def test_the_shelf_with_all_its_buttons_fits_across_a_laptop(running: Running) -> None:
    """The page scrolled sideways when it offered to remove empty characters."""
    running.window.show_page("shelf")
    bar = running.program.pages.shelf.bar
    bar.removed.show()
    bar.offer_tidying(3)
    running.window.setMinimumSize(0, 0)
    running.window.resize(1350, 728)
    QTest.qWait(60)
    assert not _scrolls_across(running.window)
    assert bar.width() - bar._new.geometry().right() <= 1, "the buttons are at the right edge"


def test_every_way_to_sort_is_seen_at_once(running: Running) -> None:
    running.window.show_page("shelf")
    box = running.program.pages.shelf.bar.sort_box
    option = QStyleOptionComboBox()
    option.initFrom(box)
    popup = box.style().styleHint(QStyle.StyleHint.SH_ComboBox_Popup, option, box)
    assert not popup, "a list as wide as the box, which has no arrows to scroll with"
    box.showPopup()
    QTest.qWait(50)
    view = box.view()
    last = view.visualRect(view.model().index(box.count() - 1, 0))
    assert last.bottom() < view.viewport().height()
    assert not view.verticalScrollBar().maximum()
    box.hidePopup()


def test_the_state_of_the_dice_keeps_its_size_when_dice_are_lost(tmp_path: Path, qapp: object) -> None:
    file = tmp_path / "Ragnar.bones"
    write_character(file, ragnar())
    with Running(tmp_path / "home", file, page="table") as running:
        running.window.show_page("table")
        panel = running.program.pages.table.injuries
        panel.injure()
        running.program.theme.set_text_size(150)
        QTest.qWait(50)
        panel.injure()
        assert panel.state.font().pixelSize() == running.program.theme.px(14)


def come_to_rest(sizes: Callable[[], tuple[int, int]]) -> tuple[int, int]:
    """Return the sizes once they have stayed the same through a third of a second of events."""
    last, same = sizes(), 0
    for _turn in range(500):
        QTest.qWait(20)
        now = sizes()
        same = same + 1 if now == last else 0
        last = now
        if same >= 16:
            return now
    raise AssertionError(f"they never rest: {last}")


@pytest.mark.parametrize("seen", [False, True])
def test_nothing_jumps_on_the_table_after_the_text_size_changed(tmp_path: Path, qapp: object, seen: bool) -> None:
    with Running(tmp_path / "home") as running:
        program, window, table = running.program, running.window, running.program.pages.table
        window.showNormal()
        window.resize(1366, 768)
        if seen:
            window.show_page("table")
            QTest.qWait(20)
        program.theme.set_text_size(150)
        window.show_page("table")
        before = come_to_rest(lambda: (table.tray.height(), table.injuries.height()))
        program.document.apply("Spiffs", lambda character: character.with_(spiffs=character.spiffs + 1))
        assert come_to_rest(lambda: (table.tray.height(), table.injuries.height())) == before


def test_nothing_jumps_on_the_table_when_the_skill_is_another(tmp_path: Path, qapp: object) -> None:
    file = tmp_path / "Ragnar.bones"
    file.write_bytes((shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones").read_bytes())
    with Running(tmp_path / "home", file, page="table") as running:
        running.window.showNormal()
        running.window.resize(1366, 768)
        running.window.show_page("table")
        strip = running.program.pages.table.strip
        QTest.qWait(50)
        before = strip.buttons.geometry()
        assert items(strip)
        strip.show_request(Request(skill="stealth"))
        QTest.qWait(50)
        assert strip.buttons.geometry() == before


def _scrolls_across(window: QWidget) -> bool:
    bars = [each for each in window.findChildren(QScrollBar) if each.isVisible()]
    return any(each.orientation() is Qt.Orientation.Horizontal and each.maximum() for each in bars)


@pytest.mark.parametrize(("sample", "percent"), [("ragnar", 200), ("swordmaster", 200), ("ragnar", 150)])
def test_nothing_of_shelf_build_and_campaign_goes_sideways_on_a_laptop(
    tmp_path: Path, qapp: object, sample: str, percent: int
) -> None:
    file = tmp_path / "Who.bones"
    file.write_bytes((shipped("resources") / "games" / "bones" / "samples" / f"{sample}.bones").read_bytes())
    with Running(tmp_path / "home", file) as running:
        running.program.settings.edit(text_size=percent)
        running.window.setMinimumSize(0, 0)
        running.window.resize(1366, 768)
        running.program.campaigns.page.files.create("Wolves")
        pages = {"build": running.program.pages.build, "campaign": running.program.campaigns.page}
        tabs = [("build", tab) for tab in Tab] + [("campaign", tab) for tab in CampaignTab]
        for page, tab in (("shelf", 0), *tabs):
            running.window.show_page(page)
            if page in pages:
                pages[page].tabs.setCurrentIndex(tab)
            across = partial(_scrolls_across, running.window)
            # Some pages need several turns of the event loop until they are laid out.
            for _turn in range(20):
                QTest.qWait(30)
                if not across():
                    break
            assert not across(), (page, tab)
