"""The cells of the skills: model, grid, keys and mouse."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancetable import SkillCell, SkillCellModel, SkillCellView
from bones_desktop.widgets.rows import ROW_ROLE


def cells(count=18, **changed):
    return [SkillCell(f"s{n}", f"Skill {n}", f"{n} %", n / 100, f"Skill {n} told", **changed) for n in range(count)]


@pytest.fixture
def view(qtbot, on_screen):
    theme = Theme("iron", 100)
    model = SkillCellModel()
    model.set_cells(cells())
    shown = SkillCellView(theme, model)
    model.setParent(shown)
    on_screen(shown, 1060, 80, wait="exposed")
    shown.theme = theme
    shown.cells = model
    return shown


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester):
    model = SkillCellModel()
    qtmodeltester.check(model, force_py=True)
    model.set_cells(cells())
    qtmodeltester.check(model, force_py=True)


def test_only_cells_that_changed_are_told(qtbot):
    model = SkillCellModel()
    model.set_cells(cells())
    told: list[int] = []
    resets: list[int] = []
    model.dataChanged.connect(lambda top, _bottom, _roles=(): told.append(top.row()))
    model.modelReset.connect(lambda: resets.append(1))
    changed = cells()
    changed[4] = SkillCell("s4", "Skill 4", "9 %", 0.09, "other", change="+5")
    model.set_cells(changed)
    model.set_cells(list(changed))
    assert told == [4]
    assert not resets
    model.set_cells(cells(3))
    assert resets == [1]


def test_what_is_said_of_a_cell(qtbot):
    model = SkillCellModel()
    model.set_cells(cells(1))
    index = model.index(0)
    assert index.data() == "Skill 0 0 %"
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Skill 0 told"
    assert index.data(ROW_ROLE) == cells(1)[0]


@pytest.mark.parametrize(
    ("width", "text", "columns", "rows"), [(1060, 100, 9, 2), (1900, 100, 18, 1), (960, 150, 6, 3), (330, 150, 2, 9)]
)
def test_it_takes_as_few_rows_as_the_width_allows(view, qtbot, width, text, columns, rows):
    view.theme.set_text_size(text)
    view.resize(width, 800)
    qtbot.waitUntil(lambda: view.columns == columns)
    view.resize(width, 800)
    assert view.height() == view.sizeHint().height() == rows * view.theme.px(32)
    tops = [view.visualRect(view.cells.index(row)).top() for row in range(18)]
    assert len(set(tops)) == rows
    assert len(set(tops[:columns])) == 1
    last = view.visualRect(view.cells.index(columns - 1))
    assert last.right() <= view.viewport().width()
    assert view.visualRect(view.cells.index(17)).bottom() <= view.viewport().height()


def test_where_the_height_is_short_the_rows_scroll_and_none_is_cut_off(view, qtbot):
    view.theme.set_text_size(150)
    view.resize(980, 60)
    qtbot.waitUntil(lambda: view.height() == 60)
    tops = [view.visualRect(view.cells.index(row)).top() for row in range(18)]
    assert len(set(tops)) == -(-18 // view.columns)
    assert view.verticalScrollBar().isVisible()
    assert view.visualRect(view.cells.index(view.columns - 1)).right() <= view.viewport().width()
    view.setCurrentIndex(view.cells.index(17))
    assert view.visualRect(view.cells.index(17)).bottom() <= view.viewport().height()
    view.resize(980, 400)
    qtbot.waitUntil(lambda: not view.verticalScrollBar().isVisible())


def test_a_click_and_enter_choose_a_skill(view, qtbot):
    chosen: list[str] = []
    view.skill_activated.connect(chosen.append)
    at = view.visualRect(view.cells.index(10)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["s10"]
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert chosen == ["s10", "s2"]


@pytest.mark.parametrize(("share", "then"), [(0.4, 0.6), (0.6, 0.4), (0.0, 0.3), (1.0, None)])
def test_every_state_is_painted(view, share, then):
    plain = view.grab().toImage()
    shown = cells()
    shown[3] = SkillCell("s3", "Skill 3", "x", share, "", change="+3", then=then, marked=True)
    view.cells.set_cells(shown)
    assert view.grab().toImage() != plain
