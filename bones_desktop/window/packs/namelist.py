"""A list of cultures, backgrounds or occupations to tick."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListView, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.lists.rowmodel import Index, RowModel
from bones_desktop.widgets.text.plaintip import plain_tip


@dataclass(frozen=True, slots=True)
class TickName:
    """One name. `id` is what the owner knows it by; `note` says where it comes from."""

    id: str
    name: str
    note: str = ""
    ticked: bool = False


class NameModel(RowModel[TickName]):
    """The names in the order given. `toggled` only asks for a tick; the owner shows it by `set_names`."""

    toggled = Signal(str, bool)

    def set_names(self, names: Sequence[TickName]) -> None:
        """Show these names; where only ticks differ the rows stay."""
        self._update(names, lambda name: name.id)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every name can be ticked."""
        return super().flags(index) | (Qt.ItemFlag.ItemIsUserCheckable if index.isValid() else Qt.ItemFlag(0))

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the name with its note, the tick, or what a screen reader says."""
        row = self.at(index)
        if row is None:
            return None
        if role in {Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole}:
            return f"{row.name} · {row.note}" if row.note else row.name
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(row.note or row.name)
        if role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if row.ticked else Qt.CheckState.Unchecked
        return None

    @guarded(False)
    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for a tick or for none."""
        row = self.at(index)
        if row is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        on = value in {Qt.CheckState.Checked, Qt.CheckState.Checked.value}
        if on != row.ticked:
            self.toggled.emit(row.id, on)
        return True


class NameList(QListView):
    """The names, each on a line; a click on its box or Space ticks it."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.names = NameModel(self)
        self.setModel(self.names)
        self.setAccessibleName(name)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setUniformItemSizes(True)
        theme.changed.connect(self._restyle)
        self._restyle()

    def show_ticks(self) -> None:
        """Scroll to the first name that is ticked."""
        row = next((row for row, name in enumerate(self.names.rows) if name.ticked), 0)
        self.scrollTo(self.names.index(row), QListView.ScrollHint.PositionAtTop)

    def _restyle(self) -> None:
        self.setFixedHeight(self._theme.px(190))
        self.setMinimumWidth(self._theme.px(180))
