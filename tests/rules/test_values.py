from dataclasses import FrozenInstanceError, replace
from enum import StrEnum
from typing import Annotated, Literal

import pytest

from bones_desktop.rules.basics.character import BasicsCharacter
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.five_modes.character import Adventurer, Spell
from bones_desktop.rules.margin.character import MarginCharacter
from bones_desktop.rules.records import field
from bones_desktop.rules.story_bones.character import StoryCharacter
from bones_desktop.rules.values import Limits, UnfitError, Value, checker
from tests.support.foreach import for_each


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Inner(Value):
    name: Annotated[str, Limits(min_length=1, max_length=3, pattern=r"^[a-z]*$")]


class Outer(Value):
    number: Annotated[int, Limits(ge=0, le=4)] = 0
    share: Annotated[float, Limits(le=1)] = 0.5
    some: Annotated[int, Limits(ge=1)] | None = None
    colour: Colour = Colour.RED
    words: Literal["yes", "no"] = "no"
    only: Literal[Colour.BLUE] = Colour.BLUE
    inner: Inner | None = None
    several: Annotated[tuple[Inner, ...], Limits(max_length=2)] = ()
    parts: dict[str, int] | None = None
    flag: bool = False


WRONG = [
    {"number": -1}, {"number": 5}, {"number": 1.0}, {"number": True}, {"number": "1"}, {"number": None},
    {"share": 1.5}, {"share": float("nan")}, {"share": float("-inf")}, {"share": 10**400}, {"share": False},
    {"some": 0}, {"some": "1"},
    {"colour": "red"}, {"colour": None},
    {"words": "maybe"}, {"words": []}, {"only": "blue"}, {"only": Colour.RED},
    {"inner": "abc"}, {"inner": {"name": "abc"}},
    {"several": [Inner(name="a")]}, {"several": (Inner(name="a"),) * 3}, {"several": ("a",)},
    {"parts": {"a": "b"}}, {"parts": {1: 1}}, {"parts": []},
    {"flag": 1}, {"flag": None},
]  # fmt: skip


@for_each("wrong", WRONG)
def test_what_does_not_fit_is_refused_in_the_making_and_in_every_change(wrong):
    (name,) = wrong
    for make in (Outer, Outer().with_, lambda **changes: replace(Outer(), **changes)):
        with pytest.raises(UnfitError, match=rf"Outer\.{name}[.:]"):
            make(**wrong)


@for_each("name", ["", "abcd", "A", "a\n", "a1", "\ud800", b"a", 1, None])
def test_a_text_is_text_within_its_limits(name):
    with pytest.raises(UnfitError, match=r"Inner\.name: "):
        Inner(name=name)


def test_what_fits_is_kept_as_it_is():
    made = Outer(number=4, share=1.0, some=1, colour=Colour.BLUE, words="yes", inner=Inner(name="abc"))
    assert made == Outer().with_(number=4, share=1.0, some=1, colour=Colour.BLUE, words="yes", inner=Inner(name="abc"))
    assert hash(made) == hash(replace(made))
    assert made.with_() == made
    assert made.with_(inner=None).inner is None


class Written(Value):
    text: str = ""
    words: tuple[Annotated[str, Limits(max_length=9)], ...] = ()
    parts: dict[str, str] = field(default_factory=dict)
    file: Annotated[str, Limits(exact=True)] = ""


@for_each("sign", "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
def test_a_text_turns_round_no_sentence_it_is_put_into(sign):
    given = f"é{sign}b"
    for made in (
        Written(text=given, words=("a", given), parts={given: given}, file=given),
        Written().with_(text=given, words=("a", given), parts={given: given}, file=given),
    ):
        assert (made.text, made.words, made.parts, made.file) == ("éb", ("a", "éb"), {"éb": "éb"}, given)


def test_of_keys_that_are_one_without_their_signs_the_first_is_kept():
    assert Written(parts={"é": "mine", "é\u202e": "stray"}).parts == {"é": "mine"}


def test_what_turns_nothing_round_is_kept_sign_by_sign():
    kept = "שרה \u200f \u200d 👩\u200d👦\n\tمريم"
    assert Written(text=kept).text == kept


@pytest.mark.parametrize(
    ("kind", "prose"),
    [
        (Character, "description finances other_equipment back_story notes"), (MarginCharacter, "description"),
        (BasicsCharacter, "note"), (Adventurer, "note"), (StoryCharacter, "sketch"),
    ],
)  # fmt: skip
def test_prose_in_paragraphs_of_its_own_is_kept_sign_by_sign_and_no_name_is(kind, prose):
    given = "He said \u2067שלום\u2069.\n\nTwice."
    made = kind(id="0" * 32, name=given, **dict.fromkeys(prose.split(), given))
    assert {getattr(made, each) for each in prose.split()} == {given}
    assert made.name == Spell(note=given).note == "He said שלום.\n\nTwice."


def test_a_whole_number_becomes_the_number_a_file_would_hold():
    for made in (Outer(share=1), Outer().with_(share=1)):
        assert type(made.share) is float


def test_a_field_that_is_not_there_is_refused():
    with pytest.raises(TypeError, match="Outer has no nonsense"):
        Outer().with_(nonsense=1)


def test_a_value_stays_as_it_was():
    made = Outer()
    with pytest.raises(FrozenInstanceError):
        made.number = 1
    changed = made.with_(number=1)
    assert (made.number, changed.number) == (0, 1)


@pytest.mark.parametrize("kind", [list[int], "text"])
def test_a_field_that_no_file_could_hold_is_a_mistake_of_ours(kind):
    with pytest.raises(TypeError):
        checker(kind)
