"""By finger: lists scroll, a long press is a right click or shows the tooltip, and touch mode is switched."""

import gc

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QStringListModel
from PySide6.QtGui import QContextMenuEvent, QInputDevice, QPointingDevice
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QListView, QPushButton, QScrollArea, QScroller, QSpinBox, QWidget

from bones_desktop.theme.theme import TARGET
from bones_desktop.widgets import focus
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.focus import HELD_MS, TouchGuide, has_touch_screen


@pytest.fixture(scope="module")
def finger(qapp) -> QPointingDevice:
    return QTest.createTouchDevice(QInputDevice.DeviceType.TouchScreen)


class Page(QWidget):
    """A list that scrolls, a button, and a list without anything to scroll."""

    def __init__(self) -> None:
        super().__init__()
        self.long, self.short, self.button = QListView(), QListView(), QPushButton("Roll")
        self.long.setModel(QStringListModel([f"Line {n}" for n in range(200)], self))
        self.short.setModel(QStringListModel(["Only line"], self))
        self.clicks = 0
        self.menus: list[QPoint] = []
        self.tips = 0
        self.button.clicked.connect(self._count)
        self.button.installEventFilter(self)
        vbox(self, self.long, self.short, self.button)
        self.resize(400, 500)

    def _count(self) -> None:
        self.clicks += 1

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.button.geometry().contains(event.pos()):
            self.menus.append(event.pos())
        else:
            event.ignore()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        self.tips += event.type() == QEvent.Type.ToolTip
        return False


@pytest.fixture
def guide(qapp, dressed) -> TouchGuide:
    made = TouchGuide(dressed, qapp, dressed)
    made.choose("off")
    return made


@pytest.fixture
def page(qtbot, guide, on_screen) -> Page:
    made = on_screen(Page())
    made.long.setFocus()
    QApplication.processEvents()
    return made


def middle(widget: QWidget) -> QPoint:
    """Return the middle of a widget in its window, as touches are given."""
    return widget.mapTo(widget.window(), widget.rect().center())


def drag(finger: QPointingDevice, view: QListView, by: int) -> None:
    window, start = view.window().windowHandle(), middle(view.viewport())
    QTest.touchEvent(window, finger).press(0, start).commit()
    for step in range(1, 11):
        QTest.qWait(15)
        QTest.touchEvent(window, finger).move(0, start + QPoint(0, by * step // 10)).commit()
    QTest.touchEvent(window, finger).release(0, start + QPoint(0, by)).commit()
    QTest.qWait(50)


def hold(finger: QPointingDevice, widget: QWidget, ms: int) -> None:
    window, at = widget.window().windowHandle(), middle(widget)
    QTest.touchEvent(window, finger).press(0, at).commit()
    QTest.qWait(ms)
    QTest.touchEvent(window, finger).release(0, at).commit()
    QTest.qWait(50)


def test_a_list_scrolls_under_a_finger(page, finger):
    clicked = []
    page.long.clicked.connect(lambda index: clicked.append(index.row()))
    page.long.setCurrentIndex(page.long.model().index(3, 0))
    drag(finger, page.long, -150)
    assert page.long.verticalScrollBar().value() > 0
    assert (page.long.currentIndex().row(), clicked) == (3, []), "scrolling chooses nothing"
    QScroller.scroller(page.long.viewport()).stop()
    here = page.long.indexAt(page.long.viewport().rect().center()).row()
    hold(finger, page.long.viewport(), 50)
    assert (page.long.currentIndex().row(), clicked) == (here, [here]), "a tap chooses its line"


def test_a_list_without_more_lines_leaves_the_finger_to_the_page(page, finger):
    drag(finger, page.short, -60)
    assert page.short.verticalScrollBar().maximum() == 0
    assert not QScroller.hasScroller(page.short.viewport())


def test_a_long_press_opens_the_menu(page, finger):
    hold(finger, page.short.viewport(), HELD_MS + 200)
    assert len(page.menus) == 1
    hold(finger, page.short.viewport(), 50)
    assert len(page.menus) == 1, "a tap opens none"


def test_a_long_press_shows_the_tooltip_of_a_button_and_does_not_click(page, finger):
    hold(finger, page.button, 50)
    assert (page.clicks, page.tips) == (1, 0)
    hold(finger, page.button, HELD_MS + 200)
    assert (page.clicks, page.tips) == (1, 1)


def test_windows_that_qt_makes_can_be_watched_again_and_again(page, guide, finger):
    """PySide would take the window of a list of choices for deleted."""
    box = QComboBox(page)
    box.addItems(["One", "Two"])
    box.show()
    for _time in range(3):
        box.showPopup()
        QApplication.processEvents()
        gc.collect()
        box.hidePopup()
        page.long.setFocus()
        QApplication.processEvents()
    hold(finger, page.short.viewport(), HELD_MS + 200)
    assert page.menus


@pytest.mark.parametrize(("setting", "screen", "large"), [
    ("on", False, True), ("off", True, False), ("system", True, True), ("system", False, False)])  # fmt: skip
def test_touch_mode_follows_the_setting_and_the_screen(guide, monkeypatch, setting, screen, large):
    monkeypatch.setattr(focus, "has_touch_screen", lambda: screen)
    guide.choose(setting)
    assert guide._theme.is_touch is large


def test_the_first_touch_switches_the_automatic_mode_on(page, guide, finger, monkeypatch):
    monkeypatch.setattr(focus, "has_touch_screen", lambda: False)
    guide.choose("system")
    hold(finger, page.long.viewport(), 20)
    assert guide._theme.is_touch
    guide.choose("off")
    hold(finger, page.long.viewport(), 20)
    assert not guide._theme.is_touch


def test_a_touch_screen_is_found(finger):
    assert has_touch_screen() == any(each is finger for each in QInputDevice.devices())


@pytest.mark.parametrize("text", [100, 200])
def test_controls_are_large_enough_at_any_text_size(qtbot, dressed, text):
    area = QScrollArea()
    qtbot.addWidget(area)
    button, number = QPushButton("→", area), QSpinBox(area)
    before = button.sizeHint()
    dressed.set_text_size(text)
    dressed.set_touch(True)
    assert min(button.sizeHint().toTuple()) >= TARGET
    assert number.sizeHint().height() >= TARGET
    dressed.set_touch(False)
    dressed.set_text_size(100)
    assert button.sizeHint() == before
