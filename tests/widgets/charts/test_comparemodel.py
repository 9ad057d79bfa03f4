"""Two builds as a table: what its cells and heads say, and what views are told of."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from bones_desktop.rules.bones.reading.odds import SkillOdds
from bones_desktop.rules.chances import NEVER, Chance
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.charts.chancetable import CAP, NOW, PINNED, CompareModel, CompareTable
from bones_desktop.widgets.rows import ROW_ROLE
from tests.support.rulebooks import rulebook

LEVELS = rulebook().difficulties
NAMES = {"melee": "Melee", "craft": "Craft"}
HEADS = ("Pinned", "Now")


def odds(skill, share, cap=None):
    return SkillOdds(skill, True, None, cap, (Chance(share, 100),) * len(LEVELS))


def closed(skill):
    return SkillOdds(skill, False, reason("no-icon", "ACT-2", skill="Craft"), 0, (NEVER,) * len(LEVELS))


@pytest.fixture
def model(qapp):
    made = CompareModel(LEVELS, NAMES)
    made.compare([odds("melee", 40), closed("craft")], [odds("melee", 46), odds("craft", 20, 2)], "average", HEADS)
    return made


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester, model):
    qtmodeltester.check(model, force_py=True)
    qtmodeltester.check(CompareModel(LEVELS, NAMES), force_py=True)


def test_cells_tell_both_chances_and_how_far_they_are_apart(model):
    assert [model.index(0, column).data() for column in (PINNED, NOW, CAP)] == ["40 %", "46 %", "none"]
    assert model.index(0, NOW).data(ROW_ROLE).change == "+6"
    assert model.index(0, PINNED).data(ROW_ROLE).change == ""
    assert model.index(0, NOW).data(ROW_ROLE).chance == Chance(46, 100)
    said = model.index(0, NOW).data(Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Melee against Average: 46.0 %, 23 in 50 (+6 against the pinned build)"


def test_a_skill_that_could_not_be_attempted_says_why(model):
    assert [model.index(1, column).data() for column in (PINNED, NOW, CAP)] == ["–", "20 %", "– → 2"]
    assert model.index(1, PINNED).data(ROW_ROLE).chance is None
    assert (model.index(1, NOW).data(ROW_ROLE).change, model.index(1, CAP).data(ROW_ROLE).change) == ("+20", "+2")
    said = [model.index(1, column).data(Qt.ItemDataRole.AccessibleTextRole) for column in (PINNED, CAP)]
    assert said == [
        "Craft needs at least one fitting icon on your dice.",
        "Craft: cap – in the pinned build, 2 now",
    ]


def test_heads_name_the_builds_and_the_difficulty(model):
    across = [model.headerData(column, Qt.Orientation.Horizontal, ROW_ROLE).note for column in range(3)]
    assert across == ["Pinned", "Now", "Cap"]
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Average"
    assert model.headerData(1, Qt.Orientation.Vertical) == "Craft"
    tip = model.headerData(1, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Now: chance against Average"


def test_views_are_told_of_what_changed_only(model):
    rows: list[int] = []
    heads: list[object] = []
    resets: list[object] = []
    model.dataChanged.connect(lambda top, _bottom, _roles=(): rows.append(top.row()))
    model.headerDataChanged.connect(lambda orientation, _first, _last: heads.append(orientation))
    model.modelReset.connect(lambda: resets.append(1))
    pinned = [odds("melee", 40), closed("craft")]
    model.compare(pinned, [odds("melee", 46), odds("craft", 20, 2)], "average", HEADS)
    assert (rows, heads) == ([], [])
    model.compare(pinned, [odds("melee", 50), odds("craft", 20, 2)], "average", HEADS)
    assert (rows, heads) == ([0], [])
    model.compare(pinned, [odds("melee", 50), closed("craft")], "average", HEADS)
    assert (rows, heads) == ([0, 1], [Qt.Orientation.Vertical])
    model.compare(pinned, [odds("melee", 50), closed("craft")], "average", ("As created", "Now"))
    assert heads[-1] == Qt.Orientation.Horizontal
    assert not resets
    with pytest.raises(ValueError):
        model.compare(pinned[:1], pinned, "average", HEADS)


def test_the_table_chooses_a_skill_by_key_and_by_mouse(qtbot):
    theme = Theme("iron", 100)
    table = CompareTable(theme, LEVELS, NAMES, None)
    qtbot.addWidget(table)
    table.resize(600, 300)
    rows = [odds("melee", 40), odds("craft", 30, 2)]
    table.compare_model.compare(rows, rows, "average", HEADS)
    with qtbot.waitExposed(table):
        table.show()
    chosen: list[str] = []
    table.skill_activated.connect(chosen.append)
    table.setCurrentIndex(table.compare_model.index(1, 1))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    at = table.visualRect(table.compare_model.index(0, 0)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    qtbot.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert chosen == ["craft", "melee"]
    before = table.rowHeight(0)
    theme.set_text_size(150)
    assert table.rowHeight(0) > before
    assert not table.grab().isNull()
