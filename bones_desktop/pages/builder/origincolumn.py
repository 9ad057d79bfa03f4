"""Left column of the Dice tab: the origin of the selected die, its name and note, and the problems."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.offers import die_choices, origin_offers, race_choices
from bones_desktop.pages.builder.originchanger import OriginChanger
from bones_desktop.rules.bones.book.advancement import is_finished
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    CharacterKind,
    MakingMode,
    SheetPlace,
)
from bones_desktop.rules.reasons import Problem, Weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_type
from bones_desktop.widgets.text.labels import SteadyLabel, heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.language import _
from bones_desktop.wording.names import problem_text, weight_name

_LOOK: Final = LineLook(
    height=26, font=("sans", 12, False), side=10, gap=7, pad=(7, 5), ground=Ground.FOCUSED, wraps=True
)
_SIGNS: Final = {
    Weight.ILLEGAL: ("warning-disc", "bad"),
    Weight.UNFINISHED: ("ring", "warn"),
    Weight.ADVICE: ("dot", "muted"),
}


def problem_lines(problems: Sequence[Problem[SheetPlace]]) -> list[Line]:
    """Return a line for each problem with the sign of its weight. Its key is its index in `problems`."""
    lines = []
    for number, problem in enumerate(problems):
        text, weight = problem_text(problem), weight_name(problem.weight)
        sign, tone = _SIGNS[problem.weight]
        lines.append(
            Line(
                text,
                key=str(number),
                sign=sign,
                sign_tone=tone,
                tone="muted" if problem.weight is Weight.ADVICE else "text",
                rule=problem.reason.rule,
                tip=weight,
                spoken=f"{weight}: {text}",
            )
        )
    return lines


class ProblemList(LineList):
    """The problems. A click or Enter asks to go to the place of one."""

    jump_requested = Signal(object)
    """The place of the sheet to go to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("What is missing"), parent, _LOOK, keys=PICKING, by_click=True)
        self._problems: list[Problem[SheetPlace]] = []
        self.line_activated.connect(lambda key: self.jump_requested.emit(self._problems[int(key)].place))

    def show_problems(self, problems: Sequence[Problem[SheetPlace]]) -> None:
        """Show other problems, those against the rules first."""
        order = list(Weight)
        self._problems = sorted(problems, key=lambda problem: order.index(problem.weight))
        self.show_lines(problem_lines(self._problems))


Edit = Callable[[], None]


