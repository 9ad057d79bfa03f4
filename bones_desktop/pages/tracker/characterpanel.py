"""What panels of the open character have in common: they show it while visible and make steps of it."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.guarded import Guarded


class CharacterPanel(Guarded, QWidget):
    """Filled by `refresh` when it comes into view and at each change while it is in view."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    """A sentence about what was done."""

    def __init__(
        self, document: CharacterDocument, theme: Theme, today: Callable[[], str], parent: QWidget | None = None
    ) -> None:
        """`today` says the day as 2026-11-21."""
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._today = today
        document.changed.connect(self._changed)
        theme.changed.connect(self._theme_changed)

    def refresh(self) -> None:
        """Show the character as it is now."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show what has changed out of sight; the style sheet takes fonts back when it is first shown."""
        super().showEvent(event)
        self._restyle()
        self.refresh()

    def event(self, event: QEvent) -> bool:
        """Fit again when the contents of the panel need other room."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit to the new width."""
        super().resizeEvent(event)
        self._fit()

    def heightForWidth(self, width: int) -> int:
        """Return the least height: within room to scroll, Qt would give what wraps its best height instead."""
        layout = self.layout()
        return 0 if layout is None else least_height(layout, width)

    def _apply(self, name: str, edit: Callable[[Character], Character]) -> bool:
        """Make a step of the character and return whether it was made; if not, `refused` says why."""
        return self._document.attempt(name, edit, self.refused.emit)

    def _changed(self, change: Change) -> None:
        self._note(change)
        if self.isVisible():
            self.refresh()

    def _theme_changed(self) -> None:
        self._restyle()
        if self.isVisible():
            self.refresh()

    def _note(self, change: Change) -> None:
        """Keep what of a change must be known also out of sight."""

    def _restyle(self) -> None:
        """Fit fonts and distances to the theme."""

    def _fit(self) -> None:
        """Set what is shown for the width there is, and ask for the height it needs."""


def least_height(layout: QLayout, width: int) -> int:
    """Return the height that what `layout` holds needs at `width`; wrapped words need more where there is less."""
    layout.activate()
    for_width = layout.totalMinimumHeightForWidth(width) if layout.hasHeightForWidth() else 0
    return for_width if for_width > 0 else layout.totalMinimumSize().height()


def bring_into_view(widget: QWidget) -> None:
    """Scroll the room that `widget` lies in, if there is one, until it is seen."""
    around = widget.parentWidget()
    while around is not None and not isinstance(around, QScrollArea):
        around = around.parentWidget()
    if around is not None:
        # What was just shown has its place only when the layouts have been asked anew.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
        around.ensureWidgetVisible(widget)
