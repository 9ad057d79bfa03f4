"""What spiffs may do to a throw: offered with prices, refused with reasons, taken back by a veto."""

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu

from bones_desktop.desk.table.readingview import ReadingView
from bones_desktop.pages.table.playview import BEST, DECLINE, best_head, best_words, play_view, spiff_acts, veto_act
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


class Row:
    """A reading whose acts note that they were called."""

    def __init__(self, view: ReadingView) -> None:
        self.view = view
        self.told: list[str] = []
        commands = (REROLL, ADDED_SUCCESS, EARNED_SUCCESS, BEST, DECLINE, "veto")
        self.do = {command: partial(self.told.append, command) for command in commands}

    def show(self, play: Play, spiffs: int = 3, *, picking=False, veto=False, offers=None, done=""):
        offers = spiff_offers(rulebook(), RULES, spiffs, play) if offers is None else offers
        ask, acts = spiff_acts(offers, self.do, picking=picking)
        undo = veto_act(self.do["veto"], overruled=False) if veto else None
        shown = play_view(rulebook(), RULES, play, read_play(rulebook(), RULES, play), "Melee")
        self.view.show_roll(replace(shown, ask=ask, acts=acts, done=done, undo=undo))

    def show_best(self, play: Play):
        chances = best_rerolls(rulebook(), RULES, play)
        words = best_words(chances, read_play(rulebook(), RULES, play).task.reading.dice, self.view.model.rows)
        calls = [partial(self.told.append, one.die) for one in chances]
        helps = any(one.gain > 0 for one in chances)
        head = best_head(chances, measured=True)
        self.view.row.show_menu(head, list(zip(words, calls, strict=True)), first=helps)
        return chances

    @property
    def texts(self) -> list[str]:
        return [button.text() for button in self.view.row.buttons]


@pytest.fixture
def view(on_screen):
    return on_screen(ReadingView(Theme("iron")), 488, 330)


@pytest.fixture
def row(view):
    return Row(view)


def test_each_use_stands_with_its_price(view, row):
    row.show(a_play())
    assert row.texts == ["Re-roll a die · 1 spiff", "One more success · 2 spiffs", "Which die?"]
    assert all(button.isEnabled() and button.isVisible() for button in view.row.buttons)
    assert not view.row.why_not.isVisible()
    assert "(R)" in view.row.buttons[0].toolTip()
    assert "(S)" in view.row.buttons[1].toolTip()


def test_each_is_asked_for_with_the_mouse(view, row, qtbot):
    row.show(a_play(), done="Done", veto=True)
    for button in (*view.row.buttons, *view.undo.buttons):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert row.told == [REROLL, ADDED_SUCCESS, BEST, "veto"]


def test_too_few_spiffs_are_a_reason_that_is_told(view, row):
    row.show(a_play(), spiffs=1)
    again, buy, _best = view.row.buttons
    assert again.isEnabled()
    assert not buy.isEnabled()
    assert buy.toolTip() == buy.accessibleDescription() == "This costs 2 spiffs; you have 1."
    assert not view.row.why_not.isVisible()


def test_where_nothing_may_be_done_the_reason_stands_beside_and_once(view, row):
    row.show(a_play(), spiffs=0)
    assert view.row.why_not.isVisible()
    assert view.row.why_not.text() == "This costs 1 spiff; you have 0. This costs 2 spiffs; you have 0."
    assert view.row.why_not.text() in view.text()
    assert len(view.row.buttons) == 2


def test_no_use_stacks(view, row):
    row.show(replace(a_play(), reroll=Reroll(1, 0), bought=1))
    assert not any(button.isEnabled() for button in view.row.buttons)
    assert view.row.why_not.text() == "Only one re-roll per roll. Only one bought success per roll."


def test_what_was_done_stands_with_the_veto(view, row):
    row.show(a_play())
    assert not view.done.isVisible()
    assert not view.undo.isVisible()
    row.show(replace(a_play(), bought=1), done="One success bought", veto=True)
    assert view.done.text() == "One success bought"
    assert view.undo.isVisible()
    row.show(a_play(), done="Vetoed: one success bought")
    assert view.done.isVisible()
    assert not view.undo.isVisible()


def test_a_long_account_takes_more_lines_and_the_veto_stays_in_its_place(view, row, qtbot):
    row.show(a_play(), done="Die 2 re-rolled: Melee → Riding.", veto=True)
    qtbot.wait(20)
    place = view.undo.mapTo(view, QPoint())
    said = "Vetoed: Full shield re-rolled: Double Encumbrance → Blank. Vetoed: One success bought. " * 2
    row.show(a_play(), done=said, veto=True)
    done = view.done
    qtbot.waitUntil(lambda: done.height() >= done.heightForWidth(done.width()))  # laid out anew in several rounds
    assert view.undo.mapTo(view, QPoint()) == place
    for part in (view.view, view.copy_button, view.strike):
        assert part.mapTo(view, part.rect().topRight()).x() < view.width()


