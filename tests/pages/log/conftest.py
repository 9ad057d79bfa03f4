"""A log in a folder, with evenings of real draws."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial

import pytest

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.rules.fairdice import sealed_indices
from bones_desktop.storage.log.logentry import EntryKind, Evening, LogEntry, LoggedDie
from bones_desktop.storage.log.throwlog import ThrowLog
from tests.support.desks import LogRoom, PageDesk
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook
from tests.support.throws import DICE, START, entry


class Sitting:
    """A log whose clock goes on a minute with every line."""

    def __init__(self, path) -> None:
        self.now = START
        self.log = ThrowLog(path, self.clock)

    def clock(self) -> datetime:
        self.now += timedelta(minutes=1)
        return self.now

    def draw(self, evening: Evening, **changes: object) -> LogEntry:
        """Store a throw as the seed of the evening has it."""
        number = self.log.next_number(evening.id)
        drawn = sealed_indices(evening.seed, number, [(die.key, len(die.faces)) for die in DICE])
        dice = tuple(
            LoggedDie(die.name, die.faces, index, die.group, die.key) for die, index in zip(DICE, drawn, strict=True)
        )
        values: dict[str, object] = {"at": self.clock(), "dice": dice, "evening": evening.id, "number": number}
        return self.log.append(entry(number, **(values | changes)))

    def evening(self, draws: int, *, ends: bool = True, seed: bytes = bytes(32)) -> Evening:
        """Store an evening of so many throws."""
        evening = self.log.begin_evening(seed)
        for _ in range(draws):
            self.draw(evening)
        return self.log.end_evening() if ends else evening

    def scene(self, name: str) -> LogEntry:
        """Store the heading of a scene."""
        return self.log.append(LogEntry(self.clock(), EntryKind.SCENE, title=name))


@pytest.fixture
def sitting(tmp_path) -> Iterator[Sitting]:
    made = Sitting(tmp_path / "log.db")
    yield made
    made.log.close()


@pytest.fixture
def desk(qapp, theme, tmp_path) -> PageDesk:
    # The rolls of `tests.support.throws` are of this character.
    return PageDesk(theme, tmp_path, CharacterDocument(rulebook(), ragnar().with_(id="0" * 32)))


@pytest.fixture
def room(sitting) -> LogRoom:
    return LogRoom(sitting.log)


@pytest.fixture
def show(on_screen) -> Callable:
    return partial(on_screen, width=1100, height=640, wait="active")
