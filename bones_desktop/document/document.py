"""The open character as a Qt object: edits go in, one signal comes out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from bones_desktop.document.replacement import Replacement
from bones_desktop.rules.bones.book.advancement import automatic_successes
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.book.houserules import HouseRules
from bones_desktop.rules.bones.book.icons import Face
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.making.sheet import Sheet, derive
from bones_desktop.rules.bones.reading.requests import usual_items
from bones_desktop.rules.reasons import refuse

if TYPE_CHECKING:
    from bones_desktop.rules.bones.making.problems import Problem
    from bones_desktop.rules.bones.reading.odds import Odds, SkillOdds

UNDO_STEPS = 250


@dataclass(frozen=True, slots=True)
class Change:
    """What one edit, undo or redo did; `name` is the step's, "" when another character was opened."""

    before: Character
    after: Character
    name: str
    typing: bool = False
    """Whether more of the same is likely to follow at once, so that saving may wait a moment."""
    undone: bool = False
    """Whether the step was undone, not made or made again."""
    mark: str = ""
    """The step's."""


@dataclass(frozen=True, slots=True)
class UndoStep:
    """One step of the history in the order it was made."""

    name: str
    before: Character
    after: Character
    mark: str = ""
    """What others, such as the log, know the step by; kept with it."""


class _Derived:
    """What follows from one value of the character, computed at most once."""

    def __init__(self, rulebook: Rulebook, character: Character) -> None:
        self._rulebook = rulebook
        self._character = character
        self._skill_odds: dict[tuple[int, ...] | None, tuple[SkillOdds, ...]] = {}
        self._what_if_odds: dict[tuple[int, int, Face, tuple[int, ...] | None], tuple[SkillOdds, ...]] = {}

    @cached_property
    def sheet(self) -> Sheet:
        return derive(self._rulebook, self._character)

    @cached_property
    def problems(self) -> "tuple[Problem, ...]":
        from bones_desktop.rules.bones.making.problems import problems

        return problems(self._rulebook, self._character)

    def skill_odds(self, odds: "Odds", items: tuple[int, ...] | None) -> "tuple[SkillOdds, ...]":
        if items not in self._skill_odds:
            automatic = automatic_successes(self._character)
            self._skill_odds[items] = _skill_odds(self._rulebook, self._character, odds, items, automatic)
        return self._skill_odds[items]

    def skill_odds_if(
        self, odds: "Odds", die: int, face: int, new: Face, items: tuple[int, ...] | None
    ) -> "tuple[SkillOdds, ...]":
        key = (die, face, new, items)
        if key not in self._what_if_odds:
            from bones_desktop.rules.bones.making.edits import with_face

            after = with_face(self._character, die, face, new)
            automatic = automatic_successes(self._character if new.is_unfilled else after)
            self._what_if_odds[key] = _skill_odds(self._rulebook, after, odds, items, automatic)
        return self._what_if_odds[key]


def _skill_odds(
    rulebook: Rulebook, character: Character, odds: "Odds", items: tuple[int, ...] | None, automatic: int
) -> "tuple[SkillOdds, ...]":
    if items is not None:
        return odds.table(task_pool(rulebook, character, items), automatic=automatic)
    usual = {skill.id: usual_items(rulebook, character, skill.id) for skill in rulebook.skills}
    pools = {along: task_pool(rulebook, character, along) for along in set(usual.values())}
    return tuple(odds.skill(skill, pools[along], automatic=automatic) for skill, along in usual.items())


def _step(command: Replacement) -> UndoStep:
    return UndoStep(command.text(), command.before, command.after, command.mark)


