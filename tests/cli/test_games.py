"""The commands of every game, as a script uses them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.bones.making.surprise import surprise
from bones_desktop.storage.files.characterfile import read_character, write_character
from tests.support.rulebooks import rulebook

SAMPLES = Path(__file__).parents[2] / "resources" / "games"
ODD = ("1_0", "+2", "٢", "２", "1.0", "0x1", "1" * 13)
"""What is no whole number, though Python reads most of it as one."""
CAST = ("read", "--game", "five_modes", "--roll", "check", "--set", "die=8", "--set", "magic=1", "--set",
        "complexity=3", "--faces", "canny=2", "--faces", "uncanny=5", "--faces", "magic=6")  # fmt: skip


@pytest.fixture
def ada(run, tmp_path: Path) -> Path:
    path = tmp_path / "ada.bones"
    given = ("--set", "die=8", "--set", "name=Ada", "--set", "talent-1=Climbing", "--set", "alignment=ring")
    assert run("new", "--game", "five_modes", "--seed", "5", *given, "--out", str(path)).code == 0
    return path


def test_games_are_listed(run):
    listed = [each["id"] for each in json.loads(run("games", "--json").out)]
    assert listed == ["bones", "five_modes", "story_bones", "basics", "margin"]


def test_a_new_adventurer_is_legal_and_the_same_for_the_same_seed(run, ada, tmp_path):
    again = tmp_path / "again.bones"
    given = ("--set", "die=8", "--set", "name=Ada", "--set", "talent-1=Climbing", "--set", "alignment=ring")
    run("new", "--game", "five_modes", "--seed", "5", *given, "--out", str(again))
    assert again.read_bytes() == ada.read_bytes()
    assert run("check", str(ada)).code == 0
    assert json.loads(ada.read_bytes())["system"] == "five_modes"


def test_check_says_what_is_missing(run, tmp_path):
    path = tmp_path / "bare.bones"
    run("new", "--game", "five_modes", "--set", "die=6", "--out", str(path))
    result = run("check", str(path), "--json")
    assert result.code == 1
    (found,) = json.loads(result.out)
    assert {each["rule"] for each in found["problems"]} >= {"FM-L5"}


def test_odds_have_the_joint_table(run):
    result = run("odds", "--game", "five_modes", "--roll", "check", "--set", "die=6", "--set", "chance=2",
                 "--set", "threat=2", "--json")  # fmt: skip
    answer = json.loads(result.out)
    assert [each["id"] for each in answer["findings"]] == ["task", "threat", "doubles"]
    cells = {(each["task"], each["threat"], each["doubles"]): (each["num"], each["den"]) for each in answer["joint"]}
    assert cells["success", "befalls", "yes"] == (1, 18)
    assert cells["failure", "passes", "no"] == (1, 3)


def test_a_throw_is_read_with_its_strain(run):
    given = ("read", "--game", "five_modes", "--roll", "check", "--set", "die=8", "--set", "magic=1",
             "--set", "complexity=7", "--faces", "canny=2", "--faces", "uncanny=5", "--faces", "magic=6",
             "--json")  # fmt: skip
    answer = json.loads(run(*given).out)
    assert {each["id"]: each["outcome"] for each in answer["findings"]} == {
        "doubles": "no", "spell": "takes", "strain": "2",
    }  # fmt: skip
    assert [(each["group"], each["count"]) for each in answer["must"]] == [("strain", 2)]
    paid = json.loads(run(*given, "--choose", "pay=1", "--faces", "strain=4").out)
    assert (paid["must"], paid["harm"]) == ([], {"act": "hurt", "value": 4})


def test_the_house_decides(run):
    given = ("read", "--game", "five_modes", "--roll", "check", "--set", "chance=6", "--faces", "canny=6",
             "--faces", "uncanny=1", "--json")  # fmt: skip
    outcomes = [
        json.loads(run(*each).out)["findings"][0]["outcome"]
        for each in (given, (*given, "--house", "sure_tasks_can_fail=no"))
    ]
    assert outcomes == ["failure", "success"]


def test_acts_are_listed_with_their_reasons_and_done(run, ada, tmp_path):
    acts = {each["id"]: each for each in json.loads(run("acts", str(ada), "--json").out)}
    assert acts["revive"]["why_not"] == "The adventurer is not down."
    assert {"name": "value", "kind": "number", "least": 0, "most": 1000, "choices": []} in acts["hurt"]["parameters"]
    before = ada.read_bytes()
    answer = json.loads(run("do", str(ada), "hurt", "--set", "kind=other", "--set", "value=99", "--json").out)
    assert answer["state"] == "down"
    assert ada.read_bytes() == before
    out = tmp_path / "down.bones"
    run("do", str(ada), "hurt", "--set", "kind=other", "--set", "value=99", "--out", str(out))
    revived = json.loads(run("do", str(out), "revive", "--faces", "d20=5", "--json").out)
    assert (revived["state"], revived["facts"]["Hits left"]) == ("hurt", 1)
    assert json.loads(run("do", str(out), "revive", "--faces", "d20=6", "--json").out)["state"] == "dead"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("odds", "--game", "six", "--roll", "check"), "no game"),
        (("odds", "--game", "five_modes", "--roll", "jump"), "no roll"),
        (("odds", "--game", "five_modes"), "--roll"),
        (("odds", "--game", "five_modes", "--roll", "check", "--set", "die=7"), "die is one of"),
        (("odds", "--game", "five_modes", "--roll", "check", "--set", "chance=x"), "whole number"),
        (("odds", "--game", "five_modes", "--roll", "check", "--set", "chance"), "NAME=VALUE"),
        (("odds", "--game", "five_modes", "--roll", "check", "--set", "luck=1"), "no --set luck"),
        (("odds", "--game", "five_modes", "--roll", "check", "--set", "magic=1"), "complexity"),
        (("odds", "--game", "five_modes", "--roll", "check", "--house", "luck=1"), "no --house luck"),
        (("read", "--game", "five_modes", "--roll", "check", "--faces", "canny=3"), "uncanny needs one more number"),
        (("read", "--game", "five_modes", "--roll", "check", "--faces", "canny=7", "--faces", "uncanny=1"), "show 7"),
        (("read", "--game", "five_modes", "--roll", "attack", "--faces", "d20=3,4"), "more numbers"),
        (("read", "--game", "five_modes", "--roll", "attack", "--faces", "d20=one"), "numbers with commas"),
        (("read", "--game", "five_modes", "--roll", "attack", "--faces", "d20=3,"), "numbers with commas"),
        (("read", "--game", "five_modes", "--roll", "attack", "--faces", "x="), "numbers with commas"),
        *((("odds", "--game", "five_modes", "--roll", "check", "--set", f"chance={n}"), "whole number") for n in ODD),
        *((("read", "--game", "five_modes", "--roll", "attack", "--faces", f"d20={n}"), "numbers") for n in ODD),
        *(((*CAST, "--choose", f"pay={n}"), "whole number from 0 to 2") for n in ODD),
        ((*CAST, "--choose", "luck=1"), "no --choose luck here; there are: pay, drop"),
        ((*CAST, "--choose", "pay=²"), "whole number from 0 to 2, not '²'"),
        ((*CAST, "--choose", "pay=3"), "whole number from 0 to 2, not '3'"),
        ((*CAST, "--choose", "pay=-1"), "whole number from 0 to 2"),
        ((*CAST, "--choose", "pay=x"), "whole number from 0 to 2"),
        (("read", "--game", "five_modes", "--roll", "attack", "--faces", "d20=3", "--choose", "pay=1"), "are: none"),
        (("new", "--game", "five_modes", "--set", "hat=red", "--out", "OUT"), "nothing called"),
        (("new", "--game", "five_modes", "--set", "die=7", "--out", "OUT"), "die is one of"),
        (("do", "ADA", "fly"), "no act"),
        (("do", "ADA", "rest"), "nothing to heal"),
        (("do", "ADA", "level"), "more experience is needed"),
        (("acts", "gone.bones"), "There is no file"),
    ],
)  # fmt: skip
def test_mistakes_are_one_line_and_two(run, ada, tmp_path, given, said):
    names = {"OUT": str(tmp_path / "out.bones"), "ADA": str(ada)}
    result = run(*(names.get(each, each) for each in given))
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") == 1
    assert not (tmp_path / "out.bones").exists()


def test_a_surprise_is_legal_and_the_same_for_its_seed_as_in_the_window(run, tmp_path):
    one, again = tmp_path / "one.bones", tmp_path / "again.bones"
    asked = ("new", "--surprise", "--concept", "WIZARD", "--culture", "gaul", "--seed", "7", "--out")
    assert "--seed 7 makes the same again" in run(*asked, str(one)).out
    run(*asked, str(again))
    assert one.read_bytes() == again.read_bytes()
    assert run("check", str(one)).code == 0
    made = surprise(rulebook(), new_character("a" * 32), 7, concept="wizard", culture="gaul")
    written = json.loads(one.read_bytes())["character"]
    assert (written["name"], len(written["dice"])) == (made.name, 4)
    told = json.loads(run("new", "--surprise", "--cast", "--json", "--out", str(tmp_path / "cast.bones")).out)
    assert isinstance(told["seed"], int)
    assert run("check", str(tmp_path / "cast.bones")).code == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--concept", "king"), "There are Fighter"),
        (("--culture", "roma"), "There are Roman"),
        (("--cast", "--culture", "roman"), "does not go with --cast"),
        (("--seed", "1.5"), "whole number"),
        (("--game", "margin"), "other games"),
        (("--set", "name=Bob"), "without --set"),
    ],
)
def test_a_surprise_with_bad_values_writes_nothing(run, tmp_path, given, said):
    result = run("new", "--surprise", *given, "--out", str(tmp_path / "out.bones"))
    assert result.code == 2
    assert said in result.err
    assert not list(tmp_path.glob("*.bones"))


@pytest.mark.parametrize("given", [("--surprise",), ("--game", "margin")])
def test_new_does_not_write_over_a_file_unless_told_to(run, ada, given):
    """It did, and whoever was in the file was lost."""
    before = ada.read_bytes()
    result = run("new", *given, "--out", str(ada))
    assert (result.code, result.out) == (2, "")
    assert "exists already" in result.err
    assert ada.read_bytes() == before
    assert run("new", *given, "--force", "--out", str(ada)).code == 0
    assert ada.read_bytes() != before


def test_the_sheet_is_written(run, ada, tmp_path, qapp):
    out = tmp_path / "ada.pdf"
    assert run("sheet", str(ada), "--pdf", str(out)).code == 0
    assert out.read_bytes().startswith(b"%PDF")


def test_odds_of_a_file_follow_its_house_rules(run, tmp_path):
    """They followed the usual ones, whatever the character's said."""
    from bones_desktop.storage.games import game_of

    small = game_of("five_modes")
    who = small.game.new("a" * 32).with_(name="Ash", die=6)
    path = tmp_path / "ash.bones"
    small.form.write(path, who.with_(house=who.house.with_(sure_tasks_can_fail=False)))
    ask = ["odds", str(path), "--roll", "check", "--set", "chance=6", "--json"]
    found = []
    for more in ([], ["--house", "sure_tasks_can_fail=yes"]):
        outcomes = json.loads(run(*ask, *more).out)["findings"][0]["outcomes"]
        found.append({each["id"]: each["num"] / each["den"] for each in outcomes}.get("failure", 0))
    assert found[0] == 0 < found[1]


