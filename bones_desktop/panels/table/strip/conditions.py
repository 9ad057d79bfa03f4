"""Conditions under which masteries count, such as a kind of magic, as chips."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.table.chips import set_touch
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.chip import Chip


class Conditions(QObject):
    """Makes a chip for each condition that matters for a character's dice and a skill."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._frame = parent
        self.by_name: dict[str, Chip] = {}

    @property
    def chips(self) -> tuple[Chip, ...]:
        """The chips in their order."""
        return tuple(self.by_name.values())

    @property
    def chosen(self) -> frozenset[str]:
        """The conditions that hold."""
        return frozenset(name for name, chip in self.by_name.items() if chip.isChecked())

    def show_character(self, rulebook: Rulebook, character: Character, skill: str) -> bool:
        """Return whether there are other chips than before; the same conditions stay as they are."""
        names = _names(rulebook, character, skill)
        if names == tuple(self.by_name):
            return False
        for chip in self.by_name.values():
            chip.hide()
            chip.deleteLater()
        self.by_name = {}
        words = {"art": self.tr("Magic of art"), "healing": self.tr("Healing magic")}
        for name in names:
            chip = Chip(self._theme, words.get(name, name), self._frame)
            chip.setToolTip(self.tr("Masteries that count for this kind of magic only are counted"))
            chip.clicked.connect(self.changed)
            self.by_name[name] = chip
        return True

    def choose(self, names: Iterable[str]) -> None:
        """Let these hold and no others."""
        held = set(names)
        for name, chip in self.by_name.items():
            chip.setChecked(name in held)

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes of the theme; `touch` is the least height of what is pressed."""
        for chip in self.chips:
            chip.restyle()
            set_touch(chip, self._theme.px(touch))


def _names(rulebook: Rulebook, character: Character, skill: str) -> tuple[str, ...]:
    """Return the conditions under which masteries on the character's dice would count for the skill."""
    icons = {icon for die in character.dice for face in die.faces for icon in face.icons}
    icons |= {reading.mastery for race in rulebook.races if race.id in icons for reading in race.readings}
    masteries = (mastery for mastery in rulebook.masteries if mastery.id in icons)
    counts = (count for mastery in masteries for count in mastery.counts)
    return tuple(sorted({count.condition for count in counts if count.skill == skill and count.condition}))
