"""The command `export`."""

import json
from pathlib import Path

import pytest

from bones_desktop.storage.games import GAMES

RAGNAR = next(path for path in GAMES[0].samples if path.stem == "ragnar")


def test_every_form_is_written_and_written_again(run, tmp_path):
    forms = {"foundry": "r.json", "obsidian": "r.md", "roll20": "r.txt", "discord": "d.txt"}
    given = [text for form, name in forms.items() for text in (f"--{form}", str(tmp_path / name))]
    for _time in range(2):
        told = run("export", str(RAGNAR), *given, "--json")
        assert (told.code, sorted(told.json["files"])) == (0, sorted(forms))
    actor = json.loads((tmp_path / "r.json").read_bytes())
    assert actor["flags"]["bones-desktop"]["file"].encode() == RAGNAR.read_bytes()


@pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.game.id)
def test_text_is_printed(run, stored):
    for given in (["--roll20"], ["--roll20", "-"]):
        assert run("export", str(stored.samples[0]), *given).out.startswith("&{template:default} {{name=")
    assert run("export", str(stored.samples[0]), "--discord").out.startswith("🎲 **")


def test_mistakes_are_one_line_and_write_nothing(run, tmp_path):
    other = tmp_path / "note.md"
    other.write_text("my own note", encoding="utf-8")
    for given, why in (
        ([], "name at least one file"),
        (["--roll20", "--discord"], "go to the same place"),
        (["--foundry", str(tmp_path / "a.txt"), "--obsidian", str(tmp_path / "a.txt")], "go to the same place"),
        (["--foundry", str(tmp_path / "new.json"), "--obsidian", str(other)], "is a file of another kind"),
        (["--foundry", str(tmp_path / "none" / "a.json")], "is missing"),
        (["--foundry", str(tmp_path)], ""),
    ):
        told = run("export", str(RAGNAR), *given)
        assert told.is_one_line_error, given
        assert why in told.err
    assert run("export", str(Path("none.bones")), "--discord").is_one_line_error
    assert other.read_text(encoding="utf-8") == "my own note"
    assert [each.name for each in tmp_path.iterdir()] == ["note.md"]
