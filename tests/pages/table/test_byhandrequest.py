"""Dice entered by hand while the task is chosen otherwise, and who has the keys meanwhile."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.widgets.focus import send_focus_home
from tests.support.people import ragnar
from tests.support.tabledesk import Desk, Ones

AGAIN = ["The dice have changed. Enter them again (B). What you entered is kept for the same dice."]


@pytest.fixture
def desk(make) -> Desk:
    """One of the real dice is entered already."""
    desk = make(rng=Ones())
    desk.page.activateWindow()
    desk.told = []
    desk.notices.message.connect(desk.told.append)
    desk.page.strip.show_request(Request("melee"))
    desk.key(Qt.Key.Key_B)
    desk.key(Qt.Key.Key_1)
    return desk


def finish(desk: Desk) -> None:
    entry = desk.page.by_hand
    for place, question in enumerate(entry.entered.questions):
        if entry.entered.answers[place] is None:
            entry.entered.go_to(place)
            entry.give(question.answers - 1)
    entry.finish()


def test_what_changes_no_dice_keeps_the_faces_and_counts_for_the_new_task(desk):
    desk.page.strip.show_request(Request("melee", penalty=2))
    desk.page.strip.show_request(Request("maneuver", penalty=2))
    assert desk.page.by_hand.isVisible()
    assert desk.page.by_hand.board.title.full_text == "Maneuver against Average"
    assert desk.page.by_hand.entered.known == 1
    finish(desk)
    played = desk.page.play.played
    assert (played.title, played.occasion.task.skill, played.occasion.task.penalty) == (
        "Maneuver against Average", "maneuver", 2,
    )  # fmt: skip
    assert played.throw.indices[0] == 0
    assert not desk.told


@pytest.mark.parametrize(
    "other",
    [
        Request("melee", difficulty="difficult"),
        Request("melee", difficulty="", opponent="block:goblin"),
        Request("melee", difficulty="", opponent="block:nobody"),
        Request("magic"),
    ],
)
def test_other_dice_or_a_task_that_is_not_allowed_are_asked_for_anew(desk, other):
    desk.page.strip.show_request(other)
    assert not desk.page.by_hand.isVisible()
    assert desk.told[:1] == AGAIN
    assert desk.page.play.played is None


def test_what_leaves_the_dice_alone_leaves_the_entry_alone_before_the_first_throw_too(desk):
    desk.document.apply("Spiffs", lambda each: each.with_(spiffs=3))
    assert desk.page.by_hand.isVisible()
    assert desk.page.by_hand.entered.known == 1
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    assert not desk.page.by_hand.isVisible()
    assert desk.told == AGAIN


def test_the_same_dice_show_again_what_was_entered_of_them(desk):
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    desk.document.undo_stack.undo()
    desk.told.clear()
    desk.key(Qt.Key.Key_B)
    assert desk.page.by_hand.entered.known == 1
    assert desk.told == ["What you entered before is here again."]


def test_nothing_is_said_to_be_kept_of_an_entry_not_begun(desk):
    desk.key(Qt.Key.Key_Backspace)
    desk.document.apply("Lose a die", lambda each: injuries.lose(each, 0))
    assert desk.told == ["The dice have changed. Enter them again (B)."]


def test_another_character_asks_for_nothing(desk):
    desk.document.open(ragnar())
    assert not desk.page.by_hand.isVisible()
    assert not desk.told


def test_the_keys_stay_with_the_entry_when_the_task_is_chosen_otherwise(desk):
    desk.page.strip.form.fields["skill"].setFocus()
    send_focus_home(desk.page.strip.form.fields["skill"])
    assert QApplication.focusWidget() is desk.page.by_hand
    assert desk.page.focusProxy() is desk.page.by_hand
    desk.key(Qt.Key.Key_Escape)
    assert desk.page.focusProxy() is desk.page.tray
    assert QApplication.focusWidget() is desk.page.tray


def test_a_die_to_throw_again_is_asked_for_whatever_the_next_task(desk):
    finish(desk)
    desk.document.apply("Spiffs", lambda each: each.with_(spiffs=3))
    desk.key(Qt.Key.Key_R)
    desk.page.controller.pick_die(desk.page.spiffs.rerollable()[0])
    title = desk.page.by_hand.board.title.full_text
    desk.page.strip.show_request(Request("maneuver", difficulty="difficult"))
    assert desk.page.by_hand.isVisible()
    assert desk.page.by_hand.board.title.full_text == title
