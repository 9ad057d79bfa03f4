"""A fight that is played by the controls of the Fight page alone, and people made for it."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.fight.standing import StandingDialog
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.fight.fighters import Health, How, health
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.rules.bones.making.edits import new_character
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import die
from tests.support.rulebooks import rulebook

LEFT = Qt.MouseButton.LeftButton


class Battle(FightSeat):
    """A fight that is played by the controls of its page only."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder

    def shelve(self, *who: Character, first: int = 0) -> None:
        """Put characters on the shelf and add them to the fight; `first` makes their ids others than those before."""
        for number, each in enumerate(who, first):
            shelve(self.folder, each.with_(id=f"{number:x}" * 32))
        self.join(*((each.name, 1) for each in who))

    def write(self, text: str) -> None:
        """Add stat blocks that are typed."""
        QTest.keyClick(self.page.roster, Qt.Key.Key_Insert)
        dialog = self.dialog()
        dialog.tabs.setCurrentIndex(1)
        dialog.text.setPlainText(text)
        while not dialog.add.isEnabled():
            QTest.qWait(20)
        QTest.mouseClick(self.button(dialog, "Add"), LEFT)
        QTest.mouseClick(self.button(dialog, "Done"), LEFT)
        self.app.processEvents()

    def choose(self, who: str) -> None:
        """Choose one fighter, unfolding the row of those alike."""
        self.page.roster.choose(who)
        if self.page.roster.chosen != (who,):
            QTest.keyClick(self.page.roster, Qt.Key.Key_Right)
            self.page.roster.choose(who)
        assert self.page.roster.chosen == (who,)

    def details(self, change: Callable[[StandingDialog], object]) -> None:
        """Open the details of the chosen fighter, change something there and close them."""
        QTest.mouseClick(self.page.declare.stands, LEFT)
        dialog = self.dialog()
        assert isinstance(dialog, StandingDialog)
        change(dialog)
        dialog.accept()
        self.app.processEvents()

    def arm(self, who: str, item: str) -> None:
        """Lend equipment in the fighter's details."""
        self.choose(who)
        self.details(lambda dialog: self.pick(dialog.fields["lend"], item))

    def says(self, who: str, how: How, *whom: str, **chosen: Any) -> None:
        """Declare, besides what is declared already; `chosen` are controls of the bar with what is set there."""
        self.choose(who)
        bar = self.page.declare
        if self.declared(who):
            QTest.mouseClick(bar.also, LEFT)
        self.pick(bar.fields["how"], how)
        for wanted in (True, False) if whom else ():
            for each, chip in bar.targets.items():
                if (each in whom) is wanted and chip.isChecked() is not wanted:
                    QTest.mouseClick(chip, LEFT)
        for name, value in chosen.items():
            control = bar.fields[name]
            if isinstance(value, str):
                self.pick(control, value)
            elif isinstance(value, bool):
                QTest.mouseClick(control, LEFT)
            else:
                control.setValue(value)
        made = [each for each in self.declared(who) if each.how is how]
        assert {each.whom for each in made} == (set(whom) or {""}), (made, self.refused)

    def shows(self, **faces: Sequence[int]) -> None:
        """Press B and type what all dice show that are still to be thrown, by who throws them."""
        shown = {who: list(each) for who, each in faces.items()}
        faces = [die.faces[shown[each.who].pop(0) - 1] for each in self.document.open_throws for die in each.dice]
        assert not any(shown.values()), shown
        self.page.roster.setFocus()
        QTest.keyClick(self.page.roster, Qt.Key.Key_B)
        assert self.page.by_hand.isVisible()
        for each in faces:
            names = [option.name for option in self.page.by_hand.entered.question.options]
            QTest.keyClicks(self.page.by_hand, str(names.index(face_name(rulebook(), each)) + 1))
        QTest.keyClick(self.page.by_hand, Qt.Key.Key_Return)
        self.app.processEvents()
        assert not self.document.open_throws

    def allots(self, who: str, words: Mapping[int, str | Sequence[str]]) -> None:
        """Click each success of these dice, counted from 1, and then what it is put to; forced ones lie there."""
        self.choose(who)
        board = self.page.board.allot
        for place, said in words.items():
            wanted = [said] if isinstance(said, str) else list(said)
            if self.fight.round.allot.get(who, {}).get(str(place)) == tuple(wanted):
                continue
            for number, word in enumerate(wanted):
                chip = next(each for each in board.chips if each.look.key[1:] == (str(place), number))
                QTest.mouseClick(chip, LEFT)
                QTest.mouseClick(next(each for each in board.targets if each.target.word == word), LEFT)
                self.app.processEvents()
            assert self.fight.round.allot[who][str(place)] == tuple(wanted)

    def reads_as(self, who: str, name: str) -> None:
        """Read the first die of a fighter another way."""
        self.choose(who)
        QTest.mouseClick(self.page.board.allot.chips[0], LEFT)
        menu = self.page.board.allot.readings
        next(each for each in menu.actions() if each.text().replace("&", "") == name).trigger()

    def answers(self, who: str, words: str) -> None:
        """Press an answer to damage."""
        self.choose(who)
        self.page.board.tabs.setCurrentIndex(1)
        chips = self.page.board.damage.answers
        QTest.mouseClick(next(each for each in chips if words in each.accessibleName()), LEFT)
        self.app.processEvents()

    def loses(self, who: str, *dice: int) -> None:
        """Choose which dice, counted from 1, are lost."""
        self.choose(who)
        self.page.board.tabs.setCurrentIndex(1)
        tab = self.page.board.damage
        QTest.mouseClick(tab.lose, LEFT)
        tab.popup.chosen.emit(tuple(each - 1 for each in dice))
        tab.popup.close()

    @property
    def reading(self) -> RoundReading:
        found = self.document.reading
        assert found is not None
        return found

    def closes(self) -> RoundReading:
        """Press the button until the round is closed; return how it was read before."""
        at = self.fight.encounter.round
        while self.page.bar.primary.text() != "Close round":
            assert self.page.bar.primary.text() == "Suggest the rest"
            self.press()
        found = self.reading
        self.press()
        assert self.fight.encounter.round == at + 1
        return found

    def state(self, who: str) -> Health:
        return health(self.fighter(who).character)


def armed(who: Character, *items: str) -> Character:
    return who.with_(equipment=tuple(item_from(rulebook().die(each)) for each in items))


def named(name: str, *dice: str, **fields: Any) -> Character:
    return new_character("a" * 32).with_(name=name, dice=tuple(die(each) for each in dice), **fields)


def blank(name: str, *more: str) -> Character:
    return named(name, *more, "blank,blank,blank,blank,blank,blank")
