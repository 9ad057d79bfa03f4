"""Ragnar from an empty shelf by the mouse alone: cards, drags, clicks, and a name from the list."""

import sys
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTabBar, QWidget

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands

ORIGINS = (("Gaul", "Die 1"), ("Hunter/Gatherer", "Die 2"), ("Armsman", "Die 3"), ("Armsman", "Die 4"))
DRAGGED = ((1, 4, "Riding"), (1, 5, "Melee"), (1, 6, "Defend"))
CLICKED = (
    (2, 4, "Perception"),
    (2, 5, "Melee"),
    (2, 6, "Defend"),
    (3, 5, "Missile"),
    (3, 6, "Maneuver"),
    (4, 5, "Missile"),
    (4, 6, "Maneuver"),
)


class Journey(XHands):
    """Only the pointer moves."""

    def run(self) -> None:
        """Make, choose, drag, click, name, finish and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.click("Shelf")
        self.click("New character")
        self.click("Create")
        for name, die in ORIGINS:
            self.pick_row(self.view(f"{die}, "), name)
        self.tab("Dice")
        for die, face, icon in DRAGGED:
            self.click(f"die {die}, face {face} of 6")
            self.drag_icon(icon, self.see(f"die {die}, face {face} of 6"))
            self.see(f"die {die}, face {face} of 6, {icon}")
        tell(dragged=len(DRAGGED))
        for die, face, icon in CLICKED:
            self.click(f"die {die}, face {face} of 6")
            self.pick_row(self.view("Icons for this face"), icon)
            self.see(f"die {die}, face {face} of 6, {icon}")
        self.tab("Story and gear")
        self.click("Suggest a name")
        self.pick_row(self.popup().findChildren(QAbstractItemView)[0], "Ragnar")
        self.wait(lambda: QApplication.activePopupWidget() is None, "the list has closed")
        self.click("Finish")
        self.see("Sessions played")
        tell(finished=True)
        self.choose_in_menu("File", "Quit")

    def view(self, name: str) -> QAbstractItemView:
        """Return the list of that name."""
        found = [each for each in self.on_screen(name) if isinstance(each, QAbstractItemView)]
        self.wait(lambda: [each for each in self.on_screen(name) if isinstance(each, QAbstractItemView)], name)
        return found[0] if found else self.view(name)

    def popup(self) -> QWidget:
        """Return the list that has opened."""
        self.wait(QApplication.activePopupWidget, "an open list")
        found = QApplication.activePopupWidget()
        assert found is not None
        return found

    def tab(self, name: str) -> None:
        """Click a tab of the Build page."""
        bar = self.see("Parts of the Build page")
        assert isinstance(bar, QTabBar)
        place = next(place for place in range(bar.count()) if bar.tabText(place) == name)
        self.click_widget(bar, bar.tabRect(place).center())

    def drag_icon(self, icon: str, target: QWidget) -> None:
        """Drag an icon of the palette onto a face."""
        view = self.view("Icons for this face")
        index = self.entry(view, icon)
        self.bring_in(view, index)
        self.drag(view.viewport(), view.visualRect(index).center() - QPoint(0, 8), target)


def main() -> int:
    return travel(Journey().run, Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
