"""Choices of templates, race and mode, and the left column of the Dice tab that offers them.

If other choices would no longer fit, the user is asked first. The column also shows name, note and problems.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.builderedits import BuilderEdits
from bones_desktop.pages.builder.offers import HUMAN, die_choices, origin_offers, race_choices
from bones_desktop.rules.bones.book.character import (
    MOST_PLAYER_DICE,
    STARTING_DICE,
    Character,
    CharacterKind,
    MakingMode,
    SheetPlace,
)
from bones_desktop.rules.bones.book.characterdice import is_finished
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.making.creation import FOR_THE_GM, judge
from bones_desktop.rules.bones.making.originchange import (
    Misfit,
    OriginChange,
    PastedDie,
    loses_only_answers,
    mode_change,
    origin_change,
    paste_change,
    race_change,
)
from bones_desktop.rules.reasons import Problem, Reason, RulesError, Weight, by_weight
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.boxes import Stretch, fill, vbox
from bones_desktop.widgets.choice.buttons import ChoiceButton
from bones_desktop.widgets.choice.choicepopup import Choice
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.lists.line import Ground, Line, LineLook
from bones_desktop.widgets.lists.linelist import NO_KEYS, PICKING, LineList
from bones_desktop.widgets.popups import ask
from bones_desktop.widgets.pushbuttons import push_button
from bones_desktop.widgets.scaled import set_gaps
from bones_desktop.widgets.text.labels import SteadyLabel, heading_label, plain_label
from bones_desktop.widgets.text.textfields import LineField
from bones_desktop.wording.language import _, ngettext
from bones_desktop.wording.names import place_text, problem_text, weight_name
from bones_desktop.wording.reasons import sentence

_LOOK: Final = LineLook(
    height=26, font=("sans", 12, False), side=10, gap=7, pad=(7, 5), ground=Ground.FOCUSED, wraps=True
)
_SIGNS: Final = {
    Weight.ILLEGAL: ("warning-disc", "bad"),
    Weight.UNFINISHED: ("ring", "warn"),
    Weight.ADVICE: ("dot", "muted"),
}


def problem_lines(problems: Sequence[Problem[SheetPlace]]) -> list[Line]:
    """Return a line for each problem, with an icon for its weight.

    The key of a line is the index of its problem in `problems`.
    """
    lines = []
    for number, problem in enumerate(problems):
        text, weight = problem_text(problem), weight_name(problem.weight)
        sign, tone = _SIGNS[problem.weight]
        lines.append(
            Line(
                text,
                key=str(number),
                sign=sign,
                sign_tone=tone,
                tone="muted" if problem.weight is Weight.ADVICE else "text",
                rule=problem.reason.rule,
                tip=weight,
                spoken=f"{weight}: {text}",
            )
        )
    return lines


class ProblemList(LineList):
    """Lists the problems.

    A click or Enter on a problem asks to show its place on the sheet.
    """

    jump_requested = Signal(object)
    """Emitted with the place of the sheet to go to."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, _("What is missing"), parent, _LOOK, keys=PICKING, by_click=True)
        self._problems: tuple[Problem[SheetPlace], ...] = ()
        self.line_activated.connect(self._jump)

    def show_problems(self, problems: Sequence[Problem[SheetPlace]]) -> None:
        """Show these problems. Violations of the rules come first."""
        self._problems = by_weight(problems)
        self.show_lines(problem_lines(self._problems))

    def _jump(self, key: str) -> None:
        self.jump_requested.emit(self._problems[int(key)].place)


_CONFLICTS: Final = LineLook(
    height=52, font=("sans", 14, True), second=("sans", 14, False), side=36, gap=16, aligned=True, pad=(8, 8),
    ground=Ground.FOCUSED, wraps=True,
)  # fmt: skip


