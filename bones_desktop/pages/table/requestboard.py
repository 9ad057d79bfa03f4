"""All choices before a roll: kind, skill, difficulty or opponent, equipment, modifiers."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QButtonGroup, QWidget

from bones_desktop.pages.table.chips import Conditions, Difficulties, Equipment, Stepper, set_touch
from bones_desktop.pages.table.opponentbox import OpponentBox
from bones_desktop.pages.table.popups import Modifiers
from bones_desktop.pages.table.skillbox import SkillBox
from bones_desktop.play.bones.played import ChosenOpponent
from bones_desktop.rules.bones.book.attempts import Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.magic import magic_price
from bones_desktop.rules.bones.life.seasons import ACTIONS_A_SEASON, OwnedAsset, actions_left, assets_now
from bones_desktop.rules.bones.reading.plays import income_rate, metres_of
from bones_desktop.rules.bones.reading.requests import (
    FALL_STEP,
    OWN_COUNT,
    Request,
    ThrowKind,
    asked_of_opponent,
    asks_by_magic,
    fall_damage,
    idle_items,
    is_magic_use,
    levels_harder,
    may_fly,
    occasion_of,
    raised,
    reach_of,
    skill_of,
)
from bones_desktop.rules.bones.reading.tasks import movement
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.layouts import FitBoard, FlowLayout, flow_row, put_before, take_all
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import (
    fall_text,
    income_text,
    kind_name,
    kind_note,
    level_dice,
    magic_use_text,
    movement_text,
    raised_text,
)

NOBODY = Character(id="0" * 32)


class RequestBoard(FitBoard):
    """Holds a request and shows the fields of its kind. `changed` is emitted when the request changes."""

    changed = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, opponent: ChosenOpponent, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._character = NOBODY
        self._quiet = False
        self._touch = 36
        self.kind = ChoiceButton(theme, _("Kind of roll"), "", self)
        self.kind.setToolTip(_("What the roll is for (K)"))
        self.skill = SkillBox(theme, rulebook, self)
        self.levels = Difficulties(theme, rulebook, self)
        self.raised = plain_label(self, wrap=True)
        self.opponent = OpponentBox(theme, rulebook, opponent, self)
        self.fields = KindFields(theme, self._tell, self)
        self._extras = QWidget(self)
        self._extras_row = FlowLayout(theme.px(4), self._extras)
        self.equipment = Equipment(theme, self._tell, self._extras)
        self.conditions = Conditions(theme, self._tell, self._extras)
        self.by_magic = Chip(theme, _("By magic: 1 level harder"), self._extras)
        self.by_magic.setToolTip(_("Choose the difficulty without magic. Using magic makes it one level harder"))
        self.modifiers = Modifiers(theme, self, self._extras)
        self._lay_out()
        self._connect()
        self._choose_kind(ThrowKind.TASK)
        self._fit()

    @property
    def request(self) -> Request:
        """The request made from all choices."""
        kind, level = ThrowKind(self.kind.current), self.levels.level
        chosen = Request(
            skill=self.skill.skill,
            kind=kind,
            difficulty=level,
            items=self.equipment.chosen,
            conditions=self.conditions.chosen,
            by_magic=self.by_magic.isChecked(),
            metres=self.fields.metres.value,
            yielding=self.fields.yielding.isChecked(),
            on_foot=kind is ThrowKind.MOVEMENT and self.fields.on_foot.isChecked(),
            assets=self.fields.assets.value if kind is ThrowKind.INCOME else 0,
        )
        chosen = self.modifiers.of(chosen)
        return self.opponent.of(chosen) if kind is ThrowKind.TASK and not level else chosen

    def show_request(self, request: Request) -> None:
        """Show the choices of a request. Equipment and conditions that do not exist are skipped."""
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
        self.by_magic.setChecked(request.by_magic)
        self._quiet = False
        self._tell()

    def show_character(self, character: Character) -> None:
        """Set the character. Choices are kept while they mean the same; for another character they are reset."""
        self._quiet = True
        # The modifiers were set for the previous character.
        if character.id != self._character.id:
            self.modifiers.show(Request())
            self.by_magic.setChecked(False)
        self._character = character
        self._fit()
        self._show_refusals()
        self._quiet = False

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook for icons and opponents."""
        self._rulebook = rulebook
        self.opponent.set_rulebook(rulebook)
        self._fit()

    def restyle(self, touch: int) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
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
        kinds = (Choice(each, kind_name(each), kind_note(each)) for each in ThrowKind)
        self.kind.set_choices(tuple(kinds), kind)

    def _new_kind(self, choice: Choice) -> None:
        self._choose_kind(ThrowKind(choice.key))
        self._tell()
        send_focus_home(self)
        if choice.key == ThrowKind.FALL:
            self.fields.ask_metres()

    def _tell(self) -> None:
        if not self._quiet:
            self._quiet = True
            self._fit()
            self._quiet = False
            self.changed.emit()

    def _fit(self) -> None:
        """Show only the fields that the chosen kind of roll needs, and update them for the current choices."""
        kind = ThrowKind(self.kind.current)
        measured = kind not in OWN_COUNT
        self.levels.setVisible(measured)
        self.levels.offer_opponents(kind is not ThrowKind.STRATEGIC)
        # The rules allow only Maneuver for movement and falls.
        self.skill.fix("maneuver" if kind in {ThrowKind.MOVEMENT, ThrowKind.FALL} else "")
        character, skill = self._character, skill_of(self.request)
        opposed = measured and not self.levels.level
        if opposed:
            self.opponent.show_character(character, skill)
        self.opponent.setVisible(opposed)
        fresh = self.equipment.show_character(self._rulebook, character, skill, self.request.distance)
        if self.conditions.show_character(self._rulebook, character, skill) or fresh:
            self._lay_extras()
        request = self.request
        self.by_magic.setVisible(asks_by_magic(request))
        self._show_idle(request)
        self.fields.show_kind(self._rulebook, character, request)
        self._fit_modifiers(request)
        self._show_extras()
        self.levels.show_examples(skill)
        self._show_reached(request, measured)

    def _show_idle(self, request: Request) -> None:
        """Mark the equipment of both sides that has no effect."""
        self.equipment.show_idle(idle_items(self._rulebook, self._character, request))
        opponent = self.opponent.opponent
        if opponent is not None:
            theirs = Request(self.opponent.skill.used, items=self.opponent.equipment.chosen, distance=request.distance)
            self.opponent.equipment.show_idle(idle_items(self._rulebook, opponent.character, theirs))

    def _fit_modifiers(self, request: Request) -> None:
        """Offer the modifiers that apply: distance and darkness only for the side that searches or shoots."""
        asked = asked_of_opponent(self._rulebook, request)
        if asked is None:
            self.modifiers.fit(request, reach_of(self._character, request))
            return
        opponent = self.opponent.opponent
        reach = reach_of(opponent.character, asked) if opponent is not None else None
        self.modifiers.fit(request, reach, asked.skill)

    def _show_reached(self, request: Request, measured: bool) -> None:
        """Show the difficulty after levels are applied, with its name if the row shows only numbers."""
        rulebook, level = self._rulebook, request.difficulty
        levels = levels_harder(request)
        moved = measured and bool(level) and bool(levels)
        self.levels.show_reached(raised(rulebook, level, levels).id if moved else "")
        beyond = self._character.house_rules.nulls_beyond_impossible
        words = raised_text(rulebook, level, levels, nulls_beyond=beyond) if moved else ""
        if measured and level and self.levels.brief and not moved:
            found = rulebook.difficulty(level)
            words = _("{name}: {dice}.").format(name=found.name, dice=level_dice(found))
        self.raised.setText(words)
        self.raised.setVisible(bool(words))

    def _lay_extras(self) -> None:
        """Insert new chips before the modifiers."""
        take_all(self._extras_row)
        chips = (*self.equipment.chips, *self.conditions.chips, self.by_magic)
        self.equipment.restyle(self._touch)
        self.conditions.restyle(self._touch)
        set_touch(self.by_magic, self._theme.px(self._touch))
        for widget in (*chips, *self.modifiers.row):
            self._extras_row.addWidget(widget)
        put_before(self.modifiers.row[0], chips)

    def _show_extras(self) -> None:
        chips = (*self.equipment.chips, *self.conditions.chips)
        self._extras.setVisible(bool(chips) or not self.by_magic.isHidden() or self.modifiers.any_set)

    def _show_refusals(self) -> None:
        """Mark the skills that the character may not try."""
        pool = task_pool(self._rulebook, self._character)
        why_not = {}
        for skill in (*(known.id for known in self._rulebook.skills), PHYSICAL, MENTAL):
            found = eligibility(self._rulebook, self._character.house_rules, Task(skill), pool)
            if not found.allowed:
                # A forbidden skill can still be chosen, because the GM may allow it.
                why_not[skill] = sentence(found.reason)
        self.skill.show_refusals(why_not)

    def _connect(self) -> None:
        self.kind.activated.connect(self._new_kind)
        self.skill.changed.connect(self._tell)
        self.levels.group.buttonClicked.connect(self._tell)
        self.levels.brief_changed.connect(self._rename_levels)
        self.by_magic.clicked.connect(self._tell)
        for part in (self.opponent, self.opponent.number, self.modifiers):
            part.changed.connect(self._tell)

    def _rename_levels(self) -> None:
        self._show_reached(self.request, ThrowKind(self.kind.current) not in OWN_COUNT)

    def _lay_out(self) -> None:
        self._what = hbox(None, self.kind, (self.skill, 1), self.modifiers.button)
        self._column = vbox(
            self, self._what, self.levels, self.raised, self.opponent, self.fields, self._extras, margins=0
        )
        QWidget.setTabOrder(self.skill, self.modifiers.button)
        self._lay_extras()


