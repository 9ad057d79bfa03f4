"""What has the focus: a ring outside it, Enter presses it where it is a button, and it stays where nobody moved it."""

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

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_PLAIN: Final = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier})
_MOVES: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})
_LINE: Final = 2
_RIM: Final = 1
"""How wide the line is, and the rim of ground on either side that sets it off from whatever lies beside it."""
_CORNER: Final = 8
FOCUS_HOME: Final = "focusHome"
"""Property of a page that takes the focus when `send_focus_home` is called for a widget in it."""
OVER_RINGS: Final = "overRings"
"""True of what lies over a window, beside its layout: no ring is painted over it but those of its own parts."""

_HISTORY: Final = (QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo)

FieldT = TypeVar("FieldT", bound=QAbstractSpinBox | QComboBox | QSlider)


class Ring(Guarded, QWidget):
    """Lies over its window; the mouse goes through it."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self.setObjectName("focusRing")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()

    def lie_around(self, seen: QRect, room: QRect) -> None:
        """Lie around `seen`, as far as there is `room`; both within the window."""
        wide = self._theme.px(_LINE) + 2 * self._theme.px(_RIM)
        around = seen.adjusted(-wide, -wide, wide, wide).intersected(room)
        if around != self.geometry():
            self.setGeometry(around)
        self.show()
        self.raise_()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the line, with ground on either side."""
        line, rim = self._theme.px(_LINE), self._theme.px(_RIM)
        half = rim + line / 2
        at = QRectF(self.rect()).adjusted(half, half, -half, -half)
        corner = self._theme.px(_CORNER)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
        """What has the focus and what it lies in, without the window."""
        self._off: QAbstractButton | None = None
        """A button that was disabled while it had the focus, as long as what it lies in holds that for it."""
        app.focusChanged.connect(self._follow)
        theme.changed.connect(self._place)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what moves; let Enter press a button that makes no other use of it."""
        kind = event.type()
        if kind in _MOVES or (kind == QEvent.Type.Paint and isinstance(watched, QTabBar)):
            self._place()
        elif kind == QEvent.Type.EnabledChange and watched is self._off:
            self._off.setFocus(Qt.FocusReason.OtherFocusReason)
        elif kind == QEvent.Type.KeyPress and self._off is not None and watched is self._watched[0]:
            return isinstance(event, QKeyEvent) and _tabbed(self._off, Qt.Key(event.key()))
        elif kind in _KEYS and isinstance(watched, QPushButton | QToolButton) and isinstance(event, QKeyEvent):
            return _pressed(watched, event)
        return False

    def _follow(self, old: QWidget | None, now: QWidget | None) -> None:
        """Watch what has the focus now; where Qt took that from a disabled button, give it to what the button lies in.

        The widget that is next may be far away, and what is typed then would go there.
        """
        if self._off is not None:
            if isValid(self._off):
                self._off.removeEventFilter(self)
            self._off = None
        around = _around(old, now) if isinstance(old, QAbstractButton) and isValid(old) else None
        if around is not None and isinstance(old, QAbstractButton):
            around.setFocus(Qt.FocusReason.OtherFocusReason)  # comes back here first
            self._off = old
            old.installEventFilter(self)
            return
        for each in self._watched:
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
            for each in widget.window().findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if isValid(each) and each.property(OVER_RINGS) and not each.isAncestorOf(widget):
                    each.raise_()


def send_focus_home(widget: QWidget) -> None:
    """Give the focus to the page around a widget: a choice was made there, or the button pressed may be gone by now."""
    page: QWidget | None = widget
    while page is not None and not page.property(FOCUS_HOME):
        page = page.parentWidget()
    if page is not None:
        page.setFocus(Qt.FocusReason.OtherFocusReason)


def give_back_focus(back: QWidget | None, otherwise: QWidget | None = None) -> None:
    """Give the focus to what had it before, or where that is gone or cannot take it, to another widget, if any."""
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


class _FieldGuard(Guarded, QObject):
    """Lives with its field."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave the wheel to what lies around the field, and undo to the window; a dialog has none."""
        number = watched if isinstance(watched, QAbstractSpinBox) else None
        if event.type() == QEvent.Type.Wheel:
            passes = number is None or not number.hasFocus()
        else:
            passes = number is not None and is_history(event) and not isinstance(number.window(), QDialog)
        if passes:
            event.ignore()
        return passes


def wheel_passes(field: FieldT) -> FieldT:
    """Return `field`, over which a wheel scrolls the page: it changes a number only with the focus, a choice never.

    A number field leaves undo to the window: the field's own would change the value once more. It reads numbers as
    people of any country type them.
    """
    if isinstance(field, QSpinBox | QDoubleSpinBox):
        reads_numbers(field)
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel alone gives none
    field.installEventFilter(_FieldGuard(field))
    return field


def _around(button: QAbstractButton, now: QWidget | None) -> QWidget | None:
    """Return what shall hold the focus for a button that lost it by being disabled; None where it lost it otherwise."""
    window = button.window()
    if button.isEnabled() or not (button.isVisible() and window.isActiveWindow()):
        return None
    around = button.parentWidget()
    while around is not None and not (around.isEnabled() and around.focusProxy() is None):
        around = around.parentWidget()
    there = now is not None and (now is around or now.window() is not window)
    return None if there else around


def _tabbed(button: QWidget, key: Qt.Key) -> bool:
    """Go on from `button`, which is disabled, with Tab; return whether that was pressed."""
    if key not in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab}:
        return False
    on = key == Qt.Key.Key_Tab
    there = button.nextInFocusChain() if on else button.previousInFocusChain()
    while there is not None and there is not button:
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
    """Return what is seen of `widget`, and the room for a ring, within its window; of tabs, the chosen one.

    Where something is scrolled out in part, the ring stays in what scrolls. Nothing of a page that holds the focus for
    its parts, and of a list that a choice opens: that marks its line.
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
    event.accept()  # a shortcut, too, comes after the button
    if event.type() == QEvent.Type.KeyPress and not event.isAutoRepeat():
        button.event(event)
        if not event.isAccepted():
            event.accept()
            button.click()
    return True
