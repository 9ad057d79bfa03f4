"""The Origin page alone on a bench, with its changer, its questions, and hands for mouse and keys."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.originchanger import ConflictQuestion, OriginChanger
from bones_desktop.pages.builder.originpage import OriginPage
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.reasons import Reason
from bones_desktop.theme.theme import Theme
from tests.support.people import ID
from tests.support.rulebooks import rulebook


class OriginDesk:
    def __init__(
        self,
        qtbot: QtBot,
        character: Character | None = None,
        *,
        printed_only: bool = False,
        text_size: int = 100,
        size: tuple[int, int] = (1240, 560),
    ) -> None:
        self.qtbot = qtbot
        self.theme = Theme("iron", text_size)
        self.document = CharacterDocument(rulebook(), character or new_character(ID))
        self.top = QWidget()
        qtbot.addWidget(self.top)
        self.edits = BuilderEdits(self.document, self.top, today=lambda: "2026-11-21")
        self.edits.printed_only = printed_only
        self.changer = OriginChanger(self.document, self.edits, self.theme, self.top)
        self.page = OriginPage(self.document, self.theme, self.changer, self.top)
        layout = QVBoxLayout(self.top)
        layout.addWidget(self.page)
        self.refused: list[Reason] = []
        self.moved_on: list[int] = []
        self.edits.refused.connect(self.refused.append)
        self.changer.template_changed.connect(self.moved_on.append)
        self.document.changed.connect(lambda _change: self.page.refresh())
        self.top.resize(*size)
        with qtbot.waitExposed(self.top):
            self.top.show()
        self.top.activateWindow()
        qtbot.waitUntil(self.top.isActiveWindow)

    @property
    def templates(self) -> list[str]:
        return [die.template for die in self.document.character.dice]

    def codes(self, die: int) -> list[str]:
        return [shown.code for shown in self.document.character.dice[die].faces]

    @property
    def steps(self) -> list[str]:
        stack = self.document.undo_stack
        return [stack.text(place) for place in range(stack.count())]

    def names(self, die: int) -> list[str]:
        return [card.name for card in self.page.dice[die].list.cards.rows]

    def click(self, die: int, name: str) -> None:
        """Click a card with the mouse."""
        view = self.page.dice[die].list
        index = view.cards.index(self.names(die).index(name))
        view.scrollTo(index)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())

    def key(self, key: Qt.Key, times: int = 1) -> None:
        """Press a key where the keys go."""
        for _ in range(times):
            widget = QApplication.focusWidget()
            assert widget is not None
            self.qtbot.keyClick(widget, key)

    @property
    def questions(self) -> list[ConflictQuestion]:
        return [each for each in self.top.findChildren(ConflictQuestion) if each.isVisible()]

    @property
    def question(self) -> ConflictQuestion:
        [question] = self.questions
        return question

    def press(self, button: QPushButton) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
