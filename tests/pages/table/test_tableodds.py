"""The chances on the Table page: before the throw beside the button, after a failure in the reading."""

from dataclasses import replace
from random import Random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from bones_desktop.rules.bones.book.attempts import Task
from bones_desktop.rules.bones.book.character import add_count
from bones_desktop.rules.bones.book.characterdice import automatic_successes, task_pool
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.rules.bones.reading.tasks import read_task
from bones_desktop.rules.dice import Throw
from bones_desktop.wording.chances import chance_text
from tests.support.people import bob, die, ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import items, modify
from tests.support.tabledesk import Desk, Ones, poison


def expected(desk: Desk):
    """Return the odds of the task chosen from the rules alone."""
    character, strip = desk.document.character, desk.page.strip
    pool = task_pool(rulebook(), character, strip.request.items)
    return OddsCalculator(rulebook(), character.house_rules).task(strip.task, pool)


def with_spiffs(number, character=None):
    return (character or ragnar()).with_(spiffs=number)


def hero():
    """Return a player of ten full dice with ten sessions to spare (IMP-5)."""
    full = die("universal,physical,melee,melee,defend,maneuver")
    return ragnar().with_(dice=(full,) * 10, sessions=10)


def shows_what_is_true(desk: Desk) -> None:
    assert desk.page.strip.odds == expected(desk)


def test_the_chance_of_the_first_task_is_told(make):
    desk = make()
    shows_what_is_true(desk)
    assert chance_text(expected(desk).success) in desk.page.strip.chance.bar.accessibleDescription()


@pytest.mark.parametrize("change", ["skill", "level", "penalty", "darkness", "opposed", "item", "chip"])
def test_every_choice_of_the_task_is_counted(make, change):
    character = ragnar()
    for item in ("sword", "full-shield"):
        character = injuries.add_printed_item(rulebook(), character, item)
    desk = make(character=character)
    strip = desk.page.strip
    before = strip.odds
    match change:
        case "skill":
            strip.form.answer("skill", "social")
        case "level":
            QTest.mouseClick(strip.levels.segments["easy"], Qt.MouseButton.LeftButton)
        case "penalty":
            modify(strip, penalty=1)
        case "darkness":
            modify(strip, darkness=1)
        case "opposed":
            QTest.mouseClick(strip.levels.segments[""], Qt.MouseButton.LeftButton)
            strip.form.answer("against", 2)
            assert strip.odds.tie is not None
        case "item":
            desk.document.apply("Away", lambda now: injuries.remove_item(now, 1))
        case "chip":
            QTest.mouseClick(items(strip)[1], Qt.MouseButton.LeftButton)
    shows_what_is_true(desk)
    assert strip.odds != before


def test_injuries_poison_undo_and_another_character_are_counted(make):
    desk = make()
    first = desk.page.strip.odds
    desk.document.apply("Lose", lambda now: injuries.lose(now, 0))
    shows_what_is_true(desk)
    assert desk.page.strip.odds != first
    desk.document.undo_stack.undo()
    assert desk.page.strip.odds == first
    poison(desk)
    shows_what_is_true(desk)
    assert desk.page.strip.odds != first
    desk.document.open(bob().with_(id="f" * 32))
    shows_what_is_true(desk)


def test_what_is_not_allowed_says_why(make):
    desk = make()
    desk.page.strip.form.answer("skill", "magic")
    assert not desk.page.strip.odds.allowed
    assert "Magic needs at least one fitting icon on your dice." in desk.page.strip.chance.bar.accessibleDescription()
    assert not desk.page.strip.chance.details.isEnabled()
    desk.page.strip.form.answer("skill", "melee")
    assert desk.page.strip.chance.details.isEnabled()


@pytest.mark.parametrize("spiffs", [0, 1, 2])
def test_a_success_that_can_be_bought_is_marked(make, spiffs):
    desk = make(character=with_spiffs(spiffs))
    task = replace(desk.page.strip.task, bought=1)
    pool = task_pool(rulebook(), desk.document.character)
    chance = OddsCalculator(rulebook(), ragnar().house_rules).task(task, pool).success
    assert desk.page.strip.with_bought == (chance if spiffs == 2 else None)


def test_spiffs_gained_bring_the_mark_at_once(make):
    desk = make(character=with_spiffs(1))
    assert desk.page.strip.with_bought is None
    desk.document.apply("Spiff", lambda now: add_count(now, "spiffs", 1))
    assert desk.page.strip.with_bought is not None
    assert desk.page.strip.chance.bar.marker.label == "+1 bought"
    assert "With one more success bought for 2 spiffs: " in desk.page.strip.chance.bar.toolTip()


