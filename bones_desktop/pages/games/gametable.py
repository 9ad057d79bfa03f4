"""Table page of a smaller game: the choice of a roll, its chances, the dice, and their reading."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from bones_desktop.desk.table.gametray import GameTray, OddsCard
from bones_desktop.desk.table.gameview import game_view, proposals
from bones_desktop.desk.table.opengame import OpenGame, dice_words
from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.play.gameplay import GameThrow
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.games import Odds, Roll
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import FitBoard, bring_into_view, flow_row, scroll_room
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import SteadyLabel
from bones_desktop.wording.language import _

_THROW: Final = "throw"
_WITH: Final = "with-"
"""Start of the id of the question whether to use an optional parameter."""
_ASKED: Final = (350, 480)
"""Smallest and largest width of the questions before a roll, at 100 % text size."""
_MOST_COMPARED: Final = 5
"""Greatest number of values of a numeric parameter for which chances are compared."""
_FEW: Final = 3
"""Up to this many choices have a button each; more are a list."""


class GameTable(QWidget):
    """Table page of a smaller game. Ctrl+1 and so on choose the roll, Space rolls or ends the motion."""

    refused = Signal(object)
    """Emitted with the Reason why a roll or an act was refused."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._play = play = seat.play
        self._roll = ""
        self._notes = ""
        self.rolls: dict[str, QPushButton] = {}
        self._group = QButtonGroup(self)
        self._strip = QWidget(self)
        flow = flow_row(self._strip, theme=theme, gap=6)
        for roll in seat.game.rolls(seat.small.book, seat.who):
            button = push_button(self._strip, seat.named(roll.id, "roll"), checkable=True)
            button.clicked.connect(partial(self.choose, roll.id))
            self._group.addButton(button)
            flow.addWidget(button)
            self.rolls[roll.id] = button
        self.form = ActForm(theme, self, refuse=self.refused.emit)
        self.form.cancel.hide()
        self.form.requested.connect(self.throw)
        self.form.changed.connect(self._show_odds)
        self.tray = GameTray(seat, theme, self)
        self.tray.settled.connect(self._read)
        self.odds = OddsCard(seat, theme, self)
        self.reading = ReadingView(theme, self)
        for tool, mark in ((self.reading.secret, HIDDEN), (self.reading.strike, NOT_MEANT)):
            tool.clicked.connect(partial(self._mark, mark))
        self.form.act.hide()
        self.press = push_button(self, _("Roll"), self.throw, kind="primary", tip=_("Space"))
        set_lengths(theme, self.press, least_width=190, least_height=44)
        asked = FitBoard(self)
        vbox(asked, self.form, self.odds, STRETCH, margins=0, theme=theme, gap=12)
        # Two lines are always reserved, so that a text that appears does not move other parts.
        self.brief = SteadyLabel(2, self, theme=theme, bold=True)
        self.brief.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        right = QWidget(self)
        set_lengths(theme, right, least_width=_ASKED[0], most_width=_ASKED[1])
        vbox(right, self.brief, (scroll_room(asked, right), 1), margins=0, theme=theme, gap=8)
        left = vbox(None, (self.tray, 1), (self.reading, 1), theme=theme, gap=12)
        top = hbox(None, (self._strip, 1), self.press, theme=theme, gap=12)
        vbox(self, top, (hbox(None, (left, 3), (right, 2), theme=theme, gap=16), 1), theme=theme, gap=12,
             edges=(16, 12, 16, 16))  # fmt: skip
        play.changed.connect(self._show_throw)
        play.thrown.connect(self._fall)
        seat.document.changed.connect(self._follow)
        self.choose(next(iter(self.rolls)))
        self._show_throw()

    def choose(self, roll: str) -> None:
        """Choose the roll."""
        other = roll != self._roll
        self._roll = roll
        self.rolls[roll].setChecked(True)
        if other:
            self.form.forget("")
        self._ask()

    def throw(self) -> None:
        """Roll the chosen dice, or those that the roll requires next.

        While dice are in motion, show the result immediately.
        """
        if self.tray.flying:
            self.tray.skip()
            return
        # Another program may have changed the character's file.
        self._seat.document.freshen()
        if self._play.due:
            self._play.throw_on()
        elif self.form.why_not is not None:
            self.refused.emit(self.form.why_not)
        else:
            self._play.throw(self._roll, self.answers, self.form.faces)

    def enter_by_hand(self) -> None:
        """Ask for the faces of the real dice."""
        # Hidden dice have no field, because they cannot be entered by hand.
        field = self.form.fields.get(_THROW)
        chip = getattr(field, "by_hand", None)
        if isinstance(chip, Chip):
            chip.setChecked(True)
            chip.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Roll with Space, but not while the key is held down."""
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat() and not event.modifiers():
            self.throw()
        else:
            super().keyPressEvent(event)

    @property
    def _chosen(self) -> Roll:
        rolls = self._seat.game.rolls(self._seat.small.book, self._seat.who)
        return next(each for each in rolls if each.id == self._roll)

    def _ask(self) -> None:
        seat, roll = self._seat, self._chosen

        def parameters(answers: Answers) -> tuple[Parameter, ...]:
            found: list[Parameter] = []
            for each in roll.asked(answers):
                if each.optional:
                    # An optional parameter is asked for in two steps: first whether to use it, then its value.
                    found.append(Parameter.yes_no(_WITH + each.id))
                if not each.optional or answers.yes(_WITH + each.id):
                    found.append(each)
            try:
                plan = self._play.planned(roll.id, self._asked(answers))
            except RulesError:
                return tuple(found)
            if plan.hidden:  # the program knows hidden dice only after the roll, so they cannot be entered by hand
                return tuple(found)
            return (*found, Parameter(_THROW, ParameterKind.THROW, (0,) * len(plan.dice), thrown=plan.dice))

        def do(who: object, answers: Answers) -> object:
            self._play.planned(roll.id, self._asked(answers))
            return who

        act: Act[Any] = Act(roll.id, "roll", parameters, do)
        heading = seat.named(roll.id, "roll")
        self.form.show_act(AskedAct(act, seat.who, heading, _("Roll"), self._field, seat.about(roll.id, "roll")))
        self.form.cancel.hide()
        self.form.act.hide()

    def _field(self, parameter: Parameter, answers: Answers) -> Field:
        if parameter.id.startswith(_WITH):
            id = parameter.id.removeprefix(_WITH)
            return Field(parameter, _("With"), self._seat.named(id, "field"))
        field = self._seat.field(parameter, answers)
        if parameter.kind is ParameterKind.YES_NO:
            return replace(field, label=_("With"))
        plain = tuple(replace(choice, note="") if choice.allowed else choice for choice in field.choices)
        return replace(
            field,
            choices=plain,
            tip="",
            label=field.name,
            wide=False,
            told=False,
            buttons=field.buttons and len(plain) <= _FEW,
        )

    @property
    def answers(self) -> Answers:
        """The answers of the form, as a roll takes them."""
        return self._asked(self.form.answers)

    def _asked(self, answers: Answers) -> Answers:
        """Return the answers that the game asks for. Optional ones are included only if they were chosen."""
        values: dict[str, Value] = {}
        for each in self._chosen.asked(answers):
            if not each.optional or answers.yes(_WITH + each.id):
                values[each.id] = answers.values.get(each.id, each.first)
        return Answers(values)

    def _show_odds(self) -> None:
        odds: Odds | None = None
        self._notes = ""
        with suppress(RulesError):
            plan = self._play.planned(self._roll, self.answers)
            self._notes = " ".join(map(self._seat.with_rule, plan.notes))
            odds = None if plan.hidden else self._seat.game.odds(plan)
        self.odds.show_odds(odds, self._compared() if odds is not None else {})
        self._lay_waiting()
        self._show_press()

    def _show_press(self) -> None:
        """Show on the button the dice it rolls, and below it a note, the chance, a refusal, or the next step."""
        due, why, now = self._play.due, self.form.why_not, self._play.current
        self.press.setText(_("Roll {dice} next").format(dice=dice_words(due)) if due else _("Roll"))
        self.press.setEnabled(bool(due) or why is None)
        said = "\n".join(filter(None, (self._notes, self.odds.brief))) if why is None else self._seat.said(why)
        if due and now is not None and now.reading is not None:
            said = self._seat.said(now.reading.must[0].cause)
        self.brief.show_text(said)
        set_sheet_property(self.brief, "role", "warn" if due or why is not None or self._notes else "")

    def _compared(self) -> dict[str, Odds]:
        """Return the chances of other values of the number worth comparing, by their text."""
        roll = self._chosen
        asked = next((each for each in roll.parameters if each.id == roll.compare), None)
        found: dict[str, Odds] = {}
        for value in range(asked.least, asked.least + _MOST_COMPARED) if asked is not None else ():
            answers = self.answers
            with suppress(RulesError):
                plan = self._play.planned(self._roll, Answers({**answers.values, roll.compare: value}))
                name = _("{name}: {n}").format(name=self._seat.named(roll.compare, "field"), n=value)
                found[name] = self._seat.game.odds(plan)
        return found if len(found) > 1 else {}

    def _follow(self) -> None:
        self._ask()
        self._show_throw()

    def _lay_waiting(self) -> None:
        """Show the dice that would be rolled, unless rolled dice are on the table."""
        now = self._play.current
        if now is not None:
            self.tray.lay(now.fallen)
            return
        try:
            plan = self._play.planned(self._roll, self.answers)
            self.tray.wait_for(tuple(die for die in plan.dice if die.group not in plan.hidden))
        except RulesError:
            self.tray.wait_for(())

    def _fall(self, throw: GameThrow) -> None:
        """Show new dice in motion. Their reading is shown when they have come to rest."""
        self.reading.wait(self._seat.named(throw.what, "roll" if throw.plan is not None else "act"))
        self.tray.fall(throw.fallen, by_hand=throw.by_hand)

    def _read(self) -> None:
        self._show_throw()

    def _mark(self, mark: str, on: bool) -> None:
        self._play.mark(mark, on=on)

    def _show_throw(self) -> None:
        self._show_press()
        if self.tray.flying:
            return
        self._lay_waiting()
        view = game_view(self._seat)
        if view is None:
            self.reading.clear()
        else:
            self.reading.show_roll(view)
        self.reading.set_follow_ups(proposals(self._seat))
        now = self._play.current
        if now is not None:
            self.tray.read(now.fallen, now.reading)
        if self.reading.row.buttons:
            # The buttons may be below the visible part of a long reading.
            bring_into_view(self.reading.row)
        secret = now is not None and HIDDEN in now.lines[0].tags
        self.tray.set_plate(_("Secret") if secret else "")
