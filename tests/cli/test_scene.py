"""The command `scene`: scenes of the four smaller games with given dice, every field of the file, and its mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest

from bones_desktop.storage.games import SMALL_GAMES, game_of
from tests.support.commands import Command
from tests.support.foreach import for_each

SAMPLES = {"basics": "harriet", "margin": "tamsin", "five_modes": "brida", "story_bones": "wren"}


class PlayedScene:
    """Scenes that a test describes and has played."""

    def __init__(self, run: Command, folder: Path) -> None:
        self._run = run
        self.folder = folder

    def result(self, described: Any, *more: str) -> Any:
        path = self.folder / "scene.json"
        path.write_text(described if isinstance(described, str) else json.dumps(described), encoding="utf-8")
        return self._run("scene", str(path), *more)

    def __call__(self, game: str, who: list[Any], *acts: dict[str, Any], **fields: Any) -> dict[str, Any]:
        found = self.result({"game": game, "who": who, "acts": list(acts), "seed": 1, **fields}, "--json")
        assert (found.code, found.err) == (0, ""), found.err
        return dict(found.json)

    def refused(self, game: str, who: list[Any], *acts: dict[str, Any], **fields: Any) -> str:
        found = self.result({"game": game, "who": who, "acts": list(acts), **fields}, "--json")
        assert found.is_one_line_error, (found.code, found.out, found.err)
        return str(found.err.removeprefix("bones-desktop: ").strip())


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> PlayedScene:
    return PlayedScene(Command(capsys), tmp_path)


def hero(game: str, **more: Any) -> dict[str, Any]:
    return {"name": "Ann", "sample": SAMPLES[game], **more}


def foe(**more: Any) -> dict[str, Any]:
    return {"name": "Foe", "side": "B", **more}


def step(answer: dict[str, Any], act: str, place: int = 0) -> dict[str, Any]:
    return [each for each in answer["steps"] if each["act"] == act][place]


@pytest.mark.parametrize("game", SAMPLES)
def test_somebody_of_every_game_stands_against_two_foes(play, game):
    answer = play(game, [hero(game), foe(count=2)])
    assert sorted(answer["order"]) == ["Ann", "Foe 1", "Foe 2"]
    assert answer["round"] == 1
    assert answer["state"]["Foe 1"]["tracks"][0]["marked"] == 0
    assert answer["state"]["Ann"]["side"] == "A"


@pytest.mark.parametrize("game", SAMPLES)
def test_the_same_seed_plays_the_same_scene(play, game):
    act = {"basics": "attack", "margin": "attack", "five_modes": "fight", "story_bones": "contest"}[game]
    acts = [{"by": "Foe", "whom": "Ann", "act": act}, {"act": "round"}]
    assert play(game, [hero(game), foe()], *acts) == play(game, [hero(game), foe()], *acts)


# The Basics.


def faces(net: int, of: int) -> str:
    """Return faces of a pool with so many successes and no six."""
    return ",".join(["1"] * net + ["2"] * (of - net))


def test_the_order_is_by_result_then_by_rating(play):
    who = [foe(name=name, numbers={"initiative": rating}) for name, rating in (("A", 2), ("B", 4), ("C", 3))]
    rolled = [("A", 1, 2), ("B", 1, 4), ("C", 2, 3)]
    acts = [{"act": "initiative", "by": name, "faces": {"pool": faces(net, of)}} for name, net, of in rolled]
    assert play("basics", who, *acts)["order"] == ["C", "B", "A"]


def test_ties_of_result_and_rating_are_rolled_again(play):
    who = [foe(name="A"), foe(name="B")]
    acts = [{"act": "initiative", "by": name, "faces": {"pool": "1,2,2,2"}} for name in ("A", "B")]
    answer = play("basics", who, *acts)
    rolls = [each for each in answer["steps"] if each["act"] == "initiative"]
    assert len(rolls) >= 4
    first, second = (answer["state"][name]["initiative"] for name in answer["order"])
    assert first[:2] == second[:2] == [1, 4]
    assert first > second


def test_who_rolled_higher_has_two_dice_more(play):
    slow, fast = foe(name="Slow", side="A", initiative=0), foe(name="Fast", initiative=5)
    answer = play("basics", [slow, fast], {"by": "Fast", "whom": "Slow", "act": "attack"})
    dice = step(answer, "attack")["dice"]
    assert sum(each["group"] == "pool" and not each["wave"] for each in dice) == 6
    assert sum(each["group"] == "their_pool" and not each["wave"] for each in dice) == 4


def test_a_hit_offers_damage_with_its_margin_and_the_damage_who_takes_it(play):
    who = [foe(name="Al", side="A", initiative=5), foe(name="Bo", initiative=0), foe(name="Cy", initiative=0)]
    act = {
        "by": "Al", "whom": "Bo", "act": "attack",
        "faces": {"pool": "1,1,1,2,2,2", "their_pool": "1,2,2,2"},
        "take": {"damage": {"faces": {"pool": "1,1"}}, "hurt": "Cy"},
    }  # fmt: skip
    answer = play("basics", who, act)
    attack, damage = step(answer, "attack"), step(answer, "damage")
    assert (attack["offers"][0]["what"], attack["offers"][0]["margin"]) == ("damage", 2)
    assert damage["findings"][0]["value"] == 4
    assert damage["offers"][0]["whom"] == ["Bo", "Cy"]
    assert damage["taken"] == [{"what": "hurt", "whom": "Cy"}]
    assert answer["state"]["Cy"]["tracks"][0]["marked"] == 4
    assert not answer["state"]["Bo"]["tracks"][0]["marked"]


def test_a_counter_that_wins_hurts_the_attacker(play):
    who = [foe(name="Al", side="A", initiative=0), foe(name="Bo", initiative=0)]
    answer = play("basics", who, {
        "by": "Al", "whom": "Bo", "act": "attack", "set": {"their_reply": "counter"},
        "faces": {"pool": "2,2,2,2", "their_pool": "1,2,2,2"}, "take": {"damage": {"faces": {"pool": "1,2"}}},
    })  # fmt: skip
    assert step(answer, "damage")["by"] == "Bo"
    assert answer["state"]["Al"]["tracks"][0]["marked"] == 2


def test_somebody_surprised_by_three_has_no_defence_in_the_first_round(play):
    who = [foe(name="Al", side="A"), foe(name="Bo")]
    ambush = {"by": "Al", "whom": "Bo", "act": "surprise", "faces": {"pool": "1,1,1,2", "their_pool": "2,2,2,2"}}
    answer = play("basics", who, ambush, {"by": "Al", "whom": "Bo", "act": "attack", "take": False})
    assert answer["order"][0] == "Al"
    assert {each["id"] for each in answer["state"]["Bo"]["conditions"]} >= {"undefended"}
    assert not any(each["group"] == "their_pool" for each in step(answer, "attack")["dice"])
    later = play("basics", who, ambush, {"act": "round"})
    assert "undefended" not in {each["id"] for each in later["state"]["Bo"]["conditions"]}


def test_only_who_won_the_initiative_disengages(play):
    met = {"conditions": {"engaged": 0}}
    who = [foe(name="Al", side="A", initiative=1, **met), foe(name="Bo", initiative=4, **met)]
    assert "no act" in play.refused("basics", who, {"by": "Al", "act": "disengage"})
    answer = play("basics", who, {"by": "Bo", "act": "disengage"})
    assert answer["state"]["Bo"]["conditions"] == []


# Margin.


def test_each_side_rolls_once_and_keeps_its_place(play):
    acts = [{"act": "initiative", "by": "A", "faces": {"dice": "2,2,2"}},
            {"act": "initiative", "by": "B", "faces": {"dice": "3,3,3"}}, {"act": "round"}]  # fmt: skip
    answer = play("margin", [hero("margin"), foe(count=2)], *acts)
    assert answer["order"] == ["Foe 1", "Foe 2", "Ann"]
    assert sum(each["act"] == "initiative" for each in answer["steps"]) == 2


def test_the_margin_of_an_attack_is_its_damage(play):
    hit = {"by": "Ann", "whom": "Foe", "act": "attack", "faces": {"dice": "5,5,4"}}
    answer = play("margin", [hero("margin"), foe(numbers={"score": 10, "life": 30})], hit)
    found = step(answer, "attack")
    damage = next(each["value"] for each in found["findings"] if each["id"] == "damage")
    assert damage > 0
    assert found["taken"] == [{"what": "hurt", "whom": "Foe"}]
    assert answer["state"]["Foe"]["tracks"][0]["marked"] == damage


def test_a_foe_with_a_score_is_met_by_a_rolled_defence(play):
    answer = play("margin", [hero("margin"), foe(numbers={"score": 30})], {"by": "Foe", "whom": "Ann", "act": "attack"})
    assert step(answer, "attack")["roll"] == "defence"
    assert answer["state"]["Ann"]["tracks"][0]["marked"] > 0


def test_the_surprised_lose_their_turn_in_the_first_round(play):
    who = [hero("margin"), foe(name="Bo"), foe(name="Cy")]
    first = [{"by": "Ann", "whom": "Bo", "act": "surprise", "faces": {"dice": "1,1,1", "theirs": "6,6,6"}},
             {"act": "initiative", "by": "B", "faces": {"dice": "6,6,6"}},
             {"act": "initiative", "by": "A", "faces": {"dice": "1,1,1"}}]  # fmt: skip
    answer = play("margin", who, *first)
    assert (answer["order"][0], answer["turn"]) == ("Bo", "Cy")
    assert play("margin", who, *first, {"act": "round"})["turn"] == "Bo"


def test_a_grapple_is_an_attack_and_then_a_contest(play):
    who = [hero("margin"), foe(numbers={"score": 5})]
    grapple = {"by": "Ann", "whom": "Foe", "act": "grapple", "faces": {"dice": "6,6"},
               "take": {"grip": {"faces": {"dice": "6,6,6", "theirs": "1,1,1"}}}}  # fmt: skip
    answer = play("margin", who, grapple)
    assert [each["id"] for each in answer["state"]["Foe"]["conditions"]] == ["held"]
    assert [each["id"] for each in answer["state"]["Ann"]["conditions"]] == ["grappling"]
    free = {"by": "Foe", "whom": "Ann", "act": "break-free", "faces": {"dice": "6,6,6", "theirs": "1,1,1"}}
    answer = play("margin", who, grapple, free)
    assert answer["state"]["Foe"]["conditions"] == answer["state"]["Ann"]["conditions"] == []


def test_a_grapple_of_the_archetype_is_no_disadvantage(play):
    grapple = {"by": "Ann", "whom": "Foe", "act": "grapple", "set": {"outside": False}, "take": False}
    answer = play("margin", [hero("margin"), foe()], grapple)
    assert len(step(answer, "grapple")["dice"]) == 3


def test_an_attack_on_somebody_held_that_misses_lets_go(play):
    who = [hero("margin", conditions={"grappling": 0}), foe(conditions={"held": 0}, numbers={"score": 20})]
    answer = play("margin", who, {"by": "Ann", "whom": "Foe", "act": "crush", "faces": {"dice": "1,1,2"}})
    assert answer["state"]["Foe"]["conditions"] == answer["state"]["Ann"]["conditions"] == []
    tossed = play("margin", [who[0], {**who[1], "numbers": {"score": 5}}],
                  {"by": "Ann", "whom": "Foe", "act": "toss", "faces": {"dice": "6,5,5"}})  # fmt: skip
    assert [each["id"] for each in tossed["state"]["Foe"]["conditions"]] == ["prone"]
    assert tossed["state"]["Foe"]["tracks"][0]["marked"] == 0


def test_outsiders_shoot_at_a_grapple_at_a_disadvantage_and_nobody_defends(play):
    who = [hero("margin"), {"name": "Bea", "sample": "sable", "conditions": {"grappling": 0}}, foe(numbers={})]
    answer = play("margin", who, {"by": "Ann", "whom": "Bea", "act": "attack", "take": False})
    dice = [each["group"] for each in step(answer, "attack")["dice"]]
    assert dice == ["dice", "dice"]


def test_conditions_run_out(play):
    who = [hero("margin"), foe(conditions={"blinded": 2, "prone": 0})]
    left = [play("margin", who, *[{"act": "round"}] * n)["state"]["Foe"]["conditions"] for n in range(3)]
    assert left[0] == [{"id": "blinded", "rounds": 2}, {"id": "prone", "rounds": 0}]
    assert left[1] == [{"id": "blinded", "rounds": 1}, {"id": "prone", "rounds": 0}]
    assert left[2] == [{"id": "prone", "rounds": 0}]


def test_an_opportunity_attack_is_free_once_in_a_round(play):
    attack = {"by": "Foe", "whom": "Ann", "act": "opportunity"}
    answer = play("margin", [hero("margin"), foe()], attack, attack)
    assert not any("opportunity attack" in each for each in step(answer, "opportunity")["text"])
    assert any("opportunity attack" in each for each in step(answer, "opportunity", 1)["text"])


# Five Modes.


def test_enemies_act_first_by_their_initiative_and_allies_fight_by_their_morale(play):
    who = [hero("five_modes"), {"name": "Ally", "numbers": {"morale": 2}}, foe(numbers={"initiative": 3})]
    check = {"act": "initiative", "faces": {"canny": "3", "uncanny": "3"}}
    answer = play("five_modes", who, check)
    assert answer["order"][0] == "Foe"
    assert [each["id"] for each in answer["state"]["Ally"]["conditions"]] == ["holds-back"]
    assert any("misfortune" in each for each in step(answer, "initiative")["text"])
    late = play("five_modes", who, {"act": "initiative", "faces": {"canny": "2", "uncanny": "4"}})
    assert late["order"][-1] == "Foe"
    assert late["state"]["Ally"]["conditions"] == []


def test_everybody_shoots_before_anybody_fights(play):
    who = [hero("five_modes"), foe()]
    answer = play("five_modes", who, {"act": "next"}, {"act": "next"})
    acts = [each for each in answer["steps"] if each["act"] == "next"]
    assert [each["round"] for each in acts] == [1, 1]
    assert "there is no act 'shoot'" not in play.refused("five_modes", who, {"by": "Foe", "act": "fight", "whom": "X"})
    assert "shoot" in play.refused("five_modes", who, {"by": "Ann", "whom": "Foe", "act": "fight"},
                                   {"by": "Ann", "whom": "Foe", "act": "shoot"})  # fmt: skip


def test_a_hit_rolls_its_dice_against_the_targets_armour(play):
    who = [foe(name="Al", side="A"), foe(name="Bo", numbers={"guard": 5, "agility": 9, "less-cutting": 1})]
    act = {"by": "Al", "whom": "Bo", "act": "fight", "faces": {"d20": "6"}, "take": {"hits": {"faces": {"hits": "4"}}}}
    answer = play("five_modes", who, act)
    assert step(answer, "fight")["findings"][0]["outcome"] == "hit"
    assert step(answer, "hits")["findings"][0]["value"] == 3
    assert answer["state"]["Bo"]["tracks"][0]["marked"] == 3
    missed = play("five_modes", who, {**act, "faces": {"d20": "7"}, "take": True})
    assert step(missed, "fight")["findings"][0]["outcome"] == "miss"


def test_casting_takes_the_whole_round(play):
    who = [{"name": "Ann", "sample": "maelis"}, foe()]
    cast = {"by": "Ann", "act": "cast", "set": {"magic": 1, "complexity": 2}}
    answer = play("five_modes", who, cast)
    assert {"id": "casting", "rounds": 1} in answer["state"]["Ann"]["conditions"]
    assert "fight" in play.refused("five_modes", who, cast, {"by": "Ann", "whom": "Foe", "act": "fight"})
    assert play("five_modes", who, cast, {"act": "round"})["state"]["Ann"]["conditions"] == []


# Story Bones.


def test_the_example_of_the_rulebook(play):
    """Thugs with ten dice roll five Odds, Jorthid four: he is missed by one and takes one injury (SB-T)."""
    who = [hero("story_bones", name="Jorthid"), foe(name="Thug", count=2, numbers={"dice": 5})]
    jorthid = {
        "by": "Jorthid", "whom": "Thug 1", "act": "contest", "set": {"opposed": "side"},
        "faces": {"ours": "1,1,1,1,2", "theirs": "1,1,1,1,1,2,2,2,2,2"},
    }  # fmt: skip
    answer = play("story_bones", who, {"by": "Thug 1", "act": "declare", "set": {"deed": "attacks"}}, jorthid)
    found = step(answer, "contest")
    assert next(each for each in found["findings"] if each["id"] == "degree")["outcome"] == "partial-failure"
    assert found["taken"] == [{"what": "injure", "whom": "Jorthid"}]
    assert answer["state"]["Jorthid"]["state"] == "injured"


def test_those_who_act_together_add_their_pools_and_share_injuries(play):
    who = [foe(name="Al", side="A", numbers={"dice": 2}), foe(name="Bo", side="A", numbers={"dice": 3}), foe(name="Cy")]
    first = play("story_bones", who)
    ids = [f"f{n}" for n in (1, 2, 3)]
    assert list(first["state"]) == ["Al", "Bo", "Cy"]
    act = {"by": "Al", "whom": "Cy", "act": "contest", "set": {f"ally-{ids[1]}": True},
           "faces": {"ours": "2,2,2,2,2", "theirs": "1,2,2,2"}, "take": {"injure": "Bo"}}  # fmt: skip
    answer = play("story_bones", who, act)
    assert step(answer, "contest")["offers"][0]["whom"] == ["Al", "Bo"]
    assert answer["state"]["Bo"]["state"] == "injured"


def test_the_numbers_of_the_steps_fill_in_the_rolls_of_the_round(play):
    who = [hero("story_bones", name="Wren"), foe(name="Al", side="A", numbers={"dice": 3}), foe(name="Thug")]
    steps = [
        {"by": "Wren", "act": "target", "set": {"target": 4}},
        {"by": "Wren", "act": "extra", "set": {"advantage": 2}},
        {"by": "Thug", "act": "extra", "set": {"advantage": 1}},
    ]
    answer = play(
        "story_bones", who, *steps, {"by": "Wren", "act": "task"}, {"by": "Wren", "act": "contest", "whom": "Thug"}
    )
    task, contest = (step(answer, act) for act in ("task", "contest"))
    assert len(task["dice"]) == 5 + 2
    assert "4" in task["findings"][0]["text"]
    assert [
        sum(one["group"] == side and not one["wave"] for one in contest["dice"]) for side in ("ours", "theirs")
    ] == [7, 5]
    # In the next round nothing of it is left; a mate who acts together adds its dice.
    later = ({"act": "round"}, {"by": "Al", "act": "help"}, {"by": "Wren", "act": "task", "set": {"target": 2}})
    assert len(step(play("story_bones", who, *steps, *later), "task")["dice"]) == 5 + 3


# Every game.


@pytest.mark.parametrize("game", SAMPLES)
def test_an_offer_that_no_act_makes_is_refused(play, game):
    act = {"basics": "attack", "margin": "attack", "five_modes": "fight", "story_bones": "contest"}[game]
    refused = play.refused(
        game, [hero(game), foe()], {"by": "Foe", "whom": "Ann", "act": act, "take": {"hurtt": False}}
    )
    assert refused.startswith("acts.1: take.hurtt: no act offers this.")
    known = "injure" if game == "story_bones" else "hurt"
    play(game, [hero(game), foe()], {"by": "Foe", "whom": "Ann", "act": act, "take": {known: False}})


def test_the_dead_take_no_free_act(play):
    dead = foe(name="Bo", hurt=3)
    refused = play.refused(
        "story_bones", [hero("story_bones"), dead], {"by": "Bo", "act": "declare", "set": {"deed": "x"}}
    )
    assert "Bo cannot act now" in refused


def test_an_adventurer_without_dice_cannot_join(play, tmp_path):
    game = game_of("five_modes")
    blank = game.game.new("a" * 32).with_(name="Ada")
    (tmp_path / "blank.bones").write_bytes(game.form.dump(blank))
    assert "who.1: Ada is not finished" in play.refused(
        "five_modes", [{"name": "", "file": str(tmp_path / "blank.bones")}, foe()]
    )


def test_a_foe_that_can_take_no_more_is_passed_over(play):
    who = [hero("margin"), foe(name="Bo", hurt=8), foe(name="Cy")]
    answer = play("margin", who, {"act": "initiative", "by": "B", "faces": {"dice": "6,6,6"}},
                  {"act": "initiative", "by": "A", "faces": {"dice": "1,1,1"}})  # fmt: skip
    assert answer["state"]["Bo"]["state"] == "unconscious"
    assert answer["turn"] == "Cy"


def test_offers_stay_open_where_they_are_not_taken(play):
    hit = {"by": "Ann", "whom": "Foe", "act": "attack", "faces": {"dice": "6,6,5"}, "take": False}
    answer = play("margin", [hero("margin"), foe(numbers={"score": 8})], hit)
    assert step(answer, "attack")["offers"]
    assert step(answer, "attack")["taken"] == []
    assert answer["state"]["Foe"]["tracks"][0]["marked"] == 0


def test_acts_and_rolls_of_the_game_itself_can_be_used(play):
    who = [hero("margin"), foe()]
    answer = play("margin", who, {"by": "Ann", "act": "hurt", "set": {"value": 3}}, {"by": "Foe", "act": "hurt"},
                  {"by": "Ann", "roll": "jump", "faces": {"dice": "4,4,4"}})  # fmt: skip
    assert answer["state"]["Ann"]["tracks"][0]["marked"] == 3
    assert answer["state"]["Foe"]["tracks"][0]["marked"] == 1
    assert step(answer, "jump")["findings"][0]["id"] == "feet"


def test_answers_and_faces_are_also_read_as_in_the_arguments(play):
    hit = {"by": "Ann", "whom": "Foe", "act": "attack"}
    who = [hero("margin"), foe()]
    one = play("margin", who, {**hit, "set": {"score": 12}, "faces": {"dice": "4,4,4"}})
    other = play("margin", who, {**hit, "set": ["score=12"], "faces": ["dice=4,4,4"]})
    assert one == other


def test_luck_rolls_again_and_is_used_up(play):
    act = {"by": "Ann", "whom": "Foe", "act": "attack", "faces": {"dice": "1,1,2/6,6,6"}, "choose": {"reroll": True}}
    answer = play("margin", [hero("margin"), foe()], act)
    assert step(answer, "attack")["findings"][0]["outcome"] == "hit"
    assert answer["state"]["Ann"]["tracks"][1]["marked"] == 1


def test_a_character_of_a_file_takes_part(play, tmp_path):
    sample = next(each for each in SMALL_GAMES if each.game.id == "margin").samples[0]
    (tmp_path / "her.bones").write_bytes(sample.read_bytes())
    answer = play("margin", [{"file": "her.bones"}, foe()])
    assert len(answer["order"]) == 2
    assert "character of Margin" in play.refused("basics", [{"file": "her.bones"}])


def test_people_read_lines(play):
    described = {"game": "margin", "seed": 4, "who": [hero("margin"), foe(numbers={"score": 4})],
                 "acts": [{"by": "Ann", "whom": "Foe", "act": "attack", "faces": {"dice": "6,6,4"}}]}  # fmt: skip
    lines = play.result(described).out.splitlines()
    assert lines[0] == "Rolled with seed 4."
    assert "Ann → Foe: Attack" in lines
    assert any("taken by Foe" in each for each in lines)


@for_each(
    ("who", "acts", "said"),
    [
        ([{"name": "Ann", "sample": "nobody"}], [], "who.1.sample: there is no such sample; there are "),
        ([{"name": "Ann", "numbers": {"wits": 3}}], [], "who.1.numbers.wits: there is no such number"),
        ([{"name": "Ann", "sample": "tamsin", "numbers": {"score": 3}}], [], "who.1.numbers: a character has its own"),
        ([{"name": "Ann", "file": "none.bones"}], [], "who.1.file: There is no file none.bones"),
        ([{"name": "Ann", "conditions": {"asleep": 1}}], [], "who.1.conditions.asleep: there is no such condition"),
        ([{"name": "Ann", "count": 0}], [], "who.1.count: needs a number of at least 1."),
        ([{"nam": "Ann"}], [], "who.1.nam: is not known here."),
        ([{"name": "Ann"}], [{"by": "Anne", "act": "move"}], "acts.1: by: nobody here is called “Anne”. Perhaps"),
        ([{"name": "Ann"}], [{"by": "Ann", "act": "attack"}], "acts.1: Choose a target."),
        ([{"name": "Ann"}], [{"by": "Ann", "act": "dance"}], "acts.1: a foe has no act 'dance'; there are "),
        ([{"name": "Ann"}], [{"by": "Ann"}], "acts.1: name the act or the roll."),
        ([{"name": "Ann"}], [{"by": "Ann", "roll": "dance"}], "acts.1: there is no roll 'dance'; there are "),
        ([{"name": "Ann"}], [{"by": "Ann", "act": "hide", "set": {"luck": 1}}], "acts.1: there is no set.luck here"),
        ([{"name": "Ann"}], [{"by": "Ann", "act": "hide", "faces": {"dice": "7,1,1"}}], "acts.1: faces.dice: a d6"),
        ([{"name": "Ann"}], [{"by": "Ann", "act": "hide", "faces": {"dice": "1"}}], "acts.1: faces.dice needs one"),
        ([{"name": "Ann"}], [{"by": "Ann", "act": "hide", "choose": {"luck": 1}}], "acts.1: choose.luck=1 is not"),
        ([{"name": "Ann", "hurt": 8}], [{"by": "Ann", "act": "hide"}], "acts.1: Ann cannot act now."),
    ],
)  # fmt: skip
def test_mistakes_are_one_sentence(play, who, acts, said):
    assert play.refused("margin", who, *acts).startswith(said)


def test_games_without_scenes_are_refused(play):
    assert play.refused("bones", [{"name": "Ann"}]).startswith("game: there is no game 'bones' with scenes")


def test_a_file_that_is_none_is_refused(play):
    assert play.result("[1").is_one_line_error
    assert play.result({"game": "margin"}).err.endswith("who: is missing.\n")


def test_the_targets_reply_does_not_change_the_attackers_pool(play):
    who = [hero("basics", initiative=0), foe(initiative=0)]
    pools = set()
    for reply in ("evade", "counter", "dodge", "strike-shooter", "none"):
        answer = play("basics", who, {"by": "Ann", "whom": "Foe", "act": "attack", "set": {"their_reply": reply}})
        dice = step(answer, "attack")["dice"]
        pools.add(sum(each["group"] == "pool" and not each["wave"] for each in dice))
        assert not any(each["group"] == "black" for each in dice)
    assert len(pools) == 1


def test_a_weapon_fills_its_dice_in_also_in_a_roll_that_is_no_act_of_the_scene(play):
    """Harriet's revolver has four dice."""
    answer = play("basics", [hero("basics"), foe()], {"by": "Ann", "roll": "damage", "set": {"margin": 0}})
    assert len([each for each in step(answer, "damage")["dice"] if not each["wave"]]) == 4


