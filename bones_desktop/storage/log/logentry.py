"""Lines of the log: rolls with all their dice, headings of scenes, and the beginning and end of evenings."""

import contextlib
import json
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Self

from bones_desktop.rules.reading import Tone
from bones_desktop.rules.records import Record, replace
from bones_desktop.wording.language import language, restored, stored

if TYPE_CHECKING:
    from bones_desktop.rules.fairdice import AddedWords
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
"""The player undid the use of an earned success. (If the GM cancels it, that is a veto.)"""
ALLOWED_BY_GM: Final = "allowed-by-the-gm"
"""The GM allowed the roll although no icon fitted the task."""
OVERRULED_BY_GM: Final = "overruled-by-the-gm"
"""The GM decided the result, whatever the dice show."""
OFF_STAGE: Final = "off-stage"
NOT_KEPT: Final = "not-kept"
"""The roll could not be stored."""
NOT_MEANT: Final = "not-meant"
"""The roll was struck out. It has no effect, but its dice stay part of the seal."""
HIDDEN: Final = "secret"
"""The players' view does not show the roll."""
TAKEN_BACK: Final = "taken-back"
"""The step that the line reports has been undone."""
_SEAT: Final = "seat:"
"""Start of the tag of a line that a device at the table asked for."""
MARKS: Final = frozenset({NOT_MEANT, HIDDEN, TAKEN_BACK})
"""Tags that are kept when the rest of the roll changes."""


def seat_tag(seat: str, request: str, name: str) -> str:
    """Return the tag of a line that a device asked for. It has the id and name of the seat, and the request's id."""
    return f"{_SEAT}{seat}:{request}:{name}"


def seat_of(tag: str) -> str:
    """Return the name of the seat in a tag; "" if it is another tag."""
    return tag.removeprefix(_SEAT).split(":", 2)[-1] if tag.startswith(_SEAT) else ""


def asked_by(tag: str) -> tuple[str, str] | None:
    """Return the id of the seat and of its request in a tag; None if it is another tag."""
    seat, _colon, rest = tag.removeprefix(_SEAT).partition(":")
    return (seat, rest.partition(":")[0]) if tag.startswith(_SEAT) else None


class EntryKind(StrEnum):
    """The kind of a line."""

    THROW = "throw"
    SCENE = "scene"
    EVENING = "evening"
    """An evening begins. Its finding is the commitment to its seed."""
    REVEALED = "revealed"
    """An evening has ended. Its finding is the seed."""


class LoggedDie(Record):
    """One die of a roll, and the face it showed first."""

    name: str
    faces: tuple[str, ...]
    """Codes of all faces of the die."""
    index: int
    group: str = ""
    """"character", "item", "hindering", "challenge" or "opponent"; other games have their own."""
    key: str = ""
    """Name of the die in the draw. It is needed to check the draw against the seed."""

    @property
    def code(self) -> str:
        """Code of the face that the die showed first."""
        return self.faces[self.index]


class Cause(StrEnum):
    """Reason why some dice of a roll were rolled again."""

    EXPLODED = "exploded"
    """The face counts, and the die is rolled once more."""
    TIE = "tie"
    LUCK = "luck"
    REROLL = "re-roll"
    SPIFF = "spiff"


class LoggedWave(Record):
    """Dice of a roll that were re-rolled together. The first roll is not a wave: its dice are stored in the line."""

    cause: Cause
    faces: tuple[tuple[int, int], ...]
    """Place of each die among the dice of the line, and the index of the face that it now shows."""
    counts: bool = True
    """False if the wave was vetoed or undone, as a tag says. The earlier faces then count again."""
    adds: bool = False
    """True if the new face counts in addition to earlier faces, as with an exploded die. Otherwise it replaces them."""
    number: int = 0
    """Number of the wave's draw in the evening.

    It is 0 if the dice were rolled by hand, or if the wave repeats the faces of a vetoed draw.
    """
    evening: int | None = None
    """Id of the evening in which the wave was drawn; None for the evening of its line."""


class LoggedFinding(Record):
    """One result of a roll, after all changes to the roll."""

    id: str
    text: str
    """The result in words."""
    outcome: str = ""
    """Outcome such as "success"; "" if the roll had no goal."""
    value: int | None = None
    tone: Tone = Tone.NEUTRAL


def task_findings(text: str, net: int | None = None) -> tuple[LoggedFinding, ...]:
    """Return the findings of a roll from its text and net successes; none if both are missing.

    At least one net success is a success. `net` is None if the roll had no goal.
    """
    if net is None:
        return (LoggedFinding("task", text),) if text else ()
    outcome, tone = ("success", Tone.GOOD) if net >= 1 else ("failure", Tone.BAD)
    return (LoggedFinding("task", text, outcome, net, tone),)


