"""The request of a smaller game: buttons for the kinds of roll, a field for each question, and exact chances."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import partial
from math import lcm
from operator import attrgetter
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

from bones_desktop.desk.table.opengame import WITH, OpenGame, asked_answers, dice_words, field_places, roll_questions
from bones_desktop.pages.table.strip import Strip
from bones_desktop.pages.table.taskchance import ChanceView
from bones_desktop.play.gameplay import GameRequest, request_from
from bones_desktop.rules.acts import Act, Answers, Parameter
from bones_desktop.rules.chances import NEVER, Chance, Distribution
from bones_desktop.rules.games import JointOutcome, Odds, Plan, Roll, headline, in_brief
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.charts.chart import folded
from bones_desktop.widgets.charts.distributionchart import DistributionChart
from bones_desktop.widgets.choice.buttons import Chip
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property, set_type
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import Card, NamedRows, plain_label
from bones_desktop.wording.chances import chance_text, percent, percents, points_of, signed
from bones_desktop.wording.games.words import brief_text, roll_text
from bones_desktop.wording.language import _

_MOST_OUTCOMES: Final = 7
"""Greatest number of columns. Rare numbers at each end share a column."""
_RARE: Final = 200
"""Outcomes that occur less than once in this many rolls share a column."""


def is_number(id: str) -> bool:
    """Return whether an outcome is a number, or a number with all numbers above it ("20+")."""
    return id.removeprefix("-").removesuffix("+").isdecimal()


def distribution_of(outcomes: Mapping[str, Chance]) -> Distribution:
    """Return the distribution of outcomes that are numbers."""
    chances = {int(id.removesuffix("+")): chance for id, chance in outcomes.items() if chance.num}
    # A common denominator keeps the chances exact.
    total, lowest = lcm(*(chance.den for chance in chances.values())), min(chances)
    weights = [0] * (max(chances) - lowest + 1)
    for number, chance in chances.items():
        weights[number - lowest] = chance.num * total // chance.den
    return Distribution(lowest, tuple(weights), total)


def numbers_of(outcomes: Mapping[str, Chance]) -> list[tuple[str, Chance]]:
    """Return each number with its chance, lowest first. Rare numbers at both ends are combined."""
    found = distribution_of(outcomes)
    open_ = {each.removesuffix("+") for each in outcomes if each.endswith("+")}
    told = sum(weight * _RARE > found.total for weight in found.weights)
    columns = folded(found, min(_MOST_OUTCOMES, told + (told < len(found.weights))))
    return [(f"{each.label}+" if each.label in open_ else each.label, each.chance) for each in columns]


class OutcomeColumns(QWidget):
    """Columns for outcomes, side by side: each shows a chance, and below it the outcome."""

    def __init__(self, theme: Theme, outcomes: Sequence[tuple[str, str]], parent: QWidget) -> None:
        super().__init__(parent)
        speak_as(self, Role.Chart)
        flow = flow_row(self, theme=theme, gap=16)
        for chance, outcome in outcomes:
            cell = QWidget(self)
            number = plain_label(cell, chance)
            set_type(theme, number, size=16, serif=True, bold=True)
            vbox(cell, number, plain_label(cell, outcome, "muted", theme=theme, size=12), margins=0, theme=theme, gap=0)
            set_lengths(theme, cell, least_width=52)
            flow.addWidget(cell)


class OddsCard(Card):
    """Card with the exact chances that are not next to the Roll button: of numbers, and of joint outcomes."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 12, 20, 14), gap=6)
        self._seat = seat
        self.title = self.heading(_("Chances"), size=16)
        self._rows = NamedRows(theme, 10)
        self._odds: Odds | None = None
        self._compared: Mapping[str, Mapping[str, Chance]] = {}
        self.together = Chip(theme, _("All together"), self)
        self.together.setToolTip(_("Chances of combined outcomes, where they depend on one another"))
        self.together.toggled.connect(self._show_again)
        self.column.addLayout(hbox(None, self.title, STRETCH, self.together, theme=theme, gap=8))
        self.column.addLayout(self._rows)

    def show_odds(self, odds: Odds | None, compared: Mapping[str, Mapping[str, Chance]]) -> None:
        """Show the chances, or an empty card if `odds` is None.

        `compared` holds the chance of success for other answers to a question, by the name of the question.
        """
        self._odds = odds
        self._compared = compared
        self._rows.clear()
        findings = odds.findings if odds is not None else {}
        for finding, outcomes in findings.items():
            if all(map(is_number, outcomes)):
                self._cells(self._seat.named(finding, "finding"), outcomes, numbers_of(outcomes))
        for name, chances in compared.items():
            self._cells(name, chances, list(chances.items()))
        # The strip already shows the combined outcomes of a single finding.
        joint = odds.joint if odds is not None and len(findings) > 1 else ()
        # If there are no other chances, show the combined outcomes at once, or the card would be empty.
        alone = not self._rows.count()
        self.together.setVisible(bool(joint) and not alone)
        self.setVisible(bool(joint) or not alone)
        if joint and (alone or self.together.isChecked()):
            likely = sorted(joint, key=attrgetter("chance.value"), reverse=True)
            self._rows.say(self, _("Together"), "\n".join(map(self._together, likely)))

    def _show_again(self) -> None:
        self.show_odds(self._odds, self._compared)

    def _cells(self, name: str, outcomes: Mapping[str, Chance], shown: Sequence[tuple[str, Chance]]) -> None:
        """Add a row of outcomes with their chances. The tooltip lists all chances exactly."""
        said = [(percent(chance), outcome) for outcome, chance in shown]
        cells = OutcomeColumns(self._theme, said, self)
        cells.setAccessibleName(
            " · ".join(_("{outcome}: {chance}").format(outcome=each, chance=chance) for chance, each in said)
        )
        exact = (f"{self._outcome(id)}: {chance_text(chance)}" for id, chance in outcomes.items())
        cells.setToolTip(plain_tip("\n".join(exact)))
        self._rows.put(self, name, cells)

    def _together(self, each: JointOutcome) -> str:
        named = ", ".join(
            _("{finding}: {outcome}").format(
                finding=self._seat.named(finding, "finding"), outcome=self._outcome(outcome)
            )
            for finding, outcome in each.outcomes.items()
        )
        return _("{outcomes} – {chance}").format(outcomes=named, chance=percent(each.chance))

    def _outcome(self, id: str) -> str:
        return signed(int(id)) if is_number(id) and not id.endswith("+") else self._seat.named(id, "outcome")


