"""BA-T1 to T15 and the oracles of 3(c): pools, sixes thrown again, trades, contests, damage, pips."""

from fractions import Fraction

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.basics.character import (
    BasicsArmour,
    BasicsAttributes,
    BasicsCharacter,
    BasicsSkill,
    Weapon,
    damage_dice,
)
from bones_desktop.rules.basics.throws import pool_of
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.wording.games.words import game_name
from bones_desktop.wording.reasons import sentence
from tests.support.foreach import for_each
from tests.support.gamedesk import GameDesk, outcomes

DESK = GameDesk("basics")
GAME, BOOK = DESK.game, DESK.book
planned, chances, reading, done, refused = DESK.planned, DESK.chances, DESK.reading, DESK.done, DESK.refused
filled = DESK.filled


def person(**attributes: int) -> BasicsCharacter:
    return BasicsCharacter(id="5" * 32, name="Ann", attributes=BasicsAttributes(**attributes))


def at_least(two: int, **asked) -> Fraction:
    found = chances("task", "net", **asked)
    return sum(chance for net, chance in found.items() if net == "20+" or int(net) >= two)


def test_t1_trades_need_no_throw():
    plan = planned("task", pool=6, traded=2)
    assert plan.dice == ()
    assert outcomes(reading(plan, ())) == {"degree": "success", "net": "2"}
    with pytest.raises(RulesError) as caught:
        planned("task", pool=5, traded=2)
    assert caught.value.reason.code == "ba-trades"


def test_t2_and_t14_actions_split_the_pool():
    who = person(dexterity=2).with_(skills=(BasicsSkill(name="Swords", dice=3),))
    assert pool_of(who, Answers({"attribute": "dexterity", "skill": "1", "actions": 2})) == 2
    assert who.most_actions == 3
    assert person(dexterity=-1).most_actions == 1


@pytest.mark.parametrize(("ranged", "faces", "expected"), [(0, (1, 1, 2, 3), "2"), (1, (1, 1, 2, 3, 1, 2, 3, 4), "1")])
def test_t3_and_t4_armour_both_ways(ranged, faces, expected):
    armour, margin = (4, 0) if ranged else (2, 2)
    plan = planned("damage", dice=4, armour=armour, margin=margin, ranged=ranged)
    assert outcomes(reading(plan, faces)) == {"pips": expected}


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [((1, 1, 1), (2,), "undefended"), ((1, 2, 2), (2,), "initiative"), ((2, 2, 2), (2,), "none")],
)
def test_t5_an_ambush(ours, theirs, expected):
    plan = planned("surprise", pool=3, their_pool=1)
    assert outcomes(reading(plan, (*ours, *theirs))) == {"surprise": expected}


@pytest.mark.parametrize(
    ("difficulty", "pool", "black"), [("difficult", 4, 3), ("easy", 10, 0), ("routine", 7, 0), ("legendary", 4, 24)]
)
def test_t6_difficulties_are_dice(difficulty, pool, black):
    groups = [die.group for die in planned("task", pool=4, difficulty=difficulty).dice]
    assert (groups.count("pool"), groups.count("black")) == (pool, black)


def test_what_is_very_easy_is_done_without_a_throw():
    plan = planned("task", pool=4, black=2, difficulty="very-easy")
    assert plan.dice == ()
    assert outcomes(reading(plan, ())) == {"degree": "success", "net": "2"}


def test_t7_sixes_fly_again_and_black_ones_do_not():
    plan = planned("task", pool=3, black=3)
    first = reading(plan, (6, 1, 4, 6, 2, 1))
    assert first.findings == ()
    [must] = first.must
    assert [die.group for die in must.dice] == ["pool"]
    second = reading(plan, (6, 1, 4, 6, 2, 1), (6,))
    assert len(second.must[0].dice) == 1
    assert outcomes(reading(plan, (6, 1, 4, 6, 2, 1), (6,), (1,))) == {"degree": "success", "net": "2"}
    once = planned("task", pool=3, black=3, sixes_once=1)
    assert outcomes(reading(once, (6, 1, 4, 6, 2, 1), (6,))) == {"degree": "partial", "net": "1"}


