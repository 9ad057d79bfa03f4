"""A broken rulebook file says which file and which entry is wrong."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.storage.files.shippedfiles import ShippedFileError
from bones_desktop.storage.rulebookfile import FILES, load_rulebook
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
    ("file", "how", "entry", "message"),
    [
        ("skills.json", lambda e: e[0].pop("covers"), 1, "covers: missing"),
        ("skills.json", lambda e: e[0].update(colour="red"), 1, "colour"),
        ("skills.json", lambda e: e[1].update(aptitude="moral"), 2, "aptitude"),
        ("skills.json", lambda e: e[1].update(id="artisan"), 2, "used twice"),
        ("skills.json", lambda e: e[1].update(source=""), 2, "is empty"),
        ("skills.json", lambda e: e[1].update(aliases=["Artisan"]), 2, "already means"),
        ("skills.json", lambda e: e[1].update(id="poison"), 2, "another icon"),
        ("masteries.json", lambda e: e[0].update(number="1"), 1, "number: int_type"),
        ("masteries.json", lambda e: e[0]["counts"][0].update(skill="art"), 1, "'art'"),
        ("masteries.json", lambda e: e[0].update(rank=4), 1, "1, 2 or 3"),
        ("races.json", lambda e: e[0]["readings"][0].update(mastery="slam"), 1, "'slam'"),
        ("abilities.json", lambda e: e[1].update(rider="frost"), 2, "'frost'"),
        ("equipment.json", lambda e: e[1]["faces"].__setitem__(2, "meelee"), 2, "'meelee'"),
        ("equipment.json", lambda e: e[1]["faces"].__setitem__(2, "Melee!"), 2, "faces.2: value_error"),
        ("equipment.json", lambda e: e[1]["faces"].__setitem__(2, 7), 2, "faces.2: value_error"),
        ("equipment.json", lambda e: e[1]["faces"].pop(), 2, "six faces, not 5"),
        ("equipment.json", lambda e: e[1].update(use="toy"), 2, "use: enum"),
        ("templates.json", lambda e: e[0]["slots"][2]["options"].append("x9"), 1, "'x9'"),
        ("templates.json", lambda e: e[0]["slots"][4].update(free=False), 1, "free or have options"),
        ("templates.json", lambda e: e[0]["opens"].append("pirate"), 1, "'pirate'"),
        ("house-templates.json", lambda e: e[0].update(derived_from="x"), 1, "'x'"),
        ("beasts.json", lambda e: e[0]["dice"][1].update(die="bear"), 1, "'bear'"),
        ("beasts.json", lambda e: e[0].update(dice=[]), 1, "is empty"),
        ("beasts.json", lambda e: e[0].update(dice=7), 1, "not iterable"),
        ("adventure-blocks.json", lambda e: e[0]["equipment"].append("gun"), 1, "'gun'"),
        ("task-examples.json", lambda e: e[4].update(difficulty="hard"), 5, "'hard'"),
        ("task-checks.json", lambda e: e[0].update(skill="luck"), 1, "'luck'"),
        ("income.json", lambda e: e[1]["skills"].append("luck"), 2, "'luck'"),
    ],
)
def test_a_wrong_entry_is_named(folder: Path, file: str, how: Change, entry: int, message: str) -> None:
    change(folder, file, how)
    with pytest.raises(ShippedFileError) as caught:
        load_checked(folder)
    assert str(caught.value).startswith(f"{file}, entry {entry}: ")
    assert message in str(caught.value)


@pytest.mark.parametrize("content", [b"[{", b"\xff\xfe\x00", b"[" * 100_000, b"7", b"[1]"])
def test_a_file_that_is_no_list_is_named(folder: Path, content: bytes) -> None:
    (folder / "races.json").write_bytes(content)
    with pytest.raises(ShippedFileError, match=r"races\.json"):
        load_rulebook(folder)


def test_text_that_cannot_be_shown_is_told(folder: Path) -> None:
    change(folder, "races.json", lambda entries: entries[0].update(name="half a sign: \ud800"))
    with pytest.raises(ShippedFileError, match=r"races\.json, entry 1: .*name"):
        load_rulebook(folder)


def test_a_missing_file_is_named(folder: Path) -> None:
    (folder / "cast.json").unlink()
    with pytest.raises(ShippedFileError, match=r"cast\.json: "):
        load_rulebook(folder)
