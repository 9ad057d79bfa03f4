"""A list of things with counts, and what is done to the one chosen."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QLineF, QModelIndex, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QListView, QPushButton, QStyle, QStyleOptionViewItem, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.card import Card
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.lines import RIGHT, write
from bones_desktop.widgets.rows import Index, RowDelegate, RowModel, paint_ground, set_bare_list

_HEIGHT: Final = 34
_LEAST_ROWS: Final = 2


@dataclass(frozen=True, slots=True)
class ThingRow:
    """A thing. Texts are finished."""

    key: str
    name: str
    count: int = 1
    note: str = ""
    in_use: bool = False

    @property
    def words(self) -> str:
        """Its name, with how many there are."""
        return f"{self.name} × {self.count}" if self.count != 1 else self.name


class ThingModel(RowModel[ThingRow]):
    """The things in their order."""

    def show_things(self, rows: Sequence[ThingRow]) -> None:
        """Show other things."""
        self._update(rows, lambda row: row.key)

    def _text(self, row: ThingRow) -> str:
        return row.words

    def _spoken(self, row: ThingRow) -> str:
        used = self.tr("in use") if row.in_use else ""
        return ", ".join(part for part in (row.words, used, row.note) if part)


class _ThingDelegate(RowDelegate[ThingRow]):
    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the room of one row; the view gives it its width."""
        return QSize(self._theme.px(120), self._theme.px(_HEIGHT))

    def _paint(self, painter: QPainter, option: QStyleOptionViewItem, row: ThingRow) -> None:
        theme, state = self._theme, option.state
        room = QRectF(option.rect)
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        current = chosen and bool(state & QStyle.StateFlag.State_HasFocus)
        hovered = chosen or bool(state & QStyle.StateFlag.State_MouseOver)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, theme, room.adjusted(1, 1, -1, -1), current=current, hovered=hovered)
        inner = room.adjusted(theme.px(8), 0, -theme.px(8), 0)
        side = theme.px(16)
        square = QRectF(inner.left(), inner.center().y() - side / 2, side, side)
        if row.in_use:
            painter.setPen(QPen(theme.color("good"), theme.px(2)))
            x, y = square.center().x(), square.center().y()
            painter.drawLine(QLineF(x - side * 0.35, y, x - side * 0.08, y + side * 0.28))
            painter.drawLine(QLineF(x - side * 0.08, y + side * 0.28, x + side * 0.4, y - side * 0.3))
        note = write(painter, inner, row.note, theme.font("sans", 12), theme.color("muted"), RIGHT)
        words = QRectF(square.right() + theme.px(8), inner.top(), 0, inner.height())
        words.setRight(inner.right() - note - theme.px(10))
        write(painter, words, row.words, theme.font("sans", 14, bold=row.in_use), theme.color("text"))


class ThingView(Guarded, QListView):
    """The things; Enter, Space or a double click does the first act to the current one."""

    pressed_on = Signal(QModelIndex)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.things = ThingModel(self)
        self.setModel(self.things)
        self.setItemDelegate(_ThingDelegate(theme, self))
        set_bare_list(self)
        self.doubleClicked.connect(self.pressed_on)
        self.things.modelReset.connect(self.updateGeometry)
        theme.changed.connect(self.scheduleDelayedItemsLayout)

    def sizeHint(self) -> QSize:
        """Return the least room: what is left is shared by whoever lays lists out."""
        return self.minimumSizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return room for a few things; a list of none takes little from the others."""
        rows = max(1, min(_LEAST_ROWS, len(self.things.rows)))
        return QSize(self._theme.px(120), rows * self._theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the things, or say that there are none."""
        super().paintEvent(event)
        if not self.things.rows:
            painter = QPainter(self.viewport())
            room = QRectF(self.viewport().rect().adjusted(self._theme.px(8), 0, 0, 0))
            room.setHeight(self._theme.px(_HEIGHT))
            write(painter, room, self.tr("None"), self._theme.font("sans", 14), self._theme.color("muted"))
            painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Do the first act with Enter or Space; arrows move."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.pressed_on.emit(self.currentIndex())
            return
        super().keyPressEvent(event)


class ThingCard(Card):
    """A list with its name, a button for each act done to a thing, and one that adds."""

    requested = Signal(str, str)
    """An act, and the key of the thing it is done to, "" for adding one."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent, edges=(16, 12, 16, 12), gap=6)
        self.title = self.heading(size=16)
        self.view = ThingView(theme, self)
        self.view.pressed_on.connect(lambda _index: self._press(next(iter(self._acts), "")))
        self._acts: dict[str, str] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._board = QWidget(self)
        self._flow = flow_row(self._board, theme=theme, gap=8)
        self.column.addWidget(self.title)
        self.column.addWidget(self.view, 1)
        self.column.addWidget(self._board)

    @property
    def current(self) -> str:
        """The key of the current thing, "" for none."""
        row = self.view.things.at(self.view.currentIndex())
        return row.key if row is not None else ""

    def show_list(self, title: str, rows: Sequence[ThingRow], acts: dict[str, str], adds: dict[str, str]) -> None:
        """Show things; `acts` and `adds` are the names of what is done, by id."""
        place = self.view.currentIndex().row()
        self.title.setText(title)
        self.view.setAccessibleName(title)
        self.view.things.show_things(rows)
        if rows:
            self.view.setCurrentIndex(self.view.things.index(max(0, min(place, len(rows) - 1))))
        self._acts = acts
        for id, name in (*acts.items(), *adds.items()):
            if id not in self.buttons:
                self._make(id)
            self.buttons[id].setText(name)
            self.buttons[id].setEnabled(id in adds or bool(rows))

    def _make(self, id: str) -> None:
        button = self.buttons[id] = QPushButton(self._board)
        button.setAutoDefault(True)  # Enter presses it
        button.clicked.connect(lambda _on=False: self._press(id))
        self._flow.addWidget(button)
        button.show()

    def _press(self, id: str) -> None:
        key = self.current if id in self._acts else ""
        if id and (key or id not in self._acts):
            self.requested.emit(id, key)
