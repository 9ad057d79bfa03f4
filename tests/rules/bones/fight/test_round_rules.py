"""The rules of a round one by one: circumstances, masteries, abilities, armour, spiffs, riders, death."""

from typing import Any

import pytest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.book.rulebook import HouseRules, LaterResistance, RidersFor
from bones_desktop.rules.bones.fight.fighters import (
    Absorbing,
    Apart,
    ChoiceError,
    Darkness,
    Health,
    Posture,
    RoundReroll,
    Ruled,
)
from bones_desktop.rules.bones.fight.roster import new_fight, release, remove
from bones_desktop.rules.bones.fight.roundedits import ThrowFor, open_throws, with_faces
from bones_desktop.rules.bones.fight.roundreading import OpenChoice, Phase, RoundReading, after, read_round
from bones_desktop.rules.bones.fight.suggestions import complete
from bones_desktop.wording.reasons import sentence
from tests.support.foreach import for_each
from tests.support.rounds import does, fighter, foe, fought, read
from tests.support.rulebooks import rulebook

BOW = {"weapon: Bow": "blank"}


def refused(*fighters: Any, **given: Any) -> tuple[str, str]:
    """Return the place and the code of the refusal."""
    with pytest.raises(ChoiceError) as caught:
        read(*fighters, **given)
    assert sentence(caught.value.reason)
    return caught.value.place, caught.value.reason.code


def played(*fighters: Any, **given: Any) -> RoundReading:
    """Return a round with what is not chosen suggested."""
    return read_round(rulebook(), complete(rulebook(), fought(*fighters, **given)).choices)


def duel(mine: str, theirs: str, how: str = "melee", against: str = "melee", **given: Any) -> RoundReading:
    """Return what comes of one die each, all of whose faces are the same, when both attack with all they can."""
    allot = {"a": {"1": "attack b"}, "b": {"1": "attack a"}}
    given.setdefault("allot", {who: said for who, said in allot.items() if given.get(f"{who}_attacks", True)})
    for name in ("a_attacks", "b_attacks"):
        given.pop(name, None)
    return played(
        fighter("a", mine, *["blank"] * 3, items=BOW if how == "missile" else None),
        foe("b", theirs, *["blank"] * 3, items=BOW if against == "missile" else None),
        declare=(does("a", how, "b"), does("b", against, "a")),
        **given,
    )


# --- circumstances (CMB-23..33) ---------------------------------------------------------------------------------------


def strike(how: str = "melee", mine: str = "melee x3", target: Any = None, **given: Any) -> int:
    """Return the net successes of three against somebody without defence."""
    declaration = {name: given.pop(name) for name in ("cover", "friends", "distance_m") if name in given}
    posture = given.pop("posture", Posture.STANDING)
    items = {"weapon: Bow": mine} if how == "missile" else None
    a = fighter("a", "blank" if how == "missile" else mine, "magic", items=items, posture=posture)
    b = target or foe("b", *["blank"] * 5)
    place = "3" if how == "missile" else "1"
    found = read(a, b, declare=(does("a", how, "b", **declaration),), allot={"a": {place: "attack b"}}, **given)
    return found.net["a"]["b"]


@for_each(
    ("given", "net"),
    [
        ({}, 3),
        ({"cover": 19}, 3),
        ({"cover": 20}, 2),
        ({"cover": 59}, 1),
        ({"cover": 100}, 0),
        ({"darkness": Darkness.PARTIAL}, 1),
        ({"darkness": Darkness.TOTAL}, 0),
        ({"posture": Posture.PRONE}, 2),
        ({"target": foe("b", "blank", "blank", posture=Posture.PRONE)}, 4),
        ({"target": foe("b", "blank", "blank", posture=Posture.PRONE), "posture": Posture.PRONE}, 3),
        ({"cover": 20, "darkness": Darkness.PARTIAL}, 0),
        # Friendly figures, range and a prone target weigh on missiles only (AMB-109).
        ({"friends": 2}, 3),
        ({"distance_m": 500.0}, 3),
        ({"target": foe("b", "blank", "blank", cover=40)}, 3),
    ],
)
def test_circumstances_of_a_blow_by_hand(given: dict[str, Any], net: int) -> None:
    assert strike(**given) == net


@for_each(
    ("given", "net"),
    [
        ({}, 3),
        ({"cover": 40}, 1),
        ({"darkness": Darkness.PARTIAL}, 1),
        ({"friends": 2}, 1),
        ({"friends": 3, "target": foe("b", "blank", "blank", size=2.0)}, 2),
        ({"friends": 3, "target": foe("b", "blank", "blank", size=3.9)}, 2),
        ({"friends": 3, "target": foe("b", "blank", "blank", size=4.0)}, 3),
        ({"target": foe("b", "blank", "blank", posture=Posture.PRONE)}, 2),
        ({"posture": Posture.PRONE}, 3),
        # Who has cover has it against every shot that says nothing else.
        ({"target": foe("b", "blank", "blank", cover=40)}, 1),
        ({"target": foe("b", "blank", "blank", cover=40), "cover": 0}, 3),
        ({"target": foe("b", "blank", "blank", cover=40), "cover": 20}, 2),
    ],
)
def test_circumstances_of_a_shot(given: dict[str, Any], net: int) -> None:
    assert strike("missile", "missile x3", **given) == net


def test_magic_at_range_is_hindered_as_missiles_are() -> None:
    magic = "magic, magic, magic"
    for given, net in (({}, 3), ({"friends": 1}, 2), ({"cover": 40}, 1), ({"distance_m": 500.0}, 3)):
        a = fighter("a", magic, magic, magic)
        declare = (does("a", "magic", "b", **given),)
        found = read(a, foe("b", "blank"), declare=declare, allot={"a": dict.fromkeys("123", "attack b")})
        assert found.net["a"]["b"] == net


@pytest.mark.parametrize(("icon", "skill"), [("accuracy", "missile"), ("halfling", "missile")])
def test_accuracy_lifts_all_that_is_called_cover_and_no_range(icon: str, skill: str) -> None:
    def net(**given: Any) -> int:
        darkness = given.pop("darkness", Darkness.NONE)
        a = fighter("a", icon, "physical", "physical", items=BOW)
        said = dict.fromkeys("123", "attack b")
        return read(
            a, foe("b", "blank"), declare=(does("a", skill, "b", **given),), allot={"a": said}, darkness=darkness
        ).net["a"]["b"]

    assert net() == 3
    assert net(cover=40) == 3
    assert net(cover=60) == 2
    assert net(friends=2) == 3
    assert net(darkness=Darkness.TOTAL) == 1


@pytest.mark.parametrize(("icon", "darkness", "net"), [
    ("night-vision", Darkness.PARTIAL, 3), ("night-vision", Darkness.TOTAL, 1), ("blank", Darkness.PARTIAL, 1),
])  # fmt: skip
def test_night_vision_sees_while_its_success_is_wasted(icon: str, darkness: Darkness, net: int) -> None:
    a = fighter("a", "melee x3", icon)
    found = read(a, foe("b", "blank"), declare=(does("a", "melee", "b"),), allot={"a": {"1": "attack b"}},
                 darkness=darkness)  # fmt: skip
    assert found.net["a"]["b"] == net


def test_a_dwarf_reads_his_icon_as_night_vision() -> None:
    a = fighter("a", "melee x3", "dwarf")
    for said, net in ((["as night-vision"], 3), (["attack b"], 2)):
        found = read(a, foe("b", "blank"), declare=(does("a", "melee", "b"),), darkness=Darkness.PARTIAL,
                     allot={"a": {"1": "attack b", "2": said}})  # fmt: skip
        assert found.net["a"]["b"] == net


