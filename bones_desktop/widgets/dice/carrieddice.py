"""What travels of dice: a face that is dragged or copied, and a die that is copied."""

import json
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QMimeData

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
