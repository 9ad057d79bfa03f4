"""Line and column of every value of a JSON text, and of what a strict reader refuses."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.storage.files import plainjson
from bones_desktop.storage.files.plainjson import JsonPlaces, Spot
from tests.support.foreach import for_each

TEXT = """{
  "name": "The \\"Norse\\"",
  "templates": [
    {"id": "a", "opens": []},
    {"id": "b", "opens": ["x",
      "y"]}
  ], "n": -1.5e3
}"""


@for_each(
    ("path", "spot"),
    [
        ((), Spot(1, 1)),
        (("name",), Spot(2, 11)),
        (("templates",), Spot(3, 16)),
        (("templates", 0), Spot(4, 5)),
        (("templates", 0, "opens"), Spot(4, 26)),
        (("templates", 1, "opens", 0), Spot(5, 27)),
        (("templates", 1, "opens", 1), Spot(6, 7)),
        (("n",), Spot(7, 11)),
    ],
)
def test_each_value_has_its_place(path, spot):
    assert JsonPlaces(TEXT).spot(path) == spot


def test_what_is_missing_is_told_where_it_belongs():
    assert JsonPlaces(TEXT).spot(("templates", 0, "name")) == Spot(4, 5)


@for_each(
    ("text", "line", "column"),
    [
        ('{"a": 1,\n "b": {"a": 2},\n "a": 3}', 0, 0),
        ('{"a": [1, 2],\n "b": NaN}', 0, 0),
        ("[1, -Infinity]", 0, 0),
        ("[1,\n\n  " + "7" * 400 + "]", 0, 0),
        ("[1, 1e999]", 0, 0),
        ('{"a": }', 1, 7),
        ('{"a": 1\n "b": 2}', 2, 2),
        ("[" * 70 + "]" * 70, 0, 0),
    ],
)
def test_what_a_strict_reader_refuses_has_its_place_if_that_is_known(text, line, column):
    with pytest.raises(plainjson.JsonError) as refused:
        plainjson.parse(text.encode())
    assert (refused.value.line, refused.value.column) == (line, column)


@pytest.mark.parametrize("text", ['["\\ud83d\\ude00"]', '["\\\\ud83d", "\\\\u0000"]', '{"\\ud83d\\ude00": ["x"]}'])
def test_two_halves_are_a_character_and_a_backslash_is_one(text):
    assert plainjson.parse(text.encode()) == json.loads(text)


def test_what_no_screen_shows_is_left_out():
    read = plainjson.parse(rb'{"a": ["\\ud83d", {"b\u0000": "c\ud800"}], "d\u0000": 1}')
    assert read == {"a": ["\\ud83d", {"b": "c"}], "d": 1}


def test_hostile_text_costs_little():
    with pytest.raises(plainjson.JsonError):
        plainjson.parse(("[" * 200_000).encode())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=12,
)


def _paths(value, path=()):
    yield path, value
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield from _paths(inner, (*path, step))


@given(VALUES, st.sampled_from([None, 0, 2]), st.booleans())
def test_the_text_from_a_place_on_begins_with_the_value_there(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    places = JsonPlaces(text)
    lines = text.split("\n")
    for path, inner in _paths(value):
        spot = places.spot(path)
        rest = "\n".join([lines[spot.line - 1][spot.column - 1 :], *lines[spot.line :]])
        assert json.JSONDecoder().raw_decode(rest)[0] == inner


@given(VALUES)
def test_what_is_written_is_what_json_writes(value):
    assert plainjson.written(value) == json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False)
