"""An open character and its file: saved at once, checked for changes from outside, an earlier version kept first."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.character import Character
from bones_desktop.storage.characterfile import LARGEST, CharacterFile, digest_of, dump_character, read_character
from bones_desktop.storage.textfiles import FileProblem, read_bytes, save_bytes
from bones_desktop.storage.versions import Version, Versions

BETWEEN_VERSIONS: Final = timedelta(minutes=10)


class SavedCharacter:
    """The file of the open character. `character` is what the file holds."""

    def __init__(self, path: Path, found: CharacterFile, versions: Versions, clock: Callable[[], datetime]) -> None:
        self.path = path
        self._found = found
        self._digest = found.digest
        self._versions = versions
        self._clock = clock
        self._kept_at: datetime | None = None
        self.character = found.character
        self.versions_problem: FileProblem | None = None
        """Why the last earlier version could not be kept; the character itself was saved."""

    @property
    def digest(self) -> str:
        """SHA-256 of the file as we left it."""
        return self._digest

    @property
    def read_only(self) -> bool:
        """Whether a newer program wrote the file."""
        return self._found.newer

    def changed_outside(self) -> bool:
        """Return whether the file is gone or no longer what we read or wrote (B9)."""
        present = self._present()
        return present is None or digest_of(present) != self._digest

    def save(self, character: Character, *, overwrite: bool = False) -> None:
        """Write `character`. With `overwrite`, also over a file that was changed outside, which is kept as a version.

        Raises FileProblem: "changed-outside", "file-gone", "folder-gone", "newer", or what the disk refuses.
        """
        if self.read_only:
            raise FileProblem("newer", self.path)
        present = self._present()
        if present is None and not overwrite:
            raise FileProblem("file-gone", self.path)
        changed = present is not None and digest_of(present) != self._digest
        if changed and not overwrite:
            raise FileProblem("changed-outside", self.path)
        data = dump_character(character, self._found.unknown)
        if present != data:
            if present is not None:
                self._keep(present, force=changed)
            save_bytes(self.path, data)
        self._digest = digest_of(data)
        self.character = character

    def reload(self) -> Character:
        """Take what the file holds now; on FileProblem or CharacterFileError nothing changes."""
        self._found = read_character(self.path)
        self._digest = self._found.digest
        self._kept_at = None
        self.character = self._found.character
        return self.character

    def versions(self) -> tuple[Version, ...]:
        """Return the earlier versions, the latest first."""
        return self._versions.list(self.character.id)

    def version(self, version: Version) -> Character:
        """Return the character of an earlier version, as part of this file; errors as `Versions.read`."""
        return self._versions.read(version).character.with_(id=self.character.id)

    def keep_present(self) -> None:
        """Keep the file as it is now as a version, before something larger is done to it (bringing back an old one)."""
        present = self._present()
        if present is not None:
            self._keep(present, force=True)

    def moved(self, path: Path) -> None:
        """Follow the file to its new name."""
        self.path = path

    def _present(self) -> bytes | None:
        try:
            return read_bytes(self.path, LARGEST)
        except FileProblem as error:
            if error.code == "file-gone":
                return None
            if error.code == "too-large":
                raise FileProblem("changed-outside", self.path) from error
            raise

    def _keep(self, data: bytes, *, force: bool) -> None:
        now = self._clock()
        if not force and self._kept_at is not None and abs(now - self._kept_at) < BETWEEN_VERSIONS:
            return
        try:
            self._versions.keep(self.character.id, data, now, self.path)
        except FileProblem as error:
            self.versions_problem = error
        else:
            self.versions_problem = None
            self._kept_at = now


class CharacterStore:
    """Opens characters for editing."""

    def __init__(self, versions: Versions, clock: Callable[[], datetime]) -> None:
        self._versions = versions
        self._clock = clock

    def open(self, path: Path) -> SavedCharacter:
        """Open the character in `path`; FileProblem or CharacterFileError when there is none."""
        return SavedCharacter(path, read_character(path), self._versions, self._clock)
