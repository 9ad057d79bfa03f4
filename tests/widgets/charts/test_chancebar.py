"""The bar before a throw: what it shows and says."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetrics, QImage
from PySide6.QtTest import QTest

from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.distributionchart import ChanceBar, Marker
from tests.support.cutoff import cut_off


@pytest.fixture
def bar(on_screen, theme: Theme) -> ChanceBar:
    made = ChanceBar(theme)
    return on_screen(made, 420, made.sizeHint().height())


def still(bar: ChanceBar) -> QImage:
    return bar.grab().toImage()


def _red(name: str) -> int:
    return int(name[1:3], 16)


def column(bar: ChanceBar, share: float) -> str:
    """Return the colour in the middle of the bar at a share of its length."""
    filled = bar._filled
    at = filled.mapTo(bar, QPoint(round(filled.width() * share), filled.height() // 2))
    return still(bar).pixelColor(at).name()


@pytest.mark.parametrize("size", [100, 150])
def test_a_refusal_is_never_cut_off_where_the_bar_is_short(bar: ChanceBar, theme: Theme, size: int) -> None:
    theme.set_text_size(size)
    why = "Outdoorsman needs at least one fitting icon on your dice."
    bar.show_refusal(why)
    for width in (theme.px(180), theme.px(260), theme.px(500)):
        bar.resize(width, bar.height())
        still(bar)
        label = bar._refusal
        needed = QFontMetrics(label.font()).boundingRect(label.rect(), int(Qt.TextFlag.TextWordWrap), why)
        assert needed.height() <= label.height()
        assert label.isVisible()


def test_it_says_everything_it_shows(bar: ChanceBar) -> None:
    bar.show_chance(Chance(1, 2), tie=Chance(1, 8), marker=Marker(Chance(3, 4), "+1 bought", "With one more"))
    said = "Success: 50.0 %, 1 in 2\nTie: 12.5 %, 1 in 8\nWith one more: 75.0 %, 3 in 4"
    assert bar.said == bar.accessibleDescription() == bar.toolTip() == said
    bar.show_chance(NEVER)
    assert bar.accessibleDescription() == "Success: never"
    bar.show_refusal("Healer needs an icon.")
    assert bar.accessibleDescription() == "Healer needs an icon."
    bar.clear()
    assert bar.said == bar.accessibleDescription() == ""


def test_a_name_that_looks_like_markup_stays_plain(bar: ChanceBar) -> None:
    bar.show_chance(Chance(1, 2), marker=Marker(Chance(3, 4), "<b>"))
    assert "&lt;b&gt;" in bar.toolTip()
    assert "<b>: 75.0 %" in bar.accessibleDescription()


def test_the_bar_is_filled_as_far_as_the_chance(bar: ChanceBar, theme: Theme) -> None:
    bar.show_chance(Chance(60, 100))
    assert column(bar, 0.3) == column(bar, 0.58) == theme.color("success").name()
    assert column(bar, 0.62) == column(bar, 0.9) == theme.color("ground").name()
    bar.show_chance(ALWAYS)
    assert column(bar, 0.95) == theme.color("success").name()
    bar.show_chance(NEVER)
    assert column(bar, 0.05) == theme.color("ground").name()


def test_a_tie_is_hatched(bar: ChanceBar, theme: Theme) -> None:
    bar.show_chance(NEVER, tie=ALWAYS)
    image = still(bar)
    middle = {image.pixelColor(x, 18).name() for x in range(200, 260)}
    assert theme.color("raised").name() in middle
    assert max(map(_red, middle)) == pytest.approx(theme.color("warn").red(), abs=6)


def test_the_height_and_the_place_of_the_bar_never_change(bar: ChanceBar) -> None:
    places = set()
    for show in (
        bar.clear,
        lambda: bar.show_chance(NEVER),
        lambda: bar.show_chance(ALWAYS, tie=NEVER, marker=Marker(ALWAYS, "+1 bought")),
    ):
        show()
        still(bar)
        places.add((bar.height(), bar._filled.mapTo(bar, QPoint()).toTuple(), bar._filled.size().toTuple()))
    assert len(places) == 1
    bar.show_refusal("No. " * 50)
    still(bar)
    assert bar.height() == places.pop()[0]


@pytest.mark.parametrize("width", [1, 60, 150, 2000])
@pytest.mark.parametrize("chance", [NEVER, ALWAYS, Chance(1, 6**400), Chance(6**400 - 1, 6**400)])
def test_odd_values_and_widths_are_painted(bar: ChanceBar, width: int, chance: Chance) -> None:
    bar.resize(width, bar.height())
    bar.show_chance(chance, tie=Chance(1, 6**400), marker=Marker(chance, "with a very long name of what it is for"))
    assert not still(bar).isNull()
    bar.show_refusal("A long sentence of why this may not be attempted. " * 10)
    assert not still(bar).isNull()


def test_it_grows_with_the_text_size(bar: ChanceBar, theme: Theme) -> None:
    height = bar.height()
    theme.set_text_size(150)
    assert bar.height() == pytest.approx(height * 1.5, abs=1)


def test_the_legend_names_tie_failure_and_marker(bar: ChanceBar) -> None:
    bar.show_chance(Chance(1, 2), tie=Chance(1, 8), marker=Marker(Chance(3, 4), "+1 bought"))
    assert bar._rest.full_text == "tie 13 %"
    assert bar._marked.full_text == "75 % +1 bought"
    bar.show_chance(Chance(1, 2), tie=Chance(1, 8))
    assert bar._rest.full_text == "tie 13 % · fails 38 %"
    bar.show_chance(Chance(1, 2))
    assert bar._rest.full_text == bar._marked.full_text == ""


def test_a_marker_keeps_its_chance_where_its_name_has_no_room(bar: ChanceBar) -> None:
    bar.show_chance(Chance(1, 12), marker=Marker(Chance(1, 4), "with one more success"))
    bar.resize(200, bar.height())
    still(bar)
    assert bar._marked.text().startswith("25 %")
    assert bar._marked.text().endswith("…")


@pytest.mark.parametrize("size", [100, 150, 200])
@pytest.mark.parametrize("chance", [NEVER, Chance(1, 1000), Chance(21, 100)])
def test_nothing_in_a_short_bar_is_over_another(bar: ChanceBar, theme: Theme, size: int, chance: Chance) -> None:
    """The label of a bought success moved the bar under the "%" of the chance."""
    theme.set_text_size(size)
    bar.show_chance(chance, tie=Chance(16, 100), marker=Marker(Chance(63, 100), "+1 bought"))
    for width in (theme.px(150), theme.px(180), theme.px(260)):
        bar.resize(width, bar.height())
        QTest.qWait(0)
        assert not list(cut_off(bar)), width
        assert bar._rest.isHidden() or bar._rest.text() == bar._rest.full_text