def test_range_takes_one_for_each_increment_beyond_the_first() -> None:
    bow = fighter("a", "missile x3", "physical", items={"weapon: Dagger": "missile"})
    item = bow.character.equipment[0].with_(range_increment=10)
    bow = bow.with_(character=bow.character.with_(equipment=(item,)))
    for metres, net in ((0.0, 3), (10.0, 3), (11.0, 2), (20.0, 2), (20.5, 1), (41.0, 0)):
        found = read(bow, foe("b", "blank"), declare=(does("a", "missile", "b", distance_m=metres),),
                     allot={"a": {"1": "attack b"}})  # fmt: skip
        assert found.net["a"]["b"] == net


def test_the_range_of_a_shot_is_known_from_the_other_side_too() -> None:
    bow = {"weapon: Dagger": "missile x3"}
    a, b = fighter("a", "blank", items=bow), foe("b", "blank", items=bow)
    a, b = (
        each.with_(character=each.character.with_(equipment=(each.character.equipment[0].with_(range_increment=10),)))
        for each in (a, b)
    )
    found = read(a, b, declare=(does("a", "missile", "b", distance_m=25.0), does("b", "missile", "a")),
                 allot={"a": {"2": "attack b"}, "b": {"2": "attack a"}})  # fmt: skip
    assert found.net == {"a": {"b": 1}, "b": {"a": 1}}


# --- uses of successes ------------------------------------------------------------------------------------------------


@for_each(
    ("face", "how", "against", "attacks", "defends"),
    [
        ("melee", "melee", "melee", 1, 1),
        ("melee", "melee", "missile", 1, 0),
        ("missile", "missile", "missile", 1, None),
        ("missile", "melee", "melee", None, None),
        ("defend", "melee", "missile", None, 1),
        ("universal", "melee", "missile", 1, 1),
        ("physical", "missile", "melee", 1, 1),
        ("mental", "melee", "melee", None, None),
        ("endurance", "melee", "missile", None, 1),
        ("turtle", "melee", "missile", None, 2),
        ("slam", "melee", "missile", 1, 1),
        ("swashbuckler", "melee", "missile", None, 1),
        ("deflection", "melee", "melee", 1, 1),
        ("deflection", "melee", "missile", 1, 1),
        ("two-weapon", "melee", "melee", 1, 1),
        ("riposte", "melee", "melee", 2, None),
        ("accuracy", "missile", "melee", 1, None),
        ("bow-fu", "missile", "melee", 1, 1),
        ("bow-fu", "melee", "melee", 1, 1),
        ("gut-shot", "missile", "melee", 2, None),
        ("knight", "melee", "melee", 1, 1),
        ("assassin", "melee", "melee", 1, 1),
        ("monkey-style", "melee", "melee", 1, 1),
        ("tiger-style", "melee", "melee", 2, None),
        ("elf", "melee", "melee", None, None),
        ("dwarf", "melee", "missile", 1, 1),
        ("halfling", "missile", "melee", 1, 1),
        ("orc", "melee", "missile", 1, 1),
        ("fire-breathing", "missile", "melee", 1, None),
        ("poison-missile", "missile", "melee", 1, None),
        ("poison-melee", "melee", "melee", 1, 1),
        ("fear-caster", "melee", "missile", None, 1),
        ("hoar-frost", "melee", "missile", 1, 1),
    ],
)
def test_what_faces_do_in_a_round(face: str, how: str, against: str, attacks: int | None, defends: int | None) -> None:
    a = fighter("a", face, "blank", "blank", items=BOW if how == "missile" else None)
    b = foe("b", "physical x3", "blank", "blank", items=BOW if against == "missile" else None)
    declare = (does("a", how, "b"), does("b", against, "a"))
    hit = {"b": {"1": "attack a"}}
    hinders = int(face == "fear-caster")  # its Null falls on the blow
    if hinders:
        hit = {"b": {"1": ("attack a", "attack a")}}
    for word, n in (("attack b", attacks), ("defend", defends)):
        allot = {**hit, "a": {"1": word}}
        if n is None:
            assert refused(a, b, declare=declare, allot=allot)[0] == "allot.a.1"
            continue
        found = read(a, b, declare=declare, allot=allot)
        assert found.net["a"]["b"] == (n if word == "attack b" else 0)
        assert found.net["b"]["a"] == 3 - hinders - (n if word == "defend" else 0)


def test_crane_strikes_and_defends_at_once_and_stands_under_no_cap() -> None:
    for items in (None, {"weapon: Sword": "blank"}):
        a = fighter("a", "crane-style x3", items=items)
        found = read(a, foe("b", "melee x3", "blank"), declare=(does("a", "melee", "b"), does("b", "melee", "a")),
                     allot={"a": {"1": ["attack b", "defend"] * 3}, "b": {"1": "attack a"}})  # fmt: skip
        assert found.net == {"a": {"b": 3}, "b": {"a": 0}}


@pytest.mark.parametrize("style", ["crane-style", "monkey-style", "tiger-style"])
def test_unarmed_masteries_open_unarmed_for_mental_and_count_no_success_of_it(style: str) -> None:
    # One icon: a cap of two for the three Mental, none for the mastery itself.
    a = fighter("a", f"{style}, blank, blank, blank, blank, blank", "mental", "mental", "mental")
    declare = (does("a", "unarmed", "b"),)
    found = read(a, foe("b", "blank", "blank"), declare=declare, allot={"a": {"2": "attack b", "3": "attack b"}})
    assert found.net["a"]["b"] == 2
    over = read(a, foe("b", "blank", "blank"), declare=declare, allot={"a": dict.fromkeys("234", "attack b")})
    assert over.net["a"]["b"] == 2  # what is above the cap does not count


def test_unarmed_icons_attack_only_when_no_weapon_is_thrown() -> None:
    bare, armed = fighter("a", "unarmed"), fighter("a", "unarmed", items={"weapon: Sword": "blank"})
    declare = (does("a", "melee", "b"),)
    assert read(bare, foe("b", "blank"), declare=declare, allot={"a": {"1": "attack b"}}).net["a"]["b"] == 1
    assert refused(armed, foe("b", "blank"), declare=declare, allot={"a": {"1": "attack b"}})[0] == "allot.a.1"
    # Whoever chooses bare hands leaves the sword alone.
    by_hand = (does("a", "unarmed", "b"),)
    assert read(armed, foe("b", "blank"), declare=by_hand, allot={"a": {"1": "attack b"}}).net["a"]["b"] == 1


def test_two_weapon_lets_the_second_weapon_strike_and_no_shield_beside_it() -> None:
    blades = {"weapon: Sword": "melee", "weapon: Knife": "melee"}
    declare = (does("a", "melee", "b"),)
    all_in = {"a": dict.fromkeys("123", "attack b")}
    a = fighter("a", "two-weapon", items=blades)
    assert read(a, foe("b", "blank"), declare=declare, allot=all_in).net["a"]["b"] == 3
    plain = fighter("a", "melee", items=blades)
    assert refused(plain, foe("b", "blank"), declare=declare, allot=all_in) == ("allot.a.3", "nothing-to-allot")
    shielded = fighter("a", "two-weapon", items={**blades, "shield: Buckler": "blank"})
    assert refused(shielded, foe("b", "blank"), declare=declare, allot=all_in)[0] == "allot.a.3"


def test_missiles_need_something_to_shoot_or_throw() -> None:
    declare = (does("a", "missile", "b"),)
    for icon in ("missile", "physical", "universal"):
        allot = {"a": {"1": "attack b"}}
        bare = fighter("a", icon)
        assert refused(bare, foe("b", "blank"), declare=declare, allot=allot) == ("allot.a.1", "nothing-to-shoot")
        told = read(bare, foe("b", "blank"), declare=declare).steps
        assert [step.who for step in told if step.reason.code == "nothing-to-shoot"] == ["a"]
        thrown = fighter("a", icon, items={"weapon: Knife": "melee, missile"})
        assert read(thrown, foe("b", "blank"), declare=declare, allot=allot).net["a"]["b"] == 1
        spiky = fighter("a", icon, "missile", kind=CharacterKind.BEAST)
        assert read(spiky, foe("b", "blank"), declare=declare, allot=allot).net["a"]["b"] == 1


