"""The reading of a throw: result, sum, each die."""

from random import Random

import pytest
from PySide6.QtCore import QAbstractItemModel, Qt

from bones_desktop.panels.table.readingmodel import DieLine, DieRole, ReadingModel
from bones_desktop.panels.table.readingview import Act, ReadingView
from bones_desktop.rules.bones.attempts import Task
from bones_desktop.rules.bones.characterpool import task_pool
from bones_desktop.rules.bones.houserules import HouseRules
from bones_desktop.rules.bones.tasks import challenge_dice, read_task
from bones_desktop.rules.dice import throw
from bones_desktop.rules.reading import DieReading, Role
from bones_desktop.rules.reasons import reason
from bones_desktop.theme.theme import Theme
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook


def thrown(seed: int = 1, difficulty: str = "average"):
    task = Task("maneuver", difficulty)
    dice = (*task_pool(rulebook(), ragnar()), *challenge_dice(rulebook(), task))
    fell = throw(dice, Random(seed))
    return fell, read_task(rulebook(), HouseRules(), task, fell)


def fill(target, seed: int = 1, difficulty: str = "average"):
    fell, reading = thrown(seed, difficulty)
    codes = [face.code for face in fell.faces]
    roles = [die.role for die in reading.reading.dice]
    if isinstance(target, QAbstractItemModel):
        target.set_dice(reading.reading.dice, codes, roles)
    else:
        target.show_reading(reading, "Maneuver against Average", codes, roles)
    return reading


@pytest.fixture
def view(qtbot):
    view = ReadingView(Theme("iron"))
    qtbot.addWidget(view)
    view.resize(480, 300)
    view.show()
    return view


def test_the_model_keeps_the_laws_of_models(qtmodeltester):
    model = ReadingModel()
    fill(model)
    qtmodeltester.check(model)


def test_a_line_says_why(qapp):
    model = ReadingModel()
    reading = fill(model)
    for row, die in enumerate(reading.reading.dice):
        index = model.index(row, 0)
        assert index.data(DieRole.LINE).die is die
        assert index.data() == index.data(Qt.ItemDataRole.AccessibleTextRole)
        assert index.data().startswith(f"{die.label}: ")
    assert model.index(99, 0).data() is None


@pytest.mark.parametrize(
    ("role", "counts", "why", "amount"),
    [
        (Role.COUNTS, 2, reason("counts-skill", face="Double Melee", skill="Melee", n=2), "+2"),
        (Role.HURTS, 0, reason("cancels", face="Null", n=1), "−1"),
        (Role.HURTS, 0, reason("damages", face="Poison", n=1), ""),
        (Role.COUNTS, 0, reason("lifts-darkness", face="Perception (Night Vision)", n=1), ""),
        (Role.IDLE, 0, reason("blank"), ""),
        (Role.LOST, 1, reason("lost-to-damage", face="Melee"), ""),
    ],
)
def test_what_a_die_adds_or_takes(role, counts, why, amount):
    assert DieLine(DieReading(0, "character", "Gaul", "Melee", counts, role, why), "melee", role, "").amount == amount


def test_the_result_stands_first(view):
    reading = fill(view)
    assert view.headline.isVisible()
    assert view.headline.text().startswith("Success" if reading.success else "Failure")
    assert view.text().splitlines()[0] == f"{view.headline.text()}. Maneuver against Average."
    assert len(view.text().splitlines()) == 2 + len(reading.reading.dice)
    assert view.accessibleDescription() == view.text()


def test_tone_is_told_by_a_sign_too(view):
    pictures = set()
    for seed in range(30):
        reading = fill(view, seed)
        tone = view.headline.property("tone")
        assert tone == ("good" if reading.success else "bad")
        pictures.add((tone, view.sign.pixmap().toImage().constBits().tobytes()))
    assert len({picture for _tone, picture in pictures}) >= 2


def test_a_cleared_view_invites(view):
    fill(view)
    view.clear()
    assert not view.headline.isVisible()
    assert view.text() == ""
    assert "throw" in view.title.text()


def test_while_dice_move_it_says_what_for_and_not_more(view):
    fill(view)
    view.wait("Melee against Easy")
    assert view.title.text() == "Melee against Easy …"
    assert view.text() == ""
    assert not view.view.isVisible()


def test_a_long_result_is_written_smaller(view):
    fill(view)
    view.headline.setText("A tie: whoever acts fails, and nothing changes")
    view._fit_headline()
    small = view.headline.font().pixelSize()
    view.headline.setText("Success by 2")
    view._fit_headline()
    assert view.headline.font().pixelSize() > small


def test_the_result_is_large_where_a_style_sheet_rules(view, qapp):
    view._theme.apply(qapp)
    try:
        for seed in range(4):
            fill(view, seed)
            assert view.headline.font().pixelSize() == view._theme.px(28)
    finally:
        qapp.setStyleSheet("")


def test_what_is_proposed_is_a_button(view, qtbot):
    done = []
    fill(view)
    view.set_acts([Act("Poison takes die 2: lose it", lambda: done.append(2))])
    button = view._acts_row.itemAt(0).widget()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert done == [2]
    view.set_acts(())
    assert not view._acts.isVisible()


def test_pointing_tells_nobody_back(view):
    fill(view)
    told = []
    view.pointed.connect(told.append)
    view.point_at(3)
    assert view.view.currentIndex().row() == 3
    view.point_at(-1)
    assert not view.view.currentIndex().isValid()
    view.point_at(77)
    assert not told


def test_a_die_pointed_at_in_the_tray_comes_into_view(view, qtbot):
    reading = fill(view, difficulty="impossible")
    last = len(reading.reading.dice) - 1
    bar = view.view.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    view.point_at(last)
    assert bar.value() == bar.maximum()


def test_arrows_walk_over_the_dice(view, qtbot):
    fill(view)
    told = []
    view.pointed.connect(told.append)
    view.view.setFocus()
    qtbot.keyClick(view.view, Qt.Key.Key_Down)
    qtbot.keyClick(view.view, Qt.Key.Key_Down)
    assert told[-1] == view.view.currentIndex().row() >= 1


def test_it_can_be_painted_in_every_theme(view):
    fill(view, difficulty="impossible")
    for name in ("parchment", "contrast", "iron"):
        view._theme.set_theme(name)
        assert not view.grab().isNull()
