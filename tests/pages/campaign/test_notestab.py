"""Notes name characters, fights, rules, pictures and other notes, and open them; a handout is shown to the players."""

import base64
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.pages.campaign.notestab import NotesTab
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import new_campaign
from bones_desktop.storage.campaignfile import write_campaign
from bones_desktop.storage.files.characterfile import write_character
from bones_desktop.storage.files.locations import Locations, make_folder
from tests.support.people import bob, ragnar
from tests.support.running import Running
from tests.support.shelves import jpeg

PICTURE = base64.b64decode(jpeg())


@pytest.fixture
def running(qapp, tmp_path):
    locations = Locations.under(tmp_path)
    for folder in (locations.characters, locations.campaigns, locations.fights, locations.pictures):
        make_folder(folder)
    write_character(locations.characters / "Ragnar.bones", ragnar())
    write_character(locations.characters / "Bob.bones", bob())
    (locations.pictures / "map.jpg").write_bytes(PICTURE)
    (locations.fights / "Ambush.bones-fight").write_text("{}")
    path = locations.campaigns / "The ford.bones-campaign"
    write_campaign(path, new_campaign("0" * 32, "The ford"))
    with Running(tmp_path, locations.characters / "Ragnar.bones", path, page="campaign") as found:
        found.window.show_page("campaign")
        found.program.campaigns.page.show_tab(CampaignTab.NOTES)
        yield found


@pytest.fixture
def tab(running) -> NotesTab:
    found = running.program.campaigns.page.notes
    found.add_note()
    return found


def write(tab: NotesTab, text: str) -> None:
    tab.field.set_value(text)
    tab._turn()


def campaign_of(running):
    return running.program.campaigns.campaigns.campaign


def test_a_note_is_written_and_kept_and_removing_it_can_be_undone(running, tab):
    tab.title.set_value("The miller")
    tab.field.setFocus()
    QTest.keyClicks(tab.field, "He lies")
    tab.flush()
    (note,) = campaign_of(running).notes
    assert (note.title, note.text, note.shared) == ("The miller", "He lies", False)
    tab.remove_note()
    assert campaign_of(running).notes == ()
    running.trigger("undo")
    assert campaign_of(running).notes == (note,)
    assert [line.text for line in tab.list.lines.rows] == ["GM's notes", "The miller"]


def test_names_are_offered_while_a_link_is_typed_and_enter_completes_it(running, tab):
    tab.field.setFocus()
    QTest.keyClicks(tab.field, "Ask [[rag")
    assert tab.field._list.isVisible()
    QTest.keyClick(tab.field, Qt.Key.Key_Escape)
    QTest.keyClick(tab.field._list, Qt.Key.Key_Escape)
    QTest.keyClicks(tab.field, "n")
    QTest.keyClick(tab.field._list, Qt.Key.Key_Return)
    assert tab.field.value() == "Ask [[Ragnar]]"
    QTest.keyClicks(tab.field, " now")
    assert not tab.field._list.isVisible()


def test_everything_that_can_be_named_is_offered(running, tab):
    assert {"Ragnar", "Bob", "Ambush", "CMB-5", "One Universal face", "Fighting", "map.jpg"} <= set(tab._names())
    # The user's own names come first.
    assert set(tab._names()[:4]) == {"Ragnar", "Bob", "Ambush", "map.jpg"}


def test_a_link_opens_the_character_and_another_note(running, tab):
    tab.title.set_value("First")
    tab.add_note()
    write(tab, "Go to [[Bob]], see [[first|the other]]")
    tab.open_link("first")
    assert tab.title.text() == "First"
    tab.open_link("BOB")
    assert running.program.document.character.name == bob().name
    assert running.window.page != "campaign"


def test_a_link_opens_a_rule_in_the_reference(running, tab):
    for name in ("CMB-5", "one universal face"):
        running.window.show_page("campaign")
        tab.open_link(name)
        assert running.window.page == "reference"


def test_a_link_to_something_missing_is_told(running, tab):
    write(tab, "[[Nobody]] met [[Ragnar]] and [[../../etc/passwd]]")
    assert tab.missing.text() == "Not found: ../../etc/passwd, Nobody."
    assert "Nobody (not found) met Ragnar" in tab.text.toPlainText()
    tab.text.link_opened.emit("Nobody")
    assert running.said[-1] == "There is nothing called “Nobody” to open."


def test_a_note_is_never_read_as_markup(running, tab):
    write(tab, "<b>bold</b> [[<img src=x>]]")
    assert tab.text.toPlainText() == "<b>bold</b> <img src=x> (not found)"


def test_a_picture_is_copied_and_linked(running, tab, tmp_path: Path):
    (tmp_path / "Old map.jpg").write_bytes(PICTURE)
    tab.take_picture(str(tmp_path / "Old map.jpg"))
    assert tab.field.value() == "[[Old map.jpg]]"
    assert (running.locations.pictures / "Old map.jpg").read_bytes() == PICTURE
    tab.take_picture(str(tmp_path / "notes.txt"))
    assert running.said[-1] == "Choose a PNG, JPEG or WebP picture."


def test_a_handout_is_shown_to_the_players_by_one_press_and_vanishes_when_it_is_secret_again(running, tab):
    tab.title.set_value("A letter")
    write(tab, "Come to [[Rome|the city]]. [[map.jpg]]")
    assert not tab.show_players.isEnabled()
    QTest.mouseClick(tab.shared, Qt.MouseButton.LeftButton)
    QTest.mouseClick(tab.show_players, Qt.MouseButton.LeftButton)
    view = running.program.campaigns.players
    assert view.handout.isVisible()
    text = view.handout.toPlainText()
    assert text.startswith("A letter\nCome to the city.")
    assert "map.jpg" not in text
    QTest.mouseClick(tab.shared, Qt.MouseButton.LeftButton)
    assert view.handout.isHidden()
    assert not view.board.isHidden()


def test_players_never_see_a_note_that_is_not_a_handout(running, tab):
    tab.title.set_value("Secret")
    tab.flush()
    number = campaign_of(running).notes[0].number
    running.program.campaigns.show_handout(number)
    assert running.program.campaigns.players.handout.isHidden()
    shown = campaigns.players_view(campaign_of(running))
    assert shown.notes == ()


def test_a_handout_with_a_picture_is_shown_once_at_any_size(running, tab):
    tab.title.set_value("A map")
    write(tab, "The valley. [[map.jpg]] [[map.jpg]]")
    tab._share(True)
    running.program.campaigns.show_handout(campaign_of(running).notes[0].number)
    view = running.program.campaigns.players
    for size in ((700, 500), (1300, 800), (400, 900)):
        view.resize(*size)
        running.app.processEvents()
        assert view.handout.toPlainText().count("The valley.") == 1


def test_a_picture_comes_right_below_the_title(running, tab):
    tab.title.set_value("A map")
    write(tab, "[[map.jpg]] The valley.")
    tab._share(True)
    running.program.campaigns.show_handout(campaign_of(running).notes[0].number)
    assert running.program.campaigns.players.handout.toPlainText() == "A map\n\ufffc\n The valley."
