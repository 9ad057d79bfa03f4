"""Strip below the dice: chances of all skills at one difficulty, and the change that an icon would bring."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.explain import skill_of
from bones_desktop.rules.bones.book.definitions import Difficulty
from bones_desktop.rules.bones.book.icons import UNFILLED, Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.charts.chancetable import SkillCell, SkillCellModel, SkillCellView
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.chances import against_text, percent, percent_change
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import dice_count, skill_name


class DifficultyButton(ChoiceButton):
    """Shows the chosen difficulty, as set by its owner. `activated` is emitted when the player picks another."""

    def __init__(
        self, rulebook: Rulebook, theme: Theme, label: str, current: str, parent: QWidget | None = None
    ) -> None:
        """`label` is the accessible name."""
        super().__init__(theme, label, "", parent)
        self._offered = [Choice(level.id, level.name, self._dice(level)) for level in rulebook.difficulties]
        self.set_difficulty(current)

    def set_difficulty(self, difficulty: str) -> None:
        """Show this difficulty as chosen."""
        self.set_choices(self._offered, difficulty)

    def _dice(self, level: Difficulty) -> str:
        dice = dice_count(level.dice)
        if not level.automatic_nulls:
            return dice
        return _("{dice} and {n} Nulls without rolling; a Null cancels a success").format(
            dice=dice, n=level.automatic_nulls
        )


MOST_TOLD: Final = 4
FIRST_DIFFICULTY: Final = "average"
PAUSE: Final = 60
"""Milliseconds that the pointer rests on an icon before its odds are calculated."""
_Point = tuple[int, int, Face]


def change_words(rulebook: Rulebook, before: Sequence[SkillOdds], after: Sequence[SkillOdds], difficulty: str) -> str:
    """Return the percentage points that skills gain or lose at a difficulty, in words, largest change first.

    Return "" if no change is large enough to show.
    """
    place = [level.id for level in rulebook.difficulties].index(difficulty)
    moved = []
    for was, now in zip(before, after, strict=True):
        change = percent_change(was.chances[place], now.chances[place])
        if change:
            size = abs(now.chances[place].value - was.chances[place].value)
            moved.append((size, skill_name(rulebook, now.skill), change))
    moved.sort(key=itemgetter(0), reverse=True)
    # Changes below one point are left out, unless all changes are that small.
    named = [each for each in moved if "." not in each[2]] or moved
    parts = [_("{skill} {change}").format(skill=skill, change=change) for _size, skill, change in named[:MOST_TOLD]]
    if named:
        _size, skill, change = named[0]
        first = _("{skill} {change} point") if change[1:] == "1" else _("{skill} {change} points")
        parts[0] = first.format(skill=skill, change=change)
    if len(named) > MOST_TOLD:
        parts.append(_("and {n} more").format(n=len(named) - MOST_TOLD))
    return ", ".join(parts)


class SkillStrip(Guarded, QFrame):
    """Shows the odds of the dice to roll. They are calculated only while the strip is visible."""

    difficulty_changed = Signal(str)
    """Emitted with the id of the difficulty that the player chose here."""
    previewed = Signal(str)
    """Emitted with the effect, in words, of the icon under the pointer on the odds; "" for none."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "card")
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._document = document
        self._owner: tuple[str, object] = ("", ())
        self._items: tuple[int, ...] | None = None
        self._before: tuple[SkillOdds, ...] = ()
        self._now: tuple[SkillOdds, ...] = ()
        self._point: _Point | None = None
        self._then: tuple[SkillOdds, ...] | None = None
        self._marked = ""
        self.difficulty = FIRST_DIFFICULTY
        # Wait until the pointer rests, because it passes over many icons on its way to one.
        self._rest = QTimer(self, singleShot=True, interval=PAUSE)
        self._rest.timeout.connect(self._preview)
        self._label = plain_label(self, _("Chances against"), "muted", theme=theme, size=12)
        label = _("Difficulty of the chances below the dice")
        self.against = DifficultyButton(document.rulebook, theme, label, self.difficulty, self)
        set_lengths(theme, self.against, width=124)
        self.model = SkillCellModel(self)
        self.view = SkillCellView(theme, self.model, self)
        self.view.setAccessibleName(_("Chances of success"))
        self.view.setAccessibleDescription(_("Enter opens the skill on the Odds tab."))
        self._left = vbox(None, self._label, self.against, STRETCH, theme=theme, gap=2)
        self._row = hbox(self, self._left, theme=theme, gap=12, edges=(8, 3, 8, 3))
        self._row.addWidget(self.view, 1, Qt.AlignmentFlag.AlignVCenter)
        self.against.activated.connect(self._choose_difficulty)

    def whole_rows(self, height: int) -> int:
        """Return the largest height, at most `height`, that cuts off no row of chances."""
        edges, row = self._row.contentsMargins(), self.view.gridSize().height()
        around = edges.top() + edges.bottom() + 2 * self.frameWidth()
        return around + max(0, height - around) // max(1, row) * row

    def refresh(self) -> None:
        """Show the current character, at once if the strip is visible, else when it is shown."""
        if self.isVisible():
            self._catch_up()

    def set_difficulty(self, difficulty: str) -> None:
        """Show the chances against another difficulty."""
        if difficulty != self.difficulty:
            self.difficulty = difficulty
            self.against.set_difficulty(difficulty)
            self._tell()
            self._say()

    def set_items(self, items: tuple[int, ...] | None) -> None:
        """Include these equipment dice, given as indices, in the odds; None for each skill's default equipment."""
        if items != self._items:
            self._items = items
            self.refresh()

    def follow(self, face: Face) -> None:
        """Mark the skill of the selected face; none for a face without a single skill."""
        skill = skill_of(self._document.rulebook, face)
        if skill != self._marked:
            self._marked = skill
            self._tell()

    def set_preview(self, die: int, face: int, new: Face | None) -> None:
        """Show after a short pause how an icon on a face would change the odds; for None, show no change.

        An icon that is already on the face changes nothing. `previewed` is then emitted with the loss that removing the
        icon would cause.
        """
        point = None if new is None or new.is_unfilled else (die, face, new)
        if point != self._point:
            self._point = point
            self._rest.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the strip was hidden."""
        super().showEvent(event)
        self._catch_up()

    @property
    def _places(self) -> tuple[int, ...] | None:
        """Indices of the chosen equipment dice that the character still has; None for the default."""
        if self._items is None:
            return None
        return tuple(place for place in self._items if place < len(self._document.character.equipment))

    def _catch_up(self) -> None:
        character, odds = self._document.character, self._document.skill_odds(self._places)
        # Wounds and ticked equipment are not part of the build, so the strip does not show their effects as changes.
        shown = (tuple(die.faces for die in character.dice), character.equipment)
        owner = (character.id, shown)
        if owner[0] != self._owner[0] or (odds != self._now and shown == self._owner[1]):
            self._owner, self._before, self._now = owner, odds, odds
        elif odds != self._now:
            self._before, self._now = self._now, odds
        self._owner = owner
        self._then = None
        if self._point is not None:
            self._rest.start()
        self._tell()

    def _choose_difficulty(self, choice: Choice) -> None:
        if choice.key != self.difficulty:
            self.set_difficulty(choice.key)
            self.difficulty_changed.emit(choice.key)

    def _preview(self) -> None:
        """Calculate the change that the icon under the pointer would make. This takes a few milliseconds."""
        if not self.isVisible():
            return
        then = None
        if self._point is not None and self._exists(self._point) and not self._stands(self._point):
            then = self._document.skill_odds_if(*self._point, self._places)
        if then != self._then:
            self._then = then
            self._tell()
        self._say()

    def _say(self) -> None:
        """Emit the effect of the icon under the pointer in words once it is calculated."""
        if self.isVisible() and not self._rest.isActive():
            self.previewed.emit(self._words())

    def _words(self) -> str:
        rulebook, level = self._document.rulebook, self._document.rulebook.difficulty(self.difficulty).name
        if self._point is None or not self._exists(self._point):
            return ""
        if self._then is not None:
            words = change_words(rulebook, self._now, self._then, self.difficulty)
            if not words:
                return _("Does not change any chance against {difficulty}.").format(difficulty=level)
            return _("Against {difficulty}: {changes}.").format(difficulty=level, changes=words)
        die, face, _new = self._point
        without = self._document.skill_odds_if(die, face, UNFILLED, self._places)
        words = change_words(rulebook, self._now, without, self.difficulty)
        if not words:
            return ""
        return _("Without it, against {difficulty}: {changes}.").format(difficulty=level, changes=words)

    def _exists(self, point: _Point) -> bool:
        return point[0] < len(self._document.character.dice)

    def _stands(self, point: _Point) -> bool:
        die, face, new = point
        return self._document.character.dice[die].faces[face] == new

    def _tell(self) -> None:
        if not self.isVisible():
            return
        places = [level.id for level in self._document.rulebook.difficulties]
        self.model.set_cells([self._cell(skill, places.index(self.difficulty)) for skill in range(len(self._now))])

    def _cell(self, number: int, level: int) -> SkillCell:
        rulebook, now = self._document.rulebook, self._now[number]
        name = skill_name(rulebook, now.skill)
        chance = now.chances[level]
        then = None if self._then is None else self._then[number].chances[level]
        if then is None:
            change = percent_change(self._before[number].chances[level], chance)
            said = _("Points won or lost by the last change: {points}.")
        else:
            change = percent_change(chance, then)
            said = _("Points won or lost with the icon pointed at: {points}.")
        spoken = [_("{task}.").format(task=against_text(name, rulebook.difficulties[level].name, chance))]
        if change:
            spoken.append(said.format(points=change))
        if along := self._along(now.skill):
            spoken.append(_("Rolled too: {dice}.").format(dice=along))
        if now.reason is not None:
            spoken.append(sentence(now.reason))
        return SkillCell(
            skill=now.skill,
            name=name,
            chance=percent(chance) if now.allowed else "–",
            share=chance.value,
            spoken=" ".join(spoken),
            allowed=now.allowed,
            change=change,
            then=None if then is None else then.value,
            marked=now.skill == self._marked,
            when=_("last") if change and then is None else "",
        )

    def _along(self, skill: str) -> str:
        """Return a text with the names of the equipment dice that are rolled too."""
        character, places = self._document.character, self._places
        if places is None:
            places = usual_items(self._document.rulebook, character, skill)
        items = (self._document.sheet.equipment[place] for place in places)
        return ", ".join(item.name or item_kind_name(item.kind) for item in items)
