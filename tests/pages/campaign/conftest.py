"""A campaign of four members in a folder, with real files, a real shelf, and steps that change the members."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from PySide6.QtTest import QTest

from bones_desktop.document.bones.campaigndocument import CampaignDocument, Party
from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.rules.bones.book.character import Character, CharacterKind
from bones_desktop.rules.bones.injury import injuries
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder
from bones_desktop.storage.files.characterfile import CHARACTERS, read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.desks import HeardNotices
from tests.support.people import bob, ragnar, someone
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
RAGNAR, BOB, EMMA, WOLF = (letter * 32 for letter in "abcd")


def party() -> tuple[Character, ...]:
    """Return Ragnar who lost dice 4 and 2, Bob below zero, Emma unhurt, and a wolf that is no player."""
    hurt = injuries.lose(injuries.lose(ragnar().with_(id=RAGNAR), 3, "arrow"), 1, "spear")
    down = injuries.suffer_all(bob().with_(id=BOB), 6, "fall")
    wolf = someone(CharacterKind.BEAST, "universal,melee,melee,defend,perception,perception").with_(
        id=WOLF, name="Wolf"
    )
    return hurt, down, ragnar().with_(id=EMMA, name="Emma"), wolf


class World:
    """The open campaign with its members on the shelf; what the panels tell is kept."""

    def __init__(self, folder) -> None:
        self.locations = Locations.under(folder)
        versions = Versions(self.locations.versions)
        clock = lambda: datetime(2026, 11, 21, 20, tzinfo=UTC)  # noqa: E731 (short)
        store, histories = FileStore(CHARACTERS, versions, clock), UndoHistories(self.locations.undo, Character)
        self.shelf = Shelf(self.locations.characters)
        self.paths = {each.id: self.shelf.create(each) for each in party()}
        self.document = CharacterDocument(rulebook(), ragnar())
        self.session = CharacterSession(self.document, store, histories)
        self.anyone = AnyCharacter(self.document, self.session, ClosedFiles(store, histories))
        self.folder = CampaignFolder(CAMPAIGNS, self.locations.data / "campaigns")
        self.campaigns = CampaignDocument(
            rulebook,
            FileStore(CAMPAIGNS, versions, clock),
            Party(self.anyone, lambda: self.shelf),
            lambda: TODAY,
            UndoHistories(self.locations.undo / "campaigns", Campaign),
        )
        self.path = self.folder.create(campaigns.new_campaign("0" * 32, "The ford"))
        self.told: list[tuple[str, object]] = []
        self.notices = HeardNotices()
        for kind in ("refused", "message", "trouble"):
            getattr(self.notices, kind).connect(lambda value, kind=kind: self.told.append((kind, value)))

    def begin(self) -> "World":
        """Open the campaign and take everyone in."""
        self.campaigns.open(self.path)
        self.campaigns.apply("Add", everyone)
        return self

    @property
    def now(self) -> Campaign:
        """The open campaign."""
        campaign = self.campaigns.campaign
        assert campaign is not None
        return campaign

    def character(self, member: str) -> Character:
        """Return a member as its file has it."""
        return read_character(self.paths[member]).value

    def refusals(self) -> list[str]:
        """Return the codes of what was refused."""
        return [value.code for signal, value in self.told if signal == "refused"]


def everyone(campaign: Campaign) -> Campaign:
    for each in party():
        campaign = campaigns.add_member(campaign, each.id, each.name, f"{each.name}.bones")
    return campaign


@pytest.fixture
def world(qapp, tmp_path) -> World:
    return World(tmp_path).begin()


@pytest.fixture
def show(qtbot, world) -> Callable:
    def shown(panel, width=1200, height=560):
        qtbot.addWidget(panel)
        panel.resize(width, height)
        panel.show()
        QTest.qWaitForWindowActive(panel)
        return panel

    return shown


@pytest.fixture
def lines() -> Callable:
    def read(table) -> list[tuple[str, ...]]:
        """Return the texts of a table of lines, row by row."""
        return [tuple(cell.text for cell in row) for row in table.lines.rows]

    return read
