"""An evening at the table by the mouse alone: an opponent's dice, a die thrown again, a success, the veto, fairness."""

import sys
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QListView

from bones_desktop.tray.traywidget import TrayWidget
from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands


class Journey(XHands):
    """The keys are used for the name of a skill only."""

    def run(self) -> None:
        """Play against a goblin, look at the log and its fairness, and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.click("Table")
        self.against_a_goblin()
        self.spiffs()
        self.why()
        self.fairness()
        self.choose_in_menu("File", "Quit")

    @property
    def tray(self) -> TrayWidget:
        """The tray on the screen."""
        found = self.see("Dice tray")
        assert isinstance(found, TrayWidget)
        return found

    def against_a_goblin(self) -> None:
        """Choose Stealth and the goblin, and throw; a click ends the motion."""
        self.click("Opposed: against")
        self.click("Opponent")
        self.wait(QApplication.activePopupWidget, "the opponents")
        popup = QApplication.activePopupWidget()
        assert popup is not None
        self.write("gobl")
        [view] = popup.findChildren(QListView)
        self.pick_row(view, "Goblin (example)")
        self.click("Roll")
        self.see("Show result")
        self.click_widget(self.tray, QPoint(40, 40))
        self.see("Copy the reading as text")
        self.wait(lambda: len(self.tray.shown) >= 6, "both sides' dice")
        tell(opposed=True)

    def spiffs(self) -> None:
        """Throw the second die again, buy a success, and veto both."""
        self.click("Re-roll a die")
        self.see("Choose a die")
        self.click_widget(self.tray, self.tray.die_rect(1).center())
        self.wait(lambda: not self.tray.moving, "the die lies still")
        self.see("Die 2 re-rolled")
        self.click("One more success")
        self.see("Die 2 re-rolled")
        self.click("GM veto")
        self.click("GM veto")
        self.see("Vetoed: Die 2 re-rolled")
        self.wait(lambda: not self.on_screen("GM veto"), "nothing is left to veto")
        tell(vetoed=True)

    def why(self) -> None:
        """Point at a die and read why."""
        self.point(self.tray, self.tray.die_rect(0).center() + QPoint(3, 3))
        self.wait(lambda: self.tray.called_out == 0, "the die is explained")
        tell(explained=True)

    def fairness(self) -> None:
        """Begin a scene, end the evening and check it."""
        self.click("Log")
        self.click("New scene")
        self.see("Name of the scene")
        self.write("The goblin front")
        self.click("Begin the scene")
        tabs = next(each for each in self.on_screen("Parts of the Log page"))
        self.click_widget(tabs, tabs.tabRect(1).center())
        self.click("End the evening and reveal")
        self.click("End and reveal")
        self.click("Check")
        tell(checked=True)


def main() -> int:
    data, character = Path(sys.argv[1]), Path(sys.argv[2])
    return travel(Journey().run, data, character)


if __name__ == "__main__":
    sys.exit(main())