def test_automatic_successes_are_played_and_told_alike(make):
    desk = make(character=hero(), rng=Ones())
    assert automatic_successes(hero()) == 1
    assert desk.page.strip.task.automatic == 1
    shows_what_is_true(desk)
    without = replace(desk.page.strip.task, automatic=0)
    pool = task_pool(rulebook(), hero())
    assert desk.page.strip.odds != OddsCalculator(rulebook(), hero().house_rules).task(without, pool)
    desk.page.throw()
    played = desk.page.play.played
    assert played.occasion.task == desk.page.strip.task
    assert "step-automatic" in [step.code for step in played.reading.task.reading.steps]


def test_a_hidden_page_works_nothing_out_and_catches_up(make, monkeypatch):
    desk = make()
    worked: list[object] = []
    task = OddsCalculator.task
    monkeypatch.setattr(OddsCalculator, "task", lambda *args: worked.append(args) or task(*args))
    desk.page.hide()
    desk.document.apply("Lose", lambda now: injuries.lose(now, 0))
    assert not worked
    desk.page.show()
    assert worked
    shows_what_is_true(desk)


class Blanks(Random):
    """Every die shows its last face."""

    def randrange(self, *args: int) -> int:
        return args[0] - 1


def best_reroll(desk: Desk) -> float:
    """Return the best chance of success after one own die is thrown again, by trying every face of every die."""
    played = desk.page.play.played
    chances = []
    for place, one in enumerate(played.throw.dice):
        if one.group not in {"character", "item"}:
            continue
        wins = 0
        for index in range(len(one.faces)):
            indices = (*played.throw.indices[:place], index, *played.throw.indices[place + 1 :])
            again = Throw(played.throw.dice, indices)
            wins += read_task(rulebook(), ragnar().house_rules, played.occasion.task, again).success
        chances.append(wins / len(one.faces))
    return max(chances)


def advice(desk: Desk) -> list[str]:
    """Ask which die is best thrown again; return what is said."""
    desk.key(Qt.Key.Key_Q)
    menu = QApplication.activePopupWidget()
    if not isinstance(menu, QMenu):
        return []
    said = [action.text().replace("&", "") for action in menu.actions() if action.text().replace("&", "")]
    menu.close()
    return said


def test_the_best_die_to_throw_again_is_named_when_asked(make):
    desk = make(character=with_spiffs(1), rng=Blanks())
    desk.page.strip.form.answer("skill", "riding")
    desk.page.throw()
    assert not desk.page.play.played.reading.task.success
    assert best_reroll(desk) == 0.5
    assert "50 %" not in desk.page.reading.text(), "it is not said unasked"
    head, first, *others = advice(desk)
    assert "Chance of success" in head
    assert "Die 1" in first
    assert "50 %" in first
    assert len(others) == 3


def test_no_advice_without_a_spiff(make):
    desk = make(rng=Blanks())
    desk.page.strip.form.answer("skill", "riding")
    desk.page.throw()
    assert not advice(desk)
    assert [why.code for why in desk.refused] == ["spiffs-too-few"]
    desk.document.apply("Spiff", lambda now: add_count(now, "spiffs", 1))
    assert advice(desk)


def test_the_chart_opens_and_closes_by_keys_alone(make):
    desk = make()
    details, popup = desk.page.strip.chance.details, desk.page.strip.chance.popup
    details.setFocus()
    QTest.keyClick(details, Qt.Key.Key_Space)
    assert popup.isVisible()
    assert popup.accessibleName() == "Maneuver against Average"
    assert popup.chart.read_out.startswith(f"Success: {chance_text(desk.page.strip.odds.success)}")
    QTest.keyClick(QApplication.focusWidget() or popup, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_the_strip_has_a_task_of_its_own_before_any_character(qtbot, theme):
    from bones_desktop.pages.table.taskstrip import TaskStrip
    from bones_desktop.play.bones.played import ChosenOpponent

    strip = TaskStrip(theme, rulebook(), ChosenOpponent(rulebook()))
    qtbot.addWidget(strip)
    assert strip.task == Task("maneuver", "average")


def test_nothing_against_nothing_is_no_tie_in_the_bar_either(make):
    """The bar called it a tie, the reading after the throw a failure."""
    desk = make()
    strip = desk.page.strip
    strip.show_request(Request("melee", difficulty="", against=0))
    odds = strip.odds
    assert odds.tie.value > 0
    assert "Tie: never" in strip.chance.bar.said
    strip.show_request(Request("melee", difficulty="", against=1))
    assert strip.odds.drawn == strip.odds.tie
    assert strip.form.fields["against"].accessibleName() == "Their successes"
