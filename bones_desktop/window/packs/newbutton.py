"""The button that makes packs and what goes into them."""

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QPushButton, QWidget

from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.widgets.choice.menubutton import give_menu
from bones_desktop.window.packs.packacts import EQUIPMENT, PACK, RACE


class NewButton(QPushButton):
    """Opens a menu of kinds."""

    requested = Signal(str, str)
    """The kind, and how to ask for the name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("&New"))
        self.actions_by_kind: Final[dict[str, QAction]] = {}
        menu = QMenu(self)
        kinds = (
            (PACK, self.tr("&Pack…"), self.tr("Name of the new pack")),
            (TemplateKind.CULTURE.value, self.tr("&Culture…"), self.tr("Name of the new culture")),
            (TemplateKind.BACKGROUND.value, self.tr("&Background…"), self.tr("Name of the new background")),
            (TemplateKind.OCCUPATION.value, self.tr("&Occupation…"), self.tr("Name of the new occupation")),
            (EQUIPMENT, self.tr("&Equipment…"), self.tr("Name of the new equipment")),
            (RACE, self.tr("&Race…"), self.tr("Name of the new race")),
        )
        for kind, word, question in kinds:
            action = menu.addAction(word)
            action.triggered.connect(
                lambda _checked=False, kind=kind, question=question: self.requested.emit(kind, question)
            )
            self.actions_by_kind[kind] = action
            if kind == PACK:
                menu.addSeparator()
        give_menu(self, menu)

    def set_has_pack(self, has_pack: bool) -> None:
        """Offer what goes into a pack while one is chosen."""
        for kind, action in self.actions_by_kind.items():
            action.setEnabled(kind == PACK or has_pack)
