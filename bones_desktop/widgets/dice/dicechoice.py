"""Asks in a popup which of some dice are given: exactly so many, the usual ones chosen at first."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook
from bones_desktop.widgets.layouts import FlowLayout
from bones_desktop.widgets.popups import FormPopup
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording.language import _

_WIDTH = 440


class DiceChoicePopup(FormPopup):
    """A card for each die; a click or its number chooses it in place of the one chosen first, Enter takes them."""

    chosen = Signal(tuple)
    """The places of the dice, in their order."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", _WIDTH, 8, parent)
        self._head = plain_label(self.board, wrap=True, theme=theme, size=14, bold=True)
        self._row = QWidget(self.board)
        self._flow = FlowLayout(0, self._row)
        self.button = push_button(self.board, _("Lose these"), self._take, kind="primary")
        self.button.setAutoDefault(False)
        self.cards: list[DieCard] = []
        self._picked: list[int] = []
        self._fixed: frozenset[int] = frozenset()
        for widget in (self._head, self._row, self.button):
            self._rows.addWidget(widget)
        self.restyle()

    @property
    def picked(self) -> tuple[int, ...]:
        """The dice chosen now, in their order."""
        return tuple(sorted(self._picked))

    def ask(
        self,
        owner: QWidget,
        words: str,
        looks: dict[int, DieCardLook],
        usual: tuple[int, ...],
        fixed: tuple[int, ...] = (),
    ) -> None:
        """Ask below `owner` or above it which of the dice, by their places, are given: as many as `usual` are.

        Those of `fixed` cannot be kept.
        """
        self._head.setText(words)
        self.setAccessibleName(words)
        self._flow.clear()
        self._picked, self._fixed = list(usual), frozenset(fixed)
        self.cards = [self._card(die, look) for die, look in looks.items()]
        self._show_picked()
        self._open(owner)
        self.cards[0].setFocus(Qt.FocusReason.PopupFocusReason)

    def toggle(self, die: int) -> None:
        """Choose a die in place of the one chosen first; a fixed one, and one chosen already, stays."""
        if die in self._picked or all(card.die != die for card in self.cards):
            return
        free = next((each for each in self._picked if each not in self._fixed), None)
        if free is not None:
            self._picked.remove(free)
            self._picked.append(die)
            self._show_picked()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Take the dice chosen with Enter, choose one with its digit, walk with the arrows."""
        key, places = event.key(), [card.die for card in self.cards]
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1}
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._take()
        elif Qt.Key.Key_0 <= key <= Qt.Key.Key_9:
            self.toggle((key - Qt.Key.Key_0 or 10) - 1)
        elif key in steps:
            now = next((place for place, card in enumerate(self.cards) if card.hasFocus()), 0)
            self.cards[(now + steps[Qt.Key(key)]) % len(places)].setFocus(Qt.FocusReason.TabFocusReason)
        else:
            super().keyPressEvent(event)

    def _card(self, die: int, look: DieCardLook) -> DieCard:
        card = DieCard(self._theme, die, self._row)
        card.show_look(look)
        card.clicked.connect(partial(self.toggle, die))
        self._flow.addWidget(card)
        card.show()
        return card

    def _show_picked(self) -> None:
        for card in self.cards:
            picked = card.die in self._picked
            card.setChecked(picked)
            card.set_mark("×" if picked else "", given=picked)

    def _take(self) -> None:
        if self.isVisible():
            self.close()
            self.chosen.emit(self.picked)
