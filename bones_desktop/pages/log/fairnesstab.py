"""The Fairness tab: the count of each face, the seal of this evening, and past evenings."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QFrame, QListView, QPushButton, QStackedWidget, QWidget

from bones_desktop.desk.desk import Desk, Notices
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.pages.log.facecounts import FaceCountDelegate, FaceCountModel
from bones_desktop.pages.log.throwstab import EVENING, Nothing, offer
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.fairdice import LONGEST_WORDS, MOST_WORDS
from bones_desktop.rules.fairness import Verification, assess_together, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening, LogFilter
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, fill, hbox, vbox
from bones_desktop.widgets.choice.choicepopup import SearchBox
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.localized import counted, day_and_time_of
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import set_read_lines
from bones_desktop.widgets.scaled import set_gaps, set_lengths, set_sheet_property
from bones_desktop.widgets.text.labels import Card, heading_label, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import AskLine, LineField, limit_letters
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.log import (
    WHAT_A_SEAL_IS,
    WHAT_CHI_SQUARE_SAYS,
    face_names,
    grouped,
    head_line,
    other_side,
    shortened,
)
from bones_desktop.wording.reasons import sentence

_EVENINGS: Final = LineLook(height=48, side=20, gap=6, pad=(10, 4), ground=Ground.STRIPED, ruled=True, sign_right=True)


def evening_line(evening: Evening, found: Verification | None) -> Line:
    """Return the line of an evening: its beginning and number of draws, then its seal or the result of a check."""
    draws = ngettext("{when} · {n} draw", "{when} · {n} draws", evening.draws)
    first = draws.format(when=day_and_time_of(evening.begun), n=counted(evening.draws))
    if found is None:
        second, sign, tone = _("Seal {seal}").format(seal=shortened(evening.commitment)), "", "muted"
    else:
        second = " ".join(sentence(reason) for reason in found.findings)
        sign, tone = ("check", "good") if found.sound else ("close", "bad")
    return Line(
        first,
        second,
        key=str(evening.id),
        sign=sign,
        sign_tone=tone,
        second_tone=tone,
        tip=f"{first}\n{second}",
        spoken=f"{first}. {second}",
    )


class EndedEvenings(QFrame):
    """A list of past evenings. Enter, a double click and the button check one. The result is shown below in full."""

    def __init__(self, theme: Theme, log: ThrowLog | None, notices: Notices, parent: QWidget) -> None:
        super().__init__(parent)
        self._notices = notices
        self._given = log
        self.setProperty("kind", "card")
        self.heading = heading_label(theme, self, _("Evenings that have ended"))
        self.none = plain_label(
            self, _("None yet. Once an evening has ended, its rolls can be checked here."), "muted", wrap=True
        )
        self._ended: dict[str, Evening] = {}
        self._found: dict[str, Verification] = {}
        """Results of checks, until the program ends."""
        self.view = LineList(theme, _("Evenings that have ended"), self, _EVENINGS, framed=True)
        set_lengths(theme, self.view, least_height=72)
        self.view.setAccessibleDescription(_("Enter checks an evening against its seal, Ctrl+C copies its seed."))
        self.head = LineField(_("A head that was noted"), self)
        self.head.setPlaceholderText(_("A head that was noted, to be looked for"))
        limit_letters(self.head, 200)
        self.head.returnPressed.connect(self.check_current)
        self.check = push_button(self, _("Check"), self.check_current)
        self.copy = push_button(self, _("Copy seal and seed"), self.copy_current)
        self.answer = plain_label(self, wrap=True)
        self._buttons = hbox(None, self.check, self.copy, STRETCH, theme=theme, gap=8)
        self._column = vbox(self, self.heading, self.none, (self.view, 1), self.head, self._buttons, self.answer)
        set_gaps(theme, self._column, gap=8, edges=(16, 12, 16, 12))
        self._column.addStretch(0)
        self.view.line_activated.connect(self.check_current)
        self.view.current_changed.connect(self._show_answer)
        copy = QAction(_("Copy seal and seed"), self.view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_current)
        check = QAction(_("Check"), self.view)
        check.triggered.connect(self.check_current)
        self.view.addActions([check, copy])
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.refresh()

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def refresh(self) -> None:
        """Read the evenings again."""
        try:
            evenings = self._log.evenings() if self._log is not None else ()
            # The newest first: it is the one that people want to check.
            self._ended = {str(each.id): each for each in reversed(evenings) if each.ended is not None}
        except FileProblem as error:
            self._notices.report(error)
        self._show_lines()
        some = bool(self._ended)
        self.none.setVisible(not some)
        # Without a list, the text must stay at the top.
        self._column.setStretch(self._column.count() - 1, 0 if some else 1)
        for widget in (self.view, self.head, self.check, self.copy):
            widget.setVisible(some)
        self._show_answer()

    def check_current(self) -> None:
        """Check the chosen evening, and show the result."""
        evening = self._ended.get(self.view.current)
        if evening is None or self._log is None:
            return
        try:
            found = check_evening(self._log, evening, self.head.text())
        except FileProblem as error:
            self._notices.report(error)
            return
        self._found[self.view.current] = found
        self._show_lines()
        self._show_answer()
        announce(self, self.answer.text())

    def copy_current(self) -> None:
        """Copy seal and seed of the chosen evening to the clipboard."""
        evening = self._ended.get(self.view.current)
        if evening is not None:
            seed = _("Seed: {seed}").format(seed=evening.seed.hex())
            text = f"{head_line(evening)}\n{seed}"
            QGuiApplication.clipboard().setText(text)
            self._notices.say(_("Seal and seed are on the clipboard."))

    def _show_lines(self) -> None:
        lines = [evening_line(evening, self._found.get(key)) for key, evening in self._ended.items()]
        self.view.show_lines(lines, begin=True)

    def _show_answer(self) -> None:
        found = self._found.get(self.view.current)
        tone = "" if found is None else "good" if found.sound else "bad"
        self.answer.setText("" if found is None else "\n".join(sentence(each) for each in found.findings))
        self.answer.setVisible(found is not None)
        set_sheet_property(self.answer, "tone", tone)


def check_evening(log: ThrowLog, evening: Evening, head: str = "") -> Verification:
    """Compare the draws in the log with seed and chain of an evening; FileProblem when the log cannot be read.

    `head` is a head that somebody noted, "" for none.
    """
    return verify(log.sealed(evening), log.draws(evening.id), head)


_GROUPS_A_LINE = 4


class SealCard(Card):
    """Shows the commitment of the open evening, but never its seed."""

    end_requested = Signal()
    """End the evening and reveal its seed."""

    def __init__(self, desk: Desk, room: PlayRoom, parent: QWidget) -> None:
        theme = desk.theme
        super().__init__(theme, parent, edges=(16, 12, 16, 12))
        self._room = room
        self._notices = desk.notices
        self._evening: Evening | None = None
        heading = self.heading(_("The seal of this evening"))
        self.when = plain_label(self, role="muted", wrap=True)
        self.seal = self.label(size=16)
        self.seal.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy = QPushButton(_("Copy"), self)
        self.copy.setToolTip(_("To show the seal to the others before the first roll"))
        self.what = push_button(self, _("What is this?"), checkable=True)
        self.explained = plain_label(self, _(WHAT_A_SEAL_IS), role="muted", wrap=True)
        self.explained.hide()
        self.end = push_button(self, _("End the evening and reveal…"), self._ask_end)
        self.ask = AskLine(theme, self, narrow=True)
        self.words = plain_label(self, wrap=True)
        self.say = LineField(_("Words of a player"), self)
        self.say.setPlaceholderText(_("Words of a player, mixed into the dice"))
        limit_letters(self.say, LONGEST_WORDS)
        self.add = push_button(self, _("Add"), self._add_words)
        self.last = plain_label(self, _("The last words should come from a player."), role="muted", wrap=True)
        self.last.setToolTip(_("The person who keeps the log could try different words until the dice suit them."))
        self.head = plain_label(self, role="muted", wrap=True)
        self._buttons = hbox(None, self.copy, self.what, STRETCH, theme=theme, gap=8)
        saying = hbox(None, (self.say, 1), self.add, theme=theme, gap=8)
        fill(self.column, heading, self.when, self.seal, self.words, saying, self.last)
        fill(self.column, self.head, self._buttons, self.end, self.ask, self.explained)
        self.say.returnPressed.connect(self._add_words)
        self.copy.clicked.connect(self._copy)
        self.what.toggled.connect(self.explained.setVisible)
        self.show_evening(None)

    def show_evening(self, evening: Evening | None) -> None:
        """Show another evening, or that none has begun."""
        # The seed of a past evening is public, so the card waits for the next one.
        if evening is not None and evening.ended is not None:
            evening = None
        # The question was about another evening.
        if (evening and evening.id) != (self._evening and self._evening.id):
            self.ask.take_back()
        self._evening = evening
        for widget in (self.seal, self.copy, self.end):
            widget.setVisible(evening is not None)
        self._show_words(evening)
        if evening is None:
            self.when.setText(_("It begins with the next roll."))
            return
        begun = day_and_time_of(evening.begun)
        if evening.draws == 1:
            text = _("Begun {when}, 1 draw so far.").format(when=begun)
        else:
            text = _("Begun {when}, {n} draws so far.").format(when=begun, n=counted(evening.draws))
        self.when.setText(text)
        groups = grouped(evening.commitment).split()
        lines = [" ".join(groups[row : row + _GROUPS_A_LINE]) for row in range(0, len(groups), _GROUPS_A_LINE)]
        self.seal.setText("\n".join(lines))
        self.seal.setAccessibleName(_("Seal: {seal}").format(seal=" ".join(groups)))

    def _show_words(self, evening: Evening | None) -> None:
        said = " / ".join(evening.words) if evening is not None else ""
        self.words.setText(_("Words of the players: {words}").format(words=said))
        self.words.setVisible(bool(said))
        # After the first draw, words would come too late: the dice must depend on all of them.
        may_add = evening is not None and not evening.draws and bool(evening.head) and len(evening.words) < MOST_WORDS
        for widget in (self.say, self.add, self.last):
            widget.setVisible(may_add)
        told = evening is not None and bool(evening.head) and evening.draws > 0
        self.head.setVisible(told)
        if evening is not None and told:
            head = _("Head after draw {n}: {head}").format(n=evening.draws, head=shortened(evening.head))
            self.head.setText(head)
            self.head.setToolTip(plain_tip(grouped(evening.head)))

    def _add_words(self) -> None:
        if self.say.text().strip():
            self._room.add_words(self.say.text())
            self.say.clear()

    def _copy(self) -> None:
        if self._evening is not None:
            QGuiApplication.clipboard().setText(head_line(self._evening))
            self._notices.say(_("Seal and head are on the clipboard."))

    def _ask_end(self) -> None:
        self.ask.ask_whether(
            _("End the evening and show its secret number? Later rolls begin a new evening."),
            _("End and reveal"),
            self.end_requested.emit,
        )


_SIDE: Final = 360
_BESIDE: Final = 780
"""Smallest width at which the seals are next to the dice."""
_FEW_DICE: Final = 150
_SOME_DICE: Final = 300
_SHORTEST: Final = 14
"""Letters of a choice that are always visible."""
_ROOMY: Final = 560
"""Smallest height at which the explanation is open at first."""
_GRAVE: Final = frozenset({"dice-rare", "dice-extraordinary"})


class FairnessTab(Fitting):
    """Counts the draws in the log while it is visible. Dice entered by hand are not drawn by the program."""

    def __init__(self, desk: Desk, room: PlayRoom, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._room = room
        self._theme = theme = desk.theme
        rulebook = desk.document.rulebook
        self._character = ""
        self._stale = True
        self.which = SearchBox(theme, self)
        self.which.setAccessibleName(_("Which rolls are counted"))
        self.which.setToolTip(_("Which rolls are counted; dice rolled by hand are not among them"))
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.which.setMinimumContentsLength(_SHORTEST)
        self._asked = plain_label(self, _("Count"))
        self._asked.setBuddy(self.which)
        self.verdict = heading_label(theme, self, wrap=True)
        self.what = push_button(self, _("What does this say?"), checkable=True)
        columns = _("The dashed line is what a fair die gives on average. Dice rolled by hand are not counted.")
        self.explained = plain_label(self, f"{_(WHAT_CHI_SQUARE_SAYS)} {columns}", "muted", wrap=True)
        self._seen = False
        self.model = FaceCountModel(face_names(rulebook), self)
        self.view = QListView(self)
        self.delegate = FaceCountDelegate(theme, rulebook, self.view)
        self.nothing = Nothing(theme, self)
        self._stack = QStackedWidget(self)
        self.seal = SealCard(desk, room, self)
        self.evenings = EndedEvenings(theme, room.log, desk.notices, self)
        self._prepare_view()
        self._lay_out()
        self.which.currentIndexChanged.connect(self._count)
        self.what.toggled.connect(self.explained.setVisible)
        self.seal.end_requested.connect(self._end_evening)
        theme.changed.connect(self._restyle)
        self._offer()
        self._restyle()

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._room.log)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use icons and dice of another rulebook."""
        self.model.set_names(face_names(rulebook))
        self.delegate.set_rulebook(rulebook)
        self.view.viewport().update()

    def set_character(self, character_id: str) -> None:
        """Set the character that "this character" stands for."""
        if character_id != self._character:
            self._character = character_id
            self.refresh()

    def show_evening(self, evening: Evening | None) -> None:
        """Show the seal of the open evening; None if none has begun."""
        self.seal.show_evening(evening)
        self.refresh()

    def _end_evening(self) -> None:
        """End the evening. The focus goes to the list in which it can be checked."""
        self._room.end_evening()
        if self.evenings.view.isVisible():
            self.evenings.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        """Count again, immediately if the tab is visible."""
        self._stale = not self.isVisible()
        if not self._stale:
            self._offer()
            self.evenings.refresh()
            self._count()

    def showEvent(self, event: QShowEvent) -> None:
        """Count rolls made while the tab was hidden."""
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            room = self.parentWidget() or self  # the tab may be higher than its visible part
            self.what.setChecked(room.height() >= self._theme.px(_ROOMY))
            self.explained.setVisible(self.what.isChecked())
        if self._stale:
            self.refresh()

    def minimumSizeHint(self) -> QSize:
        """Return the width with the seals below the dice, and the present height."""
        return QSize(self._theme.px(_SIDE), super().minimumSizeHint().height())

    @property
    def _filter(self) -> LogFilter:
        chosen = str(self.which.currentData() or "")
        if chosen.startswith(EVENING):
            return LogFilter(evening=int(chosen.removeprefix(EVENING)))
        return LogFilter(character_id=chosen)

    def _offer(self) -> None:
        """Offer all rolls, this evening, and everyone who rolled."""
        rows = [(_("All rolls"), "")]
        try:
            evenings = self._log.evenings() if self._log is not None else ()
            people = self._log.people() if self._log is not None else ()
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        if evenings and evenings[-1].ended is None:
            rows.append((_("Rolls of this evening"), f"{EVENING}{evenings[-1].id}"))
        this, other = _("Rolls of this character: {name}"), _("Rolls of {name}")
        rows += [(this.format(name=name), each) for each, name in people if each == self._character]
        rows += [(other.format(name=name), each) for each, name in people if each != self._character]
        offer(self.which, rows)

    def _count(self) -> None:
        try:
            counts = (
                self._log.face_counts(lambda title: other_side(title), self._filter) if self._log is not None else ()
            )
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        self.model.set_counts(counts)
        if counts:
            together = assess_together(counts)
            self.verdict.setText(sentence(together.verdict))
            tone = "warn" if together.verdict.code in _GRAVE else ""
            set_sheet_property(self.verdict, "tone", tone)
            self._stack.setCurrentWidget(self.view)
        elif self._log is None:
            self.nothing.say(_("The log could not be opened, so there is nothing to count."))
            self._stack.setCurrentWidget(self.nothing)
        else:
            self.nothing.say(_("Nothing to count yet: the program has drawn no dice for these rolls."))
            self._stack.setCurrentWidget(self.nothing)
        self.verdict.setVisible(bool(counts))

    def _prepare_view(self) -> None:
        view = self.view
        view.setModel(self.model)
        view.setItemDelegate(self.delegate)
        set_read_lines(view)
        view.setUniformItemSizes(True)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setFlow(QListView.Flow.LeftToRight)
        view.setWrapping(True)
        view.setAccessibleName(_("How often each face came up"))
        copy = QAction(_("Copy as text"), view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self._copy)
        view.addAction(copy)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def _copy(self) -> None:
        rows = sorted(index.row() for index in self.view.selectedIndexes())
        if rows:
            QGuiApplication.clipboard().setText("\n".join(str(self.model.index(row).data()) for row in rows))

    def _lay_out(self) -> None:
        self._stack.addWidget(self.view)
        self._stack.addWidget(self.nothing)
        self._line = hbox(None, self._asked, (self.which, 2), STRETCH, self.what, theme=self._theme, gap=8)
        self._left = vbox(None, self._line, self.verdict, self.explained, (self._stack, 1), theme=self._theme, gap=8)
        self._board = QWidget(self)
        vbox(self._board, self.seal, (self.evenings, 1), margins=0, theme=self._theme, gap=12)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        set_gaps(self._theme, self._row, gap=16)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addLayout(self._left, 1)
        self._row.addWidget(self._board)

    def _fit(self) -> None:
        """Put the seals next to the dice, or below them if the tab is too narrow."""
        px, way = self._theme.px, QBoxLayout.Direction
        beside = self.width() >= px(_BESIDE)
        self._row.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._board.setFixedWidth(px(_SIDE) if beside else max(1, self.width()))
        self._stack.setMinimumHeight(px(_FEW_DICE if beside else _SOME_DICE))

    def _restyle(self) -> None:
        self.delegate.refresh()
        self._fit()
        self.view.scheduleDelayedItemsLayout()
