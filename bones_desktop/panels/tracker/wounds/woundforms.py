"""The forms of the Wounds tab, made when first needed; at most one of them is open."""

from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.tracker.wounds.blowform import BlowForm
from bones_desktop.panels.tracker.wounds.careform import CareForm
from bones_desktop.panels.tracker.wounds.hinderingform import HinderingForm
from bones_desktop.panels.tracker.wounds.surviveform import SurviveForm
from bones_desktop.panels.tracker.wounds.woundedits import WoundEdits
from bones_desktop.panels.tracker.wounds.woundform import WoundForm
from bones_desktop.theme.theme import Theme

Form = TypeVar("Form", bound=WoundForm)


class WoundForms(QObject):
    """Opens forms in a column of the tab, carries out what they ask for, and closes them once it is done."""

    refused = Signal(object)
    """A Reason."""
    changed = Signal()
    """Another form is open, or none."""
    plan_changed = Signal()
    """What the blow would do is another."""

    def __init__(
        self, document: CharacterDocument, edits: WoundEdits, theme: Theme, tab: QWidget, column: QVBoxLayout
    ) -> None:
        super().__init__(tab)
        self._document = document
        self._edits = edits
        self._theme = theme
        self._tab = tab
        self._column = column
        self._came_from: QWidget | None = None
        self.current: WoundForm | None = None
        """What is being filled in, None for nothing."""

    @cached_property
    def blow(self) -> BlowForm:
        """Where a blow is prepared."""
        form = BlowForm(self._theme, self._tab)
        form.requested.connect(lambda blow: self._done(self._edits.take_blow(blow)))
        form.changed.connect(self.plan_changed)
        return self._put(form)

    @cached_property
    def care(self) -> CareForm:
        """Where medical attention is prepared."""
        form = CareForm(self._theme, self._tab)
        form.requested.connect(lambda successes, medic: self._done(self._edits.treat(successes, medic)))
        return self._put(form)

    @cached_property
    def hindering(self) -> HinderingForm:
        """Where a hindering die is chosen."""
        form = HinderingForm(self._theme, self._tab)
        form.requested.connect(lambda die: self._done(self._edits.give_hindering(die)))
        return self._put(form)

    @cached_property
    def survive(self) -> SurviveForm:
        """Where it is told how a death was survived."""
        form = SurviveForm(self._theme, self._tab)
        form.requested.connect(lambda how: self._done(self._edits.survive(how)))
        return self._put(form)

    def open_blow(self, cause: str) -> None:
        """Prepare a blow."""
        self._open(self.blow)
        self.blow.begin_with(cause)

    def open_care(self) -> None:
        """Prepare medical attention."""
        self._open(self.care)
        self.care.begin()

    def open_hindering(self) -> None:
        """Prepare a hindering die."""
        self._open(self.hindering)
        self.hindering.begin()

    def open_survive(self) -> None:
        """Prepare a miracle."""
        self._open(self.survive)
        self.survive.begin()

    def close(self) -> None:
        """Close what is open; nothing is done. Focus goes back to where it was."""
        form, self.current = self.current, None
        if form is None:
            return
        focused = self._tab.focusWidget()
        held = focused is not None and form.isAncestorOf(focused)
        back, self._came_from = self._came_from, None
        form.hide()
        self.changed.emit()
        if held:
            (back if back is not None and back.isVisible() and back.isEnabled() else self._tab).setFocus()

    def fill(self) -> None:
        """Show the character as it is now in what is open."""
        document, form = self._document, self.current
        if isinstance(form, BlowForm | SurviveForm):
            form.show_character(document.rulebook, document.character)
        elif isinstance(form, CareForm):
            form.show_character(document.character)
        elif isinstance(form, HinderingForm):
            form.show_rulebook(document.rulebook)

    def _open(self, form: WoundForm) -> None:
        if self.current is not form:
            self.close()
            self._came_from = self._tab.focusWidget()
        self.current = form
        self.fill()
        self.changed.emit()  # what gives way to the form goes first, or the page would grow for a moment
        form.show()

    def _put(self, form: Form) -> Form:
        form.hide()
        form.closed.connect(self.close)
        form.refused.connect(self.refused)
        self._column.insertWidget(0, form)
        return form

    def _done(self, done: bool) -> None:
        if done:
            self.close()
