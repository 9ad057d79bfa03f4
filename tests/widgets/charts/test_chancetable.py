"""The view of the table of chances: keys, copying, and how it fits."""

from itertools import product

import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from bones_desktop.rules.bones.book.notation import skill_label
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.reading.odds import OddsCalculator, SkillOdds
from bones_desktop.rules.bones.reading.tasks import parsed_pool
from bones_desktop.rules.bones.text.blocktext import parse_dice
from bones_desktop.rules.chances import Chance
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancetable import ChanceTable
from bones_desktop.wording.chances import percent
from tests.support.rulebooks import rulebook


def odds(text: str) -> tuple[SkillOdds, ...]:
    dice = parsed_pool(rulebook(), parse_dice(rulebook(), text), "character")
    return OddsCalculator(rulebook(), HouseRules()).table(dice)


@pytest.fixture
def table(qtbot: QtBot, theme: Theme) -> ChanceTable:
    names = {skill.id: skill_label(skill) for skill in rulebook().skills}
    made = ChanceTable(theme, rulebook().difficulties, names, None)
    qtbot.addWidget(made)
    made.show_odds(odds("Fighter x4"))
    made.resize(900, 600)
    with qtbot.waitExposed(made):
        made.show()
    return made


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def current(table: ChanceTable) -> tuple[int, int]:
    return table.currentIndex().row(), table.currentIndex().column()


def test_every_skill_is_seen_at_once_on_a_small_screen(table: ChanceTable) -> None:
    assert len(table.chance_model.odds) == 18
    assert table.chance_model.columnCount() == 7
    assert table.verticalScrollBar().maximum() == 0
    assert table.horizontalScrollBar().maximum() == 0


@pytest.mark.parametrize(("text_size", "size"), [(150, (900, 600)), (250, (500, 300)), (100, (200, 150))])
def test_what_does_not_fit_scrolls_and_can_be_reached(
    table: ChanceTable, theme: Theme, text_size: int, size: tuple[int, int]
) -> None:
    theme.set_text_size(text_size)
    table.resize(*size)
    assert table.verticalScrollBar().maximum() > 0
    last = table.chance_model.index(17, 6)
    table.setCurrentIndex(last)
    assert table.viewport().rect().intersects(table.visualRect(last))


def test_room_is_shared_out_but_not_without_end(table: ChanceTable) -> None:
    table.resize(1000, 640)
    assert table.verticalHeader().length() <= table.viewport().height()
    assert table.horizontalHeader().length() <= table.viewport().width()
    assert table.viewport().height() - table.verticalHeader().length() < 18
    table.resize(4000, 3000)
    assert table.verticalHeader().length() < 900
    assert table.horizontalHeader().length() < 1200


def test_in_the_narrowest_cells_the_chance_and_what_changed_stand_side_by_side(
    table: ChanceTable, theme: Theme
) -> None:
    def all_at(num: int) -> list[SkillOdds]:
        return [SkillOdds(row.skill, True, None, 4, (Chance(num, 1000),) * 7) for row in table.chance_model.odds]

    table.show_odds(all_at(995), fresh=True)
    table.show_odds(all_at(999))
    table.resize(table.whole_width - 1, 600)
    QApplication.processEvents()
    assert not table.verticalHeader().noted, "caps make room for the columns"
    assert not table.horizontalScrollBar().maximum()
    table.resize(table.whole_width, 600)
    QApplication.processEvents()
    assert table.verticalHeader().noted
    table.horizontalHeader().setDefaultSectionSize(theme.px(58))
    cell = table.visualRect(table.chance_model.index(4, 3))
    image = table.viewport().grab(cell).toImage()
    grey, green = set[int](), set[int]()
    for x, y in product(range(2, image.width() - 2), range(3, image.height() - 3)):
        color = image.pixelColor(x, y)
        if color.value() > 140:
            (green if color.saturation() > 60 else grey).add(x)
    assert max(grey) < min(green) < max(green) < image.width() - 2


def test_keys_walk_over_the_cells_and_tab_leaves(table: ChanceTable, qtbot: QtBot) -> None:
    pointed: list[tuple[str, str]] = []
    table.current_changed.connect(lambda skill, level: pointed.append((skill, level)))
    skills, levels = [row.skill for row in table.chance_model.odds], [each.id for each in rulebook().difficulties]
    table.select(skills[1], levels[1])
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up):
        qtbot.keyClick(table, key)
    assert pointed == [
        (skills[1], levels[1]),
        (skills[1], levels[2]),
        (skills[2], levels[2]),
        (skills[2], levels[1]),
        (skills[1], levels[1]),
    ]
    assert not table.tabKeyNavigation()


