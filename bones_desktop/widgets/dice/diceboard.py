"""All dice of a character as nets, as large as fits, with one selected face and keys to move between faces."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import PLACES, DieNet, NetArea, NetLook
from bones_desktop.widgets.dice.facedrag import Allowed, FaceDrop, face_mime
from bones_desktop.wording.language import N_, _

_COPY_DIE: Final = QKeyCombination(
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_C
)
_STANDARD: Final = {
    "cut": QKeySequence.StandardKey.Cut,
    "copy": QKeySequence.StandardKey.Copy,
    "paste": QKeySequence.StandardKey.Paste,
    "clear": QKeySequence.StandardKey.Delete,
}
_ENTRIES: Final = (
    ("pick", N_("Choose an icon…")),
    ("", ""),
    ("cut", N_("Cut the face")),
    ("copy", N_("Copy the face")),
    ("copy-die", N_("Copy the whole die")),
    ("paste", N_("Paste")),
    ("", ""),
    ("clear", N_("Empty the face")),
)
_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def requested_edit(event: QKeyEvent) -> str:
    """Return the edit for the platform's editing keys: cut, copy, copy-die, paste, clear, or "" for other keys."""
    if event.keyCombination() == _COPY_DIE:
        return "copy-die"
    return next((asked for asked, key in _STANDARD.items() if event.matches(key)), "")


def face_menu(parent: QWidget, ask: Callable[[str], None]) -> QMenu:
    """Return the menu of a face. It calls `ask` with pick, cut, copy, copy-die, paste or clear."""
    menu = light_menu(parent)
    for asked, words in _ENTRIES:
        if not asked:
            menu.addSeparator()
            continue
        # The menu shows the keys as the user's system writes them.
        keys = _keys(asked).toString(QKeySequence.SequenceFormat.NativeText)
        action = menu.addAction(f"{_(words)}\t{keys}")
        action.setObjectName(asked)
        action.triggered.connect(partial(ask, asked))
    return menu


def walk(key: int, die: int, face: int, count: int, columns: int) -> tuple[int, int] | None:
    """Return the die and face that a key leads to from the selected one of `count` nets, or None.

    Arrow keys follow the unfolded cube and continue on the next die at its ends. If there is none, they go from the top
    or bottom face to the row between. Page Up and Page Down change the die, Home and End go to its first and last face.
    """
    last = len(PLACES) - 1
    match key:
        case Qt.Key.Key_PageUp:
            return max(die - 1, 0), face
        case Qt.Key.Key_PageDown:
            return min(die + 1, count - 1), face
        case Qt.Key.Key_Home:
            return die, 0
        case Qt.Key.Key_End:
            return die, last
    if key not in _STEPS:
        return None
    right, down = _STEPS[Qt.Key(key)]
    column, row = PLACES[face]
    if (column + right, row + down) in PLACES:
        return die, PLACES.index((column + right, row + down))
    if down and row == 1:
        return die, 0 if down < 0 else last
    there = die + right + down * columns
    if not 0 <= there < count:
        return die, PLACES.index((column + right, 1)) if right and row != 1 else face
    if down:
        return there, 0 if down > 0 else last
    return there, face if row != 1 else PLACES.index((0 if right > 0 else 3, 1))


def _keys(asked: str) -> QKeySequence:
    if asked == "pick":
        return QKeySequence(Qt.Key.Key_Return)
    return QKeySequence(_COPY_DIE) if asked == "copy-die" else QKeySequence(_STANDARD[asked])


