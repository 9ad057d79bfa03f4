"""Bars in parts: lengths are the shares, and what is possible can be seen."""

import pytest
from PySide6.QtCore import QRectF

from bones_desktop.widgets.charts.chart import Fill, Share, placed

BAR = QRectF(10, 0, 200, 20)


def widths(*sizes: float) -> list[float]:
    fills = (Fill.SUCCESS, Fill.TIE, Fill.FAILURE)
    return [rect.width() for rect, _ in placed(BAR, [Share(*each) for each in zip(sizes, fills, strict=False)])]


def test_parts_lie_side_by_side_as_long_as_their_shares() -> None:
    parts = placed(BAR, [Share(0.5, Fill.SUCCESS), Share(0.25, Fill.TIE)])
    assert [(rect.left(), rect.width()) for rect, _ in parts] == [(10, 100), (110, 50)]
    assert [share.fill for _, share in parts] == [Fill.SUCCESS, Fill.TIE]


def test_what_is_impossible_has_no_part() -> None:
    assert widths(0.0, 0.0) == []
    assert [share.fill for _, share in placed(BAR, [Share(0.0, Fill.SUCCESS), Share(1.0, Fill.TIE)])] == [Fill.TIE]


@pytest.mark.parametrize("sizes", [(1e-9, 0.5), (1e-9, 1 - 1e-9), (1e-300, 1e-300, 1.0), (0.999999999, 1e-12, 1e-10)])
def test_what_is_hardly_possible_is_seen_and_the_bar_is_never_too_long(sizes: tuple[float, ...]) -> None:
    found = widths(*sizes)
    assert all(width >= 2 for width in found)
    assert sum(found) <= BAR.width() + 1e-9


def test_a_rest_that_is_hardly_possible_is_seen() -> None:
    [width] = widths(1 - 1e-6)
    assert width <= BAR.width() - 2
    assert widths(1.0) == [200]
    assert sum(widths(0.1, 0.2, 0.7)) == pytest.approx(200)
