"""A campaign, two characters and the log of the table over one folder, opened as the program opens them."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from bones_desktop.document.bones.campaigndocument import CampaignDocument, Party
from bones_desktop.document.bones.characterdocument import (
    AnyCharacter,
    CharacterDocument,
    CharacterSession,
    ClosedFiles,
)
from bones_desktop.play.bones.pendingacts import OwedSpiffs, spiffs_owed
from bones_desktop.rules.bones.book.character import Character, ItemDie, ItemKind
from bones_desktop.rules.bones.book.icons import face
from bones_desktop.rules.bones.injury.spiffs import set_right, spend_on
from bones_desktop.rules.bones.life.campaigns import Campaign, new_campaign, rename
from bones_desktop.rules.bones.making.edits import new_character
from bones_desktop.rules.bones.making.improvement import finish
from bones_desktop.storage.campaignfile import CAMPAIGNS, CampaignFolder, read_campaign
from bones_desktop.storage.files.characterfile import CHARACTERS, read_character
from bones_desktop.storage.files.locations import Locations
from bones_desktop.storage.files.saving import FileStore
from bones_desktop.storage.files.undohistory import UndoHistories
from bones_desktop.storage.files.versions import Versions
from bones_desktop.storage.log.logentry import Cause, LogEntry, LoggedDie, LoggedWave, task_findings
from bones_desktop.storage.log.throwlog import ThrowLog
from bones_desktop.storage.shelfcatalogue import Shelf
from tests.support.people import bob, ragnar
from tests.support.rulebooks import rulebook

TODAY = "2026-11-21"
CAMPAIGN_ID, RAGNAR_ID, BOB_ID = "c" * 32, "a" * 32, "b" * 32
INTERRUPTED = "Interrupted"
ARMOUR = tuple(face(code) for code in ("defend", "encumbrance", "defend", "blank", "blank", "blank"))


def now() -> datetime:
    return datetime(2026, 11, 21, 20, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Kept:
    """All that lies on the disk; None for what is not there."""

    campaign: Campaign | None = None
    ragnar: Character | None = None
    bob: Character | None = None
    throws: tuple[LogEntry, ...] = ()
    owed: tuple[OwedSpiffs, ...] = ()


class Desk:
    """The documents. Who opens them brings to an end what was begun, as the program does."""

    def __init__(self, folder: Path, opened: str = RAGNAR_ID) -> None:
        where = Locations.under(folder)
        versions, histories = Versions(where.versions), UndoHistories(where.undo, Character)
        characters = FileStore(CHARACTERS, versions, now)
        self.rulebook = rulebook()
        self.shelf = Shelf(where.characters)
        self.folder = CampaignFolder(CAMPAIGNS, where.campaigns)
        self.log = ThrowLog(where.roll_log, now)
        self.document = CharacterDocument(self.rulebook, new_character("0" * 32))
        self.session = CharacterSession(self.document, characters, histories)
        self.anyone = AnyCharacter(self.document, self.session, ClosedFiles(characters, histories))
        party = Party(self.anyone, lambda: self.shelf)
        store = FileStore(CAMPAIGNS, versions, now)
        self.campaigns = CampaignDocument(
            lambda: self.rulebook, store, party, lambda: TODAY, UndoHistories(where.undo / "campaigns", Campaign)
        )
        if opened in self.places():
            self.open(opened)
        for path in self.folder.folder.glob("*.bones-campaign"):
            self.campaigns.open(path)

    def places(self) -> dict[str, Path]:
        return {entry.id: entry.path for entry in self.shelf.entries()}

    def open(self, who: str) -> None:
        """Open a character, and pay what the log says it owes."""
        self.session.open(self.places()[who])
        for owed in spiffs_owed(self.log.pending(who)):
            if self.document.character.spiffs == owed.before:
                self.document.apply("Pay", lambda now, by=owed.by: set_right(now, by, INTERRUPTED, TODAY))
            self.log.settle(owed.id)

    def close(self) -> None:
        self.session.flush()
        self.log.close()

    def kept(self) -> Kept:
        """Return what the disk holds, read anew."""
        found = [read_campaign(each).value for each in self.folder.folder.glob("*.bones-campaign")]
        people = {character: read_character(path).value for character, path in self.places().items()}
        owed = (*spiffs_owed(self.log.pending(RAGNAR_ID)), *spiffs_owed(self.log.pending(BOB_ID)))
        # The number of a draw that was given out as the process was killed is never used.
        throws = tuple(replace(entry, number=0) for entry in self.log.read(self.log.ids()) if entry.dice)
        return Kept(found[0] if found else None, _told(people.get(RAGNAR_ID)), people.get(BOB_ID), throws, owed)

    def make_campaign(self) -> None:
        self.campaigns.open(self.folder.create(new_campaign(CAMPAIGN_ID, "The long winter")))

    def rename_campaign(self) -> None:
        """Call the campaign otherwise; the name of its file follows."""
        self.campaigns.apply("Rename", lambda now: rename(now, "The short summer"))
        path = self.campaigns.path
        assert path is not None
        self.campaigns.moved(self.folder.rename(path, "The short summer"))

    def make_ragnar(self) -> None:
        jerkin = ItemDie(name="Jerkin", kind=ItemKind.ARMOUR, faces=ARMOUR)
        made = finish(self.rulebook, ragnar().with_(id=RAGNAR_ID, equipment=(jerkin, jerkin)), TODAY)
        self.shelf.create(made)
        self.open(RAGNAR_ID)

    def make_bob(self) -> None:
        self.shelf.create(finish(self.rulebook, bob().with_(id=BOB_ID), TODAY))

    def throw(self, who: str) -> None:
        """Write a throw into the log."""
        dice = (LoggedDie("Roman", ("melee", "defend", "", "", "", ""), 1, "character", "die 1"),) * 4
        evening = (self.log.evening() or self.log.begin_evening(bytes(32))).id
        number = self.log.next_number(evening)
        self.log.append(
            LogEntry(now(), who=who, dice=dice, findings=task_findings("", 1), evening=evening, number=number)
        )

    def reroll(self) -> None:
        """Throw one die of the open character's last throw again, for one spiff (SPF-9)."""
        before = self.document.character
        last = self.log.latest(1)[0]
        later = replace(last, waves=(*last.waves, LoggedWave(Cause.REROLL, ((0, 0),))))
        owed = OwedSpiffs(f"{last.id}/{len(later.waves)}", before.id, -1, before.spiffs)
        self.log.amend(later, (owed.pending(),))
        self.document.apply("Re-roll", lambda character: spend_on(self.rulebook, character, "reroll", TODAY))
        self.log.settle(owed.id)


def _told(character: Character | None) -> Character | None:
    """Return the character with spiffs that were paid after a kill as if they had been paid at once."""
    if character is None:
        return None
    return character.with_(
        spiff_ledger=tuple(
            line.with_(reason="reroll", note="") if line.note == INTERRUPTED else line
            for line in character.spiff_ledger
        )
    )
