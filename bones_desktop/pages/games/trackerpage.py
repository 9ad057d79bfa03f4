"""A character in play: tracks of boxes, actions, effects that rolls propose, facts, and belongings.

Lists of the steps of making a character are here too, because they look like the lists of facts.
"""

from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFocusEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from bones_desktop.desk.table.gameview import GameTray
from bones_desktop.desk.table.opengame import CREATION, OpenGame
from bones_desktop.document.document import Change
from bones_desktop.play.gameplay import GameThrow, Proposed
from bones_desktop.rules.acts import Act, Answers, Value
from bones_desktop.rules.games import ListedThing, Listing, Track
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import RULE_ID, Reason, Weight
from bones_desktop.rules.records import replace
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actboard import ActBoard, ActRow, FormPlace, ThingCard
from bones_desktop.widgets.acts.actform import AskedAct
from bones_desktop.widgets.acts.trackrow import TrackRow, plain_boxes
from bones_desktop.widgets.boxes import Stretch, fill, vbox
from bones_desktop.widgets.focus import FOCUS_HOME
from bones_desktop.widgets.layouts import FitBoard, Fitting, flow_row, follow_one_another, scroll_room
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, LineList
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import Index
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, SteadyLabel, plain_label
from bones_desktop.wording.games.words import sheet_words
from bones_desktop.wording.language import _
from bones_desktop.wording.log import act_line

STEPS: Final = LineLook(height=52, side=20, gap=12, pad=(14, 0), ground=Ground.MARKED)
_FACTS: Final = LineLook(height=30, right=("serif", 16, True), ground=Ground.FOCUSED)


class StepState(Enum):
    """State of a step in making a character. The value is its icon in the list."""

    DONE = "done"
    NEXT = "disc"
    OPEN = "ring"
    PROBLEM = "warning-ring"


def step_line(id: str, title: str, state: StepState, second: str, counted: str = "") -> Line:
    """Return the line of a step.

    `second` is the choice or the problem of the step; `counted` is the number of points or items placed.
    """
    word, tone = {
        StepState.DONE: (_("done"), "good"),
        StepState.NEXT: (_("next"), "second"),
        StepState.OPEN: (_("still open"), "edge"),
        StepState.PROBLEM: (_("problem"), "warn"),
    }[state]
    return Line(
        title,
        second,
        counted,
        key=id,
        sign=state.value,
        sign_tone=tone,
        tone="muted" if state is StepState.OPEN else "text",
        second_tone="warn" if state is StepState.PROBLEM else "muted",
        bold=state is StepState.NEXT,
        tip=second,
        spoken=", ".join(part for part in (title, word, counted, second) if part),
    )


def fact_lines(seat: OpenGame) -> list[Line]:
    """Return the facts calculated from the open character.

    The tooltip of a line explains the fact.
    """
    lines = []
    for each in seat.game.facts(seat.small.book, seat.who):
        name, value = each.name or seat.named(each.id), sheet_words(seat.game.id, str(each.value)) or "–"
        how = " ".join(map(seat.with_rule, each.how))
        found = RULE_ID.search(how)
        rule, spoken = found[0] if found else "", f"{name}: {value}. {how}".rstrip()
        lines.append(Line(name, "", value, each.id, tone="muted", rule=rule, tip=how, spoken=spoken))
    return lines


class FactCard(Card):
    """Card of the facts.

    A label explains the fact under the pointer, or else the current fact.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(_("Numbers"), 16)
        self.view = LineList(theme, self.title.text(), self, _FACTS, keys=NO_KEYS, least=4, whole=True)
        self.how = SteadyLabel(3, self, "muted", theme=theme, size=12)
        fill(self.column, self.title, (self.view, 1), self.how, Stretch(0))
        self.view.entered.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._say)
        self.view.viewport().installEventFilter(self)
        self._say(self.view.currentIndex())

    def show_facts(self, lines: Sequence[Line]) -> None:
        """Show facts. Changed values have another colour."""
        # The colour shows which facts an edit elsewhere on the page has changed.
        before = {line.key: line.right for line in self.view.lines.rows}
        changed = {line.key for line in lines if before and before.get(line.key) != line.right}
        self.view.show_lines(replace(line, right_tone="second" if line.key in changed else "text") for line in lines)
        self._say(self.view.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Explain the current fact when the pointer leaves the list."""
        if event.type() is QEvent.Type.Leave:
            self._say(self.view.currentIndex())
        return super().eventFilter(watched, event)

    def _say(self, index: Index) -> None:
        line = self.view.lines.at(index)
        words = f"{line.text}: {line.tip}" if line is not None and line.tip else ""
        self.how.show_text(words or _("Point at a line, or move to it with the arrow keys, to see the reason."))


