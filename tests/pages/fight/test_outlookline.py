"""The rating of an encounter below the roster: when it is shown, when it stops, and what it says."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.fight.encounters import duel
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob
from tests.support.rulebooks import rulebook


@pytest.fixture
def folder(tmp_path, qapp):
    return shelve(tmp_path, bob().with_(id="b" * 32))


def test_the_rating_is_refined_below_the_roster_and_ends_with_the_first_roll(folder, qtbot) -> None:
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        line = seat.page.outlook
        assert line.isVisible()
        qtbot.waitUntil(lambda: line.outlook is not None)
        few = line.outlook.fights
        qtbot.waitUntil(lambda: line.outlook.fights > few)
        percent = round(100 * line.outlook.stands.value)
        assert line.stands.text().startswith(f"The party stands: {percent} % ± ")
        qtbot.waitUntil(lambda: line.outlook.error <= 0.25)
        assert line.stands.text().endswith(f"({line.outlook.rating.name}).")
        assert line.lost.text().startswith("Dice lost on average: Bob ")
        assert "fights played" in line.toolTip() or "fight played" in line.toolTip()
        QTest.mouseClick(seat.page.nearest, Qt.MouseButton.LeftButton)
        assert line.isVisible(), "declaring changes nothing about the encounter"
        seat.press()
        assert seat.fight.has_begun
        assert not line.isVisible()
        assert not line.worker.busy


def test_a_changed_roster_is_rated_anew(folder, qtbot) -> None:
    with FightSeat(folder, ("Bob", 1), ("Wolf", 2)) as seat:
        line = seat.page.outlook
        qtbot.waitUntil(lambda: line.outlook is not None)
        seat.page.roster.choose_row("wolf-1")
        seat.page.roster.fold("all:wolf-1", folded=False)
        seat.page.roster.choose("wolf-2")
        QTest.keyClick(seat.page.roster, Qt.Key.Key_Delete)
        assert len(seat.fight.encounter.fighters) == 2
        assert line.outlook is None
        assert line.stands.text() == "Rating the encounter…"
        qtbot.waitUntil(lambda: line.outlook is not None)
        exact = duel(rulebook(), seat.fight.encounter)
        assert (line.outlook.stands, line.outlook.error) == (exact.stands, 0)
        assert "±" not in line.stands.text()
        assert line.toolTip().startswith("Calculated exactly.")


def test_without_a_party_or_without_foes_nothing_is_shown(folder, qtbot) -> None:
    with FightSeat(folder) as seat:
        line = seat.page.outlook
        assert not line.isVisible()
        seat.add(("Bob", 1))
        assert not line.isVisible()
        seat.add(("Wolf", 1))
        assert line.isVisible()
        seat.page.roster.choose("bob")
        QTest.keyClick(seat.page.roster, Qt.Key.Key_Delete)
        assert not line.isVisible()


def test_nothing_is_rated_while_another_page_is_shown(folder, qtbot) -> None:
    with FightSeat(folder, ("Bob", 1), ("Wolf", 3)) as seat:
        line = seat.page.outlook
        qtbot.waitUntil(lambda: line.worker.busy)
        seat.window.show_page("build")
        seat.app.processEvents()
        assert not line.worker.busy
        seat.window.show_page("encounter")
        qtbot.waitUntil(lambda: line.worker.busy or line.outlook is not None)
