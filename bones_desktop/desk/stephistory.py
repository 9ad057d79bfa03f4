"""Undo and redo in the window: each page shows the history of its own steps."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from bones_desktop.desk.mainwindow import CHARACTER_PAGES, MainWindow
from bones_desktop.document.document import Change, Document


class DocumentHistory:
    """The steps of a document."""

    def __init__(self, document: Document[Any], flush: Callable[[], bool]) -> None:
        self._document = document
        self._stack = document.undo_stack
        self.flush = flush

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be undone; None when there is none."""
        return self._stack.undoText() if self._stack.canUndo() else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be redone; None when there is none."""
        return self._stack.redoText() if self._stack.canRedo() else None

    def undo(self) -> bool:
        """Undo the last step."""
        self._stack.undo()
        return True

    def redo(self) -> bool:
        """Redo the step that was undone last."""
        self._stack.redo()
        return True


class CharacterHistory(QObject):
    """The steps of an open character. A page that does not show the character undoes only steps made on that page."""

    changed = Signal()

    def __init__(self, document: Document[Any], window: MainWindow, flush: Callable[[], bool]) -> None:
        super().__init__(window)
        self._steps = DocumentHistory(document, flush)
        self._document = document
        self._stack = document.undo_stack
        self._window = window
        self._here = (0, 0)
        """First and last position in the history since this page, or this character, was shown."""
        self.flush, self.undo, self.redo = flush, self._steps.undo, self._steps.redo
        stack = self._stack
        for moved in (stack.canUndoChanged, stack.canRedoChanged, stack.undoTextChanged, stack.redoTextChanged):
            moved.connect(self._tell_changed)
        stack.indexChanged.connect(self._go_on)
        document.changed.connect(self._follow)
        window.page_shown.connect(self._begin)

    @property
    def undo_text(self) -> str | None:
        """Name of the step that would be undone; None when there is none in view."""
        return self._steps.undo_text if self._may(self._stack.index() > self._here[0]) else None

    @property
    def redo_text(self) -> str | None:
        """Name of the step that would be redone; None when there is none in view."""
        return self._steps.redo_text if self._may(self._stack.index() < self._here[1]) else None

    def _may(self, done_here: bool) -> bool:
        # Elsewhere the user does not see the character, and would undo something out of sight.
        return (self._window.page in CHARACTER_PAGES or done_here) and not self._document.read_only

    def _begin(self) -> None:
        self._here = (self._stack.index(), self._stack.index())
        self.changed.emit()

    def _go_on(self) -> None:
        # The end moves only forward, so that steps undone here can be redone here.
        self._here = (self._here[0], max(self._here[1], self._stack.index()))
        self.changed.emit()

    def _follow(self, change: Change[Any]) -> None:
        if not change.name:  # another character was opened
            self._begin()

    def _tell_changed(self) -> None:
        self.changed.emit()
