"""One of the three actions of a season: what was done and what came of it, or that it is still to do."""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QToolButton, QWidget

from bones_desktop.panels.tracker.seasons.wrapping import WrappedLabel
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.pushbuttons import tool_button
from bones_desktop.widgets.scaled import set_gaps, set_icon, set_lengths, set_type
from bones_desktop.widgets.sheetproperty import set_sheet_property
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label

LINES: Final = 2
MORE_LINES: Final = 8
"""Of what became of an action."""


@dataclass(frozen=True, slots=True)
class ActionLook:
    """What the card of an action says; texts are finished."""

    place: int
    """Which of the character's actions it is."""
    title: str
    check: str
    result: str
    """"" without a throw."""
    tone: str
    """Of the result: "good" or "bad"."""
    made: str
    """What it brought."""
    outcome: str
    is_last: bool


class ActionCard(QFrame):
    """Keeps its height whatever it shows."""

    change_requested = Signal(int)
    remove_requested = Signal(int)
    """The action's place."""

    def __init__(self, theme: Theme, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._number = number
        self.look: ActionLook | None = None
        self.head = ElidedLabel(self, role="muted")
        set_lengths(theme, self.head, least_height=30)
        self.title = WrappedLabel(theme, 2, self)
        set_type(theme, self.title, size=16, serif=True, bold=True)
        self.result = ElidedLabel(self, theme=theme, bold=True)
        self.made = ElidedLabel(self, role="muted")
        self.outcome = WrappedLabel(theme, LINES, self)
        set_type(theme, self.head, self.made, self.outcome, size=12)
        self._free = plain_label(self, self.tr("Still to do"), "muted", theme=theme, size=20, serif=True)
        self.change = tool_button(self, self._change, tip=self.tr("Change the action"))
        self.remove = QToolButton(self)
        set_icon(theme, self.change, "rename", 16)
        set_icon(theme, self.remove, "remove", 16)
        set_lengths(theme, self.change, self.remove, width=30, height=30)
        self.remove.setToolTip(self.tr("Remove the action, with its coins and the asset it brought"))
        self.remove.clicked.connect(self._remove)
        self._top = hbox(None, (self.head, 1), self.change, self.remove, theme=theme, gap=2)
        self._column = vbox(self, self._top, (self._free, 1), self.title, self.result, self.made, self.outcome)
        set_gaps(theme, self._column, gap=2, edges=(12, 6, 8, 10))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._column.addStretch(0)
        theme.changed.connect(self.restyle)
        self.show_action(None, editable=False)

    def show_action(self, look: ActionLook | None, *, editable: bool) -> None:
        """Show an action, or with None that it is still to do."""
        self.look = look
        number = self.tr("Action {n}").format(n=self._number)
        done = look is not None
        for part in (self.title, self.result, self.made, self.outcome, self.change):
            part.setVisible(done)
        self._free.setVisible(not done)
        self.remove.setVisible(look is not None and look.is_last)
        set_sheet_property(self, "kind", "card" if done else "well")
        if look is None:
            self.head.set_full_text(number)
            self.setAccessibleName(self.tr("{action}: still to do").format(action=number))
        else:
            self.head.set_full_text(" · ".join(part for part in (number, look.check) if part))
            self.title.show_text(look.title)
            self.result.set_full_text(look.result)
            self.made.set_full_text(self.tr("brought: {asset}").format(asset=look.made) if look.made else "")
            self.outcome.show_text(look.outcome, "muted")
            set_sheet_property(self.result, "role", look.tone)
            self.setAccessibleName(", ".join(part for part in (f"{number}: {look.title}", look.result) if part))
            for button in (self.change, self.remove):
                button.setEnabled(editable)
            self.change.setAccessibleName(self.tr("Change {title}").format(title=look.title))
            self.remove.setAccessibleName(self.tr("Remove {title}").format(title=look.title))
        self.restyle()

    def set_tall(self, tall: bool) -> None:
        """Show more lines of what became of the action, or few."""
        self.outcome.set_lines(MORE_LINES if tall else LINES)
        self.restyle()

    def restyle(self) -> None:
        """Fit the height to the words."""
        theme = self._theme
        parts = (self.title, self.result, self.made, self.outcome)
        self.setFixedHeight(theme.px(30 + 16 + 4 * 2) + sum(part.sizeHint().height() for part in parts) + 2)

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Set fonts again: a style sheet takes them from labels when they are first shown."""
        super().showEvent(event)
        self.restyle()

    def _change(self) -> None:
        if self.look is not None:
            self.change_requested.emit(self.look.place)

    def _remove(self) -> None:
        if self.look is not None:
            self.remove_requested.emit(self.look.place)
