"""The diary of all seasons: a model of rows, their painting, and a card to edit, remove and add actions."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeySequence, QPainter, QShortcut
from PySide6.QtWidgets import QListView, QPushButton, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from bones_desktop.rules.bones.book.character import ActionKind
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.seasons import Diary, DiarySeason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.localized import counted
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import ROW_ROLE, Index, RowModel, paint_line_ground, set_bare_list
from bones_desktop.widgets.text.labels import ThemedCard, heading_label, wrapped
from bones_desktop.wording.language import _
from bones_desktop.wording.seasons import (
    Counted,
    action_check,
    action_result,
    action_title,
    coin_entry_words,
    coins_by_words,
    income_parts,
    season_sums,
    season_title,
)

MEASURE: Final = 620
"""Greatest width of an outcome at 100 % text size, in pixels. Longer lines are hard to read."""
LARGE: Final = 600
"""Width at 100 % text size, in pixels, above which the diary uses larger letters."""
_ENDLESS: Final = 1_000_000
_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
BATCH: Final = 300
"""Number of rows measured at once; a diary of many years must not block the page."""


class RowKind(StrEnum):
    """Kind of row in the diary."""

    SEASON = "season"
    ACTION = "action"
    COINS = "coins"
    ASSETS = "assets"


@dataclass(frozen=True, slots=True)
class DiaryRow:
    """A row of the diary. Its texts need no further formatting."""

    kind: RowKind
    season: int
    """Number of the season, from 0."""
    title: str
    result: str = ""
    """Text to the right of the title."""
    tone: str = "muted"
    note: str = ""
    """Text below the title."""
    text: str = ""
    """The outcome; it may take several lines."""
    place: int = -1
    """Index of the action in the character; -1 for a heading."""


class DiaryModel(RowModel[DiaryRow]):
    """The rows of the diary, in the given order."""

    def set_rows(self, rows: Iterable[DiaryRow]) -> None:
        """Replace the rows. Do nothing if they are the same, so that the view keeps its position."""
        self._show(rows)

    def _text(self, row: DiaryRow) -> str:
        return row.title

    def _tip(self, _row: DiaryRow) -> str:
        return ""

    def _spoken(self, row: DiaryRow) -> str:
        return ", ".join(part for part in (row.title, row.result, row.note, row.text) if part)


def diary_rows(rulebook: Rulebook, diary: Diary, counted: Counted) -> tuple[DiaryRow, ...]:
    """Return all rows, newest season first; within a season, actions in their order."""
    return tuple(row for season in reversed(diary.seasons) for row in _season_rows(rulebook, season, counted))


def _season_rows(rulebook: Rulebook, season: DiarySeason, counted: Counted) -> Iterator[DiaryRow]:
    title = season_title(season.name, season.year)
    yield DiaryRow(RowKind.SEASON, season.season, title, season_sums(season, counted))
    if not (season.actions or season.entries or season.assets):
        yield DiaryRow(RowKind.ASSETS, season.season, _("Nothing was done yet."))
    for each in season.actions:
        action = each.action
        check = action_check(rulebook, action)
        title = action_title(rulebook, action)
        notes = [check if check != title else ""]
        if action.kind is ActionKind.INCOME:
            notes.append(income_parts(action))
        if action.made:
            notes.append(_("brought: {asset}").format(asset=action.made))
        yield DiaryRow(
            RowKind.ACTION,
            season.season,
            title,
            action_result(action, counted),
            "bad" if each.success is False else "good",
            " · ".join(part for part in notes if part),
            action.outcome.strip(),
            each.place,
        )
    for entry in season.entries:
        result = coins_by_words(entry.by, counted)
        yield DiaryRow(RowKind.COINS, season.season, coin_entry_words(entry), result, "text")
    if season.assets:
        said = _("Assets of the season: {names}").format(names=", ".join(season.assets))
        yield DiaryRow(RowKind.ASSETS, season.season, said)


@dataclass(frozen=True, slots=True)
class _DiaryPart:
    """A line of text with its rectangle in a row."""

    room: QRectF
    text: str
    font: QFont
    role: str
    side: Qt.AlignmentFlag = _LEFT


class DiaryDelegate(Guarded, QStyledItemDelegate):
    """Paints rows, each as high as its wrapped text."""

    def __init__(self, theme: Theme, view: QListView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of the row at the width of the view."""
        row = index.data(ROW_ROLE)
        width = self._width_of_rows()
        if not isinstance(row, DiaryRow):
            return QSize()
        parts = self._parts(row, QRectF(0, 0, width, _ENDLESS))
        return QSize(width, round(max(part.room.bottom() for part in parts) + self._theme.px(6)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, DiaryRow):
            return
        theme = self._theme
        painter.save()
        paint_line_ground(painter, theme, option.rect, option.state)
        if row.kind is RowKind.SEASON and index.row():
            painter.setPen(theme.color("line"))
            painter.drawLine(option.rect.topLeft(), option.rect.topRight())
        room = QRectF(option.rect)
        room.setWidth(self._width_of_rows())
        for part in self._parts(row, room):
            painter.setFont(part.font)
            painter.setPen(theme.color(part.role))
            painter.drawText(part.room, part.side, part.text)
        painter.restore()

    def _width_of_rows(self) -> int:
        """Return the width without the scroll bar, even while it is hidden.

        Otherwise a bar that appears would change the heights and disappear again.
        """
        return self._view.contentsRect().width() - self._view.verticalScrollBar().sizeHint().width()

    def _parts(self, row: DiaryRow, rect: QRectF) -> list[_DiaryPart]:
        theme = self._theme
        heading, act = row.kind is RowKind.SEASON, row.kind is RowKind.ACTION
        large = rect.width() >= theme.px(LARGE)
        body, small = (16, 14) if large else (14, 12)
        room = rect.adjusted(theme.px(10), theme.px(14 if heading else 6), -theme.px(10), 0)
        title = theme.font("serif", 20, bold=True) if heading else theme.font("sans", body, bold=act)
        side = theme.font("sans", small if heading else body, bold=act)
        result = QRectF(room.left(), room.top(), room.width(), QFontMetricsF(title).lineSpacing())
        wide = QFontMetricsF(side).horizontalAdvance(row.result)
        # A long result goes on a line of its own, because the title needs room.
        below = bool(row.result) and wide > room.width() * (0.5 if heading else 0.4)
        parts: list[_DiaryPart] = []
        left = room.width() - (wide + theme.px(12) if row.result and not below else 0)
        y = self._add(parts, row.title, title, "muted" if row.kind is RowKind.ASSETS else "text", room, left)
        if row.result and not below:
            parts.append(_DiaryPart(result, row.result, side, row.tone, _RIGHT))
        notes = [(row.result, row.tone, side)] if below else []
        notes += [(row.note, "muted", theme.font("sans", small)), (row.text, "text", theme.font("sans", body))]
        # Titles and results may use the full width, long text only part of it.
        measure = min(room.width(), theme.px(MEASURE))
        for text, tone, font in notes:
            room.setTop(y)
            y = self._add(parts, text, font, tone, room, measure)
        return parts

    @staticmethod
    def _add(parts: list[_DiaryPart], text: str, font: QFont, role: str, room: QRectF, width: float) -> float:
        """Add the lines of a text at the top of `room`; return their bottom."""
        y, step = room.top(), QFontMetricsF(font).lineSpacing()
        for line in wrapped(text, font, width):
            parts.append(_DiaryPart(QRectF(room.left(), y, width + 1, step), line, font, role))
            y += step
        return y


class DiaryCard(ThemedCard):
    """Shows the diary. Enter or a double click edits the selected action, Delete removes it."""

    change_requested = Signal(int)
    remove_requested = Signal(int)
    """Emitted with the index of the action."""
    add_requested = Signal(int)
    """Emitted with the season, from 0, to which a forgotten action should be added."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self._editable = True
        self._room: frozenset[int] = frozenset()
        self._heading = heading_label(theme, self, _("Diary"))
        self.print = push_button(self, _("Print…"), tip=_("The diary, on paper"))
        self.pdf = push_button(self, _("PDF…"), tip=_("Save the diary as a PDF"))
        self.model = DiaryModel(self)
        self.view = QListView(self)
        self.view.setModel(self.model)
        self._delegate = DiaryDelegate(theme, self.view)
        self.view.setItemDelegate(self._delegate)
        set_bare_list(self.view)
        self.view.setResizeMode(QListView.ResizeMode.Adjust)
        # Rows are measured in batches between events, because a long diary would block the page.
        self.view.setLayoutMode(QListView.LayoutMode.Batched)
        self.view.setBatchSize(BATCH)
        self.view.setAccessibleName(_("Diary of the seasons"))
        self.change = QPushButton(_("Change…"), self)
        self.remove = QPushButton(_("Remove"), self)
        self.add = QPushButton(_("Add…"), self)
        self.add.setToolTip(_("Add an action to the chosen season that was not written down"))
        self._top = hbox(None, (self._heading, 1), self.print, self.pdf, theme=theme, gap=8)
        self._bottom = hbox(None, self.change, self.remove, STRETCH, self.add, theme=theme, gap=8)
        vbox(self, self._top, (self.view, 1), self._bottom, theme=theme, gap=6, edges=(16, 8, 12, 12))
        self._connect()

    def show_diary(self, rulebook: Rulebook, diary: Diary, room: frozenset[int], *, editable: bool) -> None:
        """Show a diary. `room` contains earlier seasons that may have more actions."""
        before = self._chosen()
        self._editable, self._room = editable, room
        self.model.set_rows(diary_rows(rulebook, diary, counted))
        if before is not None and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self._place_of(before))
        self._enable()

    def begin_anew(self) -> None:
        """Clear the selection, because another character will be shown."""
        self.view.setCurrentIndex(QModelIndex())

    def restyle(self) -> None:
        """Set fonts and gaps from the theme."""
        theme = self._theme
        # Row heights differ a lot, so the step is set in pixels.
        self.view.verticalScrollBar().setSingleStep(theme.px(24))
        self.view.scheduleDelayedItemsLayout()

    def _connect(self) -> None:
        # A list view has no signals for these keys.
        here = Qt.ShortcutContext.WidgetShortcut
        for keys, act in (("Del", self._remove), ("Return", self._change), ("Enter", self._change)):
            QShortcut(QKeySequence(keys), self.view, context=here).activated.connect(act)
        self.view.doubleClicked.connect(self._change)
        self.view.selectionModel().currentChanged.connect(self._enable)
        self.change.clicked.connect(self._change)
        self.remove.clicked.connect(self._remove)
        self.add.clicked.connect(self._add)

    def _chosen(self) -> DiaryRow | None:
        return self.model.at(self.view.currentIndex())

    def _place_of(self, before: DiaryRow) -> QModelIndex:
        """Return the model index of an action, or the heading of its season if the action is gone."""
        places = {(row.kind, row.season, row.place): n for n, row in enumerate(self.model.rows)}
        heading = places.get((RowKind.SEASON, before.season, -1), -1)
        row = places.get((RowKind.ACTION, before.season, before.place), heading) if before.place >= 0 else -1
        return self.model.index(row) if row >= 0 else QModelIndex()

    def _enable(self) -> None:
        row = self._chosen()
        action = row is not None and row.kind is RowKind.ACTION
        # Without this, Qt would move the focus from the disabled button to an arbitrary widget.
        if not action and (self.change.hasFocus() or self.remove.hasFocus()):
            self.view.setFocus()
        for button in (self.change, self.remove):
            button.setEnabled(action and self._editable)
            button.setToolTip("" if action else _("Choose an action of the diary first."))
        self.add.setVisible(bool(self._room))
        # Only some seasons have room for another action.
        room = row is not None and row.season in self._room
        self.add.setEnabled(room and self._editable)

    def _change(self) -> None:
        row = self._chosen()
        if row is not None and row.place >= 0 and self._editable:
            self.change_requested.emit(row.place)

    def _remove(self) -> None:
        row = self._chosen()
        if row is not None and row.place >= 0 and self._editable:
            self.remove_requested.emit(row.place)

    def _add(self) -> None:
        row = self._chosen()
        if row is not None and row.season in self._room:
            self.add_requested.emit(row.season)