def test_bones_is_thrown_for_read_and_changed_in_the_words_of_every_game(run, tmp_path):
    file = str(tmp_path / "hild.bones")
    assert run("new", "--game", "bones", "--seed", "3", "--set", "name=Hild", "--out", file).code == 0
    assert run("check", file).code == 0
    asked = ("--roll", "fall", "--set", "metres=30", "--json")
    reading = json.loads(run("read", file, *asked, "--faces", "character=1,2,3,4").out)
    assert (reading["findings"][0]["id"], reading["harm"]["act"]) == ("fall", "blow")
    assert [die["face"] for die in reading["dice"]] == [1, 2, 3, 4]
    outcomes = json.loads(run("odds", file, *asked).out)["findings"][0]["outcomes"]
    assert sum(Fraction(each["num"], each["den"]) for each in outcomes) == 1
    done = json.loads(run("do", file, "blow", "--set", "points=2", "--out", file, "--json").out)
    assert (done["state"], done["facts"]["Dice left"]) == ("hurt", "2/4")
    assert {"blow", "treat", "rest", "earn"} <= {each["id"] for each in json.loads(run("acts", file, "--json").out)}


def test_faces_that_a_die_of_icons_lacks_are_refused(run):
    found = run("read", "--game", "bones", "--roll", "fall", "--set", "dice=Fighter", "--faces", "character=7")
    assert found.code == 2
    assert "does not show 7" in found.err


