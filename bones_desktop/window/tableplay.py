"""Throws at the table without widgets: decides the outcome, keeps it, and reads it once the dice have settled."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from PySide6.QtCore import QObject, Signal

from bones_desktop.document.document import CharacterDocument
from bones_desktop.rules.bones import injuries, spiffs
from bones_desktop.rules.bones.attempts import CHARACTER, HINDERING, Eligibility, Task
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.characterpool import task_pool
from bones_desktop.rules.bones.icons import Face
from bones_desktop.rules.bones.odds import TaskOdds
from bones_desktop.rules.bones.rerolls import RerollChance
from bones_desktop.rules.bones.tasks import TaskReading, challenge_dice, eligibility, read_task
from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import Die, Throw, throw
from bones_desktop.rules.reading import Role
from bones_desktop.rules.reasons import Reason, RulesError
from bones_desktop.storage.rolllog import RollLog, ThrowEntry
from bones_desktop.storage.textfiles import FileProblem
from bones_desktop.wording.reasons import sentence
from bones_desktop.wording.table import task_name

NOT_KEPT = "not-kept"
"""Tag of a throw that could not be stored."""


@dataclass(frozen=True, slots=True)
class Played:
    """One throw: what was decided, what it means, and its line in the log."""

    task: Task
    throw: Throw[Face]
    owners: tuple[int, ...]
    """Which of the character's dice the first dice of the throw are."""
    reading: TaskReading
    entry: ThrowEntry
    title: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """Dice of the character that the reading takes and that are not lost yet."""

    dice: tuple[int, ...]
    cause: str
    """What did the damage, "" when unknown."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may be expected of a task before it is thrown."""

    odds: TaskOdds
    with_bought: Chance | None
    """Success with one success bought (SPF-10); None when it cannot be paid for or the task is not allowed."""


