"""The House templates window: the user's packs, their forms and their faults."""

from collections.abc import Callable, Sequence
from functools import partial
from operator import methodcaller
from pathlib import Path
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QKeyEvent, QUndoStack
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QScrollArea, QStackedWidget, QWidget

from bones_desktop.desk.documents import dropped_files
from bones_desktop.desk.keymap import KEYS, pressed_key
from bones_desktop.pages.packs.packacts import (
    EQUIPMENT,
    PACK,
    RACE,
    PackActs,
    PackNode,
    PackTree,
    faults_text,
    pack_nodes,
)
from bones_desktop.pages.packs.packforms import DamagedPackForm, PackForm
from bones_desktop.pages.packs.packlibrary import PackLibrary
from bones_desktop.rules.bones.book.rulebook import TemplateKind
from bones_desktop.rules.bones.life import packs
from bones_desktop.rules.bones.life.packs import find
from bones_desktop.rules.typedtext import strip_bidi
from bones_desktop.storage.files.plainjson import UNKNOWN
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import give_menu, kept_action
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row, scroll_room
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import PICKING, LineList
from bones_desktop.widgets.plaintext import GUIDE_PAGE, plain_tip
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.widgets.text.messages import Banner, Nothing, Toast
from bones_desktop.wording.files import at_spot
from bones_desktop.wording.keys import keyed
from bones_desktop.wording.language import _
from bones_desktop.wording.reasons import sentence

MOST_ROWS: Final = 200
"""Greatest number of a pack's faults that are listed."""
_FAULTS: Final = LineLook(height=24, font=("sans", 12, False), pad=(8, 4), ground=Ground.STRIPED, wraps=True)


def fault_lines(library: PackLibrary, pack: str) -> list[Line]:
    """Return a line for each fault of a loaded pack, with line and column if its file is unchanged.

    The key of a line is the index of the fault. At most MOST_ROWS lines are returned, because an imported file may have
    any number of faults.
    """
    file = next(file for file in library.files if file.pack.id == pack)
    lines = []
    for place, fault in enumerate(library.faults(pack)[:MOST_ROWS]):
        entry = find(file.pack, fault.entry)
        text = sentence(fault.reason)
        name = (entry.name.strip() or _("No name yet")) if entry is not None else file.pack.name.strip()
        text = _("{name}: {what}").format(name=name, what=text) if name else text
        text = at_spot(file.places.spot(fault.where) if file.places is not None else UNKNOWN, text)
        used = _("It is not used until this is fixed.") if fault.keeps_out else _("It is used anyway.")
        lines.append(Line(text, key=str(place), tip=used, spoken=f"{text} {used}"))
    return lines


WIDEST_FORM: Final = 920
"""Greatest width of a form. A wider form would spread its fields too far apart."""


