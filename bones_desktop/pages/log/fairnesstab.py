"""The Fairness tab: the counts of each face of each die, the seal of this evening, and past evenings."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QObject, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeySequence, QPainter, QPen, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QListView, QStackedWidget, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.desk.desk import Desk
from bones_desktop.desk.playroom import PlayRoom
from bones_desktop.pages.log.seals import EndedEvenings, SealCard
from bones_desktop.pages.log.throwstab import EVENING, evening_rows, people_rows
from bones_desktop.rules.bones.book.attempts import CHARACTER
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.fairness import FaceCounts, Fairness, assess, assess_together
from bones_desktop.rules.records import Record
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening, LogFilter
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import FilterButton
from bones_desktop.widgets.dice.facelook import painted_group
from bones_desktop.widgets.layouts import Fitting
from bones_desktop.widgets.localized import counted, number_locale
from bones_desktop.widgets.pushbuttons import push_button, view_action
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, draw_text, paint_line_ground, set_read_lines, write
from bones_desktop.widgets.scaled import set_gaps, set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.messages import Nothing
from bones_desktop.widgets.throwlist.throwmodel import MiniFaces, die_groups
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.log import WHAT_CHI_SQUARE_SAYS, FaceName, face_names, other_side
from bones_desktop.wording.reasons import sentence

_GRAVE: Final = frozenset({"fairness-rare", "fairness-extraordinary"})

_HEIGHT: Final = 118

_NARROWEST: Final = 600
"""Smallest width of a die's chart when several are next to each other."""

_WORDS: Final = 250
"""Width of the text next to the columns, in pixels."""

_SIDE: Final = 24

_HEADROOM: Final = 1.35
"""Smallest height of the chart, as a multiple of the expected count."""


class AssessedDie(Record):
    """One die, and how much its rolls differ from a fair die's. All texts are ready for display."""

    counts: FaceCounts
    fairness: Fairness
    name: str
    """The die's owner, if any, and its name."""
    throws: str
    """The number of rolls, and the count expected for each face."""
    verdict: str
    said: str
    """All texts and the count of each face, as one text for screen readers."""

    @property
    def grave(self) -> bool:
        """True if a fair die would hardly ever give this result."""
        return self.fairness.verdict.code in _GRAVE


def assessed(counts: FaceCounts, face_name: FaceName) -> AssessedDie:
    """Return a die with the texts about its counts."""
    fairness = assess(counts)
    name = _("{who} · {die}").format(who=counts.owner, die=counts.name) if counts.owner else counts.name
    throws = ngettext(
        "{n} roll, {expected} expected for each face", "{n} rolls, {expected} expected for each face", counts.throws
    ).format(n=counted(counts.throws), expected=number_locale().toString(counts.expected, "f", 1))
    verdict = sentence(fairness.verdict)
    pairs = zip(counts.faces, counts.counts, strict=True)
    faces = ", ".join(f"{face_name(code)} {counted(count)}" for code, count in pairs)
    return AssessedDie(counts, fairness, name, throws, verdict, f"{name}: {throws}. {faces}. {verdict}")


