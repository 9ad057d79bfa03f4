"""The choice of a fight: fighter, attack and equipment of each side, and the side that declares first."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QFrame, QLineEdit, QRadioButton, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.fight.fightresults import FightQuestion
from bones_desktop.rules.acts import Parameter, Value
from bones_desktop.rules.bones.book.character import CharacterKind, ItemDie, ItemKind
from bones_desktop.rules.bones.book.characterdice import item_name, task_pool
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.fight.combat import AttackMode
from bones_desktop.rules.bones.fight.doings import both_hands
from bones_desktop.rules.bones.fight.fights import FightSide
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.bones.reading.tasks import borne
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.records import Record, replace
from bones_desktop.rules.typedtext import one_line
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelfentry import (
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
from bones_desktop.widgets.acts.actfields import Field
from bones_desktop.widgets.acts.actform import ActForm
from bones_desktop.widgets.boxes import STRETCH, hbox, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import OPEN, TEXT, ShelfLook, choices, summary
from bones_desktop.widgets.plaintext import plain_tip, without_mnemonic
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.spoken import Role, speak_as
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.widgets.text.textfields import limit_letters
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.language import _
from bones_desktop.wording.names import item_kind_name
from bones_desktop.wording.reasons import sentence

MOST_TEXT: Final = 2_000
"""Largest number of characters of dice written as text.

