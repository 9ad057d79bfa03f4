"""The rulebook's tables: difficulties, prices, rates and the facts of the sample adventure."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difficulty:
    """A level of challenge: so many challenge dice, and Nulls that come without rolling (TASK-8)."""

    id: str
    name: str
    dice: int
    automatic_nulls: int
    source: str


@dataclass(frozen=True, slots=True)
class TaskExample:
    """Two examples of a skill at a difficulty (GM reference)."""

    skill: str
    difficulty: str
    examples: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class SpiffPrice:
    """A way to earn or spend spiffs; the range is one number when both ends agree (SPF-1..15)."""

    id: str
    name: str
    kind: str
    """"earn" or "spend"."""
    least: int | None
    most: int | None
    source: str


@dataclass(frozen=True, slots=True)
class IncomeRate:
    """Coins per success of an off-stage income action (OFF-6..8); `skills` empty for every other skill."""

    skills: tuple[str, ...]
    coins: int
    assets_count: bool
    source: str


@dataclass(frozen=True, slots=True)
class ImprovementStep:
    """Sessions an icon costs while the highest die held is one of `dice` (IMP-2)."""

    dice: tuple[int, ...]
    sessions: int
    source: str


@dataclass(frozen=True, slots=True)
class PowerLevel:
    """What a number of dice means for a cast member (CAST-2)."""

    least: int
    most: int
    name: str
    example: str
    source: str


@dataclass(frozen=True, slots=True)
class HordeSize:
    """How dangerous a horde of so many dice is (CMB-41)."""

    dice: int
    name: str
    example: str
    source: str


@dataclass(frozen=True, slots=True)
class MindDegree:
    """How far an order may go against the target's will at a net result (MAG-20)."""

    net: int
    meaning: str
    source: str


@dataclass(frozen=True, slots=True)
class TaskCheck:
    """A task check of the adventure: where, which skill or aptitude, against what."""

    place: str
    skill: str
    difficulty: str
    """Difficulty id, or "" when `note` says how it is measured."""
    purpose: str
    source: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class TimetableEntry:
    """A day of the adventure's timetable."""

    day: str
    event: str
    source: str


@dataclass(frozen=True, slots=True)
class NameList:
    """Names to suggest for characters of a culture or race; `id` is the one it goes with, "" for anybody."""

    id: str
    names: tuple[str, ...]
    source: str
