"""The ways to earn, or to spend, spiffs: a button for each, with a number beside those whose price varies."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from bones_desktop.panels.tracker.spiffs.spiffwords import change_words
from bones_desktop.panels.tracker.spiffs.waybutton import LARGE_HEIGHT, WayButton, WayLook
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.text.plainlabel import plain_label


@dataclass(frozen=True, slots=True)
class Way:
    """A way to earn or spend spiffs. Texts are finished."""

    id: str
    """Id of the rulebook's entry, "" for another reason."""
    name: str
    least: int
    most: int
    why_not: str = ""
    """Why it cannot be done now, "" when it can."""


@dataclass(slots=True)
class _Row:
    """What stands for a way."""

    button: WayButton
    number: QSpinBox | None


class WayCard(QFrame):
    """Shows the ways under a heading; `requested` carries the one that was pressed, and how many spiffs."""

    requested = Signal(str, int)

    def __init__(self, theme: Theme, heading: str, sign: int, parent: QWidget) -> None:
        """`sign` is 1 for ways that give spiffs, -1 for those that take them."""
        super().__init__(parent)
        self.setProperty("kind", "card")
        self._theme = theme
        self._sign = sign
        self._large = False
        self._height = LARGE_HEIGHT
        self._ways: tuple[Way, ...] = ()
        self._rows: dict[str, _Row] = {}
        self._heading = plain_label(self, heading)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._heading)
        self._list = QVBoxLayout()
        self._column.addLayout(self._list)
        self._column.addStretch(1)
        self.restyle()

    def button(self, way: str) -> WayButton:
        """Return the button of a way by its id."""
        return self._rows[way].button

    def number(self, way: str) -> QSpinBox | None:
        """Return the field for how many spiffs, None for a way with one price."""
        return self._rows[way].number

    def show_ways(self, ways: Sequence[Way]) -> None:
        """Show these ways; numbers typed stay while the ways are the same."""
        if [(way.id, way.least, way.most) for way in ways] != [(way.id, way.least, way.most) for way in self._ways]:
            self._make(ways)
        self._ways = tuple(ways)
        for way in ways:
            self._show(way)

    def in_order(self) -> list[QWidget]:
        """Return what Tab goes to, from the top down."""
        rows = [self._rows[way.id] for way in self._ways]
        return [part for row in rows for part in (row.button, row.number) if part is not None]

    def focus_first(self) -> None:
        """Focus the first way."""
        for way in self._ways[:1]:
            self.button(way.id).setFocus(Qt.FocusReason.TabFocusReason)

    def clear_numbers(self) -> None:
        """Begin anew with the least each way gives or takes."""
        for row in self._rows.values():
            if row.number is not None:
                row.number.setValue(row.number.minimum())

    @property
    def count(self) -> int:
        """How many ways there are."""
        return len(self._ways)

    def set_large(self, large: bool, height: int) -> None:
        """Set everything larger where there is much room, buttons up to a height; `restyle` follows."""
        self._large, self._height = large, height
        for row in self._rows.values():
            row.button.set_large(large, height)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self._heading.setFont(theme.font("serif", 28 if self._large else 20, bold=True))
        for row in self._rows.values():
            if row.number is not None:
                row.number.setFixedWidth(theme.px(72))
        self._list.setSpacing(theme.px(8 if self._large else 4))
        self._column.setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(12))
        self._column.setSpacing(theme.px(6))

    def _make(self, ways: Sequence[Way]) -> None:
        for row in self._rows.values():
            holder = row.button.parentWidget()
            if holder is not None:
                holder.hide()
                holder.deleteLater()
        self._rows = {way.id: self._row(way) for way in ways}
        self.restyle()

    def _row(self, way: Way) -> _Row:
        holder = QWidget(self)
        line = QHBoxLayout(holder)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(self._theme.px(6))
        button = WayButton(self._theme, holder)
        button.set_large(self._large, self._height)
        line.addWidget(button, 1)
        number = None
        if way.least != way.most:
            number = QSpinBox(holder)
            number.setRange(way.least, way.most)
            number.setAccessibleName(self.tr("Spiffs: {what}").format(what=way.name))
            number.valueChanged.connect(lambda _value, way=way.id: self._renumber(way))
            line.addWidget(number)
        button.clicked.connect(lambda _checked=False, way=way.id: self._ask(way))
        self._list.addWidget(holder)
        return _Row(button, number)

    def _show(self, way: Way) -> None:
        number = self._rows[way.id].number
        spiffs = way.least if number is None else number.value()
        self._rows[way.id].button.show_look(WayLook(way.name, change_words(self._sign * spiffs), way.why_not))

    def _renumber(self, way: str) -> None:
        for each in self._ways:
            if each.id == way:
                self._show(each)

    def _ask(self, way: str) -> None:
        for each in self._ways:
            if each.id == way:
                number = self._rows[way].number
                self.requested.emit(way, each.least if number is None else number.value())
