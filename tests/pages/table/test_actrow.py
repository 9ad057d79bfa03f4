"""What spiffs may do to a throw: offered with prices, refused with reasons, taken back by a veto."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu

from bones_desktop.pages.table.readingmodel import BEST, DECLINE, VETO, play_view
from bones_desktop.pages.table.readingview import ReadingView
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.injury.spiffs import ADDED_SUCCESS, REROLL
from bones_desktop.rules.bones.reading.plays import (
    EARNED_SUCCESS,
    Play,
    Reroll,
    best_rerolls,
    earned_offer,
    read_play,
    spiff_offers,
)
from bones_desktop.rules.bones.reading.requests import Request
from bones_desktop.theme.theme import Theme
from tests.support.looks import theme_of
from tests.support.people import ragnar
from tests.support.plays import play_of
from tests.support.rulebooks import rulebook

RULES = HouseRules()


def a_play() -> Play:
    return play_of(ragnar(), Request("melee", difficulty="average"), "melee,defend,melee,missile", nulls=3)


def a_tie() -> Play:
    return play_of(ragnar(), Request("melee", difficulty="average"), "melee,defend,melee,missile", nulls=2)


def show(view: ReadingView, play: Play, spiffs: int = 3, **more) -> None:
    offers = spiff_offers(rulebook(), RULES, spiffs, play)
    reading = read_play(rulebook(), RULES, play)
    view.show_play(replace(play_view(rulebook(), RULES, play, reading, "Melee"), offers=offers, spiffs=spiffs, **more))


@pytest.fixture
def view(on_screen):
    return on_screen(ReadingView(Theme("iron")), 488, 330)


@pytest.fixture
def asked(view):
    told = []
    names = {
        REROLL: "reroll",
        ADDED_SUCCESS: "buy",
        VETO: "veto",
        EARNED_SUCCESS: "earned",
        BEST: "best",
        DECLINE: "none",
    }
    view.row.asked.connect(lambda command: told.append(names[command]))
    view.row.reroll_picked.connect(told.append)
    view.row.refused.connect(lambda reason: told.append(reason.code))
    return told


def test_each_use_stands_with_its_price(view):
    show(view, a_play())
    row = view.row
    assert (row.reroll.text(), row.buy.text()) == ("Re-roll a die · 1 spiff", "One more success · 2 spiffs")
    assert row.reroll.isEnabled()
    assert row.buy.isEnabled()
    assert row.best.isVisible()
    assert not row.why_not.isVisible()
    assert view.spiffs.text() == "You have 3 spiffs"
    assert "(R)" in row.reroll.toolTip()
    assert "(S)" in row.buy.toolTip()


@pytest.mark.parametrize(
    ("name", "key", "told"),
    [
        ("reroll", Qt.Key.Key_R, "reroll"),
        ("buy", Qt.Key.Key_S, "buy"),
        ("best", Qt.Key.Key_Q, "best"),
        ("veto", Qt.Key.Key_V, "veto"),
    ],
)
def test_it_is_asked_for_with_the_mouse_and_with_a_key(view, asked, qtbot, name, key, told):
    show(view, a_play(), done="Done", veto=True)
    qtbot.mouseClick(getattr(view.row, name), Qt.MouseButton.LeftButton)
    assert asked == [told]
    qtbot.keyClick(view.view, key)
    assert asked == [told, told]


def test_too_few_spiffs_are_a_reason_that_is_told(view, asked, qtbot):
    show(view, a_play(), spiffs=1)
    row = view.row
    assert row.reroll.isEnabled()
    assert not row.buy.isEnabled()
    assert row.buy.toolTip() == row.buy.accessibleDescription() == "This costs 2 spiffs; you have 1."
    assert not row.why_not.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_S)
    assert asked == ["spiffs-too-few"]


def test_where_nothing_may_be_done_the_reason_stands_beside_and_once(view, asked, qtbot):
    show(view, a_play(), spiffs=0)
    assert view.row.why_not.isVisible()
    assert view.row.why_not.text() == "This costs 1 spiff; you have 0."
    assert view.row.why_not.text() in view.text()
    assert view.spiffs.text() == "You have no spiffs"
    assert not view.row.best.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_Q)
    assert asked == ["spiffs-too-few"]


def test_no_use_stacks(view, asked, qtbot):
    show(view, replace(a_play(), reroll=Reroll(1, 0), bought=1))
    assert not view.row.reroll.isEnabled()
    assert not view.row.buy.isEnabled()
    assert view.row.why_not.text() == ("Only one re-roll per roll. Only one bought success per roll.")
    qtbot.keyClick(view, Qt.Key.Key_R)
    assert asked == ["rerolled-already"]


def test_what_was_done_stands_with_the_veto(view, asked, qtbot):
    show(view, a_play())
    assert not view.row.done.isVisible()
    assert not view.row.veto.isVisible()
    qtbot.keyClick(view, Qt.Key.Key_V)
    assert not asked
    show(view, replace(a_play(), bought=1), done="One success bought", veto=True)
    assert view.row.done.text() == "One success bought"
    assert view.row.veto.isVisible()
    show(view, a_play(), done="Vetoed: one success bought")
    assert view.row.done.isVisible()
    assert not view.row.veto.isVisible()
    assert view.row.buy.isEnabled()


def test_a_long_account_takes_more_lines_and_the_veto_stays_in_its_place(view, qtbot):
    show(view, a_play(), done="Die 2 re-rolled: Melee → Riding.", veto=True)
    qtbot.wait(20)
    place = view.row.veto.mapTo(view, QPoint())
    said = "Vetoed: Full shield re-rolled: Double Encumbrance → Blank. Vetoed: One success bought. " * 2
    show(view, a_play(), done=said, veto=True)
    done = view.row.done
    qtbot.waitUntil(lambda: done.height() >= done.heightForWidth(done.width()))  # laid out anew in several rounds
    assert view.row.veto.mapTo(view, QPoint()) == place
    for part in (view.view, view.copy_button, view.spiffs):
        assert part.mapTo(view, part.rect().topRight()).x() < view.width()


def test_what_is_below_stays_in_its_place_while_a_die_is_chosen(view, qtbot):
    view.resize(900, 330)
    view.setStyleSheet("QPushButton { border: 1px solid; padding: 6px 15px; min-height: 20px; }")
    show(view, a_play())
    qtbot.wait(20)
    top = view.view.y()
    view.picking(True)
    qtbot.wait(20)
    assert view.view.y() == top


def test_a_die_is_chosen_or_none(view, asked, qtbot):
    show(view, a_play())
    view.picking(True)
    assert view.row.ask.text() == "Choose a die to re-roll (Esc: none)"
    assert view.row.ask.isVisible()
    assert not view.row.reroll.isVisible()
    qtbot.mouseClick(view.row.none, Qt.MouseButton.LeftButton)
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert asked == ["none", "none"]
    view.picking(False)
    assert not view.row.ask.isVisible()
    assert view.row.reroll.isVisible()
    assert not view.handle_key(Qt.Key.Key_Escape)


def test_a_throw_that_can_no_longer_be_changed_asks_for_no_die(view):
    show(view, a_play())
    view.picking(True)
    show(view, replace(a_play(), reroll=Reroll(1, 0)))
    assert not view.row.is_picking
    assert view.row.reroll.isVisible()


def test_the_best_die_stands_first_and_is_picked_with_a_click(view, asked):
    show(view, a_tie())
    chances = best_rerolls(rulebook(), RULES, a_tie())
    view.show_best(chances)
    menu = view.row.findChild(QMenu)
    assert menu.isVisible()
    entries = [action.text() for action in menu.actions()[2:]]
    assert len(entries) == len(chances) == 4
    assert entries[0].startswith("Die ")
    assert "%" in entries[0]
    menu.actions()[2].trigger()
    assert asked == [chances[0].die]
    menu.close()


def test_where_no_reroll_can_help_it_is_said_once_and_none_is_at_hand(view):
    play = play_of(ragnar(), Request("maneuver", difficulty="average"), "universal,physical,physical,maneuver", nulls=0)
    show(view, play)
    chances = best_rerolls(rulebook(), RULES, play)
    assert all(one.gain <= 0 and one.margin <= 0 for one in chances)
    view.show_best(chances)
    menu = view.row.findChild(QMenu)
    texts = [action.text() for action in menu.actions()]
    assert texts[0] == "No re-roll can help here."
    assert sorted(text[:5] for text in texts[2:]) == ["Die 1", "Die 2", "Die 3", "Die 4"]
    assert not any("help" in text or "%" in text or "never" in text for text in texts[2:])
    assert menu.activeAction() is None
    menu.close()


def test_where_no_reroll_brings_success_the_margin_is_told(view):
    play = play_of(ragnar(), Request("maneuver", difficulty="average"), "defend,defend,physical,missile", nulls=4)
    show(view, play)
    chances = best_rerolls(rulebook(), RULES, play)
    assert all(one.gain <= 0 for one in chances)
    view.show_best(chances)
    menu = view.row.findChild(QMenu)
    texts = [action.text() for action in menu.actions()]
    assert texts[0] == "A failure cannot become a success, but the margin may improve:"
    assert "+0." in texts[2]
    assert "−0." in texts[-1]
    menu.close()


def test_a_reroll_that_cannot_help_says_so(view):
    show(view, a_tie())
    view.show_best(best_rerolls(rulebook(), RULES, a_tie()))
    entries = [action.text() for action in view.row.findChild(QMenu).actions()[2:]]
    assert entries[-1].endswith("no help")
    view.clear()
    QApplication.processEvents()
    assert not view.row.findChild(QMenu).isVisible()


def test_keys_without_a_throw_belong_to_the_page(view, asked):
    for key in (Qt.Key.Key_R, Qt.Key.Key_S, Qt.Key.Key_Q, Qt.Key.Key_V, Qt.Key.Key_Escape):
        assert not view.handle_key(key)
    assert not asked


def test_where_there_is_little_width_the_offers_are_short_and_none_is_cut_off(view, qtbot):
    theme_of(view).set_text_size(150)
    show(view, a_play())
    qtbot.waitUntil(lambda: view.row.reroll.text() == "Again · 1 spiff")
    for button in (view.row.reroll, view.row.buy):
        assert button.geometry().right() <= button.parentWidget().width()
        assert button.sizeHint().width() <= button.width()
    view.resize(1000, 600)
    qtbot.waitUntil(lambda: view.row.reroll.text() == "Re-roll a die · 1 spiff")


def test_earned_successes_are_offered_where_each_is_used_once(view, asked, qtbot):
    play = a_play()
    show(view, play)
    assert not view.row.earned.isVisible()
    assert not view.handle_key(Qt.Key.Key_E)
    rules = HouseRules(automatic_success_used_once=True)
    grown = ragnar().with_(dice=(ragnar().dice * 3)[:10], sessions=25, house_rules=rules)
    earned = earned_offer(rulebook(), grown, play)
    assert earned is not None
    offers = (*spiff_offers(rulebook(), rules, 0, play), earned)
    view.show_play(
        replace(play_view(rulebook(), rules, play, read_play(rulebook(), rules, play), "Melee"), offers=offers)
    )
    assert view.row.earned.text() == "Use one earned success (2 left)"
    assert view.row.earned.isEnabled()
    assert not view.row.why_not.isVisible()
    qtbot.mouseClick(view.row.earned, Qt.MouseButton.LeftButton)
    qtbot.keyClick(view, Qt.Key.Key_E)
    assert asked == ["earned", "earned"]
