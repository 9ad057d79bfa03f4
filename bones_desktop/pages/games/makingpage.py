"""Page that makes a character step by step, with fields, dice, problems and calculated facts."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QLabel, QWidget

from bones_desktop.desk.table.gameview import GameTray
from bones_desktop.desk.table.opengame import CREATION, OpenGame, dice_words
from bones_desktop.pages.games.trackerpage import STEPS, FactCard, StepState, fact_lines, step_line
from bones_desktop.play.gameplay import thrown_by
from bones_desktop.rules.acts import Act, Answers, Parameter, ParameterKind, Value
from bones_desktop.rules.dice import Die
from bones_desktop.rules.games import MakingStep
from bones_desktop.rules.reasons import Problem, Reason, Weight, is_placed
from bones_desktop.rules.records import replace
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actfields import Field, FieldPlace
from bones_desktop.widgets.acts.actform import ActForm, AskedAct
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.layouts import FitBoard, Fitting, follow_one_another, scroll_room
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, NamedRows, breakable, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name

END: Final = "review"
"""Id of the page after the last step."""
_NARROW: Final = 640
"""Width at 100 % text size below which there is no room for a third column."""
_LINES: Final = 260
"""Width of the steps and of the facts at 100 % text size up to which their lines are shown whole."""
WIDE: Final = 900
"""Smallest width of the page, at 100 % text size, at which it shows the facts too."""
_TRAY: Final = 240
"""Smallest height of the tray, at 100 % text size."""
MOST_WIDTH: Final = 1_600
"""Largest width. On a wider page, parts that belong together would be too far apart."""
_TONES: Final = {Weight.ILLEGAL: "bad", Weight.UNFINISHED: "muted", Weight.ADVICE: "warn"}
_FAULTS: Final = LineLook(height=36, side=18, gap=10, aligned=True, ground=Ground.RIMMED)
_TYPED: Final = frozenset({ParameterKind.TEXT, ParameterKind.NUMBER})


def _count_tone(count: Reason, weights: Mapping[Reason, Weight]) -> str:
    """Return the colour of a count.

    It is "good" if everything is placed, and "muted" while something is left. If too much is placed, the colour depends
    on the weight of the problem.
    """
    if is_placed(count):
        return "good"
    is_over = int(count.value("to_place")) < 0
    return _TONES[weights.get(count, Weight.UNFINISHED)] if is_over else "muted"


class Remarks(QWidget):
    """List of sentences, each in its own colour, with rule ids as links."""

    def __init__(self, theme: Theme, parent: QWidget, size: int = 14) -> None:
        super().__init__(parent)
        self._theme, self._size = theme, size
        self.labels: list[QLabel] = []
        self._column = vbox(self, theme=theme, gap=4, margins=0)

    def show_texts(self, texts: Sequence[tuple[str, str]]) -> None:
        """Show sentences, each with the role of its colour. Labels are kept, so that the page does not jump."""
        for _more in range(len(texts) - len(self.labels)):
            label = plain_label(self, wrap=True, theme=self._theme, size=self._size, rules=True)
            set_lengths(self._theme, label, least_width=60)
            self._column.addWidget(label)
            self.labels.append(label)
        for place, label in enumerate(self.labels):
            text, role = texts[place] if place < len(texts) else ("", "")
            label.setText(text)
            label.setVisible(bool(text))
            set_sheet_property(label, "role", role)
        self.setVisible(bool(texts))


class StepCard(Card):
    """One step: its fields or its dice, and its problems."""

    edited = Signal(object, object)
    """Emitted with the Parameter of a field, and its value."""
    thrown = Signal(str, object)
    """Emitted with the id of an action that rolls dice, and the faces of real dice.

    The faces are None if the program rolls.
    """
    done = Signal(str)
    """Emitted with the id of an action without dice, for example to roll everything again."""
    finished = Signal()
    """Emitted when the player finishes the character. The Table page is shown next."""

    def __init__(self, seat: OpenGame, theme: Theme, refuse: Callable[[Reason], object], parent: QWidget) -> None:
        """Create the card; `refuse` is called with the reason why nothing is rolled."""
        super().__init__(theme, parent, edges=(24, 18, 24, 18), gap=10)
        self._seat = seat
        self._step: MakingStep | None = None
        self._used: dict[str, str] = {}
        """The field that was answered last in each step."""
        self.title = self.heading(size=28, wrap=True)
        self.about = self.label(role="muted", wrap=True)
        self.counts = Remarks(theme, self, size=16)
        self.finish = push_button(self, "", self.finished, kind="primary")
        self.finish.setAutoDefault(True)  # lets Enter press this button
        self.faults = LineList(theme, _("Problems"), self, _FAULTS, keys=PICKING, by_click=True, whole=True)
        self.fields = ActForm(theme, self, framed=False)
        self.fields.answered.connect(self._edit)
        self.throwing = ActForm(theme, self, refuse=refuse, framed=False)
        self.throwing.cancel.hide()
        self.throwing.requested.connect(self._throw)
        self.tray = GameTray(seat, theme, self, on_card=True)
        self.tray.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click must not take the focus from the Next button
        set_lengths(theme, self.tray, least_height=_TRAY)
        self.came = self.label(size=16, wrap=True, rules=True)
        self.summary = QWidget(self)
        """The content of the sheet, after the last step."""
        self._summary = NamedRows(theme, 10)
        self._summary.setContentsMargins(0, 0, 0, 0)
        self.summary.setLayout(self._summary)
        self.again = push_button(self, "", self._do_again)
        self._again: Act[Any] | None = None
        self.problems = Remarks(theme, self)
        ends = [hbox(None, button, STRETCH) for button in (self.finish, self.again)]
        fill(self.column, self.title, self.about, self.counts, ends[0], self.fields, self.throwing, self.came)
        fill(self.column, self.faults, self.summary, self.problems, ends[1])
        fill(self.column, (self.tray, 9), STRETCH)

    @property
    def first(self) -> QWidget:
        """The widget that gets focus when the step is entered."""
        if self._step is None:
            return self.finish
        if not self.throwing.isHidden():
            return self.throwing.act
        if self.fields.isHidden():
            return self.again
        return self.fields.stop_of(self._used.get(self._step.id, self.fields.shown[0]))

    def show_step(self, title: str, about: str, step: MakingStep | None, problems: tuple[Problem[str], ...]) -> None:
        """Show a step with its problems; None for the page after the last step."""
        other = (step.id if step else END) != (self._step.id if self._step else END)
        self._step = step
        self.title.setText(title)
        self.about.setText(about)
        self.about.setVisible(bool(about))
        self._show_fields(step, begin=other)
        self._show_dice(step)
        counts = step.counts if step is not None else ()
        weights = {each.reason: each.weight for each in problems}
        self.counts.show_texts([(self._seat.with_rule(each), _count_tone(each, weights)) for each in counts])
        problems = tuple(each for each in problems if each.reason not in counts)
        texts = [(self._seat.with_rule(each.reason), _TONES[each.weight]) for each in problems]
        self.problems.show_texts(texts if step is not None else [])
        self.finish.setVisible(step is None)
        self._summary.clear()
        for name, lines in self._seat.sheet_parts() if step is None else ():
            self._summary.say(self.summary, name, "\n".join(lines))
        self.summary.setVisible(step is None)
        if step is not None:
            self.faults.hide()

    def show_review(self, title: str, about: str, faults: Sequence[Line], *, ready: bool) -> None:
        """Show the page after the last step.

        It has a line for each fault with the step of the fault, and the complete character.
        """
        self.show_step(title, about, None, ())
        self.faults.show_lines(faults)
        self.faults.setVisible(bool(faults))
        self.finish.setText(_("Finish") if ready else _("Play unfinished"))
        set_sheet_property(self.finish, "kind", "primary" if ready else "")

    def _show_fields(self, step: MakingStep | None, *, begin: bool) -> None:
        fields = step.fields if step is not None else ()
        self.fields.setVisible(bool(fields))
        if begin:
            self.fields.forget("")
        act: Act[Any] = Act(step.id if step else "", "", lambda _answers: fields, lambda who, _answers: who)
        self.fields.show_act(AskedAct(act, self._seat.who, "", "", partial(self._field, fields)))
        self.fields.fill({})

    def _field(self, fields: tuple[Parameter, ...], parameter: Parameter, answers: Answers) -> Field:
        """Return the field of a parameter.

        If a number or a yes-no answer is about a named item, the field is next to the name.
        """
        field = self._seat.field(parameter, answers)
        word, _unused, number = parameter.id.rpartition("-")
        at = fields.index(parameter)
        before = fields[at - 1] if at and number.isdecimal() else None
        if parameter.kind in {ParameterKind.NUMBER, ParameterKind.TEXT}:
            field = replace(field, note=field.tip)
        if before is None or before.id.rpartition("-")[2] != number:
            return field
        name = self._seat.named(word, "field")
        if parameter.kind is ParameterKind.NUMBER:
            # Screen readers hear the number too, which tells equal fields apart.
            return replace(field, label=name, place=FieldPlace.BESIDE)
        if parameter.kind is ParameterKind.YES_NO:
            numbered = [each for each in fields if each.id.rpartition("-")[2] == number]
            chips = [each for each in numbered if each.kind is parameter.kind]
            place = FieldPlace.ROW if len(chips) > 1 else FieldPlace.BESIDE
            group = self._seat.named(numbered[0].id.rpartition("-")[0], "field")
            return replace(field, label="", name=name, place=place, group=f"{group} {number}")
        return field

    def _show_dice(self, step: MakingStep | None) -> None:
        act = self._seat.act(step.act) if step is not None and step.act else None
        fallen = step.fallen if step is not None else ()
        self.throwing.setVisible(act is not None and not fallen)
        if act is not None and not fallen:
            asked = self._seat.asked(act)
            self.throwing.show_act(AskedAct(act, asked.who, "", self._press(act), asked.field))
            self.throwing.cancel.hide()
            why = self.throwing.why_not
            self.throwing.note.setText(self._seat.with_rule(why) if why else "")
            self.throwing.note.setVisible(why is not None)
        due = () if act is None or fallen else _dice(act)
        self.tray.setVisible(bool(fallen or due))
        if fallen:
            self.tray.lay(fallen)
        else:
            self.tray.wait_for(due)
        came = [self._seat.with_rule(each) for each in step.came] if step is not None else []
        self.came.setText("\n".join(came))
        self.came.setVisible(bool(came))
        acts = (each for each in self._seat.acts() if each.group == CREATION)
        anew = next((each for each in acts if not _dice(each) and self._seat.why_not(each) is None), None)
        self._again = anew if fallen else None
        self.again.setVisible(self._again is not None)
        if self._again is not None:
            self.again.setText(self._seat.named(self._again.id, "act"))
            self.again.setToolTip(plain_tip(self._seat.about(self._again.id, "act")))

    def _press(self, act: Act[Any]) -> str:
        return _("Roll {dice}").format(dice=dice_words(_dice(act)))

    def _edit(self, id: str, value: Value) -> None:
        fields = self._step.fields if self._step is not None else ()
        parameter = next((each for each in fields if each.id == id), None)
        if self._step is not None and parameter is not None and isinstance(value, int | str):
            self._used[self._step.id] = id
            self.edited.emit(parameter, value)

    def _throw(self, _answers: Answers) -> None:
        if self._step is not None:
            self.thrown.emit(self._step.act, self.throwing.faces)

    def _do_again(self) -> None:
        if self._again is not None:
            self.done.emit(self._again.id)


class MakingPage(Fitting):
    """Page for making a character. Every edit is one undo step; letters typed one after another are one step."""

    message = Signal(str)
    """Emitted with a sentence, such as the reason why an edit is refused."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._theme = theme
        self._current: str | None = None
        self._order: tuple[str, ...] = ()
        self._throwing = False
        self.steps = LineList(theme, _("Steps"), self, STEPS, keys=PICKING)
        self.card = StepCard(seat, theme, self._refuse, self)
        self.facts = FactCard(theme, self)
        self.back = push_button(self, _("Back"), self._go_back)
        self.next = push_button(self, "", self._go_on, kind="primary")
        for button in (self.back, self.next, self.card.again):
            button.setAutoDefault(True)  # lets Enter press these buttons
        board = FitBoard(self)
        self._below = vbox(board, (self.card, 1), margins=0, theme=theme, gap=12)
        self._room = scroll_room(board, self)
        feet = hbox(None, self.back, STRETCH, self.next, theme=theme, gap=8)
        middle = vbox(None, (self._room, 1), feet, theme=theme, gap=12)
        columns = QWidget(self)
        parts = (self.steps, 3), (middle, 6), (self.facts, 3)
        self._columns = hbox(columns, *parts, theme=theme, gap=16, edges=(16, 16, 16, 16))
        hbox(self, columns, margins=0)
        set_lengths(theme, columns, most_width=MOST_WIDTH)
        set_lengths(theme, self.steps, most_width=340)
        set_lengths(theme, self.facts, most_width=420)
        follow_one_another((self.steps, self.card, self.back, self.next, self.facts.view))
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show the current character."""
        game, book, who = self._seat.game, self._seat.small.book, self._seat.who
        steps, problems = game.steps(book, who), self._seat.problems()
        following = next((each.id for each in steps if not each.is_done), END)
        # A new character begins at the first step. Any other character continues where something is missing.
        if self._current is None or self._current not in {END, *(each.id for each in steps)}:
            is_new = who == self._seat.small.new(who.id).with_(name=who.name)
            self._current = steps[0].id if is_new and steps else following
        lines = [self._line(each, following, _about(each, problems)) for each in steps]
        wrong = [each for each in problems if each.weight is Weight.ILLEGAL]
        ready = following == END and not wrong
        left = _("Problems left: {n}").format(n=len(wrong)) if wrong else ""
        state = StepState.NEXT if ready else StepState.OPEN
        lines.append(step_line(END, _("Review"), state, left))
        self._order = tuple(line.key for line in lines)
        self.steps.show_lines(lines, current=self._current)
        self._show_step(steps, problems)
        self.facts.show_facts(fact_lines(self._seat))
        self._fit()

    def go_to(self, step: str) -> None:
        """Show a step; END shows the page after the last step."""
        if step != self._current:
            self._current = step
            self.refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus on to the first field of the step."""
        super().focusInEvent(event)
        self._enter()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the columns to the available room."""
        super().showEvent(event)
        self._fit()

    def _connect(self) -> None:
        self._seat.document.changed.connect(self._follow)
        self.steps.current_changed.connect(self.go_to)
        self.steps.line_activated.connect(self._enter)
        self.card.edited.connect(self._edit)
        self.card.thrown.connect(self._throw)
        self.card.tray.settled.connect(self._settle)
        self.card.done.connect(self._do)
        self.card.fields.requested.connect(self._leave_field)
        self.card.faults.line_activated.connect(self._correct)
        self._theme.changed.connect(self._fit)

    def _line(self, step: MakingStep, following: str, problems: tuple[Problem[str], ...]) -> Line:
        wrong = [each for each in problems if each.weight is not Weight.UNFINISHED]
        state = StepState.NEXT if step.id == following else StepState.OPEN
        if step.is_done:
            state = StepState.PROBLEM if wrong else StepState.DONE
        held = self._seat.said(wrong[0].reason) if state is StepState.PROBLEM else self._held(step)
        counted = ", ".join(
            _("{n} of {all}").format(n=each.value("held"), all=each.value("due")) for each in step.counts
        )
        return step_line(step.id, self._seat.named(step.id, "step"), state, held, counted)

    def _held(self, step: MakingStep) -> str:
        if step.fallen:
            return " · ".join(str(each.number) for each in step.fallen)
        texts = (self._seat.answer_text(each) for each in step.fields if each.kind is not ParameterKind.NUMBER)
        return ", ".join(text for text in texts if text)

    def _show_step(self, steps: tuple[MakingStep, ...], problems: tuple[Problem[str], ...]) -> None:
        step = next((each for each in steps if each.id == self._current), None)
        if step is not None:
            shown = _about(step, problems)
            if not step.is_done:  # a step that is still to be done is not a mistake
                shown = tuple(each for each in shown if each.weight is not Weight.ILLEGAL or self._is_begun(step))
            self.card.show_step(self._seat.named(step.id, "step"), self._seat.about(step.id, "step"), step, shown)
        else:
            self._show_review(steps, problems)
        place = self._order.index(self._current or END)
        after = self._order[place + 1] if step is not None else END
        named = _("review") if after == END else self._seat.named(after, "step")
        set_sheet_property(self.next, "kind", "primary" if step is not None and step.is_done else "")
        self.next.setText(_("Next: {step}").format(step=named))
        # The Finish button is in another place, so that a second click on Next does not leave the page.
        self.next.setVisible(step is not None)
        self.back.setEnabled(place > 0)

    def _show_review(self, steps: tuple[MakingStep, ...], problems: tuple[Problem[str], ...]) -> None:
        name = short_name(" ".join(str(self._seat.who.name).split()))
        ready = all(each.weight is Weight.ADVICE for each in problems)
        title = _("{name} is ready").format(name=breakable(name)) if name else _("Ready")
        about = _("Look it over. Every choice can still be changed, now and later.")
        if not ready:
            title, about = _("Not finished yet"), _("Something is missing or against the rules. Press it to go there.")
        lines = []
        for place, problem in enumerate(problems):
            at = next((each.id for each in steps if problem in _about(each, problems)), "")
            said, where = self._seat.with_rule(problem.reason), self._seat.named(at, "step") if at else ""
            sign, tone = ("warning-ring", "bad") if problem.weight is Weight.ILLEGAL else ("ring", "muted")
            lines.append(
                Line(said, "", where, f"{at}:{place}", sign, sign_tone=tone, tip=said, rule=problem.reason.rule)
            )
        self.card.show_review(title, about, lines, ready=ready)

    def _is_begun(self, step: MakingStep) -> bool:
        return bool(self._held(step)) or any(each.value("held") for each in step.counts)

    def _follow(self, change: object) -> None:
        if not getattr(change, "name", ""):
            self._current = None
        if not self._throwing:
            self.refresh()

    def _edit(self, parameter: Parameter, value: int | str) -> None:
        seat, field = self._seat, parameter.id
        name = seat.named(field, "field")
        merge = f"field {field}" if parameter.kind in _TYPED else ""

        def edit(who: Any) -> Any:  # noqa: ANN401 (a character of any game)
            return seat.game.with_field(seat.small.book, who, field, value)

        if not seat.document.attempt(name, edit, self._refuse, merge):
            self.refresh()

    def _throw(self, act: str, faces: tuple[int, ...] | None) -> None:
        """Roll the dice of a step, and show the result when the dice have stopped."""
        # The document changes before the dice stop. Showing the change now would reveal the result.
        self._throwing = True
        try:
            done = self._seat.play.do(act, Answers(), faces)
        finally:
            self._throwing = False
        now = self._seat.play.current
        if done and now is not None:
            self.next.setFocus(Qt.FocusReason.OtherFocusReason)
            self.card.throwing.hide()
            self._room.ensureWidgetVisible(self.card.tray)
            self.card.tray.fall(now.fallen, by_hand=now.by_hand)

    def _settle(self) -> None:
        self.refresh()
        announce(self, f"{self.card.tray.contents.listing}. {self.card.came.text()}")

    def _do(self, act: str) -> None:
        if self._seat.play.do(act, Answers()):
            first = next((each.id for each in self._steps() if not each.is_done), END)
            self.go_to(first)
            self._enter()

    def _steps(self) -> tuple[MakingStep, ...]:
        return self._seat.game.steps(self._seat.small.book, self._seat.who)

    def _refuse(self, why: Reason) -> None:
        self.message.emit(self._seat.said(why))

    def _enter(self) -> None:
        self.card.first.setFocus(Qt.FocusReason.OtherFocusReason)

    def _correct(self, fault: str) -> None:
        """Go to the step of a fault that the review lists."""
        step = fault.partition(":")[0]
        if step:
            self.go_to(step)
            self._enter()

    def _leave_field(self) -> None:
        """After Enter: go to the text below if it is empty and the step is not done, else to the next step."""
        step = next((each for each in self._steps() if each.id == self._current), None)
        form = self.card.fields
        texts = [each.id for each in step.fields if each.kind is ParameterKind.TEXT] if step is not None else []
        below = next((id for above, id in pairwise(texts) if form.fields[above].hasFocus()), "")
        if step is not None and not step.is_done and below and not form.answers.text(below):
            form.fields[below].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            self._go_on()

    def _go_on(self) -> None:
        place = self._order.index(self._current or END)
        self.go_to(self._order[place + 1])
        self._enter()

    def _go_back(self) -> None:
        place = self._order.index(self._current or END)
        if place:
            self.go_to(self._order[place - 1])
            self._enter()

    def _fit(self) -> None:
        """Show the facts beside the step if there is room.

        In a narrow window they are below the review.
        """
        # The titles of steps and the facts are shown whole.
        for part, lines, edges in ((self.steps, self.steps, 0), (self.facts, self.facts.view, 32)):
            part.setMinimumWidth(min(lines.line_width() + self._theme.px(edges), self._theme.px(_LINES)))
        is_narrow = self.width() < self._theme.px(_NARROW)
        if is_narrow == (self._below.indexOf(self.facts) < 0):
            (self._below if is_narrow else self._columns).addWidget(self.facts, 0 if is_narrow else 3)
        self.facts.setVisible(self.width() >= self._theme.px(WIDE) or self._current == END)


def _about(step: MakingStep, problems: tuple[Problem[str], ...]) -> tuple[Problem[str], ...]:
    """Return the problems that belong to a step."""
    places = {step.id, step.act, *(each.id for each in step.fields)} - {""}
    return tuple(each for each in problems if each.place in places)


def _dice(act: Act[Any]) -> tuple[Die[int], ...]:
    asked = thrown_by(act, Answers())
    return asked.thrown if asked is not None else ()
