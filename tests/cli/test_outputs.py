"""No command destroys a file of another kind, or another character, at the path it writes to."""

import os
from pathlib import Path

import pytest

from bones_desktop.storage.files.shippedfiles import shipped
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.games import read_any

SAMPLES = shipped("resources") / "games" / "bones" / "samples"
THINGS = {
    "hero.bones": (SAMPLES / "ragnar.bones").read_bytes(),
    "damaged.bones": b'{"format": ',
    "war.bones-campaign": b'{\n "campaign": {}',
    "raid.bones-fight": b'{\n "fight": {}',
    "house.json": b'{\n "entries": {}',
    "throws.sqlite3": b"SQLite format 3\0",
    "notes.txt": b"My notes",
}
COMMANDS = (
    ("sheet", "HERO", "--pdf", "OUT"),
    ("faces", "HERO", "--pdf", "OUT"),
    ("faces", "HERO", "--svg", "FOLDER", "--pdf", "OUT"),
    ("nets", "HERO", "--pdf", "OUT"),
    ("legend", "HERO", "--pdf", "OUT"),
    ("cards", "tiger", "--pdf", "OUT"),
    ("party", "HERO", "--pdf", "OUT"),
    ("encounter", "HERO", "--pdf", "OUT"),
    ("screen", "--pdf", "OUT"),
    ("picture", "HERO", "--png", "OUT"),
    ("model", "HERO", "--3mf", "OUT"),
    ("model", "HERO", "--stl", "OUT"),
    ("model", "HERO", "--3mf", "NEW", "--stl", "OUT"),
)


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    for name, data in THINGS.items():
        (tmp_path / name).write_bytes(data)
    os.link(tmp_path / "hero.bones", tmp_path / "hard.pdf")
    if os.name == "posix":
        (tmp_path / "soft.png").symlink_to("hero.bones")
    return tmp_path


def _held(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: " ".join(words))
@pytest.mark.parametrize("out", [*THINGS, "hard.pdf", pytest.param("soft.png", marks=pytest.mark.skipif(
    os.name != "posix", reason="links as POSIX has them"))])  # fmt: skip
def test_a_paper_a_picture_or_a_model_replaces_nothing_of_another_kind(qapp, run, shelf, command, out) -> None:
    before = _held(shelf)
    names = {"OUT": out, "HERO": "hero.bones", "NEW": "new.3mf", "FOLDER": "svgs"}
    result = run(*(str(shelf / names[word]) if word in names else word for word in command))
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert f"{out} is there already and is a file of another kind. Choose another name." in result.err
    assert _held(shelf) == before
    assert not (shelf / "svgs").exists()


def test_a_paper_of_its_own_kind_or_an_empty_file_is_replaced(qapp, run, shelf) -> None:
    out = shelf / "sheet.pdf"
    out.write_bytes(b"")
    for _time in range(2):
        assert run("sheet", str(shelf / "hero.bones"), "--pdf", str(out)).code == 0
        assert out.read_bytes().startswith(b"%PDF")


def test_faces_are_not_written_over_what_only_has_their_name(qapp, run, shelf) -> None:
    folder = shelf / "svgs"
    hero = str(shelf / "hero.bones")
    assert run("faces", hero, "--svg", str(folder)).code == 0
    assert run("faces", hero, "--svg", str(folder)).code == 0
    first, *_others, last = sorted(folder.iterdir())
    last.unlink()
    os.link(hero, last)
    first.unlink()
    assert run("faces", hero, "--svg", str(folder)).code == 2
    assert last.read_bytes() == THINGS["hero.bones"]
    assert not first.exists(), "nothing is written where not all can be"


def test_two_models_need_two_files(run, shelf) -> None:
    out = str(shelf / "die")
    result = run("model", str(shelf / "hero.bones"), "--3mf", out, "--stl", out)
    assert (result.code, "the same file" in result.err, Path(out).exists()) == (2, True, False)


@pytest.mark.parametrize("out", [name for name in THINGS if name != "hero.bones"])
@pytest.mark.parametrize("command", [("new", "--surprise", "--force"), ("do", "HERO", "blow", "--set", "points=1")])
def test_only_a_character_is_written_over(run, shelf, command, out) -> None:
    before = _held(shelf)
    result = run(*(str(shelf / "hero.bones") if word == "HERO" else word for word in command), "--out",
                 str(shelf / out))  # fmt: skip
    assert (result.code, result.out, result.err.count("\n")) == (2, "", 1)
    assert _held(shelf) == before


@pytest.mark.parametrize("game", ["bones", "five_modes"])
def test_an_act_is_not_written_over_another_character(run, shelf, game) -> None:
    other = shelf / "other.bones"
    assert run("new", "--game", game, "--seed", "5", "--out", str(other)).code == 0
    before = _held(shelf)
    result = run("do", str(shelf / "hero.bones"), "blow", "--set", "points=1", "--out", str(other))
    assert (result.code, result.out) == (2, "")
    assert "other.bones is another character" in result.err
    assert _held(shelf) == before


@pytest.mark.parametrize("command", [
    ("new", "--surprise", "--force", "--out", "HERO"),
    ("do", "HERO", "blow", "--set", "points=1", "--out", "HERO"),
    ("do", "HERO", "blow", "--set", "points=1", "--out", "COPY"),
])  # fmt: skip
def test_a_character_that_is_replaced_has_an_earlier_version(run, shelf, command) -> None:
    names = {"HERO": str(shelf / "hero.bones"), "COPY": str(shelf / "copy.bones")}
    (shelf / "copy.bones").write_bytes(THINGS["hero.bones"])
    data = shelf / "kept"
    assert run(*(names.get(word, word) for word in command), "--data-dir", str(data)).code == 0
    out = Path(names[command[-1]])
    assert out.read_bytes() != THINGS["hero.bones"]
    ragnar = read_any(SAMPLES / "ragnar.bones")[1].value
    (kept,) = (data / "data" / "versions" / ragnar.id).glob("*.bones")
    assert kept.read_bytes() == THINGS["hero.bones"]


def test_a_file_that_another_program_changed_meanwhile_is_not_written(run, shelf, monkeypatch) -> None:
    hero = shelf / "hero.bones"
    theirs = THINGS["hero.bones"].replace(b"Ragnar", b"Theirs")
    keep = Versions.keep

    def kept(*given) -> None:
        hero.write_bytes(theirs)
        keep(*given)

    monkeypatch.setattr(Versions, "keep", kept)
    result = run("do", str(hero), "blow", "--set", "points=1", "--out", str(hero))
    assert (result.code, result.out) == (2, "")
    assert "Another program changed hero.bones meanwhile. Nothing was written." in result.err
    assert hero.read_bytes() == theirs
