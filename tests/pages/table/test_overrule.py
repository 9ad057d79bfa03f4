"""The GM's own result in place of what the dice came to: set, told, kept, taken back, undone and redone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.log.logentry import BOUGHT, BOUGHT_TAKEN_BACK, BOUGHT_VETOED, OVERRULED_BY_GM, LogFilter
from bones_desktop.wording.log import face_names, to_markdown
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.tabledesk import Desk, Ones

OTHER = "b" * 32


@pytest.fixture
def desk(make) -> Desk:
    """Four successes of Ragnar against four Nulls."""
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=5))
    desk.told = []
    desk.notices.message.connect(desk.told.append)
    desk.key(Qt.Key.Key_Space)
    return desk


def net(desk: Desk) -> int:
    return desk.page.play.played.reading.task.net


def entry(desk: Desk):
    return desk.log.latest()[-1]


def test_the_key_asks_and_enter_sets(desk):
    assert net(desk) == 0
    desk.key(Qt.Key.Key_O)
    popup = desk.page.controller.popup
    assert popup.isVisible()
    assert (popup.form.answers.number("net"), popup.form.answers.text("why")) == (0, "")
    QTest.keyClicks(popup.form.fields["net"], "2")
    QTest.keyClicks(popup.form.fields["why"], "a rope & luck")
    QTest.keyClick(popup.form.fields["why"], Qt.Key.Key_Return)
    assert not popup.isVisible()
    assert net(desk) == 2
    reading = desk.page.reading
    assert reading.headline.text() == "Success by 2"
    assert "The GM says 2; the dice say 0: a rope & luck." in reading.title.text()
    assert reading.steps.text.endswith("= 0, the GM says 2.")
    assert reading.done.text() == "The GM's 2 stands."
    assert reading.undo.buttons[0].text() == "Take back"
    assert desk.page.isAncestorOf(desk.page.focusWidget())


def test_the_mouse_does_too_and_a_click_outside_changes_nothing(desk):
    QTest.mouseClick(desk.page.reading.overrule, Qt.MouseButton.LeftButton)
    popup = desk.page.controller.popup
    popup.form.fields["net"].stepDown()
    popup.close()
    assert net(desk) == 0
    assert not entry(desk).tags
    QTest.mouseClick(desk.page.reading.overrule, Qt.MouseButton.LeftButton)
    popup = desk.page.controller.popup
    popup.form.fields["net"].stepDown()
    QTest.mouseClick(popup.form.act, Qt.MouseButton.LeftButton)
    assert net(desk) == -1
    assert desk.page.reading.headline.text() == "Failure by 1"


def test_what_the_dice_say_themselves_is_no_other_result(desk):
    desk.page.spiffs.overrule(net(desk), "so be it")
    assert not desk.document.undo_stack.count()
    assert not entry(desk).tags


def test_the_log_tells_both_numbers_and_the_reason(desk):
    desk.page.spiffs.overrule(3, "he had a rope")
    told = entry(desk)
    assert told.tags == (OVERRULED_BY_GM,)
    assert told.net == 3
    assert told.result == "Success by 3. The GM says 3; the dice say 0: he had a rope."
    assert desk.page.log.model.rowCount() == 1
    text = to_markdown([told], (), face_names(rulebook()))
    assert "overruled by the GM" in text
    assert "the dice say 0" in text
    for words in ("rope", "overruled gm"):
        assert list(desk.log.ids(LogFilter(text=words))) == [told.id]


def test_undo_and_redo_tell_the_same_numbers_apart(desk):
    stack = desk.document.undo_stack
    first = desk.page.play.played.entry.id
    desk.page.spiffs.overrule(2, "")
    desk.key(Qt.Key.Key_Space)
    desk.page.spiffs.overrule(2, "")
    second = desk.page.play.played.entry.id
    stack.undo()
    assert net(desk) == 0
    assert (desk.log.entry(first).net, desk.log.entry(second).net) == (2, 0)
    stack.redo()
    assert net(desk) == 2
    assert (desk.log.entry(first).net, desk.log.entry(second).net) == (2, 2)
    stack.undo()
    stack.undo()
    assert (desk.log.entry(first).net, desk.log.entry(second).net) == (0, 0)
    assert desk.log.entry(first).tags == ()


def test_the_veto_key_takes_the_gms_word_back_first_then_the_spiffs(desk):
    desk.key(Qt.Key.Key_S)
    desk.page.spiffs.overrule(-2, "")
    assert entry(desk).tags == (OVERRULED_BY_GM, BOUGHT)
    desk.key(Qt.Key.Key_V)
    assert (net(desk), entry(desk).tags, desk.document.character.spiffs) == (1, (BOUGHT,), 3)
    assert desk.page.reading.undo.buttons[0].text() == "GM veto"
    desk.key(Qt.Key.Key_V)
    assert (net(desk), entry(desk).tags, desk.document.character.spiffs) == (0, (BOUGHT_VETOED,), 5)
    desk.document.undo_stack.undo()
    assert (net(desk), entry(desk).tags) == (1, (BOUGHT,))
    desk.document.undo_stack.undo()
    assert (net(desk), entry(desk).tags) == (-2, (OVERRULED_BY_GM, BOUGHT))


def test_a_later_word_replaces_the_one_before(desk):
    desk.page.spiffs.overrule(2, "")
    desk.page.spiffs.overrule(2, "")
    assert desk.document.undo_stack.count() == 1
    desk.page.spiffs.overrule(4, "")
    assert desk.page.reading.done.text() == "The GM's 2 was replaced. The GM's 4 stands."
    desk.key(Qt.Key.Key_V)
    assert (net(desk), entry(desk).net) == (2, 2)


def test_after_another_character_was_open_spiffs_can_still_be_undone(desk):
    desk.key(Qt.Key.Key_S)
    desk.page.spiffs.overrule(4, "")
    steps, undone = desk.document.history()
    mine = desk.document.character
    desk.document.open(bob().with_(id=OTHER))
    desk.document.open(mine, history=steps, undone=undone)
    desk.document.undo_stack.undo()
    assert desk.document.character.spiffs == 5
    told = entry(desk)
    assert told.tags == (OVERRULED_BY_GM, BOUGHT_TAKEN_BACK)
    assert told.net == 4


def test_a_read_only_character_can_be_overruled(desk):
    desk.document.open(ragnar(), read_only=True)
    desk.key(Qt.Key.Key_Space)
    desk.page.spiffs.overrule(1, "")
    assert net(desk) == 1


def test_a_fall_is_overruled_by_its_successes(desk):
    desk.page.strip.show_request(Request(kind=ThrowKind.FALL, metres=30))
    desk.key(Qt.Key.Key_Space)
    desk.key(Qt.Key.Key_O)
    popup = desk.page.controller.popup
    assert popup.form.fields["net"].minimum() == 0
    popup.close()
    desk.page.spiffs.overrule(0, "")
    assert desk.page.play.played.reading.damage == 5
    assert entry(desk).net is None
    assert "The GM says 0" in entry(desk).result


def test_without_a_throw_the_key_says_so(make):
    desk = make()
    told = []
    desk.notices.message.connect(told.append)
    desk.key(Qt.Key.Key_O)
    assert told == ["There is no roll on the table: roll first (Space)."]


def test_too_far_is_refused_with_a_reason(desk):
    desk.page.spiffs.overrule(100, "")
    assert [each.code for each in desk.refused] == ["ruling-too-far"]
    assert net(desk) == 0