def test_a_caster_counts_magic_universal_and_mental_to_the_cap_and_defends_beside_it() -> None:
    a = fighter("a", "magic", "universal", "mental", "physical", "defend", items={"weapon: Sword": "melee"})
    b = foe("b", "melee x3", "blank", "blank", "blank")
    declare = (does("a", "magic", "b"), does("b", "melee", "a"))
    hit = {"1": "attack a"}
    # Six faces of Magic on the one die: a cap of six; three of these count.
    found = read(a, b, declare=declare, allot={"a": {**dict.fromkeys("123", "attack b"), "5": "defend"}, "b": hit})
    assert found.net == {"a": {"b": 3}, "b": {"a": 2}}
    for place in "46":
        assert refused(a, b, declare=declare, allot={"a": {place: "attack b"}, "b": hit})[0] == f"allot.a.{place}"
    one = fighter("a", "magic, blank", "universal", "mental")
    capped = read(one, b, declare=declare[:1], allot={"a": {"1": "attack b", "2": "attack b", "3": "none"}})
    assert capped.chips["a"][0].usable == 3  # three faces of Magic, blank between
    over = fighter("a", "magic, blank, blank, blank, blank, blank", "universal")
    found = read(over, b, declare=declare[:1], allot={"a": {"1": "attack b", "2": "attack b"}})
    assert found.net["a"]["b"] == 1


def test_encumbrance_weighs_on_a_caster_and_endurance_lifts_what_is_worn() -> None:
    mail = {"armour: Mail": "encumbrance x2"}
    b = foe("b", "blank")
    for dice, left in ((("magic", "magic", "magic"), 1), (("magic", "magic", "endurance"), 1)):
        found = read(fighter("a", *dice, items=mail), b, declare=(does("a", "magic", "b"),))
        assert found.chips["a"][0].limits["magic"] == left


# --- each mastery in a task -------------------------------------------------------------------------------------------


@for_each("mastery", rulebook().masteries)
def test_each_mastery_counts_in_tasks_done_in_a_fight(mastery: Any) -> None:
    for skill in {mastery.skill, *(count.skill for count in mastery.counts)}:
        expected = max(
            (count.successes for count in mastery.counts if count.skill == skill and not count.condition), default=0
        )
        if skill == "magic" and mastery.id in {"inspired", "cure"}:
            continue
        a = fighter("a", mastery.id, "blank", recent_magic=0)
        found = read(a, declare=(does("a", "task", skill=skill, nulls=0),))
        assert found.efforts["a"].reading.successes == expected, skill


def test_monkey_style_and_other_cross_skills_evade() -> None:
    for icon in ("monkey-style", "sea-legs", "burglar", "acrobat", "orc", "halfling", "pyramid", "maneuver"):
        a, b = fighter("a", icon, "blank"), foe("b", "melee x3", "blank")
        declare = (does("a", "task", skill="maneuver", nulls=5, evades=True), does("b", "melee", "a"))
        stopped = {"acrobat": 2, "halfling": 1}.get(icon, 1)
        assert read(a, b, declare=declare, allot={"b": {"1": "attack a"}}).net["b"]["a"] == 3 - stopped, icon


def test_swashbuckler_evades_and_defends_apart() -> None:
    a, b = fighter("a", "swashbuckler", "blank"), foe("b", "melee x3", "blank")
    declare = (does("a", "task", skill="maneuver", nulls=0, evades=True), does("b", "melee", "a"))
    found = read(a, b, declare=declare, allot={"b": {"1": "attack a"}})
    assert (found.net["b"]["a"], found.net["a"]["a"]) == (1, 1)


def test_one_pool_evades_all_attackers() -> None:
    a = fighter("a", "maneuver x3", "blank")
    foes = [foe("b", "melee x2"), foe("c", "melee x2")]
    declare = (
        does("a", "task", skill="maneuver", nulls=0, evades=True),
        does("b", "melee", "a"),
        does("c", "melee", "a"),
    )
    allot = {"b": {"1": "attack a"}, "c": {"1": "attack a"}}
    assert read(a, *foes, declare=declare, allot=allot).taken["a"] == 1


def test_encumbrance_hinders_both_halves_of_an_evasion() -> None:
    a = fighter("a", "maneuver x3", "blank", items={"armour: Mail": "encumbrance x2"})
    declare = (does("a", "task", skill="maneuver", nulls=0, evades=True), does("b", "melee", "a"))
    found = read(a, foe("b", "melee x2"), declare=declare, allot={"b": {"1": "attack a"}})
    assert (found.net["a"]["a"], found.taken["a"]) == (1, 1)


def test_who_does_something_else_has_no_defence() -> None:
    a, b = fighter("a", "defend x3", "blank", "blank"), foe("b", "melee x2")
    declare = (does("a", "task", skill="perception", nulls=0), does("b", "melee", "a"))
    hit = {"b": {"1": "attack a"}}
    assert read(a, b, declare=declare, allot=hit).taken["a"] == 2
    assert refused(a, b, declare=declare, allot={**hit, "a": {"1": "defend"}}) == ("allot.a.1", "nothing-to-allot")
    # Doing nothing at all is no task: he defends.
    for idle in ((does("a", "none"),), ()):
        assert read(a, b, declare=(*idle, declare[1]), allot={**hit, "a": {"1": "defend"}}).taken["a"] == 0


def test_a_movement_goes_so_far() -> None:
    for faces, metres in (("blank", 30), ("maneuver", 30), ("maneuver x2", 45), ("maneuver x3", 45)):
        found = read(fighter("a", faces, "blank"), declare=(does("a", "move"),))
        assert found.efforts["a"].metres == metres
    griffon = fighter("g", "flight", "blank", kind=CharacterKind.BEAST, move=2.0, flying=8.0, flying_m=10.0)
    assert read(griffon, declare=(does("g", "move"),)).efforts["g"].metres == 9 * 15
    plucked = fighter("g", "flight", "blank", kind=CharacterKind.BEAST, move=2.0, flying=8.0, flying_m=10.0, lost=(1,))
    assert read(plucked, declare=(does("g", "move"),)).efforts["g"].metres == 3 * 15


# --- lending (AMB-26) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("icon", "skill"), [("pyramid", "maneuver"), ("guilder", "stealth"), ("captain", "sailor")])
def test_a_success_lent_counts_for_the_other_and_not_for_oneself(icon: str, skill: str) -> None:
    a, b = fighter("a", icon, "blank"), fighter("b", skill, "blank")
    declare = (does("a", "task", skill=skill, nulls=0), does("b", "task", skill=skill, nulls=0))
    kept = read(a, b, declare=declare)
    assert (kept.net["a"]["a"], kept.net["b"]["b"]) == (1, 1)
    lent = read(a, b, declare=declare, allot={"a": {"1": "lend b"}})
    assert (lent.net["a"]["a"], lent.net["b"]["b"]) == (0, 2)


def test_what_is_lent_falls_under_the_cap_and_is_told_as_lent() -> None:
    """ACT-6: only what spiffs buy stands outside it (amendment 7)."""
    rest = ("universal, blank, blank, blank, blank, blank",) * 2
    a = fighter("a", "captain, blank, blank, blank, blank, blank", *rest)
    b = fighter("b", "sailor, blank, blank, blank, blank, blank", *rest)
    declare = tuple(does(who, "task", skill="sailor", nulls=0) for who in "ab")
    kept = read(a, b, declare=declare)
    assert (kept.net["a"]["a"], kept.net["b"]["b"]) == (2, 2)
    lent = read(a, b, declare=declare, allot={"a": {"1": "lend b"}})
    assert (lent.net["a"]["a"], lent.net["b"]["b"]) == (2, 2)
    codes = {(step.who, step.reason.code) for step in lent.steps}
    assert {("a", "step-lent-away"), ("b", "step-lent")} <= codes
    assert not {code for _, code in codes} & {"step-bought", "step-penalty"}


