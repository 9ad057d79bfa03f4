"""Names out of a stranger's file are words on every page: no tip, label or button reads them as markup."""

from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QToolTip, QWidget

from bones_desktop.rules.bones.book.character import Follower, ItemDie, ItemKind, MagicTheme
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.bones.making.edits import set_die_text
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.locations import Locations
from tests.support.people import bob, ragnar
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.fixture
def trap(tmp_path) -> str:
    """A name that shows or fetches a picture wherever it is read as markup."""
    return f'<img src="file://{tmp_path}/seen.png"><b>&x</b>'


@pytest.fixture
def locations(tmp_path, trap):
    found = Locations.under(tmp_path)
    found.characters.mkdir(parents=True)
    hero = bob().with_(
        name=trap, race=trap, description=trap, back_story=trap, finances=trap, notes=trap, tags=(trap[:30],),
        themes=(MagicTheme(name=trap, effect=trap, limitations=trap),),
        followers=(Follower(mastery="leadership", name=trap, note=trap),),
        equipment=(ItemDie(name=trap, kind=ItemKind.WEAPON, faces=bob().dice[0].faces, note=trap),),
        hindering=(HinderingDie(name=trap, faces=bob().dice[0].faces),),
    )  # fmt: skip
    for field in ("name", "note"):
        hero = set_die_text(hero, 0, field, trap)
    write_character(found.characters / "trap.bones", hero.with_(id="a" * 32))
    write_character(found.characters / "other.bones", ragnar().with_(id="b" * 32, name=f"{trap} 2"))
    return found


def tips_of(model: QAbstractItemModel | None) -> list[str]:
    if model is None:
        return []
    cells = ((row, column) for row in range(60) for column in range(8) if model.hasIndex(row, column))
    tips = (model.index(*cell).data(Qt.ItemDataRole.ToolTipRole) for cell in cells)
    return [tip for tip in tips if isinstance(tip, str)]


def shown_as_markup(window: QWidget, trap: str) -> list[str]:
    """Where the name stands so that Qt would read it as markup."""
    found = []
    for widget in [window, *window.findChildren(QWidget)]:
        where = type(widget).__name__ + " " + widget.objectName()
        tips = [widget.toolTip(), widget.statusTip(), widget.whatsThis()]
        if isinstance(widget, QAbstractItemView):
            tips += tips_of(widget.model())
        for action in widget.actions():
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
                    assert shown_as_markup(running.window, trap) == []
        assert shown_as_markup(running.window, trap) == []


def test_the_remove_button_of_a_hindering_die_says_its_name_as_it_is(qapp, locations, trap, tmp_path) -> None:
    with Running(tmp_path, locations.characters / "trap.bones", locations=locations) as running:
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