def test_enter_and_a_double_click_choose(table: ChanceTable, qtbot: QtBot) -> None:
    table.select("melee", "average")
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
        with qtbot.waitSignal(table.chance_activated) as chosen:
            qtbot.keyClick(table, key)
        assert chosen.args == ["melee", "average"]
    there = table.visualRect(table.chance_model.place("magic", "easy")).center()
    with qtbot.assertNotEmitted(table.chance_activated):
        qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=there)
    with qtbot.waitSignal(table.chance_activated) as chosen:
        qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=there)
    assert chosen.args == ["magic", "easy"]


def test_enter_without_a_cell_chooses_nothing(table: ChanceTable, qtbot: QtBot) -> None:
    table.selectionModel().clear()
    with qtbot.assertNotEmitted(table.chance_activated):
        qtbot.keyClick(table, Qt.Key.Key_Return)


def test_the_place_is_kept_when_odds_change(table: ChanceTable) -> None:
    table.select("melee", "average")
    before = current(table)
    table.show_odds(odds("Fighter x3; Thug"))
    assert current(table) == before
    table.select("cooking", "average")
    assert current(table) == before


def test_one_cell_is_copied_as_its_percentage(table: ChanceTable, qtbot: QtBot) -> None:
    table.select("melee", "average")
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    [melee] = [row for row in table.chance_model.odds if row.skill == "melee"]
    [column] = [place for place, level in enumerate(rulebook().difficulties) if level.id == "average"]
    assert clipboard() == percent(melee.chances[column], 1)


def test_several_cells_are_copied_with_their_heads(table: ChanceTable) -> None:
    model = table.chance_model
    selection = QItemSelection(model.index(2, 0), model.index(3, 1))
    selection.select(model.index(5, 1), model.index(5, 1))
    table.selectionModel().select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
    table.copy()
    lines = [line.split("\t") for line in clipboard().split("\n")]

    def shown(row: int, column: int) -> str:
        odds = model.odds[row]
        return percent(odds.chances[column], 1) if odds.allowed else "–"

    names = [str(model.headerData(row, Qt.Orientation.Vertical)) for row in (2, 3, 5)]
    assert lines == [
        ["", "Easy", "Simple"],
        [names[0], shown(2, 0), shown(2, 1)],
        [names[1], shown(3, 0), shown(3, 1)],
        [names[2], "", shown(5, 1)],
    ]


def test_nothing_selected_leaves_the_clipboard(table: ChanceTable) -> None:
    QGuiApplication.clipboard().setText("before")
    table.clearSelection()
    table.copy()
    assert clipboard() == "before"


def test_the_mouse_alone_copies(table: ChanceTable) -> None:
    table.select("melee", "easy")
    QGuiApplication.clipboard().setText("before")
    [action] = table.actions()
    assert table.contextMenuPolicy() is Qt.ContextMenuPolicy.ActionsContextMenu
    action.trigger()
    assert clipboard().endswith("%")


def test_it_says_what_it_is(table: ChanceTable) -> None:
    assert table.accessibleName()
    assert "Enter" in table.accessibleDescription()


@pytest.mark.parametrize("name", ["iron", "parchment", "contrast"])
@pytest.mark.parametrize("width", [120, 900])
def test_odd_chances_are_painted(table: ChanceTable, theme: Theme, name: str, width: int) -> None:
    tiny = Chance(1, 6**500)
    rows = table.chance_model.odds
    table.show_odds([SkillOdds(row.skill, True, None, 10**9, (tiny,) * 7) for row in rows])
    theme.set_theme(name)
    table.resize(width, 500)
    assert not table.grab().isNull()
    table.show_odds(())
    assert not table.grab().isNull()


def test_a_chance_fills_its_cell_as_far_as_it_goes(table: ChanceTable, theme: Theme) -> None:
    half = [SkillOdds(row.skill, True, None, None, (Chance(1, 2),) * 7) for row in table.chance_model.odds]
    table.show_odds(half, fresh=True)
    cell = table.visualRect(table.chance_model.index(4, 3))
    image = table.viewport().grab().toImage()

    def colour(share: float) -> str:
        return image.pixelColor(cell.left() + round(cell.width() * share), cell.top() + 4).name()

    assert colour(0.2) == colour(0.45) == theme.color("chance").name()
    assert colour(0.55) == colour(0.8) == theme.color("surface").name()


def test_a_small_chance_is_written_beside_its_bar(table: ChanceTable, theme: Theme) -> None:
    """The "<" of "< 1 %" was written over a bar that was wider than the chance."""
    rare = [SkillOdds(row.skill, True, None, None, (Chance(1, 500),) * 7) for row in table.chance_model.odds]
    table.show_odds(rare, fresh=True)
    cell = table.visualRect(table.chance_model.index(4, 3))
    image = table.viewport().grab().toImage()
    wide = [x for x in range(cell.left(), cell.right()) if image.pixelColor(x, cell.top() + 4) == theme.color("chance")]
    assert len(wide) <= 2
