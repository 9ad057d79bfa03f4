"""The damage of a round as a grid."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from bones_desktop.rules.chances import ALWAYS, NEVER, Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.jointdamagechart import JointDamageChart, damage_grid

ROUND = {(0, 0): Chance(1, 2), (1, 0): Chance(1, 4), (0, 1): Chance(1, 8), (2, 0): Chance(1, 8)}


@pytest.fixture
def chart(qtbot: QtBot, theme: Theme) -> JointDamageChart:
    made = JointDamageChart(theme)
    qtbot.addWidget(made)
    made.resize(480, 300)
    made.show_damage(ROUND)
    with qtbot.waitExposed(made):
        made.show()
    return made


def cell(chart: JointDamageChart, x: int, y: int) -> QRect:
    return chart.table.visualRect(chart.table.model().index(y, x))


def test_the_grid_adds_up() -> None:
    grid = damage_grid(ROUND)
    assert grid.dealt == (Chance(5, 8), Chance(1, 4), Chance(1, 8))
    assert grid.taken == (Chance(7, 8), Chance(1, 8))
    assert (grid.dealt_mean, grid.taken_mean) == (0.5, 0.125)
    assert not grid.dealt_open
    assert not grid.taken_open


def test_large_damage_is_counted_together() -> None:
    grid = damage_grid({(2, 0): Chance(1, 4), (5, 0): Chance(1, 4), (9, 7): Chance(1, 2)}, most=3)
    assert grid.cells == {(2, 0): Chance(1, 4), (3, 0): Chance(1, 4), (3, 3): Chance(1, 2)}
    assert grid.dealt == (NEVER, NEVER, Chance(1, 4), Chance(3, 4))
    assert grid.dealt_open
    assert grid.taken_open
    assert grid.dealt_mean == 0.5 + 1.25 + 4.5


def test_no_damage_known_is_an_empty_grid() -> None:
    assert damage_grid({}).dealt == damage_grid({}).taken == ()


def test_it_says_everything_it_shows(chart: JointDamageChart) -> None:
    assert chart.as_text() == (
        "Damage taken \\ Damage dealt\t0\t1\t2\tTotal\n"
        "0\t50.0 %\t25.0 %\t12.5 %\t87.5 %\n"
        "1\t12.5 %\tnever\tnever\t12.5 %\n"
        "Total\t62.5 %\t25.0 %\t12.5 %\n"
        "On average: Damage dealt 0.5, Damage taken 0.1\nnobody hurt 50 %"
    )
    assert chart.accessibleDescription() == (
        "On average: Damage dealt 0.5, Damage taken 0.1. nobody hurt 50 %. "
        "Damage dealt: 0: 63 %, 1: 25 %, 2: 13 %. Damage taken: 0: 88 %, 1: 13 %."
    )


def test_titles_may_be_given(chart: JointDamageChart) -> None:
    chart.show_damage(ROUND, dealt="Ragnar does", taken="Griffon does")
    assert chart.as_text().startswith("Griffon does \\ Ragnar does\t")
    chart.table.setCurrentIndex(QModelIndex())
    assert chart.read_out == "Columns: Ragnar does. Rows: Griffon does."


def test_keys_walk_over_the_cells(chart: JointDamageChart, qtbot: QtBot) -> None:
    chart.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up):
        qtbot.keyClick(chart.table, key)
    assert chart.read_out == "Damage dealt 2, Damage taken 0: 12.5 %, 1 in 8"
    qtbot.keyClick(chart.table, Qt.Key.Key_Down)
    assert chart.read_out == "Damage dealt 2, Damage taken 1: never"
    qtbot.keyClick(chart.table, Qt.Key.Key_Home)
    assert chart.read_out == "Damage dealt 0, Damage taken 1: 12.5 %, 1 in 8"
    qtbot.keyClick(chart.table, Qt.Key.Key_Down)
    assert chart.read_out == "Damage dealt 0: 62.5 %, 5 in 8"


def test_the_pointer_reads_out_and_a_click_keeps(chart: JointDamageChart, qtbot: QtBot) -> None:
    chart.table.setCurrentIndex(QModelIndex())
    assert chart.read_out == "Columns: Damage dealt. Rows: Damage taken."
    chart.table.entered.emit(chart.table.indexAt(cell(chart, 1, 0).center()))
    assert chart.read_out.startswith("Damage dealt 1, Damage taken 0")
    qtbot.mouseClick(chart.table.viewport(), Qt.MouseButton.LeftButton, pos=cell(chart, 0, 1).center())
    assert chart.read_out.startswith("Damage dealt 0, Damage taken 1")


def test_a_cell_that_is_gone_is_not_kept(chart: JointDamageChart, qtbot: QtBot) -> None:
    qtbot.mouseClick(chart.table.viewport(), Qt.MouseButton.LeftButton, pos=cell(chart, 2, 1).center())
    chart.show_damage({(0, 0): ALWAYS})
    assert chart.read_out == "Columns: Damage dealt. Rows: Damage taken."
    chart.clear()
    assert chart.read_out == chart.as_text() == chart.accessibleDescription() == ""


def test_it_is_copied_as_text(chart: JointDamageChart, qtbot: QtBot) -> None:
    chart.table.setFocus()
    chart.table.setCurrentIndex(chart.table.model().index(0, 0))
    qtbot.waitUntil(chart.table.hasFocus)
    qtbot.keyClick(chart.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == chart.as_text()


def test_the_likelier_a_cell_the_deeper_its_ground(chart: JointDamageChart, theme: Theme) -> None:
    image = chart.table.viewport().grab().toImage()

    def ground(x: int, y: int) -> str:
        return image.pixelColor(cell(chart, x, y).topLeft() + QPoint(6, 6)).name()

    assert ground(0, 0) == theme.color("chance").name()
    assert ground(2, 1) == theme.color("surface").name()
    assert ground(1, 0) not in {ground(0, 0), ground(2, 1)}


@pytest.mark.parametrize("size", [(1, 1), (100, 60), (3000, 2000)])
@pytest.mark.parametrize(
    "damage",
    [
        {},
        {(0, 0): ALWAYS},
        {(1000, 1000): ALWAYS},
        {(0, 0): Chance(1, 6**500), (30, 0): Chance(6**500 - 1, 6**500)},
        {(x, y): Chance(1, 400) for x in range(20) for y in range(20)},
    ],
    ids=range(5),
)
def test_odd_damage_is_painted_at_any_size(
    chart: JointDamageChart, theme: Theme, damage: dict[tuple[int, int], Chance], size: tuple[int, int]
) -> None:
    chart.show_damage(damage)
    chart.resize(*size)
    assert not chart.grab().isNull()
    theme.set_text_size(200)
    assert not chart.grab().isNull()
    assert chart.minimumSizeHint().width() <= chart.sizeHint().width()


def test_a_little_on_average_is_not_none(chart: JointDamageChart) -> None:
    chart.show_damage({(0, 0): Chance(97, 100), (1, 0): Chance(3, 100)})
    assert "On average: Damage dealt < 0.1, Damage taken 0.0" in chart.as_text()
