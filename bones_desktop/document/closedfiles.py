"""Changing characters that are not open: each change is an undoable step of theirs, and the file before it is kept."""

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.saving import CharacterStore
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.undohistory import StoredStep, UndoHistories

TRIES: Final = 3
"""How often an edit is made anew because the file changed between reading and writing."""


class ClosedFiles:
    """Edits files of characters without opening them into the document."""

    def __init__(self, store: CharacterStore, histories: UndoHistories) -> None:
        self._store = store
        self._histories = histories

    def read(self, path: Path) -> Character:
        """Return the character in the file at `path`; FileProblem or CharacterFileError when it cannot be read."""
        return self._store.open(path).character

    def apply(self, path: Path, name: str, edit: Callable[[Character], Character]) -> StoredStep:
        """Make `edit` as a step called `name` in the file at `path`, and return the step.

        Raises RulesError when the edit is refused, FileProblem or CharacterFileError when the file cannot be read or
        written; then it is as it was.
        """
        for _ in range(TRIES - 1):
            try:
                return self._apply(path, name, edit)
            except FileProblem as error:
                if error.code != "changed-outside":
                    raise
        return self._apply(path, name, edit)

    def take_back(self, path: Path, step: StoredStep, name: str) -> Character:
        """Undo `step`, made by `apply`, in the file at `path`, and return the character before it.

        Opened, the character can have it redone; where it is not the last step of the history, though the character
        is as it left it, taking it back becomes a step of its own called `name`. Raises RulesError
        `changed-since-step` when the character is not as the step left it, FileProblem or CharacterFileError as
        `apply`; then the file is as it was.
        """
        saved = self._store.open(path)
        if saved.character != step.after:
            raise refuse("changed-since-step")
        history = self._histories.load(step.after.id, saved.digest)
        saved.save(step.before)
        if history is not None:
            done = history.steps[: len(history.steps) - history.undone]
            if done and done[-1] == step:
                self._keep(step.before.id, saved.digest, history.steps, history.undone + 1)
            else:
                self._keep(step.before.id, saved.digest, (*done, StoredStep(name, step.after, step.before)), 0)
        return step.before

    def _apply(self, path: Path, name: str, edit: Callable[[Character], Character]) -> StoredStep:
        saved = self._store.open(path)
        before = saved.character
        step = StoredStep(name, before, edit(before))
        if step.after == before:
            return step
        history = self._histories.load(before.id, saved.digest)
        saved.save(step.after)
        steps = history.steps[: len(history.steps) - history.undone] if history else ()
        self._keep(before.id, saved.digest, (*steps, step), 0)
        return step

    def _keep(self, character_id: str, digest: str, steps: Sequence[StoredStep], undone: int) -> None:
        """Keep the history; it is a convenience, and the character is safe without it."""
        with contextlib.suppress(FileProblem):
            self._histories.save(character_id, digest, steps, undone)
