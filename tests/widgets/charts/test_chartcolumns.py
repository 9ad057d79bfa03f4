"""Columns of a chart: nothing is lost when rare ends are folded."""

from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.rules.chances import Chance, Distribution, total, weighed
from bones_desktop.widgets.charts.chart import Scale, folded


def labels(distribution: Distribution, most: int, divide: int | None = None) -> list[str]:
    return [column.label for column in folded(distribution, most, divide)]


def test_each_number_has_a_column_gaps_too() -> None:
    columns = folded(weighed({-1: 1, 2: 3}), 40)
    assert [(each.number, each.label, each.chance) for each in columns] == [
        (-1, "−1", Chance(1, 4)),
        (0, "0", Chance(0, 1)),
        (1, "1", Chance(0, 1)),
        (2, "2", Chance(3, 4)),
    ]
    assert [each.or_more for each in columns] == [Chance(1, 1), Chance(3, 4), Chance(3, 4), Chance(3, 4)]


def test_numbers_are_told_as_what_they_stand_for() -> None:
    odds = weighed({0: 1, 1: 5, 2: 5, 3: 5, 4: 1})
    assert [each.label for each in folded(odds, 40, None, Scale(22.5, 15))] == ["22", "38", "52", "68", "82"]
    assert [each.label for each in folded(odds, 3, None, Scale(0, 50))] == ["≤ 50", "100", "≥ 150"]
    assert [each.number for each in folded(odds, 40, None, Scale(22.5, 15))] == [0, 1, 2, 3, 4]


def test_numbers_that_cannot_be_have_no_column_at_the_ends() -> None:
    assert labels(Distribution(-3, (0, 0, 1, 1, 0), 2), 40) == ["−1", "0"]
    assert labels(total([(7,)]), 40) == ["7"]
    assert folded(Distribution(0, (), 1), 40) == ()
    assert folded(Distribution(0, (0, 0), 1), 40) == ()


def test_the_rarer_end_is_folded() -> None:
    steep = weighed({number: 2**number for number in range(6)})
    assert labels(steep, 4) == ["≤ 2", "3", "4", "5"]
    assert labels(weighed({-number: 2**number for number in range(6)}), 4) == ["−5", "−4", "−3", "≥ −2"]


def test_failures_and_successes_never_share_a_column() -> None:
    mostly_fails = weighed({number: 10 ** (3 - number) for number in range(-6, 4)})
    assert labels(mostly_fails, 3) == ["−6", "−5", "≥ −4"]
    assert labels(mostly_fails, 3, 1) == ["≤ −1", "0", "≥ 1"]
    assert folded(mostly_fails, 3, 1)[-1].chance == mostly_fails.at_least(1)


@given(
    st.dictionaries(st.integers(-60, 60), st.integers(0, 10**30), min_size=1).filter(lambda w: any(w.values())),
    st.integers(1, 50),
    st.sampled_from([None, 0, 1]),
)
def test_folding_keeps_every_chance(weights: dict[int, int], most: int, divide: int | None) -> None:
    distribution = weighed(weights)
    columns = folded(distribution, most, divide)
    assert 1 <= len(columns) <= max(3, most)
    assert [column.number for column in columns] == list(range(columns[0].number, columns[-1].number + 1))
    whole = distribution.total
    assert sum(column.chance.num * (whole // column.chance.den) for column in columns) == whole
    for column in columns[1:]:
        assert column.or_more == distribution.at_least(column.number)
    assert columns[0].or_more == Chance(1, 1)
    if divide is not None:
        failing = sum(column.chance.num * (whole // column.chance.den) for column in columns if column.number < divide)
        assert failing == sum(weight for number, weight in weights.items() if number < divide)


def test_a_huge_range_is_folded() -> None:
    nulls = total([(0, 1000), *[(0, -1, -1)] * 300])
    assert len(folded(nulls, 40, 1)) == 40
