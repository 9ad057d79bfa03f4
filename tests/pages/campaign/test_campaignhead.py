"""The head of the Campaign page, and the page without a campaign: make, rename, open, remove and restore."""

import json
from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from bones_desktop.pages.campaign.campaignfiles import CampaignFiles
from bones_desktop.pages.campaign.campaignhead import CampaignHead, NoCampaign
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.widgets.rows import ROW_ROLE
from bones_desktop.wording.reasons import sentence
from tests.pages.campaign.conftest import TODAY


@pytest.fixture
def files(world, qapp) -> CampaignFiles:
    return CampaignFiles(world.campaigns, world.folder, world.notices, None)


@pytest.fixture
def head(show, theme, world, files) -> CampaignHead:
    return show(CampaignHead(world.campaigns, theme, world.notices, files, None), 1200, 120)


@pytest.fixture
def empty(show_plain, theme, world, files) -> NoCampaign:
    return show_plain(NoCampaign(files, theme, print, None))


@pytest.fixture
def show_plain(on_screen) -> Callable:
    return partial(on_screen, width=1200, height=600, wait="active")


def test_name_and_date_are_shown_and_follow(head, world):
    assert head.name.full_text == "The ford"
    assert head.date.full_text == "Day 1 of winter, year 1, week 1"
    world.campaigns.apply("Week", lambda now: campaigns.advance(now, 8))
    assert head.date.full_text == "Day 9 of winter, year 1, week 2"


def test_name_and_date_are_whole_beside_or_above_one_another(head, world, theme):
    world.campaigns.apply("Name", lambda now: campaigns.rename(now, "The Wolves of Winter"))
    for text, width, beside in ((100, 1200, True), (150, 1200, True), (150, 720, False), (200, 900, False)):
        theme.set_text_size(text)
        head.resize(width, 240)
        QTest.qWait(0)
        assert head.name.text() == "The Wolves of Winter"
        assert head.date.text() == "Day 1 of winter, year 1, week 1"
        assert (head.date.x() > head.name.x()) == beside, (text, width)
        assert head.more.y() == 0 or head.more.y() > head.date.y(), "level with the buttons of the page"


def test_the_date_stands_beside_the_name_after_other_text_sizes(head, theme):
    """It kept the height of the letters before, and stood too high or was cut off."""
    before = head.date.height()
    for size in (200, 100):
        theme.set_text_size(size)
    assert head.date.height() == before


def test_without_room_beside_the_name_the_buttons_stand_below_it(world, files, theme, qtbot, on_screen):
    """At 200 % text size on a small screen the whole page had to be scrolled sideways for them."""
    page = QWidget()
    head = CampaignHead(world.campaigns, theme, world.notices, files, page)
    head.resize(1200, 120)
    on_screen(page, 1200, 300)
    head.switch.show()
    assert head.players.y() < head.name.geometry().bottom()
    theme.set_text_size(200)
    head.resize(950, 200)
    assert head.minimumSizeHint().width() <= 950
    qtbot.waitUntil(lambda: head.players.y() > head.name.geometry().bottom())
    for part in (head.name, head.date, head.players, head.switch, head.more):
        assert head.rect().contains(part.geometry()), part
    theme.set_text_size(100)
    qtbot.waitUntil(lambda: head.players.y() < head.name.geometry().bottom())


def test_it_is_renamed_within_the_page(head, world):
    head.rename.trigger()
    assert head.ask.field.text() == "The ford"
    QTest.keyClicks(head.ask.field, "The far shore")
    QTest.keyClick(head.ask.field, Qt.Key.Key_Return)
    assert world.now.name == "The far shore"
    assert head.name.full_text == "The far shore"
    assert world.campaigns.undo_text == "Rename the campaign"


def test_the_file_follows_a_new_name(head, world):
    head.ask_name()
    QTest.keyClicks(head.ask.field, "The ford of blood")
    QTest.keyClick(head.ask.field, Qt.Key.Key_Return)
    assert world.campaigns.campaign.name == "The ford of blood"
    assert world.campaigns.path.stem == "The ford of blood"
    assert [each.path for each in world.folder.entries()] == [world.campaigns.path]
    world.campaigns.apply("Year", lambda now: campaigns.set_first_year(now, 612))
    assert [each.value.first_year for each in world.folder.entries()] == [612]


def test_the_first_year_is_a_number(head, world):
    head.first_year.trigger()
    QTest.keyClicks(head.ask.field, "1066")
    QTest.keyClick(head.ask.field, Qt.Key.Key_Return)
    assert head.date.full_text == "Day 1 of winter, year 1066, week 1"
    head.first_year.trigger()
    QTest.keyClicks(head.ask.field, "soon")
    QTest.keyClick(head.ask.field, Qt.Key.Key_Return)
    assert world.refusals() == ["year-from-to"]
    assert world.now.first_year == 1066