_FEW: Final = 3
"""Greatest number of choices that are shown as buttons. More choices are shown as a list."""
_MOST_COMPARED: Final = 5
"""Greatest number of values of a numeric parameter for which chances are compared."""


class KindButton(QPushButton):
    """A button for a kind of roll. Space is passed to the page, which rolls."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(text, parent)
        self.setCheckable(True)
        self.setAutoDefault(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore Space."""
        if event.key() == Qt.Key.Key_Space:
            event.ignore()
        else:
            super().keyPressEvent(event)


class GameStrip(Strip[GameRequest]):
    """Lets the user choose a roll of a smaller game. The digits choose the kind of roll."""

    def __init__(self, seat: OpenGame, theme: Theme, refuse: Callable[[Reason], object], parent: QWidget) -> None:
        super().__init__(theme, seat.game.id, parent, refuse)
        self._seat = seat
        self._play = seat.play
        self._roll = ""
        self._places: dict[str, FieldPlace] = {}
        self.odds: Odds | None = None
        """The chances of the request; None if it cannot be rolled or its dice are hidden."""
        self.rolls: dict[str, QPushButton] = {}
        self._kinds = kinds = speak_as(QWidget(self), Role.Grouping, _("Kind of roll"))
        flow = flow_row(kinds, theme=theme, gap=4)
        group = QButtonGroup(self)
        for number, roll in enumerate(self._offered, 1):
            button = KindButton(seat.named(roll.id, "roll"), kinds)
            button.setToolTip(plain_tip(str(number)))
            button.clicked.connect(partial(self.choose, roll.id))
            group.addButton(button)
            # Screen readers present an auto-exclusive button as a radio button.
            button.setAutoExclusive(True)
            flow.addWidget(button)
            self.rolls[roll.id] = button
        self.form.changed.connect(self._form_changed)
        self.degrees = plain_label(self, wrap=True, theme=theme, size=12)
        """The outcomes behind the chance, and the outcomes of other findings; hidden if there are none."""
        self.brief = plain_label(self, wrap=True, rules=True, theme=theme, size=14)
        """Notes on the roll, why it is impossible, or why dice must be rolled next."""
        for label in (self.degrees, self.brief):
            set_lengths(theme, label, least_width=60)
            label.hide()
        self._lay_out(next(iter(self.rolls.values())), self.degrees, kinds)
        self._outer.addWidget(self.brief)
        self.choose(next(iter(self.rolls)))

    # --- the request --------------------------------------------------------------------------------------------------

    @property
    def request(self) -> GameRequest:
        """The request made from all choices."""
        return GameRequest(self._roll, self.answers)

    @property
    def answers(self) -> Answers:
        """The answers in the form, without optional answers that the user did not choose."""
        return asked_answers(self._chosen, self.form.answers)

    @property
    def why_not(self) -> str:
        """The reason why the request cannot be rolled.

        The reason is "" if the request can be rolled, or if other dice must be rolled next.
        """
        why = self.form.why_not
        return "" if why is None or self._play.due else self._seat.said(why)

    def plan(self) -> Plan | None:
        """Return the plan of the request; None if it is impossible."""
        with suppress(RulesError):
            return self._play.planned(self._roll, self.answers)
        return None

    def choose(self, roll: str) -> None:
        """Choose the kind of roll."""
        if roll != self._roll:
            self.form.forget("")
            self.fold.open()
        self._roll = roll
        self.rolls[roll].setChecked(True)
        self._ask()

    def set_low(self, low: bool) -> None:
        """On a low page, move outcomes and kinds of roll into the part of the strip that can be folded."""
        if low == (self._kinds.parentWidget() is self):
            column = self._column if low else self._outer
            at = 0 if low else self._outer.indexOf(self._foot) + 1
            hidden = self.degrees.isHidden()
            for place, part in enumerate((self.degrees, self._kinds), at):
                column.insertWidget(place, part)
            self.degrees.setHidden(hidden)

    def choose_number(self, number: int) -> bool:
        """Choose a kind of roll by its number, counted from 1. Return False if there is no such kind."""
        known = list(self.rolls)
        if 0 < number <= len(known):
            self.choose(known[number - 1])
        return 0 < number <= len(known)

    def show_request(self, request: GameRequest) -> None:
        """Show the choices of a request. Choices that no longer exist are skipped."""
        if request.roll in self.rolls:
            self.choose(request.roll)
            optional = {each.id for each in self._chosen.parameters if each.optional}
            given = request.answers.values
            self.form.fill({**given, **{f"{WITH}{id}": 1 for id in given if id in optional}})

    def name_of(self, request: GameRequest) -> str:
        """Return the name of a request."""
        return self._seat.named(request.roll, "roll")

    def whole_name(self, request: GameRequest) -> str:
        """Return the name of a request, with the answers that differ from the default answers."""
        roll = next((each for each in self._offered if each.id == request.roll), None)
        return roll_text(self._seat.game.id, request.roll, roll, request.answers)

    def why_unknown(self, request: GameRequest) -> str:
        """Return why a stored request cannot be rolled; "" if it can."""
        try:
            self._play.planned(request.roll, request.answers)
        except RulesError as error:
            return self._seat.said(error.reason)
        return ""

    def read_request(self, text: str) -> GameRequest | None:
        """Return the request in a text; None if it cannot be read."""
        return request_from(text)

    def written(self, request: GameRequest) -> str:
        """Return a request as text."""
        return request.text

    def icon_of(self, request: GameRequest, side: int) -> QIcon:
        """Return an empty icon, because the rolls of smaller games have no pictures."""
        del request, side
        return QIcon()

    # --- what is shown ------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the name of the open character, and the questions for this character."""
        seat, who = self._seat, self._seat.who
        self.set_roller(who.id)
        self.who.show_character(
            who.id, who.name, brief_text(seat.game.id, in_brief(seat.game, seat.small.book, who)[:1])
        )
        self._ask()

    def show_due(self) -> None:
        """Show on the Roll button the dice to roll next, and a text below the choices.

        The text has the notes on the roll, says why the roll is impossible, or says why other dice must be rolled next.
        """
        due, why, now = self._play.due, self.form.why_not, self._play.current
        self.buttons.show_due(_("Roll {dice} next").format(dice=dice_words(due)) if due else "")
        plan = self.plan()
        hidden = _("The dice are hidden: the program rolls them.") if plan is not None and plan.hidden else ""
        self.buttons.allow(self.why_not, by_hand=hidden)
        said = " ".join(map(self._seat.with_rule, plan.notes)) if plan is not None else ""
        if why is not None:
            said = self._seat.said(why)
        if due and now is not None and now.reading is not None:
            said = self._seat.said(now.reading.must[0].cause)
        self.brief.setText(said)
        self.brief.setVisible(bool(said))
        set_sheet_property(self.brief, "role", "warn")

    def compared(self) -> dict[str, dict[str, Chance]]:
        """Return the chances of success for other values of the number that the roll compares.

        The key is the name of the number. The result is empty if fewer than two values are possible.
        """
        roll = self._chosen
        asked = next((each for each in roll.parameters if each.id == roll.compare), None)
        found: dict[str, Chance] = {}
        for value in range(asked.least, asked.least + _MOST_COMPARED) if asked is not None else ():
            with suppress(RulesError):
                plan = self._play.planned(self._roll, Answers({**self.answers.values, roll.compare: value}))
                head = headline(self._seat.game, self._seat.game.odds(plan))
                if head is not None:
                    found[str(value)] = head[2]
        return {self._seat.named(roll.compare, "field"): found} if len(found) > 1 else {}

    @property
    def _offered(self) -> tuple[Roll, ...]:
        return self._seat.game.rolls(self._seat.small.book, self._seat.who)

    @property
    def _chosen(self) -> Roll:
        return next(each for each in self._offered if each.id == self._roll)

    def _form_changed(self) -> None:
        plan = self.plan()
        self.odds = None if plan is None or plan.hidden else self._seat.game.odds(plan)
        self._show_chance(plan)
        self.show_due()
        self.fold.line.show_words(self.whole_name(self.request))
        self.changed.emit()

    def _show_chance(self, plan: Plan | None) -> None:
        name, odds = self._seat.named(self._roll, "roll"), self.odds
        finding, degrees = "", ""
        if odds is None:
            self.chance.show(ChanceView(name, refusal=self._why_no_chance(plan)))
        elif (found := headline(self._seat.game, odds)) is not None:
            finding, mildest, chance = found
            degrees = self._degrees(odds.findings[finding], self._seat.game.succeeds[finding], chance)
            caption = self._seat.named(mildest, "headline")
            self.chance.show(ChanceView(name, chance, caption, draw=self._draw(odds)))
        else:
            self.chance.show(self._outcomes(name, odds))
        others = odds.findings.items() if odds is not None else ()
        named = (self._other(id, found) for id, found in others if id != finding and not all(map(is_number, found)))
        degrees = "\n".join(filter(None, (degrees, *named)))
        self.degrees.setText(degrees)
        self.degrees.setVisible(bool(degrees))

    def _why_no_chance(self, plan: Plan | None) -> str:
        if plan is not None:
            return _("The dice are hidden, and so is the chance.")
        return self._seat.said(self.form.why_not) if self.form.why_not is not None else ""

    def _other(self, finding: str, outcomes: Mapping[str, Chance]) -> str:
        """Return the chances of a secondary result, such as the character's state after the roll."""
        name = self._seat.named(finding, "finding")
        if "yes" in outcomes:
            return _("{name}: {n}").format(name=name, n=percent(outcomes["yes"]))
        return _("{name}: {n}").format(name=name, n=self._shares(outcomes, (), NEVER))

    def _degrees(self, outcomes: Mapping[str, Chance], good: Sequence[str], chance: Chance) -> str:
        """Return the outcomes of the main result with their chances; "" if there are only two outcomes.

        The chances add up to 100 %.
        """
        return self._shares(outcomes, good, chance) if len(outcomes) > len(("success", "failure")) else ""

    def _shares(self, outcomes: Mapping[str, Chance], good: Sequence[str], chance: Chance) -> str:
        """Return outcomes with their chances: the `good` outcomes, which make up `chance`, then the others.

        Rare outcomes are combined.
        """
        said = list[str]()
        points = points_of(chance)
        for whole, wanted in ((points, True), (100 - points, False)):
            some = {id: each for id, each in outcomes.items() if each.num and (id in good) is wanted}
            rare = [id for id, each in some.items() if each.num * _RARE < each.den]
            if len(rare) > 1:
                total = sum((Fraction(*some.pop(id)) for id in rare), Fraction())
                together = {"": Chance(total.numerator, total.denominator)}
                some = {**together, **some} if wanted else {**some, **together}
            few = _("better") if wanted else _("worse")
            names = (self._seat.named(id, "outcome") if id else few for id in some)
            pairs = zip(names, percents(list(some.values()), whole), strict=True)
            said += [_("{outcome} {chance}").format(outcome=name, chance=text) for name, text in pairs]
        return "  ·  ".join(each.replace(" ", "\N{NO-BREAK SPACE}") for each in said)

    def _outcomes(self, name: str, odds: Odds) -> ChanceView:
        """Return the outcomes of a roll that cannot fail, such as damage."""
        finding, outcomes = next(iter(odds.findings.items()))
        named = self._seat.named(finding, "finding")
        shares = tuple(numbers_of(outcomes))
        best = max(shares, key=_chance_of)[0]
        words = "\n".join(
            _("{outcome}: {chance}").format(outcome=id, chance=chance_text(chance)) for id, chance in shares
        )
        likely = _("{name}: {n}").format(name=named, n=best)
        return ChanceView(name, likely=likely, shares=shares, words=words, draw=self._draw(odds))

    def _draw(self, odds: Odds) -> Callable[[DistributionChart], object] | None:
        """Return a function that fills the chart with the first finding that is a number; None if there is none."""
        numbers = ((id, each) for id, each in odds.findings.items() if all(map(is_number, each)))
        finding = next(numbers, None)
        if finding is None:
            return None
        title = self._seat.named(finding[0], "finding")
        return partial(
            DistributionChart.show_distribution, distribution=distribution_of(finding[1]), title=title, divide=None
        )

    # --- the form -----------------------------------------------------------------------------------------------------

    def _ask(self) -> None:
        seat, roll = self._seat, self._chosen

        def parameters(answers: Answers) -> tuple[Parameter, ...]:
            found = roll_questions(roll, answers)
            self._places = field_places(found)
            return tuple(found)

        def do(who: object, answers: Answers) -> object:
            self._play.planned(roll.id, asked_answers(roll, answers))
            return who

        act: Act[Any] = Act(roll.id, "roll", parameters, do)
        self.form.show_act(AskedAct(act, seat.who, "", "", self._field, seat.about(roll.id, "roll"), strong=()))

    def _field(self, parameter: Parameter, answers: Answers) -> Field:
        place = self._places.get(parameter.id, FieldPlace.ROW)
        return self._seat.roll_field(parameter, answers, _FEW, place)


def _chance_of(outcome: tuple[str, Chance]) -> float:
    return outcome[1].value
