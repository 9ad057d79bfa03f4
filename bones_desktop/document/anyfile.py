"""Changes values in their files, open or not. Each change is a step in the history of its value."""

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
"""Attempts at an edit while another program changes the file between reading and writing."""


class ClosedFiles(Generic[ValueT]):
    """Edits files without opening them in the document. The file before each edit is kept as a version."""

    def __init__(self, store: FileStore[ValueT], histories: UndoHistories[ValueT]) -> None:
        self._store = store
        self._histories = histories

    def read(self, path: Path) -> ValueT:
        """Return the value in the file at `path`; FileProblem or DataFileError when it cannot be read."""
        return self._store.open(path).value

    def history(self, path: Path) -> History[ValueT]:
        """Return the history of the value in the file at `path`, empty if there is none; errors as in `read`."""
        saved = self._store.open(path)
        return self._histories.of(saved.value.id).load(saved.value) or History((), 0)

    def apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str = "") -> HistoryStep[ValueT]:
        """Apply `edit` to the file at `path` as a step called `name`, and return the step. `mark`: see `HistoryStep`.

        Raises RulesError when the edit is refused, FileProblem or DataFileError when the file cannot be read or
        written. Then the file is unchanged.
        """
        for _unused in range(TRIES - 1):
            try:
                return self._apply(path, name, edit, mark)
            except FileProblem as error:
                if error.code != "changed-outside":
                    raise
        # The last attempt is outside the loop, so that its error reaches the caller.
        return self._apply(path, name, edit, mark)

    def take_back(self, path: Path, step: HistoryStep[ValueT], name: str) -> ValueT:
        """Undo `step`, made by `apply`, in the file at `path`, and return the value before it.

        When the value is opened, the step can be redone. If the value is as the step left it, but the step is not the
        last one of the history, the undo becomes a step of its own called `name`, with its mark. Raises RulesError
        `changed-since-step` when the value is not as the step left it, FileProblem or DataFileError as `apply`. Then
        the file is unchanged.
        """
        saved = self._store.open(path)
        if saved.value != step.after:
            raise refuse("changed-since-step")
        kept = self._histories.of(step.after.id)
        history = kept.load(saved.value)
        done = history.done if history else ()
        # Without a history there is no list of steps that could go wrong.
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
        # An edit without effect must not replace the steps that can be redone.
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
        """Save the value, and just before it the history, which is a convenience: the value is safe without it."""

        def keep() -> None:
            try:
                kept.keep(steps, undone)
            except FileProblem as error:
                self._histories.troubled(error)

        saved.save(value, ahead=keep)


class AnyFile(Generic[ValueT]):
    """Edits the open value through the document, and every other value in its file."""

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
        """Path of the open value's file; None while it has no file."""
        return self._session.path

    def is_saved(self) -> bool:
        """Return whether the open value is saved."""
        return self._session.is_saved

    def read(self, path: Path) -> ValueT:
        """Return the present value: the one on the screen if it is open, else the one in its file.

        Raises FileProblem or DataFileError when the file cannot be read.
        """
        if not self._is_open(path):
            return self._closed.read(path)
        # Another program may have written the file since the last check.
        self._document.freshen()
        return self._document.value

    def history(self, path: Path) -> History[ValueT]:
        """Return the history of the value at `path`, open or not; errors as in `read`."""
        return History(*self._document.history()) if self._is_open(path) else self._closed.history(path)

    def apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str = "") -> FileStep[ValueT]:
        """Apply `edit` to the value at `path` as an undo step called `name`. An edit without effect makes no step.

        `mark`: see `HistoryStep`.

        Raises RulesError when the edit is refused or the open value is read-only, FileProblem ("newer" for a file of a
        newer program) or DataFileError when a file cannot be read or written. Then nothing is changed. If the open
        value cannot be saved, its session reports it and tries again.
        """
        if not self._is_open(path):
            return FileStep(path, self._closed.apply(path, name, edit, mark))
        before = self._document.value
        self._document.apply(name, edit, mark=mark)
        return FileStep(path, HistoryStep(name, before, self._document.value, mark))

    def take_back(self, made: FileStep[ValueT]) -> ValueT:
        """Undo a step and return the value before it, even if the value was opened or closed since.

        Raises RulesError `changed-since-step` when the value is no longer as the step left it; other errors as in
        `apply`.
        """
        if not made.is_change:
            return made.before
        name = _("Take back: {step}").format(step=made.step.name)
        if not self._is_open(made.path, made.before.id):
            return self._closed.take_back(made.path, made.step, name)
        document, step = self._document, made.step
        if document.value != step.after:
            raise refuse("changed-since-step")
        # The last step is undone as the user would, so that it can be redone; a note in between forbids that.
        last = document.last_step
        if last is not None and (last.before, last.after) == (step.before, step.after):
            document.undo_stack.undo()
        else:
            document.apply(name, lambda _now: step.before, mark=step.mark)
        return document.value

    def _is_open(self, path: Path, value_id: str = "") -> bool:
        """Return whether the file is the open one. With an id, it may be the open one under its former name."""
        opened = self._session.path
        if opened is None:
            return False
        if os.path.realpath(opened) == os.path.realpath(path):
            return True
        return self._document.value.id == value_id and not is_there(path)
