"""The ledger of a finished character, newest entry first: its table model, and the table with pictures of icons."""

from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QDate, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.book.advancement import balances
from bones_desktop.rules.bones.book.character import Character, LedgerEntry, LedgerKind
from bones_desktop.rules.bones.book.icons import Face, IconKind
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.packuse import spoken
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import paint_mini
from bones_desktop.widgets.lines import LEFT, RIGHT, write
from bones_desktop.widgets.localized import short_day
from bones_desktop.widgets.rows import Index
from bones_desktop.widgets.tables import CellDelegate, LinesView, TableModel
from bones_desktop.wording.language import _

SIDE = 22
"""Sides of a picture in pixels at 100 % text size."""


class LedgerColumn(IntEnum):
    """The columns, from left to right."""

    DAY = 0
    WHAT = 1
    SESSIONS = 2
    SAVED = 3


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


def ledger_rows(rulebook: Rulebook, character: Character) -> tuple[LedgerRow, ...]:
    """Return the entries, newest first."""
    rows = [
        LedgerRow(
            day=_day(entry.on),
            what=_what(rulebook, entry),
            sessions=_change(entry),
            saved=str(saved),
            face=(entry.before if entry.after.is_unfilled else entry.after).code,
            gone=entry.after.is_unfilled and not entry.before.is_unfilled,
        )
        for entry, saved in zip(character.ledger, balances(character), strict=True)
    ]
    return tuple(reversed(rows))


class LedgerModel(TableModel[LedgerRow]):
    """Shows rows; those new or gone at the top are inserted and removed as such, so that a view keeps its place."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent, numbers=(LedgerColumn.SESSIONS, LedgerColumn.SAVED))
        self.heads = _("Day"), _("What"), _("Sessions"), _("Saved")

    def set_rows(self, rows: tuple[LedgerRow, ...]) -> None:
        """Show other rows, newest first."""
        self._update(rows, lambda row: row)

    def _text(self, row: LedgerRow, column: int) -> str:
        return row.cells[column]

    def _tip(self, row: LedgerRow, column: int) -> str:
        return row.what if column == LedgerColumn.WHAT else ""

    def _spoken(self, row: LedgerRow, column: int) -> str:
        if column == LedgerColumn.SESSIONS:
            return _("sessions: {change}").format(change=row.sessions)
        if column == LedgerColumn.SAVED:
            return _("saved: {sessions}").format(sessions=row.saved)
        return row.cells[column]


def _day(on: str) -> str:
    date = QDate.fromString(on, Qt.DateFormat.ISODate)
    return short_day(date) if date.isValid() else _("unknown")


def _change(entry: LedgerEntry) -> str:
    if entry.sessions:
        return f"{entry.sessions:+d}".replace("-", "−")
    return _("permitted") if entry.kind is LedgerKind.PERMISSION else _("free")


def _icon_name(rulebook: Rulebook, shown: Face) -> str:
    """Return the name of a face, of a mastery without its skill: "Riposte"."""
    icon = shown.code
    if rulebook.has_icon(icon) and rulebook.kind(icon) is IconKind.MASTERY:
        return rulebook.mastery(icon).name
    return face_name(rulebook, shown)


def _what(rulebook: Rulebook, entry: LedgerEntry) -> str:
    if entry.kind is LedgerKind.AWARD:
        return entry.note or (_("Sessions taken back") if entry.sessions < 0 else _("Sessions played"))
    if entry.kind is LedgerKind.SUCCESS:
        return _("Earned success used")
    if entry.template and entry.die is not None:
        known = rulebook.has_template(entry.template)
        name = rulebook.template(entry.template).name if known else spoken(entry.template)
        return _("{name} for die {die}").format(name=name, die=entry.die + 1)
    if entry.die is None or entry.face is None:
        return _("Back to the dice as created")
    names = {
        "new": _icon_name(rulebook, entry.after),
        "old": _icon_name(rulebook, entry.before),
        "die": entry.die + 1,
        "face": entry.face + 1,
    }
    if entry.after.is_unfilled:
        return _("{old} off die {die}, face {face}").format(**names)
    if entry.before.is_unfilled:
        return _("{new} on die {die}, face {face}").format(**names)
    return _("{new} for {old} on die {die}, face {face}").format(**names)


class LedgerDelegate(CellDelegate[LedgerRow]):
    """Paints a cell in one line; sessions earned and spent have the colours of good and muted."""

    ruled = False

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text in one line."""
        metrics = QFontMetricsF(self._theme.font("sans", 14))
        width = metrics.horizontalAdvance(str(index.data() or "")) + self._theme.px(20)
        return QSize(int(width), self._theme.px(SIDE + 10))

    def _paint(self, painter: QPainter, room: QRectF, row: LedgerRow, column: int) -> None:
        theme = self._theme
        if row.face and column == LedgerColumn.WHAT:
            side = theme.px(SIDE)
            square = QRectF(room.left(), room.center().y() - side / 2, side, side)
            paint_mini(painter, square, theme, row.face, lost=row.gone)
            room.adjust(side + theme.px(8), 0, 0, 0)
        bold = column == LedgerColumn.SAVED
        font = theme.font("serif" if bold else "sans", 14, bold=bold)
        side = RIGHT if column >= LedgerColumn.SESSIONS else LEFT
        write(painter, room, row.cells[column], font, theme.color(_tone(column, row)), side)


class LedgerView(LinesView):
    """Shows the ledger; nothing in it can be changed here."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.ledger = LedgerModel()
        super().__init__(theme, self.ledger, parent, height=SIDE + 10, wide=LedgerColumn.WHAT)
        self.setAccessibleName(_("Ledger"))
        self.setItemDelegate(LedgerDelegate(theme, self))


def _tone(column: int, row: LedgerRow) -> str:
    if column == LedgerColumn.DAY:
        return "muted"
    if column == LedgerColumn.SESSIONS:
        return "good" if row.sessions.startswith("+") else "muted"
    return "text"