class NewButton(QPushButton):
    """Opens a menu to make a new pack, or a new entry of the chosen kind."""

    new_requested = Signal(str, str)
    """Emitted with the kind of the new pack or entry, and the question that asks for its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(_("&New"))
        self.actions_by_kind: Final[dict[str, QAction]] = {}
        menu = light_menu(self)
        kinds = (
            (PACK, _("&Pack…"), _("Name of the new pack")),
            (TemplateKind.CULTURE.value, _("&Culture…"), _("Name of the new culture")),
            (TemplateKind.BACKGROUND.value, _("&Background…"), _("Name of the new background")),
            (TemplateKind.OCCUPATION.value, _("&Occupation…"), _("Name of the new occupation")),
            (EQUIPMENT, _("&Equipment…"), _("Name of the new equipment")),
            (RACE, _("&Race…"), _("Name of the new race")),
        )
        for kind, word, question in kinds:
            call = partial(self.new_requested.emit, kind, question)
            self.actions_by_kind[kind] = kept_action(menu, word, call)
            if kind == PACK:
                menu.addSeparator()
        give_menu(self, menu)

    def set_has_pack(self, has_pack: bool) -> None:
        """Offer new entries only while a pack is selected. A new pack can always be made."""
        for kind, action in self.actions_by_kind.items():
            action.setEnabled(kind == PACK or has_pack)


class HistoryButtons(QWidget):
    """Buttons for undo and redo. Their tooltips name the next step of `stack`."""

    def __init__(self, stack: QUndoStack, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._stack = stack
        self.undo = push_button(self, _("Undo"), stack.undo)
        self.redo = push_button(self, _("Redo"), stack.redo)
        hbox(self, self.undo, self.redo, margins=0, theme=theme, gap=8)
        for signal in (stack.canUndoChanged, stack.canRedoChanged, stack.undoTextChanged, stack.redoTextChanged):
            signal.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        stack = self._stack
        for button, can, text, words in (
            (self.undo, stack.canUndo(), stack.undoText(), keyed(_("Undo: {step}"), "undo")),
            (self.redo, stack.canRedo(), stack.redoText(), keyed(_("Redo: {step}"), "redo")),
        ):
            button.setEnabled(can)
            button.setToolTip(plain_tip(words.format(step=text)) if can else "")


class PackWindow(Guarded, QDialog):
    """Packs and faults on the left, a form on the right. Every change is saved immediately."""

    def __init__(self, library: PackLibrary, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._library = library
        self._theme = theme
        self.setObjectName("packs")
        self.setProperty(GUIDE_PAGE, "making")
        self.setWindowTitle(_("House templates"))
        self.setAcceptDrops(True)
        self.banner = Banner(theme, self)
        self.tree = PackTree(theme, self)
        self.toast = Toast(theme, self)
        self.acts = PackActs(library, theme, self.banner, self.toast, self.tree, self)
        self._heading = plain_label(self, _("Packs"), theme=theme, size=20, serif=True, bold=True)
        self._to_mend = plain_label(self, theme=theme, bold=True)
        # The Tab key visits the parts in the order in which they are made.
        self._make_buttons()
        self.faults = LineList(theme, _("Problems"), self, _FAULTS, keys=PICKING, by_click=True, framed=True)
        set_lengths(theme, self.faults, least_height=60, most_height=160)
        ask_pack = self.new.actions_by_kind[PACK].trigger
        self.pane = PackPane(library, theme, ask_pack, self.acts.ask_import, self)
        self._make_foot()
        self._lay_out()
        self._connect()
        self.resize(QSize(theme.px(1100), theme.px(860)).boundedTo(self.screen().availableSize() * 0.88))
        self._refresh()

    def come_up(self) -> None:
        """Show the window or bring it to the front. If it was closed, read the folder again first."""
        # An open window may have unsaved text, and reads the folder only on request.
        if not self.isVisible():
            self._library.reload()
        self.show()
        self.raise_()
        self.activateWindow()
        self.tree.setFocus()

    def take_in(self, paths: Sequence[Path]) -> None:
        """Show the window and import copies of packs."""
        self.come_up()
        self.acts.take_in(paths)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept local files."""
        if dropped_files(event.mimeData()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Import the dropped packs."""
        paths = dropped_files(event.mimeData())
        if paths:
            event.acceptProposedAction()
            self.take_in(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the text typed last."""
        self._library.flush()
        super().closeEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Undo and redo. Enter in a line of text presses no default button."""
        if (key := pressed_key(event)) in KEYS.of("undo"):
            self._library.undo_stack.undo()
        elif key in KEYS.of("redo"):
            self._library.undo_stack.redo()
        elif event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    def _make_buttons(self) -> None:
        self.new = NewButton(self)
        self.duplicate = QPushButton(_("D&uplicate"), self)
        self.delete = QPushButton(_("&Delete"), self)
        self.delete.setToolTip(_("Delete it (Del in the list); Undo brings it back"))

    def _make_foot(self) -> None:
        self.take = QPushButton(_("&Import…"), self)
        self.take.setToolTip(_("Import a pack from a file. You can also drop the file here."))
        self.give = push_button(self, _("&Export…"), tip=_("Write a copy of the pack to give away"))
        self.open_folder = QPushButton(_("Open &folder"), self)
        self.history = HistoryButtons(self._library.undo_stack, self._theme, self)

    def _lay_out(self) -> None:
        theme = self._theme
        self._acts_row = flow_row(None, self.new, self.duplicate, self.delete, theme=theme, gap=8)
        self._side = QWidget(self)
        left = (self._heading, (self.tree, 3), self._acts_row, self._to_mend, (self.faults, 1))
        vbox(self._side, *left, theme=theme, gap=8, margins=0)
        set_lengths(theme, self._side, least_width=300, most_width=480)
        self._middle = hbox(None, (self._side, 2), (self.pane, 7), theme=theme, gap=16)
        foot = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        foot.rejected.connect(self.close)
        acts = flow_row(None, self.take, self.give, self.open_folder, theme=theme, gap=8)
        self._foot = hbox(None, (acts, 1), self.history, foot, theme=theme, gap=8)
        around = (16, 12, 16, 12)
        vbox(self, self.banner, (self._middle, 1), self._foot, theme=theme, gap=12, edges=around)
        # Otherwise Enter in any line of text would press the first button of the dialog.
        for button in self.findChildren(QPushButton):
            button.setDefault(False)
            button.setAutoDefault(False)

    def _connect(self) -> None:
        library = self._library
        library.changed.connect(self._refresh)
        library.save_failed.connect(self.acts.report_not_saved)
        self.new.new_requested.connect(self.acts.ask_name)
        self.tree.current_changed.connect(self._show_current)
        self.tree.removal_requested.connect(self.acts.delete)
        for form in (self.pane.form, self.pane.form.links):
            form.edited.connect(self._edit)
        self.acts.show_requested.connect(self._show)
        self.pane.damaged.folder.clicked.connect(self.acts.open_folder)
        self.pane.damaged.again.clicked.connect(library.reload)
        self.pane.damaged.aside.clicked.connect(self.acts.delete)
        self.faults.line_activated.connect(self._go_to)
        self.duplicate.clicked.connect(self.acts.duplicate)
        self.delete.clicked.connect(self.acts.delete)
        self.take.clicked.connect(self.acts.ask_import)
        self.give.clicked.connect(self.acts.ask_export)
        self.open_folder.clicked.connect(self.acts.open_folder)

    def _refresh(self) -> None:
        """Show the current packs."""
        self._theme.set_letters(self._library.letters)
        self.tree.show_nodes(pack_nodes(self._library))
        self._show_current()

    def _show(self, pack: str, entry: str, field: str) -> None:
        # Faces 1 and 2 of a template are fixed, so focus face 3, the first one that can be chosen.
        self.tree.choose(pack, entry)
        if field:
            self.pane.focus_field(field, 2 if field == "slots" else 0)

    def _show_current(self) -> None:
        node = self.tree.node
        self.pane.show_node(node)
        has_pack = node is not None and bool(node.pack)
        self.new.set_has_pack(has_pack)
        for button in (self.duplicate, self.give):
            button.setEnabled(has_pack)
        self.delete.setEnabled(node is not None)
        self._show_faults(node)

    def _show_faults(self, node: PackNode | None) -> None:
        lines = fault_lines(self._library, node.pack) if node is not None and node.pack else []
        self.faults.show_lines(lines)
        self.faults.setVisible(bool(lines))
        self._to_mend.setVisible(bool(lines))
        said = faults_text(len(lines))
        if len(lines) == MOST_ROWS:
            said = _("the first {count} problems").format(count=MOST_ROWS)
        self._to_mend.setText(said[:1].upper() + said[1:])

    def _edit(self, name: str, changes: dict[str, object], merge: str) -> None:
        node = self.tree.node
        if node is None or not node.pack:
            return
        # Typing in one field of one entry is merged into one step; another entry begins a new one.
        key = f"{node.pack} {node.entry} {merge}" if merge else ""
        entry = partial(packs.changed_entry, entry=node.entry, changes=changes)
        self._library.edit(name, node.pack, entry if node.entry else methodcaller("with_", **changes), key)

    def _go_to(self, key: str) -> None:
        node = self.tree.node
        if node is None:
            return
        fault = self._library.faults(node.pack)[int(key)]
        self.tree.choose(node.pack, fault.entry)
        # The first two parts of a fault's place are the list and the index of the entry. The form needs neither.
        inside = fault.where[2:] if fault.entry else fault.where
        place = next((step for step in inside if isinstance(step, int)), 0)
        self.pane.focus_field(str(inside[0]) if inside else "name", place)


Ask = Callable[[], object]


class PackPane(QStackedWidget):
    """Shows the form for the selected row of the tree, or an explanation of packs if no row is selected."""

    def __init__(self, library: PackLibrary, theme: Theme, ask_pack: Ask, ask_import: Ask, parent: QWidget) -> None:
        """Create the pane; `ask_pack` asks for the name of a new pack, `ask_import` for the pack to import."""
        super().__init__(parent)
        self._library = library
        self.form = PackForm(theme)
        self.damaged = DamagedPackForm(theme)
        set_lengths(theme, self.form, self.damaged, most_width=WIDEST_FORM)
        self.nothing = Nothing(theme, self)
        words = _(
            "Make your own cultures, backgrounds, occupations, gear and races here. They are kept in packs, one "
            "file each, to share with your group."
        )
        self.nothing.say(words, (_("New pack…"), ask_pack), (_("Import…"), ask_import))
        self._areas: dict[QWidget, QScrollArea] = {
            form: scroll_room(form, self) for form in (self.nothing, self.form, self.damaged)
        }
        for area in self._areas.values():
            self.addWidget(area)

    def show_node(self, node: PackNode | None) -> None:
        """Show the selected row as it is now; None for no row."""
        self.setCurrentWidget(self._areas[self._filled(node)])

    def focus_field(self, field: str, place: int = 0) -> None:
        """Focus a field of the form, and bring it into view."""
        self.form.focus_field(field, place)
        focused = self.focusWidget()
        if focused is not None and self.form.isAncestorOf(focused):
            self._areas[self.form].ensureWidgetVisible(focused)

    def _filled(self, node: PackNode | None) -> QWidget:
        """Fill the form for a row and return it."""
        library = self._library
        damaged = [each for each in library.damaged if node is not None and each.path == node.path]
        files = [each for each in library.files if node is not None and each.pack.id == node.pack]
        if damaged:
            self.damaged.show_error(damaged[0])
            return self.damaged
        if node is None or not files:
            return self.nothing
        pack = files[0].pack
        entry = find(pack, node.entry)
        kept = _("Kept in {path}").format(path=strip_bidi(str(files[0].path)))
        self.form.show_entry(entry or pack, library.rulebook, "" if entry else kept)
        return self.form
