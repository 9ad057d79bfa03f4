"""What a throw that only counts may come to."""

import pytest

from bones_desktop.pages.table.taskchance import OutcomesBar
from bones_desktop.rules.bones.reading.plays import likeliest
from bones_desktop.rules.bones.reading.requests import ThrowKind
from bones_desktop.rules.chances import weighed
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.distributionchart import ChanceBar
from bones_desktop.wording.table import outcome_shares, outcome_text, outcomes_text
from tests.support.looks import theme_of


@pytest.fixture
def bar(on_screen):
    bar = OutcomesBar(Theme("iron"), None)
    return on_screen(bar, 260, bar.sizeHint().height())


def show(bar, kind, odds):
    bar.show_outcomes(outcome_text(kind, likeliest(odds)), outcome_shares(kind, odds), outcomes_text(kind, odds))


def test_it_says_every_outcome(bar):
    show(bar, ThrowKind.MOVEMENT, weighed({30: 1, 45: 3}))
    assert bar.said == "30 m: 25.0 %\n45 m: 75.0 %"
    assert bar.toolTip()


def test_it_takes_the_height_of_the_bar_of_a_chance(bar, qtbot):
    chance = ChanceBar(theme_of(bar))
    qtbot.addWidget(chance)
    for size in (100, 150):
        theme_of(bar).set_text_size(size)
        assert bar.sizeHint().height() == chance.maximumHeight()


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
def test_other_outcomes_look_otherwise(bar, name):
    theme_of(bar).set_theme(name)
    empty = bar.grab().toImage()
    show(bar, ThrowKind.FALL, weighed({0: 1, 1: 2, 2: 1}))
    some = bar.grab().toImage()
    show(bar, ThrowKind.FALL, weighed({0: 2, 1: 1, 2: 1}))
    assert len({bytes(each.constBits()) for each in (empty, some, bar.grab().toImage())}) == 3
