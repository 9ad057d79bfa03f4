"""Every number of a round that the GM may set to another: a menu that says them, and a popup that asks for one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QPushButton, QSpinBox, QWidget

from bones_desktop.rules.bones.fight.roundchoices import Round
from bones_desktop.rules.bones.fight.roundreading import RoundReading
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox
from bones_desktop.widgets.choice.buttons import give_menu, kept_menu
from bones_desktop.widgets.plaintext import without_mnemonic
from bones_desktop.widgets.popups import FormPopup
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.text.labels import plain_label
from bones_desktop.wording import Translate

MOST: Final = 999
_WIDTH: Final = 300


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a round. Texts are finished."""

    key: str
    """As `Round.override` names it."""
    blow: str
    """Who strikes whom, "" where it is about nobody's blow."""
    name: str
    value: int
    """As it stands."""
    is_set: bool
    """Whether it is the GM's."""


def numbers_of(
    reading: RoundReading, choices: Round, who: str, names: Mapping[str, str], tr: Translate
) -> tuple[Number, ...]:
    """Return what the GM may set about a fighter: the damage taken, what comes of a task, the parts of every blow."""
    rows = [(f"taken.{who}", "", tr("Damage that {who} takes").format(who=names[who]), reading.taken[who])]
    if who in reading.efforts:
        rows.append((f"net.{who}.{who}", "", tr("Result of the task"), reading.net[who][who]))
    for mind in reading.minds:
        if who in {mind.who, mind.whom}:
            blow = tr("{who} on {whom}").format(who=names[mind.who], whom=names[mind.whom])
            rows.append((f"net.{mind.who}.{mind.whom}", blow, tr("Magic on the mind"), mind.net or 0))
    for pair in reading.pairs.pairs.values():
        if who in {pair.attacker, pair.target}:
            ends = f"{pair.attacker}.{pair.target}"
            blow = tr("{who} on {whom}").format(who=names[pair.attacker], whom=names[pair.target])
            net = reading.net[pair.attacker][pair.target]
            rows += [
                (f"attack.{ends}", blow, tr("Attack"), sum(pair.attack.values())),
                (f"defence.{ends}", blow, tr("Stopped"), sum(pair.defence.values())),
                (f"net.{ends}", blow, tr("Comes through"), net),
            ]
    return tuple(Number(key, blow, name, n, key in choices.override) for key, blow, name, n in rows)


class NumberPopup(FormPopup):
    """Asks for a whole number; Enter sets it."""

    decided = Signal(str, object)
    """The key, and the number or None for what the dice say."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, "", _WIDTH, 8, parent)
        self._key = ""
        self._head = plain_label(self.board, wrap=True, theme=theme, size=14, bold=True)
        self.box = QSpinBox(self.board)
        self.box.setRange(0, MOST)
        self.button = push_button(self.board, self.tr("Set"), lambda: self._decide(self.box.value()), kind="primary")
        self.button.setAutoDefault(False)
        self.undo = push_button(self.board, self.tr("As read"), lambda: self._decide(None))
        self.undo.setAutoDefault(False)
        self._rows.addWidget(self._head)
        self._rows.addWidget(self.box)
        self._rows.addLayout(hbox(None, (self.button, 1), self.undo, theme=theme, gap=8))
        self.box.lineEdit().returnPressed.connect(lambda: self._decide(self.box.value()))
        self.restyle()

    def ask(self, owner: QWidget, number: Number) -> None:
        """Ask below `owner` or above it, beginning with what stands."""
        said = ": ".join(part for part in (number.blow, number.name) if part)
        self._key = number.key
        self._head.setText(said)
        self.setAccessibleName(said)
        self.box.setAccessibleName(said)
        self.box.setValue(number.value)
        self.undo.setVisible(number.is_set)
        self._open(owner)
        self.box.setFocus(Qt.FocusReason.PopupFocusReason)
        self.box.selectAll()

    def _decide(self, value: int | None) -> None:
        if self.isVisible():  # a spin box may hand Enter to its line twice
            self.close()
            self.decided.emit(self._key, value)


class GmButton(QPushButton):
    """Opens the menu of numbers."""

    decided = Signal(str, object)
    """As of `NumberPopup`."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setText(self.tr("GM sets…"))
        self.setToolTip(self.tr("The GM sets a number of this round: damage, attack, defence"))
        self.setAutoDefault(False)
        self.numbers: tuple[Number, ...] = ()
        self.popup = NumberPopup(theme, self)
        self.popup.decided.connect(self.decided)
        self.popup.closed.connect(self.setFocus)
        self._menu = QMenu(self)
        give_menu(self, self._menu)
        self._menu.aboutToShow.connect(self._fill)

    def ask(self, number: Number) -> None:
        """Ask what a number is to be."""
        self.popup.ask(self, number)

    def _fill(self) -> None:
        self._menu.clear()
        blows: dict[str, QMenu] = {}
        for each in self.numbers:
            if each.blow and each.blow not in blows:
                blows[each.blow] = kept_menu(self._menu, without_mnemonic(each.blow))
            words = self.tr("{what}: {n}").format(what=each.name, n=each.value)
            menu = blows.get(each.blow, self._menu)
            action = menu.addAction(without_mnemonic(words), partial(self.ask, each))
            action.setCheckable(True)
            action.setChecked(each.is_set)
