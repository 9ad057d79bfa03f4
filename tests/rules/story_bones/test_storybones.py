"""SB-T1 to T14 and the oracles of 1(c): pools, degrees, ties, injuries, prices and the ledger."""

from fractions import Fraction

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.reasons import RulesError, Weight
from bones_desktop.rules.story_bones.character import (
    Companion,
    Phrase,
    PointEntry,
    PointKind,
    StoryCharacter,
    StoryItem,
    Trait,
)
from tests.support.foreach import for_each
from tests.support.gamedesk import GameDesk, outcomes

DESK = GameDesk("story_bones")
GAME, BOOK = DESK.game, DESK.book
reading, done, refused = DESK.reading, DESK.done, DESK.refused


def starter(**more) -> StoryCharacter:
    return StoryCharacter(
        id="5" * 32,
        name="Ada",
        concept="a locksmith",
        descriptors=tuple(Phrase(text=text) for text in ("quick", "quiet", "curious")),
        quirks=(Phrase(text="hums"),),
        traits=tuple(Trait(name=name) for name in ("Locks", "Climbing", "Cards")),
        **more,
    )


def planned(roll: str, who: StoryCharacter | None = None, **asked):
    pool = {} if who is None else {"pool": who.pool}
    return GAME.plan(BOOK, who, roll, Answers({**pool, "target": 2, "their_pool": 4, **asked}))


def chances(roll: str, finding: str, **asked) -> dict[str, Fraction]:
    odds = GAME.odds(planned(roll, None, **asked)).findings[finding]
    return {outcome: Fraction(*chance) for outcome, chance in odds.items()}


def rich(points: int, **more) -> StoryCharacter:
    return starter(ledger=(PointEntry(kind=PointKind.AWARD, points=points),), **more)


# Pools


def test_t1_and_t11_the_pool_and_what_an_injury_takes_of_it():
    assert starter().pool == 4
    assert starter(health=1).pool == 3
    assert starter(health=2).pool is None
    with pytest.raises(RulesError) as caught:
        planned("task", starter(health=2))
    assert caught.value.reason.code == "cannot-act"


def test_what_is_rarely_changed_is_asked_for_only_when_wanted():
    """The sides of the dice and numbers added by hand leave the room of the request to phrases and Traits."""
    who = starter()
    for roll in GAME.rolls(BOOK, who):
        usual = [each for each in roll.parameters if not each.optional]
        assert {each.id for each in roll.parameters} - {each.id for each in usual} == {"autos", "extra", "die"}
        plan = GAME.plan(BOOK, who, roll.id, Answers({each.id: each.first for each in usual}))
        assert [(len(die.faces), die.group) for die in plan.dice[:4]] == [(6, "ours")] * 4


def test_t2_two_thugs_with_weapons_are_ten_dice():
    thugs = starter(companions=(Companion(name="The other", dice=5),))
    assert len(planned("task", thugs, extra=1, **{"along-1": 1}).dice) == 10
    hurt = starter(companions=(Companion(name="The other", dice=5, health=1),))
    assert len(planned("task", hurt, **{"along-1": 1}).dice) == 8


def test_t3_phrases_burnt_are_dice_of_one_throw_and_are_burnt_before_it():
    who = starter()
    burnt = {"burn-descriptor-1": 1, "burn-descriptor-3": 1, "burn-quirk-1": 1}
    plan = planned("task", who, **burnt)
    assert len(plan.dice) == 7
    for each in plan.first:
        act = next(act for act in GAME.acts(BOOK, who) if act.id == each.act)
        who = act.do(who, act.fitted(each.answers))
    assert [key for key, phrase in who.phrases() if phrase.burnt] == ["descriptor-1", "descriptor-3", "quirk-1"]
    assert who.pool == 4
    again = planned("task", who, **burnt)
    assert (len(again.dice), again.first) == (4, ())
    assert refused(who.with_burnt(frozenset({"descriptor-2"}), burnt=True), "burn", phrase="descriptor-1")
    fresh = done(who, "session")
    assert not any(phrase.burnt for _key, phrase in fresh.phrases())


def test_t12_an_item_counts_while_it_is_in_use():
    sword = StoryItem(name="Sword", phrases=(Phrase(text="hits like thunder"),))
    assert starter(items=(sword,)).pool == 5
    put_away = done(starter(items=(sword,)), "use", item="1")
    assert put_away.pool == 4
    assert "item-1-1" not in dict(put_away.phrases())


def test_traits_set_dice_aside_and_add_up_unless_the_house_says_otherwise():
    who = starter().with_(traits=(Trait(name="Locks", level=3), Trait(name="Cards", level=2), Trait(name="Rope")))
    both = {"trait-1": 1, "trait-2": 1}
    assert planned("task", who, **both).asked.thrown == (0, 0)
    best = who.with_(house=who.house.with_(traits_add=False))
    assert planned("task", best, **both).asked.autos == 3
    assert planned("task", best, **both, traits_add=1).asked.autos == 4


