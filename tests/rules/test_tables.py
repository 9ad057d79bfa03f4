"""Random tables: what a text means, its exact chances, rolls, and refusals with file and line."""

from random import Random

import pytest

from bones_desktop.rules.chances import Chance
from bones_desktop.rules.dice import throw
from bones_desktop.rules.reasons import RulesError
from bones_desktop.rules.tables import MOST_DEPTH, TableSet, parse_table, roll_table
from bones_desktop.wording.reasons import sentence
from tests.support.foreach import for_each


def known(**texts: str) -> TableSet:
    return TableSet({name: parse_table(name, text, f"{name}.txt") for name, text in texts.items()})


def rolled(tables: TableSet, name: str, seed: int = 1):
    rng = Random(seed)
    return roll_table(tables, name, lambda dice: throw(dice, rng).indices)


def why(tables, name: str = "a") -> str:
    with pytest.raises(RulesError) as refused:
        known(**tables).find(name)
    return sentence(refused.value.reason)


def test_a_text_is_read_by_lines():
    table = parse_table("by-land", "# By land\n\n# a note\n3x  Wolves \nA bear\n2× Rain\n", "by-land.txt")
    assert (table.title, table.sides) == ("By land", 6)
    assert [(each.weight, each.text, each.line) for each in table.entries] == [
        (3, "Wolves", 4), (1, "A bear", 5), (2, "Rain", 6),
    ]  # fmt: skip
    assert [table.chance(each) for each in table.entries] == [Chance(1, 2), Chance(1, 6), Chance(1, 3)]
    assert [table.faces(each) for each in table.entries] == [(1, 3), (4, 4), (5, 6)]
    assert [table.entry_at(number).text for number in range(1, 7)] == [*["Wolves"] * 3, "A bear", *["Rain"] * 2]
    assert parse_table("by_land", "A bear").title == "By land"


def test_equal_entries_keep_their_own_faces():
    table = parse_table("coin", "Heads\n2x Tails\nHeads\n")
    assert [table.faces(each) for each in table.entries] == [(1, 1), (2, 3), (4, 4)]


def test_dice_and_other_tables_are_rolled_in_the_text_in_their_order():
    tables = known(a="{2d6+1} of them, [[B b]] and [[b-B]], {d4x10} coins, {d20-1}", bb="one {d3}")
    seen = []
    faces = iter([[0], [0, 1, 0, 0, 3, 9], [2, 1]])

    def draw(dice):
        seen.append([len(die.faces) for die in dice])
        return next(faces)

    made = roll_table(tables, "A", draw)
    assert made.text == "4 of them, one 3 and one 2, 40 coins, 9"
    assert seen == [[1], [6, 6, 1, 1, 4, 20], [3, 3]]
    assert made.lines()[:2] == ("A (d1): 1", "2d6+1: 1 + 2 = 4")


def test_the_same_seed_gives_the_same_roll_and_every_entry_comes_up_by_its_weight():
    tables = known(a="3x Wolves\nA bear [[b]]", b="and a cub\nalone {d6}")
    assert rolled(tables, "a", 7) == rolled(tables, "a", 7)
    rng = Random(5)
    texts = [roll_table(tables, "a", lambda dice: throw(dice, rng).indices).text for _ in range(2000)]
    assert 0.70 < texts.count("Wolves") / 2000 < 0.80
    assert {text.split()[0] for text in texts} == {"Wolves", "A"}


@for_each(
    ("text", "said"),
    [
        ("", "a.txt has no entries"),
        ("# only a title\n\n", "a.txt has no entries"),
        ("Wolf\n0x Bear", "a.txt, line 2: the weight 0 is"),
        ("-1x Bear", "line 1: the weight -1 is"),
        ("1.5x Bear", "the weight 1.5 is"),
        ("999999999999x Bear", "the weight 999999999999 is"),
        ("2x", "line 1: the entry after the weight is missing"),
        ("{2q6}", "“2q6” is not dice"),
        ("{0d6}", "“0d6” is not dice"),
        ("{99999d6}", "is not dice"),
        ("{d1}", "is not dice"),
        ("a {2d6", "a bracket is missing"),
        ("a [[b", "a bracket is missing"),
        ("a [[ ]]", "a bracket is missing"),
        ("x" * 1001, "at most 1000 letters"),
        ("100x a\n" * 11, "line 11: the weights of a table add up to at most 1000"),
        ("{99d6}{99d6}{99d6}", "line 1: this entry may need more than 200 dice"),
        ("fine\n[[nowhere]]", "a.txt, line 2: there is no random table “nowhere”"),
        ("again\n[[A]]", "a.txt, line 2: this rolls on “A” again"),
    ],
)
def test_a_text_that_cannot_be_rolled_is_refused_with_file_and_line(text, said):
    assert said in why({"a": text})


def test_a_loop_over_other_tables_is_refused_before_anything_is_rolled():
    tables = known(a="x\n[[b]]", b="[[c]]", c="y\n[[a]]")
    with pytest.raises(RulesError) as refused:
        roll_table(tables, "a", lambda _dice: pytest.fail("rolled"))
    assert sentence(refused.value.reason) == "c.txt, line 2: this rolls on “A” again, which would never end."


def chain(length: int) -> dict[str, str]:
    return {f"t{n}": f"[[t{n + 1}]]" if n < length else "end" for n in range(1, length + 1)}


def test_a_chain_of_tables_has_an_end():
    assert rolled(known(**chain(MOST_DEPTH)), "t1").text == "end"
    assert f"more than {MOST_DEPTH} tables" in why(chain(MOST_DEPTH + 1), "t1")
    assert f"more than {MOST_DEPTH} tables" in why(chain(5000), "t1")
    # Reached by a short way first, a deep table is still refused by the long way.
    deep = chain(MOST_DEPTH)
    assert f"more than {MOST_DEPTH} tables" in why({"a": "[[t8]]\n[[t1]]", **deep})


def test_tables_that_multiply_are_refused_quickly():
    bomb = {f"t{n}": "[[x]] " * 50 if n == 9 else f"[[t{n + 1}]] " * 50 + "\n" + f"[[t{n + 1}]]" for n in range(1, 5)}
    assert "more than 200 dice" in why({**bomb, "t5": "end"}, "t1")


def test_an_unknown_name_and_a_refused_file_are_told():
    tables = TableSet({}, {"b": RulesError(refused_reason())})
    with pytest.raises(RulesError, match="table-unknown"):
        tables.find("a")
    with pytest.raises(RulesError, match="table-empty"):
        tables.find("B")


def test_an_unknown_name_gets_the_nearest_one():
    tables = TableSet({"omens": parse_table("omens", "A raven.")})
    for name, near in (("omen", "omens"), ("ommens", "omens"), ("weather", "")):
        with pytest.raises(RulesError) as refused:
            tables.find(name)
        assert dict(refused.value.reason.values)["suggestion"] == near


def refused_reason():
    with pytest.raises(RulesError) as refused:
        parse_table("b", "")
    return refused.value.reason
