"""A task that no icon fits, allowed by the GM: chosen, thrown, entered by hand, kept and asked again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.character import add_count
from bones_desktop.rules.bones.book.characterdice import task_pool
from bones_desktop.rules.bones.making import edits
from bones_desktop.rules.bones.reading.odds import OddsCalculator
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.log.logentry import ALLOWED_BY_GM, BY_HAND
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.strips import asked
from tests.support.tabledesk import Desk, Ones

OTHER = "b" * 32
WHY_NOT = "Thief needs at least one fitting icon on your dice."


@pytest.fixture
def desk(make) -> Desk:
    """Ragnar, who has no icon of a thief, and every die of whom shows Universal."""
    desk = make(rng=Ones())
    desk.told = []
    desk.notices.message.connect(desk.told.append)
    desk.page.strip.show_request(Request("thief", difficulty="easy"))
    return desk


def chips(desk: Desk) -> list[str]:
    return [chip.text() for chip in asked(desk.page.strip, "allowed_by_gm") if chip.isVisible()]


def test_beside_the_reason_a_button_lets_the_gm_allow_it(desk):
    strip = desk.page.strip
    assert strip.chance.bar.said == WHY_NOT
    assert strip.buttons.leave.isVisible()
    assert not strip.button.isEnabled()
    before = strip.buttons.geometry()
    QTest.mouseClick(strip.buttons.leave, Qt.MouseButton.LeftButton)
    assert strip.request.allowed_by_gm
    assert chips(desk) == ["Allowed by the GM"]
    assert strip.button.isEnabled()
    assert strip.by_hand.isVisible()
    assert strip.buttons.geometry().size() == before.size()
    odds = OddsCalculator(rulebook(), ragnar().house_rules).task(strip.task, task_pool(rulebook(), ragnar()))
    assert strip.odds == odds
    assert (odds.cap, odds.success.value > 0) == (2, True)
    assert strip.who.model.rows[0].badge == "4 dice · cap 2"
    assert "the GM allows it" in strip.who.toolTip()


def test_its_key_sets_it_and_takes_it_off(desk):
    desk.key(Qt.Key.Key_Space)
    assert [each.code for each in desk.refused] == ["no-icon"]
    desk.key(Qt.Key.Key_A)
    assert desk.page.strip.request.allowed_by_gm
    desk.key(Qt.Key.Key_A)
    assert not desk.page.strip.request.allowed_by_gm
    assert desk.page.strip.buttons.leave.isVisible()
    desk.page.strip.show_request(Request("melee"))
    desk.key(Qt.Key.Key_A)
    assert not desk.page.strip.request.allowed_by_gm
    assert desk.told == ["Anyone may try Melee, and every success counts."]


def test_by_hand_says_why_not_while_the_gm_might_allow_it(desk):
    desk.key(Qt.Key.Key_B)
    assert [each.code for each in desk.refused] == ["no-icon"]


def test_without_dice_there_is_nothing_to_allow(make):
    desk = make(character=edits.new_character("e" * 32).with_(dice=()))
    desk.page.strip.show_request(Request("thief"))
    assert not desk.page.strip.buttons.leave.isVisible()
    desk.key(Qt.Key.Key_A)
    assert not desk.page.strip.request.allowed_by_gm


def test_the_throw_counts_up_to_the_cap_of_one_icon_and_says_whose_word_it_was(desk):
    desk.key(Qt.Key.Key_A)
    desk.key(Qt.Key.Key_Space)
    played = desk.page.play.played
    task = played.reading.task
    assert (task.allowed_by_gm, task.cap, task.successes) == (True, 2, 2)
    assert desk.page.reading.steps.text.startswith("Allowed by the GM, counted 4, cap 2 → −2")
    assert desk.page.reading.title.text().startswith("Thief against Easy. ")
    (entry,) = desk.log.latest()
    assert entry.tags == (ALLOWED_BY_GM,)
    assert desk.page.log.model.rowCount() == 1


def test_spiffs_help_such_a_throw(desk):
    desk.document.apply("Spiffs", lambda each: add_count(each, "spiffs", 9))
    desk.key(Qt.Key.Key_A)
    desk.key(Qt.Key.Key_Space)
    before = desk.page.play.played.reading.task.successes
    desk.key(Qt.Key.Key_S)
    desk.page.spiffs.reroll(0, 5)
    task = desk.page.play.played.reading.task
    assert (task.successes, task.allowed_by_gm) == (before + 1, True)
    assert not desk.refused


def test_real_dice_count_as_well(desk):
    desk.key(Qt.Key.Key_A)
    desk.page.play.throw(desk.page.strip.request, None, (0,) * 6)
    (entry,) = desk.log.latest()
    assert entry.tags == (ALLOWED_BY_GM, BY_HAND)


def test_against_an_opponent(desk):
    desk.page.strip.show_request(Request("thief", difficulty="", opponent="block:goblin", allowed_by_gm=True))
    desk.key(Qt.Key.Key_Space)
    played = desk.page.play.played
    assert played.other is not None
    assert played.reading.task.allowed_by_gm


def test_an_opponent_may_be_allowed_as_well(desk):
    strip = desk.page.strip
    strip.show_request(Request("scholar", difficulty="", opponent="block:goblin", allowed_by_gm=True))
    assert strip.trouble.text() == "Goblin (example) has no fitting icon for Scholar: no successes."
    before = strip.odds.success.value
    leave = strip.form.fields["opponent_allowed_by_gm"]
    QTest.mouseClick(leave, Qt.MouseButton.LeftButton)
    assert strip.trouble.text() == "Goblin (example) has no fitting icon for Scholar; the GM allows it."
    assert "cap 2" in strip.facts.text()
    assert strip.request.opponent_allowed_by_gm
    assert strip.odds.success.value < before
    asked = strip.request
    desk.key(Qt.Key.Key_Space)
    played = desk.page.play.played
    assert played.reading.other.allowed_by_gm
    assert played.reading.other.net == 2
    (entry,) = desk.log.latest()
    assert entry.tags == (ALLOWED_BY_GM,)
    caption = next(line.caption for line in desk.page.reading.model.rows if "Goblin" in line.caption)
    assert caption == "Goblin (example): 2 successes, allowed by the GM"
    assert "the opponent allowed by the GM" in strip.whole_name(asked)
    strip.show_request(Request("melee", difficulty="", opponent="block:goblin"))
    assert not leave.isVisible()
    strip.show_request(asked)
    assert strip.request == asked
    strip.form.answer("opponent_skill", "thief")
    assert not strip.request.opponent_allowed_by_gm


def test_where_an_icon_fits_the_gms_word_leaves_no_mark(make):
    desk = make(character=bob())
    desk.page.strip.show_request(Request("scholar", allowed_by_gm=True))
    desk.key(Qt.Key.Key_Space)
    (entry,) = desk.log.latest()
    assert entry.tags == ()
    assert "Allowed" not in desk.page.reading.steps.text


def test_last_tasks_keep_it_and_another_skill_or_person_takes_it_off(desk):
    asked = Request("thief", difficulty="easy", metres=15, allowed_by_gm=True)
    desk.key(Qt.Key.Key_A)
    desk.key(Qt.Key.Key_Space)
    strip = desk.page.strip
    strip.show_request(Request("melee"))
    assert not strip.request.allowed_by_gm
    assert strip.last.recent[0] == asked
    assert "allowed by the GM" in strip.whole_name(asked)
    strip.ask_again(asked)
    assert strip.request == asked
    strip.form.answer("skill", "magic")
    strip.form.answer("skill", "thief")
    assert not strip.request.allowed_by_gm
    strip.ask_again(asked)
    desk.document.open(bob().with_(id=OTHER))
    assert strip.request.skill == "thief"
    assert not strip.request.allowed_by_gm


def test_the_log_keeps_it_to_be_asked_again_by_the_same_person(desk):
    desk.key(Qt.Key.Key_A)
    desk.key(Qt.Key.Key_Space)
    (entry,) = desk.log.latest()
    assert desk.page.strip.last.recent[0].allowed_by_gm
    desk.page.strip.show_request(Request())
    desk.page.repeat(entry)
    assert desk.page.strip.request.allowed_by_gm
    desk.document.open(bob().with_(id=OTHER))
    desk.page.repeat(entry)
    assert not desk.page.strip.request.allowed_by_gm


@pytest.mark.parametrize("kind", [ThrowKind.INCOME, ThrowKind.STRATEGIC])
def test_off_stage_too(desk, kind):
    desk.page.strip.show_request(Request("thief", kind, difficulty="easy", allowed_by_gm=True))
    desk.key(Qt.Key.Key_Space)
    assert desk.page.play.played.reading.task.allowed_by_gm
