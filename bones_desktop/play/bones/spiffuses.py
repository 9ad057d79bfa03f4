"""What spiffs did to throws as steps of a character's history, and what each does to the character."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from bones_desktop.play.bones.pendingacts import dealt_json
from bones_desktop.play.bones.played import Played, SpiffUse, UseKind
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.fields import cut_line
from bones_desktop.rules.bones.book.rulebook import Rulebook
from bones_desktop.rules.bones.injury import blows, spiffs
from bones_desktop.rules.bones.reading.harm import dealt_to_thrower
from bones_desktop.rules.bones.reading.playoffers import return_success, use_success
from bones_desktop.storage.log.logentry import LineState, LoggedAct


@dataclass(frozen=True, slots=True)
class SpiffStep:
    """A step of the document's history that belongs to a use on a throw."""

    mark: str
    use: int
    """The key of the use."""
    vetoes: bool
    lasts: bool
    """Whether the history keeps it for another day."""
    undone: bool = False

    def flip(self, uses: tuple[SpiffUse, ...], *, undone: bool) -> tuple[SpiffUse, ...]:
        """Return the uses with this one, or its veto, taken back or standing again."""
        return tuple(self._flipped(use, undone=undone) if use.key == self.use else use for use in uses)

    def _flipped(self, use: SpiffUse, *, undone: bool) -> SpiffUse:
        return replace(use, vetoed=not undone) if self.vetoes else replace(use, undone=undone)


@dataclass(frozen=True, slots=True)
class UsedThrow:
    """A throw that spiffs were used on since the program was started."""

    played: Played
    """As it is now."""
    steps: tuple[SpiffStep, ...]
    """In the order in which they were made; those that nobody can redo any more are left out."""

    def has_step(self, mark: str) -> bool:
        """Return whether one of its steps has this mark."""
        return any(step.mark == mark for step in self.steps)

    def with_step(self, played: Played, step: SpiffStep) -> "UsedThrow":
        """Return it after one step more."""
        return UsedThrow(played, (*(each for each in self.steps if not each.undone), step))

    def flip(self, mark: str, *, undone: bool) -> tuple[tuple[SpiffUse, ...], tuple[SpiffStep, ...]]:
        """Return uses and steps with the step of this mark undone or done again."""
        uses, steps = self.played.uses, []
        for step in self.steps:
            if step.mark == mark:
                uses = step.flip(uses, undone=undone)
            steps.append(replace(step, undone=undone) if step.mark == mark else step)
        return uses, tuple(steps)

    def acts(self, told: Callable[[tuple[SpiffUse, ...]], LineState]) -> tuple[LoggedAct, ...]:
        """Return what its line needs to be amended on another day; `told` returns its state with other uses."""
        lasting = [step for step in self.steps if step.lasts]
        uses = self.played.uses
        for step in lasting:
            uses = step.flip(uses, undone=True)
        states = [told(uses)]
        for step in lasting:
            uses = step.flip(uses, undone=False)
            states.append(told(uses))
        return tuple(LoggedAct(step.mark, *pair) for step, pair in zip(lasting, pairwise(states), strict=True))


def told(played: Played) -> LineState:
    """Return what the line of a throw says, and what harm follows from it."""
    dealt = dealt_to_thrower(played.owner.dice, played.reading)
    return replace(LineState.of(played.entry), leads_to=((played.key, dealt_json(dealt)),))


_PURCHASES: Final = {
    UseKind.REROLL: spiffs.REROLL,
    UseKind.SUCCESS: spiffs.ADDED_SUCCESS,
    UseKind.SOAK: blows.SOAK,
}


def after_use(rulebook: Rulebook, character: Character, use: SpiffUse, today: str, title: str) -> Character:
    """Return the character after a use or its veto; `title` is what the throw was for, however long."""
    if use.kind is UseKind.RULING:
        return character
    if use.kind is UseKind.EARNED:
        return return_success(character) if use.vetoed else use_success(character, today)
    purchase = _PURCHASES[use.kind]
    if use.vetoed:
        return spiffs.veto_last(character, purchase, use.price, today)
    return spiffs.spend_on(rulebook, character, purchase, today, note=cut_line(title))


def fallen_before(uses: tuple[SpiffUse, ...], use: SpiffUse) -> SpiffUse | None:
    """Return the use with the face that its die was drawn to fall on before; None when it never was."""
    falls = [each for each in uses if (each.kind, each.die) == (use.kind, use.die) and each.is_drawn]
    if not falls:
        return None
    # The one that was undone gives way to this one; a vetoed one keeps its draw, which is in the log only once.
    undone = next((each for each in falls if each.undone), None)
    return replace(use, after=falls[0].after, number=undone.number if undone else 0, evening=falls[0].evening)


def bound_die(uses: tuple[SpiffUse, ...]) -> int | None:
    """Return the place of the one die that may be thrown again, where the player took such a throw back; else None.

    A veto frees the other dice: the GM took it back, not the player. Of several it is the one drawn first, so that no
    way through undoing and redoing lets anyone choose between faces already seen. Real dice bind nothing.
    """
    again = [use for use in uses if use.kind is UseKind.REROLL]
    freed = {use.die for use in again if use.vetoed}
    drawn = [use for use in again if use.is_drawn and use.undone and use.die not in freed]
    return min(drawn, key=lambda use: (use.evening or 0, use.number)).die if drawn else None


def with_new(uses: tuple[SpiffUse, ...], use: SpiffUse) -> tuple[SpiffUse, ...]:
    """Return the uses with one more; it takes the place of the same one undone before, which nobody can redo."""
    same = (use.kind, use.die)
    replaced = [
        each
        for each in uses
        # No draw may leave the log: its number goes over to the new use, or the old one stays.
        if each.undone and (each.kind, each.die) == same and each.number in {0, use.number}
    ]
    return (*(each for each in uses if each not in replaced), use)


def with_changed(uses: tuple[SpiffUse, ...], changed: SpiffUse) -> tuple[SpiffUse, ...]:
    """Return the uses with one of them as it is now."""
    return tuple(changed if use.key == changed.key else use for use in uses)
