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


@pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.game.id)
def test_what_is_exported_is_read_back(run, tmp_path, stored):
    source = stored.samples[0]
    who = stored.form.read(source).value
    for form, name in (("foundry", "a.json"), ("obsidian", "a.md"), ("roll20", "r.txt"), ("discord", "d.txt")):
        run("export", str(source), f"--{form}", str(tmp_path / name))
        [made] = run("paste", str(tmp_path / name), "--out", str(tmp_path / form), "--json").json
        written = Path(made["file"])
        assert (made["name"], written.parent) == (who.name, tmp_path / form)
        if form == "foundry":
            assert written.read_bytes() == source.read_bytes()
        else:
            found = stored.form.read(written).value
            assert found.id not in {who.id, "0" * 32}
            assert stored.form.dump(found.with_(id=who.id)) == stored.form.dump(who)


def test_a_foreign_or_damaged_actor_is_refused_in_one_line(run, tmp_path):
    actor = tmp_path / "a.json"
    run("export", str(RAGNAR), "--foundry", str(actor))
    body = json.loads(actor.read_bytes())
    flags = body["flags"]["bones-desktop"]
    for changed, why in (
        ({}, "did not export"),
        ({"bones-desktop": flags | {"version": 9}}, "newer"),
        ({"bones-desktop": flags | {"file": flags["file"][:-9]}}, "damaged"),
    ):
        actor.write_text(json.dumps(body | {"flags": changed}), encoding="utf-8")
        refused = run("paste", str(actor), "--out", str(tmp_path / "out"))
        assert refused.is_one_line_error
        assert why in refused.err, refused.err
    assert not (tmp_path / "out").exists()
