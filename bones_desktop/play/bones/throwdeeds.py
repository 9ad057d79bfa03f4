"""What was done about the throw on the table beyond its spiffs: each thing once, and again after it was undone."""

from dataclasses import dataclass, field
from enum import StrEnum

from bones_desktop.document.bones.characterdocument import Change
from bones_desktop.rules.bones.book.character import Character


class Deed(StrEnum):
    """What a throw leads to that is written into the character."""

    REGENERATED = "regenerated"
    """Regenerate icons healed dice (HEAL-6)."""
    ABSORBED = "absorbed"
    """Armour kept damage off (EQP-5)."""
    EARLIER_TAKEN = "earlier-taken"
    """Harm that an earlier throw had done was taken."""
    IN_DIARY = "in-diary"
    """The action stands in the diary of seasons (OFF-3)."""


@dataclass(slots=True)
class _Step:
    deed: Deed
    before: Character
    after: Character
    points: int
    done: bool = True


@dataclass(slots=True)
class ThrowDeeds:
    """The steps of the document's history that belong to one throw."""

    _steps: list[_Step] = field(default_factory=list)

    def begin(self) -> None:
        """Forget what was done about an earlier throw."""
        self._steps.clear()

    def note(self, deed: Deed, before: Character, after: Character, points: int = 0) -> None:
        """Remember a step that was just made; `points` say how much it did."""
        self._steps = [step for step in self._steps if step.done]
        self._steps.append(_Step(deed, before, after, points))

    def take_back(self) -> None:
        """Forget the step noted last: it was refused."""
        self._steps.pop()

    def follow(self, change: Change) -> None:
        """Go on after a step was undone or redone."""
        for step in self._steps:
            earlier, later = (change.after, change.before) if change.undone else (change.before, change.after)
            if step.done is change.undone and (step.before, step.after) == (earlier, later):
                step.done = not change.undone
                return

    def points(self, deed: Deed) -> int:
        """Return how much was done of it."""
        return sum(step.points for step in self._steps if step.done and step.deed is deed)

    def last(self, deed: Deed) -> tuple[Character, Character] | None:
        """Return the character before and right after the last such step; None where none stands."""
        found = (step for step in reversed(self._steps) if step.done and step.deed is deed)
        return next(((step.before, step.after) for step in found), None)
