"""A character in play: tracks of boxes, facts, things carried, and all acts."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from bones_desktop.document.document import Change
from bones_desktop.pages.games.gamelists import FactCard, ThingCard, TrackRow, fact_lines, thing_line
from bones_desktop.pages.games.gametray import GameTray
from bones_desktop.pages.games.opengame import CREATION, OpenGame
from bones_desktop.play.gameplay import GameThrow, Proposed
from bones_desktop.rules.acts import Act, Answers, Value
from bones_desktop.rules.games import Listing, Track
from bones_desktop.rules.reading import Proposal
from bones_desktop.rules.reasons import Reason, Weight
from bones_desktop.storage.log.logentry import LogEntry
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import fill, hbox, vbox
from bones_desktop.widgets.focus import give_back_focus
from bones_desktop.widgets.layouts import FitBoard, Fitting, FlowLayout, flow_row, follow_one_another, scroll_room
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, SteadyLabel, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.wording.language import _

_TRAY: Final = 260
"""Height of the tray, at 100 % text size."""
MOST_WIDTH: Final = 1_900
"""Largest width. On a wider page, parts that belong together would be too far apart."""
_FEW: Final = 3
"""Number of things above which a list gets more room."""
WIDE: Final = 1_000
"""Width in pixels, at 100 % text size, from which the things carried have a column of their own."""


class ProposalRow(QWidget):
    """An effect that a roll proposes, with buttons to apply or dismiss it."""

    def __init__(self, seat: OpenGame, theme: Theme, proposed: Proposed, parent: QWidget) -> None:
        super().__init__(parent)
        words = seat.proposed(proposed)
        self.words = plain_label(self, words)
        set_sheet_property(self.words, "role", "warn")
        self.take = push_button(self, _("Take it"), partial(seat.play.take_proposal, proposed.id), kind="danger")
        self.dismiss = push_button(self, _("Dismiss"), partial(seat.play.dismiss_proposal, proposed.id))
        for button in (self.take, self.dismiss):
            button.setAutoDefault(True)
            button.setAccessibleDescription(words)
        hbox(self, (self.words, 1), self.take, self.dismiss, margins=0, theme=theme, gap=8)


class TrackCard(Card):
    """Shows the tracks, the effects that rolls propose, and the last act with its dice."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 14, 20, 14), gap=10)
        self._seat = seat
        self.rows: dict[str, TrackRow] = {}
        self.proposals: list[ProposalRow] = []
        self._tracks = vbox(None, theme=theme, gap=12)
        self._proposed = vbox(None, theme=theme, gap=6)
        self.tray = GameTray(seat, theme, self, on_card=True)
        self.tray.hide()
        set_lengths(theme, self.tray, height=_TRAY)
        self.problems = self.label(role="warn", wrap=True, rules=True)
        set_lengths(theme, self.problems, least_width=60)
        self.says = self.label(wrap=True, rules=True)
        set_lengths(theme, self.says, least_width=60, least_height=22)
        fill(self.column, self._tracks, self._proposed, self.problems, self.tray, self.says)

    def show_tracks(self, tracks: tuple[Track, ...]) -> None:
        """Show the current tracks."""
        for track in tracks:
            if track.id not in self.rows:
                row = self.rows[track.id] = TrackRow(self._theme, self)
                row.boxes.asked.connect(partial(self._mark, track.id))
                self._tracks.addWidget(row)
            state = self._seat.named(track.state) if track.state else ""
            self.rows[track.id].show_track(track.name or self._seat.named(track.id), track.boxes, track.marked, state)
        for id, row in self.rows.items():
            row.setVisible(any(track.id == id for track in tracks))
        wrong = [each for each in self._seat.problems() if each.weight is not Weight.UNFINISHED]
        self.problems.setText("\n".join(self._seat.with_rule(each.reason) for each in wrong))
        self.problems.setVisible(bool(wrong))

    def show_proposals(self) -> None:
        """Show the effects that rolls propose."""
        for row in self.proposals:
            self._proposed.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.proposals = [ProposalRow(self._seat, self._theme, each, self) for each in self._seat.play.proposals]
        for row in self.proposals:
            self._proposed.addWidget(row)
            row.show()

    def say(self, words: str, role: str = "muted") -> None:
        """Say what was done, or why something is not possible."""
        self.says.setText(words)
        set_sheet_property(self.says, "role", role)
        if words:
            announce(self, words)

    def _mark(self, id: str, number: int) -> None:
        """Mark boxes or remove marks by doing the act for this track."""
        track = next(each for each in self._seat.tracks() if each.id == id)
        number = max(0, min(track.boxes, number))
        # A click beyond the last box has no effect.
        if number == track.marked:
            return
        proposal: Proposal | None = track.mark if number > track.marked else track.unmark
        if proposal is None:
            why = track.by_hand
            self.say(self._seat.with_rule(why) if why else _("You cannot mark this by hand."), "warn")
            return
        values: dict[str, Value] = {**proposal.answers.values, "value": abs(number - track.marked)}
        self._seat.play.do(proposal.act, Answers(values))


