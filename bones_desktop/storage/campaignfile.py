"""Files of campaigns (`.bones-campaign`) and of fights and scenes (`.bones-fight`). Each file is one JSON value."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from bones_desktop.rules.bones.book.fields import MOST_DAYS
from bones_desktop.rules.bones.fight.roster import Fight
from bones_desktop.rules.bones.life.campaigns import Campaign
from bones_desktop.rules.scenes import Scene, rules_of
from bones_desktop.rules.values import Fault
from bones_desktop.storage.files.datafile import DataFileError, FileEntry, Form, ValueFolder
from bones_desktop.storage.files.textfiles import FileProblem
from bones_desktop.storage.games import StoredGame, game_of

FIGHT_SUFFIX: Final = ".bones-fight"
FIGHT_FORMAT: Final = "bones-desktop-fight"
LARGEST_FIGHT: Final = 16_000_000


class FightFileError(DataFileError):
    """Raised when a file does not contain a fight that we can read."""

    kind = "fight"
    suffix = FIGHT_SUFFIX


def _fight_faults(fight: Fight) -> Iterator[Fault]:
    """Yield a fault for each repeated fighter id, and for each item number of a fighter who has no such item."""
    seen: set[str] = set()
    for place, fighter in enumerate(fight.encounter.fighters):
        where = ("round", "encounter", "fighters", place)
        if fighter.id in seen:
            yield Fault((*where, "id"), "fighter_twice")
        seen.add(fighter.id)
        if any(not 0 <= item < len(fighter.character.equipment) for item in fighter.at_hand):
            yield Fault((*where, "at_hand"), "less_than_equal")
        if fighter.lent > len(fighter.character.equipment):
            yield Fault((*where, "lent"), "less_than_equal")


FIGHTS: Final[Form[Fight]] = Form(
    FIGHT_FORMAT, "bones", "fight", Fight, LARGEST_FIGHT, FightFileError, "not-fight", faults=_fight_faults
)
"""Files of BONES fights."""


def scene_form(stored: StoredGame[Any, Any]) -> Form[Scene]:
    """Return the file format for scenes of a smaller game: the format of fights, with the id of the game."""
    kind = rules_of(stored.game).scene
    return Form(FIGHT_FORMAT, stored.game.id, "scene", kind, LARGEST_FIGHT, FightFileError, "not-fight")


def scene_game(path: Path) -> str:
    """Return the id of the smaller game whose scene a file contains; "" for a BONES fight or any other file."""
    try:
        FIGHTS.read(path)
    except FightFileError as error:
        small = game_of(error.hint) if error.is_foreign else None
        return small.game.id if small is not None else ""
    except FileProblem:
        return ""
    return ""


SUFFIX: Final = ".bones-campaign"
FORMAT: Final = "bones-desktop-campaign"
LARGEST: Final = 16_000_000


class CampaignFileError(DataFileError):
    """Raised when a file does not contain a campaign that we can read."""

    kind = "campaign"
    suffix = SUFFIX


def _faults(campaign: Campaign) -> Iterator[Fault]:
    yield from _members_twice(campaign)
    yield from _passages_apart(campaign)
    yield from _sessions_in_disorder(campaign)


def _members_twice(campaign: Campaign) -> Iterator[Fault]:
    """Yield a fault for each character that is a member more than once."""
    seen: set[str] = set()
    for place, member in enumerate(campaign.members):
        if member.id in seen:
            yield Fault(("members", place, "id"), "member_twice")
        seen.add(member.id)


def _passages_apart(campaign: Campaign) -> Iterator[Fault]:
    """Yield a fault for each passage that does not begin when the previous one ended, or ends after the calendar."""
    day = 1
    for place, passage in enumerate(campaign.passages):
        if passage.day != day:
            yield Fault(("passages", place, "day"), "passage_order")
        day += passage.days
        if day > MOST_DAYS:
            yield Fault(("passages", place, "days"), "less_than_equal")


def _sessions_in_disorder(campaign: Campaign) -> Iterator[Fault]:
    """Yield a fault for each session whose number is not above the previous one, and for each early open session.

    Only the last session may be open.
    """
    last = 0
    for place, session in enumerate(campaign.sessions):
        if session.number <= last:
            yield Fault(("sessions", place, "number"), "session_order")
        if not session.ended and session is not campaign.sessions[-1]:
            yield Fault(("sessions", place, "ended"), "session_open")
        last = session.number


CAMPAIGNS: Final[Form[Campaign]] = Form(
    FORMAT, "bones", "campaign", Campaign, LARGEST, CampaignFileError, "not-campaign", faults=_faults
)
"""Files of BONES campaigns."""

CampaignEntry = FileEntry[Campaign]
CampaignFolder = ValueFolder[Campaign]

read_campaign: Final = CAMPAIGNS.read
parse_campaign: Final = CAMPAIGNS.parse
dump_campaign: Final = CAMPAIGNS.dump
write_campaign: Final = CAMPAIGNS.write