class OriginChanger(QObject):
    """Changes templates, race and mode.

    Each choice makes one named undo step, or none if it is refused or cancelled. Refusals are emitted by
    `edits.refused`.
    """

    template_changed = Signal(int)
    """Emitted with the index of the die that was just made from another template."""
    template_wanted = Signal()
    """Emitted to ask for a new house template."""
    message = Signal(str)
    """Emitted with a sentence about the change just made."""
    origin_changed = Signal()
    """Emitted when the race or the way of making has changed."""

    def __init__(self, document: CharacterDocument, edits: BuilderEdits, theme: Theme, parent: QWidget) -> None:
        """Questions are shown over the window of `parent`."""
        super().__init__(parent)
        self._document = document
        self.edits = edits
        self._theme = theme
        self._over = parent

    def choose_template(self, die: int, choice: Choice) -> None:
        """Make a starting die from the chosen template.

        Choices that depend on the old template are removed without a question. The user is asked before an occupation
        is used that is not open to the character, because the GM may permit it (AMB-90).
        """
        why = self._for_the_gm(die, choice.key)
        if why is None:
            self._choose_template(die, choice)
            return
        text = _("{why}\n\nYour GM may permit it; the ledger records the permission.").format(why=sentence(why))
        permit = partial(self._choose_template, die, choice, permitted=True)
        ask(self._over.window(), choice.text, text, {_("The GM permits it"): permit}, _("Cancel"))

    def _for_the_gm(self, die: int, template: str) -> Reason | None:
        """Return the reason against a template that the GM may permit; None for any other."""
        rulebook, character = self._document.rulebook, self._document.character
        asks = not self._document.read_only and not self.edits.permitted and not is_finished(character)
        if not asks or die >= len(character.dice) or not rulebook.has_template(template):
            return None
        found = judge(rulebook, character, die, rulebook.template(template))
        return found.reason if not found.allowed and found.reason and found.reason.code in FOR_THE_GM else None

    def _choose_template(self, die: int, choice: Choice, *, permitted: bool = False) -> None:
        rulebook, character = self._document.rulebook, self._document.character
        done = partial(self.template_changed.emit, die)
        edit = partial(self.edits.set_template, die, choice, permitted=permitted)
        chosen = _("{name} for die {n}").format(name=choice.text, n=die + 1)
        permitted = permitted or self.edits.permitted
        look = partial(origin_change, rulebook, character, die, choice.key, permitted=permitted)
        self._ask(chosen, look, edit, done, lightly=True)

    def choose_race(self, choice: Choice) -> None:
        """Change the race and its icon on face 2."""
        rulebook, character = self._document.rulebook, self._document.character
        race = "" if choice.key == HUMAN else choice.key
        edit = partial(self.edits.set_race, choice)
        look = partial(race_change, rulebook, character, race, permitted=self.edits.permitted)
        self._ask(choice.text, look, edit, self.origin_changed.emit)

    def choose_mode(self, mode: MakingMode) -> None:
        """Change whether the player character is made from templates or with free faces (AMB-89)."""
        rulebook, character = self._document.rulebook, self._document.character
        chosen = _("Cold Iron") if mode is MakingMode.COLD_IRON else _("Core rules")
        edit = partial(self.edits.set_mode, mode)
        look = partial(mode_change, rulebook, character, mode, permitted=self.edits.permitted)
        self._ask(chosen, look, edit, self.origin_changed.emit)

    def paste_die(self, die: int, new: PastedDie) -> None:
        """Replace a die with a pasted one. If its template changes too, a message says so."""
        rulebook, character = self._document.rulebook, self._document.character
        edit = partial(self.edits.paste_die, die, new)
        look = partial(paste_change, rulebook, character, die, new, permitted=self.edits.permitted)
        before = character.dice[die].template if die < len(character.dice) else ""

        def done() -> None:
            template = self._document.character.dice[die].template
            if template != before and rulebook.has_template(template):
                words = _("Die {n} is now made from {name}.")
                self.message.emit(words.format(n=die + 1, name=rulebook.template(template).name))

        self._ask(_("Paste die {n}").format(n=die + 1), look, edit, done)

    def _ask(
        self,
        chosen: str,
        look: Callable[[], OriginChange],
        edit: Callable[..., bool],
        done: Callable[[], None],
        *,
        lightly: bool = False,
    ) -> None:
        change = self._looked(look)

        def answer(*, clear: bool = False) -> None:
            if edit(clear=clear):
                done()

        if change is None or not change.misfits:
            answer()
            return
        misfits, follow_on = change.misfits, change.follow_on
        # A choice like Physical or Mental is quickly made again, so the player is not asked about it.
        if lightly and loses_only_answers(self._document.rulebook, self._document.character, change):
            gone = self._listed((*misfits, *follow_on))
            if edit(clear=True):
                done()
                self.message.emit(_("{chosen}. No longer open, so removed: {gone}.").format(chosen=chosen, gone=gone))
            return
        question = ConflictQuestion(
            self._theme,
            ngettext(
                "{chosen}: one thing you chose no longer fits.",
                "{chosen}: {n} things you chose no longer fit.",
                len(misfits),
            ).format(chosen=chosen, n=len(misfits)),
            [self._line(misfit) for misfit in misfits],
            self._listed(follow_on),
            self._over.window(),
        )

        def answered(result: int) -> None:
            if result:
                answer(clear=result == CLEAR)

        question.finished.connect(answered)
        question.open()

    def _looked(self, look: Callable[[], OriginChange]) -> OriginChange | None:
        """Return the effects of the change; None if it is refused.

        The edit, which is tried afterwards, reports the reason.
        """
        if self._document.read_only:
            return None
        try:
            return look()
        except RulesError:
            return None

    def _listed(self, misfits: tuple[Misfit, ...]) -> str:
        return "; ".join(self._where(misfit) for misfit in misfits)

    def _line(self, misfit: Misfit) -> Line:
        where, why = self._where(misfit), sentence(misfit.reason)
        where, code = where[:1].upper() + where[1:], misfit.shown.code
        face = FaceLook(code=code, illegal=True) if code else ""
        return Line(where, why, face=face, tip=why, spoken=f"{where}. {why}")

    def _where(self, misfit: Misfit) -> str:
        rulebook, place = self._document.rulebook, misfit.place
        name = ""
        if not misfit.shown.is_unfilled:
            name = face_name(rulebook, misfit.shown)
        elif place.die is not None and place.face is None:
            template = self._document.character.dice[place.die].template
            name = rulebook.template(template).name if rulebook.has_template(template) else ""
        where = place_text(place)
        return _("{where}: {name}").format(where=where, name=name) if name else where