# Readings


@pytest.mark.parametrize(
    ("faces", "margin", "degree"),
    [
        ((1, 3, 5, 2), "1", "partial-success"),
        ((1, 3, 5, 1), "2", "basic-success"),
        ((1, 2, 4, 6), "-1", "partial-failure"),
        ((2, 2, 4, 6), "-2", "basic-failure"),
    ],
)
def test_t4_the_degree_follows_from_the_target_odds(faces, margin, degree):
    found = outcomes(reading(planned("task", pool=4), faces))
    assert (found["margin"], found["degree"]) == (margin, degree)


def test_t5_who_is_short_by_one_loses_one_level():
    plan = planned("contest", starter(), risk=1, extra=3, their_pool=10)
    found = reading(plan, (1, 1, 1, 1, 2, 2, 2, *(1, 1, 1, 1, 1, 2, 2, 2, 2, 2)))
    assert outcomes(found) == {
        "winner": "lose", "degree": "partial-failure", "first-throw": "lose", "margin": "-1", "levels": "1",
        "fate": "injured",
    }  # fmt: skip
    assert (found.harm.act, found.harm.value) == ("injure", 1)
    assert done(starter(), found.harm.act, **found.harm.answers.values).health == 1
    unannounced = planned("contest", starter(), extra=3, their_pool=10)
    assert reading(unannounced, (1, 1, 1, 1, 2, 2, 2, *(1, 1, 1, 1, 1, 2, 2, 2, 2, 2))).harm is None


def test_t13_automatic_odds_are_set_aside():
    plan = planned("task", pool=6, autos=2, target=4)
    assert len(plan.dice) == 4
    found = outcomes(reading(plan, (1, 3, 4, 6)))
    assert (found["margin"], found["degree"]) == ("0", "partial-success")
    assert len(planned("task", pool=3, autos=9).dice) == 0


def test_t14_a_tie_is_thrown_again_by_both_sides():
    plan = planned("contest", pool=2, their_pool=2, risk=1)
    tied = reading(plan, (1, 2, 3, 4))
    assert outcomes(tied) == {"first-throw": "tie", "margin": "0"}
    assert tied.harm is None
    [must] = tied.must
    assert must.dice == plan.dice
    decided = reading(plan, (1, 2, 3, 4), (2, 2, 1, 4))
    assert outcomes(decided) == {
        "winner": "lose", "degree": "partial-failure", "first-throw": "tie", "margin": "0", "levels": "1",
    }  # fmt: skip
    assert [each.role.value for each in decided.dice[:4]] == ["rethrown"] * 4


def test_two_sides_without_dice_and_with_as_many_odds_are_a_stalemate():
    plan = planned("contest", pool=3, autos=3, their_pool=3, their_autos=3)
    assert outcomes(reading(plan, ()))["winner"] == "stalemate"
    assert chances("contest", "winner", pool=3, autos=3, their_pool=3, their_autos=3)["stalemate"] == 1


# Odds


@for_each(
    ("pool", "autos", "target", "expected"),
    [
        (3, 0, 2, "1/2"),
        (4, 0, 2, "11/16"),
        (4, 0, 3, "5/16"),
        (6, 0, 6, "1/64"),
        (7, 0, 3, "99/128"),
        (8, 0, 8, "1/256"),
        (10, 0, 6, "193/512"),
        (10, 0, 8, "7/128"),
        (4, 1, 2, "7/8"),
        (4, 2, 4, "1/4"),
        (4, 3, 4, "1/2"),
        (8, 1, 6, "29/128"),
    ],
)
def test_the_chance_of_a_target_number(pool, autos, target, expected):
    found = chances("task", "margin", pool=pool, autos=autos, target=target)
    assert sum(chance for margin, chance in found.items() if int(margin) >= 0) == Fraction(expected)


def test_the_degrees_of_ten_dice():
    found = chances("task", "degree", pool=10)
    assert found == {
        "complete-success": Fraction(193, 512),
        "basic-success": Fraction(231, 512),
        "partial-success": Fraction(165, 1024),
        "partial-failure": Fraction(5, 512),
        "basic-failure": Fraction(1, 1024),
        "complete-failure": 0,
    }


