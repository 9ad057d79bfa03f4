import json
from dataclasses import replace

import pytest

from bones_desktop.play.bones.pendingacts import (
    SUFFER,
    HarmAct,
    OwedSpiffs,
    OwedUse,
    harm_left,
    harm_pending,
    spiffs_owed,
    uses_owed,
)
from bones_desktop.rules.bones.injury.blows import DamageKind
from bones_desktop.rules.bones.injury.injuries import lose
from bones_desktop.rules.bones.reading.plays import Dealt
from bones_desktop.storage.log.logentry import PendingAct
from tests.support.foreach import for_each
from tests.support.people import bob, ragnar


def test_what_is_owed_comes_back_as_it_was_kept():
    spiffs, use = OwedSpiffs("a", "bob", -1, 3), OwedUse("b", "bob", True, (4, 1, 12))
    acts = (spiffs.pending(), use.pending())
    assert (spiffs_owed(acts), uses_owed(acts)) == ((spiffs,), (use,))


DAMAGED = (
    *("", "[]", "{", "null", "[" * 100_000),
    *('{"by": -1}', '{"by": true, "before": 1}', '{"before": [1, 2]}', '{"before": [1, 2, "3"]}'),
)


@for_each("data", DAMAGED)
def test_damaged_acts_are_left_out(data):
    acts = [PendingAct("a", "bob", act, data) for act in ("spend-spiffs", "use-magic", SUFFER, "unknown")]
    assert spiffs_owed(acts) == uses_owed(acts) == harm_pending(acts) == ()


HURT = HarmAct(
    "c" * 32,
    "bob",
    Dealt((2, 3), ("Poison", "Flaming", "Poison"), 2, DamageKind.FATIGUE),
    (0, 2, 3),
    (("universal",) * 6, ("melee",) * 6, ("scholar",) * 6),
    ("Human", "Fighter", "Sage"),
    then=1,
    by_hand=2,
    line=7,
)


DEALT = json.loads(HURT.pending().data)["dealt"]


def test_harm_comes_back_as_it_was_kept():
    assert harm_pending([HURT.pending()]) == (HURT,)


@for_each(
    "damage",
    [
        {"dealt": None},
        {"dealt": {**DEALT, "dice": [-1]}},
        {"dealt": {**DEALT, "dice": ["2"]}},
        {"dealt": {**DEALT, "causes": None}},
        {"dealt": {**DEALT, "other": 1.5}},
        {"dealt": {**DEALT, "kind": "sunburn"}},
        {"thrown": [0]},
        {"thrown": [-1, 2, 3]},
        {"faces": [["a"], "b", ["c"]]},
        {"names": []},
        {"then": None},
        {"by_hand": True},
    ],
)
def test_damaged_harm_is_left_out(damage):
    act = HURT.pending()
    assert harm_pending([replace(act, data=json.dumps({**json.loads(act.data), **damage}))]) == ()
    assert harm_pending([replace(act, data="{")]) == ()


def fallen(points: int, **more: int) -> HarmAct:
    codes = tuple(tuple(face.code for face in die.faces) for die in ragnar().dice)
    return HarmAct(f"{points} points", "ragnar", Dealt(other=points), (0, 1, 2, 3), codes, ("",) * 4, **more)


@pytest.mark.parametrize(
    ("lost", "first", "second"),
    [(0, 2, 1), (1, 2, 0), (2, 1, 0), (3, 0, 0)],
)
def test_damage_that_no_act_accounts_for_was_given_for_the_newest(lost, first, second):
    character = ragnar()
    for die in range(lost):
        character = lose(character, die)
    left = harm_left(character, [fallen(2, then=0), fallen(1, then=0)])
    assert [sum(harm.points for harm in left[act]) for act in ("2 points", "1 points")] == [first, second]


def test_what_was_taken_stays_so_when_dice_heal_and_other_dice_take_no_harm():
    act = fallen(2, then=0, by_hand=2)
    assert harm_left(ragnar(), [act]) == {act.id: ()}
    assert harm_left(bob(), [fallen(2, then=0)]) == {"2 points": ()}
