"""The Table page as it is played: keys and clicks, what is shown, what is kept."""

from random import Random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.pages.table.tablepage import TablePage
from bones_desktop.play.bones.table import Table
from bones_desktop.play.eveningdice import EveningDice
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.making.edits import new_character, set_text
from bones_desktop.rules.bones.reading.plays import read_play
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.widgets.dice.geometry import top_face
from bones_desktop.wording.readings import large_words
from tests.support.desks import PageDesk
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook
from tests.support.running import Running
from tests.support.strips import modify
from tests.support.tabledesk import Desk, Ones, now, poison
from tests.support.usualdice import take_usual


def test_before_the_first_throw_the_dice_lie_still(make):
    page = make().page
    assert len(page.tray.shown) == 4
    assert not page.tray.moving
    assert not page.reading.text()
    assert page.strip.button.isEnabled()


def test_maneuver_against_average(make):
    desk = make()
    desk.key(Qt.Key.Key_Space)
    played = desk.page.play.played
    assert played.title == "Maneuver against Average"
    assert played.reading == read_play(rulebook(), ragnar().house_rules, played.play)
    assert played.occasion.task == desk.page.strip.task
    assert desk.page.tray.shown == played.indices
    finding = played.reading.task.reading.findings[0].reason
    assert desk.page.reading.headline.text() == large_words(finding)
    assert desk.page.reading.model.rowCount() == len(played.throw.dice) == 8
    (entry,) = desk.log.latest()
    assert [die.code for die in entry.dice] == [face.code for face in played.throw.faces]
    assert desk.page.log.model.rowCount() == 1


def test_the_log_is_there_when_the_page_is_made_again(make, qtbot, theme):
    desk = make()
    for _ in range(3):
        desk.page.throw()
    desk.log.close()
    desk.log = ThrowLog(desk.path, now)
    again = desk.another(theme, desk.log)
    qtbot.addWidget(again)
    assert again.log.model.rowCount() == 3


def test_a_moving_throw_is_kept_at_once_and_told_when_it_settles(make):
    desk = make(speed="normal")
    desk.key(Qt.Key.Key_Space)
    assert desk.page.tray.moving
    assert len(desk.log.latest()) == 1
    assert desk.page.log.model.rowCount() == 0
    assert not desk.page.reading.text()
    assert desk.page.strip.button.text() == "Show result"
    desk.key(Qt.Key.Key_Space)
    assert not desk.page.play.pending
    assert desk.page.log.model.rowCount() == 1
    assert desk.page.reading.text()
    assert len(desk.log.latest()) == 1


def test_the_button_ends_the_motion_too(make):
    desk = make(speed="normal")
    QTest.mouseClick(desk.page.strip.button, Qt.MouseButton.LeftButton)
    assert desk.page.play.pending
    QTest.mouseClick(desk.page.strip.button, Qt.MouseButton.LeftButton)
    assert not desk.page.play.pending
    assert len(desk.log.latest()) == 1


def test_losing_a_die_takes_it_out_of_the_tray_and_undo_brings_it_back(make):
    desk = make()
    desk.key(Qt.Key.Key_3)
    assert desk.page.injuries.selected == 2
    desk.key(Qt.Key.Key_I)
    assert desk.document.undo_stack.undoText() == "Lose die 3"
    assert len(desk.page.tray.shown) == 3
    assert desk.page.injuries.cards[2].look.lost
    desk.document.undo_stack.undo()
    assert len(desk.page.tray.shown) == 4
    assert not desk.page.injuries.cards[2].look.lost


def test_h_heals(make):
    desk = make()
    desk.key(Qt.Key.Key_I)
    desk.key(Qt.Key.Key_H)
    assert desk.document.undo_stack.undoText() == "Heal die 4"
    assert len(desk.page.tray.shown) == 4


