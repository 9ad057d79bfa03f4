"""The opponent in an opposed task: a number of successes, or a character with dice, skill and equipment."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.table.chips import Equipment, Stepper, ValueChip, set_touch
from bones_desktop.pages.table.skillbox import ShelfChoice
from bones_desktop.play.bones.played import ChosenOpponent, Opponent
from bones_desktop.rules.bones.book.attempts import Eligibility, Task, eligibility
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.icons import MENTAL, PHYSICAL
from bones_desktop.rules.bones.book.rulebook import HouseRules, Rulebook
from bones_desktop.rules.bones.reading.requests import Request, usual_opposition
from bones_desktop.storage.shelf.shelfcatalogue import Shelf
from bones_desktop.storage.shelf.shelfentry import opponent_name
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import hbox, vbox
from bones_desktop.widgets.choice.buttons import Chip, ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.choice.fighters import NUMBER, RecentFiles, ShelfLook, number_choice, opponents, summary
from bones_desktop.widgets.focus import send_focus_home
from bones_desktop.widgets.guarded import Guarded
from bones_desktop.widgets.layouts import flow_row
from bones_desktop.widgets.text.labels import ElidedLabel, plain_label
from bones_desktop.wording.language import _
from bones_desktop.wording.table import skill_name

USUAL: Final = "usual"


class OpposingSkill(ChoiceButton):
    """A choice of skill. `changed` is emitted when another skill is chosen."""

    changed = Signal()

    def __init__(self, theme: Theme, rulebook: Rulebook, label: str, parent: QWidget) -> None:
        """`label` is the accessible name."""
        super().__init__(theme, label, "", parent)
        self._rulebook = rulebook
        self.skill = ""
        """The chosen skill; "" for the default."""
        self._against = "maneuver"
        self.setToolTip(_("The skill of the other side"))
        self.activated.connect(self._choose)
        self._offer()

    @property
    def used(self) -> str:
        """The skill that the opponent rolls."""
        return self.skill or usual_opposition(self._rulebook, self._against)

    def set_skill(self, skill: str) -> None:
        """Choose a skill; "" for the default."""
        self.skill = skill
        self._offer()

    def oppose(self, skill: str) -> None:
        """Offer the skills that oppose `skill`. A chosen skill is kept."""
        self._against = skill
        self._offer()

    def _offer(self) -> None:
        rulebook = self._rulebook
        usual = skill_name(rulebook, usual_opposition(self._rulebook, self._against))
        names = sorted((skill_name(rulebook, known.id), known.id) for known in rulebook.skills)
        rest = [Choice(skill, name) for name, skill in names]
        rest += [Choice(skill, skill_name(rulebook, skill)) for skill in (PHYSICAL, MENTAL)]
        self.set_choices((Choice(USUAL, usual, _("The usual opposition")), *rest), self.skill or USUAL)

    def _choose(self, choice: Choice) -> None:
        skill = "" if choice.key == USUAL else choice.key
        if skill != self.skill:
            self.set_skill(skill)
            self.changed.emit()


def opponent_brief(rulebook: Rulebook, character: Character, allowed: Eligibility) -> str:
    """Return one line with the opponent's dice and the cap of the skill."""
    text = summary(rulebook, character)
    if allowed.allowed and allowed.cap is not None:
        return _("{dice} · cap {cap}").format(dice=text, cap=allowed.cap)
    return text


def why_no_successes(allowed: Eligibility, name: str, skill: str) -> str:
    """Return why the opponent has no successes in a skill, or needs the GM's permission for them.

    `skill` is the name of the skill. Return "" if the successes count anyway.
    """
    if allowed.allowed and not allowed.by_gm:
        return ""
    if allowed.reason.code == "no-dice":
        return _("{name} has no dice left: no successes.").format(name=name)
    words = _("{name} has no fitting icon for {skill}: no successes.")
    if allowed.by_gm:
        words = _("{name} has no fitting icon for {skill}; the GM allows it.")
    return words.format(name=name, skill=skill)


def dice_out(character: Character) -> str:
    """Return the number of the opponent's lost dice as "1 of 5 dice out"; "" if none is lost."""
    lost = len(character.lost)
    if not lost:
        return ""
    return _("{n} of {m} dice out").format(n=lost, m=len(character.dice))


