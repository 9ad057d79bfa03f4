"""How many spiffs there are, the table of the ledger, and the veto of a use."""

from PySide6.QtCore import QModelIndex, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QWidget,
)

from bones_desktop.panels.tracker.spiffs.spiffmodel import SpiffColumn, SpiffModel, SpiffRow
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import fill, hbox
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lines import RIGHT, write
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.rows import Index
from bones_desktop.widgets.scaled import follow
from bones_desktop.widgets.tables import CellDelegate, LinesView
from bones_desktop.wording.table import spiff_count

ROW = 48
"""Height of a line in pixels at 100 % text size."""


class SpiffDelegate(CellDelegate[SpiffRow]):
    """Paints what a line is for with the day below, and its numbers; a vetoed use is crossed out."""

    @guarded(None)
    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell; where the table is not focused, the chosen line begins with a stripe."""
        super().paint(painter, option, index)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        if chosen and not self._view.hasFocus() and index.column() == SpiffColumn.WHAT:
            cell = QRectF(option.rect)
            painter.fillRect(
                QRectF(cell.topLeft(), QSizeF(self._theme.px(3), cell.height())), self._theme.color("second")
            )

    def _paint(self, painter: QPainter, room: QRectF, row: SpiffRow, column: int) -> None:
        if column == SpiffColumn.WHAT:
            self._paint_what(painter, room, row)
        else:
            self._paint_number(painter, room, row, column)

    def _paint_what(self, painter: QPainter, room: QRectF, row: SpiffRow) -> None:
        theme = self._theme
        font, small = theme.font("sans", 14), theme.font("sans", 12)
        line = QFontMetricsF(font).height()
        below = QFontMetricsF(small).height() if row.beside else 0.0
        top = room.center().y() - (line + below) / 2
        font.setStrikeOut(row.vetoed)
        first = QRectF(room.left(), top, room.width(), line)
        write(painter, first, row.what, font, theme.color("muted" if row.vetoed else "text"))
        second = QRectF(room.left(), top + line, room.width(), below)
        write(painter, second, row.beside, small, theme.color("muted"))

    def _paint_number(self, painter: QPainter, room: QRectF, row: SpiffRow, column: int) -> None:
        theme = self._theme
        bold = column == SpiffColumn.BALANCE
        role = "text" if bold else "good" if row.change.startswith("+") else "muted"
        font = theme.font("serif" if bold else "sans", 16, bold=bold)
        write(painter, room, row.cells[column], font, theme.color(role), RIGHT)


class SpiffLedgerView(LinesView):
    """Shows the ledger; V asks for a veto of the line chosen."""

    veto_requested = Signal()
    current_changed = Signal()
    """Another line is chosen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        self.ledger = SpiffModel()
        super().__init__(theme, self.ledger, parent, height=ROW, wide=SpiffColumn.WHAT)
        self.setAccessibleName(self.tr("Ledger of spiffs"))
        self.setItemDelegate(SpiffDelegate(theme, self))
        for column in (SpiffColumn.CHANGE, SpiffColumn.BALANCE):
            self.horizontalHeader().setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.selectionModel().currentChanged.connect(lambda _now, _before: self.current_changed.emit())
        follow(theme, self, SpiffLedgerView._fit_numbers)

    @property
    def chosen(self) -> SpiffRow | None:
        """The line chosen, None for none."""
        return self.ledger.at(self.currentIndex())

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

    def _fit_numbers(self) -> None:
        """Make the columns of numbers as wide as their widest; Qt would measure every cell at each change."""
        theme, rows = self._theme, self.ledger.rows
        head, number = (QFontMetricsF(theme.font(*face, bold=True)) for face in (("sans", 14), ("serif", 16)))
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
        self.go = push_button(self, self.tr("Growth"), tip=self.tr("Sessions and icons are on the Build page"))
        self.go.setAccessibleDescription(self.go.toolTip())
        self.ledger = SpiffLedgerView(theme, self)
        self.nothing = self.label(
            self.tr("What spiffs are earned for and spent on will be listed here."), 16, "muted", wrap=True
        )
        self.veto = push_button(self, "", self._ask, theme=theme, icon="veto")
        self._about_veto = self.label(self.tr("The GM may veto any use."), role="muted", wrap=True)
        self._line = hbox(None, (self.growth, 1), self.go, theme=theme, gap=8)
        self._foot = hbox(None, self.veto, (self._about_veto, 1), theme=theme, gap=12)
        fill(self.column, self.balance, self._line, self.nothing, (self.ledger, 1), self._foot)
        self._rest = QWidget(self)
        self.column.addWidget(self._rest, 1)
        self.ledger.current_changed.connect(self._name_veto)
        self.ledger.veto_requested.connect(self._ask)
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