def test_a_task_that_is_not_allowed_says_so_before_the_throw(make):
    desk = make()
    desk.page.strip.form.answer("skill", "magic")
    assert not desk.page.strip.button.isEnabled()
    assert desk.page.strip.button.toolTip() == "Magic needs at least one fitting icon on your dice."
    desk.key(Qt.Key.Key_Space)
    assert [reason.code for reason in desk.refused] == ["no-icon"]
    assert desk.log.latest() == ()
    desk.page.strip.form.answer("skill", "melee")
    assert desk.page.strip.button.isEnabled()


def test_no_dice_left(make):
    desk = make()
    for _ in range(4):
        desk.key(Qt.Key.Key_I)
    assert not desk.page.strip.button.isEnabled()
    assert desk.page.tray.shown == ()


def test_poison_offers_to_lose_the_die(make):
    desk = make(rng=Ones())
    poison(desk)
    assert len(desk.page.tray.shown) == 5
    desk.key(Qt.Key.Key_Space)
    (button,) = offers(desk)
    assert button.text() == "Poison takes die 4: lose it…"
    take_usual(button)
    assert desk.document.character.available() == (0, 1, 2)
    assert not offers(desk)
    assert desk.page.reading.text(), "the roll stays on the table"
    assert len(desk.page.tray.shown) == 9
    desk.document.undo_stack.undo()
    assert len(offers(desk)) == 1


def test_what_is_pressed_below_the_reading_leaves_the_keys_to_the_page(make):
    desk = make(rng=Ones(), character=ragnar().with_(spiffs=5))
    poison(desk)
    desk.key(Qt.Key.Key_Space)
    reading = desk.page.reading
    desk.page.activateWindow()
    QApplication.processEvents()
    rows = (reading.follow_ups, 0), (reading.row, 1), (reading.undo, 0), (reading.row, 0), (reading.row, 0)
    for row, place in rows:
        button = row.buttons[place]
        button.setFocus()
        assert button.hasFocus(), button.text()
        take_usual(button, Qt.Key.Key_Space)
        desk.page.activateWindow()
        QApplication.processEvents()
        assert desk.page.tray.hasFocus(), button.text()
    for button in (*offers(desk), *reading.row.buttons, *reading.undo.buttons):
        assert button.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_the_depth_of_a_fall_is_typed_at_once_and_space_throws(make):
    desk = make(rng=Ones())
    desk.page.activateWindow()
    QApplication.processEvents()
    kind = desk.page.strip.form.fields["kind"]
    kind.open()
    choice = next(choice for choice in kind.model.rows if choice.key == ThrowKind.FALL)
    kind.popup.close()
    kind.activated.emit(choice)
    box = QApplication.focusWidget()
    QTest.keyClicks(box, "20")
    QTest.keyClick(box, Qt.Key.Key_Space)
    assert desk.page.play.played is not None
    assert desk.page.play.played.title == "Fall of 20 m"
    assert desk.page.tray.hasFocus()


def test_off_stage_is_said_once(make):
    desk = make(rng=Ones())
    desk.page.strip.show_request(Request("melee", ThrowKind.STRATEGIC))
    desk.key(Qt.Key.Key_Space)
    assert desk.page.reading.title.text().count("off stage") == 1


def offers(desk: Desk) -> list:
    return desk.page.reading.follow_ups.buttons


def test_one_edit_one_refresh(make, monkeypatch):
    desk, filled = make(), []
    monkeypatch.setattr(desk.page.injuries.spiffs, "show_spiffs", filled.append)
    desk.document.apply("Lose die 1", lambda each: injuries.lose(each, 0))
    assert len(filled) == 1


def test_another_character_begins_anew(make):
    desk = make(speed="normal")
    modify(desk.page.strip, penalty=2)
    desk.key(Qt.Key.Key_2)
    desk.key(Qt.Key.Key_Space)
    desk.document.open(bob().with_(id="f" * 32))
    assert not desk.page.tray.moving
    assert not desk.page.play.pending
    assert desk.page.play.played is None
    assert desk.page.injuries.selected == -1
    assert desk.page.strip.task.penalty == 0
    assert desk.page.strip.who.text() == "Bob"
    assert desk.page.log.model.rowCount() == 1, "the roll in flight is in the log"
    assert desk.page.strip.button.text() == "Roll"


