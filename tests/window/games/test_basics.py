"""A scene of the Basics in the running program: a task with sixes that fly again, harm, the reserve, sleep."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.storage.games.games import read_any
from tests.window.games.test_storybones import Teller

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Actor(Teller):
    """Hands on the pages of a character of the Basics."""

    GAME = "basics"


@pytest.fixture
def actor(tmp_path, qapp):
    with Actor(tmp_path) as actor:
        actor.window.resize(1366, 768)
        yield actor


def test_a_scene(actor):
    actor.begin("lys")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    actor.fill(table.form, {"attribute": "dexterity", "skill": "1", "difficulty": "difficult", "again": "1"})
    plan = actor.game.play.planned("task", table._answers(table.form.answers))
    groups = [die.group for die in plan.dice]
    assert (groups.count("pool"), groups.count("black")) == (7, 4)
    actor.game.play.throw("task", table._answers(table.form.answers), [5, 0, *[1] * 9])
    assert actor.game.play.current.reading.findings == ()
    assert "1d6" in table.press.text()
    actor.game.play.throw_on([0])
    reading = actor.game.play.current.reading
    assert {each.id: each.outcome for each in reading.findings} == {"degree": "good", "net": "3"}
    assert all(each.counts for each in actor.game.play.current.fallen)

    actor.does("hurt", value=8, kind="normal")
    assert actor.who.state == "reserve"
    actor.throws("conscious", dice=2)
    actor.does("sleep")
    assert (actor.who.state, len(actor.who.marks)) == ("hurt", 5)
    actor.trigger("undo")
    assert actor.who.state == "reserve"
    actor.click(actor.page_of("tracker").things["tries"].buttons["reset"])
    assert actor.who.tries == ()
    assert read_any(actor.game.session.path)[1].value == actor.who


def test_black_dice_stay_hidden_until_they_fall(actor):
    actor.begin("oskar")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    actor.fill(table.form, {"attribute": "strength", "difficulty": "difficult"})
    assert "black" in {die.group for die in table.tray.contents.dice}
    assert table.brief.text()
    actor.fill(table.form, {"hidden": 1})
    assert "black" not in {die.group for die in table.tray.contents.dice}
    assert table.brief.text() == ""
    assert not table.odds.isVisible()
    assert not table.form.fields["throw"].isVisible()
    table.throw()
    actor.app.processEvents()
    fallen = actor.game.play.current.fallen
    assert sum(each.die.group == "black" for each in fallen) == 3


def test_beside_throw_it_says_why_it_is_grey_or_goes_on_and_nothing_moves(actor):
    actor.begin("oskar")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    actor.fill(table.form, {"attribute": "strength", "skill": "7"})
    actor.app.processEvents()
    top = table.tray.mapTo(table, table.tray.rect().topLeft())
    assert " %" in table.brief.text()
    actor.fill(table.form, {"traded": 9})
    actor.app.processEvents()
    assert not table.press.isEnabled()
    assert table.brief.text().startswith("Three dice make an automatic success")
    assert table.tray.mapTo(table, table.tray.rect().topLeft()) == top
    actor.fill(table.form, {"traded": 0})
    dice = len(actor.game.play.planned("task", table._answers(table.form.answers)).dice)
    actor.game.play.throw("task", table._answers(table.form.answers), [5, *[1] * (dice - 1)])
    actor.app.processEvents()
    assert "thrown again" in table.brief.text()
    assert any("thrown again" in each.text() for each in table.findings.findings)
    assert table.tray.mapTo(table, table.tray.rect().topLeft()) == top
    actor.fill(table.form, {"traded": 9})
    actor.window.activateWindow()
    QTest.qWaitForWindowActive(actor.window)
    table.press.setFocus()
    QTest.mouseClick(table.press, Qt.MouseButton.LeftButton)
    while not actor.game.play.current.reading.findings:
        actor.game.play.throw_on([0] * len(actor.game.play.due))
    actor.app.processEvents()
    assert not table.press.isEnabled()
    assert actor.app.focusWidget() is table, "the focus does not leave for the side bar"


def test_chances_of_numbers_are_told_from_the_numbers(actor):
    actor.begin("oskar")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    rows = [table.odds._grid.itemAt(n).widget().text() for n in range(table.odds._grid.count())]
    assert rows[rows.index("Net successes") + 1].startswith("0: ")


def test_a_skill_and_its_dice_stand_on_one_line_and_a_rule_says_yes_or_no(actor):
    actor.begin("oskar")
    page = actor.page_of("build")
    page.go_to("skills")
    actor.app.processEvents()
    skill, dice = page.card.fields.fields["skill-1"], page.card.fields.fields["dice-1"]
    assert abs(skill.geometry().center().y() - dice.geometry().center().y()) <= 2
    assert (page.card.fields._labels["dice-1"].text(), dice.accessibleName()) == ("Dice", "Dice 1")
    page.go_to("gear")
    actor.app.processEvents()
    answer = page.card.fields.fields["works-as-melee"]
    assert (answer.text(), answer.icon().isNull()) == ("No", True)
    actor.click(answer)
    assert (answer.text(), answer.icon().isNull()) == ("Yes", False)


def test_trading_is_compared_by_its_chances(actor):
    actor.begin("oskar")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    actor.fill(table.form, {"attribute": "strength", "skill": "7"})
    before = table.brief.text()
    rows = [table.odds._grid.itemAt(n).widget().text() for n in range(table.odds._grid.count())]
    assert [each for each in rows if each.startswith("Threes traded")] == [
        f"Threes traded for successes: {n}" for n in range(3)
    ]
    actor.fill(table.form, {"traded": 2})
    assert table.brief.text() != before
    actor.fill(table.form, {"traded": 9})
    assert not table.odds.isVisible()
