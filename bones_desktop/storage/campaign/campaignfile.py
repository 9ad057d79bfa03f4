"""The `.bones-campaign` file, which is one campaign as JSON, and the folder in which these files lie."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.bones.book.calendar import MOST_DAYS
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.datafile import DataFileError, Fault, Form
from bones_desktop.storage.files.placing import delete, free_path, make_folder, put_aside, renamed
from bones_desktop.storage.files.textfiles import FileProblem, move

SUFFIX: Final = ".bones-campaign"
FORMAT: Final = "bones-desktop-campaign"
LARGEST: Final = 16_000_000


class CampaignFileError(DataFileError):
    """The file does not hold a campaign we can read."""

    kind = "campaign"
    suffix = SUFFIX


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeCampaignFile(Value):
    """All that stands in the file."""

    format: Literal["bones-desktop-campaign"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["bones"] = "bones"
    campaign: Campaign


def _faults(campaign: Campaign) -> Iterator[Fault]:
    yield from _members_twice(campaign)
    yield from _passages_apart(campaign)
    yield from _sessions_in_disorder(campaign)


def _members_twice(campaign: Campaign) -> Iterator[Fault]:
    """Find characters that are members more than once."""
    seen: set[str] = set()
    for place, member in enumerate(campaign.members):
        if member.id in seen:
            yield Fault(("members", place, "id"), "member_twice")
        seen.add(member.id)


def _passages_apart(campaign: Campaign) -> Iterator[Fault]:
    """Find passages that do not begin on the day the one before ended, or that go beyond the calendar."""
    day = 1
    for place, passage in enumerate(campaign.passages):
        if passage.day != day:
            yield Fault(("passages", place, "day"), "passage_order")
        day += passage.days
        if day > MOST_DAYS:
            yield Fault(("passages", place, "days"), "less_than_equal")


def _sessions_in_disorder(campaign: Campaign) -> Iterator[Fault]:
    """Find sessions whose number is not higher than the one before, and those before the last that have not ended."""
    last = 0
    for place, session in enumerate(campaign.sessions):
        if session.number <= last:
            yield Fault(("sessions", place, "number"), "session_order")
        if not session.ended and session is not campaign.sessions[-1]:
            yield Fault(("sessions", place, "ended"), "session_open")
        last = session.number


CAMPAIGNS: Final[Form[Campaign]] = Form(
    FORMAT,
    "bones",
    "campaign",
    WholeCampaignFile,
    SUFFIX,
    LARGEST,
    CampaignFileError,
    "not-campaign",
    faults=_faults,
)
"""Files of BONES campaigns."""

read_campaign: Final = CAMPAIGNS.read
parse_campaign: Final = CAMPAIGNS.parse
dump_campaign: Final = CAMPAIGNS.dump
write_campaign: Final = CAMPAIGNS.write

REMOVED: Final = "removed"
"""Folder within the campaigns' folder, so that removing and taking back is a rename on one drive."""


@dataclass(frozen=True, slots=True)
class CampaignEntry:
    """One file of the folder."""

    path: Path
    name: str
    """The campaign's name; the file's where it has none."""
    campaign: Campaign | None = None
    """None for one that cannot be opened."""
    damaged: CampaignFileError | FileProblem | None = None
    """Why it cannot be opened; None when it can."""
    newer: bool = False
    """Whether a newer program wrote it: it may be shown, never written."""


class CampaignFolder:
    """The campaigns in `folder`, which is made when the first one is put there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def entries(self) -> tuple[CampaignEntry, ...]:
        """Return what lies in the folder now, by name; a damaged file is among it with the reason."""
        return list_campaigns(self.folder)

    def create(self, campaign: Campaign) -> Path:
        """Put a new campaign into the folder and return its path; FileProblem when it cannot be written."""
        make_folder(self.folder)
        path = free_path(self.folder, campaign.name, SUFFIX)
        write_campaign(path, campaign)
        return path

    def rename(self, path: Path, name: str) -> Path:
        """Let the file's name follow the campaign's `name`, and return its path; on FileProblem it is as before."""
        return renamed(path, name, SUFFIX)

    def remove(self, path: Path) -> Path:
        """Move a file, damaged or not, to the folder of removed ones and return its path there; or FileProblem."""
        return put_aside(path, path.parent / REMOVED, path.stem, SUFFIX)

    def removed(self) -> tuple[CampaignEntry, ...]:
        """Return what was removed and can be taken back, by name."""
        return list_campaigns(self.folder / REMOVED)

    def restore(self, removed: Path) -> Path:
        """Bring a removed file back and return its path, a new one when its name has been taken; or FileProblem."""
        target = free_path(self.folder, removed.stem, SUFFIX)
        move(removed, target)
        return target

    def delete(self, removed: Path) -> None:
        """Delete a removed file for good; FileProblem when it cannot be done."""
        delete(removed)


def list_campaigns(folder: Path) -> tuple[CampaignEntry, ...]:
    """Return the campaigns in `folder`, by name; a damaged file is among them with the reason."""
    paths: list[Path] = []
    with contextlib.suppress(OSError):
        paths = [path for path in folder.iterdir() if path.name.endswith(SUFFIX) and path.is_file()]
    return tuple(sorted(map(_entry, paths), key=lambda each: (each.name.casefold(), each.path.name)))


def _entry(path: Path) -> CampaignEntry:
    try:
        found = read_campaign(path)
    except (CampaignFileError, FileProblem) as error:
        return CampaignEntry(path, path.stem, damaged=error)
    return CampaignEntry(path, found.value.name or path.stem, found.value, newer=found.newer)