MOST_METRES = 500
MOST_ASSETS = 50
MOST_NAMED = 6
"""Number of assets named in a tooltip."""


class KindFields(QWidget):
    """Shows the fields that belong to one kind of roll; none for a task."""

    def __init__(self, theme: Theme, changed: Callable[[], object], parent: QWidget) -> None:
        """Make the fields. `changed` is called after each change of a field."""
        super().__init__(parent)
        self._changed = changed
        self._theme = theme
        self._proposed: tuple[str, tuple[OwnedAsset, ...]] = ("", ())
        """Skill and assets of the last suggestion."""
        self._fields = QWidget(self)
        self.metres = Stepper(theme, _("Metres"), _("Depth of the fall in metres"), self._fields)
        self.metres.set_range(0, MOST_METRES, FALL_STEP)
        self.metres.box.setValue(Request().metres)
        self.hard = self._chip(_("Hard ground"), _("Stone, earth, planks"))
        self.yielding = self._chip(_("Yielding"), _("Water, hay, snow: one damage less"))
        self._ground = self._either(self.hard, self.yielding)
        self.flies = self._chip(_("Flies"), _("At its score in the air"))
        self.on_foot = self._chip(_("On foot"), _("At its score on the ground"))
        self._way = self._either(self.flies, self.on_foot)
        self.assets = Stepper(theme, _("Assets"), _("Assets that also earn in this action"), self._fields)
        flow_row(self._fields, self.metres, self._ground, self._way, self.assets, theme=theme, gap=16)
        self.effect = plain_label(self, wrap=True)
        self._column = vbox(self, self._fields, self.effect, margins=0)
        self.assets.set_range(0, MOST_ASSETS)
        for stepper in (self.metres, self.assets):
            stepper.changed.connect(changed)
            stepper.box.lineEdit().returnPressed.connect(partial(send_focus_home, self))
        self.restyle()

    def show_request(self, request: Request) -> None:
        """Show the numbers of a request in the fields."""
        self.metres.box.setValue(request.metres)
        if request.kind is ThrowKind.INCOME:
            self.assets.box.setValue(request.assets)
        (self.yielding if request.yielding else self.hard).setChecked(True)
        (self.on_foot if request.on_foot else self.flies).setChecked(True)

    def ask_metres(self) -> None:
        """Focus the depth of a fall, so that it can be typed at once."""
        self.metres.box.setFocus()
        self.metres.box.selectAll()

    def show_kind(self, rulebook: Rulebook, character: Character, request: Request) -> None:
        """Show the fields of the kind of roll, and the effect of the roll."""
        kind = request.kind
        self.metres.setVisible(kind is ThrowKind.FALL)
        self._ground.setVisible(kind is ThrowKind.FALL)
        winged = kind is ThrowKind.MOVEMENT and may_fly(character)
        self._way.setVisible(winged)
        rate = income_rate(rulebook, request.skill)
        earning = kind is ThrowKind.INCOME and rate.assets_count
        self.assets.setVisible(earning)
        self._fields.setVisible(kind is ThrowKind.FALL or winged or earning)
        self._propose_assets(rulebook, character)
        text = ""
        if is_magic_use(request):
            text = magic_use_text(magic_price(character, by_gm=request.allowed_by_gm))
        match kind:
            case ThrowKind.MOVEMENT:
                occasion = occasion_of(rulebook, character, request)
                scores = (occasion.move, *(movement(occasion.move, number) for number in (0, 2, 4)))
                text = movement_text(occasion.move, tuple(map(metres_of, scores)))
            case ThrowKind.FALL:
                text = fall_text(fall_damage(request.metres, 0, yielding=request.yielding))
            case ThrowKind.STRATEGIC:
                words = _("Off stage: a strategic action. {left} of {most} are left this season.")
                text = words.format(left=actions_left(character), most=ACTIONS_A_SEASON)
            case ThrowKind.INCOME:
                text = income_text(rate.coins, assets_count=rate.assets_count)
        self.effect.setText(text)
        self.setVisible(bool(text))

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
        px = self._theme.px
        self._column.setSpacing(px(6))
        for stepper in (self.metres, self.assets):
            stepper.restyle(touch)
        for button in (self.hard, self.yielding, self.flies, self.on_foot):
            set_touch(button, px(touch))

    def _propose_assets(self, rulebook: Rulebook, character: Character) -> None:
        """Suggest the number of current assets. Another number is kept until assets or character change."""
        every = assets_now(rulebook, character)
        proposed = character.id, every
        if proposed == self._proposed:
            return
        self._proposed = proposed
        names = ", ".join(short_name(each.name) for each in every[:MOST_NAMED])
        tip = _("Assets that also earn in this action")
        if every:
            more = len(every) - MOST_NAMED
            words = _("{tip}: {names}") if more <= 0 else _("{tip}: {names} and {n} more")
            tip = words.format(tip=tip, names=names, n=more)
        self.assets.set_tip(tip)
        # Signals are blocked because this is a suggested value, not a change by the player.
        with QSignalBlocker(self.assets):
            self.assets.box.setValue(min(len(every), MOST_ASSETS))

    def _either(self, *chips: Chip) -> QWidget:
        """Return a row of chips. Exactly one chip is on; at the beginning it is the first."""
        row = QWidget(self._fields)
        group = QButtonGroup(row)
        for chip in chips:
            group.addButton(chip)
        hbox(row, *chips, margins=0, theme=self._theme, gap=4)
        chips[0].setChecked(True)
        group.buttonClicked.connect(self._changed)
        return row

    def _chip(self, text: str, tip: str) -> Chip:
        chip = Chip(self._theme, text, self)
        chip.setToolTip(plain_tip(tip))
        chip.setAccessibleDescription(tip)
        return chip