def test_t8_a_foul_failure():
    found = reading(planned("task", pool=2, black=3), (2, 3, 1, 6, 4))
    assert outcomes(found) == {"degree": "foul", "net": "-2"}


def test_t9_each_try_in_vain_is_a_black_die():
    who = done(done(person(wits=3), "try", task="The lock"), "try", task="the lock")
    assert [die.group for die in planned("task", who, attribute="wits", again="1").dice].count("black") == 2
    assert done(who, "reset", tried="1").tries == ()


@pytest.mark.parametrize(("mods", "expected"), [(0, 5), (-2, 3), (-3, 2)])
def test_t10_dodging_at_each_distance(mods, expected):
    who = person(dexterity=2).with_(skills=(BasicsSkill(name="Dodge", dice=3),))
    assert pool_of(who, Answers({"attribute": "dexterity", "skill": "1", "mods": mods})) == expected


@pytest.mark.parametrize(
    ("reply", "expected"),
    [("counter", 6), ("duel", 6), ("evade", 9), ("dodge", 5), ("dodge-close", 3), ("dodge-point-blank", 2)],
)
def test_an_attack_is_met_in_many_ways(reply, expected):
    who = person(dexterity=2).with_(skills=(BasicsSkill(name="Dodge", dice=3), BasicsSkill(name="Swords", dice=4)))
    plan = planned("reply", who, reply=reply, attribute="dexterity", skill="2", their_pool=1)
    assert [die.group for die in plan.dice].count("pool") == expected


@pytest.mark.parametrize(
    ("reply", "ours", "theirs", "code"),
    [
        ("counter", 1, 2, "ba-reply-strikes"),
        ("dodge", 1, 2, "ba-reply-safe"),
        ("dodge", 2, 1, "ba-reply-hurt"),
        ("duel", 2, 2, "ba-reply-safe"),
    ],
)
def test_what_a_reply_comes_to(reply, ours, theirs, code):
    [found] = reading(planned("reply", reply=reply, pool=1, their_pool=1), (ours, theirs)).findings
    assert found.reason.code == code


def test_t11_a_fist_is_one_die_at_least():
    assert damage_dice(person(strength=-3), Weapon(name="Fist", damage=1)) == 1
    assert damage_dice(person(strength=3), Weapon(name="Knife", damage=2)) == 5
    assert damage_dice(person(strength=3), Weapon(name="Pistol", damage=4, ranged=True)) == 4


def test_t12_the_reserve_costs_black_dice_and_its_end_is_death():
    who = person(fortitude=2)
    assert who.most_pips == 8
    assert [done(who, "hurt", value=pips).penalty for pips in (8, 9, 11, 13, 16)] == [0, 2, 4, 8, 16]
    hurt = done(who, "hurt", value=11)
    assert [die.group for die in planned("task", hurt, attribute="none", pool=2).dice].count("black") == 4
    assert [each.code for each in planned("task", hurt, attribute="none", pool=2).notes] == ["ba-in-reserve"]
    assert [die.group for die in planned("conscious", hurt, dice=2).dice] == ["pool", "pool"]
    end = done(who, "hurt", value=40)
    assert len(end.marks) == 16
    assert refused(hurt, "die") == "ba-not-dying"
    assert done(end, "die").state == "dead"


def test_the_state_on_the_reserve_has_a_name_of_its_own():
    """The head of the page said "Reserve, pips", as the row of boxes is called."""
    health, reserve = GAME.tracks(BOOK, done(person(fortitude=2), "hurt", value=9))
    named = [game_name("basics", "", each) for each in (health.state, health.id, reserve.id)]
    assert named == ["On the reserve", "Health, pips", "Reserve, pips"]


