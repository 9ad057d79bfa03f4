"""A table of the current character's chances for every skill and difficulty, with details of the selected cell."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.bones.book.attempts import Task, eligibility
from bones_desktop.rules.bones.book.character import Character, ItemDie
from bones_desktop.rules.bones.book.characterdice import automatic_successes, item_name, task_pool
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.bones.reading.tasks import borne_for
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.charts.chancetable import ChanceTable
from bones_desktop.widgets.charts.distributionchart import DistributionChart
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import Fitting, FlowLayout, LeastBoard, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import skill_name, task_name

FIRST_SKILL, FIRST_DIFFICULTY = "maneuver", "average"
WIDE: Final = 620
"""Width in pixels, at 100 % text size, from which the details are shown beside the table."""
LOW_CARD: Final = 330
"""Height of the details in pixels, at 100 % text size, when they are below the table."""


class AllOdds(Fitting):
    """Shows the odds of the dice to roll. They are calculated only while the widget is visible."""

    selection_changed = Signal()
    """Emitted when another skill or difficulty was chosen."""
    difficulty_changed = Signal(str)
    """Emitted with the id of the difficulty that was chosen."""
    items_changed = Signal(object)
    """Emitted with the indices of the ticked equipment dice, or None (see `items`)."""

    def __init__(self, document: CharacterDocument, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._owner = ""
        self._own_ticks = False
        self._equipment: tuple[ItemDie, ...] = ()
        self.skill = FIRST_SKILL
        self.difficulty = FIRST_DIFFICULTY
        rulebook = document.rulebook
        skills = {skill.id: skill_name(rulebook, skill.id) for skill in rulebook.skills}
        self.table = ChanceTable(theme, rulebook.difficulties, skills, self)
        # The cells never need more than this width. The chart gets the rest of the page.
        set_lengths(theme, self.table, most_width=1200)
        self._side = LeastBoard(self)
        self.heading = heading_label(theme, self._side, wrap=True)
        self.cap = plain_label(self._side, role="muted", wrap=True, theme=theme, size=12)
        self.chart = DistributionChart(theme, self._side)
        set_lengths(theme, self.chart, most_height=760)
        # The chart takes the remaining height. The card scrolls only if there is too little room for the chart's
        # smallest height.
        self.chart.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self._along = heading_label(theme, self._side, _("Rolled too"), 16, wrap=True)
        self._chips_room = QWidget(self._side)
        self._chips_row = FlowLayout(theme.px(4), self._chips_room)
        self.chips: list[Chip] = []
        for part in (self._along, self._chips_room):
            part.hide()  # hidden while there is no equipment
        self.notes = plain_label(self._side, role="muted", wrap=True, theme=theme, size=12)
        self._lay_out()
        self.table.current_changed.connect(self._go_to)
        self.table.chance_activated.connect(self._go_to_chart)
        theme.changed.connect(self._restyle)
        self._restyle()

    @property
    def items(self) -> tuple[int, ...] | None:
        """Indices of the equipment dice that the player ticked; None for the default equipment of each skill."""
        return self._ticked() if self._own_ticks else None

    def _ticked(self) -> tuple[int, ...]:
        return tuple(place for place, chip in enumerate(self.chips) if chip.isChecked())

    def choose(self, skill: str, difficulty: str) -> None:
        """Select the cell of a skill and a difficulty."""
        self.table.select(skill, difficulty)
        self._go_to(skill, difficulty)

    def refresh(self) -> None:
        """Show the current character, at once if the page is visible, else when it is shown."""
        if self._document.character.id != self._owner:
            self._own_ticks = False  # reset even while hidden, because other widgets read `items`
        self._fill_chips(self._document.character.equipment)
        if self.isVisible():
            self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the page was hidden."""
        super().showEvent(event)
        # In a scroll area, the style sheet resets fonts that were set before the first showing.
        self._restyle()
        self._show()

    def _show(self) -> None:
        owner = self._document.character.id
        self.table.show_odds(self._document.skill_odds(self.items), fresh=owner != self._owner)
        self.table.select(self.skill, self.difficulty)
        self._owner = owner
        self._show_one()
        self._fit()

    def _show_one(self) -> None:
        """Show the task of the current cell in detail."""
        document = self._document
        character, rulebook = document.character, document.rulebook
        task = Task(self.skill, self.difficulty, automatic=automatic_successes(character))
        if not self._own_ticks:
            self._tick_usual()
        self._along.setText(_("Rolled too") if self._own_ticks else _("Equipment used"))
        pool = task_pool(rulebook, character, self._ticked())
        odds = document.odds.task(task, pool)
        idle = (sentence(why) for why in borne_for(task, pool).idle.values())
        self.notes.setText("\n".join((*idle, *odds_notes(character))))
        self.notes.setVisible(bool(self.notes.text()))
        allowed = eligibility(rulebook, character.house_rules, task, pool)
        heading, why = task_name(rulebook, task), sentence(allowed.reason)
        self.heading.setText(heading)
        self.cap.setText(why)
        if odds.net is None:
            self.chart.show_nothing(why)
        else:
            self.chart.show_distribution(odds.net, _("Net successes"))

    def _go_to(self, skill: str, difficulty: str) -> None:
        before = self.skill, self.difficulty
        if (skill, difficulty) != before:
            self.skill, self.difficulty = skill, difficulty
            if self.isVisible():
                self.table.select(skill, difficulty)
                self._show_one()
            self.selection_changed.emit()
            if difficulty != before[1]:
                self.difficulty_changed.emit(difficulty)

    def _go_to_chart(self) -> None:
        self.chart.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill_chips(self, equipment: tuple[ItemDie, ...]) -> None:
        """Offer the equipment dice. Dice that were ticked before are ticked again."""
        if equipment == self._equipment:
            return
        ticked = [item for item, chip in zip(self._equipment, self.chips, strict=True) if chip.isChecked()]
        self._equipment = equipment
        self._chips_row.clear()
        self.chips = []
        for item in equipment:
            kind = item_kind_name(item.kind)
            chip = Chip(self._theme, item_name(self._document.rulebook, item) or kind, self._chips_room)
            chip.setToolTip(plain_tip(_("{kind}: roll its die too").format(kind=kind)))
            # Two equal items may be there with only one ticked, so each earlier tick is used for one chip.
            if item in ticked:
                ticked.remove(item)
                chip.setChecked(True)
            chip.clicked.connect(self._tick)
            self._chips_row.addWidget(chip)
            self.chips.append(chip)
        for part in (self._along, self._chips_room):
            part.setVisible(bool(self.chips))

    def _tick_usual(self) -> None:
        """Tick the default equipment of the current skill, as the Table page does."""
        usual = usual_items(self._document.rulebook, self._document.character, self.skill)
        for place, chip in enumerate(self.chips):
            chip.setChecked(place in usual)

    def _tick(self) -> None:
        self._own_ticks = True
        if self.isVisible():
            self._show()
        self.items_changed.emit(self.items)

    def _lay_out(self) -> None:
        self._column = vbox(
            self._side, self.heading, self.cap, (self.chart, 1), self._along, self._chips_room, self.notes
        )
        set_gaps(self._theme, self._column, gap=8, edges=(16, 12, 16, 12))
        self._column.addStretch(0)
        self._card = QFrame(self)
        self._card.setProperty("kind", "card")
        self._scroll = scroll_room(self._side, self._card)
        vbox(self._card, self._scroll, margins=1)
        self._shares = (self.table, 3), (self._card, 2)
        self._row = hbox(self, *self._shares, margins=0, theme=self._theme, gap=12)
        self._row.addStretch(0)

    def _restyle(self) -> None:
        # Qt ignores the smallest size that the chart asks for, because of its size policy, so it is set here.
        self.chart.setMinimumHeight(self.chart.minimumSizeHint().height())
        self._fit()

    def _fit(self) -> None:
        """Move the details below the table if there is no room to the right of it."""
        wide = self.width() >= self._theme.px(WIDE)
        self._row.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)
        self._card.setMinimumHeight(0 if wide else self._theme.px(LOW_CARD))
        room = self.width() - self._row.spacing()
        card = self._side.minimumSizeHint().width() + self._scroll.verticalScrollBar().sizeHint().width() + 4
        # The table gets three fifths, or its whole width if the details still fit next to it.
        table = max(room * 3 // 5, min(self.table.whole_width, room - card))
        for part, share in ((self.table, table), (self._card, room - table)) if wide else self._shares:
            self._row.setStretchFactor(part, share)


def odds_notes(character: Character, *, ticks: bool = True) -> tuple[str, ...]:
    """Return sentences about equipment, hindering dice, lost dice, empty faces and automatic successes.

    `ticks` tells whether the player can tick other equipment in the same view.
    """
    notes = []
    if character.equipment and not ticks:
        notes.append(_("Each skill uses its default equipment."))
    elif character.equipment:
        usual = _("Each skill uses its default equipment, as on the Table page.")
        notes.append(_("{usual} Ticked equipment is used for all skills.").format(usual=usual))
    if character.hindering:
        names = ", ".join(die.name or _("Hindering die") for die in character.hindering)
        notes.append(_("Hindering dice are always rolled too: {names}.").format(names=names))
    lost = len(character.dice) - len(character.available())
    if lost:
        notes.append(ngettext("One die is lost and left out.", "{n} lost dice are left out.", lost).format(n=lost))
    if any(face.is_unfilled for die in character.dice for face in die.faces):
        notes.append(_("Empty faces count as blank."))
    free = automatic_successes(character)
    if free:
        notes.append(_("Automatic successes are counted: {n}.").format(n=free))
    return tuple(notes)
