"""The other side of an opposed task: a number of successes, or somebody with dice, his skill and equipment."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from bones_desktop.panels.table.chips import Stepper, ValueChip, set_touch
from bones_desktop.panels.table.strip.equipment import Equipment
from bones_desktop.panels.table.strip.opponentleave import OpponentLeave
from bones_desktop.panels.table.strip.opponentwords import dice_out, opponent_brief, why_no_successes
from bones_desktop.panels.table.strip.opposingskill import OpposingSkill
from bones_desktop.panels.table.strip.shelfchoice import ShelfChoice
from bones_desktop.panels.table.strip.wounds import Wounds
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.files.characterfile import CharacterFileError
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.shelf.shelf import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.choice.fighters import (
    NUMBER,
    fighter_of,
    file_of,
    number_choice,
    opponent_name,
    opponents,
)
from bones_desktop.widgets.choice.shelflook import RecentFiles, ShelfLook
from bones_desktop.widgets.flowlayout import FlowLayout
from bones_desktop.widgets.guarded import guarded
from bones_desktop.widgets.text.elidedlabel import ElidedLabel
from bones_desktop.wording.files import file_sentence
from bones_desktop.wording.table import skill_name


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody whose dice are thrown against the open character's."""

    key: str
    """What a request knows him by."""
    name: str
    character: Character


