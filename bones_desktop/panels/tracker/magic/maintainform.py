"""The form for an effect that lasts: what it does, how strong it is, and what is given for it."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSpinBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from bones_desktop.panels.tracker.magic.magicwords import against_words, rounds_words
from bones_desktop.rules.bones.book.fields import LINE
from bones_desktop.rules.bones.book.playstate import Sacrifice
from bones_desktop.rules.bones.injury.magic import COINS_A_ROUND, MOST_ROUNDS, MOST_STRENGTH
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.diecard import DieCard, DieCardLook
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.taborder import follow_one_another
from bones_desktop.widgets.text.plainlabel import plain_label
from bones_desktop.widgets.text.textfields import LineField

KINDS: Final = (Sacrifice.HEALTH, Sacrifice.VALUE, Sacrifice.BLOOD)
"""In the order of their buttons."""


class SacrificeChoice(QWidget):
    """One of the three kinds is chosen, with what belongs to it."""

    changed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._die = -1
        self._scale = 1.0
        self.cards: list[DieCard] = []
        self.kinds = tuple(
            QPushButton(words, self) for words in (self.tr("A die"), self.tr("Something of value"), self.tr("A life"))
        )
        self._group = QButtonGroup(self)
        self._kinds_row = FlowLayout(theme.px(8))
        for place, button in enumerate(self.kinds):
            button.setCheckable(True)
            self._group.addButton(button, place)
            self._kinds_row.addWidget(button)
        self.kinds[0].setChecked(True)
        self.no_dice = plain_label(self, self.tr("There is no die left to give."), "warn", wrap=True)
        self._dice = QWidget(self)
        self._dice_row = FlowLayout(theme.px(4), self._dice)
        self.coins = QSpinBox(self)
        self.coins.setRange(0, MOST_ROUNDS * COINS_A_ROUND)
        self.coins.setSingleStep(COINS_A_ROUND)
        self.coins.setValue(COINS_A_ROUND)
        self.coins.setAccessibleName(self.tr("What it is worth in coins"))
        self.coins.valueChanged.connect(lambda _value: self._say_rounds())
        self.thing = self._field(self.tr("What is destroyed for it, if you like"))
        self.victim = self._field(self.tr("Whose life, if you like"))
        self._rounds = plain_label(self, wrap=True)
        self._labels: list[QLabel] = [self._rounds, self.no_dice]
        self._stack = QStackedWidget(self)
        for page in (self._health(), self._value(), self._blood()):
            self._stack.addWidget(page)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._kinds_row)
        self._column.addWidget(self._stack)
        self._group.idClicked.connect(self._show_kind)
        self._say_rounds()
        self.restyle()

    @property
    def kind(self) -> Sacrifice:
        """What is given."""
        return KINDS[self._group.checkedId()]

    @property
    def die(self) -> int:
        """The die given, counted from 0; -1 where none is left."""
        return self._die

    @property
    def given(self) -> str:
        """What or who is given, in words; "" for a die."""
        return {Sacrifice.VALUE: self.thing.text(), Sacrifice.BLOOD: self.victim.text()}.get(self.kind, "")

    def show_dice(self, dice: Sequence[tuple[int, DieCardLook]]) -> None:
        """Offer dice by their places; the one chosen stays, else the last is proposed."""
        if [(card.die, card.look) for card in self.cards] != list(dice):
            self._dice_row.clear()
            self.cards = [self._card(die, look) for die, look in dice]
            follow_one_another([self.kinds[-1], *self.cards])
        left = [card.die for card in self.cards]
        self.choose_die(self._die if self._die in left else left[-1] if left else -1)
        self.no_dice.setVisible(not left)
        self._dice.setVisible(bool(left))

    def choose(self, kind: Sacrifice) -> None:
        """Choose what is given."""
        self.kinds[KINDS.index(kind)].setChecked(True)
        self._show_kind(KINDS.index(kind))

    def choose_die(self, die: int) -> None:
        """Choose which die is given."""
        self._die = die
        for card in self.cards:
            card.setChecked(card.die == die)

    def clear(self) -> None:
        """Begin anew."""
        self.coins.setValue(COINS_A_ROUND)
        self.thing.clear()
        self.victim.clear()
        self._die = -1
        self.choose(Sacrifice.HEALTH)

    def set_scale(self, scale: float) -> None:
        """Show the dice so many times as large as usual."""
        self._scale = scale
        for card in self.cards:
            card.set_scale(scale)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        for label in self._labels:
            label.setFont(theme.font("sans", 14))
        self.coins.setFixedWidth(theme.px(120))
        self._kinds_row.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(8))
        for card in self.cards:
            card.updateGeometry()

    def _show_kind(self, place: int) -> None:
        self._stack.setCurrentIndex(place)
        self.changed.emit()

    def _say_rounds(self) -> None:
        rounds, wasted = divmod(self.coins.value(), COINS_A_ROUND)
        if rounds:
            self._rounds.setText(rounds_words(rounds, wasted, self.tr))
        else:
            self._rounds.setText(self.tr("It takes {n} coins for one round.").format(n=COINS_A_ROUND))

    def _card(self, die: int, look: DieCardLook) -> DieCard:
        card = DieCard(self._theme, die, self._dice)
        card.set_scale(self._scale)
        card.show_look(look)
        card.clicked.connect(lambda: self.choose_die(die))
        self._dice_row.addWidget(card)
        card.show()
        return card

    def _field(self, words: str) -> LineField:
        field = LineField(words, self)
        field.setPlaceholderText(words)
        field.setMaxLength(LINE)
        return field

    def _says(self, words: str) -> QLabel:
        label = plain_label(self, words, "muted", wrap=True)
        self._labels.append(label)
        return label

    def _health(self) -> QWidget:
        page, column = self._page()
        column.addWidget(self._dice)
        column.addWidget(self.no_dice)
        column.addWidget(
            self._says(
                self.tr("The die is lost and does not heal until the effect ends; nothing absorbs or soaks this.")
            )
        )
        column.addStretch(1)
        return page

    def _value(self) -> QWidget:
        page, column = self._page()
        row = QHBoxLayout()
        row.addWidget(self._says(self.tr("Worth in coins")))
        row.addWidget(self.coins)
        row.addWidget(self.thing, 1)
        column.addLayout(row)
        column.addWidget(self._rounds)
        column.addStretch(1)
        return page

    def _blood(self) -> QWidget:
        page, column = self._page()
        column.addWidget(self.victim)
        column.addWidget(
            self._says(
                self.tr(
                    "Someone with a mind and a soul dies for it. It lasts until it is countered; "
                    "the life is spent even if the magic fails."
                )
            )
        )
        column.addStretch(1)
        return page

    def _page(self) -> tuple[QWidget, QVBoxLayout]:
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setAlignment(Qt.AlignmentFlag.AlignTop)
        return page, column


class MaintainForm(QWidget):
    """Enter is the same as its main button, Escape as Cancel; the owner reads the fields and makes the effect."""

    accepted = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._roomy = False
        self.heading = plain_label(self, self.tr("Keep magic going"))
        self.name = LineField(self.tr("What the magic does"), self)
        self.name.setPlaceholderText(self.tr("What the magic does"))
        self.name.setMaxLength(LINE)
        self.strength = QSpinBox(self)
        self.strength.setRange(1, MOST_STRENGTH)
        self.strength.setAccessibleName(self.tr("Strength: the successes it was cast with, before Nulls"))
        self.strength.setToolTip(self.tr("The successes it was cast with, before Nulls"))
        self.strength.valueChanged.connect(lambda _value: self._say())
        self._labels = [
            plain_label(self, self.tr("Strength"), "muted"),
            plain_label(self, role="muted", wrap=True),
            plain_label(self, self.tr("What is given for it")),
        ]
        self.sacrifice = SacrificeChoice(theme, self)
        self.keep = QPushButton(self.tr("Keep magic going"), self)
        self.keep.setProperty("kind", "primary")
        self.cancel = QPushButton(self.tr("Cancel"), self)
        self._first = QHBoxLayout()
        self._first.addWidget(self.name, 1)
        self._first.addWidget(self._labels[0])
        self._first.addWidget(self.strength)
        self._buttons = FlowLayout(theme.px(8))
        self._buttons.addWidget(self.keep)
        self._buttons.addWidget(self.cancel)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.heading)
        self._column.addLayout(self._first)
        self._column.addWidget(self._labels[1])
        self._column.addWidget(self._labels[2])
        self._column.addWidget(self.sacrifice)
        self._column.addLayout(self._buttons)
        self._column.addStretch(1)
        self.keep.clicked.connect(self.accepted)
        self.cancel.clicked.connect(self.cancelled)
        self._say()
        self.restyle()

    def begin(self, strength: int) -> None:
        """Begin anew with this strength, and focus the name."""
        self.name.clear()
        self.strength.setValue(strength)
        self.sacrifice.clear()
        self.name.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_roomy(self, roomy: bool) -> None:
        """Set heading and dice larger where there is much room; `restyle` follows."""
        self._roomy = roomy
        self.sacrifice.set_scale(1.4 if roomy else 1.0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and cancel; on a button that leaves or chooses, Enter presses it."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            at = self.focusWidget()
            if isinstance(at, QAbstractButton):
                at.click()
            else:
                self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        """Fit fonts and gaps to the theme."""
        theme = self._theme
        self.heading.setFont(theme.font("serif", 28 if self._roomy else 20, bold=True))
        for label, size in zip(self._labels, (14, 14, 16), strict=True):
            label.setFont(theme.font("sans", size, bold=size == 16))
        self.strength.setFixedWidth(theme.px(84))
        self.setMaximumWidth(theme.px(960))
        self.sacrifice.restyle()
        self._first.setSpacing(theme.px(8))
        self._buttons.setSpacing(theme.px(8))
        self._column.setSpacing(theme.px(10))

    def _say(self) -> None:
        self._labels[1].setText(
            self.tr("{against} More than that in one throw for Magic undoes it.").format(
                against=against_words(self.strength.value(), self.tr)
            )
        )
