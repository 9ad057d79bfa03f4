"""What heals when, as an item model and in words."""

from PySide6.QtCore import Qt

from bones_desktop.panels.tracker.recoverylist import RecoveryModel, RecoveryRow


def test_the_model_is_sound(qtmodeltester):
    model = RecoveryModel()
    model.set_rows(
        [RecoveryRow("in 7 days", "Die 1 · Gaul", "day 8 of winter", 0), RecoveryRow("", "Die 2", "held", 1)]
    )
    qtmodeltester.check(model)


def test_a_row_is_read_out_whole():
    model = RecoveryModel()
    model.set_rows([RecoveryRow("in 7 days", "Die 1 · Gaul", "day 8 of winter", 0)])
    index = model.index(0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Die 1 · Gaul, in 7 days, day 8 of winter"
    assert index.data() == "Die 1 · Gaul"


def test_a_row_that_only_changes_its_day_keeps_the_place(qtbot):
    model = RecoveryModel()
    model.set_rows([RecoveryRow("in 7 days", "Die 1", "", 0)])
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        model.set_rows([RecoveryRow("in 6 days", "Die 1", "", 0)])
