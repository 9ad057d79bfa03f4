"""An occupation, a weapon and a race of one's own by the keys alone."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QInputDialog, QMenu

from tests.journeys.packsdesk import PacksDesk
from tests.journeys.travel import tell, travel


class Journey(PacksDesk):
    """The mouse lies still."""

    def run(self) -> None:
        """Make a pack, fill it, take a step back and forth, and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.key("ctrl+shift+h")
        self.see("Make your own cultures")
        self.make("p", "The Norse")
        self.write("A. Player")
        self.key("Tab")
        self.write("For our table")
        self.make("o", "Raider")
        self.icon("Face 3, icon 1", "melee")
        self.icon("Face 4, icon 1", "defend")
        self.icon("Face 4, icon 2", "sailor")
        self.to("Open to all")
        self.key("space")
        self.make("e", "Long axe")
        self.icon("Face 1", "melee")
        self.to("Face 1 counts once")
        self.key("Right")
        self.make("r", "Troll")
        self.see("Skill 1")
        self.key("Down")
        self.wait(QApplication.activePopupWidget, "the skills")
        self.key("Down", "Return")
        tell(made=True)
        self.to("Packs and what is in them")
        self.key("Delete")
        self.see("Troll was deleted")
        self.key("ctrl+z")
        self.to("Packs and what is in them")
        self.key("End")
        self.see("The racial icon: Tr")
        tell(deleted_and_back=True)
        self.key("Escape")
        self.wait(lambda: not self.on_screen("Packs and what is in them"), "the window is closed")
        self.key("ctrl+q")

    def make(self, kind: str, name: str) -> None:
        """Open the menu of new things, choose a kind by its letter, and name it."""
        self.key("alt+n")
        self.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu), "the menu of new things")
        self.key(kind)
        self.wait(lambda: isinstance(QApplication.activeWindow(), QInputDialog), "the question for a name has the keys")
        self.write(name)
        self.key("Return")
        self.wait(lambda: not QApplication.activeModalWidget(), "the question is answered")
        self.give_keys()

    def icon(self, field: str, word: str) -> None:
        """Go to a field, open its icons, and search for one."""
        self.to(field)
        self.key("Return")
        self.wait(QApplication.activePopupWidget, "the icons")
        self.write(word)
        self.key("Return")

    def to(self, name: str) -> None:
        """Go from field to field until one is reached."""
        for _step in range(60):
            holder = QApplication.focusWidget()
            if holder is not None and (holder.accessibleName() or str(holder.property("text"))).startswith(name):
                return
            self.key("Tab")
        raise AssertionError(f"no way to “{name}”")


def main() -> int:
    return travel(Journey().run, Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