def test_t13_two_thirds_of_the_bruises_go_and_the_others_stay():
    who = done(person(fortitude=2), "hurt", value=5, kind="bruise")
    rested = done(who, "rest", half_hours=4)
    assert rested.marks == ("normal", "normal")
    assert refused(rested, "rest") == "ba-no-bruise"
    bit_by_bit = done(done(who, "rest", half_hours=1), "rest", half_hours=1)
    assert bit_by_bit.marks == ("fading", "normal", "normal")
    assert done(bit_by_bit, "rest", half_hours=9).marks == rested.marks


def test_t15_helpers_join_the_pool_and_black_dice_count_once():
    plan = planned("group", pool=2, helpers=2, black=3)
    assert outcomes(reading(plan, (1, 1, 1, 1, 1, 1, 2))) == {"degree": "success", "net": "2"}


def test_unconscious_people_do_not_act_and_come_to_again():
    who = done(done(person(fortitude=1), "hurt", value=8), "faint")
    with pytest.raises(RulesError):
        planned("task", who, attribute="wits")
    assert [each.code for each in planned("conscious", who, dice=2).notes] == ["ba-waking"], "it costs the action"
    assert done(who, "wake").state == "reserve"
    slept = done(who, "sleep")
    assert (len(slept.marks), slept.state) == (5, "hurt")
    found = reading(planned("conscious", done(who, "wake"), dice=2), (2, 3))
    assert (found.harm.act, outcomes(found)) == ("faint", {"awake": "no"})
    assert reading(planned("conscious", who, dice=2), (2, 3)).harm is None  # still out: there is nothing to do
    assert reading(planned("conscious", who, dice=2), (2, 1)).harm.act == "wake"
    for beyond in (done(who, "hurt", value=20), done(done(who, "hurt", value=20), "die")):
        with pytest.raises(RulesError):
            planned("conscious", beyond, dice=2)


def test_treatment_that_fills_the_reserve_wakes_and_less_does_not():
    who = done(done(person(fortitude=1), "hurt", value=8), "faint")
    assert done(who, "treat", value=1).state == "unconscious"
    assert done(who, "treat", value=2).state == "hurt"


def test_what_makes_a_task_easier_is_divided_among_actions_too():
    who = person(dexterity=2, wits=1).with_(skills=(BasicsSkill(name="Swords", dice=3),))
    asked = {"attribute": "wits", "skill": "1", "actions": 2, "difficulty": "easy"}
    assert len(planned("task", who, **asked).dice) == (1 + 3 + 6) // 2
    clumsy = person(wits=-2)
    assert len(planned("task", clumsy, attribute="wits", actions=1, difficulty="routine").dice) == 1


def test_the_dice_of_helpers_are_not_traded():
    assert len(planned("group", pool=4, helpers=5, traded=1).dice) == 1 + 5
    with pytest.raises(RulesError) as caught:
        planned("group", pool=4, helpers=5, traded=2)
    assert caught.value.reason.code == "ba-trades"


def test_dice_are_traded_in_contests_and_less_than_nothing_is_foul_there_too():
    plan = planned("contest", pool=4, traded=1, black=2, their_pool=1)
    assert len(plan.dice) == 1 + 2 + 1
    lost = reading(planned("contest", pool=1, black=2, their_pool=1), (2, 1, 6, 1))
    assert outcomes(lost)["winner"] == "theirs"
    assert [(each.id, each.value) for each in lost.findings if each.id == "foul"] == [("foul", 2)]


