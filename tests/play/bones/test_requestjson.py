import json
from dataclasses import fields, replace

import pytest

from bones_desktop.play.bones.played import request_from, request_json
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from tests.support.foreach import for_each

FULL = Request(
    skill="melee",
    kind=ThrowKind.STRATEGIC,
    difficulty="",
    levels=-1,
    by_magic=True,
    opponent="goblin ⚔ “one”",
    opponent_skill="defend",
    opponent_items=(2,),
    against=3,
    items=(0, 1),
    penalty=2,
    darkness=1,
    distance=40,
    broken=True,
    free=1,
    conditions=frozenset({"b", "a"}),
    metres=30,
    yielding=True,
    on_foot=True,
    assets=2,
    allowed_by_gm=True,
    opponent_allowed_by_gm=True,
)


def test_every_part_of_a_request_comes_back():
    plain = Request()
    assert all(getattr(FULL, part.name) != getattr(plain, part.name) for part in fields(Request))
    assert request_from(request_json(FULL)) == FULL
    for part in fields(Request):
        one = replace(plain, **{part.name: getattr(FULL, part.name)})
        assert request_from(request_json(one)) == one


@pytest.mark.parametrize("kind", ThrowKind)
def test_every_kind_comes_back(kind):
    assert request_from(request_json(Request(kind=kind))) == Request(kind=kind)


def test_a_request_of_nothing_in_particular_is_short_and_the_text_is_always_the_same():
    assert request_json(Request()) == "{}"
    assert request_json(Request(conditions=frozenset("ba"))) == '{"conditions":["a","b"]}'


def test_a_request_kept_before_the_gm_could_allow_it_reads_as_not_allowed_by_him():
    assert request_from('{"skill":"thief"}') == Request("thief", allowed_by_gm=False)


def test_keys_of_a_later_program_are_passed_over():
    assert request_from('{"skill":"melee","sung":[1,{}]}') == Request(skill="melee")


@for_each(
    "text",
    [
        "",
        "null",
        "[]",
        "{",
        '"melee"',
        '{"skill":3}',
        '{"levels":true}',
        '{"levels":1.0}',
        '{"broken":1}',
        '{"penalty":-1}',
        '{"items":[-1]}',
        '{"kind":"dance"}',
        '{"kind":3}',
        '{"items":3}',
        '{"items":["0"]}',
        '{"items":[true]}',
        '{"conditions":"ab"}',
        '{"conditions":[1]}',
        '{"skill":null}',
        "[" * 100_000,
        '{"kind":"fall","metres":1000000000}',
        '{"levels":-1000001}',
        '{"items":[9223372036854775808]}',
    ],
)
def test_what_is_no_request_is_none(text):
    assert request_from(text) is None


def test_what_is_stored_says_what_was_chosen():
    assert json.loads(request_json(FULL))["kind"] == "strategic"
