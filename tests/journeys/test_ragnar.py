"""Ragnar from an empty shelf: once by the mouse alone, once by the keys alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.storage.files.characterfile import read_character
from tests.support.people import ragnar

Send = Callable[..., list[dict[str, object]]]


def built(data: Path) -> list[Character]:
    """Return the characters on the shelf that have Ragnar's dice."""
    files = (data / "data" / "characters").glob("*.bones")
    return [each for each in (read_character(path).value for path in files) if each.dice == ragnar().dice]


@pytest.mark.timeout(180)
def test_by_the_mouse_alone(send_off: Send, tmp_path: Path) -> None:
    seen = send_off("ragnar_by_mouse", str(tmp_path))
    assert seen == [{"dragged": 3}, {"finished": True}]
    [found] = built(tmp_path)
    assert found.name == "Ragnar"
    assert found.created is not None
    assert found.created.dice == ragnar().dice


@pytest.mark.timeout(180)
def test_by_the_keys_alone(send_off: Send, tmp_path: Path) -> None:
    seen = send_off("ragnar_by_keys", str(tmp_path))
    assert seen == [{"built": True}, {"finished": True}]
    [found] = built(tmp_path)
    assert found.name == "Ragnar"
    assert found.created is not None
