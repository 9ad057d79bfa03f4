"""The Fight page of the running program with somebody in the fight, for tests that play there."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.addfighters import Newcomer
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.notation import find_block
from bones_desktop.rules.bones.fight.fighters import Declaration, Fighter
from bones_desktop.rules.bones.fight.roster import Fight, usual_side
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.storage.files.characterfile import new_id, read_character, write_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.log.logentry import EntryKind, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.widgets.choice.buttons import ChoiceButton
from tests.support.running import Running


class FightSeat(Running):
    """The program on its Fight page, with a fight of `who`."""

    def __init__(self, folder: Path, *who: tuple[str, int], **options) -> None:
        super().__init__(folder, **{"page": "encounter", **options})
        self.window.show_page("encounter")
        self.app.processEvents()
        self.pages = self.program.pages.fights
        self.page = self.pages.page
        self.join(*who)

    def begin(self, *people: Character, who: Sequence[tuple[str, int]] = ()) -> None:
        """Begin another fight of `who`, with only these people on the shelf, as they are given.

        A module can so keep one program for all its tests.
        """
        for dialog in self.dialogs():
            dialog.close()
        for path in self.locations.characters.glob("*.bones"):
            if path != self.program.session.path:
                path.unlink()
        shelve(self.locations.data.parent, *people)
        self.pages.new("")
        self.refused.clear()
        self.said.clear()
        self.window.show_page("encounter")
        self.join(*who)

    def join(self, *who: tuple[str, int]) -> None:
        """Add characters of the shelf, and copies of printed blocks, without the dialog."""
        shelf, book = self.program.desk.shelf.entries(), self.document.rulebook
        for name, number in who:
            path = next((each.path for each in shelf if each.name == name), None)
            made = read_character(path).value if path else character_from_block(book, find_block(book, name), new_id())
            self.pages.add((Newcomer(made, usual_side(made), number, filed=path is not None),))
        self.app.processEvents()

    @property
    def document(self) -> FightDocument:
        return self.pages.document

    @property
    def fight(self) -> Fight:
        return self.document.fight

    def fighter(self, who: str) -> Fighter:
        return self.fight.encounter.fighter(who)

    def declared(self, who: str) -> list[Declaration]:
        return [each for each in self.fight.round.declarations if each.who == who]

    @property
    def foes(self) -> list[str]:
        return [fighter.id for fighter in self.fight.encounter.fighters if fighter.side == "B"]

    @property
    def stands(self) -> list[bool]:
        """Whether each line of the log of throws and rounds stands, oldest first."""
        found = self.program.pages.room.log.latest()
        return [entry.stands for entry in found if entry.kind is EntryKind.THROW]

    def add(self, *who: tuple[str, int]) -> None:
        """Add fighters by the dialog, as a user types and presses Enter."""
        QTest.keyClick(self.page.roster, Qt.Key.Key_Insert)
        dialog = self.dialog()
        for name, number in who:
            dialog.search.clear()
            dialog.search.setText(name)
            dialog.number.setValue(number)
            QTest.keyClick(dialog.search, Qt.Key.Key_Return)
        self.button(dialog, "Done").click()
        self.app.processEvents()

    def press(self) -> None:
        """Press the primary button with the mouse."""
        QTest.mouseClick(self.page.bar.primary, Qt.MouseButton.LeftButton)
        self.app.processEvents()

    def roll(self) -> None:
        """Press the primary button, and roll although some have not declared."""
        self.press()
        assert self.page.bar.ask.question
        QTest.mouseClick(self.page.bar.ask.yes, Qt.MouseButton.LeftButton)
        self.app.processEvents()

    def pick(self, button: ChoiceButton, key: str) -> None:
        """Open a list and pick from it."""
        button.open()
        self.app.processEvents()
        popup = button.popup
        popup.picked.emit(next(choice for choice in popup.model.rows if choice.key == key))
        popup.close()
        self.app.processEvents()

    def show_faces(self, wanted: str = "melee", unhurt: Iterable[str] = ("bob",)) -> None:
        """Throw what is open: `wanted` on all dice that bear it, blanks for those who shall hurt nobody."""
        throws = self.document.open_throws
        indices = []
        for each in throws:
            code = "blank" if each.who in set(unhurt) else wanted
            for die in each.dice:
                codes = [face.code for face in die.faces]
                indices.append(codes.index(code) if code in codes else 0)
        self.pages.play.throw(throws, indices)


def shelve(folder: Path, *people: Character) -> Path:
    """Put characters on a shelf below `folder`, each in the file of its name, and return `folder`."""
    shelf = Locations.under(folder).characters
    shelf.mkdir(parents=True, exist_ok=True)
    for each in people:
        write_character(shelf / f"{each.name}.bones", each)
    return folder


def lines(folder: Path) -> list[LogEntry]:
    """Return the throws and rounds in the log, the first first."""
    log = ThrowLog(Locations.under(folder).roll_log, lambda: datetime(2026, 11, 21, 12, tzinfo=UTC))
    found = [entry for entry in log.latest() if entry.kind is EntryKind.THROW]
    log.close()
    return found
