"""An evening by keys as a screen reader says it: one sentence for each act, on every page and in every game.

With HEARD set to a path, all lines are written there, to be read as a whole.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.pages.fight.encounterpage import EncounterPage
from bones_desktop.pages.games.scenepage import ScenePage
from tests.support.tour import GAMES, Tour

Key, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
LONGEST = 200
"""Letters of the longest line, apart from the question for a die of real dice, which names its faces."""


class Evening(Tour):
    """The program with what is said after each key."""

    def __init__(self, folder: Path, heard: list[str]) -> None:
        super().__init__(folder)
        self._heard = heard
        self.lines: list[str] = []
        """All lines, each act with the lines that it caused."""
        self.note("start")

    def note(self, act: str) -> list[str]:
        """Let the program come to rest; return what was said since the last act."""
        self.settle()
        said = list(self._heard)
        self._heard.clear()
        self.lines += [f"{self.window.game} {self.window.page}, {act}", *(f"    {line}" for line in said)]
        assert len(set(said)) == len(said), (act, said)
        assert all(line[-1:].isalnum() or line[-1:] in ".!?" for line in said), (act, said)
        assert all(len(line) <= LONGEST for line in said), (act, said)
        return said

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> list[str]:
        """Press a key where the focus is; return what was said."""
        QTest.keyClick(QApplication.focusWidget() or self.window, key, held)
        return self.note(key.name)

    def undo(self) -> list[str]:
        return self.press(Key.Key_Z, CTRL)

    def redo(self) -> list[str]:
        return self.press(Key.Key_Z, CTRL | SHIFT)

    def at(self, page: str) -> QWidget:
        """Show a page with the focus on it."""
        self.window.show_page(page)
        self.window.page_widget().setFocus()
        assert self.note("shown") == []
        return self.window.page_widget()

    def open(self, game: str) -> None:
        """Open the character of a game."""
        self.program.files.work_on(self.files[game])
        self.note("opened")


@pytest.fixture
def evening(tmp_path: Path, heard: list[str]) -> Iterator[Evening]:
    with Evening(tmp_path / "evening", heard) as evening:
        yield evening
    if target := os.environ.get("HEARD"):
        with Path(target).open("a", encoding="utf-8") as file:
            file.write("\n".join(evening.lines) + "\n")


def test_bones(evening: Evening) -> None:
    evening.at("build")
    assert evening.press(Key.Key_Delete) == []
    assert evening.undo() == ["Undone: Empty a face"]
    assert evening.redo() == ["Redone: Empty a face"]
    assert evening.undo() == ["Undone: Empty a face"]
    evening.at("table")
    [rolled] = evening.press(Key.Key_Space)
    assert "Counted" in rolled
    assert evening.press(Key.Key_1) == []
    assert evening.press(Key.Key_I) == ["Die 1 is lost: wounded, 5 of 6 dice."]
    assert evening.undo() == ["Undone: Lose die 1"]
    assert evening.redo() == ["Redone: Lose die 1"]
    assert evening.press(Key.Key_H) == ["Die 1 is healed: unhurt, 6 dice."]
    assert evening.undo() == ["Undone: Heal die 1"]
    [struck] = evening.press(Key.Key_N)
    assert struck.startswith("Struck out: ")
    assert evening.press(Key.Key_N) == [rolled]
    [asked] = evening.press(Key.Key_B)
    assert asked.startswith("0 of 9 entered.")
    [asked] = evening.press(Key.Key_1)
    assert asked.startswith("1 of 9 entered.")
    assert evening.press(Key.Key_Escape) == ["What you entered is kept: B shows it again."]
    evening.program.settings.edit(speech="short")
    [rolled] = evening.press(Key.Key_Space)
    assert "Counted" not in rolled
    assert rolled == f"{evening.program.pages.table.reading.shown.result}."
    evening.at("tracker")
    assert evening.press(Key.Key_2) == []
    assert evening.press(Key.Key_I) == ["Die 2 is lost: wounded, 4 of 6 dice."]
    evening.press(Key.Key_B)
    assert evening.press(Key.Key_Return) == ["Die 6 is lost: wounded, 3 of 6 dice."]
    assert evening.undo() == ["Undone: Take a blow"]
    evening.at("sheet")
    assert evening.undo() == ["Undone: Lose die 2"]
    assert evening.press(Key.Key_L, CTRL) == ["Die 6 is lost: wounded, 4 of 6 dice."]
    evening.press(Key.Key_M, CTRL)
    told = evening.dialog().text.toPlainText().splitlines()
    assert [line[6:] for line in told[:2]] == ["Die 6 is lost: wounded, 4 of 6 dice.", "Undone: Lose die 2"]
    assert told[-1][6:] == "Undone: Empty a face"
    evening.button(evening.dialog(), "Copy all").click()
    assert QApplication.clipboard().text().splitlines() == told


def test_a_fight(evening: Evening) -> None:
    page = evening.at("encounter")
    assert isinstance(page, EncounterPage)
    evening.press(Key.Key_Insert)
    dialog = evening.dialog()
    for name, number in (("Ragnar", 1), ("Goblin", 2)):
        dialog.search.setText(name)
        dialog.number.setValue(number)
        QTest.keyClick(dialog.search, Key.Key_Return)
    evening.button(dialog, "Done").click()
    evening.window.activateWindow()
    QTest.qWaitForWindowActive(evening.window)
    page.setFocus()
    assert [line for line in evening.note("added") if line.startswith("Added")] == ["Added: Ragnar.", "Added: Goblin."]
    assert evening.press(Key.Key_N) == ["Declared: Everybody attacks."]
    assert evening.press(Key.Key_N) == ["No fighter is left who can declare this."]
    [rolled] = evening.press(Key.Key_Space)
    assert rolled.startswith("Successes: ")
    assert rolled.endswith("for Goblin 2.")
    assert evening.undo() == ["Undone: Roll"]
    assert evening.redo() == ["Redone: Roll"]
    while page.bar.state.next.value != "close":
        assert len(evening.press(Key.Key_Space)) == 1
    [closed] = evening.press(Key.Key_Space)
    assert closed.startswith("Round 1: ")
    assert evening.undo() == ["Undone: Round 1"]
    assert evening.redo() == ([closed] if page._told else ["Redone: Round 1"])
    page._end.trigger()
    assert evening.note("ended") == ["The fight has ended."]


@pytest.mark.parametrize("game", GAMES[1:])
def test_a_smaller_game(evening: Evening, game: str) -> None:
    evening.open(game)
    evening.at("table")
    assert len(evening.press(Key.Key_Space)) == 1
    page = evening.at("tracker")
    page.tracks._mark(next(iter(page.tracks.rows)), 1)
    [done] = evening.note("marked")
    name = done.partition(":")[0]
    assert evening.undo() == [f"Undone: {name}"]
    assert evening.redo() == [f"Redone: {name}"]
    page = evening.at("encounter")
    assert isinstance(page, ScenePage)
    page.everyone.setFocus()
    assert evening.press(Key.Key_Space)[-1].startswith("Added: ")
    page.add.setFocus()
    evening.press(Key.Key_Space)
    QTest.keyClick(page.form, Key.Key_Return)
    assert evening.note("added")[-1].startswith("Added: ")
    page.roster.view.setFocus()
    begun = evening.press(Key.Key_N)
    assert begun[-1].startswith("Round 1: ")
    for _turn in range(2):
        acts = [*page.acts]
        page.choose(next((each for each in acts if each in {"attack", "fight", "shoot", "contest"}), acts[0]))
        assert len(evening.press(Key.Key_Space)) == 1
        while page.reading.offers:
            assert len(evening.press(Key.Key_T)) == 1
        [turn] = evening.press(Key.Key_N)
        assert turn.endswith("’s turn.")
    [undone] = evening.undo()
    assert undone.startswith("Undone: Turn of ")
    assert len(evening.redo()) == 1


def test_a_campaign(evening: Evening) -> None:
    evening.at("campaign")
    page = evening.program.campaigns.page
    page.party.members.add_members(tuple(each for each in evening.program.desk.shelf.entries() if each.game == "bones"))
    evening.note("added")
    page.show_tab(CampaignTab.CALENDAR)
    evening.note("calendar")
    page.calendar.form.act.setFocus()
    [passed] = evening.press(Key.Key_Space)
    assert passed == "One day passed. Nobody has healed."
    assert evening.undo() == ["Undone: One day passes"]
    page.show_tab(CampaignTab.SESSIONS)
    page.sessions.start("The bridge", (page.sessions.campaign.members[0].id,))
    evening.note("started")
    page.sessions.now_card.end.setFocus()
    assert evening.press(Key.Key_Space) == ["The session has ended."]
    assert evening.undo() == ["Undone: End session"]
