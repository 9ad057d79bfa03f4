"""The table of a session's awards, for keyboard and mouse. The names stay in view; one award's note is shown below."""

from math import ceil
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
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

from bones_desktop.pages.campaign.awards import NAME, AwardModel, Player
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.lists.line import TICK, paint_tick
from bones_desktop.widgets.rows import MIDDLE, Index, set_bare_lines, write
from bones_desktop.widgets.scaled import set_font, set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.textfields import LineField, limit_letters
from bones_desktop.wording.language import _

ROW: Final = 38
COLUMN: Final = 50
NAMES: Final = 76
"""Smallest width of the names."""
MOST_NAMES: Final = 240
"""Largest width of the names if the other columns have to be scrolled."""
LINE_OF_NAME: Final = 96
"""Width in pixels above which a name may take two lines."""
_BOX: Final = 26


def name_lines(name: str, metrics: QFontMetricsF, width: float) -> tuple[str, ...]:
    """Return a name in one line if it fits in `width`, else split at the space that keeps both lines shortest."""
    words = name.split(" ")
    if len(words) == 1 or metrics.horizontalAdvance(name) <= width:
        return (name,)
    parted = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return min(parted, key=lambda lines: max(map(metrics.horizontalAdvance, lines)))


def widest_line(name: str, metrics: QFontMetricsF, width: float) -> float:
    """Return the width that a name needs, in two lines if it is longer than `width`."""
    return max(metrics.horizontalAdvance(line) for line in name_lines(name, metrics, width))


class AwardNames(Guarded, QTableView):
    """Covers the column of names of another table, and shares its model, selection and delegate.

    It never has the focus: a click gives the focus to that table.
    """

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self.setItemDelegate(table.itemDelegate())
        # A second view of the same model keeps the names in place while columns scroll, and up to date.
        set_bare_lines(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)  # as in the other table
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAutoScroll(False)
        header = self.horizontalHeader()
        header.setMinimumSectionSize(1)
        bar, below = self.verticalScrollBar(), table.verticalScrollBar()
        bar.valueChanged.connect(below.setValue)
        below.valueChanged.connect(bar.setValue)
        self.hide()

    def lie_over(self, table: QTableView, width: int) -> None:
        """Cover the first column of the table, with its head, at this width in pixels."""
        head, header = table.horizontalHeader(), self.horizontalHeader()
        # The number of columns may have changed.
        for column in range(self.model().columnCount()):
            self.setColumnHidden(column, column != NAME)
        set_font(header, head.font())
        header.setFixedHeight(head.height())
        header.resizeSection(NAME, width)
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        mirrored = table.layoutDirection() is Qt.LayoutDirection.RightToLeft
        room = table.viewport().geometry()
        left = room.right() + 1 - width if mirrored else room.left()
        self.setGeometry(left, head.y(), width, head.height() + room.height())
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stay above the other table."""
        super().resizeEvent(event)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Cover the columns scrolled below it, and mark the edge that they go under."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.color("surface"))
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(self._theme.color("edge"))
        edge = 0 if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else self.viewport().width() - 1
        painter.drawLine(edge, 0, edge, self.viewport().height())
        painter.end()


class AwardDelegate(Guarded, QStyledItemDelegate):
    """Paints a name with its tick, the spiffs in boxes, and the sums."""

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
        if index.column() == NAME:
            self._paint_name(painter, room, player)
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

    def _paint_name(self, painter: QPainter, room: QRectF, player: Player) -> None:
        theme = self._theme
        inner = room.adjusted(theme.px(8), 0, -theme.px(4), 0)
        present = player.present
        paint_tick(painter, theme, QPointF(inner.left(), inner.center().y()), ticked=present)
        inner.setLeft(inner.left() + theme.px(TICK + 8))
        font = theme.font("sans", 14, bold=True)
        painter.setFont(font)
        painter.setPen(theme.color("text" if present else "muted"))
        metrics = QFontMetricsF(font)
        lines = name_lines(player.name, metrics, inner.width())
        shown = [metrics.elidedText(line, Qt.TextElideMode.ElideRight, inner.width()) for line in lines]
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, "\n".join(shown))

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
        self.names = AwardNames(theme, self)
        """Covers the first column if the others have to be scrolled."""
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
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setMinimumSectionSize(1)
        for view in (self, self.names):
            view.clicked.connect(self.awards.step)
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
        elif len(event.text()) == 1 and event.text() in "0123456789" and index.column() != NAME:
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

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        """Bring a cell into view next to the names, which always stay in view."""
        bar = self.horizontalScrollBar()
        before = bar.value()
        super().scrollTo(index, hint)
        if self.names.isHidden():
            return
        # The names are in view already, so the columns need not move.
        if index.column() == NAME:
            bar.setValue(before)
            return
        header = self.horizontalHeader()
        bar.setValue(min(bar.value(), header.sectionPosition(index.column()) - self.names.width()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the names the width that is left."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        header = self.horizontalHeader()
        others = sum(header.sectionSize(column) for column in range(1, self.awards.columnCount()))
        if not self.awards.columnCount():
            return
        width = max(self._least_names(), self.viewport().width() - others)
        header.resizeSection(NAME, width)
        scrolls = width + others > self.viewport().width()
        if scrolls:
            self.names.lie_over(self, width)
        if scrolls == self.names.isHidden():
            self.names.setVisible(scrolls)
            self.updateGeometry()

    def _least_names(self) -> int:
        """Return the width in which all names can be read, using two lines if that is shorter."""
        theme = self._theme
        metrics = QFontMetricsF(theme.font("sans", 14, bold=True))
        line = theme.px(LINE_OF_NAME)
        longest = max((widest_line(each.name, metrics, line) for each in self.awards.players), default=0.0)
        return max(theme.px(NAMES), min(theme.px(MOST_NAMES), ceil(longest) + theme.px(8 + TICK + 8 + 4) + 2))

    def _height_of(self, rows: int) -> int:
        bar = 0 if self.names.isHidden() else self.horizontalScrollBar().sizeHint().height()
        return self.horizontalHeader().sizeHint().height() + rows * self._theme.px(ROW) + bar + 2

    def restyle(self) -> None:
        """Fit rows and columns to the text size."""
        theme = self._theme
        self.verticalHeader().setDefaultSectionSize(theme.px(ROW))
        header = self.horizontalHeader()
        set_font(header, theme.font("sans", 14, bold=True))
        header.setDefaultSectionSize(theme.px(COLUMN))
        header.ensurePolished()  # the style sheet's padding counts
        for column in range(self.awards.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            if column != NAME:
                header.resizeSection(column, max(theme.px(COLUMN), header.sectionSizeFromContents(column).width()))
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
