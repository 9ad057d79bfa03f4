"""What asks for the asset that an action brought."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.table.assetpopup import AssetPopup
from bones_desktop.theme.theme import Theme


@pytest.fixture
def popup(qtbot):
    frame = QWidget()
    qtbot.addWidget(frame)
    popup = AssetPopup(Theme("iron"), frame)
    popup.told = []
    popup.named.connect(lambda name, lasting: popup.told.append((name, lasting)))
    popup.closed.connect(lambda: popup.told.append("closed"))
    frame.resize(300, 100)
    frame.show()
    popup.open_at(frame)
    yield popup
    frame.close()


def test_a_name_and_enter_write_it_for_the_season(popup):
    QTest.keyClicks(popup.name, "  A  map ")
    QTest.keyClick(popup.name, Qt.Key.Key_Return)
    assert popup.told == ["closed", ("A map", False)]


def test_by_mouse_it_stays_for_good(popup):
    QTest.keyClicks(popup.name, "A mill")
    QTest.mouseClick(popup.good, Qt.MouseButton.LeftButton)
    QTest.mouseClick(popup.button, Qt.MouseButton.LeftButton)
    assert popup.told == ["closed", ("A mill", True)]


def test_without_a_name_it_waits_and_says_why(popup):
    QTest.keyClicks(popup.name, "  ")
    assert not popup.button.isEnabled()
    assert popup.button.toolTip() == "Give it a name first."
    QTest.keyClick(popup.name, Qt.Key.Key_Return)
    assert popup.told == []
    assert popup.isVisible()


def test_escape_writes_nothing_and_it_begins_anew(popup):
    QTest.keyClicks(popup.name, "A map")
    popup.good.setChecked(True)
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert popup.told == ["closed"]
    popup.open_at(popup.parentWidget())
    assert (popup.name.text(), popup.good.isChecked()) == ("", False)


@pytest.mark.parametrize("size", [100, 150])
def test_it_has_room_for_all_it_holds_on_a_small_screen(popup, size):
    popup._theme.set_text_size(size)
    popup.restyle()
    popup.open_at(popup.parentWidget())
    assert popup.screen().availableGeometry().contains(popup.geometry())
    assert popup._board.height() <= popup.height()
