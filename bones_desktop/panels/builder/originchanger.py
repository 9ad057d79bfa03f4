"""Chooses templates, race and way of making; asks first when something chosen later would no longer fit."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.panels.builder.builderedits import BuilderEdits
from bones_desktop.panels.builder.offers import HUMAN
from bones_desktop.rules.bones.book.advancement import is_finished
from bones_desktop.rules.bones.book.character import Mode
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.making.originchange import (
    Misfit,
    OriginChange,
    loses_only_answers,
    mode_change,
    origin_change,
    race_change,
)
from bones_desktop.rules.bones.making.origins import FOR_THE_GM, judge
from bones_desktop.rules.bones.making.pasting import PastedDie, paste_change
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.choice.choices import Choice
from bones_desktop.widgets.questions import ask
from bones_desktop.wording.names import place_text
from bones_desktop.wording.reasons import sentence

if TYPE_CHECKING:
    from bones_desktop.panels.builder.conflictquestion import ConflictRow


class OriginChanger(QObject):
    """Every choice ends in one named undo step, or in none. Refusals are emitted by `edits.refused`."""

    template_changed = Signal(int)
    """The die that has just been made from another template."""
    message = Signal(str)
    """A sentence about what has just been done."""
    origin_changed = Signal()
    """The race or the way of making has just changed."""

    def __init__(
        self,
        document: CharacterDocument,
        edits: BuilderEdits,
        theme: Theme,
        printed_only: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        """`parent` is the widget whose window the question belongs to."""
        super().__init__(parent)
        self._document = document
        self._edits = edits
        self._theme = theme
        self._printed_only = printed_only
        self._over = parent

    def choose_template(self, die: int, choice: Choice) -> None:
        """Make a starting die from what was chosen; mere answers to what the last choice asked give way unasked.

        An occupation that may not follow is asked about first: the GM may permit it (AMB-90).
        """
        why = self._for_the_gm(die, choice.key)
        if why is None:
            self._choose_template(die, choice)
            return
        text = self.tr("{why}\n\nYour GM may permit it; the ledger then says so.").format(why=sentence(why, self.tr))
        permit = partial(self._choose_template, die, choice, permitted=True)
        ask(self._over.window(), choice.text, text, {self.tr("The GM permits it"): permit}, self.tr("Cancel"))

    def _for_the_gm(self, die: int, template: str) -> Reason | None:
        """Return why a template is refused that the GM may permit, None for all else."""
        rulebook, character = self._document.rulebook, self._document.character
        asks = not self._document.read_only and not self._edits.permitted and not is_finished(character)
        if not asks or die >= len(character.dice) or not rulebook.has_template(template):
            return None
        found = judge(rulebook, character, die, rulebook.template(template))
        return found.reason if not found.allowed and found.reason and found.reason.code in FOR_THE_GM else None

    def _choose_template(self, die: int, choice: Choice, *, permitted: bool = False) -> None:
        rulebook, character = self._document.rulebook, self._document.character
        done = partial(self.template_changed.emit, die)
        edit = partial(self._edits.set_template, die, choice, printed_only=self._printed_only(), permitted=permitted)
        chosen = self.tr("{name} for die {n}").format(name=choice.text, n=die + 1)
        permitted = permitted or self._edits.permitted
        look = partial(origin_change, rulebook, character, die, choice.key, permitted=permitted)
        self._ask(chosen, look, edit, done, lightly=True)

    def choose_race(self, choice: Choice) -> None:
        """Change the race and its icon on face 2."""
        rulebook, character = self._document.rulebook, self._document.character
        race = "" if choice.key == HUMAN else choice.key
        edit = partial(self._edits.set_race, choice)
        look = partial(race_change, rulebook, character, race, permitted=self._edits.permitted)
        self._ask(choice.text, look, edit, self.origin_changed.emit)

    def choose_mode(self, mode: Mode) -> None:
        """Change whether the player is made by templates or with free faces (AMB-89)."""
        rulebook, character = self._document.rulebook, self._document.character
        chosen = self.tr("Cold Iron") if mode is Mode.COLD_IRON else self.tr("Core rules")
        edit = partial(self._edits.set_mode, mode)
        look = partial(mode_change, rulebook, character, mode, permitted=self._edits.permitted)
        self._ask(chosen, look, edit, self.origin_changed.emit)

    def paste_die(self, die: int, new: PastedDie) -> None:
        """Put another die in the place of one, and return whether it is made from something else now."""
        rulebook, character = self._document.rulebook, self._document.character
        edit = partial(self._edits.paste_die, die, new)
        look = partial(paste_change, rulebook, character, die, new, permitted=self._edits.permitted)
        before = character.dice[die].template if die < len(character.dice) else ""

        def done() -> None:
            template = self._document.character.dice[die].template
            if template != before and rulebook.has_template(template):
                words = self.tr("Die {n} is now made from {name}.")
                self.message.emit(words.format(n=die + 1, name=rulebook.template(template).name))

        self._ask(self.tr("Paste die {n}").format(n=die + 1), look, edit, done)

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
        misfits, follow_on = (change.misfits, change.follow_on) if change is not None else ((), ())

        def answer(*, clear: bool = False) -> None:
            if edit(clear=clear):
                done()

        if not misfits:
            answer()
            return
        if (
            lightly
            and change is not None
            and loses_only_answers(self._document.rulebook, self._document.character, change)
        ):
            gone = self._listed((*misfits, *follow_on))
            if edit(clear=True):
                done()
                self.message.emit(
                    self.tr("{chosen}. No longer open, so taken off: {gone}.").format(chosen=chosen, gone=gone)
                )
            return
        from bones_desktop.panels.builder.conflictquestion import ConflictQuestion

        question = ConflictQuestion(
            self._theme,
            self._about(chosen, len(misfits)),
            [self._row(misfit) for misfit in misfits],
            self._listed(follow_on),
            self._over.window(),
        )
        question.keep_requested.connect(answer)
        question.clear_requested.connect(partial(answer, clear=True))
        question.open()

    def _looked(self, look: Callable[[], OriginChange]) -> OriginChange | None:
        """Return what the change would lead to; None when it is refused: the edit then says why."""
        if self._document.read_only:
            return None
        try:
            return look()
        except RulesError:
            return None

    def _about(self, chosen: str, misfits: int) -> str:
        if misfits == 1:
            return self.tr("{chosen}: one thing you chose no longer fits.").format(chosen=chosen)
        return self.tr("{chosen}: {n} things you chose no longer fit.").format(chosen=chosen, n=misfits)

    def _listed(self, misfits: tuple[Misfit, ...]) -> str:
        return "; ".join(self._where(misfit) for misfit in misfits)

    def _row(self, misfit: Misfit) -> "ConflictRow":
        from bones_desktop.panels.builder.conflictquestion import ConflictRow

        where = self._where(misfit)
        return ConflictRow(where[:1].upper() + where[1:], sentence(misfit.reason, self.tr), misfit.shown.code)

    def _where(self, misfit: Misfit) -> str:
        rulebook, place = self._document.rulebook, misfit.place
        name = ""
        if not misfit.shown.is_unfilled:
            name = face_name(rulebook, misfit.shown)
        elif place.die is not None and place.face is None:
            template = self._document.character.dice[place.die].template
            name = rulebook.template(template).name if rulebook.has_template(template) else ""
        where = place_text(place, self.tr)
        return self.tr("{where}: {name}").format(where=where, name=name) if name else where
