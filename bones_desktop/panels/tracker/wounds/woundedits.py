"""What is done to wounds and hindering dice, with the name each undo step carries."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.document.bones.injurysteps import Step, healing, loss
from bones_desktop.panels.tracker.wounds.woundwords import healed_words
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import HinderingDie
from bones_desktop.rules.bones.injury import belongings, injuries, recovery
from bones_desktop.rules.bones.injury.blows import Blow, blow_plan, take_blow
from bones_desktop.rules.bones.injury.spiffs import SURVIVE, spend_on
from bones_desktop.rules.reasons import RulesError
from bones_desktop.wording.names import short_name
from bones_desktop.wording.seasons import days_words


class WoundEdits(QObject):
    """Asks the document for edits. Each returns whether it was done; if not, `refused` has told why."""

    refused = Signal(object)
    """A Reason."""
    message = Signal(str)
    """What came of it, where that is not seen at the place where it was asked for."""
    struck = Signal()
    """A blow was taken."""

    def __init__(self, document: CharacterDocument, today: Callable[[], str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document = document
        self._today = today

    def injure(self, die: int, cause: str) -> bool:
        """Take one damage: the die if it is in, else the last one that is; with none left, below zero."""
        return self._take(loss(self._document.character, die, cause, self.tr))

    def heal(self, die: int) -> bool:
        """Heal one damage: below zero first, then the die if it is out, else the one lost last."""
        return self._take(healing(self._document.character, die, self.tr))

    def take_blow(self, blow: Blow) -> bool:
        """Take a blow; what absorbed it is told, for it is gone from the gear."""
        rulebook, today, before = self._document.rulebook, self._today(), self._document.character
        name = self.tr("Blow: {cause}").format(cause=blow.cause) if blow.cause else self.tr("Take a blow")
        if not self._apply(name, lambda now: take_blow(rulebook, now, blow, today)):
            return False
        plan = blow_plan(rulebook, before, blow)
        if plan.ruined:
            items = ", ".join(short_name(item) for item in plan.ruined)
            self.message.emit(self.tr("{items}: absorbed {n} damage, now ruined").format(items=items, n=plan.absorbed))
        self.struck.emit()
        return True

    def rest(self, days: int) -> bool:
        """Let days of rest pass, outside a campaign."""
        span = days_words(days, self.tr)
        return self._apply(
            self.tr("Rest {days}").format(days=span),
            lambda now: recovery.pass_days(now, days, resting=True),
            self.tr("{days} of rest: {what}.").replace("{days}", span),
        )

    def treat(self, successes: int, medic: int) -> bool:
        """Give medical attention, or healing magic."""
        return self._apply(
            self.tr("Medical attention"),
            lambda now: recovery.treat(now, successes, medic=medic),
            self.tr("Treated: {what}."),
        )

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

    def survive(self, how: str) -> bool:
        """Live through one's own death by spiffs."""
        rulebook, today = self._document.rulebook, self._today()
        name = self.tr("Survive by a miracle")
        return self._apply(name, lambda now: spend_on(rulebook, now, SURVIVE, today, note=how))

    def give_hindering(self, die: HinderingDie) -> bool:
        """Give a hindering die."""
        name = self.tr("Add {die}").format(die=die.name)
        return self._apply(name, lambda now: belongings.add_hindering(now, die))

    def set_remedy(self, place: int, remedy: str) -> bool:
        """Note what gets rid of a hindering die; typing is one step."""
        die = self._document.character.hindering[place]
        name = self.tr("Remedy of {die}").format(die=die.name)
        return self._apply(name, lambda now: belongings.set_remedy(now, place, remedy), merge=f"text:remedy-{place}")

    def remove_hindering(self, place: int) -> bool:
        """Rid of a hindering die."""
        name = self.tr("Remove {die}").format(die=self._document.character.hindering[place].name)
        return self._apply(name, lambda now: belongings.remove_hindering(now, place))

    def _take(self, step: Step) -> bool:
        return self._apply(step.name, step.edit)

    def _apply(self, name: str, edit: Callable[[Character], Character], tells: str = "", *, merge: str = "") -> bool:
        before = self._document.character
        try:
            self._document.apply(name, edit, merge)
        except RulesError as error:
            self.refused.emit(error.reason)
            return False
        if tells:
            healed = healed_words(before, self._document.character, self.tr)
            nothing = self.tr("nothing healed yet") if before.lost else self.tr("there was nothing to heal")
            what = self.tr("{what} healed").format(what=healed) if healed else nothing
            self.message.emit(tells.format(what=what))
        return True
