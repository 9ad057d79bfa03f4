"""Buttons that open a menu."""

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QMenu, QPushButton, QToolButton


def give_menu(button: QPushButton | QToolButton, menu: QMenu) -> None:
    """Have a button open a menu at a press; once it is closed, the button looks pointed at only while it is."""
    if isinstance(button, QToolButton):
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
    button.setMenu(menu)
    menu.aboutToHide.connect(lambda: _release(button))


def _release(button: QPushButton | QToolButton) -> None:
    """Tell a button that the pointer has left it: where it left into the menu, Qt does not."""
    under = button.testAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    if under and not button.rect().contains(button.mapFromGlobal(QCursor.pos())):
        QCoreApplication.sendEvent(button, QEvent(QEvent.Type.Leave))
