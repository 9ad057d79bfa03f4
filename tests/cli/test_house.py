"""House rules given to the commands of BONES: each that concerns a round, a fight or a task acts there."""

import json
from pathlib import Path

import pytest

from bones_desktop.rules.bones.book.character import CharacterDie, CharacterKind
from bones_desktop.rules.bones.book.icons import BLANK, face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.game import HOUSE
from bones_desktop.rules.bones.injury.injuries import add_printed_item
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.games import GAMES, game_of

TARGET = {"id": "k", "dice": "Blank x6,;Blank x6,;Blank x6,;Blank x6,", "kind": "cast", "side": "B"}
CASES = {case["case"]: case["round"] for case in json.loads(Path(__file__).with_name("roundcases.json").read_text())}
ROUNDS = {
    "unarmed_class=special": CASES["unarmed mental counts cap2"],
    "unarmed_aptitude=physical": CASES["unarmed mental counts cap2"],
    "only_own_icons_open_a_skill=yes": CASES["elf magic"],
    "elf_icon_allows_magic=no": CASES["elf magic"],
    "weapons_never_defend=yes": CASES["weapon defends"] | {"allot": {}},
    "armour_absorbs_one_damage=yes": CASES["absorb whole"],
    "riders_for=damage": CASES["poison bite 2 icons one die"],
    "riders_for=icon": CASES["poison bite 2 icons one die"],
    "universal_is_no_ability=yes": CASES["U as poison w/ die"],
    "fear_spares_own_side=yes": CASES["fear nulls friend and foe"],
    "bought_success_inside_cap=yes": {
        "combatants": [{"id": "b", "dice": "U, M, Magic, Blank x3; U, M, Blank x4", "spiffs": 5}, TARGET],
        "declare": [{"who": "b", "how": "magic", "whom": "k"}],
        "faces": {"b": [3, 1], "k": [1, 1, 1, 1]},
        "allot": {"b": {"bought": "attack k"}},
    },
    "second_weapon_by_owning=yes": {
        "combatants": [{"id": "b", "dice": "U, P, Two Weapon, Melee, Blank x2", "at_hand": ["Sword", "Sword"]}, TARGET],
        "declare": [{"who": "b", "how": "melee", "whom": "k"}],
        "faces": {"b": [4, 1, 1], "k": [1, 1, 1, 1]},
    },
    "leather_as_in_prose=yes": {
        "combatants": [{"id": "b", "dice": "Blank x6,", "at_hand": ["Light armour"]}, {**TARGET, "dice": "Melee x6,"}],
        "declare": [{"who": "k", "how": "melee", "whom": "b"}],
        "faces": {"b": [1, 3], "k": [1]},
    },
    "later_resistance=any": {
        "combatants": [{"id": "b", "dice": ";".join(["U, M, Magic x4"] * 6)}, {**TARGET, "dice": "Mental, Blank x5"}],
        "declare": [{"who": "b", "how": "mind", "whom": "k", "magnitude": 5}],
        "faces": {"b": [3] * 6, "k": [2]},
        "resist": {"k": [[2], [1]]},
    },
    "beasts_without_aptitudes=yes": {
        "combatants": [{"id": "b", "dice": "U, P, Melee x4;P x6,;P x6,", "kind": "beast"}, TARGET],
        "declare": [{"who": "b", "how": "melee", "whom": "k"}],
        "faces": {"b": [3, 2, 2], "k": [1, 1, 1, 1]},
    },
}  # fmt: skip
ELSEWHERE = {
    "nulls_beyond_impossible": "darkness and distance make no task of a round harder than it is declared",
    "first_icon_at_new_rate": "nothing is bought in a fight",
    "occupations_only_noted": "nobody is made in a fight",
    "successes_from_tenth_gained": "below, with a file",
    "automatic_success_used_once": "below, with a file",
}