class LoggedThrow(Record):
    """Dice in a line that belong to one fighter or have one purpose."""

    who: str
    """The fighter's name, with the target or the purpose."""
    side: str
    dice: int
    """Number of dice. The first throw has the first dice of its line, the next throw the dice after them."""
    character: str = ""
    """Id of the fighter's character; "" for a foe described only by numbers."""


class LoggedRound(Record):
    """The round of a fight or a scene in which a line was written. The log shows lines of one round as one block."""

    name: str
    sides: tuple[tuple[str, str], ...] = ()
    """Each side, and the names of its fighters as one text."""
    throws: tuple[LoggedThrow, ...] = ()
    of: str = ""
    """Id of the fight or the scene; "" in lines of earlier versions."""

    @property
    def request(self) -> str:
        """The round as JSON, as stored in the `request` of a log line; `round_in` parses it."""
        throws = [(stored(each.who), stored(each.side), each.dice, each.character) for each in self.throws]
        sides = [(stored(side), stored(names)) for side, names in self.sides]
        data = {"name": stored(self.name), "sides": sides, "throws": throws, "of": self.of}
        return json.dumps({_ROUND: data}, ensure_ascii=False, separators=(",", ":"))


_ROUND: Final = "round"


@lru_cache(maxsize=256)  # The result is cached, because a list asks for the round of each visible line several times.
def round_in(request: str, _language: str) -> LoggedRound | None:
    """Return the round in the `request` of a line, in the language in use; None if it has no round or is damaged."""
    if request.startswith(f'{{"{_ROUND}":'):
        with contextlib.suppress(ValueError, TypeError, LookupError, RecursionError):
            data = json.loads(request)[_ROUND]
            throws = tuple(
                LoggedThrow(restored(str(who)), restored(str(side)), int(dice), *map(str, of))
                for who, side, dice, *of in data["throws"]
            )
            sides = tuple((restored(str(side)), restored(str(names))) for side, names in data["sides"])
            return LoggedRound(restored(str(data["name"])), sides, throws, str(data.get("of", "")))
    return None


class LogEntry(Record):
    """One line of the log."""

    at: datetime
    kind: EntryKind = EntryKind.THROW
    who: str = ""
    character_id: str = ""
    title: str = ""
    """The task in words, or the name of the scene."""
    dice: tuple[LoggedDie, ...] = ()
    """The character's own dice, equipment dice, hindering dice and challenge dice, then the opponent's dice."""
    waves: tuple[LoggedWave, ...] = ()
    """Re-rolled dice, in order."""
    findings: tuple[LoggedFinding, ...] = ()
    tags: tuple[str, ...] = ()
    evening: int = 0
    """Id of the evening; 0 for none."""
    number: int = 0
    """Number of the draw in the evening; 0 if nothing was drawn."""
    request: str = ""
    """The request as the game's own JSON, so that it can be repeated, or the `LoggedRound`; "" if it is unknown."""
    id: int = 0
    """Id given by the log. Lines are ordered by id and not by time, because a clock may be set back."""
    game: str = "bones"
    """Id of the game that reads `request`, the dice and the findings."""

    @property
    def result(self) -> str:
        """All findings in words."""
        return " ".join(each.text for each in self.findings)

    @property
    def net(self) -> int | None:
        """Value of the first finding; None if the roll had no goal, such as a movement or a fall."""
        return self.findings[0].value if self.findings else None

    @property
    def round(self) -> LoggedRound | None:
        """The round of a fight or scene that the line belongs to; None for none."""
        return round_in(self.request, language())

    @property
    def is_repeatable(self) -> bool:
        """True if the line has a request for a roll, so that the roll can be repeated."""
        return self.kind is EntryKind.THROW and bool(self.request) and self.round is None

    @property
    def is_meant(self) -> bool:
        """True if the roll counts, because it is not struck out."""
        return NOT_MEANT not in self.tags

    @property
    def stands(self) -> bool:
        """True if the line still counts: it is not struck out and the step it reports is not undone."""
        return self.is_meant and TAKEN_BACK not in self.tags

    def marked(self, mark: str, *, on: bool) -> "LogEntry":
        """Return the line with or without one of MARKS."""
        others = tuple(tag for tag in self.tags if tag != mark)
        return replace(self, tags=(*others, mark) if on else others)

    @property
    def draws(self) -> tuple[tuple[int, int], ...]:
        """Id of the evening and number of the draw, first for the line's own dice, then for each wave."""
        again = [(self.evening if wave.evening is None else wave.evening, wave.number) for wave in self.waves]
        return ((self.evening, self.number), *again)

    @property
    def evenings(self) -> frozenset[int]:
        """Ids of all evenings in which dice of the line were rolled."""
        return frozenset([evening for evening, _number in self.draws] if self.waves else (self.evening,))

    def faces_of(self, place: int) -> tuple[tuple[int, bool], ...]:
        """Return every face that the die at `place` has shown, in order, and whether each counts."""
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


