"""A scene of the Basics in the running program: a task with sixes that fly again, harm, the reserve, sleep."""

import pytest

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
