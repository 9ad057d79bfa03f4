"""Changes values in their files, open or not: each change is a step in the history of the value it belongs to."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Generic

from PySide6.QtCore import SignalInstance

from bones_desktop.document.document import Document
from bones_desktop.document.session import Session
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.files.datafile import ValueT
from bones_desktop.storage.files.saving import FileStore, SavedFile
from bones_desktop.storage.files.textfiles import FileProblem, is_there
from bones_desktop.storage.files.undohistory import FileStep, History, HistoryStep, OpenHistory, UndoHistories
from bones_desktop.wording.language import _

TRIES: Final = 3
"""How often an edit is made again because the file changed between reading and writing."""


class ClosedFiles(Generic[ValueT]):
    """Edits files without opening them into the document; the file before each edit is kept as a version."""

    def __init__(self, store: FileStore[ValueT], histories: UndoHistories[ValueT]) -> None:
        self._store = store
        self._histories = histories

    def read(self, path: Path) -> ValueT:
        """Return the value in the file at `path`; FileProblem or DataFileError when it cannot be read."""
        return self._store.open(path).value

    def history(self, path: Path) -> History[ValueT]:
        """Return the history of the value in the file at `path`, empty where there is none; errors as `read`."""
        saved = self._store.open(path)
        return self._histories.of(saved.value.id).load(saved.value) or History((), 0)

    def apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str = "") -> HistoryStep[ValueT]:
        """Make `edit` as a step called `name` in the file at `path`, and return the step. `mark`: see `HistoryStep`.

        Raises RulesError when the edit is refused, FileProblem or DataFileError when the file cannot be read or
        written; then it is as it was.
        """
        for _unused in range(TRIES - 1):
            try:
                return self._apply(path, name, edit, mark)
            except FileProblem as error:
                if error.code != "changed-outside":
                    raise
        return self._apply(path, name, edit, mark)

    def take_back(self, path: Path, step: HistoryStep[ValueT], name: str) -> ValueT:
        """Undo `step`, made by `apply`, in the file at `path`, and return the value before it.

        Once the value is opened the step can be redone. Where it is not the last step of the history, though the value
        is as the step left it, taking it back becomes a step of its own called `name`, with its mark. Raises RulesError
        `changed-since-step` when the value is not as the step left it, FileProblem or DataFileError as `apply`; then
        the file is as it was.
        """
        saved = self._store.open(path)
        if saved.value != step.after:
            raise refuse("changed-since-step")
        kept = self._histories.of(step.after.id)
        history = kept.load(saved.value)
        done = history.done if history else ()
        if history is None:
            saved.save(step.before)
        elif done and done[-1] == step:
            self._save(saved, step.before, kept, history.steps, history.undone + 1)
        else:
            self._save(saved, step.before, kept, (*done, HistoryStep(name, step.after, step.before, step.mark)), 0)
        return step.before

    def _apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str) -> HistoryStep[ValueT]:
        saved = self._store.open(path)
        before = saved.value
        step = HistoryStep(name, before, edit(before), mark)
        if step.after == before:
            return step
        kept = self._histories.of(before.id)
        history = kept.load(saved.value)
        self._save(saved, step.after, kept, (*(history.done if history else ()), step), 0)
        return step

    def _save(
        self,
        saved: SavedFile[ValueT],
        value: ValueT,
        kept: OpenHistory[ValueT],
        steps: Sequence[HistoryStep[ValueT]],
        undone: int,
    ) -> None:
        """Save the value, its history just ahead; that is a convenience, and the value is safe without it."""

        def keep() -> None:
            try:
                kept.keep(steps, undone)
            except FileProblem as error:
                self._histories.troubled(error)

        saved.save(value, ahead=keep)


class AnyFile(Generic[ValueT]):
    """Edits the open value through the document, every other one in its file."""

    def __init__(self, document: Document[ValueT], session: Session[ValueT], closed: ClosedFiles[ValueT]) -> None:
        self._document = document
        self._session = session
        self._closed = closed

    @property
    def file_saved(self) -> SignalInstance:
        """Emitted when the open value was written to its file."""
        return self._session.file_saved

    @property
    def open_path(self) -> Path | None:
        """Where the open value lies; None while it has no file."""
        return self._session.path

    def is_saved(self) -> bool:
        """Return whether the disk holds what is open."""
        return self._session.is_saved

    def read(self, path: Path) -> ValueT:
        """Return the value as it is now: on the screen when it is open, else in its file.

        FileProblem or DataFileError when the file cannot be read.
        """
        if not self._is_open(path):
            return self._closed.read(path)
        self._document.freshen()
        return self._document.value

    def history(self, path: Path) -> History[ValueT]:
        """Return the history of the value at `path`, open or not; errors as `read`."""
        return History(*self._document.history()) if self._is_open(path) else self._closed.history(path)

    def apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str = "") -> FileStep[ValueT]:
        """Make `edit` as an undo step called `name` of the value at `path`; one that changes nothing is no step.

        `mark`: see `HistoryStep`.

        Raises RulesError when the edit is refused or the open value is read-only, FileProblem ("newer" for a file
        of a newer program) or DataFileError when a file cannot be read or written. Then nothing is changed. When
        the open value cannot be saved, its session says so and tries again.
        """
        if not self._is_open(path):
            return FileStep(path, self._closed.apply(path, name, edit, mark))
        before = self._document.value
        self._document.apply(name, edit, mark=mark)
        return FileStep(path, HistoryStep(name, before, self._document.value, mark))

    def take_back(self, made: FileStep[ValueT]) -> ValueT:
        """Undo a step and return the value before it, whether it was opened or closed since.

        Raises RulesError `changed-since-step` when the value is no longer as the step left it; else as `apply`.
        """
        if not made.is_change:
            return made.before
        name = _("Take back: {step}").format(step=made.step.name)
        if not self._is_open(made.path, made.before.id):
            return self._closed.take_back(made.path, made.step, name)
        document, step = self._document, made.step
        if document.value != step.after:
            raise refuse("changed-since-step")
        last = document.last_step
        if last is not None and (last.before, last.after) == (step.before, step.after):
            document.undo_stack.undo()
        else:
            document.apply(name, lambda _now: step.before, mark=step.mark)
        return document.value

    def _is_open(self, path: Path, value_id: str = "") -> bool:
        """Return whether the file is the open one; with an id, also when the open one was that file and renamed."""
        opened = self._session.path
        if opened is None:
            return False
        if os.path.realpath(opened) == os.path.realpath(path):
            return True
        return self._document.value.id == value_id and not is_there(path)
