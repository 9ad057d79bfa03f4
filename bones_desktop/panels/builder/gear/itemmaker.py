"""Making and changing equipment of the open character by hand, each as one step."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.builder.gear.itemdialog import ItemDialog
from bones_desktop.rules.bones.book.attempts import rulebook_for
from bones_desktop.rules.bones.book.character import Character, ItemDie
from bones_desktop.rules.bones.injury.belongings import add_item, set_item
from bones_desktop.rules.reasons import RulesError
from bones_desktop.theme.theme import Theme


class ItemMaker(QObject):
    """Opens the dialog over `window`; what it makes is applied to the document unless it has another character now."""

    refused = Signal(object)
    """The Reason why it was not done."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, printed_only: Callable[[], bool], window: QWidget
    ) -> None:
        """`printed_only` tells whether equipment of packs is hidden."""
        super().__init__(window)
        self._document = document
        self._theme = theme
        self._printed_only = printed_only
        self._window = window

    def make(self) -> None:
        """Ask for a new piece of equipment."""
        self._ask(None, self.tr("Make equipment"), lambda now, item: add_item(now, item))

    def change(self, place: int) -> None:
        """Ask how the equipment at `place` is to be."""
        equipment = self._document.character.equipment
        if 0 <= place < len(equipment):
            name = self.tr("Change equipment")
            self._ask(equipment[place], name, lambda now, item: set_item(now, place, item))

    def _ask(self, item: ItemDie | None, name: str, edit: Callable[[Character, ItemDie], Character]) -> None:
        character = self._document.character
        rulebook = rulebook_for(self._document.rulebook, character.house_rules)
        dialog = ItemDialog(self._theme, rulebook, item, self._window.window(), printed_only=self._printed_only())
        dialog.made.connect(lambda made: self._apply(character.id, name, lambda now: edit(now, made)))
        dialog.open()

    def _apply(self, owner: str, name: str, edit: Callable[[Character], Character]) -> None:
        if self._document.character.id != owner:
            return
        try:
            self._document.apply(name, edit)
        except RulesError as error:
            self.refused.emit(error.reason)