def test_what_is_below_stays_in_its_place_while_a_die_is_chosen(view, row, qtbot):
    view.resize(900, 330)
    view.setStyleSheet("QPushButton { border: 1px solid; padding: 6px 15px; min-height: 20px; }")
    row.show(a_play())
    qtbot.wait(20)
    top = view.view.y()
    row.show(a_play(), picking=True)
    qtbot.wait(20)
    assert view.view.y() == top


def test_a_die_is_chosen_or_none(view, row, qtbot):
    row.show(a_play(), picking=True)
    assert view.row.question.text() == "Choose a die (Esc: none)"
    assert view.row.question.isVisible()
    assert row.texts == ["None", "Which die?"]
    qtbot.mouseClick(view.row.buttons[0], Qt.MouseButton.LeftButton)
    assert row.told == [DECLINE]
    row.show(a_play())
    assert not view.row.question.isVisible()


def test_a_throw_that_can_no_longer_be_changed_asks_for_no_die(view, row):
    row.show(replace(a_play(), reroll=Reroll(1, 0)), picking=True)
    assert not view.row.question.isVisible()
    assert row.texts[0].startswith("Re-roll a die")


def test_the_best_die_stands_first_and_is_picked_with_a_click(view, row):
    row.show(a_tie())
    chances = row.show_best(a_tie())
    menu = view.row.findChild(QMenu)
    assert menu.isVisible()
    entries = [action.text().replace("&", "") for action in menu.actions()[2:]]
    assert len(entries) == len(chances) == 4
    assert entries[0].startswith("Die ")
    assert "%" in entries[0]
    menu.actions()[2].trigger()
    assert row.told == [chances[0].die]
    menu.close()


def test_where_no_reroll_can_help_it_is_said_once_and_none_is_at_hand(view, row):
    play = play_of(ragnar(), Request("maneuver", difficulty="average"), "universal,physical,physical,maneuver", nulls=0)
    row.show(play)
    chances = row.show_best(play)
    assert all(one.gain <= 0 and one.margin <= 0 for one in chances)
    menu = view.row.findChild(QMenu)
    texts = [action.text().replace("&", "") for action in menu.actions()]
    assert texts[0] == "No re-roll can help here."
    assert sorted(text[:5] for text in texts[2:]) == ["Die 1", "Die 2", "Die 3", "Die 4"]
    assert not any("help" in text or "%" in text or "never" in text for text in texts[2:])
    assert menu.activeAction() is None
    menu.close()


def test_where_no_reroll_brings_success_the_margin_is_told(view, row):
    play = play_of(ragnar(), Request("maneuver", difficulty="average"), "defend,defend,physical,missile", nulls=4)
    row.show(play)
    assert all(one.gain <= 0 for one in row.show_best(play))
    menu = view.row.findChild(QMenu)
    texts = [action.text().replace("&", "") for action in menu.actions()]
    assert texts[0] == "A failure cannot become a success, but the margin may improve:"
    assert "+0." in texts[2]
    assert "−0." in texts[-1]
    menu.close()


def test_a_reroll_that_cannot_help_says_so(view, row):
    row.show(a_tie())
    row.show_best(a_tie())
    entries = [action.text().replace("&", "") for action in view.row.findChild(QMenu).actions()[2:]]
    assert entries[-1].endswith("no help")
    view.clear()
    QApplication.processEvents()
    assert not view.row.findChild(QMenu).isVisible()


def test_where_there_is_little_width_the_offers_are_short_and_none_is_cut_off(view, row, qtbot):
    theme_of(view).set_text_size(150)
    row.show(a_play())
    qtbot.waitUntil(lambda: row.texts[0] == "Again · 1 spiff")
    for button in view.row.buttons:
        assert button.geometry().right() <= button.parentWidget().width()
        assert button.sizeHint().width() <= button.width()
    view.resize(1000, 600)
    qtbot.waitUntil(lambda: row.texts[0] == "Re-roll a die · 1 spiff")


def test_earned_successes_are_offered_where_each_is_used_once(view, row, qtbot):
    play = a_play()
    row.show(play)
    assert not any("earned" in text for text in row.texts)
    rules = HouseRules(automatic_success_used_once=True)
    grown = ragnar().with_(dice=(ragnar().dice * 3)[:10], sessions=25, house_rules=rules)
    earned = earned_offer(rulebook(), grown, play)
    assert earned is not None
    row.show(play, offers=(*spiff_offers(rulebook(), rules, 0, play), earned))
    button = view.row.buttons[2]
    assert button.text() == "Use one earned success (2 left)"
    assert button.isEnabled()
    assert not view.row.why_not.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert row.told == [EARNED_SUCCESS]