def test_another_is_begun_and_switched_to_and_what_is_typed_is_asked_for_first(head, world, files):
    assert not head.switch.isVisible()
    left: list[str] = []
    files.leaving.connect(lambda: left.append(world.now.name))
    head.new.trigger()
    QTest.keyClicks(head.ask.field, "Old tower")
    QTest.keyClick(head.ask.field, Qt.Key.Key_Return)
    assert world.now.name == "Old tower"
    [choice] = [head.switch.model.index(row).data(ROW_ROLE) for row in range(head.switch.model.rowCount())]
    assert choice.text == "The ford"
    assert choice.note == "Ragnar, Bob, Emma and 1 more · not played yet"
    head.switch.activated.emit(choice)
    assert world.now.name == "The ford"
    assert left == ["The ford", "Old tower"]


def test_removing_closes_it_and_it_can_be_brought_back(head, world, files):
    path = world.campaigns.path
    head.remove.trigger()
    assert world.campaigns.campaign is None
    assert not path.exists()
    files.bring_back(files.last_removed)
    assert world.now.name == "The ford"
    assert files.last_removed is None


def test_a_campaign_that_is_gone_is_told_of(head, world, files):
    world.campaigns.path.unlink()
    head.remove.trigger()
    assert [signal for signal, _value in world.told] == ["trouble"]
    assert world.campaigns.campaign is not None


def test_without_a_campaign_one_is_made_by_its_name(empty, world):
    world.campaigns.close()
    QTest.mouseClick(empty.new, Qt.MouseButton.LeftButton)
    assert empty.ask.field.hasFocus()
    QTest.keyClicks(empty.ask.field, "Old tower")
    QTest.keyClick(empty.ask.field, Qt.Key.Key_Return)
    assert world.now.name == "Old tower"
    assert world.now.members == ()


def test_those_there_are_told_with_members_and_the_day_last_played(empty, world):
    world.campaigns.apply("Start", lambda now: campaigns.begin_session(now, TODAY))
    empty.refresh()
    assert "a session has been under way since" in empty.view.lines.rows[0].second
    world.campaigns.close()
    empty.view.setFocus()
    QTest.keyClick(empty.view, Qt.Key.Key_Return)
    assert world.now.name == "The ford"


def test_removed_ones_are_shown_when_asked_for_and_come_back_with_enter(empty, world, files):
    world.campaigns.close()
    empty.view.setFocus()
    QTest.keyClick(empty.view, Qt.Key.Key_Delete)
    assert not empty.view.isVisible()
    assert empty.gone_words.text() == "“The ford” was removed."
    QTest.mouseClick(empty.with_removed, Qt.MouseButton.LeftButton)
    assert [entry.text for entry in empty.view.lines.rows] == ["The ford"]
    assert empty.open.text() == "Bring back"
    assert not empty.remove.isEnabled()
    empty.view.setFocus()
    QTest.keyClick(empty.view, Qt.Key.Key_Return)
    assert world.now.name == "The ford"
    empty.refresh()
    assert not empty.bring_back.isVisible()


def test_the_one_removed_last_comes_back_with_one_press(empty, world, files):
    files.remove(world.campaigns.path)
    QTest.mouseClick(empty.bring_back, Qt.MouseButton.LeftButton)
    assert world.now.name == "The ford"


def test_a_damaged_campaign_is_listed_and_told_of_when_opened(empty, world):
    (world.folder.folder / "Broken.bones-campaign").write_bytes(b"{")
    empty.refresh()
    broken = empty.view.lines.rows[0]
    assert (broken.text, broken.second, broken.second_tone) == ("Broken", "cannot be opened", "bad")
    empty.view.go_to(broken.key)
    empty.view.line_activated.emit(broken.key)
    assert [signal for signal, _value in world.told] == ["trouble"]
    assert world.now.name == "The ford"


def test_a_campaign_of_a_newer_program_is_shown_and_refuses_changes(head, world, files):
    path = world.campaigns.path
    data = json.loads(path.read_text(encoding="utf-8"))
    data["schema"] += 1
    world.campaigns.close()
    path.write_text(json.dumps(data), encoding="utf-8")
    files.open(path)
    assert head.name.full_text == "The ford"
    assert not head.rename.isEnabled()
    head._rename("Other")
    assert world.refusals() == ["read-only-campaign"]
    assert "newer version" in sentence(world.told[-1][1])
