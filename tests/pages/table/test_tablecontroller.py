"""What is led from the request to the reading, when something changes halfway."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from bones_desktop.play.bones.played import request_json
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.storage.log.logentry import BOUGHT_TAKEN_BACK, EntryKind
from bones_desktop.widgets.throwlist.throwmodel import ThrowRole
from tests.support.people import bob, ragnar
from tests.support.tabledesk import Desk, Ones


def enter_all(desk: Desk) -> None:
    """Answer every question by hand with the first face."""
    entry = desk.page.by_hand
    while not entry.entered.complete:
        entry.give(0)
    entry.finish()


def told(desk: Desk) -> list[str]:
    words: list[str] = []
    desk.notices.message.connect(words.append)
    return words


def test_dice_that_come_back_while_they_are_entered_are_asked_for_anew(make):
    desk = make(rng=Ones())
    desk.key(Qt.Key.Key_Space)
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    desk.key(Qt.Key.Key_B)
    desk.page.by_hand.give(0)
    words = told(desk)
    desk.document.undo_stack.undo()
    assert not desk.page.by_hand.isVisible()
    assert words == ["The dice have changed. Enter them again (B). What you entered is kept for the same dice."]
    desk.key(Qt.Key.Key_B)
    enter_all(desk)
    assert len(desk.page.play.played.throw.dice) == len(ragnar().dice) + 4


def test_a_die_lost_while_dice_are_entered_is_not_asked_for(make):
    desk = make(rng=Ones())
    desk.key(Qt.Key.Key_Space)
    desk.key(Qt.Key.Key_B)
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    assert not desk.page.by_hand.isVisible()
    desk.key(Qt.Key.Key_B)
    enter_all(desk)
    assert desk.page.play.played.owner.dice == (1, 2, 3)
    assert len(desk.page.play.played.throw.dice) == 7


def test_what_leaves_the_dice_alone_leaves_the_entry_alone(make):
    desk = make(rng=Ones())
    desk.key(Qt.Key.Key_Space)
    desk.key(Qt.Key.Key_B)
    desk.page.by_hand.give(0)
    desk.document.apply("Spiffs", lambda each: each.with_(spiffs=3))
    assert desk.page.by_hand.isVisible()
    assert desk.page.by_hand.entered.known == 1


def test_a_real_die_that_is_lost_is_not_entered_again(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=3))
    desk.key(Qt.Key.Key_B)
    enter_all(desk)
    desk.page.controller.pick_die(0)
    assert desk.page.by_hand.isVisible()
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    assert not desk.page.by_hand.isVisible()


@pytest.fixture
def rethrowing(make):
    """A desk where one die flies again."""
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=3), speed="normal")
    desk.page.throw()
    desk.page.tray.skip()
    desk.page.controller.pick_die(0)
    assert desk.page.play.pending
    return desk


def test_undo_of_a_die_that_flies_again_ends_its_motion(rethrowing):
    at_rest = "Roll"
    assert rethrowing.page.strip.button.text() != at_rest
    rethrowing.document.undo_stack.undo()
    assert not rethrowing.page.play.pending
    assert rethrowing.page.strip.button.text() == at_rest
    assert rethrowing.page.tray.shown == rethrowing.page.play.played.indices


def test_another_character_while_a_die_flies_again_leaves_one_line(rethrowing):
    logged: list[object] = []
    rethrowing.page.logged.connect(logged.append)
    rethrowing.document.open(bob())
    throws = [each for each in rethrowing.log.latest() if each.kind is EntryKind.THROW]
    assert len(throws) == 1
    assert not logged
    assert rethrowing.page.log.model.rowCount() == rethrowing.log.ids().buffer_info()[1]


def test_another_die_than_the_one_taken_back_is_refused_with_its_reason(rethrowing):
    rethrowing.page.tray.skip()
    rethrowing.document.undo_stack.undo()
    rethrowing.key(Qt.Key.Key_R)
    rethrowing.page.controller.pick_die(1)
    assert [why.code for why in rethrowing.refused] == ["only-die-again"]
    assert rethrowing.page.controller.picking
    assert rethrowing.page.controller.pick_own(0)
    assert rethrowing.page.play.pending


def test_undo_of_a_success_bought_before_is_seen_among_the_last_throws(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=3))
    desk.key(Qt.Key.Key_Space)
    desk.key(Qt.Key.Key_S)
    bought = desk.page.play.played.entry
    desk.key(Qt.Key.Key_Space)
    desk.document.undo_stack.undo()
    model = desk.page.log.model
    [shown] = [
        each for row in range(model.rowCount()) if (each := model.index(row).data(ThrowRole.ENTRY)).id == bought.id
    ]
    assert shown.tags == (BOUGHT_TAKEN_BACK,)
    assert shown == desk.log.entry(bought.id)


SPIFF_KEYS = (Qt.Key.Key_R, Qt.Key.Key_S, Qt.Key.Key_Q, Qt.Key.Key_V)


@pytest.mark.parametrize("key", SPIFF_KEYS)
def test_before_the_first_throw_the_keys_of_spiffs_say_why_they_do_nothing(make, key):
    desk = make(character=ragnar().with_(spiffs=3))
    words = told(desk)
    desk.key(key)
    assert words == ["There is no roll on the table: roll first (Space)."]


@pytest.mark.parametrize("key", SPIFF_KEYS)
def test_while_dice_fly_the_keys_of_spiffs_say_why_they_do_nothing(rethrowing, key):
    words = told(rethrowing)
    rethrowing.key(key)
    assert words == ["The dice are still in motion: show the result first (Space)."]
    assert rethrowing.document.character.spiffs == 2


def test_where_spiffs_did_nothing_there_is_nothing_to_veto(make):
    desk = make(character=ragnar().with_(spiffs=3))
    desk.key(Qt.Key.Key_Space)
    words = told(desk)
    desk.key(Qt.Key.Key_V)
    assert words == ["Nothing was done to this roll, so there is nothing to undo."]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        (Request(difficulty="", opponent="block:nobody"), "None of your packs has this opponent any more"),
        (Request(skill="magic"), "Magic needs at least one fitting icon"),
        (Request(), "Maneuver against Average: ready to roll (Space)"),
    ],
)
def test_what_is_repeated_is_said_to_be_ready_only_when_it_is(make, request_, words):
    desk = make()
    desk.key(Qt.Key.Key_Space)
    entry = replace(desk.page.play.played.entry, request=request_json(request_))
    said = told(desk)
    desk.page.repeat(entry)
    assert len(said) == 1
    assert said[0].startswith(words)


ONLY_OWN = "Only a die of your own that is not lost can be re-rolled."


def test_a_die_that_may_not_be_thrown_again_is_refused_with_the_reason_and_another_may_be_chosen(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=3))
    desk.key(Qt.Key.Key_Space)
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 1))
    words = told(desk)
    desk.key(Qt.Key.Key_R)
    desk.key(Qt.Key.Key_9)
    desk.key(Qt.Key.Key_2)
    challenge = len(ragnar().dice)
    desk.page.reading.view.die_activated.emit(challenge)
    assert words == [ONLY_OWN] * 3
    assert desk.page.controller.picking
    assert desk.document.character.spiffs == 3
    desk.key(Qt.Key.Key_1)
    assert desk.document.character.spiffs == 2


def test_a_loss_is_proposed_until_it_is_taken_and_again_when_that_is_undone(make):
    desk = make(rng=Ones())
    poison = injuries.hindering_from(desk.document.rulebook.die("poison"))
    desk.document.apply("Poison", lambda each: injuries.add_hindering(each, poison))
    desk.key(Qt.Key.Key_Space)
    words = desk.page.reading.title
    assert "is to be lost." in words.text()
    [harm] = desk.page.play.proposals()
    desk.page.play.take(harm)
    assert "Dice lost to damage: 1." in words.text()
    desk.document.undo_stack.undo()
    assert "is to be lost." in words.text()
