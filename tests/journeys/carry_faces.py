"""Runs the program on a real screen and drags, copies and pastes faces of Ragnar; started by test_carry_faces.

Arguments: data folder, Ragnar's file. Every event comes from the X server. Prints JSON objects, one a line.
"""

import sys
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTabBar, QWidget

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands


class Journey(XHands):
    """The steps of one change of mind."""

    def run(self) -> None:
        """Drag from the palette and from face to face, give a drag up, copy a die, undo and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.key("ctrl+2")
        tabs = self.see("Parts of the Build page")
        assert isinstance(tabs, QTabBar)
        dice = next(tab for tab in range(tabs.count()) if tabs.tabText(tab) == "Dice")
        self.click_widget(tabs, tabs.tabRect(dice).center())
        self.from_the_palette()
        self.from_face_to_face()
        self.given_up()
        self.a_whole_die()
        self.turn_the_die()
        for _ in range(3):
            self.key("ctrl+z")
        self.see("die 1, face 4 of 6, Riding")
        tell(undone=True)
        self.key("ctrl+q")

    def from_the_palette(self) -> None:
        view, at = self.icon("Craft")
        self.drag(view, at, self.see("die 1, face 4 of 6"))
        self.see("die 1, face 4 of 6, Craft")
        tell(dragged=True)
        view, at = self.icon("Magic")
        self.drag(view, at, self.see("die 1, face 4 of 6"))
        tell(refused=self.see("Gaul allows").property("text"))
        self.see("die 1, face 4 of 6, Craft")

    def from_face_to_face(self) -> None:
        source = self.see("die 1, face 6 of 6, Defend")
        self.drag(source, source.rect().center(), self.see("die 2, face 5 of 6, Melee"))
        self.see("die 2, face 5 of 6, Defend")
        self.see("die 1, face 6 of 6, Defend")
        tell(copied=True)

    def given_up(self) -> None:
        view, at = self.icon("Riding")
        start, end = view.mapToGlobal(at), self.middle("die 1, face 4 of 6")
        words = ["mousemove", str(start.x()), str(start.y()), "mousedown", "1"]
        for step in range(1, 9):
            between = start + (end - start) * step / 8
            words += ["mousemove", str(between.x()), str(between.y()), "sleep", "0.04"]
        self.send(*words, "key", "Escape", "sleep", "0.1", "mouseup", "1")
        self.see("die 1, face 4 of 6, Craft")
        tell(given_up=True)

    def a_whole_die(self) -> None:
        self.click("die 1, face 3 of 6")
        self.key("ctrl+shift+c")
        self.wait(lambda: QApplication.clipboard().text(), "text on the clipboard")
        tell(clipboard=QApplication.clipboard().text())
        self.click("die 4, face 5 of 6")
        self.key("ctrl+v")
        self.see("die 4, face 3 of 6, Outdoorsman")
        tell(pasted=True)

    def turn_the_die(self) -> None:
        cube = self.see("Die in hand, in front: die 4, face 5 of 6")
        middle = cube.rect().center()
        self.drag(cube, middle, cube, middle + QPoint(-cube.height() // 3, 0))
        self.wait(lambda: "face 5" not in cube.accessibleName(), "another face in front")
        tell(turned=True)

    def icon(self, name: str) -> tuple[QWidget, QPoint]:
        palette = self.see("Icons for this face")
        assert isinstance(palette, QAbstractItemView)
        index = self.entry(palette, name)
        palette.scrollTo(index)
        return palette.viewport(), palette.visualRect(index).center()

    def middle(self, name: str) -> QPoint:
        widget = self.see(name)
        return widget.mapToGlobal(widget.rect().center())


def main() -> int:
    data, character = Path(sys.argv[1]), Path(sys.argv[2])
    return travel(Journey().run, data, character)


if __name__ == "__main__":
    sys.exit(main())
