"""Harm of throws to the open character: pending until it is taken or dismissed, however many throws did any."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument, UndoStep
from bones_desktop.play.bones.pendingacts import (
    ABSORBED,
    ANSWERS,
    TAKEN,
    HarmAct,
    accounted,
    agreed,
    harm_left,
    harm_pending,
    not_on_table,
)
from bones_desktop.play.bones.words import dismissal, proposal_words
from bones_desktop.play.followups import AskedDie, DiceAsk, FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import die_label
from bones_desktop.rules.bones.book.notation import face_name
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.reading.harm import Harm, damage_of, dice_choice, given, suffer_harm
from bones_desktop.rules.reasons import RulesError
from bones_desktop.storage.log.logentry import ActState
from bones_desktop.wording.language import _
from bones_desktop.wording.names import harm_step

HEALED = "healed"
"""The mark of a step by which a throw heals: this, and the key of the throw."""


def done_steps(document: CharacterDocument, mark: str) -> list[UndoStep]:
    """Return the steps of the history that are done and whose mark begins so, oldest first."""
    steps, undone = document.history()
    return [step for step in steps[: len(steps) - undone] if step.mark.startswith(mark)]


def as_given(character: Character, harm: Harm, dice: tuple[int, ...]) -> Harm:
    """Return harm as it takes the dice that its owner chose, () for the usual ones; RulesError as `given`."""
    choice = dice_choice(character, harm)
    if dice and (choice is None or set(dice) != set(choice.usual)):  # the usual ones are called as ever
        return given(character, harm, dice)
    return harm


def dice_ask(
    rulebook: Rulebook, character: Character, harm: Harm, call: Callable[[tuple[int, ...]], None]
) -> DiceAsk | None:
    """Return which dice harm takes from a character, as a question that `call` answers; None without a choice."""
    choice = dice_choice(character, harm)
    if choice is None:
        return None
    n = len(choice.usual)
    words = _("Which die is lost?") if n == 1 else _("Which {n} dice are lost?").format(n=n)
    dice = []
    for die in choice.among:
        shown = character.dice[die]
        name = die_label(rulebook, shown, die)
        faces = ", ".join(face_name(rulebook, face) for face in shown.faces)
        said = _("Die {n}, {name}: {faces}").format(n=die + 1, name=name, faces=faces)
        dice.append(AskedDie(die, tuple(face.code for face in shown.faces), name, said))
    return DiceAsk(words, tuple(dice), choice.usual, choice.fixed, call)


class OwnHarm(QObject):
    """What of it is left follows from the character, its history and the pending acts; nothing else is remembered."""

    refused = Signal(object)
    """A Reason."""
    changed = Signal()
    """An act was dismissed."""

    def __init__(self, document: CharacterDocument, journal: Journal, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._journal = journal
        self._catch_up()

    @property
    def acts(self) -> tuple[HarmAct, ...]:
        """The acts that are pending, done or dismissed, oldest first."""
        return harm_pending(self._journal.pending(self._document.character.id))

    def left(self) -> dict[str, tuple[Harm, ...]]:
        """Return what is still to be taken of each act, by its id."""
        absorbed: Counter[str] = Counter()
        for step in done_steps(self._document, f"{ABSORBED}:"):
            _absorbed, points, act = step.mark.split(":")
            absorbed[act] += int(points)
        found = harm_left(self._document.character, self.acts, absorbed)
        return {act: tuple(map(self._with_cause, each)) for act, each in found.items()}

    def take(self, act: str, harm: Harm, dice: tuple[int, ...] = ()) -> None:
        """Take harm of an act, by these dice where its owner chose them: one step that can be undone."""
        try:
            harm = as_given(self._document.character, harm, dice)
            self._document.apply(harm_step(harm), partial(suffer_harm, harm=harm), mark=f"{TAKEN}:{act}")
        except RulesError as error:
            self.refused.emit(error.reason)

    def ask(self, act: str, harm: Harm) -> DiceAsk | None:
        """Return which dice are to be given, as a question; None where there is no choice."""
        document = self._document
        return dice_ask(document.rulebook, document.character, harm, partial(self.take, act, harm))

    def dismiss(self, act: str) -> None:
        """Offer what is left of an act no more."""
        self._put(replace(each, state=ActState.DISMISSED) for each in self.acts if each.id == act)
        self.changed.emit()

    def clear(self, *kept: str) -> None:
        """Note that the acts are done of which nothing is left, but for those `kept`."""
        if not self._document.read_only:
            done = {act for act, harm in self.left().items() if not harm and act not in kept}
            self._put(replace(each, state=ActState.DONE) for each in self.acts if each.id in done)

    def offers(self, on_table: str = "") -> tuple[FollowUp, ...]:
        """Return the buttons for harm of other throws than the one on the table; a die that two take stands once."""
        found: list[FollowUp] = []
        for act, new in not_on_table(self.left(), on_table):
            for harm in new:
                text = _("{step} (earlier throw)").format(step=harm_step(harm))
                tip = _("Still open from an earlier throw: {harm}").format(harm=proposal_words(harm)[0])
                found.append(FollowUp(text, partial(self.take, act, harm), tip, ask=self.ask(act, harm)))
            found.append(dismissal(partial(self.dismiss, act)))
        return tuple(found)

    def follow(self, change: Change) -> None:
        """Follow a change of the character: what was taken or healed for one act was not given for the others."""
        if not change.name:
            self._catch_up()
        elif change.mark.startswith(ANSWERS):
            self._put(agreed(self.acts, *self._document.history()))
        elif change.mark.startswith(HEALED):
            self._put(accounted(self.acts, "", damage_of(change.after) - damage_of(change.before)))

    def _catch_up(self) -> None:
        """Bring the acts of the character that was opened to what his history says, and to what is done."""
        if not self._document.read_only:
            self._put(agreed(self.acts, *self._document.history()))
            self.clear()

    def _put(self, acts: Iterable[HarmAct]) -> None:
        self._journal.put(*(each.pending() for each in acts), when_saved=True)

    def _with_cause(self, harm: Harm) -> Harm:
        causes = {
            HarmKind.FALL: _("Fall"),
            HarmKind.FATIGUE: _("magic past the safe level"),
            HarmKind.ATTACK: _("Damage icon"),
        }
        return replace(harm, cause=causes.get(harm.kind, harm.cause))
