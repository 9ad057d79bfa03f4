"""Names out of a stranger's file are words on every page.

No tip, label or button reads them as markup, and nothing that stands beside them is turned round.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QGroupBox,
    QLabel,
    QMenu,
    QTabBar,
    QToolTip,
    QWidget,
)

from bones_desktop.desk.mainwindow import PAGES
from bones_desktop.storage.campaignfile import SUFFIX
from bones_desktop.storage.files.locations import Locations
from tests.support.fightseat import FightSeat
from tests.support.hostile import TURNING, write_hostile
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def trap(tmp_path) -> str:
    """A name that shows or fetches a picture wherever it is read as markup, and turns round what follows it."""
    return f'<b>&x</b>{TURNING}<img src="file://{tmp_path}/seen.png">'


@pytest.fixture
def locations(tmp_path, trap):
    found = Locations.under(tmp_path / f"folder{TURNING}")
    write_hostile(found, trap)
    (found.characters / f"{TURNING}gnp.bones").write_text("damaged", encoding="utf-8")
    return found


ONE_AMPERSAND = re.compile(r"(?<!&)(?:&&)*&x\b")
SAID = (
    Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole,
    Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.AccessibleDescriptionRole,
)  # fmt: skip


def cells_of(model: QAbstractItemModel | None, parent: QModelIndex) -> Iterator[QModelIndex]:
    """Yield what a view may show, of a long list the beginning."""
    for row in range(min(60, model.rowCount(parent))) if model is not None else ():
        yield from (model.index(row, each, parent) for each in range(8) if model.hasIndex(row, each, parent))
        if not isinstance(model, QAbstractListModel):
            yield from cells_of(model, model.index(row, 0, parent))


def said_by(widget: QWidget) -> Iterator[str]:
    """Yield everything that a widget shows or reads out, but for prose: that stands in a box of its own."""
    yield from (widget.windowTitle(), widget.toolTip(), widget.statusTip(), widget.whatsThis())
    yield from (widget.accessibleName(), widget.accessibleDescription())
    for name in ("text", "full_text", "currentText", "placeholderText"):
        said = getattr(widget, name, "")
        said = said() if callable(said) else said
        yield said if isinstance(said, str) else ""
    for action in widget.actions():
        yield from (action.text(), action.toolTip())
    if isinstance(widget, QMenu | QGroupBox):
        yield widget.title()
    if isinstance(widget, QTabBar):
        yield from (text for tab in range(widget.count()) for text in (widget.tabText(tab), widget.tabToolTip(tab)))
    if isinstance(widget, QAbstractItemView | QComboBox) and widget.isVisible():
        yield from (f"{each.data(role)}" for each in cells_of(widget.model(), QModelIndex()) for role in SAID)


def turned_round(window: QWidget) -> list[str]:
    """Where a name stands so that it turns round what follows it."""
    return [
        f"{type(widget).__name__} {widget.objectName()}: {said!r}"
        for widget in (window, *window.findChildren(QWidget))
        for said in said_by(widget)
        if TURNING in said
    ]


def misread(window: QWidget) -> list[str]:
    """Where the name stands so that Qt would read it as markup, or as a key that opens an entry, or turns others."""
    return shown_as_markup(window) + turned_round(window)


def shown_as_markup(window: QWidget) -> list[str]:
    with_keys = [each for each in window.findChildren(QAbstractButton) if not each.shortcut().isEmpty()]
    found = [f"button {each.text()}" for each in with_keys if ONE_AMPERSAND.search(each.text())]
    for bar in window.findChildren(QTabBar):
        found += [f"tab {bar.tabText(tab)}" for tab in range(bar.count()) if ONE_AMPERSAND.search(bar.tabText(tab))]
    for menu in window.findChildren(QMenu):
        menu.aboutToShow.emit()
        found += [f"entry {each.text()}" for each in menu.actions() if ONE_AMPERSAND.search(each.text())]
    for widget in [window, *window.findChildren(QWidget)]:
        where = type(widget).__name__ + " " + widget.objectName()
        tips = [widget.toolTip(), widget.statusTip(), widget.whatsThis()]
        if isinstance(widget, QAbstractItemView):
            tips += [f"{each.data(Qt.ItemDataRole.ToolTipRole)}" for each in cells_of(widget.model(), QModelIndex())]
        shows_tips = not isinstance(widget, QMenu) or widget.toolTipsVisible()
        for action in widget.actions() if shows_tips else ():
            tips.append(action.toolTip() if "<" in action.toolTip() else "")
        if isinstance(widget, QLabel) and widget.textFormat() is not Qt.TextFormat.PlainText and "<" in widget.text():
            found.append(f"label {where}: {widget.text()}")
        found += [f"tip {where}: {tip}" for tip in tips if "<img" in tip or "<b>" in tip]
    return found


@pytest.mark.parametrize(
    "page", ["shelf", "build", "table", "encounter", "tracker", "campaign", "log", "sheet", "reference"]
)
def test_a_name_is_a_name_on_every_page(qapp, locations: Locations, trap: str, page: str, tmp_path: Path) -> None:
    with Running(tmp_path, locations.characters / "trap.bones", locations=locations) as running:
        running.window.show_page(page)
        QTest.qWait(150)
        for tabs in (each for each in running.window.findChildren(QWidget) if hasattr(each, "setCurrentIndex")):
            if tabs.isVisible() and hasattr(tabs, "tabText"):
                for tab in range(tabs.count()):
                    tabs.setCurrentIndex(tab)
                    QApplication.processEvents()
                    assert misread(running.window) == []
        assert misread(running.window) == []


def test_the_remove_button_of_a_hindering_die_says_its_name_as_it_is(qapp, locations, trap, tmp_path) -> None:
    with Running(tmp_path, locations.characters / "trap.bones", locations=locations, page="tracker") as running:
        running.window.show_page("tracker")
        QTest.qWait(150)
        buttons = [each for each in running.window.findChildren(QWidget) if "seen.png" in each.toolTip()]
        assert buttons
        for button in buttons:
            middle = QPoint(3, 3)
            QApplication.sendEvent(button, QHelpEvent(QEvent.Type.ToolTip, middle, button.mapToGlobal(middle)))
            assert "<img" not in QToolTip.text()
            assert "&lt;img" in QToolTip.text()
        QToolTip.hideText()


def test_the_entry_of_undo_says_a_name_as_it_is(qapp, locations: Locations, tmp_path: Path) -> None:
    with Running(tmp_path, locations.characters / "trap.bones", locations=locations) as running:
        running.program.document.apply("Remove Salt & Fire", lambda each: each.with_(hindering=()))
        entry = running.window.actions_by_id["undo"]
        assert entry.text() == "&Undo: Remove Salt && Fire"
        assert entry.toolTip().startswith("Undo: Remove Salt & Fire (")


def test_names_of_a_campaign_a_fight_a_pack_and_the_log_are_names(qapp, locations: Locations, trap, tmp_path) -> None:
    with FightSeat(tmp_path, (trap.replace(TURNING, ""), 2), locations=locations) as seat:
        seat.program.files.work_on(locations.characters / "trap.bones")
        seat.program.campaigns.open(locations.campaigns / f"trap{SUFFIX}")
        seat.window.show_page("table")
        for _throw in range(2):
            QTest.keyClick(seat.window, Qt.Key.Key_Space)
            QTest.qWait(100)
        for page in PAGES:
            seat.window.show_page(page)
            QTest.qWait(50)
            assert misread(seat.window.page_widget()) == [], page
            for bar in (each for each in seat.window.page_widget().findChildren(QTabBar) if each.isVisible()):
                for tab in range(bar.count()):
                    bar.setCurrentIndex(tab)
                    QApplication.processEvents()
                    assert misread(seat.window.page_widget()) == [], f"{page} {bar.tabText(tab)}"
        assert misread(seat.window) == []
        for dialog in ("packs", "print-dice", "tags", "versions"):
            if seat.window.actions_by_id[dialog].isEnabled():
                seat.trigger(dialog)
                QTest.qWait(100)
                for each in seat.app.topLevelWidgets():
                    if each.isVisible():
                        assert misread(each) == [], dialog
                for each in seat.dialogs():
                    each.close()
