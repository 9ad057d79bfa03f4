"""The tree of packs on the screen: what is chosen stays chosen while packs change."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import guarded
from bones_desktop.window.packs.packtree import Index, PackNode, PackTreeModel


class _Rows(QStyledItemDelegate):
    """Draws rows; in a window that is not in front a chosen one is not in strong colours, and so its sign is not."""

    @guarded(None)
    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Tell how a row is drawn."""
        super().initStyleOption(option, index)
        view: Any = option  # the stubs leave out the fields
        if view.state & QStyle.StateFlag.State_Active or view.icon.isNull():
            return
        sign = view.icon.pixmap(view.decorationSize, view.widget.devicePixelRatio(), QIcon.Mode.Normal)
        view.icon = QIcon(sign)
        view.icon.addPixmap(sign, QIcon.Mode.Selected)


class PackTree(QTreeView):
    """Shows packs open, until they are closed, with one row chosen."""

    current_changed = Signal()
    """Another row is chosen, or the one chosen says something else."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.nodes = PackTreeModel(theme, self)
        self.setModel(self.nodes)
        self.setItemDelegate(_Rows(self))
        self.setHeaderHidden(True)
        self.setAccessibleName(self.tr("Packs and what is in them"))
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self._quiet = False
        self.selectionModel().currentRowChanged.connect(lambda _now, _before: self._tell())

    @property
    def node(self) -> PackNode | None:
        """The row that is chosen."""
        return self.nodes.node(self.currentIndex())

    def choose(self, pack: str, entry: str = "", path: str = "") -> None:
        """Choose a row, by ids or by the path of a file that cannot be used; the first one when it is not there."""
        index = self.nodes.find((pack, entry, path))
        self.setCurrentIndex(index if index.isValid() else self.nodes.index(0, 0))

    def show_nodes(self, nodes: Sequence[PackNode]) -> None:
        """Show other rows. When the one chosen is gone, what took its place is chosen."""
        before, current = self.node, self.currentIndex()
        row, top = current.row(), current.parent().row()
        known = {node.key for node in self.nodes.nodes}
        closed = {key for key in known if not self.isExpanded(self.nodes.find(key))}
        self._quiet = True
        if self.nodes.set_nodes(nodes):
            for node in self.nodes.nodes:
                self.setExpanded(self.nodes.find(node.key), node.key not in closed)
            again = self.nodes.find(before.key) if before is not None else QModelIndex()
            if not again.isValid():
                pack = self.nodes.index(top, 0) if top >= 0 else QModelIndex()
                count = self.nodes.rowCount(pack)
                again = self.nodes.index(max(0, min(row, count - 1)), 0, pack) if count else pack
            self.setCurrentIndex(again if again.isValid() else self.nodes.index(0, 0))
        self._quiet = False
        self._tell()

    @guarded(None)
    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep what is chosen in view."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def _tell(self) -> None:
        if not self._quiet:
            self.current_changed.emit()
