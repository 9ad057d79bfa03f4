"""The Tracker page beside the others: throws of a season come back, the calendar's years are the campaign's."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from bones_desktop.play.followups import TrackerAsk, TrackerTab
from bones_desktop.rules.bones.book.character import Character, HinderingDie
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury import injuries, magic
from bones_desktop.rules.bones.injury.blows import Blow
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.acts import blow_of
from bones_desktop.rules.bones.reading.requests import Request, ThrowKind
from bones_desktop.storage.campaignfile import CAMPAIGNS
from bones_desktop.storage.files.characterfile import new_id, write_character
from bones_desktop.storage.files.datafile import list_files
from tests.pages.tracker.seasonsdesk import two_seasons
from tests.support.forms import FormPage
from tests.support.people import bob
from tests.support.rulebooks import rulebook
from tests.support.running import Running


@pytest.fixture
def running(tmp_path: Path, qapp: object):
    path = tmp_path / "bob.bones"
    write_character(path, bob())
    with Running(tmp_path / "home", path, page="tracker") as running:
        yield running


def test_a_throw_asked_for_by_a_season_comes_back_into_its_action(running: Running) -> None:
    running.trigger("tracker")
    page = running.program.pages.tracker
    page.show_tab(TrackerTab.SEASONS)
    request = Request(kind=ThrowKind.INCOME, skill="scholar", difficulty="")
    page.seasons.throw_requested.emit(request)
    assert running.window.page == "table"
    table = running.program.pages.table
    assert table.strip.request.skill == "scholar"
    assert table.strip.request.kind is ThrowKind.INCOME


def test_a_pit_of_the_adventure_is_thrown_for_on_the_table(running: Running) -> None:
    running.trigger("reference")
    request = Request(kind=ThrowKind.FALL, metres=10)
    running.program.desk.navigation.prepare_throw(request)
    assert running.window.page == "table"
    assert "1 damage" in running.program.pages.table.strip.facts.text()
    assert running.program.pages.table.strip.request == request


def test_magic_to_be_kept_going_is_asked_on_its_tab(running: Running) -> None:
    running.trigger("table")
    running.program.pages.table.table.follow_ups.tracker_requested.emit(TrackerAsk(TrackerTab.MAGIC, 3))
    assert running.window.page == "tracker"
    assert running.program.pages.tracker.tabs.currentIndex() == TrackerTab.MAGIC


def test_losing_and_healing_stay_on_the_page_in_view(running: Running) -> None:
    running.trigger("tracker")
    running.trigger("injure")
    assert running.window.page == "tracker"
    assert len(running.program.document.character.lost) == 1
    running.trigger("heal")
    assert running.window.page == "tracker"
    assert not running.program.document.character.lost
    running.trigger("build")
    running.trigger("injure")
    assert running.window.page == "table"


def test_the_years_of_a_member_are_those_of_its_campaign(running: Running) -> None:
    running.trigger("tracker")
    page = running.program.pages.tracker
    page.show_tab(TrackerTab.SEASONS)
    pages = running.program.campaigns
    running.program.pages.giving.import_all((running.program.session.path,))
    path = next(entry.path for entry in running.program.desk.shelf.entries() if entry.name == "Bob")
    running.program.files.open(path)
    character = running.program.document.character
    pages.page.files.create("Wolves")
    pages.campaigns.apply("Year", lambda now: campaigns.set_first_year(now, 612))
    assert page.seasons._first_year == 1
    pages.campaigns.apply("Add", lambda now: campaigns.add_member(now, character.id, "Bob", path.name))
    assert page.seasons._first_year == 612


def test_the_diary_is_printed_with_the_years_of_the_campaign(running: Running, monkeypatch) -> None:
    asked = []
    monkeypatch.setattr(running.program.printing, "print_diary", asked.append)
    monkeypatch.setattr(running.program.printing, "save_diary_pdf", asked.append)
    running.trigger("tracker")
    running.program.pages.tracker.show_tab(TrackerTab.SEASONS)
    diary = running.program.pages.tracker.seasons.board.diary
    diary.print.click()
    diary.pdf.click()
    assert asked == [1, 1]


def test_players_see_how_a_throw_came_out(running: Running) -> None:
    running.trigger("players")
    view = running.program.campaigns.players
    running.window.show_page("table")
    table = running.program.pages.table
    table.strip.show_request(Request(skill="scholar", difficulty="easy"))
    table.throw()
    running.app.processEvents()
    assert table.play.played is not None
    assert view.result.text.startswith("Bob: ")
    view.close()
    QTest.keyClick(running.window, Qt.Key.Key_Escape)


def test_who_is_in_a_campaign_that_is_not_here_can_leave_it(running: Running) -> None:
    running.program.document.apply("Join", lambda now: now.with_(campaign="c" * 32))
    running.trigger("tracker")
    page = running.program.pages.tracker
    QTest.mouseClick(page.wounds.healing.acts.buttons["calendar"], Qt.MouseButton.LeftButton)
    assert running.window.page == "tracker"
    assert "is not here" in running.window.banner.text
    QTest.mouseClick(running.button(running.window.banner, "Leave the campaign"), Qt.MouseButton.LeftButton)
    assert running.program.document.character.campaign == ""
    QTest.mouseClick(running.button(page, "Rest a day"), Qt.MouseButton.LeftButton)
    assert running.program.document.character.day == 2
    running.trigger("undo")
    running.trigger("undo")
    assert running.program.document.character.campaign == "c" * 32


def test_the_calendar_shown_is_that_of_the_character_s_campaign(running: Running) -> None:
    pages, folder = running.program.campaigns, running.locations.campaigns
    for name in ("Wolves", "Bears"):
        pages.page.files.create(name)
    wolves = next(each.value.id for each in list_files(CAMPAIGNS, folder) if each.name == "Wolves")
    running.program.document.apply("Join", lambda now: now.with_(campaign=wolves))
    running.trigger("tracker")
    page = running.program.pages.tracker
    QTest.mouseClick(page.wounds.healing.acts.buttons["calendar"], Qt.MouseButton.LeftButton)
    assert running.window.page == "campaign"
    assert pages.campaigns.campaign.id == wolves


@pytest.mark.parametrize("hurt", [0, 3])
def test_a_blow_is_prepared_on_a_small_screen_without_scrolling(running: Running, hurt: int) -> None:
    running.window.showNormal()
    running.window.resize(1366, 768)
    running.program.document.apply("Armour", lambda now: injuries.suffer_all(armed(now), hurt, "a fall"))
    running.trigger("tracker")
    wounds = running.program.pages.tracker.wounds
    wounds.prepare_blow()
    room, form = wounds.parentWidget(), FormPage(wounds.place.form)
    for points in (1, 2, 9):
        form.fill("points", points)
        QTest.qWait(50)
        assert room.height() < 640, "the window is as small as that screen"
        assert wounds.height() == room.height(), points
        assert form.act.mapTo(room, form.act.rect().bottomLeft()).y() < room.height()


def reached_by_tab(running: Running) -> list[QWidget]:
    page, seen = running.program.pages.tracker, []
    page.tabs.setFocus()
    while (now := running.app.focusWidget()) not in seen:
        seen.append(now)
        QTest.keyClick(now, Qt.Key.Key_Tab)
    return seen


@pytest.mark.parametrize("tab", list(TrackerTab))
def test_every_button_is_reached_by_keys(running: Running, tab: TrackerTab) -> None:
    poison = HinderingDie(name="Poison", faces=(face("poison"),) * 6)
    lived = injuries.suffer_all(two_seasons(), 2, "a fall").with_(spiffs=5, hindering=(poison,))
    lived = magic.maintain_by_value(lived, "Thorns", 3, 200, "a ring")
    running.program.document.apply("Life", lambda now: lived.with_(id=now.id))
    running.trigger("tracker")
    page = running.program.pages.tracker
    page.show_tab(tab)
    QTest.qWait(20)
    reached = reached_by_tab(running)
    groups = [each.group() for each in reached if isinstance(each, QAbstractButton) and each.group() is not None]
    dice = page.wounds.rows.buttons  # Enter at the die does the same
    for each in page.findChildren(QAbstractButton):
        if each.isVisible() and each.isEnabled() and each not in dice and not each.inherits("QTabBar"):
            assert each in reached or each.group() in groups, each.text() or each.accessibleName()


def test_tab_comes_to_what_is_above_the_dice_before_them(running: Running) -> None:
    running.trigger("tracker")
    wounds = running.program.pages.tracker.wounds
    QTest.qWait(20)
    assert reached_by_tab(running)[1:7] == [wounds.cause, wounds.blow_button, *wounds.rows.cards]


def test_nothing_typed_for_one_character_is_done_to_another(running: Running, tmp_path: Path) -> None:
    bobs, emmas = running.program.session.path, tmp_path / "emma.bones"
    emma = injuries.suffer_all(bob(), 1, "a fall").with_(id=new_id(), name="Emma", spiffs=9)
    write_character(emmas, emma)
    running.program.document.apply("Life", lambda now: injuries.suffer_all(now, 2, "a fall").with_(spiffs=9))
    before = running.program.document.character
    running.trigger("tracker")
    page = running.program.pages.tracker
    for tab in TrackerTab:
        page.show_tab(tab)
    wounds, magic, spiffs, seasons = page.wounds, page.magic, page.spiffs, page.seasons
    page.show_tab(TrackerTab.WOUNDS)
    wounds.cause.setText("Bob's arrow")
    wounds.forms.ask("hinder")
    FormPage(wounds.place.form).fill("remedy", "Bob's herbs")
    wounds.forms.ask("treat")
    FormPage(wounds.place.form).fill("successes", 5)
    wounds.prepare_blow()
    FormPage(wounds.place.form).fill("points", 7)
    wounds.choose(1)
    wounds.rows.picked.emit(1)
    magic.keep_going(4)
    FormPage(magic.place.form).fill("name", "Bob's thorns")
    spiffs.note.setText("Bob's note")
    seasons.board.form.fields["title"].setText("Bob's book")
    seasons.board.coins.note.setText("Bob's rope")
    seasons.board.coins.number.setValue(77)
    seasons.board.assets.form.fields["asset"].setText("Bob's mill")
    assert running.program.document.character == before

    running.program.files.open(emmas)
    assert running.program.document.character == emma, "opening does nothing"
    board = seasons.board
    fields = (wounds.cause, spiffs.note, board.form.fields["title"], board.coins.note)
    assert [field.text() for field in (*fields, board.assets.form.fields["asset"])] == [""] * 5
    assert not wounds.place.id
    assert wounds.chosen == -1
    page.show_tab(TrackerTab.WOUNDS)
    wounds.prepare_blow()
    assert blow_of(emma, wounds.place.form.answers) == Blow(points=1)
    wounds.forms.ask("treat")
    assert wounds.place.form.answers.number("successes") == 0
    wounds.forms.ask("hinder")
    assert wounds.place.form.answers.text("remedy") == ""
    page.show_tab(TrackerTab.MAGIC)
    assert magic.place.form.isHidden()
    page.show_tab(TrackerTab.SPIFFS)
    spiffs.earning.line_activated.emit("portraits")
    assert [(entry.by, entry.note) for entry in running.program.document.character.spiff_ledger[-1:]] == [(1, "")]
    page.show_tab(TrackerTab.SEASONS)
    QTest.mouseClick(seasons.board.coins.receive, Qt.MouseButton.LeftButton)
    assert running.program.document.character.coins == 10

    running.program.files.open(bobs)
    assert running.program.document.character == before, "nothing was done to Bob meanwhile"
    assert seasons.board.form.fields["title"].text() == "Bob's book", "an action that was begun is there again"


def armed(character: Character) -> Character:
    for name in ("sword", "full-shield", "medium-armour"):
        printed = next(die for die in rulebook().dice if die.id == name)
        character = injuries.add_item(character, injuries.item_from(printed))
    return character.with_(spiffs=5)
