"""The command `round`: the rulebook's examples with the text's faces, every field of the file, and its mistakes."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Command, Result

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
