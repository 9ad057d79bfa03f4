"""Base class of panels that show and edit the open character."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import least_height


class CharacterPanel(Guarded, QWidget):
    """A panel that calls `refresh` when it becomes visible, and at each change while it is visible."""

    refused = Signal(object)
    """Emitted with a Reason when an action is refused."""
    message = Signal(str)
    """Emitted with a sentence about the last action."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the date in the form 2026-11-21."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._today = today
        # The signal is connected even while the panel is hidden, because `_note` must be called for every change.
        document.changed.connect(self._changed)
        self._theme.changed.connect(self._theme_changed)

    def refresh(self) -> None:
        """Show the current character."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while the panel was hidden.

        Set fonts again, because the style sheet resets them when the panel is first shown.
        """
        super().showEvent(event)
        self._fit()
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """Fit the panel again when its contents need another size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the panel to the new width."""
        super().resizeEvent(event)
        self._fit()

    def heightForWidth(self, width: int) -> int:
        """Return the minimum height, because Qt would use the preferred height of wrapped text in a scroll area."""
        layout = self.layout()
        return 0 if layout is None else least_height(layout, width)

    def _apply(self, name: str, edit: Callable[[Character], Character]) -> bool:
        """Edit the character in an undo step; return whether this worked. If not, `refused` is emitted."""
        return self._document.attempt(name, edit, self.refused.emit)

    def _changed(self, change: Change) -> None:
        self._note(change)
        if self.isVisible():
            self.refresh()

    def _theme_changed(self) -> None:
        self._fit()
        if self.isVisible():
            self.refresh()

    def _note(self, change: Change) -> None:
        """Handle a change even while the panel is hidden; subclasses override this method."""

    def _fit(self) -> None:
        """Adapt the panel to theme and width, and request the height that it needs."""
