from pathlib import Path

import pytest

from bones_desktop.storage.files.characterfile import CHARACTERS, read_character

MUSEUM = Path(__file__).parents[2] / "data" / "museum"
SCHEMA = CHARACTERS.schema


@pytest.mark.parametrize("path", sorted(MUSEUM.rglob("*.bones")), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_file_of_the_museum_can_be_read(path):
    found = read_character(path)
    assert found.schema == int(path.parent.name.removeprefix("schema-"))
    assert found.value.name


def test_the_museum_holds_files_of_every_schema():
    assert {int(path.parent.name.removeprefix("schema-")) for path in MUSEUM.rglob("*.bones")} == set(
        range(1, SCHEMA + 1)
    )
