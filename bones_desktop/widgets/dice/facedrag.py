"""Dragging and copying icons and dice: allowed faces are highlighted, and the board scrolls at its edges."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QDrag, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QPainter, QPixmap
from PySide6.QtWidgets import QScrollArea, QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.dienet import DieNet
from bones_desktop.widgets.dice.facelook import FaceLook, paint_face
from bones_desktop.widgets.dice.facetile import Drop
from bones_desktop.widgets.guarded import Guarded

FACE_FORMAT: Final = "application/vnd.bones-desktop.face"
"""One face: its code in UTF-8."""
DIE_FORMAT: Final = "application/vnd.bones-desktop.die"
"""One die: a JSON object with template, printed (ids, "" for none) and faces (six codes)."""

# The clipboard can hold anything. No real die comes near this length.
_LONGEST: Final = 4_000
_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class CarriedDie:
    """A die on the clipboard: ids of its template and printed die, and the codes of its faces."""

    template: str
    printed: str
    faces: tuple[str, ...]


def face_mime(code: str, text: str) -> QMimeData:
    """Return a face to drag or copy. `text` is for other programs."""
    mime = QMimeData()
    mime.setData(FACE_FORMAT, code.encode())
    mime.setText(text)
    return mime


def die_mime(die: CarriedDie, text: str) -> QMimeData:
    """Return a die to copy. `text` is for other programs."""
    mime = QMimeData()
    carried = {"template": die.template, "printed": die.printed, "faces": die.faces}
    mime.setData(DIE_FORMAT, json.dumps(carried).encode())
    mime.setText(text)
    return mime


def carried_face(mime: QMimeData) -> str | None:
    """Return the code of the face in `mime`, or None. Whether the code names a face is not checked."""
    return _text(mime, FACE_FORMAT)


def carried_die(mime: QMimeData) -> CarriedDie | None:
    """Return the die in `mime`, or None if there is none or it is damaged."""
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

# Pixels at 100 % text size: the zone at the edge in which the board scrolls, and the distance of one step.
_EDGE: Final = 36
_STEP: Final = 14
_EVERY_MS: Final = 30


class FaceDrop(Guarded, QObject):
    """Lets faces of a board accept icons.

    The owner of the board sets `allowed`, which tells where an icon is allowed.
    """

    dropped = Signal(str, int, int)
    """Code, die and face. Also emitted where the icon is not allowed, so that the reason can be shown."""

    def __init__(self, theme: Theme, board: QScrollArea, nets: Callable[[], Sequence[DieNet]]) -> None:
        super().__init__(board)
        self._theme = theme
        self._board = board
        self._nets = nets
        self.allowed: Allowed = lambda _code, _die, _face: True
        self._open: frozenset[tuple[int, int]] = frozenset()
        self._code = ""
        self._held = False
        self._over: tuple[int, int] | None = None
        self._at = QPoint()
        self._source: tuple[int, int] | None = None
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._scroll)
        board.viewport().setAcceptDrops(True)
        board.viewport().installEventFilter(self)

    @property
    def scrolls(self) -> bool:
        """Whether the board is scrolling automatically."""
        return self._timer.isActive()

    def show_where(self, code: str) -> None:
        """Highlight the faces where `code` is allowed and dim the others until `end`, wherever the pointer goes."""
        self._held = True
        self._light(code)

    def end(self) -> None:
        """Show all faces normally again."""
        self._timer.stop()
        self._code, self._held, self._over, self._source = "", False, None, None
        for net in self._nets():
            for tile in net.tiles:
                tile.set_drop(Drop.NONE)

    def carry(self, mime: QMimeData, die: int, face: int) -> None:
        """Drag one of the board's own faces. Return when it was dropped or the drag was cancelled."""
        tile = self._nets()[die].tiles[face]
        self._source = (die, face)
        self.show_where(tile.look.code)
        drag_face(tile, mime, tile.look, tile.width(), self._theme)
        self.end()

    def place_at(self, at: QPoint) -> tuple[int, int] | None:
        """Return the die and face at a point of the viewport, or None outside all faces."""
        viewport = self._board.viewport()
        for die, net in enumerate(self._nets()):
            if net.rect().contains(net.mapFrom(viewport, at)):
                for face, tile in enumerate(net.tiles):
                    if tile.rect().contains(tile.mapFrom(viewport, at)):
                        return die, face
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle drags over the viewport."""
        match event:
            case QDragEnterEvent():
                self._enter(event)
            case QDropEvent() if event.type() is QEvent.Type.Drop:
                self._receive(event)
            case QDragMoveEvent():
                self._follow(event)
            case QDragLeaveEvent():
                self._leave()
            case _:
                return super().eventFilter(watched, event)
        return True

    def _enter(self, event: QDragMoveEvent) -> None:
        """Accept a face that is dragged in. Ignore anything else."""
        code = carried_face(event.mimeData())
        if not code:
            event.ignore()
            return
        self._light(code)
        # The source may offer a move, but an icon of the palette must stay there.
        self._follow(event)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def _follow(self, event: QDragMoveEvent) -> None:
        """Follow the pointer, in coordinates of the viewport."""
        self._at = event.position().toPoint()
        self._point()
        self._timer.start() if self._speed() else self._timer.stop()
        if self._over is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def _leave(self) -> None:
        """Stop following the pointer. Highlights of `show_where` stay."""
        self._timer.stop()
        self._over = None
        if self._held:
            self._mark()
        else:
            self.end()

    def _receive(self, event: QDropEvent) -> None:
        """Emit `dropped`, except for a face dropped on itself."""
        code = carried_face(event.mimeData())
        place = self.place_at(event.position().toPoint())
        source = self._source
        # Ended first: the receiver may show a message or replace the nets.
        self.end()
        if not code or place is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        # A face dropped on itself is a cancelled drag.
        if place != source:
            self.dropped.emit(code, *place)

    def _light(self, code: str) -> None:
        if code == self._code:
            return
        self._code = code
        self._open = frozenset(
            (die, face)
            for die, net in enumerate(self._nets())
            for face in range(len(net.tiles))
            if self.allowed(code, die, face)
        )
        self._mark()

    def _point(self) -> None:
        place = self.place_at(self._at)
        if place != self._over:
            self._over = place
            self._mark()

    def _mark(self) -> None:
        for die, net in enumerate(self._nets()):
            for face, tile in enumerate(net.tiles):
                place = (die, face)
                if place in self._open:
                    tile.set_drop(Drop.TARGET if place == self._over else Drop.OPEN)
                else:
                    tile.set_drop(Drop.REFUSING if place == self._over else Drop.SHUT)

    def _speed(self) -> int:
        """Return the distance of one scroll step, 0 away from the edges or at the end."""
        bar, height = self._board.verticalScrollBar(), self._board.viewport().height()
        edge, step = self._theme.px(_EDGE), self._theme.px(_STEP)
        if self._at.y() < edge and bar.value() > bar.minimum():
            return -step
        if self._at.y() > height - edge and bar.value() < bar.maximum():
            return step
        return 0

    def _scroll(self) -> None:
        speed = self._speed()
        if not speed:
            self._timer.stop()
            return
        bar = self._board.verticalScrollBar()
        # The pointer rests while the board moves below it, so another face is under it now.
        bar.setValue(bar.value() + speed)
        self._point()


def drag_face(source: QWidget, mime: QMimeData, look: FaceLook, side: int, theme: Theme) -> Qt.DropAction:
    """Drag a face with its picture at the pointer. Return when it was dropped or the drag was cancelled."""
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
