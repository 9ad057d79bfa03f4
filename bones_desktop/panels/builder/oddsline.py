"""The line above the tabs of the Build page: the skill at hand, its chance, and what the last edit did to it."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.document.document import CharacterDocument
from bones_desktop.panels.builder.chancebutton import ChanceButton
from bones_desktop.panels.builder.facewords import skill_of
from bones_desktop.panels.builder.oddspage import OddsPage
from bones_desktop.rules.bones.attempts import Task
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.bones.odds import SkillOdds
from bones_desktop.rules.bones.usualitems import usual_items
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.wording.chances import percent, percent_change
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import task_name


class OddsLine(ChanceButton):
    """Follows the face last selected that names a skill, or the cell last chosen on the Odds tab."""

    def __init__(
        self, document: CharacterDocument, page: OddsPage, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._document = document
        self._page = page
        self._stale = True
        self._owner = ""
        self._before: tuple[SkillOdds, ...] = ()
        self._now: tuple[SkillOdds, ...] = ()
        self.skill = page.skill
        page.moved.connect(self._follow_page)
        page.items_changed.connect(self.refresh)

    def follow(self, face: Face) -> None:
        """Tell the skill a face is about from now on; a face of no one skill changes nothing."""
        skill = skill_of(self._document.rulebook, face)
        if skill and skill != self.skill:
            self.skill = skill
            self._tell()

    def refresh(self) -> None:
        """Tell the chance as the character is, at once or when the line is shown."""
        self._stale = True
        if self.isVisible():
            self._catch_up()

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802 (Qt's name)
        """Catch up with what changed while the line was hidden."""
        super().showEvent(event)
        if self._stale:
            self._catch_up()

    def _catch_up(self) -> None:
        self._stale = False
        owner, odds = self._document.character.id, self._document.skill_odds(self._page.items)
        if owner != self._owner:
            self._owner, self._before, self._now = owner, odds, odds
        elif odds != self._now:
            self._before, self._now = self._now, odds
        self._tell()

    def _follow_page(self) -> None:
        self.skill = self._page.skill
        self._tell()

    def _tell(self) -> None:
        if self._stale:
            return
        rulebook, level = self._document.rulebook, self._page.difficulty
        skill = next(place for place, each in enumerate(rulebook.skills) if each.id == self.skill)
        place = next(place for place, each in enumerate(rulebook.difficulties) if each.id == level)
        task = task_name(rulebook, Task(self.skill, level), self.tr)
        odds = self._now[skill]
        chance = percent(odds.chances[place], self.tr)
        change = percent_change(self._before[skill].chances[place], odds.chances[place], self.tr)
        told = [self.tr("{task}: {chance}.").format(task=task, chance=chance)]
        if change:
            told.append(self.tr("Points won or lost by the last change: {points}.").format(points=change))
        if along := self._along():
            told.append(self.tr("Thrown along: {dice}.").format(dice=along))
        if odds.reason is not None:
            told.append(sentence(odds.reason, self.tr))
        self.show_chance(task, chance, change, " ".join(told))

    def _along(self) -> str:
        """Return the names of the equipment dice that are thrown along."""
        character, places = self._document.character, self._page.items
        if places is None:
            places = usual_items(self._document.rulebook, character, self.skill)
        items = (character.equipment[place] for place in places)
        return ", ".join(item.name or item_kind_name(item.kind, self.tr) for item in items)
