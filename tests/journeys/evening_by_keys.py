"""An evening at the table by the keys alone: real dice, a die thrown again, the veto, a last task, a scene, the log."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands


class Journey(XHands):
    """No click is made; the mouse rests in a corner."""

    def run(self) -> None:
        """Play, look back, and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.send("mousemove", "2", "2")
        self.key("ctrl+3")
        self.see("Every roll of this evening can be checked later by its seal")
        self.real_dice()
        self.again_and_vetoed()
        self.drawn()
        self.scene()
        self.once_more_from_the_log()
        self.key("ctrl+q")

    def real_dice(self) -> None:
        """Enter the faces of four dice, a shield and armour, and two Nulls."""
        self.key("b")
        self.see("Dice by hand: Maneuver against Average")
        self.key("1", "2", "3", "6", "2", "5", "2", "Return")
        self.see("Success by 1")
        tell(by_hand=True)

    def again_and_vetoed(self) -> None:
        """Throw die 3 again by hand, see the veto take it back."""
        self.key("r")
        self.see("Choose a die")
        self.key("3")
        self.see("Dice by hand: Maneuver against Average: Armsman again")
        self.key("1", "Return")
        self.see("Success by 2")
        self.see("Die 3 re-rolled: Melee → Universal")
        self.key("v")
        self.see("Vetoed: Die 3 re-rolled")
        self.see("Success by 1")
        tell(vetoed=True)

    def drawn(self) -> None:
        """Throw the program's dice, and end their motion."""
        self.key("space")
        self.see("Show result")
        self.key("space")
        self.see("Copy the reading as text")
        tell(drawn=True)

    def scene(self) -> None:
        """Begin a scene."""
        self.key("ctrl+shift+s")
        self.see("Name of the scene")
        self.write("The goblin front")
        self.key("Return")
        self.wait(lambda: not self.on_screen("Name of the scene"), "the name is taken")
        tell(scene=True)

    def once_more_from_the_log(self) -> None:
        """Ask once more for what was asked, and throw."""
        self.key("ctrl+7")
        self.key("Home")
        for _line in range(12):
            self.key("Down")
        self.key("Up", "Return")
        self.see("By hand")
        self.key("space", "space")
        self.see("Copy the reading as text")
        tell(repeated=True)


def main() -> int:
    data, character = Path(sys.argv[1]), Path(sys.argv[2])
    return travel(Journey().run, data, character)


if __name__ == "__main__":
    sys.exit(main())
