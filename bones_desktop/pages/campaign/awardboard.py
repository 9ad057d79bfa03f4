"""The table of a session's awards, for keyboard and mouse. One award's note is shown below."""

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.pages.campaign.awards import THERE, AwardModel
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import TICK, paint_tick
from bones_desktop.widgets.rows import MIDDLE, Index, write
from bones_desktop.widgets.scaled import set_font, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _

ROW: Final = 38
COLUMN: Final = 50
MOST_NAMES: Final = 240
"""Largest width of the names. Longer ones are cut off, and their tip has them in full."""
MOST_SPARE: Final = 40
"""Most width that a column gets beyond the width it needs."""
_BOX: Final = 26


class AwardDelegate(Guarded, QStyledItemDelegate):
    """Paints the tick of a member, the spiffs in boxes, and the sums."""

    def __init__(self, theme: Theme, table: "AwardTable") -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the size of a cell of spiffs."""
        return QSize(self._theme.px(COLUMN), self._theme.px(ROW))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a cell."""
        theme, room, awards = self._theme, QRectF(option.rect), self._table.awards
        state: QStyle.StateFlag = option.state
        player = awards.player(index)
        if player is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_Selected):
            painter.fillRect(room, theme.color("raised"))
        painter.setPen(theme.color("line"))
        painter.drawLine(room.bottomLeft(), room.bottomRight())
        if index.column() == THERE:
            middle = QPointF(room.center().x() - theme.px(TICK) / 2, room.center().y())
            paint_tick(painter, theme, middle, ticked=player.present)
        elif awards.reward(index) is None:
            self._paint_sum(painter, room, str(index.data() or ""))
        # Only player characters earn spiffs, so others have no boxes.
        elif player.earns:
            self._paint_given(painter, room, awards.count(index))
        if index == self._table.currentIndex() and self._table.hasFocus():
            painter.setPen(QPen(theme.color("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(room.adjusted(2, 2, -2, -2), theme.px(6), theme.px(6))
        painter.restore()

    def _paint_given(self, painter: QPainter, room: QRectF, count: int) -> None:
        theme, side = self._theme, self._theme.px(_BOX)
        box = QRectF(room.center().x() - side / 2, room.center().y() - side / 2, side, side)
        painter.setPen(QPen(theme.color("second" if count else "edge"), 1))
        painter.setBrush(theme.color("second" if count else "surface"))
        painter.drawRoundedRect(box, theme.px(6), theme.px(6))
        if count:
            write(painter, box, str(count), theme.font("sans", 14, bold=True), theme.color("on-second"), MIDDLE)

    def _paint_sum(self, painter: QPainter, room: QRectF, text: str) -> None:
        theme, more = self._theme, text.startswith("+")
        write(painter, room, text, theme.font("serif", 16, bold=more), theme.color("text" if more else "muted"), MIDDLE)


class AwardTable(Guarded, QTableView):
    """The table of a session's awards.

    Arrows move between cells; Space, Enter or a click adds a spiff, digits set a number, Delete sets none.
    """

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.awards = AwardModel(self)
        self.setModel(self.awards)
        self.setItemDelegate(AwardDelegate(theme, self))
        self.setProperty("kind", "bare")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setCornerWidget(QWidget(self))  # without it, the style would paint a rim there
        self.setShowGrid(False)
        self.setMouseTracking(True)
        # Tab leaves the table; the arrows are enough inside it.
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setAccessibleName(_("Who was there, and who gets what"))
        self.setAccessibleDescription(_("Space adds one spiff, a digit sets the number, Delete sets it to none."))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setHighlightSections(False)
            header.setMinimumSectionSize(1)
        self.horizontalHeader().setSectionsClickable(False)
        # The names are headings of the rows, so that they stay in view while columns scroll.
        names = self.verticalHeader()
        names.setSectionsClickable(True)
        names.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        names.sectionPressed.connect(self._tick)
        self.clicked.connect(self.awards.step)
        self.awards.modelReset.connect(self.restyle)
        self.awards.dataChanged.connect(self._fit)
        theme.changed.connect(self.restyle)
        self.restyle()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Award by keys. All other keys move between cells."""
        index = self.currentIndex()
        if event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.awards.step(index)
        elif event.key() in {Qt.Key.Key_Delete, Qt.Key.Key_Backspace}:
            self.awards.give(index, 0)
        elif len(event.text()) == 1 and event.text() in "0123456789" and index.column() != THERE:
            self.awards.give(index, int(event.text()))
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        """Return the size needed for all members."""
        height = self._height_of(max(1, self.awards.rowCount()))
        return QSize(self._theme.px(160 + COLUMN * (self.awards.columnCount() - 1)), height)

    def minimumSizeHint(self) -> QSize:
        """Return the size of six rows, more than most parties have. Longer parties scroll."""
        return QSize(self._theme.px(300), self._height_of(min(6, max(1, self.awards.rowCount()))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width."""
        super().resizeEvent(event)
        self._fit()

    def _tick(self, row: int) -> None:
        """Tick a member whose name was pressed."""
        index = self.awards.index(row, THERE)
        self.setCurrentIndex(index)
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self.awards.step(index)

    def _fit(self) -> None:
        """Give the names the width that they need, and share the rest."""
        theme, count = self._theme, self.awards.columnCount()
        metrics = QFontMetricsF(theme.font("sans", 14, bold=True))
        longest = max((metrics.horizontalAdvance(each.name) for each in self.awards.players), default=0.0)
        width = min(ceil(longest) + theme.px(20), theme.px(MOST_NAMES))
        self.verticalHeader().setFixedWidth(width)
        header = self.horizontalHeader()
        needed = [header.sectionSizeFromContents(column).width() for column in range(count)]
        spare = max(0, self.width() - width - sum(max(theme.px(COLUMN), each) for each in needed))
        for column, each in enumerate(needed):
            header.resizeSection(column, max(theme.px(COLUMN), each) + min(spare // count, theme.px(MOST_SPARE)))

    def _height_of(self, rows: int) -> int:
        bar = self.horizontalScrollBar().sizeHint().height() if self.horizontalScrollBar().maximum() else 0
        return self.horizontalHeader().sizeHint().height() + rows * self._theme.px(ROW) + bar + 2

    def restyle(self) -> None:
        """Fit rows and columns to the text size."""
        theme = self._theme
        self.verticalHeader().setDefaultSectionSize(theme.px(ROW))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            set_font(header, theme.font("sans", 14, bold=True))
            header.ensurePolished()  # the style sheet's padding counts
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit()
        self.viewport().update()
        self.updateGeometry()


class AwardBoard(QWidget):
    """The table, and below it the note of the current cell if the cell can have one."""

    note_edited = Signal(str, str, str)
    """Emitted with a member's id, a reason, and the note."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._at: tuple[str, str] | None = None
        self._notes: dict[tuple[str, str], str] = {}
        self.table = AwardTable(theme, self)
        self.label = plain_label(self, role="muted")
        set_lengths(theme, self.label, least_width=120)
        self.note = LineField(_("What the award is for"), self)
        limit_letters(self.note, LINE)
        self.label.setBuddy(self.note)
        self._row = hbox(None, self.label, (self.note, 1), theme=theme, gap=8)
        vbox(self, self.table, self._row, STRETCH, margins=0, theme=theme, gap=8)
        self.table.selectionModel().currentChanged.connect(self.show_note)
        self.note.edited.connect(self._type)
        self.show_note()

    def set_notes(self, notes: dict[tuple[str, str], str]) -> None:
        """Show these notes, by member and reason."""
        self._notes = notes
        self.show_note()

    def show_note(self) -> None:
        """Show the note of the current cell."""
        index, awards = self.table.currentIndex(), self.table.awards
        player, reward = awards.player(index), awards.reward(index)
        if player is None or reward is None or not reward.noted or not player.earns:
            self._at = None
            self.label.setText(_("Note"))
            self.note.set_value("")
            self.note.setPlaceholderText(_("Choose a goal or another reason above, to say what it was for"))
            self.note.setEnabled(False)
            return
        before, self._at = self._at, (player.id, reward.id)
        self.label.setText(_("{reason}, {name}").format(reason=reward.short, name=player.name))
        self.note.setPlaceholderText(_("What for"))
        self.note.setEnabled(True)
        note = self._notes.get(self._at, "")
        if before != self._at or " ".join(self.note.text().split()) != note:  # a space typed just now stays
            self.note.set_value(note)

    def _type(self, text: str) -> None:
        if self._at is not None:
            self.note_edited.emit(*self._at, text)
