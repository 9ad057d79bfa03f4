"""Dice as an item model, and what travels of them: the dice are rows, their six faces rows below each."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import takewhile
from typing import Final, overload

from PySide6.QtCore import QAbstractItemModel, QMimeData, QModelIndex, QObject, Qt

from bones_desktop.rules.bones.book.notation import UNFILLED_NAME
from bones_desktop.widgets.dice.dienet import NetLook
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.rows import Index


class DiceRole(IntEnum):
    """Roles beside Qt's own."""

    NET = Qt.ItemDataRole.UserRole + 1
    """The NetLook of a die."""
    FACE = Qt.ItemDataRole.UserRole + 2
    """The FaceLook of a face."""


class DiceModel(QAbstractItemModel):
    """The dice of one character as they are shown."""

    def __init__(self, parent: QObject | None = None, looks: Sequence[NetLook] = ()) -> None:
        super().__init__(parent)
        self._looks = list(looks)
        self._ids = list(range(1, len(looks) + 1))
        """One number for each die as long as it is shown: faces find their die by it, wherever its row has gone."""
        self._next_id = len(looks) + 1

    @property
    def looks(self) -> tuple[NetLook, ...]:
        """What is shown, first die first."""
        return tuple(self._looks)

    def set_looks(self, looks: Sequence[NetLook]) -> None:
        """Show these dice. Rows come and go with their dice; of the others only changes are reported."""
        same = sum(1 for _ in takewhile(lambda pair: _codes(pair[0]) == _codes(pair[1]), zip(self._looks, looks)))  # noqa: B905
        more = len(looks) - len(self._looks)
        if more > 0:
            self.beginInsertRows(QModelIndex(), same, same + more - 1)
            self._looks[same:same] = looks[same : same + more]
            self._ids[same:same] = range(self._next_id, self._next_id + more)
            self._next_id += more
            self.endInsertRows()
        elif more < 0:
            self.beginRemoveRows(QModelIndex(), same, same - more - 1)
            del self._looks[same : same - more]
            del self._ids[same : same - more]
            self.endRemoveRows()
        for row, look in enumerate(looks):
            self._show(row, look)

    def die_index(self, die: int) -> QModelIndex:
        """Return the index of a die, counted from 0."""
        return self.index(die, 0)

    def face_index(self, die: int, face: int) -> QModelIndex:
        """Return the index of a face, both counted from 0."""
        return self.index(face, 0, self.index(die, 0))

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        """Return the index of a die, or of a face of the die `parent`."""
        if column or not 0 <= row < self.rowCount(parent):
            return QModelIndex()
        return self.createIndex(row, 0, self._ids[parent.row()] if parent.isValid() else 0)

    @overload
    def parent(self) -> QObject | None: ...

    @overload
    def parent(self, child: Index, /) -> QModelIndex: ...

    def parent(self, child: Index | None = None) -> QModelIndex | QObject | None:
        """Return the die a face is on; dice have no parent. Without an index, the object that owns the model."""
        if child is None:
            return super().parent()
        if not child.isValid() or not child.internalId() or child.internalId() not in self._ids:
            return QModelIndex()
        return self.createIndex(self._ids.index(child.internalId()), 0, 0)

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Return how many dice there are, or how many faces a die has."""
        if not parent.isValid():
            return len(self._looks)
        if parent.internalId() or parent.column() or not 0 <= parent.row() < len(self._looks):
            return 0
        return len(self._looks[parent.row()].faces)

    def columnCount(self, _parent: Index = QModelIndex()) -> int:
        """Return 1."""
        return 1

    @guarded(None)
    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what is written, what a screen reader says, the tip or the look itself."""
        look = self._look(index)
        if isinstance(look, NetLook):
            return self._die_data(look, role)
        if isinstance(look, FaceLook):
            return self._face_data(look, role)
        return None

    @guarded(Qt.ItemFlag.NoItemFlags)
    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that dice and faces can be chosen, and filled faces dragged."""
        look = self._look(index)
        if look is None:
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(look, FaceLook):
            flags |= Qt.ItemFlag.ItemNeverHasChildren
            if look.code:
                flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def supportedDragActions(self) -> Qt.DropAction:
        """Return that faces are copied, never moved."""
        return Qt.DropAction.CopyAction

    def mimeTypes(self) -> list[str]:
        """Return the formats `mimeData` makes."""
        return [FACE_FORMAT, DIE_FORMAT, "text/plain"]

    @guarded(None)
    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData | None:  # type: ignore[override]
        """Return the first face or die of `indexes` to drag or to copy, None when there is nothing on it."""
        look = self._look(indexes[0]) if indexes else None
        if isinstance(look, NetLook):
            codes = tuple(shown.code for shown in look.faces)
            names = (shown.label or shown.code or UNFILLED_NAME for shown in look.faces)
            return die_mime(CarriedDie("", "", codes), ", ".join(names))
        return face_mime(look.code, look.label or look.code) if look is not None and look.code else None

    def _show(self, row: int, look: NetLook) -> None:
        before, self._looks[row] = self._looks[row], look
        if before == look:
            return
        if replace(before, faces=()) != replace(look, faces=()):
            self.dataChanged.emit(self.die_index(row), self.die_index(row))
        for face, (old, new) in enumerate(zip(before.faces, look.faces, strict=True)):
            if old != new:
                self.dataChanged.emit(self.face_index(row, face), self.face_index(row, face))

    def _look(self, index: Index) -> NetLook | FaceLook | None:
        if not index.isValid():
            return None
        if not index.internalId():
            return self._looks[index.row()] if index.row() < len(self._looks) else None
        die = index.parent()
        return self._looks[die.row()].faces[index.row()] if die.isValid() else None

    def _die_data(self, look: NetLook, role: int) -> object:
        match role:
            case DiceRole.NET:
                return look
            case Qt.ItemDataRole.DisplayRole:
                return look.title
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(look.note)
            case Qt.ItemDataRole.AccessibleTextRole:
                return look.name
        return None

    def _face_data(self, look: FaceLook, role: int) -> object:
        match role:
            case DiceRole.FACE:
                return look
            case Qt.ItemDataRole.DisplayRole:
                return look.label or look.code
            case Qt.ItemDataRole.ToolTipRole:
                return plain_tip(look.tip)
            case Qt.ItemDataRole.AccessibleTextRole:
                return look.name
        return None


def _codes(look: NetLook) -> tuple[str, tuple[str, ...]]:
    return look.title, tuple(shown.code for shown in look.faces)


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
