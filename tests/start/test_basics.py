"""A scene of the Basics in the running program: a task with sixes that fly again, harm, the reserve, sleep."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from bones_desktop.storage.games import read_any
from tests.start.test_storybones import Teller

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
    plan = actor.game.play.planned("task", table.strip.answers)
    groups = [die.group for die in plan.dice]
    assert (groups.count("pool"), groups.count("black")) == (7, 4)
    actor.game.play.throw("task", table.strip.answers, [5, 0, *[1] * 9])
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
    assert table.strip.chance.bar.said.startswith("to succeed: ")
    actor.fill(table.form, {"hidden": 1})
    assert "black" not in {die.group for die in table.tray.contents.dice}
    assert table.brief.text() == ""
    assert not table.odds.isVisible()
    assert table.strip.chance.bar.said == "The dice are hidden, and so is the chance."
    assert not table.strip.by_hand.isEnabled(), "nobody knows how many dice to enter"
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
    assert "\N{NO-BREAK SPACE}%" in table.strip.degrees.text()
    actor.fill(table.form, {"traded": 9})
    actor.app.processEvents()
    assert not table.press.isEnabled()
    assert table.brief.text().startswith("You can trade three dice for one automatic success")
    assert table.tray.mapTo(table, table.tray.rect().topLeft()) == top
    actor.fill(table.form, {"traded": 0})
    dice = len(actor.game.play.planned("task", table.strip.answers).dice)
    actor.game.play.throw("task", table.strip.answers, [5, *[1] * (dice - 1)])
    actor.app.processEvents()
    assert "re-rolled" in table.brief.text()
    assert any("re-rolled" in each.text for each in table.reading.shown.findings)
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
    assert table.isAncestorOf(actor.app.focusWidget()), "the focus does not leave for the side bar"


def told(odds) -> dict[str, str]:
    """Return the chances by the name of their row, as they stand beside one another."""
    parts = [odds._rows.itemAt(n).widget() for n in range(odds._rows.count())]
    cells = ([each.text() for each in part.findChildren(QLabel)] for part in parts[1::2])
    said = [
        ", ".join(f"{chance} {outcome}" for chance, outcome in zip(each[::2], each[1::2], strict=True))
        for each in cells
    ]
    return dict(zip((part.text() for part in parts[::2]), said, strict=True))


def test_sixes_that_are_thrown_again_are_told_with_their_number(actor):
    actor.begin("oskar")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    actor.fill(table.form, {"with-pool": 1, "pool": 8})
    play = actor.game.play
    play.throw("task", table.strip.answers, [5, 5, 0, 0, 0, 1, 2, 3])
    actor.app.processEvents()
    assert "Each six counts and is re-rolled." in table.reading.shown.findings[0].text
    assert table.press.text() == "Roll 2d6 next"
    assert table.tray.contents.read_out(range(8), 6) == "1 ×3 · 2 · 3 · 4 · 6 ×2"
    play.throw_on([5, 1])
    actor.app.processEvents()
    assert "Each six counts and is re-rolled." in table.reading.shown.findings[0].text
    assert table.brief.text() == "Each six counts and is re-rolled."
    assert table.press.text() == "Roll 1d6 next"


def test_chances_of_numbers_are_told_from_the_numbers(actor):
    actor.begin("oskar")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    assert table.form.fields["skill"].text() == "No skill"
    rows = told(table.odds)
    said = table.strip.degrees.text().replace("\N{NO-BREAK SPACE}", " ")
    assert said == "better < 1 %  ·  good 1 %  ·  success 5 %  ·  partial success 28 %  ·  failure 66 %"
    assert rows["Net successes"] == "67 % 0, 28 % 1, 5 % 2, 1 % 3, < 1 % ≥ 4"


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
    before = table.strip.chance.bar.said
    compared = told(table.odds)["Sets of three dice traded"]
    assert [each.rpartition(" ")[2] for each in compared.split(", ")] == ["0", "1", "2"]
    actor.fill(table.form, {"traded": 2})
    assert table.strip.chance.bar.said != before
    actor.fill(table.form, {"traded": 9})
    assert not table.odds.isVisible()


def test_a_weapon_is_made_with_the_character_and_fills_the_attack_in(actor):
    actor.begin("lys")
    making = actor.page_of("build")
    making.go_to("weapons")
    fields = making.card.fields.fields
    actor.write(fields["weapon-1"], "Blunderbuss")
    assert fields["reload-1"].isVisible(), "the rest is asked for once there is a weapon"
    assert not fields.get("reload-2")
    assert fields["reload-1"].accessibleName() == "Weapon 1: rounds to reload", "1 is no number of rounds"
    actor.fill(making.card.fields, {"damage-1": 5, "weapon-skill-1": "Shooting", "reload-1": 1, "ranged-1": 1})
    [weapon] = actor.who.weapons
    assert (weapon.name, weapon.damage, weapon.skill, weapon.reload) == ("Blunderbuss", 5, "Shooting", 1)

    table = actor.page_of("table")
    actor.click(table.rolls["attack"])
    dice = [die.group for die in table.tray.contents.dice]
    assert dice.count("pool") == 3 + 2, "Dexterity and the skill of the weapon"
    assert "Rounds to reload Blunderbuss after this shot: 1" in table.brief.text()
    assert "to win: " in table.strip.chance.bar.said
    actor.fill(table.form, {"draw": 1, "aim": "hand-foot"})
    dice = [die.group for die in table.tray.contents.dice]
    assert (dice.count("pool"), dice.count("black")) == (2, 6)
    table.throw()
    actor.app.processEvents()
    assert "reload Blunderbuss" in actor.game.play.current.lines[0].result
    assert read_any(actor.game.session.path)[1].value == actor.who


def test_one_who_is_out_cannot_act_and_is_told_that_waking_costs_the_action(actor):
    actor.begin("oskar")
    actor.does("faint")
    table = actor.page_of("table")
    actor.click(table.rolls["task"])
    assert not table.press.isEnabled()
    assert table.brief.text() == "This character is unconscious and cannot act."
    actor.click(table.rolls["conscious"])
    assert table.press.isEnabled()
    assert "waking takes the action of this round" in table.brief.text()
