"""Lines of the log of the table: throws with all their dice, headings of scenes, and evenings that begin or end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from bones_desktop.rules.fairness import Draw

BY_HAND: Final = "by-hand"
REROLLED: Final = "re-rolled"
BOUGHT: Final = "bought"
SOAKED: Final = "soaked"
VETOED: Final = "vetoed"
"""In lines of earlier versions, which did not say what was vetoed."""
REROLL_VETOED: Final = "re-roll-vetoed"
BOUGHT_VETOED: Final = "bought-success-vetoed"
SOAK_VETOED: Final = "soaked-damage-vetoed"
EARNED_VETOED: Final = "earned-success-vetoed"
REROLL_TAKEN_BACK: Final = "re-roll-taken-back"
BOUGHT_TAKEN_BACK: Final = "bought-success-taken-back"
SOAK_TAKEN_BACK: Final = "soaked-damage-taken-back"
EARNED_TAKEN_BACK: Final = "earned-success-taken-back"
"""Undone by the player, which is no veto."""
ALLOWED_BY_GM: Final = "allowed-by-the-gm"
"""No icon fitted the task."""
OVERRULED_BY_GM: Final = "overruled-by-the-gm"
"""The result is the GM's, not that of the dice."""
OFF_STAGE: Final = "off-stage"
NOT_KEPT: Final = "not-kept"
"""Tags of a throw. The last: it could not be stored."""


class EntryKind(StrEnum):
    """What a line tells."""

    THROW = "throw"
    SCENE = "scene"
    EVENING = "evening"
    """An evening begins; `result` holds the commitment to its seed."""
    REVEALED = "revealed"
    """An evening has ended; `result` holds its seed."""


@dataclass(frozen=True, slots=True)
class LoggedDie:
    """One die of a throw and the face it fell on first."""

    name: str
    faces: tuple[str, ...]
    """Codes of all its faces; only the one shown in lines of version 1."""
    index: int
    group: str = ""
    """"character", "item", "hindering", "challenge" or "opponent"; "" in lines of version 1."""
    key: str = ""
    """What it was called when it was drawn; part of what a seed is checked against."""

    @property
    def code(self) -> str:
        """The face it fell on first."""
        return self.faces[self.index]


@dataclass(frozen=True, slots=True)
class LoggedReroll:
    """One die of the throw thrown again."""

    die: int
    """Its place among the dice of the line."""
    before: int
    after: int
    number: int = 0
    """Which draw of the evening it was; 0 when thrown by hand, and when the face is that of a draw vetoed before."""
    vetoed: bool = False
    """Whether it was taken back, by the GM or by undoing it, as the tags tell: the face before stands."""
    evening: int | None = None
    """Which evening it was drawn in; None for that of the line."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the log."""

    at: datetime
    kind: EntryKind = EntryKind.THROW
    who: str = ""
    character_id: str = ""
    title: str = ""
    """The task in words, or the name of the scene."""
    dice: tuple[LoggedDie, ...] = ()
    """Own, equipment, hindering and challenge dice, then the opponent's."""
    rerolls: tuple[LoggedReroll, ...] = ()
    result: str = ""
    """In words, as it stands after everything done to the throw."""
    net: int | None = None
    """What decided between success and failure; None where nothing was to be reached, as in a movement or a fall."""
    tags: tuple[str, ...] = ()
    evening: int = 0
    """Which evening it belongs to; 0 for none."""
    number: int = 0
    """Which draw of the evening it was; 0 when nothing was drawn."""
    request: str = ""
    """What was asked, as JSON, so that it can be asked again; "" when that is not known."""
    id: int = 0
    """Given by the log; the order of its lines, whatever the clock said."""

    @property
    def evenings(self) -> frozenset[int]:
        """Every evening that something of it was thrown in."""
        return frozenset({self.evening, *(again.evening for again in self.rerolls if again.evening is not None)})

    def shown(self, place: int) -> str:
        """Return the code of the face that the die at `place` shows now."""
        die = self.dice[place]
        stands = [again.after for again in self.rerolls if again.die == place and not again.vetoed]
        return die.faces[stands[-1]] if stands else die.code


@dataclass(frozen=True, slots=True)
class Telling:
    """What changes of a line as uses of spiffs on its throw are done, undone and done again."""

    result: str
    net: int | None
    tags: tuple[str, ...]
    taken_back: tuple[bool, ...]
    """Of each die thrown again."""

    @classmethod
    def of(cls, entry: LogEntry) -> Self:
        """Return what the line tells now."""
        return cls(entry.result, entry.net, entry.tags, tuple(again.vetoed for again in entry.rerolls))

    def told(self, entry: LogEntry) -> LogEntry:
        """Return the line that tells this; ValueError when it is not of this line."""
        pairs = zip(entry.rerolls, self.taken_back, strict=True)
        rerolls = tuple(replace(again, vetoed=taken_back) for again, taken_back in pairs)
        return replace(entry, result=self.result, net=self.net, tags=self.tags, rerolls=rerolls)


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """A use of spiffs on the throw of a line, or its veto, which is a step of the character's history as well."""

    id: str
    """The mark of the step."""
    undone: Telling
    """What the line tells while this step and those after it are undone."""
    done: Telling
    """What it tells while this step is the last on its throw that is not undone."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One sitting at the table; its draws all come from one seed."""

    id: int
    begun: datetime
    commitment: str
    seed: bytes = b""
    """32 bytes; only shown once it has ended."""
    ended: datetime | None = None
    draws: int = 0
    """The number of the last draw that was given out."""
    last: datetime | None = None
    """When its last line was written."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Which lines are meant: those that fit everything that is given."""

    text: str = ""
    """Words that all stand in who, title, result or tags, whatever their case and accents."""
    character_id: str = ""
    scene: int | None = None
    """Id of a heading: itself and what follows up to the next; 0 for what stands before the first heading."""
    evening: int | None = None
    kinds: frozenset[EntryKind] = frozenset()
    """None given means all."""


@dataclass(frozen=True, slots=True)
class PendingAct:
    """Something that a throw led to for a character and that is neither done nor dismissed."""

    id: str
    """Given by who acts; no two acts share one. The undo step that does the act bears it as its mark."""
    character_id: str
    act: str
    """The id of the act, as the game names it."""
    data: str
    """The game's own JSON: what the act needs to be done later, and to tell whether it still is to be done."""
    game: str = "bones"
    line: int = 0
    """The id of the line of the throw; given by the log."""


def draws_of(entries: Iterable[LogEntry], evening: int) -> "tuple[Draw, ...]":
    """Return every draw of an evening that the lines hold, re-rolls too, as they fell."""
    from bones_desktop.rules.fairness import Draw  # not needed to open the log

    found: list[Draw] = []
    for entry in entries:
        if entry.number and entry.evening == evening:
            dice = tuple((die.key, len(die.faces)) for die in entry.dice)
            found.append(Draw(entry.number, dice, tuple(die.index for die in entry.dice)))
        for again in entry.rerolls:
            if again.number and (entry.evening if again.evening is None else again.evening) == evening:
                die = entry.dice[again.die]
                found.append(Draw(again.number, ((die.key, len(die.faces)),), (again.after,)))
    return tuple(found)
