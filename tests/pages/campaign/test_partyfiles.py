"""The party boards with a real campaign and its members' files."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bones_desktop.document.bones.campaigndocument import CampaignDocument, Party
from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.pages.campaign.playersview import PartyFeed, PlayersView
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder
from bones_desktop.storage.files.characterfile import CHARACTERS
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from bones_desktop.theme.theme import Theme
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

pytestmark = [pytest.mark.usefixtures("qapp"), pytest.mark.qt_log_ignore("This plugin does not support")]

RAGNAR, BOB, TAM = ragnar(), bob().with_(id="b" * 32), ragnar().with_(id="d" * 32, name="Tam")


class Files:
    """A shelf, a campaign in which everybody of it plays, and Ragnar open."""

    def __init__(self, folder: Path) -> None:
        versions = Versions(folder / "versions")
        store, histories = FileStore(CHARACTERS, versions, _now), UndoHistories(folder / "undo", Character)
        self.shelf = Shelf(folder / "characters")
        self.paths = {each.id: self.shelf.create(each) for each in (RAGNAR, BOB, TAM)}
        self.document = CharacterDocument(rulebook(), RAGNAR)
        self.session = CharacterSession(self.document, store, histories)
        self.closed = ClosedFiles(store, histories)
        anyone = AnyCharacter(self.document, self.session, self.closed)
        self.campaigns = CampaignDocument(
            rulebook,
            FileStore(CAMPAIGNS, versions, _now),
            Party(anyone, lambda: self.shelf),
            lambda: "2026-11-21",
            UndoHistories(folder / "undo" / "campaigns", campaigns.Campaign),
        )
        self.session.open(self.paths[RAGNAR.id])
        campaign = campaigns.new_campaign("c" * 32, "The Salt Road")
        for each in (RAGNAR, BOB, TAM):
            campaign = campaigns.add_member(campaign, each.id, each.name, self.paths[each.id].name)
        self.campaigns.open(CampaignFolder(CAMPAIGNS, folder / "campaigns").create(campaign))


def _now() -> datetime:
    return datetime(2026, 11, 21, tzinfo=UTC)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[Files]:
    files = Files(tmp_path)
    yield files
    files.session.flush()


def test_steps_of_the_campaign_and_their_undo_are_seen(files):
    feed = PartyFeed(files.campaigns, files.document, None)
    files.document.apply("Lose two dice", lambda now: injuries.suffer_all(now, 2))
    files.session.flush()
    feed.watch(True)
    assert [row.name for row in feed.rows] == ["Ragnar", "Bob", "Tam"]
    assert feed.rows[0].glance.recovery.whole_in == 14
    files.campaigns.apply("A week of rest", lambda now: campaigns.advance(now, 7, [RAGNAR.id]))
    assert feed.rows[0].glance.recovery.whole_in == 7
    files.campaigns.undo()
    assert feed.rows[0].glance.recovery.whole_in == 14


def test_a_file_that_goes_and_comes_back_is_told_of(files):
    feed = PartyFeed(files.campaigns, files.document, None)
    feed.watch(True)
    path = files.paths[BOB.id]
    away = path.rename(path.with_suffix(".away"))
    feed.refresh()
    assert feed.rows[1].glance is None
    assert "No file" in feed.rows[1].trouble
    away.rename(path)
    feed.refresh()
    assert feed.rows[1].glance is not None
    assert feed.rows[1].trouble == ""


def test_who_is_hidden_leaves_the_players_view_at_once_and_comes_back(files, qtbot):
    view = PlayersView(files.campaigns, files.document, Theme("iron"), pictures=Path("none"))
    qtbot.addWidget(view)
    view.come_up()

    def shown() -> list[str]:
        return [row.name for row in view.board.members.rows]

    assert shown() == ["Ragnar", "Bob", "Tam"]
    files.campaigns.apply("Hide Bob", lambda now: campaigns.set_hidden(now, BOB.id, True))
    assert shown() == ["Ragnar", "Tam"]
    view.show_result(RAGNAR.id, "Ragnar against Bob: success by 2")
    assert view.result.text == "Ragnar against someone: success by 2"
    files.campaigns.undo()
    assert shown() == ["Ragnar", "Bob", "Tam"]
    files.campaigns.close()
    assert (shown(), view.name.text) == ([], "")
    view.shutdown()


def test_who_is_hidden_is_not_named_to_the_players_by_a_new_name_either(files, qtbot):
    files.campaigns.apply("Hide Ragnar", lambda now: campaigns.set_hidden(now, RAGNAR.id, True))
    view = PlayersView(files.campaigns, files.document, Theme("iron"), pictures=Path("none"))
    qtbot.addWidget(view)
    view.come_up()
    files.document.apply("Name", lambda now: now.with_(name="The Duke"))
    files.session.flush()
    files.session.open(files.paths[BOB.id])
    view.show_result(BOB.id, "Bob against The Duke: success by 2")
    assert view.result.text == "Bob against someone: success by 2"
    view.show_result(BOB.id, "Ragnar against The Duke: success by 2")
    assert view.result.text == "someone against someone: success by 2"
    view.shutdown()
