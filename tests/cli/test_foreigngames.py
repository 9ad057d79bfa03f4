"""Every command that reads a character's file says when it is of a game that is not known, and leaves it as it is."""

from pathlib import Path

import pytest

from tests.support.foreign import HOSTILE, foreign_character

COMMANDS = {
    "check": ("check",),
    "check --json": ("check", "--json"),
    "roll": ("roll", "--skill", "MANEUVER", "--difficulty", "average"),
    "odds": ("odds", "--skill", "MANEUVER", "--difficulty", "average"),
    "read": ("read", "--skill", "MANEUVER", "--faces", "1,2,3,4", "--difficulty", "average"),
    "sheet": ("sheet", "--pdf", "OUT"),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "Canny.bones"
    path.write_bytes(foreign_character())
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_a_game_that_is_not_known_is_said_in_one_line(run, path: Path, name: str, tmp_path: Path) -> None:
    command, *more = COMMANDS[name]
    before, out = path.read_bytes(), tmp_path / "sheet.pdf"
    result = run(command, str(path), *(str(out) if each == "OUT" else each for each in more))
    assert result.code == 2
    assert result.err.endswith(
        "Canny.bones is a character of “far_stars”, a game that this version does not know. A newer version of this "
        "program may open it. The file was left as it is.\n"
    )
    assert result.err.count("\n") == 1
    assert "Traceback" not in result.err
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["Canny.bones"]


@pytest.mark.parametrize("system", HOSTILE, ids=lambda system: repr(system)[:20])
def test_a_hostile_name_of_a_game_is_one_line_too(run, path: Path, system: object) -> None:
    path.write_bytes(foreign_character(system))
    result = run("check", str(path))
    assert result.code == 2
    assert "does not say to which game its character belongs" in result.err
    assert result.err.count("\n") == 1
    assert len(result.err) < 300


def test_others_beside_it_are_checked_all_the_same(run, path: Path) -> None:
    sample = Path(__file__).parents[2] / "resources" / "games" / "bones" / "samples" / "bob.bones"
    result = run("check", str(path), str(sample), "--json")
    assert result.code == 2
    assert [each["file"] for each in result.json] == [str(path), str(sample)]
    assert [(each["legal"], "refused" in each) for each in result.json] == [(False, True), (True, False)]
    assert "“far_stars”" in result.err


def test_it_is_no_opponent(run, path: Path) -> None:
    sample = Path(__file__).parents[2] / "resources" / "games" / "bones" / "samples" / "bob.bones"
    before = path.read_bytes()
    for arguments in (
        ("fight", str(sample), str(path)),
        ("fight", str(path), str(sample)),
        ("odds", str(sample), "--skill", "melee", "--versus", str(path)),
    ):
        result = run(*arguments)
        assert result.code == 2
        assert "is a character of “far_stars”" in result.err
    assert path.read_bytes() == before