@pytest.mark.parametrize(
    ("icon", "code", "rule"), [("prickly", "pricks", "BST-11"), ("incorporeal", "shrouds", "BST-9")]
)
def test_what_acts_unasked_is_told(icon: str, code: str, rule: str) -> None:
    a = fighter("a", icon, "blank", kind=CharacterKind.BEAST)
    declare = (does("b", "melee", "a"),)
    found = read(a, foe("b", "melee", "blank"), declare=declare)
    assert ("a", f"round-{code}", rule) in {(step.who, step.reason.code, step.reason.rule) for step in found.steps}
    idle = read(a, foe("b", "melee", "blank"), declare=())
    assert f"round-{code}" not in {step.reason.code for step in idle.steps}


def test_a_fighter_may_lend_what_does_nothing_for_himself() -> None:
    a, b, c = fighter("a", "pyramid", "blank"), fighter("b", "maneuver", "blank"), foe("c", "melee x3")
    declare = (
        does("a", "melee", "c"),
        does("b", "task", skill="maneuver", nulls=0, evades=True),
        does("c", "melee", "b"),
    )
    allot = {"a": {"1": "lend b"}, "c": {"1": "attack b"}}
    assert read(a, b, c, declare=declare, allot=allot).taken["b"] == 1
    assert refused(a, b, c, declare=declare, allot={"a": {"1": "lend c"}})[0] == "allot.a.1"


def test_a_horseman_helps_his_mount() -> None:
    a = fighter("a", "horseman", "blank", on="h")
    h, c = fighter("h", "blank", "melee", kind=CharacterKind.BEAST), foe("c", "blank", "blank", "blank")
    declare = (does("a", "melee", "c"), does("h", "melee", "c"))
    allot = {"a": {"1": "lend h"}, "h": {"2": "attack c", "lent": "attack c"}}
    assert read(a, h, c, declare=declare, allot=allot).net["h"]["c"] == 2
    on_foot = a.with_(on="")
    assert refused(on_foot, h, c, declare=declare, allot=allot)[0] == "allot.a.1"


@pytest.mark.parametrize(("icon", "whom"), [("animal-friend", "companion"), ("boss", "lackey"), ("captain", "crew")])
def test_commands_are_told(icon: str, whom: str) -> None:
    a = fighter("a", icon, "blank")
    found = read(a, foe("b", "blank"), declare=(does("a", "melee", "b"),), allot={"a": {"1": f"as {whom}"}})
    assert any(step.reason.code == "round-commands" and step.reason.value("whom") == whom for step in found.steps)


# --- abilities (BST-5..13) --------------------------------------------------------------------------------------------


def test_fear_hinders_everybody_within_ten_metres_friend_or_foe() -> None:
    a, friend = fighter("a", "fear-caster x2", "blank"), fighter("f", "melee x3")
    near, far = foe("b", "melee x3"), foe("c", "melee x3")
    apart = (Apart(a="a", b="b", metres=10), Apart(a="a", b="c", metres=10.5))
    declare = tuple(does(who, "melee", whom) for who, whom in (("a", "b"), ("f", "b"), ("b", "a"), ("c", "f")))
    found = read(a, friend, near, far, declare=declare, apart=apart)
    assert {who: found.chips[who][0].usable for who in "afbc"} == {"a": 2, "f": 1, "b": 1, "c": 3}


def test_fear_hinders_tasks_too() -> None:
    a, b = fighter("a", "fear-caster", "blank"), foe("b", "maneuver x2", "blank")
    declare = (does("a", "melee", "b"), does("b", "task", skill="maneuver", nulls=0))
    assert read(a, b, declare=declare).net["b"]["b"] == 1


def test_nulls_cancel_a_success_each() -> None:
    a, b = fighter("a", "fear-caster x2", "blank"), foe("b", "melee x3")
    declare = (does("a", "melee", "b"), does("b", "melee", "a"))
    assert read(a, b, declare=declare, allot={"b": {"1": "attack a"}}).net["b"]["a"] == 1
    allot = {"b": {"1": ("attack a", "none", "none")}}
    assert read(a, b, declare=declare, allot=allot).net["b"]["a"] == 1


def test_prickly_strikes_whoever_comes_by_hand() -> None:
    a = fighter("a", "prickly", "blank", "blank", kind=CharacterKind.BEAST)
    b, c, d = foe("b", "melee", "blank"), foe("c", "blank", "blank"), foe("d", "missile", "blank", items=BOW)
    declare = (does("b", "melee", "a"), does("c", "melee", "a"), does("d", "missile", "a"))
    found = read(a, b, c, d, declare=declare, allot={"a": {"1": ("defend", "none")}, "b": {"1": "attack a"}})
    assert found.taken == {"a": 0, "b": 1, "c": 1, "d": 0}


def test_incorporeal_stops_one_of_each_attacker_unasked() -> None:
    a = fighter("a", "incorporeal", "blank", "blank", "blank", kind=CharacterKind.BEAST)
    foes = [foe(who, "melee x2") for who in "bcd"]
    declare = tuple(does(each.id, "melee", "a") for each in foes)
    found = read(a, *foes, declare=declare, allot={each.id: {"1": "attack a"} for each in foes})
    assert found.net == {"b": {"a": 1}, "c": {"a": 1}, "d": {"a": 1}}


def test_each_icon_of_incorporeal_stops_one_of_each_attacker() -> None:
    a = fighter("a", "incorporeal", "incorporeal", "blank", kind=CharacterKind.BEAST)
    foes = [foe("b", "melee x3"), foe("c", "melee")]
    declare = tuple(does(each.id, "melee", "a") for each in foes)
    found = read(a, *foes, declare=declare, allot={each.id: {"1": "attack a"} for each in foes})
    assert found.net == {"b": {"a": 1}, "c": {"a": 0}}


def test_hoar_frost_strikes_all_near_through_armour_but_not_shields() -> None:
    a = fighter("a", "hoar-frost", "blank", kind=CharacterKind.BEAST)
    mail, shield = {"armour: Mail": "defend x3"}, {"shield: Shield": "defend x3"}
    b, c, d = foe("b", "blank", items=mail), foe("c", "blank", items=shield), foe("d", "blank")
    declare = (does("a", "melee", "b"),)
    apart = (Apart(a="a", b="c", metres=3), Apart(a="a", b="d", metres=3.5))
    allot = {"a": {"1": "attack b"}, "b": {"2": "defend"}, "c": {"2": "defend"}}
    found = read(a, b, c, d, declare=declare, allot=allot, apart=apart)
    assert found.taken == {"a": 0, "b": 1, "c": 0, "d": 0}
    # As a defence it is one like any other.
    calm = read(a, b, declare=(does("b", "melee", "a"),), allot={"a": {"1": "defend"}})
    assert calm.taken == {"a": 0, "b": 0}


@pytest.mark.parametrize(("icon", "how", "die"), [
    ("fire-breathing", "missile", "flaming"), ("poison-missile", "missile", "poison"),
    ("poison-melee", "melee", "poison"),
])  # fmt: skip
def test_one_rider_for_each_damaging_attack(icon: str, how: str, die: str) -> None:
    a = fighter("a", icon, icon, kind=CharacterKind.BEAST)
    b, c = foe("b", "blank", "blank", "blank"), foe("c", "defend", "blank")
    declare = (does("a", how, "b"), does("a", how, "c"))
    found = read(a, b, c, declare=declare, allot={"a": {"1": "attack b", "2": "attack b"}})
    assert found.wounds["b"].riders == (die,)
    assert [each.printed for each in found.wounds["b"].character.hindering] == [die]
    stopped = read(a, b, c, declare=declare, allot={"a": {"1": "attack b", "2": "attack c"}, "c": {"1": "defend"}})
    assert (stopped.wounds["b"].riders, stopped.wounds["c"].riders) == ((die,), ())


