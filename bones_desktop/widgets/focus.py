"""What has the focus: a ring outside it in every window, and Enter that presses it where it is a button."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QApplication,
    QComboBox,
    QMenuBar,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_PLAIN: Final = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier})
_MOVES: Final = frozenset({QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Show, QEvent.Type.Hide})
_KEYS: Final = frozenset({QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride})
_LINE: Final = 2
_RIM: Final = 1
"""How wide the line is, and the rim of ground on either side that sets it off from whatever lies beside it."""
_CORNER: Final = 8


class Ring(QWidget):
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

    @guarded(None)
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


class FocusGuide(QObject):
    """Follows focus through all windows of the program."""

    def __init__(self, theme: Theme, app: QApplication, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ring: Ring | None = None
        self._watched: list[QWidget] = []
        """What has the focus and what it lies in, without the window."""
        app.focusChanged.connect(self._follow)
        theme.changed.connect(self._place)

    @guarded(False)
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what moves; let Enter press a button that makes no other use of it."""
        kind = event.type()
        if kind in _MOVES or (kind == QEvent.Type.Paint and isinstance(watched, QTabBar)):
            self._place()
        elif kind in _KEYS and isinstance(watched, QPushButton | QToolButton) and isinstance(event, QKeyEvent):
            return _pressed(watched, event)
        return False

    def _follow(self, _old: QWidget | None, now: QWidget | None) -> None:
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


def _ring_of(theme: Theme, window: QWidget) -> Ring:
    found = window.findChild(Ring, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return found if isinstance(found, Ring) else Ring(theme, window)


def _seen(widget: QWidget) -> tuple[QRect, QRect]:
    """Return what is seen of `widget`, and the room it lies in, within its window; of tabs, the chosen one.

    Nothing of a page that holds the focus for its parts, and of a list that a choice opens: that marks its line.
    """
    window = widget.window()
    taken = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not isinstance(widget, QMenuBar)
    if not (taken and widget.isVisible()) or isinstance(window.parentWidget(), QComboBox):
        return QRect(), QRect()
    part = widget.rect()
    if isinstance(widget, QTabBar):
        part = part.intersected(widget.tabRect(widget.currentIndex()))
    seen, room = QRect(widget.mapTo(window, part.topLeft()), part.size()), window.rect()
    inner = widget.parentWidget()
    while inner is not None and inner is not window:
        outer = inner.parentWidget()
        if isinstance(outer, QAbstractScrollArea):
            room = room.intersected(QRect(inner.mapTo(window, QPoint(0, 0)), inner.size()))
        inner = outer
    return seen.intersected(room), room


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
