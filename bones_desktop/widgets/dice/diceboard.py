"""All dice of a character as nets, as large as the room allows, with one face selected and keys to move about."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
)
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dicemodel import DiceModel
from bones_desktop.widgets.dice.dienet import DieNet, NetLook
from bones_desktop.widgets.dice.facedrag import Allowed, FaceDrop
from bones_desktop.widgets.dice.facekeys import face_menu, requested_edit, walk
from bones_desktop.widgets.dice.netarea import NetArea
from bones_desktop.widgets.guarded import guarded


class DiceBoard(NetArea):
    """Shows the nets of a DiceModel in equal rows and columns, and keeps which face is selected.

    Keys move as `walk` says. Icons are dragged onto faces, and faces onto one another.
    """

    selected = Signal(int, int)
    """Die and face, once for every change."""
    face_hovered = Signal(int, int)
    """Die and face the pointer is over now, both -1 for none."""
    pick_requested = Signal()
    """Enter or Space: choose an icon for the selected face."""
    clear_requested = Signal()
    copy_requested = Signal()
    copy_die_requested = Signal()
    cut_requested = Signal()
    paste_requested = Signal()
    dropped = Signal(str, int, int)
    """The code of an icon, and the die and face it was let fall on, whether it may stand there or not."""
    typed = Signal(str)
    """A letter, to search for an icon."""

    def __init__(self, theme: Theme, invitation: str = "", parent: QWidget | None = None) -> None:
        """`invitation` stands in the middle while there are no dice."""
        super().__init__(theme, invitation, parent)
        self._model = DiceModel(self)
        self.die = 0
        self.face = 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._drop = FaceDrop(theme, self, lambda: self.nets)
        self._drop.dropped.connect(self._dropped)
        self._asks = {
            "pick": self.pick_requested,
            "copy": self.copy_requested,
            "copy-die": self.copy_die_requested,
            "cut": self.cut_requested,
            "paste": self.paste_requested,
            "clear": self.clear_requested,
        }
        self.more: list[tuple[str, Callable[[], None]]] = []
        self._grown(1)  # the first net takes the board's place in the order of Tab, later ones follow it
        self._model.dataChanged.connect(self._data_changed)
        for changed in (self._model.rowsInserted, self._model.rowsRemoved, self._model.modelReset):
            changed.connect(self._fill)

    @property
    def model(self) -> DiceModel:
        """The dice shown."""
        return self._model

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice by the present model; the selection stays where it still can."""
        self._model.set_looks(looks)

    def add_to_menu(self, words: str, call: Callable[[], None]) -> None:
        """Offer one thing more in the menu of a face."""
        self.more.append((words, call))

    def set_allowed(self, allowed: Allowed) -> None:
        """Set what tells, of a code, a die and a face, whether the icon may stand there."""
        self._drop.allowed = allowed

    def show_where(self, code: str) -> None:
        """Light up the faces where `code` may stand while it is dragged elsewhere; "" ends it."""
        if code:
            self._drop.show_where(code)
        else:
            self._drop.end()

    def select(self, die: int, face: int, *, focus: bool = False) -> None:
        """Select a face and bring it into view; `focus` also focuses it."""
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
        """Open the menu of the face below the pointer, or of the selected one when asked for by a key."""
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
        menu = face_menu(self, lambda asked: self._asks[asked].emit())
        for words, call in self.more:
            menu.addSeparator()
            menu.addAction(words, call)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(at)

    @guarded(False)
    def event(self, event: QEvent) -> bool:
        """Keep the keys of the clipboard for the faces, whatever shortcuts the window has."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and requested_edit(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move, choose, clear, copy, paste or search; other keys go on."""
        asked = requested_edit(event)
        if asked and self._count:
            self._asks[asked].emit()
            return
        plain = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        if not self._count or plain != Qt.KeyboardModifier.NoModifier or not self._pressed(event):
            event.ignore()

    def _pressed(self, event: QKeyEvent) -> bool:
        place = walk(event.key(), self.die, self.face, self._count, self._columns)
        if place is not None:
            self.select(*place, focus=True)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space}:
            self.pick_requested.emit()
        elif event.key() == Qt.Key.Key_Backspace:
            self.clear_requested.emit()
        elif event.text().isalpha():
            self.typed.emit(event.text())
        else:
            return False
        return True

    def _grown(self, count: int) -> list[DieNet]:
        while len(self._made) < count:
            net = DieNet(self._theme, self._page)
            place = len(self._made)
            net.picked.connect(lambda face, place=place: self.select(place, face))
            net.drag_started.connect(lambda face, place=place: self._drag(place, face))
            net.face_hovered.connect(lambda face, place=place: self.face_hovered.emit(place if face >= 0 else -1, face))
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

    def _fill(self) -> None:
        """Show the dice of the model. Nets are made when first needed and kept."""
        looks = self._model.looks
        for look, net in zip(looks, self._grown(len(looks)), strict=False):
            net.set_look(look)
        if len(looks) == self._count:
            return
        self._drop.end()
        self._count = len(looks)
        for place, net in enumerate(self._made):
            net.setVisible(place < self._count)
        self._arrange()
        if self._count and self.die >= self._count:
            self.select(self._count - 1, self.face)
        else:
            self._mark()

    def _data_changed(self, first: QModelIndex, last: QModelIndex) -> None:
        die = first.parent()
        looks = self._model.looks
        for row in range(first.row(), last.row() + 1):
            if die.isValid():
                self._made[die.row()].set_face(row, looks[die.row()].faces[row])
            else:
                self._made[row].set_look(looks[row])

    def _drag(self, die: int, face: int) -> None:
        mime = self._model.mimeData([self._model.face_index(die, face)])
        if mime is not None:
            self._drop.carry(mime, die, face)

    def _dropped(self, code: str, die: int, face: int) -> None:
        self.select(die, face, focus=True)
        self.dropped.emit(code, die, face)
