"""A new campaign, played through three sessions and two seasons by keys and mouse.

The expected files were calculated by hand, rule by rule. They are in campaignlifefiles.
"""

import json
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Final

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QScrollArea, QTabBar, QWidget

from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.widgets.choice.buttons import ChoiceButton
from tests.journeys.hands import CTRL, SETTLE_MS, SHIFT, Hands, Key
from tests.pages.campaign.campaignlifefiles import bobs_file, campaigns_file
from tests.support.running import Running

BOB = (
    ("Mental", "Magic", "Craft", "Missile", "Scholar"),
    ("Physical", "Magic", "Missile", "Defend", "Defend"),
    ("Mental", "Magic", "Magic", "Scholar", "Defend"),
    ("Physical", "Magic", "Riding", "Scholar", "Healer"),
)
"""Faces 2 to 6 of each die (EX-2)."""

WAY = {2: (Key.Key_Left,), 3: (), 4: (Key.Key_Right,), 5: (Key.Key_Right,) * 2, 6: (Key.Key_Down,)}
"""From face 3 in the net."""

STEPS: Final = (
    *("Add Bob", "End session", "Blow: Goblin", "Blow: Wolf", "Add Poison", "Lose die 1", "Remove Poison"),
    *("Use magic", "Keep Ward going", "End session", "Release Ward"),
    *("Medical attention", "5 days pass", "86 days pass"),
    *("Strategic action", "Income", "Spend coins", "91 days pass", "Income", "End session"),
    *("Begin die 5 with Scholar", "Change a face"),
)
"""What is undone step by step, the last first, as Bob's history tells it after a restart."""

pytestmark = pytest.mark.slow

THROWS: Final = [
    ("Scholar against Easy", 0, ("by-hand",)),  # HIND-5: the success was lost with its die
    ("Scholar against Difficult, off stage", 1, ("by-hand", "off-stage")),  # EX-8
]
"""What the log of the table tells of each throw: its task, what was left of its successes, and its tags."""


def noon() -> datetime:
    return datetime(2026, 11, 21, 12).astimezone()  # here, wherever that is


