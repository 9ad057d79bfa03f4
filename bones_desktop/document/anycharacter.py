"""Changing any character of the shelf, open or not: the step goes where its player will find it to undo."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, SignalInstance

from bones_desktop.document.closedfiles import ClosedFiles
from bones_desktop.document.document import CharacterDocument
from bones_desktop.document.session import CharacterSession
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.files.undohistory import StoredStep


@dataclass(frozen=True, slots=True)
class MadeStep:
    """A step that was made, as `take_back` needs it."""

    path: Path
    step: StoredStep

    @property
    def before(self) -> Character:
        """The character before the step."""
        return self.step.before

    @property
    def after(self) -> Character:
        """The character as the step left it."""
        return self.step.after

    @property
    def is_change(self) -> bool:
        """Whether it changed anything; otherwise nothing was written, and there is nothing to take back."""
        return self.before != self.after


class AnyCharacter:
    """Edits the open character through the document, every other one in its file."""

    def __init__(self, document: CharacterDocument, session: CharacterSession, closed: ClosedFiles) -> None:
        self._document = document
        self._session = session
        self._closed = closed

    @property
    def file_saved(self) -> SignalInstance:
        """Emitted when the open character was written to its file."""
        return self._session.file_saved

    def is_saved(self) -> bool:
        """Return whether the open character is on the disk as it is on the screen."""
        return self._session.is_saved

    def read(self, path: Path) -> Character:
        """Return the character as it is now: on the screen when it is open, else in its file.

        FileProblem or CharacterFileError when the file cannot be read.
        """
        return self._document.character if self._is_open(path) else self._closed.read(path)

    def apply(self, path: Path, name: str, edit: Callable[[Character], Character]) -> MadeStep:
        """Make `edit` as an undo step called `name` of the character at `path`; one that changes nothing is no step.

        Raises RulesError when the edit is refused or the open character is read-only, FileProblem ("newer" for a file
        of a newer program) or CharacterFileError when a file cannot be read or written. Then nothing is changed. That
        the open character cannot be saved is told by its session, and tried again there.
        """
        if not self._is_open(path):
            return MadeStep(path, self._closed.apply(path, name, edit))
        before = self._document.character
        self._document.apply(name, edit)
        return MadeStep(path, StoredStep(name, before, self._document.character))

    def take_back(self, made: MadeStep) -> Character:
        """Undo a step and return the character before it, whether it was opened or closed since.

        Raises RulesError `changed-since-step` when the character is not as the step left it any more; else as `apply`.
        """
        if not made.is_change:
            return made.before
        name = _tr("Take back: {step}").format(step=made.step.name)
        if not self._is_open(made.path, made.before.id):
            return self._closed.take_back(made.path, made.step, name)
        document, step = self._document, made.step
        if document.character != step.after:
            raise refuse("changed-since-step")
        last = document.last_step
        if last is not None and (last.before, last.after) == (step.before, step.after):
            document.undo_stack.undo()
        else:
            document.apply(name, lambda _now: step.before)
        return document.character

    def _is_open(self, path: Path, character_id: str = "") -> bool:
        """Return whether the file is the open one; with an id, also when the open one was that file and renamed."""
        opened = self._session.path
        if opened is None:
            return False
        if os.path.realpath(opened) == os.path.realpath(path):
            return True
        return self._document.character.id == character_id and not path.exists()


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnyCharacter", text)
