"""The Wounds tab over a document, shown in a window of its own."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QLayout

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.tracker.woundstab import WoundsTab
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.theme.theme import Theme
from tests.support.forms import FormPage
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


class Desk:
    """A tab, its document, and what it told."""

    def __init__(self, character: Character) -> None:
        self.document = CharacterDocument(rulebook(), character)
        self.theme = Theme("iron")
        self.tab = WoundsTab(self.document, self.theme, lambda: TODAY)
        self.refused: list[str] = []
        self.told: list[str] = []
        self.tab.refused.connect(lambda why: self.refused.append(why.code))
        self.tab.message.connect(self.told.append)

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self.document.character

    @property
    def form(self) -> FormPage:
        """The form that is open."""
        return FormPage(self.tab.place.form)

    @property
    def steps(self) -> list[str]:
        """The names of the steps made."""
        return [step.name for step in self.document.history()[0]]


@pytest.fixture
def desk(qtbot) -> Callable[..., Desk]:
    def make(character: Character | None = None, width: int = 1250, height: int = 580) -> Desk:
        made = Desk(character or ragnar())
        qtbot.addWidget(made.tab)
        # In the program a scroll area is around the tab, so its content cannot enlarge it.
        made.tab.layout().setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)
        made.tab.resize(width, height)
        with qtbot.waitExposed(made.tab):
            made.tab.show()
        made.tab.activateWindow()
        qtbot.waitUntil(made.tab.isActiveWindow)
        made.tab.setFocus()
        return made

    return make
