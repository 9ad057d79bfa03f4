"""Packs and their entries as a tree: below the packs stand the files that cannot be used."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, QSize, Qt
from PySide6.QtGui import QIcon

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.minidie import tinted
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.plaintip import plain_tip

Index = QModelIndex | QPersistentModelIndex
_RATIO = 2.0
"""Of the pixels of signs to those of the screen; scaled down they stay sharp."""


@dataclass(frozen=True, slots=True)
class PackNode:
    """One row. Texts are finished; `pack` and `entry` are ids, `path` is set for a file that cannot be used."""

    text: str
    kind: str = ""
    pack: str = ""
    entry: str = ""
    path: Path | None = None
    faults: int = 0
    fault_text: str = ""
    """How many faults there are, in words; "" for none."""
    children: "tuple[PackNode, ...]" = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """What the row is known by when texts change."""
        return self.pack, self.entry, str(self.path or "")


class PackRole(IntEnum):
    """Roles beside Qt's own."""

    NODE = Qt.ItemDataRole.UserRole + 1


class PackTreeModel(QAbstractItemModel):
    """Two columns: the name, and what it is."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._tops: tuple[PackNode, ...] = ()

    @property
    def nodes(self) -> tuple[PackNode, ...]:
        """The top rows."""
        return self._tops

    def set_nodes(self, nodes: Sequence[PackNode]) -> bool:
        """Show other rows; return whether they are others in kind or order, so that a view has to choose anew."""
        shown = tuple(nodes)
        if shown == self._tops:
            return False
        if [_keys(node) for node in shown] == [_keys(node) for node in self._tops]:
            before, self._tops = self._tops, shown
            for row, (old, new) in enumerate(zip(before, shown, strict=True)):
                if old == new:
                    continue
                self.dataChanged.emit(self.index(row, 0), self.index(row, 1))
                top = self.index(row, 0)
                if new.children:
                    self.dataChanged.emit(self.index(0, 0, top), self.index(len(new.children) - 1, 1, top))
            return False
        self.beginResetModel()
        self._tops = shown
        self.endResetModel()
        return True

    def node(self, index: Index) -> PackNode | None:
        """Return the row at `index`, None outside the tree."""
        if not index.isValid():
            return None
        top = index.internalId()
        if top == 0:
            return self._tops[index.row()] if index.row() < len(self._tops) else None
        children = self._tops[top - 1].children if top <= len(self._tops) else ()
        return children[index.row()] if index.row() < len(children) else None

    def find(self, key: tuple[str, str, str]) -> QModelIndex:
        """Return where a row stands; an invalid index when it is not there."""
        for row, node in enumerate(self._tops):
            if node.key == key:
                return self.index(row, 0)
            for place, child in enumerate(node.children):
                if child.key == key:
                    return self.index(place, 0, self.index(row, 0))
        return QModelIndex()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        """Return the index of a cell."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, child: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]
        """Return the pack an entry belongs to."""
        top = child.internalId() if child.isValid() else 0
        return self.createIndex(top - 1, 0, 0) if top else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many packs there are, or entries in one."""
        if not parent.isValid():
            return len(self._tops)
        if parent.column() or parent.internalId():
            return 0
        return len(self._tops[parent.row()].children)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:
        """Return the two columns."""
        return 2

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, the kind or number of faults, what a screen reader says, or the row itself."""
        node = self.node(index)
        if node is None:
            return None
        if role == PackRole.NODE:
            return node
        if role == Qt.ItemDataRole.DisplayRole:
            return node.text if index.column() == 0 else node.kind
        if role == Qt.ItemDataRole.DecorationRole and index.column() == 0:
            return self._sign(node, index.parent())
        if role == Qt.ItemDataRole.SizeHintRole and index.column() == 0:
            return QSize(0, self._theme.px(26))
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(part for part in (node.text, node.fault_text) if part))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (node.text, node.kind, node.fault_text) if part)
        return None

    def _sign(self, node: PackNode, above: QModelIndex) -> QIcon | None:
        """Return the sign of faults; below a pack that has one, all entries have room for it."""
        around = self.node(above)
        if not node.faults and (around is None or not around.faults):
            return None
        icon = QIcon()
        for mode, role in ((QIcon.Mode.Normal, "warn"), (QIcon.Mode.Selected, "on-second")):
            sign = tinted(self._theme, "warning", role, self._theme.px(16), _RATIO)
            if not node.faults:
                sign.fill(Qt.GlobalColor.transparent)
            icon.addPixmap(sign, mode)
        return icon


def _keys(node: PackNode) -> tuple[object, ...]:
    return (node.key, *(child.key for child in node.children))
