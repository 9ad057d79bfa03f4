"""Save the open file before a change is shown on the screen, and edit files that are not open."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, Generic

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from bones_desktop.document.document import Change, Document
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.files.datafile import DataFileError, ValueT
from bones_desktop.storage.files.saving import FileStore, SavedFile
from bones_desktop.storage.files.textfiles import FileProblem, is_there
from bones_desktop.storage.files.undohistory import FileStep, History, HistoryStep, OpenHistory, UndoHistories
from bones_desktop.wording.language import _

TYPING_WAIT_MS = 2_000
"""Typing is saved after a pause of this length."""
TYPING_LIMIT_MS = 10_000
"""Typing is saved after this time at the latest."""
RETRY_MS = 5_000
"""Time between automatic attempts after a failed save."""


class Session(QObject, Generic[ValueT]):
    """Opens a value in the document and keeps its file up to date.

    No edit is lost. Edits that cannot be saved stay in memory, `trouble` is emitted, and saving is tried again until it
    succeeds.
    """

    opened = Signal(object)
    """A path. Emitted when this file was opened."""
    file_saved = Signal()
    """Emitted when the file contains the value on the screen and did not before."""
    trouble = Signal(object)
    """A FileProblem or DataFileError. Emitted when the last change could not be saved."""
    held = Signal(object)
    """A FileProblem or DataFileError. Emitted when the open value could not be saved, so no other was opened."""
    recovered = Signal()
    """Emitted when changes that could not be saved before are saved."""
    reloaded = Signal(object)
    """A path. Emitted when another program wrote the file and the screen shows its new content."""
    trouble_changed = Signal()
    """Emitted when `last_trouble` has become another error, or None."""

    def __init__(
        self,
        document: Document[ValueT],
        store: FileStore[ValueT],
        histories: UndoHistories[ValueT],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._store = store
        self._histories = histories
        self._history: OpenHistory[ValueT] | None = None
        self._saved: SavedFile[ValueT] | None = None
        self._trouble: FileProblem | DataFileError | None = None
        self.give_file: Callable[[ValueT], Path] | None = None
        """Creates a file for an edited value without one. Raises FileProblem or DataFileError when that fails."""
        self._needs_file = False
        """True if the value on the screen was edited and has no file."""
        self._typing = self._timer(TYPING_WAIT_MS)
        self._typing_limit = self._timer(TYPING_LIMIT_MS)
        self._retry = self._timer(RETRY_MS)
        document.about_to_show.connect(self._keep)
        document.freshen = self.look

    @property
    def path(self) -> Path | None:
        """The open file; None before the first one."""
        return self._saved.path if self._saved else None

    @property
    def value(self) -> ValueT:
        """The value on the screen."""
        return self._document.value

    @property
    def saved(self) -> SavedFile[ValueT] | None:
        """The open file with its earlier versions."""
        return self._saved

    @property
    def is_saved(self) -> bool:
        """True if the value on the screen is on disk."""
        if self._saved is None:
            return not self._needs_file
        return self._saved.read_only or self._saved.value == self._document.value

    @property
    def last_trouble(self) -> FileProblem | DataFileError | None:
        """Reason why the last save failed; None after a successful one."""
        return self._trouble

    def _set_trouble(self, error: FileProblem | DataFileError | None) -> None:
        before, self._trouble = self._trouble, error
        if before is not error:
            self.trouble_changed.emit()

    def open(self, path: Path) -> None:
        """Open the value in `path` with its undo history. The previous value is saved first.

        Raise FileProblem or DataFileError when it cannot be opened, or when the previous value cannot be saved. Then
        nothing changes.
        """
        if not self.flush() and self.last_trouble is not None:
            self.held.emit(self.last_trouble)
            raise self.last_trouble
        # The file is read before anything changes: after an error the present value stays open.
        found = self._store.open(path)
        self._saved = found
        self._stop()
        self._history = self._histories.of(found.value.id)
        history = self._history.load(found.value)
        # A file without a matching history is opened without undo.
        steps, undone = (history.steps, history.undone) if history else ((), 0)
        self._document.open(found.value, read_only=found.read_only, history=steps, undone=undone)
        self.opened.emit(path)

    def save(self, *, overwrite: bool = False) -> bool:
        """Write the value unless it is already on disk. Return whether it is on disk now. Emit `trouble` on failure."""
        self._typing.stop()
        self._typing_limit.stop()
        if self._saved is None:
            return self._make_file()
        # Edits of a read-only value are refused, so there is nothing to save.
        if self._saved.read_only:
            return True
        if self._saved.value == self._document.value and not overwrite:
            self._recover()
            return True
        try:
            self._saved.save(self._document.value, overwrite=overwrite, ahead=self._keep_history)
        except (FileProblem, DataFileError) as error:
            self._report(error)
            return False
        self._recover()
        self.file_saved.emit()
        return True

    def _make_file(self) -> bool:
        if not self._needs_file or self.give_file is None:
            return True
        try:
            path = self.give_file(self._document.value)
            self._recover()
            self.adopt(path)
        except (FileProblem, DataFileError) as error:
            self._report(error)
            return False
        return True

    def flush(self) -> bool:
        """Save text being typed and the undo history, before another value is opened or the program ends."""
        done = self.save()
        if self._saved is not None and not self._saved.read_only and self._saved.value == self._document.value:
            self._keep_history()  # Store the history again, because storing it may have failed before.
        return done

    def take_from_disk(self) -> None:
        """Show the current content of the file instead of the open value. Raise errors like `open`."""
        if self._saved is None:
            return
        value = self._saved.reload()
        self._stop()
        self._history = self._histories.of(value.id)
        self._document.open(value, read_only=self._saved.read_only)

    def look(self) -> None:
        """Show the current content of the file if another program wrote it and nothing here is unsaved.

        The change is an undo step. If the file now holds another value, that value is opened.
        """
        saved = self._saved
        if saved is None or not self.is_saved or not saved.is_stale():
            return
        before, locked = self._document.value, saved.read_only
        try:
            # Open the file afresh if it now holds another value (another id) or is read-only, because an undo step
            # cannot show either. Otherwise record the change as an undo step.
            if saved.reload().id != before.id or locked or saved.read_only:
                self.take_from_disk()
            else:
                self._document.replace(_("Change made outside the program"), saved.value)
                self._keep_history()
        except (FileProblem, DataFileError):
            return  # The next save reports the error.
        if self._document.value != before:
            self.reloaded.emit(saved.path)

    def adopt(self, path: Path) -> None:
        """Use `path` as the open file, after the value on the screen was written to it for the first time.

        Raise errors like `open`.
        """
        self._saved = self._store.open(path)
        self._history = self._histories.of(self._saved.value.id)
        self._stop()
        self.opened.emit(path)

    def moved(self, path: Path) -> None:
        """Continue with the open file at its new path."""
        if self._saved is not None:
            self._saved.moved(path)
            self.opened.emit(path)

    def forget(self) -> None:
        """Forget a file that was removed. The value on the screen no longer has a file."""
        self._stop()
        self._saved = None

    def bring_back(self, name: str, value: ValueT) -> None:
        """Show an earlier version as an undo step called `name`. The present value is first kept as a version."""
        if self._saved is not None:
            # The version is made from the file, so the file must contain the present value.
            self.save()
            self._saved.keep_present()
        self._document.replace(name, value)

    def _timer(self, interval: int) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval)
        timer.timeout.connect(self.save)
        return timer

    def _keep(self, change: Change[ValueT]) -> None:
        if self._saved is None:
            # A change without a name means that another value was opened. Only an edit requires a file.
            self._needs_file = bool(change.name)
        if not change.typing or self._saved is None:
            self.save()
            return
        self._typing.start()
        # Not restarted at each key, so that long typing is saved too.
        if not self._typing_limit.isActive():
            self._typing_limit.start()

    def _report(self, error: FileProblem | DataFileError) -> None:
        self._retry.start()
        before = self._trouble
        self._set_trouble(error)
        # Attempts repeat every few seconds, but the same error is reported once.
        if before is None or error.code != before.code:
            self.trouble.emit(error)

    def _recover(self) -> None:
        """Clear the last trouble, if any, because the value on the screen is now on disk."""
        self._retry.stop()
        if self._trouble is not None:
            self._set_trouble(None)
            self.recovered.emit()

    def _keep_history(self) -> None:
        """Store the undo history.

        It is stored just before the file is written, so that a crash between the two loses neither.
        """
        if self._history is not None:
            # A failure here must not make the save fail: undo is a convenience.
            try:
                self._history.keep(*self._document.history())
            except FileProblem as error:
                self._histories.troubled(error)
            except Exception:  # A bug in storing steps must not keep a character from being saved.
                self._history = None
                sys.excepthook(*sys.exc_info())

    def _stop(self) -> None:
        self._needs_file = False
        self._set_trouble(None)
        for timer in (self._typing, self._typing_limit, self._retry):
            timer.stop()


TRIES: Final = 3
"""Attempts at an edit while another program changes the file between reading and writing."""


class ClosedFiles(Generic[ValueT]):
    """Edits files without opening them in the document. The content before each edit is kept as a version."""

    def __init__(self, store: FileStore[ValueT], histories: UndoHistories[ValueT]) -> None:
        self._store = store
        self._histories = histories

    def read(self, path: Path) -> ValueT:
        """Return the value in the file at `path`. Raise FileProblem or DataFileError when it cannot be read."""
        return self._store.open(path).value

    def history(self, path: Path) -> History[ValueT]:
        """Return the history of the value in the file at `path`, empty if there is none. Raise errors like `read`."""
        saved = self._store.open(path)
        return self._histories.of(saved.value.id).load(saved.value) or History((), 0)

    def apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str = "") -> HistoryStep[ValueT]:
        """Apply `edit` to the file at `path` as a step called `name`, and return the step.

        For `mark`, see `HistoryStep`. Raise RulesError when the edit is refused, FileProblem or DataFileError when the
        file cannot be read or written. Then the file is unchanged.
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

        The step can be redone when the value is opened. If the value is as the step left it, but the step is not the
        last one of the history, the undo becomes a new step called `name` with the same mark. Raise RulesError
        `changed-since-step` when the value has changed since the step, FileProblem or DataFileError like `apply`. Then
        the file is unchanged.
        """
        saved = self._store.open(path)
        if saved.value != step.after:
            raise refuse("changed-since-step")
        kept = self._histories.of(step.after.id)
        history = kept.load(saved.value)
        done = history.done if history else ()
        # Without a history there is no list of steps to keep consistent.
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
        # An edit without effect must not discard the steps that can be redone.
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
        """Save the history and right after it the value.

        A failure to save the history is only reported, because the value is safe without it.
        """

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
        """Return the current value of a file: from the screen if it is open, else from disk.

        Raise FileProblem or DataFileError when the file cannot be read.
        """
        if not self._is_open(path):
            return self._closed.read(path)
        # Another program may have written the file since the last check.
        self._document.freshen()
        return self._document.value

    def history(self, path: Path) -> History[ValueT]:
        """Return the history of the value at `path`, open or not. Raise errors like `read`."""
        return History(*self._document.history()) if self._is_open(path) else self._closed.history(path)

    def apply(self, path: Path, name: str, edit: Callable[[ValueT], ValueT], mark: str = "") -> FileStep[ValueT]:
        """Apply `edit` to the value at `path` as an undo step called `name`. An edit without effect makes no step.

        For `mark`, see `HistoryStep`.

        Raise RulesError when the edit is refused or the open value is read-only, FileProblem ("newer" for a file of a
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

        Raise RulesError `changed-since-step` when the value has changed since the step; other errors like `apply`.
        """
        if not made.is_change:
            return made.before
        name = _("Take back: {step}").format(step=made.step.name)
        if not self._is_open(made.path, made.before.id):
            return self._closed.take_back(made.path, made.step, name)
        document, step = self._document, made.step
        if document.value != step.after:
            raise refuse("changed-since-step")
        # If the step is the last one, undo it as the user would, so that it can be redone. This is not possible if a
        # note was added after the step.
        last = document.last_step
        if last is not None and (last.before, last.after) == (step.before, step.after):
            document.undo_stack.undo()
        else:
            document.replace(name, step.before, step.mark)
        return document.value

    def _is_open(self, path: Path, value_id: str = "") -> bool:
        """Return whether the file is the open one.

        If nothing exists at `path`, it may be the former path of the open file. The file is then known by `value_id`.
        """
        opened = self._session.path
        if opened is None:
            return False
        if os.path.realpath(opened) == os.path.realpath(path):
            return True
        return self._document.value.id == value_id and not is_there(path)
