"""A broken rulebook file says which file, which entry and which field is wrong."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.storage.rulebookfile import FILES, RulebookFileError, load_rulebook
from tests.support.rulebookfaults import faults, load_checked
from tests.support.rulebooks import FOLDER, contents, rulebook

Change = Callable[[list[Any]], object]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(FOLDER, tmp_path / "bones"))


def change(folder: Path, file: str, how: Change) -> None:
    path = folder / file
    entries = json.loads(path.read_text(encoding="utf-8"))
    how(entries)
    path.write_text(json.dumps(entries), encoding="utf-8")


def test_a_copy_reads_the_same(folder: Path) -> None:
    assert contents(load_rulebook(folder)) == contents(rulebook())


def test_the_shipped_files_fit_together() -> None:
    assert list(faults(rulebook())) == []


def test_no_file_is_left_unread() -> None:
    guide = {"guide.json", "rules.json", "fight-tables.json"}  # tests/storage/test_guides.py reads them
    assert {path.name for path in FOLDER.glob("*.json")} - guide == {file for file, _, _ in FILES}


@pytest.mark.parametrize(
    ("file", "how", "entry", "field", "message"),
    [
        ("skills.json", lambda e: e[0].pop("covers"), "artisan", "covers", "is missing"),
        ("skills.json", lambda e: e[0].update(colour="red"), "artisan", "colour", "is not known here"),
        ("skills.json", lambda e: e[1].update(aptitude="moral"), "craft", "aptitude", "none of the words"),
        ("skills.json", lambda e: e[1].update(id="artisan"), "artisan", "id", "used twice"),
        ("skills.json", lambda e: e[1].update(source=""), "craft", "source", "is empty"),
        ("skills.json", lambda e: e[1].update(aliases=["Artisan"]), "craft", "aliases", "already means"),
        ("skills.json", lambda e: e[1].update(id="poison"), "poison", "id", "another icon"),
        ("masteries.json", lambda e: e[0].update(number="1"), "artiste", "number", "whole number"),
        ("masteries.json", lambda e: e[0]["counts"][0].update(skill="art"), "artiste", "counts", "'art'"),
        ("masteries.json", lambda e: e[0].update(rank=4), "artiste", "rank", "1, 2 or 3"),
        ("races.json", lambda e: e[0]["readings"][0].update(mastery="slam"), "elf", "readings", "'slam'"),
        ("abilities.json", lambda e: e[1].update(rider="frost"), "fire-breathing", "rider", "'frost'"),
        ("equipment.json", lambda e: e[1]["faces"].__setitem__(2, "meelee"), "sword", "faces.3", "'meelee'"),
        ("equipment.json", lambda e: e[1]["faces"].__setitem__(2, "Melee!"), "sword", "faces.3", "not a face"),
        ("equipment.json", lambda e: e[1]["faces"].__setitem__(2, 7), "sword", "faces.3", "not a face"),
        ("equipment.json", lambda e: e[1]["faces"].pop(), "sword", "faces", "six faces, not 5"),
        ("equipment.json", lambda e: e[1].update(use="toy"), "sword", "use", "none of the words"),
        ("templates.json", lambda e: e[0]["slots"][2]["options"].append("x9"), "roman", "slots.3.options.4", "'x9'"),
        ("templates.json", lambda e: e[0]["slots"][4].update(free=False), "roman", "slots.5", "free or have options"),
        ("templates.json", lambda e: e[0]["opens"].append("pirate"), "roman", "opens", "'pirate'"),
        ("house-templates.json", lambda e: e[0].update(derived_from="x"), "house/citizen", "derived_from", "'x'"),
        ("beasts.json", lambda e: e[0]["dice"][1].update(die="bear"), "barrow-wight", "dice.2.die", "'bear'"),
        ("beasts.json", lambda e: e[0]["dice"][1].update(times=0), "barrow-wight", "dice.2.times", "from 1 to 40"),
        ("beasts.json", lambda e: e[0]["dice"][1].update(name="X"), "barrow-wight", "dice.2", "already"),
        ("beasts.json", lambda e: e[0].update(dice=[]), "barrow-wight", "dice", "is empty"),
        ("adventure-blocks.json", lambda e: e[0]["equipment"].append("gun"), "tribal-warrior", "equipment", "'gun'"),
        ("task-examples.json", lambda e: e[4].update(difficulty="hard"), "5", "difficulty", "'hard'"),
        ("task-checks.json", lambda e: e[0].update(skill="luck"), "1", "skill", "'luck'"),
        ("income.json", lambda e: e[1]["skills"].append("luck"), "2", "skills", "'luck'"),
    ],
)
def test_a_wrong_entry_is_named(folder: Path, file: str, how: Change, entry: str, field: str, message: str) -> None:
    change(folder, file, how)
    with pytest.raises(RulebookFileError) as caught:
        load_checked(folder)
    assert (caught.value.file, caught.value.entry, caught.value.field) == (file, entry, field)
    assert message in caught.value.message
    assert str(caught.value).startswith(f"{file}, entry {entry}, field {field}: ")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[{", "not valid JSON"),
        (b"\xff\xfe\x00", "not valid JSON"),
        (b"[" * 100_000, "not valid JSON"),
        (b"{}", "list of entries"),
        (b"[1]", "list of entries"),
    ],
)
def test_a_file_that_is_no_list_is_named(folder: Path, content: bytes, message: str) -> None:
    (folder / "races.json").write_bytes(content)
    with pytest.raises(RulebookFileError) as caught:
        load_rulebook(folder)
    assert (caught.value.file, caught.value.entry, caught.value.field) == ("races.json", "", "")
    assert message in caught.value.message


def test_text_that_cannot_be_shown_is_told(folder: Path) -> None:
    change(folder, "races.json", lambda entries: entries[0].update(name="half a sign: \ud800"))
    with pytest.raises(RulebookFileError, match=r"races\.json, entry elf, field name: "):
        load_rulebook(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "cast.json").unlink()
    with pytest.raises(RulebookFileError, match=r"cast\.json: cannot be read"):
        load_rulebook(folder)