@pytest.mark.parametrize(
    ("weapon", "dice", "ranged"), [("fist", 3, 0), ("kick", 4, 0), ("1", 5, 0), ("2", 4, 1), ("typed", 6, 0)]
)
def test_damage_by_what_is_struck_with(weapon, dice, ranged):
    weapons = (Weapon(name="Cosh", damage=3), Weapon(name="Webley", damage=4, ranged=True))
    who = person(strength=2).with_(weapons=weapons)
    typed = {"dice": 6} if weapon == "typed" else {}
    plan = filled("damage", who, weapon=weapon, **typed, armour=2, margin=1)
    assert (len(plan.dice), plan.asked.ranged) == (dice + 2 * ranged, bool(ranged))
    [found] = reading(plan, (1,) + (2,) * (len(plan.dice) - 1)).findings
    assert found.reason.code == ("ba-pips-bruise" if weapon in {"fist", "kick"} else "ba-pips")
    weak = person(strength=-3)
    assert len(planned("damage", weak, weapon="fist").dice) == 1


# Attacks


def fighter(**attributes: int) -> BasicsCharacter:
    skills = (BasicsSkill(name="Dodge", dice=3), BasicsSkill(name="Swords", dice=4), BasicsSkill(name="Brawl", dice=2))
    weapons = (Weapon(name="Sabre", damage=3, skill="swords"), Weapon(name="Shotgun", damage=5, ranged=True, reload=1))
    return person(**attributes).with_(skills=skills, weapons=weapons)


def counts(plan) -> tuple[int, int]:
    groups = [die.group for die in plan.dice]
    return groups.count("pool"), groups.count("black")


@pytest.mark.parametrize(("aim", "black"), [("none", 1), ("arm-leg", 4), ("hand-foot", 7), ("eye-ear", 13)])
def test_a_called_shot_adds_black_dice(aim, black):
    for asked in ({"roll": "attack"}, *({"roll": "reply", "reply": each} for each in ("counter", "duel"))):
        plan = planned(**asked, pool=4, black=1, aim=aim, their_pool=2)
        assert counts(plan) == (4, black)
        assert sum(Fraction(*chance) for chance in GAME.odds(plan).findings["winner"].values()) == 1
    assert counts(planned("reply", pool=4, reply="strike-shooter", reloads=1, black=1, aim=aim)) == (4, black)


def test_a_called_shot_is_an_attack():
    with pytest.raises(RulesError) as caught:
        planned("reply", pool=4, reply="dodge", aim="arm-leg")
    assert caught.value.reason.code == "ba-no-aim"


@pytest.mark.parametrize(("reloads", "black"), [(0, 3), (1, 0)])
def test_the_shooter_is_attacked_at_point_blank(reloads, black):
    who = fighter(dexterity=2)
    asked = {"reply": "strike-shooter", "attribute": "dexterity", "skill": "2", "reloads": reloads, "their_pool": 1}
    assert counts(planned("reply", who, **asked)) == (6, black)
    [found] = reading(planned("reply", pool=1, reply="strike-shooter", reloads=1, their_pool=1), (1, 2)).findings
    assert found.reason.code == "ba-reply-strikes"


@for_each(
    ("asked", "pool"),
    [
        ({}, 6),
        ({"draw": 1}, 3),
        ({"draw": 1, "actions": 2}, 2),
        ({"skill": "weapon", "weapon": "1"}, 6),
        ({"skill": "weapon", "weapon": "fist"}, 4),
        ({"skill": "weapon", "weapon": "2"}, 2),
        ({"pool": 7, "draw": 1}, 3),
        ({"pool": 5, "actions": 2, "mods": 1}, 3),
    ],
)
def test_an_attack_takes_the_skill_of_the_weapon_and_drawing_it_an_action(asked, pool):
    given = {"attribute": "dexterity", "skill": "2", "weapon": "1", "actions": 1, **asked}
    assert counts(planned("attack", fighter(dexterity=2), **given)) == (pool, 0)


def test_one_action_has_no_room_to_draw_and_attack():
    for roll, asked in (("attack", {"weapon": "1"}), ("reply", {"reply": "duel"})):
        with pytest.raises(RulesError) as caught:
            planned(roll, fighter(dexterity=0), skill="2", actions=1, draw=1, **asked)
        assert (caught.value.reason.code, caught.value.reason.value("most")) == ("ba-actions", 1)


