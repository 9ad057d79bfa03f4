"""The rulebook's worked examples, played in the window with faces entered by hand."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.log.logentry import BY_HAND, OFF_STAGE
from tests.support.people import bob, die
from tests.support.running import Running, for_the_module


class Table:
    """The Table page of the running program, worked by keys."""

    def __init__(self, running: Running) -> None:
        self.running = running
        running.window.show_page("table")
        self.page = running.program.pages.table

    def open(self, character) -> None:
        """Play another character."""
        self.running.program.document.open(character)

    def ask(self, **chosen) -> None:
        """Choose what is asked of the dice, through the widgets of the strip."""
        self.page.strip.show_request(Request(**chosen))

    def throw(self, *faces: str | int) -> None:
        """Press B and answer every question: the name of a face, or how many dice show what is asked for."""
        entry = self.page.by_hand
        QTest.keyClick(self.page.tray, Qt.Key.Key_B)
        assert entry.isVisible(), "dice are asked for"
        for shown in faces:
            if isinstance(shown, int):
                QTest.keyClicks(entry, str(shown))
                if len(str(shown)) == 1 and shown == 1 and entry.isVisible():
                    QTest.keyClick(entry, Qt.Key.Key_Return)
            else:
                question = entry.entered.question
                names = [option.name for option in question.options]
                QTest.keyClicks(entry, str(names.index(shown) + 1))
        QTest.keyClick(entry, Qt.Key.Key_Return)
        assert not entry.isVisible(), entry.board.progress.text()
        assert BY_HAND in self.page.play.played.entry.tags

    @property
    def said(self) -> str:
        """The large words."""
        return self.page.reading.headline.text()

    @property
    def text(self) -> str:
        """The whole reading, as a screen reader tells it."""
        return self.page.reading.text()


@pytest.fixture(scope="module")
def table(qapp, tmp_path_factory):
    """The program of the module; each example opens a character of its own and asks for a roll."""
    with for_the_module(Running(tmp_path_factory.mktemp("examples"), page="table")) as running:
        yield Table(running)


def someone(*dice: str, **choices):
    return new_character("a" * 32).with_(name="Bob", dice=tuple(die(text) for text in dice), **choices)


def test_ex_1_bob_climbs_a_tree(table):
    climber = someone("universal,physical,melee,defend,missile,riding", "universal,maneuver,melee,defend,social,thief")
    table.open(climber)
    table.ask(skill="maneuver", difficulty="easy")
    table.throw("Universal", "Maneuver", 1)
    assert table.said == "Success by 1"
    assert table.page.play.played.reading.task.net == 1


def test_ex_3_bobs_caps(table):
    table.open(bob())
    who, button = table.page.strip.who, table.page.strip.button
    for skill, cap in {"scholar": 6, "magic": 5, "craft": 2, "riding": 2, "healer": 2}.items():
        table.ask(skill=skill)
        assert f"capped at {cap}" in who.accessibleDescription()
        assert button.isEnabled()
    table.ask(skill="melee")
    assert "Anyone may try Melee" in who.accessibleDescription()
    assert button.isEnabled()
    for skill in ("thief", "artisan", "merchant", "outdoorsman", "sailor", "unarmed"):
        table.ask(skill=skill)
        assert not button.isEnabled()
        assert "needs at least one fitting icon" in button.toolTip()


def test_ex_4_bob_spies_a_goblin(table):
    table.open(bob())
    table.ask(skill="stealth", difficulty="", opponent="block:goblin")
    assert table.page.strip.opponent.name == "Goblin (example)"
    table.throw("Universal", "Physical", "Universal", "Riding", "Universal", "Perception")
    assert table.said == "Success by 1"
    assert "Goblin (example)" in table.text
    assert len(table.page.tray.shown) == 6
    assert {each.group for each in table.page.play.played.dice} == {"character", "opponent"}


@pytest.mark.parametrize(("successes", "metres"), [(0, 30), (1, 30), (2, 45), (3, 45), (4, 60)])
def test_ex_6_movement(table, successes, metres):
    table.open(someone(*["universal,physical,maneuver,defend,missile,riding"] * 4))
    table.ask(kind=ThrowKind.MOVEMENT)
    table.throw(*["Universal"] * successes, *["Riding"] * (4 - successes))
    assert table.said == f"{metres} m"


def test_ex_8_bob_on_goblins(table):
    table.open(bob())
    table.ask(kind=ThrowKind.STRATEGIC, skill="scholar", difficulty="difficult")
    table.throw("Scholar", "Universal", "Scholar", "Physical", 3)
    assert table.said == "A tie"
    table.throw("Mental", "Universal", "Scholar", "Scholar", 3)
    assert table.said == "Success by 1"
    assert OFF_STAGE in table.page.play.played.entry.tags


def test_ex_9_lecturing(table):
    table.open(bob())
    table.ask(kind=ThrowKind.INCOME, skill="scholar", assets=1)
    table.throw("Universal", "Physical", "Scholar", "Physical")
    assert table.said == "300 coins"
    assert len(table.page.tray.shown) == 4, "no challenge dice"


def test_ex_10_the_dukes_daughter(table):
    table.open(bob())
    table.ask(kind=ThrowKind.STRATEGIC, skill="social", difficulty="almost-impossible")
    table.throw("Universal", "Physical", "Magic", "Physical", 6)
    assert table.said == "Failure by 5"


@pytest.mark.parametrize(
    ("metres", "yielding", "successes", "said"),
    [(15, False, 0, "2 damage"), (10, False, 0, "1 damage"), (5, False, 0, "Unharmed"), (15, True, 0, "1 damage"),
     (15, False, 3, "1 damage")],
)  # fmt: skip
def test_ex_18_a_fall(table, metres, yielding, successes, said):
    table.open(someone(*["universal,physical,maneuver,defend,missile,riding"] * 4))
    table.ask(kind=ThrowKind.FALL, metres=metres, yielding=yielding)
    table.throw(*["Maneuver"] * successes, *["Riding"] * (4 - successes))
    assert table.said == said
    damage = table.page.play.played.reading.damage
    [proposal] = table.page.play.proposals() if damage else [None]
    if damage:
        table.page.play.take(proposal)
        assert len(table.running.program.document.character.lost) == damage
        assert not table.page.play.proposals()


def test_ex_36_grumpys_face_is_one_thing_only(table):
    table.open(someone("universal,physical,dwarf,melee,defend,craft", racial_icon="dwarf", race="Dwarf"))
    table.ask(skill="perception", difficulty="easy")
    table.throw("Dwarf", 0)
    [note] = table.page.reading.notes()[:1]
    assert "Perception" in note
    for other in ("Defend", "Melee", "Craft"):
        assert other in note, note
    table.ask(skill="craft", difficulty="easy")
    table.throw("Dwarf", 0)
    assert table.page.play.played.reading.task.successes == 2


def test_ex_41_shackles(table):
    table.open(bob())
    table.ask(skill="magic", difficulty="average", levels=3)
    assert table.page.play.hand(table.page.strip.request, None).occasion.task.difficulty == "almost-impossible"
    table.throw("Magic", "Magic", "Magic", "Magic", 4)
    assert len(table.page.tray.shown) == 4 + 12