# Mistakes that were accepted, or told in words of another place.


@pytest.mark.parametrize(
    ("game", "act"), [("basics", "move"), ("margin", "move"), ("five_modes", "move"), ("story_bones", "open")]
)
def test_the_dead_do_nothing_in_their_turn(play, game, act):
    assert "cannot act now" in play.refused(game, [hero(game), foe(hurt=1000)], {"by": "Foe", "act": act})


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ({"act": "attack"}, "acts.1: by: give the name of a fighter."),
        ({"by": "Foe", "whom": "Foe", "act": "attack"}, "acts.1: whom: Foe cannot be the target of attack."),
        ({"by": "Foe", "whom": "Ann", "act": "move"}, "acts.1: whom: move has no target."),
        ({"by": "Foe", "act": "attack", "set": {"pool": 10**9}}, "acts.1.set.pool: needs a number of at most 1000000."),
        (
            {"by": "Foe", "act": "attack", "set": {"pool": {}}},
            "acts.1.set.pool: needs a number, a text, true or false.",
        ),
        ({"by": "Foe", "act": "attack", "set": {"pool": 61}}, "acts.1: set.pool is a whole number from 0 to 60"),
        ({"by": "Foe", "act": "attack", "faces": {"pool": "9"}}, "acts.1: faces.pool: a d6 does not show 9"),
    ],
)
def test_a_mistake_in_an_act_is_told_by_its_place_in_the_file(play, act, told):
    assert play.refused("basics", [hero("basics"), foe()], act) == told


