"""Everything that is chosen before a throw: kind, skill, difficulty or opponent, equipment, modifiers."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.panels.table.chips import set_touch
from bones_desktop.panels.table.skillbox import SkillBox
from bones_desktop.panels.table.strip.chiprows import Conditions, Equipment, LevelRow
from bones_desktop.panels.table.strip.kindfields import KindFields
from bones_desktop.panels.table.strip.modifiers import Modifiers
from bones_desktop.panels.table.strip.opponentbox import OpponentBox
from bones_desktop.play.bones.opponents import ChosenOpponent
from bones_desktop.rules.bones.book.attempts import Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import (
    OWN_COUNT,
    Request,
    ThrowKind,
    asked_of_opponent,
    raised,
    reach_of,
    skill_of,
)
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.layouts import FitBoard, FlowLayout, put_before
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import kind_name, kind_note, level_dice, raised_text

NOBODY = Character(id="0" * 32)


class RequestBoard(FitBoard):
    """Holds a request. Only what its kind of throw needs is shown; `changed` follows each other request."""

    changed = Signal()
    done = Signal()
    """A choice is made; focus goes back to the page."""

    def __init__(self, theme: Theme, rulebook: Rulebook, opponent: ChosenOpponent, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._character = NOBODY
        self._quiet = False
        self._touch = 36
        self.kind = ChoiceButton(theme, self.tr("Kind of throw"), "", self)
        self.kind.setToolTip(self.tr("What the throw is for (K)"))
        self.skill = SkillBox(theme, rulebook, self)
        self.levels = LevelRow(theme, rulebook, self)
        self.raised = plain_label(self, wrap=True)
        self.opponent = OpponentBox(theme, rulebook, opponent, self)
        self.fields = KindFields(theme, self)
        self._extras = QWidget(self)
        self._extras_row = FlowLayout(theme.px(4), self._extras)
        self.equipment = Equipment(theme, self._extras)
        self.conditions = Conditions(theme, self._extras)
        self.modifiers = Modifiers(theme, self, self._extras)
        self._lay_out()
        self._connect()
        self._choose_kind(ThrowKind.TASK)
        self._fit()

    @property
    def request(self) -> Request:
        """Everything chosen."""
        kind, level = ThrowKind(self.kind.current), self.levels.level
        chosen = Request(
            skill=self.skill.skill,
            kind=kind,
            difficulty=level,
            items=self.equipment.chosen,
            conditions=self.conditions.chosen,
            metres=self.fields.metres.value,
            yielding=self.fields.yielding.isChecked(),
            on_foot=kind is ThrowKind.MOVEMENT and self.fields.on_foot.isChecked(),
            assets=self.fields.assets.value if kind is ThrowKind.INCOME else 0,
        )
        chosen = self.modifiers.of(chosen)
        return self.opponent.of(chosen) if kind is ThrowKind.TASK and not level else chosen

    def show_request(self, request: Request) -> None:
        """Choose everything as the request has it; equipment and conditions there are none of are passed over."""
        self._quiet = True
        self._choose_kind(request.kind)
        self.skill.set_skill(request.skill)
        self.levels.set_level(request.difficulty)
        self.fields.show_request(request)
        self.modifiers.show(request)
        self._fit()
        if not request.difficulty:
            self.opponent.show_request(request)
        self.equipment.choose(request.items)
        self.conditions.choose(request.conditions)
        self._quiet = False
        self._tell()

    def show_character(self, character: Character) -> None:
        """Choose for this character. Choices stay while they mean the same; another character starts afresh."""
        self._quiet = True
        if character.id != self._character.id:
            self.modifiers.show(Request())
        self._character = character
        self._fit()
        self._show_refusals()
        self._quiet = False

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Read icons and opponents by another rulebook."""
        self._rulebook = rulebook
        self.opponent.set_rulebook(rulebook)
        self._fit()

    def restyle(self, touch: int) -> None:
        """Take the sizes of the theme; `touch` is the least height of what is pressed."""
        px, self._touch = self._theme.px, touch
        for part in (self.skill, self.opponent, self.fields, self.equipment, self.conditions, self.modifiers):
            part.restyle(touch)
        self.levels.restyle()
        set_touch(self.kind, px(touch))
        self.kind.setMinimumWidth(px(104))
        self.kind.setMaximumWidth(px(124))
        self._what.setSpacing(px(8))
        self._column.setSpacing(px(8))
        self._extras_row.setSpacing(px(4))

    def _choose_kind(self, kind: ThrowKind) -> None:
        kinds = (Choice(each, kind_name(each, self.tr), kind_note(each, self.tr)) for each in ThrowKind)
        self.kind.set_choices(tuple(kinds), kind)

    def _new_kind(self, choice: Choice) -> None:
        self._choose_kind(ThrowKind(choice.key))
        self._tell()
        self.done.emit()
        if choice.key == ThrowKind.FALL:
            self.fields.ask_metres()

    def _tell(self) -> None:
        if not self._quiet:
            self._quiet = True
            self._fit()
            self._quiet = False
            self.changed.emit()

    def _fit(self) -> None:
        """Show what the kind of throw needs, and what follows from the choices."""
        kind = ThrowKind(self.kind.current)
        measured = kind not in OWN_COUNT
        self.levels.setVisible(measured)
        self.levels.offer_opponents(kind is not ThrowKind.STRATEGIC)
        self.skill.fix("maneuver" if kind in {ThrowKind.MOVEMENT, ThrowKind.FALL} else "")
        character, skill = self._character, skill_of(self.request)
        opposed = measured and not self.levels.level
        if opposed:
            self.opponent.show_character(character, skill)
        self.opponent.setVisible(opposed)
        fresh = self.equipment.show_character(self._rulebook, character, skill)
        if self.conditions.show_character(self._rulebook, character, skill) or fresh:
            self._lay_extras()
        request = self.request
        self.fields.show_kind(self._rulebook, character, request)
        self._fit_modifiers(request)
        self._show_extras()
        self.levels.show_examples(skill)
        self._show_reached(request, measured)

    def _fit_modifiers(self, request: Request) -> None:
        """Offer what matters for the request: distance and darkness to whichever side searches or shoots."""
        asked = asked_of_opponent(self._rulebook, request)
        if asked is None:
            self.modifiers.fit(request, reach_of(self._character, request))
            return
        opponent = self.opponent.opponent
        reach = reach_of(opponent.character, asked) if opponent is not None else None
        self.modifiers.fit(request, reach, asked.skill)

    def _show_reached(self, request: Request, measured: bool) -> None:
        """Say what levels make of the difficulty, and its name where there is no room for names in the row."""
        rulebook, level = self._rulebook, request.difficulty
        moved = measured and bool(level) and bool(request.levels)
        self.levels.show_reached(raised(rulebook, level, request.levels).id if moved else "")
        beyond = self._character.house_rules.nulls_beyond_impossible
        words = raised_text(rulebook, level, request.levels, self.tr, nulls_beyond=beyond) if moved else ""
        if measured and level and self.levels.brief and not moved:
            found = rulebook.difficulty(level)
            words = self.tr("{name}: {dice}.").format(name=found.name, dice=level_dice(found, self.tr))
        self.raised.setText(words)
        self.raised.setVisible(bool(words))

    def _lay_extras(self) -> None:
        """Put chips that are new before the modifiers."""
        while self._extras_row.takeAt(0) is not None:
            pass
        chips = (*self.equipment.chips, *self.conditions.chips)
        self.equipment.restyle(self._touch)
        self.conditions.restyle(self._touch)
        for widget in (*chips, *self.modifiers.row):
            self._extras_row.addWidget(widget)
        put_before(self.modifiers.row[0], chips)

    def _show_extras(self) -> None:
        chips = (*self.equipment.chips, *self.conditions.chips)
        self._extras.setVisible(bool(chips) or self.modifiers.any_set)

    def _show_refusals(self) -> None:
        """Say in the list of skills which may not be tried."""
        pool = task_pool(self._rulebook, self._character)
        why_not = {}
        for skill in (*(known.id for known in self._rulebook.skills), PHYSICAL, MENTAL):
            found = eligibility(self._rulebook, self._character.house_rules, Task(skill), pool)
            if not found.allowed:
                why_not[skill] = sentence(found.reason, self.tr)
        self.skill.show_refusals(why_not)

    def _connect(self) -> None:
        self.kind.activated.connect(self._new_kind)
        self.skill.changed.connect(lambda _skill: self._tell())
        self.levels.changed.connect(self._tell)
        self.levels.brief_changed.connect(
            lambda: self._show_reached(self.request, ThrowKind(self.kind.current) not in OWN_COUNT)
        )
        for chips in (self.equipment, self.conditions):
            chips.changed.connect(self._tell)
        for part in (self.opponent, self.fields, self.modifiers):
            part.changed.connect(self._tell)
            part.done.connect(self.done)
        self.skill.done.connect(self.done)

    def _lay_out(self) -> None:
        self._what = hbox(None, self.kind, (self.skill, 1), self.modifiers.button)
        self._column = vbox(
            self, self._what, self.levels, self.raised, self.opponent, self.fields, self._extras, margins=0
        )
        QWidget.setTabOrder(self.skill.box, self.modifiers.button)
        self._lay_extras()
