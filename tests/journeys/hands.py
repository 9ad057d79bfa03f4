"""A user's hands: real windows are looked at, and only mouse and key events are sent to them."""

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMainWindow, QWidget

WAIT_S = 30
SETTLE_MS = 5
Key = Qt.Key
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Hands:
    """Looks for what is on the screen by the names a screen reader gives, and clicks and types."""

    @staticmethod
    def wait(until: Callable[[], object], what: str) -> None:
        """Let the program run until something is so; AssertionError when it never is."""
        end = time.monotonic() + WAIT_S
        while not until():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain: {what}")
            QTest.qWait(SETTLE_MS)

    @staticmethod
    def on_screen(name: str) -> list[QWidget]:
        """Return the visible widgets whose accessible name, or words, begin with `name`; those called just so first."""
        found: list[tuple[bool, QWidget]] = []
        for window in QApplication.topLevelWidgets():
            for widget in _visible(window):
                words = widget.accessibleName() or str(widget.property("text") or "").replace("&", "")
                if words.startswith(name):
                    found.append((words != name, widget))
        return [widget for _, widget in sorted(found, key=lambda each: each[0])]

    def see(self, name: str) -> QWidget:
        """Return the first visible widget of that name, waiting for it."""
        found: list[QWidget] = []

        def seen() -> bool:
            found[:] = self.on_screen(name)
            return bool(found)

        self.wait(seen, f"“{name}” on the screen")
        return found[0]

    def click(self, name: str) -> None:
        """Click the middle of what is called `name`."""
        self.click_at(self.see(name))

    @staticmethod
    def click_at(widget: QWidget, at: QPoint | None = None) -> None:
        """Move the mouse there and click, as an event of the window that holds the widget."""
        window = widget.window()
        _give_keys(window)
        place = widget.mapTo(window, at or widget.rect().center())
        handle = window.windowHandle()
        QTest.mouseMove(handle, place)
        QTest.mouseClick(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
        QTest.qWait(SETTLE_MS)

    def pick(self, view: QAbstractItemView, words: str) -> None:
        """Click the entry of a list that begins with `words`, scrolling to it first."""
        index = self.entry(view, words)
        view.scrollTo(index)
        QTest.qWait(SETTLE_MS)
        self.click_at(view.viewport(), view.visualRect(index).center())

    def entry(self, view: QAbstractItemView, words: str) -> QModelIndex:
        """Return the index of the entry of a list that begins with `words`, waiting for it."""
        model = view.model()

        def row() -> int:
            for place in range(model.rowCount()):
                index = model.index(place, 0)
                said = index.data(Qt.ItemDataRole.AccessibleTextRole) or index.data() or ""
                if str(said).startswith(words):
                    return place
            return -1

        self.wait(lambda: row() >= 0, f"an entry “{words}”")
        return model.index(row(), 0)

    @staticmethod
    def give_keys() -> None:
        """Let the main window have the keys when no window has them."""
        for window in QApplication.topLevelWidgets():
            if isinstance(window, QMainWindow):
                _give_keys(window)

    @staticmethod
    def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key where the keys go now."""
        window = _has_keys()
        QTest.keyClick(window.windowHandle(), key, modifiers)
        QTest.qWait(SETTLE_MS)

    @staticmethod
    def type(text: str) -> None:
        """Type `text` where the keys go now."""
        window = _has_keys()
        for letter in text:
            QTest.keyClick(window.windowHandle(), letter)
        QTest.qWait(SETTLE_MS)


def _visible(widget: QWidget) -> Iterator[QWidget]:
    """Yield a visible widget and the visible ones in it; pages out of view have hundreds, and are not looked at."""
    if widget.isVisible():
        yield widget
        for child in widget.children():
            if isinstance(child, QWidget):
                yield from _visible(child)


def _give_keys(window: QWidget) -> None:
    """Do what a window manager does, for a bare screen has none: the window used gets the keys if no other has."""
    if QApplication.activeWindow() is None:
        window.activateWindow()
        QTest.qWait(50)


def _has_keys() -> QWidget:
    window = QApplication.activePopupWidget() or QApplication.activeModalWidget()
    if window is None:
        [main] = [each for each in QApplication.topLevelWidgets() if isinstance(each, QMainWindow)]
        _give_keys(main)
        window = QApplication.activeWindow()
    assert window is not None, "no window has the keys"
    return window
