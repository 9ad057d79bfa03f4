"""FM-T1 to T7, T13 to T16: creation, burdens, defence, levels, armour, revival."""

from dataclasses import replace

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes import figures, game, making
from bones_desktop.rules.five_modes.character import (
    Adventurer,
    Alignment,
    Belonging,
    FiveModesBook,
    Gain,
    Light,
    Rolls,
    Spell,
)
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.storage.games import game_of
from bones_desktop.wording.reasons import sentence


@pytest.fixture(scope="module")
def book() -> FiveModesBook:
    small = game_of("five_modes")
    assert small is not None
    return small.book


def thrown(book: FiveModesBook, die: int, **faces: tuple[int, ...]) -> Adventurer:
    """Return an adventurer made with the dice of each throw of creation."""
    who = Adventurer(alignment=Alignment.STAR, die=die, name="Ada")
    for name, numbers in faces.items():
        who = making.thrown(book, who, f"throw-{name.replace('_', '-')}", numbers)
    return who


def done(book: FiveModesBook, who: Adventurer, act: str, **values: int | str | tuple[int, ...]) -> Adventurer:
    found = next(each for each in game.acts(book, who) if each.id == act)
    return found.do(who, found.fitted(Answers(values)))


def refusal(book: FiveModesBook, who: Adventurer, act: str, **values: int | str | tuple[int, ...]) -> str:
    found = next(each for each in game.acts(book, who) if each.id == act)
    why = found.why_not(who, found.fitted(Answers(values)))
    return why.code if why else ""


def counts(who: Adventurer) -> dict[str, int]:
    return {each.thing: each.count for each in who.belongings}


def test_defence_pair_gives_guard_agility_and_two_weapons_to_choose_from(book):
    who = thrown(book, 8, defence=(7, 3))
    assert (figures.guard(who), figures.agility(who)) == (3, 7)
    assert making.weapon_choices(book, who) == ("whip", "sword")
    assert counts(who) == {"whip": 1}
    assert counts(making.with_field(book, who, "weapon", "above")) == {"sword": 1}


def test_body_pair_gives_hits_and_armour(book):
    who = thrown(book, 8, defence=(7, 3), body=(8, 6))
    assert figures.most_hits(who) == 8
    worn = [each for each in who.belongings if each.in_use and each.thing != "whip"]
    assert {each.thing for each in worn} == {"chainmail", "shield-wood", "leather", "helm"}
    assert sum(book.by_id[each.thing].thirds for each in worn) == 16


def test_lowest_weapon_has_none_above_it(book):
    who = thrown(book, 4, defence=(1, 1))
    assert (figures.guard(who), figures.agility(who)) == (9, 9)
    assert making.weapon_choices(book, who) == ("cudgel",)
    with pytest.raises(RulesError):
        making.with_field(book, who, "weapon", "above")


def test_kit_that_comes_twice_is_coins(book):
    who = thrown(book, 8, defence=(7, 3), body=(8, 1), kit=(7, 7, 20))
    assert [die.label for die in making.kit_dice(book, who)] == ["d6"]
    who = making.thrown(book, who, "throw-kit-dice", (5,))
    assert (who.coins, counts(who)["torch"], counts(who)["battery"]) == (5, 2, 1)


def test_kit_that_is_counted_by_dice(book):
    who = thrown(book, 6, defence=(1, 3), body=(6, 1), kit=(5, 9, 10))
    assert [die.label for die in making.kit_dice(book, who)] == ["d4", "d4", "d4", "d4", "d4"]
    who = making.thrown(book, who, "throw-kit-dice", (1, 2, 3, 4, 4))
    assert (counts(who)["spike"], counts(who)["candle"], who.oil) == (6, 8, 30)


@pytest.mark.parametrize(("thirds", "more", "move"), [(14, 0, 12), (15, 2, 10), (30, 2, 10), (31, 4, 8)])
def test_load_is_counted_in_thirds(book, thirds, more, move):
    who = Adventurer(belongings=(Belonging(name="Stones", thirds=thirds),))
    assert figures.load(book, who) == (more, move)


def test_defence_is_the_lower_of_guard_and_loaded_agility(book):
    load = Belonging(name="Stones", thirds=15)
    armed = thrown(book, 8, defence=(7, 3)).with_(belongings=(Belonging(thing="whip", in_use=True), load))
    assert figures.defence(book, armed) == 3
    assert figures.defence(book, armed.with_(belongings=(load,))) == 9


