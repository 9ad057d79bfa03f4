"""An open file with its value: saving, checks for changes by other programs, and earlier versions."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, Generic

from bones_desktop.storage.files.datafile import DataFile, Form, ValueT, digest_of
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_bytes, state_of, sweep_temporaries
from bones_desktop.storage.files.versions import Version, Versions

# Every step is saved. If each save kept a version, the older versions would be gone within an hour.
BETWEEN_VERSIONS: Final = timedelta(minutes=10)


class SavedFile(Generic[ValueT]):
    """A file as we last read or wrote it. `value` is its content."""

    def __init__(
        self, path: Path, found: DataFile[ValueT], form: Form[ValueT], versions: Versions, clock: Callable[[], datetime]
    ) -> None:
        self.path = path
        self.value = found.value
        self._owner_id = found.value.id
        self._unknown = found.unknown
        self.digest = found.digest
        """SHA-256 of the file as we last read or wrote it."""
        self.read_only = found.newer
        """True if a newer program wrote the file."""
        self._form = form
        self._versions = versions
        self._clock = clock
        self._kept_at: datetime | None = None
        self._seen: tuple[int, int, int] | None = None
        """Size, time and inode number of the file when its content was last compared."""

    def changed_outside(self) -> bool:
        """Return whether the file is missing or differs from what we last read or wrote (B9)."""
        present = self._present()
        return present is None or digest_of(present) != self.digest

    def is_stale(self) -> bool:
        """Return whether another program has written the file since we did. Each change is reported once.

        The file is read only if its size or time has changed, so this may be called often.
        """
        seen = state_of(self.path)
        if seen is None or seen == self._seen:
            return False
        try:
            present = self._present()
        except FileProblem:
            return False  # A locked file is perhaps being written. The next call checks it again.
        self._seen = seen
        return present is not None and digest_of(present) != self.digest

    def versions(self) -> tuple[Version, ...]:
        """Return the earlier versions, latest first."""
        return self._versions.list(self._owner_id)

    def keep_present(self) -> None:
        """Keep the present file as a version before a large change, such as restoring an old version."""
        present = self._present()
        if present is not None:
            self._keep(present, force=True)

    def moved(self, path: Path) -> None:
        """Use `path` as the new path of the file, which has been renamed."""
        self.path = path

    def save(self, value: ValueT, *, overwrite: bool = False, ahead: Callable[[], None] = lambda: None) -> None:
        """Write `value`.

        If `overwrite` is True, a file that another program changed is kept as a version and replaced. `ahead` is called
        just before the file is written, but not if the file already contains the value. Raise FileProblem:
        "changed-outside", "file-gone", "folder-gone", "newer", "too-much", or an error of the disk.
        """
        data = self._form.dump_for(self.path, value, self._unknown)
        if self.read_only:
            raise FileProblem("newer", self.path)
        present = self._present()
        if present is None and not overwrite:
            raise FileProblem("file-gone", self.path)
        changed = present is not None and digest_of(present) != self.digest
        if changed and not overwrite:
            raise FileProblem("changed-outside", self.path)
        # Undo and redo may lead back to the saved state. Then nothing needs to be written.
        if present != data:
            if present is not None:
                self._keep(present, force=changed)
            ahead()
            # `save_bytes` compares with `present` again under a lock, because another program may write after our
            # check.
            save_bytes(self.path, data, present)
        self.digest = digest_of(data)
        self.value = value

    def reload(self) -> ValueT:
        """Read the file again and return its value. If FileProblem or DataFileError is raised, nothing has changed."""
        found = self._form.read(self.path)
        self.value, self._owner_id, self._unknown = found.value, found.value.id, found.unknown
        self.digest, self.read_only, self._kept_at = found.digest, found.newer, None
        return self.value

    def version(self, version: Version) -> ValueT:
        """Return the value of an earlier version, with the id of this file. Raise FileProblem or DataFileError."""
        return self._form.read(version.path).value.with_(id=self._owner_id)

    def _present(self) -> bytes | None:
        try:
            return read_bytes(self.path, self._form.largest)
        except FileProblem as error:
            if error.code == "file-gone":
                return None
            # The file was small enough when we read it, so another program has written it since.
            if error.code == "too-large":
                raise FileProblem("changed-outside", self.path) from error
            raise

    def _keep(self, data: bytes, *, force: bool) -> None:
        now = self._clock()
        if not force and self._kept_at is not None and abs(now - self._kept_at) < BETWEEN_VERSIONS:
            return
        try:
            self._versions.keep(self._owner_id, data, now, self.path, self._form.error.suffix)
        except FileProblem as error:
            self._versions.troubled(error)  # Only the version could not be kept. The file itself is still saved.
        else:
            self._kept_at = now


class FileStore(Generic[ValueT]):
    """Opens files of one form for editing."""

    def __init__(self, form: Form[ValueT], versions: Versions, clock: Callable[[], datetime]) -> None:
        self._form = form
        self._versions = versions
        self._clock = clock
        self._swept: set[Path] = set()

    def open(self, path: Path) -> SavedFile[ValueT]:
        """Open the file at `path`. Raise FileProblem or DataFileError when it cannot be read.

        Delete temporary files that interrupted saves left in its folder.
        """
        # Each folder is cleaned once per run, because listing a cloud folder can be slow.
        if path.parent not in self._swept:
            self._swept.add(path.parent)
            sweep_temporaries(path.parent, self._clock())
        return SavedFile(path, self._form.read(path), self._form, self._versions, self._clock)
