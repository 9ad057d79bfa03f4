"""Hands outside the program: every event comes from the X server, as from a real mouse and keyboard."""

import subprocess
from typing import Final

from PySide6.QtCore import QModelIndex, QPoint
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QMenuBar, QWidget

from tests.journeys.hands import Hands

STEPS: Final = 8
"""Places the mouse passes on its way while it drags."""
PAUSE: Final = "0.03"
LOOKS: Final = 3
"""How often a place is seen the same before it is trusted."""


class XHands(Hands):
    """Moves the pointer and presses keys of the display.

    A bare screen has no window manager: when a dialog that had the keys closes, the main window is given them.
    """

    def send(self, *words: str) -> None:
        """Let xdotool do what `words` say, and the program run meanwhile."""
        running = subprocess.Popen(["xdotool", *words])
        self.wait(lambda: running.poll() is not None, f"xdotool {' '.join(words)}")
        assert running.returncode == 0, words
        QTest.qWait(40)

    def where(self, widget: QWidget, at: QPoint | None = None) -> tuple[str, str]:
        """Return the place of a widget on the screen once it stays there: a page just shown may still be laid out."""
        places: list[QPoint] = []

        def still() -> bool:
            places.append(widget.mapToGlobal(at or widget.rect().center()))
            return len(places) >= LOOKS and places[-LOOKS:] == [places[-1]] * LOOKS

        self.wait(still, f"{widget.accessibleName() or widget.objectName()} stays where it is")
        return str(places[-1].x()), str(places[-1].y())

    def point(self, widget: QWidget, at: QPoint | None = None) -> None:
        """Move the mouse over a widget."""
        self.send("mousemove", *self.where(widget, at))

    def click_widget(self, widget: QWidget, at: QPoint | None = None, button: int = 1, times: int = 1) -> None:
        """Click a widget in its middle, or at a point of it."""
        repeat = ("--repeat", str(times), "--delay", "60") if times > 1 else ()
        self.send("mousemove", *self.where(widget, at), "sleep", PAUSE, "click", *repeat, str(button))

    def click(self, name: str) -> None:
        """Click what is called `name`."""
        self.click_widget(self.see(name))

    def pick_row(self, view: QAbstractItemView, words: str, *, times: int = 1) -> None:
        """Click the entry of a list that begins with `words`; the wheel brings it into view."""
        index = self.entry(view, words)
        self.bring_in(view, index)
        self.click_widget(view.viewport(), view.visualRect(index).center(), times=times)

    def bring_in(self, view: QAbstractItemView, index: QModelIndex) -> None:
        """Turn the wheel until an entry is in view."""
        for _turn in range(200):
            shown = view.visualRect(index)
            if view.viewport().rect().contains(shown.center()):
                return
            button = "5" if shown.center().y() > 0 else "4"
            self.send("mousemove", *self.where(view.viewport()), "click", button)
        raise AssertionError(f"{index.data()} is not brought into view")

    def choose_in_menu(self, menu: str, entry: str) -> None:
        """Open a menu of the window and click an entry."""
        self.wait(self._menu_bars, "the menu bar")
        [bar] = self._menu_bars()
        action = next(each for each in bar.actions() if each.text().replace("&", "") == menu)
        self.click_widget(bar, bar.actionGeometry(action).center())
        self.wait(QApplication.activePopupWidget, f"the menu {menu}")
        opened = QApplication.activePopupWidget()
        assert isinstance(opened, QMenu)
        wanted = next(each for each in opened.actions() if each.text().replace("&", "").startswith(entry))
        self.click_widget(opened, opened.actionGeometry(wanted).center())

    def _menu_bars(self) -> list[QMenuBar]:
        return [each for each in self.on_screen("") if isinstance(each, QMenuBar)]

    def drag(self, source: QWidget, start: QPoint, target: QWidget, end: QPoint | None = None) -> None:
        """Press at a point of `source`, carry it over to `target` and let go there."""
        first = source.mapToGlobal(start)
        last = target.mapToGlobal(end or target.rect().center())
        words = ["mousemove", str(first.x()), str(first.y()), "mousedown", "1", "sleep", PAUSE]
        for step in range(1, STEPS + 1):
            between = first + (last - first) * step / STEPS
            words += ["mousemove", str(between.x()), str(between.y()), "sleep", PAUSE]
        self.send(*words, "sleep", "0.1", "mouseup", "1")

    def key(self, *keys: str) -> None:
        """Press keys one after another, named as X names them: "Return", "ctrl+v"."""
        for key in keys:
            self.give_keys()
            self.send("key", "--clearmodifiers", key)

    def write(self, text: str) -> None:
        """Type a text."""
        self.give_keys()
        self.send("type", "--delay", "8", text)
