"""Base of the panels of the open character: they show it while visible, and make undo steps of it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLayout, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded


class CharacterPanel(Guarded, QWidget):
    """Panel filled by `refresh` when it becomes visible, and at each change while it is visible."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    """A sentence about the action just done."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` returns the day as 2026-11-21."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._today = today
        # Followed even while hidden, because `_note` must see every change.
        document.changed.connect(self._changed)
        theme.changed.connect(self._theme_changed)

    def refresh(self) -> None:
        """Show the current character."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show changes made while hidden.

        The fonts are set again, because the style sheet resets them at the first showing.
        """
        super().showEvent(event)
        self._fit()
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """Fit again when the contents of the panel need another size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit to the new width."""
        super().resizeEvent(event)
        self._fit()

    def heightForWidth(self, width: int) -> int:
        """Return the least height: in a scroll area, Qt would give wrapped text its preferred height instead."""
        layout = self.layout()
        return 0 if layout is None else least_height(layout, width)

    def _apply(self, name: str, edit: Callable[[Character], Character]) -> bool:
        """Make an undo step of the character and return whether it was made. If not, `refused` says why."""
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
        """Keep the parts of a change that are needed even while hidden."""

    def _fit(self) -> None:
        """Fit the contents to theme and width, and ask for the height they need."""


def least_height(layout: QLayout, width: int) -> int:
    """Return the height that the contents of `layout` need at `width`. Wrapped text needs more at a smaller width."""
    layout.activate()
    # Qt returns -1 for a layout without wrapped text.
    for_width = layout.totalMinimumHeightForWidth(width) if layout.hasHeightForWidth() else 0
    return for_width if for_width > 0 else layout.totalMinimumSize().height()
