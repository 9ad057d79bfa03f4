"""Roles for screen readers that no widget of Qt has by itself: headings, groups, pictures, charts, tabs of a rail."""

from functools import cache
from typing import Final, TypeVar, cast

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QApplication, QLabel, QWidget

from bones_desktop.widgets.plaintext import plain_tip

Role = QAccessible.Role
WidgetT = TypeVar("WidgetT", bound=QWidget)
_ROLE: Final = "spokenRole"
_UNNAMED: Final = {Role.Heading: Role.StaticText, Role.Grouping: Role.Client}
"""The role of a heading or group while it has no name."""
_SILENT: Final = " "
"""A description that screen readers do not speak.

If a widget has no description, Qt uses the tooltip or the placeholder text instead.
"""


def speak_as(widget: WidgetT, role: QAccessible.Role, name: str = "") -> WidgetT:
    """Let screen readers present `widget` in another role, under `name` if it is not empty. Return the widget.

    The new role replaces everything that Qt tells about this kind of widget. Use this function only for labels, for
    plain widgets and for buttons that are tabs or radio buttons.
    """
    _install()
    if QAccessible.isActive():
        # Once a screen reader has met a widget, Qt keeps its interface. Deleting the interface makes Qt ask for the new
        # role.
        known = QAccessible.queryAccessibleInterface(widget)
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(known))
    widget.setProperty(_ROLE, role.value)
    if name:
        widget.setAccessibleName(name)
    return widget


def set_tip(widget: QWidget, tip: str) -> None:
    """Show the tooltip `tip`, and let screen readers read it after the name."""
    widget.setToolTip(plain_tip(tip))
    describe(widget, tip)


def describe(widget: QWidget, text: str) -> None:
    """Let screen readers read `text` after the name. If `text` begins with the name, they read only the rest."""
    name = widget.accessibleName() or (widget.text() if isinstance(widget, QLabel | QAbstractButton) else "")
    rest = text.removeprefix(name)
    if rest[:1].isalnum():
        rest = text  # The text begins with a word longer than the name.
    widget.setAccessibleDescription(text and (rest.lstrip(" .:,;") or _SILENT))


class _Spoken(QAccessibleWidget):
    """A label or plain widget in another role. The name of a label is its text."""

    def role(self) -> QAccessible.Role:
        """Return the role. A heading without text is presented as text, a group without a name as a plain container."""
        role = super().role()
        return role if self.text(QAccessible.Text.Name) else _UNNAMED.get(role, role)

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name or the description."""
        widget, text = self.widget(), super().text(kind)
        return widget.text() if kind is QAccessible.Text.Name and not text and isinstance(widget, QLabel) else text


class _SpokenChoice(QAccessibleWidget):
    """A checkable button that is one of the tabs of a rail, or one of several radio buttons."""

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name or the description."""
        return super().text(kind) or (self._button.text() if kind is QAccessible.Text.Name else "")

    def state(self) -> QAccessible.State:
        """Return the state: the checked button is the selected tab or the checked radio button."""
        state, chosen = super().state(), self._button.isChecked()
        if self.role() is Role.PageTab:
            state.selectable, state.selected = True, chosen
        else:
            state.checkable, state.checked = True, chosen
        return state

    def actionNames(self) -> list[str]:
        """Return the names of the actions: to press the button, and to move the focus to it."""
        return [QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.setFocusAction()]

    def doAction(self, name: str) -> None:
        """Press the button or move the focus to it."""
        if name == QAccessibleActionInterface.pressAction():
            self._button.click()
        else:
            self._button.setFocus()

    @property
    def _button(self) -> QAbstractButton:
        return cast("QAbstractButton", self.widget())


@cache
def _install() -> None:
    """Let Qt ask `_interface` for the roles of widgets. Qt asks only while a screen reader runs."""
    QAccessible.installFactory(_interface)
    cast("QApplication", QApplication.instance()).focusChanged.connect(_follow_focus)


def _follow_focus(old: QWidget | None, new: QWidget | None) -> None:
    """Repeat the message about the focus if a page passed the focus on to one of its widgets."""
    # The page passes the focus on while it receives the focus. Qt then sends the message about the page last, so the
    # message about the widget must be repeated.
    if QAccessible.isActive() and old is not None and new is not None and old.isAncestorOf(new):
        QTimer.singleShot(0, _tell_focus)


def _tell_focus() -> None:
    if (focused := QApplication.focusWidget()) is not None:
        QAccessible.updateAccessibility(QAccessibleEvent(focused, QAccessible.Event.Focus))


def _interface(_kind: str, thing: QObject) -> QAccessibleInterface | None:
    """Return the interface of a widget that has a role; None for all other widgets, which Qt presents itself."""
    role = thing.property(_ROLE)
    if role is None or not isinstance(thing, QWidget):
        return None
    kind = _SpokenChoice if isinstance(thing, QAbstractButton) else _Spoken
    return kind(thing, Role(role))
