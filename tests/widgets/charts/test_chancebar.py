"""The bar before a throw: what it says, and that it moves shortly or not at all."""

import pytest
from PySide6.QtCore import QAbstractAnimation, QRectF, Qt, QVariantAnimation
from PySide6.QtGui import QFontMetrics, QImage
from pytestqt.qtbot import QtBot

from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.distributionchart import LONGEST_MOTION, ChanceBar, Marker


@pytest.fixture
def bar(on_screen, theme: Theme) -> ChanceBar:
    made = ChanceBar(theme)
    return on_screen(made, 420, made.sizeHint().height())


def still(bar: ChanceBar) -> QImage:
    bar.set_animated(False)
    return bar.grab().toImage()


def _red(name: str) -> int:
    return int(name[1:3], 16)


def column(bar: ChanceBar, share: float) -> str:
    """Return the colour in the middle of the bar at a share of its length."""
    image = still(bar)
    left = bar._number_width() + 12
    return image.pixelColor(round(left + (bar.width() - left) * share), 18).name()


@pytest.mark.parametrize("size", [100, 150])
def test_a_refusal_is_never_cut_off_where_the_bar_is_short(bar: ChanceBar, theme: Theme, size: int) -> None:
    theme.set_text_size(size)
    why = "Outdoorsman needs at least one fitting icon on your dice."
    bar.show_refusal(why)
    left = bar._number_width() + theme.px(12)
    for width in (theme.px(180), theme.px(260), theme.px(500)):
        bar.resize(width, bar.sizeHint().height())
        frame, font = bar._refusal_place(QRectF(left, 0, width - left, theme.px(20)))
        words = bar._words_in(frame).toRect()
        assert QFontMetrics(font).boundingRect(words, int(Qt.TextFlag.TextWordWrap), why).height() <= words.height()
        assert (frame.left() == left) is (width > theme.px(180))


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
    sizes = set()
    for show in (
        bar.clear,
        lambda: bar.show_chance(NEVER),
        lambda: bar.show_chance(ALWAYS, tie=NEVER, marker=Marker(ALWAYS, "+1 bought")),
        lambda: bar.show_refusal("No. " * 50),
    ):
        show()
        sizes.add((bar.sizeHint().toTuple(), bar.minimumSizeHint().toTuple(), bar._number_width()))
    assert len(sizes) == 1


def test_a_change_is_short_and_ends_where_it_should(bar: ChanceBar, qtbot: QtBot) -> None:
    with qtbot.waitExposed(bar):
        bar.show()
    motion = bar.findChild(QVariantAnimation)
    bar.show_chance(Chance(1, 10))
    assert (motion.state(), bar._now.success) == (QAbstractAnimation.State.Stopped, 0.1)  # it was not anything before
    bar.show_chance(Chance(9, 10))
    assert motion.state() == QAbstractAnimation.State.Running
    assert motion.duration() <= LONGEST_MOTION
    qtbot.waitUntil(lambda: motion.state() == QAbstractAnimation.State.Stopped)
    assert bar._now.success == pytest.approx(0.9)


def test_the_same_chance_again_moves_nothing(bar: ChanceBar) -> None:
    bar.show_chance(Chance(9, 10))
    bar.set_animated(False)
    bar.set_animated(True)
    bar.show_chance(Chance(18, 20))
    assert bar.findChild(QVariantAnimation).state() == QAbstractAnimation.State.Stopped


def test_reduced_motion_and_hiding_end_all_motion(bar: ChanceBar) -> None:
    motion = bar.findChild(QVariantAnimation)
    bar.show_chance(Chance(9, 10))
    bar.set_animated(False)
    assert motion.state() == QAbstractAnimation.State.Stopped
    bar.show_chance(Chance(1, 10))
    assert motion.state() == QAbstractAnimation.State.Stopped
    assert bar._now.success == pytest.approx(0.1)
    bar.set_animated(True)
    bar.show_chance(Chance(1, 2))
    bar.hide()
    assert motion.state() == QAbstractAnimation.State.Stopped
    bar.show_chance(ALWAYS)
    assert bar._now.success == 1


@pytest.mark.parametrize("width", [1, 60, 150, 2000])
@pytest.mark.parametrize("chance", [NEVER, ALWAYS, Chance(1, 6**400), Chance(6**400 - 1, 6**400)])
def test_odd_values_and_widths_are_painted(bar: ChanceBar, width: int, chance: Chance) -> None:
    bar.resize(width, bar.height())
    bar.show_chance(chance, tie=Chance(1, 6**400), marker=Marker(chance, "with a very long name of what it is for"))
    assert not still(bar).isNull()
    bar.show_refusal("A long sentence of why this may not be attempted. " * 10)
    assert not still(bar).isNull()


def test_it_grows_with_the_text_size(bar: ChanceBar, theme: Theme) -> None:
    height = bar.sizeHint().height()
    theme.set_text_size(150)
    assert bar.sizeHint().height() == pytest.approx(height * 1.5, abs=1)


def test_a_marker_is_named_briefly_where_its_name_has_no_room(bar: ChanceBar) -> None:
    bar.show_chance(Chance(1, 12), marker=Marker(Chance(1, 4), "+1 bought", brief="+1"))
    assert bar._marker_label(300)[0] == "+1 bought: 25 %"
    assert bar._marker_label(60)[0] == "+1: 25 %"
