import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.bones.making.edits import new_character, set_die_text, set_text
from bones_desktop.rules.typedtext import clean_text, folded, in_order_of_names, is_seen, linked_parts, whole_number
from tests.support.foreach import for_each


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ragnar", "Ragnar"),
        ("a\r\nb\rc\nd\te", "a\nb\nc\nd\te"),
        ("a\0b\x1bc\x7f", "abc"),
        ("\u202eevil\u2066\ufeff", "evil"),
        ("\ud800x", "x"),
        ("👩\u200d👧 ש\u05b8 e\u0301", "👩\u200d👧 ש\u05b8 e\u0301"),
    ],
)
def test_only_what_can_be_seen_is_kept(typed, kept):
    assert clean_text(typed) == kept


@given(st.text(st.characters()))
def test_cleaning_twice_is_cleaning_once(text):
    clean = clean_text(text)
    assert clean_text(clean) == clean
    clean.encode()
    assert not [each for each in clean if unicodedata.category(each) == "Cc" and each not in "\n\t"]


def test_what_is_typed_into_a_character_is_cleaned():
    made = set_text(new_character("0" * 32), "notes", "one\r\ntwo\0\ud800\u202e")
    assert made.notes == "one\ntwo"
    assert set_die_text(made, 0, "name", "a\u2066b").dice[0].name == "ab"


@pytest.mark.parametrize(
    ("text", "plain"), [("Éowyn", "eowyn"), ("ØYSTEIN", "oystein"), ("Straße", "strasse"), ("ﬁre", "fire"), ("İ", "i")]
)
def test_neither_case_nor_accents_matter(text, plain):
    assert folded(text) == plain


@for_each(
    ("text", "number"),
    [("0", 0), ("12", 12), ("-3", -3), ("007", 7), ("-999", -999), ("9999", None), ("", None), ("-", None),
     ("1_0", None), ("+3", None), (" 3", None), ("3\n", None), ("٣", None), ("３", None), ("²", None),
     ("3.0", None), ("--3", None)],
)  # fmt: skip
def test_a_whole_number_is_digits_and_nothing_else(text, number):
    assert whole_number(text, digits=3) == number


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u00a0", "\u3164", "\u115f\u1160", "\u2800\uffa0", "\u0301\ufe0f"])
def test_what_nobody_can_see_is_not_there(text):
    assert not is_seen(text)


@pytest.mark.parametrize("text", ["x", " x", "é", "👩\u200d👧", "?", "\u05e9\u05b8", "\u3164x"])
def test_what_can_be_seen_is(text):
    assert is_seen(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", [("", "")]),
        ("no link", [("no link", "")]),
        ("[[Bob]]", [("", ""), ("Bob", "Bob"), ("", "")]),
        ("at [[ The ford | there ]]!", [("at ", ""), ("there", "The ford"), ("!", "")]),
        ("[[a]][[b]]", [("", ""), ("a", "a"), ("", ""), ("b", "b"), ("", "")]),
        ("[[ ]] [[]] [[a\nb]] [[open", [("[[ ]] [[]] [[a\nb]] [[open", "")]),
        ("[[[x]]]", [("[", ""), ("x", "x"), ("]", "")]),
    ],
)
def test_names_between_double_brackets_are_links(text, parts):
    assert list(linked_parts(text)) == parts


def test_names_are_sorted_without_case_and_accents() -> None:
    named = [("Zange", "z"), ("beil", "b"), ("Äxte", "a"), ("Axt", "x"), ("Beil", "c")]
    assert [name for name, _id in in_order_of_names(named)] == ["Axt", "Äxte", "Beil", "beil", "Zange"]
