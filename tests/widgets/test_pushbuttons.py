"""A button made in one call has all that was asked for, and nothing else."""

import pytest
from PySide6.QtCore import SIGNAL, QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QMouseEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.pushbuttons import ActionButton, push_button, tool_button


class Asker(QObject):
    asked = Signal()


def test_a_button_has_what_was_asked_for(qtbot):
    parent, pressed = QWidget(), []
    qtbot.addWidget(parent)
    made = push_button(
        parent, "Go", lambda: pressed.append("go"), kind="primary", name="Go on", tip="To the next", checkable=True
    )
    made.click()
    assert pressed == ["go"]
    assert made.isChecked()
    assert made.parentWidget() is parent
    assert (made.text(), made.property("kind"), made.accessibleName(), made.toolTip()) == (
        "Go", "primary", "Go on", "To the next",
    )  # fmt: skip


def test_a_plain_button_has_words_alone(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    made = push_button(parent, "Go")
    assert (made.property("kind"), made.accessibleName(), made.toolTip(), made.isCheckable()) == (None, "", "", False)
    assert made.icon().isNull()


def test_a_press_may_emit_a_signal_and_icons_follow_the_theme(qtbot):
    parent, asker, theme = QWidget(), Asker(), Theme("iron")
    qtbot.addWidget(parent)
    made = tool_button(parent, asker.asked, theme=theme, icon="close")
    with qtbot.waitSignal(asker.asked):
        made.click()
    shown = made.icon().cacheKey()
    theme.set_theme("parchment")
    assert made.icon().cacheKey() != shown


def test_a_button_of_an_action_shows_it_and_gathers_no_connections(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    group, triggered = QActionGroup(window), []
    actions = [QAction(name, group, checkable=True) for name in ("Shelf", "Table")]
    first, second = (ActionButton(each, window) for each in actions)
    actions[1].triggered.connect(lambda on: triggered.append(on))
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(second, Qt.MouseButton.LeftButton)
    assert triggered == [True, True]
    assert second.isChecked()  # pressed again it stays the one that is on
    assert not first.isChecked()
    changed = SIGNAL("changed()")
    before = actions[0].receivers(changed)
    for step in range(50):
        actions[0].setText(f"Undo {step}")
    actions[0].setEnabled(False)
    assert (first.text(), first.isEnabled()) == ("Undo 49", False)
    assert actions[0].receivers(changed) == before


def send(button: QPushButton, kind: QEvent.Type, time: int) -> None:
    at = QPointF(40, 15)
    left = Qt.MouseButton.LeftButton
    held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else left
    event = QMouseEvent(kind, at, button.mapToGlobal(at), left, held, Qt.KeyboardModifier.NoModifier)
    event.setTimestamp(time)
    QApplication.sendEvent(button, event)


@pytest.mark.parametrize(
    ("happens", "pause", "pressed"),
    [
        ("", 100, ["first", "first"]),
        ("changes", 100, ["first"]),
        ("moves", 100, ["first"]),
        ("changes", 2_000, ["first", "first"]),
        ("moves", 2_000, ["first", "other"]),
    ],
)
def test_the_second_press_of_a_double_click_does_nothing_else(qtbot, happens, pause, pressed):
    """A button that changed its text, or came to the place of another one, is not what was meant."""
    parent, told = QWidget(), []
    qtbot.addWidget(parent)
    first, other = push_button(parent, "Finish"), push_button(parent, "Delete", lambda: told.append("other"))
    first.setGeometry(0, 0, 80, 30)
    other.setGeometry(0, 100, 80, 30)

    def press() -> None:
        told.append("first")
        if happens == "changes":
            first.setText("Unfinish")
        if happens == "moves":
            first.move(0, 100)
            other.move(0, 0)

    first.clicked.connect(press)
    parent.show()
    send(first, QEvent.Type.MouseButtonPress, 10_000)
    send(first, QEvent.Type.MouseButtonRelease, 10_050)
    there = other if happens == "moves" else first
    second = QEvent.Type.MouseButtonDblClick if there is first and pause < 1_000 else QEvent.Type.MouseButtonPress
    send(there, second, 10_000 + pause)
    send(there, QEvent.Type.MouseButtonRelease, 10_050 + pause)
    assert told == pressed
