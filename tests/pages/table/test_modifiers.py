"""Modifiers: what is set is seen, stays, and is taken off by one click."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.pages.table.popups import ModifierPopup, Modifiers
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.popups import has_popup
from tests.support.focushome import is_home, make_home
from tests.support.looks import theme_of


@pytest.fixture
def modifiers(qtbot):
    frame = QWidget()
    qtbot.addWidget(frame)
    row = FlowLayout(4, frame)
    modifiers = Modifiers(Theme("iron"), frame, frame)
    for widget in (modifiers.button, *modifiers.row):
        row.addWidget(widget)
    modifiers.told = []
    modifiers.changed.connect(lambda: modifiers.told.append(modifiers.of(Request())))
    frame.resize(480, 200)
    frame.show()
    yield modifiers
    frame.close()


def seen(modifiers: Modifiers) -> list[str]:
    return [chip.text() for chip in modifiers.chips if chip.isVisible()]


ALL = Request("perception", levels=3, distance=120, darkness=1, penalty=2, free=1)


def test_nothing_set_takes_one_button(modifiers):
    assert not seen(modifiers)
    assert not any(widget.isVisible() for widget in modifiers.row)
    assert not modifiers.any_set
    assert modifiers.button.isVisible()


def test_the_popup_that_stays_keeps_no_picture_and_opens_again(modifiers, qtbot):
    assert not has_popup(modifiers)
    modifiers.restyle()
    assert not has_popup(modifiers), "nothing is made to be told of it"
    for _time in range(2):
        modifiers.open()
        popup = modifiers.popup
        assert popup.windowHandle() is not None
        QTest.keyClick(popup, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda popup=popup: popup.windowHandle() is None)
        assert has_popup(modifiers)
        assert modifiers.popup is popup


def test_what_is_set_is_seen(modifiers):
    modifiers.show(ALL)
    assert seen(modifiers) == ["3 levels harder", "120 m away −2", "Darkness −1", "Penalty −2", "+1 automatic"]
    assert modifiers.of(Request("perception")) == ALL
    assert not modifiers.told


def test_broken_ground_costs_more_and_near_things_nothing(modifiers):
    modifiers.show(Request("perception", distance=120, broken=True))
    assert seen(modifiers) == ["120 m away −6"]
    modifiers.show(Request("perception", distance=40))
    assert seen(modifiers) == ["40 m away"]


def test_a_shot_is_told_its_range(modifiers):
    shot = Request("missile", items=(0,))
    modifiers.show(Request("perception", distance=141, broken=True))
    modifiers.fit(shot, 70)
    assert seen(modifiers) == ["141 m away −2"]
    assert modifiers.of(shot).distance == 141
    popup = modifiers.popup
    assert not popup.distance.isHidden()
    assert popup.broken.isHidden()
    assert "70 m begun after the first 70 m" in popup.note(popup.distance)
    assert "70 m" in popup.distance.box.accessibleDescription()
    modifiers.fit(Request("missile"))
    assert not seen(modifiers)
    assert popup.distance.isHidden()
    modifiers.fit(Request("perception"))
    assert seen(modifiers) == ["141 m away −7"]
    assert "50 m" in popup.note(popup.distance)


def test_what_the_gm_allows_is_a_chip_like_the_others(modifiers):
    modifiers.allow(True)
    assert seen(modifiers) == ["Allowed by the GM"]
    assert modifiers.any_set
    assert modifiers.told == [Request(allowed_by_gm=True)]
    chip = next(chip for chip in modifiers.chips if chip.isVisible())
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert modifiers.told[1:] == [Request()]
    assert not seen(modifiers)


def test_what_the_gm_allows_is_for_one_skill(modifiers):
    modifiers.show(Request("magic", penalty=1, allowed_by_gm=True))
    modifiers.fit(Request("magic", ThrowKind.STRATEGIC, difficulty="easy", allowed_by_gm=True))
    assert modifiers.of(Request("magic")).allowed_by_gm
    modifiers.fit(Request("thief"))
    modifiers.fit(Request("magic"))
    assert modifiers.of(Request("magic")) == Request("magic", penalty=1)
    assert seen(modifiers) == ["Penalty −1"]


def test_a_chip_takes_its_own_off(modifiers):
    modifiers.show(ALL)
    penalty = next(chip for chip in modifiers.chips if chip.text().startswith("Penalty"))
    QTest.mouseClick(penalty, Qt.MouseButton.LeftButton)
    assert modifiers.told[-1].penalty == 0
    assert modifiers.told[-1].darkness == 1
    assert not penalty.isVisible()


def test_reset_takes_all_off_at_once(modifiers):
    modifiers.show(ALL)
    assert modifiers.reset.isVisible()
    QTest.mouseClick(modifiers.reset, Qt.MouseButton.LeftButton)
    assert modifiers.told == [Request()]
    assert not seen(modifiers)
    assert not modifiers.reset.isVisible()


@pytest.mark.parametrize(
    ("request_", "levels", "distance"),
    [
        (Request("perception"), True, True),
        (Request("melee"), True, False),
        (Request("perception", difficulty=""), False, True),
        (Request("perception", ThrowKind.MOVEMENT), False, False),
        (Request("perception", ThrowKind.STRATEGIC), True, True),
        (Request("scholar", ThrowKind.INCOME), False, False),
    ],
)
def test_only_what_matters_is_offered_and_seen(modifiers, request_, levels, distance):
    modifiers.show(ALL)
    modifiers.fit(request_)
    assert any("levels" in text for text in seen(modifiers)) is levels
    assert any("away" in text for text in seen(modifiers)) is distance
    assert modifiers.popup.levels.isHidden() is not levels
    assert modifiers.popup.distance.isHidden() is not distance
    assert modifiers.popup.broken.isHidden() is not distance
    modifiers.fit(Request("perception"))
    assert len(seen(modifiers)) == 5, "what did not matter stayed set"


@pytest.mark.parametrize("size", [100, 150])
def test_the_popup_sets_by_buttons_and_by_typing_and_escape_closes_it(modifiers, qtbot, size):
    theme_of(modifiers).set_text_size(size)
    modifiers.restyle()
    modifiers.fit(Request("perception"))
    QTest.mouseClick(modifiers.button, Qt.MouseButton.LeftButton)
    popup = modifiers.popup
    assert popup.isVisible()
    assert popup.screen().availableGeometry().contains(popup.geometry())
    QApplication.processEvents()
    assert not popup.area.verticalScrollBar().isVisible(), "nothing scrolls where there is room"
    QTest.mouseClick(popup.levels.more, Qt.MouseButton.LeftButton)
    assert modifiers.told[-1].levels == 1
    QTest.mouseClick(popup.levels.less, Qt.MouseButton.LeftButton)
    QTest.mouseClick(popup.levels.less, Qt.MouseButton.LeftButton)
    assert modifiers.told[-1].levels == -1
    popup.penalty.box.selectAll()
    QTest.keyClicks(popup.penalty.box, "4")
    page = popup.parentWidget()
    make_home(page)
    QTest.keyClick(popup.penalty.box, Qt.Key.Key_Return)
    assert is_home(page)
    assert not popup.isVisible()
    assert modifiers.told[-1].penalty == 4
    modifiers.open()
    QTest.keyClick(popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_a_stepper_has_ends(modifiers):
    stepper = modifiers.popup.levels
    stepper.box.setValue(3)
    assert not stepper.more.isEnabled()
    assert stepper.less.isEnabled()
    penalty = modifiers.popup.penalty
    assert not penalty.less.isEnabled()


def test_the_popup_is_made_when_it_is_opened_and_shows_what_was_set_before(modifiers):
    modifiers.show(Request("perception", levels=2, distance=120, broken=True, penalty=4))
    assert not modifiers.parent().findChildren(ModifierPopup)
    QTest.mouseClick(modifiers.button, Qt.MouseButton.LeftButton)
    popup = modifiers.popup
    assert modifiers.parent().findChildren(ModifierPopup) == [popup]
    assert popup.numbers == {"levels": 2, "distance": 120, "darkness": 0, "penalty": 4, "free": 0}
    assert popup.broken.isChecked()
    assert popup.distance.isVisible()
    popup.close()
    assert not modifiers.told
    modifiers.show(Request("perception", free=1))
    assert popup.numbers["free"] == 1
    assert popup.numbers["penalty"] == 0


def test_more_than_can_be_set_is_never_thrown_with(modifiers):
    modifiers.show(Request("perception", levels=9, distance=100_000))
    assert modifiers.of(Request("perception")) == Request("perception", levels=3, distance=5_000)
