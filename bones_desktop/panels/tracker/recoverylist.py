"""What heals when, as a line of days from top to bottom; its rows come from the forecast of recovery."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from PySide6.QtCore import QModelIndex, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from bones_desktop.panels.tracker.woundwords import date_words, due_words, held_by
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label, telling_faces
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.recovery import Recovery
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lines import LEFT, RIGHT, write
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowModel, paint_ground, set_bare_list
from bones_desktop.wording.language import _

_HEIGHT: Final = 38
_LARGE: Final = 1.4
"""How many times as large rows are where there is much room; their type is a size larger."""
_WIDEST: Final = 420
"""From what heals to the end of its date: further apart they are not read together."""
_SHOWN: Final = 3
"""Lines that always have room."""
MOST_SHOWN: Final = 12
"""The most lines there is room for, so that what is below stays near."""


@dataclass(frozen=True, slots=True)
class RecoveryRow:
    """One thing that heals. Texts are finished."""

    due: str
    """When: "in 7 days"; "" for what rest does not heal."""
    what: str
    note: str
    """The date, or why it does not heal."""
    die: int | None = None
    """Which die, counted from 0; None for points below zero."""
    face: str = ""
    """Code of the face its die is shown by."""
    treated: bool = False

    @property
    def spoken(self) -> str:
        """All of it in words."""
        return ", ".join(part for part in (self.what, self.due, self.note) if part)


class RecoveryModel(RowModel[RecoveryRow]):
    """What heals, in the order it does."""

    def set_rows(self, rows: Sequence[RecoveryRow]) -> None:
        """Show other rows."""
        self._update(rows, lambda row: row.die)

    def _text(self, row: RecoveryRow) -> str:
        return row.what

    def _spoken(self, row: RecoveryRow) -> str:
        return row.spoken


class RecoveryDelegate(Guarded, QStyledItemDelegate):
    """Paints when, a bead on the line of days, the die and what heals, and the date."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.large = False

    def px(self, size: float) -> int:
        """Return pixels for the text size and the room there is."""
        return self._theme.px(size * (_LARGE if self.large else 1))

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of a row; the view gives it its width."""
        return QSize(0, self.px(_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, RecoveryRow):
            return
        theme, state, room = self._theme, option.state, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        paint_ground(
            painter,
            theme,
            room.adjusted(1, 1, -1, -1),
            current=chosen and bool(state & QStyle.StateFlag.State_HasFocus),
            hovered=chosen or bool(state & QStyle.StateFlag.State_MouseOver),
        )
        size, lesser = (20, 16) if self.large else (14, 12)
        bold = theme.font("sans", size, bold=True)
        when = QFontMetricsF(bold).horizontalAdvance(_("in {n} days").format(n=888))
        left = room.left() + theme.px(8)
        write(painter, QRectF(left, room.top(), when, room.height()), row.due, bold, theme.color("text"), RIGHT)
        bead = left + when + theme.px(18)
        self._paint_bead(painter, room, bead, row, index)
        side = self.px(26)
        mini = QRectF(bead + theme.px(18), room.center().y() - side / 2, side, side)
        if row.die is not None:
            paint_mini(painter, mini, theme, row.face, lost=True)
        start = mini.right() + theme.px(8)
        end = min(room.right() - theme.px(8), start + self.px(_WIDEST))
        font, small = theme.font("sans", size), theme.font("sans", lesser)
        wide = QFontMetricsF(font).horizontalAdvance(row.what) + QFontMetricsF(small).horizontalAdvance(row.note)
        beside = wide + theme.px(12) <= end - start
        top = QRectF(start, room.top(), end - start, room.height())
        below = QRectF(top)
        if not beside:
            top.setHeight(room.height() / 2 + theme.px(2))
            below.setTop(top.bottom() - theme.px(2))
        write(painter, top, row.what, font, theme.color("text"))
        write(painter, below, row.note, small, theme.color("muted" if row.due else "warn"), RIGHT if beside else LEFT)
        painter.restore()

    def _paint_bead(self, painter: QPainter, room: QRectF, x: float, row: RecoveryRow, index: Index) -> None:
        """Paint the line of days; damage under care has a full bead, what rest does not heal a hollow one aside."""
        theme, y = self._theme, room.center().y()
        last = index.row() == index.model().rowCount() - 1
        if row.due:
            painter.setPen(QPen(theme.color("second"), 2))
            top = room.top() if index.row() else y
            following = None if last else index.sibling(index.row() + 1, 0).data(ROW_ROLE)
            more = isinstance(following, RecoveryRow) and bool(following.due)
            painter.drawLine(QPointF(x, top), QPointF(x, room.bottom() + 1 if more else y))
        radius = theme.px(6)
        painter.setPen(QPen(theme.color("second" if row.due else "warn"), 2))
        painter.setBrush(theme.color("second" if row.treated else "surface"))
        painter.drawEllipse(QPointF(x, y), radius, radius)


class RecoveryList(Guarded, QListView):
    """The rows. `current_changed` carries the current die, `picked` one double-clicked or activated with Enter."""

    current_changed = Signal(int)
    picked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows = RecoveryModel(self)
        self.setModel(self.rows)
        self._delegate = RecoveryDelegate(theme, self)
        self.setItemDelegate(self._delegate)
        set_bare_list(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(_("What heals when"))
        self.clicked.connect(self._came)
        self.doubleClicked.connect(self._picked)

    @property
    def die(self) -> int:
        """The current die, -1 for none."""
        row = self.rows.at(self.currentIndex())
        return -1 if row is None or row.die is None else row.die

    def show_die(self, die: int) -> None:
        """Bring the row of a die into view; without one nothing is current."""
        found = next((place for place, row in enumerate(self.rows.rows) if row.die == die and die >= 0), None)
        index = QModelIndex() if found is None else self.rows.index(found)
        if index != self.currentIndex():
            self.setCurrentIndex(index)

    def set_large(self, large: bool) -> None:
        """Show rows larger where there is much room; `restyle` follows."""
        self._delegate.large = large

    def restyle(self) -> None:
        """Fit the rows to the text size."""
        self.scheduleDelayedItemsLayout()
        self.setMaximumHeight(self._delegate.px(_HEIGHT) * MOST_SHOWN)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return room for all rows."""
        count = max(1, len(self.rows.rows))
        return QSize(self._theme.px(280), self._delegate.px(_HEIGHT) * count + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few rows."""
        return QSize(self._theme.px(280), self._delegate.px(_HEIGHT) * _SHOWN + 2)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Focus the first row."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.rows.rows:
            self.setCurrentIndex(self.rows.index(0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pick with Enter; letters belong to the page."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.currentIndex().isValid():
            self._picked(self.currentIndex())
        elif event.text().isalnum():
            event.ignore()
        else:
            before = self.currentIndex()
            super().keyPressEvent(event)
            if self.currentIndex() != before:
                self._came(self.currentIndex())

    def _came(self, index: QModelIndex) -> None:
        row = self.rows.at(index)
        if row is not None and row.die is not None:
            self.current_changed.emit(row.die)

    def _picked(self, index: QModelIndex) -> None:
        row = self.rows.at(index)
        if row is not None and row.die is not None:
            self.picked.emit(row.die)


def recovery_rows(rulebook: Rulebook, character: Character, found: Recovery) -> tuple[RecoveryRow, ...]:
    """Return a row for each die that heals, one for the points below zero together, and one for each held die."""
    faces = telling_faces(character.dice)
    rows = []
    for below, steps in groupby(found.steps, key=lambda step: step.die is None):
        group = tuple(steps)
        if below:
            last = group[-1].in_days
            note = date_words(character.day + last)
            words = _("{n} below zero").format(n=len(group))
            rows.append(RecoveryRow(due_words(last), words, note, treated=group[-1].treated))
            continue
        for step in group:
            if step.die is None:
                continue
            note = date_words(character.day + step.in_days)
            if step.treated:
                note = _("{date}, under care").format(date=note)
            words = _named(rulebook, character, step.die)
            rows.append(RecoveryRow(due_words(step.in_days), words, note, step.die, faces[step.die], step.treated))
    for entry in character.lost:
        if entry.held and entry.die in found.held:
            what = held_by(character, entry)
            why = _("held by {effect}").format(effect=what) if what else _("held by magic")
            words = _named(rulebook, character, entry.die)
            rows.append(RecoveryRow("", words, why, entry.die, faces[entry.die]))
    return tuple(rows)


def _named(rulebook: Rulebook, character: Character, die: int) -> str:
    name = die_label(rulebook, character.dice[die], die)
    number = _("Die {n}").format(n=die + 1)
    return number if name == number else f"{number} · {name}"
