"""The list of throws: follows at its end, stays where one reads, and gives entries away as text and picture."""

from dataclasses import replace
from datetime import UTC, datetime
from unittest.mock import patch

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu

from bones_desktop.storage.log.logentry import (
    BY_HAND,
    NOT_KEPT,
    REROLLED,
    Cause,
    EntryKind,
    LogEntry,
    LoggedFinding,
    LoggedWave,
    task_findings,
)
from bones_desktop.widgets.throwlist import throwpaint
from bones_desktop.widgets.throwlist.throwmodel import ThrowModel
from bones_desktop.widgets.throwlist.throwview import ThrowView
from bones_desktop.wording.log import clock_time
from tests.support.rulebooks import rulebook
from tests.support.throws import DICE, START, Book, die, entry, scene

CONTROL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def make(qtbot, theme):
    def new(entries, **options) -> ThrowView:
        model = ThrowModel(Book(entries).read)
        view = ThrowView(theme, model, rulebook(), None, **options)
        model.setParent(view)
        qtbot.addWidget(view)
        view.resize(420, 300)
        view.show()
        model.show([each.id for each in entries])
        view.show_newest()
        return view

    return new


@pytest.fixture
def long(make) -> ThrowView:
    return make([entry(number) for number in range(1, 41)])


def choose(view: ThrowView, row: int) -> None:
    view.setCurrentIndex(view.model().index(row, 0))


def test_new_throws_come_into_view_at_the_end(long, qtbot):
    bar = long.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    before = bar.maximum()
    long.model().append(entry(41))
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > before)
    assert long.newer.isHidden()


def test_the_result_of_a_roll_without_dice_is_written_once(make):
    findings = LoggedFinding("degree", "No net success."), LoggedFinding("net", "0 rolled.")
    with patch.object(throwpaint, "write", side_effect=throwpaint.write) as written:
        make([entry(1, dice=(), findings=findings)]).grab()
    texts = [each.args[2] for each in written.call_args_list]
    assert "No net success. 0 rolled" in texts
    assert "0 rolled." not in texts


def test_nothing_jumps_while_one_reads_and_a_button_leads_to_what_is_new(long, qtbot):
    bar = long.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    bar.setValue(100)
    long.model().append(entry(41))
    qtbot.wait(20)
    assert bar.value() == 100
    assert long.newer.isVisible()
    long.model().amend(entry(3, result="Failure by 9."))
    qtbot.wait(20)
    assert bar.value() == 100
    qtbot.mouseClick(long.newer, Qt.MouseButton.LeftButton)
    assert bar.value() == bar.maximum()
    assert long.newer.isHidden()


def test_walking_to_the_end_follows_again(long, qtbot):
    bar = long.verticalScrollBar()
    bar.setValue(100)
    long.model().append(entry(41))
    assert long.newer.isVisible()
    choose(long, 0)
    QTest.keyClick(long, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    assert long.newer.isHidden()


def test_another_height_keeps_the_end_in_view(long, qtbot):
    bar = long.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    long.resize(420, 150)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())
    long._theme.set_text_size(150)
    qtbot.waitUntil(lambda: bar.value() == bar.maximum())


def test_enter_and_a_double_click_repeat(make, qtbot):
    view = make([entry(1), scene(2)])
    choose(view, 0)
    with qtbot.waitSignal(view.repeat_requested) as asked:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert asked.args[0].id == 1
    choose(view, 1)
    centre = view.visualRect(view.model().index(0, 0)).center()
    with qtbot.waitSignal(view.repeat_requested):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
        QTest.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    choose(view, 1)
    with qtbot.assertNotEmitted(view.repeat_requested):
        QTest.keyClick(view, Qt.Key.Key_Return)


def test_a_throw_nobody_knows_the_question_of_says_so(make, qtbot):
    view = make([entry(1, request="")])
    choose(view, 0)
    with qtbot.waitSignal(view.message) as told, qtbot.assertNotEmitted(view.repeat_requested):
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert "cannot be repeated" in told.args[0]


@pytest.mark.parametrize(("copy", "what"), [("copy_text", "text"), ("copy_picture", "picture")])
def test_copying_says_so(make, qtbot, copy, what):
    view = make([entry(1)])
    choose(view, 0)
    with qtbot.waitSignal(view.message) as told:
        getattr(view, copy)()
    assert told.args == [f"The {what} is on the clipboard."]


