"""The choice of a fight: both sides with their fighter, attack and equipment dice, and who declares first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QLineEdit, QRadioButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.fight.fightresults import FightQuestion
from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode
from bones_desktop.rules.bones.fight.doings import both_hands
from bones_desktop.rules.bones.fight.fights import FightSide
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.bones.reading.tasks import borne
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelfentry import (
    BLOCK,
    FILE,
    ShelfFighter,
    combatant,
    fighter_of_block,
    fighter_of_file,
    fighter_of_text,
    refusal,
)
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import OPEN, TEXT, ShelfLook, choices, summary
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.reasons import sentence

MOST_TEXT: Final = 2_000
"""Greatest length of dice written as text. Forty dice with six long names each need less."""


@dataclass(frozen=True, slots=True)
class SideState:
    """The choices of a side. `items` are the indices of the ticked equipment dice."""

    who: str
    text: str = ""
    mode: AttackMode = AttackMode.MELEE
    items: tuple[int, ...] = ()


class SidePanel(QFrame):
    """Shows the choices of one side. The owner turns them into a fighter and shows it here again."""

    who_changed = Signal()
    """Emitted when another fighter was chosen. For typed dice, `text` emits its own signal."""

    def __init__(self, theme: Theme, title: str, who: str, changed: Callable[[], None], parent: QWidget) -> None:
        """`title` names the side; `who` is the key of the first choice.

        `changed` is called for another mode and for other equipment dice.
        """
        super().__init__(parent)
        self._theme = theme
        self.key = who
        """The key of the chosen fighter."""
        self._changed = changed
        self._known: object = None
        self._fighter: ShelfFighter | None = None
        self._rulebook: Rulebook | None = None
        self.setProperty("kind", "card")
        heading = plain_label(self, title, theme=theme, size=16, serif=True, bold=True)
        self.who = ChoiceButton(theme, _("{side}: fighter").format(side=title), _("Choose"), self)
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
        head = hbox(None, heading, (self.who, 1), theme=theme, gap=12)
        column = vbox(self, head, self.text, self.trouble, self._mode_row, self._item_row, self.summary, STRETCH)
        set_gaps(theme, column, gap=8, edges=(16, 12, 16, 12))
        self.who.activated.connect(self._choose)
        self._group.buttonClicked.connect(self._new_mode)
        self._show_text()

    @property
    def mode(self) -> AttackMode:
        """The attack mode of this side."""
        return next(mode for mode, button in self.modes.items() if button.isChecked())

    @property
    def ticked(self) -> tuple[int, ...]:
        """Indices of the equipment dice rolled too."""
        return tuple(place for place, chip in enumerate(self.items) if chip.isChecked())

    @property
    def state(self) -> SideState:
        """All choices of this side."""
        return SideState(self.key, self.text.text(), self.mode, self.ticked)

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these fighters. The chosen one stays chosen."""
        self.who.set_choices(choices, self.key)

    def choose(self, state: SideState) -> None:
        """Copy the choices of another side. Call `take_items` once the fighter is shown."""
        self.key = state.who
        self.who.set_choices(self.who.model.rows, self.key)
        self.text.setText(state.text)
        self.modes[state.mode].setChecked(True)
        # Reset, so that chips are made for the new fighter even if its equipment has the same names.
        self._known = None
        self._show_text()

    def take_items(self, items: Sequence[int]) -> None:
        """Tick only these equipment dice."""
        for place, chip in enumerate(self.items):
            chip.setChecked(place in items)

    def show_fighter(self, rulebook: Rulebook, fighter: ShelfFighter | None, trouble: str = "") -> None:
        """Show the fighter that was found, and any trouble.

        If the equipment is the same, ticks stay; otherwise the default equipment is ticked.
        """
        self._rulebook, self._fighter = rulebook, fighter
        self.show_trouble(trouble)
        self.summary.set_full_text(summary(rulebook, fighter.character) if fighter else "")
        equipment = fighter.character.equipment if fighter else ()
        known = (self.key, tuple((item.name, item.kind) for item in equipment))
        if known != self._known:
            self._known = known
            self._fill_items()

    def show_trouble(self, text: str) -> None:
        """Show a problem with the chosen fighter; "" clears it."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    def _add_modes(self, title: str) -> None:
        words = {
            AttackMode.MELEE: (_("Melee"), _("Attacks hand to hand")),
            AttackMode.MISSILE: (_("Missile"), _("Shoots or throws; Missile successes never defend")),
            AttackMode.MAGIC: (_("Magic"), _("Fights with magic; the number of Magic icons limits the successes")),
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
            # A mode that is not possible stays in the list, so that its reason can be read.
            self.show_trouble(choice.note)
            return
        if choice.key == self.key:
            return
        self.key = choice.key
        self.who.set_choices(self.who.model.rows, self.key)
        self._show_text()
        self.who_changed.emit()
        if self.key == TEXT:
            self.text.setFocus()

    def _new_mode(self) -> None:
        self._tick_usual()
        self._changed()

    def _fill_items(self) -> None:
        self._item_flow.clear()
        self.items = []
        for item in self._fighter.character.equipment if self._fighter else ():
            kind = item_kind_name(item.kind)
            chip = Chip(self._theme, item.name or kind, self._item_row)
            chip.setToolTip(plain_tip(_("{kind}: roll its die too").format(kind=kind)))
            chip.clicked.connect(self._changed)
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
        self.text.setVisible(self.key == TEXT)


LONGEST_NAME: Final = 28


class FightSetup(QWidget):
    """Turns the user's choices into fighters. It reads the shelf and the files only when asked."""

    changed = Signal()
    """Emitted when the fight or a name in it has changed, or the fight is not complete any more."""

    def __init__(self, document: CharacterDocument, theme: Theme, shelf: ShelfLook, parent: QWidget) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._shelf = shelf
        self._fighters: dict[FightSide, ShelfFighter] = {}
        self._files: dict[str, ShelfFighter] = {}
        # Begin with any printed opponent, because example odds are more useful than an empty side.
        opponent = next(iter(document.rulebook.blocks), None)
        self.sides = {
            FightSide.A: SidePanel(theme, _("Side A"), OPEN, self._tell, self),
            FightSide.B: SidePanel(theme, _("Side B"), f"{BLOCK}{opponent.id}" if opponent else TEXT, self._tell, self),
        }
        self.first = {side: QRadioButton(self) for side in FightSide}
        self._first_group = QButtonGroup(self)
        tip = _("Let side A and side B change places")
        self.swap = push_button(self, _("&Swap sides"), self._swap, theme=theme, icon="swap", tip=tip)
        self._lay_out()
        for side, panel in self.sides.items():
            panel.who_changed.connect(partial(self._new_fighter, side))
            panel.text.textEdited.connect(partial(self._new_fighter, side))
        shelf.entries_changed.connect(self._offer)
        self._first_group.buttonClicked.connect(self._tell)

    def refresh(self) -> None:
        """Offer the characters on the shelf as they are now, and read chosen files again."""
        self._files.clear()
        self._shelf.refresh()
        self.look()

    def look(self) -> None:
        """Find both fighters in their current state."""
        self._find()
        self._tell()

    def fight(self) -> FightQuestion | None:
        """Return the chosen fight; None while a side is incomplete or has no die that would count."""
        if len(self._fighters) < len(FightSide) or any(map(self._refusal, FightSide)):
            return None
        rulebook = self._document.rulebook
        a, b = (combatant(rulebook, self._fighters[s], self.sides[s].mode, self.sides[s].ticked) for s in FightSide)
        return FightQuestion(rulebook, self._house_rules(), a, b, self._declares_first())

    def missing(self) -> str:
        """Return a text about the missing parts of the fight, or why it is not possible."""
        if any(panel.trouble.text() for side, panel in self.sides.items() if side not in self._fighters):
            return _("The odds appear once the dice of both sides are understood.")
        refused = [f"{self.name(side)}: {why}" for side in FightSide if (why := self._refusal(side))]
        if refused and len(self._fighters) == len(FightSide):
            return "\n".join(refused)
        return _("Write the dice of each side; the odds are shown at once.")

    def name(self, side: FightSide) -> str:
        """Return the name of a side for use in sentences. Two sides with the same name get different ones."""
        names = {each: self._own_name(each) for each in FightSide}
        if names[FightSide.A] == names[FightSide.B]:
            return f"{names[side]} ({side.value})"
        return names[side]

    def as_text(self) -> str:
        """Return the fighters and how they fight, as lines of text."""
        lines = []
        for side, panel in self.sides.items():
            items = ", ".join(panel.items[place].accessibleName() for place in panel.ticked)
            parts = (self.name(side), panel.summary.full_text, panel.modes[panel.mode].text(), items)
            lines.append(f"{side.value}. {' · '.join(part for part in parts if part)}")
        lines.append(_("{name} declares first.").format(name=self.name(self._declares_first())))
        return "\n".join(lines)

    # --- the fighters ------------------------------------------------------------------------------------------------

    def _find(self) -> None:
        self._fighters = {}
        # Read own characters first, because printed blocks and texts are read by their house rules.
        for side in sorted(self.sides, key=self._is_printed):
            panel = self.sides[side]
            fighter, trouble = self._read(panel)
            if fighter is not None:
                self._fighters[side] = fighter
            panel.show_fighter(self._document.rulebook, fighter, trouble)
        self._offer()
        for side, button in self.first.items():
            button.setText(without_mnemonic(self.name(side)))
            button.setAccessibleName(_("{name} declares first").format(name=self.name(side)))

    def _is_printed(self, side: FightSide) -> bool:
        return self.sides[side].key != OPEN and not self.sides[side].key.startswith(FILE)

    def _offer(self) -> None:
        look, document = self._shelf, self._document
        offered = choices(document.rulebook, look.entries, document.character, look.elsewhere)
        for panel in self.sides.values():
            panel.set_choices(offered)

    def _read(self, panel: SidePanel) -> tuple[ShelfFighter | None, str]:
        """Return the fighter of a side, or the reason why there is none; neither if no dice are written yet."""
        rulebook, rules, text = self._document.rulebook, self._house_rules(), panel.text.text()
        try:
            if panel.key == OPEN:
                return ShelfFighter(self._document.character, True), ""
            if panel.key.startswith(FILE):
                # Files are kept until `refresh`, because this is called at each change of either side.
                if panel.key not in self._files:
                    self._files[panel.key] = fighter_of_file(panel.key)
                return self._files[panel.key], ""
            if panel.key.startswith(BLOCK):
                return fighter_of_block(rulebook, panel.key, rules), ""
            return (fighter_of_text(rulebook, text, rules) if text.strip() else None), ""
        except (CharacterFileError, FileProblem) as error:
            return None, file_sentence(error)
        except RulesError as error:
            return None, sentence(error.reason)

    def _house_rules(self) -> HouseRules:
        """Return the house rules of the first fighter who has some, else those of the open character."""
        own = (each.character for each in self._fighters.values() if each.has_house_rules)
        return next(own, self._document.character).house_rules

    def _own_name(self, side: FightSide) -> str:
        fighter = self._fighters.get(side)
        name = one_line(fighter.character.name) if fighter else ""
        if not name:
            name = _("No name yet") if self.sides[side].key == OPEN else _("Side {}").format(side.value)
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"

    # --- the choices -------------------------------------------------------------------------------------------------

    def _new_fighter(self, side: FightSide, _typed: str = "") -> None:
        before = self._fighters.get(side)
        self._find()
        after = self._fighters.get(side)
        # Choose again only for a fighter of another kind, so that the user's own choice stays otherwise.
        if after is not None and (before is None or before.character.kind is not after.character.kind):
            self._choose_first()
        self._tell()

    def _choose_first(self) -> None:
        """Let cast and beasts declare before player characters; side B if both are of the same kind (CMB-3)."""
        is_player = {side: fighter.character.kind is CharacterKind.PLAYER for side, fighter in self._fighters.items()}
        a_first = is_player.get(FightSide.B, False) and not is_player.get(FightSide.A, True)
        self.first[FightSide.A if a_first else FightSide.B].setChecked(True)

    def _swap(self) -> None:
        a, b = self.sides[FightSide.A].state, self.sides[FightSide.B].state
        first = self._declares_first()
        self.sides[FightSide.A].choose(b)
        self.sides[FightSide.B].choose(a)
        # The chips for equipment exist only after the fighters have changed places.
        self._find()
        self.sides[FightSide.A].take_items(b.items)
        self.sides[FightSide.B].take_items(a.items)
        self.first[FightSide.B if first is FightSide.A else FightSide.A].setChecked(True)
        self._tell()

    def _declares_first(self) -> FightSide:
        return FightSide.A if self.first[FightSide.A].isChecked() else FightSide.B

    def _tell(self) -> None:
        for side in self._fighters:
            self.sides[side].show_trouble(self._refusal(side) or self._warning(side))
        self.changed.emit()

    def _refusal(self, side: FightSide) -> str:
        """Return why no die of a side would count; "" if a die does or no fighter is chosen."""
        fighter = self._fighters.get(side)
        if fighter is None:
            return ""
        why = refusal(self._document.rulebook, self._house_rules(), fighter, self.sides[side].mode)
        return sentence(why) if why else ""

    def _warning(self, side: FightSide) -> str:
        """Return items that do not count, and unwise choices such as a two-handed weapon with a shield (AMB-53)."""
        character = self._fighters[side].character
        # The fighter may have lost equipment since its chips were ticked.
        places = [place for place in self.sides[side].ticked if place < len(character.equipment)]
        rulebook = self._document.rulebook
        used = borne(task_pool(rulebook, character, places), {self.sides[side].mode})
        said = (*used.idle.values(), *both_hands(rulebook, character, places, used))
        return " ".join(sentence(why) for why in said)

    # --- layout ------------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        tip = _(
            "The side that declares first announces how it uses each success and which dice it gives up; the "
            "other side answers knowing this. Cast members and beasts declare before player characters."
        )
        sides = hbox(None, *((panel, 1) for panel in self.sides.values()), theme=self._theme, gap=12)
        label = plain_label(self, _("Declares first:"))
        label.setToolTip(plain_tip(tip))
        for button in self.first.values():
            button.setToolTip(plain_tip(tip))
            button.setAccessibleDescription(tip)
            self._first_group.addButton(button)
        self.first[FightSide.B].setChecked(True)
        first = hbox(None, label, *self.first.values(), STRETCH, self.swap, theme=self._theme, gap=12)
        vbox(self, sides, first, margins=0, theme=self._theme, gap=12)
