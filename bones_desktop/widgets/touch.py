"""Use by finger: touch mode, lists that a finger scrolls, and a long press instead of a right click."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QInputDevice,
    QMouseEvent,
    QSinglePointEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractScrollArea, QApplication, QScroller, QWidget
from shiboken6 import isValid

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded

HELD_MS: Final = 700
"""Milliseconds until a press by finger is a long press."""
_ENDS: Final = frozenset({QEvent.Type.TouchEnd, QEvent.Type.TouchCancel})
_PRESSES: Final = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick})


class TouchGuide(Guarded, QObject):
    """Watches touches in all windows of the program, and switches touch mode on or off.

    A finger that touches a list chooses a line only when it leaves the screen without having moved. Otherwise,
    scrolling would always choose the line under the finger.
    """

    def __init__(self, theme: Theme, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._automatic = True
        self._at = QPoint()
        """The screen position at which the finger touched the screen."""
        self._on_list = False
        """True while a finger touches a list that can scroll."""
        self._press: QSinglePointEvent | None = None
        """The press on a list that waits until the finger is lifted; None if no press waits or the finger has moved."""
        self._held = QTimer(self, singleShot=True, interval=HELD_MS)
        self._held.timeout.connect(self._hold)
        app.focusChanged.connect(self._watch)

    def choose(self, setting: str) -> None:
        """Use this value of the setting: "on", "off", or "system" for touch mode with a touch screen."""
        self._automatic = setting == "system"
        self._theme.set_touch(setting == "on" or (self._automatic and has_touch_screen()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the finger scroll the area under it, and wait for a long press."""
        if isinstance(event, QTouchEvent):
            self._follow(event)
        elif isinstance(event, QMouseEvent) and self._on_list and _is_touch(event):
            return self._hold_back(watched, event)
        return False

    def _follow(self, event: QTouchEvent) -> None:
        point = event.points()[0].globalPosition().toPoint() if event.points() else self._at
        if event.type() is QEvent.Type.TouchBegin:
            self._at = point
            self._held.start()
            # Some systems report a touch screen only when it is used.
            if self._automatic and _is_touch(event):
                self._theme.set_touch(True)
            self._on_list = isinstance(_let_scroll(QApplication.widgetAt(point)), QAbstractItemView)
        elif event.type() in _ENDS:
            self._held.stop()
        elif (point - self._at).manhattanLength() > QApplication.startDragDistance():
            self._drop_press(QApplication.widgetAt(self._at))

    def _drop_press(self, widget: QWidget | None) -> None:
        """Prevent a click when the finger leaves the screen."""
        self._held.stop()
        self._press = None
        if isinstance(widget, QAbstractButton):
            widget.setDown(False)

    def _hold_back(self, window: QObject, event: QMouseEvent) -> bool:
        """Delay a press on a list until the finger is lifted. Return whether the list must not get this event."""
        if event.type() in _PRESSES:
            self._press = event.clone()
        elif event.type() is QEvent.Type.MouseButtonRelease:
            press, self._press, self._on_list = self._press, None, False
            if press is not None:
                QApplication.sendEvent(window, press)
                return False
        return True

    def _watch(self) -> None:
        # `QWidget.windowHandle` is not used: PySide makes its result unusable with the last reference to the widget.
        for window in QGuiApplication.topLevelWindows():
            # The list may contain a window that Qt is about to delete.
            if isValid(window):
                window.installEventFilter(self)

    def _hold(self) -> None:
        """Do the same as a right click at the finger. If there is no context menu, show the tooltip."""
        widget = QApplication.widgetAt(self._at)
        if widget is None:
            return
        self._drop_press(widget)
        at, right = widget.mapFromGlobal(self._at), Qt.MouseButton.RightButton
        menu = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, self._at)
        menu.ignore()
        # A list chooses a line when it gets a press, so a press is sent before the request for the menu.
        plain = Qt.KeyboardModifier.NoModifier
        press = QMouseEvent(QEvent.Type.MouseButtonPress, QPointF(at), QPointF(self._at), right, right, plain)
        QApplication.sendEvent(widget, press)
        QApplication.sendEvent(widget, menu)
        if not menu.isAccepted():
            QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, at, self._at))


def has_touch_screen() -> bool:
    """Return whether the system reports a touch screen."""
    return any(each.type() is QInputDevice.DeviceType.TouchScreen for each in QInputDevice.devices())


def _is_touch(event: QTouchEvent | QMouseEvent) -> bool:
    return event.device().type() is QInputDevice.DeviceType.TouchScreen


def _let_scroll(widget: QWidget | None) -> QAbstractScrollArea | None:
    """Let a finger scroll the innermost area around `widget` that has something to scroll, and return the area."""
    while widget is not None and not widget.isWindow():
        if isinstance(widget, QAbstractScrollArea):
            viewport, bars = widget.viewport(), (widget.verticalScrollBar(), widget.horizontalScrollBar())
            if any(bar.maximum() > bar.minimum() for bar in bars):
                QScroller.grabGesture(viewport, QScroller.ScrollerGestureType.TouchGesture)
                return widget
            # If an area has nothing left to scroll, the area around it must get the gesture.
            if QScroller.hasScroller(viewport):
                QScroller.ungrabGesture(viewport)
        widget = widget.parentWidget()
    return None