@dataclass(frozen=True, slots=True)
class ActRow:
    """An act as its button shows it. All texts are ready for display."""

    id: str
    group: str
    name: str
    about: str = ""
    why_not: str = ""


class ActBoard(Card):
    """A button for each act, by group, and a line about the one under the pointer or with the focus."""

    chosen = Signal(str)
    """Emitted with the id of an act that is possible."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 14, 20, 14), gap=6)
        self._rows: dict[str, ActRow] = {}
        self._groups: dict[str, tuple[QLabel, QWidget, FlowLayout]] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._pressed = ""
        self.says = SteadyLabel(2, self, theme=theme)
        self.column.addWidget(self.says)
        self.column.addStretch(1)

    def show_acts(self, rows: Sequence[ActRow]) -> None:
        """Offer these acts. A button keeps its place as long as its act exists."""
        other = tuple(row.id for row in rows) != tuple(self._rows)
        self._rows = {row.id: row for row in rows}
        for row in rows:
            if row.id not in self.buttons:
                self._make(row)
            button = self.buttons[row.id]
            button.setText(without_mnemonic(row.name))
            button.setAccessibleName(row.name)
            button.setAccessibleDescription(row.why_not or row.about)
            set_sheet_property(button, "kind", "dim" if row.why_not else "")
        if other:
            for id, button in self.buttons.items():
                button.setVisible(id in self._rows)
            for group, (heading, board, _flow) in self._groups.items():
                for part in (heading, board):
                    part.setVisible(any(row.group == group for row in rows))
            follow_one_another([self.buttons[row.id] for row in rows])
        self._say(next((id for id, button in self.buttons.items() if button.hasFocus()), ""))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the text about the button under the pointer or with the focus, or why it is not possible."""
        if event.type() in {QEvent.Type.FocusIn, QEvent.Type.Enter}:
            self._say(str(watched.property("act")))
        elif event.type() in {QEvent.Type.FocusOut, QEvent.Type.Leave}:
            self._say(next((id for id, button in self.buttons.items() if button.hasFocus()), self._pressed))
        return super().eventFilter(watched, event)

    def _say(self, id: str) -> None:
        row = self._rows.get(id)
        self.says.show_text((row.why_not or row.about) if row is not None else "")
        set_sheet_property(self.says, "role", "warn" if row is not None and row.why_not else "muted")

    def _make(self, row: ActRow) -> None:
        if row.group not in self._groups:
            heading = self.label(row.group, 12, "muted")
            board = QWidget(self)
            flow = flow_row(board, theme=self._theme, gap=8)
            place = self.column.count() - 2
            self.column.insertWidget(place, heading)
            self.column.insertWidget(place + 1, board)
            self._groups[row.group] = heading, board, flow
        _heading, board, flow = self._groups[row.group]
        button = self.buttons[row.id] = QPushButton(board)
        button.setAutoDefault(True)  # Enter presses it
        button.setProperty("act", row.id)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(partial(self._press, row.id))
        button.installEventFilter(self)
        flow.addWidget(button)
        button.show()

    def _press(self, id: str) -> None:
        self._pressed = id  # Its text stays visible, so that the pointer can reach the rule in it.
        self._say(id)
        if not self._rows[id].why_not:
            self.chosen.emit(id)