KEEP, CLEAR = 1, 2


def wants_template(character: Character, die: int) -> bool:
    """Return whether a die has to be made from a template."""
    return character.kind is CharacterKind.PLAYER and character.mode is MakingMode.COLD_IRON and die < STARTING_DICE


class ConflictQuestion(QDialog):
    """Question about choices that no longer fit. Window-modal: open it with `open()`. Closing it or Escape cancels.

    `finished` is emitted with KEEP, CLEAR, or 0 for a cancelled choice.
    """

    def __init__(self, theme: Theme, chosen: str, lines: Sequence[Line], also: str, parent: QWidget) -> None:
        """`chosen` names the choice and its effect; `lines` name the parts that no longer fit and the reasons.

        `also` names further parts that clearing would remove.
        """
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_("What no longer fits"))
        about = plain_label(self, chosen, wrap=True)
        about.setFont(theme.font("serif", 16, bold=True))
        self.view = LineList(theme, _("What no longer fits"), self, _CONFLICTS, keys=NO_KEYS, framed=True)
        self.view.show_lines(lines)
        help_text = _("Conflicts stay on the dice, marked, until you fix them.")
        clearing = _("Clearing removes only the parts in the list.")
        if also:
            clearing = _("Clearing removes the parts in the list, and with them: {also}.").format(also=also)
        notes = plain_label(self, f"{help_text} {clearing}", "muted", wrap=True)
        self.keep = push_button(self, _("Keep as conflicts"), partial(self.done, KEEP), kind="primary")
        # Keeping is the default, because clearing loses choices of the player.
        self.keep.setDefault(True)
        self.clear = push_button(self, _("Clear them"), partial(self.done, CLEAR))
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.addButton(self.keep, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.addButton(self.clear, QDialogButtonBox.ButtonRole.ActionRole)
        self.buttons.rejected.connect(self.reject)
        self.setAccessibleDescription(chosen)
        parts = (about, (self.view, 1), notes, self.buttons)
        vbox(self, *parts, margins=theme.px(16), spacing=theme.px(12))
        self._fit(len(lines))
        self.keep.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self, lines: int) -> None:
        screen, px = self.screen().availableSize(), self._theme.px
        # Up to seven lines are shown without scrolling, if the screen has room.
        wanted = px(186) + min(lines, 7) * px(54)
        self.resize(min(px(620), int(screen.width() * 0.9)), min(wanted, int(screen.height() * 0.85)))


