"""Entries of the log as a list model, and the faces shown on an entry's line."""

from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Final

from PySide6.QtCore import (
    QAbstractListModel,
    QDate,
    QLocale,
    QModelIndex,
    QObject,
    QPointF,
    QRectF,
    QSize,
    QSizeF,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPen, QPixmap

from bones_desktop.rules.bones.book.attempts import CHALLENGE, CHARACTER, HINDERING, ITEM, OPPONENT
from bones_desktop.rules.bones.book.notation import ITEM_USES
from bones_desktop.rules.bones.book.rulebook import DieUse, Rulebook
from bones_desktop.rules.records import Record, replace
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.log.logentry import LogEntry, LoggedRound
from bones_desktop.theme.measures import to_keep, upright
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import THEIRS, paint_mini, painted_group
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.localized import day_of, local_day
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import Index
from bones_desktop.wording.language import _
from bones_desktop.wording.log import clock_time, entry_line


def long_day(entry: LogEntry) -> str:
    """Return the date of an entry, with the month as a word."""
    return QLocale().toString(local_day(entry.at), QLocale.FormatType.LongFormat)


def day_and_time(entry: LogEntry) -> str:
    """Return date and time of an entry, or only the time if it is from today."""
    day = local_day(entry.at)
    if day == QDate.currentDate():
        return clock_time(entry)
    return f"{day_of(entry.at)} {clock_time(entry)}"


# Number of entries read by one query. A log may have hundreds of thousands, too many to cache.
PAGE: Final = 64
BONES: Final = "bones"
MOST_PAGES: Final = 32
"""Number of cached pages of entries. A screen shows one or two pages."""

Read = Callable[[Sequence[int]], Sequence[LogEntry]]
"""Function that takes ids and returns the entries that exist. It raises FileProblem if the log is unreadable."""


class ThrowRole(IntEnum):
    """Item data roles in addition to Qt's."""

    ENTRY = Qt.ItemDataRole.UserRole + 1
    """The LogEntry; None if it cannot be read."""


class ThrowModel(Guarded, QAbstractListModel):
    """Log entries, oldest first. Entries that could not be stored in the log have no id; the model keeps them."""

    unreadable = Signal(object)
    """Emitted with a FileProblem if visible entries could not be read.

    It is emitted at most once after each `show`. This happens during painting, so use a queued connection.
    """

    known = Signal(int)
    """Emitted with the number of a page of PAGE rows after the page was read.

    This often happens during painting, so use a queued connection.
    """

    def __init__(self, read: Read, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        # A compact array, because a log can have hundreds of thousands of entries.
        self.ids: array[int] = array("q")
        """Ids of the entries shown. An entry that is not in the log has a negative number in place of an id."""
        self._pages: OrderedDict[int, dict[int, LogEntry]] = OrderedDict()
        self._loose: dict[int, LogEntry] = {}
        """Entries that are not in the log, keyed by their negative numbers."""
        self._loose_after: dict[int, int] = {}
        """Place of each entry that is not in the log, keyed by its negative number.

        The value is the last id that the log had when the entry was added.
        """
        self._reported = False

    def show(self, ids: Iterable[int], *, loose: bool = True) -> None:
        """Show the entries with these ids, in ascending order.

        With `loose`, also show the entries that are not in the log.
        """
        shown = array("q", ids)
        if loose:
            shown = _with_loose(shown, self._loose_after.items())
        before = len(self.ids)
        # If entries were only added at the end, the model is not reset, so that selection and scroll position are kept.
        if before and shown[:before] == self.ids:
            self._forget()
            self.dataChanged.emit(self.index(0), self.index(before - 1))
            self._extend(shown[before:])
            return
        self.beginResetModel()
        self.ids = shown
        self._forget()
        self.endResetModel()

    def append(self, entry: LogEntry) -> None:
        """Add an entry at the end, after entries written in the meantime. If the entry is already shown, replace it."""
        if entry.id and entry.id in self.ids[-PAGE:]:
            self.amend(entry)
            return
        last = next((each for each in reversed(self.ids) if each > 0), 0)
        # Another program with the same log may have written entries in the meantime.
        if entry.id:
            between = self._reading(range(max(last + 1, entry.id - PAGE), entry.id))
            self._extend(array("q", [*(each.id for each in between), entry.id]), (*between, entry))
        else:
            self._extend(array("q", [self.keep(entry, last)]), (entry,))

    def keep(self, entry: LogEntry, after: int) -> int:
        """Keep an entry that is not in the log, and return its negative number.

        The entry is shown after the entry with the id `after`.
        """
        number = min(self._loose, default=0) - 1
        self._loose[number] = entry
        self._loose_after[number] = after
        return number

    def amend(self, entry: LogEntry) -> None:
        """Replace an entry. Ignore an entry that is not shown.

        An entry without an id is found by its time.
        """
        row = self._row(entry)
        if row is None:
            return
        number = self.ids[row]
        if number < 0:
            self._loose[number] = entry
        else:
            self._page(row // PAGE)[number] = entry
        self.dataChanged.emit(self.index(row), self.index(row))

    def remove(self, entry: LogEntry) -> None:
        """Remove an entry from the list."""
        row = self._row(entry)
        if row is None:
            return
        self.beginRemoveRows(QModelIndex(), row, row)
        number = self.ids.pop(row)
        self._loose.pop(number, None)
        self._loose_after.pop(number, None)
        # Removing an entry moves all later entries, so the cached pages are wrong now.
        self._pages.clear()
        self.endRemoveRows()

    def entry(self, row: int) -> LogEntry | None:
        """Return the entry in a row; None outside the list, or if it cannot be read."""
        if not 0 <= row < len(self.ids):
            return None
        number = self.ids[row]
        if number < 0:
            return self._loose.get(number)
        return self._page(row // PAGE).get(number)

    def begins_round(self, row: int) -> bool:
        """Return whether the entry in a row begins a round: it and the entry before it are not in the same round.

        No page is read from the log to answer this. The result is True if either entry has not been read.
        """
        here, before = self._at_hand(row), self._at_hand(row - 1)
        return not (here and before and here.round and before.round and here.round.name == before.round.name)

    def rounds(self, page: int) -> Iterator[tuple[int, LogEntry, LoggedRound]]:
        """Yield row, entry and round for each entry of a round in a page, and in the row that follows the page.

        Entries that have not been read are skipped.
        """
        for row in range(page * PAGE, min((page + 1) * PAGE + 1, len(self.ids))):
            entry = self._at_hand(row)
            if entry is not None and entry.round is not None:
                yield row, entry, entry.round

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages of entries that have been read."""
        return tuple(self._pages)

    def row_of(self, number: int) -> int:
        """Return the row of the entry with this id. Raise ValueError if it is not shown."""
        return self.ids.index(number)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of entries shown."""
        return 0 if parent.isValid() else len(self.ids)

    def headerData(self, _section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the heading of the only column, and None for rows. Only screen readers read this heading."""
        named = orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole
        return _("Roll") if named else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the entry as one line of text, or the entry itself."""
        if role not in _ROLES or not index.isValid():
            return None
        entry = self.entry(index.row())
        if role == ThrowRole.ENTRY:
            return entry
        if entry is None:
            return _("This line of the log cannot be read.")
        line = entry_line(entry)
        return plain_tip(f"{long_day(entry)}\n{line}") if role == Qt.ItemDataRole.ToolTipRole else line

    def _at_hand(self, row: int) -> LogEntry | None:
        """Return the entry in a row if its page has been read."""
        if not 0 <= row < len(self.ids):
            return None
        number = self.ids[row]
        return self._loose.get(number) if number < 0 else self._pages.get(row // PAGE, {}).get(number)

    def _page(self, number: int) -> dict[int, LogEntry]:
        page = self._pages.get(number)
        if page is not None:
            self._pages.move_to_end(number)
            return page
        wanted = [each for each in self.ids[number * PAGE : (number + 1) * PAGE] if each > 0]
        page = self._pages[number] = {entry.id: entry for entry in self._reading(wanted)}
        if len(self._pages) > MOST_PAGES:
            self._pages.popitem(last=False)
        if page:
            self.known.emit(number)
        return page

    def _reading(self, ids: Sequence[int]) -> Sequence[LogEntry]:
        """Return the entries with these ids; none if the log cannot be read. Then emit `unreadable` once."""
        if not ids:
            return ()
        try:
            return self._read(ids)
        except FileProblem as error:
            # The error is reported once, not for every visible entry.
            if not self._reported:
                self._reported = True
                self.unreadable.emit(error)
            return ()

    def _extend(self, ids: "array[int]", known: Sequence[LogEntry] = ()) -> None:
        """Show more entries at the end. Entries in `known` are not read from the log."""
        if not ids:
            return
        end = len(self.ids)
        self.beginInsertRows(QModelIndex(), end, end + len(ids) - 1)
        self.ids.extend(ids)
        # The last page may be cached without the new entries. They are then added to this page, or the page is read
        # again.
        page = self._pages.get(end // PAGE)
        if page is not None and known:
            page.update((entry.id, entry) for entry in known if entry.id)
        elif page is not None:
            del self._pages[end // PAGE]
        self.endInsertRows()
        self.known.emit(end // PAGE)

    def _row(self, entry: LogEntry) -> int | None:
        """Return the row of an entry; None if it is not shown.

        The search starts at the end, because usually the last entry changes.
        """
        if not entry.id:
            known = [number for number, each in self._loose.items() if each.at == entry.at]
            if not known:
                return None
            entry = replace(entry, id=known[-1])
        return next((row for row in range(len(self.ids) - 1, -1, -1) if self.ids[row] == entry.id), None)

    def _forget(self) -> None:
        self._pages.clear()
        self._reported = False


_ROLES: Final = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.ToolTipRole,
        ThrowRole.ENTRY,
    }
)


def _with_loose(ids: "array[int]", loose: Iterable[tuple[int, int]]) -> "array[int]":
    """Return ascending `ids` with the numbers in `loose`.

    `loose` contains pairs of a number and an id; each number is inserted after its id.
    """
    placed = [(bisect_right(ids, after), number) for number, after in loose]
    # Insertion starts at the end, so that earlier positions stay valid.
    for place, number in sorted(placed, key=lambda each: (-each[0], each[1])):
        ids.insert(place, number)
    return ids


# Number of cached pictures, which need a few megabytes.
MOST: Final = 2048
FADED: Final = 0.6


class MiniFaces:
    """Draws small faces of dice from cached pictures. Call `clear` when the theme changes."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._kept: dict[tuple[str, str, int, float, bool], QPixmap] = {}

    def clear(self) -> None:
        """Drop all pictures."""
        self._kept.clear()

    def paint(self, painter: QPainter, at: QPointF, side: int, code: str, group: str, *, crossed: bool = False) -> None:
        """Draw a face of `side` pixels at `at`, `crossed` out if it does not count."""
        ratio = painter.device().devicePixelRatioF()
        key = (code, group, side, ratio, crossed)
        pixmap = self._kept.get(key)
        if pixmap is None:
            if len(self._kept) >= MOST:
                self._kept.clear()
            pixmap = self._kept[key] = self._draw(code, group, side, ratio, crossed=crossed)
        with upright(painter, QRectF(at, QSizeF(side, side))):
            painter.drawPixmap(at, pixmap)

    def _draw(self, code: str, group: str, side: int, ratio: float, *, crossed: bool) -> QPixmap:
        pixmap = QPixmap(QSize(side, side) * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if crossed:
            painter.setOpacity(FADED)
        paint_mini(painter, QRectF(0, 0, side, side), self._theme, code, group)
        if crossed:
            painter.setOpacity(1)
            painter.setPen(QPen(self._theme.color("bad"), max(1.5, side * 0.075), c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(QPointF(side * 0.12, side * 0.88), QPointF(side * 0.88, side * 0.12))
        painter.end()
        return to_keep(pixmap)


class ShownFace(Record):
    """A small face in a line of the log."""

    code: str
    group: str
    """Group of the die, which determines its colour."""
    crossed: bool = False
    """True if the face does not count, because the die was re-rolled or the roll was struck out."""
    parted: bool = False
    """True if a gap comes before the face, because dice of another side or kind begin."""


def no_colour(_character_id: str) -> str:
    """Return "", so that the dice of every character have the default colour."""
    return ""


def shown_faces(entry: LogEntry, groups: Mapping[str, str], colour: str = "") -> tuple[ShownFace, ...]:
    """Return the faces of an entry. `groups` maps names of dice to groups, for old entries without groups.

    `colour` is the colour of the roller's dice.
    """
    faces: list[ShownFace] = []
    before = ""
    for place, die in enumerate(entry.dice):
        group = die.group or groups.get(die.name, CHARACTER)
        # The opponent's dice are kept apart, and in other games each kind of dice, because some have the same colour.
        apart = bool(before) and group != before and (group == OPPONENT or entry.game != BONES)
        faces += faces_at(entry, place, group, colour, parted=apart)
        before = group
    return tuple(faces)


def faces_at(entry: LogEntry, place: int, group: str, colour: str, *, parted: bool = False) -> list[ShownFace]:
    """Return all faces that the die at `place` has shown, in order; those of a struck-out roll are crossed out.

    `colour` is the colour of the roller's dice. With `parted`, a gap comes before the first face.
    """
    codes, stands = entry.dice[place].faces, entry.stands
    painted = painted_group(group, codes, "" if group in THEIRS else colour)
    return [
        ShownFace(codes[index], painted, crossed=not (counts and stands), parted=parted and not turn)
        for turn, (index, counts) in enumerate(entry.faces_of(place))
    ]


def die_groups(rulebook: Rulebook) -> dict[str, str]:
    """Return the groups of the rulebook's dice that belong to no character, keyed by the name of the die.

    They are needed for old entries, which do not contain groups.
    """
    kinds = {DieUse.CHALLENGE: CHALLENGE, DieUse.HINDERING: HINDERING}
    kinds |= dict.fromkeys(ITEM_USES, ITEM)
    return {die.name: kinds[die.use] for die in rulebook.dice if die.use in kinds}