class OpponentBox(QWidget):
    """Holds the opponent of the next task. `changed` tells another, or other numbers; `done` that a choice is made."""

    changed = Signal()
    done = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self._open = Character(id="0" * 32)
        self._look: ShelfLook | None = None
        self._key = ""
        self._against_skill = "maneuver"
        self._opponent: Opponent | None = None
        self._wounds = Wounds()
        self.who = ShelfChoice(theme, self.tr("Opponent"), self.tr("Choose an opponent"), self)
        self.who.setToolTip(self.tr("Whose successes the task is measured against"))
        self.number = Stepper(theme, "", self.tr("Successes of the other side"), self)
        self.number.box.setAccessibleName(self.tr("Their successes"))
        self.skill = OpposingSkill(theme, rulebook, self.tr("Their skill"), self)
        self.equipment = Equipment(theme, self)
        self.out = ValueChip(theme, self)
        self._top = QHBoxLayout()
        self._top.addWidget(self.who, 3)
        self._top.addWidget(self.skill, 2)
        self._top.addWidget(self.out)
        self._top.addWidget(self.number)
        self._chips = QWidget(self)
        self._chip_row = FlowLayout(theme.px(4), self._chips)
        self.summary = ElidedLabel(self)
        self.summary.setProperty("role", "muted")
        self.trouble = QLabel(self)
        self.trouble.setTextFormat(Qt.TextFormat.PlainText)
        self.trouble.setProperty("role", "warn")
        self.trouble.setWordWrap(True)
        self.leave = OpponentLeave(theme, self)
        self._last = QHBoxLayout()
        self._last.addWidget(self.trouble, 1)
        self._last.addWidget(self.leave)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._top)
        for label in (self._chips, self.summary):
            self._column.addWidget(label)
        self._column.addLayout(self._last)
        self.who.opening.connect(self._refresh)
        self.who.activated.connect(self._choose)
        self.skill.changed.connect(self._new_skill)
        self.number.changed.connect(lambda _n: self.changed.emit())
        self.number.box.lineEdit().returnPressed.connect(self.done)
        self.equipment.changed.connect(self.changed)
        self.out.clicked.connect(self._give_back)
        self.leave.clicked.connect(self._new_skill)
        self.restyle()
        self._find()

    @property
    def opponent(self) -> Opponent | None:
        """The one chosen, as his file or stat block has him; None for a number, and while he cannot be read."""
        return self._opponent

    @property
    def name(self) -> str:
        """What the one chosen is called; "" for a number."""
        return self._opponent.name if self._opponent is not None else ""

    @property
    def skill_used(self) -> str:
        """The skill of the other side."""
        return self.skill.used

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Offer the characters of the shelf that is in use when the list opens, and of the files opened last."""
        self.shutdown()
        self._look = ShelfLook(shelf, self, recent)
        self._look.more.connect(self._more)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Look for opponents in another rulebook."""
        self._rulebook = rulebook
        self._find()

    def read_again(self) -> None:
        """Read the opponent anew: his file may have changed."""
        self._find_again()

    def set_wounds(self, key: str, hurt: Character) -> None:
        """Leave out, for the rest of the evening, the dice that an opponent without a file has lost."""
        self._wounds.keep(key, hurt)
        self._find_again()

    def begin_evening(self, seal: str) -> None:
        """Give everybody's dice back unless the evening is still the one that `seal` is the commitment of."""
        if self._wounds.begin_evening(seal):
            self._find_again()

    def shutdown(self) -> None:
        """Read no more of the shelf."""
        if self._look is not None:
            self._look.shutdown()

    def show_character(self, character: Character, skill: str) -> None:
        """Take the one who throws, and his skill: it says which usually opposes it, and he is no opponent himself."""
        before = (self._open.id, self._open.house_rules, self._against_skill)
        self._open, self._against_skill = character, skill
        if before != (character.id, character.house_rules, skill):
            self.skill.oppose(skill)
            self._find()

    def of(self, request: Request) -> Request:
        """Return the request with the opponent chosen here."""
        return replace(
            request,
            opponent=self._key,
            opponent_skill=self.skill.skill if self._skill_matters else "",
            opponent_items=self.equipment.chosen if self._key else (),
            opponent_allowed_by_gm=bool(self._key) and self.leave.isChecked(),
            against=0 if self._key else self.number.value,
        )

    def show_request(self, request: Request) -> None:
        """Choose the opponent of a request."""
        self.blockSignals(True)
        self._key = request.opponent
        self.skill.set_skill(request.opponent_skill)
        self.number.box.setValue(request.against)
        self._find()
        self.leave.setChecked(request.opponent_allowed_by_gm)
        self._find()
        if self._key:
            self.equipment.choose(request.opponent_items)
        self.blockSignals(False)

    def restyle(self, touch: int = 36) -> None:
        """Take the sizes of the theme; `touch` is the least height of what is pressed."""
        px = self._theme.px
        self._top.setSpacing(px(8))
        self._column.setSpacing(px(4))
        self._chip_row.setSpacing(px(4))
        self.number.restyle(touch)
        self.equipment.restyle(touch)
        self.out.restyle(touch)
        self.leave.restyle()
        self._last.setSpacing(px(8))
        for button in (self.who, self.skill, self.leave):
            set_touch(button, px(touch))

    @guarded(None)
    def showEvent(self, event: QShowEvent) -> None:
        """Read the opponent again: his file may have changed meanwhile."""
        super().showEvent(event)
        self.read_again()

    def _refresh(self) -> None:
        if self._look is not None:
            self._look.refresh()
        self._find_again()
        self._offer_all()

    def _find_again(self) -> None:
        before = self._opponent
        self._find()
        if before != self._opponent:
            self.changed.emit()

    def _more(self) -> None:
        if self.who.popup.isVisible():
            self._offer_all()

    def _offer_all(self) -> None:
        look = self._look
        entries, elsewhere = (look.entries, look.elsewhere) if look is not None else ((), frozenset())
        found = opponents(self._rulebook, entries, self._open, self.tr, elsewhere)
        current = self._current()
        rest = [choice if choice.key != current.key else current for choice in found]
        self.who.set_choices(rest if current in rest else [*rest, current], current.key)

    def _current(self) -> Choice:
        """Return the choice that the closed button shows: it has room for a name and the number of dice."""
        if not self._key:
            return number_choice(self.tr)
        if self._opponent is None:
            return Choice(self._key, opponent_name(self._rulebook, self._key) or self.tr("Unknown opponent"))
        return Choice(self._key, self.name, badge=self.tr("{n}D").format(n=len(self._opponent.character.dice)))

    def _choose(self, choice: Choice) -> None:
        if not choice.allowed:
            self._say(choice.note)
            return
        key = "" if choice.key == NUMBER else choice.key
        if key != self._key:
            self._key = key
            self._find()
            self.changed.emit()
        if not key:
            self.number.box.setFocus()
            self.number.box.selectAll()
        else:
            self.done.emit()

    def _give_back(self) -> None:
        """Have all dice of the opponent thrown again."""
        self._wounds.forget(self._key)
        self._find_again()
        self.done.emit()

    def _new_skill(self) -> None:
        self._find()
        self.changed.emit()
        self.done.emit()

    def _find(self) -> None:
        """Read who is chosen, and show him; what is wrong is said."""
        self._opponent, trouble = self._read()
        # The list is filled when it opens: a shelf may hold thousands.
        self.who.set_choices((self._current(),), self._current().key)
        opponent = self._opponent
        self.number.setVisible(not self._key)
        self._show_out()
        self.leave.ask_for(self._key, self.skill_used, self._open.id)
        self.skill.setVisible(self._skill_matters)
        if opponent is None:
            self.equipment.clear()
            self.summary.set_full_text("")
            self.leave.hide()
        else:
            if self.equipment.show_character(self._rulebook, opponent.character, self.skill_used):
                for chip in self.equipment.chips:
                    self._chip_row.addWidget(chip)
            rules, skill = self._open.house_rules, self.skill_used
            allowed = self.leave.show_eligibility(self._rulebook, rules, opponent.character, skill)
            self.summary.set_full_text(opponent_brief(self._rulebook, opponent.character, allowed, self.tr))
            trouble = why_no_successes(allowed, opponent.name, skill_name(self._rulebook, skill), self.tr)
        self._chips.setVisible(bool(self.equipment.chips))
        self.summary.setVisible(opponent is not None)
        self._say(trouble)

    @property
    def _skill_matters(self) -> bool:
        """Whether it is asked for: of a mere number only against Perception, which sees through Stealth (AMB-22)."""
        return bool(self._key) or self._against_skill == "perception"

    def _read(self) -> tuple[Opponent | None, str]:
        if not self._key:
            return None, ""
        try:
            character = fighter_of(self._rulebook, self._key, self._open.house_rules).character
        except (CharacterFileError, FileProblem) as error:
            return None, file_sentence(error, self.tr)
        except KeyError:
            return None, self.tr("This opponent is in none of your packs any more; choose another.")
        character = self._wounds.on(self._key, character)
        name = " ".join(character.name.split()) or self.tr("No name yet")
        if file_of(self._key) is not None and character.id == self._open.id:
            return None, self.tr("{name} is the one who throws; choose another opponent.").format(name=name)
        return Opponent(self._key, name, character), ""

    def _show_out(self) -> None:
        """Say how many dice are left out for the evening, and let them be given back."""
        struck = self._opponent is not None and self._wounds.has(self._key)
        self.out.show_value(dice_out(self._opponent.character, self.tr) if self._opponent and struck else "")
        self.out.setToolTip(self.tr("Struck off for this evening; press to have all dice thrown again"))

    def _say(self, trouble: str) -> None:
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