@pytest.mark.parametrize(("game", "by"), [("margin", "Ann"), ("five_modes", "Ann"), ("story_bones", "Ann")])
def test_faces_for_initiative_that_nobody_rolls_are_refused(play, game, by):
    act = {"act": "initiative", "by": by, "faces": {"dice": "3"}}
    assert f"nothing was rolled with the faces of {by}" in play.refused(game, [hero(game), foe()], act)


def test_initiative_without_faces_is_rolled_by_the_round(play):
    who = [hero("basics"), foe()]
    assert play("basics", who, {"act": "initiative", "by": "Foe"}) == play("basics", who)
    assert play("basics", who, {"act": "round"}, {"act": "initiative", "by": "Foe"})["round"] == 2


def test_a_roll_of_initiative_out_of_the_order_is_a_roll_like_others(play):
    answer = play("basics", [hero("basics")], {"roll": "initiative", "by": "Ann"})
    assert answer["steps"][-1]["roll"] == "initiative"
    assert answer["steps"][-1]["findings"]


def test_wrong_faces_for_initiative_are_told_as_such(play):
    told = play.refused("basics", [foe()], {"act": "initiative", "by": "Foe", "faces": {"pool": "9,9,9,9"}})
    assert told == "initiative: faces.pool: a d6 does not show 9"