class OriginColumn(QWidget):
    """Shows the choices for whole dice. Signals ask its owner to act.

    A player's fifth die is offered once the four starting dice are full (IMP-3). A finished player gets a die with the
    icon that begins it.
    """

    def __init__(
        self,
        document: CharacterDocument,
        theme: Theme,
        changer: OriginChanger,
        printed_only: Callable[[], bool],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._printed_only = printed_only
        self._column = QVBoxLayout(self)
        set_gaps(theme, self._column, gap=7, edges=(0, 0, 0, 0))
        names = (_("Culture"), _("Background"), _("Occupation"), _("Occupation or other die"))
        asks = (
            _("Choose a culture"),
            _("Choose a background"),
            _("Choose an occupation"),
            _("Choose another die"),
        )
        self.origins = tuple(
            ChoiceButton(theme, _("Die {n}, {name}").format(n=die + 1, name=name), ask, self)
            for die, (name, ask) in enumerate(zip(names, asks, strict=True))
        )
        self._origin_boxes = [
            self._box(f"{die + 1}  {name}", button)
            for die, (name, button) in enumerate(zip(names, self.origins, strict=True))
        ]
        for die, button in enumerate(self.origins):
            button.activated.connect(partial(changer.choose_template, die))
        self.race = ChoiceButton(theme, _("Race"), _("Choose a race"), self)
        self.race.activated.connect(changer.choose_race)
        self._race_box = self._box(_("Race"), self.race)
        self.name = LineField(_("Name of the selected die"), self)
        self._name_box = self._box(_("Name of this die"), self.name)
        self.note = LineField(_("Note on the selected die"), self)
        self._note_box = self._box(_("Note on this die"), self.note)
        self.printed = ChoiceButton(theme, _("Add a die"), _("Add a die"), self)
        self.add = push_button(self, _("Add a die"))
        self.remove = push_button(self)
        self._buttons = vbox(None, self.printed, self.add, self.remove, theme=theme, gap=8)
        self._column.addLayout(self._buttons)
        self.heading = heading_label(theme, self, size=16)
        self.problems = ProblemList(theme, self)
        self._column.addWidget(self.heading)
        self._column.addWidget(self.problems, 1)
        self._done = SteadyLabel(3, self)
        set_type(theme, self._done, size=14)
        self._done.setProperty("role", "muted")
        self._column.addWidget(self._done)
        self._column.addStretch(0)
        theme.changed.connect(self._restyle)
        self._restyle()

    def refresh(self, die: int) -> None:
        """Show the current character with the selected `die`."""
        character, rulebook = self._document.character, self._document.rulebook
        player = character.kind is CharacterKind.PLAYER
        cold_iron = player and character.mode is MakingMode.COLD_IRON
        for place, (box, button) in enumerate(zip(self._origin_boxes, self.origins, strict=True)):
            shown = cold_iron and place == die
            _show(box, shown)
            # Only the box of the selected die is visible, and only its offers are worth judging.
            if shown:
                current = character.dice[place].template if place < len(character.dice) else ""
                offers = origin_offers(rulebook, character, place, self._printed_only())
                button.set_choices(offers, current or None)
        _show(self._race_box, player and (not cold_iron or bool(character.racial_icon)))
        races = race_choices(rulebook, character.racial_icon, self._printed_only())
        self.race.set_choices(races, character.racial_icon or "human")
        _show(self._name_box, not player and bool(character.dice))
        _show(self._note_box, bool(character.dice))
        self.printed.setVisible(not player)
        if not player:
            self.printed.set_choices(die_choices(rulebook, character.kind))
        starting = character.dice[:STARTING_DICE]
        full = not any(shown.is_unfilled for each in starting for shown in each.faces)
        growing = is_finished(character)
        most = len(character.dice) >= MOST_PLAYER_DICE
        self.add.setVisible(player and not growing and not most and (full or len(starting) < STARTING_DICE))
        # The dice of a finished character are paid for and stay.
        removable = not growing and len(character.dice) > (STARTING_DICE if player else 0)
        self.remove.setVisible(removable)
        self.remove.setText(_("Remove die {n}").format(n=die + 1))
        if die < len(character.dice):
            self.name.set_value(character.dice[die].name)
            self.note.set_value(character.dice[die].note)
        problems = self._document.problems
        self.problems.show_problems(problems)
        advice = bool(problems) and all(each.weight is Weight.ADVICE for each in problems)
        self.heading.setText(weight_name(Weight.ADVICE) if advice else _("What is missing"))
        finish = player and not growing
        self._done.show_text(
            _("Nothing. Finish it, and roll the dice on the Table page.")
            if finish
            else _("Nothing. Roll the dice on the Table page.")
        )
        self._done.setVisible(not self._document.problems)
        self.problems.setVisible(bool(self._document.problems))
        self._column.setStretch(self._column.count() - 1, 0 if self._document.problems else 1)

    def _box(self, name: str, widget: QWidget) -> QLayout:
        label = plain_label(self, name, "muted", theme=self._theme, size=12)
        label.setBuddy(widget)
        box = vbox(None, theme=self._theme, gap=2)
        box.addWidget(label)
        box.addWidget(widget)
        self._column.addLayout(box)
        return box

    def _restyle(self) -> None:
        self._done.setMinimumHeight(2 * self._done.fontMetrics().lineSpacing())  # a third line is rarely needed


def _show(box: QLayout, shown: bool) -> None:
    for place in range(box.count()):
        item = box.itemAt(place)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.setVisible(shown)
