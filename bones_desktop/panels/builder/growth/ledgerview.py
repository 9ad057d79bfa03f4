"""The ledger of a finished character, newest entry first: its table model, and the table with pictures of icons."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from PySide6.QtCore import QAbstractTableModel, QDate, QModelIndex, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.rules.bones.book.advancement import balances
from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.rows import Index, paint_cell_ground, set_bare_lines
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_tip
from bones_desktop.wording import Translate

_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
SIDE = 22
"""Sides of a picture in pixels at 100 % text size."""


class LedgerColumn(IntEnum):
    """The columns, from left to right."""

    DAY = 0
    WHAT = 1
    SESSIONS = 2
    SAVED = 3


class LedgerRole(IntEnum):
    """Roles beside Qt's own."""

    FACE = Qt.ItemDataRole.UserRole + 1
    """Code of the face that was placed or emptied, "" for none."""
    GONE = Qt.ItemDataRole.UserRole + 2
    """Whether that face was emptied."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One entry as it is shown. Texts are finished."""

    day: str
    what: str
    sessions: str
    """What the saved sessions changed by, signed, or why they did not."""
    saved: str
    """Sessions saved after it."""
    face: str = ""
    gone: bool = False

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """The text of each column."""
        return self.day, self.what, self.sessions, self.saved


def ledger_rows(rulebook: Rulebook, character: Character, tr: Translate) -> tuple[LedgerRow, ...]:
    """Return the entries, newest first."""
    rows = [
        LedgerRow(
            day=_day(entry.on, tr),
            what=_what(rulebook, entry, tr),
            sessions=_change(entry, tr),
            saved=str(saved),
            face=(entry.before if entry.after.is_unfilled else entry.after).code,
            gone=entry.after.is_unfilled and not entry.before.is_unfilled,
        )
        for entry, saved in zip(character.ledger, balances(character), strict=True)
    ]
    return tuple(reversed(rows))


class LedgerModel(QAbstractTableModel):
    """Shows rows; those new or gone at the top are inserted and removed as such, so that a view keeps its place."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[LedgerRow, ...] = ()

    @property
    def rows(self) -> tuple[LedgerRow, ...]:
        """What is shown, newest first."""
        return self._rows

    def set_rows(self, rows: tuple[LedgerRow, ...]) -> None:
        """Show other rows; nothing happens when they are the same."""
        more = len(rows) - len(self._rows)
        if rows == self._rows:
            return
        if more > 0 and rows[more:] == self._rows:
            self.beginInsertRows(QModelIndex(), 0, more - 1)
            self._rows = rows
            self.endInsertRows()
        elif more < 0 and self._rows[-more:] == rows:
            self.beginRemoveRows(QModelIndex(), 0, -more - 1)
            self._rows = rows
            self.endRemoveRows()
        else:
            self.beginResetModel()
            self._rows = rows
            self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many entries there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of columns."""
        return 0 if parent.isValid() else len(LedgerColumn)

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text of a cell, its face, how it is set, or what a screen reader says."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows) or not 0 <= index.column() < len(LedgerColumn):
            return None
        row, column = self._rows[index.row()], LedgerColumn(index.column())
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return row.cells[column]
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(row.what) if column is LedgerColumn.WHAT else None
            case Qt.ItemDataRole.AccessibleTextRole:
                return self._said(row, column)
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column in {LedgerColumn.SESSIONS, LedgerColumn.SAVED} else _LEFT
            case LedgerRole.FACE:
                return row.face if column is LedgerColumn.WHAT else None
            case LedgerRole.GONE:
                return row.gone if column is LedgerColumn.WHAT else None
        return None

    @guarded(None)
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of a column."""
        if orientation is not Qt.Orientation.Horizontal or not 0 <= section < len(LedgerColumn):
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if section in {LedgerColumn.SESSIONS, LedgerColumn.SAVED} else _LEFT
        if role == Qt.ItemDataRole.DisplayRole:
            return (self.tr("Day"), self.tr("What"), self.tr("Sessions"), self.tr("Saved"))[section]
        return None

    def _said(self, row: LedgerRow, column: LedgerColumn) -> str:
        if column is LedgerColumn.SESSIONS:
            return self.tr("sessions: {change}").format(change=row.sessions)
        if column is LedgerColumn.SAVED:
            return self.tr("saved: {sessions}").format(sessions=row.saved)
        return row.cells[column]


def _day(on: str, tr: Translate) -> str:
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else tr("unknown")


def _change(entry: LedgerEntry, tr: Translate) -> str:
    if entry.sessions:
        return f"{entry.sessions:+d}".replace("-", "−")
    return tr("permitted") if entry.kind is LedgerKind.PERMISSION else tr("free")


def _icon_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face, of a mastery without its skill: "Riposte"."""
    icon = shown.code
    if rulebook.has_icon(icon) and rulebook.kind(icon) is IconKind.MASTERY:
        return rulebook.mastery(icon).name
    return face_name(rulebook, shown)


