"""The dialog that adds fighters: cast, beasts and hordes from the lists, dice and stat blocks as text."""

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest

from bones_desktop.rules.bones.book.character import CharacterKind
from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.rules.bones.text.statblock import MOST_TEXT
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.shelfentry import FILE
from bones_desktop.widgets.choice.fighters import OPEN
from tests.support.fightseat import FightSeat, shelve
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook


@pytest.fixture
def seat(seat_of_the_module):
    seat = seat_of_the_module
    seat.begin()
    seat.pages.ask_fighters()
    seat.ask = seat.dialog()
    yield seat
    seat.ask.close()


def names(seat):
    return [fighter.name for fighter in seat.fight.encounter.fighters]


def choose(seat, text, number=1):
    seat.ask.search.clear()
    QTest.keyClicks(seat.ask.search, text)
    seat.ask.number.setValue(number)
    said = seat.ask.said.text()
    QTest.keyClick(seat.ask.search, Qt.Key.Key_Return)
    return said


def test_each_kind_of_fighter_stands_in_the_list(seat):
    assert "Power level Professional, such as a captain" in choose(seat, "mercenary")
    assert "Herbivore ×3" in choose(seat, "horse")
    choose(seat, "deadly horde")
    choose(seat, "matron")  # nobody: she is of the adventure, which the game master has not asked for
    choose(seat, "wolf", 3)
    assert names(seat) == [
        "Mercenary", "Horse", "Deadly horde", "Wolf 1", "Wolf 2", "Wolf 3",
    ]  # fmt: skip
    fighters = {fighter.name: fighter for fighter in seat.fight.encounter.fighters}
    assert fighters["Horse"].character.move == 4
    assert fighters["Deadly horde"].kind is CharacterKind.HORDE
    assert len(fighters["Deadly horde"].character.dice) == 5


def test_the_dice_of_who_is_chosen_are_shown(seat):
    QTest.keyClicks(seat.ask.search, "griffon")
    assert seat.ask.said.text() == "Griffon: 7 dice: Flier ×2, Behemoth ×3, Predator ×2"


def test_a_die_that_is_still_to_be_earned_is_none_of_those_shown(qapp, tmp_path):
    with FightSeat(shelve(tmp_path, finish(rulebook(), ragnar(), "2026-11-27"))) as seat:
        seat.pages.ask_fighters()
        seat.ask = seat.dialog()
        QTest.keyClicks(seat.ask.search, "ragnar")
        QTest.qWait(100)
        assert seat.ask.preview.accessibleDescription().count(";") == 3