class FaceCountModel(RowModel[AssessedDie]):
    """One row for each die, in the given order."""

    def __init__(self, name: FaceName, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name

    def set_names(self, name: FaceName) -> None:
        """Use the face names of another rulebook."""
        self._name = name
        self.set_counts(die.counts for die in self.rows)

    def set_counts(self, dice: Iterable[FaceCounts]) -> None:
        """Show these dice. A die that was shown before keeps its row."""
        self._update((assessed(each, self._name) for each in dice), _identity)

    def _text(self, die: AssessedDie) -> str:
        return die.said


def _identity(die: AssessedDie) -> object:
    return die.counts.owner, die.counts.name, die.counts.faces


class FaceCountDelegate(RowDelegate[AssessedDie]):
    """Paints a die as columns on one scale. The line across them is the count expected of a fair die.

    As many dice as fit are next to each other.
    """

    def __init__(self, theme: Theme, rulebook: Rulebook, view: QListView) -> None:
        super().__init__(theme, view)
        self._view = view
        self.faces = MiniFaces(theme)
        self._groups = die_groups(rulebook)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use the kinds of dice of another rulebook."""
        self._groups = die_groups(rulebook)

    def refresh(self) -> None:
        """Draw the faces again after a change of theme."""
        self.faces.clear()

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one die."""
        # When lines wrap, Qt keeps room for a scroll bar even while it is hidden.
        bar = self._view.verticalScrollBar().sizeHint().width()
        room = max(1, self._view.maximumViewportSize().width() - bar - 1)
        return QSize(room // max(1, room // self._theme.px(_NARROWEST)), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, die: AssessedDie) -> None:
        theme = self._theme
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_line_ground(painter, theme, rect, state)
        inner = rect.adjusted(theme.px(12), theme.px(8), -theme.px(12), -theme.px(8))
        wide = min(theme.px(_WORDS), inner.width() * 2 // 5)
        self._paint_words(painter, QRect(inner.left(), inner.top(), wide, inner.height()), die)
        chart = inner.adjusted(wide + theme.px(16), 0, 0, 0)
        self._paint_columns(painter, chart, die)
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())
        if rect.left() > 0:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())

    def _paint_words(self, painter: QPainter, room: QRect, die: AssessedDie) -> None:
        theme = self._theme
        font = theme.font("sans", 16, bold=True)
        metrics = QFontMetrics(font)
        name, owner = die.name, die.counts.owner
        over = metrics.horizontalAdvance(name) - room.width()
        if owner and over > 0:
            # The die's name is never shortened, because it distinguishes the dice of one owner.
            short = metrics.elidedText(owner, Qt.TextElideMode.ElideRight, metrics.horizontalAdvance(owner) - over)
            name = name.replace(owner, short, 1)
        write(painter, room, name, font, theme.color("text"), Qt.AlignmentFlag.AlignTop)
        top = room.top() + metrics.height()
        painter.setFont(theme.font("sans", 12))
        painter.setPen(theme.color("muted"))
        wrap = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignTop
        left = QRect(room.left(), top, room.width(), room.bottom() - top)
        used = painter.boundingRect(left, wrap, die.throws)
        draw_text(painter, left, wrap, die.throws)
        painter.setPen(theme.color("warn" if die.grave else "text"))
        below = QRect(room.left(), used.bottom() + theme.px(2), room.width(), room.bottom() - used.bottom())
        draw_text(painter, below, wrap, die.verdict)

    def _paint_columns(self, painter: QPainter, room: QRect, die: AssessedDie) -> None:
        theme, counts = self._theme, die.counts
        if not counts.counts or room.width() <= 0:
            return
        side = theme.px(_SIDE)
        painter.setFont(theme.font("sans", 12))
        words = painter.fontMetrics().height()
        foot = room.bottom() - side - words - theme.px(2)
        most = max(1, foot - room.top())
        # The headroom keeps a few even rolls from filling the whole chart.
        scale = most / max(*counts.counts, counts.expected * _HEADROOM, 1)
        cell = min(room.width() / len(counts.counts), theme.px(150))
        # Some lines of the log do not say which group their dice belong to.
        group = painted_group(counts.group or self._groups.get(counts.name, CHARACTER), counts.faces)
        for place, (code, count) in enumerate(zip(counts.faces, counts.counts, strict=True)):
            left = room.left() + place * cell
            wide = min(cell * 0.62, theme.px(56))
            column = QRectF(left + (cell - wide) / 2, foot - count * scale, wide, count * scale)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("second"))
            painter.drawRect(column)
            painter.setPen(theme.color("text"))
            below = QRectF(left, foot + 1, cell, words)
            draw_text(painter, below, Qt.AlignmentFlag.AlignCenter, counted(count))
            at = QPointF(left + (cell - side) / 2, room.bottom() - side + 1)
            self.faces.paint(painter, at, side, code, group)
        end = room.left() + cell * len(counts.counts)
        self._paint_expected(painter, QRectF(room.left(), foot - counts.expected * scale, end - room.left(), 0), foot)

    def _paint_expected(self, painter: QPainter, room: QRectF, foot: float) -> None:
        """Draw the base line of the columns, and across them, at the top of `room`, the expected count."""
        theme = self._theme
        painter.setPen(QPen(theme.color("edge"), 1))
        painter.drawLine(QPointF(room.left(), foot + 0.5), QPointF(room.right(), foot + 0.5))
        painter.setPen(QPen(theme.color("accent"), max(1.5, theme.px(2)), Qt.PenStyle.DashLine))
        painter.drawLine(room.topLeft(), room.topRight())


_BOARD: Final = 360
_BESIDE: Final = 780
"""Smallest width at which the seals are next to the dice."""
_FEW_DICE: Final = 150
_SOME_DICE: Final = 300
_ROOMY: Final = 560
"""Smallest height at which the explanation is open at first."""
_GRAVE_TOGETHER: Final = frozenset({"dice-rare", "dice-extraordinary"})


class FairnessTab(Fitting):
    """Counts the draws in the log while it is visible. Dice entered by hand are not drawn by the program."""

    def __init__(self, desk: Desk, room: PlayRoom, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._room = room
        self._theme = theme = desk.theme
        rulebook = desk.document.rulebook
        self._stale = True
        self.which = FilterButton(theme, _("Which rolls are counted"), self)
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
        self.which.changed.connect(self._count)
        self.what.toggled.connect(self.explained.setVisible)
        theme.changed.connect(self._restyle)
        self._offer()
        self._restyle()

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use icons and dice of another rulebook."""
        self.model.set_names(face_names(rulebook))
        self.delegate.set_rulebook(rulebook)
        self.view.viewport().update()

    def show_evening(self, evening: Evening | None) -> None:
        """Show the seal of the open evening; None if none has begun."""
        self.seal.show_evening(evening)
        self.refresh()

    def _end_evening(self) -> None:
        """End the evening, and move the focus to the list where the evening can be checked."""
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
        return QSize(self._theme.px(_BOARD), super().minimumSizeHint().height())

    @property
    def _filter(self) -> LogFilter:
        chosen = self.which.current
        if chosen.startswith(EVENING):
            return LogFilter(evening=int(chosen.removeprefix(EVENING)))
        return LogFilter(character_id=chosen)

    def _offer(self) -> None:
        """Offer to count all rolls, the rolls of this evening, or the rolls of one person."""
        rows = [(_("All rolls"), "")]
        log = self._room.open_log
        try:
            evenings = log.evenings() if log is not None else ()
            people = log.people() if log is not None else ()
        except FileProblem as error:
            self._desk.notices.report(error)
            return
        rows += [(name, key) for name, key in evening_rows(evenings) if key == f"{EVENING}{evenings[-1].id}"][:1]
        rows += people_rows(people, self._desk.document.character.id)
        self.which.offer(rows)

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
            tone = "warn" if together.verdict.code in _GRAVE_TOGETHER else ""
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
        self._board.setFixedWidth(px(_BOARD) if beside else max(1, self.width()))
        self._stack.setMinimumHeight(px(_FEW_DICE if beside else _SOME_DICE))

    def _restyle(self) -> None:
        self.delegate.refresh()
        self._fit()
        self.view.scheduleDelayedItemsLayout()