@pytest.mark.parametrize(
    ("pool", "autos", "theirs", "first", "resolved"),
    [
        (4, 0, 4, ("93/256", "70/256", "93/256"), "1/2"),
        (5, 0, 4, ("1/2", "63/256", "65/256"), "128/193"),
        (3, 0, 4, ("29/128", "35/128", "1/2"), "29/93"),
        (4, 1, 4, ("1/2", "35/128", "29/128"), "64/93"),
        (7, 0, 10, ("10889/65536", "2431/16384", "44923/65536"), "10889/55812"),
    ],
)
def test_the_chances_of_contests(pool, autos, theirs, first, resolved):
    asked = {"pool": pool, "autos": autos, "their_pool": theirs}
    found = chances("contest", "first-throw", **asked)
    assert (found["win"], found["tie"], found["lose"]) == tuple(map(Fraction, first))
    assert chances("contest", "winner", **asked)["win"] == Fraction(resolved)


def test_the_degree_of_a_contest_and_a_contest_without_risk():
    found = reading(planned("contest", pool=4, their_pool=4), (1, 1, 1, 1, 2, 2, 2, 1))
    assert outcomes(found)["degree"] == "basic-success"
    codes = {each.id: each.reason.code for each in found.findings}
    assert codes["levels"] == "sb-no-risk"
    ways = chances("contest", "degree", pool=1, their_pool=1)
    assert (ways["partial-success"], ways["partial-failure"]) == (Fraction(1, 2), Fraction(1, 2))


def test_a_ledger_with_wrong_prices_of_traits_and_powers_is_found():
    free = starter(
        ledger=(PointEntry(kind=PointKind.AWARD, points=9), PointEntry(kind=PointKind.TRAIT, what="Tea", points=0))
    )
    free = free.with_(traits=(*free.traits, Trait(name="Tea")))
    assert "sb-wrong-price" in {each.reason.code for each in GAME.check(BOOK, free)}


def test_the_levels_of_an_even_fight_and_dying_outright():
    found = chances("contest", "levels", pool=4)
    assert [found[str(n)] for n in (1, 2, 3, 4)] == [Fraction(x) for x in ("28/93", "14/93", "4/93", "1/186")]
    lone = starter().with_(descriptors=tuple(Phrase(text=str(n)) for n in range(6)))
    odds = GAME.odds(planned("contest", lone, their_pool=10, risk=1))
    assert Fraction(*odds.findings["fate"]["dead"]) == Fraction(6871, 18604)


@pytest.mark.parametrize("theirs", [1, 4, 9])
def test_one_die_more_wins_the_first_throw_in_half_of_all_cases(theirs):
    assert chances("contest", "first-throw", pool=theirs + 1, their_pool=theirs)["win"] == Fraction(1, 2)


# Health, Story Points and legality


def test_t10_down_the_ladder_and_never_back_from_its_end():
    out = done(done(starter(), "injure", value=1), "injure", value=1)
    assert out.health == 2
    assert done(out, "heal", value=1).health == 1
    dead = done(out, "injure", value=3)
    assert dead.health == 3
    assert refused(dead, "heal") == "sb-dead"


def test_injuries_are_dealt_out_among_the_living():
    group = starter(companions=(Companion(name="Pip"), Companion(name="Moll", health=3)))
    act = next(each for each in GAME.acts(BOOK, group) if each.id == "injure")
    asked = act.parameters(Answers({"member": "dealt", "value": 3}))
    assert [len(each.thrown) for each in asked if each.thrown] == [3]
    after = act.do(group, Answers({"member": "dealt", "value": 3, "throw": (0, 1, 1)}))
    assert (after.health, [each.health for each in after.companions]) == (1, [2, 3])


def test_t7_to_t9_prices_rise():
    who = done(done(rich(7), "buy", what="descriptor", text="brave"), "buy", what="descriptor", text="kind")
    assert who.story_points == 0
    who = done(rich(3), "buy", what="quirk", text="whistles")
    assert who.story_points == 2
    assert refused(who, "buy", what="quirk", text="limps") == "sb-quirk-cap"
    four = done(rich(9), "buy", what="descriptor", text="brave")
    two = done(four, "buy", what="quirk", text="whistles")
    assert done(two, "buy", what="quirk", text="limps").story_points == two.story_points - 2
    who = done(rich(9), "buy", what="trait", trait="", text="Dancing")
    who = done(done(who, "buy", what="trait", trait="4"), "buy", what="trait", trait="4")
    assert (who.story_points, who.traits[3].level) == (0, 3)
    assert refused(who, "buy", what="trait", trait="4") == "sb-strong-already"


def test_the_house_may_count_the_first_quirk():
    strict = rich(3).with_(house=starter().house.with_(quirks_all_count=True))
    assert refused(strict, "buy", what="quirk", text="whistles") == "sb-quirk-cap"