def test_an_edit_that_leaves_the_dice_alone_leaves_the_reading(make):
    desk = make()
    desk.page.throw()
    desk.document.apply("Name", lambda each: set_text(each, "name", "Ragnar the Bold"))
    assert desk.page.reading.text()
    poison(desk)
    assert desk.page.reading.text()
    desk.page.throw()
    assert len(desk.page.tray.shown) == 9


def test_a_read_only_character_may_throw_and_not_be_hurt(make):
    desk = make()
    desk.document.open(ragnar(), read_only=True)
    desk.key(Qt.Key.Key_I)
    assert [reason.code for reason in desk.refused] == ["read-only-character"]
    desk.key(Qt.Key.Key_Space)
    assert len(desk.log.latest()) == 1


def test_without_a_log_it_says_that_throws_are_not_kept(make):
    desk = make(keep=False)
    desk.page.throw()
    assert desk.page.log.model.rowCount() == 1
    assert "not kept" in str(desk.page.log.model.index(0, 0).data())
    assert "not kept" in desk.page.log.note.text()


def test_a_die_under_the_pointer_is_marked_in_the_list_and_the_other_way_round(make, qtbot):
    desk = make()
    desk.page.throw()
    view = desk.page.reading.view

    def pointed() -> bool:
        QTest.mouseMove(view.viewport(), QPoint(5, 5))
        QTest.mouseMove(view.viewport(), view.visualRect(desk.page.reading.model.index(1, 0)).center())
        return desk.page.tray.pointed == 1

    qtbot.waitUntil(pointed)
    desk.page.tray.hovered.emit(2)
    assert view.currentIndex().row() == 2
    desk.page.tray.clicked.emit(3)
    assert desk.page.injuries.selected == 3


def test_a_name_turns_nothing_round_that_stands_beside_it(make):
    desk = make(character=ragnar().with_(name="\u202e<b>Ragnar"))
    desk.page.throw()
    assert desk.log.latest()[-1].who == "<b>Ragnar"
    desk.page.enter_by_hand()
    assert desk.page.by_hand.board.which.text().startswith("<b>Ragnar: die 1")


def test_the_reading_is_copied_as_text(make):
    desk = make()
    desk.page.throw()
    desk.page.reading.view.setFocus()
    QTest.keyClick(desk.page.reading.view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text()
    name = desk.document.character.name
    assert name
    assert copied == f"{name}: {desk.page.reading.text()}"
    assert "Maneuver against Average." in copied


@pytest.mark.parametrize("where", ["view", "log"])
def test_keys_of_the_page_work_from_its_lists(make, where):
    desk = make()
    desk.page.throw()
    desk.page.throw()
    view = desk.page.reading.view if where == "view" else desk.page.log.view
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_2)
    assert desk.page.injuries.selected == 1
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert len(desk.log.latest()) == 3


def test_what_is_typed_is_no_key_of_the_page(make):
    desk = make()
    desk.page.injuries.cause.setFocus()
    QTest.keyClicks(desk.page.injuries.cause, "hit 2")
    assert desk.page.injuries.cause.text() == "hit 2"
    assert desk.document.character.lost == ()
    assert desk.page.play.played is None
    QTest.keyClick(desk.page.injuries.cause, Qt.Key.Key_Return)
    desk.key(Qt.Key.Key_I)
    assert desk.document.character.lost[0].cause == "hit 2"


