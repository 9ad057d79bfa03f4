"""The `.bones-campaign` file, which is one campaign as JSON."""

from collections.abc import Iterator
from typing import Final

from bones_desktop.rules.bones.book.fields import MOST_DAYS
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.values import Fault
from bones_desktop.storage.files.datafile import DataFileError, Form
from bones_desktop.storage.files.valuefolder import FileEntry, ValueFolder

SUFFIX: Final = ".bones-campaign"
FORMAT: Final = "bones-desktop-campaign"
LARGEST: Final = 16_000_000


class CampaignFileError(DataFileError):
    """The file does not hold a campaign we can read."""

    kind = "campaign"
    suffix = SUFFIX


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
    Campaign,
    SUFFIX,
    LARGEST,
    CampaignFileError,
    "not-campaign",
    faults=_faults,
)
"""Files of BONES campaigns."""

CampaignEntry = FileEntry[Campaign]
CampaignFolder = ValueFolder[Campaign]

read_campaign: Final = CAMPAIGNS.read
parse_campaign: Final = CAMPAIGNS.parse
dump_campaign: Final = CAMPAIGNS.dump
write_campaign: Final = CAMPAIGNS.write
