"""Changing characters that are not open: each change is an undoable step of theirs, and the file before it is kept."""

from collections.abc import Callable
from pathlib import Path

from bones_desktop.rules.bones.character import Character
from bones_desktop.storage.saving import CharacterStore
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.storage.undohistory import StoredStep, UndoHistories


class ClosedFiles:
    """Edits files of characters without opening them into the document."""

    def __init__(self, store: CharacterStore, histories: UndoHistories) -> None:
        self._store = store
        self._histories = histories

    def apply(self, path: Path, name: str, edit: Callable[[Character], Character]) -> Character:
        """Make `edit` as a step called `name` in the file at `path`, and return the character after it.

        Raises RulesError when the edit is refused, FileProblem or CharacterFileError when the file cannot be read or
        written; then it is as it was.
        """
        saved = self._store.open(path)
        before = saved.character
        after = edit(before)
        if after == before:
            return before
        history = self._histories.load(before.id, saved.digest)
        saved.save(after)
        steps = list(history.steps[: len(history.steps) - history.undone]) if history else []
        try:
            self._histories.save(before.id, saved.digest, [*steps, StoredStep(name, before, after)], 0)
        except FileProblem:
            # The history is a convenience; the character is safe.
            return after
        return after
