from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderpanel import BuilderPanel, Tab
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.reasons import Reason
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.theme.theme import Theme
from tests.support.people import ID
from tests.support.rulebooks import rulebook

SAMPLES = Path(__file__).resolve().parents[3] / "resources" / "games" / "bones" / "samples"


def sample(name: str) -> Character:
    return read_character(SAMPLES / f"{name}.bones").value


class Bench:
    """A shown panel with its document, what it refused, and hands for mouse and keys."""

    def __init__(self, qtbot: QtBot, character: Character | None = None, *, printed_only: bool = False) -> None:
        self.qtbot = qtbot
        self.theme = Theme("iron", 100)
        self.document = CharacterDocument(rulebook(), character or new_character(ID))
        self.panel = BuilderPanel(self.document, self.theme)
        self.panel.set_printed_only(printed_only)
        self.refused: list[Reason] = []
        self.changes: list[object] = []
        self.panel.edits.refused.connect(self.refused.append)
        self.document.changed.connect(self.changes.append)
        qtbot.addWidget(self.panel)
        self.panel.resize(1280, 690)
        self.panel.tabs.setCurrentIndex(Tab.DICE)
        with qtbot.waitExposed(self.panel):
            self.panel.show()
        self.panel.activateWindow()
        qtbot.waitUntil(self.panel.isActiveWindow)
        QApplication.processEvents()  # so that the columns have their sizes before anything is clicked

    @property
    def codes(self) -> list[list[str]]:
        return [[face.code for face in die.faces] for die in self.document.character.dice]

    @property
    def tiles(self) -> list[QWidget]:
        return [tile for net in self.panel.dice.board.nets for tile in net.tiles]

    def click_face(self, die: int, face: int) -> None:
        self.qtbot.mouseClick(self.panel.dice.board.nets[die].tiles[face], Qt.MouseButton.LeftButton)

    def click_icon(self, code: str) -> None:
        palette = self.panel.dice.palette_panel
        index = palette.model.index(palette.model.row_of(code))
        assert index.isValid(), code
        palette.view.scrollTo(index)
        at = palette.view.visualRect(index).center()
        self.qtbot.mouseClick(palette.view.viewport(), Qt.MouseButton.LeftButton, pos=at)

    def choose(self, die: int, name: str) -> None:
        """Select a die with the mouse, open its chooser and click the entry called `name`."""
        if self.panel.dice.board.die != die:
            self.click_face(die, 0)
        button = self.panel.dice.origin.origins[die]
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        view = button.popup.view
        row = next(row for row, choice in enumerate(button.model.rows) if choice.text == name)
        index = button.model.index(row)
        view.scrollTo(index)
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())

    def key(self, key: Qt.Key) -> None:
        """Press a key where the keys go now."""
        widget = QApplication.activePopupWidget()
        widget = widget.focusWidget() if widget else QApplication.focusWidget()
        assert widget is not None
        self.qtbot.keyClick(widget, key)

    def type(self, text: str) -> None:
        for letter in text:
            widget = QApplication.focusWidget()
            assert widget is not None
            self.qtbot.keyClicks(widget, letter)


@pytest.fixture
def bench(qtbot: QtBot) -> Callable[..., Bench]:
    return lambda *args, **kwargs: Bench(qtbot, *args, **kwargs)