class TablePlay(QObject):
    """Throws for the open character. Nothing a widget shows decides anything here."""

    thrown = Signal(object)
    """A Played, stored in the log already, before any die moves."""
    settled = Signal(object)
    """The same Played, when its dice lie still."""
    trouble = Signal(object)
    """A FileProblem: the throw could not be stored; it stands all the same."""
    refused = Signal(object)
    """A Reason."""

    def __init__(
        self,
        document: CharacterDocument,
        log: RollLog | None,
        clock: Callable[[], datetime],
        rng: Random | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._document = document
        self._log = log
        self._clock = clock
        self._rng = rng or secrets.SystemRandom()
        self._played: Played | None = None
        self._pending = False

    @property
    def played(self) -> Played | None:
        """The throw on the table."""
        return self._played

    @property
    def pending(self) -> bool:
        """Whether the throw is decided and its dice are still in motion."""
        return self._pending

    def eligibility(self, task: Task) -> Eligibility:
        """Return whether the character may attempt the task now."""
        character, rulebook = self._document.character, self._document.rulebook
        return eligibility(rulebook, character.house_rules, task, task_pool(rulebook, character))

    def pool(self, items: tuple[int, ...]) -> tuple[Die[Face], ...]:
        """Return the dice in the hand: the character's, equipment, hindering."""
        return task_pool(self._document.rulebook, self._document.character, items)

    def prospect(self, task: Task, items: tuple[int, ...]) -> Prospect:
        """Return the chances of the task with the dice in the hand, exactly as `throw` would read it."""
        character, rulebook = self._document.character, self._document.rulebook
        odds, dice = self._document.odds, self.pool(items)
        found = odds.task(task, dice)
        if not found.allowed or not spiffs.affords(rulebook, character, spiffs.ADDED_SUCCESS):
            return Prospect(found, None)
        return Prospect(found, odds.task(replace(task, bought=task.bought + 1), dice).success)

    def throw(self, task: Task, items: tuple[int, ...]) -> None:
        """Throw for the task; told by `refused` when it may not be attempted."""
        character, rulebook = self._document.character, self._document.rulebook
        allowed = self.eligibility(task)
        if not allowed.allowed:
            self.refused.emit(allowed.reason)
            return
        try:
            dice = (*self.pool(items), *challenge_dice(rulebook, task))
            fell = throw(dice, self._rng)
            reading = read_task(rulebook, character.house_rules, task, fell)
        except RulesError as error:
            self.refused.emit(error.reason)
            return
        title = task_name(rulebook, task, self.tr)
        entry = self._keep(self._entry(character, title, fell, reading))
        self._played = Played(task, fell, character.available(), reading, entry, title)
        self._pending = True
        self.thrown.emit(self._played)

    def settle(self) -> None:
        """Publish the reading: the dice lie still. Once for each throw."""
        if self._pending and self._played is not None:
            self._pending = False
            self.settled.emit(self._played)

    def clear(self) -> None:
        """Take the throw off the table; the log keeps it."""
        self._played = None
        self._pending = False

    def stands(self) -> bool:
        """Whether the throw on the table is still one of the character's dice as they are, but for dice lost since."""
        played = self._played
        if played is None:
            return False
        character = self._document.character
        own = [die for die in played.throw.dice if die.group == CHARACTER]
        if not set(character.available()) <= set(played.owners) or max(played.owners, default=-1) >= len(
            character.dice
        ):
            return False
        if any(character.dice[owner].faces != die.faces for owner, die in zip(played.owners, own, strict=True)):
            return False
        hindering = [die.faces for die in played.throw.dice if die.group == HINDERING]
        return hindering == [die.faces for die in character.hindering]

    def roles(self) -> tuple[Role, ...]:
        """Return what each die of the throw did, with the dice lost since as lost."""
        if self._played is None:
            return ()
        available = set(self._document.character.available())
        gone = {place for place, owner in enumerate(self._played.owners) if owner not in available}
        return tuple(
            Role.LOST if die.die in gone else Role.HURTS if die.role is Role.LOST else die.role
            for die in self._played.reading.reading.dice
        )

    def proposal(self) -> Proposal | None:
        """Return the dice the reading takes and that are not lost yet; a die lost instead of one of them counts too."""
        played = self._played
        if played is None or self._pending:
            return None
        available = set(self._document.character.available())
        reading = played.reading.reading
        given = sum(owner not in available for owner in played.owners)
        wanted = [played.owners[place] for place in reading.harm if played.owners[place] in available]
        dice = sorted(wanted[: max(0, len(reading.harm) - given)])
        if not dice:
            return None
        causes = (die.label for die in reading.dice if die.role is Role.HURTS and die.reason.code == "damages")
        return Proposal(tuple(dice), next(causes, ""))

    def best_reroll(self) -> RerollChance | None:
        """Return the die to roll again after a throw that failed (SPF-9); None when none helps or it cannot be paid."""
        played, document = self._played, self._document
        if played is None or self._pending or played.reading.success:
            return None
        if not spiffs.affords(document.rulebook, document.character, spiffs.REROLL):
            return None
        available = document.character.available()
        gone = {place for place, owner in enumerate(played.owners) if owner not in available}
        offers = document.odds.rerolls(played.task, played.throw)
        return next((offer for offer in offers if offer.gain > 0 and offer.die not in gone), None)

    def take(self, proposal: Proposal) -> None:
        """Lose the dice of a proposal: one step that can be undone."""
        numbers = ", ".join(str(die + 1) for die in proposal.dice)
        name = self.tr("Lose die {n}") if len(proposal.dice) == 1 else self.tr("Lose dice {n}")

        def edit(now: Character) -> Character:
            for die in proposal.dice:
                now = injuries.lose(now, die, proposal.cause)
            return now

        self.apply(name.format(n=numbers), edit)

    def apply(self, name: str, edit: Callable[[Character], Character]) -> None:
        """Run an edit of the character; a refusal is told, not raised."""
        try:
            self._document.apply(name, edit)
        except RulesError as error:
            self.refused.emit(error.reason)

    def _entry(self, character: Character, title: str, fell: Throw[Face], reading: TaskReading) -> ThrowEntry:
        first: Reason = reading.reading.findings[0].reason
        return ThrowEntry(
            at=self._clock(),
            who=" ".join(character.name.split()) or self.tr("No name yet"),
            character_id=character.id,
            task=title,
            dice=tuple((die.label, face.code) for die, face in zip(fell.dice, fell.faces, strict=True)),
            result=sentence(first, self.tr),
            net=reading.net,
        )

    def _keep(self, entry: ThrowEntry) -> ThrowEntry:
        if self._log is None:
            return replace(entry, tags=(NOT_KEPT,))
        try:
            return self._log.append(entry)
        except FileProblem as error:
            self.trouble.emit(error)
            return replace(entry, tags=(NOT_KEPT,))
