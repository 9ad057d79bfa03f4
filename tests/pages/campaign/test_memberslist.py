"""The list of members: adding from the shelf, hiding, removing, undoing, and problems of a member."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.memberslist import MembersList
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.storage.games import game_of
from tests.pages.campaign.conftest import BOB, EMMA, RAGNAR, WOLF
from tests.support.people import ragnar


@pytest.fixture
def panel(show, theme, world) -> MembersList:
    for name, letter in (("Hrothgar", "1"), ("Beowulf", "2"), ("Wiglaf", "3")):
        world.shelf.create(ragnar().with_(id=letter * 32, name=name))
    return show(MembersList(world.campaigns, theme, world.notices, lambda: world.shelf, print, None), 320, 560)


def tick(picker, name: str) -> None:
    [key] = [entry.key for entry in picker.view.lines.rows if entry.text == name]
    picker.view.tick_requested.emit(key)


def names(panel) -> list[str]:
    return [entry.text for entry in panel.view.lines.rows]


def test_members_are_listed_with_what_they_are(panel):
    assert [(entry.text, entry.second) for entry in panel.view.lines.rows] == [
        ("Ragnar", "Player character"),
        ("Bob", "Player character"),
        ("Emma", "Player character"),
        ("Wolf", "Beast"),
    ]


def test_several_are_taken_in_at_once_by_keys(panel, world):
    QTest.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    picker = panel.picker
    assert panel.is_picking
    assert picker.search.hasFocus()
    assert [entry.text for entry in picker.view.lines.rows] == ["Beowulf", "Hrothgar", "Wiglaf"]
    QTest.keyClick(picker.search, Qt.Key.Key_Down)
    assert picker.view.hasFocus()
    QTest.keyClick(picker.view, Qt.Key.Key_Space)
    QTest.keyClick(picker.view, Qt.Key.Key_Down)
    QTest.keyClick(picker.view, Qt.Key.Key_Space)
    assert picker.add.text() == "Add 2 characters"
    QTest.keyClick(picker.view, Qt.Key.Key_Return)
    assert [member.name for member in world.now.members][-2:] == ["Beowulf", "Hrothgar"]
    assert world.campaigns.undo_text == "Add members"
    assert not panel.is_picking
    assert panel.current.member.name == "Hrothgar"
    assert panel.current.character.campaign == world.now.id


def test_of_two_copies_of_a_file_only_the_one_ticked_is_taken_in(panel, world):
    world.shelf.create(ragnar().with_(id="3" * 32, name="Wiglaf, copied with another program"))
    panel.show_picker()
    QTest.keyClicks(panel.picker.search, "copied")
    QTest.keyClick(panel.picker.search, Qt.Key.Key_Return)
    QTest.keyClick(panel.picker.view, Qt.Key.Key_Return)
    assert names(panel)[-1] == "Wiglaf, copied with another program"
    assert world.now.members[-1].name == "Wiglaf, copied with another program"


def test_the_search_finds_one_and_enter_takes_it(panel, world):
    panel.show_picker()
    QTest.keyClicks(panel.picker.search, "wig")
    assert [entry.text for entry in panel.picker.view.lines.rows] == ["Wiglaf"]
    QTest.keyClick(panel.picker.search, Qt.Key.Key_Return)
    QTest.keyClick(panel.picker.view, Qt.Key.Key_Return)
    assert world.campaigns.undo_text == "Add Wiglaf"
    assert names(panel)[-1] == "Wiglaf"


def test_a_character_of_another_game_is_shown_but_cannot_join(panel, world):
    world.shelf.create(game_of("five_modes").game.new("4" * 32).with_(name="Ash"), game="five_modes")
    before = world.now.members
    panel.show_picker()
    view = panel.picker.view
    QTest.keyClicks(panel.picker.search, "ash")
    [ash] = view.lines.rows
    assert (ash.ticked, ash.second) == (
        None,
        "This character belongs to Five Modes. Only characters of BONES can join.",
    )
    QTest.keyClick(panel.picker.search, Qt.Key.Key_Return)
    QTest.keyClick(view, Qt.Key.Key_Space)
    assert not panel.picker.add.isEnabled()
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert panel.is_picking
    assert world.now.members == before


def test_ticks_stay_while_another_is_searched_for(panel, world):
    panel.show_picker()
    picker = panel.picker
    QTest.mouseClick(
        picker.view.viewport(), Qt.MouseButton.LeftButton,
        pos=picker.view.visualRect(picker.view.lines.index(0)).center(),
    )  # fmt: skip
    QTest.keyClicks(picker.search, "wig")
    tick(picker, "Wiglaf")
    QTest.mouseClick(picker.add, Qt.MouseButton.LeftButton)
    assert names(panel)[-2:] == ["Beowulf", "Wiglaf"]


def test_a_secret_villain_is_never_shown_to_the_players(panel, world):
    panel.show_picker()
    picker = panel.picker
    tick(picker, "Hrothgar")
    picker.secret.setFocus()
    QTest.keyClick(picker.secret, Qt.Key.Key_Space)
    QTest.mouseClick(picker.add, Qt.MouseButton.LeftButton)
    assert [member.hidden for member in world.now.members] == [False, False, False, False, True]
    assert world.campaigns.undo_text == "Add Hrothgar"
    panel.show_picker()
    assert not picker.secret.isChecked()


def test_those_of_one_name_are_told_apart(panel, world):
    path = world.shelf.create(ragnar().with_(id="4" * 32, name="Wiglaf", dice=ragnar().dice[:3]))
    panel.show_picker()
    assert sorted((entry.text, entry.second) for entry in panel.picker.view.lines.rows) == [
        ("Beowulf", "Player character"),
        ("Hrothgar", "Player character"),
        ("Wiglaf", f"Player character · 3 dice · {path.name}"),
        ("Wiglaf", "Player character · 4 dice · Wiglaf.bones"),
    ]


def test_adding_is_the_first_step_while_there_is_nobody(panel, world):
    assert panel.add.property("kind") is None
    for each in (RAGNAR, BOB, EMMA, WOLF):
        world.campaigns.apply("Remove", lambda now, each=each: campaigns.remove_member(now, each))
    assert panel.add.property("kind") == "primary"
    world.campaigns.undo()
    assert panel.add.property("kind") is None


def test_nothing_found_and_nothing_ticked_say_so(panel):
    panel.show_picker()
    assert panel.picker.add.text() == "Add"
    assert not panel.picker.add.isEnabled()
    assert panel.picker.add.toolTip()
    QTest.keyClicks(panel.picker.search, "nobody")
    assert panel.picker.none.text() == "No match on the shelf."
    QTest.keyClick(panel.picker.search, Qt.Key.Key_Escape)
    assert not panel.is_picking
    assert panel.add.hasFocus()


def test_removing_says_that_undo_brings_a_member_back(panel, world, qtbot):
    panel.choose(BOB)
    panel.view.setFocus()
    with qtbot.waitSignal(world.notices.message) as said:
        QTest.keyClick(panel.view, Qt.Key.Key_Delete)
    assert said.args == ["Bob has left the party. Undo brings it back."]
    assert names(panel) == ["Ragnar", "Emma", "Wolf"]
    assert world.character(BOB).campaign == ""
    world.campaigns.undo()
    assert names(panel) == ["Ragnar", "Bob", "Emma", "Wolf"]
    assert world.character(BOB).campaign == world.now.id


def test_hiding_and_showing(panel, world):
    panel.choose(WOLF)
    QTest.mouseClick(panel.hide_button, Qt.MouseButton.LeftButton)
    assert world.now.members[3].hidden
    assert panel.view.lines.rows[3].second == "Beast · GM's secret"
    assert panel.hide_button.text() == "Show"
    assert world.campaigns.undo_text == "Hide Wolf from the players"
    QTest.mouseClick(panel.hide_button, Qt.MouseButton.LeftButton)
    assert not world.now.members[3].hidden


def test_enter_asks_to_open_a_member(panel, world, qtbot):
    panel.choose(EMMA)
    panel.view.setFocus()
    with qtbot.waitSignal(panel.open_requested) as asked:
        QTest.keyClick(panel.view, Qt.Key.Key_Return)
    assert asked.args == [world.paths[EMMA]]


def test_a_missing_and_a_damaged_file_are_said_plainly(panel, world):
    world.paths[RAGNAR].unlink()
    world.paths[BOB].write_bytes(b"{}")
    panel.refresh()
    rows = panel.view.lines.rows
    assert [row.second for row in rows[:2]] == ["Not on the shelf", "Damaged file"]
    panel.choose(RAGNAR)
    assert "No file of Ragnar is on the shelf" in panel.trouble_words.text()
    assert not panel.open.isEnabled()
    assert panel.remove.isEnabled()
    panel.choose(BOB)
    assert "Bob.bones" in panel.trouble_words.text()
    panel.choose(EMMA)
    assert not panel.trouble_words.isVisible()


def test_a_member_the_step_could_not_reach_is_told_of(panel, world, monkeypatch):
    from bones_desktop.document.bones import campaigndocument
    from bones_desktop.rules.reasons import refuse

    def catch_up(rulebook, campaign, character, today):
        if character.id == BOB:
            raise refuse("spiff-ledger-full", most=5_000)
        return character

    monkeypatch.setattr(campaigndocument, "catch_up", catch_up)
    world.campaigns.apply("Day", lambda now: campaigns.advance(now, 1))
    assert panel.view.lines.rows[1].second == "Player character · update pending"
    panel.choose(WOLF)
    panel.hide_current()
    assert world.told[-1][1].startswith("Bob could not be updated now, but will be later: ")
    panel.choose(BOB)
    assert "The ledger of spiffs is full" in panel.trouble_words.text()


def test_the_lists_keep_the_contract(panel, qtmodeltester):
    qtmodeltester.check(panel.view.lines)
    panel.show_picker()
    qtmodeltester.check(panel.picker.view.lines)
    index = panel.view.lines.index(0)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "Ragnar, Player character"
