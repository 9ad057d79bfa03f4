"""Entries of a log as tests need them."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from bones_desktop.storage.log.logentry import EntryKind, LogEntry, LoggedDie, task_findings

START = datetime(2026, 11, 21, 20, 0, tzinfo=UTC)
GAUL = ("universal", "physical", "outdoorsman", "riding", "melee", "defend")
SWORD = ("melee", "melee x2", "defend", "blank", "blank", "blank")
CHALLENGE = ("null", "null", "blank", "blank", "blank", "blank")


def die(name: str = "Gaul", index: int = 4, group: str = "character") -> LoggedDie:
    faces = {"item": SWORD, "challenge": CHALLENGE}.get(group, GAUL)
    return LoggedDie(name, faces, index, group, key=name)


DICE = (
    die(),
    die("Hunter/Gatherer", 3),
    die("Sword", 1, "item"),
    die("Challenge", 0, "challenge"),
)


def entry(minute: int = 1, /, **changes: object) -> LogEntry:
    """Return a throw so many minutes into the evening, with that number as its id."""
    values: dict[str, object] = {
        "at": START + timedelta(minutes=minute),
        "who": "Ragnar",
        "character_id": "0" * 32,
        "title": "Melee against Average",
        "dice": DICE,
        "result": f"Success by {minute}.",
        "net": minute,
        "request": "{}",
        "id": minute,
    }
    values |= changes
    found = task_findings(values.pop("result"), values.pop("net"))
    return LogEntry(**({"findings": found} | values))  # type: ignore[arg-type]


def scene(minute: int, name: str = "At the ford", **changes: object) -> LogEntry:
    """Return the heading of a scene."""
    return LogEntry(START + timedelta(minutes=minute), EntryKind.SCENE, title=name, id=minute, **changes)  # type: ignore[arg-type]


class Book:
    """Entries that are read as a log reads them, and how often they were."""

    def __init__(self, entries: Sequence[LogEntry] = ()) -> None:
        self.entries = {each.id: each for each in entries}
        self.reads: list[int] = []

    @property
    def ids(self) -> list[int]:
        return sorted(self.entries)

    def read(self, ids: Sequence[int]) -> tuple[LogEntry, ...]:
        self.reads.append(len(ids))
        return tuple(self.entries[each] for each in ids if each in self.entries)
