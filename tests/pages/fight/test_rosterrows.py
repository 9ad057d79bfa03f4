"""The texts of the roster before a round is closed."""

from bones_desktop.document.bones.fightdocument import FightDocument
from bones_desktop.pages.fight.rosterview import RosterRow, RosterRows
from bones_desktop.rules.bones.fight.roster import Fight
from tests.support.rounds import does, fighter, foe, fought
from tests.support.rulebooks import rulebook


def rows(*fighters, falling=(), **given) -> dict[str, RosterRow]:
    document = FightDocument(rulebook, Fight(id="f" * 32, round=fought(*fighters, **given)))
    assert document.why_not is None
    return {row.key: row for row in RosterRows(document, (), falling).all()}


def test_every_fighter_shows_blows_damage_state_and_the_dice_it_will_lose():
    shown = rows(
        fighter("b", "defend", "blank", "blank"), fighter("c", "melee x3"), foe("g", "melee x2", "blank"),
        foe("h", "defend x2", "blank"),
        declare=(does("b", "melee", "g"), does("c", "melee", "h"), does("g", "melee", "b"), does("h", "melee", "c")),
        allot={"b": {"1": ("defend",)}, "c": {"1": ("attack h",) * 3}, "g": {"1": ("attack b",) * 2},
               "h": {"1": ("defend",) * 2}},
    )  # fmt: skip
    assert (shown["b"].blows, shown["b"].coming) == ("2 against them, 1 gets through", "then wounded")
    assert sum(die.going for die in shown["b"].dice) == 1
    assert (shown["h"].blows, shown["h"].coming) == ("3 against them, 1 gets through", "then wounded")
    assert not shown["g"].coming
    assert shown["g"].state == "unhurt"
    assert not any(die.going for die in shown["g"].dice)


def test_blows_that_are_stopped_are_told_all_the_same():
    shown = rows(
        fighter("b", "defend", "blank"), foe("g", "melee", "blank"),
        declare=(does("b", "melee", "g"), does("g", "melee", "b")),
        allot={"b": {"1": ("defend",)}, "g": {"1": ("attack b",)}},
    )  # fmt: skip
    assert (shown["b"].blows, shown["b"].coming) == ("1 against them", "")


def test_who_falls_is_marked():
    shown = rows(
        fighter("b", "blank"), foe("g", "melee", "blank"),
        declare=(does("b", "melee", "g"), does("g", "melee", "b")), allot={"g": {"1": ("attack b",)}},
    )  # fmt: skip
    assert shown["b"].deadly
    assert (shown["b"].blows, shown["b"].coming) == ("1 against them, 1 gets through", "then incapacitated")


def test_of_alike_fighters_all_who_fall_are_counted():
    goblins = [foe(f"g{n}", "blank") for n in (1, 2)]
    goblins = [each.with_(character=each.character.with_(name=f"Goblin {each.id[1:]}")) for each in goblins]
    shown = rows(
        fighter("b", "melee x3", "melee x2"), *goblins,
        declare=(does("b", "melee", "g1"), does("b", "melee", "g2")),
        allot={"b": {"1": ("attack g1",) * 3, "2": ("attack g2",) * 2}},
    )  # fmt: skip
    assert (shown["all:g1"].blows, shown["all:g1"].coming) == ("5 against them, 5 get through", "then 2 fall")


def test_alike_fighters_tell_blows_that_are_stopped_too():
    goblins = [foe(f"g{n}", "defend", "blank") for n in (1, 2)]
    goblins = [each.with_(character=each.character.with_(name=f"Goblin {each.id[1:]}")) for each in goblins]
    shown = rows(
        fighter("b", "melee"), *goblins, declare=(does("b", "melee", "g1"), does("g1", "melee", "b")),
        allot={"b": {"1": ("attack g1",)}, "g1": {"1": ("defend",)}},
    )  # fmt: skip
    assert (shown["all:g1"].blows, shown["all:g1"].state) == ("1 against them", "unhurt")


def test_a_coup_de_grace_takes_no_dice_and_kills():
    shown = rows(
        fighter("b", "melee"), foe("g", "blank", lost=(1,)), foe("h", "blank"), declare=(does("b", "coup", "g"),)
    )
    assert shown["g"].coming == "then dead"


def of_gender(who, gender):
    return who.with_(character=who.character.with_(gender=gender))


def test_a_row_speaks_from_the_side_of_the_fighter():
    for gender, word in (("female", "her"), ("Woman", "her"), ("m", "him"), ("", "them"), ("unknown", "them")):
        shown = rows(
            of_gender(fighter("b", "defend x2", "blank", "blank"), gender), foe("g", "melee x3", "melee", "blank"),
            declare=(does("b", "melee", "g"), does("g", "melee", "b")),
            allot={"b": {"1": ("defend",) * 2}, "g": {"1": ("attack b",) * 3, "2": ("attack b",)}},
        )  # fmt: skip
        assert (shown["b"].blows, shown["b"].coming) == (f"4 against {word}, 2 get through", "then wounded")


def test_other_damage_and_what_the_gm_sets_are_no_blows():
    given = {
        "declare": (does("b", "melee", "g"), does("g", "melee", "b")),
        "allot": {"g": {"1": ("attack b",) * 2}},
    }
    who = fighter("b", "blank", "blank", "blank"), foe("g", "melee x2", "blank")
    assert rows(*who, **given, override={"taken.b": 1})["b"].blows == "2 against them, 1 gets through"
    assert rows(*who, **given, override={"taken.b": 3})["b"].blows == "2 against them, 2 get through, 1 other damage"


def test_nothing_is_shown_of_dice_that_still_fall():
    given = {"declare": (does("b", "melee", "g"), does("g", "melee", "b")), "allot": {"g": {"1": ("attack b",) * 2}}}
    who = fighter("b", "blank, defend", "blank"), foe("g", "melee x2", "blank")
    lying, falling = rows(*who, **given), rows(*who, **given, falling=("b", "g"))
    assert lying["b"].coming
    assert [die.code for die in lying["b"].dice] == ["blank", "blank"]
    assert [die.code for die in falling["b"].dice] == ["defend", "blank"], "the face it is known by"
    for row in (falling["b"], falling["g"]):
        assert (row.blows, row.coming, row.state, row.waiting, row.done) == ("", "", "unhurt", False, False)
        assert not any(die.going for die in row.dice)


def test_dice_that_lie_already_stay_in_sight_while_others_fall():
    who = fighter("b", "blank, defend"), foe("g", "blank, melee")
    falling = rows(*who, declare=(does("b", "melee", "g"), does("g", "melee", "b")), falling=("g",))
    assert [falling[key].dice[0].code for key in ("b", "g")] == ["blank", "melee"]
