"""Functions that create buttons with text or icon, action, kind and description."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict, TypeVar, Union, Unpack

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QToolButton, QWidget

from bones_desktop.widgets.scaled import set_icon
from bones_desktop.widgets.spoken import describe, set_tip

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from bones_desktop.theme.theme import Theme

ButtonT = TypeVar("ButtonT", bound=QAbstractButton)
Slot = Union[Callable[..., object], "SignalInstance", None]
"""A function to call or a signal to emit when the button is pressed."""


class Looks(TypedDict, total=False):
    """Optional features of a button."""

    theme: "Theme"
    icon: str
    """Name of an icon of the theme."""
    kind: str
    """Kind in the style sheet: "primary", "danger"."""
    name: str
    """Name for screen readers, if the text is not enough."""
    tip: str
    checkable: bool


class SteadyButton(QPushButton):
    """A button that ignores the second press of a double click if this press would do something else.

    The first press may have changed the button's text, or moved another button to its place.
    """

    _last: "tuple[int, QPoint, QPushButton, str] | None" = None
    """Time, place, button and text of the last press of any of these buttons."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press the button."""
        if not self._is_mistaken(event):
            super().mousePressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Press the button a second time."""
        if not self._is_mistaken(event):
            super().mouseDoubleClickEvent(event)

    def _is_mistaken(self, event: QMouseEvent) -> bool:
        time, at, last = event.timestamp(), event.globalPosition().toPoint(), SteadyButton._last
        SteadyButton._last = time, at, self, self.text()
        if last is None or event.button() is not Qt.MouseButton.LeftButton:
            return False
        moved = (at - last[1]).manhattanLength() > QApplication.startDragDistance()
        is_second = 0 <= time - last[0] < QApplication.doubleClickInterval() and not moved
        return is_second and (last[2] is not self or last[3] != self.text())


def push_button(parent: QWidget, text: str = "", pressed: Slot = None, **looks: Unpack[Looks]) -> QPushButton:
    """Return a button with text."""
    return _dressed(SteadyButton(text, parent), pressed, looks)


def tool_button(parent: QWidget, pressed: Slot = None, **looks: Unpack[Looks]) -> QToolButton:
    """Return a button with an icon."""
    return _dressed(QToolButton(parent), pressed, looks)


def arrow(step: int) -> str:
    """Return the arrow to the next item if `step` is positive, otherwise to the item before, as the layout runs."""
    return "→" if (step > 0) is not QGuiApplication.isRightToLeft() else "←"


class ActionButton(QToolButton):
    """Shows an action as an icon with its current state, and triggers the action when pressed.

    `QToolButton.setDefaultAction` would do the same, but in Qt 6.11 it adds a connection at each change of the action.
    After 10,000 edits, these connections take 1.4 MB, and the next edit causes 10,000 calls.
    """

    def __init__(self, action: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.action = action
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.setAutoRaise(True)
        action.changed.connect(self._show_action)
        self._show_action()

    def nextCheckState(self) -> None:
        """Let the action decide whether the button is checked."""
        # The button triggers the action and does not toggle itself, because its state could then differ from the
        # action's state.
        self.action.trigger()

    def _show_action(self) -> None:
        action = self.action
        # An ampersand in a name must not mark a shortcut.
        self.setText(action.iconText().replace("&", "&&"))
        self.setIcon(action.icon())
        self.setToolTip(action.toolTip())
        describe(self, action.toolTip())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
        self.setEnabled(action.isEnabled())


def view_action(
    view: QWidget, text: str, act: Callable[[], object], keys: QKeySequence.StandardKey | None = None
) -> QAction:
    """Return a new entry for the context menu of `view`. Its keys work while the focus is in `view`."""
    action = QAction(text, view)
    if keys is not None:
        action.setShortcut(keys)
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    action.triggered.connect(act)
    view.addAction(action)
    view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
    return action


def _dressed(button: ButtonT, pressed: Slot, looks: Looks) -> ButtonT:
    if pressed is not None:
        button.clicked.connect(pressed)
    if "icon" in looks:
        set_icon(looks["theme"], button, looks["icon"])
    if "kind" in looks:
        button.setProperty("kind", looks["kind"])
    button.setAccessibleName(looks.get("name", ""))
    set_tip(button, looks.get("tip", ""))
    button.setCheckable(looks.get("checkable", False))
    return button
