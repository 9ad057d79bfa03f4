"""The command `round`: the rulebook's examples with the text's faces, every field of the file, and its mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Command, Result
from tests.support.foreach import for_each

BOB = (
    "U, M, Magic, Craft, Missile, Scholar; U, P, Magic, Missile, Defend, Defend;"
    "U, M, Magic, Magic, Scholar, Defend; U, P, Magic, Riding, Scholar, Healer"
)
GOBLIN = "goblin"
"""Primitive x2: Universal, Physical, Outdoorsman, Stealth, Perception, Missile."""


class Played:
    """Rounds that a test describes and has played."""

    def __init__(self, run: Command, folder: Path) -> None:
        self._run = run
        self.folder = folder

    def result(self, described: Any, *more: str) -> Result:
        path = self.folder / "round.json"
        path.write_text(described if isinstance(described, str) else json.dumps(described), encoding="utf-8")
        before = path.read_bytes()
        found = self._run("round", str(path), *more)
        assert path.read_bytes() == before
        return found

    def __call__(self, *combatants: dict[str, Any], **fields: Any) -> dict[str, Any]:
        found = self.result({"combatants": list(combatants), **fields}, "--json")
        assert (found.code, found.err) == (0, ""), found.err
        return found.json

    def refused(self, *combatants: dict[str, Any], **fields: Any) -> str:
        found = self.result({"combatants": list(combatants), **fields}, "--json")
        assert found.is_one_line_error, (found.code, found.out, found.err)
        return found.err.removeprefix("bones-desktop: ").strip()


@pytest.fixture
def play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Played:
    return Played(Command(capsys), tmp_path)


def bob(**more: Any) -> dict[str, Any]:
    return {"id": "b", "dice": BOB, **more}


def goblin(who: str = "g", **more: Any) -> dict[str, Any]:
    return {"id": who, "cast": GOBLIN, "side": "B", **more}


def does(who: str, how: str, whom: str = "", **more: Any) -> dict[str, Any]:
    return {"who": who, "how": how, **({"whom": whom} if whom else {}), **more}


def sentences(answer: dict[str, Any], who: str) -> str:
    return " ".join(step["sentence"] for step in answer["steps"] if step["who"] == who)


# --- the rulebook's examples ------------------------------------------------------------------------------------------


def test_ex_14_the_crossbow_fight(play: Played) -> None:
    # Bob shows U, P, Defend and nothing of use; the crossbow a Missile. The goblin shows U, and Missile on its bow.
    answer = play(
        bob(at_hand=["Crossbow"]),
        goblin(at_hand=["Crossbow"]),
        declare=[does("b", "missile", "g"), does("g", "missile", "b")],
        faces={"b": [1, 2, 6, 4, 2], "g": [1, 3, 2]},
        allot={"g": {"1": "attack b", "3": "attack b"}, "b": {"1": "defend", "2": "attack g"}},
    )
    assert answer["order"] == ["g", "b"]
    assert answer["taken"] == {"b": 0, "g": 2}
    assert answer["state"] == {"b": "hale", "g": "incapacitated"}
    assert answer["out"] == {"b": [], "g": [1, 2]}
    assert answer["net"] == {"b": {"g": 2}, "g": {"b": 0}}
    assert answer["hurt_by"] == {"g": {"b": 2}}
    assert list(answer) == [
        "order", "taken", "out", "state", "hurt_by", "hindering", "spent", "ruined", "net", "thrown", "steps",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("faces", "taken", "net", "escapes"),
    [
        ([1, 2, 1, 4], 1, 1, True),  # EX-15: 2 Universal and 1 Physical against 2 Nulls and 4 Melee
        ([1, 2, 1, 1], 0, 2, True),  # EX-16
        ([1, 2, 3, 4], 2, 0, False),  # EX-17: ties fail
    ],
)
def test_ex_15_to_17_the_chandelier(play: Played, faces: list[int], taken: int, net: int, escapes: bool) -> None:
    answer = play(
        bob(),
        {"id": "s", "dice": "U, P, Melee, Melee, Melee, Melee; U, P, Melee, Melee, Melee, Melee;"
         "U, P, Melee, Melee, Melee, Melee; U, P, Melee, Melee, Melee, Melee", "kind": "cast", "side": "B"},
        declare=[
            does("s", "melee", "b"),
            does("b", "task", skill="Maneuver", difficulty="Average", nulls=2, evades=True),
        ],
        faces={"b": faces, "s": [3, 3, 3, 3]},
    )  # fmt: skip
    assert answer["taken"] == {"b": taken, "s": 0}
    assert answer["net"] == {"s": {"b": taken}, "b": {"b": net}}
    assert ("Success by" in sentences(answer, "b")) == escapes


@pytest.mark.parametrize(("metres", "damage"), [(5, 0), (10, 1), (15, 2), (19, 2), (20, 3)])
def test_ex_18_and_34_a_griffon_without_its_wings_falls(play: Played, metres: int, damage: int) -> None:
    griffon = {"id": "g", "beast": "Griffon", "flying_m": metres}
    whole = play(griffon, declare=[], faces={"g": [1] * 7})
    assert whole["taken"] == {"g": 0}
    # A Universal keeps nobody in the air once both wings are gone.
    plucked = play({**griffon, "lost": [1, 2]}, faces={"g": [None, None, 1, 1, 1, 1, 1]})
    assert plucked["taken"] == {"g": damage}
    assert len(plucked["out"]["g"]) == damage


def test_ex_34_wings_lost_in_the_round_end_the_flight(play: Played) -> None:
    answer = play(
        {"id": "g", "beast": "Griffon", "flying_m": 15},
        {"id": "a", "dice": "Killer x2", "at_hand": ["Longbow"], "side": "B"},
        declare=[does("a", "missile", "g")],
        faces={"g": [1, 1, 5, 5, 5, 5, 5], "a": [5, 5, 6]},
        allot={"g": {str(place): "none" for place in range(3, 8)}},
        lose={"g": [1, 2]},
    )
    # Two arrows take the wings, and the fall of 15 m two dice more.
    assert answer["taken"]["g"] == 4
    assert answer["out"]["g"][:2] == [1, 2]
    assert len(answer["out"]["g"]) == 4


@pytest.mark.parametrize(("friends", "given"), [(1, None), (3, None), (2, 2)])
def test_ex_19_and_20_shooting_into_a_melee(play: Played, friends: int, given: int | None) -> None:
    fellows = [goblin(f"g{n}") for n in range(friends if given is None else 1)]
    answer = play(
        {"id": "r", "dice": "Fighter x4"},
        *fellows,
        goblin("archer", at_hand=["Short bow"]),
        declare=[
            *[does(each["id"], "melee", "r") for each in fellows],
            does("archer", "missile", "r", **({} if given is None else {"friends": given})),
        ],
        faces={
            "r": [5, 5, 5, 5], **{each["id"]: [3, 3] for each in fellows}, "archer": [6, 6, 1],
        },
        allot={"archer": {"1": "attack r", "2": "attack r", "3": "attack r"}},
    )  # fmt: skip
    assert answer["net"]["archer"]["r"] == 4 - friends


@pytest.mark.parametrize(("how", "hits"), [("melee", (1, 2)), ("missile", (3, 4))])
def test_ex_21_a_dagger_strikes_with_two_faces_and_flies_with_two(
    play: Played, how: str, hits: tuple[int, int]
) -> None:
    for face in range(1, 7):
        answer = play(
            {"id": "b", "dice": "Blank x6,", "at_hand": ["Dagger"]},
            goblin(),
            declare=[does("b", how, "g")],
            faces={"b": [1, face], "g": [3, 3]},
        )
        assert answer["taken"]["g"] == (face in hits)


def test_ex_22_leather_armour_is_as_in_the_tables(play: Played) -> None:
    for face in range(1, 7):
        answer = play(
            {"id": "b", "dice": "Blank x6,", "at_hand": ["Leather"]},
            {"id": "k", "dice": "Melee x6,", "side": "B"},
            declare=[does("k", "melee", "b")],
            faces={"b": [1, face], "k": [1]},
            absorb={"b": []},
        )
        assert answer["taken"]["b"] == (face not in {1, 3})


def test_ex_23_boots_of_stealth_help_to_sneak(play: Played) -> None:
    for face in range(1, 7):
        answer = play(
            {"id": "b", "dice": "Sneak", "at_hand": ["Boots of Stealth"]},
            declare=[does("b", "task", skill="stealth", nulls=0)],
            faces={"b": [3, face]},
        )
        assert answer["net"]["b"]["b"] == 1 + (face <= 3)


def test_ex_24_the_wall_of_flame_is_a_use_of_magic_each_turn(play: Played) -> None:
    answer = play(bob(), declare=[does("b", "task", skill="magic", nulls=0)], faces={"b": [3, 3, 3, 3]})
    assert answer["spent"] == {"b": {"spiffs": 0, "magic_uses": 1}}


def test_ex_26_the_price_of_magic(play: Played) -> None:
    # Five icons: the sixth use costs one success, the eighth three; without any left it hurts the one who casts.
    for uses, hits in ((4, 2), (5, 1), (6, 0)):
        answer = play(
            bob(magic_uses=uses),
            goblin(),
            declare=[does("b", "magic", "g")],
            faces={"b": [3, 3, 5, 4], "g": [3, 3]},
        )
        assert answer["taken"] == {"b": int(hits == 0), "g": hits}
    eighth = play(
        bob(magic_uses=7),
        goblin(),
        declare=[does("b", "magic", "g"), does("g", "melee", "b")],
        faces={"b": [3, 3, 3, 4], "g": [1, 3]},
        allot={"g": {"1": "attack b"}},
    )
    assert eighth["taken"] == {"b": 2, "g": 0}
    assert eighth["state"]["b"] == "hurt"


def test_ex_28_wicked_wanda(play: Played) -> None:
    wanda = "U, M, Magic, Magic, Social, Social; " * 4 + "U, M, Magic, Social, Social, Social"
    for magnitude, obeys in ((3, True), (4, False)):
        answer = play(
            {"id": "w", "dice": wanda, "kind": "cast"},
            bob(),
            declare=[does("w", "mind", "b", magnitude=magnitude)],
            faces={"w": [3, 3, 3, 1, 2], "b": [4, 4, 4, 4]},
            resist={"b": [1, 3, 2, 3]},
        )
        assert answer["net"] == {"w": {"b": 3}}
        assert answer["taken"] == {"w": 0, "b": 0}
        assert ("refuses" in sentences(answer, "w")) != obeys


def test_an_order_given_with_the_magic_is_resisted_by_a_second_throw(play: Played) -> None:
    def ordered(again: list[int] | None, **more: Any) -> dict[str, Any]:
        return play(
            {"id": "w", "dice": "U, M, Magic, Magic, Social, Social; " * 4, "kind": "cast"},
            bob(),
            declare=[does("w", "mind", "b", magnitude=4)],
            faces={"w": [3, 3, 3, 3], "b": [4, 4, 4, 4]},
            resist={"b": [3, 3, 3, 3] if again is None else [[3, 3, 3, 3], again]},
            **more,
        )

    kept, refused, freed = (ordered([*again, 3, 3]) for again in ((3, 3), (1, 3), (1, 1)))
    assert "does as ordered" in sentences(kept, "w")
    assert "does as ordered" not in sentences(refused, "w")
    assert "breaks free" not in sentences(refused, "w")
    assert "breaks free" not in sentences(freed, "w")
    assert "resists the order with 2; 2 is left" in sentences(freed, "w")
    assert "is left of the magic" in sentences(ordered(None, seed=7), "w")


def test_two_who_rule_one_mind_are_resisted_each_by_a_throw(play: Played) -> None:
    magic = "U, M, Magic, Magic, Social, Social; " * 3
    given: dict[str, Any] = {
        "declare": [does("v", "mind", "b"), does("w", "mind", "b")],
        "faces": {"v": [3, 3, 3], "w": [3, 3, 3], "b": [4, 4, 4, 4]},
    }
    casters = {"id": "v", "dice": magic, "side": "B"}, {"id": "w", "dice": magic, "side": "B"}
    answer = play(*casters, bob(), **given, resist={"b": {"v": [1, 2, 3, 3], "w": [3, 3, 3, 3]}})
    assert answer["net"] == {"v": {"b": 2}, "w": {"b": 3}}
    assert play(*casters, bob(), **given, resist={"b": [1, 2, 3, 3]})["net"] == {"v": {"b": 2}, "w": {"b": 2}}
    apart = [play(*casters, bob(), **given, seed=seed)["net"] for seed in range(9)]
    assert any(net["v"] != net["w"] for net in apart)
    for wrong, place in (
        ({"x": [1] * 4}, "resist.b.x"),
        ({"v": [1]}, "resist.b.v"),
        ({"v": [7, 1, 1, 1]}, "resist.b.v.1"),
    ):
        assert play.refused(*casters, bob(), **given, resist={"b": wrong}).startswith(f"{place}: ")


def test_missiles_of_nothing_are_allowed_by_the_game_master(play: Played) -> None:
    thrower = {"id": "k", "dice": "U, P, Missile, Missile, Melee, Defend"}
    told: dict[str, Any] = {"declare": [does("k", "missile", "b")], "faces": {"k": [3], "b": [4] * 4}}
    assert play.refused(thrower, bob(), **told).startswith("declare.1: ")
    assert play(thrower, bob(), **told, override={"declare.1": 1})["taken"]["b"] == 1


def test_successes_above_a_cap_are_no_mistake_and_do_not_count(play: Played) -> None:
    """All are counted, then the cap cuts the total (ACT-6, ACT-11)."""
    answer = play(
        {"id": "w", "dice": "U, M, Magic, Blank, Blank, Blank; " + "U, M, Blank, Blank, Blank, Blank; " * 2},
        bob(),
        declare=[does("w", "magic", "b")],
        faces={"w": [3, 1, 2], "b": [4] * 4},
        allot={"w": dict.fromkeys("123", "attack b")},
    )
    assert answer["net"]["w"] == {"b": 1}
    assert "do not count" in sentences(answer, "w")


def test_magic_on_a_mind_may_come_without_an_order(play: Played) -> None:
    answer = play(
        {"id": "w", "dice": "U, M, Magic, Magic, Social, Social; " * 4, "kind": "cast"},
        bob(),
        declare=[does("w", "mind", "b")],
        faces={"w": [3, 3, 3, 3], "b": [4, 4, 4, 4]},
        resist={"b": [3, 3, 3, 3]},
    )
    assert answer["net"] == {"w": {"b": 4}}


def test_ex_29_fried_goblin(play: Played) -> None:
    answer = play(
        bob(),
        goblin("g1"),
        goblin("g2"),
        declare=[
            does("g1", "melee", "b"),
            does("g2", "melee", "b"),
            does("b", "magic", "g1"),
            does("b", "magic", "g2"),
        ],
        faces={"b": [2, 3, 2, 3], "g1": [1, 2], "g2": [1, 3]},
        allot={
            "g1": {"1": "attack b", "2": "attack b"},
            "g2": {"1": "defend"},
            "b": {"1": "attack g1", "2": "attack g2", "3": "attack g2", "4": "attack g2"},
        },
        riders={"g1": ["Flaming"]},
    )
    assert answer["order"] == ["g1", "g2", "b"]
    assert answer["taken"] == {"b": 2, "g1": 1, "g2": 2}
    assert answer["state"] == {"b": "hurt", "g1": "hurt", "g2": "incapacitated"}
    assert answer["hindering"] == {"g1": ["Flaming"]}


def test_ex_30_to_a_crisp(play: Played) -> None:
    answer = play(
        bob(lost=[1, 3]),
        goblin("g1", lost=[1], hindering=["Flaming"]),
        declare=[does("g1", "melee", "b"), does("b", "magic", "g1")],
        faces={"b": [None, 1, None, 3], "g1": [None, 1, 3]},
        allot={"g1": {"2": "attack b"}, "b": {"2": "defend", "4": "attack g1"}},
    )
    assert answer["taken"] == {"b": 0, "g1": 1}
    assert answer["state"] == {"b": "hurt", "g1": "incapacitated"}


def test_ex_36_grumpy_reads_his_icon_as_one_thing(play: Played) -> None:
    grumpy = {"id": "d", "dice": "U, Dwarf, Craft, Craft, Craft, Craft"}
    foe = {"id": "k", "dice": "Melee x6,", "kind": "cast", "side": "B"}
    fight = {"declare": [does("k", "melee", "d"), does("d", "melee", "k")], "faces": {"d": [2], "k": [1]}}
    defends = play(grumpy, foe, **fight, allot={"k": {"1": "attack d"}, "d": {"1": "defend"}})
    assert defends["taken"] == {"d": 0, "k": 0}
    slams = play(grumpy, foe, **fight, allot={"k": {"1": "attack d"}, "d": {"1": "attack k"}})
    assert slams["taken"] == {"d": 1, "k": 1}
    # Off-task readings are legal, and wasted (AMB-71).
    for reading in ("master", "craft", "night-vision", "perception"):
        wasted = play(grumpy, foe, **fight, allot={"k": {"1": "attack d"}, "d": {"1": {"as": reading}}})
        assert wasted["taken"] == {"d": 1, "k": 0}
    refused = play.refused(grumpy, foe, **fight, allot={"d": {"1": {"as": "sneaky"}}})
    assert refused.startswith("allot.d.1: ")


# --- the fields of the file -------------------------------------------------------------------------------------------

BRUTE = "Melee x6,"
LOAF = "Blank x6,"
ALL_IN = {"k": {"1": "attack b"}}


def struck(**b: Any) -> list[dict[str, Any]]:
    """Return somebody of four blank dice, and one who strikes him."""
    return [
        {"id": "b", "dice": f"{LOAF}; {LOAF}; {LOAF}; {LOAF}", **b},
        {"id": "k", "dice": BRUTE, "kind": "cast", "side": "B"},
    ]


HIT = {"declare": [does("k", "melee", "b")], "faces": {"k": [1]}, "allot": ALL_IN}


def test_everybody_is_in_the_answer_and_what_is_left_out_is_thrown(play: Played) -> None:
    once = play(*struck(), declare=[does("k", "melee", "b")], seed=7)
    again = play(*struck(), declare=[does("k", "melee", "b")], seed=7)
    assert once == again
    for name in ("taken", "out", "state"):
        assert list(once[name]) == ["b", "k"]
    assert [len(once["thrown"][who]) for who in "bk"] == [4, 1]
    given_back = play(*struck(), declare=[does("k", "melee", "b")], faces=once["thrown"])
    assert given_back["taken"] == once["taken"]
    thrown = {tuple(play(*struck(), seed=seed)["thrown"]["b"]) for seed in range(5)}
    assert len(thrown) > 1
    assert play(*struck(), declare=[does("k", "melee", "b")])["thrown"]


def test_part_of_a_throw_may_be_left_to_the_seed(play: Played) -> None:
    answer = play(*struck(lost=[2]), faces={"b": [3, None, None, 4]}, seed=1)
    assert answer["thrown"]["b"][:2] == [3, None]
    assert answer["thrown"]["b"][2] in range(1, 7)
    assert answer["thrown"]["b"][3] == 4


def test_how_combatants_are_given(play: Played, tmp_path: Path) -> None:
    from bones_desktop.storage.files.characterfile import write_character
    from tests.support.people import ragnar

    write_character(tmp_path / "r.bones", ragnar().with_(spiffs=2))
    answer = play(
        {"id": "f", "file": "r.bones"},
        {"id": "a", "file": str(tmp_path / "r.bones"), "kind": "cast"},
        {"id": "c", "cast": "Ship's Captain", "side": "B"},
        {"id": "w", "beast": "wolf", "side": "B"},
        {"id": "h", "dice": "Horde x3", "kind": "horde", "side": "B"},
        {"id": "r", "beast": "Rats", "side": "C"},
        {"id": "d", "dice": "U, P, Melee, Melee, Missile, Defend; Fighter x2; Longbow", "kind": "beast"},
        declare=[does("h", "none"), does("r", "none")],
        seed=1,
    )
    assert {who: len(faces) for who, faces in answer["thrown"].items()} == {"f": 4, "a": 4, "c": 6, "w": 3, "d": 4}
    assert answer["order"] == ["a", "c", "w", "h", "r", "d", "f"]


def test_lost_below_and_hindering_dice(play: Played) -> None:
    down = play(*struck(lost=[1, 2, 3, 4], below=3), **HIT)
    assert (down["taken"]["b"], down["state"]["b"], down["order"]) == (1, "dead", ["k"])
    assert down["thrown"] == {"k": [1]}
    burning = play(*struck(hindering=["Flaming", "poison"]), faces={"b": [1, 1, 1, 1, 1, 3], "k": [1]})
    assert (burning["taken"]["b"], len(burning["out"]["b"])) == (1, 1)
    assert burning["hurt_by"] == {}


def test_a_file_keeps_its_wounds_unless_told_otherwise(play: Played, tmp_path: Path) -> None:
    from bones_desktop.rules.bones.injury.injuries import lose
    from bones_desktop.storage.files.characterfile import write_character
    from tests.support.people import ragnar

    write_character(tmp_path / "r.bones", lose(ragnar(), 2))
    assert play({"id": "r", "file": "r.bones"}, seed=1)["thrown"]["r"][2] is None
    assert None not in play({"id": "r", "file": "r.bones", "lost": []}, seed=1)["thrown"]["r"]


def test_absorbing_soaking_and_losing(play: Played) -> None:
    armed = struck(at_hand=["Chain", "Buckler"], spiffs=4)
    faces = {"faces": {"b": [1, 1, 1, 1, 6, 6], "k": [1]}}
    absorbed = play(*armed, **{**HIT, **faces}, absorb={"b": [{"item": "Chain", "from": "k"}]})
    assert (absorbed["taken"]["b"], absorbed["ruined"]) == (0, {"b": ["Chain"]})
    soaked = play(*armed, **{**HIT, **faces}, absorb={"b": []}, soak={"b": "k"})
    assert (soaked["taken"]["b"], soaked["spent"]) == (0, {"b": {"spiffs": 2, "magic_uses": 0}})
    chosen = play(*armed, **{**HIT, **faces}, absorb={"b": []}, lose={"b": [3]})
    assert (chosen["taken"]["b"], chosen["out"]["b"]) == (1, [3])
    assert chosen["hurt_by"] == {"b": {"k": 1}}


def test_rerolls_and_bought_successes(play: Played) -> None:
    b = {"id": "b", "dice": "Melee, Blank, Blank, Blank, Blank, Blank", "spiffs": 4}
    k = {"id": "k", "dice": f"{LOAF}; {LOAF}; {LOAF}", "side": "B"}
    answer = play(
        b,
        k,
        declare=[does("b", "melee", "k")],
        faces={"b": [2], "k": [1, 1, 1]},
        reroll={"b": {"die": 1, "face": 1}},
        allot={"b": {"1": "attack k", "bought": "attack k"}},
    )
    assert (answer["taken"]["k"], answer["spent"]["b"]["spiffs"], answer["thrown"]["b"]) == (2, 3, [2])


def test_riders_override_and_positions(play: Played) -> None:
    over = play(*struck(), **HIT, override={"taken.b": 3})
    assert (over["taken"]["b"], over["state"]["b"]) == (3, "hurt")
    assert "sets the damage taken to 3" in sentences(over, "b")
    poisoned = play(*struck(), **HIT, riders={"b": ["Poison"]})
    assert poisoned["hindering"] == {"b": ["Poison"]}
    prone = play(*struck(posture="prone"), **HIT)
    assert (prone["order"], prone["taken"]["b"]) == (["b", "k"], 2)
    dark = play(*struck(), **HIT, darkness="total")
    assert dark["taken"]["b"] == 0
    covered = play(*struck(), **{**HIT, "declare": [does("k", "melee", "b", cover=25)]})
    assert covered["taken"]["b"] == 0


def test_apart_says_whom_fear_reaches(play: Played) -> None:
    fear = {"id": "f", "dice": "Fear Caster x6,", "kind": "beast", "side": "C"}
    for metres, taken in ((10, 0), (10.5, 1)):
        answer = play(*struck(), fear, **{**HIT, "allot": {}, "faces": {"k": [1], "f": [1]}}, apart={"k f": metres})
        assert answer["taken"]["b"] == taken


def test_mounted_fighters_and_their_mounts(play: Played) -> None:
    answer = play(
        {"id": "c", "dice": "Cavalry x2", "posture": "mounted", "mount": {"war_trained": True}},
        {"id": "d", "dice": "Cavalry x2", "on": "horse", "mount": {"war_trained": True}, "kind": "cast"},
        {"id": "e", "dice": "Cavalry x2", "mount": {"war_trained": True}},
        {"id": "horse", "beast": "Wolf"},
        {"id": "p", "dice": "Fighter"},
        seed=1,
    )
    assert answer["order"] == ["horse", "p", "d", "c", "e"]


def test_words_for_each_success_and_icons_with_a_choice(play: Played) -> None:
    b = {"id": "b", "dice": "Triple Melee, Blank, Blank, Blank, Blank, Blank; Halfling x6,", "at_hand": ["Dagger"]}
    ks = [{"id": who, "dice": f"{LOAF}; {LOAF}", "side": "B"} for who in "km"]
    answer = play(
        b,
        *ks,
        declare=[does("b", "melee", "k"), does("b", "melee", "m")],
        faces={"b": [1, 1, 6], "k": [1, 1], "m": [1, 1]},
        allot={"b": {"1": ["attack k", "attack k", "attack m"], "2": {"as": "Swashbuckler"}}},
    )
    assert answer["net"]["b"] == {"k": 2, "m": 1}


def test_the_answer_in_words(play: Played) -> None:
    found = play.result({"combatants": struck(), **HIT})
    assert (found.code, found.err) == (0, "")
    assert "b (b): damage 1, wounded" in found.out


def test_alike_fighters_are_told_apart_by_numbers_and_no_name_is_an_example(play: Played) -> None:
    who = [bob(), goblin("g"), goblin("h"), {"id": "i", "beast": "Horse (example)", "side": "B"}]
    found = play.result({"combatants": who, "declare": [does("b", "melee", "h")], "seed": 3})
    names = ["b (b)", "Goblin 1 (g)", "Goblin 2 (h)", "Horse (i)"]
    assert [line.partition(":")[0] for line in found.out.splitlines()[-4:]] == names
    assert "Attacks Goblin 2" in found.out
    assert "example" not in found.out


# --- mistakes ---------------------------------------------------------------------------------------------------------


@for_each(
    ("fields", "place"),
    [
        ({"declare": [does("x", "melee", "b")]}, "declare.1.who: "),
        ({"declare": [does("k", "melee", "x")]}, "declare.1.whom: "),
        ({"declare": [does("k", "melee")]}, "declare.1.whom: "),
        ({"declare": [does("k", "dance", "b")]}, "declare.1.how: "),
        ({"declare": [does("k", "melee", "b", cover=101)]}, "declare.1.cover: "),
        ({"declare": [does("k", "melee", "b", weapon="Sword")]}, "declare.1.weapon: "),
        ({"declare": [does("k", "task")]}, "declare.1.skill: "),
        ({"declare": [does("k", "task", skill="Dancing")]}, "declare.1.skill: "),
        ({"declare": [does("k", "task", skill="Thief", difficulty="Hard")]}, "declare.1.difficulty: "),
        ({"declare": [does("k", "task", skill="Scholar", nulls=1, evades=True)]}, "declare.1: "),
        ({"declare": [does("k", "coup", "b")]}, "declare.1: "),
        ({"declare": [does("k", "melee", "k")]}, "declare.1: "),
        ({"declare": [does("k", "mind", "b", magnitude=6)]}, "declare.1.magnitude: "),
        ({"declare": [does("k", "missile", "b")]}, "declare.1: k has nothing at hand to shoot"),
        ({"declare": [does("k", "melee", "b"), does("k", "melee", "b")]}, "declare.2: This is already declared"),
        ({"declare": {}}, "declare: "),
        ({"declare": [does("k", "melee", "b", wepon="Sword")]}, "declare.1.wepon: "),
        ({"faces": {"k": [7]}}, "faces.k.1: "),
        ({"faces": {"k": [1, 1]}}, "faces.k: "),
        ({"faces": {"x": [1]}}, "faces.x: "),
        ({"faces": {"k": {"b": [1]}}}, "faces.k: "),
        ({"faces": {"k": ["1"]}}, "faces.k.1: "),
        ({"reroll": {"b": {"die": 1, "face": 1}}}, "reroll.b: "),
        ({"reroll": {"k": {"die": 1}}}, "reroll.k: "),
        ({"resist": {"x": [1]}}, "resist.x: "),
        ({"resist": {"x": [[1], [1]]}}, "resist.x: "),
        ({"resist": {"b": [7]}}, "resist.b.1: needs a number of at most 6"),
        ({"resist": {"b": [[1], [7]]}}, "resist.b.2.1: needs a number of at most 6"),
        ({"resist": {"b": [[1], [1], [1]]}}, "resist.b: one roll"),
        ({"allot": {"k": {"1": "attack"}}}, "allot.k.1: "),
        ({"allot": {"k": {"1": "dance b"}}}, "allot.k.1: "),
        ({"allot": {"k": {"1": "attack x"}}}, "allot.k.1: "),
        ({"allot": {"k": {"9": "attack b"}}}, "allot.k.9: "),
        ({"allot": {"k": {"1": ["attack b", "attack b"]}}}, "allot.k.1: "),
        ({"allot": {"k": {"1": {"as": "magic"}}}}, "allot.k.1: "),
        ({"allot": {"b": {"1": "defend"}}}, "allot.b.1: "),
        ({"allot": {"x": {"1": "defend"}}}, "allot.x: "),
        ({"allot": {"b": {"bought": "defend"}}}, "allot.b.bought: "),
        ({"absorb": {"b": [{"item": "Chain", "from": "k"}]}}, "absorb.b: "),
        ({"soak": {"b": "k"}}, "soak.b: "),
        ({"soak": {"b": "luck"}}, "soak.b: "),
        ({"soak": {"x": "x"}}, "soak.x: nobody here has this name"),
        ({"allot": {"k": {"01": "attack b", "1": "none"}}}, "allot.k.01: "),
        ({"allot": {"k": {" 1": "attack b", "1": "none"}}}, "allot.k. 1: "),
        ({"lose": {"b": [9]}}, "lose.b: "),
        ({"lose": {"b": [1, 2]}}, "lose.b: "),
        ({"lose": {"b": [1, 1]}}, "lose.b: "),
        ({"override": {"declare.2": True}}, "override.declare.2: there is no such declaration"),
        ({"riders": {"b": ["Chain"]}}, "riders.b: "),
        ({"override": {"luck.b": 1}}, "override.luck.b: "),
        ({"override": {"taken.b": -1}}, "override.taken.b: needs a number of at least 0"),
        ({"override": {"attack.k.b": -1}}, "override.attack.k.b: needs a number of at least 0"),
        ({"override": {"taken.b": True}}, "override.taken.b: needs a whole number"),
        ({"apart": {"b": 3}}, "apart.b: "),
        ({"apart": {"b b": 3}}, "apart.b b: "),
        ({"apart": {"b k": -3}}, "apart.b k: "),
        ({"darkness": "dim"}, "darkness: "),
        ({"seed": "7"}, "seed: "),
        ({"seed": 1.5}, "seed: "),
        ({"colour": 1}, "colour: "),
    ],
)
def test_a_mistake_is_one_line_that_names_its_place(play: Played, fields: dict[str, Any], place: str) -> None:
    assert play.refused(*struck(), **{**HIT, **fields}).startswith(place)


@for_each(
    ("fighter", "place"),
    [
        ({"id": "k", "dice": LOAF}, "combatants.3.id: "),
        ({"id": "a b", "dice": LOAF}, "combatants.3.id: "),
        ({"dice": LOAF}, "combatants.3.id: "),
        ({"id": "x"}, "combatants.3: "),
        ({"id": "x", "dice": LOAF, "cast": "Knight"}, "combatants.3: "),
        ({"id": "x", "dice": "Fightre"}, "combatants.3.dice: "),
        ({"id": "x", "dice": ""}, "combatants.3.dice: "),
        ({"id": "x", "cast": "Knigt"}, "combatants.3.cast: "),
        ({"id": "x", "beast": "Knight"}, "combatants.3.beast: "),
        ({"id": "x", "file": "gone.bones"}, "combatants.3.file: "),
        ({"id": "x", "file": "round.json"}, "combatants.3.file: "),
        ({"id": "x", "file": "\0"}, "combatants.3.file: "),
        ({"id": "x", "dice": LOAF, "kind": "god"}, "combatants.3.kind: "),
        ({"id": "x", "dice": LOAF, "at_hand": ["Sword", "Lute"]}, "combatants.3.at_hand.2: "),
        ({"id": "x", "dice": LOAF, "lost": [2]}, "combatants.3.lost: "),
        ({"id": "x", "dice": LOAF, "hindering": ["Sword"]}, "combatants.3.hindering: "),
        ({"id": "x", "dice": LOAF, "spiffs": -1}, "combatants.3.spiffs: "),
        ({"id": "x", "dice": LOAF, "below": 3}, "combatants.3.below: "),
        ({"id": "x", "dice": LOAF, "on": "y"}, "combatants.3.on: "),
        ({"id": "x", "dice": LOAF, "on": "x"}, "combatants.3.on: "),
        ({"id": "x", "dice": LOAF, "mount": {"war": True}}, "combatants.3.mount.war: "),
        ({"id": "x", "dice": LOAF, "size": 0}, "combatants.3.size: "),
        (7, "combatants.3: "),
    ],
)
def test_a_mistake_about_a_combatant_names_its_place(play: Played, fighter: Any, place: str) -> None:
    assert play.refused(*struck(), fighter).startswith(place)


@for_each(
    "content",
    [
        "", "{", "[]", "7", "null", '"x"', "{}", '{"combatants": []}', "[" * 200_000,
        '{"a":' * 100_000 + "1" + "}" * 100_000,
        '{"combatants": [{"id": "a", "dice": "Fighter"}], "seed": NaN}',
        '{"combatants": [{"id": "a", "dice": "Fighter", "size": Infinity}]}',
        '{"combatants": [{"id": "a", "dice": "Fighter"}], "seed": ' + "9" * 5_000 + "}",
        '{"combatants": [{"id": "a", "dice": "Fighter"}], "allot": ' + '{"a": {"1": ' + "[" * 400 + "]" * 400 + "}}}",
        '{"combatants": [{"id": "a", "dice": "' + "Fighter; " * 5_000 + '"}]}',
        '{"combatants": [' + ", ".join('{"id": "a", "dice": "Fighter"}' for _ in range(300)) + "]}",
        '{"combatants": [{"id": "\\ud800", "dice": "Fighter"}]}',
        '{"combatants": [{"id": "a", "side": "\\ud800", "dice": "Fighter"}]}',
    ],
)  # fmt: skip
def test_hostile_files_are_one_line(play: Played, content: str) -> None:
    found = play.result(content, "--json")
    assert found.is_one_line_error, found.err
    assert len(found.err) < 400


def test_what_json_does_not_have_is_named(play: Played) -> None:
    assert play.result('{"seed": NaN}').err == "bones-desktop: round.json is not JSON: NaN is not a number.\n"


def test_a_net_below_zero_does_no_damage(play: Played) -> None:
    answer = play(*struck(), **{**HIT, "override": {"net.k.b": -2}})
    assert answer["taken"]["b"] == 0
    assert answer["hurt_by"] == {}


def test_nobody_is_advised_to_defend_where_no_blow_can_come(play: Played) -> None:
    # AMB-108: a success that has a legal use gets it, also against somebody who throws more.
    answer = play(
        {"id": "k", "dice": "Fighter", "kind": "cast"},
        {"id": "b", "dice": "Fighter x3", "side": "B"},
        declare=[does("k", "melee", "b")],
        faces={"k": [3], "b": [3, 3, 3]},
        allot={"b": {"1": "none", "2": "none", "3": "none"}},
    )
    assert answer["taken"]["b"] == 1
    assert "nothing to stop" not in sentences(answer, "k")


def test_files_that_cannot_be_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run = Command(capsys)
    assert run("round", str(tmp_path / "none.json")).is_one_line_error
    assert run("round", str(tmp_path)).is_one_line_error
    assert run("round", "\0").is_one_line_error
    assert run("round").is_one_line_error
    (tmp_path / "large.json").write_bytes(b" " * 5_000_000)
    assert "larger than" in run("round", str(tmp_path / "large.json")).err
    (tmp_path / "latin.json").write_bytes(b'{"combatants": "\xe9"}')
    assert run("round", str(tmp_path / "latin.json")).is_one_line_error


@for_each(
    ("given", "said"),
    [
        ({"combatants": [7]}, "combatants.1: needs names and values, in { }."),
        ({"darkness": "dusk"}, "darkness: is one of 'none', 'partial' or 'total'."),
        ({"declare": {}}, "declare: needs a list, in [ ]."),
        ({"seed": "x"}, "seed: needs a whole number."),
        ({"seed": True}, "seed: needs a whole number."),
        ({"faces": {"b": [7]}}, "faces.b.1: needs a number of at most 6."),
        ({"apart": {"b c": -1}}, "apart.b c: needs a number of at least 0."),
        ({"wind": 3}, "wind: is not known here."),
        ({"combatants": [{"dice": "U"}]}, "combatants.1.id: is missing."),
        ({"combatants": []}, "combatants: needs an entry."),
    ],
)
def test_what_a_field_needs_is_said_in_plain_words(play: Played, given: dict[str, Any], said: str) -> None:
    result = play.result({"combatants": [{"id": "b", "dice": "U"}], **given})
    assert (result.code, result.err) == (2, f"bones-desktop: {said}\n")


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("Horde - 3D", 3),
        ("Cavalry\nUniversal\nPhysical\nRiding\nRiding\nMelee\nMissile", 1),
        ("Guard - 2D: Fighter x2", 2),
    ],
)
def test_dice_may_be_pasted_stat_blocks(play: Played, text: str, dice: int) -> None:
    answer = play({"id": "a", "dice": text}, {"id": "b", "dice": "Fighter", "side": "B"}, seed=1)
    assert len(answer["thrown"]["a"]) == dice
    assert "frobs" in play.refused({"id": "a", "dice": "Guard - 2D: frobs, Fighter"})


def test_poison_takes_a_die_that_showed_a_success_and_another_is_refused(play: Played) -> None:
    poisoned = {"id": "b", "dice": f"{BRUTE}; {LOAF}; {BRUTE}", "hindering": ["Poison"]}
    given = {"declare": [does("b", "melee", "k")], "faces": {"b": [1, 1, 1, 1], "k": [1]}}
    foe = {"id": "k", "dice": LOAF, "side": "B"}
    assert play(poisoned, foe, **given, lose={"b": [3]})["out"]["b"] == [3]
    assert play.refused(poisoned, foe, **given, lose={"b": [2]}).startswith("lose.b: ")


def test_a_horde_does_not_throw_for_itself(play: Played) -> None:
    horde = {"id": "h", "dice": "Horde x2", "kind": "horde", "side": "B"}
    assert play.refused(*struck(), horde, faces={"h": {"h": [1, 1]}}).startswith("faces.h.h: ")


BOTH_WAYS = [does("b", "missile", "k", distance_m=2), does("b", "melee", "k")]
"""As a beast may that strikes and shoots by nature (AMB-30)."""


@pytest.mark.parametrize(
    ("how", "who", "whom", "allot", "net"),
    [
        ({"friends": 3}, {}, {}, ["attack k", "attack k"], 1),
        ({}, {}, {"posture": "prone"}, ["attack k", "none"], 2),
        ({}, {}, {"posture": "prone"}, ["attack k", "attack k"], 2),
        ({}, {"posture": "prone"}, {}, ["none", "attack k"], 1),
        ({"cover": 20}, {}, {}, ["attack k", "attack k"], 1),
        ({"cover": 60}, {}, {}, ["attack k", "attack k"], 0),
    ],
)
def test_circumstances_of_one_kind_of_attack_leave_the_other_alone(
    play: Played, how: dict[str, Any], who: dict[str, Any], whom: dict[str, Any], allot: list[str], net: int
) -> None:
    # AMB-109: friends and a prone target are for the shot, a prone attacker for the blow, cover for both.
    answer = play(
        {"id": "b", "dice": f"{BRUTE}; Missile x6,", "kind": "beast", **who},
        {"id": "k", "dice": f"{LOAF}; {LOAF}; {LOAF}", "side": "B", **whom},
        declare=[{**BOTH_WAYS[0], **how}, BOTH_WAYS[1]],
        faces={"b": [1, 1], "k": [1, 1, 1]},
        allot={"b": {"1": allot[0], "2": allot[1]}},
    )
    assert answer["net"]["b"]["k"] == net


CASES = json.loads((Path(__file__).parent / "roundcases.json").read_text(encoding="utf-8"))
"""Rounds worked out by hand from the rules, rule by rule, and what must be in the answer to each."""


@for_each("case", CASES)
def test_a_round_worked_out_by_hand(play: Played, case: dict[str, Any]) -> None:
    fields = dict(case["round"])
    answer = play(*fields.pop("combatants"), **fields)
    for path, value in case["answer"].items():
        found: Any = answer
        for name in path.split("."):
            found = found.get(name)
        assert found == value, path


def test_a_shot_uses_what_shoots_and_the_rest_lies_idle(play: Played) -> None:
    for at_hand in (["Sword", "Longbow"], ["Longbow", "Sword"]):
        answer = play(
            bob(at_hand=at_hand),
            goblin(),
            declare=[does("b", "missile", "g", distance_m=51)],
            faces={"b": [2, 2, 2, 2, 1, 1], "g": [2, 2]},
        )
        said = sentences(answer, "b")
        assert "A distance of 51 m takes 1 off." in said
        assert "Sword does not count" in said
        assert "out of hand" not in said


def test_a_weapon_that_is_thrown_is_gone(play: Played) -> None:
    answer = play(
        bob(at_hand=["Dagger"]),
        goblin(),
        declare=[does("b", "missile", "g")],
        faces={"b": [2, 2, 2, 2, 3], "g": [2, 2]},
    )
    assert "Throws Dagger: it is out of hand until it is picked up." in sentences(answer, "b")
    assert {step["rule"] for step in answer["steps"] if "out of hand" in step["sentence"]} == {"AMB-42"}
    struck = play(bob(at_hand=["Dagger"]), goblin(), declare=[does("b", "melee", "g")])
    assert "out of hand" not in sentences(struck, "b")
