"""The Fairness tab: the count of each face, the seal of this evening, and past evenings."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QComboBox, QListView, QStackedWidget, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.pages.log.facecounts import FaceCountDelegate, FaceCountModel
from bones_desktop.pages.log.seals import EndedEvenings, SealCard
from bones_desktop.pages.log.throwstab import EVENING, Nothing, offer
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.fairness import assess_together
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening, LogFilter
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import view_action
from bones_desktop.widgets.choice.choicepopup import SearchBox
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import set_read_lines
from bones_desktop.widgets.scaled import set_gaps, set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.log import (
    WHAT_CHI_SQUARE_SAYS,
    face_names,
    other_side,
)
from bones_desktop.wording.reasons import sentence

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
        self.seal = SealCard(desk, room, self._end_evening, self)
        self.evenings = EndedEvenings(theme, room, desk.notices, self)
        self._prepare_view()
        self._lay_out()
        self.which.currentIndexChanged.connect(self._count)
        self.what.toggled.connect(self.explained.setVisible)
        theme.changed.connect(self._restyle)
        self._offer()
        self._restyle()

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
        log = self._room.open_log
        try:
            evenings = log.evenings() if log is not None else ()
            people = log.people() if log is not None else ()
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
        log = self._room.open_log
        try:
            counts = log.face_counts(other_side, self._filter) if log is not None else ()
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        self.model.set_counts(counts)
        if counts:
            together = assess_together(counts)
            self.verdict.setText(sentence(together.verdict))
            tone = "warn" if together.verdict.code in _GRAVE else ""
            set_sheet_property(self.verdict, "tone", tone)
        elif log is None:
            self.nothing.say(_("The log could not be opened, so there is nothing to count."))
        else:
            self.nothing.say(_("Nothing to count yet: the program has drawn no dice for these rolls."))
        self._stack.setCurrentWidget(self.view if counts else self.nothing)
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
        view_action(view, _("Copy as text"), self._copy, QKeySequence.StandardKey.Copy)

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