def test_chosen_throws_are_copied_as_text_with_their_faces(make):
    again = entry(1, waves=(LoggedWave(Cause.REROLL, ((0, 3),), number=7),), tags=(REROLLED, BY_HAND))
    view = make([again, entry(2, title="Melee against Sten", dice=(*DICE, die("Sten", 0, "opponent")))])
    view.selectAll()
    QTest.keyClick(view, Qt.Key.Key_C, CONTROL)
    first, second = QGuiApplication.clipboard().text().split("\n\n")
    assert first.splitlines() == [
        f"{again.at.astimezone():%H:%M} Ragnar · Melee against Average · Success by 1 (by hand, re-rolled)",
        "Dice: Melee → Riding, Riding",
        "Equipment: Double Melee",
        "Challenge: Null",
    ]
    assert second.endswith("Sten: Universal")


def test_a_picture_is_light_and_twice_as_large_whatever_the_theme(make, theme, qtbot):
    view = make([entry(1)])
    choose(view, 0)
    with qtbot.waitSignal(view.message):
        QTest.keyClick(view, Qt.Key.Key_C, CONTROL | SHIFT)
    image = QGuiApplication.clipboard().image()
    assert image.width() >= 2 * 380
    assert image.pixelColor(image.width() // 2, 12).lightness() > 200
    one = image.height()
    view = make([entry(1), entry(2)])
    view.selectAll()
    view.copy_picture()
    assert QGuiApplication.clipboard().image().height() > one


def test_letters_digits_and_space_are_left_to_the_page(make, qtbot):
    view = make([entry(1)])
    choose(view, 0)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_H, Qt.Key.Key_3):
        with qtbot.assertNotEmitted(view.repeat_requested):
            QTest.keyClick(view, key)
    assert view.currentIndex().row() == 0


def test_the_menu_offers_what_fits_the_entry(make, qtbot):
    view = make([entry(1), entry(2, request=""), scene(3)], whole_log=True)
    for row, known in ((0, True), (1, False)):
        choose(view, row)
        again, *_rest = view.menu().actions()
        assert again.isEnabled() is known
    choose(view, 2)
    words = [action.text().replace("&", "") for action in view.menu().actions()]
    assert not any("Repeat" in text for text in words)
    assert any("Rename" in text for text in words)
    with qtbot.waitSignal(view.rename_requested):
        QTest.keyClick(view, Qt.Key.Key_F2)
    with qtbot.waitSignal(view.remove_requested) as asked:
        QTest.keyClick(view, Qt.Key.Key_Delete)
    assert asked.args[0].kind is EntryKind.SCENE
    for menu in view.findChildren(QMenu):
        menu.deleteLater()


def test_the_menu_opens_where_it_is_asked_for(make, qapp):
    view = make([entry(1)])
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5)))
    assert view.findChildren(QMenu) == []
    choose(view, 0)
    view.contextMenuEvent(QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), QPoint(5, 5)))
    [menu] = view.findChildren(QMenu)
    assert menu.isVisible()
    menu.close()


def test_keys_begin_at_the_newest(make):
    view = make([entry(1), entry(2)])
    QTest.qWaitForWindowActive(view)
    view.clearFocus()
    view.setFocus(Qt.FocusReason.TabFocusReason)
    assert view.currentIndex().row() == 1


def test_everything_can_be_painted_in_every_theme_and_width(make, theme):
    view = make(
        [
            entry(1, dice=DICE * 15, tags=(NOT_KEPT,), who="Sir " * 60),
            entry(2, net=None, dice=()),
            entry(3, net=-2, result="Failure by 2.", dice=(*DICE, die("Sten", 0, "opponent"))),
            scene(4, ""),
            LogEntry(START, EntryKind.EVENING, findings=task_findings("3f2a" * 16), id=5),
            LogEntry(START, EntryKind.REVEALED, findings=task_findings("3f2a" * 16), id=6),
        ]
    )
    view.model().show([1, 2, 3, 4, 5, 6, 99])
    select = QItemSelectionModel.SelectionFlag.Select
    view.selectionModel().select(view.model().index(0, 0), select)
    seen = set()
    for name in ("parchment", "iron", "contrast"):
        theme.set_theme(name)
        for width in (160, 420, 1800):
            view.resize(width, 500)
            seen.add(view.grab().toImage().cacheKey())
    assert len(seen) == 9


