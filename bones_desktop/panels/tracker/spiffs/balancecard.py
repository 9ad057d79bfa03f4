"""How many spiffs there are, the table of the ledger, and the veto of a use."""

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from bones_desktop.panels.tracker.spiffs.spiffmodel import SpiffColumn, SpiffModel, SpiffRole, SpiffRow
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fill, hbox
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.rows import Index, paint_cell_ground, set_bare_lines
from bones_desktop.widgets.scaled import set_icon
from bones_desktop.widgets.sheetproperty import set_font
from bones_desktop.widgets.text.labels import plain_tip
from bones_desktop.wording.table import spiff_count

ROW = 48
"""Height of a line in pixels at 100 % text size."""


class SpiffDelegate(QStyledItemDelegate):
    """Paints what a line is for with the day below, and its numbers; a vetoed use is crossed out."""

    def __init__(self, theme: Theme, parent: QTableView) -> None:
        super().__init__(parent)
        self._theme = theme
        self._view = parent

    def sizeHint(self, _option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the text."""
        metrics = QFontMetricsF(self._theme.font("serif", 16, bold=True))
        width = metrics.horizontalAdvance(str(index.data() or "")) + self._theme.px(24)
        return QSize(int(width), self._theme.px(ROW))

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        row = index.data(SpiffRole.ROW)
        if not isinstance(row, SpiffRow):
            return
        theme, column, cell = self._theme, SpiffColumn(index.column()), QRectF(option.rect)
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        current = bool(state & QStyle.StateFlag.State_Selected)
        lit = current or bool(state & QStyle.StateFlag.State_MouseOver)
        focused = current and self._view.hasFocus()
        paint_cell_ground(painter, theme, cell, lit=lit, focused=focused, ruled=True)
        if current and not focused and column is SpiffColumn.WHAT:
            painter.fillRect(QRectF(cell.left(), cell.top(), theme.px(3), cell.height()), theme.color("second"))
        inner = cell.adjusted(theme.px(8), 0, -theme.px(8), 0)
        if column is SpiffColumn.WHAT:
            self._paint_what(painter, inner, row)
        else:
            self._paint_number(painter, inner, row, column)
        painter.restore()

    def _paint_what(self, painter: QPainter, room: QRectF, row: SpiffRow) -> None:
        theme = self._theme
        font, small = theme.font("sans", 14), theme.font("sans", 12)
        line = QFontMetricsF(font).height()
        below = QFontMetricsF(small).height() if row.beside else 0.0
        top = room.center().y() - (line + below) / 2
        font.setStrikeOut(row.vetoed)
        painter.setFont(font)
        painter.setPen(theme.color("muted" if row.vetoed else "text"))
        self._paint_line(painter, QRectF(room.left(), top, room.width(), line), row.what)
        painter.setFont(small)
        painter.setPen(theme.color("muted"))
        self._paint_line(painter, QRectF(room.left(), top + line, room.width(), below), row.beside)

    def _paint_line(self, painter: QPainter, room: QRectF, text: str) -> None:
        shown = QFontMetricsF(painter.font()).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, shown)

    def _paint_number(self, painter: QPainter, room: QRectF, row: SpiffRow, column: SpiffColumn) -> None:
        theme = self._theme
        bold = column is SpiffColumn.BALANCE
        role = "text" if bold else "good" if row.change.startswith("+") else "muted"
        painter.setFont(theme.font("serif" if bold else "sans", 16, bold=bold))
        painter.setPen(theme.color(role))
        painter.drawText(room, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, row.cells[column])


class SpiffLedgerView(QTableView):
    """Shows the ledger; V asks for a veto of the line chosen."""

    veto_requested = Signal()
    current_changed = Signal()
    """Another line is chosen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.ledger = SpiffModel(self)
        self.setModel(self.ledger)
        self.setItemDelegate(SpiffDelegate(theme, self))
        set_bare_lines(self)
        self.setAccessibleName(self.tr("Ledger of spiffs"))
        header = self.horizontalHeader()
        header.setMinimumSectionSize(1)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(SpiffColumn.WHAT, QHeaderView.ResizeMode.Stretch)
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.current_changed.emit())
        theme.changed.connect(self.restyle)
        self.restyle()

    @property
    def chosen(self) -> SpiffRow | None:
        """The line chosen, None for none."""
        return self.ledger.row_at(self.currentIndex())

    def show_rows(self, rows: tuple[SpiffRow, ...]) -> None:
        """Show other lines; a new one comes into view."""
        longer = len(rows) > len(self.ledger.rows)
        self.ledger.set_rows(rows)
        self._fit_numbers()
        if longer:
            self.scrollToTop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask for a veto with V."""
        if event.key() == Qt.Key.Key_V and not event.modifiers():
            self.veto_requested.emit()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        """Fit lines and heads to the text size."""
        self.verticalHeader().setDefaultSectionSize(self._theme.px(ROW))
        self._fit_numbers()
        # As large as it is painted by the style sheet, or its columns are measured too narrow.
        set_font(self.horizontalHeader(), self._theme.font("sans", 14, bold=True))
        self.viewport().update()
        self.updateGeometry()

    def _fit_numbers(self) -> None:
        """Make the columns of numbers as wide as their widest; Qt would measure every cell at each change."""
        theme, rows = self._theme, self.ledger.rows
        head, number = (
            QFontMetricsF(theme.font("sans", 14, bold=True)),
            QFontMetricsF(theme.font("serif", 16, bold=True)),
        )
        for column in (SpiffColumn.CHANGE, SpiffColumn.BALANCE):
            longest = max((row.cells[column] for row in rows), key=len, default="")
            words = str(self.ledger.headerData(column, Qt.Orientation.Horizontal))
            width = max(head.horizontalAdvance(words), number.horizontalAdvance("0" * len(longest)))
            self.horizontalHeader().resizeSection(column, int(width) + theme.px(20))

    def minimumSizeHint(self) -> QSize:
        """Return room for the heads and three lines."""
        head = self.horizontalHeader().sizeHint().height()
        return QSize(self._theme.px(240), head + 3 * self._theme.px(ROW))


class BalanceCard(Card):
    """Shows spiffs and ledger; what is pressed goes out as signals."""

    veto_requested = Signal(int)
    """The place of a use in the ledger."""
    nothing_to_veto = Signal()
    """A veto was asked for where no use is chosen and none is left."""
    growth_requested = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(20, 8, 20, 12))
        self.balance = self.heading(size=40)
        self.growth = self.label(role="muted", wrap=True)
        self.go = QPushButton(self.tr("Growth"), self)
        self.go.setToolTip(self.tr("Sessions and icons are on the Build page"))
        self.go.setAccessibleDescription(self.go.toolTip())
        self.ledger = SpiffLedgerView(theme, self)
        self.nothing = self.label(
            self.tr("What spiffs are earned for and spent on will be listed here."), 16, "muted", wrap=True
        )
        self.veto = QPushButton(self)
        set_icon(theme, self.veto, "veto")
        self._about_veto = self.label(self.tr("The GM may veto any use."), role="muted", wrap=True)
        self._line = hbox(None, (self.growth, 1), self.go, theme=theme, gap=8)
        self._foot = hbox(None, self.veto, (self._about_veto, 1), theme=theme, gap=12)
        fill(self.column, self.balance, self._line, self.nothing, (self.ledger, 1), self._foot)
        self._rest = QWidget(self)
        self.column.addWidget(self._rest, 1)
        self.ledger.current_changed.connect(self._name_veto)
        self.ledger.veto_requested.connect(self._ask)
        self.veto.clicked.connect(self._ask)
        self.go.clicked.connect(self.growth_requested)
        self._name_veto()

    def show_spiffs(self, spiffs: int, rows: tuple[SpiffRow, ...], growth: str) -> None:
        """Show how many there are, the ledger, and how sessions stand; "" for one who earns none."""
        self.balance.setText(spiff_count(spiffs, self.tr))
        self.growth.setText(growth)
        self.growth.setVisible(bool(growth))
        self.go.setVisible(bool(growth))
        self.ledger.show_rows(rows)
        for part in (self.ledger, self.veto, self._about_veto):
            part.setVisible(bool(rows))
        self.nothing.setVisible(not rows)
        self._rest.setVisible(not rows)
        self._name_veto()

    def begin_anew(self) -> None:
        """Choose no line: those shown next are another character's."""
        self.ledger.setCurrentIndex(QModelIndex())

    @property
    def _to_veto(self) -> SpiffRow | None:
        """The line a veto is about: the one chosen, else the newest use that can be vetoed; None for none."""
        chosen = self.ledger.chosen
        return chosen or next((row for row in self.ledger.ledger.rows if row.vetoable), None)

    def _name_veto(self) -> None:
        row = self._to_veto
        if row is not None and row.vetoable:
            back = spiff_count(row.spent, self.tr)
            self.veto.setText(self.tr("Veto: {spiffs} back").format(spiffs=back))
            tip = (
                self.tr("Gives back what the newest use took: {what} (V)").format(what=row.what)
                if self.ledger.chosen is None
                else self.tr("Gives back what the chosen use took (V)")
            )
        else:
            self.veto.setText(self.tr("Veto"))
            tip = self.tr("Choose a use of spiffs in the ledger; one that was vetoed is over.")
        self.veto.setToolTip(plain_tip(tip))
        self.veto.setAccessibleDescription(tip)

    def _ask(self) -> None:
        row = self._to_veto
        if row is None or row.place < 0:
            self.nothing_to_veto.emit()
            self.ledger.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.veto_requested.emit(row.place)
