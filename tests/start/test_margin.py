"""A scene of Margin in the running program: a check saved by Luck, a blow let through, a power, a hold, a level."""

import pytest

from bones_desktop.rules.acts import Answers
from bones_desktop.rules.margin.character import lp_left, luck_left
from bones_desktop.storage.games import read_any
from tests.start.test_storybones import Teller

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


class Fencer(Teller):
    """Hands on the pages of a character of Margin."""

    GAME = "margin"

    @property
    def life(self) -> int:
        return lp_left(self.game.small.book, self.who)


@pytest.fixture
def fencer(tmp_path, qapp):
    with Fencer(tmp_path) as fencer:
        fencer.window.resize(1366, 768)
        yield fencer


def test_a_scene(fencer):
    fencer.begin("sable")
    book, before = fencer.game.small.book, fencer.life
    table = fencer.page_of("table")
    fencer.click(table.rolls["check"])
    fencer.fill(table.form, {"attribute": "mind", "skill": "1", "target": 14})
    fencer.game.play.throw("check", table.strip.answers, [2, 2, 2])
    luck = luck_left(book, fencer.who)
    assert luck == 2
    fencer.game.play.choose("reroll", 1)
    assert luck_left(book, fencer.who) == luck - 1
    assert len(fencer.game.play.due) == 3
    fencer.game.play.throw_on([5, 5, 3])
    reading = fencer.game.play.current.reading
    assert {each.id: each.outcome for each in reading.findings} == {"success": "success", "margin": "3"}
    assert [each.counts for each in fencer.game.play.current.fallen] == [False] * 3 + [True] * 3

    fencer.click(table.rolls["defence"])
    fencer.fill(table.form, {"score": 14})
    fencer.game.play.throw("defence", table.strip.answers, [1, 2, 2])
    [proposal] = fencer.game.play.proposals
    fencer.game.play.take_proposal(proposal.id)
    assert fencer.life == before - proposal.proposal.value
    fencer.trigger("undo")
    assert fencer.life == before

    assert fencer.game.play.do("hold", Answers({"name": "Entangled", "total": 13, "rounds": 2}))
    fencer.does("round")
    assert [each.rounds for each in fencer.who.holds] == [1]
    fencer.does("round")
    assert fencer.who.holds == ()
    fencer.does("session")
    assert luck_left(book, fencer.who) == luck
    fencer.does("level")
    assert "mg-powers" in {each.reason.code for each in fencer.game.small.game.check(book, fencer.who)}
    assert fencer.game.play.do("learn", Answers({"power": "healthy-body"}))
    assert fencer.game.small.game.check(book, fencer.who) == ()
    assert read_any(fencer.game.session.path)[1].value == fencer.who


def test_luck_that_is_used_up_says_so(fencer):
    fencer.begin("brother")
    table = fencer.page_of("table")
    fencer.click(table.rolls["check"])
    fencer.does("luck")
    table = fencer.page_of("table")
    fencer.game.play.throw("check", table.strip.answers, [2, 2, 2])
    refused = []
    fencer.game.play.journal.refused.connect(refused.append)
    fencer.game.play.choose("reroll", 1)
    assert [each.code for each in refused] == ["mg-no-luck"]
    assert fencer.game.play.due == ()


def test_luck_takes_back_the_damage_that_was_proposed(fencer):
    fencer.begin("sable")
    table = fencer.page_of("table")
    fencer.click(table.rolls["defence"])
    fencer.fill(table.form, {"score": 14})
    play = fencer.game.play
    play.throw("defence", table.strip.answers, [1, 2, 2])
    [first] = play.proposals
    play.choose("reroll", 1)
    assert play.proposals == ()
    fencer.trigger("undo")
    [again] = play.proposals
    assert again.proposal == first.proposal
    play.choose("reroll", 1)
    play.throw_on([2, 2, 2])
    [less] = play.proposals
    assert less.proposal.value < first.proposal.value


def test_an_attack_against_a_rolled_defence_is_made_at_the_table(fencer):
    fencer.begin("sable")
    table, play = fencer.page_of("table"), fencer.game.play
    fencer.click(table.rolls["attack"])
    fencer.fill(table.form, {"against": "roll", "their_bonus": 2, "target-prone": 1})
    assert len(table.tray.contents.dice) == 6
    play.throw("attack", table.strip.answers, [3, 3, 2, 2, 2, 2])
    assert {each.id: each.outcome for each in play.current.reading.findings} == {"hit": "hit", "damage": "5"}
    assert play.proposals == (), "the damage is the target's"


def test_who_is_down_is_told_so_before_a_roll(fencer):
    fencer.begin("sable")
    table = fencer.page_of("table")
    fencer.game.play.do("hurt", Answers({"value": 99}))
    fencer.app.processEvents()
    fencer.click(table.rolls["attack"])
    assert table.brief.text() == "This character is unconscious and cannot act."
    assert not table.press.isEnabled()
    fencer.click(table.rolls["defence"])
    assert "A deliberate attack now kills" in table.brief.text()
    assert table.press.isEnabled()