class GameTrackerPage(Fitting):
    """Tracker page of a small game. Every act is one undo step, with its lines in the log."""

    def __init__(self, seat: OpenGame, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._seat = seat
        self._theme = theme
        self._asked = ""
        self._reported = False
        """Whether a message about the current act was already shown."""
        self._from: QWidget | None = None
        self._lists: tuple[Listing, ...] = ()
        self._stops: list[QWidget] = []
        self.tracks = TrackCard(seat, theme, self)
        self.acts = ActBoard(theme, self)
        self.form = ActForm(theme, self, refuse=self._refuse)
        self.form.hide()
        self.facts = FactCard(theme, self)
        self.things: dict[str, ThingCard] = {}
        board = FitBoard(self)
        doing = vbox(board, self.tracks, self.form, (self.acts, 1), margins=0)
        self._room = scroll_room(board, self)
        self._carried = vbox(None)
        self._right = hbox(None, (self.facts, 3), (self._carried, 4))
        set_gaps(theme, doing, self._carried, self._right, gap=16)
        columns = QWidget(self)
        hbox(columns, (self._room, 6), (self._right, 7), theme=theme, gap=16, edges=(16, 16, 16, 16))
        hbox(self, columns, margins=0)
        set_lengths(theme, columns, most_width=MOST_WIDTH)
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show the current character."""
        seat = self._seat
        self.tracks.show_tracks(seat.tracks())
        self.facts.show_facts(fact_lines(seat))
        self._lists = seat.game.lists(seat.small.book, seat.who)
        self._show_lists()
        # Acts on things have their buttons below the list of things.
        elsewhere = {id for each in self._lists for id in (*each.acts, each.adds)}
        acts = [each for each in seat.acts() if each.group != CREATION and each.id not in elsewhere]
        self.acts.show_acts([self._row(each) for each in acts])
        self._show_form()
        self._lead_tab()
        self.tracks.show_proposals()

    def showEvent(self, event: QShowEvent) -> None:
        """Give the focus to the first track if no widget of the page has it."""
        super().showEvent(event)
        if self.focusWidget() is None:
            for row in self.tracks.rows.values():
                row.boxes.setFocus(Qt.FocusReason.OtherFocusReason)
                break

    def _connect(self) -> None:
        self._seat.document.changed.connect(self._follow)
        self._seat.play.journal.refused.connect(self._refuse)
        self._seat.play.thrown.connect(self._show_throw)
        self._seat.play.changed.connect(self.tracks.show_proposals)
        self._seat.play.journal.kept.connect(self._tell)
        self.acts.chosen.connect(self.ask)
        self.form.requested.connect(self._do)
        self.form.closed.connect(self._close)
        self._theme.changed.connect(self._fit)

    def ask(self, act: str, values: dict[str, Value] | None = None) -> None:
        """Ask for an act in the form. `values` are answers given already."""
        focused = self.focusWidget()
        if focused is None or not self.form.isAncestorOf(focused):  # may be hidden soon
            self._from = focused if focused is not None else self.acts.buttons.get(act)
        self._asked = act
        self._show_form()
        self.acts.hide()
        self.form.show()
        self.form.begin(values)
        # The form has its height only after the next layout.
        QTimer.singleShot(0, self, partial(self._room.ensureWidgetVisible, self.form))

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
                card = self.things[each.id] = ThingCard(self._theme, self)
                card.requested.connect(partial(self._do_to, each.id))
                self._carried.addWidget(card)
            lines = [thing_line(item, seat) for item in each.items]
            # The number of things changes the height in steps, so that buttons do not move with every new thing.
            self._carried.setStretchFactor(card, 1 if not lines else 2 if len(lines) <= _FEW else 4)
            adds = {each.adds: seat.named(each.adds, "act")} if each.adds else {}
            card.show_list(seat.named(each.id), lines, {id: seat.named(id, "act") for id in each.acts}, adds)

    def _do_to(self, list_id: str, act: str, key: str) -> None:
        """Do an act on a thing immediately if no other answer is needed; else ask for the answers."""
        parameter = next(each.parameter for each in self._lists if each.id == list_id)
        values: dict[str, Value] = {parameter: key} if key else {}
        found = self._seat.act(act)
        if found is None:
            return
        if key and [each.id for each in found.parameters(Answers(values))] == [parameter]:
            self._seat.play.do(act, Answers(values))
        else:
            self.ask(act, values)

    def _show_form(self) -> None:
        act = self._seat.act(self._asked) if self._asked else None
        if act is None:
            self._close()
        else:
            self.form.show_act(self._seat.asked(act, _("The dice decide.")))

    def _lead_tab(self) -> None:
        """Let Tab go through the tracks, the acts or their form, the facts, and the things carried."""
        stops: list[QWidget] = []
        for row in self.tracks.rows.values():
            stops += [row.less, row.more, row.boxes]
        stops += [*self.acts.buttons.values(), self.form.act, self.form.cancel, self.facts.view]
        for card in self.things.values():
            stops += [card.view, *card.buttons.values()]
        if stops != self._stops:
            self._stops = stops
            follow_one_another(stops)

    def _do(self, answers: Answers) -> None:
        act, faces = self._asked, self.form.faces
        self._close()
        if not self._seat.play.do(act, answers, faces):
            self.ask(act, dict(answers.values))

    def _close(self) -> None:
        if not self._asked and self.form.isHidden():
            return
        act, self._asked = self._asked, ""
        inside = self.form.isAncestorOf(self.focusWidget()) if self.focusWidget() is not None else False
        self.form.hide()
        self.acts.show()
        if inside:
            give_back_focus(self._from, self.acts.buttons.get(act))

    def _follow(self, change: Change[Any]) -> None:
        """Show the change, and say what was undone or redone."""
        reported, self._reported = self._reported, False
        if not change.name:
            self._close()
        # An act of this page was already reported when it was done. Only undo and redo are reported here.
        if not reported:
            self.tracks.tray.hide()
            undone = _("Undone: {step}").format(step=change.name)
            self.tracks.say(undone if change.undone else change.name)
        self.refresh()

    def _tell(self, entry: LogEntry) -> None:
        self._reported = True
        lines = " ".join(each.text for each in entry.findings)
        self.tracks.tray.hide()
        self.tracks.say(f"{entry.title}: {lines}" if lines else entry.title)

    def _show_throw(self, throw: GameThrow) -> None:
        if throw.plan is None:
            self.tracks.tray.show()
            QTimer.singleShot(0, self, partial(self._room.ensureWidgetVisible, self.tracks.tray))
            self.tracks.tray.fall(throw.fallen, by_hand=throw.by_hand)

    def _refuse(self, why: Reason) -> None:
        self.tracks.say(self._seat.with_rule(why), "warn")

    def _fit(self) -> None:
        """Put the things carried below the facts where there is little width."""
        beside = self.width() >= self._theme.px(WIDE)
        self._right.setDirection(self._right.Direction.LeftToRight if beside else self._right.Direction.TopToBottom)
