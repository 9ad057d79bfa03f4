"""The commands that need no window, called as the program calls them."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader

from bones_desktop.rules.bones.book.character import CharacterKind, LostDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import set_face
from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.games import SMALL_GAMES
from tests.support.foreach import for_each
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

SAMPLES = Path(__file__).parents[2] / "resources" / "games" / "bones" / "samples"
RAGNAR = str(SAMPLES / "ragnar.bones")
BOB = str(SAMPLES / "bob.bones")


def test_check_says_that_the_samples_are_legal_and_complete(run) -> None:
    files = [str(path) for path in sorted(SAMPLES.glob("*.bones")) if "half" not in path.name]
    result = run("check", *files, "--json")
    assert result.code == 0
    assert [(each["file"], each["legal"], each["complete"]) for each in result.json] == [(f, True, True) for f in files]


def test_check_says_what_is_missing(run) -> None:
    result = run("check", str(SAMPLES / "ragnar-half-done.bones"), "--json")
    assert result.code == 1
    [found] = result.json
    assert found["legal"]
    assert not found["complete"]
    assert {
        "rule": "CHR-4",
        "where": "die 2, face 4",
        "text": "Hunter/Gatherer needs Perception or Stealth here.",
    } in found["problems"]


def test_check_says_what_is_not_legal(run, tmp_path: Path) -> None:
    hero = ragnar()
    faces = list(hero.dice[0].faces)
    faces[2] = faces[4]
    dice = (hero.dice[0].with_(faces=tuple(faces)), *hero.dice[1:])
    write_character(tmp_path / "odd.bones", hero.with_(dice=dice))
    result = run("check", str(tmp_path / "odd.bones"), "--json")
    assert result.code == 1
    assert not result.json[0]["legal"]
    assert result.json[0]["problems"][0]["where"] == "die 1, face 3"


def test_check_of_a_damaged_file_is_one_line(run, tmp_path: Path) -> None:
    (tmp_path / "broken.bones").write_text("{")
    result = run("check", str(tmp_path / "broken.bones"))
    assert result.code == 2
    assert "broken.bones is damaged" in result.err


def test_check_tells_of_dice_that_were_never_earned(run, tmp_path: Path) -> None:
    grown = ragnar().with_(dice=(*ragnar().dice, ragnar().dice[2].with_(template="")))
    path = tmp_path / "grown.bones"
    write_character(path, grown)
    result = run("check", str(path))
    assert result.code == 1
    assert "grown.bones: not legal, complete\n" in result.out
    assert "A new character has 4 dice, this one 5." in result.out
    assert "(DICE-6)" in result.out
    write_character(path, grown.with_(played_before=4))
    result = run("check", str(path))
    assert result.code == 0
    assert result.out.startswith(f"{path}: legal and complete; it has played 4 sessions before\n")
    assert run("check", str(path), "--json").json[0]["played_before"] == 4


def test_check_tells_what_is_taken_on_trust(run, tmp_path: Path) -> None:
    """Changes by permission, sessions of no line and house rules are legal, and the game master is to know of them."""
    made = finish(rulebook(), ragnar(), "2026-11-26")
    open_to_doubt = set_face(rulebook(), made, 0, 4, face("thief"), permitted=True, today="2026-11-26").with_(
        sessions=7, house_rules=HouseRules(elf_icon_allows_magic=False, weapons_never_defend=True)
    )
    path = tmp_path / "doubt.bones"
    write_character(path, open_to_doubt)
    answer = run("check", str(path))
    assert answer.code == 0
    assert answer.out.splitlines()[0] == (
        f"{path}: legal and complete; the GM permitted 1 change of it; "
        "7 of its sessions are missing from its ledger; played by 2 house rules"
    )
    [told] = run("check", str(path), "--json").json
    assert (told["kind"], told["permitted"], told["sessions_without_line"]) == ("player", 1, 7)
    assert told["house_rules"] == ["weapons_never_defend", "elf_icon_allows_magic"]
    write_character(
        path, open_to_doubt.with_(kind=CharacterKind.CAST, created=None, ledger=(), house_rules=HouseRules())
    )
    assert "it is a cast member, not a player's character" in run("check", str(path)).out


def test_check_tells_the_house_rules_of_a_smaller_game(run, tmp_path: Path) -> None:
    stored = next(each for each in SMALL_GAMES if each.game.id == "basics")
    who = stored.form.read(stored.samples[0]).value
    stored.form.write(tmp_path / "who.bones", who.with_(house=who.house.with_(growth=not who.house.growth)))
    [told] = run("check", str(tmp_path / "who.bones"), "--json").json
    assert told["house_rules"] == ["growth"]


def test_check_lists_every_file_that_it_refuses(run, tmp_path: Path) -> None:
    (tmp_path / "broken.bones").write_text("{")
    (tmp_path / "folder.bones").mkdir()
    names = [str(tmp_path / name) for name in ("broken.bones", "folder.bones", "gone.bones")]
    result = run("check", names[0], RAGNAR, *names[1:], "--json")
    assert result.code == 2
    assert [each["file"] for each in result.json] == [names[0], RAGNAR, *names[1:]]
    for told in (each for each in result.json if each["file"] != RAGNAR):
        assert (told["legal"], told["complete"], told["problems"]) == (False, False, [])
        assert told["refused"]
    assert result.err.count("\n") == 3


def test_read_reads_the_faces_given(run) -> None:
    result = run(
        "read", RAGNAR, "--skill", "MANEUVER", "--faces", "1,2,6,6", "--difficulty", "average", "--nulls", "2", "--json"
    )
    assert result.code == 0
    assert {key: value for key, value in result.json.items() if key != "dice"} == {
        "allowed": True,
        "allowed_by_gm": False,
        "reason": None,
        "cap": None,
        "successes": 4,
        "net": 2,
        "success": True,
        "damage": 0,
    }
    assert [die["counts"] for die in result.json["dice"]] == [1, 1, 1, 1]
    assert [die["face"] for die in result.json["dice"]] == ["Universal", "Physical", "Maneuver", "Maneuver"]


def test_read_counts_the_two_nulls_of_impossible_on_top(run) -> None:
    result = run(
        "read",
        RAGNAR,
        "--skill",
        "maneuver",
        "--faces",
        "1,2,6,6",
        "--difficulty",
        "Impossible",
        "--nulls",
        "1",
        "--json",
    )
    assert (result.json["successes"], result.json["net"]) == (4, 1)


def test_a_task_that_is_not_allowed_is_still_read(run) -> None:
    result = run(
        "read", BOB, "--skill", "thief", "--faces", "1,1,1,1", "--difficulty", "easy", "--nulls", "0", "--json"
    )
    assert result.code == 0
    assert not result.json["allowed"]
    assert result.json["reason"] == "Thief needs at least one fitting icon on your dice."
    assert (result.json["cap"], result.json["successes"], result.json["success"]) == (0, 0, False)


def test_the_gm_allows_a_task_without_a_fitting_icon(run) -> None:
    asked = ("read", BOB, "--skill", "thief", "--faces", "1,1,1,1", "--difficulty", "easy", "--nulls", "0")
    result = run(*asked, "--allowed", "--json")
    assert (result.json["allowed"], result.json["allowed_by_gm"], result.json["reason"]) == (True, True, None)
    assert (result.json["cap"], result.json["successes"], result.json["success"]) == (2, 2, True)
    assert "The GM allows it without a fitting icon" in run(*asked, "--allowed").out
    plain = run("read", BOB, "--skill", "magic", *asked[4:], "--json").json
    assert run("read", BOB, "--skill", "magic", *asked[4:], "--allowed", "--json").json == plain
    assert plain["allowed_by_gm"] is False


def test_items_and_hindering_dice_come_after_the_character_dice(run) -> None:
    result = run(
        "read", "--dice", "Sneak x2", "--skill", "stealth", "--faces", "3,3",
        "--items", "boots of stealth; Full shield", "--item-faces", "1,4",
        "--hindering", "Poison", "--hindering-faces", "1", "--against", "1", "--json",
    )  # fmt: skip
    assert result.code == 0
    assert [die["die"] for die in result.json["dice"]] == [
        "Sneak",
        "Sneak",
        "Boots of Stealth",
        "Full shield",
        "Poison",
    ]
    # Poison takes one of the two dice that counted; the shield's Double Encumbrance and the opponent come off after.
    assert (result.json["successes"], result.json["damage"], result.json["net"]) == (2, 1, -1)


def test_roll_is_repeatable_and_reads_as_read_does(run) -> None:
    first = run("roll", BOB, "--skill", "magic", "--difficulty", "almost impossible", "--seed", "7", "--json").json
    again = run("roll", BOB, "--skill", "magic", "--difficulty", "almost-impossible", "--seed", "7", "--json").json
    assert first == again
    assert first["seed"] == 7
    faces = ",".join(map(str, first["faces"]))
    read = run(
        "read",
        BOB,
        "--skill",
        "magic",
        "--faces",
        faces,
        "--difficulty",
        "almost impossible",
        "--nulls",
        str(first["nulls"]),
        "--json",
    ).json
    assert {key: first[key] for key in read} == read


def test_roll_without_a_seed_tells_the_one_it_took(run) -> None:
    first = run("roll", BOB, "--skill", "magic", "--against", "2", "--json").json
    again = run("roll", BOB, "--skill", "magic", "--against", "2", "--seed", str(first["seed"]), "--json").json
    assert first == again


def test_dice_of_a_printed_line(run) -> None:
    result = run("dice", "Sneak x2; Criminal x2; Universal, Mental, Healer, Healer, Social, Perception", "--json")
    assert result.code == 0
    assert [die["die"] for die in result.json[:4]] == ["Sneak", "Sneak", "Criminal", "Criminal"]
    assert result.json[4]["faces"] == ["Universal", "Mental", "Healer", "Healer", "Social", "Perception"]
    assert all(len(die["faces"]) == 6 for die in result.json)


def test_a_sheet_is_written_without_a_display(tmp_path: Path) -> None:
    target = tmp_path / "Ragnar.pdf"
    done = subprocess.run(
        [sys.executable, "-m", "bones_desktop", "sheet", RAGNAR, "--pdf", str(target), "--paper", "Letter"],
        capture_output=True, text=True, timeout=60, check=False, cwd=Path(__file__).parents[2],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    pages = PdfReader(target).pages
    assert "Ragnar" in pages[0].extract_text()
    assert [round(float(side)) for side in pages[0].mediabox[2:]] == [612, 792]


@for_each(
    "arguments",
    [
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6", "--difficulty", "average", "--nulls", "2"),
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6,7", "--difficulty", "average", "--nulls", "2"),
        ("read", RAGNAR, "--skill", "manuever", "--faces", "1,2,6,6", "--difficulty", "average", "--nulls", "2"),
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6,6", "--difficulty", "hard", "--nulls", "2"),
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6,6", "--difficulty", "average", "--nulls", "5"),
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6,6", "--difficulty", "average"),
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6,6"),
        ("read", RAGNAR, "--skill", "maneuver", "--faces", "1,2,6,6", "--against", "1", "--nulls", "1"),
        ("read", RAGNAR, "--dice", "Sneak", "--skill", "stealth", "--faces", "1", "--against", "1"),
        ("read", "--skill", "stealth", "--faces", "1", "--against", "1"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "x"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "1_0"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "1", "--penalty", "+1"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "1", "--seed", "1_0"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "1", "--seed", "７"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "1", "--bought", "+1"),
        ("roll", RAGNAR, "--skill", "stealth", "--against", "1", "--seed", "1" * 50),
        ("dice", "Snek"),
        ("dice", "Universal, Physical, Melee, Melee, Melee, Melee, Melee"),
        ("dice", ""),
        ("sheet", RAGNAR, "--pdf", "/nowhere/at/all/x.pdf"),
        ("sheet", RAGNAR, "--pdf", "x.pdf", "--paper", "A5"),
        ("check", "not-there.bones"),
        ("check",),
        ("--no-such-option",),
    ],
)
def test_every_mistake_is_one_line_and_exit_2(run, qapp: object, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.is_one_line_error, (result.code, result.out, result.err)


def test_a_misspelt_skill_is_answered_with_what_was_perhaps_meant(run) -> None:
    result = run("read", RAGNAR, "--skill", "manuever", "--faces", "1,1,1,1", "--against", "1")
    assert "Maneuver" in result.err


def test_faces_left_out_of_the_text_are_blank(run) -> None:
    assert run("dice", "Universal, Melee x2", "--json").json == [
        {"die": "Die 1", "faces": ["Universal", "Melee", "Melee", "Blank", "Blank", "Blank"]}
    ]
    reading = run("read", "--dice", "Universal, Melee", "--skill", "melee", "--faces", "6", "--against", "0", "--json")
    assert reading.json["dice"][0]["face"] == "Blank"


def test_challenge_dice_hinder_too(run) -> None:
    reading = run(
        "read", "--dice", "Fighter x2", "--skill", "melee", "--faces", "1,3",
        "--hindering", "Challenge; Poison", "--hindering-faces", "1,3", "--against", "0", "--json",
    )  # fmt: skip
    assert (reading.json["successes"], reading.json["net"], reading.json["damage"]) == (2, 1, 0)


def command(*arguments: str, encoding: str = "utf-8", **streams) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bones_desktop", *arguments],
        env={**os.environ, "PYTHONIOENCODING": encoding},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        **streams,
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_one_line() -> None:
    with Path("/dev/full").open("w") as full:
        result = command("dice", "Fighter", stdout=full)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "could not be written" in result.stderr


def test_a_reader_that_went_away_is_no_traceback() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = command("dice", "Fighter", stdout=writer)
    finally:
        os.close(writer)
    assert (result.returncode, result.stderr) == (2, "")


def test_a_terminal_without_our_signs_gets_an_answer_all_the_same() -> None:
    result = command(
        "read", "--dice", "Fighter", "--skill", "melee", "--faces", "1", "--against", "1",
        encoding="ascii", stdout=subprocess.PIPE,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    assert "Net result: 0." in result.stdout


def test_a_mistyped_command_is_told(run) -> None:
    result = run("chek", RAGNAR)
    assert result.is_one_line_error
    assert "no command “chek”" in result.err


def test_the_data_folder_may_be_given_before_the_command(run, tmp_path: Path) -> None:
    usual = run("check", RAGNAR, "--data-dir", str(tmp_path))
    for option in (("--data-dir", str(tmp_path)), (f"--data-dir={tmp_path}",)):
        assert run(*option, "check", RAGNAR).out == usual.out != ""


def test_a_command_after_another_option_is_told_to_stand_first(run) -> None:
    result = run("--safe", "check", RAGNAR)
    assert result.is_one_line_error
    assert "write the command before files and options: bones-desktop check …" in result.err


def test_a_folder_is_no_character(run, tmp_path: Path, qapp: object) -> None:
    for result in (
        run("check", str(tmp_path)),
        run("sheet", RAGNAR, "--pdf", str(tmp_path)),
    ):
        assert result.is_one_line_error
        assert "is not a file" in result.err


@pytest.mark.parametrize("command", ["check", "round"])
def test_a_missing_file_is_named_with_its_folder(
    command: str, run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(command, "nobody.bones")
    assert result.is_one_line_error
    assert f"There is no file nobody.bones in {tmp_path}." in result.err


def test_numbers_below_zero_have_one_minus_sign(run) -> None:
    result = run("read", "--dice", "Fighter", "--skill", "melee", "--faces", "1", "--against", "3")
    assert "The other side: −3." in result.out
    assert "Net result: −2." in result.out


def test_a_reading_without_a_die_left_is_a_reading(run, tmp_path: Path) -> None:
    path = tmp_path / "down.bones"
    write_character(path, ragnar().with_(lost=tuple(LostDie(die=die) for die in range(4))))
    result = run("read", str(path), "--skill", "melee", "--faces", "", "--against", "1", "--json")
    assert result.code == 0
    assert not result.json["allowed"]
    assert result.json["dice"] == []


LIGHT = """
import sys
from bones_desktop.main import main
code = main(sys.argv[1:])
heavy = [name for name in ("pydantic", "numpy", "PySide6") if name in sys.modules]
sys.exit(f"{code} {heavy}" if code or heavy else 0)
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("dice", "Fighter x2; Universal, Melee"),
        ("read", "--dice", "Fighter x2", "--skill", "melee", "--faces", "1,4", "--difficulty", "easy", "--nulls", "1"),
        ("roll", "--dice", "Fighter x2", "--skill", "melee", "--difficulty", "easy", "--json"),
        ("odds", "--dice", "Fighter x2", "--skill", "melee", "--difficulty", "easy", "--reroll", "--json"),
        ("odds", "--dice", "Fighter x2", "--skill", "melee", "--versus", "Fighter", "--versus-skill", "defend"),
        ("fight", "Fighter x2", "Fighter", "--json"),
    ],
    ids=lambda arguments: arguments[0],
)
def test_dice_as_text_are_answered_without_heavy_libraries(arguments: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LIGHT, *arguments], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


