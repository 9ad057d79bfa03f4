"""Dice as rows of small faces."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester

from bones_desktop.panels.builder.odds.comparison import DieRow, DieRowModel, DieRowView
from bones_desktop.theme.theme import Theme

CODES = ("universal", "physical", "melee", "", "defend x2", "riposte")


def rows(count=4, **changed):
    return [DieRow(f"Die {n + 1}", CODES, f"Die {n + 1} told", **changed) for n in range(count)]


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester):
    model = DieRowModel()
    qtmodeltester.check(model, force_py=True)
    model.set_rows(rows())
    qtmodeltester.check(model, force_py=True)
    assert model.index(1).data() == "Die 2"
    assert model.index(1).data(Qt.ItemDataRole.AccessibleTextRole) == "Die 2 told"


def test_only_dice_that_changed_are_told(qapp):
    model = DieRowModel()
    model.set_rows(rows())
    told: list[int] = []
    model.dataChanged.connect(lambda top, _bottom, _roles=(): told.append(top.row()))
    changed = rows()
    changed[2] = DieRow("Die 3", CODES, "other", marked=frozenset({1}))
    model.set_rows(changed)
    model.set_rows(list(changed))
    assert told == [2]


@pytest.mark.parametrize(("width", "text"), [(150, 100), (250, 100), (250, 150), (700, 100)])
def test_six_faces_fit_every_width(qtbot, width, text):
    theme = Theme("parchment", text)
    model = DieRowModel()
    model.set_rows(rows())
    view = DieRowView(theme, model)
    model.setParent(view)
    qtbot.addWidget(view)
    view.resize(width, 300)
    with qtbot.waitExposed(view):
        view.show()
    side = view.itemDelegate().side
    assert 6 * (side + theme.px(4)) <= view.viewport().width()
    assert side <= theme.px(34)
    plain = view.grab().toImage()
    model.set_rows(rows(lost=True))
    lost = view.grab().toImage()
    model.set_rows(rows(marked=frozenset({0, 5})))
    assert view.grab().toImage() not in (plain, lost)
    assert plain != lost
