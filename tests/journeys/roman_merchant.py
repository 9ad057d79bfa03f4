"""A Roman merchant with house templates, and the refusal of the same with printed templates only."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands


class Journey(XHands):
    """Origins by keys, faces by the first icon that may stand there."""

    def run(self) -> None:
        """Make the merchant, finish, turn house templates off, and try again."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.begin("Marcus")
        for name in ("Roman", "Citizen", "Merchant", "Merchant"):
            self.write(name)
            self.key("Return", "Right")
        self.key("ctrl+Page_Down")
        while empty := [each for die in range(1, 5) for each in self.on_screen(f"die {die}, ") if is_empty(each)]:
            self.click_widget(empty[0])
            self.key("Return", "Return")
        self.see("Ready to play")
        tell(badges=any("house rule" in str(each.property("text")) for each in self.on_screen("")))
        self.click("Finish")
        self.see("Sessions played")
        self.key("ctrl+comma")
        self.see("Characters folder")
        self.key("ctrl+Tab")
        self.click("Printed templates only")
        self.key("Escape")
        self.begin("Gaius")
        self.write("Roman")
        self.key("Return", "Right")
        self.key("End")
        self.see("Citizen, Villager, ")
        tell(refused=not self.on_screen("If chosen: Citizen"))
        self.key("ctrl+q")

    def begin(self, name: str) -> None:
        """Make an empty Cold Iron character."""
        self.key("ctrl+n")
        self.see("Starting points")
        self.write(name)
        self.key("Return")
        self.wait(lambda: self.on_screen("Die 1, Culture") and self.on_screen(name), f"{name} on the screen")


def is_empty(widget: object) -> bool:
    """Return whether a widget is a face that waits for an icon."""
    said = getattr(widget, "accessibleName", str)()
    return ", face " in said and "of 6, empty" in said


def main() -> int:
    return travel(Journey().run, Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