def test_a_universal_is_read_as_an_ability_while_a_die_bears_it() -> None:
    declare = (does("a", "melee", "b"),)
    said = {"a": {"1": ("as poison-melee", "attack b")}}
    for lost, rider in (((), ("poison",)), ((2,), None)):
        a = fighter("a", "universal", "poison-melee", kind=CharacterKind.BEAST, lost=lost)
        if rider is None:
            assert refused(a, foe("b", "blank", "blank"), declare=declare, allot=said) == (
                "allot.a.1", "no-such-reading",
            )  # fmt: skip
        else:
            assert read(a, foe("b", "blank", "blank"), declare=declare, allot=said).wounds["b"].riders == rider
    # What acts by itself acts on its own icon only (amendment 12).
    prickly = fighter("a", "universal", "prickly", kind=CharacterKind.BEAST)
    faces = {"a": (1, 1), "b": (1,)}
    found = read(prickly, foe("b", "melee"), declare=(does("b", "melee", "a"),), faces=faces,
                 allot={"a": {"1": ("as prickly", "defend"), "2": "none"}, "b": {"1": "none"}})  # fmt: skip
    assert found.taken["b"] == 1


def test_what_regenerates_comes_back_before_the_blows() -> None:
    a = fighter("a", "regenerate", "blank", "blank", kind=CharacterKind.BEAST, lost=(2, 3))
    found = read(
        a, foe("b", "melee"), declare=(does("b", "melee", "a"),), allot={"b": {"1": "attack a"}}, lose={"a": (3,)}
    )
    assert found.hands["a"].healed == (2,)
    assert found.out["a"] == (3,)
    assert found.wounds["a"].character.available() == (0,)
    whole = fighter("a", "regenerate x3", kind=CharacterKind.BEAST)
    assert read(whole, foe("b", "blank")).wounds["a"].character.available() == (0,)


def test_a_horde_regenerates_once_by_its_best_throw_and_all_of_it_attacks() -> None:
    h = fighter(
        "h", *["melee, melee, melee, blank, blank, regenerate"] * 4, kind=CharacterKind.HORDE, side="B", lost=(3, 4)
    )
    a, b = fighter("a", "blank", "blank"), fighter("b", "blank", "blank")
    faces = {"h": {"a": (6, 1, None, None), "b": (6, 6, None, None)}}
    found = read(h, a, b, faces=faces, declare=(does("h", "melee", "a"), does("h", "melee", "b")))
    assert found.taken == {"h": 0, "a": 1, "b": 0}
    assert len(found.wounds["h"].character.available()) == 4
    assert found.states["h"] is Health.HALE


def test_hordes_attack_all_foes_unasked_and_only_attack() -> None:
    h = fighter("h", "melee", "melee", "melee", kind=CharacterKind.HORDE, side="B")
    a, b = fighter("a", "melee x3", "blank"), fighter("b", "blank", "blank", lost=(1, 2))
    choices = fought(h, a, b, faces={"h": {"a": (1, 1, 1)}}, declare=(does("a", "melee", "h"),),
                     allot={"a": {"1": "attack h"}})  # fmt: skip
    found = read_round(rulebook(), choices)
    assert found.net == {"h": {"a": 3}, "a": {"h": 3}}
    assert found.states == {"h": Health.BROKEN, "a": Health.DYING, "b": Health.INCAPACITATED}
    assert refused(h, a, faces={"h": {"a": (1, 1, 1)}}, allot={"h": {"1": "defend"}}) == (
        "allot.h.1", "horde-chooses-not",
    )  # fmt: skip


# --- armour, spiffs, loss and death -----------------------------------------------------------------------------------


def struck(points: int, *more: str, items: dict[str, str] | None = None, **given: Any) -> RoundReading:
    """Return a round in which somebody of four blank dice is struck so often, by `b` and others of three."""
    kind = {name: given.pop(name) for name in ("spiffs", "hindering", "house_rules", "lost") if name in given}
    a = fighter("a", *["blank"] * 4, items=items, **kind)
    blows = {"b": points, **dict.fromkeys(more, 3)}
    foes = [foe(who, *["melee"] * n) for who, n in blows.items()]
    declare = tuple(does(who, "melee", "a") for who in blows)
    allot = {who: dict.fromkeys(map(str, range(1, n + 1)), "attack a") for who, n in blows.items()}
    return read(a, *foes, declare=declare, allot={**allot, **given.pop("allot", {})}, **given)


def test_armour_absorbs_one_whole_blow_and_is_ruined() -> None:
    mail = {"armour: Mail": "blank", "shield: Shield": "blank"}
    found = struck(4, "c", items=mail, absorb={"a": (Absorbing(item=0, by="b"),)})
    assert (found.taken["a"], found.hurt_by) == (3, {"a": {"c": 3}})
    assert found.wounds["a"].ruined == (0,)
    assert [item.name for item in found.wounds["a"].character.equipment] == ["Shield"]
    one_each = HouseRules(armour_absorbs_one_damage=True)
    both = (Absorbing(item=0, by="b"), Absorbing(item=1, by="b"))
    assert struck(4, items=mail, house_rules=one_each, absorb={"a": both}).taken["a"] == 2


def test_absorbing_that_makes_no_sense_is_refused() -> None:
    mail = {"armour: Mail": "blank", "weapon: Sword": "blank"}
    for absorbing, code in (
        ((Absorbing(item=1, by="b"),), "cannot-absorb"),
        ((Absorbing(item=5, by="b"),), "no-such-item"),
        ((Absorbing(item=0, by="c"),), "absorbs-nothing"),
        ((Absorbing(item=0, by="b"), Absorbing(item=0, by="b")), "absorbed-already"),
    ):
        with pytest.raises(ChoiceError) as caught:
            struck(2, items=mail, absorb={"a": absorbing})
        assert (caught.value.place, caught.value.reason.code) == ("absorb.a", code)


def test_one_damage_is_soaked_a_round_hindering_dice_included() -> None:
    assert struck(2, spiffs=2, soak={"a": "b"}).taken["a"] == 1
    poisoned = struck(2, spiffs=2, hindering=("poison",), soak={"a": "hindering"})
    assert poisoned.taken["a"] == 2
    assert poisoned.hands["a"].taken == ()
    assert poisoned.spent["a"].spiffs == 2
    for given, code in (({"spiffs": 1}, "spiffs-too-few"), ({"spiffs": 2, "soak": {"a": "fall"}}, "nothing-to-soak")):
        with pytest.raises(ChoiceError) as caught:
            struck(2, **{"soak": {"a": "b"}, **given})
        assert (caught.value.place, caught.value.reason.code) == ("soak.a", code)


def test_a_reroll_and_a_bought_success_cost_spiffs_and_only_players_have_them() -> None:
    a, b = fighter("a", "blank, melee", "blank", spiffs=3), foe("b", "blank", "blank", "blank")
    declare = (does("a", "melee", "b"),)
    allot = {"a": {"1": "attack b", "bought": "attack b"}}
    found = read(a, b, declare=declare, rerolls={"a": RoundReroll(die=1, face=2)}, allot=allot)
    assert (found.net["a"]["b"], found.spent["a"].spiffs) == (2, 3)
    assert refused(a, b, rerolls={"b": RoundReroll(die=1, face=2)}) == ("reroll.b", "spiffs-for-players")
    poor = fighter("a", "blank", spiffs=2)
    again = {"a": RoundReroll(die=1, face=2)}
    found = refused(poor, b, declare=declare, rerolls=again, allot={"a": {"bought": "none"}})
    assert found == ("allot.a.bought", "spiffs-too-few")
    sick = fighter("a", "blank", spiffs=2, hindering=("blank",))
    assert refused(sick, b, rerolls={"a": RoundReroll(die=2, face=2)}) == ("reroll.a", "reroll-own-die")