def test_a_d4_defends_with_shields_only(book):
    who = thrown(book, 4, defence=(4, 2)).with_(belongings=(Belonging(thing="sword", in_use=True),))
    assert figures.defence(book, who) == 8
    shield = Belonging(thing="shield-wood", in_use=True)
    assert figures.defence(book, who.with_(belongings=(shield,))) == 6


@pytest.mark.parametrize(("dice", "guard"), [((1, 3), 4), ((2, 3), 5)])
def test_level_lowers_guard_when_the_dice_are_lower(book, dice, guard):
    gains = (Gain(guard=(6, 6), agility=(6, 6), hits=(1, 1)),)
    who = thrown(book, 6, defence=(5, 5), body=(3, 3)).with_(gains=gains, xp=2000)
    faces = tuple(number - 1 for number in (*dice, 6, 6, 1, 1, 1))
    assert figures.guard(done(book, who, "level", throw=faces)) == guard


@pytest.mark.parametrize(("dice", "most"), [((2, 3, 4), 9), ((2, 3, 5), 10)])
def test_level_raises_hits_only_by_a_better_total(book, dice, most):
    gains = (Gain(guard=(6, 6), agility=(6, 6), hits=(4, 5)), Gain(guard=(6, 6), agility=(6, 6), hits=(1, 1, 1)))
    who = thrown(book, 6, defence=(5, 5), body=(3, 3)).with_(gains=gains, xp=3000)
    after = done(book, who, "level", throw=(5, 5, 5, 5, *(number - 1 for number in dice)))
    assert figures.most_hits(after) == most
    assert (after.level, after.xp) == (4, 0)


def test_armour_takes_off_by_kind(book):
    worn = tuple(Belonging(thing=each, in_use=True) for each in ("leather", "chainmail", "cuirass", "helm"))
    who = thrown(book, 8, defence=(7, 3), body=(8, 1)).with_(belongings=worn)
    assert done(book, who, "hurt", kind="cutting", value=4).hits == 1
    assert done(book, who, "hurt", kind="blunt", value=4).hits == 3


@pytest.mark.parametrize(("number", "state"), [(5, "hurt"), (6, "dead")])
def test_who_is_down_is_saved_from_death_or_dies(book, number, state):
    who = thrown(book, 8, defence=(7, 3), body=(8, 1)).with_(hits=8)
    assert figures.state(who) == "down"
    after = done(book, who, "revive", throw=(number - 1,))
    assert figures.state(after) == state
    assert state == "dead" or figures.hits_left(after) == 1


def test_hits_beyond_the_last_are_dropped_and_rest_takes_a_ration(book):
    who = thrown(book, 8, defence=(7, 3), body=(8, 1))
    assert done(book, who, "hurt", kind="other", value=50).hits == 8
    assert refusal(book, who, "rest") == "nothing-to-heal"
    rested = done(book, who.with_(hits=3), "rest")
    assert (rested.hits, counts(rested).get("dry-ration", 0)) == (1, 0)
    assert refusal(book, rested, "rest") == "fm-no-ration"


def test_light_drops_by_size_and_lamps_cost_the_difference(book):
    lamp = (Belonging(thing="lantern"), Belonging(thing="oil"), Belonging(thing="torch", count=2))
    who = Adventurer(die=6, belongings=lamp, oil=30)
    lit = done(book, who, "light", kind="lamp", size="12")
    assert (lit.oil, lit.light.size) == (18, 12)
    low = done(book, done(book, lit, "drop"), "drop")
    assert low.light.size == 8
    assert done(book, low, "refill", size="10").oil == 16
    assert refusal(book, low, "refill", size="8") == "fm-lamp-full"
    torch = done(book, who, "light", kind="torch")
    assert (counts(torch)["torch"], torch.light.size) == (1, 12)
    for _drop in range(5):
        torch = done(book, torch, "drop")
    assert torch.light.kind == "none"


def test_magic_dice_are_paid_and_come_back_at_dawn(book):
    who = thrown(book, 4, defence=(1, 1), body=(4, 4)).with_(spells=(Spell(name="Mist", complexity=5),))
    assert figures.magic_dice_left(who) == 1
    spent = done(book, who, "pay", value=1)
    assert (figures.magic_dice_left(spent), refusal(book, spent, "pay", value=1)) == (0, "fm-magic-left")
    assert done(book, spent, "dawn").magic_spent == 0
    two = who.with_(house=who.house.with_(starting_magic_dice=2))
    assert figures.magic_dice_left(two) == 2