def test_a_weapon_says_that_it_must_be_reloaded():
    who = fighter(dexterity=2)
    said = [[each.code for each in planned("attack", who, weapon=each).notes] for each in ("1", "2", "kick")]
    assert said == [[], ["ba-reload"], []]
    lines = {each.id: [note.code for note in each.items[1].notes] for each in GAME.lists(BOOK, who) if each.items}
    assert lines == {"weapons": ["ba-weapon", "ba-weapon-reload"]}
    [sheet] = [part for part in GAME.sheet(BOOK, who) if part.id == "weapons"]
    assert [each.text for each in sheet.lines] == ["swords", "shot, reload 1 round"]
    assert done(who, "arm", name="Bow", dice=2, ranged=1, reload=1).weapons[-1].reload == 1


def test_a_weapon_fills_its_damage_in_and_the_player_may_change_it():
    who = fighter(dexterity=2, strength=1)
    asked = next(each for each in GAME.rolls(BOOK, who) if each.id == "damage")
    first = {each.id: each.first for each in asked.asked(Answers())}
    assert (first["weapon"], first["dice"], first["ranged"]) == ("1", 4, 0)
    gun = {each.id: each.first for each in asked.asked(Answers({"weapon": "2"}))}
    assert (gun["dice"], gun["ranged"]) == (5, 1)
    assert counts(filled("damage", who, weapon="2", dice=7, armour=1)) == (7, 1)


def test_a_shot_empties_the_weapon_and_reloading_takes_rounds():
    who = fighter(dexterity=2).with_(weapons=(*fighter().weapons, Weapon(name="Bow", damage=2, ranged=True, reload=2)))
    for roll, more in (("attack", {}), ("reply", {"reply": "duel"})):
        [shot] = planned(roll, who, weapon="3", their_pool=1, **more).first
        assert (shot.act, shot.answers.key("weapon")) == ("shoot", "3")
    for roll, more in (("attack", {"weapon": "1"}), ("attack", {"weapon": "fist"}), ("reply", {"reply": "dodge"})):
        assert planned(roll, who, their_pool=1, **{"weapon": "2", **more}).first == ()
    empty = done(who, "shoot", weapon="3")
    plan = planned("attack", empty, weapon="3")
    assert (plan.first, [each.code for each in plan.notes]) == ((), ["ba-empty"]), "the Gamesmaster may allow it"
    assert [each.code for each in GAME.lists(BOOK, empty)[0].items[2].notes] == ["ba-weapon", "ba-weapon-empty"]
    assert (refused(empty, "shoot", weapon="3"), refused(who, "shoot", weapon="1")) == ("ba-empty", "ba-no-reload")
    half = done(empty, "reload")
    assert (half.weapons[2].empty, refused(half, "reload", weapon="1")) == (1, "ba-no-reload")
    assert refused(half, "reload", weapon="2") == "ba-loaded"
    assert done(half, "reload").weapons == who.weapons
    lines = GAME.lines(BOOK, empty, half, "reload")
    assert [sentence(each) for each in lines] == ["Rounds to reload: 2 → 1."]


@pytest.mark.parametrize(("roll", "more"), [("attack", {}), ("contest", {}), ("reply", {"reply": "dodge"})])
def test_the_faster_one_has_two_dice_more_before_the_pool_is_divided(roll, more):
    who = fighter(dexterity=2)
    asked = {"attribute": "dexterity", "skill": "1", "their_pool": 0, **more}
    assert counts(planned(roll, who, **asked, first=1)) == (2 + 3 + 2, 0)
    assert counts(planned(roll, who, **asked, first=1, actions=3)) == (2, 0)


def test_a_reply_takes_the_skill_of_the_weapon():
    who = fighter(dexterity=2)
    assert counts(filled("reply", who, reply="counter", their_pool=0)) == (2 + 4, 0)
    assert counts(filled("reply", who, reply="counter", weapon="kick", their_pool=0)) == (2 + 2, 0)
    assert counts(filled("reply", who, reply="evade", their_pool=0)) == (2 + 4 + 3, 0)


