"""Shows all dice of a character as nets, as large as possible. One face is selected; keys select another.

The user can drag and copy icons and faces. During a drag, the faces where the icon is allowed are highlighted, and the
board scrolls near its upper and lower edges.
"""

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QEvent, QKeyCombination, QMimeData, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import QMenu, QWidget

from bones_desktop.rules.records import Record
from bones_desktop.theme.measures import light_menu
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import PLACES, DieNet, NetLook, NetPreview
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.dice.facetile import Drop
from bones_desktop.widgets.layouts import follow_one_another
from bones_desktop.wording.language import N_, _

FACE_FORMAT: Final = "application/vnd.bones-desktop.face"
"""MIME type of one face. Its data are the code of the face in UTF-8."""
DIE_FORMAT: Final = "application/vnd.bones-desktop.die"
"""MIME type of one die.

Its data are a JSON object with "template" and "printed" (ids, "" for none) and "faces" (six codes).
"""

# The clipboard can contain anything. Data longer than this is not a die.
_LONGEST: Final = 4_000
_FACES: Final = 6


class CarriedDie(Record):
    """A die on the clipboard: ids of its template and printed die, and the codes of its faces."""

    template: str
    printed: str
    faces: tuple[str, ...]


def face_mime(code: str, text: str) -> QMimeData:
    """Return a face for a drag or for the clipboard. Programs other than this one get `text`."""
    mime = QMimeData()
    mime.setData(FACE_FORMAT, code.encode())
    mime.setText(text)
    return mime


def die_mime(die: CarriedDie, text: str) -> QMimeData:
    """Return a die for the clipboard. Programs other than this one get `text`."""
    mime = QMimeData()
    carried = {"template": die.template, "printed": die.printed, "faces": die.faces}
    mime.setData(DIE_FORMAT, json.dumps(carried).encode())
    mime.setText(text)
    return mime


def carried_face(mime: QMimeData) -> str | None:
    """Return the code of the face in `mime`; None if it contains no face. Whether the code exists is not checked."""
    return _text(mime, FACE_FORMAT)


def carried_die(mime: QMimeData) -> CarriedDie | None:
    """Return the die in `mime`; None if it contains no die or the die is damaged."""
    try:
        read = json.loads(_text(mime, DIE_FORMAT) or "null")
    except (ValueError, RecursionError):
        return None
    if not isinstance(read, dict):
        return None
    faces = read.get("faces")
    if not isinstance(faces, list) or len(faces) != _FACES:
        return None
    texts = [read.get("template"), read.get("printed"), *faces]
    codes = [text for text in texts if isinstance(text, str)]
    return CarriedDie(codes[0], codes[1], tuple(codes[2:])) if len(codes) == len(texts) else None


def _text(mime: QMimeData, name: str) -> str | None:
    if not mime.hasFormat(name):
        return None
    data = bytes(mime.data(name).data())
    if len(data) > _LONGEST:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


Allowed = Callable[[str, int, int], bool]
_EDGE: Final = 36
"""Height, at 100 % text size, of the zones at the upper and lower edge in which a drag scrolls the board."""


