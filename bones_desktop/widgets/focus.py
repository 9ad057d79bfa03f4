"""Keyboard focus: a ring around the focused widget, Enter for focused buttons, and no moves that no user made."""

from typing import Final, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QMenuBar,
    QPushButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.localized import reads_numbers

# Return is on the main keyboard and Enter on the number pad. Players expect both to do the same.
_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_PLAIN: Final = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier})
_MOVES: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})
_LINE: Final = 2
_RIM: Final = 1
"""Width of the line, and of the rim of background on both sides that separates it from its surroundings."""
_CORNER: Final = 8
FOCUS_HOME: Final = "focusHome"
"""Property of a page that takes the focus when `send_focus_home` is called for a widget in it."""
OVER_RINGS: Final = "overRings"
"""Property of a widget that covers its window. Only rings of its own parts are painted over it."""

_HISTORY: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)

FieldT = TypeVar("FieldT", bound=QAbstractSpinBox | QComboBox | QSlider)


class Ring(Guarded, QWidget):
    """A ring on top of its window. The mouse goes through it."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self.setObjectName("focusRing")
        # The ring covers its widget, which must stay clickable.
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def lie_around(self, seen: QRect, room: QRect) -> None:
        """Surround `seen` as far as there is `room`. Both are in coordinates of the window."""
        wide = self._theme.px(_LINE) + 2 * self._theme.px(_RIM)
        around = seen.adjusted(-wide, -wide, wide, wide).intersected(room)
        if around != self.geometry():
            self.setGeometry(around)
        self.show()
        # The window may have got newer children since, and they would cover the ring.
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line with background on both sides."""
        line, rim = self._theme.px(_LINE), self._theme.px(_RIM)
        half = rim + line / 2
        at = QRectF(self.rect()).adjusted(half, half, -half, -half)
        corner = self._theme.px(_CORNER)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        # The wider line of background is painted first, with the ring on top of it.
        for colour, width in (("ground", line + 2 * rim), ("focus", line)):
            painter.setPen(QPen(self._theme.color(colour), width))
            painter.drawRoundedRect(at, corner, corner)
        painter.end()


