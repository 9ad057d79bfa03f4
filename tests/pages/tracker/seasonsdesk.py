"""The Seasons tab over a document, shown in a window of its own, with hands to work it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.seasonstab import SeasonsTab
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.injuries import pass_days
from bones_desktop.rules.bones.life import seasons
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.layouts import TabStack
from tests.support.people import bob
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


class SeasonsDesk:
    """A tab, its document, and what it told."""

    def __init__(self, character: Character, **opened: object) -> None:
        self.document = CharacterDocument(rulebook(), bob())
        self.document.open(character, **opened)
        self.theme = Theme("iron")
        self.stack = TabStack(self.theme, 1)
        self.tab = SeasonsTab(self.document, self.theme, lambda: TODAY, self.stack)
        self.board = self.tab.board
        self.stack.put_scrolled(0, self.tab)
        self.refused: list[str] = []
        self.told: list[str] = []
        self.asked: list[object] = []
        self.tab.refused.connect(lambda why: self.refused.append(why.code))
        self.tab.message.connect(self.told.append)
        self.tab.throw_requested.connect(self.asked.append)
        self.tab.campaign_requested.connect(lambda: self.asked.append("campaign"))
        self.board.diary.print.clicked.connect(lambda: self.asked.append("print"))
        self.board.diary.pdf.clicked.connect(lambda: self.asked.append("pdf"))

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.document.character

    @property
    def steps(self) -> list[str]:
        """The names of the steps made."""
        return [step.name for step in self.document.history()[0]]

    @staticmethod
    def press(button: QWidget) -> None:
        """Click a button that can be pressed."""
        assert button.isEnabled()
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    @staticmethod
    def choose(button: ChoiceButton, text: str) -> None:
        """Open the list of a choice by a key, find a line by its letters and pick it."""
        QTest.keyClick(button, Qt.Key.Key_Return)
        view = button.popup.view
        assert view.isVisible()
        QTest.keyClicks(view, text)
        QTest.keyClick(view, Qt.Key.Key_Return)

    @staticmethod
    def type(field: QWidget, text: str) -> None:
        """Replace what stands in a field."""
        field.setFocus()
        QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, text)


def two_seasons() -> Character:
    """Return Bob in spring after two actions in winter and two in spring (EX-8, EX-9), with coins spent."""
    rules = rulebook()
    person = seasons.record_income(rules, bob(), TODAY, skill="craft", successes=1, title="Mends pots")
    person = seasons.record_strategic(
        rules, person, TODAY, title="Befriends the captain", skill="social", difficulty="average", successes=2
    )
    person = pass_days(person, 91, resting=True)
    person = seasons.record_strategic(
        rules,
        person,
        TODAY,
        title="Writes a book",
        skill="scholar",
        difficulty="difficult",
        successes=1,
        outcome="It sells.",
        asset="Bob on Goblins",
    )
    person = seasons.record_income(rules, person, TODAY, skill="scholar", successes=2, title="Lectures")
    person = seasons.spend_coins(person, 120, "A mule", TODAY)
    return seasons.add_asset(person, "House", season=None)
