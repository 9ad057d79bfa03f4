"""A campaign over real files with two members of the shelf."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from bones_desktop.document.bones.campaigndocument import CampaignChange, CampaignDocument, Party
from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.life import campaigns
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder
from bones_desktop.storage.files.characterfile import CHARACTERS, new_id, read_character
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"


def clock() -> datetime:
    return datetime(2026, 11, 21, 20, tzinfo=UTC)


def added(now: Campaign, found: Character, path: Path) -> Campaign:
    return campaigns.add_member(now, found.id, found.name, path.name)


@dataclass
class Table:
    """A campaign with two members of the shelf, of which neither is open."""

    campaigns: CampaignDocument
    document: CharacterDocument
    session: CharacterSession
    anyone: AnyCharacter
    shelf: Shelf
    folder: Path
    paths: tuple[Path, Path]
    changes: list[CampaignChange]

    def character(self, place: int) -> Character:
        return read_character(self.paths[place]).value

    def begin(self, folder: Path) -> None:
        self.campaigns.open(CampaignFolder(CAMPAIGNS, folder).create(campaigns.new_campaign(new_id(), "Wolves")))
        for path in self.paths:
            self.campaigns.apply("Add", partial(added, found=read_character(path).value, path=path))

    def again(self) -> "CampaignDocument":
        """Return the campaign as another start of the program opens it."""
        return made(self.folder, self.shelf, self.anyone)


def made(folder: Path, shelf: Shelf, anyone: AnyCharacter) -> CampaignDocument:
    store = FileStore(CAMPAIGNS, Versions(folder / "versions"), clock)
    return CampaignDocument(
        rulebook, store, Party(anyone, lambda: shelf), lambda: TODAY, UndoHistories(folder / "steps", Campaign)
    )


@pytest.fixture
def table(qapp: QApplication, tmp_path: Path) -> Iterator[Table]:
    shelf = Shelf(tmp_path / "characters")
    paths = (shelf.create(bob()), shelf.create(ragnar().with_(id="d" * 32)))
    document = CharacterDocument(rulebook(), new_character(new_id()))
    store, histories = (
        FileStore(CHARACTERS, Versions(tmp_path / "versions"), clock),
        UndoHistories(tmp_path / "undo", Character),
    )
    session = CharacterSession(document, store, histories)
    anyone = AnyCharacter(document, session, ClosedFiles(store, histories))
    campaigns = made(tmp_path, shelf, anyone)
    changes: list[CampaignChange] = []
    campaigns.changed.connect(changes.append)
    found = Table(campaigns, document, session, anyone, shelf, tmp_path, paths, changes)
    found.begin(tmp_path / "campaigns")
    yield found
    session.forget()


def week(now):
    return campaigns.advance(now, 7, tuple(member.id for member in now.members))
