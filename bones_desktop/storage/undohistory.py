"""Undo across restarts: the named steps of a character, believed only while its file is the one they belong to."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from bones_desktop.rules.bones.character import Character
from bones_desktop.storage.characterchanges import changed, changes
from bones_desktop.storage.checkedfile import DamagedFileError, read_checked, to_json, write_checked
from bones_desktop.storage.locations import private_folder
from bones_desktop.storage.plainvalues import plain, read
from bones_desktop.storage.textfiles import FileProblem, problem

MOST_STEPS: Final = 250
LARGEST: Final = 4_000_000


class Step(Protocol):
    """A step as the document keeps it."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def before(self) -> Character: ...  # noqa: D102
    @property
    def after(self) -> Character: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class StoredStep:
    """A step as it was stored."""

    name: str
    before: Character
    after: Character


@dataclass(frozen=True, slots=True)
class StoredHistory:
    """Steps in the order they were made, of which the last `undone` are undone."""

    steps: tuple[StoredStep, ...]
    undone: int


class UndoHistories:
    """Histories under `folder`, one file for each character id."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def save(self, character_id: str, digest: str, steps: Sequence[Step], undone: int) -> None:
        """Keep the last MOST_STEPS steps, fewer when large, for the file with `digest`; FileProblem if it fails."""
        kept = list(steps[-MOST_STEPS:])
        while True:
            body = _body(digest, kept, undone)
            if not kept or len(to_json(body)) <= LARGEST:
                break
            kept = kept[max(1, len(kept) // 4) :]
        path = self._path(character_id)
        try:
            private_folder(path.parent)
        except OSError as error:
            raise problem(error, path) from error
        write_checked(path, body)

    def load(self, character_id: str, digest: str) -> StoredHistory | None:
        """Return the history; None when there is none, it is damaged, or it belongs to another state of the file."""
        try:
            body = read_checked(self._path(character_id), 2 * LARGEST)
            if body["digest"] != digest:
                return None
            states = _states(body)
            steps = tuple(StoredStep(str(name), states[before], states[after]) for name, before, after in body["steps"])
            return StoredHistory(steps, min(int(body["undone"]), len(steps)))
        except (FileProblem, DamagedFileError, KeyError, TypeError, ValueError, IndexError):
            return None

    def forget(self, character_id: str) -> None:
        """Drop the history."""
        with contextlib.suppress(OSError):
            self._path(character_id).unlink()

    def _path(self, character_id: str) -> Path:
        return self._folder / f"{character_id}.json"


def _body(digest: str, steps: Sequence[Step], undone: int) -> dict[str, Any]:
    """Return what is stored: the first state whole, each later one as what it changed, and the steps between them."""
    numbered: list[list[Any]] = []
    differences: list[dict[str, Any]] = []
    last = steps[0].before if steps else None
    for step in steps:
        places = []
        for state in (step.before, step.after):
            if last is not None and state != last:
                differences.append(changes(last, state))
                last = state
            places.append(len(differences))
        numbered.append([step.name, *places])
    return {
        "digest": digest,
        "first": plain(steps[0].before) if steps else None,
        "changes": differences,
        "steps": numbered,
        "undone": min(undone, len(steps)),
    }


def _states(body: dict[str, Any]) -> list[Character]:
    if "states" in body:  # as histories were written before changes were told apart
        return [read(Character, each) for each in body["states"]]
    if body["first"] is None:
        return []
    states = [read(Character, body["first"])]
    for differences in body["changes"]:
        states.append(changed(states[-1], differences))
    return states
