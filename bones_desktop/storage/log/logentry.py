"""Lines of the log: rolls with all their dice, headings of scenes, and evenings that begin or end."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Self

from bones_desktop.rules.reading import Tone

if TYPE_CHECKING:
    from bones_desktop.rules.fairness import Draw

BY_HAND: Final = "by-hand"
REROLLED: Final = "re-rolled"
BOUGHT: Final = "bought"
SOAKED: Final = "soaked"
REROLL_VETOED: Final = "re-roll-vetoed"
BOUGHT_VETOED: Final = "bought-success-vetoed"
SOAK_VETOED: Final = "soaked-damage-vetoed"
EARNED_VETOED: Final = "earned-success-vetoed"
REROLL_TAKEN_BACK: Final = "re-roll-taken-back"
BOUGHT_TAKEN_BACK: Final = "bought-success-taken-back"
SOAK_TAKEN_BACK: Final = "soaked-damage-taken-back"
EARNED_TAKEN_BACK: Final = "earned-success-taken-back"
"""Undone by the player; a veto is the GM's."""
ALLOWED_BY_GM: Final = "allowed-by-the-gm"
"""No icon fitted the task."""
OVERRULED_BY_GM: Final = "overruled-by-the-gm"
"""The result is the GM's, not that of the dice."""
OFF_STAGE: Final = "off-stage"
NOT_KEPT: Final = "not-kept"
"""The roll could not be stored."""
NOT_MEANT: Final = "not-meant"
"""Struck out: the roll has no effect, but its dice stay part of the seal."""
HIDDEN: Final = "secret"
"""The players' view does not show the throw."""
TAKEN_BACK: Final = "taken-back"
"""The step that the line reports is undone."""
MARKS: Final = frozenset({NOT_MEANT, HIDDEN, TAKEN_BACK})
"""Tags that stay when the roll changes in other ways."""


class EntryKind(StrEnum):
    """The kind of a line."""

    THROW = "throw"
    SCENE = "scene"
    EVENING = "evening"
    """An evening begins; its finding is the commitment to its seed."""
    REVEALED = "revealed"
    """An evening has ended; its finding is the seed."""


@dataclass(frozen=True, slots=True)
class LoggedDie:
    """One die of a throw and the face it fell on first."""

    name: str
    faces: tuple[str, ...]
    """Codes of all its faces."""
    index: int
    group: str = ""
    """"character", "item", "hindering", "challenge" or "opponent"; other games have their own."""
    key: str = ""
    """Name of the die in the draw, by which the draw is checked against its seed."""

    @property
    def code(self) -> str:
        """The face it fell on first."""
        return self.faces[self.index]


class Cause(StrEnum):
    """Why dice of a roll were rolled again."""

    EXPLODED = "exploded"
    """The face counts, and its die is rolled once more."""
    TIE = "tie"
    LUCK = "luck"
    REROLL = "re-roll"
    SPIFF = "spiff"


@dataclass(frozen=True, slots=True)
class LoggedWave:
    """Dice of a roll that were rolled again together. The first wave is no such object: it is the dice of the line."""

    cause: Cause
    faces: tuple[tuple[int, int], ...]
    """For each die: its place among the dice of the line, and the index of the face it shows."""
    counts: bool = True
    """False once it was vetoed or undone, as the tags say: the faces before it count again."""
    adds: bool = False
    """Whether the faces before it count too, as with an exploded die; otherwise it replaces them."""
    number: int = 0
    """Number of its draw in the evening; 0 when rolled by hand, or when it shows the faces of a draw vetoed before."""
    evening: int | None = None
    """Evening of its draw; None for the evening of the line."""


@dataclass(frozen=True, slots=True)
class LoggedFinding:
    """One result of a roll, after everything done to the roll."""

    id: str
    text: str
    """In words."""
    outcome: str = ""
    """Outcome such as "success"; "" where there was nothing to reach."""
    value: int | None = None
    tone: Tone = Tone.NEUTRAL


def task_findings(text: str, net: int | None = None) -> tuple[LoggedFinding, ...]:
    """Return the findings of a roll by its text and net successes; none without both.

    At least one net success is a success; `net` is None where there was nothing to reach.
    """
    if net is None:
        return (LoggedFinding("task", text),) if text else ()
    outcome, tone = ("success", Tone.GOOD) if net >= 1 else ("failure", Tone.BAD)
    return (LoggedFinding("task", text, outcome, net, tone),)


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
    waves: tuple[LoggedWave, ...] = ()
    """Dice rolled again, in order."""
    findings: tuple[LoggedFinding, ...] = ()
    tags: tuple[str, ...] = ()
    evening: int = 0
    """Id of its evening; 0 for none."""
    number: int = 0
    """Number of its draw in the evening; 0 when nothing was drawn."""
    request: str = ""
    """The request as the game's own JSON, so that it can be repeated; "" when it is not known."""
    id: int = 0
    """Given by the log; lines are ordered by it, because clocks jump."""
    game: str = "bones"
    """The id of the game that reads `request`, the dice and the findings."""

    @property
    def result(self) -> str:
        """All findings in words."""
        return " ".join(each.text for each in self.findings)

    @property
    def net(self) -> int | None:
        """Value of the first finding; None if the roll had no goal, as for a movement or a fall."""
        return self.findings[0].value if self.findings else None

    @property
    def is_meant(self) -> bool:
        """Whether the roll is not struck out."""
        return NOT_MEANT not in self.tags

    @property
    def stands(self) -> bool:
        """Whether neither the roll is struck out nor the reported step undone."""
        return self.is_meant and TAKEN_BACK not in self.tags

    def marked(self, mark: str, *, on: bool) -> "LogEntry":
        """Return the line with one of MARKS, or without it."""
        others = tuple(tag for tag in self.tags if tag != mark)
        return replace(self, tags=(*others, mark) if on else others)

    @property
    def draws(self) -> tuple[tuple[int, int], ...]:
        """Evening and number of the draw of its dice, then of each wave."""
        again = [(self.evening if wave.evening is None else wave.evening, wave.number) for wave in self.waves]
        return ((self.evening, self.number), *again)

    @property
    def evenings(self) -> frozenset[int]:
        """Ids of all evenings in which its dice were rolled."""
        return frozenset(evening for evening, _number in self.draws)

    def faces_of(self, place: int) -> tuple[tuple[int, bool], ...]:
        """Return every face that the die at `place` has shown, in order, and whether it counts."""
        faces = [(self.dice[place].index, True)]
        for wave in self.waves:
            for index in (index for die, index in wave.faces if die == place):
                if wave.counts and not wave.adds:
                    faces = [(before, False) for before, _counts in faces]
                faces.append((index, wave.counts))
        return tuple(faces)

    def shown(self, place: int) -> str:
        """Return the code of the face that the die at `place` shows now: the last one that counts."""
        return self.dice[place].faces[[index for index, counts in self.faces_of(place) if counts][-1]]


