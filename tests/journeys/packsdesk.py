"""Hands over the window of the house templates."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from bones_desktop.pages.packs.packwindow import PackWindow
from tests.journeys.xhands import XHands


class PacksDesk(XHands):
    """A bare screen has no window manager: when a dialog that had the keys closes, the packs are given them."""

    @staticmethod
    def on_screen(name: str) -> list[QWidget]:
        """Return what is of that name, not in the main window while that of the packs is open."""
        found = XHands.on_screen(name)
        if not any(isinstance(each, PackWindow) and each.isVisible() for each in QApplication.topLevelWidgets()):
            return found
        return [each for each in found if not isinstance(each.window(), QMainWindow)]

    @staticmethod
    def give_keys() -> None:
        """Let the window of the packs have the keys when no window has them, or the main window while it is closed."""
        packs = [each for each in QApplication.topLevelWidgets() if isinstance(each, PackWindow) and each.isVisible()]
        if not packs:
            XHands.give_keys()
        elif QApplication.activeWindow() is None:
            packs[0].activateWindow()
            QTest.qWait(50)