class DiceBoard(NetArea):
    """Shows the nets of dice in equal rows and columns, and keeps the selected face.

    Keys move as in `walk`. Icons can be dragged onto faces, and faces onto other faces.
    """

    selected = Signal(int, int)
    """Die and face, once for every change."""
    face_hovered = Signal(int, int)
    """Die and face under the pointer, both -1 for none."""
    edit_requested = Signal(str, int, int)
    """The edit requested by key or menu (pick, cut, copy, copy-die, paste, clear), and the selected die and face."""
    dropped = Signal(str, int, int)
    """The code of an icon, and the die and face where it was dropped, whether it is allowed there or not."""
    typed = Signal(str)
    """A typed letter, to search for an icon."""

    def __init__(self, theme: Theme, invitation: str = "", parent: QWidget | None = None) -> None:
        """`invitation` is shown in the middle without dice."""
        super().__init__(theme, invitation, parent)
        self._looks: tuple[NetLook, ...] = ()
        self.die = 0
        self.face = 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._drop = FaceDrop(theme, self, lambda: self.nets)
        self._drop.dropped.connect(self._dropped)
        self.more: list[tuple[str, Callable[[], None]]] = []
        # The first net takes the board's place in the tab order, and later ones follow it.
        self._grown(1)

    @property
    def looks(self) -> tuple[NetLook, ...]:
        """The dice shown."""
        return self._looks

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice. The selection stays if its face still exists."""
        self._looks = tuple(looks)
        for look, net in zip(looks, self._grown(len(looks)), strict=False):
            net.set_look(look)
        if len(looks) == self._count:
            return
        self._drop.end()
        self._count = len(looks)
        self._show_nets()
        self._arrange()
        if self._count and self.die >= self._count:
            self.select(self._count - 1, self.face)
        else:
            self._mark()

    def add_to_menu(self, words: str, call: Callable[[], None]) -> None:
        """Add an entry to the menu of a face."""
        self.more.append((words, call))

    def set_allowed(self, allowed: Allowed) -> None:
        """Set the function that tells whether an icon (its code) is allowed on a face of a die."""
        self._drop.allowed = allowed

    def show_where(self, code: str) -> None:
        """Highlight the faces where `code` is allowed while it is dragged elsewhere. "" ends it."""
        if code:
            self._drop.show_where(code)
        else:
            self._drop.end()

    def select(self, die: int, face: int, *, focus: bool = False) -> None:
        """Select a face and scroll to it. `focus` also focuses it."""
        if not 0 <= die < self._count:
            return
        changed = (die, face) != (self.die, self.face)
        self.die, self.face = die, face
        self._mark()
        if focus:
            self._made[die].tiles[face].setFocus(Qt.FocusReason.OtherFocusReason)
        self._show(die)
        if changed:
            self.selected.emit(die, face)

    def focus_face(self) -> None:
        """Focus the selected face."""
        if self._count:
            self._made[self.die].tiles[self.face].setFocus(Qt.FocusReason.OtherFocusReason)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the face under the pointer, or of the selected one when requested by key."""
        if not self._count:
            return
        at = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            place = self._drop.place_at(self.viewport().mapFromGlobal(at))
            if place is None:
                return
            self.select(*place, focus=True)
        else:
            tile = self._made[self.die].tiles[self.face]
            at = tile.mapToGlobal(tile.rect().center())
        menu = face_menu(self, self._ask)
        for words, call in self.more:
            menu.addSeparator()
            menu.addAction(words, call)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    def event(self, event: QEvent) -> bool:
        """Keep the clipboard keys for the faces, whatever shortcuts the window has."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and requested_edit(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, choose, clear, copy, paste or search. Other keys are passed on."""
        asked = requested_edit(event)
        if asked and self._count:
            self._ask(asked)
            return
        plain = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        # Unused keys go to the page, which has shortcuts of its own.
        if not self._count or plain != Qt.KeyboardModifier.NoModifier or not self._pressed(event):
            event.ignore()

    def _pressed(self, event: QKeyEvent) -> bool:
        place = walk(event.key(), self.die, self.face, self._count, self._columns)
        if place is not None:
            self.select(*place, focus=True)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self._ask("pick")
        elif event.key() == Qt.Key.Key_Backspace:
            self._ask("clear")
        elif event.text().isalpha():
            self.typed.emit(event.text())
        else:
            return False
        return True

    def _grown(self, count: int) -> list[DieNet]:
        # Nets are kept and reused: making one takes longer than changing it.
        while len(self._made) < count:
            net = DieNet(self._theme, self._page)
            place = len(self._made)
            net.picked.connect(partial(self.select, place))
            net.drag_started.connect(partial(self._drag, place))
            net.face_hovered.connect(partial(self._hover, place))
            net.hide()
            if self._made:
                before = self._made[-1].tiles[-1]
                for tile in net.tiles:
                    QWidget.setTabOrder(before, tile)
                    before = tile
            self._made.append(net)
        return self._made

    def _mark(self) -> None:
        for place, net in enumerate(self._made):
            net.set_selected(self.face if place == self.die else None)

    def _show(self, die: int) -> None:
        net = self._made[die]
        self.ensureVisible(net.x(), net.geometry().center().y(), 0, net.height() // 2 + self._theme.px(4))

    def _ask(self, asked: str) -> None:
        self.edit_requested.emit(asked, self.die, self.face)

    def _hover(self, die: int, face: int) -> None:
        self.face_hovered.emit(die if face >= 0 else -1, face)

    def _drag(self, die: int, face: int) -> None:
        look = self._looks[die].faces[face]
        # An empty face has nothing to drag.
        if look.code:
            self._drop.carry(face_mime(look.code, look.label or look.code), die, face)

    def _dropped(self, code: str, die: int, face: int) -> None:
        self.select(die, face, focus=True)
        self.dropped.emit(code, die, face)