class CharacterDocument(QObject):
    """Holds the character shown by every panel. `about_to_show` lets a keeper save a change before anyone sees it."""

    about_to_show = Signal(object)
    """A Change, just before `changed`: what is on the screen is already on disk."""
    changed = Signal(object)
    """A Change, exactly once for each edit, undo, redo or opening."""

    def __init__(self, rulebook: Rulebook, character: Character, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rulebook = rulebook
        self._character = character
        self._derived = _Derived(rulebook, character)
        self._odds: tuple[Rulebook, HouseRules, Odds] | None = None
        self._typing = False
        self._silent = False
        self._showing: tuple[Replacement, bool] | None = None
        """The step that is being made or undone."""
        self._read_only = False
        self._stack = QUndoStack(self)
        self._stack.setUndoLimit(UNDO_STEPS)

    @property
    def rulebook(self) -> Rulebook:
        """The rulebook every edit is judged by."""
        return self._rulebook

    @property
    def character(self) -> Character:
        """The character as it is now."""
        return self._character

    @property
    def sheet(self) -> Sheet:
        """All that follows from the character, derived once for each change."""
        return self._derived.sheet

    @property
    def problems(self) -> "tuple[Problem, ...]":
        """What is missing or not allowed."""
        return self._derived.problems

    @property
    def odds(self) -> "Odds":
        """The exact odds as the character's group plays; what was worked out for one value serves the next."""
        house_rules = self._character.house_rules
        kept = self._odds
        if kept is None or kept[0] is not self._rulebook or kept[1] != house_rules:
            from bones_desktop.rules.bones.reading.odds import Odds

            kept = self._odds = (self._rulebook, house_rules, Odds(self._rulebook, house_rules))
        return kept[2]

    def skill_odds(self, items: tuple[int, ...] | None = ()) -> "tuple[SkillOdds, ...]":
        """Return the odds of every skill with the dice to throw, those of equipment at `items` along (DICE-8..11).

        With None each skill has the equipment along that usually goes with it (AMB-38). Derived once for each change;
        RulesError `no-such-item` for equipment that is not there.
        """
        return self._derived.skill_odds(self.odds, items)

    def skill_odds_if(
        self, die: int, face: int, new: Face, items: tuple[int, ...] | None = None
    ) -> "tuple[SkillOdds, ...]":
        """Return the odds of every skill with `new` on a face, whether or not it may stand there; as `skill_odds`.

        An empty face tells what the icon on it is worth: successes that come of full dice (IMP-5) are still counted.
        """
        return self._derived.skill_odds_if(self.odds, die, face, new, items)

    def skill_odds_of(self, character: Character) -> "tuple[SkillOdds, ...]":
        """Return the odds of every skill of another character, as this document's group plays, usual equipment along.

        Worked out anew at each call.
        """
        return _skill_odds(self._rulebook, character, self.odds, None, automatic_successes(character))

    @property
    def undo_stack(self) -> QUndoStack:
        """The named steps that can be undone; panels read it, only this object pushes."""
        return self._stack

    @property
    def read_only(self) -> bool:
        """Whether edits are refused because the file comes from a newer program."""
        return self._read_only

    def apply(self, name: str, edit: Callable[[Character], Character], merge: str = "", mark: str = "") -> None:
        """Run the pure `edit` and make its result one undo step called `name`; nothing happens when it changes nothing.

        `merge`: edits that follow each other with the same key become one step (typing). `mark`: see `UndoStep`.
        Raises RulesError, with its reason, when the edit refuses or the character is read-only.
        """
        if self._read_only:
            raise refuse("read-only-character")
        after = edit(self._character)
        if after == self._character:
            return
        self._typing = bool(merge)
        try:
            self._stack.push(Replacement(name, self._character, after, self._show, merge, mark))
        finally:
            self._typing = False

    def note(self, name: str, mark: str = "") -> None:
        """Put a step called `name` into the history that changes nothing of the character, read-only or not.

        What was done lies outside; whoever did it follows its undo and redo by `changed`. It is not kept for another
        day: `history` leaves it out.
        """
        self._stack.push(Replacement(name, self._character, self._character, self._show, mark=mark))

    def open(
        self,
        character: Character,
        *,
        read_only: bool = False,
        history: Sequence[UndoStep] = (),
        undone: int = 0,
        rulebook: Rulebook | None = None,
    ) -> None:
        """Show another character with its history, of which the last `undone` steps are undone; emits `changed` once.

        A history that does not end at `character` is dropped.
        """
        before = self._character
        self._silent = True
        try:
            self._stack.clear()
            self._read_only = read_only
            self._rulebook = rulebook or self._rulebook
            for step in history:
                self._stack.push(Replacement(step.name, step.before, step.after, self._show, mark=step.mark))
            if history:
                self._stack.setIndex(max(0, len(history) - undone))
            if not history or self._character != character:
                self._stack.clear()
                self._set(character)
        finally:
            self._silent = False
        self.changed.emit(Change(before, self._character, ""))

    def set_rulebook(self, rulebook: Rulebook) -> None:
        """Judge the character by another rulebook from now on: packs came or went. Its history stays."""
        if rulebook is self._rulebook:
            return
        self._rulebook = rulebook
        self._set(self._character)
        self.changed.emit(Change(self._character, self._character, self.tr("Other packs")))

    @property
    def last_step(self) -> UndoStep | None:
        """The step, or note, that an undo would take back; None when there is none."""
        command = self._stack.command(self._stack.index() - 1)
        return _step(command) if isinstance(command, Replacement) else None

    def history(self) -> tuple[tuple[UndoStep, ...], int]:
        """Return all steps that change the character, oldest first, and how many of the last ones are undone.

        It leads to `character`, also within `about_to_show` and `changed`, when Qt's own stack does not yet.
        """
        commands = [self._stack.command(place) for place in range(self._stack.count())]
        done = self._stack.index()
        if self._showing is not None:
            command, undone = self._showing
            at = next((place for place, each in enumerate(commands) if each is command), None)
            if at is None:
                commands[done:] = [command]
                at = done
            done = at if undone else at + 1
        steps = [
            (_step(command), place >= done)
            for place, command in enumerate(commands)
            if isinstance(command, Replacement) and command.before is not command.after
        ]
        return tuple(step for step, _undone in steps), sum(undone for _step, undone in steps)

    def _set(self, character: Character) -> None:
        self._character = character
        self._derived = _Derived(self._rulebook, character)

    def _show(self, step: Replacement, undone: bool) -> None:
        before = self._character
        self._set(step.before if undone else step.after)
        if self._silent:
            return
        change = Change(before, self._character, step.text(), self._typing, undone, step.mark)
        outer, self._showing = self._showing, (step, undone)
        try:
            self.about_to_show.emit(change)
            self.changed.emit(change)
        finally:
            self._showing = outer
