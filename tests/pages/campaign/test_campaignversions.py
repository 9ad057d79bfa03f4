"""Earlier versions of a campaign: chosen in their dialog, restored and undone; also of a damaged file."""

import logging
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QListView

from bones_desktop.pages.campaign.campaignpage import CampaignTab
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Award
from bones_desktop.storage.campaignfile import read_campaign
from bones_desktop.storage.files.characterfile import read_character
from bones_desktop.widgets.lists.linelist import LineList
from bones_desktop.widgets.rows import ROW_ROLE
from tests.support.rulebooks import rulebook
from tests.support.running import Running


class Clock:
    """A clock that is put on."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 20, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go(self) -> None:
        """Go far enough for another version to be kept."""
        self.now += timedelta(minutes=11)


class Evening(Running):
    """The program with a campaign of one: a week of rest, then a session, a version kept before each."""

    def __init__(self, folder) -> None:
        self.clock = Clock()
        super().__init__(folder, clock=self.clock, page="campaign")

    def play(self) -> "Evening":
        self.window.show_page("campaign")
        self.page.files.create("Wolves")
        self.page.party.members.add_members(self.program.desk.shelf.entries()[:1])
        self.step("A week", lambda now: campaigns.advance(now, 7, (self.member,)))
        self.step("Start", lambda now: campaigns.begin_session(now, "2026-11-21", "The ford"))
        brave = Award(member=self.member, spiffs=2, note="Brave")
        self.step("End", lambda now: campaigns.end_session(rulebook(), now, (brave,)))
        return self

    def step(self, name, edit) -> None:
        self.clock.go()
        self.campaigns.apply(name, edit)

    @property
    def page(self):
        return self.program.campaigns.page

    @property
    def campaigns(self):
        return self.program.campaigns.campaigns

    @property
    def member(self) -> str:
        return self.campaigns.campaign.members[0].id

    @property
    def character(self):
        return self.program.document.character

    def versions(self) -> list[tuple[str, str]]:
        """Return the rows of the dialog."""
        model = self.list().model()
        return [
            (str(model.index(row, 0).data()), model.index(row, 0).data(ROW_ROLE).second)
            for row in range(model.rowCount())
        ]

    def list(self) -> QListView:
        """Return the list of versions, which is next to the preview."""
        return next(each for each in self.dialog().findChildren(QListView) if not isinstance(each, LineList))

    def choose(self, row: int) -> tuple[str, ...]:
        """Choose a version in the dialog and return what is said to come of it."""
        view = self.list()
        view.setCurrentIndex(view.model().index(row, 0))
        lines = self.dialog().findChild(LineList).lines.rows
        return tuple(next(line.second for line in lines if line.text == "If you bring it back").splitlines())

    def bring(self) -> None:
        self.button(self.dialog(), "Bring this one back").click()
        self.app.processEvents()

    def message(self) -> str:
        return " ".join(label.text() for label in self.dialog().findChildren(QLabel) if label.isVisible())


@pytest.fixture
def evening(qapp, tmp_path):
    with Evening(tmp_path) as running:
        yield running.play()


def damage(evening):
    """Close the open campaign and cut off the end of its file."""
    path = evening.campaigns.path
    evening.campaigns.close()
    path.write_bytes(path.read_bytes()[:-40])
    evening.page.none.refresh()
    return path


def test_a_version_is_brought_back_from_the_menu_and_that_undone(evening):
    present, had = evening.campaigns.campaign, evening.character
    assert (had.day, had.sessions) == (8, 1)
    evening.page.head.versions.trigger()
    assert evening.dialog().windowTitle() == "Earlier versions of the campaign"
    assert [about for _when, about in evening.versions()] == [
        "Day 8 of winter, year 1 · one session · one member",
        "Day 8 of winter, year 1 · 0 sessions · one member",
        "Day 1 of winter, year 1 · 0 sessions · one member",
        "Day 1 of winter, year 1 · 0 sessions · 0 members",
    ]
    said = evening.choose(2)
    assert said[0].startswith("The calendar goes back 7 days. The characters have lived through them")
    assert said[1].startswith("Session 1 is not in it. The characters keep what came of that.")
    assert len(said) == 2
    assert "and the current campaign is kept as well" in evening.message()
    evening.bring()
    assert not evening.dialogs()
    assert evening.campaigns.campaign == present.with_(passages=(), sessions=())
    assert evening.page.head.date.full_text == "Day 1 of winter, year 1, week 1"
    assert evening.character == had
    evening.trigger("undo")
    assert (evening.campaigns.campaign, evening.character) == (present, had)


@pytest.mark.parametrize("tab", list(CampaignTab))
def test_whatever_is_in_view_shows_the_campaign_brought_back(evening, tab):
    evening.page.show_tab(tab)
    evening.step("Start", lambda now: campaigns.begin_session(now, "2026-11-22", "Ice"))
    for row in (1, 0):
        evening.page.head.versions.trigger()
        evening.choose(row)
        evening.bring()
    assert [session.title for session in evening.campaigns.campaign.sessions] == ["The ford", "Ice"]
    while evening.campaigns.undo_text == "Bring back an earlier version":
        evening.trigger("undo")
    assert evening.campaigns.undo_text == "Start"
    evening.trigger("undo")
    assert evening.program.window.toast.text() == "Undone: Start"
    assert [session.title for session in evening.campaigns.campaign.sessions] == ["The ford"]


def test_what_it_was_is_among_the_versions_afterwards(evening):
    evening.page.head.versions.trigger()
    before = len(evening.versions())
    evening.choose(2)
    evening.bring()
    evening.page.head.versions.trigger()
    assert len(evening.versions()) == before + 1
    evening.choose(0)
    lines = {line.text: line.second for line in evening.dialog().findChild(LineList).lines.rows}
    assert lines["Sessions"].startswith("1 · The ford")


def test_what_is_being_typed_is_kept_before_a_version_is_brought_back(evening):
    QTest.keyClicks(evening.page.party.notes.field, "Half a thought")
    evening.page.head.versions.trigger()
    assert evening.campaigns.campaign.gm_notes == "Half a thought"
    assert "The GM's notes are as they were then." in evening.choose(1)


def test_who_would_leave_is_told_and_does(evening):
    evening.page.head.versions.trigger()
    assert evening.choose(3)[-1] == f"No longer in the party, but keep all they got: {evening.character.name}."
    evening.bring()
    assert evening.campaigns.campaign.members == ()
    assert (evening.character.campaign, evening.character.day, evening.character.sessions) == ("", 8, 1)


def test_the_name_of_the_file_follows_the_campaign_brought_back(evening):
    evening.step("Rename", lambda now: campaigns.rename(now, "Bears"))
    evening.page.files.follow_name()
    evening.page.head.versions.trigger()
    assert "Its name is “Wolves” again." in evening.choose(0)
    evening.bring()
    assert evening.campaigns.path.stem == "Wolves"


def test_a_campaign_just_begun_has_none_and_says_so(qapp, tmp_path):
    with Evening(tmp_path) as evening:
        evening.window.show_page("campaign")
        evening.page.files.create("Wolves")
        evening.page.head.versions.trigger()
        assert "There are no earlier versions yet." in evening.message()
        assert evening.button(evening.dialog(), "Close")


def test_a_version_that_cannot_be_read_says_so_and_is_not_brought_back(evening):
    evening.campaigns.versions()[1].path.write_bytes(b"{")
    evening.page.head.versions.trigger()
    assert evening.versions()[1][1] == "cannot be read"
    view = evening.list()
    view.setCurrentIndex(view.model().index(1, 0))
    assert "damaged" in evening.message()
    assert not evening.button(evening.dialog(), "Bring this one back").isEnabled()


def test_a_damaged_campaign_offers_its_versions_and_the_one_chosen_comes_beside_it(evening):
    had, own = evening.character, evening.campaigns.campaign.id
    path = damage(evening)
    damaged = path.read_bytes()
    evening.button(evening.page.none, "Earlier versions…").click()
    assert "The damaged file is kept." in evening.message()
    assert "Enter them again in their order" in evening.choose(2)[0]
    evening.bring()
    assert evening.campaigns.path != path
    assert path.read_bytes() == damaged
    assert (evening.campaigns.campaign.id, evening.campaigns.campaign.day) == (own, 1)
    assert evening.character == had
    assert evening.program.settings.value.last_campaign == str(evening.campaigns.path)


def test_a_campaign_brought_back_before_is_not_brought_back_beside_itself(evening):
    damage(evening)
    evening.button(evening.page.none, "Earlier versions…").click()
    evening.choose(2)
    evening.bring()
    first = evening.campaigns.path
    evening.campaigns.close()
    evening.button(evening.page.none, "Earlier versions…").click()
    assert f"The campaign itself is in {first.name}" in evening.message()
    evening.choose(0)
    evening.bring()
    assert evening.campaigns.path == first
    assert [each.path for each in evening.page.files.folder.entries() if each.value] == [first]
    assert evening.campaigns.undo_text == "Bring back an earlier version"
    evening.trigger("undo")
    assert evening.campaigns.campaign.day == 1


def test_one_that_is_damaged_at_the_start_offers_its_versions(qapp, tmp_path, caplog):
    with Evening(tmp_path) as evening:
        path = evening.play().campaigns.path
    path.write_bytes(path.read_bytes()[:-40])
    with Evening(tmp_path) as evening, caplog.at_level(logging.WARNING, "bones_desktop"):
        evening.window.show_page("tracker")
        evening.button(evening.window.banner, "Earlier versions…").click()
        evening.choose(0)
        evening.bring()
        assert evening.campaigns.campaign.name == "Wolves"
        assert read_campaign(evening.campaigns.path).value == evening.campaigns.campaign


def test_another_that_is_damaged_offers_its_versions_while_one_is_open(evening):
    path = damage(evening)
    evening.page.files.create("Bears")
    model = evening.page.head.switch.model
    evening.page.head.switch.activated.emit(model.index(0, 0).data(ROW_ROLE))
    assert evening.campaigns.campaign.name == "Bears"
    evening.button(evening.window.banner, "Earlier versions…").click()
    evening.choose(0)
    evening.bring()
    assert evening.campaigns.campaign.name == "Wolves"
    assert evening.campaigns.path != path


def test_a_damaged_file_that_names_only_its_members_is_not_given_theirs(evening):
    member = read_character(evening.program.session.path).value
    evening.step("Hurt", lambda now: campaigns.advance(now, 1))
    stranger = evening.campaigns.path.with_name("Stranger.bones-campaign")
    stranger.write_text(f'{{"members": [{{"id": "{member.id}"}}', encoding="utf-8")
    assert evening.program.files._desk.versions.list(member.id)
    evening.campaigns.close()
    evening.page.files.open(stranger)
    assert "Stranger" in evening.window.banner.text
    assert "Earlier versions…" not in [each.text() for each in evening.window.banner.findChildren(QAbstractButton)]


def test_the_open_campaign_is_written_anew_over_its_file_that_was_damaged(evening):
    path, present = evening.campaigns.path, evening.campaigns.campaign
    path.write_bytes(b"{")
    evening.page.calendar.let_pass()
    evening.button(evening.window.banner, "Use the version on disk").click()
    evening.button(evening.window.banner, "Keep mine").click()
    assert read_campaign(path).value == evening.campaigns.campaign == present


def test_the_dialog_closes_when_another_campaign_is_opened_or_none(evening):
    wolves = evening.campaigns.path
    for leave in (evening.campaigns.close, lambda: evening.page.files.create("Bears")):
        evening.page.files.open(wolves)
        evening.page.head.versions.trigger()
        evening.choose(2)
        bring = evening.button(evening.dialog(), "Bring this one back")
        leave()
        assert not evening.dialogs()
        bring.click()
        evening.app.processEvents()
    assert evening.campaigns.campaign.name == "Bears"
    assert read_campaign(evening.campaigns.path).value == evening.campaigns.campaign
    assert read_campaign(wolves).value.day == 8


def test_what_only_the_gm_knows_and_what_is_not_given_yet_is_told_before_it_is_brought_back(evening):
    name = evening.character.name
    evening.step("Hide", lambda now: campaigns.set_hidden(now, evening.member, True))
    evening.step("Start", lambda now: campaigns.begin_session(now, "2026-11-22", "Ice"))
    helped = Award(member=evening.member, reason="campaign-help", spiffs=3)
    evening.step("Awards", lambda now: campaigns.note_awards(now, 2, [helped]))
    evening.step("Title", lambda now: campaigns.set_title(now, 2, "Snow"))
    evening.page.head.versions.trigger()
    assert evening.choose(0) == ("Minor details are as they were then: sessions.",)
    assert "The planned awards of session 2 are as they were then: nothing yet." in evening.choose(1)
    assert f"The planned awards of session 2 are lost: {name} 3 spiffs." in evening.choose(2)
    assert f"Shown to the players again: {name}." in evening.choose(3)