def drag_face(source: QWidget, mime: QMimeData, look: FaceLook, side: int, theme: Theme) -> Qt.DropAction:
    """Drag a face, with its picture at the pointer. Return after the user drops the face or cancels the drag."""
    ratio = source.devicePixelRatioF()
    picture = QPixmap(round(side * ratio), round(side * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    paint_face(painter, QRectF(1, 1, side - 2, side - 2), FaceLook(code=look.code, body=look.body), theme, lifted=True)
    painter.end()
    drag = QDrag(source)
    drag.setMimeData(mime)
    drag.setPixmap(picture)
    drag.setHotSpot(QPointF(side / 2, side / 2).toPoint())
    return drag.exec(Qt.DropAction.CopyAction)


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
    """Return the edit that a key requests on this platform: cut, copy, copy-die, paste or clear; "" for none."""
    if event.keyCombination() == _COPY_DIE:
        return "copy-die"
    return next((asked for asked, key in _STANDARD.items() if event.matches(key)), "")


def face_menu(parent: QWidget, ask: Callable[[str], None]) -> QMenu:
    """Return the context menu of a face. It calls `ask` with pick, cut, copy, copy-die, paste or clear."""
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
    """Return the die and face that `key` selects next among `count` nets; None for other keys.

    Arrow keys move within the net and continue on the next die. Where there is no next die, they move from the top or
    bottom face to the middle row. Page Up and Page Down change the die; Home and End select its first and last face.
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


class DiceBoard(NetPreview):
    """Shows the nets of dice in a grid, with one selected face.

    Keys move the selection as in `walk`. Icons can be dragged onto faces, and faces onto other faces.
    """

    selected = Signal(int, int)
    """Emitted once for every change of the selection, with the selected die and face."""
    face_hovered = Signal(int, int)
    """Emitted with the die and face under the pointer; -1 and -1 for none."""
    edit_requested = Signal(str, int, int)
    """Emitted with an edit (pick, cut, copy, copy-die, paste, clear) and the selected die and face."""
    dropped = Signal(str, int, int)
    """Emitted with the code of a dropped icon, the die and the face, even if the icon is not allowed there."""
    typed = Signal(str)
    """Emitted with a typed letter, to search for an icon."""

    def __init__(self, theme: Theme, invitation: str = "", parent: QWidget | None = None) -> None:
        """`invitation` is shown in the middle if there are no dice."""
        super().__init__(theme, invitation, parent)
        self.looks: tuple[NetLook, ...] = ()
        """The dice shown."""
        self.die = 0
        self.face = 0
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.allowed: Allowed = _anywhere
        """Returns whether an icon is allowed on a face of a die."""
        self._open: frozenset[tuple[int, int]] = frozenset()
        """The faces where the dragged icon is allowed."""
        self._code = ""
        """The dragged icon; "" for none."""
        self._held = False
        """True if the highlighted faces stay highlighted when the pointer leaves the board."""
        self._over: tuple[int, int] | None = None
        self._source: tuple[int, int] | None = None
        """The face of this board that is being dragged."""
        self.setAcceptDrops(True)
        self.more: list[tuple[str, Callable[[], None]]] = []
        # The first net is created now, so that all nets get the position of the board in the Tab order.
        self._made.append(self._new_net(0))

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice. The selection stays if its face still exists."""
        changed = len(looks) != self._count
        self.looks = tuple(looks)
        if changed:
            self._end_drag()
        super().set_looks(looks)
        if changed and self._count and self.die >= self._count:
            self.select(self._count - 1, self.face)
        elif changed:
            self._mark()

    def add_to_menu(self, words: str, call: Callable[[], None]) -> None:
        """Add an entry to the menu of a face."""
        self.more.append((words, call))

    def show_where(self, code: str) -> None:
        """Highlight the faces where `code` is allowed while the icon is dragged elsewhere; "" removes the highlight."""
        if code:
            self._held = True
            self._light(code)
        else:
            self._end_drag()

    def place_at(self, at: QPoint) -> tuple[int, int] | None:
        """Return the die and face at a point of the viewport; None outside all faces."""
        for die, net in enumerate(self.nets):
            for face, tile in enumerate(net.tiles):
                if tile.rect().contains(tile.mapFrom(self.viewport(), at)):
                    return die, face
        return None

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
        """Open the menu of the face under the pointer. If a key opens the menu, use the selected face."""
        if not self._count:
            return
        at = event.globalPos()
        if event.reason() is QContextMenuEvent.Reason.Mouse:
            place = self.place_at(self.viewport().mapFromGlobal(at))
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
        """Handle the clipboard keys here, even if the window has shortcuts with these keys."""
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and requested_edit(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selection, or pick, clear, copy, paste or search for an icon. Other keys are passed on."""
        asked = requested_edit(event)
        if asked and self._count:
            self._ask(asked)
            return
        plain = event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        # Keys that the board does not use go to the page, which has other shortcuts.
        if not self._count or plain != Qt.KeyboardModifier.NoModifier or not self._pressed(event):
            event.ignore()

    def _pressed(self, event: QKeyEvent) -> bool:
        place = walk(event.key(), self.die, self.face, self._count, self.columns)
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

    def _new_net(self, place: int) -> DieNet:
        net = DieNet(self._theme, self._page)
        net.picked.connect(partial(self.select, place))
        net.drag_started.connect(partial(self._drag, place))
        net.face_hovered.connect(partial(self._hover, place))
        net.hide()
        if place:
            follow_one_another((self._made[-1].tiles[-1], *net.tiles))
        return net

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
        """Drag a face of this board. Return after the user drops the face or cancels the drag."""
        look, tile = self.looks[die].faces[face], self.nets[die].tiles[face]
        # An empty face cannot be dragged.
        if look.code:
            self._source = (die, face)
            self.show_where(look.code)
            drag_face(tile, face_mime(look.code, look.label or look.code), look, tile.width(), self._theme)
            self._end_drag()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Accept a dragged face and ignore anything else."""
        code = carried_face(event.mimeData())
        if not code:
            event.ignore()
            return
        self._light(code)
        self.dragMoveEvent(event)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Highlight the face under the pointer. Near an edge of the board, scroll."""
        at = event.position().toPoint()
        across, down = self.horizontalScrollBar().value(), self.verticalScrollBar().value()
        self.ensureVisible(at.x() + across, at.y() + down, 0, self._theme.px(_EDGE))
        # Scrolling may have moved the board, so the pointer may be over another face now.
        place = self.place_at(at)
        if place != self._over:
            self._over = place
            self._mark_drop()
        if self._over is None:
            event.ignore()
            return
        # Even if the source offers a move, the icon is copied, because it must stay in the palette.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def dragLeaveEvent(self, _event: QDragLeaveEvent) -> None:
        """Remove the highlight of the face under the pointer. Faces highlighted by `show_where` stay highlighted."""
        self._over = None
        if self._held:
            self._mark_drop()
        else:
            self._end_drag()

    def dropEvent(self, event: QDropEvent) -> None:
        """Emit `dropped`, except for a face dropped on itself."""
        code, source = carried_face(event.mimeData()), self._source
        place = self.place_at(event.position().toPoint())
        # The drag ends before the signal is emitted, because the receiver may show a message or replace the nets.
        self._end_drag()
        if not code or place is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        # A face dropped on itself means that the user cancelled the drag.
        if place != source:
            self.select(*place, focus=True)
            self.dropped.emit(code, *place)

    def _light(self, code: str) -> None:
        if code != self._code:
            self._code = code
            places = ((die, face) for die, net in enumerate(self.nets) for face in range(len(net.tiles)))
            self._open = frozenset(place for place in places if self.allowed(code, *place))
            self._mark_drop()

    def _mark_drop(self) -> None:
        for die, net in enumerate(self.nets):
            for face, tile in enumerate(net.tiles):
                place = (die, face)
                if place in self._open:
                    tile.set_drop(Drop.TARGET if place == self._over else Drop.OPEN)
                else:
                    tile.set_drop(Drop.REFUSING if place == self._over else Drop.SHUT)

    def _end_drag(self) -> None:
        """Show all faces normally again."""
        self._code, self._held, self._over, self._source = "", False, None, None
        for net in self.nets:
            for tile in net.tiles:
                tile.set_drop(Drop.NONE)


def _anywhere(_code: str, _die: int, _face: int) -> bool:
    return True