Forty dice with six long names each are shorter.
"""


class SideState(Record):
    """The choices of a side. `items` are the indices of the ticked equipment dice."""

    who: str
    text: str = ""
    mode: AttackMode = AttackMode.MELEE
    items: tuple[int, ...] = ()
    equipment: tuple[tuple[str, ItemKind], ...] | None = None
    """The equipment that `items` are indices of; None before a fighter is found."""


ITEM: Final = "item."
"""Prefix of the ids of equipment fields. The index of the item follows the prefix."""


class SidePanel(QFrame):
    """Shows the choices of one side. The owner makes a fighter from them and calls `show_fighter`."""

    who_changed = Signal()
    """Emitted when another fighter was chosen, or described in the text field."""
    changed = Signal()
    """Emitted when another mode or other equipment dice were chosen."""

    def __init__(self, theme: Theme, title: str, who: str, parent: QWidget) -> None:
        """Create the panel; `title` names the side, and `who` is the key of the fighter chosen first."""
        super().__init__(parent)
        self._title = title
        self.state = SideState(who)
        """The choices of this side."""
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
        self.form = ActForm(theme, self, framed=False, compact=True)
        self.summary = ElidedLabel(self, role="muted")
        head = hbox(None, heading, (self.who, 1), theme=theme, gap=12)
        parts = (head, self.text, self.trouble, self.form, self.summary, STRETCH)
        vbox(self, *parts, theme=theme, gap=8, edges=(16, 12, 16, 12))
        self.who.activated.connect(self._choose)
        self.text.textEdited.connect(self._type)
        self.form.answered.connect(self._answer)
        self._show()

    def set_choices(self, choices: Sequence[Choice]) -> None:
        """Offer these fighters, and keep the chosen fighter."""
        self.who.set_choices(choices, self.state.who)

    def show_fighter(self, rulebook: Rulebook, fighter: ShelfFighter | None, trouble: str = "") -> None:
        """Show the fighter that was found, and the problem with the choice if there is a problem.

        If the equipment is the same, the ticks stay. Otherwise the default equipment is ticked.
        """
        self._rulebook, self._fighter = rulebook, fighter
        self.show_trouble(trouble)
        self.summary.set_full_text(summary(rulebook, fighter.character) if fighter else "")
        equipment = tuple((item.name, item.kind) for item in self._equipment)
        if equipment != self.state.equipment:
            self.state = replace(self.state, equipment=equipment)
            self._tick_usual()
        self._show()

    def show_trouble(self, text: str) -> None:
        """Show a problem with the chosen fighter; "" clears it."""
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))

    @property
    def words(self) -> str:
        """The attack mode, and the names of the ticked equipment dice."""
        named = [item_name(self._rulebook, item) or item_kind_name(item.kind) for item in self._equipment]
        items = ", ".join(named[place] for place in self.state.items if place < len(named))
        return " · ".join(part for part in (_modes()[self.state.mode][0], items) if part)

    @property
    def _equipment(self) -> tuple[ItemDie, ...]:
        return self._fighter.character.equipment if self._fighter else ()

    def _show(self) -> None:
        self.text.setVisible(self.state.who == TEXT)
        # Setting the same text would end the undo history of the field.
        if self.text.text() != self.state.text:
            self.text.setText(self.state.text)
        self.form.show_fields(tuple(self._fields()))

    def _fields(self) -> Iterator[Field]:
        state, says = self.state, _("{side} attacks: {mode}")
        modes = tuple(
            Choice(mode.value, text, says.format(side=self._title, mode=text))
            for mode, (text, _tip) in _modes().items()
        )
        mode = Parameter.choice("mode", [each.key for each in modes], state.mode.value)
        yield Field(mode, "", _("How it attacks"), _modes()[state.mode][1], choices=modes, buttons=True)
        for place, item in enumerate(self._equipment):
            kind = item_kind_name(item.kind)
            tip = _("{kind}: roll its die too").format(kind=kind)
            ticked = Parameter.yes_no(f"{ITEM}{place}", int(place in state.items))
            yield Field(ticked, "", item_name(self._rulebook, item) or kind, tip, group=_("Equipment"))

    def _answer(self, id: str, value: Value) -> None:
        if id == "mode":
            self.state = replace(self.state, mode=AttackMode(str(value)))
            self._tick_usual()
            self._show()
        else:
            place = int(id.removeprefix(ITEM))
            self.state = replace(self.state, items=tuple(sorted({*self.state.items} ^ {place})))
        self.changed.emit()

    def _type(self, text: str) -> None:
        self.state = replace(self.state, text=text)
        self.who_changed.emit()

    def _choose(self, choice: Choice) -> None:
        if not choice.allowed:
            # A choice that is not possible stays in the list, so that its reason can be read.
            self.show_trouble(choice.note)
            return
        if choice.key == self.state.who:
            return
        self.state = replace(self.state, who=choice.key, equipment=None)
        self.who_changed.emit()
        if choice.key == TEXT:
            self.text.setFocus()

    def _tick_usual(self) -> None:
        items: tuple[int, ...] = ()
        if self._fighter is not None and self._rulebook is not None:
            items = tuple(usual_items(self._rulebook, self._fighter.character, self.state.mode.value))
        self.state = replace(self.state, items=items)


def _modes() -> dict[AttackMode, tuple[str, str]]:
    """Return the name and the tip of each attack mode."""
    return {
        AttackMode.MELEE: (_("Melee"), _("Attacks hand to hand")),
        AttackMode.MISSILE: (_("Missile"), _("Shoots or throws; Missile successes never defend")),
        AttackMode.MAGIC: (_("Magic"), _("Fights with magic; the number of Magic icons limits the successes")),
    }


LONGEST_NAME: Final = 28


class FightSetup(QWidget):
    """Turns the user's choices into fighters. It reads the shelf and the files only when asked."""

    changed = Signal()
    """Emitted when the fight or a name in it has changed, or the fight is not complete any more."""

    def __init__(self, document: CharacterDocument, theme: Theme, shelf: ShelfLook, parent: QWidget) -> None:
        super().__init__(parent)
        speak_as(self, Role.Grouping, _("The two sides"))
        self._document = document
        self._theme = theme
        self._shelf = shelf
        self._fighters: dict[FightSide, ShelfFighter] = {}
        self._files: dict[str, ShelfFighter] = {}
        # Begin with any printed opponent, because example odds are more useful than an empty side.
        opponent = next(iter(document.rulebook.blocks), None)
        self.sides = {
            FightSide.A: SidePanel(theme, _("Side A"), OPEN, self),
            FightSide.B: SidePanel(theme, _("Side B"), f"{BLOCK}{opponent.id}" if opponent else TEXT, self),
        }
        self.first = {side: QRadioButton(self) for side in FightSide}
        self._first_group = QButtonGroup(self)
        tip = _("Let side A and side B change places")
        self.swap = push_button(self, _("&Swap sides"), self._swap, theme=theme, icon="swap", tip=tip)
        self._lay_out()
        for side, panel in self.sides.items():
            panel.who_changed.connect(partial(self._new_fighter, side))
            panel.changed.connect(self._tell)
        shelf.entries_changed.connect(self._offer)
        self._first_group.buttonClicked.connect(self._tell)

    def refresh(self) -> None:
        """Offer the characters on the shelf as they are now, and read chosen files again."""
        self._files.clear()
        self._shelf.refresh()
        self.look()

    def look(self) -> None:
        """Look up the fighters of both sides again, with their current data."""
        self._find()
        self._tell()

    def fight(self) -> FightQuestion | None:
        """Return the chosen fight; None while a side is incomplete or has no die that would count."""
        if len(self._fighters) < len(FightSide) or any(map(self._refusal, FightSide)):
            return None
        rulebook = self._document.rulebook
        states = {side: panel.state for side, panel in self.sides.items()}
        a, b = (combatant(rulebook, self._fighters[s], states[s].mode, states[s].items) for s in FightSide)
        return FightQuestion(rulebook, self._house_rules(), a, b, self._declares_first())

    def missing(self) -> str:
        """Return a text about the missing parts of the fight, or the reason why it is not possible."""
        if any(panel.trouble.text() for side, panel in self.sides.items() if side not in self._fighters):
            return _("The odds appear once the dice of both sides are understood.")
        refused = [f"{self.name(side)}: {why}" for side in FightSide if (why := self._refusal(side))]
        if refused and len(self._fighters) == len(FightSide):
            return "\n".join(refused)
        return _("Write the dice of each side; the odds are shown at once.")

    def name(self, side: FightSide) -> str:
        """Return the name of a side for use in sentences. If both sides have the same name, a letter is added."""
        names = {each: self._own_name(each) for each in FightSide}
        if names[FightSide.A] == names[FightSide.B]:
            return f"{names[side]} ({side.value})"
        return names[side]

    def as_text(self) -> str:
        """Return the fighters and how they fight, as lines of text."""
        lines = []
        for side, panel in self.sides.items():
            parts = (self.name(side), panel.summary.full_text, panel.words)
            lines.append(f"{side.value}. {' · '.join(part for part in parts if part)}")
        lines.append(_("{name} declares first.").format(name=self.name(self._declares_first())))
        return "\n".join(lines)

    # --- the fighters ------------------------------------------------------------------------------------------------

    def _find(self) -> None:
        self._fighters = {}
        # Characters come first, because their house rules also apply to printed blocks and to written dice.
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
        return self.sides[side].state.who != OPEN and not self.sides[side].state.who.startswith(FILE)

    def _offer(self) -> None:
        look, document = self._shelf, self._document
        offered = choices(document.rulebook, look.entries, document.character, look.elsewhere)
        for panel in self.sides.values():
            panel.set_choices(offered)

    def _read(self, panel: SidePanel) -> tuple[ShelfFighter | None, str]:
        """Return the fighter of a side and "", or None and the reason.

        While no dice are written, return None and "".
        """
        rulebook, rules, text = self._document.rulebook, self._house_rules(), panel.state.text
        try:
            if panel.state.who == OPEN:
                return ShelfFighter(self._document.character, True), ""
            if panel.state.who.startswith(FILE):
                # Files are kept until `refresh`, because this is called at each change of either side.
                if panel.state.who not in self._files:
                    self._files[panel.state.who] = fighter_of_file(panel.state.who)
                return self._files[panel.state.who], ""
            if panel.state.who.startswith(BLOCK):
                return fighter_of_block(rulebook, panel.state.who, rules), ""
            return (fighter_of_text(rulebook, text, rules) if text.strip() else None), ""
        except (CharacterFileError, FileProblem) as error:
            return None, file_sentence(error)
        except RulesError as error:
            return None, sentence(error.reason)

    def _house_rules(self) -> HouseRules:
        """Return the house rules of the first fighter that has any, else the house rules of the open character."""
        own = (each.character for each in self._fighters.values() if each.has_house_rules)
        return next(own, self._document.character).house_rules

    def _own_name(self, side: FightSide) -> str:
        fighter = self._fighters.get(side)
        name = one_line(fighter.character.name) if fighter else ""
        if not name:
            name = _("No name yet") if self.sides[side].state.who == OPEN else _("Side {}").format(side.value)
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"

    # --- the choices -------------------------------------------------------------------------------------------------

    def _new_fighter(self, side: FightSide) -> None:
        before = self._fighters.get(side)
        self._find()
        after = self._fighters.get(side)
        # Choose who declares first again only for a fighter of another kind. Otherwise the user's choice stays.
        if after is not None and (before is None or before.character.kind is not after.character.kind):
            self._choose_first()
        self._tell()

    def _choose_first(self) -> None:
        """Let cast and beasts declare before player characters (CMB-3).

        If both sides are of the same kind, side B declares first.
        """
        is_player = {side: fighter.character.kind is CharacterKind.PLAYER for side, fighter in self._fighters.items()}
        a_first = is_player.get(FightSide.B, False) and not is_player.get(FightSide.A, True)
        self.first[FightSide.A if a_first else FightSide.B].setChecked(True)

    def _swap(self) -> None:
        first = self._declares_first()
        a, b = self.sides[FightSide.A], self.sides[FightSide.B]
        a.state, b.state = b.state, a.state
        self._find()
        self.first[FightSide.B if first is FightSide.A else FightSide.A].setChecked(True)
        self._tell()

    def _declares_first(self) -> FightSide:
        return FightSide.A if self.first[FightSide.A].isChecked() else FightSide.B

    def _tell(self) -> None:
        for side in self._fighters:
            self.sides[side].show_trouble(self._refusal(side) or self._warning(side))
        self.changed.emit()

    def _refusal(self, side: FightSide) -> str:
        """Return the reason why no die of a side counts; "" if a die counts or no fighter is chosen."""
        fighter = self._fighters.get(side)
        if fighter is None:
            return ""
        why = refusal(self._document.rulebook, self._house_rules(), fighter, self.sides[side].state.mode)
        return sentence(why) if why else ""

    def _warning(self, side: FightSide) -> str:
        """Return a warning about items that do not count, or a two-handed weapon with a shield (AMB-53)."""
        character = self._fighters[side].character
        # The fighter may have lost equipment since its chips were ticked.
        places = [place for place in self.sides[side].state.items if place < len(character.equipment)]
        rulebook = self._document.rulebook
        used = borne(task_pool(rulebook, character, places), {self.sides[side].state.mode})
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
