"""The Growth tab: what it says in each state of a character, and what its controls ask for."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QScrollArea
from pytestqt.qtbot import QtBot

from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.builder.growthpage import GROWING, MAKING, OTHERS, GrowthPage
from bones_desktop.rules.bones.book.character import Character, CharacterKind, SheetPlace, SheetSection
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.book.rulebook import HouseRules
from bones_desktop.rules.bones.making.edits import clear_face, new_character, set_racial_icon
from bones_desktop.rules.bones.making.improvement import award, buy_icon, finish, restore
from bones_desktop.theme.theme import Theme
from bones_desktop.widgets.dice.facelook import FaceLook
from bones_desktop.widgets.lists import line
from bones_desktop.widgets.text.labels import Card
from tests.support.people import ID, bob, ragnar, someone
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def finished(sessions: int = 0, character: Character | None = None) -> Character:
    made = finish(rulebook(), character or ragnar(), TODAY)
    return award(made, sessions, "The well", TODAY) if sessions else made


def bought(character: Character, *places: tuple[int, int, str]) -> Character:
    for die, number, icon in places:
        character = buy_icon(rulebook(), character, die, number, face(icon), TODAY)
    return character


class Desk:
    """A page in a scrolling room as the Build page gives it, and everything it asked for."""

    def __init__(self, qtbot: QtBot, character: Character, text_size: int = 100) -> None:
        self.qtbot = qtbot
        self.theme = Theme("iron", text_size)
        self.document = CharacterDocument(rulebook(), character)
        self.page = GrowthPage(self.document, self.theme)
        self.document.changed.connect(self.page.refresh)
        self.asked: list[object] = []
        self.page.finish_card.finish.clicked.connect(lambda: self.asked.append("finish"))
        self.page.created.restore.clicked.connect(lambda: self.asked.append("restore"))
        self.page.created.reopen.clicked.connect(lambda: self.asked.append("reopen"))
        self.page.award.award_requested.connect(lambda sessions, note: self.asked.append((sessions, note)))
        self.page.created.permission.toggled.connect(self.asked.append)
        for jumps in (self.page.finish_card.problems, self.page.next_icon):
            jumps.jump_requested.connect(self.asked.append)
        self.room = QScrollArea()
        self.room.setWidgetResizable(True)
        self.room.setWidget(self.page)
        qtbot.addWidget(self.room)
        self.room.resize(1240, 600)
        with qtbot.waitExposed(self.room):
            self.room.show()
        self.room.activateWindow()

    def become(self, character: Character) -> None:
        self.document.apply("Change", lambda _now: character)

    def click(self, button) -> None:
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    @property
    def state(self) -> int:
        return self.page.shown


@pytest.fixture
def desk(qtbot: QtBot):
    return lambda character, **given: Desk(qtbot, character, **given)


def test_what_is_missing_is_listed_and_jumps(desk) -> None:
    here = desk(new_character(ID))
    card = here.page.finish_card
    assert here.state == MAKING
    assert card.headline.text() == "5 things still to do"
    assert card.finish.property("kind") != "primary"
    view = card.problems
    index = view.model().index(1, 0)
    here.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(index).center())
    assert here.asked == [SheetPlace(SheetSection.DIE, 0)]
    here.click(card.finish)
    assert here.asked[-1] == "finish"


def test_a_complete_character_is_ready_to_be_finished(desk) -> None:
    here = desk(ragnar())
    assert here.page.finish_card.headline.text() == "Ready to be finished"
    assert here.page.finish_card.finish.property("kind") == "primary"
    here.become(ragnar().with_(name=""))
    assert here.page.finish_card.headline.text() == "One thing still to do"
    here.become(ragnar().with_(dice=(ragnar().dice[0], *ragnar().dice[:3])))
    assert here.page.finish_card.headline.text() == "One conflict to fix"


def test_a_character_with_more_than_its_starting_dice_is_told_what_it_is_created_with(desk) -> None:
    here = desk(ragnar())
    assert here.page.finish_card.dice.isHidden()
    later = ragnar().dice[2].with_(template="")
    here.become(ragnar().with_(dice=(*ragnar().dice, later, later, later)))
    assert here.page.finish_card.dice.isVisible()
    assert here.page.finish_card.dice.text().startswith("Created with 7 dice.")
    assert here.page.finish_card.played.isVisible()
    sessions = here.page.finish_card.played.sessions
    with here.qtbot.waitSignal(sessions.valueChanged) as edited:
        sessions.setValue(13)
    assert edited.args == [13]
    here.become(ragnar())
    assert here.page.finish_card.dice.isHidden()
    assert here.page.finish_card.played.isHidden()


@pytest.mark.parametrize("width", [280, 560, 1120])
def test_the_dice_on_the_way_stand_apart_however_large_the_text(qtbot, width):
    path = Desk(qtbot, finished(), 200).page.path
    path.resize(width, path.sizeHint().height())
    assert 0 < path.side < width / 7


def test_finishing_shows_the_way_ahead_and_undo_takes_it_back(desk) -> None:
    here = desk(ragnar())
    here.become(finished())
    assert here.state == GROWING
    assert here.page.next_icon.headline.text() == "1 session to the next icon"
    assert here.page.path.captions[:3] == ("as created", "in one session", "in 5 sessions")
    assert "die 10: in 45 sessions" in here.page.path.accessibleDescription()
    names = [each.text for each in here.page.created.view.lines.rows]
    assert names == ["Gaul", "Hunter/Gatherer", "Armsman", "Armsman"]
    here.document.undo_stack.undo()
    assert here.state == MAKING


def test_an_earned_icon_says_its_price_and_jumps_to_its_face(desk) -> None:
    here = desk(finished(3))
    card = here.page.next_icon
    assert card.headline.text() == "3 icons are earned"
    assert card.line.text().startswith("Next icon: 1 session, you have 3: begin die 5 with it.")
    assert (card.go.text(), card.go.property("kind")) == ("Begin die 5", "primary")
    here.click(card.go)
    assert here.asked == [SheetPlace(SheetSection.DIE, 4, 2)]
    here.become(bought(finished(3), (4, 2, "riposte")))
    assert card.line.text() == "Next icon: 1 session, you have 2: place it on die 5."
    assert card.choose.text() == "Physical or Mental for die 5"
    here.click(card.choose)
    assert here.asked[-1] == SheetPlace(SheetSection.DIE, 4, 1)
    assert card.totals.text() == "Awarded 3 · spent 1 · saved 2"


def test_what_a_new_die_brings_is_said_for_the_race(desk) -> None:
    here = desk(finished(1))
    assert here.page.next_icon.line.text().endswith("starts with Universal, and Physical or Mental of your choice.")
    here.become(finished(1, set_racial_icon(rulebook(), ragnar(), "dwarf")))
    assert here.page.next_icon.line.text().endswith("A new die starts with Universal and the racial icon.")


def test_an_icon_not_earned_yet_says_how_far_it_is(desk) -> None:
    six = bought(finished(5), *((4, n, "melee") for n in (2, 3, 4, 5)), (4, 1, "physical"), (5, 2, "melee"))
    here = desk(six)
    card = here.page.next_icon
    assert card.headline.text() == "2 sessions to the next icon"
    assert card.line.text() == "Next icon: 2 sessions, you have 0. It will go on die 6."
    assert (card.go.text(), card.go.property("kind")) == ("Go to die 6", "")


def test_a_die_waiting_for_physical_or_mental_comes_before_the_next(desk) -> None:
    full = bought(finished(9), *((4, n, "melee") for n in (2, 3, 4, 5)))
    here = desk(full)
    card = here.page.next_icon
    assert card.headline.text() == "Die 5 is incomplete"
    assert card.choose.isHidden()
    here.click(card.go)
    assert here.asked == [SheetPlace(SheetSection.DIE, 4, 1)]
    here.become(clear_face(rulebook(), finished(9), 0, 4, permitted=True, today=TODAY))
    assert card.headline.text() == "Die 1 is incomplete"
    assert "GM's permission" in card.line.text()


def test_after_ten_full_dice_sessions_bring_successes(desk) -> None:
    ten = finish(rulebook(), bob().with_(dice=(bob().dice * 3)[:10], played_before=57), TODAY)
    here = desk(award(ten, 13, "", TODAY))
    card = here.page.next_icon
    assert card.headline.text() == "Ten full dice"
    assert card.successes.text() == "1 success without rolling; 7 sessions to the next."
    assert card.go.isHidden()
    once = HouseRules(automatic_success_used_once=True)
    here.become(award(ten, 23, "", TODAY).with_(house_rules=once))
    assert card.successes.text() == "2 successes to use once each; 7 sessions to the next."


def test_sessions_from_elsewhere_are_named(desk) -> None:
    here = desk(finish(rulebook(), ragnar().with_(sessions=4), TODAY))
    assert here.page.next_icon.totals.text() == "Brought along 4 · Awarded 0 · spent 0 · saved 4"


def test_an_award_is_asked_for_by_keys_and_cleared_when_it_came(desk) -> None:
    here = desk(finished())
    box = here.page.award
    box.number.setFocus()
    here.qtbot.keyClick(box.number, Qt.Key.Key_Up)
    here.qtbot.keyClick(box.number, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is box.note
    here.qtbot.keyClicks(box.note, "The well")
    here.qtbot.keyClick(box.note, Qt.Key.Key_Return)
    assert here.asked == [(2, "The well")]
    assert box.note.text() == "The well"
    here.document.apply("Award", lambda now: award(now, 2, "The well", TODAY))
    assert (box.number.value(), box.note.text()) == (1, "")
    assert [row[1].text for row in here.page.ledger.lines.rows] == ["The well"]


def test_sessions_are_taken_back_with_permission_only(desk) -> None:
    here = desk(finished(3))
    assert here.page.award.number.minimum() == 1
    here.click(here.page.created.permission)
    assert here.asked == [True]
    assert here.page.created.permission.isChecked()
    assert here.page.award.number.minimum() == -3


def test_going_back_and_opening_again_wait_for_permission(desk) -> None:
    here = desk(bought(finished(3), (4, 2, "riposte")))
    created = here.page.created
    for button in (created.restore, created.reopen):
        assert not button.isEnabled()
        assert button.toolTip().endswith("Switch on the GM's permission first.")
    created.permission.setChecked(True)
    here.click(created.restore)
    here.click(created.reopen)
    assert here.asked == [True, "restore", "reopen"]
    here.document.apply("Back", lambda now: restore(now, TODAY, permitted=True))
    assert here.page.ledger.lines.rows[0][1].text == "Back to the dice as created"


def test_the_dice_as_created_take_the_room_of_their_rows(desk, qapp: QApplication) -> None:
    """An empty strip below them made the page scroll on a screen of 1366x768."""
    here = desk(finished())
    here.theme.apply(qapp)
    view = here.page.created.view
    assert view.sizeHint().height() == 4 * view.sizeHintForRow(0) + 2


def test_others_do_not_grow_and_a_newer_file_is_only_read(desk) -> None:
    here = desk(someone(CharacterKind.BEAST, "universal,melee,melee,melee,melee,melee"))
    assert here.state == OTHERS
    here.document.open(finished(1), read_only=True)
    assert here.state == GROWING
    for part in (here.page.finish_card.finish, here.page.award, here.page.created):
        assert not part.isEnabled()
    assert here.page.ledger.isEnabled()


def test_another_character_begins_with_empty_fields(desk) -> None:
    here = desk(finished(1))
    here.page.award.note.setText("half a thought")
    here.document.open(finished(1).with_(id="f" * 32))
    assert here.page.award.note.text() == ""


@pytest.mark.parametrize("text_size", [100, 150])
def test_words_are_not_cut_off(desk, text_size: int) -> None:
    here = desk(bought(finished(3), (4, 2, "riposte")), text_size=text_size)
    card = here.page.next_icon
    QApplication.processEvents()
    for label in (card.headline, card.line, card.successes, here.page.created.meaning):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
    assert here.page.width() <= here.room.viewport().width()


def test_the_theme_may_change_while_it_is_shown(desk) -> None:
    here = desk(finished(3))
    here.theme.set_theme("parchment")
    here.theme.set_text_size(150)
    QApplication.processEvents()
    assert not here.page.grab().isNull()


def test_with_large_text_finishing_stays_in_view(qtbot: QtBot) -> None:
    table = Desk(qtbot, ragnar(), 150)
    table.room.resize(1200, 536)
    qtbot.waitUntil(lambda: table.page.height() <= table.room.viewport().height())
    finish = table.page.finish_card.finish
    assert (
        table.room.viewport().rect().contains(finish.rect().translated(finish.mapTo(table.room.viewport(), QPoint())))
    )


def test_dice_of_house_templates_are_badged_among_those_as_created(desk):
    made = ragnar()
    dice = (made.dice[0], made.dice[1].with_(template="house/citizen"), *made.dice[2:])
    whole = finished()
    assert whole.created is not None
    here = desk(whole.with_(created=whole.created.with_(dice=dice)))
    assert [each.right for each in here.page.created.view.lines.rows] == ["", "house rule", "", ""]
    here.page.created.view.grab()


def test_that_a_character_is_done_and_what_is_next_is_said(qtbot: QtBot) -> None:
    desk = Desk(qtbot, finished())
    assert "The character is finished: roll its dice on the Table page." in desk.page.next_icon.line.text()
    desk.become(finished(2))
    assert "done" not in desk.page.next_icon.line.text()


def test_the_list_of_what_is_missing_is_no_higher_than_its_sentences(qtbot: QtBot) -> None:
    desk = Desk(qtbot, ragnar().with_(back_story=""))
    view = desk.page.finish_card.problems
    qtbot.waitUntil(lambda: view.height() <= max(view.contentsSize().height() + 2, view.minimumSizeHint().height()))


def test_the_name_of_a_die_comes_before_the_badge_of_its_house(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of "Craftsman", "Crafts…" was left beside "house rule"."""
    desk = Desk(qtbot, finished())
    written: dict[str, tuple[float, float]] = {}

    def write(_painter: object, room: QRectF, text: str, font: QFont, *_more: object) -> float:
        needed = QFontMetricsF(font).horizontalAdvance(text)
        written[text] = (needed, room.width())
        return min(needed, room.width())

    monkeypatch.setattr(line, "write", write)
    row = line.Line("Craftsman", right="house rule", key="0", faces=(FaceLook("universal"),) * 6)
    desk.page.created.show_created("", [row])
    for width in (250, 300, 420):
        desk.page.created.view.setFixedWidth(width)
        desk.page.created.view.grab()
        needed, room = written["Craftsman"]
        assert needed <= room, width
    assert "house rule" in written


