"""Runs the program on a real screen and builds Ragnar from nothing; started by test_build_ragnar.

Arguments: data folder, PDF to write. Prints what was seen, one JSON object a line.
"""

import sys
from pathlib import Path

from PySide6.QtWidgets import QAbstractItemView, QApplication

from tests.journeys.hands import CTRL, SHIFT, Hands, Key
from tests.journeys.travel import tell, travel

FACES = (
    (1, ("Riding", "Melee", "Defend")),
    (2, ("Perception", "Melee", "Defend")),
    (3, ("Missile", "Maneuver")),
    (4, ("Missile", "Maneuver")),
)
"""What Ragnar's player chooses on the last faces of each die (EX-37)."""


class Journey(Hands):
    """The steps of one evening."""

    def __init__(self, pdf: Path) -> None:
        self.pdf = pdf

    def run(self) -> None:
        """Build, throw, lose a die, undo, print and quit."""
        self.wait(QApplication.activeWindow, "the window is active")
        self.make()
        self.choose_origins()
        self.choose_faces()
        self.throw()
        self.lose_and_undo()
        self.print_sheet()
        self.press(Key.Key_Q, CTRL)

    def make(self) -> None:
        self.press(Key.Key_N, CTRL)
        self.see("Starting points")
        self.type("Ragnar")
        self.click("Create")
        self.see("Die 1, Culture")

    def choose_origins(self) -> None:
        for die, name in (
            ("Die 1, Culture", "Gaul"),
            ("Die 2, Background", "Hunter/Gatherer"),
            ("Die 3, Occupation", "Armsman"),
            ("Die 4, Occupation", "Armsman"),
        ):
            cards = self.see(die)
            assert isinstance(cards, QAbstractItemView)
            self.pick(cards, name)
        self.press(Key.Key_PageDown, CTRL)
        self.see("die 4, face 6 of 6, empty")

    def choose_faces(self) -> None:
        """The first die by mouse, the others by keys alone."""
        for die, icons in FACES:
            for face, icon in zip(range(7 - len(icons), 7), icons, strict=True):
                self.click(f"die {die}, face {face} of 6")
                if die == 1:
                    palette = self.see("Icons for this face")
                    assert isinstance(palette, QAbstractItemView)
                    self.pick(palette, icon)
                else:
                    self.type(icon[:4].lower())
                    self.press(Key.Key_Return)
                self.see(f"die {die}, face {face} of 6, {icon}")
        tell(summary=[widget.property("text") for widget in self.on_screen("Ready to play")])

    def throw(self) -> None:
        self.press(Key.Key_3, CTRL)
        self.see("Dice tray")
        skill = self.see("Skill")
        self.click_at(skill)
        self.type("Maneuver")
        self.press(Key.Key_Return)
        self.click("Average")
        self.click("Roll")
        self.wait(
            lambda: any(self.on_screen(words) for words in ("Success by", "A tie", "No success", "Failure by")),
            "what the roll means",
        )
        seen = [self.on_screen(words) for words in ("Success by", "A tie", "No success", "Failure by")]
        tell(reading=next(widgets[0].accessibleName() or widgets[0].property("text") for widgets in seen if widgets))

    def lose_and_undo(self) -> None:
        self.click_at(self.see("Dice tray"))
        self.press(Key.Key_2)
        self.press(Key.Key_I)
        self.see("Wounded: 3 of 4 dice")
        tell(lost=True)
        self.press(Key.Key_Z, CTRL)
        self.see("Unhurt")
        tell(undone=True)

    def print_sheet(self) -> None:
        self.press(Key.Key_P, CTRL | SHIFT)
        self.wait(QApplication.activeModalWidget, "the dialog for the PDF")
        self.press(Key.Key_A, CTRL)
        self.type(str(self.pdf))
        self.press(Key.Key_Return)
        self.wait(self.pdf.exists, "the PDF")
        self.see("The sheet was written")
        tell(printed=True)


def main() -> int:
    data, pdf = Path(sys.argv[1]), Path(sys.argv[2])
    return travel(Journey(pdf).run, data)


if __name__ == "__main__":
    sys.exit(main())
