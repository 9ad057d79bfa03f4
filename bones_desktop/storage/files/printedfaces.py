"""Which faces of whose dice were printed last, so that only those that changed need to be printed again."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from bones_desktop.storage.files.checkedfile import DamagedFileError, read_checked, write_checked
from bones_desktop.storage.files.placing import make_folder
from bones_desktop.storage.files.textfiles import FileProblem

MOST_REMEMBERED: Final = 300
"""Characters; those printed longest ago are forgotten first."""
_LIMIT: Final = 4 * 1024 * 1024

Faces = Mapping[str, Sequence[str]]
"""The codes of the faces of dice, by the names of the dice."""


class PrintedFaces:
    """A file that is only a help: one that is damaged or cannot be read counts as empty."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def of(self, character_id: str) -> Faces:
        """Return what was printed of a character; empty when nothing was."""
        found = self._load().get(character_id, {})
        return found if isinstance(found, dict) else {}

    def remember(self, character_id: str, faces: Faces) -> None:
        """Note what was printed now, beside what was printed of the other dice before; FileProblem if it cannot be."""
        everybody = self._load()
        known = everybody.pop(character_id, {})
        everybody[character_id] = {**known, **{name: [*codes] for name, codes in faces.items()}}
        kept = dict([*everybody.items()][-MOST_REMEMBERED:])
        make_folder(self._path.parent, self._path)
        write_checked(self._path, [[each, kept[each]] for each in kept])

    def _load(self) -> dict[str, dict[str, list[str]]]:
        try:
            stored = read_checked(self._path, _LIMIT)
            return {str(each): _faces(dice) for each, dice in stored}
        except (DamagedFileError, FileProblem, AttributeError, TypeError, ValueError):
            return {}


def _faces(dice: dict[str, list[str]]) -> dict[str, list[str]]:
    return {str(name): [str(code) for code in codes][:6] for name, codes in dice.items()}
