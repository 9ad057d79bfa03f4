"""The Swordmaster from the line that the rulebook prints, pasted."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands

PRINTED = (
    "- Swordmaster - 6D:** d1 through d2- Fighter, d3 through d4- Killer, d5- Universal Success, Physical Success, "
    "Melee (Riposte), Defend (Turtle), Maneuver, Social, d6- Universal success, Physical success, Melee (Two Weapon), "
    "Defend (Turtle), Social, Maneuver"
)


class Journey(XHands):
    """What another program put on the clipboard becomes a character."""

    def run(self) -> None:
        """Paste the line on the Shelf, make the character and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        QApplication.clipboard().setText(PRINTED)
        self.key("ctrl+1")
        self.see("Your characters")
        self.key("ctrl+v")
        self.see("Make the character")
        self.click("Make the character")
        self.see("Cast member")
        tell(made=True)
        self.key("ctrl+q")


def main() -> int:
    return travel(Journey().run, Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
