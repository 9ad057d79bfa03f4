"""Dragging and copying icons and dice: allowed faces light up, the board scrolls at its edges."""

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
"""One die: a JSON object of template, printed (ids, "" for none) and faces (six codes)."""

_LONGEST: Final = 4_000
_FACES: Final = 6


@dataclass(frozen=True, slots=True)
class CarriedDie:
    """A die as it travels: ids of its template and of the printed die it is, and the codes of its faces."""

    template: str
    printed: str
    faces: tuple[str, ...]


def face_mime(code: str, text: str) -> QMimeData:
    """Return a face to drag or to copy; `text` is what other programs get."""
    mime = QMimeData()
    mime.setData(FACE_FORMAT, code.encode())
    mime.setText(text)
    return mime


def die_mime(die: CarriedDie, text: str) -> QMimeData:
    """Return a die to copy; `text` is what other programs get."""
    mime = QMimeData()
    carried = {"template": die.template, "printed": die.printed, "faces": die.faces}
    mime.setData(DIE_FORMAT, json.dumps(carried).encode())
    mime.setText(text)
    return mime


def carried_face(mime: QMimeData) -> str | None:
    """Return the code of the face `mime` carries, None when it carries none. Whether it is a face is not checked."""
    return _text(mime, FACE_FORMAT)


def carried_die(mime: QMimeData) -> CarriedDie | None:
    """Return the die `mime` carries, None when it carries none or something spoilt."""
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
_STEP: Final = 14
_EVERY_MS: Final = 30


class FaceDrop(Guarded, QObject):
    """Lets faces of a board take icons. Whoever owns the board says by `allowed` where an icon may stand."""

    dropped = Signal(str, int, int)
    """Code, die and face; also where the icon may not stand, so that the reason can be shown."""

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
        """Whether the board is scrolling by itself."""
        return self._timer.isActive()

    def show_where(self, code: str) -> None:
        """Light up the faces where `code` may stand, and dim the others, until `end`, wherever the pointer goes."""
        self._held = True
        self._light(code)

    def end(self) -> None:
        """Show the faces as they are again."""
        self._timer.stop()
        self._code, self._held, self._over, self._source = "", False, None, None
        for net in self._nets():
            for tile in net.tiles:
                tile.set_drop(Drop.NONE)

    def carry(self, mime: QMimeData, die: int, face: int) -> None:
        """Drag one of the board's own faces; returns when it was let fall or given up."""
        tile = self._nets()[die].tiles[face]
        self._source = (die, face)
        self.show_where(tile.look.code)
        drag_face(tile, mime, tile.look, tile.width(), self._theme)
        self.end()

    def place_at(self, at: QPoint) -> tuple[int, int] | None:
        """Return the die and face at a point of the viewport, None beside the faces."""
        viewport = self._board.viewport()
        for die, net in enumerate(self._nets()):
            if net.rect().contains(net.mapFrom(viewport, at)):
                for face, tile in enumerate(net.tiles):
                    if tile.rect().contains(tile.mapFrom(viewport, at)):
                        return die, face
        return None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take part in what is dragged over the viewport."""
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
        """Take a face that comes in; anything else goes on."""
        code = carried_face(event.mimeData())
        if not code:
            event.ignore()
            return
        self._light(code)
        self._follow(event)
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def _follow(self, event: QDragMoveEvent) -> None:
        """Follow the pointer, given in the viewport's coordinates."""
        self._at = event.position().toPoint()
        self._point()
        self._timer.start() if self._speed() else self._timer.stop()
        if self._over is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()

    def _leave(self) -> None:
        """Follow the pointer no longer; what `show_where` lit stays lit."""
        self._timer.stop()
        self._over = None
        if self._held:
            self._mark()
        else:
            self.end()

    def _receive(self, event: QDropEvent) -> None:
        """Emit `dropped`; a face dropped on itself does nothing."""
        code = carried_face(event.mimeData())
        place = self.place_at(event.position().toPoint())
        source = self._source
        self.end()
        if not code or place is None:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
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
        """Return how far to scroll in one step; 0 away from the edges or where there is no more to see."""
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
        bar.setValue(bar.value() + speed)
        self._point()


def drag_face(source: QWidget, mime: QMimeData, look: FaceLook, side: int, theme: Theme) -> Qt.DropAction:
    """Drag a face whose picture hangs at the pointer; returns when it was dropped or given up."""
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
