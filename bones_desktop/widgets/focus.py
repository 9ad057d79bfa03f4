"""Use by keyboard and by finger.

For the keyboard: a ring around the focused widget, Enter for buttons, and no unexpected moves of the focus. For the
finger: touch mode, lists that a finger scrolls, and a long press instead of a right click.
"""

from typing import Final, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimer
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QInputDevice,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QSinglePointEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QLabel,
    QMenuBar,
    QPushButton,
    QRadioButton,
    QScroller,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from bones_desktop.theme.measures import mark_letters
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.localized import reads_numbers
from bones_desktop.widgets.pushbuttons import SteadyButton

# Qt calls the key on the main keyboard Return and the key on the number pad Enter. Players expect both to do the same.
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_PLAIN: Final = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier})
_MOVES: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})
_LINE: Final = 2
_RIM: Final = 1
"""Width of the line, and of the background on each side of the line that separates it from its surroundings."""
_CORNER: Final = 8
_QUIET: Final = 0.6
"""Opacity of the thin line around a large widget."""
FOCUS_HOME: Final = "focusHome"
"""Property of a page that takes the focus when `send_focus_home` is called for a widget on it."""
QUIET_RING: Final = "quietRing"
"""Property of a large widget that marks its current part itself, so that a thin line around it is enough."""
_LARGE: Final = (200, 120)
"""Smallest width and height in pixels of a list with a thin line.

The current row of such a list already shows the focus.
"""
OVER_RINGS: Final = "overRings"
"""Property of a widget that covers its window. Only rings of its children are painted over it."""

_HISTORY: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)

_MARKED: Final = frozenset({QPushButton, SteadyButton, QCheckBox, QRadioButton, QLabel})
"""Kinds of widgets in dialogs whose texts get a marked letter. Other widgets paint their texts themselves."""

FieldT = TypeVar("FieldT", bound=QAbstractSpinBox | QComboBox | QSlider)


class Ring(Guarded, QWidget):
    """A ring on top of its window. It ignores the mouse."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._quiet = False
        self.setObjectName("focusRing")
        # The ring covers its widget, which must stay clickable.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def lie_around(self, seen: QRect, room: QRect, *, quiet: bool = False) -> None:
        """Place the ring around `seen`, as far as the ring fits in `room`. Both are in window coordinates.

        A `quiet` ring is a thin line.
        """
        if quiet != self._quiet:
            self._quiet = quiet
            self.update()
        wide = self._theme.px(_LINE) + 2 * self._theme.px(_RIM)
        around = seen.adjusted(-wide, -wide, wide, wide).intersected(room)
        if around != self.geometry():
            self.setGeometry(around)
        self.show()
        # Without this, children added to the window later would cover the ring.
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line with background on both sides."""
        line, rim = self._theme.px(_LINE), self._theme.px(_RIM)
        half = rim + line / 2
        at = QRectF(self.rect()).adjusted(half, half, -half, -half)
        corner = self._theme.px(_CORNER)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._quiet:
            color = self._theme.color("focus")
            color.setAlphaF(_QUIET)
            painter.setPen(QPen(color, 1))
            painter.drawRoundedRect(at, corner, corner)
            painter.end()
            return
        # Paint the wider line of background first, then the ring.
        for colour, width in (("ground", line + 2 * rim), ("focus", line)):
            painter.setPen(QPen(self._theme.color(colour), width))
            painter.drawRoundedRect(at, corner, corner)
        painter.end()