class Player(Hands):
    """Somebody at the running program."""

    def __init__(self, running: Running) -> None:
        self.running = running

    @staticmethod
    def click_at(widget: QWidget, at: QPoint | None = None) -> None:
        """Scroll there as the wheel would, and click what is seen."""
        room = widget.parentWidget()
        while room is not None:
            if isinstance(room, QScrollArea):
                room.ensureWidgetVisible(widget)
            room = room.parentWidget()
        place = at or widget.rect().center()
        assert widget.visibleRegion().contains(place), f"{widget.accessibleName()} is not seen"
        hit = widget.childAt(place) or widget
        QTest.mouseClick(hit, Qt.MouseButton.LeftButton, pos=hit.mapFrom(widget, place))
        QTest.qWait(SETTLE_MS)

    @property
    def document(self):
        return self.running.program.document

    @property
    def bob(self):
        return self.document.character

    @property
    def campaign(self):
        return self.running.program.campaigns.campaigns.campaign

    @property
    def lost(self) -> list[tuple[int, str]]:
        """The dice lost and why, in their order."""
        return [(entry.die, entry.cause) for entry in self.bob.lost]

    def undo_says(self) -> str:
        return self.running.window.actions_by_id["undo"].text().replace("&", "")

    def page(self, name: str) -> None:
        self.click_at(next(each for each in self.on_screen(name) if each.property("text") == name))

    def tab(self, tabs: QTabBar, words: str) -> None:
        place = next(n for n in range(tabs.count()) if tabs.tabText(n) == words)
        self.click_at(tabs, tabs.tabRect(place).center())

    def write(self, name: str, text: str) -> None:
        """Click the field of this name and type, in place of what stands there."""
        self.click_at(next(each for each in self.on_screen(name) if each.accessibleName().startswith(name)))
        self.press(Key.Key_A, CTRL)
        self.type(text)

    def make_bob(self) -> None:
        self.press(Key.Key_N, CTRL)
        starts = self.see("Starting points")
        assert isinstance(starts, QAbstractItemView)
        self.type("Bob")
        self.pick(starts, "Core rules character")
        self.click("Create")
        self.click("die 1, face 2 of 6")
        for die, icons in enumerate(BOB, 1):
            for face, icon in enumerate(icons, 2):
                self.face(die, face, icon)  # the last one leads to the next die

    def face(self, die: int, face: int, icon: str) -> None:
        """Choose the icon of a face of the die that has the keys."""
        for key in (Key.Key_Home, Key.Key_Down, *WAY[face]):
            self.press(key)
        self.type(icon.lower())
        self.press(Key.Key_Return)
        self.see(f"die {die}, face {face} of 6, {icon}")

    def choose(self, name: str, words: str) -> None:
        """Choose from what opens below a button, by its search."""
        self.click_at(next(each for each in self.on_screen(name) if isinstance(each, ChoiceButton)))
        self.type(words)
        self.press(Key.Key_Return)

    def put_on_armour_and_finish(self) -> None:
        self.tab(self.see("Parts of the Build page"), "Story and gear")
        self.choose("Add equipment", "Light armour")
        self.click("Finish")

    def make_campaign(self) -> None:
        self.click("Campaign")
        self.click("New campaign…")
        self.type("The long winter")
        self.press(Key.Key_Return)
        self.click("Add…")
        self.type("Bob")
        self.press(Key.Key_Return)
        self.press(Key.Key_Return)

    def session(self, title: str, log: str, *awards: tuple[str, Key]) -> None:
        """Start a session, write its log, give what Bob gets, and end it."""
        self.start_session(title)
        self.end_session(log, *awards)

    def start_session(self, title: str) -> None:
        self.click("Campaign")
        self.tab(self.see("Parts of the Campaign page"), "Sessions")
        sessions = next(each for each in self.on_screen("Sessions") if isinstance(each, QAbstractItemView))
        self.pick(sessions, "Session: New session…")
        self.write("Title of the session", title)
        self.click("Start session")

    def end_session(self, log: str, *awards: tuple[str, Key]) -> None:
        """Write the log as Bob's player, give the awards by the head of their column, and end the session."""
        self.click("Campaign")
        self.write("Campaign log", log)
        for head, key in awards:
            table = self.see("Who was there, and who gets what")
            heads = [table.model().headerData(n, Qt.Orientation.Horizontal) for n in range(table.model().columnCount())]
            index = table.model().index(0, heads.index(head))
            table.scrollTo(index)
            self.click_at(table.viewport(), table.visualRect(index).center())
            self.press(key)
        self.choose("Written by", "Bob")
        self.click("End session and award")

    # the scene with the wolf: two blows

    def scene(self, name: str) -> None:
        self.click("Log")
        self.click("New scene")
        self.type(name)
        self.click("Begin the scene")

    def blow_absorbed(self) -> None:
        """Two damage of a goblin that the armour takes."""
        self.tracker("Wounds")
        self.click("Take a blow…")
        self.write("Damage", "2")
        self.write("Cause of the damage", "Goblin")
        self.click("Light armour")
        self.click("Take the blow")

    def blow_soaked(self) -> None:
        """Two damage of a wolf, of which spiffs soak one; the second die is given up for the other."""
        self.press(Key.Key_B)
        self.write("Damage", "2")
        self.write("Cause of the damage", "Wolf")
        self.click("Soak one damage")
        self.click("Give up die 2")
        self.click("Take the blow")

    def tracker(self, tab: str) -> None:
        self.click("Tracker")
        self.tab(self.see("Parts of the Tracker page"), tab)

    # the scene with the snake: poison

    def poisoned(self) -> None:
        self.tracker("Wounds")
        self.click("Give a die…")
        self.write("Remedy", "Antidote")
        self.click("Give the die")
        self.click("Table")
        self.click("Skill")
        self.type("Scholar")
        self.press(Key.Key_Return)
        self.click("Easy")
        self.throw("Scholar", "Defend", "Physical", "Poison", 0)
        self.click("Poison takes die 1: lose it")
        self.tracker("Wounds")
        self.click("Remove: Poison")

    def give_health(self) -> None:
        """Keep an effect of three successes going with the fourth die."""
        self.tracker("Magic")
        self.click("Used magic")
        self.click("Keep magic going…")
        self.write("What the magic does", "Ward")
        self.write("Strength: the successes", "3")
        self.click_at(self.on_screen("Keep magic going")[-1])  # the heading of the form is called so too

    def throw(self, *faces: str | int) -> None:
        """Enter what real dice show: a face by its name, or how many dice show what is asked for."""
        self.click_at(self.see("Dice tray"))
        self.press(Key.Key_B)
        entry = self.running.program.pages.table.by_hand
        for shown in faces:
            names = [option.name for option in entry.entered.question.options] if isinstance(shown, str) else []
            self.type(str(names.index(shown) + 1 if isinstance(shown, str) else shown))
        self.press(Key.Key_Return)

    # between the sessions

    def release(self) -> None:
        self.tracker("Magic")
        self.click("Release: Ward")

    def treat(self) -> None:
        """Medical attention with three successes."""
        self.calendar()
        self.write("Net successes of the healer", "3")
        self.click("Treat")

    def five_days(self) -> None:
        self.calendar()
        self.write("Number of days", "5")
        self.click("Let 5 days pass")

    def next_season(self, words: str) -> None:
        self.calendar()
        self.click(words)
        self.click("Let ")

    def calendar(self) -> None:
        self.click("Campaign")
        self.tab(self.see("Parts of the Campaign page"), "Calendar")

    def write_of_goblins(self) -> None:
        self.tracker("Seasons")
        self.click("Anything else")
        self.write("What is done", "Bob on Goblins")
        self.choose("Skill", "Scholar")
        self.choose("Difficulty", "Difficult")
        self.write("Asset that it brings", "Bob on Goblins")
        self.click("Roll…")
        self.throw("Mental", "Universal", "Scholar", "Scholar", 3)
        self.see("Success by 1")
        self.tracker("Seasons")
        self.click("Write it down")

    def earn(self, skill: str, successes: str) -> None:
        self.tracker("Seasons")
        self.click("Earn coins")
        self.choose("Skill", skill)
        self.write("Successes", successes)
        self.click("Write it down")

    def buy_a_mule(self) -> None:
        self.write("Number of coins", "120")
        self.write("What the coins are for", "A mule")
        self.click("Spend")

    def grow(self) -> None:
        """Begin the fifth die with a Scholar, which one session buys, and choose its Mental."""
        self.click("Build")
        self.tab(self.see("Parts of the Build page"), "Growth")
        self.click("Begin die 5")
        self.face(5, 3, "Scholar")
        self.face(5, 2, "Mental")