@pytest.mark.parametrize(
    ("dexterity", "typed", "yards", "mph"), [(0, 0, 12, 8), (4, 0, 24, 16), (-5, 0, 3, 2), (2, 20, 20, 13)]
)
def test_movement_follows_from_dexterity_unless_it_is_typed_in(dexterity, typed, yards, mph):
    who = person(dexterity=dexterity).with_(movement=typed)
    [fact] = [each for each in GAME.facts(BOOK, who) if each.id == "movement"]
    assert (fact.value, fact.how[0].value("mph")) == (yards, mph)
    assert fact.how[0].code == ("ba-movement-how" if typed else "ba-movement-house")


def test_the_reference_tells_actions_and_vehicles():
    parts = {part.id: part for part in GAME.reference(BOOK)}
    assert {("30", "20 mph"), ("6", "4 mph")} <= {(each.title, each.value) for each in parts["vehicle-speeds"].lines}
    assert [each.value for each in parts["vehicle-gains"].lines] == ["5", "30"]
    names = [game_name("basics", "", each.title) for each in parts["round-actions"].lines]
    assert len(names) == 12
    assert not any(each.startswith("act-") for each in names)


@pytest.mark.parametrize(("ours", "theirs", "won"), [(1, 2, "ours"), (2, 1, "theirs"), (1, 1, "nobody")])
def test_what_an_attack_comes_to(ours, theirs, won):
    [found] = reading(planned("attack", pool=1, their_pool=1), (ours, theirs)).findings
    assert (found.reason.code, found.outcome) == (f"ba-attack-{won}", won)


@for_each("roll", ["contest", "attack", "reply", "surprise"])
@for_each("theirs", [9, 10, 11, 15, 60])
def test_automatic_successes_of_both_sides_count_in_full(roll, theirs):
    plan = planned(roll, pool=0, reply="counter" if roll == "reply" else "", automatic=12, their_automatic=theirs)
    [found] = reading(plan, ()).findings
    won = "ours" if theirs < 12 else "theirs"
    if roll == "surprise":
        won = "none" if theirs > 12 else "undefended" if theirs == 9 else "initiative"
    else:
        assert found.value == 12 - theirs
    assert found.outcome == won
    assert {each: Fraction(*chance) for each, chance in GAME.odds(plan).findings[found.id].items()}[won] == 1
    asked = {each.id: each.most for each in next(x for x in GAME.rolls(BOOK, None) if x.id == roll).parameters}
    assert asked["their_automatic"] == asked["automatic"] == 60


def test_weapons_are_made_with_the_character():
    who = person().with_(skills=(BasicsSkill(name="Shooting", dice=3),))
    for field, value in (
        ("weapon-1", "Shotgun"), ("damage-1", 5), ("weapon-skill-1", "Shooting"), ("ranged-1", 1), ("reload-1", 1),
        ("weapon-2", "Cosh"), ("bruise-2", 1),
    ):  # fmt: skip
        who = GAME.with_field(BOOK, who, field, value)
    assert who.weapons == (
        Weapon(name="Shotgun", damage=5, skill="Shooting", ranged=True, reload=1),
        Weapon(name="Cosh", bruise=True),
    )
    step = next(each for each in GAME.steps(BOOK, who) if each.id == "weapons")
    assert [each.id for each in step.fields][-2:] == ["weapon-3", "damage-3"], "there is room for another"
    for field, value in (("weapon-2", ""), ("bruise-2", 0)):
        who = GAME.with_field(BOOK, who, field, value)
    assert [each.name for each in who.weapons] == ["Shotgun"]
    with pytest.raises(RulesError):
        GAME.with_field(BOOK, who, "weapon-skill-1", "Juggling")