def test_the_layout_is_restored_and_nonsense_passed_over(make, on_screen, theme):
    desk = make()
    columns = desk.page.columns
    columns.setSizes([500, 780])
    kept = columns.state()
    again = on_screen(desk.another(theme, None), 1280, 690)
    again.columns.restore(kept)
    assert again.columns.sizes() == columns.sizes()
    again.columns.restore({"table-columns": b"nonsense", "else": b""})


@pytest.mark.parametrize("restarted", [False, True])
def test_room_that_large_text_took_is_given_back_with_it(make, qtbot, theme, restarted):
    theme.set_text_size(150)
    desk = make()
    page = desk.page
    if restarted:
        page = desk.another(theme, None)
        qtbot.addWidget(page)
        page.columns.restore(desk.page.columns.state())
        page.resize(1280, 690)
        page.show()

    def share() -> float:
        tray, strip = page.columns.sizes()
        return tray / (tray + strip)

    qtbot.waitUntil(lambda: share() < 0.59)
    theme.set_text_size(100)
    qtbot.waitUntil(lambda: abs(share() - 0.6) < 0.01)


@pytest.mark.parametrize("text", [100, 150])
def test_it_fits_a_small_screen(make, theme, text):
    theme.set_text_size(text)
    page = make().page
    page.throw()
    hint = page.minimumSizeHint()
    assert hint.width() <= 1240
    assert hint.height() <= 640


def test_looks_may_change_while_it_is_open(make, theme, qtbot):
    desk = make()
    poison(desk)
    desk.page.throw()
    before = desk.page.strip.levels.segments["easy"].sizeHint()
    tick = desk.page.injuries.hindering[0].icon().pixmap(24).toImage()
    theme.set_theme("contrast")
    theme.set_text_size(150)
    assert desk.page.strip.levels.segments["easy"].sizeHint().height() > before.height()
    assert desk.page.injuries.hindering[0].icon().pixmap(24).toImage() != tick
    assert not desk.page.grab().isNull()
    theme.set_text_size(100)
    assert desk.page.strip.levels.segments["easy"].sizeHint() == before


def test_dice_with_empty_faces_may_be_thrown(make):
    desk = make(character=new_character("a" * 32))
    desk.page.throw()
    assert desk.page.reading.text()


def test_an_unknown_speed_means_normal(make):
    desk = make()
    desk.desk.pace.choose("warp")
    desk.page.throw()
    assert desk.page.tray.moving


class Same(Random):
    """Every die shows the same face."""

    def __init__(self, face: int) -> None:
        super().__init__(0)
        self._face = face

    def randrange(self, *_args: object) -> int:
        return self._face


@pytest.mark.parametrize("speed", ["normal", "off"])
@pytest.mark.parametrize("face", range(6))
def test_tray_log_and_reading_tell_of_the_same_faces(make, face, speed):
    desk = make(rng=Same(face), speed=speed)
    desk.page.strip.show_request(Request(skill="stealth", difficulty="", opponent="block:goblin"))
    desk.page.throw()
    desk.page.tray.skip()
    played = desk.page.play.played
    codes = tuple(die.faces[face].code for die in played.dice)
    tray = desk.page.tray
    assert played.indices == (face,) * len(codes)
    assert (
        tuple(die.faces[top_face(pose.turn)].code for die, pose in zip(played.dice, tray.poses, strict=True)) == codes
    )
    [entry] = desk.log.latest()
    assert tuple(entry.shown(place) for place in range(len(entry.dice))) == codes
    assert tuple(row.code for row in desk.page.reading.model.rows) == codes


