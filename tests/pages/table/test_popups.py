"""What asks for the asset that an action brought, and what asks the GM for another result."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.table.popups import AssetPopup, NamePopup, OverrulePopup
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY


@pytest.fixture
def asset(qtbot, theme):
    frame = QWidget()
    qtbot.addWidget(frame)
    popup = AssetPopup(theme, frame)
    popup.told = []
    popup.closed.connect(lambda: popup.told.append("closed"))
    frame.resize(300, 100)
    frame.show()
    popup.open_beside(frame, lambda name, lasting: popup.told.append((name, lasting)))
    yield popup
    frame.close()


def test_a_name_and_enter_write_it_for_the_season(asset):
    QTest.keyClicks(asset.name, "  A  map ")
    QTest.keyClick(asset.name, Qt.Key.Key_Return)
    assert asset.told == ["closed", ("A map", False)]


def test_by_mouse_it_stays_for_good(asset):
    QTest.keyClicks(asset.name, "A mill")
    QTest.mouseClick(asset.good, Qt.MouseButton.LeftButton)
    QTest.mouseClick(asset.button, Qt.MouseButton.LeftButton)
    assert asset.told == ["closed", ("A mill", True)]


def test_without_a_name_it_waits_and_says_why(asset):
    QTest.keyClicks(asset.name, "  ")
    assert not asset.button.isEnabled()
    assert asset.button.toolTip() == "Give it a name first."
    QTest.keyClick(asset.name, Qt.Key.Key_Return)
    assert asset.told == []
    assert asset.isVisible()


def test_escape_writes_nothing_and_it_begins_anew(asset):
    QTest.keyClicks(asset.name, "A map")
    asset.good.setChecked(True)
    QTest.keyClick(asset, Qt.Key.Key_Escape)
    assert asset.told == ["closed"]
    asset.open_beside(asset.parentWidget(), lambda _name, _lasting: None)
    assert (asset.name.text(), asset.good.isChecked()) == ("", False)


def test_a_popup_by_itself_gives_up_nothing(asset):
    asset.close()
    QTest.qWait(0)
    assert asset.windowHandle() is not None, "whoever keeps it lets it rest, or lets it go"


@pytest.mark.parametrize("size", [100, 150])
def test_an_asset_has_room_for_all_it_holds_on_a_small_screen(asset, theme, size):
    theme.set_text_size(size)
    asset.restyle()
    asset.open_at(asset.parentWidget())
    assert asset.screen().availableGeometry().contains(asset.geometry())
    assert asset.board.height() <= asset.height()


@pytest.mark.parametrize("size", [100, 150])
def test_a_name_is_asked_for_in_sight(qtbot, theme, size):
    theme.set_text_size(size)
    frame = QWidget()
    qtbot.addWidget(frame)
    frame.show()
    popup = NamePopup(theme, "Keep it as a favourite", "Keep it", frame)
    popup.open_at(frame)
    for each in (popup.name, popup.button):
        assert popup.rect().contains(QRect(each.mapTo(popup, QPoint(0, 0)), each.size()))
        assert each.visibleRegion().boundingRect() == each.rect()
    popup.close()


@pytest.fixture
def overrule(qtbot, theme):
    frame = QWidget()
    qtbot.addWidget(frame)
    popup = OverrulePopup(theme, frame)
    popup.told = []
    popup.decide = lambda net, why: popup.told.append((net, why))
    popup.closed.connect(lambda: popup.told.append("closed"))
    frame.resize(300, 100)
    frame.show()
    yield popup
    frame.close()


def test_it_begins_with_what_stands_and_tells_what_is_set(overrule):
    overrule.open_at(overrule.parentWidget(), -2, "a rope", overrule.decide, measured=True)
    assert (overrule.number.value, overrule.why.text()) == (-2, "a rope")
    overrule.number.box.stepUp()
    QTest.keyClick(overrule.number.box.lineEdit(), Qt.Key.Key_Return)
    assert overrule.told == ["closed", (-1, "a rope")]


def test_escape_sets_nothing(overrule):
    overrule.open_at(overrule.parentWidget(), 1, "", overrule.decide, measured=True)
    overrule.number.box.stepUp()
    QTest.keyClick(overrule.number.box, Qt.Key.Key_Escape)
    assert overrule.told == ["closed"]


@pytest.mark.parametrize(("measured", "least"), [(True, -FARTHEST), (False, 0)])
def test_counted_successes_are_never_below_zero(overrule, measured, least):
    overrule.open_at(overrule.parentWidget(), -3, "", overrule.decide, measured=measured)
    assert overrule.number.box.minimum() == least
    assert overrule.number.value == max(least, -3)


def test_a_reason_is_no_longer_than_can_be_kept(overrule):
    overrule.open_at(overrule.parentWidget(), 0, "", overrule.decide, measured=True)
    QTest.keyClicks(overrule.why, "x" * (LONGEST_WHY + 5))
    assert len(overrule.why.text()) == LONGEST_WHY


@pytest.mark.parametrize("size", [100, 150])
def test_the_other_result_has_room_for_all_it_holds_on_a_small_screen(overrule, theme, size):
    theme.set_text_size(size)
    overrule.restyle()
    overrule.open_at(overrule.parentWidget(), 0, "", overrule.decide, measured=True)
    assert overrule.screen().availableGeometry().contains(overrule.geometry())
    for part in (overrule.number, overrule.why, overrule.button):
        assert overrule.rect().contains(
            part.geometry().translated(part.parentWidget().mapTo(overrule, part.rect().topLeft()))
        )