def test_no_more_of_what_is_pasted_is_taken_than_is_read(seat):
    pasted = QMimeData()
    pasted.setText("x" * 200_000)
    seat.ask.text.insertFromMimeData(pasted)
    assert len(seat.ask.text.toPlainText()) == MOST_TEXT + 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Aristocrat, Fighter, Criminal", [("Fighter", CharacterKind.CAST, 3)]),
        ("Horde - 3D", [("Horde", CharacterKind.HORDE, 3)]),
        (
            "Guard - 2D: Fighter x2\n\nHound - 2D: Stalker, Predator",
            [("Guard", CharacterKind.CAST, 2), ("Hound", CharacterKind.BEAST, 2)],
        ),
    ],
)
def test_dice_and_blocks_as_text(seat, text, expected):
    seat.ask.tabs.setCurrentIndex(1)
    seat.ask.text.setPlainText(text)
    QTest.keyClick(seat.ask.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    found = [(each.name, each.kind, len(each.character.dice)) for each in seat.fight.encounter.fighters]
    assert found == expected


def test_what_is_not_understood_is_marked_and_kept_in_the_notes(seat):
    seat.ask.tabs.setCurrentIndex(1)
    seat.ask.text.setPlainText("Guard - 2D: d1-2 Fighter, blah • Move 1,5")
    seat.wait_for(lambda: "not understood" in seat.ask.said.text(), "the words left out are told")
    assert [each.cursor.selectedText() for each in seat.ask.text.extraSelections()] == ["blah"]
    QTest.keyClick(seat.ask.text, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    [guard] = seat.fight.encounter.fighters
    assert (len(guard.character.dice), guard.character.move) == (2, 1.5)
    assert "- blah" in guard.character.notes


def test_dice_named_in_the_search_are_a_fighter_too(seat):
    choose(seat, "wolf")
    assert "3 dice" in choose(seat, "Aristocrat, Fighter, Criminal")
    assert names(seat) == ["Wolf", "Fighter"]


def test_who_joined_the_fight_is_said(seat):
    choose(seat, "wolf")
    assert seat.ask.said.text() == "Wolf joined the fight."


def test_nobody_is_said_to_join_who_is_there_already(qapp, tmp_path):
    with FightSeat(shelve(tmp_path, bob().with_(id="b" * 32)), ("Bob", 1)) as seat:
        seat.pages.ask_fighters()
        seat.ask = seat.dialog()
        QTest.keyClicks(seat.ask.search, "bob")
        seat.wait_for(lambda: [each.text for each in seat.ask.rows.rows][:1] == ["Bob"], "Bob is found")
        assert seat.ask.said.text() == "Bob is in this fight already."
        assert not seat.ask.add.isEnabled()
        QTest.keyClick(seat.ask.search, Qt.Key.Key_Return)
        assert "joined" not in seat.ask.said.text()
        assert len(seat.fight.encounter.fighters) == 1


def test_the_next_name_is_typed_after_a_click_on_add(qapp, tmp_path):
    """Add turned grey, the letters went nowhere, and Return added whoever came next in the list."""
    with FightSeat(shelve(tmp_path, bob().with_(id="b" * 32))) as seat:
        seat.pages.ask_fighters()
        ask = seat.ask = seat.dialog()
        row = next(row for row, each in enumerate(ask.rows.rows) if each.text == "Bob")
        ask.view.setCurrentIndex(ask.rows.index(row))
        QTest.mouseClick(ask.add, Qt.MouseButton.LeftButton)
        QTest.keyClicks(ask.focusWidget() or ask, "wolf")
        QTest.keyClick(ask.focusWidget() or ask, Qt.Key.Key_Return)
        assert names(seat) == ["Bob", "Wolf"]


def test_cast_is_found_by_its_power_level(seat):
    QTest.keyClicks(seat.ask.search, "professional")
    assert {"Mercenary", "Doctor", "Priest"} <= {choice.text for choice in seat.ask.rows.rows}
    assert "Wolf" not in {choice.text for choice in seat.ask.rows.rows}


def test_how_many_is_said_anew_for_each(seat):
    choose(seat, "goblin", 4)
    assert seat.ask.number.value() == 1
    seat.ask.search.clear()
    QTest.keyClicks(seat.ask.search, "wolf")
    QTest.keyClick(seat.ask.search, Qt.Key.Key_Return)
    assert names(seat)[4:] == ["Wolf"]


def test_how_many_is_the_next_stop_after_the_search(seat):
    QTest.keyClicks(seat.ask.search, "wolf")
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Up, Qt.Key.Key_Up, Qt.Key.Key_Return):
        QTest.keyClick(seat.app.focusWidget(), key)
    assert names(seat) == ["Wolf 1", "Wolf 2", "Wolf 3"]


def test_nobody_is_added_when_nobody_is_found(seat):
    assert choose(seat, "wolf") != ""
    assert choose(seat, "nobody of that name") == "No match."
    assert choose(seat, "wolf, nobody, 6 goblins, 2 Strangers") == "No match for nobody and Strangers."
    assert names(seat) == ["Wolf"]


@pytest.mark.parametrize("open_", ["Bob.bones", "Ragnar.bones"])
def test_a_file_copied_outside_joins_beside_the_first(qapp, tmp_path, open_):
    shelf = Locations.under(shelve(tmp_path, bob().with_(id="b" * 32), ragnar())).characters
    (shelf / "Bob copied.bones").write_bytes((shelf / "Bob.bones").read_bytes())
    with FightSeat(tmp_path) as seat:
        seat.program.open_first([shelf / open_])
        kept = seat.pages.file_of("b" * 32)
        seat.pages.ask_fighters()
        ask = seat.dialog()
        QTest.keyClicks(ask.search, "bob")
        seat.wait_for(lambda: sum(each.text == "Bob" for each in ask.rows.rows) == 2, "both files are found")
        rows = [each for each in ask.rows.rows if each.text == "Bob"]
        assert "Bob copied.bones" in {each.note for each in rows}
        assert len(rows) == 2
        for each in rows:
            ask.search.clear()
            QTest.keyClicks(ask.search, "bob")
            at = next(n for n, row in enumerate(ask.rows.rows) if row.key == each.key)
            ask.view.setCurrentIndex(ask.rows.index(at))
            is_copy = each.key not in {OPEN, f"{FILE}{kept}"}
            assert ask.said.text().startswith(f"A copy of the character in {kept.name}") is is_copy
            QTest.keyClick(ask.search, Qt.Key.Key_Return)
        assert len(names(seat)) == 2
        assert list(seat.fight.files.values()) == ["b" * 32], "one file keeps the wounds of one"
