"""An evening at the table in the running program: what was done is in the log and on the character afterwards."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import add_count
from bones_desktop.rules.fairness import verify
from bones_desktop.storage.files.characterfile import CHARACTERS, read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.log.logentry import BOUGHT_VETOED, BY_HAND, REROLL_VETOED, EntryKind, LogEntry
from bones_desktop.storage.log.throwlog import ThrowLog

Send = Callable[..., list[dict[str, object]]]


def now() -> datetime:
    return datetime.now(UTC)


@pytest.fixture
def ragnar(tmp_path: Path) -> Path:
    """Return the file of the sample with four spiffs."""
    path = tmp_path / "ragnar.bones"
    path.write_bytes((shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones").read_bytes())
    saved = FileStore(CHARACTERS, Versions(tmp_path / "versions"), now).open(path)
    saved.save(add_count(saved.value, "spiffs", 4 - saved.value.spiffs))
    return path


def lines(data: Path) -> tuple[ThrowLog, tuple[LogEntry, ...]]:
    log = ThrowLog(Locations.under(data).roll_log, now)
    return log, log.latest()


@pytest.mark.timeout(180)
def test_by_the_keys_alone(send_off: Send, tmp_path: Path, ragnar: Path) -> None:
    seen = send_off("evening_by_keys", str(tmp_path), str(ragnar))
    assert [next(iter(each)) for each in seen] == ["by_hand", "vetoed", "drawn", "scene", "repeated"]
    log, told = lines(tmp_path)
    assert [each.kind for each in told] == [
        EntryKind.EVENING, EntryKind.THROW, EntryKind.THROW, EntryKind.SCENE, EntryKind.THROW
    ]  # fmt: skip
    _evening, real, drawn, scene, repeated = told
    assert set(real.tags) == {BY_HAND, REROLL_VETOED}
    assert [not each.counts for each in real.waves] == [True]
    assert [each.number for each in (real, drawn, repeated)] == [0, 1, 2]
    assert scene.title == "The goblin front"
    assert drawn.request == real.request == repeated.request
    assert read_character(ragnar).value.spiffs == 4
    log.close()


@pytest.mark.timeout(180)
def test_by_the_mouse_alone(send_off: Send, tmp_path: Path, ragnar: Path) -> None:
    seen = send_off("evening_by_mouse", str(tmp_path), str(ragnar))
    assert [next(iter(each)) for each in seen] == ["opposed", "vetoed", "explained", "checked"]
    log, told = lines(tmp_path)
    _begun, thrown, scene, revealed = told
    assert {die.group for die in thrown.dice} >= {"character", "opponent"}
    assert thrown.tags == (REROLL_VETOED, BOUGHT_VETOED)
    assert (scene.kind, revealed.kind) == (EntryKind.SCENE, EntryKind.REVEALED)
    [evening] = log.evenings()
    assert evening.seed.hex() == revealed.result
    assert verify(log.sealed(evening), log.draws(evening.id)).sound
    assert read_character(ragnar).value.spiffs == 4
    log.close()