def thing_line(item: ListedThing, seat: OpenGame) -> Line:
    """Return the line of a belonging: its number, whether it is in use, and its notes."""
    words = f"{item.name} × {item.count}" if item.count != 1 else item.name
    note, used = " ".join(map(seat.said, item.notes)), _("in use") if item.in_use else ""
    spoken = ", ".join(part for part in (words, used, note) if part)
    sign = "check" if item.in_use else ""
    return Line(words, "", note, item.key, sign=sign, sign_tone="good", bold=item.in_use, tip=spoken, spoken=spoken)


_TRAY: Final = 220
"""Height of the tray, at 100 % text size."""
_FEW: Final = 3
"""Number of belongings above which a list gets more room."""
WIDE: Final = 1_000
"""Smallest width in pixels, at 100 % text size, at which the belongings have a separate column."""
NARROW: Final = 620
"""Width below which everything is in one column."""


class ProposalRow(QWidget):
    """An effect that a roll proposes, with buttons to apply or dismiss it."""

    def __init__(self, seat: OpenGame, theme: Theme, proposed: Proposed, parent: QWidget) -> None:
        super().__init__(parent)
        words = seat.proposed(proposed)
        self.words = plain_label(self, words, "warn", wrap=True)
        set_lengths(theme, self.words, least_width=60)
        self.take = push_button(self, _("Take it"), partial(seat.play.take_proposal, proposed.id), kind="danger")
        self.dismiss = push_button(self, _("Dismiss"), partial(seat.play.dismiss_proposal, proposed.id))
        buttons = QWidget(self)
        for button in (self.take, self.dismiss):
            button.setAutoDefault(True)
            button.setAccessibleDescription(words)
        flow_row(buttons, self.take, self.dismiss, theme=theme, gap=8)
        vbox(self, self.words, buttons, margins=0, theme=theme, gap=4)


class TrackCard(Card):
    """Shows the tracks of a character: the first one with its state in large words."""

    def __init__(self, seat: OpenGame, theme: Theme, refuse: Callable[[str], object], parent: QWidget) -> None:
        """Create the card; `refuse` is called with a sentence that says why a box cannot be marked by hand."""
        super().__init__(theme, parent, edges=(20, 8, 20, 14), gap=12)
        self._seat = seat
        self._refuse = refuse
        self.rows: dict[str, TrackRow] = {}

    def show_tracks(self, tracks: tuple[Track, ...]) -> None:
        """Show the current tracks."""
        for track in tracks:
            if track.id not in self.rows:
                row = self.rows[track.id] = TrackRow(self._theme, self, large=not self.rows)
                row.boxes.asked.connect(partial(self._mark, track.id))
                self.column.addWidget(row)
            self._show(self.rows[track.id], track)
        for id, row in self.rows.items():
            row.setVisible(any(track.id == id for track in tracks))

    def _show(self, row: TrackRow, track: Track) -> None:
        name, state = track.name or self._seat.named(track.id), self._seat.named(track.state) if track.state else ""
        left = _("{n} of {all} left").format(n=track.boxes - track.marked, all=track.boxes)
        marked = _("{name}: {n} of {all} marked").format(
            name=f"{name}, {state}" if state else name, n=track.marked, all=track.boxes
        )
        tone = "good" if not track.marked else "bad" if track.marked >= track.boxes else "warn"
        boxes = plain_boxes(track.boxes, track.marked)
        first = next(iter(self.rows.values()))
        if row is first and state:
            row.show_track(marked, state, f"{name}: {left}", boxes, tone, "text")
        else:
            row.show_track(marked, name, " · ".join(part for part in (state, left) if part), boxes)

    def _mark(self, id: str, number: int) -> None:
        """Mark boxes or remove marks by doing the track's action."""
        track = next(each for each in self._seat.tracks() if each.id == id)
        number = max(0, min(track.boxes, number))
        # A click beyond the last box has no effect.
        if number == track.marked:
            return
        proposal: Proposal | None = track.mark if number > track.marked else track.unmark
        if proposal is None:
            why = track.by_hand
            self._refuse(self._seat.with_rule(why) if why else _("You cannot mark this by hand."))
            return
        values: dict[str, Value] = {**proposal.answers.values, "value": abs(number - track.marked)}
        self._seat.play.do(proposal.act, Answers(values))


