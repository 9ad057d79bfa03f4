"""The user's packs while the program runs. Every edit is one undo step and is saved immediately."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from bones_desktop.document.document import Replacement, push_step
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.life.packs import Pack, PackFault, faults, with_packs
from bones_desktop.rules.records import replace
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.packfile import PackFile, PackFileError, PackFolder, in_order, read_pack

TYPING_PAUSE: Final = 400
"""Milliseconds without typing after which a text is saved and used."""
UNDO_STEPS: Final = 200


class PackLibrary(QObject):
    """Holds the packs of a folder, and the rulebook that contains them."""

    changed = Signal()
    """Emitted when packs, their errors or their faults have changed."""
    rulebook_changed = Signal()
    save_failed = Signal(object)
    """Emitted with a FileProblem when a change could not be saved. `retry` tries again."""

    def __init__(self, base: Rulebook, folder: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.base = base
        """The rulebook without packs."""
        self._folder = PackFolder(folder)
        self._files: dict[str, PackFile] = {}
        self._digests: dict[Path, str] = {}
        self.damaged: tuple[PackFileError | FileProblem, ...] = ()
        """The errors of files in the folder that cannot be used."""
        self._unsaved: dict[str, None] = {}
        self._leaving: dict[Path, None] = {}
        """Files of removed packs that are still in the folder."""
        self._rulebook: Rulebook | None = None
        self._typed = False
        """True if typed text has not been saved yet, because the typing pause has not ended."""
        self._timer = QTimer(self, singleShot=True, interval=TYPING_PAUSE)
        self._timer.timeout.connect(self.flush)
        self.undo_stack: Final = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_STEPS)
        self._load()

    @property
    def folder(self) -> Path:
        """The folder that contains the files of the packs."""
        return self._folder.folder

    @property
    def files(self) -> tuple[PackFile, ...]:
        """The packs, sorted by name."""
        return in_order(self._files.values())

    @property
    def saved(self) -> bool:
        """True if everything is saved."""
        return not self._unsaved and not self._leaving

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook with all packs."""
        # The packs are joined to the rulebook only when it is asked for, because joining takes time and changes often
        # come in a row.
        if self._rulebook is None:
            self._rulebook = with_packs(self.base, [file.pack for file in self.files])
        return self._rulebook

    @property
    def letters(self) -> dict[str, str]:
        """The letters of the races of all packs, by race id; unfinished races are included."""
        return {race.id: race.letters for file in self._files.values() for race in file.pack.races}

    def pack(self, pack: str) -> Pack | None:
        """Return the pack with this id."""
        found = self._files.get(pack)
        return found.pack if found else None

    def faults(self, pack: str) -> tuple[PackFault, ...]:
        """Return the faults of a loaded pack."""
        others = [file.pack for file in self.files if file.pack.id != pack]
        return faults(self.base, self._files[pack].pack, others)

    def edit(self, name: str, pack: str, edit: Callable[[Pack], Pack], merge: str = "") -> None:
        """Change a loaded pack with the pure function `edit`, as one undo step called `name`.

        Consecutive edits with the same `merge` become one step, and are saved after a pause.
        """
        before = self._files[pack]
        # After the edit, the stored positions of entries in the file's text are out of date.
        after = replace(before, pack=edit(before.pack), places=None)
        if after.pack != before.pack:
            self._push(name, before, after, merge)

    def add(self, name: str, pack: Pack) -> None:
        """Add a new pack, as one undo step. Raises FileProblem when the folder is full."""
        self._push(name, None, PackFile(self._folder.path_for(pack), pack))

    def remove(self, name: str, pack: str) -> None:
        """Remove a pack, as one undo step. Its file is set aside, not deleted."""
        self._push(name, self._files[pack], None)

    def take_in(self, name: str, source: Path) -> Pack:
        """Import a copy of a pack, as one undo step.

        The copy replaces a pack with the same id. Nothing happens if the same pack is loaded already. Raises
        FileProblem or PackFileError.
        """
        found = read_pack(source)
        before = self._files.get(found.pack.id)
        if before is None or (before.pack, before.unknown) != (found.pack, found.unknown):
            path = before.path if before else self._folder.path_for(found.pack)
            self._push(name, before, replace(found, path=path, digest=""))
        return found.pack

    def export(self, pack: str, target: Path) -> None:
        """Write a copy of a pack to `target`. Raises FileProblem when that fails."""
        self._folder.export(self._files[pack], target)

    def remove_damaged(self, path: Path) -> None:
        """Move a file that cannot be used out of the folder. Raises FileProblem when that fails."""
        self._folder.remove(path)
        self.reload()

    def reload(self) -> None:
        """Read the folder again, unless something is unsaved. The history is cleared if the files have changed."""
        self.flush()
        if not self.saved:
            return
        before = self._state()
        self._load()
        # Undo would restore packs to their state before another program changed them.
        if self._state() != before:
            self.undo_stack.clear()
            self._rulebook = None
            self.rulebook_changed.emit()
        self.changed.emit()

    def retry(self, *, overwrite: bool = False) -> None:
        """Save unsaved packs. With `overwrite`, replace files that another program has changed meanwhile."""
        for pack in tuple(self._unsaved):
            if overwrite and pack in self._files:
                # Without a digest, the file on disk is not checked for changes by other programs.
                self._digests.pop(self._files[pack].path, None)
        self.flush()
        self.changed.emit()

    def forget_unsaved(self) -> None:
        """Give up unsaved changes, so that `reload` reads the packs from the files on disk."""
        self._unsaved.clear()
        self._leaving.clear()

    def flush(self) -> None:
        """Save and use the text typed last."""
        self._timer.stop()
        self._write()
        if self._typed:
            self._use()

    def close(self) -> None:
        """Save the text typed last, then ignore the signals that the undo stack emits while it is destroyed."""
        self.flush()
        self.undo_stack.blockSignals(True)

    def _state(self) -> tuple[object, ...]:
        return self._digests, [file.pack for file in self.files]

    def _load(self) -> None:
        found = self._folder.load()
        self._files = {file.pack.id: file for file in found.files}
        self._digests = {file.path: file.digest for file in found.files}
        self.damaged = found.damaged
        self.forget_unsaved()

    def _push(self, name: str, before: PackFile | None, after: PackFile | None, merge: str = "") -> None:
        """Push an undo step from the state `before` of a pack to `after`. None means that the pack does not exist."""
        push_step(self.undo_stack, Replacement(name, before, after, self._show, merge))

    def _show(self, step: "Replacement[PackFile | None]", undone: bool) -> None:
        """Use the state of a pack before or after an undo step.

        The path of the pack's file may have changed after the step was made.
        """
        pack = next(file.pack.id for file in (step.before, step.after) if file is not None)
        state = step.before if undone else step.after
        here = self._files.get(pack)
        if state is not None:
            # When a removal is undone, the pack uses its old file if that file is still in the folder.
            path = here.path if here is not None else self._path_again(state)
            self._files[pack] = replace(state, path=path)
            self._unsaved[pack] = None
        elif here is not None:
            del self._files[pack]
            self._unsaved.pop(pack, None)
            self._leaving[here.path] = None
        # Saving and joining packs takes longer than a key press, so both wait for a pause.
        if step.is_typing:
            self._typed = True
            self._timer.start()
            self.changed.emit()
            return
        self._timer.stop()
        self._write()
        self._use()

    def _path_again(self, file: PackFile) -> Path:
        if file.path in self._leaving:
            del self._leaving[file.path]
            return file.path
        return self._folder.path_again(file)

    def _write(self) -> None:
        """Write all changes to the folder."""
        for path in tuple(self._leaving):
            self._put_aside(path)
        for pack in tuple(self._unsaved):
            self._save(pack)

    def _use(self) -> None:
        self._typed = False
        self._rulebook = None
        self.changed.emit()
        self.rulebook_changed.emit()

    def _save(self, pack: str) -> None:
        file = self._files.get(pack)
        if file is None:
            self._unsaved.pop(pack, None)
            return
        try:
            saved = self._folder.save(replace(file, digest=self._digests.get(file.path, "")))
        except FileProblem as error:
            self.save_failed.emit(error)
        else:
            self._digests[file.path] = saved.digest
            self._unsaved.pop(pack, None)

    def _put_aside(self, path: Path) -> None:
        try:
            self._folder.remove(path)
        except FileProblem as error:
            # If the file is gone already, there is nothing to do.
            if error.code != "file-gone":
                self.save_failed.emit(error)
                return
        del self._leaving[path]
        self._digests.pop(path, None)