class OpponentLeave(Chip):
    """The GM's permission for one opponent to use one skill against one roller."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("The GM allows it"), parent)
        self.setAccessibleName(_("The GM allows it to the opponent"))
        self.setToolTip(_("Count as many successes of the opponent as with one fitting icon"))
        self._given_for = ("", "", "")
        self.hide()

    def ask_for(self, opponent: str, skill: str, against: str) -> None:
        """Remove the permission if it was given for another opponent, skill or roller."""
        if (opponent, skill, against) != self._given_for:
            self._given_for = (opponent, skill, against)
            self.setChecked(False)

    def show_eligibility(
        self, rulebook: Rulebook, house_rules: HouseRules, character: Character, skill: str
    ) -> Eligibility:
        """Return whether the opponent's successes count, including the GM's permission.

        Show the chip only if the permission makes a difference.
        """
        task = Task(skill, allowed_by_gm=self.isChecked())
        found = eligibility(rulebook, house_rules, task, task_pool(rulebook, character))
        self.setVisible(found.is_for_gm or found.by_gm)
        return found


class OpponentBox(Guarded, QWidget):
    """Shows the opponent of the next task, and lets the user choose another."""

    changed = Signal()
    """Emitted when the opponent or a number changes. `number` has its own signal."""

    def __init__(self, theme: Theme, rulebook: Rulebook, chosen: ChosenOpponent, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rulebook = rulebook
        self.chosen = chosen
        self._open = Character(id="0" * 32)
        self._look: ShelfLook | None = None
        self._against_skill = "maneuver"
        self.who = ShelfChoice(theme, _("Opponent"), _("Choose an opponent"), self)
        self.who.setToolTip(_("The task is measured against this opponent's successes"))
        self.number = Stepper(theme, "", _("Successes of the other side"), self)
        self.number.box.setAccessibleName(_("Their successes"))
        self.skill = OpposingSkill(theme, rulebook, _("Their skill"), self)
        self.equipment = Equipment(theme, self._tell, self)
        self.out = ValueChip(theme, self)
        self._top = hbox(None, (self.who, 3), (self.skill, 2), self.out, self.number)
        self._chips = QWidget(self)
        self._chip_row = flow_row(self._chips, theme=theme, gap=4)
        self.summary = ElidedLabel(self, role="muted")
        self.trouble = plain_label(self, role="warn", wrap=True)
        self.leave = OpponentLeave(theme, self)
        self._last = hbox(None, (self.trouble, 1), self.leave)
        self._column = vbox(self, self._top, self._chips, self.summary, self._last, margins=0)
        self.who.opening.connect(self._refresh)
        self.who.activated.connect(self._choose)
        self.skill.changed.connect(self._new_skill)
        self.number.box.lineEdit().returnPressed.connect(partial(send_focus_home, self))
        self.out.clicked.connect(self._give_back)
        chosen.changed.connect(self._chosen_changed)
        self.leave.clicked.connect(self._new_skill)
        self.restyle()
        self._show()

    @property
    def opponent(self) -> Opponent | None:
        """The opponent as read from the file or stat block; None for a mere number or an unreadable file."""
        return self.chosen.opponent

    def set_shelf(self, shelf: Callable[[], Shelf], recent: RecentFiles = tuple) -> None:
        """Set the shelf whose characters are offered when the list opens, and the recent files."""
        self.shutdown()
        self._look = ShelfLook(shelf, self, recent)
        self._look.entries_changed.connect(self._more)

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Use another rulebook to find opponents."""
        self._rulebook = rulebook
        self.chosen.set_rulebook(rulebook)
        self._show()

    def shutdown(self) -> None:
        """Stop reading the shelf in the background."""
        if self._look is not None:
            self._look.shutdown()

    def show_character(self, character: Character, skill: str) -> None:
        """Set the rolling character, who cannot be the opponent, and the skill, which sets the default opposition."""
        before = (self._open.id, self._open.house_rules, self._against_skill)
        self._open, self._against_skill = character, skill
        if before != (character.id, character.house_rules, skill):
            self.skill.oppose(skill)
            # No signal, because the board shows the result itself; the signal would call this again.
            with QSignalBlocker(self):
                self.chosen.set_thrower(character)
            self._show()

    def of(self, request: Request) -> Request:
        """Return the request with the opponent shown here."""
        return replace(
            request,
            opponent=self.chosen.key,
            opponent_skill=self.skill.skill if self._skill_matters else "",
            opponent_items=self.equipment.chosen if self.chosen.key else (),
            opponent_allowed_by_gm=bool(self.chosen.key) and self.leave.isChecked(),
            against=0 if self.chosen.key else self.number.value,
        )

    def show_request(self, request: Request) -> None:
        """Show the opponent of a request."""
        with QSignalBlocker(self):
            self.chosen.choose(request.opponent)
            self.skill.set_skill(request.opponent_skill)
            self.number.box.setValue(request.against)
            # Called twice: first to make the chips and remove an old permission, then to show the new permission.
            self._show()
            self.leave.setChecked(request.opponent_allowed_by_gm)
            self._show()
            if self.chosen.key:
                self.equipment.choose(request.opponent_items)

    def restyle(self, touch: int = 36) -> None:
        """Use the theme's sizes. `touch` is the smallest height of the buttons."""
        px = self._theme.px
        self._top.setSpacing(px(8))
        self._column.setSpacing(px(4))
        self.number.restyle(touch)
        self.equipment.restyle(touch)
        self.out.restyle(touch)
        self._last.setSpacing(px(8))
        for button in (self.who, self.skill, self.leave):
            set_touch(button, px(touch))

    def showEvent(self, event: QShowEvent) -> None:
        """Read the opponent again, because the file may have changed."""
        super().showEvent(event)
        self.chosen.read_again()

    def _refresh(self) -> None:
        if self._look is not None:
            self._look.refresh()
        self.chosen.read_again()
        self._offer_all()

    def _chosen_changed(self) -> None:
        self._show()
        self._tell()

    def _tell(self) -> None:
        self.changed.emit()

    def _more(self) -> None:
        if self.who.is_open:
            self._offer_all()

    def _offer_all(self) -> None:
        look = self._look
        entries, elsewhere = (look.entries, look.elsewhere) if look is not None else ((), frozenset())
        found = opponents(self._rulebook, entries, self._open, elsewhere)
        # Offer the current opponent even if the shelf no longer has the file.
        current = self._current()
        rest = [choice if choice.key != current.key else current for choice in found]
        self.who.set_choices(rest if current in rest else [*rest, current], current.key)

    def _current(self) -> Choice:
        """Return the choice shown on the closed button, which has room for a name and the number of dice."""
        key, opponent = self.chosen.key, self.opponent
        if not key:
            return number_choice()
        if opponent is None:
            return Choice(key, opponent_name(self._rulebook, key) or _("Unknown opponent"))
        return Choice(key, opponent.name, badge=_("{n}D").format(n=len(opponent.character.dice)))

    def _choose(self, choice: Choice) -> None:
        if not choice.allowed:
            self._say(choice.note)
            return
        key = "" if choice.key == NUMBER else choice.key
        self.chosen.choose(key)
        if not key:
            self.number.box.setFocus()
            self.number.box.selectAll()
        else:
            send_focus_home(self)

    def _give_back(self) -> None:
        """Return all the opponent's lost dice to play."""
        self.chosen.give_back()
        send_focus_home(self)

    def _new_skill(self) -> None:
        self._show()
        self.changed.emit()
        send_focus_home(self)

    def _show(self) -> None:
        """Show the chosen opponent, and any problem with it."""
        trouble = self.chosen.trouble
        # The list is filled only when it opens, because a shelf may hold thousands of characters.
        self.who.set_choices((self._current(),), self._current().key)
        opponent = self.opponent
        self.number.setVisible(not self.chosen.key)
        self._show_out()
        self.leave.ask_for(self.chosen.key, self.skill.used, self._open.id)
        # Hide the field when it has no effect, so that players need not wonder about it.
        self.skill.setVisible(self._skill_matters)
        if opponent is None:
            self.equipment.clear()
            self.summary.set_full_text("")
            self.leave.hide()
        else:
            if self.equipment.show_character(self._rulebook, opponent.character, self.skill.used):
                for chip in self.equipment.chips:
                    self._chip_row.addWidget(chip)
            rules, skill = self._open.house_rules, self.skill.used
            allowed = self.leave.show_eligibility(self._rulebook, rules, opponent.character, skill)
            self.summary.set_full_text(opponent_brief(self._rulebook, opponent.character, allowed))
            trouble = why_no_successes(allowed, opponent.name, skill_name(self._rulebook, skill))
        self._chips.setVisible(bool(self.equipment.chips))
        self.summary.setVisible(opponent is not None)
        self._say(trouble)

    @property
    def _skill_matters(self) -> bool:
        """Whether the opponent's skill makes a difference.

        For a mere number, only Perception does, because it sees through Stealth (AMB-22).
        """
        return bool(self.chosen.key) or self._against_skill == "perception"

    def _show_out(self) -> None:
        """Show how many of the opponent's dice are lost this evening, and a button that returns these dice to play."""
        opponent = self.opponent if self.chosen.is_struck else None
        self.out.show_value(dice_out(opponent.character) if opponent is not None else "")
        self.out.setToolTip(_("Dice lost for this evening; press to return all of them"))

    def _say(self, trouble: str) -> None:
        self.trouble.setText(trouble)
        self.trouble.setVisible(bool(trouble))
