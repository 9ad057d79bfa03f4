"""How large the cards of a party are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bones_desktop.pages.campaign.partyboard import CARD, LARGEST, SMALLEST, fit_party


@pytest.mark.parametrize("size", [(980, 560), (1282, 600), (1900, 900), (2540, 1250)])
def test_eight_are_seen_at_once(size):
    fit = fit_party(8, *size)
    assert not fit.scrolls
    assert fit.scale >= 1


def test_type_grows_with_the_room():
    small, large, huge = (fit_party(8, *size).scale for size in ((1366, 600), (1920, 950), (2560, 1300)))
    assert small < large < huge
    assert large / small > 1.3


def test_many_scroll_rather_than_become_too_small():
    fit = fit_party(40, 1282, 600, bar=10)
    assert (fit.scrolls, fit.scale) == (True, SMALLEST)
    assert fit.columns * fit.width <= 1272


def test_large_text_scrolls_sooner():
    assert not fit_party(14, 1900, 950).scrolls
    assert fit_party(14, 1282, 600, 1.5).scrolls


def test_one_alone_does_not_fill_the_largest_screen():
    fit = fit_party(1, 2560, 1440)
    assert (fit.columns, fit.rows, fit.scale) == (1, 1, LARGEST)
    assert fit.width <= round(CARD[0] * LARGEST * 1.5)
    assert fit.height <= round(CARD[1] * LARGEST * 1.5)


@given(count=st.integers(0, 60), width=st.integers(0, 4000), height=st.integers(0, 2500), text=st.floats(0.75, 2.5))
def test_the_grid_holds_everyone_within_the_room(count, width, height, text):
    fit = fit_party(count, width, height, text, bar=10)
    assert fit.columns * fit.rows >= count
    assert fit.columns * fit.width <= max(width, 1)
    assert fit.scale >= SMALLEST * text or fit.scale == LARGEST
    if not fit.scrolls:
        assert fit.rows * fit.height <= height or fit.rows * round(CARD[1] * fit.scale) <= height
