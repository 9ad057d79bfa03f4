"""The tree of packs, and actions on them other than editing: make, duplicate, delete, import and export."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QInputDialog,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from bones_desktop.desk.documents import documents_folder, open_local
from bones_desktop.pages.packs.packforms import LONGEST_NAME
from bones_desktop.pages.packs.packlibrary import PackLibrary
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.life import packs
from bones_desktop.rules.bones.life.packs import Entry, Pack, PackItem, PackRace, PackTemplate, entries_of
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import SUFFIX, PackFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import tinted
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.rows import ROW_ROLE, Index
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast
from bones_desktop.wording.files import damaged_pack_sentence, file_sentence
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import item_kind_name, template_kind_name
from bones_desktop.wording.reasons import sentence

_RATIO = 2.0
"""Pixels that icons are painted with for each pixel shown, so that they are sharp on any screen."""


@dataclass(frozen=True, slots=True)
class PackNode:
    """One row. Texts are ready to show. `pack` and `entry` are ids; `path` is set for a file that cannot be used."""

    text: str
    kind: str = ""
    pack: str = ""
    entry: str = ""
    path: Path | None = None
    faults: int = 0
    fault_text: str = ""
    """The number of faults in words, "" for none."""
    children: "tuple[PackNode, ...]" = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """The identity of the row, which stays when texts change."""
        return self.pack, self.entry, str(self.path or "")


class PackTreeModel(Guarded, QAbstractItemModel):
    """Two columns: the name and the kind."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.nodes: tuple[PackNode, ...] = ()
        """The top rows."""

    def set_nodes(self, nodes: Sequence[PackNode]) -> bool:
        """Show these rows. Return True if rows were added, removed or moved, because a view must then select again."""
        shown = tuple(nodes)
        if shown == self.nodes:
            return False
        # If only texts have changed, do not reset the model, so that the selection and expanded packs stay.
        if [_keys(node) for node in shown] == [_keys(node) for node in self.nodes]:
            before, self.nodes = self.nodes, shown
            for row, (old, new) in enumerate(zip(before, shown, strict=True)):
                if old == new:
                    continue
                self.dataChanged.emit(self.index(row, 0), self.index(row, 1))
                top = self.index(row, 0)
                if new.children:
                    self.dataChanged.emit(self.index(0, 0, top), self.index(len(new.children) - 1, 1, top))
            return False
        self.beginResetModel()
        self.nodes = shown
        self.endResetModel()
        return True

    def node(self, index: Index) -> PackNode | None:
        """Return the row at `index`, None outside the tree."""
        if not index.isValid():
            return None
        # The internal id of an entry is the number of its pack, counted from 1; the internal id of a pack is 0.
        top = index.internalId()
        if top == 0:
            return self.nodes[index.row()] if index.row() < len(self.nodes) else None
        children = self.nodes[top - 1].children if top <= len(self.nodes) else ()
        return children[index.row()] if index.row() < len(children) else None

    def find(self, key: tuple[str, str, str]) -> QModelIndex:
        """Return the index of a row; an invalid index if it is not there."""
        for row, node in enumerate(self.nodes):
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
        """Return the pack of an entry."""
        top = child.internalId() if child.isValid() else 0
        return self.createIndex(top - 1, 0, 0) if top else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return the number of packs, or of entries in a pack."""
        if not parent.isValid():
            return len(self.nodes)
        if parent.column() or parent.internalId():
            return 0
        return len(self.nodes[parent.row()].children)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:
        """Return the two columns."""
        return 2

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the text, the kind or faults, the spoken text, or the row itself."""
        node = self.node(index)
        if node is None:
            return None
        if role == ROW_ROLE:
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
        """Return the warning icon of a row with faults. Other entries of a pack with faults get an empty icon."""
        around = self.node(above)
        if not node.faults and (around is None or not around.faults):
            return None
        icon = QIcon()
        for mode, role in ((QIcon.Mode.Normal, "warn"), (QIcon.Mode.Selected, "on-second")):
            sign = tinted(self._theme, "warning", role, self._theme.px(16), _RATIO)
            # An empty picture of the same size aligns the names in one column.
            if not node.faults:
                sign.fill(Qt.GlobalColor.transparent)
            icon.addPixmap(sign, mode)
        return icon


