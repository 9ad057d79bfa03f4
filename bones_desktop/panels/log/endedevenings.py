"""Evenings that have ended, latest first; each can be checked against its seal."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QStyleOptionViewItem, QWidget

from bones_desktop.rules.fairness import Verification, verify
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import Evening
from bones_desktop.storage.log.throwlog import ThrowLog, opened
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.localized import counted, day_and_time_of
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_line_ground
from bones_desktop.widgets.scaled import set_gaps, set_lengths
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import heading_label, plain_label
from bones_desktop.widgets.text.messages import announce
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.log import head_line, shortened
from bones_desktop.wording.reasons import sentence

_HEIGHT: Final = 48


@dataclass(frozen=True, slots=True)
class CheckedEvening:
    """An evening, and what was found when it was checked."""

    evening: Evening
    found: Verification | None = None


class EveningModel(RowModel[CheckedEvening]):
    """One row an evening; what was found stays until the program ends."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: dict[int, Verification] = {}

    def set_evenings(self, evenings: Iterable[Evening]) -> None:
        """Show those that have ended, given oldest first."""
        ended = [each for each in evenings if each.ended is not None]
        rows = (CheckedEvening(each, self._found.get(each.id)) for each in reversed(ended))
        self._update(rows, lambda row: row.evening.id)

    def note(self, evening: Evening, found: Verification) -> None:
        """Show what checking an evening has shown."""
        self._found[evening.id] = found
        self._update(
            (CheckedEvening(each.evening, self._found.get(each.evening.id)) for each in self.rows),
            lambda row: row.evening.id,
        )

    def _text(self, row: CheckedEvening) -> str:
        return first_line(row.evening)

    def _spoken(self, row: CheckedEvening) -> str:
        return f"{self._text(row)}. {second_line(row)}"

    def _tip(self, row: CheckedEvening) -> str:
        return f"{self._text(row)}\n{second_line(row)}"


def first_line(evening: Evening) -> str:
    """Return when an evening began, and how much was drawn."""
    when = day_and_time_of(evening.begun)
    if evening.draws == 1:
        return _("{when} · 1 draw").format(when=when)
    return _("{when} · {n} draws").format(when=when, n=counted(evening.draws))


def second_line(row: CheckedEvening) -> str:
    """Return the seal of an evening, or what was found."""
    if row.found is None:
        return _("Seal {seal}").format(seal=shortened(row.evening.commitment))
    return " ".join(sentence(reason) for reason in row.found.findings)


class EveningDelegate(RowDelegate[CheckedEvening]):
    """Two lines an evening; a sign at the right once it was checked."""

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of one evening."""
        return QSize(self._theme.px(160), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: CheckedEvening) -> None:
        theme = self._theme
        rect: QRect = option.rect
        paint_line_ground(painter, theme, rect, option.state)
        inner = rect.adjusted(theme.px(10), theme.px(4), -theme.px(10), -theme.px(4))
        tone = "muted"
        if row.found is not None:
            tone = "good" if row.found.sound else "bad"
            side = theme.px(20)
            name = "check" if row.found.sound else "close"
            mark = tinted(theme, name, tone, side, painter.device().devicePixelRatioF())
            painter.drawPixmap(QPoint(inner.right() - side, inner.top()), mark)
            inner.setRight(inner.right() - side - theme.px(6))
        upper = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2)
        lower = QRect(inner.left(), upper.bottom(), inner.width(), inner.height() // 2)
        for line, text, size, role in (
            (upper, first_line(row.evening), 14, "text"),
            (lower, second_line(row), 12, tone),
        ):
            painter.setFont(theme.font("sans", size))
            painter.setPen(theme.color(role))
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, line.width())
            painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.setPen(theme.color("line"))
        painter.drawLine(rect.left(), rect.bottom(), rect.right(), rect.bottom())


class EndedEvenings(QFrame):
    """A list; Enter, a double click and the button check an evening, and the answer stands below in full."""

    message = Signal(str)
    trouble = Signal(object)
    """A FileProblem."""

    def __init__(self, theme: Theme, log: ThrowLog | None, parent: QWidget) -> None:
        super().__init__(parent)
        self._given = log
        self.setProperty("kind", "card")
        self.heading = heading_label(theme, self, _("Evenings that have ended"))
        self.none = plain_label(
            self, _("None yet. Once an evening has ended, its throws can be checked here."), "muted", wrap=True
        )
        self.model = EveningModel(self)
        self.view = _EveningList(self)
        set_lengths(theme, self.view, least_height=72)
        self.view.setModel(self.model)
        self._delegate = EveningDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        self.view.setAccessibleName(_("Evenings that have ended"))
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
        self.view.requested.connect(self.check_current)
        self.view.doubleClicked.connect(self.check_current)
        self.view.selectionModel().currentChanged.connect(self._show_answer)
        copy = QAction(_("Copy seal and seed"), self.view)
        copy.setShortcut(QKeySequence.StandardKey.Copy)
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        copy.triggered.connect(self.copy_current)
        check = QAction(_("Check"), self.view)
        check.triggered.connect(self.check_current)
        self.view.addActions([check, copy])
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        theme.changed.connect(self.view.doItemsLayout)
        self.view.doItemsLayout()
        self.refresh()

    @property
    def _log(self) -> ThrowLog | None:
        return opened(self._given)

    def refresh(self) -> None:
        """Read the evenings again."""
        try:
            self.model.set_evenings(self._log.evenings() if self._log is not None else ())
        except FileProblem as error:
            self.trouble.emit(error)
        some = bool(self.model.rowCount())
        self.none.setVisible(not some)
        self._column.setStretch(self._column.count() - 1, 0 if some else 1)
        for widget in (self.view, self.head, self.check, self.copy):
            widget.setVisible(some)
        if some and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.model.index(0))
        self._show_answer()

    def check_current(self) -> None:
        """Check the chosen evening and say what was found."""
        row = self.model.at(self.view.currentIndex())
        if row is None or self._log is None:
            return
        try:
            found = check_evening(self._log, row.evening, self.head.text())
        except FileProblem as error:
            self.trouble.emit(error)
            return
        self.model.note(row.evening, found)
        self._show_answer()
        announce(self, self.answer.text())

    def copy_current(self) -> None:
        """Put seal and seed of the chosen evening on the clipboard."""
        row = self.model.at(self.view.currentIndex())
        if row is not None:
            evening = row.evening
            seed = _("Seed: {seed}").format(seed=evening.seed.hex())
            text = f"{head_line(evening)}\n{seed}"
            QGuiApplication.clipboard().setText(text)
            self.message.emit(_("Seal and seed are on the clipboard."))

    def _show_answer(self) -> None:
        row = self.model.at(self.view.currentIndex())
        found = row.found if isinstance(row, CheckedEvening) else None
        tone = "" if found is None else "good" if found.sound else "bad"
        self.answer.setText("" if found is None else "\n".join(sentence(each) for each in found.findings))
        self.answer.setVisible(found is not None)
        set_sheet_property(self.answer, "tone", tone)


class _EveningList(QListView):
    """Asks for the current evening with Enter."""

    requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask with Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.requested.emit()
        else:
            super().keyPressEvent(event)


def check_evening(log: ThrowLog, evening: Evening, head: str = "") -> Verification:
    """Return what seed and chain of an evening say of the draws in the log; FileProblem when it cannot be read.

    `head` is one that somebody noted; "" for none.
    """
    return verify(log.sealed(evening), log.draws(evening.id), head)
