"""A full character, a clock that is told the time, and a look at everything that lies in a folder."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import Character, CharacterDie, HinderingDie, ItemDie, ItemKind, LostDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.storage.log.throwlog import ThrowLog


class Clock:
    """Says what it was told."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def opened(path: Path, clock: Clock) -> Iterator[Callable[[], ThrowLog]]:
    """Give a function that opens the log at the test's own `path` once more; in the end all are closed."""
    with ExitStack() as logs:
        yield lambda: logs.enter_context(closing(ThrowLog(path, clock)))


@pytest.fixture
def character() -> Character:
    faces = tuple(face(code) for code in ("universal", "melee x2", "encumbrance+defend", "riposte", "blank", ""))
    return Character(
        id="0123456789abcdef0123456789abcdef",
        name="Ragnar ⚔ Ødegård",
        back_story="From the north.\nHe came alone.",
        dice=(CharacterDie(template="roman", faces=faces), CharacterDie(template="gaul"), CharacterDie(name="Own")),
        equipment=(ItemDie(name="Sword", kind=ItemKind.WEAPON, faces=faces, printed="sword", range_increment=3),),
        hindering=(HinderingDie(name="Poison", faces=faces, printed="poison"),),
        lost=(LostDie(die=2, cause="Wolf", held=True),),
        spiffs=3,
        move=1.5,
        house_rules=HouseRules(elf_icon_allows_magic=False),
    )


@pytest.fixture
def contents() -> Callable[[Path], dict[str, str]]:
    """Return a function that gives name and digest of every file below a folder."""
    return lambda folder: {
        str(each.relative_to(folder)): hashlib.sha256(each.read_bytes()).hexdigest()
        for each in sorted(folder.rglob("*"))
        if each.is_file()
    }