@dataclass(frozen=True, slots=True)
class LineState:
    """The part of a line that changes when uses of spiffs on its roll are done, undone and redone."""

    findings: tuple[LoggedFinding, ...]
    tags: tuple[str, ...]
    counts: tuple[bool, ...]
    """Whether each wave counts."""
    leads_to: tuple[tuple[str, str], ...] = ()
    """Ids of pending acts, each with the part of its data that the roll then has, as a JSON object."""

    @classmethod
    def of(cls, entry: LogEntry) -> Self:
        """Return the state of a line."""
        return cls(entry.findings, entry.tags, tuple(wave.counts for wave in entry.waves))

    def applied_to(self, entry: LogEntry) -> LogEntry:
        """Return the line in this state, with its present marks. Raise ValueError if the number of waves differs."""
        pairs = zip(entry.waves, self.counts, strict=True)
        waves = tuple(replace(wave, counts=counts) for wave, counts in pairs)
        tags, marks = (tag for tag in self.tags if tag not in MARKS), (tag for tag in entry.tags if tag in MARKS)
        return replace(entry, findings=self.findings, tags=(*tags, *marks), waves=waves)


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """A use of spiffs on the roll of a line, or its veto; it is a step in the character's history as well."""

    id: str
    """The mark of the step."""
    undone: LineState
    """State of the line while this step and those after it are undone."""
    done: LineState
    """State of the line while this step is the last on its roll that is not undone."""


@dataclass(frozen=True, slots=True)
class Evening:
    """One sitting at the table; all its draws come from one seed."""

    id: int
    begun: datetime
    commitment: str
    seed: bytes = b""
    """32 bytes; only shown once it has ended."""
    ended: datetime | None = None
    draws: int = 0
    """Number of the last draw."""
    last: datetime | None = None
    """Time of its last line."""
    words: tuple[str, ...] = ()
    """Words that players added between the seal and the first roll."""
    head: str = ""
    """Head of the chain of its draws; "" for an evening that is not in the log."""


@dataclass(frozen=True, slots=True)
class LogFilter:
    """A search for lines; a line must fit everything that is given."""

    text: str = ""
    """Words that are all in who, title, result or tags, regardless of case and accents."""
    character_id: str = ""
    scene: int | None = None
    """Id of a heading, for it and the lines up to the next; 0 for the lines before the first heading."""
    evening: int | None = None
    kinds: frozenset[EntryKind] = frozenset()
    """Empty for all."""
    tag: str = ""
    """A tag of the line; "" for any."""


class ActState(StrEnum):
    """Whether an act is offered."""

    PENDING = "pending"
    """Offered until the character's file has its mark; see `rules.doneacts`."""
    DISMISSED = "dismissed"
    STRUCK = "struck"
    """Its throw was not meant: pending again once it was meant after all."""


@dataclass(frozen=True, slots=True)
class PendingAct:
    """Something that a throw led to for a character: pending until it is done or dismissed."""

    id: str
    """Unique id, given by the caller. The character's file keeps it once the act is done."""
    character_id: str
    act: str
    """The id of the act, as the game names it."""
    data: str
    """The game's own JSON: what the act needs to be done later, and to know whether it still is to be done."""
    game: str = "bones"
    line: int = 0
    """The id of the line of the throw; given by the log."""
    state: ActState = ActState.PENDING


def draws_of(entries: Iterable[LogEntry], evening: int) -> "tuple[Draw, ...]":
    """Return every draw of an evening in these lines, re-rolls too."""
    from bones_desktop.rules.fairness import Draw  # not needed to open the log

    found: list[Draw] = []
    for entry in entries:
        first = [(die, die.index) for die in entry.dice]
        again = [[(entry.dice[place], index) for place, index in wave.faces] for wave in entry.waves]
        for (drawn_in, number), fell in zip(entry.draws, (first, *again), strict=True):
            if number and drawn_in == evening:
                dice = tuple((die.key, len(die.faces)) for die, _index in fell)
                found.append(Draw(number, dice, tuple(index for _die, index in fell), HIDDEN in entry.tags))
    return tuple(found)
