"""A scene of Story Bones in the running program: burning, a contest with its ties, harm, growth, a new session."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from bones_desktop.storage.games import read_any
from tests.start.test_journey import Player

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Teller(Player):
    """Hands on the pages of a character of Story Bones."""

    GAME = "story_bones"

    def begin(self, sample: str) -> None:
        self.trigger("new")
        dialog = self.dialog()
        name, search = dialog.findChildren(QLineEdit)[:2]
        search.setText(sample)
        QTest.keyClick(name, Qt.Key.Key_Return)
        self.app.processEvents()
        assert self.window.game == self.GAME

    def burnt(self) -> list[str]:
        return [phrase.text for _key, phrase in self.who.phrases() if phrase.burnt]


@pytest.fixture
def teller(tmp_path, qapp):
    with Teller(tmp_path) as teller:
        teller.window.resize(1366, 768)
        yield teller


def made(teller: Teller) -> None:
    """Make a character by the pages: every step by its fields."""
    teller.trigger("new")
    dialog = teller.dialog()
    name, search = dialog.findChildren(QLineEdit)[:2]
    QTest.keyClicks(search, "story bones character")
    QTest.keyClicks(name, "Ada")
    QTest.keyClick(name, Qt.Key.Key_Return)
    teller.app.processEvents()
    card = teller.page_of("build").card
    words = {"concept": "a locksmith", "trait-1": "Locks", "trait-2": "Rope", "trait-3": "Cards"}
    for _step in range(10):
        for id, field in card.fields.fields.items():
            if id.startswith(("descriptor", "quirk")) or id in words:
                teller.write(field, words.get(id, f"words of {id}"))
        if card._step is None or card._step.id == "house":
            break
        teller.goes_on()


def test_a_character_is_made_step_by_step(teller):
    made(teller)
    assert teller.who.name == "Ada"
    assert teller.who.pool == 4
    assert not teller.game.small.game.check(teller.game.small.book, teller.who)


def test_a_scene(teller):
    teller.begin("mara")
    assert teller.who.health == 1
    pool = teller.who.pool
    said = teller.throws("task", target=2, **{"burn-descriptor-1": 1})
    assert any(word in said for word in ("success", "failure"))
    assert len(teller.game.play.current.fallen) == pool + 1
    assert teller.burnt() == ["sees the track nobody else sees"]
    assert not teller.game.table.form.fields["burn-descriptor-1"].isVisible()
    before = teller.who
    teller.trigger("undo")
    assert teller.burnt() == []
    teller.trigger("redo")
    assert teller.who == before

    for _contest in range(12):
        teller.throws("contest", their_pool=12, risk=1)
        reading = teller.game.play.current.reading
        winner = next(each for each in reading.findings if each.id == "winner")
        if reading.harm is not None:
            break
    assert winner.outcome == "lose"
    [proposal] = teller.game.play.proposals
    assert proposal.proposal.value == next(each.value for each in reading.findings if each.id == "levels")
    teller.game.play.take_proposal(proposal.id)
    assert teller.who.health == min(3, 1 + proposal.proposal.value)
    teller.trigger("undo")

    teller.does("award", survived=1, value=4)
    teller.does("buy", what="descriptor", text="never late")
    assert [each.text for each in teller.who.descriptors][-1] == "never late"
    teller.does("session")
    assert teller.burnt() == []
    assert read_any(teller.game.session.path)[1].value == teller.who
    titles = {each.title for each in teller.program.pages.room.log.latest(60) if each.game == "story_bones"}
    assert {"Burn a phrase", "Task", "Contest", "Gain Story Points", "Buy with Story Points", "New session"} <= titles


def test_a_tie_is_thrown_again_with_the_old_faces_struck(teller):
    teller.begin("wren")
    table = teller.page_of("table")
    teller.click(table.rolls["contest"])
    teller.fill(table.form, {"their_pool": teller.who.pool})
    plan = teller.game.play.planned("contest", table.strip.answers)
    teller.game.play.throw("contest", table.strip.answers, [0] * len(plan.dice))
    assert teller.game.play.due == plan.dice, "as many Odds on both sides are a tie"
    teller.game.play.throw_on([0] * 5 + [1] * 5)
    fallen = teller.game.play.current.fallen
    assert [each.counts for each in fallen] == [False] * 10 + [True] * 10
    assert teller.game.play.current.reading.findings[0].outcome == "win"


def test_the_chance_of_dying_is_said_before_a_contest_with_risk(teller):
    teller.begin("tobias")
    table = teller.page_of("table")
    teller.click(table.rolls["contest"])
    teller.fill(table.form, {"their_pool": 10, "risk": 1})
    assert "dead" in table.strip.degrees.text()


def test_days_of_care_and_an_advantage_in_the_window(teller):
    teller.begin("mara")
    assert teller.who.health == 1
    teller.does("care", days=2, pace=5)
    assert (teller.who.health, teller.who.cared) == (1, 2)
    teller.does("care", days=3, pace=5)
    assert (teller.who.health, teller.who.cared) == (0, 0)
    pool = teller.who.pool
    teller.throws("task", target=2, advantage="3", disadvantage="1")
    now = teller.game.play.current
    assert (len(now.fallen), now.plan.asked.target) == (pool + 3, 3)
