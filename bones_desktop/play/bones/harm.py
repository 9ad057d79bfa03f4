"""Harm of throws to the open character: pending until it is taken or dismissed, however many throws did any."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import Change, CharacterDocument, UndoStep
from bones_desktop.play.bones.pendingacts import HarmAct, harm_left, harm_pending
from bones_desktop.play.bones.words import dismissal, proposal_words
from bones_desktop.play.followups import FollowUp
from bones_desktop.play.journal import Journal
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury.blows import Harm as HarmKind
from bones_desktop.rules.bones.reading.harm import Harm, damage_of, suffer_harm
from bones_desktop.rules.reasons import RulesError
from bones_desktop.wording.harm import harm_step

TAKEN = "harm"
"""The mark of a step that takes harm is this, and the id of the act after a colon."""
ABSORBED = "absorbed"
"""The mark of a step by which armour absorbs harm: this, the points, and the id of the act."""
HEALED = "healed"
"""The mark of a step by which a throw heals: this, and the key of the throw."""


def done_steps(document: CharacterDocument, mark: str) -> list[UndoStep]:
    """Return the steps of the history that are done and whose mark begins so, oldest first."""
    steps, undone = document.history()
    return [step for step in steps[: len(steps) - undone] if step.mark.startswith(mark)]


def shifted(acts: Iterable[HarmAct], by: int) -> list[HarmAct]:
    """Return acts after damage that is accounted for otherwise: it was not given for any of them."""
    return [replace(act, then=act.then + by) for act in acts]


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
        self._agree()

    @property
    def acts(self) -> tuple[HarmAct, ...]:
        """The acts that are pending, oldest first."""
        return harm_pending(self._journal.pending(self._document.character.id))

    def left(self) -> dict[str, tuple[Harm, ...]]:
        """Return what is still to be taken of each act, by its id."""
        absorbed: Counter[str] = Counter()
        for step in done_steps(self._document, f"{ABSORBED}:"):
            _absorbed, points, act = step.mark.split(":")
            absorbed[act] += int(points)
        found = harm_left(self._document.character, self.acts, absorbed)
        return {act: tuple(map(self._with_cause, each)) for act, each in found.items()}

    def take(self, act: str, harm: Harm) -> None:
        """Take harm of an act: one step that can be undone."""
        try:
            self._document.apply(harm_step(harm, self.tr), partial(suffer_harm, harm=harm), mark=f"{TAKEN}:{act}")
        except RulesError as error:
            self.refused.emit(error.reason)

    def dismiss(self, act: str) -> None:
        """Offer what is left of an act no more."""
        self._journal.dismiss(act)
        self.changed.emit()

    def clear(self, *kept: str) -> None:
        """Dismiss the acts of which nothing is left, but for those `kept`."""
        if not self._document.read_only:
            for act, harm in self.left().items():
                if not harm and act not in kept:
                    self._journal.dismiss(act)

    def offers(self, on_table: str = "") -> tuple[FollowUp, ...]:
        """Return the buttons for harm of other throws than the one on the table; a die that two take stands once."""
        left = self.left()
        proposed = {die for harm in left.get(on_table, ()) for die in harm.dice}
        found: list[FollowUp] = []
        for act, harms in left.items():
            new = [each for each in harms if not each.dice or each.beyond or not proposed.issuperset(each.dice)]
            if act == on_table or not new:
                continue
            proposed.update(die for each in new for die in each.dice)
            for harm in new:
                text = self.tr("{step} (earlier throw)").format(step=harm_step(harm, self.tr))
                tip = self.tr("Still open from an earlier throw: {harm}").format(harm=proposal_words(harm, self.tr)[0])
                found.append(FollowUp(text, partial(self.take, act, harm), tip))
            found.append(dismissal(partial(self.dismiss, act), self.tr))
        return tuple(found)

    def follow(self, change: Change) -> None:
        """Follow a change of the character: what was taken or healed for one act was not given for the others."""
        if not change.name:
            self._agree()
            return
        kind, _colon, act = change.mark.partition(":")
        if kind in {TAKEN, HEALED}:
            self._account(act if kind == TAKEN else "", _damage(change.before, change.after), self.acts)

    def _account(self, act: str, points: int, acts: Iterable[HarmAct]) -> None:
        """Count points of damage as taken for an act, and for no other."""
        others = shifted((each for each in acts if each.id != act), points)
        own = [replace(each, taken=each.taken + points) for each in acts if each.id == act]
        self._journal.put(*(each.pending() for each in (*others, *own)), when_saved=True)

    def _agree(self) -> None:
        """Count what the history says was taken: the program may have ended before the log had it."""
        if self._document.read_only:
            return
        steps, undone = self._document.history()
        points: Counter[str] = Counter()
        for place, step in enumerate(steps):
            kind, _colon, act = step.mark.partition(":")
            if kind == TAKEN:
                points[act] += _damage(step.before, step.after) if place < len(steps) - undone else 0
        for each in self.acts:
            if each.id in points and points[each.id] != each.taken:
                self._account(each.id, points[each.id] - each.taken, self.acts)
        self.clear()

    def _with_cause(self, harm: Harm) -> Harm:
        causes = {HarmKind.FALL: self.tr("Fall"), HarmKind.FATIGUE: self.tr("magic past the safe level")}
        return replace(harm, cause=causes.get(harm.kind, harm.cause))


def _damage(before: Character, after: Character) -> int:
    return damage_of(after) - damage_of(before)
