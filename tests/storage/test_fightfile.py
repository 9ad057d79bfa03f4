"""A fight comes back from its file with every choice that was made."""

import json

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.fight.fighters import Absorbing, RoundReroll
from bones_desktop.rules.bones.fight.roster import add, choose, new_fight
from bones_desktop.storage.campaignfile import FIGHTS, FightFileError
from tests.support.people import bob


def fight():
    return add(
        new_fight("f" * 32, "At the bridge"), bob().with_(id="a" * 32, kind=CharacterKind.CAST), side="A", number=2
    )


def test_choices_are_kept_also_those_for_nothing(tmp_path):
    kept = fight()
    for part, value in (
        ("absorb", (Absorbing(item=0, by="bob-2"),)),
        ("rerolls", RoundReroll(die=2, face=5)),
        ("soak", ""),
        ("lose", (4, 1)),
        ("allot", {"1": ("attack bob-2", "defend")}),
    ):
        kept = choose(kept, part, "bob-1", value)
    kept = choose(kept, "absorb", "bob-2", ())
    path = tmp_path / "a.bones-fight"
    FIGHTS.write(path, kept)
    assert FIGHTS.read(path).value == kept


def test_keys_of_a_newer_program_stay_where_they_were(tmp_path):
    path = tmp_path / "a.bones-fight"
    FIGHTS.write(path, choose(fight(), "rerolls", "bob-1", RoundReroll(die=2, face=5)))
    body = json.loads(path.read_text(encoding="utf-8"))
    body["fight"]["round"]["rerolls"]["bob-1"]["why"] = "luck"
    body["fight"]["round"]["encounter"]["fighters"][1]["mood"] = "grim"
    path.write_text(json.dumps(body), encoding="utf-8")
    found = FIGHTS.read(path)
    assert found.value.round.rerolls == {"bob-1": RoundReroll(die=2, face=5)}
    FIGHTS.write(path, found.value, found.unknown)
    assert json.loads(path.read_text(encoding="utf-8")) == body


def test_two_fighters_of_one_id_but_for_a_sign_are_refused_and_lose_no_throw(tmp_path):
    path = tmp_path / "a.bones-fight"
    FIGHTS.write(path, choose(choose(fight(), "lose", "bob-1", (4,)), "lose", "bob-2", (1,)))
    data = path.read_text(encoding="utf-8").replace('"bob-2"', '"bob-1\u202e"').encode()
    path.write_bytes(data)
    with pytest.raises(FightFileError) as caught:
        FIGHTS.read(path)
    assert (caught.value.code, caught.value.hint, path.read_bytes()) == ("invalid", "fighter_twice", data)


def test_a_choice_of_nobody_takes_the_place_of_no_fighters_choice(tmp_path):
    path = tmp_path / "a.bones-fight"
    FIGHTS.write(path, choose(fight(), "lose", "bob-1", (4,)))
    body = json.loads(path.read_text(encoding="utf-8"))
    body["fight"]["round"]["lose"]["bob-1\u202e"] = [1]
    path.write_text(json.dumps(body), encoding="utf-8")
    assert FIGHTS.read(path).value.round.lose == {"bob-1": (4,)}