def test_weapons_without_a_name_or_with_a_strange_skill_are_told():
    who = person().with_(weapons=(Weapon(damage=3), Weapon(name="Bow", skill="Archery"), Weapon(name="Fork")))
    found = {each.place: (each.reason.code, each.weight) for each in GAME.check(BOOK, who) if "weapon" in each.place}
    assert found == {
        "weapon-1": ("ba-no-weapon", Weight.ILLEGAL),
        "weapon-skill-2": ("ba-weapon-skill", Weight.ADVICE),
    }


def test_the_reference_has_the_difficulties_as_they_are_printed():
    [part] = [each for each in GAME.reference(BOOK) if each.id == "difficulties"]
    assert [each.value for each in part.lines] == [
        "succeeds", "+6", "+3", "–", "3", "6", "9", "12", "15", "18", "24", "36",
    ]  # fmt: skip


def test_the_reference_has_the_called_shots():
    [part] = [each for each in GAME.reference(BOOK) if each.id == "called-shots"]
    assert (part.rule, [(each.title, each.value) for each in part.lines]) == (
        "BA-R22", [("arm-leg", "3"), ("hand-foot", "6"), ("eye-ear", "12")],
    )  # fmt: skip


# Odds


@for_each(
    ("pool", "black", "traded", "expected"),
    [
        (1, 0, 0, "1/18"),
        (2, 0, 0, "5/27"),
        (6, 0, 0, "505/729"),
        (4, 3, 0, "716815/2834352"),
        (6, 3, 0, "950795/2125764"),
        (9, 3, 0, "1096511/1594323"),
        (9, 3, 1, "362045/531441"),
        (9, 3, 2, "3007/4374"),
        (9, 3, 3, "20/27"),
        (6, 0, 1, "19/27"),
        (6, 0, 2, "1"),
    ],
)
def test_the_chance_of_two_net_successes(pool, black, traded, expected):
    assert at_least(2, pool=pool, black=black, traded=traded) == Fraction(expected)


@pytest.mark.parametrize(("pool", "expected"), [(1, "1583/2916"), (4, "4606/19683"), (6, "7588/59049")])
def test_the_chance_of_a_foul_failure(pool, expected):
    assert chances("task", "degree", pool=pool, black=3)["foul"] == Fraction(expected)


def test_sixes_fly_without_end_or_once():
    net = chances("task", "net", pool=1)
    assert (net["3"], net["4"]) == (Fraction(5, 648), Fraction(5, 3888))
    once = chances("task", "net", pool=1, sixes_once=1)
    assert (once["2"], once["3"]) == (Fraction(1, 18), 0)


def test_contests_are_exact_to_the_end_of_every_series():
    assert chances("contest", "winner", pool=1, their_pool=1) == {
        "ours": Fraction(5, 21),
        "theirs": Fraction(5, 21),
        "nobody": Fraction(11, 21),
    }
    for pool, won, tie in ((4, 0.38165, 0.23669), (5, 0.47246, 0.21735), (6, 0.55487, 0.19468)):
        found = chances("contest", "winner", pool=pool, their_pool=4)
        assert (round(float(found["ours"]), 5), round(float(found["nobody"]), 5)) == (won, tie)
        assert sum(found.values()) == 1


def test_contests_agree_with_long_sums():
    asked = {"pool": 3, "black": 2, "automatic": 1, "their_pool": 2, "their_black": 1, "their_automatic": 2}
    found = chances("contest", "winner", **asked)
    ours = _distribution(3, 2, 1)
    theirs = _distribution(2, 1, 2)
    won = sum(a * b for x, a in ours.items() for y, b in theirs.items() if x > y and x >= 1)
    lost = sum(a * b for x, a in ours.items() for y, b in theirs.items() if y > x and y >= 1)
    assert abs(found["ours"] - won) < Fraction(1, 10**12)
    assert abs(found["theirs"] - lost) < Fraction(1, 10**12)
    high = chances("surprise", "surprise", pool=3, black=2, their_pool=2, their_black=1)
    ours, theirs = _distribution(3, 2, 0), _distribution(2, 1, 0)
    much = sum(a * b for x, a in ours.items() for y, b in theirs.items() if x - y >= 3 and x >= 1)
    assert abs(high["undefended"] - much) < Fraction(1, 10**12)


