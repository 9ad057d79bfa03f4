"""A fight of three against six goblins and a swordmaster needs few presses, by mouse and by keys."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob, ragnar

LEFT = Qt.MouseButton.LeftButton
SET_UP = 8
ROUND = 5
ALL = ["Bob", "Ragnar", "Sven", *(f"Goblin {n}" for n in range(1, 7)), "Swordmaster"]


class Counted(FightSeat):
    """The fight, with each click, key and typed text counted as a press."""

    def __init__(self, folder: Path) -> None:
        three = bob(), ragnar(), bob().with_(name="Sven")
        super().__init__(shelve(folder, *(who.with_(id=f"{n:x}" * 32) for n, who in enumerate(three, 1))))
        self.presses = 0

    def click(self, widget) -> None:
        self.presses += 1
        QTest.mouseClick(widget, LEFT)
        self.app.processEvents()

    def key(self, key: Qt.Key) -> None:
        self.presses += 1
        focus = self.app.focusWidget()
        QTest.keyClick(focus if focus is not None and focus.isVisible() else self.page.roster, key)
        self.app.processEvents()

    def type(self, text: str) -> None:
        self.presses += 1
        QTest.keyClicks(self.app.focusWidget(), text)
        self.app.processEvents()

    @property
    def names(self) -> list[str]:
        return [fighter.name for fighter in self.fight.encounter.fighters]


@pytest.fixture
def seat(qapp, tmp_path):
    with Counted(tmp_path) as seat:
        yield seat


def fill(seat: Counted) -> None:
    seat.add(("Bob", 1), ("Ragnar", 1), ("Sven", 1), ("Goblin", 6), ("Swordmaster", 1))


def test_by_keys_all_join_in_one_line(seat):
    seat.key(Qt.Key.Key_Insert)
    ask = seat.dialog()
    seat.wait_for(lambda: {"Bob", "Ragnar", "Sven"} <= {each.text for each in ask.rows.rows}, "the shelf is read")
    seat.type("bob, ragnar, sven, 6 goblins, swordmaster")
    assert ask.said.text() == "Bob, Ragnar, Sven, Goblin ×6, Swordmaster"
    seat.key(Qt.Key.Key_Return)
    seat.key(Qt.Key.Key_Escape)
    assert seat.names == ALL
    assert [each.side for each in seat.fight.encounter.fighters] == ["A"] * 3 + ["B"] * 7
    assert seat.presses <= SET_UP


def test_by_mouse_all_join_in_eight_presses(seat):
    seat.click(seat.page.nothing.act)
    ask = seat.dialog()
    seat.wait_for(lambda: {"Bob", "Ragnar", "Sven"} <= {each.text for each in ask.rows.rows}, "the shelf is read")

    def twice(name: str) -> None:
        row = next(row for row, each in enumerate(ask.rows.rows) if each.text == name)
        index = ask.rows.index(row)
        ask.view.scrollTo(index)
        at = ask.view.visualRect(index).center()
        QTest.mouseClick(ask.view.viewport(), LEFT, pos=at)
        QTest.mouseDClick(ask.view.viewport(), LEFT, pos=at)
        seat.presses += 1

    for name in ("Bob", "Ragnar", "Sven"):
        twice(name)
    ask.search.setFocus()
    seat.type("6 goblins")
    seat.click(ask.add)
    ask.search.clear()
    twice("Swordmaster")
    seat.click(ask.finish)
    assert seat.names == ALL
    assert seat.presses <= SET_UP


def test_a_round_by_keys(seat):
    fill(seat)
    seat.page.roster.setFocus()
    seat.key(Qt.Key.Key_N)
    while seat.fight.encounter.round == 1:
        seat.key(Qt.Key.Key_Space)
        assert seat.presses <= ROUND


def test_a_round_by_mouse(seat):
    fill(seat)
    seat.click(seat.page.nearest)
    while seat.fight.encounter.round == 1:
        seat.click(seat.page.bar.primary)
        assert seat.presses <= ROUND


def test_all_dice_are_forty_pixels_large_at_1366_by_768(seat):
    seat.window.resize(1366, 768)
    fill(seat)
    seat.page.all_attack()
    seat.page.throw()
    seat.page.tray.skip()
    seat.app.processEvents()
    tray = seat.page.tray
    sizes = [tray.die_rect(die).size() for die in range(len(tray.round_dice))]
    assert len(sizes) >= 30
    assert min(min(size.width(), size.height()) for size in sizes) >= 40
    assert all(tray.rect().contains(tray.die_rect(die)) for die in range(len(sizes)))