def test_a_name_of_a_foe_is_one_line(play):
    assert play("basics", [foe(name="Cave\nbear\x00")])["order"] == ["Cave bear"]


def test_a_foe_of_the_basics_shows_its_health_apart_from_its_reserve(play):
    who = [hero("basics"), foe(numbers={"health": 4}), foe(name="Two", numbers={"health": 4})]
    hurt = [{"by": name, "act": "hurt", "set": {"value": n}} for name, n in (("Foe", 3), ("Two", 6))]
    answer = play("basics", who, *hurt)
    tracks = [[(one["marked"], one["boxes"]) for one in answer["state"][name]["tracks"]] for name in ("Foe", "Two")]
    assert tracks == [[(3, 4), (0, 8)], [(4, 4), (2, 8)]]
    assert step(answer, "hurt")["text"] == ["Foe: 3 of 4 lost, wounded."]
    assert step(answer, "hurt", 1)["text"] == ["Two: 2 of 8 lost, on the reserve."]


@pytest.mark.parametrize(
    ("game", "name"), [("basics", "Mark pips"), ("margin", "Lose Life Points"), ("five_modes", "Take hits")]
)
def test_damage_is_called_by_its_act_and_not_by_the_state(play, game, name):
    described = {"game": game, "who": [foe()], "acts": [{"by": "Foe", "act": "hurt"}], "seed": 1}
    assert f"Foe: {name}" in play.result(described).out
