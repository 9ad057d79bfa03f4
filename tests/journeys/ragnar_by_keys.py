"""Ragnar from an empty shelf by the keys alone."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands

FACES = (
    (1, ((4, "Riding"), (5, "Melee"), (6, "Defend"))),
    (2, ((4, "Perception"), (5, "Melee"), (6, "Defend"))),
    (3, ((5, "Missile"), (6, "Maneuver"))),
    (4, ((5, "Missile"), (6, "Maneuver"))),
)
"""What Ragnar's player chooses on each die (EX-37)."""
WAY = {4: ("Right",), 5: ("Right", "Right"), 6: ("Down",)}
"""From face 3 in the net."""


class Journey(XHands):
    """The mouse lies still."""

    def run(self) -> None:
        """Make, choose, type, finish and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.key("ctrl+n")
        self.see("Starting points")
        self.write("Ragnar")
        self.key("Return")
        self.see("Die 1, Culture")
        self.write("Gaul")
        self.key("Return", "Right", "Return", "Right", "Return", "Right", "Return")
        self.key("ctrl+Page_Down")
        for _die in range(4):
            self.key("Prior")
        for die, icons in FACES:
            for face, icon in icons:
                self.key("Home", "Down", *WAY[face])
                self.wait(lambda: QApplication.focusWidget() is not None, "a face has the keys")
                self.write(icon[:4].lower())
                self.key("Return")
                self.see(f"die {die}, face {face} of 6, {icon}")  # the last one leads to the next die
        tell(built=True)
        self.key("ctrl+Page_Down", "ctrl+Page_Down", "space")
        self.see("Sessions played")
        tell(finished=True)
        self.key("ctrl+q")


def main() -> int:
    return travel(Journey().run, Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
