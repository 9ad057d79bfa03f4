"""The `.bones-campaign` file: one campaign as JSON with a schema number, written the same way for the same campaign."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Final, Literal

from bones_desktop.rules.bones.book.calendar import MOST_DAYS
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.values import Limits, Value
from bones_desktop.storage.files.characterfile import digest_of
from bones_desktop.storage.files.datafile import SYSTEM, DataFileError, Form, dump, parse, read_data
from bones_desktop.storage.files.migrations import Migration
from bones_desktop.storage.files.textfiles import FileProblem, save_bytes
from bones_desktop.storage.files.unknownkeys import Unknown

SUFFIX: Final = ".bones-campaign"
FORMAT: Final = "bones-desktop-campaign"
LARGEST: Final = 16_000_000

MIGRATIONS: Final[tuple[Migration, ...]] = ()
"""The first leads from schema 1 to 2, and so on. A step is never changed once it has been released."""
SCHEMA: Final = len(MIGRATIONS) + 1
"""The schema this program writes."""


class CampaignFileError(DataFileError):
    """The file does not hold a campaign we can read."""

    kind = "campaign"
    suffix = SUFFIX


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignDocument(Value):
    """The whole file."""

    format: Literal["bones-desktop-campaign"] = FORMAT
    schema: Annotated[int, Limits(ge=1)]
    system: Literal["bones"] = SYSTEM
    campaign: Campaign


FORM: Final = Form(FORMAT, "campaign", CampaignDocument, LARGEST, CampaignFileError, "not-campaign")


@dataclass(frozen=True, slots=True)
class CampaignFile:
    """A campaign as read from a file, and what is needed to write it back without losing anything."""

    campaign: Campaign
    unknown: Unknown
    """Keys of other programs or versions, put back on writing."""
    schema: int
    """As the file says."""
    newer: bool
    """Whether a newer program wrote it: it may be shown, never written."""
    digest: str
    """SHA-256 of the bytes read."""
    size: int = 0
    mtime: float = 0.0


def read_campaign(path: Path, chain: Sequence[Migration] = MIGRATIONS) -> CampaignFile:
    """Read a campaign. Raises FileProblem when the file cannot be read, CampaignFileError when it holds none."""
    data, mtime = read_data(FORM, path)
    return replace(parse_campaign(data, path, chain), mtime=mtime)


def parse_campaign(data: bytes, path: Path, chain: Sequence[Migration] = MIGRATIONS) -> CampaignFile:
    """Return the campaign in `data`, which came from `path`; CampaignFileError when there is none."""
    found = parse(FORM, data, path, chain)
    campaign = found.document.campaign
    _check_members(campaign, path)
    _check_passages(campaign, path)
    _check_sessions(campaign, path)
    return CampaignFile(campaign, found.unknown, found.schema, found.newer, digest_of(data), len(data))


def dump_campaign(campaign: Campaign, unknown: Unknown | None = None, newest: int = SCHEMA) -> bytes:
    """Return the bytes of the file: sorted keys, one space of indent, UTF-8, a final line end."""
    return dump(FORM, campaign, unknown, newest)


def require_readable(data: bytes, path: Path) -> None:
    """Refuse to write what would be too large to be read again: FileProblem `too-much`."""
    if len(data) > LARGEST:
        raise FileProblem("too-much", path, most=LARGEST // 1_000_000)


def write_campaign(path: Path, campaign: Campaign, unknown: Unknown | None = None) -> str:
    """Write `campaign` durably and return the digest of the file; FileProblem when it cannot be written."""
    data = dump_campaign(campaign, unknown)
    require_readable(data, path)
    save_bytes(path, data)
    return digest_of(data)


def _check_members(campaign: Campaign, path: Path) -> None:
    """Each character is a member once."""
    seen: set[str] = set()
    for place, member in enumerate(campaign.members):
        if member.id in seen:
            raise CampaignFileError("invalid", path, where=("members", place, "id"), hint="member_twice")
        seen.add(member.id)


def _check_passages(campaign: Campaign, path: Path) -> None:
    """Each passage begins on the day the one before ended, the first on day 1, and the calendar holds them all."""
    day = 1
    for place, passage in enumerate(campaign.passages):
        if passage.day != day:
            raise CampaignFileError("invalid", path, where=("passages", place, "day"), hint="passage_order")
        day += passage.days
        if day > MOST_DAYS:
            raise CampaignFileError("invalid", path, where=("passages", place, "days"), hint="less_than_equal")


def _check_sessions(campaign: Campaign, path: Path) -> None:
    """Numbers go up, and only the last may not have ended."""
    last = 0
    for place, session in enumerate(campaign.sessions):
        if session.number <= last:
            raise CampaignFileError("invalid", path, where=("sessions", place, "number"), hint="session_order")
        if not session.ended and session is not campaign.sessions[-1]:
            raise CampaignFileError("invalid", path, where=("sessions", place, "ended"), hint="session_open")
        last = session.number
