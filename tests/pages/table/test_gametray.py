"""The tray of a smaller game: dice wait, fall wave after wave, and those thrown again keep what they showed."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.desk.table.gameview import GameTray, lying
from bones_desktop.document.bones.characterdocument import CharacterDocument
from bones_desktop.pages.table.gametable import GameTable
from bones_desktop.rules.acts import Answers
from bones_desktop.rules.five_modes.game import FIVE_MODES
from bones_desktop.rules.games import DieResult
from bones_desktop.rules.games import numbered as dice_of
from bones_desktop.rules.reading import Role
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from bones_desktop.tray.motion import Tossing
from bones_desktop.tray.solids import numbered
from bones_desktop.tray.stage import Plates
from tests.pages.games.seats import now, seat_of
from tests.support.desks import PageDesk
from tests.support.people import ragnar
from tests.support.rulebooks import rulebook

(D8,) = dice_of(8, "ours")
(D10,) = dice_of(10, "theirs")
(D6,) = dice_of(6, "strain")


@pytest.fixture
def seat(tmp_path):
    return seat_of(tmp_path, FIVE_MODES.new("e" * 32).with_(die=4))


@pytest.fixture
def make(qtbot, seat):
    def new(speed: str = "off") -> GameTray:
        tray = GameTray(replace(seat, pace=lambda: (speed, True)), Theme("iron"))
        qtbot.addWidget(tray)
        tray.resize(500, 340)
        tray.show()
        return tray

    return new


def test_dice_wait_and_fall_with_their_shapes_names_and_words(make):
    tray = make()
    tray.wait_for([D8, D10])
    assert tray.numbers == (0, 0)
    assert tray.contents.names == {"ours": "ours 1d8", "theirs": "theirs 1d10"}
    assert [pose.solid for pose in tray.poses] == [numbered(8), numbered(10)]
    tray.fall([DieResult(D8, 3), DieResult(D10, 10)], by_hand=False)
    assert tray.numbers == (3, 10)
    assert [die.faces[index] for die, index in zip(tray.contents.dice, tray.shown, strict=True)] == ["3", "0"]
    assert tray.contents.listing == "ours d8: 3; theirs d10: 10"
    assert tray.contents.names == {"ours": "ours", "theirs": "theirs"}
    assert not tray.contents.roles


def test_further_dice_fall_beside_those_that_lie_there(make):
    tray, settled = make("normal"), []
    tray.settled.connect(lambda: settled.append(tray.numbers))
    tray.fall([DieResult(D8, 3)], by_hand=False)
    tray.skip()
    tray.fall([DieResult(D8, 3), DieResult(D6, 5, 1)], by_hand=False)
    assert tray.flying
    assert tray.shown == (2, 4)
    tray.skip()
    assert settled == [(3,), (3, 5)]
    assert not tray.contents.before


def test_a_die_thrown_again_hops_where_it_lies_and_keeps_its_old_face_beside_it(make):
    tray = make("normal")
    tray.fall([DieResult(D8, 3), DieResult(D10, 7)], by_hand=False)
    tray.skip()
    at = tray.poses[1].place
    again = [DieResult(D8, 3), DieResult(D10, 7, counts=False), DieResult(D10, 2, 1)]
    tray.fall(again, by_hand=False)
    assert isinstance(tray._moves._motion, Tossing)
    assert tray.poses[1].place[:2] == pytest.approx(at[:2])
    tray.skip()
    assert tray.numbers == (3, 2)
    assert tray.contents.before == {1: 6}
    tray.lay(again)  # as it lies already
    assert tray.contents.before == {1: 6}


def test_dice_that_both_count_lie_beside_each_other():
    assert lying([DieResult(D8, 8), DieResult(D8, 3, 1)]) == ([0, 1], {})
    twice = [DieResult(D8, 8, counts=False), DieResult(D8, 3, 1, counts=False), DieResult(D8, 5, 2)]
    assert lying(twice) == ([2], {0: 2})


def test_real_dice_lie_there_at_once(make):
    tray, settled = make("normal"), []
    tray.settled.connect(lambda: settled.append(tray.numbers))
    tray.fall([DieResult(D8, 3)], by_hand=True)
    assert settled == [(3,)]
    assert not tray.moving


@pytest.fixture
def table(on_screen, seat, tmp_path):
    document = CharacterDocument(rulebook(), ragnar())
    desk = PageDesk(Theme("iron"), tmp_path, document, Shelf(tmp_path / "characters"), now)
    desk.pace.choose("normal")
    return on_screen(GameTable(desk, replace(seat, pace=lambda: ("normal", True)), None), 1200, 640, wait="exposed")


def test_findings_wait_for_the_dice_and_space_ends_their_flight(table, seat):
    table.form.answer("with-threat", 1)
    table.form.answer("threat", 2)
    assert table.tray.numbers == (0, 0)
    QTest.keyClick(table.tray, Qt.Key.Key_Space)
    assert table.tray.flying
    assert table.reading.shown is None
    thrown = seat.play.current
    QTest.keyClick(table.tray, Qt.Key.Key_Space)
    assert not table.tray.flying
    assert seat.play.current is thrown
    assert len(table.reading.shown.findings) == len(thrown.reading.findings)
    assert table.tray.numbers == tuple(each.number for each in thrown.fallen)
    assert table.tray.contents.roles == tuple(part.role for part in thrown.reading.dice)
    assert all(table.tray.contents.notes)


def test_strain_falls_beside_the_check_and_hurts(table, seat):
    faces = [5, 3, 5]
    answers = Answers({"magic": 1, "complexity": 3})
    seat.play.throw("check", answers, faces)
    assert seat.play.due
    table.throw()
    assert table.tray.flying
    table.throw()
    fallen = seat.play.current.fallen
    assert table.tray.numbers == tuple(each.number for each in fallen)
    assert {die.group for die in table.tray.contents.dice} == {"canny", "uncanny", "magic", "strain"}
    assert table.tray.contents.roles[-1] is Role.HURTS
    assert not seat.play.due


def test_another_character_has_dice_of_its_own_waiting(table, seat):
    seat.play.throw("attack", Answers())
    table.tray.skip()
    seat.document.open(FIVE_MODES.new("f" * 32).with_(die=4))
    assert table.tray.numbers == (0, 0)
    assert {*table.tray.contents.roles} == {Role.IDLE}


def test_groups_are_told_apart_by_words_as_they_lie(make):
    tray = make()
    tray.fall([DieResult(D8, 3), DieResult(D10, 10)], by_hand=False)
    before = tray.grab().toImage()
    below = {die: tray.die_rect(die).adjusted(0, tray.die_rect(die).height(), 0, 20) for die in range(2)}
    tray.set_names({})
    after = tray.grab().toImage()
    for room in below.values():
        changed = [
            (x, y)
            for x in range(room.left(), room.right(), 2)
            for y in range(room.top(), room.bottom(), 2)
            if before.pixel(x, y) != after.pixel(x, y)
        ]
        assert changed


def test_a_group_in_two_rows_has_one_name_with_what_all_of_them_show(make, monkeypatch):
    tray, said = make(), []
    monkeypatch.setattr(Plates, "below", lambda _self, _painter, text, dice: said.append((text, dice.bottom())))
    dice = dice_of(6, "canny", 11)
    tray.fall([DieResult(die, 1 + place % 3) for place, die in enumerate(dice)], by_hand=False)
    tray.skip()
    said.clear()
    tray.grab()
    bottoms = [tray.die_rect(die).bottom() for die in range(11)]
    assert max(bottoms) - min(bottoms) > tray.die_rect(0).height() // 2, "they lie in rows"
    assert [text for text, _ in said] == ["Canny 1 ×4 · 2 ×4 · 3 ×3"]
    assert said[0][1] == max(bottoms)