def test_a_story_point_restores_up_to_four_phrases_or_one():
    keys = frozenset(key for key, _ in starter().phrases())
    spent = rich(2).with_burnt(keys, burnt=True)
    after = done(spent, "replenish")
    assert not any(phrase.burnt for _key, phrase in after.phrases())
    assert after.story_points == 1
    one = spent.with_(house=spent.house.with_(replenish_per_point=1))
    assert sum(phrase.burnt for _key, phrase in done(one, "replenish").phrases()) == 3
    assert refused(starter().with_burnt(keys, burnt=True), "replenish") == "sb-points"


def test_an_award_is_what_happened_and_what_the_narrator_adds():
    assert done(starter(), "award", survived=1, chapter=1, value=1).story_points == 3
    assert done(starter(), "award") == starter()


def codes(who: StoryCharacter, weight: Weight = Weight.ILLEGAL) -> set[str]:
    return {each.reason.code for each in GAME.check(BOOK, who) if each.weight is weight}


def test_what_is_not_allowed_is_named():
    assert codes(starter()) == set()
    assert codes(starter().with_(quirks=())) == {"sb-first-quirks"}
    assert codes(starter().with_(traits=(Trait(name="Locks", level=3),))) == {"sb-traits"}
    assert codes(starter().with_(descriptors=tuple(Phrase(text="same") for _ in range(3)))) == {"sb-same-words"}
    assert codes(starter(ledger=(PointEntry(kind=PointKind.REPLENISH, points=-1),))) == {"sb-overspent"}
    assert codes(rich(9).with_(ledger=(*rich(9).ledger, PointEntry(kind=PointKind.DESCRIPTOR, points=-1)))) == {
        "sb-wrong-price",
        "sb-ledger",
    }
    vague = starter().with_(traits=(Trait(name="luck"), *starter().traits[1:]))
    assert codes(vague, Weight.ADVICE) == {"sb-vague"}
    lawful = done(rich(3), "buy", what="descriptor", text="brave")
    assert codes(lawful) == set()


# Extra dice, days of healing, and tables


@pytest.mark.parametrize("step", [0, 1, 2, 3])
def test_an_advantage_adds_dice_and_a_disadvantage_goes_to_the_other_side(step):
    for who, asked in ((starter(), {}), (None, {"pool": 4})):
        plan = planned("task", who, advantage=str(step), **asked)
        assert (plan.asked.ours, plan.asked.target) == (4 + step, 2)
        plan = planned("task", who, disadvantage=str(step), **asked)
        assert (plan.asked.ours, plan.asked.target) == (4, 2 + step)
        plan = planned("contest", who, advantage=str(step), disadvantage=str(step), **asked)
        assert (plan.asked.ours, plan.asked.theirs) == (4 + step, 4 + step)


def test_an_advantage_is_one_for_everybody_who_benefits():
    thugs = starter(companions=(Companion(name="The other"), Companion(name="A third")))
    along = {"along-1": 1, "advantage": "1", "extra": 2}
    assert len(planned("contest", thugs, **along, shared=1, their_pool=0).dice) == 12
    assert len(planned("contest", thugs, **along, shared=0, their_pool=0).dice) == 11
    proposed = {each.id: each.first for each in GAME.rolls(BOOK, thugs)[0].parameters}
    assert (proposed["shared"], proposed["advantage"]) == (1, "0")
    assert "shared" not in {each.id for each in GAME.rolls(BOOK, starter())[0].parameters}


@pytest.mark.parametrize(
    ("days", "pace", "health", "left"), [(3, 3, 1, 0), (5, 5, 1, 0), (4, 5, 2, 4), (9, 4, 0, 0), (7, 4, 1, 3)]
)
def test_a_level_comes_back_after_three_to_five_days_of_care(days, pace, health, left):
    after = done(starter(health=2), "care", days=days, pace=pace)
    assert (after.health, after.cared) == (health, left)


def test_days_of_care_add_up_until_the_next_injury():
    who = done(starter(health=1), "care", days=2, pace=4)
    [line] = GAME.lines(BOOK, starter(health=1), who, "care")
    assert (line.code, dict(line.values)) == ("sb-line-care", {"days": 2})
    assert {each.id: each.value for each in GAME.facts(BOOK, who)}["care"] == 2
    assert done(who, "care", days=2, pace=4).health == 0
    assert done(who, "injure", value=1).cared == 0
    thug = starter(companions=(Companion(name="Rook", health=2),))
    healed = done(thug, "care", days=6, pace=5, member="companion-1")
    assert [(each.health, each.cared) for each in healed.companions] == [(1, 1)]
    assert refused(starter(), "care") == "nothing-to-heal"
    assert refused(starter(health=3), "care") == "sb-dead"


def test_the_table_of_degrees_is_that_of_the_rules():
    [part] = (each for each in GAME.reference(BOOK) if each.id == "degrees")
    assert [line.value for line in part.lines] == ["≥ 4", "2, 3", "0, 1", "−1", "−3, −2", "≤ −4"]
