"""Undo across restarts: the named steps of a character, believed only while its file is the one they belong to."""

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

from pydantic import ValidationError

from bones_desktop.rules.bones.character import Character
from bones_desktop.storage.checkedfile import DamagedFileError, read_checked, to_json, write_checked
from bones_desktop.storage.locations import private_folder
from bones_desktop.storage.textfiles import FileProblem, problem

MOST_STEPS: Final = 100
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
        """Keep the last hundred steps, fewer when large, for the file with `digest`; FileProblem if it fails."""
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
            portraits = body.get("portraits", [])
            states = [
                Character.model_validate_json(to_json(_with_portrait(each, portraits))) for each in body["states"]
            ]
            steps = tuple(StoredStep(str(name), states[before], states[after]) for name, before, after in body["steps"])
            return StoredHistory(steps, min(int(body["undone"]), len(steps)))
        except (FileProblem, DamagedFileError, ValidationError, KeyError, TypeError, ValueError, IndexError):
            return None

    def forget(self, character_id: str) -> None:
        """Drop the history."""
        with contextlib.suppress(OSError):
            self._path(character_id).unlink()

    def _path(self, character_id: str) -> Path:
        return self._folder / f"{character_id}.json"


def _body(digest: str, steps: Sequence[Step], undone: int) -> dict[str, Any]:
    """Each state is stored once: a step starts where the one before it ended. So is each portrait."""
    states: list[Any] = []
    portraits: dict[str, int] = {}
    last: Character | None = None
    numbered: list[list[Any]] = []

    def add(character: Character) -> None:
        state = character.model_dump(mode="json")
        if character.portrait:
            state["portrait"] = portraits.setdefault(character.portrait, len(portraits))
        states.append(state)

    for step in steps:
        if step.before != last:
            add(step.before)
        add(step.after)
        last = step.after
        numbered.append([step.name, len(states) - 2, len(states) - 1])
    return {
        "digest": digest,
        "states": states,
        "portraits": list(portraits),
        "steps": numbered,
        "undone": min(undone, len(steps)),
    }


def _with_portrait(state: dict[str, Any], portraits: Sequence[str]) -> dict[str, Any]:
    """Return a state with the portrait its number stands for; older histories have the portrait itself."""
    portrait = state.get("portrait", "")
    return {**state, "portrait": portraits[portrait]} if isinstance(portrait, int) else state
