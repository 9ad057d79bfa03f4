"""An open file, as a character's: saved at once, checked for changes from outside, an earlier version kept first."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.storage.files.characterfile import (
    FORM,
    LARGEST,
    SUFFIX,
    CharacterFile,
    digest_of,
    dump_character,
    parse_character,
    read_character,
)
from bones_desktop.storage.files.datafile import read_data
from bones_desktop.storage.files.textfiles import FileProblem, read_bytes, save_bytes
from bones_desktop.storage.files.versions import Version, Versions

BETWEEN_VERSIONS: Final = timedelta(minutes=10)
REMEMBERED: Final = 80
"""Characters whose files are not read through again while they hold the same: more than a campaign has members."""


class SavedFile:
    """An open file as we read or wrote it last."""

    def __init__(
        self,
        path: Path,
        owner_id: str,
        digest: str,
        newer: bool,
        versions: Versions,
        clock: Callable[[], datetime],
        suffix: str,
        largest: int,
    ) -> None:
        """`owner_id` is whose versions are kept; files of more than `largest` bytes are none of ours."""
        self.path = path
        self._owner_id = owner_id
        self._digest = digest
        self._newer = newer
        self._versions = versions
        self._clock = clock
        self._suffix = suffix
        self._largest = largest
        self._kept_at: datetime | None = None
        self.versions_problem: FileProblem | None = None
        """Why the last earlier version could not be kept; the file itself was saved."""

    @property
    def digest(self) -> str:
        """SHA-256 of the file as we left it."""
        return self._digest

    @property
    def read_only(self) -> bool:
        """Whether a newer program wrote the file."""
        return self._newer

    def changed_outside(self) -> bool:
        """Return whether the file is gone or no longer what we read or wrote (B9)."""
        present = self._present()
        return present is None or digest_of(present) != self._digest

    def versions(self) -> tuple[Version, ...]:
        """Return the earlier versions, the latest first."""
        return self._versions.list(self._owner_id)

    def keep_present(self) -> None:
        """Keep the file as it is now as a version, before something larger is done to it (bringing back an old one)."""
        present = self._present()
        if present is not None:
            self._keep(present, force=True)

    def moved(self, path: Path) -> None:
        """Follow the file to its new name."""
        self.path = path

    def _write(self, data: bytes, *, overwrite: bool, ahead: Callable[[str], None] = lambda _digest: None) -> None:
        """Write `data`, a version first; FileProblem as `save` of those who call it.

        `ahead` is told the digest that the file is about to have.
        """
        if self.read_only:
            raise FileProblem("newer", self.path)
        present = self._present()
        if present is None and not overwrite:
            raise FileProblem("file-gone", self.path)
        changed = present is not None and digest_of(present) != self._digest
        if changed and not overwrite:
            raise FileProblem("changed-outside", self.path)
        if present != data:
            if present is not None:
                self._keep(present, force=changed)
            ahead(digest_of(data))
            save_bytes(self.path, data)
        self._digest = digest_of(data)

    def _reloaded(self, digest: str, *, newer: bool) -> None:
        self._digest, self._newer, self._kept_at = digest, newer, None

    def _present(self) -> bytes | None:
        try:
            return read_bytes(self.path, self._largest)
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
            self._versions.keep(self._owner_id, data, now, self.path, self._suffix)
        except FileProblem as error:
            self.versions_problem = error
        else:
            self.versions_problem = None
            self._kept_at = now


class SavedCharacter(SavedFile):
    """The file of the open character. `character` is what the file holds."""

    def __init__(self, path: Path, found: CharacterFile, versions: Versions, clock: Callable[[], datetime]) -> None:
        super().__init__(path, found.character.id, found.digest, found.newer, versions, clock, SUFFIX, LARGEST)
        self._unknown = found.unknown
        self.character = found.character

    def save(
        self,
        character: Character,
        *,
        overwrite: bool = False,
        ahead: Callable[[str], None] = lambda _digest: None,
    ) -> None:
        """Write `character`. With `overwrite`, also over a file that was changed outside, which is kept as a version.

        `ahead` is told the digest that the file will have, just before it is written, if it is. Raises FileProblem:
        "changed-outside", "file-gone", "folder-gone", "newer", or what the disk refuses.
        """
        self._write(dump_character(character, self._unknown), overwrite=overwrite, ahead=ahead)
        self.character = character

    def reload(self) -> Character:
        """Take what the file holds now; on FileProblem or CharacterFileError nothing changes."""
        found = read_character(self.path)
        self._reloaded(found.digest, newer=found.newer)
        self._owner_id, self._unknown, self.character = found.character.id, found.unknown, found.character
        return self.character

    def version(self, version: Version) -> Character:
        """Return the character of an earlier version, as part of this file; errors as `Versions.read`."""
        return self._versions.read(version).character.with_(id=self.character.id)


class CharacterStore:
    """Opens characters for editing. What it read last is not read through again while the files hold the same."""

    def __init__(self, versions: Versions, clock: Callable[[], datetime]) -> None:
        self._versions = versions
        self._clock = clock
        self._found: OrderedDict[str, CharacterFile] = OrderedDict()
        """By the digests of the files, the one asked for last at the end."""

    def open(self, path: Path) -> SavedCharacter:
        """Open the character in `path`; FileProblem or CharacterFileError when there is none."""
        return SavedCharacter(path, self._read(path), self._versions, self._clock)

    def _read(self, path: Path) -> CharacterFile:
        data, _mtime = read_data(FORM, path)
        digest = digest_of(data)
        found = self._found.get(digest)
        if found is None:
            found = self._found[digest] = parse_character(data, path)
        self._found.move_to_end(digest)
        while len(self._found) > REMEMBERED:
            self._found.popitem(last=False)
        return found