def test_dice_are_thrown_in_the_order_of_the_game(book):
    who = Adventurer(die=6)
    assert refusal(book, who, "throw-body") == "fm-throw-before"
    assert refusal(book, Adventurer(), "throw-defence") == "fm-no-die-yet"
    assert refusal(book, thrown(book, 6, defence=(1, 2)), "throw-defence") == "fm-dice-thrown"
    with pytest.raises(RulesError):
        making.with_field(book, thrown(book, 6, defence=(1, 2)), "die", "8")


def test_problems_name_their_rules(book):
    whole = thrown(book, 8, defence=(7, 3), body=(8, 1), kit=(1, 2, 3)).with_(talents=("Climbing",))
    assert making.check(book, whole) == ()
    cases = {
        "FM-L1": whole.with_(alignment=Alignment.NONE),
        "FM-L2": whole.with_(rolls=whole.rolls.with_(body=(8, 9))),
        "FM-L5": whole.with_(talents=()),
        "FM-L6": whole.with_(magic_spent=1),
        "FM-L7": whole.with_(xp=1000),
        "FM-L8": whole.with_(
            belongings=tuple(Belonging(thing=each, in_use=True) for each in ("scale", "chainmail", "sword"))
        ),
        "FM-L10": whole.with_(rolls=Rolls(defence=(7, 3), body=(8, 1), kit=(7, 7, 1))),
    }
    for rule, who in cases.items():
        found = [each for each in making.check(book, who) if each.weight is Weight.ILLEGAL]
        assert rule in {each.reason.rule for each in found}, rule
    cast = thrown(book, 4, defence=(1, 1), body=(4, 1), kit=(1, 2, 3)).with_(spells=(Spell(name="Mist"),))
    mailed = cast.with_(belongings=(Belonging(thing="chainmail", in_use=True), Belonging(thing="sword", in_use=True)))
    assert [each.reason.rule for each in making.check(book, mailed)] == ["FM-L9", "FM-L9"]


def said(book: FiveModesBook, who: Adventurer, step: str) -> tuple[list[int], list[str]]:
    """Return the numbers that fell in a step, and what they came to."""
    found = next(each for each in making.steps(book, who) if each.id == step)
    return [each.number for each in found.fallen], [sentence(each) for each in found.came]


def test_steps_show_the_dice_as_they_fell_and_what_they_came_to(book):
    who = thrown(book, 8, defence=(7, 3))
    assert said(book, who, "defence") == (
        [7, 3],
        [
            "The higher die is 7: Guard 3.",
            "The lower die is 3: Agility 7.",
            "The sum is 10: Whip, or the entry above it, Sword.",
        ],
    )
    assert said(book, who, "body") == ([], [])
    who = thrown(book, 4, defence=(1, 1), body=(4, 1), kit=(9, 9, 20), kit_dice=(2, 3, 5))
    assert said(book, who, "defence")[1][-1] == "The sum is 2: Cudgel."
    assert said(book, who, "body")[1] == ["The higher die: Maximum Hits 4.", "The lower die is 1: no armour."]
    assert said(book, who, "kit")[1] == [
        "9: Candle (× 2d4).",
        "9 was rolled before: coins instead.",
        "20: Ancient battery.",
    ]
    assert said(book, who, "kit-dice") == ([2, 3, 5], ["Candle: 5.", "Coins: 5."])


def test_boxes_are_marked_and_unmarked_by_acts(book):
    who = thrown(book, 4, defence=(1, 1), body=(4, 3))
    hits, magic = figures.tracks(book, who)
    assert hits.mark is not None
    assert hits.unmark is not None
    hurt = done(book, who, hits.mark.act, **{**hits.mark.answers.values, "value": 3})
    assert hurt.hits == 3  # no armour takes anything off what is marked by hand
    assert done(book, hurt, hits.unmark.act, **{**hits.unmark.answers.values, "value": 2}).hits == 1
    assert magic.mark is not None
    assert magic.unmark is None
    assert magic.by_hand is not None
    assert magic.by_hand.rule == "FM-A4"


def test_what_is_carried_is_a_list_whose_items_the_acts_choose(book):
    who = thrown(book, 8, defence=(7, 3), body=(8, 6))
    (carried,) = figures.lists(book, who)
    assert [each.name for each in carried.items if each.in_use][:2] == ["Whip", "Chainmail"]
    ration = next(each for each in carried.items if "ration" in each.name)
    assert [sentence(each) for each in ration.notes] == ["Burdens: 1."]
    after = done(book, who, "lose", **{carried.parameter: ration.key, "value": 1})
    assert ration.name not in {each.name for each in figures.lists(book, after)[0].items}