class FocusGuide(Guarded, QObject):
    """Watches the focus in all windows of the program."""

    def __init__(self, theme: Theme, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ring: Ring | None = None
        self._watched: list[QWidget] = []
        """The focused widget and its ancestors, without the window."""
        self._off: QAbstractButton | None = None
        """The button that was disabled while it had the focus; None if no ancestor has the focus in its place."""
        app.focusChanged.connect(self._follow)
        theme.changed.connect(self._place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the ring with its widget, and let Enter press a button that does not handle the key."""
        kind = event.type()
        # A tab bar sends no event when its tab changes, but it is repainted.
        if kind in _MOVES or (kind == QEvent.Type.Paint and isinstance(watched, QTabBar)):
            self._place()
        elif kind == QEvent.Type.EnabledChange and watched is self._off:
            # The button is enabled again, so it gets the focus back.
            self._off.setFocus(Qt.FocusReason.OtherFocusReason)
        elif kind == QEvent.Type.KeyPress and self._off is not None and watched is self._watched[0]:
            return isinstance(event, QKeyEvent) and _tabbed(self._off, Qt.Key(event.key()))
        elif kind in _KEYS and isinstance(watched, QPushButton | QToolButton) and isinstance(event, QKeyEvent):
            return _pressed(watched, event)
        return False

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        """Watch the widget that now has the focus.

        Qt moves the focus away from a button that becomes disabled. In this case, give the focus to an ancestor of the
        button. The next widget in the Tab order may be far away and would receive the user's keys.
        """
        if self._off is not None:
            if isValid(self._off):
                self._off.removeEventFilter(self)
            self._off = None
        around = _around(old, now) if isinstance(old, QAbstractButton) and isValid(old) else None
        # Setting the focus calls this method again, and `_off` must not be set during that call.
        if around is not None and isinstance(old, QAbstractButton):
            around.setFocus(Qt.FocusReason.OtherFocusReason)
            self._off = old
            old.installEventFilter(self)
            return
        for each in self._watched:
            # Widgets may have been deleted while they were watched.
            if isValid(each):
                each.removeEventFilter(self)
        self._watched.clear()
        widget = now
        while widget is not None and not widget.isWindow():
            self._watched.append(widget)
            widget.installEventFilter(self)
            widget = widget.parentWidget()
        self._place()
        if now is not None and isinstance(window := now.window(), QDialog):
            # Since the focus last moved, buttons may have appeared or changed their texts.
            parts: list[QAbstractButton | QLabel] = [*window.findChildren(QAbstractButton)]
            parts += window.findChildren(QLabel)
            seen = [each for each in parts if each.isVisible() and _is_entered(each)]
            mark_letters([each for each in seen if type(each) in _MARKED], seen)

    def _place(self) -> None:
        widget = self._watched[0] if self._watched and isValid(self._watched[0]) else None
        ring = self._ring if self._ring is not None and isValid(self._ring) else None
        seen, room = _seen(widget) if widget is not None else (QRect(), QRect())
        if ring is not None and (widget is None or seen.isEmpty() or ring.parentWidget() is not widget.window()):
            ring.hide()
            ring = None
        if widget is not None and not seen.isEmpty():
            self._ring = ring or _ring_of(self._theme, widget.window())
            self._ring.lie_around(seen, room, quiet=self._is_quiet(widget))
            # Toasts and similar widgets must stay above the ring.
            for each in widget.window().findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if isValid(each) and each.property(OVER_RINGS) and not each.isAncestorOf(widget):
                    each.raise_()

    def _is_quiet(self, widget: QWidget) -> bool:
        """Return whether a thin line is enough for `widget`: it is large and marks its current part itself."""
        wide, high = map(self._theme.px, _LARGE)
        shows_itself = isinstance(widget, QAbstractItemView) or bool(widget.property(QUIET_RING))
        return shows_itself and widget.width() >= wide and widget.height() >= high


def _is_entered(part: QAbstractButton | QLabel) -> bool:
    """Return whether a part of a dialog has a text and is either a button or the label of a field."""
    return bool(part.text()) and (isinstance(part, QAbstractButton) or part.buddy() is not None)


def send_focus_home(widget: QWidget) -> None:
    """Focus the page that contains a widget. Call this after a choice, or when the pressed button may disappear."""
    page: QWidget | None = widget
    while page is not None and not page.property(FOCUS_HOME):
        page = page.parentWidget()
    if page is not None:
        page.setFocus(Qt.FocusReason.OtherFocusReason)


def give_back_focus(back: QWidget | None) -> None:
    """Focus a widget, unless it is deleted or cannot be focused."""
    if back is not None and isValid(back) and back.isVisible() and back.isEnabled():
        back.setFocus(Qt.FocusReason.OtherFocusReason)


def is_history(event: QEvent) -> bool:
    """Return whether a key event requests undo or redo. The window handles these keys."""
    return (
        event.type() in {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}
        and isinstance(event, QKeyEvent)
        and any(event.matches(key) for key in _HISTORY)
    )


class _HistoryGuard(Guarded, QObject):
    """Event filter of a text field. It is deleted with the field."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Prevent the field from handling undo and redo."""
        if not is_history(event):
            return False
        # Both the shortcut override and the key press are ignored, or the field would undo too.
        event.ignore()
        return True


def leave_history(field: QWidget) -> None:
    """Let the window handle undo and redo in `field`; only the window has a history."""
    field.installEventFilter(_HistoryGuard(field))


class _FieldGuard(Guarded, QObject):
    """Event filter of a field. It is deleted with the field."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the wheel to the widgets around the field, and undo to the window, except in a dialog."""
        number = watched if isinstance(watched, QAbstractSpinBox) else None
        if event.type() == QEvent.Type.Wheel:
            passes = number is None or not number.hasFocus()
        else:
            passes = number is not None and is_history(event) and not isinstance(number.window(), QDialog)
        if passes:
            event.ignore()
        return passes


def wheel_passes(field: FieldT) -> FieldT:
    """Return `field`, changed so that the wheel over it scrolls the page.

    In a focused number field, the wheel changes the number; in a field with choices, it never changes the choice. A
    number field passes undo to the window, because its own undo would change the value a second time. It accepts
    numbers in the notation of any country.
    """
    if isinstance(field, QSpinBox | QDoubleSpinBox):
        reads_numbers(field)
    # With Qt's default policy, scrolling over the field would focus it.
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.installEventFilter(_FieldGuard(field))
    return field


def _around(button: QAbstractButton, now: QWidget | None) -> QWidget | None:
    """Return the ancestor that should have the focus for a button that was disabled; None if there is none."""
    window = button.window()
    if button.isEnabled() or not (button.isVisible() and window.isActiveWindow()):
        return None
    around = button.parentWidget()
    while around is not None and not (around.isEnabled() and around.focusProxy() is None):
        around = around.parentWidget()
    there = now is not None and (now is around or now.window() is not window)
    return None if there else around


def _tabbed(button: QWidget, key: Qt.Key) -> bool:
    """On Tab or Shift+Tab, move the focus from a disabled `button`. Return whether `key` was one of these keys."""
    if key not in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
        return False
    on = key == Qt.Key.Key_Tab
    there = button.nextInFocusChain() if on else button.previousInFocusChain()
    # The Tab order is a ring, so the search ends at the widget where it began.
    while there is not None and there is not button:
        # A widget with a focus proxy would pass the focus to another widget.
        takes = bool(there.focusPolicy() & Qt.FocusPolicy.TabFocus) and there.focusProxy() is None
        if takes and there.isEnabled() and there.isVisible():
            there.setFocus(Qt.FocusReason.TabFocusReason if on else Qt.FocusReason.BacktabFocusReason)
            break
        there = there.nextInFocusChain() if on else there.previousInFocusChain()
    return True


def _ring_of(theme: Theme, window: QWidget) -> Ring:
    found = window.findChild(Ring, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, Ring) else Ring(theme, window)


def _seen(widget: QWidget) -> tuple[QRect, QRect]:
    """Return the visible part of `widget` (for tabs, the chosen tab) and the room for a ring, in window coordinates.

    For a widget scrolled partly out of view, the ring stays in the scroll area. Both rectangles are empty for a page
    that takes the focus for its parts, and for the list of a combo box, which marks its current line itself.
    """
    window = widget.window()
    taken = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not isinstance(widget, QMenuBar)
    if not (taken and widget.isVisible()) or isinstance(window.parentWidget(), QComboBox):
        return QRect(), QRect()
    part = widget.rect()
    if isinstance(widget, QTabBar):
        part = part.intersected(widget.tabRect(widget.currentIndex()))
    whole, room = QRect(widget.mapTo(window, part.topLeft()), part.size()), window.rect()
    inner = widget.parentWidget()
    while inner is not None and inner is not window:
        outer = inner.parentWidget()
        if isinstance(outer, QAbstractScrollArea):
            room = room.intersected(QRect(inner.mapTo(window, QPoint(0, 0)), inner.size()))
        inner = outer
    return whole.intersected(room), window.rect() if room.contains(whole) else room


def _pressed(button: QPushButton | QToolButton, event: QKeyEvent) -> bool:
    if event.key() not in _ENTER or event.modifiers() not in _PLAIN:
        return False
    # If a button accepts the shortcut override, the button gets the key before a shortcut with the same key.
    event.accept()
    # Holding a key down must not press a button repeatedly.
    if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
        button.event(event)
        if not event.isAccepted():
            event.accept()
            button.click()
    return True


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