class NewsCard(Card):
    """Shows the effects that rolls propose, the result of the last action with its dice, and problems.

    The card takes its room from the facts below it, so that the tracks and actions do not move.
    """

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=8)
        self._seat = seat
        self.proposals: list[ProposalRow] = []
        self.title = self.heading(_("What happened"), 16)
        self._proposed = vbox(None, theme=theme, gap=8)
        self.problems = self.label(role="warn", wrap=True, rules=True)
        self.tray = GameTray(seat, theme, self, on_card=True)
        self.tray.hide()
        set_lengths(theme, self.tray, height=_TRAY)
        self.says = self.label(_("Acts and their effects are shown here."), role="muted", wrap=True, rules=True)
        for label in (self.problems, self.says):
            set_lengths(theme, label, least_width=60)
        # Room for two lines, so that the facts below seldom move.
        set_lengths(theme, self.says, least_height=44)
        fill(self.column, self.title, self._proposed, self.problems, self.tray, self.says)

    def show_problems(self) -> None:
        """Show the faults of the character."""
        wrong = [each for each in self._seat.problems() if each.weight is not Weight.UNFINISHED]
        self.problems.setText("\n".join(self._seat.with_rule(each.reason) for each in wrong))
        self.problems.setVisible(bool(wrong))

    def show_proposals(self) -> bool:
        """Show the effects that rolls propose.

        Return whether the focus was on a row that is gone.
        """
        focused = any(button.hasFocus() for row in self.proposals for button in (row.take, row.dismiss))
        for row in self.proposals:
            self._proposed.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.proposals = [ProposalRow(self._seat, self._theme, each, self) for each in self._seat.play.proposals]
        for row in self.proposals:
            self._proposed.addWidget(row)
            row.show()
        return focused

    def say(self, words: str, role: str = "muted") -> None:
        """Show what was done, or why something is not possible."""
        self.says.setText(words)
        set_sheet_property(self.says, "role", role)