def test_an_offer_is_taken_with_yes_as_with_one_and_not_with_no(run):
    given = ("read", "--game", "margin", "--roll", "check", "--set", "target=10", "--faces", "dice=1,2,3", "--json")
    must = [json.loads(run(*given, "--choose", f"reroll={each}").out)["must"] for each in ("yes", "1", "no")]
    assert must[0] == must[1] != must[2] == []


def test_an_offer_that_cannot_be_taken_says_why(run, tmp_path):
    path = tmp_path / "sable.bones"
    assert run("new", "--game", "margin", "--seed", "4", "--out", str(path)).code == 0
    given = ("read", str(path), "--roll", "check", "--faces", "dice=1,2,3", "--choose", "reroll=yes")
    assert run(*given).code == 0
    while run("do", str(path), "luck", "--out", str(path)).code == 0:
        pass
    result = run(*given)
    assert (result.code, result.err) == (2, "bones-desktop: No Luck is left in this session.\n")


def test_a_weapon_fills_its_dice_in_unless_they_are_given(run):
    path = str(SAMPLES / "basics" / "samples" / "harriet.bones")
    asked = ("odds", path, "--roll", "damage", "--set", "margin=0", "--json")
    by_weapon, typed, other = (run(*asked, *more).out for more in ((), ("--set", "dice=3"), ("--set", "weapon=fist")))
    assert by_weapon == run(*asked, "--set", "weapon=1").out != run(*asked, "--set", "weapon=typed").out
    assert len({by_weapon, typed, other}) == 3


