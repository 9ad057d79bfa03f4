"""The players' view shows the current state of the last roll, but nothing while dice are falling."""

from datetime import UTC, datetime

import pytest

from bones_desktop.play.bones.fightlog import PlayersMessage
from bones_desktop.play.bones.harm import result_words
from bones_desktop.rules.bones.life.campaigns import add_member, set_hidden
from bones_desktop.rules.bones.reading.requests import Request
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

FREE = Request(difficulty="", against=0)
BLANKS = (4, 4, 2, 2)
NONE, BY_ONE, BY_TWO = "No success", "Success by 1", "Success by 2"
NOTHING = "The last roll is shown here."


@pytest.fixture
def running(qapp, tmp_path):
    with Running(tmp_path, clock=lambda: datetime(2026, 11, 21, 20, 41, tzinfo=UTC), page="table") as running:
        running.program.document.open(ragnar().with_(spiffs=9))
        running.window.show_page("table")
        yield running
        running.program.campaigns.players.close()


def shown(running) -> str:
    running.trigger("players")
    return running.program.campaigns.players.result.text


def throw(running, faces=BLANKS) -> None:
    running.program.pages.table.play.throw(FREE, None, faces)


def test_what_is_done_to_a_throw_is_seen_by_the_players_too(running):
    table, undo = running.program.pages.table, running.program.document.undo_stack
    throw(running)
    seen = [shown(running)]
    for act in (
        table.spiffs.buy,
        table.spiffs.veto,
        lambda: table.spiffs.overrule(2, "so it is"),
        undo.undo,
        undo.undo,
        undo.undo,
        undo.redo,
    ):
        act()
        seen.append(running.program.campaigns.players.result.text)
    assert [words.partition(". ")[2] for words in seen] == [NONE, BY_ONE, NONE, BY_TWO, NONE, BY_ONE, NONE, BY_ONE]


def test_a_throw_made_before_the_view_was_first_opened_is_shown_as_it_is_now(running):
    throw(running)
    running.program.pages.table.spiffs.buy()
    assert shown(running).endswith(BY_ONE)


def test_a_throw_made_while_the_view_is_closed_is_shown_when_it_is_opened(running):
    assert shown(running) == NOTHING
    view = running.program.campaigns.players
    view.close()
    throw(running)
    running.program.pages.table.spiffs.buy()
    running.program.document.open(bob())
    assert shown(running).startswith("Ragnar: ")
    assert shown(running).endswith(BY_ONE)


def test_undo_changes_what_is_shown_of_a_throw_that_left_the_table(running):
    throw(running)
    running.program.pages.table.spiffs.buy()
    assert shown(running).endswith(BY_ONE)
    undo = running.program.document.undo_stack
    running.program.document.apply("Dice", lambda each: each.with_(dice=each.dice[::-1]))
    assert running.program.pages.table.play.played is None
    undo.undo()
    undo.undo()
    assert shown(running).endswith(NONE)


def test_an_earlier_throw_amended_does_not_take_the_place_of_the_last(running):
    throw(running)
    running.program.pages.table.spiffs.buy()
    throw(running, (0, 0, 2, 2))
    last = shown(running)
    running.program.document.undo_stack.undo()
    assert shown(running) == last
    assert not last.endswith(NONE)


def test_nothing_is_shown_before_its_dice_lie_still(running):
    throw(running)
    before = shown(running)
    table = running.program.pages.table
    running.program.desk.pace.choose("normal")
    running.window.show_page("table")
    table.spiffs.overrule(2, "")
    overruled = shown(running)
    assert overruled != before
    table.play.throw(FREE)
    assert table.play.pending
    assert shown(running) == overruled
    running.program.document.undo_stack.undo()
    assert table.play.pending
    assert shown(running) == before, "the roll that lies still is as it is now"
    table.tray.skip()
    assert not table.play.pending
    assert shown(running) == result_words(rulebook(), table.play.played)


def test_a_throw_cut_short_by_another_character_is_shown(running):
    assert shown(running) == NOTHING
    running.program.desk.pace.choose("normal")
    table = running.program.pages.table
    table.play.throw(FREE)
    assert table.play.pending
    assert shown(running) == NOTHING
    running.program.document.open(bob())
    assert shown(running).startswith("Ragnar: ")


def test_a_secret_throw_stays_secret_though_the_view_is_opened_later(running):
    campaigns = running.program.campaigns
    running.window.show_page("campaign")
    campaigns.page.files.create("Wolves")
    member = running.program.document.character

    def hide(*, hidden: bool) -> None:
        campaigns.campaigns.apply("Hide", lambda now: set_hidden(now, member.id, hidden))

    campaigns.campaigns.apply("Add", lambda now: add_member(now, member.id, "Ragnar", "r.bones"))
    hide(hidden=True)
    throw(running)
    hide(hidden=False)
    assert shown(running) == NOTHING
    throw(running)
    assert shown(running).endswith(NONE)


@pytest.mark.parametrize("words", ["Goblin: out of the fight", "Goblin: Acts first."])
def test_effects_are_set_apart_by_one_full_stop(running, words):
    running.trigger("players")
    view = running.program.campaigns.players
    view.show_fight(PlayersMessage("Round 1", (("", words), ("", "Ragnar loses 1 die: Wounded"))))
    assert view.result.text == f"Round 1. {words.removesuffix('.')}. Ragnar loses 1 die: Wounded"


def test_damage_below_zero_is_asked_only_with_a_party_in_view(running):
    running.trigger("players")
    view = running.program.campaigns.players
    assert view.below_zero.isHidden()
    running.window.show_page("campaign")
    running.program.campaigns.page.files.create("Wolves")
    member = running.program.document.character
    running.program.campaigns.campaigns.apply("Add", lambda now: add_member(now, member.id, "Ragnar", "r.bones"))
    assert not view.below_zero.isHidden()
