"""The chart of a distribution: what it says, keys and pointer, and odd values."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bones_desktop.rules.chances import Distribution, total, weighed
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chart import Scale
from bones_desktop.widgets.charts.distributionchart import MOST, DistributionChart

NET = weighed({-1: 1, 0: 2, 1: 4, 2: 1})


@pytest.fixture
def chart(qtbot: QtBot, theme: Theme) -> DistributionChart:
    made = DistributionChart(theme)
    qtbot.addWidget(made)
    made.resize(480, 220)
    made.show_distribution(NET, "Net successes")
    with qtbot.waitExposed(made):
        made.show()
    return made


def middle(chart: DistributionChart, place: int) -> QPoint:
    return chart._plot().column_rect(place).center().toPoint()


def test_it_says_everything_it_shows(chart: DistributionChart) -> None:
    assert chart.read_out == "Success: 62.5 %, 5 in 8  ·  on average 0.6"
    assert chart.accessibleDescription() == (
        "Net successes: −1: 12.5 %, 0: 25.0 %, 1: 50.0 %, 2: 12.5 %. Success: 62.5 %, 5 in 8. on average 0.6."
    )
    assert chart.as_text() == (
        "Net successes\texactly\tthis or more\n"
        "−1\t12.5 %\talways\n"
        "0\t25.0 %\t87.5 %\n"
        "1\t50.0 %\t62.5 %\n"
        "2\t12.5 %\t12.5 %\n"
        "Success: 62.5 %, 5 in 8\n"
        "on average 0.6"
    )


def test_on_a_scale_everything_is_told_as_what_it_stands_for(chart: DistributionChart) -> None:
    chart.show_distribution(weighed({0: 1, 1: 2, 2: 1}), "Metres", divide=None, scale=Scale(30, 15))
    assert chart.as_text() == (
        "Metres\texactly\tthis or more\n30\t25.0 %\talways\n45\t50.0 %\t75.0 %\n60\t25.0 %\t25.0 %\non average 45.0"
    )
    chart._choose_place(1)
    assert chart.read_out == "45: 50.0 %  ·  45 or more: 75.0 %, 3 in 4"
    chart.show_distribution(weighed({0: 1, 1: 2, 2: 1}), "Metres", divide=None)
    assert chart.read_out == "1: 50.0 %  ·  1 or more: 75.0 %, 3 in 4"


def test_without_a_divide_nothing_succeeds(chart: DistributionChart) -> None:
    chart.show_distribution(NET, "Dice left", divide=None)
    assert "Success" not in chart.as_text()
    assert chart.accessibleDescription().startswith("Dice left: −1: 12.5 %")


def test_keys_choose_columns_for_the_read_out(chart: DistributionChart, qtbot: QtBot) -> None:
    read = []
    for key in "RRRLLHLE":
        names = {"R": Qt.Key.Key_Right, "L": Qt.Key.Key_Left, "H": Qt.Key.Key_Home, "E": Qt.Key.Key_End}
        qtbot.keyClick(chart, names[key])
        read.append(chart.read_out.partition(":")[0])
    assert read == ["1", "2", "2", "1", "0", "−1", "−1", "2"]
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.read_out == "1: 50.0 %  ·  1 or more: 62.5 %, 5 in 8"
    assert chart.accessibleDescription().startswith(chart.read_out)
    qtbot.keyClick(chart, Qt.Key.Key_Escape)
    assert chart.read_out.startswith("Success")


def test_what_has_no_room_above_a_narrow_chart_is_in_its_tooltip(chart: DistributionChart, qtbot: QtBot) -> None:
    chart.resize(chart.minimumSizeHint())
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    chart.grab()
    assert chart._words.full_text == " ".join(chart.read_out.split())
    assert chart._words.text().endswith("…")
    assert chart._words.toolTip() == chart._words.full_text


def test_the_first_key_to_the_left_begins_with_failure(chart: DistributionChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.read_out.startswith("0: 25.0 %")


def test_the_pointer_reads_out_and_a_click_keeps(chart: DistributionChart, qtbot: QtBot) -> None:
    qtbot.mouseMove(chart, middle(chart, 3))
    assert chart.read_out.startswith("2: 12.5 %")
    qtbot.mouseMove(chart, QPoint(1, 1))
    assert chart.read_out.startswith("Success")
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=middle(chart, 1))
    qtbot.mouseMove(chart, middle(chart, 2))
    assert chart.read_out.startswith("1:")
    qtbot.mouseMove(chart, QPoint(1, 1))
    assert chart.read_out.startswith("0:")
    qtbot.mouseClick(chart, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))
    assert chart.read_out.startswith("Success")


def test_the_number_chosen_is_kept_for_another_distribution(chart: DistributionChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_End)
    chart.show_distribution(total([(0, 1, 2, 3)]), "Net successes")
    assert chart.read_out.startswith("2:")
    chart.show_distribution(total([(0,)]), "Net successes")
    assert chart.read_out.startswith("0:")
    chart.show_nothing("Nothing.")
    assert chart.read_out == ""


def test_it_is_copied_as_text(chart: DistributionChart, qtbot: QtBot) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == chart.as_text()
    QGuiApplication.clipboard().setText("before")
    [action] = chart.actions()
    assert chart.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    action.trigger()
    assert QGuiApplication.clipboard().text() == chart.as_text()


def test_why_there_is_nothing_is_said(chart: DistributionChart) -> None:
    chart.show_nothing("Healer needs an icon.")
    assert chart.columns == ()
    assert chart.as_text() == chart.accessibleDescription() == "Healer needs an icon."


def test_a_narrow_chart_folds_and_its_text_does_not(chart: DistributionChart, qtbot: QtBot) -> None:
    chart.show_distribution(total([(0, 1, 2)] * 12 + [(0, -1)] * 12), "Net successes")
    whole = chart.as_text()
    assert len(chart.columns) == 37
    chart.resize(200, 200)
    assert len(chart.columns) < 20
    assert chart.columns[0].label.startswith("≤ ")
    assert chart.columns[-1].label.startswith("≥ ")
    assert chart.as_text() == whole
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    assert chart.read_out.startswith("≤ ")
    assert "or more" not in chart.read_out
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert "or more" in chart.read_out


def test_columns_stand_as_high_as_they_are_likely(chart: DistributionChart) -> None:
    heights = [chart._plot().column_rect(place).height() for place in range(4)]
    assert heights[0] == pytest.approx(heights[3])
    assert heights[1] == pytest.approx(2 * heights[0])
    assert heights[2] == pytest.approx(4 * heights[0])


def test_a_column_that_is_hardly_possible_is_seen_and_none_for_the_impossible(chart: DistributionChart) -> None:
    chart.show_distribution(weighed({0: 1, 2: 10**60}), "Net successes")
    heights = [chart._plot().column_rect(place).height() for place in range(3)]
    assert heights[0] >= 2
    assert heights[1] == 0


def test_failure_and_success_have_colours_of_their_own(chart: DistributionChart, theme: Theme) -> None:
    image = chart.grab().toImage()
    colours = [image.pixelColor(middle(chart, place)).name() for place in range(4)]
    assert colours == [theme.color(role).name() for role in ("failure", "failure", "success", "success")]


@pytest.mark.parametrize("size", [(1, 1), (60, 40), (240, 140), (3000, 1000)])
@pytest.mark.parametrize(
    "distribution",
    [
        total([(0,)]),
        total([(-(10**6),)]),
        total([(10**6,)]),
        Distribution(0, (), 1),
        Distribution(5, (0, 0), 1),
        weighed({0: 1, 10**5: 1}),
        total([(0, 1, 2, 3, 4, 60)] * 40),
        weighed(dict.fromkeys(range(-500, 500), 6**300)),
    ],
    ids=range(8),
)
def test_odd_distributions_are_painted_at_any_size(
    chart: DistributionChart, theme: Theme, distribution: Distribution, size: tuple[int, int]
) -> None:
    chart.resize(*size)
    for divide in (1, None, -(10**7), 10**7):
        chart.show_distribution(distribution, "A very long title of what is shown here", divide=divide)
        assert len(chart.columns) <= MOST
        assert not chart.grab().isNull()
    theme.set_text_size(250)
    assert not chart.grab().isNull()
    assert isinstance(chart.as_text(), str)