class GameTrackerPage(Fitting):
    """Tracker page of a small game.

    Every action is one undo step, and its lines are written to the log.
    """

    refused = Signal(str)
    """Emitted with a sentence that says why a form or a track refused an answer."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._theme = theme
        self._reported = False
        """True if the current action was reported already."""
        self._is_new = True
        """True after the page was shown and until it gets the focus."""
        self._lists: tuple[Listing, ...] = ()
        self._stops: list[QWidget] = []
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setProperty(FOCUS_HOME, True)
        self.news = NewsCard(seat, theme, self)
        self.tracks = TrackCard(seat, theme, self._refuse_with, self)
        self.acts = ActBoard(theme, self)
        self.place = FormPlace(theme, self, self._refuse, self.acts)
        self.facts = FactCard(theme, self)
        self.things: dict[str, ThingCard] = {}
        self._board = FitBoard(self)
        self._doing = vbox(None, self.tracks, self.place.form, (self.acts, 1))
        self._known = vbox(None, self.news, (self.facts, 1))
        self._carried = vbox(None)
        self._right = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        fill(self._right, (self._known, 1), (self._carried, 1))
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, self._board)
        fill(self._columns, (self._doing, 6), (self._right, 8))
        set_gaps(theme, self._doing, self._known, self._carried, self._right, gap=12)
        set_gaps(theme, self._columns, gap=12, edges=(16, 12, 16, 12))
        vbox(self, scroll_room(self._board, self), margins=0)
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show the current character."""
        seat = self._seat
        self.tracks.show_tracks(seat.tracks())
        self.news.show_problems()
        self.facts.show_facts(fact_lines(seat))
        self._lists = seat.game.lists(seat.small.book, seat.who)
        self._show_lists()
        # Actions on belongings have their buttons below the list of belongings.
        elsewhere = {id for each in self._lists for id in (*each.acts, each.adds)}
        acts = [each for each in seat.acts() if each.group != CREATION and each.id not in elsewhere]
        self.acts.show_acts([self._row(each) for each in acts])
        self.place.refresh()
        self._lead_tab()
        self._show_proposals()

    def showEvent(self, event: QShowEvent) -> None:
        """Let the focus begin at the first track."""
        super().showEvent(event)
        self._is_new = True
        if self.focusWidget() is None:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Pass the focus to the first track when the page is shown, and later to the list of facts.

        The widget that had the focus may be gone. In the list of facts no key changes the character.
        """
        super().focusInEvent(event)
        first = next((row.boxes for row in self.tracks.rows.values()), None) if self._is_new else None
        self._is_new = False
        (first or self.facts.view).setFocus(event.reason())

    def ask(self, act: str, values: dict[str, Value] | None = None) -> None:
        """Ask for the details of an action in the form.

        `values` are answers that are given already.
        """
        self.place.open(act, partial(self._asked, act), partial(self._do, act), values)

    def _connect(self) -> None:
        self._seat.document.changed.connect(self._follow)
        self._seat.play.journal.refused.connect(self._show_refusal)
        self._seat.play.thrown.connect(self._show_throw)
        self._seat.play.changed.connect(self._show_proposals)
        self._seat.play.journal.kept.connect(self._tell)
        self.acts.chosen.connect(self.ask)
        self._theme.changed.connect(self._fit)

    def _asked(self, act: str) -> AskedAct[Any] | None:
        found = self._seat.act(act)
        return None if found is None else self._seat.asked(found, _("The dice decide."))

    def _row(self, act: Act[Any]) -> ActRow:
        seat = self._seat
        why = seat.why_not(act)
        group = seat.named(act.group, "part")
        about = seat.about(act.id, "act")
        return ActRow(act.id, group, seat.named(act.id, "act"), about, seat.with_rule(why) if why else "")

    def _show_lists(self) -> None:
        seat = self._seat
        for each in self._lists:
            card = self.things.get(each.id)
            if card is None:
                card = self.things[each.id] = ThingCard(self._theme, self, empty=_("None"))
                card.requested.connect(partial(self._do_to, each.id))
                self._carried.addWidget(card)
            lines = [thing_line(item, seat) for item in each.items]
            # The height grows in steps with the number of belongings, so that buttons seldom move.
            self._carried.setStretchFactor(card, 1 if not lines else 2 if len(lines) <= _FEW else 4)
            adds = {each.adds: seat.named(each.adds, "act")} if each.adds else {}
            acts = {id: seat.named(id, "act") for id in each.acts}
            card.show_list(seat.named(each.id), lines, acts, adds, each.pressing)

    def _do_to(self, list_id: str, act: str, key: str) -> None:
        """Do an action on a belonging at once if no other answer is needed; else ask for the answers."""
        parameter = next(each.parameter for each in self._lists if each.id == list_id)
        values: dict[str, Value] = {parameter: key} if key else {}
        found = self._seat.act(act)
        if found is None:
            return
        if key and [each.id for each in found.parameters(Answers(values))] == [parameter]:
            self._seat.play.do(act, Answers(values))
        else:
            self.ask(act, values)

    def _lead_tab(self) -> None:
        """Set the Tab order: tracks, actions or their form, proposals, facts, belongings."""
        form = self.place.form
        stops: list[QWidget] = []
        for row in self.tracks.rows.values():
            stops += [row.less, row.more, row.boxes]
        stops += [*self.acts.buttons.values(), form.act, form.cancel]
        stops += [button for row in self.news.proposals for button in (row.take, row.dismiss)]
        stops.append(self.facts.view)
        for card in self.things.values():
            stops += [card.view, *card.buttons.values()]
        if stops != self._stops:
            self._stops = stops
            follow_one_another(stops)

    def _do(self, act: str, answers: Answers) -> bool:
        return self._seat.play.do(act, answers, self.place.form.faces)

    def _show_proposals(self) -> None:
        if self.news.show_proposals():
            # Qt would focus the next button, which may apply another proposal.
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._lead_tab()

    def _follow(self, change: Change[Any]) -> None:
        """Show the change, and say what was undone or redone."""
        reported, self._reported = self._reported, False
        if not change.name:
            self.place.close()
        # This page reported its own action when the action was done, so only undo and redo are reported here.
        if not reported:
            self.news.tray.hide()
            undone = _("Undone: {step}").format(step=change.name)
            self.news.say(undone if change.undone else change.name)
        self.refresh()

    def _tell(self, entry: LogEntry) -> None:
        self._reported = True
        self.news.tray.hide()
        self.news.say(act_line(entry))

    def _show_throw(self, throw: GameThrow) -> None:
        if throw.plan is None:
            self.news.tray.show()
            self.news.tray.fall(throw.fallen, by_hand=throw.by_hand)

    def _show_refusal(self, why: Reason) -> None:
        self.news.say(self._seat.with_rule(why), "warn")

    def _refuse(self, why: Reason) -> None:
        self._refuse_with(self._seat.with_rule(why))

    def _refuse_with(self, words: str) -> None:
        self.news.say(words, "warn")
        self.refused.emit(words)

    def _fit(self) -> None:
        """Use three, two or one column."""
        across, down = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        width, px = self.width(), self._theme.px
        self._right.setDirection(across if width >= px(WIDE) else down)
        self._columns.setDirection(across if width >= px(NARROW) else down)
