"""Edits a character without end until it is killed, and tells of each step: `historywriter.py FILE UNDO FIRST`."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from bones_desktop.document.bones.characterdocument import CharacterDocument, CharacterSession
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.files.characterfile import CHARACTERS, new_id
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from tests.support.rulebooks import rulebook


def opened(path: Path, undo: Path) -> tuple[CharacterDocument, CharacterSession]:
    """Open the character as a start of the program does."""
    document = CharacterDocument(rulebook(), new_character(new_id()))
    store = FileStore(CHARACTERS, Versions(undo / "versions"), lambda: datetime(2026, 11, 21, 12, tzinfo=UTC))
    session = CharacterSession(document, store, UndoHistories(undo, Character))
    session.open(path)
    return document, session


def act(document: CharacterDocument, number: int) -> None:
    """Make, undo or redo a step, whichever the number says."""
    kind = number % 9
    if kind in {5, 6}:
        document.undo_stack.undo()
    elif kind == 7:
        document.undo_stack.redo()
    else:
        document.apply(f"{number}", lambda now: now.with_(notes=f"{number} {'x' * 200}"))


def main(path: Path, undo: Path, first: int) -> None:
    application = QCoreApplication([])
    document, session = opened(path, undo)
    os.write(1, b"ready\n")
    while True:
        first += 1
        act(document, first)
        if first % 40 == 0:
            session.flush()
        os.write(1, b"%d\n" % first)
        assert application


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
