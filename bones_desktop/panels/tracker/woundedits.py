"""What is done to wounds and hindering dice, with the name each undo step carries."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.document.bones.injurysteps import Step, healing, loss
from bones_desktop.panels.tracker.woundwords import healed_words
from bones_desktop.rules.acts import Act, Answers
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import acts, belongings, injuries, recovery
from bones_desktop.wording.seasons import days_words


class WoundEdits(QObject):
    """Applies edits to the document. Each returns whether it was done; if not, `refused` says why."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    """What came of it, where that is not seen at the place where it was asked for."""

    def __init__(self, document: CharacterDocument, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document

    def injure(self, die: int, cause: str) -> bool:
        """Take one damage: the die if it is in, else the last one that is; with none left, below zero."""
        return self._take(loss(self._document.character, die, cause, self.tr))

    def heal(self, die: int) -> bool:
        """Heal one damage: below zero first, then the die if it is out, else the one lost last."""
        return self._take(healing(self._document.character, die, self.tr))

    def do(self, name: str, act: Act[Character], answers: Answers, said: str = "") -> bool:
        """Do an act as a step with this name; `message` then carries `said`, with what healed as `{what}`."""
        return self._apply(name, lambda now: act.do(now, answers), said)

    def rest(self, days: int) -> bool:
        """Let days of rest pass, outside a campaign."""
        span = days_words(days, self.tr)
        said = self.tr("{days} of rest: {what}.").replace("{days}", span)
        return self.do(self.tr("Rest {days}").format(days=span), acts.rest(), Answers({"days": days}), said)

    def regenerate(self, icons: int) -> bool:
        """Heal a die for each icon."""
        name = self.tr("Regenerate one die") if icons == 1 else self.tr("Regenerate {n} dice").format(n=icons)
        return self._apply(name, lambda now: recovery.regenerate(now, icons), self.tr("Regenerated: {what}."))

    def heal_next(self, die: int) -> bool:
        """Let a lost die be the next that heals."""
        name = self.tr("Die {n} heals next").format(n=die + 1)
        return self._apply(name, lambda now: recovery.heal_next(now, die))

    def heal_all(self) -> bool:
        """Heal everything that may heal."""
        return self._apply(self.tr("Heal everything"), injuries.heal_all)

    def slay(self) -> bool:
        """Kill outright."""
        return self._apply(self.tr("Killed outright"), injuries.slay)

    def revive(self) -> bool:
        """Bring back from death, as the GM says."""
        return self._apply(self.tr("Back from death"), injuries.revive)

    def set_remedy(self, place: int, remedy: str) -> bool:
        """Note the remedy for a hindering die; typing is one step."""
        die = self._document.character.hindering[place]
        name = self.tr("Remedy of {die}").format(die=die.name)
        return self._apply(name, lambda now: belongings.set_remedy(now, place, remedy), merge=f"text:remedy-{place}")

    def remove_hindering(self, place: int) -> bool:
        """Remove a hindering die."""
        name = self.tr("Remove {die}").format(die=self._document.character.hindering[place].name)
        return self._apply(name, lambda now: belongings.remove_hindering(now, place))

    def _take(self, step: Step) -> bool:
        return self._apply(step.name, step.edit)

    def _apply(self, name: str, edit: Callable[[Character], Character], said: str = "", *, merge: str = "") -> bool:
        before = self._document.character
        if not self._document.attempt(name, edit, self.refused.emit, merge):
            return False
        if said:
            healed = healed_words(before, self._document.character, self.tr)
            nothing = self.tr("nothing healed yet") if before.lost else self.tr("there was nothing to heal")
            what = self.tr("{what} healed").format(what=healed) if healed else nothing
            self.message.emit(said.format(what=what))
        return True