class FocusGuide(Guarded, QObject):
    """Follows focus through all windows of the program."""

    def __init__(self, theme: Theme, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ring: Ring | None = None
        self._watched: list[QWidget] = []
        """The focused widget and its ancestors, without the window."""
        self._off: QAbstractButton | None = None
        """A button that was disabled while it had the focus. Set as long as an ancestor holds the focus for it."""
        app.focusChanged.connect(self._follow)
        theme.changed.connect(self._place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow moving widgets, and let Enter press a button that does not use the key itself."""
        kind = event.type()
        # A tab bar sends no event when another tab is chosen, except that it paints itself.
        if kind in _MOVES or (kind == QEvent.Type.Paint and isinstance(watched, QTabBar)):
            self._place()
        elif kind == QEvent.Type.EnabledChange and watched is self._off:
            # The button works again, so it gets its focus back.
            self._off.setFocus(Qt.FocusReason.OtherFocusReason)
        elif kind == QEvent.Type.KeyPress and self._off is not None and watched is self._watched[0]:
            return isinstance(event, QKeyEvent) and _tabbed(self._off, Qt.Key(event.key()))
        elif kind in _KEYS and isinstance(watched, QPushButton | QToolButton) and isinstance(event, QKeyEvent):
            return _pressed(watched, event)
        return False

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        """Watch the widget that has the focus now.

        If Qt moved the focus away from a button that was disabled, give it to an ancestor of the button. The
        next widget in tab order may be far away, and would receive the keys that the user types.
        """
        if self._off is not None:
            if isValid(self._off):
                self._off.removeEventFilter(self)
            self._off = None
        around = _around(old, now) if isinstance(old, QAbstractButton) and isValid(old) else None
        # This call comes back here first, with the new focus, and must find no button remembered.
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

    def _place(self) -> None:
        widget = self._watched[0] if self._watched and isValid(self._watched[0]) else None
        ring = self._ring if self._ring is not None and isValid(self._ring) else None
        seen, room = _seen(widget) if widget is not None else (QRect(), QRect())
        if ring is not None and (widget is None or seen.isEmpty() or ring.parentWidget() is not widget.window()):
            ring.hide()
            ring = None
        if widget is not None and not seen.isEmpty():
            self._ring = ring or _ring_of(self._theme, widget.window())
            self._ring.lie_around(seen, room)
            # Toasts and the like must stay on top, or the ring would be painted across their text.
            for each in widget.window().findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if isValid(each) and each.property(OVER_RINGS) and not each.isAncestorOf(widget):
                    each.raise_()


def send_focus_home(widget: QWidget) -> None:
    """Give the focus to the page around a widget, after a choice or when the pressed button may disappear."""
    page: QWidget | None = widget
    while page is not None and not page.property(FOCUS_HOME):
        page = page.parentWidget()
    if page is not None:
        page.setFocus(Qt.FocusReason.OtherFocusReason)


def give_back_focus(back: QWidget | None, otherwise: QWidget | None = None) -> None:
    """Give the focus back to a widget, or to the other one if the first is gone or cannot take it."""
    is_there = back is not None and isValid(back) and back.isVisible() and back.isEnabled()
    taken = back if is_there else otherwise
    if taken is not None:
        taken.setFocus(Qt.FocusReason.OtherFocusReason)


def is_history(event: QEvent) -> bool:
    """Return whether a key event asks for undo or redo, which belong to the window."""
    return (
        event.type() in {QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress}
        and isinstance(event, QKeyEvent)
        and any(event.matches(key) for key in _HISTORY)
    )


class _HistoryGuard(Guarded, QObject):
    """Event filter of a text field. It lives as long as the field."""

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Keep undo and redo from the field."""
        if not is_history(event):
            return False
        # Both the shortcut override and the key press are ignored, or the field would undo as well.
        event.ignore()
        return True


def leave_history(field: QWidget) -> None:
    """Let undo and redo in `field` pass to the window, which has the only history."""
    field.installEventFilter(_HistoryGuard(field))


class _FieldGuard(Guarded, QObject):
    """Event filter of a field. It lives as long as the field."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass the wheel to the surroundings of the field, and undo to the window. A dialog has no undo of its own."""
        number = watched if isinstance(watched, QAbstractSpinBox) else None
        if event.type() == QEvent.Type.Wheel:
            passes = number is None or not number.hasFocus()
        else:
            passes = number is not None and is_history(event) and not isinstance(number.window(), QDialog)
        if passes:
            event.ignore()
        return passes


def wheel_passes(field: FieldT) -> FieldT:
    """Return `field` so that a wheel over it scrolls the page.

    With focus the wheel changes a number, but never a choice. A number field leaves undo to the window, since the
    field's own undo would change the value a second time. It reads numbers as people of any country type them.
    """
    if isinstance(field, QSpinBox | QDoubleSpinBox):
        reads_numbers(field)
    # With Qt's own policy the wheel would give focus to the field while the user only scrolls.
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.installEventFilter(_FieldGuard(field))
    return field


def _around(button: QAbstractButton, now: QWidget | None) -> QWidget | None:
    """Return the ancestor that must hold the focus for a button that lost it by being disabled, else None."""
    window = button.window()
    if button.isEnabled() or not (button.isVisible() and window.isActiveWindow()):
        return None
    around = button.parentWidget()
    while around is not None and not (around.isEnabled() and around.focusProxy() is None):
        around = around.parentWidget()
    there = now is not None and (now is around or now.window() is not window)
    return None if there else around


def _tabbed(button: QWidget, key: Qt.Key) -> bool:
    """Move on with Tab from a disabled `button`. Return whether Tab was pressed."""
    if key not in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
        return False
    on = key == Qt.Key.Key_Tab
    there = button.nextInFocusChain() if on else button.previousInFocusChain()
    # The whole focus chain is a ring: the search ends where it began if nothing can take the focus.
    while there is not None and there is not button:
        # A widget with a proxy passes the focus on to another one in the chain.
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
    """Return the visible part of `widget` and the space for a ring, in its window. Of tabs, return the chosen one.

    If the widget is partly scrolled out of view, the ring stays within the scroll area. The result is empty for a page
    that holds the focus for its parts, and for the list of a combo box, which marks its line itself.
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
    # Accepting the shortcut override makes the button come before a shortcut with the same key.
    event.accept()
    # A held key must not press a button again and again.
    if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
        button.event(event)
        if not event.isAccepted():
            event.accept()
            button.click()
    return True
