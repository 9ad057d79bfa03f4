"""What spiffs did to throws as steps of a character's history, and what each does to the character."""

from dataclasses import dataclass, field
from typing import Final

from bones_desktop.rules.bones import blows, spiffledger, spiffs
from bones_desktop.rules.bones.character import Character
from bones_desktop.rules.bones.earnedsuccesses import return_success, use_success
from bones_desktop.rules.bones.rulebook import Rulebook
from bones_desktop.window.played import Played, Use, UseKind


@dataclass(frozen=True, slots=True)
class SpiffStep:
    """A step of the document's history that belongs to a use on a throw."""

    name: str
    before: Character
    after: Character
    throw: int
    """The number of the throw, counted from the first since the program was started."""
    use: int
    """The key of the use."""
    vetoes: bool


@dataclass(slots=True)
class SpiffHistory:
    """What spiffs of one character did since the program was started."""

    steps: list[SpiffStep] = field(default_factory=list)
    done: int = 0
    """How many of the steps are not undone."""
    used: dict[int, Played] = field(default_factory=dict)
    """The throws that spiffs were used on, as they are now, by their numbers."""

    def forget_notes(self) -> None:
        """Leave out the steps that changed nothing of the character: a reopened document has them no more."""
        self.done = sum(step.before is not step.after for step in self.steps[: self.done])
        self.steps = [step for step in self.steps if step.before is not step.after]


_PURCHASES: Final = {
    UseKind.REROLL: spiffs.REROLL,
    UseKind.SUCCESS: spiffs.ADDED_SUCCESS,
    UseKind.SOAK: blows.SOAK,
}


def after_use(rulebook: Rulebook, character: Character, use: Use, today: str, title: str) -> Character:
    """Return the character after a use or its veto; `title` is what the throw was for."""
    if use.kind is UseKind.RULING:
        return character
    if use.kind is UseKind.EARNED:
        return return_success(character) if use.vetoed else use_success(character, today)
    purchase = _PURCHASES[use.kind]
    if use.vetoed:
        return spiffledger.veto_last(character, purchase, use.price, today)
    return spiffledger.spend_on(rulebook, character, purchase, today, note=title)
