"""Changing characters that are not open: each change is an undoable step of theirs, and the file before it is kept."""

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.reasons import refuse
from bones_desktop.storage.files.saving import CharacterStore, SavedCharacter
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.files.undohistory import OpenHistory, StoredHistory, StoredStep, UndoHistories

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
        kept = self._histories.of(step.after.id)
        history = kept.load(saved.digest)
        done = _done(history)
        if history is None:
            saved.save(step.before)
        elif done and done[-1] == step:
            _save(saved, step.before, kept, history.steps, history.undone + 1)
        else:
            _save(saved, step.before, kept, (*done, StoredStep(name, step.after, step.before)), 0)
        return step.before

    def _apply(self, path: Path, name: str, edit: Callable[[Character], Character]) -> StoredStep:
        saved = self._store.open(path)
        before = saved.character
        step = StoredStep(name, before, edit(before))
        if step.after == before:
            return step
        kept = self._histories.of(before.id)
        _save(saved, step.after, kept, (*_done(kept.load(saved.digest)), step), 0)
        return step


def _done(history: StoredHistory | None) -> tuple[StoredStep, ...]:
    return history.steps[: len(history.steps) - history.undone] if history is not None else ()


def _save(
    saved: SavedCharacter, character: Character, kept: OpenHistory, steps: Sequence[StoredStep], undone: int
) -> None:
    """Save the character, its history just ahead; that is a convenience, and the character is safe without it."""
    now = saved.digest

    def write_ahead(digest: str) -> None:
        with contextlib.suppress(FileProblem):
            kept.write_ahead(now, digest, steps, undone)

    saved.save(character, ahead=write_ahead)
    with contextlib.suppress(FileProblem):
        kept.keep(saved.digest, steps, undone)