class LineState(Record):
    """The part of a line that changes when spiffs are used on its roll, or when that use is undone or redone."""

    findings: tuple[LoggedFinding, ...]
    tags: tuple[str, ...]
    counts: tuple[bool, ...]
    """One entry for each wave: True if the wave counts."""
    leads_to: tuple[tuple[str, str], ...] = ()
    """Ids of pending acts. Each comes with the part of its data that depends on the roll, as a JSON object."""

    @classmethod
    def of(cls, entry: LogEntry) -> Self:
        """Return the state of a line."""
        return cls(entry.findings, entry.tags, tuple(wave.counts for wave in entry.waves))

    def applied_to(self, entry: LogEntry) -> LogEntry:
        """Return `entry` with this state. The marks of `entry` stay.

        Raise ValueError if the number of waves differs.
        """
        pairs = zip(entry.waves, self.counts, strict=True)
        waves = tuple(replace(wave, counts=counts) for wave, counts in pairs)
        tags, marks = (tag for tag in self.tags if tag not in MARKS), (tag for tag in entry.tags if tag in MARKS)
        return replace(entry, findings=self.findings, tags=(*tags, *marks), waves=waves)


class LoggedAct(Record):
    """Spiffs used on the roll of a line, or the veto of that use. It is also a step in the character's history."""

    id: str
    """The mark of the step in the history."""
    undone: LineState
    """State of the line while this step and all later ones are undone."""
    done: LineState
    """State of the line while this step is done and all later steps on its roll are undone."""


class Evening(Record):
    """One sitting at the table; all its draws come from one seed."""

    id: int
    begun: datetime
    commitment: str
    seed: bytes = b""
    """Secret of 32 bytes from which all dice are drawn. It is shown only after the evening has ended."""
    ended: datetime | None = None
    draws: int = 0
    """Number of the last draw."""
    last: datetime | None = None
    """Time of the evening's last line."""
    words: "tuple[AddedWords, ...]" = ()
    """Words that players added after the seal was made, in this order."""
    head: str = ""
    """Head of the chain of its draws; "" if the evening is not in the log."""


class LogFilter(Record):
    """A search for lines. A line must match every condition."""

    text: str = ""
    """Words that must all occur in name, title, result or tags. Case and accents are ignored."""
    character_id: str = ""
    named: str = ""
    """Name of the character in `character_id`.

    Lines that belong to no character but contain this name match too, such as rounds of a fight.
    """
    scene: int | None = None
    """Id of a heading; the heading and the lines up to the next heading match. 0 means the lines before any heading."""
    evening: int | None = None
    kinds: frozenset[EntryKind] = frozenset()
    """Kinds of lines; empty for all."""
    tag: str = ""
    """A tag of the line; "" for any."""


class ActState(StrEnum):
    """The states of an act that a roll proposed."""

    PENDING = "pending"
    """Offered until the character's file contains its mark (see `rules.values`)."""
    DISMISSED = "dismissed"
    STRUCK = "struck"
    """The roll is struck out. The act is pending again if the roll is restored."""


class PendingAct(Record):
    """An act that a roll offers to a character or forces on it. It is pending until it is done or dismissed."""

    id: str
    """Unique id, given by the caller. The character's file keeps it once the act is done."""
    character_id: str
    act: str
    """Id of the act in its game."""
    data: str
    """The game's own JSON with everything needed to do the act later and to check whether it is still due."""
    game: str = "bones"
    line: int = 0
    """Id of the line of the roll. The log assigns it."""
    state: ActState = ActState.PENDING


def draws_of(entries: Iterable[LogEntry], evening: int) -> "tuple[Draw, ...]":
    """Return every draw of an evening in these lines, including re-rolls."""
    from bones_desktop.rules.fairness import Draw  # Imported late: not needed to open the log.

    found: list[Draw] = []
    for entry in entries:
        first = [(die, die.index) for die in entry.dice]
        again = [[(entry.dice[place], index) for place, index in wave.faces] for wave in entry.waves]
        for (drawn_in, number), fell in zip(entry.draws, (first, *again), strict=True):
            if number and drawn_in == evening:
                dice = tuple((die.key, len(die.faces)) for die, _index in fell)
                found.append(Draw(number, dice, tuple(index for _die, index in fell), HIDDEN in entry.tags))
    return tuple(found)