@pytest.mark.parametrize(
    ("damage", "state"),
    [(1, Health.HURT), (4, Health.INCAPACITATED), (5, Health.DYING), (7, Health.DYING), (8, Health.DEAD)],
)
def test_the_states_by_damage(damage: int, state: Health) -> None:
    found = struck(damage)
    assert (found.taken["a"], found.states["a"]) == (damage, state)


def test_both_lose_their_dice_together() -> None:
    a, b = fighter("a", "melee x3"), foe("b", "melee x3")
    declare = (does("a", "melee", "b"), does("b", "melee", "a"))
    found = read(a, b, declare=declare, allot={"a": {"1": "attack b"}, "b": {"1": "attack a"}})
    assert found.taken == {"a": 3, "b": 3}
    assert set(found.states.values()) == {Health.DEAD}


def test_poison_takes_a_die_with_a_success_before_it_counts() -> None:
    a = fighter("a", "melee x2", "melee", "blank", hindering=("poison",))
    declare = (does("a", "melee", "b"),)
    found = read(a, foe("b", "blank"), declare=declare, allot={"a": {"1": "attack b"}})
    assert (found.out["a"], found.net["a"]["b"], found.taken["a"]) == ((2,), 2, 1)
    chosen = read(a, foe("b", "blank"), declare=declare, lose={"a": (1,)}, allot={"a": {"2": "attack b"}})
    assert (chosen.out["a"], chosen.net["a"]["b"]) == ((1,), 1)
    last = fighter("a", "melee x2", hindering=("poison",))
    assert read(last, foe("b", "blank"), declare=declare).states["a"] is Health.INCAPACITATED


def test_a_coup_de_grace_kills_the_helpless_and_takes_the_round() -> None:
    a, down = fighter("a", "melee x3"), foe("b", "blank", "blank", lost=(1, 2))
    found = read(a, down, declare=(does("a", "coup", "b"),))
    assert found.states["b"] is Health.DEAD
    standing = foe("b", "blank", "blank", lost=(1,))
    assert refused(a, standing, declare=(does("a", "coup", "b"),)) == ("declare.1", "not-incapacitated")
    both = (does("a", "coup", "b"), does("a", "melee", "b"))
    assert refused(a, down, declare=both) == ("declare.2", "one-task")


def test_the_order_keeps_its_three_rules() -> None:
    riding = "riding, melee"
    fighters = [
        fighter("rider", riding, posture=Posture.MOUNTED, war_trained=True),
        fighter("walker", "melee"),
        fighter("prone", "melee", posture=Posture.PRONE),
        foe("knight", riding, posture=Posture.MOUNTED, war_trained=True),
        foe("thug", "melee"),
        foe("nag", riding, posture=Posture.MOUNTED),
        foe("page", "melee", posture=Posture.MOUNTED, war_trained=True),
        foe("fallen", "melee", posture=Posture.PRONE),
        fighter("wolf", "melee", kind=CharacterKind.BEAST),
        foe("out", "melee", lost=(1,)),
    ]
    assert read(*fighters).order == (
        "fallen", "prone", "thug", "nag", "page", "wolf", "walker", "knight", "rider",
    )  # fmt: skip


def test_a_defence_is_aimed_at_one_or_at_all() -> None:
    a = fighter("a", "defend x2", "blank", "blank", "blank", "blank")
    foes = [foe("b", "melee x3"), foe("c", "melee x3")]
    declare = tuple(does(each.id, "melee", "a") for each in foes)
    hits = {each.id: {"1": "attack a"} for each in foes}
    aimed = read(a, *foes, declare=declare, allot={**hits, "a": {"1": "defend c"}})
    assert aimed.net == {"b": {"a": 3}, "c": {"a": 1}}
    free = read(a, *foes, declare=declare, allot={**hits, "a": {"1": "defend"}})
    assert sum(net["a"] for net in free.net.values()) == 4
    idle = read(a, *foes, declare=declare[:1], allot={"b": {"1": "attack a"}, "a": {"1": "defend c"}})
    assert idle.net["b"]["a"] == 3
    assert any(step.reason.code == "round-defence-wasted" for step in idle.steps)


def test_the_game_master_sets_numbers_and_allows_what_is_refused() -> None:
    a, b = fighter("a", "missile", "blank"), foe("b", "blank", "blank")
    declare = (does("a", "melee", "b"),)
    found = read(a, b, declare=declare, override={"taken.b": 1})
    assert (found.taken["b"], found.out["b"], found.states["b"]) == (1, (2,), Health.HURT)
    assert read(a, b, declare=declare, override={"net.a.b": 2}).states["b"] is Health.INCAPACITATED
    assert read(a, b, declare=declare, override={"attack.a.b": 3, "defence.a.b": 1}).taken["b"] == 2
    allowed = read(a, b, declare=declare, allot={"a": {"1": "attack b"}}, override={"allot.a.1": 1})
    assert allowed.net["a"]["b"] == 1
    assert any(step.reason.code == "round-allowed-die" for step in allowed.steps)
    assert refused(a, b, override={"luck.a": 1})[0] == "override.luck.a"


def test_the_gm_sets_what_magic_on_a_mind_and_a_task_come_to():
    a, b = fighter("a", "magic", "magic"), foe("b", "universal", "blank")
    declare = (does("a", "mind", "b", magnitude=2), does("b", "task", skill="maneuver", difficulty="average", nulls=0))
    given = {"declare": declare, "allot": {"a": {"1": "attack b", "2": "attack b"}}, "resist": {"b": (1, 1)}}
    assert read(a, b, **given).net == {"a": {"b": 1}, "b": {"b": 1}}
    found = read(a, b, **given, override={"net.a.b": 3, "net.b.b": 0})
    assert found.net == {"a": {"b": 3}, "b": {"b": 0}}
    assert found.minds[0].degree == 3
    codes = [step.reason.code for step in found.steps]
    assert codes[-1] == "round-sets-net"
    assert "step-overruled" in codes


def test_after_the_round_everybody_is_as_it_left_him() -> None:
    a = fighter(
        "a", "melee", "blank", "blank", items={"armour: Mail": "blank", "weapon: Knife": "missile, melee"}, spiffs=2
    )
    a = a.with_(at_hand=(0, 1))
    b = foe("b", "melee x3", "blank")
    choices = fought(
        a, b, declare=(does("a", "missile", "b", weapon="Knife"), does("b", "melee", "a")),
        allot={"a": {"5": "attack b"}, "b": {"1": "attack a"}},
        absorb={"a": (Absorbing(item=0, by="b"),)},
    )  # fmt: skip
    following = after(read_round(rulebook(), choices))
    then = following.fighter("a")
    assert following.round == 2
    assert [item.name for item in then.character.equipment] == ["Knife"]
    assert then.at_hand == ()  # thrown: to be picked up again (AMB-42)
    assert following.fighter("b").character.available() == (0,)


def test_who_may_not_use_magic_uses_none_and_pays_nothing() -> None:
    a = fighter("a", "universal", "defend")
    found = played(a, foe("b", "melee"), declare=(does("a", "magic", "b"), does("b", "melee", "a")))
    assert found.spent == {}
    assert found.taken["a"] == 0
    tried = read(a, declare=(does("a", "task", skill="magic", nulls=0),))
    assert (tried.taken["a"], tried.spent) == (0, {})


def test_nobody_defends_against_nothing_by_suggestion() -> None:
    found = played(fighter("a", "defend", "universal"), foe("b", "melee"), declare=(does("b", "none"),))
    assert all(step.reason.code != "round-defence-wasted" for step in found.steps)


@pytest.mark.parametrize("word", ["defend", "attack b", "none"])
def test_what_acts_unasked_acts_whatever_is_said_of_it(word: str) -> None:
    ghost = fighter("a", "incorporeal", "prickly", "blank", "blank", kind=CharacterKind.BEAST)
    found = played(ghost, foe("b", "melee x2", "blank"), declare=(does("b", "melee", "a"),),
                   allot={"a": {"1": word, "2": word}, "b": {"1": "attack a"}})  # fmt: skip
    assert found.taken == {"a": int(word == "none"), "b": 1}


