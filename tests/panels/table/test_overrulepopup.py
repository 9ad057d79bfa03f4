"""What asks the GM for another result."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.table.overrulepopup import OverrulePopup
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY
from bones_desktop.theme.theme import Theme


@pytest.fixture
def popup(qtbot):
    frame = QWidget()
    qtbot.addWidget(frame)
    popup = OverrulePopup(Theme("iron"), frame)
    popup.told = []
    popup.decided.connect(lambda net, why: popup.told.append((net, why)))
    popup.closed.connect(lambda: popup.told.append("closed"))
    frame.resize(300, 100)
    frame.show()
    yield popup
    frame.close()


def test_it_begins_with_what_stands_and_tells_what_is_set(popup):
    popup.open_at(popup.parentWidget(), -2, "a rope", measured=True)
    assert (popup.number.value, popup.why.text()) == (-2, "a rope")
    popup.number.box.stepUp()
    QTest.keyClick(popup.number.box.lineEdit(), Qt.Key.Key_Return)
    assert popup.told == ["closed", (-1, "a rope")]


def test_escape_sets_nothing(popup):
    popup.open_at(popup.parentWidget(), 1, "", measured=True)
    popup.number.box.stepUp()
    QTest.keyClick(popup.number.box, Qt.Key.Key_Escape)
    assert popup.told == ["closed"]


@pytest.mark.parametrize(("measured", "least"), [(True, -FARTHEST), (False, 0)])
def test_counted_successes_are_never_below_zero(popup, measured, least):
    popup.open_at(popup.parentWidget(), -3, "", measured=measured)
    assert popup.number.box.minimum() == least
    assert popup.number.value == max(least, -3)


def test_a_reason_is_no_longer_than_can_be_kept(popup):
    popup.open_at(popup.parentWidget(), 0, "", measured=True)
    QTest.keyClicks(popup.why, "x" * (LONGEST_WHY + 5))
    assert len(popup.why.text()) == LONGEST_WHY


@pytest.mark.parametrize("size", [100, 150])
def test_it_has_room_for_all_it_holds_on_a_small_screen(popup, size):
    popup._theme.set_text_size(size)
    popup.restyle()
    popup.open_at(popup.parentWidget(), 0, "", measured=True)
    assert popup.screen().availableGeometry().contains(popup.geometry())
    for part in (popup.number, popup.why, popup.button):
        assert popup.rect().contains(
            part.geometry().translated(part.parentWidget().mapTo(popup, part.rect().topLeft()))
        )
