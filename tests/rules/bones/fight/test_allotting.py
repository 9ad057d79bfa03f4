"""Edits of an allotment: what can be used in one way only places itself, and alike fighters do as one of them."""

import pytest

from bones_desktop.rules.bones.fight.fighters import RoundReroll
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.fight.roundedits import copied, throw_again, with_forced
from bones_desktop.rules.bones.fight.roundreading import read_round
from bones_desktop.rules.bones.fight.suggestions import complete
from tests.support.people import ID
from tests.support.rounds import does, fighter, foe, fought
from tests.support.rulebooks import rulebook

BOTH = (does("b", "melee", "g"), does("g", "melee", "b"))


def fight(*fighters, **given):
    return Fight(id=ID, round=fought(*fighters, **given))


def forced(*dice, **given):
    given.setdefault("declare", BOTH)
    return with_forced(rulebook(), fight(fighter("b", *dice), foe("g", "melee"), **given)).round.allot.get("b", {})


def test_a_success_with_one_use_places_itself():
    assert forced("defend", "melee", "universal", "blank") == {"1": ("defend",)}
    assert forced("defend x2") == {"1": ("defend", "defend")}
    assert forced("riposte") == {"1": ("attack g", "attack g")}


@pytest.mark.parametrize(
    ("dice", "given"),
    [
        (("dwarf",), {}),  # may be read in several ways
        (("defend", "universal", "null"), {}),  # one of the two is cancelled
        (("defend",), {"faces": {"g": (None,)}}),  # somebody has yet to throw
        (("defend",), {"allot": {"b": {"1": "none"}}}),
    ],
)
def test_what_is_a_choice_places_nothing(dice, given):
    assert forced(*dice, **given) == dict.fromkeys(given.get("allot", {}).get("b", {}), ("none",))


def test_nothing_is_placed_before_its_owner_said_which_die_poison_takes():
    hurt = fighter("b", "defend", "defend", hindering=("poison",))
    begun = fight(hurt, foe("g", "melee"), declare=BOTH)
    assert not with_forced(rulebook(), begun).round.allot
    chosen = begun.with_(round=begun.round.with_(lose={"b": (1,)}))
    assert with_forced(rulebook(), chosen).round.allot == {"b": {"2": ("defend",)}}


def test_a_partly_placed_face_is_asked_for_and_suggested():
    begun = fight(fighter("b", "universal x3"), foe("g", "melee"), declare=BOTH, allot={"b": {"1": ["open", "defend"]}})
    found = read_round(rulebook(), begun.round)
    assert [each.n for each in found.questions if each.who == "b"] == [2]
    done = complete(rulebook(), begun.round).choices
    assert "open" not in done.allot["b"]["1"]
    assert done.allot["b"]["1"][1] == "defend"


def test_a_die_thrown_again_forgets_what_its_face_was_used_for():
    begun = fight(fighter("b", "defend, melee", "defend", spiffs=9), foe("g", "melee"), declare=BOTH)
    begun = with_forced(rulebook(), begun)
    again = throw_again(rulebook(), begun, "b", RoundReroll(die=1, face=2))
    assert again.round.allot["b"] == {"2": ("defend",)}
    assert read_round(rulebook(), again.round).questions
    assert throw_again(rulebook(), begun, "b", RoundReroll(die=1, face=1)).round.allot["b"] == {
        "1": ("defend",), "2": ("defend",),
    }  # fmt: skip


def test_alike_fighters_use_their_faces_as_one_of_them_did():
    begun = fight(
        fighter("b", "melee"), fighter("c", "melee"),
        foe("g1", "melee", "melee", "universal x2", "blank"),
        foe("g2", "universal x2", "physical", "melee", "defend"),
        declare=tuple(does(a, "melee", b) for a, b in (("g1", "b"), ("g2", "c"), ("b", "g1"), ("c", "g2"))),
        allot={"g1": {"1": "attack b", "2": "attack b", "3": ["attack b", "defend"]}},
    )  # fmt: skip
    done = copied(begun, read_round(rulebook(), begun.round), "g1", ("g1", "g2"))
    assert done.round.allot["g1"] == begun.round.allot["g1"]
    # Each goes for his own foe; a face the other did not show is used as most were.
    assert done.round.allot["g2"] == {
        "1": ("attack c", "defend"), "2": ("attack c",), "3": ("attack c",), "4": ("defend",),
    }  # fmt: skip
    assert read_round(rulebook(), done.round).taken["c"] == 3
