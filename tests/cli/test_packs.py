"""The commands know the user's packs where they read characters."""

from pathlib import Path

import pytest

from bones_desktop.rules.bones.life.packs import with_packs
from bones_desktop.rules.bones.making.edits import set_template
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.packfile import write_pack
from tests.support.packs import norse
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


@pytest.fixture
def raider(tmp_path: Path) -> str:
    book = with_packs(rulebook(), [norse()])
    path = tmp_path / "raider.bones"
    write_character(path, set_template(book, ragnar(), 3, "norse/raider"))
    return str(path)


def test_a_character_of_a_pack_is_checked_with_the_packs_of_the_data_folder(run, raider, tmp_path):
    missing = run("check", raider, "--data-dir", str(tmp_path))
    assert missing.code == 1
    assert "die 4: This die was made from “Raider” of the pack “norse”, which is not here" in missing.out
    packs = tmp_path / "data" / "packs"
    packs.mkdir(parents=True)
    write_pack(packs / "norse.bonespack.json", norse())
    there = run("check", raider, "--data-dir", str(tmp_path))
    assert "This die was made" not in there.out
    assert not there.err


def test_a_damaged_pack_is_told_and_stops_nothing(run, raider, tmp_path):
    packs = tmp_path / "data" / "packs"
    packs.mkdir(parents=True)
    (packs / "bad.json").write_text('{"format": "bones-desktop-pack"\n "schema": 1}', encoding="utf-8")
    result = run("odds", raider, "--skill", "melee", "--difficulty", "average", "--data-dir", str(tmp_path))
    assert result.code == 0
    assert "bad.json cannot be used as a pack. Line 2, column 2:" in result.err
    assert result.err.count("\n") == 1


def test_dice_given_as_text_need_no_packs(run, tmp_path):
    packs = tmp_path / "data" / "packs"
    packs.mkdir(parents=True)
    (packs / "bad.json").write_text("{", encoding="utf-8")
    result = run("dice", "Fighter", "--data-dir", str(tmp_path))
    assert (result.code, result.err) == (0, "")


def test_the_sheet_of_a_character_of_a_pack_is_written(run, raider, tmp_path, qapp):
    # An application made by the command has no widgets, and tests after it would find it.
    out = tmp_path / "raider.pdf"
    assert run("sheet", raider, "--pdf", str(out), "--data-dir", str(tmp_path)).code == 0
    assert out.stat().st_size > 1000
