"""Lines of the log of the table: throws with all their dice, headings of scenes, and evenings that begin or end."""

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
"""Undone by the player, which is no veto."""
ALLOWED_BY_GM: Final = "allowed-by-the-gm"
"""No icon fitted the task."""
OVERRULED_BY_GM: Final = "overruled-by-the-gm"
"""The result is the GM's, not that of the dice."""
OFF_STAGE: Final = "off-stage"
NOT_KEPT: Final = "not-kept"
"""Tags of a throw. The last: it could not be stored."""
NOT_MEANT: Final = "not-meant"
"""Nothing follows from the throw; its dice are part of the seal all the same."""
HIDDEN: Final = "secret"
"""The players' view does not show the throw."""
TAKEN_BACK: Final = "taken-back"
"""The step that the line reports is undone."""
MARKS: Final = frozenset({NOT_MEANT, HIDDEN, TAKEN_BACK})
"""Tags that are set and taken away by themselves, whatever else is done to the throw."""


class EntryKind(StrEnum):
    """What a line is about."""

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
    """What it was called when it was drawn; part of what a seed is checked against."""

    @property
    def code(self) -> str:
        """The face it fell on first."""
        return self.faces[self.index]


class Cause(StrEnum):
    """Why dice of a throw fell once more."""

    EXPLODED = "exploded"
    """A face that has its die thrown again and goes on counting."""
    TIE = "tie"
    LUCK = "luck"
    REROLL = "re-roll"
    SPIFF = "spiff"


@dataclass(frozen=True, slots=True)
class LoggedWave:
    """Dice of a throw that fell together, after the first wave: that one is the dice of the line themselves."""

    cause: Cause
    faces: tuple[tuple[int, int], ...]
    """Of each die its place among the dice of the line, and the index of the face it fell on."""
    counts: bool = True
    """False once it was taken back, by the GM or by undoing it, as the tags say: the faces before it stand."""
    adds: bool = False
    """Whether faces shown before go on counting beside it, as of an exploded die; else it replaces them."""
    number: int = 0
    """Which draw of the evening it was; 0 when thrown by hand, and when its faces are those of a draw vetoed before."""
    evening: int | None = None
    """Which evening it was drawn in; None for that of the line."""


@dataclass(frozen=True, slots=True)
class LoggedFinding:
    """One answer that a throw gave, as it stands after everything done to the throw."""

    id: str
    text: str
    """In words."""
    outcome: str = ""
    """Which of the exclusive outcomes it is, such as "success"; "" where nothing was to be reached."""
    value: int | None = None
    tone: Tone = Tone.NEUTRAL


def task_findings(text: str, net: int | None = None) -> tuple[LoggedFinding, ...]:
    """Return the findings of a throw of which only a text and its net successes are known; none without both.

    At least one net success is a success; `net` is None where nothing was to be reached.
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
    """What fell after the dice had fallen first."""
    findings: tuple[LoggedFinding, ...] = ()
    tags: tuple[str, ...] = ()
    evening: int = 0
    """Which evening it belongs to; 0 for none."""
    number: int = 0
    """Which draw of the evening it was; 0 when nothing was drawn."""
    request: str = ""
    """What was thrown for, as the game's own JSON, so that it can be repeated; "" when that is not known."""
    id: int = 0
    """Given by the log; the order of its lines, whatever the clock said."""
    game: str = "bones"
    """The id of the game that reads `request`, the dice and the findings."""

    @property
    def result(self) -> str:
        """All findings in words."""
        return " ".join(each.text for each in self.findings)

    @property
    def net(self) -> int | None:
        """The value of the first finding; None where nothing was to be reached, as in a movement or a fall."""
        return self.findings[0].value if self.findings else None

    @property
    def is_meant(self) -> bool:
        """Whether what follows from the throw counts."""
        return NOT_MEANT not in self.tags

    @property
    def stands(self) -> bool:
        """Whether the throw is meant, and the step that the line reports not undone."""
        return self.is_meant and TAKEN_BACK not in self.tags

    def marked(self, mark: str, *, on: bool) -> "LogEntry":
        """Return the line with one of MARKS, or without it."""
        others = tuple(tag for tag in self.tags if tag != mark)
        return replace(self, tags=(*others, mark) if on else others)

    @property
    def evenings(self) -> frozenset[int]:
        """Every evening that something of it was thrown in."""
        return frozenset({self.evening, *(wave.evening for wave in self.waves if wave.evening is not None)})

    def faces_of(self, place: int) -> tuple[tuple[int, bool], ...]:
        """Return every face that the die at `place` has shown, in order, each with whether it counts."""
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
    """The part of a line that changes as uses of spiffs on its throw are done, undone and redone."""

    findings: tuple[LoggedFinding, ...]
    tags: tuple[str, ...]
    counts: tuple[bool, ...]
    """Of each wave after the first."""
    leads_to: tuple[tuple[str, str], ...] = ()
    """The ids of pending acts, each with the JSON object of what of its data the throw says then."""

    @classmethod
    def of(cls, entry: LogEntry) -> Self:
        """Return what the line says now."""
        return cls(entry.findings, entry.tags, tuple(wave.counts for wave in entry.waves))

    def applied_to(self, entry: LogEntry) -> LogEntry:
        """Return the line saying this, with the marks it has now; ValueError when it has another number of waves."""
        pairs = zip(entry.waves, self.counts, strict=True)
        waves = tuple(replace(wave, counts=counts) for wave, counts in pairs)
        told, marks = (tag for tag in self.tags if tag not in MARKS), (tag for tag in entry.tags if tag in MARKS)
        return replace(entry, findings=self.findings, tags=(*told, *marks), waves=waves)


@dataclass(frozen=True, slots=True)
class LoggedAct:
    """A use of spiffs on the throw of a line, or its veto, which is a step of the character's history as well."""

    id: str
    """The mark of the step."""
    undone: LineState
    """What the line says while this step and those after it are undone."""
    done: LineState
    """What it says while this step is the last on its throw that is not undone."""


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
    words: tuple[str, ...] = ()
    """What the players added between the seal and the first throw."""
    head: str = ""
    """Of the chain of its draws now; "" for an evening that is not in the log, which has no chain."""


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
    tag: str = ""
    """One that a line bears; "" for any or none."""


class ActState(StrEnum):
    """Whether an act is offered."""

    PENDING = "pending"
    """Until the character's file has its mark: see `rules.doneacts`."""
    DISMISSED = "dismissed"
    STRUCK = "struck"
    """Its throw was not meant: pending again once it was meant after all."""


@dataclass(frozen=True, slots=True)
class PendingAct:
    """Something that a throw led to for a character: pending until it is done or dismissed."""

    id: str
    """Given by who acts; no two acts share one. The character's file keeps it once the act is done."""
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
    """Return every draw of an evening that the lines hold, re-rolls too, as they fell."""
    from bones_desktop.rules.fairness import Draw  # not needed to open the log

    found: list[Draw] = []
    for entry in entries:
        if entry.number and entry.evening == evening:
            dice = tuple((die.key, len(die.faces)) for die in entry.dice)
            found.append(Draw(entry.number, dice, tuple(die.index for die in entry.dice), HIDDEN in entry.tags))
        for wave in entry.waves:
            if wave.number and (entry.evening if wave.evening is None else wave.evening) == evening:
                fell = [(entry.dice[place], index) for place, index in wave.faces]
                again = tuple((die.key, len(die.faces)) for die, _index in fell)
                found.append(Draw(wave.number, again, tuple(index for _die, index in fell), HIDDEN in entry.tags))
    return tuple(found)