def test_the_evening_is_sealed_before_the_first_throw(qtbot, theme, tmp_path):
    log = ThrowLog(tmp_path / "log.db", now)
    document = CharacterDocument(rulebook(), ragnar())
    shelf = Shelf(tmp_path / "characters")
    store, histories = (
        FileStore(CHARACTERS, Versions(tmp_path / "versions"), now),
        UndoHistories(tmp_path / "undo", Character),
    )
    session = CharacterSession(document, store, histories)
    anyone = AnyCharacter(document, session, ClosedFiles(store, histories))
    table = Table(document, log, EveningDice(log, now), anyone)
    desk = PageDesk(theme, tmp_path, document, shelf, now)
    desk.pace.choose("off")
    page = TablePage(desk, table)
    qtbot.addWidget(page)
    assert log.evening() is None, "a page nobody has looked at begins none"
    page.show()
    sealed = log.evening().commitment
    assert sealed[:4] in page.reading.seal.text()
    assert page.reading.seal.isVisible()
    page.throw()
    assert not page.reading.seal.isVisible()
    assert log.latest()[-1].evening == log.evening().id
    page.shutdown()
    log.close()


@pytest.mark.parametrize("poisons", [0, 4])
def test_in_large_text_the_tray_keeps_its_room_and_the_buttons_below_are_whole(make, theme, qtbot, poisons):
    theme.set_text_size(150)
    desk = make()
    for _ in range(poisons):
        poison(desk)
    desk.page.resize(1240, 640)
    acts = desk.page.injuries.acts
    qtbot.waitUntil(lambda: acts.geometry().bottom() <= desk.page.injuries.rect().bottom())
    assert acts.height() >= acts.heightForWidth(acts.width())
    assert desk.page.tray.height() >= (desk.page.height() * 2 // 5 if not poisons else 220)


def test_space_throws_anew_while_dice_still_glide_into_their_rows(make, qtbot):
    desk = make(speed="normal")
    desk.key(Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not desk.page.play.pending and desk.page.tray.moving)
    desk.key(Qt.Key.Key_Space)
    assert desk.page.play.pending
    assert len(desk.log.latest()) == 2
    desk.page.tray.skip()


def test_a_challenge_die_clicked_while_picking_is_told_to_be_none_of_ones_own(make):
    desk = make(character=ragnar().with_(spiffs=3))
    desk.page.throw()
    words: list[str] = []
    desk.notices.message.connect(words.append)
    desk.key(Qt.Key.Key_R)
    QTest.mouseClick(desk.page.tray, Qt.MouseButton.LeftButton, pos=desk.page.tray.die_rect(6).center())
    assert words == ["Only a die of your own that is not lost can be re-rolled."]
    assert desk.page.controller.picking, "another can be chosen still"


def test_the_difficulties_are_settled_at_every_width(make, qtbot):
    desk = make()
    file = desk.shelf.create(ragnar().with_(id="f" * 32, name="Bjorn"))
    strip = desk.page.strip
    strip.show_request(Request("melee", difficulty="", opponent=f"file:{file}"))
    desk.page.throw()
    levels, seen = strip.levels, set()

    def settled() -> bool:
        one_line = levels.height() == levels.segments[""].sizeHint().height()
        return one_line and strip.height() == strip.sizeHint().height()

    for width in range(1120, 1260, 8):
        desk.page.resize(width, 690)
        QApplication.processEvents()
        qtbot.waitUntil(settled)
        brief, height = levels.brief, strip.height()
        desk.page.table.opponent.changed.emit()
        QApplication.processEvents()
        qtbot.waitUntil(settled)
        assert (levels.brief, strip.height()) == (brief, height), width
        seen.add(levels.brief)
    assert seen == {False, True}, "names come and go within these widths"


def test_what_stands_out_does_so_on_a_page_made_later_too(tmp_path, qapp):
    with Running(tmp_path / "home", page="log") as running:
        running.window.show_page("log")
        running.window.show_page("table")
        reading = running.program.pages.table.reading
        running.program.pages.table.throw()
        qapp.processEvents()
        assert reading.have.isVisible()
        assert reading.have.font().bold()


def test_space_on_the_chosen_difficulty_rolls_nothing(make):
    page = make().page
    page.strip.levels.take_focus()
    QTest.keyClick(page.strip.levels.segments[page.strip.levels.level], Qt.Key.Key_Space)
    assert page.on_table is None
