"""One side of a fight: the fighter, how it attacks, and which equipment dice it rolls."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QLineEdit, QRadioButton, QWidget

from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.storage.shelf.shelfentry import ShelfFighter
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import TEXT, summary
from bones_desktop.widgets.layouts import STRETCH, flow_row, hbox, vbox
from bones_desktop.widgets.plaintext import plain_tip
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name

MOST_TEXT: Final = 2_000
"""Most characters of dice written as text. Forty dice with six long names each have fewer."""


@dataclass(frozen=True, slots=True)
class SideState:
    """The choices of a side; `items` holds the places of equipment dice that are ticked."""

    who: str
    text: str = ""
    mode: AttackMode = AttackMode.MELEE
    items: tuple[int, ...] = ()


class SidePanel(QFrame):
    """Shows the choices of one side. The owner turns them into a fighter and shows it here again."""

    who_changed = Signal()
    """Another fighter, or another text."""
    changed = Signal()
    """Another mode, or other equipment dice."""

    def __init__(self, theme: Theme, title: str, who: str, parent: QWidget | None = None) -> None:
        """`title` names the side; `who` is the key of the first choice."""
        super().__init__(parent)
        self._theme = theme
        self._key = who
        self._known: object = None
        self._fighter: ShelfFighter | None = None
        self._rulebook: Rulebook | None = None
        self.setProperty("kind", "card")
        self._title = plain_label(self, title, theme=theme, size=16, serif=True, bold=True)
        self.who = ChoiceButton(theme, _("{side}: who fights").format(side=title), _("Choose"), self)
        self.text = QLineEdit(self)
        self.text.setAccessibleName(_("{side}: dice").format(side=title))
        self.text.setPlaceholderText(_("Fighter x2; Killer; Sword"))
        limit_letters(self.text, MOST_TEXT)
        self.text.setAccessibleDescription(
            _("Names of printed dice, or the six faces of a die with commas between them; a semicolon ends a die")
        )
        self.text.setToolTip(plain_tip(self.text.accessibleDescription()))
        self.trouble = plain_label(self, role="bad", wrap=True)
        self.modes: dict[AttackMode, QRadioButton] = {}
        self._mode_row = QWidget(self)
        self._mode_flow = flow_row(self._mode_row, theme=theme, gap=12)
        self._group = QButtonGroup(self)
        self._add_modes(title)
        self.items: list[Chip] = []
        self._item_row = QWidget(self)
        self._item_flow = flow_row(self._item_row, theme=theme, gap=4)
        self.summary = ElidedLabel(self, role="muted")
        self._head = hbox(None, self._title, (self.who, 1), theme=theme, gap=12)
        self._layout = vbox(
            self, self._head, self.text, self.trouble, self._mode_row, self._item_row, self.summary, STRETCH
        )
        set_gaps(theme, self._layout, gap=8, edges=(16, 12, 16, 12))
        self.who.activated.connect(self._choose)
        self.text.textEdited.connect(self._tell_who)
        self._group.buttonClicked.connect(self._new_mode)
        self._show_text()

    @property
    def key(self) -> str:
        """The key of the chosen fighter."""
        return self._key

    @property
    def mode(self) -> AttackMode:
        """How this side attacks."""
        return next(mode for mode, button in self.modes.items() if button.isChecked())

    @property
    def ticked(self) -> tuple[int, ...]:
        """Places of the equipment dice rolled too."""
        return tuple(place for place, chip in enumerate(self.items) if chip.isChecked())

    @property
    def state(self) -> SideState:
        """All choices of this side."""
        return SideState(self._key, self.text.text(), self.mode, self.ticked)

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these fighters. The chosen one stays chosen."""
        self.who.set_choices(choices, self._key)

    def choose(self, state: SideState) -> None:
        """Take over the choices of another side. `take_items` follows when the fighter is shown."""
        self._key = state.who
        self.who.set_choices(self.who.model.rows, self._key)
        self.text.setText(state.text)
        self.modes[state.mode].setChecked(True)
        # Forgotten, so that the chips are made for the new fighter even if its equipment has the same names.
        self._known = None
        self._show_text()

    def take_items(self, items: Sequence[int]) -> None:
        """Tick only these equipment dice."""
        for place, chip in enumerate(self.items):
            chip.setChecked(place in items)

    def show_fighter(self, rulebook: Rulebook, fighter: ShelfFighter | None, trouble: str = "") -> None:
        """Show the fighter that was found, and any trouble.

        Ticks stay for the same equipment, else the usual is ticked.
        """
        self._rulebook, self._fighter = rulebook, fighter
        self.show_trouble(trouble)
        self.summary.set_full_text(summary(rulebook, fighter.character) if fighter else "")
        equipment = fighter.character.equipment if fighter else ()
        known = (self._key, tuple((item.name, item.kind) for item in equipment))
        if known != self._known:
            self._known = known
            self._fill_items()

    def show_trouble(self, text: str) -> None:
        """Show a problem of the choice; "" for none."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def _add_modes(self, title: str) -> None:
        words = {
            AttackMode.MELEE: (_("Melee"), _("Attacks hand to hand")),
            AttackMode.MISSILE: (_("Missile"), _("Shoots or throws; Missile successes never defend")),
            AttackMode.MAGIC: (_("Magic"), _("Fights with magic, up to as many successes as Magic icons held")),
        }
        for mode, (text, tip) in words.items():
            button = QRadioButton(text, self._mode_row)
            button.setToolTip(plain_tip(tip))
            button.setAccessibleName(_("{side} attacks: {mode}").format(side=title, mode=text))
            button.setAccessibleDescription(tip)
            self.modes[mode] = button
            self._group.addButton(button)
            self._mode_flow.addWidget(button)
        self.modes[AttackMode.MELEE].setChecked(True)

    def _choose(self, choice: Choice) -> None:
        if not choice.allowed:
            # The entry is in the list so that its reason can be read.
            self.show_trouble(choice.note)
            return
        if choice.key == self._key:
            return
        self._key = choice.key
        self.who.set_choices(self.who.model.rows, self._key)
        self._show_text()
        self.who_changed.emit()
        if self._key == TEXT:
            self.text.setFocus()

    def _tell_who(self) -> None:
        self.who_changed.emit()

    def _tell(self) -> None:
        self.changed.emit()

    def _new_mode(self) -> None:
        self._tick_usual()
        self.changed.emit()

    def _fill_items(self) -> None:
        self._item_flow.clear()
        self.items = []
        for item in self._fighter.character.equipment if self._fighter else ():
            kind = item_kind_name(item.kind)
            chip = Chip(self._theme, item.name or kind, self._item_row)
            chip.setToolTip(plain_tip(_("{kind}: roll its die too").format(kind=kind)))
            chip.clicked.connect(self._tell)
            # A chip is made last, but Tab should reach it after the modes.
            QWidget.setTabOrder(self.items[-1] if self.items else self.modes[AttackMode.MAGIC], chip)
            self.items.append(chip)
            self._item_flow.addWidget(chip)
        self._item_row.setVisible(bool(self.items))
        self._tick_usual()

    def _tick_usual(self) -> None:
        if self._fighter is not None and self._rulebook is not None:
            self.take_items(usual_items(self._rulebook, self._fighter.character, self.mode.value))

    def _show_text(self) -> None:
        self.text.setVisible(self._key == TEXT)
