"""Equipment dice as chips: which are thrown along."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.table.chips import set_touch
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip
from bones_desktop.widgets.text.plaintip import plain_tip
from bones_desktop.wording.names import item_kind_name, short_name


class Equipment(QObject):
    """Makes a chip for each equipment die of a character; its owner lays `chips` out when `show_character` says so."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._frame = parent
        self._known: object = None
        self.chips: list[Chip] = []

    @property
    def chosen(self) -> tuple[int, ...]:
        """Places of the equipment dice thrown along."""
        return tuple(place for place, chip in enumerate(self.chips) if chip.isChecked())

    def show_character(self, rulebook: Rulebook, character: Character, skill: str) -> bool:
        """Return whether there are other chips than before; the same equipment for the same skill stays as it is."""
        known = (character.id, tuple((item.name, item.kind) for item in character.equipment), skill)
        if known == self._known:
            return False
        self._known = known
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = []
        for item in character.equipment:
            kind = item_kind_name(item.kind, self.tr)
            chip = Chip(self._theme, item.name or kind, self._frame)
            tip = self.tr("{kind}: throw its die along").format(kind=kind)
            chip.setToolTip(plain_tip(tip if short_name(item.name) == item.name else f"{item.name}\n{tip}"))
            chip.clicked.connect(self.changed)
            self.chips.append(chip)
        self.choose(usual_items(rulebook, character, skill))
        return True

    def choose(self, places: Sequence[int]) -> None:
        """Throw these along and no others; places without equipment are passed over."""
        for place, chip in enumerate(self.chips):
            chip.setChecked(place in places)

    def clear(self) -> None:
        """Have nobody's equipment."""
        self._known = None
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = []

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes of the theme."""
        for chip in self.chips:
            chip.restyle()
            set_touch(chip, self._theme.px(touch))
