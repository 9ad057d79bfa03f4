"""The popups for the asset that an action brought, and for the GM's result."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.table.strip import AskPopup, asset_fields, result_fields
from bones_desktop.rules.bones.reading.plays import FARTHEST, LONGEST_WHY


@pytest.fixture
def popup(qtbot, theme):
    frame = QWidget()
    qtbot.addWidget(frame)
    popup = AskPopup(theme, "The question", "Answer it", frame)
    popup.told = []
    popup.closed.connect(lambda: popup.told.append("closed"))
    frame.resize(300, 100)
    frame.show()
    yield popup
    frame.close()


def ask(popup, fields, **values):
    popup.ask(popup.parentWidget(), lambda answers: popup.told.append(answers.values), fields, values)
    return popup.form.fields


@pytest.fixture
def asset(popup):
    return ask(popup, asset_fields())


def test_a_name_and_enter_write_it_for_the_season(popup, asset):
    assert asset["name"].hasFocus()
    QTest.keyClicks(asset["name"], "  A  map ")
    QTest.keyClick(asset["name"], Qt.Key.Key_Return)
    assert popup.told == ["closed", {"name": "  A  map ", "lasting": 0}]


def test_by_mouse_it_stays_for_good(popup, asset):
    QTest.keyClicks(asset["name"], "A mill")
    QTest.mouseClick(asset["lasting"], Qt.MouseButton.LeftButton)
    QTest.mouseClick(popup.form.act, Qt.MouseButton.LeftButton)
    assert popup.told == ["closed", {"name": "A mill", "lasting": 1}]


def test_without_a_name_it_waits_and_says_why(popup, asset):
    QTest.keyClicks(asset["name"], "  ")
    assert not popup.form.act.isEnabled()
    assert popup.form.act.toolTip() == "Say what it is."
    QTest.keyClick(asset["name"], Qt.Key.Key_Return)
    assert popup.told == []
    assert popup.isVisible()


def test_escape_writes_nothing_and_it_begins_anew(popup, asset):
    QTest.keyClicks(asset["name"], "A map")
    asset["lasting"].setChecked(True)
    QTest.keyClick(asset["name"], Qt.Key.Key_Escape)
    assert popup.told == ["closed"]
    ask(popup, asset_fields())
    assert (asset["name"].text(), asset["lasting"].isChecked()) == ("", False)


def test_a_popup_by_itself_gives_up_nothing(popup, asset):
    popup.close()
    QTest.qWait(0)
    assert popup.windowHandle() is not None, "whoever keeps it lets it rest, or lets it go"


@pytest.mark.parametrize("size", [100, 150])
@pytest.mark.parametrize("fields", [asset_fields, lambda: result_fields(measured=True)])
def test_a_question_has_room_for_all_it_holds_on_a_small_screen(popup, theme, size, fields):
    theme.set_text_size(size)
    ask(popup, fields())
    assert popup.screen().availableGeometry().contains(popup.geometry())
    for part in (*popup.form.fields.values(), popup.form.act):
        assert popup.rect().contains(
            part.geometry().translated(part.parentWidget().mapTo(popup, part.rect().topLeft()))
        )
    assert popup.board.height() <= popup.height()


def test_it_begins_with_what_stands_and_tells_what_is_set(popup):
    fields = ask(popup, result_fields(measured=True), net=-2, why="a rope")
    assert (fields["net"].value(), fields["why"].text()) == (-2, "a rope")
    fields["net"].stepUp()
    QTest.keyClick(fields["net"], Qt.Key.Key_Return)
    assert popup.told == ["closed", {"net": -1, "why": "a rope"}]


@pytest.mark.parametrize(("measured", "least"), [(True, -FARTHEST), (False, 0)])
def test_counted_successes_are_never_below_zero(popup, measured, least):
    fields = ask(popup, result_fields(measured=measured), net=-3)
    assert fields["net"].minimum() == least
    assert fields["net"].value() == max(least, -3)


def test_a_reason_is_no_longer_than_can_be_kept(popup):
    fields = ask(popup, result_fields(measured=True))
    QTest.keyClicks(fields["why"], "x" * (LONGEST_WHY + 5))
    assert len(fields["why"].text()) == LONGEST_WHY