def test_one_who_is_down_is_told_so_before_the_dice(run, ada):
    asked = (str(ada), "--roll", "attack", "--set", "defence=9")
    assert json.loads(run("odds", *asked, "--json").out)["notes"] == []
    run("do", str(ada), "hurt", "--set", "kind=other", "--set", "value=99", "--out", str(ada))
    said = "This adventurer is down and cannot act before a save against death, after the fight."
    assert run("odds", *asked).out.startswith(f"Note: {said}\nAttack:")
    assert run("read", *asked, "--faces", "d20=3").out.startswith(f"Note: {said}\nAttack:")
    for given in (("odds", *asked), ("read", *asked, "--faces", "d20=3")):
        assert json.loads(run(*given, "--json").out)["notes"] == [said]


MAN_AT_ARMS = ("die-1=roman", "die-2=house/citizen", "die-3=house/man-at-arms")


def test_a_second_occupation_that_may_not_follow_is_refused_with_its_reason_and_noted_by_house_rule(run, tmp_path):
    """L1275, amendment 25."""
    out = str(tmp_path / "who.bones")

    def made(*given):
        return run("new", "--game", "bones", "--seed", "4", *(f"--set={each}" for each in given), "--out", out)

    refused = made(*MAN_AT_ARMS, "die-4=house/sage")
    assert refused.code == 2
    assert "The occupation Man-at-arms does not lead to the occupation Sage." in refused.err
    assert not Path(out).exists()
    assert made(*MAN_AT_ARMS, "die-4=house/cavalry-rider").code == 0
    assert "does not lead" not in run("check", out).out
    Path(out).unlink()
    assert made(*MAN_AT_ARMS, "die-4=house/sage", "occupations_only_noted=yes").code == 0
    [found] = run("check", out, "--json").json
    assert found["legal"]
    assert found["house_rules"] == ["occupations_only_noted"]
    assert "The occupation Man-at-arms does not lead to the occupation Sage." in [
        each["text"] for each in found["problems"]
    ]
    who = read_character(Path(out)).value
    write_character(Path(out), who.with_(house_rules=HouseRules()))
    checked = run("check", out)
    assert (checked.code, ": not legal" in checked.out) == (1, True)
