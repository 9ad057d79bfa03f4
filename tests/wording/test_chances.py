"""Chances in words."""

from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.wording.chances import (
    against_text,
    average_text,
    chance_text,
    exactly_text,
    fraction,
    mean_count,
    one_decimal,
    or_more_text,
    percent,
    percent_change,
    percents,
    points_of,
    signed,
)
from tests.support.foreach import for_each


@for_each(
    ("chance", "whole", "decimal"),
    [
        (NEVER, "never", "never"),
        (ALWAYS, "always", "always"),
        (Chance(62, 100), "62 %", "62.0 %"),
        (Chance(1, 3), "33 %", "33.3 %"),
        (Chance(2, 3), "67 %", "66.7 %"),
        (Chance(5, 1000), "1 %", "0.5 %"),
        (Chance(4, 1000), "< 1 %", "0.4 %"),
        (Chance(994, 1000), "99 %", "99.4 %"),
        (Chance(995, 1000), "> 99 %", "99.5 %"),
        (Chance(1, 10**30), "< 1 %", "< 0.1 %"),
        (Chance(10**30 - 1, 10**30), "> 99 %", "> 99.9 %"),
        (Chance(999, 1000), "> 99 %", "99.9 %"),
    ],
)
def test_a_percentage(chance: Chance, whole: str, decimal: str) -> None:
    assert percent(chance) == whole
    assert percent(chance, 1) == decimal


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=12).filter(any))
def test_shares_in_per_cent_add_up(ways: list[int]) -> None:
    total = sum(ways)
    said = percents([Chance(each, total) for each in ways])
    assert len(said) == sum(map(bool, ways))
    assert sum(int(each.removesuffix(" %")) for each in said if not each.startswith("<")) == 100


@given(st.integers(1, 10**40), st.integers(1, 10**40), st.integers(0, 2))
def test_only_the_impossible_is_never_and_only_the_certain_is_always(num: int, more: int, places: int) -> None:
    chance = Chance(num, num + more)
    said = percent(chance, places)
    assert said.endswith(" %")
    number = float(said.strip("<> %"))
    assert 0 < number < 100
    assert abs(number - 100 * chance.value) <= 1.000001 / 10**places


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Chance(1247, 2000), "1247 in 2000"),
        (Chance(9_999_998, 9_999_999), "9999998 in 9999999"),
        (Chance(1, 10_000_000), ""),
        (NEVER, ""),
        (ALWAYS, ""),
    ],
)
def test_a_fraction_while_it_can_be_read(chance: Chance, words: str) -> None:
    assert fraction(chance) == words


@for_each(
    ("chance", "words"),
    [
        (Chance(78, 125), "62.4 %, 78 in 125"),
        (NEVER, "never"),
        (ALWAYS, "always"),
        (Chance(10**20 + 1, 2 * 10**20 + 1), "50.0 %"),
        (Chance(3 * 10**20 + 1, 10**23), "0.3 %, about 1 in 333"),
        (Chance(10**23 - 3 * 10**20 - 1, 10**23), "99.7 %, all but about 1 in 333"),
        (Chance(1, 12_345_678), "< 0.1 %, about 1 in 12 300 000"),
        (Chance(1, 6**40), "< 0.1 %, about 1 in more than a billion"),
        (Chance(1, 10**50_000), "< 0.1 %, about 1 in more than a billion"),
    ],
)
def test_a_chance_in_full(chance: Chance, words: str) -> None:
    assert chance_text(chance).replace("\N{NO-BREAK SPACE}", " ") == words


@for_each(
    ("before", "after", "words"),
    [
        (Chance(62, 100), Chance(68, 100), "+6"),
        (Chance(1, 2), Chance(38, 100), "−12"),
        (Chance(500, 1000), Chance(504, 1000), "+0.4"),
        (Chance(504, 1000), Chance(500, 1000), "−0.4"),
        (Chance(50_000, 100_000), Chance(50_001, 100_000), ""),
        (Chance(1, 3), Chance(1, 3), ""),
        (NEVER, ALWAYS, "+100"),
        (ALWAYS, NEVER, "−100"),
        (Chance(1, 2), Chance(5099, 10_000), "+1"),
        (Chance(7351, 10_000), Chance(6649, 10_000), "−8"),
        (Chance(4951, 10_000), Chance(5049, 10_000), "+0.9"),
        (Chance(4949, 10_000), Chance(4951, 10_000), "+1"),
    ],
)
def test_a_change(before: Chance, after: Chance, words: str) -> None:
    assert percent_change(before, after) == words


def test_a_change_beside_decimals_is_the_difference_of_what_is_shown() -> None:
    before, after = Chance(62_44, 10_000), Chance(70_15, 10_000)
    assert (percent(before, 1), percent(after, 1)) == ("62.4 %", "70.2 %")
    assert percent_change(before, after, 1) == "+7.8"


def test_sentences() -> None:
    assert against_text("Melee", "Average", Chance(78, 125)) == "Melee against Average: 62.4 %, 78 in 125"
    assert exactly_text(signed(-2), Chance(31, 1000)) == "−2: 3.1 %"
    assert or_more_text("−1", Chance(1, 4)) == "−1 or more: 25.0 %, 1 in 4"
    assert average_text(2) == "on average 2.0"


@pytest.mark.parametrize(("value", "words"), [(1.25, "1.2"), (-1.26, "−1.3"), (-0.01, "0.0"), (0.0, "0.0")])
def test_numbers_bear_a_true_minus_sign(value: float, words: str) -> None:
    assert one_decimal(value) == words


def test_texts_are_translated(monkeypatch) -> None:
    catalogue = NullTranslations()
    monkeypatch.setattr(catalogue, "gettext", lambda text: text.replace(" %", "%").replace(" in ", "/"))
    monkeypatch.setattr("bones_desktop.wording.language._Choice.catalogue", catalogue)
    assert percent(Chance(1, 2)) == "50%"
    assert chance_text(Chance(1, 2)) == "50.0%, 1/2"


@pytest.mark.parametrize(
    ("mean", "words"), [(0.0, "0.0"), (1e-9, "< 0.1"), (0.0499, "< 0.1"), (0.05, "0.1"), (0.06, "0.1"), (2.34, "2.3")]
)
def test_only_what_is_never_there_is_none_on_average(mean, words):
    assert mean_count(mean) == words


def test_both_parts_of_a_whole_add_up_to_a_hundred():
    """Each half of a per cent rounded up on both sides would make 101."""
    good, bad = Chance(335, 1000), [Chance(400, 1000), Chance(265, 1000)]
    said = (*percents([good], points_of(good)), *percents(bad, 100 - points_of(good)))
    assert sum(int(each.removesuffix(" %")) for each in said) == 100
