"""Characters made in other ways than face by face, and one that grows for twenty sessions and shrinks back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.making.edits import character_from_block
from bones_desktop.storage.files.characterfile import read_character, write_character
from tests.support.people import ID, ragnar
from tests.support.rulebooks import rulebook

Send = Callable[..., list[dict[str, object]]]


def characters(data: Path) -> dict[str, Character]:
    """Return what lies on the shelf, by name."""
    files = (data / "data" / "characters").glob("*.bones")
    return {each.name: each for each in (read_character(path).value for path in files)}


@pytest.mark.timeout(180)
def test_the_swordmaster_is_pasted_from_the_printed_line(send_off: Send, tmp_path: Path) -> None:
    assert send_off("swordmaster_pasted", str(tmp_path)) == [{"made": True}]
    found = characters(tmp_path)["Swordmaster"]
    printed = next(block for block in rulebook().blocks if block.name == "Swordmaster")
    expected = character_from_block(rulebook(), printed, ID)
    assert [die.faces for die in found.dice] == [die.faces for die in expected.dice]
    assert found.kind == expected.kind


@pytest.mark.timeout(180)
def test_a_roman_merchant_is_made_of_house_templates_and_refused_without(send_off: Send, tmp_path: Path) -> None:
    assert send_off("roman_merchant", str(tmp_path)) == [{"badges": True}, {"refused": True}]
    found = characters(tmp_path)
    assert [die.template for die in found["Marcus"].dice] == [
        "roman",
        "house/citizen",
        "house/merchant",
        "house/merchant",
    ]
    assert found["Marcus"].created is not None
    assert [die.template for die in found["Gaius"].dice] == ["roman", "", "", ""]


@pytest.mark.timeout(180)
def test_twenty_sessions_are_played_and_undone_to_the_first_file(send_off: Send, tmp_path: Path) -> None:
    path = tmp_path / "ragnar.bones"
    write_character(path, ragnar())
    before = path.read_bytes()
    seen = send_off("sessions", str(tmp_path / "data"), str(path), "20")
    assert seen[0]["dice"] == 7
    assert seen[0]["saved"] is True
    assert seen[1] == {"undone": True}
    assert path.read_bytes() == before