def _keys(node: PackNode) -> tuple[object, ...]:
    return (node.key, *(child.key for child in node.children))


class _Rows(Guarded, QStyledItemDelegate):
    """Draws rows. In an inactive window, the icon of the selected row has its normal colour, as the row does."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Fill in the style option of a row."""
        super().initStyleOption(option, index)
        view: Any = option  # the type stubs lack these fields
        if view.state & QStyle.StateFlag.State_Active or view.icon.isNull():
            return
        sign = view.icon.pixmap(view.decorationSize, view.widget.devicePixelRatio(), QIcon.Mode.Normal)
        view.icon = QIcon(sign)
        view.icon.addPixmap(sign, QIcon.Mode.Selected)


class PackTree(Guarded, QTreeView):
    """Shows packs with one row selected. The selection stays while packs change; packs begin expanded."""

    current_changed = Signal()
    """Emitted when another row is selected, or the selected one has changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.nodes = PackTreeModel(theme, self)
        self.setModel(self.nodes)
        self.setItemDelegate(_Rows(self))
        self.setHeaderHidden(True)
        self.setAccessibleName(_("Packs and what is in them"))
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
        self.selectionModel().currentRowChanged.connect(self._emit_chosen)

    @property
    def node(self) -> PackNode | None:
        """The selected row."""
        return self.nodes.node(self.currentIndex())

    def choose(self, pack: str, entry: str = "", path: str = "") -> None:
        """Select a row, by its ids or the path of a file that cannot be used; the first row if there is no such row."""
        index = self.nodes.find((pack, entry, path))
        self.setCurrentIndex(index if index.isValid() else self.nodes.index(0, 0))

    def show_nodes(self, nodes: Sequence[PackNode]) -> None:
        """Show these rows. If the selected row is gone, select the row now in its place."""
        before, current = self.node, self.currentIndex()
        row, top = current.row(), current.parent().row()
        known = {node.key for node in self.nodes.nodes}
        closed = {key for key in known if not self.isExpanded(self.nodes.find(key))}
        # Emit one signal at the end, instead of one for each step.
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
        self._emit_chosen()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the selected row in view."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def _emit_chosen(self) -> None:
        if not self._quiet:
            self.current_changed.emit()


def pack_nodes(library: PackLibrary) -> tuple[PackNode, ...]:
    """Return the packs with their entries, by name, and the files that cannot be used."""
    nodes = []
    for file in library.files:
        pack = file.pack
        wrong = Counter(fault.entry for fault in library.faults(pack.id))
        children = tuple(
            PackNode(
                entry.name.strip() or _("No name yet"),
                kind_of(entry),
                pack.id,
                entry.id,
                faults=wrong[entry.id],
                fault_text=faults_text(wrong[entry.id]),
            )
            for entries in entries_of(pack).values()
            for entry in entries
        )
        total = wrong.total()
        name = pack.name.strip() or _("No name yet")
        nodes.append(PackNode(name, _("Pack"), pack.id, faults=total, fault_text=faults_text(total), children=children))
    damaged = (
        PackNode(strip_bidi(error.path.name), _("Cannot be used"), path=error.path, faults=1, fault_text=_("see why"))
        for error in library.damaged
    )
    return (*nodes, *damaged)


def kind_of(entry: Entry) -> str:
    """Return the kind of an entry in a word or two."""
    match entry:
        case PackTemplate():
            return template_kind_name(entry.kind)
        case PackItem():
            return item_kind_name(entry.kind)
        case PackRace():
            return _("Race")


def faults_text(count: int) -> str:
    """Return the number of faults in words, "" for none."""
    if not count:
        return ""
    return ngettext("one problem", "{count} problems", count).format(count=count)


PACK: Final = "pack"
EQUIPMENT: Final = "equipment"
RACE: Final = "race"


class PackActs(QObject):
    """Shows dialogs over the window, results in its toast, and messages that need an answer in its banner."""

    show_requested = Signal(str, str, str)
    """Emitted with the pack, entry ("" for the pack) and field ("" for none) to show."""

    def __init__(
        self,
        library: PackLibrary,
        theme: Theme,
        banner: Banner,
        toast: Toast,
        tree: PackTree,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._library = library
        self._theme = theme
        self._banner = banner
        self._toast = toast
        self._tree = tree
        self._window = window
        self._offer = ""
        """The message that offers to undo a deletion."""
        self._refused = ""
        """The banner's message about the file that was refused last."""
        library.undo_stack.indexChanged.connect(self._end_offer)

    def take_in(self, paths: Sequence[Path | str]) -> None:
        """Import copies of packs, show the last one, and report packs that cannot be used."""
        troubles, names = [], []
        for path in paths:
            # Without a new undo step, the same pack was loaded already.
            before, ids = self._library.undo_stack.count(), {file.pack.id for file in self._library.files}
            try:
                pack = self._library.take_in(_("Import pack"), Path(path))
            except (PackFileError, FileProblem) as error:
                troubles.append(damaged_pack_sentence(error))
                continue
            new = self._library.undo_stack.count() != before
            text = _("{name} was imported already.")
            if new:
                text = _("{name} replaced the earlier version.") if pack.id in ids else _("{name} was imported.")
            names.append(text.format(name=pack.name))
            self.show_requested.emit(pack.id, "", "")
        if troubles:
            self._refuse("\n".join((*names, *troubles)))
        elif names and self._library.saved:
            self._tell_done(" ".join(names))

    def _refuse(self, why: str) -> None:
        self._refused = why
        self._banner.show_message(why, tone="bad")

    def _tell_done(self, what: str) -> None:
        """Show the message `what` about a success, and close an earlier message about a refused file."""
        if self._refused and self._banner.text == self._refused:
            self._banner.dismiss()
        self._refused = ""
        self._toast.show_message(what, tone="good")

    def ask_name(self, kind: str, question: str) -> None:
        """Ask for a name, and make an object of `kind`: PACK, EQUIPMENT, RACE or a TemplateKind."""
        dialog = QInputDialog(self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setWindowTitle(question)
        dialog.setLabelText(plain_tip(question))
        dialog.resize(self._theme.px(380), dialog.sizeHint().height())
        dialog.textValueSelected.connect(partial(self._make, kind))
        dialog.open()

    def _make(self, kind: str, name: str) -> None:
        name = name.strip()[:LONGEST_NAME]
        if not name:
            self._toast.show_message(_("Nothing was made: it needs a name."), tone="warn")
            return
        step = _("New: {name}").format(name=name)
        if kind == PACK:
            pack = packs.new_pack(name, [file.pack.id for file in self._library.files])
            self._put_in(step, pack, "author")
            return
        node = self._tree.node
        found = self._library.pack(node.pack) if node is not None else None
        if found is None:
            return
        field = {EQUIPMENT: "faces", RACE: "readings"}.get(kind, "slots")
        self._add(step, found, _new_entry(found, kind, name), field)

    def _add(self, step: str, pack: Pack, entry: Entry, field: str = "") -> None:
        try:
            self._library.edit(step, pack.id, partial(packs.with_entry, entry=entry))
        except RulesError as error:
            self._banner.show_message(sentence(error.reason), tone="warn")
            return
        self.show_requested.emit(pack.id, entry.id, field)

    def duplicate(self) -> None:
        """Duplicate the selected pack or entry."""
        node = self._tree.node
        pack = self._library.pack(node.pack) if node is not None else None
        if node is None or pack is None:
            return
        entry = packs.find(pack, node.entry)
        name = _("{} (copy)").format(entry.name if entry is not None else pack.name)[:LONGEST_NAME]
        step = _("Duplicate {name}").format(name=entry.name if entry is not None else pack.name)
        if entry is not None:
            self._add(step, pack, packs.copied_entry(pack, entry, name))
            return
        copy = packs.copied_pack(pack, name, [file.pack.id for file in self._library.files])
        self._put_in(step, copy)

    def _put_in(self, step: str, pack: Pack, field: str = "") -> None:
        try:
            self._library.add(step, pack)
        except FileProblem as error:
            self._banner.show_message(file_sentence(error), tone="bad")
        else:
            self.show_requested.emit(pack.id, "", field)

    def delete(self) -> None:
        """Delete the selected object, and offer to undo this until another step is made."""
        node = self._tree.node
        if node is None:
            return
        if node.path is not None:
            self._put_aside(node.path)
            return
        step = _("Delete {name}").format(name=node.text)
        if node.entry:
            self._library.edit(step, node.pack, partial(packs.without_entry, entry=node.entry))
        else:
            self._library.remove(step, node.pack)
        if not self._library.saved:
            return
        self._offer = _("{name} was deleted. Characters made with it keep their faces.").format(name=node.text)
        back = BannerAction(_("Bring back"), self._library.undo_stack.undo)
        self._toast.show_message(self._offer, action=back)

    def _end_offer(self) -> None:
        """Close the offer, because undo would not undo the deletion any more."""
        if self._offer and self._toast.text() == self._offer:
            self._toast.dismiss()
        self._offer = ""

    def report_not_saved(self, error: object) -> None:
        """Show the reason why a change could not be saved, with actions that help."""
        if not isinstance(error, FileProblem):
            return
        actions = [BannerAction(_("Try again"), self._library.retry)]
        # The change itself is too large, so trying again would not help.
        if error.code == "too-much":
            actions = [BannerAction(_("Undo"), self._library.undo_stack.undo)]
        elif error.code == "changed-outside":
            actions = [
                BannerAction(_("Keep mine"), partial(self._library.retry, overwrite=True)),
                BannerAction(_("Use the version on disk"), self._take_theirs),
            ]
        self._banner.show_message(file_sentence(error), tone="bad", actions=actions)

    def _take_theirs(self) -> None:
        self._library.forget_unsaved()
        self._library.reload()

    def _put_aside(self, path: Path) -> None:
        """Move a file that cannot be used out of the folder of packs."""
        try:
            self._library.remove_damaged(path)
        except FileProblem as error:
            self._banner.show_message(file_sentence(error), tone="bad")

    def ask_import(self) -> None:
        """Ask for packs to import."""
        dialog = QFileDialog(self._window, _("Import packs"), str(documents_folder()))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setNameFilter(_("Packs (*{} *.json)").format(SUFFIX))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.filesSelected.connect(self.take_in)
        dialog.open()

    def ask_export(self) -> None:
        """Ask for a file and export the selected pack to it."""
        node = self._tree.node
        if node is None or not node.pack:
            return
        pack = node.pack
        # The copy should contain text being typed.
        self._library.flush()
        ask_where(
            self._window,
            _("Export the pack"),
            documents_folder() / f"{pack}{SUFFIX}",
            SUFFIX,
            _("Packs (*{})").format(SUFFIX),
            partial(self._export, pack),
        )

    def _export(self, pack: str, path: Path) -> None:
        try:
            self._library.export(pack, path)
        except FileProblem as error:
            self._refuse(file_sentence(error))
        else:
            self._tell_done(_("Written to {}.").format(path))

    def open_folder(self) -> None:
        """Open the folder of the packs."""
        try:
            open_local(private_folder(self._library.folder))
        except OSError as error:
            self._banner.show_message(str(error.strerror or error), tone="bad")


def _new_entry(pack: Pack, kind: str, name: str) -> Entry:
    if kind == EQUIPMENT:
        return packs.new_item(pack, name, ItemKind.WEAPON)
    if kind == RACE:
        return packs.new_race(pack, name)
    return packs.new_template(pack, name, TemplateKind(kind))