def _what(rulebook: Rulebook, entry: LedgerEntry, tr: Translate) -> str:
    if entry.kind is LedgerKind.AWARD:
        return entry.note or (tr("Sessions taken back") if entry.sessions < 0 else tr("Sessions played"))
    if entry.kind is LedgerKind.SUCCESS:
        return tr("Earned success used")
    if entry.die is None or entry.face is None:
        return tr("Back to the dice as created")
    names = {
        "new": _icon_name(rulebook, entry.after),
        "old": _icon_name(rulebook, entry.before),
        "die": entry.die + 1,
        "face": entry.face + 1,
    }
    if entry.after.is_unfilled:
        return tr("{old} off die {die}, face {face}").format(**names)
    if entry.before.is_unfilled:
        return tr("{new} on die {die}, face {face}").format(**names)
    return tr("{new} for {old} on die {die}, face {face}").format(**names)


class LedgerDelegate(QStyledItemDelegate):
    """Paints a cell in one line; sessions earned and spent have the colours of good and muted."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text in one line."""
        metrics = QFontMetricsF(self._theme.font("sans", 14))
        width = metrics.horizontalAdvance(str(index.data() or "")) + self._theme.px(20)
        return QSize(int(width), self._theme.px(SIDE + 10))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        theme, column = self._theme, LedgerColumn(index.column())
        state: QStyle.StateFlag = option.state
        cell = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_Selected)
        lit = current or bool(state & QStyle.StateFlag.State_MouseOver)
        paint_cell_ground(painter, theme, cell, lit=lit, focused=current and self._view.hasFocus(), ruled=False)
        inner = cell.adjusted(theme.px(8), 0, -theme.px(8), 0)
        code = index.data(LedgerRole.FACE)
        if code:
            side = theme.px(SIDE)
            square = QRectF(inner.left(), inner.center().y() - side / 2, side, side)
            paint_mini(painter, square, theme, code, lost=bool(index.data(LedgerRole.GONE)))
            inner.adjust(side + theme.px(8), 0, 0, 0)
        bold = column is LedgerColumn.SAVED
        font = theme.font("serif" if bold else "sans", 14, bold=bold)
        text = str(index.data() or "")
        painter.setFont(font)
        painter.setPen(theme.color(_tone(column, text)))
        shown = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
        painter.drawText(inner, int(index.data(Qt.ItemDataRole.TextAlignmentRole)), shown)
        painter.restore()


class LedgerView(QTableView):
    """Shows the ledger; nothing in it can be changed here."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.ledger = LedgerModel(self)
        self.setModel(self.ledger)
        self.setItemDelegate(LedgerDelegate(theme, self))
        set_bare_lines(self)
        self.setAccessibleName(self.tr("Ledger"))
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(LedgerColumn.WHAT, QHeaderView.ResizeMode.Stretch)
        theme.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        height = self._theme.px(SIDE + 10)
        self.verticalHeader().setDefaultSectionSize(height)
        # As large as it is painted by the style sheet, or its columns are measured too narrow.
        set_font(self.horizontalHeader(), self._theme.font("sans", 14, bold=True))
        self.viewport().update()


def _tone(column: LedgerColumn, text: str) -> str:
    if column is LedgerColumn.DAY:
        return "muted"
    if column is LedgerColumn.SESSIONS:
        return "good" if text.startswith("+") else "muted"
    return "text"
