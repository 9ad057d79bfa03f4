"""Buttons that are made in one call: what is on them, what they do, their kind and what is said of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict, TypeVar, Union, Unpack

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QAbstractButton, QPushButton, QToolButton, QWidget

from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_icon

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from bones_desktop.theme.theme import Theme

ButtonT = TypeVar("ButtonT", bound=QAbstractButton)
Slot = Union[Callable[..., object], "SignalInstance", None]
"""What a press calls, or a signal it emits."""


class Looks(TypedDict, total=False):
    """What a button may have beside its words."""

    theme: "Theme"
    icon: str
    """Name of an icon of the theme."""
    kind: str
    """As the style sheet has it: "primary", "danger"."""
    name: str
    """What screen readers call it, where its words do not say it."""
    tip: str
    checkable: bool


def push_button(parent: QWidget, text: str = "", pressed: Slot = None, **looks: Unpack[Looks]) -> QPushButton:
    """Return a button with words."""
    return _dressed(QPushButton(text, parent), pressed, looks)


def tool_button(parent: QWidget, pressed: Slot = None, **looks: Unpack[Looks]) -> QToolButton:
    """Return a button with an icon."""
    return _dressed(QToolButton(parent), pressed, looks)


class ActionButton(QToolButton):
    """Shows an action as it is at any time, by its icon alone, and triggers it.

    `QToolButton.setDefaultAction` would do so too, but in Qt 6.11 it leaves one connection more at each change of the
    action: after 10,000 edits 1.4 MB, and 10,000 calls for the next.
    """

    def __init__(self, action: QAction, parent: QWidget) -> None:
        super().__init__(parent)
        self.action = action
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.setAutoRaise(True)
        action.changed.connect(self._show_action)
        self._show_action()

    def nextCheckState(self) -> None:
        """Leave to the action whether the button is on after a press."""
        self.action.trigger()

    def _show_action(self) -> None:
        action = self.action
        self.setText(action.iconText().replace("&", "&&"))  # of a name, and no key
        self.setIcon(action.icon())
        self.setToolTip(action.toolTip())
        self.setCheckable(action.isCheckable())
        self.setChecked(action.isChecked())
        self.setEnabled(action.isEnabled())


def _dressed(button: ButtonT, pressed: Slot, looks: Looks) -> ButtonT:
    if pressed is not None:
        button.clicked.connect(pressed)
    if "icon" in looks:
        set_icon(looks["theme"], button, looks["icon"])
    if "kind" in looks:
        button.setProperty("kind", looks["kind"])
    button.setAccessibleName(looks.get("name", ""))
    button.setToolTip(plain_tip(looks.get("tip", "")))
    button.setCheckable(looks.get("checkable", False))
    return button
