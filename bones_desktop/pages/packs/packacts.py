"""The tree of packs, and actions on them other than editing: make, duplicate, delete, import and export."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from bones_desktop.desk.documents import documents_folder, open_local
from bones_desktop.pages.packs.packfields import LONGEST_NAME
from bones_desktop.pages.packs.packlibrary import PackLibrary
from bones_desktop.rules.bones.book.character import ItemKind
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.life import packs
from bones_desktop.rules.bones.life.packs import Entry, Pack, PackItem, PackRace, PackTemplate, entries_of
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.locations import private_folder
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import SUFFIX, PackFileError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.popups import ask_where
from bones_desktop.widgets.text.messages import Banner, BannerAction, Toast
from bones_desktop.wording.files import damaged_pack_sentence, file_sentence
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import item_kind_name, template_kind_name
from bones_desktop.wording.reasons import sentence

_ROW: Final = LineLook(height=26, side=16, gap=6, aligned=True, ground=Ground.STRIPED)


class PackNode(Record):
    """A row: a pack, an entry of a pack, or a file that cannot be used. `pack` and `entry` are ids."""

    line: Line
    pack: str = ""
    entry: str = ""
    path: Path | None = None
    """The path of a file that cannot be used."""


class PackTree(LineList):
    """Shows packs and, below each, its entries. A click on the sign, Left, Right or Enter folds and unfolds a pack."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("Packs and what is in them"), parent, _ROW, framed=True)
        self._nodes: dict[str, PackNode] = {}
        self._folded: set[str] = set()
        """Ids of the folded packs. The list does not show their entries."""
        self.line_activated.connect(self.fold)

    @property
    def node(self) -> PackNode | None:
        """The selected row."""
        return self._nodes.get(self.current)

    def choose(self, pack: str, entry: str = "", path: str = "") -> None:
        """Select a row by its ids, or by the path of a file that cannot be used.

        If the row is gone, select the first row.
        """
        if entry and pack in self._folded:
            self.fold(_key(pack))
        row = self.lines.row_of(_key(pack, entry, path))
        self.setCurrentIndex(self.lines.index(max(0, row)))

    def show_nodes(self, nodes: Iterable[PackNode]) -> None:
        """Show these rows. If the selected row is gone, select the row that is now at its position."""
        self._nodes = {node.line.key: node for node in nodes}
        self.show_lines(
            (
                replace(node.line, sign="chevron-right") if node.pack in self._folded else node.line
                for node in self._nodes.values()
                if not node.entry or node.pack not in self._folded
            ),
            begin=True,
        )

    def fold(self, key: str) -> None:
        """Hide or show the entries of a pack."""
        node = self._nodes[key]
        if node.pack and not node.entry:
            self._folded ^= {node.pack}
            self.show_nodes(tuple(self._nodes.values()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fold with Left, unfold with Right."""
        node, keys = self.node, (Qt.Key.Key_Left, Qt.Key.Key_Right)
        if node is not None and event.key() in keys and (node.pack in self._folded) is (event.key() == keys[1]):
            self.fold(self.current)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Fold or unfold with a click on the sign."""
        super().mousePressEvent(event)
        at, sign = event.position().toPoint(), self._theme.px(_ROW.pad[0] + _ROW.side)
        if event.button() is Qt.MouseButton.LeftButton and at.x() < sign and self.indexAt(at).isValid():
            self.fold(self.current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the selected row in view."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())


def _key(pack: str, entry: str = "", path: str = "") -> str:
    return f"{pack} {entry} {path}"


def _line(key: str, name: str, kind: str, faults: str, sign: str = "") -> Line:
    """Return the line of a row. `faults` is the number of its faults in words, "" for none."""
    text = name.strip() or _("No name yet")
    right, tone = (faults, "warn") if faults else (kind, "muted")
    sign_tone = "text" if sign else "warn"
    sign = sign or ("warning" if faults else "")
    spoken = ", ".join(filter(None, (text, kind, faults)))
    return Line(text, right=right, key=key, sign=sign, sign_tone=sign_tone, right_tone=tone, tip=spoken, spoken=spoken)


def pack_nodes(library: PackLibrary) -> Iterator[PackNode]:
    """Yield the packs by name, each followed by its entries, and the files that cannot be used."""
    for file in library.files:
        pack = file.pack
        wrong = Counter(fault.entry for fault in library.faults(pack.id))
        line = _line(_key(pack.id), pack.name, _("Pack"), faults_text(wrong.total()), "chevron-down")
        yield PackNode(line, pack.id)
        for entry in (each for entries in entries_of(pack).values() for each in entries):
            line = _line(_key(pack.id, entry.id), entry.name, kind_of(entry), faults_text(wrong[entry.id]))
            yield PackNode(line, pack.id, entry.id)
    for error in library.damaged:
        line = _line(_key("", "", str(error.path)), strip_bidi(error.path.name), _("Cannot be used"), _("see why"))
        yield PackNode(line, path=error.path)


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
        self, library: PackLibrary, theme: Theme, banner: Banner, toast: Toast, tree: PackTree, window: QWidget
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
            # If the import makes no undo step, the same pack was loaded already.
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
        step = _("Delete {name}").format(name=node.line.text)
        if node.entry:
            self._library.edit(step, node.pack, partial(packs.without_entry, entry=node.entry))
        else:
            self._library.remove(step, node.pack)
        if not self._library.saved:
            return
        self._offer = _("{name} was deleted. Characters made with it keep their faces.").format(name=node.line.text)
        back = BannerAction(_("Bring back"), self._library.undo_stack.undo)
        self._toast.show_message(self._offer, action=back)

    def _end_offer(self) -> None:
        """Close the offer, because undo would now undo another step."""
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