# --- house rules ------------------------------------------------------------------------------------------------------


def test_by_house_rule_two_weapon_need_not_be_rolled() -> None:
    blades = {"weapon: Sword": "melee", "weapon: Knife": "melee"}
    given: dict[str, Any] = {"declare": (does("a", "melee", "b"),), "allot": {"a": dict.fromkeys("123", "attack b")}}
    given["faces"] = {"a": (2, 1, 1)}
    a = fighter("a", "two-weapon, melee", items=blades)
    assert refused(a, foe("b", "blank"), **given) == ("allot.a.3", "nothing-to-allot")
    rules = HouseRules(second_weapon_by_owning=True)
    assert read(a, foe("b", "blank"), house_rules=rules, **given).net["a"]["b"] == 3
    gone = fighter("a", "melee", "two-weapon", items=blades, lost=(2,))
    given["faces"] = {"a": (1, None, 1, 1)}
    given["allot"] = {"a": dict.fromkeys("134", "attack b")}
    assert refused(gone, foe("b", "blank"), house_rules=rules, **given) == ("allot.a.4", "nothing-to-allot")


def test_by_house_rule_weapons_never_defend() -> None:
    a, b = fighter("a", "melee", "blank"), foe("b", "blank", "blank", items={"weapon: Sword": "melee"})
    given: dict[str, Any] = {"declare": (does("a", "melee", "b"), does("b", "melee", "a"))}
    given["allot"] = {"a": {"1": "attack b"}, "b": {"3": "defend"}}
    assert read(a, b, **given).taken["b"] == 0
    rules = HouseRules(weapons_never_defend=True)
    assert refused(a, b, house_rules=rules, **given)[0] == "allot.b.3"


@pytest.mark.parametrize(
    ("rule", "dice"), [(RidersFor.ATTACK, 1), (RidersFor.ICON, 2), (RidersFor.DAMAGE, 3)]
)  # fmt: skip
def test_by_house_rule_each_attack_icon_or_damage_brings_a_rider(rule: RidersFor, dice: int) -> None:
    a = fighter("a", "poison-melee", "poison-melee", "melee", kind=CharacterKind.BEAST)
    b = foe("b", "blank", "blank", "blank", "blank")
    found = read(a, b, declare=(does("a", "melee", "b"),), allot={"a": dict.fromkeys("123", "attack b")},
                 house_rules=HouseRules(riders_for=rule))  # fmt: skip
    assert found.taken["b"] == 3
    assert found.wounds["b"].riders == ("poison",) * dice


def test_by_house_rule_a_universal_is_no_ability() -> None:
    a = fighter("a", "universal", "poison-melee", kind=CharacterKind.BEAST)
    given: dict[str, Any] = {"declare": (does("a", "melee", "b"),)}
    given["allot"] = {"a": {"1": ("as poison-melee", "attack b")}}
    assert read(a, foe("b", "blank", "blank"), **given).wounds["b"].riders
    rules = HouseRules(universal_is_no_ability=True)
    assert refused(a, foe("b", "blank"), house_rules=rules, **given) == ("allot.a.1", "no-such-reading")


def test_by_house_rule_beasts_have_no_physical() -> None:
    given: dict[str, Any] = {"declare": (does("a", "melee", "b"),), "allot": {"a": {"1": "attack b"}}}
    wight = fighter("a", "physical", kind=CharacterKind.BEAST)
    assert read(wight, foe("b", "blank"), **given).net["a"]["b"] == 1
    rules = HouseRules(beasts_without_aptitudes=True)
    without = fighter("a", "physical", kind=CharacterKind.BEAST, house_rules=rules)
    assert refused(without, foe("b", "blank"), house_rules=rules, **given)[0] == "allot.a.1"
    assert read(fighter("a", "physical", house_rules=rules), foe("b", "blank"), **given).net["a"]["b"] == 1


def test_by_house_rule_fear_spares_its_own_side() -> None:
    a, friend, b = fighter("a", "fear-caster", "blank"), fighter("f", "melee x3"), foe("b", "melee x3")
    apart = (Apart(a="a", b="b", metres=5), Apart(a="a", b="f", metres=5))
    declare = tuple(does(who, "melee", whom) for who, whom in (("a", "b"), ("f", "b"), ("b", "a")))
    for spares, usable in ((False, 2), (True, 3)):
        rules = HouseRules(fear_spares_own_side=spares)
        found = read(a, friend, b, declare=declare, apart=apart, house_rules=rules)
        assert (found.chips["f"][0].usable, found.chips["b"][0].usable) == (usable, 2)


# --- minds that are ruled (MAG-18..22, AMB-75) ------------------------------------------------------------------------


def ruling(
    magnitude: int, faces: str = "mental", rule: LaterResistance = LaterResistance.STANDING, **given: Any
) -> RoundReading:
    """Return a round in which a mind held with six successes, four of them left, is given an order."""
    return read(
        fighter("a", "magic"),
        foe("b", faces, "blank", "blank"),
        declare=(does("a", "mind", "b", magnitude=magnitude),),
        house_rules=HouseRules(later_resistance=rule),
        ruled=(Ruled(by="a", whom="b", standing=6, net=4),),
        **given,
    )


def test_magic_on_a_mind_rules_it_from_then_on() -> None:
    a, b = fighter("a", "mental x3", "magic x3"), foe("b", "mental", "blank")
    given: dict[str, Any] = {"declare": (does("a", "mind", "b", magnitude=2),), "resist": {"b": (1, 1)}}
    given["allot"] = {"a": {"1": "attack b", "2": "attack b"}}
    choices = fought(a, b, **given)
    later = after(read_round(rulebook(), choices))
    assert later.ruled == (Ruled(by="a", whom="b", standing=6, net=5),)
    held = foe("b", "mental x3", "mental x3")
    choices = fought(a, held, **given)
    assert after(read_round(rulebook(), choices)).ruled == ()


def test_an_order_within_three_is_not_resisted_and_takes_no_throw() -> None:
    found = ruling(3)
    (order,) = found.orders
    assert (order.is_obeyed, order.is_free) == (True, False)
    assert not found.doings["a"].uses_magic
    assert OpenChoice(Phase.THROW, "b") not in found.questions


@for_each(
    ("rule", "resist", "left", "magnitude", "obeyed", "free"),
    [
        (LaterResistance.STANDING, "mental", 5, 5, True, False),
        (LaterResistance.STANDING, "mental x2", 4, 5, False, False),
        (LaterResistance.STANDING, "mental x2", 4, 4, True, False),
        (LaterResistance.STANDING, "universal x3", 3, 4, False, False),
        (LaterResistance.NET, "mental", 3, 4, False, False),
        (LaterResistance.NET, "blank", 4, 4, True, False),
        (LaterResistance.ANY, "mental", 0, 4, False, True),
        (LaterResistance.ANY, "blank", 4, 4, True, False),
    ],
)  # fmt: skip
def test_an_order_beyond_three_is_resisted_anew(
    rule: LaterResistance, resist: str, left: int, magnitude: int, obeyed: bool, free: bool
) -> None:
    open_ = ruling(magnitude, resist, rule)
    assert OpenChoice(Phase.THROW, "b") in open_.questions
    (order,) = ruling(magnitude, resist, rule, resist={"b": (1, 1, 1)}).orders
    assert (order.left, order.is_obeyed, order.is_free) == (left, obeyed, free)