class OriginColumn(QWidget):
    """Shows the choices for whole dice.

    The column's signals ask the owner to act. A player's fifth die is offered once the four starting dice are full
    (IMP-3). A finished player character gets a new die together with its first icon.
    """

    def __init__(
        self, document: CharacterDocument, theme: Theme, changer: OriginChanger, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._theme = theme
        self._edits = changer.edits
        self._column = QVBoxLayout(self)
        set_gaps(theme, self._column, gap=7, edges=(0, 0, 0, 0))
        names = (_("Culture"), _("Background"), _("Occupation"), _("Occupation or other die"))
        asks = (_("Choose a culture"), _("Choose a background"), _("Choose an occupation"), _("Choose another die"))
        self.origins = tuple(
            ChoiceButton(theme, _("Die {n}, {name}").format(n=die + 1, name=name), ask, self)
            for die, (name, ask) in enumerate(zip(names, asks, strict=True))
        )
        self._origin_boxes = []
        for die, (name, button) in enumerate(zip(names, self.origins, strict=True)):
            self._origin_boxes.append(self._box(f"{die + 1}  {name}", button))
            button.activated.connect(partial(changer.choose_template, die))
        self.race = ChoiceButton(theme, _("Race"), _("Choose a race"), self)
        self.race.activated.connect(changer.choose_race)
        self._race_box = self._box(_("Race"), self.race)
        self.name = LineField(_("Name of the selected die"), self)
        self._name_box = self._box(_("Name of this die"), self.name)
        self.note = LineField(_("Note on the selected die"), self)
        self._note_box = self._box(_("Note on this die"), self.note)
        self.printed = ChoiceButton(theme, _("Add a die"), _("Add a die"), self)
        self.add = push_button(self, _("Add a die"))
        self.remove = push_button(self)
        self._buttons = vbox(None, self.printed, self.add, self.remove, theme=theme, gap=8)
        self.heading = heading_label(theme, self, size=16)
        self.problems = ProblemList(theme, self)
        self._done = SteadyLabel(3, self, "muted", theme=theme, size=14)
        fill(self._column, self._buttons, self.heading, (self.problems, 1), self._done, Stretch(0))
        theme.changed.connect(self._restyle)
        self._restyle()

    def refresh(self, die: int) -> None:
        """Show the current character with the selected `die`."""
        character, rulebook = self._document.character, self._document.rulebook
        player = character.kind is CharacterKind.PLAYER
        cold_iron = player and character.mode is MakingMode.COLD_IRON
        for place, (box, button) in enumerate(zip(self._origin_boxes, self.origins, strict=True)):
            shown = cold_iron and place == die
            box.setVisible(shown)
            # Only the box of the selected die is visible, so only its offers are calculated.
            if shown:
                current = character.dice[place].template if place < len(character.dice) else ""
                offers = origin_offers(rulebook, character, place, self._edits.printed_only)
                button.set_choices(offers, current or None)
        self._race_box.setVisible(player and (not cold_iron or bool(character.racial_icon)))
        races = race_choices(rulebook, character.racial_icon, self._edits.printed_only)
        self.race.set_choices(races, character.racial_icon or "human")
        self._name_box.setVisible(not player and bool(character.dice))
        self._note_box.setVisible(bool(character.dice))
        self.printed.setVisible(not player)
        if not player:
            self.printed.set_choices(die_choices(rulebook, character.kind))
        starting = character.dice[:STARTING_DICE]
        full = not any(shown.is_unfilled for each in starting for shown in each.faces)
        growing = is_finished(character)
        most = len(character.dice) >= MOST_PLAYER_DICE
        self.add.setVisible(player and not growing and not most and (full or len(starting) < STARTING_DICE))
        # The dice of a finished character are paid for and stay.
        removable = not growing and len(character.dice) > (STARTING_DICE if player else 0)
        self.remove.setVisible(removable)
        self.remove.setText(_("Remove die {n}").format(n=die + 1))
        if die < len(character.dice):
            self.name.set_value(character.dice[die].name)
            self.note.set_value(character.dice[die].note)
        problems = self._document.problems
        self.problems.show_problems(problems)
        advice = bool(problems) and all(each.weight is Weight.ADVICE for each in problems)
        self.heading.setText(weight_name(Weight.ADVICE) if advice else _("What is missing"))
        finish = _("Nothing. Finish it, and roll the dice on the Table page.")
        self._done.show_text(finish if player and not growing else _("Nothing. Roll the dice on the Table page."))
        self._done.setVisible(not problems)
        self.problems.setVisible(bool(problems))
        self._column.setStretch(self._column.count() - 1, 0 if problems else 1)

    def _box(self, name: str, widget: QWidget) -> QWidget:
        box = QWidget(self)
        label = plain_label(box, name, "muted", theme=self._theme, size=12)
        label.setBuddy(widget)
        vbox(box, label, widget, margins=0, theme=self._theme, gap=2)
        self._column.addWidget(box)
        return box

    def _restyle(self) -> None:
        self._done.setMinimumHeight(2 * self._done.fontMetrics().lineSpacing())  # two lines: a third is rarely needed
