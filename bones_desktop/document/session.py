"""The open file: joins the document to the disk, so that what is on the screen is already saved."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Generic

from PySide6.QtCore import QObject, QTimer, Signal

from bones_desktop.document.document import Change, Document
from bones_desktop.storage.files.datafile import DataFileError, ValueT
from bones_desktop.storage.files.saving import FileStore, SavedFile
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import OpenHistory, UndoHistories
from bones_desktop.wording.language import _

TYPING_WAIT_MS = 2_000
"""Typing is saved when it has paused this long."""
TYPING_LIMIT_MS = 10_000
"""And at the latest after this long."""
RETRY_MS = 5_000
"""How often a save that failed is tried again by itself."""


class Session(QObject, Generic[ValueT]):
    """Opens a value into the document and keeps its file up to date.

    No edit is lost: those that the disk refuses stay in memory, `trouble` is emitted, and they are tried again until
    they are on disk.
    """

    opened = Signal(object)
    """The path of the file now open."""
    file_saved = Signal()
    """The file holds what is on the screen now, and did not before."""
    trouble = Signal(object)
    """A FileProblem or DataFileError: the last change is not on disk."""
    held = Signal(object)
    """The same, when something else was to be opened and was not, since what is open is not on disk."""
    recovered = Signal()
    """What was refused before is on disk now."""
    reloaded = Signal(object)
    """The path of the file, which something else wrote: the screen shows what it holds now."""
    trouble_changed = Signal()
    """`last_trouble` is another, or None."""

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
        """Makes a file for a value that was edited and has none; FileProblem or DataFileError when it cannot."""
        self._needs_file = False
        """Whether a value without a file was edited."""
        self._typing = self._timer(TYPING_WAIT_MS)
        self._typing_limit = self._timer(TYPING_LIMIT_MS)
        self._retry = self._timer(RETRY_MS)
        document.about_to_show.connect(self._keep)
        document.freshen = self.look

    @property
    def path(self) -> Path | None:
        """The open file, None before the first."""
        return self._saved.path if self._saved else None

    @property
    def value(self) -> ValueT:
        """The value as it is on the screen."""
        return self._document.value

    @property
    def saved(self) -> SavedFile[ValueT] | None:
        """The open file with its earlier versions."""
        return self._saved

    @property
    def is_saved(self) -> bool:
        """Whether the disk holds what the screen shows."""
        if self._saved is None:
            return not self._needs_file
        return self._saved.read_only or self._saved.value == self._document.value

    @property
    def last_trouble(self) -> FileProblem | DataFileError | None:
        """Why the last save failed; None once it has succeeded."""
        return self._trouble

    def _set_trouble(self, error: FileProblem | DataFileError | None) -> None:
        before, self._trouble = self._trouble, error
        if before is not error:
            self.trouble_changed.emit()

    def open(self, path: Path) -> None:
        """Open the value in `path` with its undo history; the one open before is saved first.

        FileProblem or DataFileError when it cannot be opened, or when the one open before cannot be saved; then
        nothing changes.
        """
        if not self.flush() and self.last_trouble is not None:
            self.held.emit(self.last_trouble)
            raise self.last_trouble
        found = self._store.open(path)
        self._saved = found
        self._stop()
        self._history = self._histories.of(found.value.id)
        history = self._history.load(found.value)
        steps, undone = (history.steps, history.undone) if history else ((), 0)
        self._document.open(found.value, read_only=found.read_only, history=steps, undone=undone)
        self.opened.emit(path)

    def save(self, *, overwrite: bool = False) -> bool:
        """Write the value if it is not on disk yet and return whether it is now; on a failure `trouble` is emitted."""
        self._typing.stop()
        self._typing_limit.stop()
        if self._saved is None:
            return self._make_file()
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
        """Save what is typed and the undo history, before something else is opened or the program ends."""
        done = self.save()
        if self._saved is not None and not self._saved.read_only and self._saved.value == self._document.value:
            self._keep_history()  # again, where the disk refused it before
        return done

    def take_from_disk(self) -> None:
        """Show what the file holds now instead of what is open; errors as `open`."""
        if self._saved is None:
            return
        value = self._saved.reload()
        self._stop()
        self._history = self._histories.of(value.id)
        self._document.open(value, read_only=self._saved.read_only)

    def look(self) -> None:
        """Show what the file holds now, where something else wrote it and nothing here is unsaved.

        That is a step that can be undone. Another value that took the place of the file is opened.
        """
        saved = self._saved
        if saved is None or not self.is_saved or not saved.is_stale():
            return
        before, locked = self._document.value, saved.read_only
        try:
            if saved.reload().id != before.id or locked or saved.read_only:
                self.take_from_disk()
            else:
                self._document.apply(_("Change from outside"), lambda _now: saved.value)
                self._keep_history()
        except (FileProblem, DataFileError):
            return  # reported at the next save
        if self._document.value != before:
            self.reloaded.emit(saved.path)

    def adopt(self, path: Path) -> None:
        """Go on in `path`, where the value on the screen was just written for the first time; errors as `open`."""
        self._saved = self._store.open(path)
        self._history = self._histories.of(self._saved.value.id)
        self._stop()
        self.opened.emit(path)

    def moved(self, path: Path) -> None:
        """Follow the open file to its new name."""
        if self._saved is not None:
            self._saved.moved(path)
            self.opened.emit(path)

    def forget(self) -> None:
        """Forget a file that was removed; what is shown is no longer saved anywhere."""
        self._stop()
        self._saved = None

    def bring_back(self, name: str, value: ValueT) -> None:
        """Show an earlier version as an undoable step called `name`; the present one is kept as a version first."""
        if self._saved is not None:
            self.save()
            self._saved.keep_present()
        self._document.apply(name, lambda _now: value)

    def _timer(self, interval: int) -> QTimer:
        timer = QTimer(self, singleShot=True, interval=interval)
        timer.timeout.connect(self.save)
        return timer

    def _keep(self, change: Change[ValueT]) -> None:
        if self._saved is None:
            self._needs_file = bool(change.name)
        if not change.typing or self._saved is None:
            self.save()
            return
        self._typing.start()
        if not self._typing_limit.isActive():
            self._typing_limit.start()

    def _report(self, error: FileProblem | DataFileError) -> None:
        self._retry.start()
        before = self._trouble
        self._set_trouble(error)
        if before is None or error.code != before.code:
            self.trouble.emit(error)

    def _recover(self) -> None:
        """End the trouble there was: the disk holds what is on the screen."""
        self._retry.stop()
        if self._trouble is not None:
            self._set_trouble(None)
            self.recovered.emit()

    def _keep_history(self) -> None:
        """Write the history; right before the file, so that a kill between the two loses neither."""
        if self._history is not None:
            # The history is a convenience: no save waits for it.
            try:
                self._history.keep(*self._document.history())
            except FileProblem as error:
                self._histories.troubled(error)
            except Exception:  # a mistake of ours in keeping steps shall not keep anybody's character from the disk
                self._history = None
                sys.excepthook(*sys.exc_info())

    def _stop(self) -> None:
        self._needs_file = False
        self._set_trouble(None)
        for timer in (self._typing, self._typing_limit, self._retry):
            timer.stop()