def _distribution(dice: int, black: int, automatic: int) -> dict[int, Fraction]:
    """Return net successes by adding dice one by one, far enough out."""
    found = {automatic: Fraction(1)}
    for _die in range(dice):
        after: dict[int, Fraction] = {}
        for net, chance in found.items():
            for more in range(30):
                share = Fraction(2, 3) if not more else Fraction(10, 6 ** (more + 1))
                after[net + more] = after.get(net + more, Fraction(0)) + chance * share
        found = {net: chance for net, chance in after.items() if net <= automatic + 40}
    for _die in range(black):
        after = {}
        for net, chance in found.items():
            for less, share in ((0, Fraction(2, 3)), (1, Fraction(1, 3))):
                after[net - less] = after.get(net - less, Fraction(0)) + chance * share
        found = after
    return found


def test_staying_conscious_and_damage():
    for dice, expected in ((1, "1/3"), (2, "5/9"), (4, "65/81"), (8, "6305/6561")):
        assert chances("conscious", "awake", dice=dice)["yes"] == Fraction(expected)
    assert chances("damage", "pips", dice=4, armour=4, ranged=1)["0"] == Fraction(4961921, 8503056)


def test_the_house_s_budget_is_advice_and_marks_have_an_end():
    found = {each.reason.code: each.weight for each in GAME.check(BOOK, person(strength=9))}
    assert found == {"ba-attributes": Weight.ADVICE, "ba-range": Weight.ADVICE, "ba-skills": Weight.ADVICE}
    skilled = person(strength=5).with_(skills=(BasicsSkill(name="Dodge", dice=5), BasicsSkill(name="Brawl", dice=9)))
    said = [sentence(each.reason) for each in GAME.check(BOOK, skilled) if "-range" in each.reason.code]
    assert [each.partition(":")[0] for each in said] == ["Strength", "Dodge", "Brawl"], "each says what it is about"
    nameless = [each.reason.code for each in GAME.check(BOOK, person().with_(skills=(BasicsSkill(dice=9),)))]
    assert "ba-no-skill" in nameless
    assert "ba-skill-range" not in nameless, "what has no name yet is not told of by it"
    too_many = person(fortitude=1).with_(marks=("normal",) * 15)
    assert [each.reason.code for each in GAME.check(BOOK, too_many) if each.weight is Weight.ILLEGAL] == [
        "ba-too-many-marks"
    ]


def test_growth_is_of_the_house():
    assert refused(person(), "points", value=5) == "ba-no-growth"
    who = person(wits=1).with_(
        house=person().house.with_(growth=True), armour=BasicsArmour(name="Coat", value=1), points=6
    )
    assert done(who, "raise", what="wits").points == 0
    assert refused(done(who, "raise", what="wits"), "raise", what="wits") == "ba-points"


def test_a_hit_is_followed_by_its_damage():
    who = fighter(dexterity=2)
    for roll, more in (("attack", {}), ("reply", {"reply": "counter"})):
        plan = filled(roll, who, weapon="1", pool=2, their_pool=1, **more)
        then = reading(plan, (1, 1, 2)).then
        assert (then.roll, dict(then.answers.values)) == ("damage", {"weapon": "1", "margin": 2})
        assert filled("damage", who, **then.answers.values).asked.margin == 2
        assert reading(plan, (2, 2, 1)).then is None
    assert reading(filled("reply", who, reply="dodge", pool=2, their_pool=1), (1, 1, 2)).then is None
    assert dict(reading(planned("attack", pool=1, their_pool=0), (1,)).then.answers.values) == {"margin": 1}
