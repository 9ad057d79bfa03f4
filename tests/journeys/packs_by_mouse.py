"""An occupation, a weapon and a race of one's own by the mouse, and the keys for their names only."""

import sys
from pathlib import Path

from PySide6.QtWidgets import QAbstractItemView, QApplication, QInputDialog, QMenu

from bones_desktop.pages.packs.packwindow import NewButton
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from tests.journeys.packsdesk import PacksDesk
from tests.journeys.travel import tell, travel


class Journey(PacksDesk):
    """Every field is clicked; the wheel brings what is further down into view."""

    def run(self) -> None:
        """Make a pack, fill it, take a step back and forth, and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.choose_in_menu("File", "House templates")
        self.see("Make your own cultures")
        self.make("Pack", "The Norse")
        self.make("Occupation", "Raider")
        self.icon("Face 3, icon 1", "Melee")
        self.icon("Face 4, icon 1", "Defend")
        self.icon("Face 4, icon 2", "Sailor")
        self.turn_to("Open to all")
        self.click_widget(next(each for each in self.on_screen("Open to all") if isinstance(each, Chip)))
        self.make("Equipment", "Long axe")
        self.icon("Face 1", "Melee")
        self.turn_to("Face 1 counts double")
        self.click("Face 1 counts double")
        self.make("Race", "Troll")
        self.icon("Skill 1", "Craft")
        tell(made=True)
        self.click("Delete")
        self.see("Troll was deleted")
        self.click("Bring back")
        self.click("Undo")
        self.click("Redo")
        self.choose("Troll")
        self.see("The racial icon: Tr")
        tell(deleted_and_back=True)
        self.click("Close")
        self.wait(lambda: not self.on_screen("Packs and what is in them"), "the window is closed")
        self.choose_in_menu("File", "Quit")

    def make(self, kind: str, name: str) -> None:
        """Choose a kind in the menu of new things, and name it."""
        self.click_widget(next(each for each in self.on_screen("New") if isinstance(each, NewButton)))
        self.wait(lambda: isinstance(QApplication.activePopupWidget(), QMenu), "the menu of new things")
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        action = next(each for each in menu.actions() if each.text().replace("&", "").startswith(kind))
        self.click_widget(menu, menu.actionGeometry(action).center())
        self.wait(lambda: isinstance(QApplication.activeWindow(), QInputDialog), "the question for a name has the keys")
        self.write(name)
        self.click("OK")
        self.wait(lambda: not QApplication.activeModalWidget(), "the question is answered")
        self.give_keys()

    def icon(self, field: str, name: str) -> None:
        """Open the list of a field, and click an icon in it."""
        self.turn_to(field)
        self.click_widget(next(each for each in self.on_screen(field) if isinstance(each, ChoiceButton)))
        self.wait(QApplication.activePopupWidget, "the icons")
        popup = QApplication.activePopupWidget()
        assert popup is not None
        icons = popup.findChild(QAbstractItemView)
        assert icons is not None
        self.pick_row(icons, name)

    def choose(self, name: str) -> None:
        """Click an entry of the only pack."""
        tree = self.see("Packs and what is in them")
        assert isinstance(tree, QAbstractItemView)
        rows = [tree.model().index(row, 0) for row in range(tree.model().rowCount())]
        index = next(each for each in rows if each.data() == name)
        self.click_widget(tree.viewport(), tree.visualRect(index).center())

    def turn_to(self, name: str) -> None:
        """Turn the wheel over the form until something is in view."""
        wanted = self.see(name)
        for _turn in range(60):
            if not wanted.visibleRegion().isEmpty() and wanted.visibleRegion().boundingRect() == wanted.rect():
                return
            heading = next(each for each in self.on_screen("") if each.objectName() == "qt_scrollarea_viewport")
            self.point(heading)
            self.send("click", "5")
        raise AssertionError(f"{name} is not brought into view")


def main() -> int:
    return travel(Journey().run, Path(sys.argv[1]))


if __name__ == "__main__":
    sys.exit(main())