SPARING = """
import sys
before = set(sys.modules)
from bones_desktop.main import main
code = main(sys.argv[1:])
slow = {"dataclasses", "inspect", "pathlib", "shutil", "html", "difflib", "datetime"} & (set(sys.modules) - before)
sys.exit(f"{code} {slow}" if code or slow else 0)
"""


def test_odds_of_typed_dice_wait_for_no_module_that_they_do_not_need() -> None:
    asked = ("odds", "--dice", "Fighter x2; Universal, Melee", "--skill", "melee", "--difficulty", "easy", "--json")
    done = subprocess.run(
        [sys.executable, "-c", SPARING, *asked], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_help_describes_the_command_that_was_named(run) -> None:
    said = " ".join(run("fight", "--help").out.split())
    assert "Calculate the odds of a fight between two" in said
    assert "fight --against --help" in said
    assert "PARTY" not in said
    assert "PARTY" in run("fight", "--against", "--help").out
    assert "--versus" in run("odds", "--help").out
    assert "--versus" not in run("odds", "--game", "margin", "--help").out


def test_ten_full_dice_bring_automatic_successes_that_are_read_too(run, tmp_path: Path) -> None:
    path = tmp_path / "old.bones"
    dice = (ragnar().dice * 3)[:10]
    for sessions, automatic in ((9, 0), (10, 1), (29, 2)):
        write_character(path, ragnar().with_(dice=dice, sessions=sessions))
        faces = ",".join(["1"] * 10)
        reading = run("read", str(path), "--skill", "melee", "--faces", faces, "--against", "0", "--json").json
        assert reading["successes"] == 10 + automatic


def test_dice_are_read_from_a_pasted_block_too(run) -> None:
    block = "Cavalry\nUniversal\nPhysical\nRiding\nRiding\nMelee\nMissile"
    assert [die["die"] for die in run("dice", block, "--json").json] == ["Cavalry"]
    assert [die["die"] for die in run("dice", "Horde - 3D", "--json").json] == ["Horde"] * 3
    assert run("fight", "Horde - 3D", "Goblin", "--json").json == run("fight", "Horde x3", "Goblin", "--json").json
    assert run("dice", "Cavalry\nand more").code == 2


def test_one_weapon_counts_and_the_other_lies_idle_with_its_reason(run) -> None:
    asked = ("read", "--dice", "Fighter", "--items", "Sword; Sword", "--skill", "melee", "--faces", "3", "--item-faces",
             "1,1", "--against", "0")  # fmt: skip
    found = run(*asked, "--json").json
    assert found["successes"] == 3
    assert [die["counts"] for die in found["dice"]] == [1, 2, 0]
    why = "Sword does not count: another weapon is used."
    assert found["dice"][2]["why"] == why
    assert why in run(*asked).out
    by_hand = "Double Melee, Melee, Melee, Melee, Missile, blank"
    assert run(*asked[:4], f"{by_hand}; {by_hand}", *asked[5:], "--json").json["successes"] == 3


def test_a_task_done_by_magic_is_one_level_harder(run) -> None:
    asked = ("read", "--dice", "Wizard x2", "--skill", "magic", "--faces", "5,5", "--difficulty", "average", "--nulls")
    found = run(*asked, "5", "--by-magic", "--json").json
    assert (found["difficulty"], found["net"]) == ("challenging", -3)
    assert run(*asked, "5").is_one_line_error, "an Average task has four challenge dice"
    said = run(*asked, "0", "--by-magic").out
    assert said.startswith("By magic: Average, 1 level harder: Challenging, 6 challenge dice.\n")
    assert "You describe what happens. Magic lasts only while you keep doing this task." in said
    assert "Your GM describes what happens." in run(*asked, "3").out
    rolled = run("roll", "--dice", "Wizard", "--skill", "magic", "--difficulty", "impossible", "--by-magic", "--json")
    assert rolled.json["difficulty"] == "impossible"
    beyond = ("roll", "--dice", "Wizard", "--skill", "magic", "--difficulty", "impossible", "--seed", "1", "--json")
    house = ("--house", "nulls_beyond_impossible=yes")
    assert run(*beyond, "--by-magic", *house).json["net"] == run(*beyond, *house).json["net"] - 2


@pytest.mark.parametrize(
    "rest", [("--skill", "magic", "--against", "1"), ("--skill", "thief", "--difficulty", "easy", "--nulls", "0")]
)
def test_by_magic_is_for_unopposed_magic_alone(run, rest: tuple[str, ...]) -> None:
    assert run("read", "--dice", "Wizard", "--faces", "5", "--by-magic", *rest).is_one_line_error


def test_tools_are_told_of_where_something_is_made(run) -> None:
    asked = ("read", "--dice", "Craftsman", "--faces", "3", "--difficulty", "easy", "--nulls", "0", "--skill")
    assert "Without the right tools" in run(*asked, "craft").out
    assert "Without the right tools" not in run(*asked, "artisan").out
