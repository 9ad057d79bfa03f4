"""The names of a session's awards: how they are set in one line or two, and how they stay while columns scroll."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QTableView

from bones_desktop.panels.campaign.awardmodel import NAME
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.barelines import set_bare_lines


def name_lines(name: str, metrics: QFontMetricsF, width: float) -> tuple[str, ...]:
    """Return a name in one line where it fits in `width`, else parted at the space that makes both lines short."""
    words = name.split(" ")
    if len(words) == 1 or metrics.horizontalAdvance(name) <= width:
        return (name,)
    parted = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return min(parted, key=lambda lines: max(map(metrics.horizontalAdvance, lines)))


def widest_line(name: str, metrics: QFontMetricsF, width: float) -> float:
    """Return the room a name needs, set in two lines where it is longer than `width`."""
    return max(metrics.horizontalAdvance(line) for line in name_lines(name, metrics, width))


class AwardNames(QTableView):
    """Lies over the column of names of another table, whose model, choice and delegate it shares.

    It takes no keys; a press sends them to that table.
    """

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self.setModel(table.model())
        self.setSelectionModel(table.selectionModel())
        self.setItemDelegate(table.itemDelegate())
        set_bare_lines(self)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)  # as in the other
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
        """Cover the first column of the table, so many pixels wide, and its head."""
        head, header = table.horizontalHeader(), self.horizontalHeader()
        for column in range(self.model().columnCount()):
            self.setColumnHidden(column, column != NAME)
        header.setFont(head.font())
        header.setFixedHeight(head.height())
        header.resizeSection(NAME, width)
        self.verticalHeader().setDefaultSectionSize(table.verticalHeader().defaultSectionSize())
        mirrored = table.layoutDirection() is Qt.LayoutDirection.RightToLeft
        room = table.viewport().geometry()
        left = room.right() + 1 - width if mirrored else room.left()
        self.setGeometry(left, head.y(), width, head.height() + room.height())
        self.verticalScrollBar().setValue(table.verticalScrollBar().value())

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand at the line the table stands at."""
        super().resizeEvent(event)
        self.raise_()

    @guarded(None)
    def paintEvent(self, event: QPaintEvent) -> None:
        """Cover what is scrolled below, and mark the edge it goes under."""
        painter = QPainter(self.viewport())
        painter.fillRect(self.viewport().rect(), self._theme.color("surface"))
        painter.end()
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        painter.setPen(self._theme.color("edge"))
        edge = 0 if self.layoutDirection() is Qt.LayoutDirection.RightToLeft else self.viewport().width() - 1
        painter.drawLine(edge, 0, edge, self.viewport().height())
        painter.end()