@pytest.mark.parametrize(
    ("again", "obeyed", "free"), [((2, 2), True, False), ((1, 2), False, False), ((1, 1), False, True)]
)  # fmt: skip
def test_an_order_given_with_the_magic_is_resisted_by_a_throw_of_its_own(
    again: tuple[int, ...], obeyed: bool, free: bool
) -> None:
    a, b = fighter("a", "mental x3", "magic x3"), foe("b", "mental x3, blank", "mental x3, blank")
    given: dict[str, Any] = {"declare": (does("a", "mind", "b", magnitude=4),), "resist": {"b": (2, 2)}}
    given["allot"] = {"a": {"1": "attack b", "2": "attack b"}}
    choices = fought(a, b, **given)
    assert [each.purpose for each in open_throws(rulebook(), choices)] == [ThrowFor.ORDER]
    assert OpenChoice(Phase.THROW, "b") in read_round(rulebook(), choices).questions
    choices = choices.with_(resist_again={"b": again})
    found = read_round(rulebook(), choices)
    (order,) = found.orders
    assert (order.is_obeyed, order.is_free) == (obeyed, free)
    assert bool(after(found).ruled) is not free
    weak = fought(a, b, **{**given, "declare": (does("a", "mind", "b", magnitude=3),)})
    assert (read_round(rulebook(), weak).orders, open_throws(rulebook(), weak)) == ((), ())


def test_who_breaks_free_is_ruled_no_longer_and_who_is_released_neither() -> None:
    declare = (does("a", "mind", "b", magnitude=4),)
    held = (Ruled(by="a", whom="b", standing=6, net=4), Ruled(by="a", whom="c", standing=3, net=3))
    fighters = fighter("a", "magic"), foe("b", "mental x3", "mental x3"), foe("c", "blank")
    choices = fought(*fighters, declare=declare, ruled=held, resist={"b": (1, 1)})
    found = read_round(rulebook(), choices)
    assert after(found).ruled == held[1:]
    assert "round-mind-freed" in {step.reason.code for step in found.steps}
    fight = new_fight("0" * 32).with_(round=choices)
    assert release(fight, "c").encounter.ruled == held[:1]
    assert remove(fight, "a").encounter.ruled == ()


def test_each_who_rules_the_same_mind_is_resisted_by_a_throw_of_its_own() -> None:
    casters = fighter("a", "magic", "magic"), fighter("c", "magic", "magic")
    declare = tuple(does(who, "mind", "b", magnitude=4) for who in "ac")
    allot = {who: {"1": "attack b", "2": "attack b"} for who in "ac"}
    victim = foe("b", "mental, magic", "blank", "blank")
    choices = fought(*casters, victim, declare=declare, allot=allot)
    thrown = open_throws(rulebook(), choices)
    asked = [(each.purpose, each.opponent) for each in thrown]
    assert asked == [(purpose, who) for purpose in (ThrowFor.RESISTANCE, ThrowFor.ORDER) for who in "ac"]
    shown = with_faces(choices, thrown, [0, 0, 0, 1, 0, 0] + [1] * 6)
    assert not open_throws(rulebook(), shown)
    found = read_round(rulebook(), shown)
    assert found.net == {"a": {"b": 1}, "c": {"b": 2}}
    assert remove(new_fight("0" * 32).with_(round=shown), "c").round.resist == {"b a": (1, 1, 1)}
    # One throw given for all, as of a round that was kept, is against each of them.
    assert not [each for each in open_throws(rulebook(), choices.with_(resist={"b": (1, 1, 1)})) if each.opponent == ""]
    assert read_round(rulebook(), choices.with_(resist={"b": (1, 1, 1)})).net == {"a": {"b": 1}, "c": {"b": 1}}


def test_only_orders_that_go_far_ask_the_victim_to_throw() -> None:
    held = (Ruled(by="a", whom="b", standing=6, net=4),)
    for magnitude, asked in ((3, False), (4, True)):
        choices = fought(
            fighter("a", "magic"),
            foe("b", "mental"),
            declare=(does("a", "mind", "b", magnitude=magnitude),),
            ruled=held,
        )
        assert (ThrowFor.RESISTANCE in {each.purpose for each in open_throws(rulebook(), choices)}) is asked


def test_an_enchanted_vest_takes_one_off_hostile_magic_and_off_nothing_else() -> None:
    """EQP-9, AMB-102, EX-40: it has no die."""
    a, declare = fighter("a", *["magic, magic, magic"] * 3), (does("a", "magic", "b"),)
    for vest, net in ((False, 3), (True, 2)):
        b = foe("b", "blank", "blank", vest=vest)
        found = read(a, b, declare=declare, allot={"a": dict.fromkeys("123", "attack b")})
        assert found.net["a"]["b"] == net
        given: dict[str, Any] = {"allot": {"a": dict.fromkeys("123", "attack b")}, "resist": {"b": (1, 1)}}
        (mind,) = read(a, b, declare=(does("a", "mind", "b"),), **given).minds
        assert (mind.successes, mind.net) == (net, net)
        assert strike(target=b) == 3


# --- mounts and wings (CMB-20..22, CMB-34, BST-3) ---------------------------------------------------------------------


def ridden(mount: Any, n: int, **given: Any) -> tuple[RoundReading, Any]:
    """Return a round in which a rider's mount is struck so often, and the rider after it."""
    rider = fighter("a", "riding", "blank", "blank", on="h", posture=Posture.MOUNTED, war_trained=True, **given)
    b = foe("b", *["melee"] * n)
    choices = fought(rider, mount, b, declare=(does("b", "melee", "h"),),
                     allot={"b": {str(place): "attack h" for place in range(1, n + 1)}})  # fmt: skip
    found = read_round(rulebook(), complete(rulebook(), choices).choices)
    return found, after(found).fighter("a")


def test_whose_mount_is_out_is_on_foot_and_has_its_advantage_no_longer() -> None:
    horse = fighter("h", "blank", "blank", kind=CharacterKind.BEAST)
    found, rider = ridden(horse, 1)
    assert (rider.posture, rider.on, rider.war_trained) == (Posture.MOUNTED, "h", True)
    assert found.order[-1] == "a"
    for n in (2, 4):  # incapacitated, dead
        found, rider = ridden(horse, n)
        assert (rider.posture, rider.on, rider.war_trained) == (Posture.STANDING, "", False)
        assert found.taken["a"] == 0
        assert [step.who for step in found.steps if step.reason.code == "round-unhorsed"] == ["a"]
    # A mount that was out before the round gives no advantage in it.
    found, _ = ridden(fighter("h", "blank", kind=CharacterKind.BEAST, lost=(1,)), 0)
    assert "round-rides-to-war" not in {step.reason.code for step in found.steps}


@pytest.mark.parametrize("n", [1, 2, 4])
def test_a_rider_falls_with_his_flying_mount(n: int) -> None:
    griffon = fighter("h", "flight", "blank", kind=CharacterKind.BEAST, flying_m=15.0)
    griffon = griffon.with_(character=griffon.character.with_(dice=griffon.character.dice[:1])) if n == 1 else griffon
    found, rider = ridden(griffon, n)
    assert found.taken["a"] == 2  # 15 m (CMB-34, EX-18)
    assert (rider.posture, rider.on) == (Posture.PRONE, "")
    assert "round-falls" in {step.reason.code for step in found.steps if step.who == "a"}


def test_a_winged_rider_does_not_fall_with_his_mount() -> None:
    griffon = fighter("h", "flight", kind=CharacterKind.BEAST, flying_m=15.0)
    rider = fighter("a", "flight", on="h", posture=Posture.MOUNTED)
    found = read(rider, griffon, foe("b", "melee"), declare=(does("b", "melee", "h"),), allot={"b": {"1": "attack h"}})
    assert (found.taken["a"], found.wounds["a"].fell_m, found.wounds["a"].unhorsed) == (0, 0, True)


def test_magic_without_an_icon_of_it_comes_to_nothing_and_says_so() -> None:
    a, b = fighter("a", "universal", "mental"), foe("b", "blank")
    found = read(a, b, declare=(does("a", "magic", "b"),))
    codes = [step.reason.code for step in found.steps if step.who == "a"]
    assert "round-no-magic" in codes
    assert "round-fatigue" not in codes
    assert (found.net["a"]["b"], found.spent) == (0, {})
