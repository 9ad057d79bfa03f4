"""Sessions of play, fifty from Ragnar to ten dice with masteries, and all of it undone.

Arguments: data folder, file, number of sessions.
"""

import sys
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QApplication, QWidget

from tests.journeys.travel import tell, travel
from tests.journeys.xhands import XHands

ICONS: Final = (("riposte", "Melee (Riposte)"), ("defend", "Defend"), ("riding", "Riding"), ("social", "Social"))
"""What is typed and what is bought on each die after the fourth; the first needs Melee on four dice (MAST-1)."""
WAY: Final = ((), ("Right",), ("Right", "Right"), ("Down",))
"""From face 3 in the net to the faces bought."""
UNDONE: Final = 20
"""Steps undone in one go."""


class Journey(XHands):
    """A campaign in a minute."""

    def __init__(self, path: Path, sessions: int) -> None:
        self._path, self._sessions = path, sessions

    def run(self) -> None:
        """Finish, award and buy all that the sessions are worth, then take back every step."""
        self.wait(QApplication.activeWindow, "the window is active")
        before = self._path.read_bytes()
        self.click("Finish")
        self.see("Sessions played")
        steps = 1
        die, place = 5, 0
        for session in range(1, self._sessions + 1):
            self.click_widget(self.button("Award"))
            self.see(f"Awarded {session}")
            steps += 1
            while go := self.earned():
                self.click_widget(go[0])
                steps += self.buy(die, place)
                die, place = (die, place + 1) if place < 3 else (die + 1, 0)
                self.press_quickly("ctrl+Page_Down", "ctrl+Page_Down")
                self.see("Sessions played")
        tell(dice=die if place else die - 1, steps=steps, saved=self._path.read_bytes() != before)
        for _step in range(steps // UNDONE):
            self.press_quickly(*["ctrl+z"] * UNDONE)
        self.press_quickly(*["ctrl+z"] * (steps % UNDONE))
        self.see("Finish")
        self.wait(lambda: self._path.read_bytes() == before, "the file is as it was")
        tell(undone=True)
        self.key("ctrl+q")

    def press_quickly(self, *keys: str) -> None:
        """Press keys one after another without looking up between them."""
        self.give_keys()
        if keys:
            self.send("key", "--clearmodifiers", "--delay", "30", *keys)

    def button(self, name: str) -> QWidget:
        """Return the button of just that name."""
        return next(each for each in self.on_screen(name) if str(each.property("text")) == name)

    def earned(self) -> list[QWidget]:
        """Return the button that leads to where an earned icon goes, if there is one."""
        return [each for words in ("Begin die", "Place it") for each in self.on_screen(words)]

    def buy(self, die: int, place: int) -> int:
        """Put the next icon on its face, and Physical on a die just begun; return how many steps that were."""
        self.press_quickly("Home", "Down", *WAY[place])
        typed, icon = ICONS[place]
        self.write(typed)
        self.key("Return")
        self.see(f"die {die}, face {place + 3} of 6, {icon}")
        if place:
            return 1
        self.press_quickly("Home", "Down", "Left")
        self.write("physical")
        self.key("Return")
        self.see(f"die {die}, face 2 of 6, Physical")
        return 2


def main() -> int:
    data, path = Path(sys.argv[1]), Path(sys.argv[2])
    return travel(Journey(path, int(sys.argv[3])).run, data, path)


if __name__ == "__main__":
    sys.exit(main())
