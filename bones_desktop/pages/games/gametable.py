"""Table page of a smaller game: the choice of a roll, its chances, the dice, and their reading."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QLabel, QPushButton, QWidget

from bones_desktop.desk.table.gametray import GameTray, OddsCard
from bones_desktop.desk.table.opengame import OpenGame, dice_words
from bones_desktop.play.gameplay import GameThrow, Proposed
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.games import Odds, Roll
from bones_desktop.rules.reading import Offer, Tone
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.log.logentry import HIDDEN, NOT_MEANT
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import FitBoard, bring_into_view, flow_row, scroll_room
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, NamedRows, SteadyLabel
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

_THROW: Final = "throw"
_WITH: Final = "with-"
"""Start of the id of the question whether to use an optional parameter."""
_ASKED: Final = (350, 480)
"""Smallest and largest width of the questions before a roll, at 100 % text size."""
_TOLD: Final = 380
"""Largest height of the reading, at 100 % text size. A longer reading scrolls, so that the tray keeps its height."""
_TONES: Final = {Tone.GREAT: "good", Tone.GOOD: "good", Tone.MIXED: "warn", Tone.BAD: "bad", Tone.NEUTRAL: "muted"}
_MOST_COMPARED: Final = 5
"""Greatest number of values of a numeric parameter for which chances are compared."""
_FEW: Final = 3
"""Up to this many choices have a button each; more are a list."""


class FindingsCard(Card):
    """Shows the reading of the dice, and the acts that it offers."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 14, 20, 16), gap=8)
        self._seat = seat
        self.title = self.heading(size=20, wrap=True)
        self._rows = NamedRows(theme, 4)
        self.findings: list[QLabel] = []
        self.buttons: list[QPushButton] = []
        self.acts = QWidget(self)
        """Holds the buttons."""
        self._flow = flow_row(self.acts, theme=theme, gap=8)
        self.secret = Chip(theme, _("Secret"), self)
        self.secret.setToolTip(_("The players' view does not show it"))
        self.not_meant = Chip(theme, _("Struck out"), self)
        self.not_meant.setToolTip(_("Struck out: its effects are cancelled; it stays in the log for the seal"))
        for chip, mark in ((self.secret, HIDDEN), (self.not_meant, NOT_MEANT)):
            chip.clicked.connect(partial(self._mark, chip, mark))
        head = hbox(None, (self.title, 1), self.secret, self.not_meant, theme=theme, gap=8)
        fill(self.column, head, self._rows, self.acts, STRETCH)

    def wait(self, title: str) -> None:
        """Show the name of the roll while its dice are in motion."""
        self.title.setText(title)
        self._rows.clear()
        self.findings = []
        for part in (self.acts, self.secret, self.not_meant):
            part.hide()

    def _mark(self, chip: Chip, mark: str) -> None:
        self._seat.play.mark(mark, on=chip.isChecked())

    def show_throw(self) -> None:
        """Show the roll on the table, or that there is none yet."""
        now = self._seat.play.current
        kind = "roll" if now is None or now.plan is not None else "act"
        name = self._seat.named(now.what, kind) if now is not None else _("Nothing is rolled yet")
        self.title.setText(name)
        self._rows.clear()
        self.findings = []
        reading = now.reading if now is not None else None
        for finding in reading.findings if reading is not None else ():
            said = self._seat.with_rule(finding.reason)
            self._say(self._seat.named(finding.id, "finding"), said, _TONES[finding.tone])
        for must in reading.must if reading is not None else ():
            self._say(_("Next"), self._seat.with_rule(must.cause))
        if now is not None and reading is None:
            for each in now.lines[0].findings:
                self._say("", each.text)
        # A roll that was struck out has no effects to offer.
        meant = now is None or now.lines[0].is_meant
        self._show_acts(reading.offers if reading is not None and meant else ())
        for chip, mark in ((self.secret, HIDDEN), (self.not_meant, NOT_MEANT)):
            chip.setVisible(now is not None)
            chip.setChecked(now is not None and mark in now.lines[0].tags)

    def _say(self, name: str, said: str, role: str = "") -> None:
        bold = role in {"good", "bad"}
        label = self._rows.say(self, name, said, role, theme=self._theme, size=16, serif=True, bold=bold)
        self.findings.append(label)

    def _show_acts(self, offers: Sequence[Offer]) -> None:
        self._flow.clear()
        self.buttons = []
        for offer in offers:
            self._offer(offer)
        for each in self._seat.play.proposals:
            self._proposal(each)
        self.acts.setVisible(bool(self.buttons))

    def _offer(self, offer: Offer) -> None:
        said = self._seat.said(offer.reason)
        name = self._seat.named(offer.command, "act")
        for n in range(1, max(1, offer.cost) + 1):
            text = _("{offer} ({n})").format(offer=name, n=n) if offer.cost else name
            button = self._button(text, partial(self._seat.play.choose, offer.command, n), tip=said)
            if offer.why_not is not None:
                button.setEnabled(False)
                button.setToolTip(plain_tip(self._seat.said(offer.why_not)))

    def _proposal(self, each: Proposed) -> None:
        words = self._seat.proposed(each)
        self._button(words, partial(self._seat.play.take_proposal, each.id), kind="danger")
        dismiss = self._button(_("Dismiss"), partial(self._seat.play.dismiss_proposal, each.id))
        dismiss.setAccessibleDescription(words)

    def _button(self, text: str, call: Callable[[], object], *, kind: str = "", tip: str = "") -> QPushButton:
        button = push_button(self.acts, text, call, kind=kind, tip=tip)
        self._flow.addWidget(button)
        button.show()
        self.buttons.append(button)
        return button


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
        self.findings = FindingsCard(seat, theme, self)
        self.form.act.hide()
        self.press = push_button(self, _("Roll"), self.throw, kind="primary", tip=_("Space"))
        set_lengths(theme, self.press, least_width=190, least_height=44)
        asked, told = FitBoard(self), FitBoard(self)
        vbox(asked, self.form, STRETCH, margins=0, theme=theme, gap=12)
        vbox(told, self.findings, self.odds, STRETCH, margins=0, theme=theme, gap=12)
        # Two lines are always reserved, so that a text that appears does not move other parts.
        self.brief = SteadyLabel(2, self, theme=theme, bold=True)
        self.brief.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        right = QWidget(self)
        set_lengths(theme, right, least_width=_ASKED[0], most_width=_ASKED[1])
        vbox(right, self.brief, (scroll_room(asked, right), 1), margins=0, theme=theme, gap=8)
        below = scroll_room(told, self)
        set_lengths(theme, below, most_height=_TOLD)
        left = vbox(None, (self.tray, 11), (below, 9), theme=theme, gap=12)
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
        self.findings.wait(self._seat.named(throw.what, "roll" if throw.plan is not None else "act"))
        self.tray.fall(throw.fallen, by_hand=throw.by_hand)

    def _read(self) -> None:
        self._show_throw()
        self._say()

    def _show_throw(self) -> None:
        self._show_press()
        if self.tray.flying:
            return
        self._lay_waiting()
        self.findings.show_throw()
        self.findings.setVisible(self._play.current is not None or bool(self._play.proposals))
        now = self._play.current
        if now is not None:
            self.tray.read(now.fallen, now.reading)
        secret = now is not None and HIDDEN in now.lines[0].tags
        self.tray.set_plate(_("Secret") if secret else "")
        if self.findings.buttons:
            # The buttons may be below the visible part of a long reading.
            bring_into_view(self.findings.acts)

    def _say(self) -> None:
        now = self._play.current
        if now is not None:
            shown = ", ".join(f"{self._seat.named(each.die.group, 'group')} {each.number}" for each in now.fallen)
            announce(self, f"{shown}. {now.lines[-1].result}")
