"""A button that opened a menu does not look pointed at for ever."""

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QPointF
from PySide6.QtGui import QCursor, QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton, QScrollArea, QToolButton, QWidget

from bones_desktop.widgets.choice.buttons import give_menu, kept_action, kept_menu


@pytest.mark.parametrize("kind", [QToolButton, QPushButton])
@pytest.mark.parametrize("stays", [False, True])
def test_the_pointer_that_left_into_the_menu_is_gone(qtbot, kind, stays):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(300, 200)
    button = kind(window)
    menu = QMenu(button)
    menu.addAction("One")
    give_menu(button, menu)
    window.show()
    assert QTest.qWaitForWindowExposed(window.window())
    middle = QPointF(button.rect().center())
    QCursor.setPos(button.mapToGlobal(middle.toPoint()))
    QCoreApplication.sendEvent(button, QEnterEvent(middle, middle, middle))
    assert button.underMouse()
    menu.popup(button.mapToGlobal(QPoint(0, button.height())))
    qtbot.waitUntil(menu.isVisible)
    if not stays:
        QCursor.setPos(window.mapToGlobal(QPoint(250, 180)))
    menu.hide()
    assert button.underMouse() is stays


def test_a_press_opens_it(qtbot):
    button = QToolButton()
    qtbot.addWidget(button)
    give_menu(button, QMenu(button))
    assert button.popupMode() is QToolButton.ToolButtonPopupMode.InstantPopup


def test_entries_that_are_kept_outlive_wrappers_of_what_qt_made(qtbot):
    """Of the last two, kept by whoever looks at the viewport's children, PySide says that they are deleted."""
    room, inside = QScrollArea(), QWidget()
    qtbot.addWidget(room)
    menu = QMenu(inside)
    called = []
    entry, below = kept_action(menu, "One", lambda: called.append("one")), kept_menu(menu, "More")
    qts, qts_below = menu.addAction("Two"), menu.addMenu("Less")
    room.setWidget(inside)
    assert inside in inside.parentWidget().findChildren(QWidget)
    entry.trigger()
    below.setTitle("Still more")
    assert called == ["one"]
    for gone in (qts.text, qts_below.title):
        with pytest.raises(RuntimeError, match="already deleted"):
            gone()
