"""What follows from a character: a number or word in each line, and below them how the one pointed at came about."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize
from PySide6.QtGui import QFocusEvent, QPainter
from PySide6.QtWidgets import QListView, QSizePolicy, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.panels.game.opengame import OpenGame
from bones_desktop.rules.reasons import RULE_ID
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.lines import RIGHT, write
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_ground, set_bare_list
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import SteadyLabel

_HEIGHT: Final = 30


@dataclass(frozen=True, slots=True)
class FactRow:
    """A fact. Texts are finished."""

    id: str
    name: str
    value: str
    how: str = ""
    """How it came about, with the rules."""
    changed: bool = False
    """Whether the last thing done made it another."""


def fact_rows(seat: OpenGame) -> list[FactRow]:
    """Return what follows from the open character."""
    facts = seat.game.facts(seat.small.book, seat.who)
    return [
        FactRow(
            each.id, each.name or seat.named(each.id), str(each.value) or "–", " ".join(map(seat.with_rule, each.how))
        )
        for each in facts
    ]


class FactModel(RowModel[FactRow]):
    """The facts in their order."""

    def show_facts(self, rows: Sequence[FactRow]) -> None:
        """Show other facts."""
        self._update(rows, lambda row: row.id)

    def _text(self, row: FactRow) -> str:
        return row.name

    def _spoken(self, row: FactRow) -> str:
        return f"{row.name}: {row.value}. {row.how}".rstrip()

    def _tip(self, row: FactRow) -> str:
        return row.how

    def _rule(self, row: FactRow) -> str:
        found = RULE_ID.search(row.how)
        return found[0] if found else ""


class _FactDelegate(RowDelegate[FactRow]):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room of one row; the view gives it its width."""
        return QSize(self._theme.px(120), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: FactRow) -> None:
        theme, state = self._theme, option.state
        room = QRectF(option.rect)
        current = bool(state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus)
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, theme, room.adjusted(1, 1, -1, -1), current=current, hovered=hovered)
        inner = room.adjusted(theme.px(8), 0, -theme.px(8), 0)
        color = theme.color("second" if row.changed else "text")
        width = write(painter, inner, row.value, theme.font("serif", 16, bold=True), color, RIGHT)
        inner.setRight(inner.right() - width - theme.px(12))
        write(painter, inner, row.name, theme.font("sans", 14), theme.color("muted"))


class FactView(QListView):
    """As high as its rows, as long as there is room."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.facts = FactModel(self)
        self.setModel(self.facts)
        self.setItemDelegate(_FactDelegate(theme, self))
        set_bare_list(self)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.facts.modelReset.connect(self.updateGeometry)
        theme.changed.connect(self._fit)

    def sizeHint(self) -> QSize:
        """Return the room of all rows."""
        return QSize(self._theme.px(220), len(self.facts.rows) * self._theme.px(_HEIGHT) + 2)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few rows."""
        return QSize(self._theme.px(160), min(4, len(self.facts.rows)) * self._theme.px(_HEIGHT))

    def _fit(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.updateGeometry()


class FactCard(Card):
    """The facts, and a line that says how the one pointed at, or the current one, came about."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(self.tr("What follows"), 16)
        self.view = FactView(theme, self)
        self.view.setAccessibleName(self.title.text())
        self.how = SteadyLabel(3, self, theme=theme, size=12)
        set_sheet_property(self.how, "role", "muted")
        self.column.addWidget(self.title)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self.how)
        self.column.addStretch(0)
        self.view.entered.connect(self._say)
        self.view.selectionModel().currentChanged.connect(self._say)
        self.view.installEventFilter(self)
        self.view.viewport().installEventFilter(self)
        self._say(self.view.currentIndex())

    def show_facts(self, rows: Sequence[FactRow]) -> None:
        """Show facts; those that are others than before stand out."""
        before = {row.id: row.value for row in self.view.facts.rows}
        marked = [
            FactRow(row.id, row.name, row.value, row.how, bool(before) and before.get(row.id) != row.value)
            for row in rows
        ]
        self.view.facts.show_facts(marked)
        self._say(self.view.currentIndex())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Say how the current fact came about when the pointer leaves; begin with the first one by keys."""
        if event.type() is QEvent.Type.Leave:
            self._say(self.view.currentIndex())
        elif isinstance(event, QFocusEvent) and event.gotFocus() and not self.view.currentIndex().isValid():
            self.view.setCurrentIndex(self.view.facts.index(0))
        return super().eventFilter(watched, event)

    def _say(self, index: Index) -> None:
        row = self.view.facts.at(index)
        words = f"{row.name}: {row.how}" if row is not None and row.how else ""
        self.how.show_text(words or self.tr("Point at a line, or go through them with the arrows, to see why."))
