"""The command `fight`: fights small enough to be solved by hand, and its mistakes."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest

from bones_desktop.rules.bones.injury.injuries import item_from
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.shippedfiles import shipped
from tests.support.commands import Command
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

BRUTE, LOAF = "Melee x6,", "Blank x6,"


def archer(hits: int) -> str:
    """Return a die that can only attack, and hits with so many faces of six."""
    return ", ".join(["Missile"] * hits + ["Blank"] * (6 - hits))


def of(chance) -> Fraction:
    return Fraction(chance["num"], chance["den"])


def test_the_answer_has_these_keys_and_no_other(run: Command) -> None:
    result = run("fight", BRUTE, LOAF, "--json")
    assert result.code == 0
    assert result.json == {
        "win": {"num": 1, "den": 1, "value": 1.0},
        "draw": {"num": 0, "den": 1, "value": 0.0},
        "loss": {"num": 0, "den": 1, "value": 0.0},
        "dice_left": {"A": 1.0, "B": 0.0},
    }


@pytest.mark.parametrize(("mine", "theirs"), [(3, 3), (1, 5), (6, 6), (4, 2)])
def test_archers_without_defence_shoot_until_one_falls(run: Command, mine: int, theirs: int) -> None:
    answer = run("fight", archer(mine), archer(theirs), "--mode", "missile", "--json").json
    p, q = Fraction(mine, 6), Fraction(theirs, 6)
    ends = 1 - (1 - p) * (1 - q)
    assert of(answer["win"]) == p * (1 - q) / ends
    assert of(answer["draw"]) == p * q / ends
    assert of(answer["loss"]) == q * (1 - p) / ends
    assert answer["win"]["value"] == pytest.approx(float(of(answer["win"])), abs=1e-15)
    assert answer["dice_left"] == {"A": answer["win"]["value"], "B": answer["loss"]["value"]}


def test_a_volley_takes_as_many_dice_as_it_hits(run: Command) -> None:
    answer = run("fight", f"{archer(6)}; {archer(6)}", f"{archer(6)}; {archer(0)}; {archer(0)}", "--mode", "missile",
                 "--json").json  # fmt: skip
    # Each hits the other: A gives up one of two archers, B both idle dice; then the last two shoot each other.
    assert of(answer["draw"]) == 1
    assert answer["dice_left"] == {"A": 0.0, "B": 0.0}


def test_swords_do_not_reach_and_arrows_do_not_parry(run: Command) -> None:
    assert of(run("fight", BRUTE, archer(6), "--json").json["win"]) == 1
    assert of(run("fight", BRUTE, archer(6), "--mode", "missile", "--json").json["loss"]) == 1


def test_a_horde_attacks_and_never_defends(run: Command) -> None:
    # Each strikes with half its faces and nothing of it parries: as archers without defence.
    horde = run("fight", "Horde", "Horde", "--json").json
    assert horde == run("fight", archer(3), archer(3), "--mode", "missile", "--json").json


def test_declaring_last_is_never_worse(run: Command) -> None:
    dice = ("Universal, Physical, Melee, Melee, Defend, Blank; Universal, Melee, Defend", "Fighter x2")
    usual = run("fight", *dice, "--json").json
    assert usual == run("fight", *dice, "--declares-first", "B", "--json").json
    first = run("fight", *dice, "--declares-first", "a", "--json").json
    assert of(usual["win"]) + of(usual["draw"]) / 2 >= of(first["win"]) + of(first["draw"]) / 2
    turned = run("fight", *reversed(dice), "--json").json
    assert (first["win"], first["loss"]) == (turned["loss"], turned["win"])


def test_files_fight_with_their_dice_at_hand(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "one.bones"
    write_character(path, ragnar().with_(dice=ragnar().dice[:1]))
    text = "Universal, Physical, Outdoorsman, Riding, Melee, Defend"
    assert run("fight", str(path), "Fighter", "--json").json == run("fight", text, "Fighter", "--json").json
    both = run("fight", str(path), str(path), "--json").json
    assert of(both["win"]) + of(both["draw"]) + of(both["loss"]) == 1


def test_fractions_of_any_length_are_given_whole(run: Command) -> None:
    """Python refuses to write integers of many digits; here the least it can be set to is too few for the answer."""
    usual = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        result = run("fight", "Fighter x10", "Undead x10", "--mode", "missile", "--json")
        assert (result.code, result.err) == (0, "")
        assert sys.get_int_max_str_digits() == 640
        told = run("fight", "Fighter x10", "Undead x10", "--mode", "missile")
        assert (told.code, told.err) == (0, "")
        assert max(map(len, told.out.splitlines())) < 80
    finally:
        sys.set_int_max_str_digits(usual)
    assert result.json["win"]["den"] > 10**640
    assert sum(of(result.json[end]) for end in ("win", "draw", "loss")) == 1


def test_what_the_fight_does_not_follow_is_told(run: Command) -> None:
    answer = run("fight", "Poison, Melee x5", LOAF, "--json")
    assert list(answer.json) == ["win", "draw", "loss", "dice_left"]
    assert "Poison and Flaming" in answer.err
    told = run("fight", "Poison, Melee x5", LOAF)
    assert told.out.endswith(answer.err)
    assert told.err == ""


def test_equipment_in_the_text_is_carried_and_never_lost(run: Command) -> None:
    armed = run("fight", "Fighter; Sword", "Killer", "--json").json
    alone = run("fight", "Fighter", "Killer", "--json").json
    assert alone["win"]["value"] < armed["win"]["value"] < 1
    assert armed["dice_left"]["A"] <= 1
    assert run("fight", "Sword", "Killer").code == 2


def test_a_file_fights_with_its_dice_and_says_what_it_leaves_behind(run: Command) -> None:
    sample = str(shipped("resources") / "games" / "bones" / "samples" / "ragnar.bones")
    told = run("fight", sample, "Killer x3")
    assert told.code == 0
    assert "A fights without equipment:" in told.out
    assert list(run("fight", sample, "Killer x3", "--json").json) == ["win", "draw", "loss", "dice_left"]


def test_no_name_is_no_file_and_a_folder_is_not_one_either(
    run: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Fighter").mkdir()
    assert run("fight", "Fighter", "Killer").code == 0
    empty = run("fight", "Fighter", "")
    assert empty.code == 2
    assert "folder" not in empty.err


def test_a_fight_too_large_to_be_exact_is_estimated_and_says_so(run: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = "Archer; Killer; Thug; Sneak", "Cavalry; Archer; Thug; Undead"
    exact = run("fight", *texts)
    assert "weakest dice first" not in exact.out
    monkeypatch.setattr("bones_desktop.rules.bones.fight.fights.MOST_WORK", 1500)
    told = run("fight", *texts)
    assert told.code == 0
    assert "weakest dice first" in told.out
    monkeypatch.setattr("bones_desktop.rules.bones.fight.fights.MOST_WORK", 1)
    refused = run("fight", *texts)
    assert refused.code == 2
    assert "too many" in refused.err


def test_people_read_the_fight_in_words(run: Command) -> None:
    told = run("fight", archer(3), archer(3), "--mode", "missile").out
    assert told.splitlines() == [
        "A wins: 33.3 %, 1 in 3",
        "Nobody wins: 33.3 %, 1 in 3",
        "B wins: 33.3 %, 1 in 3",
        "Dice left on average: A 0.33, B 0.33",
    ]
    assert run("fight", BRUTE, LOAF).out.splitlines()[:2] == ["A wins: always", "Nobody wins: never"]


@pytest.mark.parametrize(
    "arguments",
    [
        (BRUTE,),
        (BRUTE, "Snek"),
        (BRUTE, "nobody.bones"),
        (BRUTE, LOAF, LOAF),
        (BRUTE, LOAF, "--mode", "magic"),
        (BRUTE, LOAF, "--declares-first", "C"),
        ("Fighter x40", "Undead x20; Spirit x20"),
    ],
)
def test_every_mistake_is_one_line(run: Command, arguments: tuple[str, ...]) -> None:
    for json in ((), ("--json",)):
        result = run("fight", *arguments, *json)
        assert result.is_one_line_error, (result.code, result.out, result.err)


def test_a_side_without_dice_cannot_fight(run: Command, tmp_path: Path) -> None:
    path = tmp_path / "down.bones"
    write_character(path, ragnar().with_(dice=()))
    assert run("fight", str(path), BRUTE).is_one_line_error


def test_beasts_cast_and_hordes_are_called_by_name(run: Command) -> None:
    for name, dice in (("Wolf", "Stalker; Predator; Pouncer"), ("grizzly bear", "Predator x2; Behemoth x4")):
        assert run("fight", name, BRUTE, "--json").json == run("fight", dice, BRUTE, "--json").json
    assert run("fight", "Knight", "Wolf", "--json").code == 0
    assert run("fight", "Horde x3", "Wolf", "--json").json == run("fight", "Horde; Horde; Horde", "Wolf", "--json").json


def test_each_side_attacks_in_its_own_way(run: Command) -> None:
    # A blade parries no arrow, and an archer without Defend parries no blade.
    both = run("fight", BRUTE, archer(6), "--mode-b", "missile", "--json").json
    assert of(both["draw"]) == 1
    assert both == run("fight", BRUTE, archer(6), "--mode", "missile", "--mode-a", "melee", "--json").json


def test_equipment_is_called_by_name_and_missiles_need_a_bow(run: Command, tmp_path: Path) -> None:
    """AMB-35, EQP-1: whoever has a file or a name shoots with what is named, his own first."""
    path = tmp_path / "one.bones"
    bow = item_from(rulebook().die("longbow")).with_(name="Old Bow")
    write_character(path, ragnar().with_(dice=ragnar().dice[:1], equipment=(bow,)))
    shooting = ("Wolf", "--mode-a", "missile")
    for name, who in ((str(path), ragnar().name), ("Mercenary", "Mercenary")):
        refused = run("fight", name, *shooting)
        assert refused.is_one_line_error
        assert f"{who} has nothing at hand to shoot or throw." in refused.err
        assert run("fight", name, *shooting, "--items-a", "Longbow, Chain", "--json").code == 0
    assert "equipment" not in run("fight", str(path), *shooting, "--items-a", "old bow").out
    assert run("fight", str(path), "Wolf", "--items-a", "Spoon").is_one_line_error
    assert run("fight", "Manticore", "Wolf", "--mode-a", "missile").code == 0
    text = run("fight", "Fighter; Sword", "Killer", "--json").json
    assert text == run("fight", "Fighter", "Killer", "--items-a", "Sword", "--json").json


def test_magic_strikes_and_is_refused_without_an_icon(run: Command) -> None:
    caster = "Universal, Magic, Magic, Magic, Magic, Magic"
    assert of(run("fight", caster, LOAF, "--mode-a", "magic", "--json").json["win"]) == 1
    refused = run("fight", BRUTE, LOAF, "--mode", "magic")
    assert refused.code == 2
    assert refused.err.strip()


def test_a_weapon_for_both_hands_beside_a_shield_is_warned_of(run: Command) -> None:
    assert "needs both hands, but there is a shield too" in run("fight", "Fighter; Great sword; Buckler", "Wolf").out
    assert "both hands" not in run("fight", "Fighter; Great sword", "Wolf").out
    assert "both hands" not in run("fight", "Fighter; Sword; Great sword; Buckler", "Wolf").out, "it lies idle"


def test_two_suits_of_armour_are_one(run: Command) -> None:
    one = run("fight", "Fighter", "Fighter", "--items-a", "Plate", "--json").json
    two = run("fight", "Fighter", "Fighter", "--items-a", "Plate, Plate", "--json")
    found = two.json
    assert found.pop("idle") == ["A: Heavy armour does not count: only one suit of armour does."]
    assert found == one
    assert found["win"] != run("fight", "Fighter", "Fighter", "--json").json["win"]


@pytest.mark.parametrize("mode", ["melee", "missile"])
def test_the_order_of_a_sword_and_a_bow_decides_nothing(run: Command, mode: str) -> None:
    asked = ("fight", "Fighter", "Fighter", "--mode-a", mode, "--json", "--items-a")
    first, second = run(*asked, "Sword, Longbow"), run(*asked, "Longbow, Sword")
    assert first.json == second.json
    alone = run(*asked, "Longbow" if mode == "missile" else "Sword").json
    assert first.json["win"] == alone["win"]
    assert "thrown in every round" not in first.err


def test_no_fighter_is_called_an_example(run: Command) -> None:
    result = run("fight", "Horse (example)", "Goblin (example)", "--mode", "missile")
    assert result.is_one_line_error
    assert result.err.startswith("bones-desktop: Horse has nothing")


# --- a party against foes ---------------------------------------------------------------------------------------------


def test_a_party_gets_a_chance_an_error_its_losses_and_a_word(run: Command) -> None:
    result = run("fight", BRUTE, BRUTE, "--against", LOAF, "--json")
    assert result.code == 0
    answer = result.json
    assert set(answer) == {"party", "error", "lost", "word"}
    assert (answer["party"], answer["word"], sum(answer["lost"].values())) == (1.0, "easy", 0)
    assert 0 < answer["error"] <= 0.02
    assert len(answer["lost"]) == 2
    assert "Seed 1." in result.err


def test_one_against_one_is_the_exact_duel(run: Command) -> None:
    dice = ("Fighter x2", "Fighter x3")
    duel, rated = run("fight", *dice, "--json").json, run("fight", dice[0], "--against", dice[1], "--json").json
    assert (rated["party"], rated["error"]) == (duel["win"]["value"], 0.0)
    assert rated["lost"] == {"Fighter x2": 2 - duel["dice_left"]["A"]}


def test_the_text_says_the_same(run: Command) -> None:
    said = run("fight", "Fighter x2", "--against", "Fighter x3").out
    assert said.startswith("The party stands: 10.")
    assert "(deadly). Dice lost on average: Fighter x2 1.8." in said
    assert said.endswith("Calculated exactly.\n")


def test_the_same_command_gives_the_same_answer_and_another_seed_other_fights(run: Command, monkeypatch) -> None:
    monkeypatch.setattr("bones_desktop.cli.encounters.MOST_TURNS", 200)
    named = ("fight", "Fighter x2", "Fighter x2", "--against", "Fighter x2", "Fighter x2", "--json")
    first = run(*named).json
    assert first == run(*named).json == run(*named, "--seed", "1").json
    assert first != run(*named, "--seed", "2").json


def test_foes_are_named_with_their_number_or_from_the_shelf(run: Command, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("bones_desktop.cli.encounters.MOST_TURNS", 50)
    folder = tmp_path / "data" / "characters"
    folder.mkdir(parents=True)
    write_character(folder / "hero.bones", ragnar().with_(name="Big Bob"))
    for name in ("hero", "big bob"):
        for foes in ("Wolf=2", "2 wolfs", "2 Wolf"):
            answer = run("fight", name, "Mercenary=2", "--against", foes, "--data-dir", str(tmp_path), "--json").json
            assert list(answer["lost"]) == ["Big Bob", "Mercenary 1", "Mercenary 2"]


def test_mistakes_of_an_encounter_are_one_plain_sentence(run: Command, tmp_path: Path) -> None:
    hero, dead = tmp_path / "hero.bones", tmp_path / "dead.bones"
    write_character(hero, ragnar().with_(name="Bob"))
    write_character(dead, ragnar().with_(name="Ann", id="d" * 32, slain=True))
    other = str(shipped("resources") / "games" / "margin" / "samples" / "tamsin.bones")
    for arguments, says in (
        (("Wolf", "--against"), "name the foes after --against"),
        (("--against", "Wolf"), "name the party before --against"),
        (("Wolf", "--against", "Gobln"), "no stat block"),
        (("Wolf", "--against", "Wolf=0"), "from 1 to 40"),
        (("Wolf", "--against", "0 wolfs"), "from 1 to 40"),
        (("Wolf", "--against", "Wolf=41"), "from 1 to 40"),
        (("Wolf", "--against", "Wolf=many"), "from 1 to 40"),
        (("Wolf", "--against", "Wolf=40", "Rats", "Wolf=30"), "at most 60 fighters"),
        ((str(hero), "--against", str(hero)), "Bob is on both sides"),
        ((str(hero), str(hero), "--against", "Wolf"), "only once"),
        ((f"{hero}=2", "--against", "Wolf"), "only once"),
        ((str(dead), "--against", "Wolf"), "Ann is dead and cannot fight"),
        ((other, "--against", "Wolf"), "Margin"),
        (("nobody.bones", "--against", "Wolf"), "There is no file nobody.bones"),
        (("Wolf", "--against", "Wolf", "--seed", "x"), "seed"),
    ):
        result = run("fight", *arguments)
        assert result.is_one_line_error, (arguments, result.out, result.err)
        assert says in result.err, result.err