def test_cards_are_no_larger_than_what_they_say(qtbot: QtBot) -> None:
    """At 2560 by 1440 they were nearly empty, with a frame around no list."""
    for character in (ragnar(), finished()):
        desk = Desk(qtbot, character)
        desk.room.resize(2440, 1280)
        QApplication.processEvents()
        card = desk.page.finish_card if desk.page.shown == MAKING else desk.page.next_icon
        assert card.height() <= 400
    desk = Desk(qtbot, ragnar().with_(back_story="He rode out."))
    listed = desk.page.finish_card.problems
    assert not listed.lines.rows
    assert not listed.isVisible()


def test_the_buttons_of_the_next_icon_stand_further_apart_in_larger_text(desk) -> None:
    here = desk(ragnar())
    row = here.page.next_icon.go.parentWidget().layout()
    before = row.spacing()
    here.theme.set_text_size(200)
    assert row.spacing() == 2 * before


@pytest.mark.parametrize("character", [ragnar(), new_character(ID), someone(kind=CharacterKind.CAST)])
def test_on_a_large_screen_what_there_is_stands_in_the_middle(qtbot: QtBot, character: Character) -> None:
    """At 2560 by 1440 all was in the upper fifth of the page."""
    desk = Desk(qtbot, character)
    desk.theme.grow_with(2560, 1440)
    desk.room.resize(2444, 1280)
    QApplication.processEvents()
    page = desk.page
    cards = [QRect(each.mapTo(page, QPoint()), each.size()) for each in page.findChildren(Card) if each.isVisible()]
    assert all(abs(card.center().x() - page.rect().center().x()) <= 1 for card in cards)
    assert not any(one.intersects(other) for one, other in pairwise(cards))
    above, below = min(map(QRect.top, cards)), page.height() - max(map(QRect.bottom, cards))
    assert 0 < above < below < 3 * above
    desk.theme.grow_with(1366, 768)
    desk.room.resize(1240, 600)
    QApplication.processEvents()
    if page.shown == MAKING:
        assert page.finish_card.pos() == QPoint()
        assert page.finish_card.geometry().right() < page.way_ahead.parentWidget().x()