def test_over_the_whole_log_a_throw_of_another_day_tells_its_day(make):
    today, before = entry(1, at=datetime.now(UTC)), entry(2, at=datetime(2024, 2, 29, 20, tzinfo=UTC))
    for whole, dated in ((False, False), (True, True)):
        stamp = make([today], whole_log=whole).delegate.painter.words.stamp
        assert stamp(today) == clock_time(today)
        assert (stamp(before) != clock_time(before)) is dated


def right_end(view: ThrowView, row: int) -> int:
    """Return the last pixel of a row that shows something, as a share of the width in percent."""
    rect = view.visualRect(view.model().index(row, 0)).adjusted(4, 4, -4, -4)
    image = view.viewport().grab(rect).toImage()
    ground = image.pixelColor(image.width() - 2, 1)
    high = range(2, image.height() - 4)
    inked = (x for x in range(image.width() - 1, 0, -1) if any(image.pixelColor(x, y) != ground for y in high))
    return next(inked, 0) * 100 // image.width()


def test_on_a_wide_screen_a_throw_is_one_line_and_a_heading_goes_all_the_way(make):
    view = make([scene(1), entry(2), entry(3, tags=(BY_HAND,)), entry(4, dice=DICE * 30, tags=(BY_HAND,))])
    tall = view.rowHeight(1)
    assert tall == view.delegate.height
    view.resize(2400, 300)
    assert view.rowHeight(1) == view.delegate.height < tall
    assert right_end(view, 0) > 95
    assert 40 < right_end(view, 1) < 60, "the dice, right behind the result"
    assert right_end(view, 1) < right_end(view, 2) < right_end(view, 1) + 6, "its tag, right behind the dice"
    assert right_end(view, 3) > 95, "a tag has room before the last dice"
    view.resize(420, 300)
    assert view.rowHeight(1) == tall


def test_another_width_keeps_the_place_where_one_reads(long, qtbot):
    bar = long.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    long.resize(420, 200)
    bar.setValue(10 * long.rowHeight(0))
    long.resize(2400, 200)
    qtbot.wait(20)
    assert long.rowAt(0) == 10
    long.resize(420, 200)
    qtbot.wait(20)
    assert long.rowAt(0) == 10


def test_evenings_and_longest_lines_have_room_in_one_line(make, theme):
    begun = LogEntry(START, EntryKind.EVENING, findings=task_findings("3f2a91c4" * 8), id=1)
    ended = LogEntry(START, EntryKind.REVEALED, findings=task_findings("3f2a91c4" * 8), id=2)
    view = make([begun, ended, entry(3, title="Melee " * 90, result="Success by 2. " * 40, dice=DICE * 30)])
    view.resize(2400, 300)
    assert 10 < right_end(view, 0) < 60 > right_end(view, 1) > 10
    assert 90 < right_end(view, 2) < 100, "as many dice as have room, and how many more there are"


def test_an_entry_without_dice_tells_on_its_second_line(make):
    """It left that line empty and cut what it tells on the first."""
    view = make([replace(entry(1, result="Bob −2, hurt."), dice=())])
    rect = view.visualRect(view.model().index(0, 0))
    image = view.viewport().grab(rect).toImage()
    ground = image.pixelColor(image.width() - 2, 2)
    second = range(image.height() // 2 + 2, image.height() - 6)
    assert any(image.pixelColor(x, y) != ground for y in second for x in range(image.width() // 3))


def test_long_words_take_what_their_own_dice_leave_free(make):
    told = "Titus: Mental, Merchant, Melee, Craft. Goblin 1: Stealth, Blank. " * 3
    view = make([entry(1), entry(2, title="Titus, Goblin 1, Goblin 2 · Fight, round 1", result=told)])
    view.resize(2400, 300)
    assert right_end(view, 0) < 60 < right_end(view, 1) < 95, "nothing is cut while there is room"