def written(tmp_path: Path, described: dict[str, object]) -> str:
    path = tmp_path / "round.json"
    path.write_text(json.dumps({"seed": 1, **described}), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("switch", ROUNDS)
def test_a_house_rule_acts_in_a_round(run, tmp_path, switch):
    path = written(tmp_path, ROUNDS[switch])
    usual, ruled = (run("round", path, "--json", *house) for house in ((), ("--house", switch)))
    assert usual.code == 0
    assert (usual.out != ruled.out) if ruled.code == 0 else ruled.is_one_line_error
    name = switch.partition("=")[0]
    first = next(each.first for each in HOUSE if each.id == name)
    same = {1: "yes", 0: "no"}.get(first, first)
    assert run("round", path, "--json", "--house", f"{name}={same}").out == usual.out


def test_every_house_rule_is_tried_or_concerns_no_round():
    assert {each.partition("=")[0] for each in ROUNDS} | set(ELSEWHERE) == {each.id for each in HOUSE}


MAGE = "U, M, Elf, Magic, Blank x2; U, M, Elf, Elf, Blank x2"
FIGHTS = {
    "weapons_never_defend=yes": ("Fighter x2; Sword", "Fighter x2"),
    "leather_as_in_prose=yes": ("Fighter x2; Light armour", "Fighter x2"),
    "second_weapon_by_owning=yes": ("U, P, Two Weapon, Melee, Blank x2; Sword; Sword", "Fighter"),
    "unarmed_class=special": ("U, M, Unarmed, Blank x3; U, M, M, M, Blank x2", "Fighter x2"),
    "unarmed_aptitude=physical": ("U, M, Unarmed, Unarmed, M, Blank", "Fighter"),
    "only_own_icons_open_a_skill=yes": (MAGE, "Fighter", "--mode-a", "magic"),
    "elf_icon_allows_magic=no": (MAGE, "Fighter", "--mode-a", "magic"),
    "beasts_without_aptitudes=yes": ("BEAST", "Fighter x2"),
}


@pytest.mark.parametrize("switch", FIGHTS)
def test_a_house_rule_acts_in_a_fight(run, tmp_path, switch):
    stored, beast = game_of("bones"), tmp_path / "beast.bones"
    dice = (CharacterDie(faces=(face("universal"), *[face("physical")] * 3, BLANK, BLANK)),) * 2
    stored.form.write(beast, new_character("b" * 32).with_(kind=CharacterKind.BEAST, dice=dice))
    sides = [str(beast) if each == "BEAST" else each for each in FIGHTS[switch]]
    usual, ruled = (run("fight", *sides, "--json", *house) for house in ((), ("--house", switch)))
    assert (usual.code, ruled.code) == (0, 0), usual.err + ruled.err
    assert usual.out != ruled.out


@pytest.fixture
def veteran(tmp_path) -> str:
    """Write ten dice of Melee, the last with a blank face, ten sessions saved, and leather."""
    dice = tuple(CharacterDie(faces=(face("universal"), face("physical"), *[face("melee")] * 4)) for _ in range(9))
    last = CharacterDie(faces=(*dice[0].faces[:5], BLANK))
    who = new_character("a" * 32).with_(name="Old", dice=(*dice, last), sessions=10)
    stored = game_of("bones")
    path = tmp_path / "old.bones"
    stored.form.write(path, add_printed_item(stored.book, who, "light-armour"))
    return str(path)


def net(result) -> int:
    return result.json["net"]


def test_the_files_own_house_rules_hold_but_for_those_given(run, veteran):
    asked = ("read", veteran, "--skill", "melee", "--against", "0", "--faces", ",".join(["6"] * 10), "--json")
    gained, once = "successes_from_tenth_gained=yes", "automatic_success_used_once=yes"
    assert net(run(*asked)) == 9
    assert net(run(*asked, "--house", gained)) == 10
    assert net(run(*asked, "--house", gained, "--house", once)) == 9
    stored = game_of("bones")
    who = stored.form.parse(Path(veteran).read_bytes(), Path(veteran)).value
    stored.form.write(Path(veteran), who.with_(house_rules=HouseRules(successes_from_tenth_gained=True)))
    assert net(run(*asked)) == 10
    assert net(run(*asked, "--house", "successes_from_tenth_gained=no")) == 9


def test_automatic_successes_follow_the_house_in_a_round(run, veteran, tmp_path):
    path = written(
        tmp_path,
        {
            "combatants": [{"id": "b", "file": veteran}, TARGET],
            "declare": [{"who": "b", "how": "melee", "whom": "k"}],
            "faces": {"b": [6] * 10, "k": [1, 1, 1, 1]},
        },
    )
    usual, gained = (
        run("round", path, *house, "--json").json["net"]["b"]["k"]
        for house in ((), ("--house", "successes_from_tenth_gained=yes"))
    )
    assert (usual, gained) == (9, 10)


def test_armour_in_a_file_has_the_faces_of_the_house(run, veteran):
    stored, path = game_of("bones"), Path(veteran)
    who = stored.form.parse(path.read_bytes(), path).value
    stored.form.write(path, who.with_(dice=who.dice[:2]))
    asked = ("fight", veteran, "Fighter x4", "--items-a", "Light armour", "--json")
    assert run(*asked).out != run(*asked, "--house", "leather_as_in_prose=yes").out


TASK = ("--dice", "Fighter", "--skill", "melee", "--difficulty", "easy")


@pytest.mark.parametrize(
    "command", [("round", "FILE"), ("fight", "Fighter", "Fighter"), ("odds", *TASK), ("roll", *TASK)]
)
@pytest.mark.parametrize(
    ("house", "told"),
    [
        (("luck=1",), "there is no --house luck here"),
        (("leather_as_in_prose=maybe",), "is yes or no"),
        (("riders_for=all",), "is one of attack, icon, damage"),
        (("riders_for",), "NAME=VALUE"),
        (("riders_for=icon", "riders_for=icon"), "given twice"),
    ],
)
def test_a_house_rule_that_is_none_is_refused(run, tmp_path, command, house, told):
    path = written(tmp_path, ROUNDS["leather_as_in_prose=yes"])
    given = (part for each in house for part in ("--house", each))
    result = run(*(path if each == "FILE" else each for each in command), *given)
    assert result.is_one_line_error
    assert told in result.err


def test_check_goes_by_the_house_rules_given(run, tmp_path):
    path = str(Path(__file__).parents[2] / "resources" / "games" / "basics" / "samples" / "lys.bones")
    assert run("check", path, "--json").json[0]["house_rules"] == []
    assert run("check", path, "--json", "--house", "growth=yes").json[0]["house_rules"] == ["growth"]
    bob = path.replace("basics", "bones").replace("lys", "bob")
    assert "played by 1 house rule" in run("check", bob, "--house", "leather_as_in_prose=yes").out
    assert run("check", path, bob, "--house", "growth=yes").is_one_line_error


@pytest.mark.parametrize("stored", GAMES, ids=lambda stored: stored.game.id)
def test_check_says_that_a_newer_program_wrote_a_file(run, tmp_path, stored):
    path = tmp_path / "newer.bones"
    written = json.loads(stored.form.dump(stored.game.new("a" * 32)))
    path.write_text(json.dumps({**written, "schema": 99}))
    told = "A newer version of this program wrote this file; what only that version knows is not checked."
    assert told in run("check", str(path)).out
    assert run("check", str(path), "--json").json[0]["newer"] == told
    path.write_text(json.dumps({**written, "schema": 99, "character": {**written["character"], "name": ["x"]}}))
    refused = run("check", str(path))
    assert (refused.code, refused.out, refused.err.count("\n")) == (2, "", 1)
    assert "written by a newer version of this program" in refused.err
    path.write_bytes(stored.form.dump(stored.game.new("a" * 32)))
    assert "newer" not in run("check", str(path), "--json").json[0]
