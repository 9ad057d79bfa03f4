"""Targets of a declaration: a chip for each, or a button with a list if there are many."""

from collections.abc import Collection, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QMenu, QWidget

from bones_desktop.rules.bones.fight.fighters import Fighter
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import Chip, give_menu
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_lengths
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.names import short_name

LINES: Final = 3
LINE: Final = 42
"""Height of a line of targets in pixels, with the gap below it."""


class TargetMenu(QMenu):
    """A menu that stays open while its entries are ticked."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tick the entry under the mouse."""
        if not self._tick(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Tick with Space and Enter. Escape closes the menu."""
        ticks = event.key() in {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if not (ticks and self._tick(self.activeAction())):
            super().keyPressEvent(event)

    def _tick(self, action: QAction | None) -> bool:
        if action is None or not action.isCheckable():
            return False
        action.trigger()
        return True


class Aims(QWidget):
    """The targets. `button` is laid out by the owner, next to other controls; either it or the chips are visible."""

    changed = Signal()
    """Other targets are chosen."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.targets: dict[str, Chip] = {}
        self._flow = FlowLayout(theme.px(4), self)
        self.button = push_button(parent, name=_("Target"))
        self.menu = TargetMenu(parent)
        give_menu(self.button, self.menu)

    @property
    def chosen(self) -> tuple[str, ...]:
        """Ids of the chosen fighters."""
        return tuple(who for who, chip in self.targets.items() if chip.isChecked())

    def show_targets(self, fighters: Sequence[Fighter], chosen: Collection[str]) -> None:
        """Offer these fighters; `chosen` holds ids."""
        # Made again only for other fighters, so that a chip keeps the focus.
        if [fighter.id for fighter in fighters] != list(self.targets):
            self._flow.clear()
            words = plain_label(self, _("Target:"), "muted")
            set_lengths(self._theme, words, height=34)  # as high as the chips next to it
            self._flow.addWidget(words)
            self.targets = {}
            self.menu.clear()
            for fighter in fighters:
                chip = Chip(self._theme, fighter.name, self)
                chip.clicked.connect(self._tell)
                self.targets[fighter.id] = chip
                self._flow.addWidget(chip)
                action = self.menu.addAction(without_mnemonic(fighter.name), chip.click)
                action.setCheckable(True)
        for who, chip in self.targets.items():
            chip.setChecked(who in chosen)
        for action, chip in zip(self.menu.actions(), self.targets.values(), strict=True):
            action.setChecked(chip.isChecked())
        names = ", ".join(chip.accessibleName() for chip in self.targets.values() if chip.isChecked())
        self.button.setText(_("Target: {names}").format(names=short_name(names)))
        self.updateGeometry()

    def _tell(self) -> None:
        self.changed.emit()

    def fit(self, room: int, *, wanted: bool) -> None:
        """Show the chips if a few lines of `room` pixels hold them, else the button. Show neither unless `wanted`."""
        fits = self._flow.heightForWidth(max(1, room)) <= LINES * self._theme.px(LINE)
        self.setVisible(wanted and fits)
        self.button.setVisible(wanted and not fits)
