"""Two builds of a character side by side: their dice, and every skill's chance and cap in both."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.builder.odds.buildcard import BuildCard
from bones_desktop.panels.builder.odds.pins import Pin
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.comparetable import CompareTable
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.table import skill_name


class BuildComparison(QWidget):
    """Shows a pin on the left and the open character on the right, usual equipment along in both."""

    skill_chosen = Signal(str)
    """A skill's id: the player wants to see all its chances."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._known: tuple[Rulebook, Character, tuple[SkillOdds, ...]] | None = None
        rulebook = document.rulebook
        self.pinned = BuildCard(theme, self)
        self.table = CompareTable(
            theme, rulebook.difficulties, {skill.id: skill_name(rulebook, skill.id) for skill in rulebook.skills}, self
        )
        self.now = BuildCard(theme, self)
        self.table.chosen.connect(self.skill_chosen)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addStretch(0)
        self._row.addWidget(self.pinned)
        self._row.addWidget(self.table, 1)
        self._row.addWidget(self.now)
        self._row.addStretch(0)
        theme.changed.connect(self._restyle)
        self._restyle()

    def compare(self, pin: Pin, difficulty: str) -> None:
        """Show the open character as it is beside `pin`, against a difficulty."""
        rulebook, character = self._document.rulebook, self._document.character
        # Both builds are weighed as the group plays now.
        build = pin.character.with_(house_rules=character.house_rules)
        pinned, now = self._odds_of(build), self._document.skill_odds(None)
        title = self.tr("As created") if pin.created else self.tr("Pinned")
        self.table.compare_model.compare(pinned, now, difficulty, (title, self.tr("Now")))
        self.pinned.show_build(rulebook, title, build, character)
        self.now.show_build(rulebook, self.tr("Now"), character, build)

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the two builds equal room, and the table what is left."""
        super().resizeEvent(event)
        self._share()

    def _odds_of(self, build: Character) -> tuple[SkillOdds, ...]:
        known, rulebook = self._known, self._document.rulebook
        if known is None or known[0] is not rulebook or known[1] != build:
            known = self._known = (rulebook, build, self._document.skill_odds_of(build))
        return known[2]

    def _share(self) -> None:
        px = self._theme.px
        wide = min(px(290), max(px(150), self.width() * 21 // 100))
        for card in (self.pinned, self.now):
            card.setFixedWidth(wide)

    def _restyle(self) -> None:
        self._row.setSpacing(self._theme.px(12))
        self.table.setMaximumWidth(self._theme.px(860))
        self._share()