@pytest.fixture
def start(qapp, tmp_path):
    """Return what starts the program on the data it had before."""

    @contextmanager
    def again():
        with Running(tmp_path, clock=noon) as running:
            running.window.resize(1366, 768)
            yield Player(running)

    return again


def expected(document: dict[str, object]) -> bytes:
    return (json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n").encode()


def test_a_campaign(start, tmp_path: Path) -> None:
    with start() as player:
        created = play(player)
        bob, campaign = player.bob.id, player.bob.campaign
    file = tmp_path / "data" / "characters" / "Bob.bones"
    log = ThrowLog(tmp_path / "data" / "throws.sqlite3", noon)
    assert [scene.title for scene in log.scenes()] == ["The goblin and the wolf", "The snake"]
    told = [(line.title, line.net, line.tags) for line in log.read(log.ids()) if line.dice]
    [poisoned] = log.pending(bob)
    log.close()
    assert told == THROWS
    whole = file.read_bytes()
    assert whole == expected(bobs_file(bob, campaign, poisoned.id))
    [campaigns] = (tmp_path / "data" / "campaigns").iterdir()
    assert campaigns.read_bytes() == expected(campaigns_file(bob, campaign))
    with start() as player:
        player.click("Campaign")
        player.see("The long winter")
        player.click("Tracker")
        for step in reversed(STEPS):
            assert player.undo_says() == f"Undo: {step}"
            player.press(Key.Key_Z, CTRL)
        assert player.bob == created, "one step each, and it was not started again in between"
        for _step in STEPS:
            player.press(Key.Key_Z, CTRL | SHIFT)
        assert file.read_bytes() == whole
    assert campaigns.read_bytes() == expected(campaigns_file(bob, campaign))


def play(player: Player):
    """Play the campaign, and return Bob as he was when he was finished."""
    player.make_bob()
    player.put_on_armour_and_finish()
    created = player.bob
    player.make_campaign()

    player.session("The ford", "They crossed.", ("Role", Key.Key_1), ("Help", Key.Key_3))
    assert (player.bob.spiffs, player.bob.sessions) == (5, 1)  # SPF-3, SPF-5, SPF-6; IMP-2

    player.start_session("The wolf")
    player.scene("The goblin and the wolf")
    player.blow_absorbed()
    assert (player.bob.equipment, player.bob.lost) == ((), ())  # EQP-5, amendment 11
    player.blow_soaked()
    assert (player.lost, player.bob.spiffs) == ([(1, "Wolf")], 3)  # SPF-11
    player.scene("The snake")
    player.poisoned()
    assert player.lost == [(1, "Wolf"), (0, "Poison")]  # HIND-5: the first die alone had a success
    assert player.bob.hindering == ()  # HIND-6
    player.give_health()
    assert (player.lost[-1], player.bob.lost[-1].held) == ((3, "Ward"), True)  # MAG-28
    assert player.bob.recent_magic == 1  # MAG-16
    player.end_session("They lived.", ("Laugh", Key.Key_1))
    assert (player.bob.spiffs, player.bob.sessions) == (5, 2)  # SPF-3, SPF-7

    player.release()
    assert (player.bob.effects, player.bob.lost[-1].held) == ((), False)  # MAG-28
    player.treat()
    assert player.lost == [(1, "Wolf"), (0, "Poison")]  # HEAL-2: one at once, the one lost last
    assert [(care.points, care.days) for care in player.bob.care] == [(2, 4)]  # HEAL-3: 7 - 3 days
    player.five_days()
    assert (player.lost, player.bob.rested) == ([(1, "Wolf")], 1)
    assert player.bob.recent_magic == 0  # MAG-10, MAG-15
    player.next_season("To spring")
    assert (player.bob.day, player.lost) == (92, [])
    player.press(Key.Key_Z, CTRL)
    assert (player.bob.day, player.lost, player.campaign.day) == (6, [(1, "Wolf")], 6), "for the party, in one place"
    player.press(Key.Key_Z, CTRL | SHIFT)
    assert (player.bob.day, player.lost, player.campaign.day) == (92, [], 92)

    player.write_of_goblins()
    player.earn("Scholar", "2")
    assert player.bob.coins == 300  # OFF-7, EX-9
    player.buy_a_mule()
    player.next_season("To summer")
    player.earn("Magic", "1")
    assert player.bob.coins == 280  # OFF-10

    player.session("The tower", "They climbed.", ("Goal", Key.Key_1))
    player.grow()
    return created
