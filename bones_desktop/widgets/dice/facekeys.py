"""What keys and the menu ask of a face, and the way arrows take over unfolded dice."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QCoreApplication, QKeyCombination, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from bones_desktop.widgets.dice.dienet import PLACES
from bones_desktop.widgets.translatable import QT_TRANSLATE_NOOP

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
    ("pick", QT_TRANSLATE_NOOP("FaceMenu", "Choose an icon…")),
    ("", ""),
    ("cut", QT_TRANSLATE_NOOP("FaceMenu", "Cut the face")),
    ("copy", QT_TRANSLATE_NOOP("FaceMenu", "Copy the face")),
    ("copy-die", QT_TRANSLATE_NOOP("FaceMenu", "Copy the whole die")),
    ("paste", QT_TRANSLATE_NOOP("FaceMenu", "Paste")),
    ("", ""),
    ("clear", QT_TRANSLATE_NOOP("FaceMenu", "Empty the face")),
)
_STEPS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def requested_edit(event: QKeyEvent) -> str:
    """Return what the platform's keys for editing ask: cut, copy, copy-die, paste or clear; "" for other keys."""
    if event.keyCombination() == _COPY_DIE:
        return "copy-die"
    return next((asked for asked, key in _STANDARD.items() if event.matches(key)), "")


def face_menu(parent: QWidget, ask: Callable[[str], None]) -> QMenu:
    """Return the menu of a face; `ask` is called with pick, cut, copy, copy-die, paste or clear."""
    menu = QMenu(parent)
    for asked, words in _ENTRIES:
        if not asked:
            menu.addSeparator()
            continue
        keys = _keys(asked).toString(QKeySequence.SequenceFormat.NativeText)
        action = menu.addAction(f"{QCoreApplication.translate('FaceMenu', words)}\t{keys}")
        action.setObjectName(asked)
        action.triggered.connect(lambda _checked=False, asked=asked: ask(asked))
    return menu


def walk(key: int, die: int, face: int, count: int, columns: int) -> tuple[int, int] | None:
    """Return the die and face a key leads to from the selected one of `count` nets; None for a key that leads nowhere.

    Arrow keys follow the unfolded cube and go on to the next die at its ends; where there is none, from its top and its
    bottom to the row between. Page Up and Page Down change the die, Home and End go to its first and last face.
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