def test_choices_with_names_of_their_own_bring_them(book):
    who = thrown(book, 8, defence=(7, 3))
    asked = [each for step in making.steps(book, who) for each in step.fields if each.id == "weapon"]
    asked += [each for act in game.acts(book, who) for each in act.parameters(Answers()) if each.id == "thing"]
    assert [each.names[:1] for each in asked] == [("Whip",), ("Cudgel",), ("Whip",), ("Whip",)]
    assert all(len(each.names) == len(each.choices) for each in asked)


def test_steps_end_when_everything_is_chosen(book):
    who = Adventurer()
    assert [step.id for step in making.steps(book, who) if not step.is_done][:3] == ["alignment", "die", "defence"]
    whole = thrown(book, 8, defence=(7, 3), body=(8, 1), kit=(1, 2, 3)).with_(talents=("Climbing",))
    assert all(step.is_done for step in making.steps(book, whole))


def test_acts_leave_what_they_are_given_as_it_is(book):
    who = thrown(book, 8, defence=(7, 3), body=(8, 1), kit=(7, 10, 3)).with_(hits=2, xp=5000)
    before = replace(who)
    for act in game.acts(book, who):
        answers = act.fitted(Answers())
        if act.why_not(who, answers) is None:
            after = act.do(who, answers)
            old = {each.reason.code for each in making.check(book, who)}
            assert {each.reason.code for each in making.check(book, after)} - old <= {"fm-cannot-defend"}, act.id
            assert game.lines(book, who, after, act.id)
    assert who == before


def test_dice_that_cannot_have_fallen_are_a_problem_and_a_step_not_done(book):
    who = Adventurer(die=4, rolls=Rolls(defence=(20, 20), body=(8, 1)))
    steps = {step.id: step for step in making.steps(book, who)}
    assert (steps["defence"].is_done, steps["body"].is_done) == (False, False)
    assert {each.place for each in making.check(book, who)} >= {"throw-defence", "throw-body"}


@pytest.mark.parametrize(
    ("weapon", "kind", "said"),
    [
        ("halberd", "cutting, 7 ft", "chop higher of 2d8, thrust d8"),
        ("staff", "blunt, 6 ft", "chop higher of 2d8, thrust d8"),
        ("long-bow", "cutting", "shot lower of 2d8"),
        ("hand-axe", "cutting", "chop d8"),
        ("daggers", "cutting", "chop or thrust lower of 2d8, with a grip higher of 2d8"),
    ],
)
def test_the_sheet_has_the_dice_of_hits_of_each_stroke(book, weapon, kind, said):
    who = Adventurer(die=8, belongings=(Belonging(thing=weapon, in_use=True),))
    parts = {part.id: part for part in figures.sheet(book, who)}
    assert [(line.value, line.text) for line in parts["weapons"].lines] == [(kind, said)]


def test_a_sword_above_a_sword_is_no_choice(book):
    assert making.weapon_choices(book, thrown(book, 8, defence=(5, 4))) == ("sword",)


def test_each_thing_held_that_one_cannot_defend_with_is_told(book):
    who = thrown(book, 4, defence=(1, 1), body=(3, 4))  # a cudgel, and the shield that comes with the armour
    assert "fm-cannot-defend" in {each.reason.code for each in making.check(book, who)}


def test_lighting_a_lamp_that_burns_pays_only_what_is_missing(book):
    who = done(book, thrown(book, 8, defence=(5, 4)), "take", thing="lantern")
    who = done(book, done(book, who, "take", thing="oil"), "light", kind="lamp", size="8")
    assert (who.oil, done(book, who, "light", kind="lamp", size="12").oil) == (22, 18)


@pytest.mark.parametrize(("kind", "size", "most"), [("candle", 12, 8), ("candle", 10, 8), ("none", 12, 0)])
def test_no_light_burns_better_than_a_fresh_one(book, kind, size, most):
    who = Adventurer(die=6, light=Light(kind=kind, size=size))
    (told,) = (each.reason for each in making.check(book, who) if each.reason.code == "fm-light-too-large")
    assert told.value("most") == most
    for fine in (Light(), Light(kind="candle", size=8), Light(kind="lamp", size=12)):
        assert "fm-light-too-large" not in {each.reason.code for each in making.check(book, who.with_(light=fine))}


def test_the_reference_has_the_kit_as_it_is_printed(book):
    parts = {part.id: part for part in figures.reference(book)}
    kit = {line.value: line.title for line in parts["kit-table"].lines}
    assert [kit[number] for number in ("4", "5", "7", "9", "10")] == [
        "Rope (30 ft)", "Hammer, Spike (× 3d4)", "Torch × 2", "Candle (× 2d4)", "Lantern, Oil flask",
    ]  # fmt: skip
    assert len(kit) == 20
